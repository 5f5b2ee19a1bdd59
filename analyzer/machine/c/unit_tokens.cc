#include "analyzer/machine/c/unit_tokens.h"

#include <algorithm>
#include <map>
#include <memory>
#include <utility>

#include "analyzer/c/splices.h"

namespace flagcensus {
namespace {

constexpr size_t kMaxTokens = 2'000'000;  // of a file
constexpr size_t kMaxSteps = 20'000'000;  // of its expansions
constexpr size_t kMaxDefinitions = 4;     // of a macro that are tried
constexpr PpLimits kOneUse = {.steps = 200'000, .tokens = 60'000, .depth = 24};

// What stands under one condition, or the branches of an #if.
struct Piece {
  std::vector<UnitToken> tokens;
  std::vector<PpCondition> conditions;           // of all that stands in it
  std::vector<std::vector<Piece>> alternatives;  // two at least; none: `tokens`
};

bool ExcludesAll(const Piece& piece, const PpCondition& condition) {
  return std::all_of(piece.conditions.begin(), piece.conditions.end(),
                     [&](const PpCondition& one) { return Excludes(one, condition); });
}

bool ExcludesAll(const std::vector<Piece>& pieces, const PpCondition& condition) {
  return std::all_of(pieces.begin(), pieces.end(),
                     [&](const Piece& one) { return ExcludesAll(one, condition); });
}

// Puts what stands under `condition` behind `pieces`: as a branch beside those that it excludes.
void Add(std::vector<Piece>* pieces, Piece made, const PpCondition& condition, int depth) {
  constexpr int kMaxDepth = 40;
  if (!pieces->empty() && !pieces->back().alternatives.empty() && depth < kMaxDepth) {
    Piece& last = pieces->back();
    std::vector<Piece>& branch = last.alternatives.back();
    const bool before = std::all_of(last.alternatives.begin(), last.alternatives.end() - 1,
                                    [&](const auto& one) { return ExcludesAll(one, condition); });
    if (before) {
      last.conditions.push_back(condition);
      if (ExcludesAll(branch, condition)) {
        last.alternatives.push_back({std::move(made)});
      } else {
        Add(&branch, std::move(made), condition, depth + 1);
      }
      return;
    }
  }
  size_t first = pieces->size();
  while (first > 0 && ExcludesAll((*pieces)[first - 1], condition)) --first;
  if (first == pieces->size()) {
    pieces->push_back(std::move(made));
    return;
  }
  Piece choice;
  std::vector<Piece> branch;
  for (size_t i = first; i < pieces->size(); ++i) {
    const auto& conditions = (*pieces)[i].conditions;
    choice.conditions.insert(choice.conditions.end(), conditions.begin(), conditions.end());
    branch.push_back(std::move((*pieces)[i]));
  }
  pieces->resize(first);
  choice.conditions.push_back(condition);
  choice.alternatives.push_back(std::move(branch));
  choice.alternatives.push_back({std::move(made)});
  pieces->push_back(std::move(choice));
}

// What can stand for an operand.
bool IsValue(const PpTokens& tokens) {
  return !tokens.empty() && std::none_of(tokens.begin(), tokens.end(), [](const PpToken& token) {
    return token.Is(";") || token.Is("{") || token.Is("}") || token.Is(",");
  });
}

UnitToken Decoded(const PpToken& token, uint32_t macro) {
  CToken decoded = DecodedToken(token);
  UnitToken made;
  made.kind = decoded.kind;
  made.text = std::move(decoded.text);
  made.place = token.used;
  made.macro = macro;
  return made;
}

UnitToken Like(const char* text, CToken::Kind kind, const PpPlace& place) {
  UnitToken made;
  made.kind = kind;
  made.text = text;
  made.place = place;
  return made;
}

// `static const auto NAME = value;` of each #define of the file with a value and a wanted name.
std::vector<UnitToken> ConstantsOf(const PpFile& file, const std::set<std::string>& wanted) {
  constexpr size_t kMaxValue = 64;  // tokens
  std::vector<UnitToken> out;
  for (const PpLine& line : file.lines) {
    if (line.kind != PpLine::Kind::kDefine || line.end < line.begin + 2) continue;
    const PpToken& name = file.tokens[line.begin];
    const PpToken& next = file.tokens[line.begin + 1];
    if (wanted.count(std::string(name.text)) == 0 || (next.Is("(") && !next.space)) continue;
    const PpTokens value(file.tokens.begin() + static_cast<long>(line.begin) + 1,
                         file.tokens.begin() + static_cast<long>(line.end));
    if (value.size() > kMaxValue || !IsValue(value)) continue;
    for (const char* word : {"static", "const", "auto"})
      out.push_back(Like(word, CToken::Kind::kName, name.used));
    out.push_back(Decoded(name, 0));
    out.push_back(Like("=", CToken::Kind::kPunctuation, name.used));
    for (const PpToken& token : value) out.push_back(Decoded(token, 0));
    out.push_back(Like(";", CToken::Kind::kPunctuation, name.used));
  }
  return out;
}

class Unit {
 public:
  Unit(PpSources* sources, const std::set<std::string>& names, const PpOptions& options)
      : preprocessor_(sources, options), names_(names) {}

  UnitTokens Run(int file, const std::vector<UnitToken>& constants) {
    preprocessor_.Run(file, [&](const Preprocessor::Text& text) {
      if (out_.cut || text.tokens.empty()) return;
      Piece made;
      made.conditions = {text.condition};
      made.tokens = Expanded(text);
      Add(&pieces_, std::move(made), text.condition, 0);
    });
    out_.tokens = Render(pieces_, {});
    pieces_.clear();
    out_.tokens.insert(out_.tokens.end(), constants.begin(), constants.end());
    out_.tokens.resize(out_.tokens.size() + kCTokenPadding);
    out_.tokens.shrink_to_fit();
    MatchAll();
    return std::move(out_);
  }

 private:
  std::vector<UnitToken> Expanded(const Preprocessor::Text& text) {
    const PpTokens& t = text.tokens;
    std::vector<UnitToken> out;
    std::vector<size_t> closing(t.size());
    std::vector<size_t> open;
    for (size_t i = 0; i < t.size(); ++i) {
      if (t[i].Is("(")) open.push_back(i);
      if (!t[i].Is(")") || open.empty()) continue;
      closing[open.back()] = i;
      open.pop_back();
    }
    for (size_t i = 0; i < t.size(); ++i) {
      if (made_ > kMaxTokens || steps_ > kMaxSteps) {
        out_.cut = true;
        break;
      }
      const bool may = t[i].kind == PpToken::Kind::kName && text.environment.Knows(t[i].text);
      if (!may) {
        Put(t[i], 0, &out);
        continue;
      }
      size_t end = i + 1;
      if (end < t.size() && t[end].Is("(") && closing[end] > 0) end = closing[end] + 1;
      const PpTokens use(t.begin() + static_cast<long>(i), t.begin() + static_cast<long>(end));
      const PpTokens made = Chosen(use, text);
      const uint32_t macro = MacroNumber(std::string(t[i].text));
      for (const PpToken& token : made) Put(token, token.spelt == token.used ? 0 : macro, &out);
      i = end - 1;
    }
    return out;
  }

  PpTokens Chosen(const PpTokens& use, const Preprocessor::Text& text) {
    bool cut = false;
    std::vector<PpExpansion> all = ExpandAll(use, text.environment, text.condition, kMaxDefinitions,
                                             kOneUse, preprocessor_.spellings(), &cut);
    for (const PpExpansion& one : all) steps_ += one.steps + 1;
    const auto worth = [&](const PpExpansion& one) {
      const bool reads =
          std::any_of(one.tokens.begin(), one.tokens.end(), [&](const PpToken& token) {
            return token.kind == PpToken::Kind::kName && names_.count(std::string(token.text)) > 0;
          });
      return (reads ? 4 : 0) + (one.undefined ? 0 : 2) + (one.tokens.empty() ? 0 : 1);
    };
    const auto best = std::max_element(
        all.begin(), all.end(), [&](const auto& a, const auto& b) { return worth(a) < worth(b); });
    if (best == all.end()) return use;
    std::vector<const PpTokens*> values;
    for (const PpExpansion& one : all) {
      if (worth(one) == worth(*best) && IsValue(one.tokens)) values.push_back(&one.tokens);
    }
    const bool differ = std::any_of(values.begin(), values.end(), [&](const PpTokens* one) {
      return PpText(*one) != PpText(*values[0]);
    });
    return use.size() == 1 && differ ? AnyOf(values, use[0]) : std::move(best->tokens);
  }

  // __either(a, b): a macro with a value in each configuration.
  static PpTokens AnyOf(const std::vector<const PpTokens*>& values, const PpToken& name) {
    const auto made = [&](std::string_view text, PpToken::Kind kind) {
      PpToken token = name;
      token.text = text;
      token.kind = kind;
      return token;
    };
    PpTokens out = {made("__either", PpToken::Kind::kName)};
    for (size_t i = 0; i < values.size(); ++i) {
      out.push_back(made(i == 0 ? "(" : ",", PpToken::Kind::kPunctuator));
      out.insert(out.end(), values[i]->begin(), values[i]->end());
    }
    out.push_back(made(")", PpToken::Kind::kPunctuator));
    return out;
  }

  void Put(const PpToken& token, uint32_t macro, std::vector<UnitToken>* out) {
    out->push_back(Decoded(token, macro));
    ++made_;
  }

  uint32_t MacroNumber(const std::string& name) {
    const auto [at, added] = macros_.try_emplace(name, out_.macros.size() + 1);
    if (added) out_.macros.push_back(name);
    return static_cast<uint32_t>(at->second);
  }

  static bool IsBalanced(const std::vector<UnitToken>& tokens) {
    std::string open;
    for (const UnitToken& token : tokens) {
      if (token.kind != CToken::Kind::kPunctuation || token.text.size() != 1) continue;
      const char c = token.text[0];
      if (c == '(' || c == '[' || c == '{') open.push_back(c);
      if (c != ')' && c != ']' && c != '}') continue;
      const char wanted = c == ')' ? '(' : c == ']' ? '[' : '{';
      if (open.empty() || open.back() != wanted) return false;
      open.pop_back();
    }
    return open.empty();
  }

  static bool Ends(const UnitToken& token) {
    return token.Is(";") || token.Is("}") || token.Is("{") || token.Is(":") || token.Is("#endif") ||
           token.Is("#if") || token.Is("#else");
  }

  std::vector<UnitToken> Render(const std::vector<Piece>& pieces, const UnitToken& before) {
    std::vector<UnitToken> out;
    for (const Piece& piece : pieces) {
      const UnitToken& last = out.empty() ? before : out.back();
      if (piece.alternatives.empty()) {
        out.insert(out.end(), piece.tokens.begin(), piece.tokens.end());
        continue;
      }
      std::vector<std::vector<UnitToken>> branches;
      for (const std::vector<Piece>& one : piece.alternatives)
        branches.push_back(Render(one, last));
      std::erase_if(branches, [](const auto& one) { return one.empty(); });
      if (branches.empty()) continue;
      bool whole = last.kind == CToken::Kind::kEnd || Ends(last);
      bool listed = true;
      bool balanced = true;
      for (const auto& one : branches) {
        whole = whole && Ends(one.back());
        listed = listed && one.back().Is(",");
        balanced = balanced && IsBalanced(one);
      }
      Take(branches, balanced && whole, balanced && listed, balanced, &out);
    }
    return out;
  }

  static void Put(const char* text, CToken::Kind kind, const UnitToken& like,
                  std::vector<UnitToken>* out) {
    out->push_back(Like(text, kind, like.place));
  }

  void Take(const std::vector<std::vector<UnitToken>>& branches, bool whole, bool listed,
            bool balanced, std::vector<UnitToken>* out) {
    const auto mark = [&](const char* text) {
      Put(text, CToken::Kind::kPunctuation, branches[0][0], out);
    };
    if (whole && branches.size() > 1) {
      for (size_t i = 0; i < branches.size(); ++i) {
        mark(i == 0 ? "#if" : "#else");
        out->insert(out->end(), branches[i].begin(), branches[i].end());
      }
      mark("#endif");
      return;
    }
    if (listed) {
      for (const auto& one : branches) out->insert(out->end(), one.begin(), one.end());
      return;
    }
    const bool operand = !out->empty() && (out->back().Is("=") || out->back().Is("(") ||
                                           out->back().Is(",") || out->back().IsName("return"));
    if (operand && balanced && branches.size() > 1) {  // #if … "a" #else "b" #endif
      Put("__either", CToken::Kind::kName, branches[0][0], out);
      for (size_t i = 0; i < branches.size(); ++i) {
        Put(i == 0 ? "(" : ",", CToken::Kind::kPunctuation, branches[0][0], out);
        out->insert(out->end(), branches[i].begin(), branches[i].end());
      }
      Put(")", CToken::Kind::kPunctuation, branches[0][0], out);
      return;
    }
    const auto reads = [&](const std::vector<UnitToken>& one) {
      return std::any_of(one.begin(), one.end(), [&](const UnitToken& token) {
        return token.IsName() && names_.count(token.text) > 0;
      });
    };
    auto chosen = std::find_if(branches.begin(), branches.end(), reads);
    if (chosen == branches.end()) chosen = branches.begin();
    out->insert(out->end(), chosen->begin(), chosen->end());
  }

  void MatchAll() {
    std::vector<size_t> open;
    std::vector<UnitToken>& t = out_.tokens;
    for (size_t i = 0; i < t.size(); ++i) {
      if (t[i].kind != CToken::Kind::kPunctuation || t[i].text.size() != 1) continue;
      const char c = t[i].text[0];
      if (c == '(' || c == '[' || c == '{') open.push_back(i);
      if (c != ')' && c != ']' && c != '}') continue;
      const char wanted = c == ')' ? '(' : c == ']' ? '[' : '{';
      // A '}' closes a block whatever was left open in it.
      size_t at = open.size();
      while (at > 0 && t[open[at - 1]].text[0] != wanted && c == '}') --at;
      if (at == 0 || t[open[at - 1]].text[0] != wanted) continue;
      t[open[at - 1]].close = static_cast<uint32_t>(i);
      open.resize(at - 1);
    }
  }

  Preprocessor preprocessor_;
  const std::set<std::string>& names_;
  std::vector<Piece> pieces_;
  std::map<std::string, size_t> macros_;
  UnitTokens out_;
  size_t made_ = 0;
  size_t steps_ = 0;
};

}  // namespace

UnitTokens ExpandUnit(int file, PpSources* sources, const std::set<std::string>& names) {
  return Unit(sources, names, {}).Run(file, {});
}

UnitTokens ExpandAlone(int file, PpSources* sources, const std::set<std::string>& names,
                       const std::set<std::string>& constants) {
  PpOptions options;
  options.depth = 0;
  const PpFile* read = sources->Get(file, true);
  std::vector<UnitToken> made;
  if (read != nullptr) made = ConstantsOf(*read, constants);
  return Unit(sources, names, options).Run(file, made);
}

}  // namespace flagcensus
