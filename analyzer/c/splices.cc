// One pass over the tokens of a file, with the expansions in the places of the macro uses:
//
//   #define READ(x) get("APP_" #x)
//   a = READ(port);                   ─→ a = get ( "APP_port" ) ;
//
// With two definitions of READ under different conditions, both expansions follow one another as
// branches, and the one that a build has is not decided.
#include "analyzer/c/splices.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "analyzer/c/syntax.h"

namespace flagcensus {
namespace {

class Splicer {
 public:
  Splicer(CTokens tokens, const std::vector<CSplice>& splices)
      : from_(std::move(tokens)), splices_(splices) {}

  // The splices are in ascending order, so one pass copies the tokens between them.
  CTokens Run() {
    out_.macros = std::move(from_.macros);
    out_.conditions = std::move(from_.conditions);
    size_t at = 0;
    for (const CSplice& splice : splices_) {
      const size_t place = Find(splice);
      if (place < at || place >= from_.tokens.size()) continue;
      // The tokens of the two lexers may differ in odd places: a use that is not found is skipped.
      if (!splice.included && !from_.tokens[place].IsName(splice.macro)) continue;
      Copy(at, place);
      at = place;
      Insert(splice, from_.tokens[place].condition);
      if (splice.included) continue;
      ++at;
      if (from_.tokens[at].Is("(")) at = MatchBracket(from_.tokens, at) + 1;
    }
    Copy(at, from_.tokens.size());
    MoveBranches(from_.tokens.size() + 1);
    MatchBrackets(&out_.tokens);
    return std::move(out_);
  }

 private:
  // The first token at the splice's position or after it.
  // The position is that of the other lexer, which agrees with this one in all but malformed code.
  size_t Find(const CSplice& splice) const {
    const auto end = from_.tokens.end() - static_cast<long>(kCTokenPadding);
    const auto found =
        std::lower_bound(from_.tokens.begin(), end, splice, [](const CToken& a, const CSplice& b) {
          return std::pair(a.line, a.column) < std::pair(b.line, b.column);
        });
    return static_cast<size_t>(found - from_.tokens.begin());
  }

  // The branches that begin before the token `end` of the file.
  // A branch refers to a token by index: the tokens that were inserted before it are added to it,
  // and those of the replaced uses subtracted.
  void MoveBranches(size_t end) {
    for (; branch_ < from_.branches.size() && from_.branches[branch_].token < end; ++branch_) {
      CBranch moved = from_.branches[branch_];
      moved.token = out_.tokens.size() - (copied_ - std::min(copied_, moved.token));
      out_.branches.push_back(moved);
    }
  }

  void Copy(size_t begin, size_t end) {
    out_.tokens.insert(out_.tokens.end(),
                       std::make_move_iterator(from_.tokens.begin() + static_cast<long>(begin)),
                       std::make_move_iterator(from_.tokens.begin() + static_cast<long>(end)));
    // The next token keeps its text, which Find and IsName have read.
    copied_ = end;
    MoveBranches(end + 1);
  }

  //   around "A", more "B" ─→ "A && B"    no condition around ─→ "B"
  //
  // Equal texts share one entry: a macro that is used a thousand times has one condition.
  int Condition(int around, const std::string& more) {
    if (more.empty()) return around;
    std::string text = around < 0 ? "" : out_.conditions[static_cast<size_t>(around)] + " && ";
    text += more;
    const auto known = std::find(out_.conditions.begin(), out_.conditions.end(), text);
    if (known == out_.conditions.end()) {
      out_.conditions.push_back(std::move(text));
      return static_cast<int>(out_.conditions.size()) - 1;
    }
    return static_cast<int>(known - out_.conditions.begin());
  }

  // Several alternatives become the branches of an #if without a directive.
  // The last alternative counts as the rest (`true`), so the branches cover every build.
  void Insert(const CSplice& splice, int around) {
    const bool several = splice.alternatives.size() > 1;
    for (size_t i = 0; i < splice.alternatives.size(); ++i) {
      const CSplice::Alternative& one = splice.alternatives[i];
      if (several) {
        const bool last = i + 1 == splice.alternatives.size();
        out_.branches.push_back({i == 0 ? CBranch::Kind::kIf : CBranch::Kind::kElse,
                                 out_.tokens.size(), i > 0 && last});
      }
      const int condition = Condition(around, one.condition);
      for (const PpToken& token : one.tokens) Put(token, splice, condition);
    }
    if (several) out_.branches.push_back({CBranch::Kind::kEnd, out_.tokens.size(), false});
  }

  // Each inserted token has its own artificial column, so two calls on a line remain distinct.
  void Put(const PpToken& token, const CSplice& splice, int condition) {
    CToken made = DecodedToken(token);
    made.line = splice.line;
    made.column = kSplicedColumn + static_cast<uint32_t>(inserted_++);
    made.condition = condition;
    if (made.kind == CToken::Kind::kName) {
      made.expansion = static_cast<int>(out_.expansions.size());
      out_.expansions.push_back({token.item ? splice.item : splice.macro, token.used.file,
                                 token.used.line, token.used.column, token.spelt.file,
                                 token.spelt.line, token.spelt.column});
    }
    out_.tokens.push_back(std::move(made));
  }

  CTokens from_;
  const std::vector<CSplice>& splices_;
  CTokens out_;
  size_t copied_ = 0;
  size_t branch_ = 0;
  size_t inserted_ = 0;
};

}  // namespace

// Numbers and literals are decoded by the lexer of tokens.cc; the text of others is final.
// A number keeps its suffix; a literal loses its quotes and prefix.
CToken DecodedToken(const PpToken& token) {
  CToken made;
  switch (token.kind) {
    case PpToken::Kind::kName:
      made.kind = CToken::Kind::kName;
      break;
    case PpToken::Kind::kNumber:
    case PpToken::Kind::kString:
    case PpToken::Kind::kCharacter:
      made = TokenizeC(token.text).tokens.front();
      break;
    default:
      made.kind = CToken::Kind::kPunctuation;
      break;
  }
  const bool plain = made.kind == CToken::Kind::kName || made.kind == CToken::Kind::kPunctuation;
  if (plain) made.text = token.text;
  return made;
}

CTokens WithSplices(CTokens tokens, const std::vector<CSplice>& splices) {
  return Splicer(std::move(tokens), splices).Run();
}

}  // namespace flagcensus
