#include "analyzer/machine/c/unit_tokens.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <unordered_map>
#include <utility>

#include "analyzer/base/characters.h"
#include "analyzer/c/splices.h"
#include "analyzer/machine/c/unit_brackets.h"
#include "analyzer/machine/c/unit_elements.h"
#include "analyzer/machine/c/unit_pieces.h"

namespace flagcensus {
namespace {

constexpr size_t kMaxTokens = 2'000'000;  // of a file
constexpr size_t kMaxSteps = 20'000'000;  // of its expansions
constexpr size_t kMaxDefinitions = 4;     // of a macro that are tried
constexpr PpLimits kOneUse = {.steps = 200'000, .tokens = 60'000, .depth = 24};

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
  Unit(PpSources* sources, const std::set<std::string>& names, const PpOptions& options,
       UnitScratch* scratch)
      : preprocessor_(sources, options),
        names_(names),
        taken_(scratch->taken),
        rendered_(scratch->rendered),
        closing_(scratch->closing),
        open_(scratch->open) {
    taken_.clear();
    rendered_.clear();
  }

  // `constants`: the names of macros that become constants.
  UnitTokens Run(int file, const std::set<std::string>& constants) {
    preprocessor_.Run(file, [&](const Preprocessor::Text& text) {
      if (out_.cut || text.tokens.empty()) return;
      Piece made;
      made.conditions = {text.condition};
      made.begin = taken_.size();
      Expand(text);
      made.end = taken_.size();
      AddPiece(&pieces_, std::move(made), text.condition);
    });
    Render(pieces_, UnitToken(), &rendered_);
    if (preprocessor_.main() != nullptr) AddConstants(*preprocessor_.main(), constants);
    rendered_.resize(rendered_.size() + kCTokenPadding);
    out_.texts.Finish();
    out_.included.assign(preprocessor_.included().begin(), preprocessor_.included().end());
    MatchUnitBrackets(&rendered_);
    out_.tokens.assign(rendered_.begin(), rendered_.end());
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
      if (t[i].kind != PpToken::Kind::kName) {
        Put(t[i], &taken_);
        continue;
      }
      const uint32_t name = out_.texts.Number(t[i].text);
      if (!IsMacro(name, t[i].text, text.environment)) {
        Put(name, Kind::kName, t[i].used, &taken_);
        ++made_;
        continue;
      }
      size_t end = i + 1;
      if (end < t.size() && t[end].Is("(") && closing_[end] > 0) end = closing_[end] + 1;
      if (end == i + 1 && Repeat(name, t[i].used, text)) continue;
      const PpTokens use(t.begin() + static_cast<long>(i), t.begin() + static_cast<long>(end));
      const size_t before = taken_.size();
      const size_t steps = steps_;
      for (const PpToken& token : Chosen(use, text)) Put(token, &taken_);
      if (end == i + 1) Remember(name, t[i].used, text, before, steps_ - steps);
      i = end - 1;
    }
  }

  // Whether a macro of that name may be defined; asks the environment once while nothing changes.
  bool IsMacro(uint32_t name, std::string_view text, const PpEnvironment& environment) {
    if (name >= asked_.size()) asked_.resize(std::max<size_t>(name + 1, asked_.size() * 2));
    Asked& known = asked_[name];
    if (known.changes != environment.changes() + 1) {
      known = {environment.changes() + 1, environment.Knows(text)};
    }
    return known.macro;
  }

  // Puts what the last use of the macro without arguments expanded to, if it does so here, too.
  bool Repeat(uint32_t name, const PpPlace& place, const Preprocessor::Text& text) {
    const auto known = repeated_.find(name);
    if (known == repeated_.end() || known->second.changes != text.environment.changes() ||
        known->second.condition != text.condition) {
      return false;
    }
    for (const UnitToken& token : known->second.tokens) {
      taken_.push_back(token);
      taken_.back().place = place;
    }
    made_ += known->second.tokens.size();
    steps_ += known->second.steps;
    return true;
  }

  // The tokens from `begin` on are those of a use at `place`.
  void Remember(uint32_t name, const PpPlace& place, const Preprocessor::Text& text, size_t begin,
                size_t steps) {
    const auto first = taken_.begin() + static_cast<long>(begin);
    const bool here =
        std::all_of(first, taken_.end(), [&](const UnitToken& one) { return one.place == place; });
    if (!here) return;
    repeated_[name] = {text.environment.changes(), text.condition, Tokens(first, taken_.end()),
                       steps};
  }

  PpTokens Chosen(const PpTokens& use, const Preprocessor::Text& text) {
    bool cut = false;
    std::vector<PpExpansion> all = ExpandAll(use, text.environment, text.condition, kMaxDefinitions,
                                             kOneUse, preprocessor_.spellings(), &cut);
    for (const PpExpansion& one : all) steps_ += one.steps + 1;
    if (all.size() == 1) return std::move(all[0].tokens);
    if (all.empty()) return use;
    std::vector<int> worth;
    for (const PpExpansion& one : all) {
      const bool reads =
          std::any_of(one.tokens.begin(), one.tokens.end(), [&](const PpToken& token) {
            return token.kind == PpToken::Kind::kName && Reads(out_.texts.Number(token.text));
          });
      worth.push_back((reads ? 4 : 0) + (one.undefined ? 0 : 2) + (one.tokens.empty() ? 0 : 1));
    }
    const auto best = std::max_element(worth.begin(), worth.end());
    std::vector<const PpTokens*> values;
    for (size_t i = 0; i < all.size(); ++i) {
      if (worth[i] == *best && IsValue(all[i].tokens)) values.push_back(&all[i].tokens);
    }
    const bool differ = std::any_of(values.begin(), values.end(), [&](const PpTokens* one) {
      return PpText(*one) != PpText(*values[0]);
    });
    if (use.size() == 1 && differ) return AnyOf(values, use[0]);
    return std::move(all[static_cast<size_t>(best - worth.begin())].tokens);
  }

  // Whether the name of this number is one of what reads the environment.
  bool Reads(uint32_t name) {
    if (name >= reads_.size()) reads_.resize(std::max<size_t>(name + 1, reads_.size() * 2), -1);
    if (reads_[name] < 0) {
      reads_[name] = static_cast<int8_t>(names_.count(std::string(out_.texts.Text(name))));
    }
    return reads_[name] > 0;
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

  static void Put(uint32_t text, Kind kind, const PpPlace& place, Tokens* out) {
    UnitToken& made = out->emplace_back();
    made.kind = kind;
    made.text = text;
    made.place = place;
  }
  static void Put(UnitWord text, Kind kind, const PpPlace& place, Tokens* out) {
    Put(text.number(), kind, place, out);
  }

  // `static const auto NAME = value;` of each #define of the file with a value and a wanted name.
  void AddConstants(const PpFile& file, const std::set<std::string>& wanted) {
    constexpr size_t kMaxValue = 64;  // tokens
    if (wanted.empty()) return;
    Tokens* out = &rendered_;
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
        balanced = balanced && HasMatchingBrackets(one);
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
      AppendElements(branches, out);
      return;
    }
    const bool operand = !out->empty() && (out->back().Is("=") || out->back().Is("(") ||
                                           out->back().Is(",") || out->back().IsName("return"));
    if (operand && balanced && branches.size() > 1) {  // #if … "a" #else "b" #endif
      AppendEither({branches.begin(), branches.end()}, out);
      return;
    }
    const auto reads = [&](const Tokens& one) {
      return std::any_of(one.begin(), one.end(), [&](const UnitToken& token) {
        return token.IsName() && Reads(token.text);
      });
    };
    auto chosen = std::find_if(branches.begin(), branches.end(), reads);
    if (chosen == branches.end()) chosen = branches.begin();
    out->insert(out->end(), chosen->begin(), chosen->end());
  }

  Preprocessor preprocessor_;
  const std::set<std::string>& names_;
  std::vector<Piece> pieces_;
  Tokens& taken_;
  Tokens& rendered_;
  struct Asked {
    uint64_t changes = 0;  // 1 + PpEnvironment::changes when it was asked
    bool macro = false;
  };
  std::vector<Asked> asked_;   // by the name's number
  std::vector<int8_t> reads_;  // by the name's number; -1: not known
  struct Repeated {
    uint64_t changes = 0;
    PpCondition condition;
    Tokens tokens;
    size_t steps = 0;
  };
  std::unordered_map<uint32_t, Repeated> repeated_;
  std::vector<size_t>& closing_;
  std::vector<size_t>& open_;
  UnitTokens out_;
  size_t made_ = 0;
  size_t steps_ = 0;
};

}  // namespace

UnitTokens ExpandUnit(int file, PpSources* sources, const std::set<std::string>& names,
                      UnitScratch* scratch) {
  UnitScratch own;
  return Unit(sources, names, {}, scratch != nullptr ? scratch : &own).Run(file, {});
}

UnitTokens ExpandAlone(int file, PpSources* sources, const std::set<std::string>& names,
                       const std::set<std::string>& constants, UnitScratch* scratch) {
  PpOptions options;
  options.depth = 0;
  return Unit(sources, names, options, scratch).Run(file, constants);
}

}  // namespace flagcensus
