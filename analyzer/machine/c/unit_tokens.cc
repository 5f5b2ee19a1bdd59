#include "analyzer/machine/c/unit_tokens.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

#include "analyzer/base/characters.h"
#include "analyzer/c/splices.h"

namespace flagcensus {
namespace {

constexpr size_t kMaxTokens = 2'000'000;  // of a file
constexpr size_t kMaxSteps = 20'000'000;  // of its expansions
constexpr size_t kMaxDefinitions = 4;     // of a macro that are tried
constexpr PpLimits kOneUse = {.steps = 200'000, .tokens = 60'000, .depth = 24};

// What stands under one condition, or the branches of an #if.
struct Piece {
  size_t begin = 0;  // into the tokens of the pieces
  size_t end = 0;
  std::vector<PpCondition> conditions;           // of all that stands in it
  std::vector<std::vector<Piece>> alternatives;  // two at least; none: `begin` to `end`
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

// A literal that TokenizeC would only take the quotes of, if any; else nullopt.
std::optional<std::string_view> PlainLiteral(const PpToken& token) {
  const std::string_view text = token.text;
  if (token.kind == PpToken::Kind::kNumber) {
    const bool plain = IsDigit(text[0]) && text.find_first_of("'+-") == std::string_view::npos;
    return plain ? std::optional(text) : std::nullopt;
  }
  const char quote = token.kind == PpToken::Kind::kString ? '"' : '\'';
  if (text.size() < 2 || text[0] != quote || text.back() != quote) return std::nullopt;
  const std::string_view inside = text.substr(1, text.size() - 2);
  for (const char c : inside) {
    if (c == '\\' || c == quote || c == '\n') return std::nullopt;
  }
  return inside;
}

class Unit {
 public:
  Unit(PpSources* sources, const std::set<std::string>& names, const PpOptions& options)
      : preprocessor_(sources, options), names_(names) {}

  // `constants`: of ConstantsOf.
  UnitTokens Run(int file, const PpFile* constants, const std::set<std::string>& wanted) {
    preprocessor_.Run(file, [&](const Preprocessor::Text& text) {
      if (out_.cut || text.tokens.empty()) return;
      Piece made;
      made.conditions = {text.condition};
      made.begin = taken_.size();
      Expand(text);
      made.end = taken_.size();
      Add(&pieces_, std::move(made), text.condition, 0);
    });
    Render(pieces_, UnitToken(), &out_.tokens);
    pieces_.clear();
    taken_ = {};
    if (constants != nullptr) AddConstants(*constants, wanted);
    out_.tokens.resize(out_.tokens.size() + kCTokenPadding);
    out_.tokens.shrink_to_fit();
    out_.texts.Finish();
    MatchAll();
    return std::move(out_);
  }

 private:
  using Tokens = std::vector<UnitToken>;
  using Kind = CToken::Kind;

  // The text's tokens, macros expanded, behind those of the texts before.
  void Expand(const Preprocessor::Text& text) {
    const PpTokens& t = text.tokens;
    closing_.assign(t.size(), 0);
    open_.clear();
    for (size_t i = 0; i < t.size(); ++i) {
      if (t[i].Is("(")) open_.push_back(i);
      if (!t[i].Is(")") || open_.empty()) continue;
      closing_[open_.back()] = i;
      open_.pop_back();
    }
    for (size_t i = 0; i < t.size(); ++i) {
      if (made_ > kMaxTokens || steps_ > kMaxSteps) {
        out_.cut = true;
        break;
      }
      const bool may = t[i].kind == PpToken::Kind::kName && text.environment.Knows(t[i].text);
      if (!may) {
        Put(t[i], &taken_);
        continue;
      }
      size_t end = i + 1;
      if (end < t.size() && t[end].Is("(") && closing_[end] > 0) end = closing_[end] + 1;
      const PpTokens use(t.begin() + static_cast<long>(i), t.begin() + static_cast<long>(end));
      for (const PpToken& token : Chosen(use, text)) Put(token, &taken_);
      i = end - 1;
    }
  }

  PpTokens Chosen(const PpTokens& use, const Preprocessor::Text& text) {
    bool cut = false;
    std::vector<PpExpansion> all = ExpandAll(use, text.environment, text.condition, kMaxDefinitions,
                                             kOneUse, preprocessor_.spellings(), &cut);
    for (const PpExpansion& one : all) steps_ += one.steps + 1;
    if (all.size() == 1) return std::move(all[0].tokens);
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

  void Put(const PpToken& token, Tokens* out) {
    UnitToken& made = out->emplace_back();
    made.place = token.used;
    ++made_;
    if (token.kind == PpToken::Kind::kName) {
      made.kind = Kind::kName;
      made.text = out_.texts.Number(token.text);
      return;
    }
    const bool number = token.kind == PpToken::Kind::kNumber;
    const bool text = token.kind == PpToken::Kind::kString;
    if (!number && !text && token.kind != PpToken::Kind::kCharacter) {
      made.kind = Kind::kPunctuation;
      made.text = out_.texts.Number(token.text);
    } else if (const std::optional<std::string_view> plain = PlainLiteral(token)) {
      made.kind = number ? Kind::kNumber : text ? Kind::kString : Kind::kChar;
      made.text = out_.texts.Number(*plain);
    } else {
      const CToken decoded = DecodedToken(token);
      made.kind = decoded.kind;
      made.text = out_.texts.Number(decoded.text);
    }
  }

  static void Put(UnitWord text, Kind kind, const PpPlace& place, Tokens* out) {
    UnitToken& made = out->emplace_back();
    made.kind = kind;
    made.text = text.number();
    made.place = place;
  }

  // `static const auto NAME = value;` of each #define of the file with a value and a wanted name.
  void AddConstants(const PpFile& file, const std::set<std::string>& wanted) {
    constexpr size_t kMaxValue = 64;  // tokens
    Tokens* out = &out_.tokens;
    for (const PpLine& line : file.lines) {
      if (line.kind != PpLine::Kind::kDefine || line.end < line.begin + 2) continue;
      const PpToken& name = file.tokens[line.begin];
      const PpToken& next = file.tokens[line.begin + 1];
      if (wanted.count(std::string(name.text)) == 0 || (next.Is("(") && !next.space)) continue;
      const PpTokens value(file.tokens.begin() + static_cast<long>(line.begin) + 1,
                           file.tokens.begin() + static_cast<long>(line.end));
      if (value.size() > kMaxValue || !IsValue(value)) continue;
      for (const UnitWord word : {UnitWord("static"), UnitWord("const"), UnitWord("auto")})
        Put(word, Kind::kName, name.used, out);
      Put(name, out);
      Put("=", Kind::kPunctuation, name.used, out);
      for (const PpToken& token : value) Put(token, out);
      Put(";", Kind::kPunctuation, name.used, out);
    }
  }

  // The bracket that closes the one of this number; 0 if it is none that opens.
  static constexpr uint32_t ClosingOf(uint32_t text) {
    constexpr UnitWord kOpen[] = {"(", "[", "{"};
    constexpr UnitWord kClose[] = {")", "]", "}"};
    for (size_t i = 0; i < std::size(kOpen); ++i) {
      if (kOpen[i].number() == text) return kClose[i].number();
    }
    return 0;
  }
  static bool IsClosing(const UnitToken& token) {
    return token.Is(")") || token.Is("]") || token.Is("}");
  }

  static bool IsBalanced(const Tokens& tokens) {
    std::vector<uint32_t> wanted;
    for (const UnitToken& token : tokens) {
      if (token.kind != Kind::kPunctuation) continue;
      if (const uint32_t closing = ClosingOf(token.text); closing > 0) wanted.push_back(closing);
      if (!IsClosing(token)) continue;
      if (wanted.empty() || wanted.back() != token.text) return false;
      wanted.pop_back();
    }
    return wanted.empty();
  }

  static bool Ends(const UnitToken& token) {
    return token.Is(";") || token.Is("}") || token.Is("{") || token.Is(":") || token.Is("#endif") ||
           token.Is("#if") || token.Is("#else");
  }

  void Render(const std::vector<Piece>& pieces, const UnitToken& before, Tokens* out) {
    for (const Piece& piece : pieces) {
      const UnitToken last = out->empty() ? before : out->back();
      if (piece.alternatives.empty()) {
        out->insert(out->end(), taken_.begin() + static_cast<long>(piece.begin),
                    taken_.begin() + static_cast<long>(piece.end));
        continue;
      }
      std::vector<Tokens> branches(piece.alternatives.size());
      for (size_t i = 0; i < branches.size(); ++i)
        Render(piece.alternatives[i], last, &branches[i]);
      std::erase_if(branches, [](const auto& one) { return one.empty(); });
      if (branches.empty()) continue;
      bool whole = last.kind == Kind::kEnd || Ends(last);
      bool listed = true;
      bool balanced = true;
      for (const auto& one : branches) {
        whole = whole && Ends(one.back());
        listed = listed && one.back().Is(",");
        balanced = balanced && IsBalanced(one);
      }
      Take(branches, balanced && whole, balanced && listed, balanced, out);
    }
  }

  void Take(const std::vector<Tokens>& branches, bool whole, bool listed, bool balanced,
            Tokens* out) {
    const PpPlace place = branches[0][0].place;
    if (whole && branches.size() > 1) {
      for (size_t i = 0; i < branches.size(); ++i) {
        Put(i == 0 ? UnitWord("#if") : UnitWord("#else"), Kind::kPunctuation, place, out);
        out->insert(out->end(), branches[i].begin(), branches[i].end());
      }
      Put("#endif", Kind::kPunctuation, place, out);
      return;
    }
    if (listed) {
      for (const auto& one : branches) out->insert(out->end(), one.begin(), one.end());
      return;
    }
    const bool operand = !out->empty() && (out->back().Is("=") || out->back().Is("(") ||
                                           out->back().Is(",") || out->back().IsName("return"));
    if (operand && balanced && branches.size() > 1) {  // #if … "a" #else "b" #endif
      Put("__either", Kind::kName, place, out);
      for (size_t i = 0; i < branches.size(); ++i) {
        Put(i == 0 ? UnitWord("(") : UnitWord(","), Kind::kPunctuation, place, out);
        out->insert(out->end(), branches[i].begin(), branches[i].end());
      }
      Put(")", Kind::kPunctuation, place, out);
      return;
    }
    const auto reads = [&](const Tokens& one) {
      return std::any_of(one.begin(), one.end(), [&](const UnitToken& token) {
        return token.IsName() && names_.count(std::string(out_.texts.Text(token.text))) > 0;
      });
    };
    auto chosen = std::find_if(branches.begin(), branches.end(), reads);
    if (chosen == branches.end()) chosen = branches.begin();
    out->insert(out->end(), chosen->begin(), chosen->end());
  }

  void MatchAll() {
    std::vector<size_t> open;
    Tokens& t = out_.tokens;
    for (size_t i = 0; i < t.size(); ++i) {
      if (t[i].kind != Kind::kPunctuation) continue;
      if (ClosingOf(t[i].text) > 0) open.push_back(i);
      if (!IsClosing(t[i])) continue;
      const auto matches = [&](size_t at) { return ClosingOf(t[at].text) == t[i].text; };
      // A '}' closes a block whatever was left open in it.
      size_t at = open.size();
      while (at > 0 && !matches(open[at - 1]) && t[i].Is("}")) --at;
      if (at == 0 || !matches(open[at - 1])) continue;
      t[open[at - 1]].close = static_cast<uint32_t>(i);
      open.resize(at - 1);
    }
  }

  Preprocessor preprocessor_;
  const std::set<std::string>& names_;
  std::vector<Piece> pieces_;
  Tokens taken_;  // of the pieces
  std::vector<size_t> closing_;
  std::vector<size_t> open_;
  UnitTokens out_;
  size_t made_ = 0;
  size_t steps_ = 0;
};

}  // namespace

UnitTokens ExpandUnit(int file, PpSources* sources, const std::set<std::string>& names) {
  return Unit(sources, names, {}).Run(file, nullptr, {});
}

UnitTokens ExpandAlone(int file, PpSources* sources, const std::set<std::string>& names,
                       const std::set<std::string>& constants) {
  PpOptions options;
  options.depth = 0;
  return Unit(sources, names, options).Run(file, sources->Get(file, true), constants);
}

}  // namespace flagcensus
