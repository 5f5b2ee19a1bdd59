// Parts of texts → texts, with the constants of the file and of the tree.
//
//   kPrefix + "PORT"      with kPrefix = "APP_" in one file, and no other value in the tree
//   ─→ "APP_PORT"; with two values, or from an unknown variable: "*PORT"
#include "analyzer/c/link/texts.h"

#include <algorithm>
#include <iterator>

#include "analyzer/base/characters.h"
#include "analyzer/base/text.h"
#include "analyzer/c/definition.h"
#include "analyzer/c/syntax.h"

namespace flagcensus {
void CConstantReader::FindConstants(const CWanted& wanted_facts, CFactReader* reader) {
  for (const auto& [file, facts] : facts_) constants_.AddConstants(facts);
  std::set<std::string> asked;
  std::set<std::pair<std::string, std::string>> members;  // by object and path
  std::set<std::string> wanted;
  // Three rounds: a constant that names a constant that names a constant. What is deeper is
  // unknown.
  for (int round = 0; round < 3; ++round) {
    std::vector<std::string> known;  // with values to be examined
    std::copy_if(wanted.begin(), wanted.end(), std::back_inserter(known),
                 [&](const std::string& name) { return constants_.AnyConstant(name) != nullptr; });
    wanted.clear();
    std::set<std::string> indices;
    // A constant is searched for once; a value that only a source file knows, or that a macro may
    // declare, is replaced if a better one is found.
    const auto ask = [&](const std::string& name) {
      if (IsCKeyword(name) || !asked.insert(name).second) return;
      const CValue* const at = constants_.AnyConstant(name);
      if (at != nullptr) known.push_back(name);
      const bool open = !constants_.IsOfTree(name) || at->IsMaybeDeclared();
      if (open) wanted.insert(name);
    };
    const auto ask_index = [&](const std::string& name) {
      const bool number = name.empty() || IsDigit(name[0]);
      if (!number && constants_.AnyConstant(name) == nullptr && asked.insert(name).second)
        indices.insert(name);
    };
    const auto want = [&](const std::vector<std::vector<CPart>>& values) {
      for (const auto& parts : values) {
        for (const CPart& part : parts) {
          ask_index(part.index);
          // The names in an expression `APP_STEPS * 2`.
          if (part.kind == CPart::Kind::kSum) {
            for (const CToken& token : TokenizeC(part.text).tokens) {
              if (token.kind == CToken::Kind::kName) ask(token.text);
            }
          }
          std::string name = part.text;
          if (part.kind == CPart::Kind::kMacro) name = name.substr(0, name.find('\x03'));
          if (part.kind == CPart::Kind::kMember) name = part.object;
          const bool named = part.kind == CPart::Kind::kName || part.kind == CPart::Kind::kMacro ||
                             (part.kind == CPart::Kind::kMember && !name.empty());
          if (!named) continue;
          ask(name);
        }
      }
    };
    // `.name = APP_NAME` of a record from which a name is composed. A prefix deep in a record is
    // one of several that may be on the way there, so only the members of a single object are
    // searched for.
    const auto want_members = [&](int file, const std::vector<CPart>& parts) {
      for (const CPart& part : parts) {
        if (part.kind != CPart::Kind::kMember || part.object.empty()) continue;
        if (CRecords::PathOf(part.text).size() != 1) continue;
        if (!members.insert({part.object, part.text}).second) continue;
        const std::vector<const CRecord*> objects = records_.ObjectsOf(file, part);
        if (objects.size() != 1 || objects[0]->object.array) continue;
        for (const CRow& row : objects[0]->rows) {
          std::vector<CReached> reached;
          bool cut = false;
          records_.Reach(*objects[0], row, objects[0]->object.type, CRecords::PathOf(part.text), {},
                         &reached, &cut);
          for (const CReached& at : reached) {
            const std::vector<CToken>& tokens = at.home->object.tokens;
            want(EvaluateC(tokens, at.member.begin, at.member.end).alternatives);
          }
        }
      }
    };
    for (const auto& [file, facts] : facts_) {
      for (const CCall& call : facts.calls) {
        for (const CMeaning& meaning : meanings_.MeaningsOf(file, facts, call)) {
          want(meaning.names);
          for (const std::vector<CPart>& parts : meaning.names) want_members(file, parts);
          if (meaning.default_value) want(meaning.default_value->alternatives);
          if (meaning.value) want(meaning.value->alternatives);
        }
        if (call.result.unset) want(call.result.unset->alternatives);
        for (const auto& [argument, value] : call.locals.held) want(value.alternatives);
      }
    }
    for (const auto& [name, value] : initials_.all()) want(value.alternatives);
    for (const auto& [file, values] : initials_.of_files()) {
      for (const auto& [name, value] : values) want(value.alternatives);
    }
    for (size_t i = 0; i < known.size(); ++i) {
      const std::vector<std::vector<CPart>> values = constants_.AnyConstant(known[i])->alternatives;
      want(values);
    }
    if (wanted.empty() && indices.empty()) return;
    reader->AddLibraryHeaders(wanted, wanted_facts);
    ParseConstants(wanted, false);
    ParseConstants(indices, true);
  }
}

// Files that may define one of the constants, by the byte after the name; enumerators can be
// followed by anything.
void CConstantReader::ParseConstants(const std::set<std::string>& names, bool enumerators) {
  if (names.empty()) return;
  const auto holds = [enumerators](const WordSearch& search, std::string_view text,
                                   WordSearch::Scratch& scratch) {
    if (!search.Contains(text, scratch)) return false;
    if (enumerators) return true;
    std::vector<WordHit> hits;
    search.FindAll(text, scratch, &hits);
    return std::any_of(hits.begin(), hits.end(), [&](const WordHit& hit) {
      return MayBeDefined(text, hit.offset, hit.offset + search.words()[hit.word].size());
    });
  };
  CFileQuestions::Question question;
  question.kept = questions_.Kept("constants " + std::to_string(constant_round_++),
                                  std::pair(names, enumerators));
  questions_.AskForWords(names, holds, &question);
  question.make = [&sources = sources_, &questions = questions_,
                   names](const CFileQuestions::Asked& asked) {
    auto facts = std::make_shared<CFacts>(FindCConstants(*questions.TokensOf(asked), names));
    facts->included = sources.IsIncluded(asked.file);
    // A template that the build fills in (config.h.in): "@NAME@" is no text.
    if (sources.File(asked.file).path.ends_with(".in")) {
      ForgetPlaceholders(facts.get());
    }
    return facts;
  };
  questions_.Ask<CFacts>(question, [&](int, const std::shared_ptr<CFacts>& facts) {
    constants_.AddConstants(*facts);
    for (const auto& [name, number] : facts->enumerators) constants_.AddEnumerator(name, number);
  });
}

// A macro that a source file defines is visible only there; one of a header in every file that
// includes it. Which files include it is not examined.
void CTreeConstants::AddConstants(const CFacts& facts) {
  for (const auto& [name, value] : facts.constants) {
    const bool own = !facts.included && facts.by_macro.count(name) > 0;
    AddConstant(name, value, facts.ambiguous.count(name) > 0,
                own ? &macros_of_sources_ : &constants_);
  }
}

// A first value, or the same spelling again. Otherwise it is ambiguous, with one exception: a
// variable that a macro may declare gives way to a real definition.
void CTreeConstants::AddConstant(const std::string& name, const CValue& value, bool ambiguous,
                                 Constants* constants) {
  const auto [at, added] = constants->values.try_emplace(name, value);
  if (added || at->second.source == value.source) {
    if (ambiguous) constants->ambiguous.insert(name);
    return;
  }
  const bool maybe = at->second.IsMaybeDeclared();
  if (value.IsMaybeDeclared()) {
    if (!maybe) return;
    at->second.source += value.source;
    at->second.alternatives.insert(at->second.alternatives.end(), value.alternatives.begin(),
                                   value.alternatives.end());
    KeepFirst(&at->second.alternatives, kMaxNames);
  } else if (maybe) {
    at->second = value;
    if (ambiguous) constants->ambiguous.insert(name);
  } else {
    constants->ambiguous.insert(name);
  }
}

void CTreeConstants::AddEnumerator(const std::string& name, size_t number) {
  const auto [at, added] = enumerators_.try_emplace(name, number);
  if (!added && at->second != number) at->second.reset();
}

// The value of that name in any file, to find the names in it.
const CValue* CTreeConstants::AnyConstant(const std::string& name) const {
  for (const Constants* constants : {&constants_, &macros_of_sources_}) {
    const auto at = constants->values.find(name);
    if (at != constants->values.end()) return &at->second;
  }
  return nullptr;
}

// The file's own constant comes first; if it is ambiguous there, no other one applies. Then that of
// the tree, if it is not ambiguous; a header may also use a macro that the sources including it
// define.
//
//   #define PREFIX "A_" in a.c, "B_" in b.c     ─→ in a.c "A_"; in c.c unknown
const CValue* CTreeConstants::ConstantOf(const CFacts& facts, const std::string& name) const {
  const auto own = facts.constants.find(name);
  if (own != facts.constants.end() && !own->second.IsMaybeDeclared()) {
    return facts.ambiguous.count(name) == 0 ? &own->second : nullptr;
  }
  const auto find = [&](const Constants& constants) -> const CValue* {
    const auto any = constants.values.find(name);
    const bool one = any != constants.values.end() && constants.ambiguous.count(name) == 0;
    return one ? &any->second : nullptr;
  };
  const CValue* const any = find(constants_);
  return any == nullptr && facts.included ? find(macros_of_sources_) : any;
}

// `names[kPort]`: the number of kPort, a constant or an enumerator. A negative or larger one is no
// position.
std::optional<size_t> CTexts::PlaceOf(const CFacts& facts, const std::string& index, int depth) {
  if (index.empty() || depth >= kMaxTextDepth) return std::nullopt;
  std::string text = index;
  if (const CValue* value = constants_.ConstantOf(facts, index); value != nullptr) {
    bool whole = true;
    if (value->alternatives.size() != 1) return std::nullopt;
    const std::vector<std::string> texts =
        TextsOf(facts, value->alternatives[0], depth + 1, &whole);
    if (!whole || texts.size() != 1) return std::nullopt;
    text = texts[0];
  } else if (const auto known = constants_.enumerators().find(index);
             known != constants_.enumerators().end()) {
    return known->second;
  }
  const std::optional<int> place = NumberIn(text);
  return place && *place >= 0 ? std::optional(static_cast<size_t>(*place)) : std::nullopt;
}

// `APP_STEPS * 2` with 8 for APP_STEPS is 16. Negative constants are not inserted, as `a - -1`
// would have to be parsed.
std::optional<std::string> CTexts::Sum(const CFacts& facts, const std::string& source, int depth) {
  std::vector<CToken> tokens = TokenizeC(source).tokens;
  for (CToken& token : tokens) {
    if (token.kind != CToken::Kind::kName) continue;
    const CValue* value = constants_.ConstantOf(facts, token.text);
    if (value == nullptr || value->alternatives.size() != 1) return std::nullopt;
    bool whole = true;
    const std::vector<std::string> texts =
        TextsOf(facts, value->alternatives[0], depth + 1, &whole);
    if (!whole || texts.size() != 1 || texts[0].empty()) return std::nullopt;
    token.kind = CToken::Kind::kNumber;
    token.text = texts[0];
    if (texts[0].starts_with("-")) return std::nullopt;
  }
  return FoldIntegers(tokens, 0, tokens.size() - kCTokenPadding);
}

// The value of a macro's body with the arguments of the use: literals, names, spellings. An
// argument that is an expression makes it unknown.
//
//   #define KEY(x) "APP_" #x      KEY(PORT) ─→ {"APP_", "PORT"}
std::vector<std::vector<CPart>> CTexts::Expanded(const CFacts& facts, const CPart& call) const {
  std::vector<std::string> arguments;
  for (const std::string_view part : Split(call.text, '\x03')) arguments.emplace_back(part);
  const CValue* macro = constants_.ConstantOf(facts, arguments[0]);
  if (macro == nullptr || macro->declares != call.parameter) return {};
  std::vector<std::vector<CPart>> out = macro->alternatives;
  for (std::vector<CPart>& parts : out) {
    for (CPart& part : parts) {
      if (part.kind != CPart::Kind::kParameter) continue;
      const auto index = static_cast<size_t>(part.parameter) + 1;
      std::string text = index < arguments.size() ? arguments[index] : "";
      const bool literal = text.size() >= 2 && text.front() == '"' && text.back() == '"';
      if (part.text == "#") {
        part = {CPart::Kind::kText, text, -1};
      } else if (literal) {
        part = {CPart::Kind::kText, text.substr(1, text.size() - 2), -1};
      } else if (IsIdentifier(text)) {
        part = {CPart::Kind::kName, text, -1};
      } else {
        return {};
      }
    }
  }
  return out;
}

bool CTexts::DeclaresNothing(const CFacts& facts, const std::vector<CPart>& value) const {
  const CPart* use = value.size() == 1 ? value.data() : nullptr;
  return use != nullptr && use->kind == CPart::Kind::kMacro && use->parameter >= 0 &&
         Expanded(facts, *use).empty();
}

// `config.name`: the texts of that member in all objects of the name. Without objects, the name may
// be that of a plain list.
// A text that is not known adds "*" to the known ones; if there are only unknown ones, the result
// is empty and the part unknown.
std::vector<std::string> CTexts::MemberTexts(const CFacts& facts, const CPart& part, bool alone,
                                             int depth) {
  if (part.object.empty() || part.parameter >= 0) return {};
  std::vector<std::string> texts;
  bool open = false;  // one of the records has a text that is not known
  for (const CRecord* record : records_.ObjectsOf(-1, part)) {
    for (const CRow& row : record->rows) {
      std::vector<CReached> reached;
      records_.Reach(*record, row, record->object.type, CRecords::PathOf(part.text), {}, &reached,
                     &cut_);
      for (const CReached& one : reached) {
        bool null = false;
        for (const std::string& text : RowTexts(*one.home, one.member, depth + 1, &null)) {
          if (text.find('*') != std::string::npos) {
            open = true;
            continue;
          }
          if (texts.size() < kMaxNames) {
            texts.push_back(text);
          } else {
            cut_ = true;
          }
        }
      }
    }
  }
  if (open && !texts.empty()) texts.emplace_back("*");
  if (!texts.empty() || !alone || records_.Has(part.object)) return texts;
  const CValue* value =
      constants_.ConstantOf(facts, part.object);  // a list: its members do not matter
  for (size_t i = 0; value != nullptr && i < value->alternatives.size(); ++i) {
    bool whole = true;
    for (std::string& text : TextsOf(facts, value->alternatives[i], depth + 1, &whole)) {
      texts.push_back(std::move(text));
    }
  }
  return texts;
}

// From left to right, each part appends its texts to all texts so far: the number of results is the
// product, bounded by kMaxNames. A part without a text becomes '*', and *whole false.
//
//   {"APP_", constant kKey} with kKey = "PORT"     ─→ "APP_PORT"
//   {"APP_", constant kKeys} with A or B           ─→ "APP_A", "APP_B"
//   {"APP_", parameter 0}                          ─→ "APP_*", *whole false
std::vector<std::string> CTexts::TextsOf(const CFacts& facts, const std::vector<CPart>& parts,
                                         int depth, bool* whole) {
  if (depth == 0) followed_texts_ = 0;
  // The budget is of one name with everything that it refers to; circular constants end at it or at
  // the depth.
  if (++followed_texts_ > kMaxTexts) {
    cut_ = true;
    *whole = false;
    return {};
  }
  std::vector<std::string> out = {""};
  for (const CPart& part : parts) {
    if (part.more) {
      cut_ = true;
      *whole = false;
      return {};
    }
    std::vector<std::string> piece;
    if (part.kind == CPart::Kind::kText) piece = {part.text};
    if (part.kind == CPart::Kind::kMacro && depth < kMaxTextDepth) {
      for (const auto& one : Expanded(facts, part)) {
        for (std::string& text : TextsOf(facts, one, depth + 1, whole)) {
          piece.push_back(std::move(text));
        }
      }
    }
    if (part.kind == CPart::Kind::kSum && depth < kMaxTextDepth) {
      if (std::optional<std::string> sum = Sum(facts, part.text, depth)) piece = {*sum};
    }
    if (part.kind == CPart::Kind::kName || part.kind == CPart::Kind::kField) {
      const CValue* value = constants_.ConstantOf(facts, part.text);
      if (value != nullptr && depth < kMaxTextDepth) {
        // With a known index, only that element; otherwise each one is possible.
        const std::optional<size_t> place = PlaceOf(facts, part.index, depth);
        const bool element = place && *place < value->elements;
        for (size_t i = 0; i < value->alternatives.size(); ++i) {
          if (element && i != *place) continue;
          if (DeclaresNothing(facts, value->alternatives[i])) continue;
          for (std::string& text : TextsOf(facts, value->alternatives[i], depth + 1, whole)) {
            piece.push_back(std::move(text));
          }
        }
      }
    }
    if (part.kind == CPart::Kind::kMember && depth < kMaxTextDepth) {
      for (std::string& text : MemberTexts(facts, part, parts.size() == 1, depth))
        piece.push_back(std::move(text));
    }
    if (part.upper) {
      for (std::string& text : piece) {
        text = ToUpper(text);
      }
    }
    if (piece.empty()) {
      *whole = false;
      piece = {"*"};
    }
    std::vector<std::string> joined;
    for (const std::string& head : out) {
      for (const std::string& tail : piece) {
        if (joined.size() < kMaxNames) {
          joined.push_back(head + tail);
        } else {
          cut_ = true;
        }
      }
    }
    out = std::move(joined);
  }
  return out;
}

// The texts of a row's member: literals and constants. `*null`: it is NULL or 0, which ends a
// table.
// A member without a known text is "*", an unknown part of the name.
std::set<std::string> CTexts::RowTexts(const CRecord& home, const CRow::Member& member, int depth,
                                       bool* null) {
  if (depth == 0) followed_texts_ = 0;
  const CValue value = EvaluateC(home.object.tokens, member.begin, member.end);
  *null = value.null || value.LiteralText() == "0";
  std::set<std::string> texts;
  if (*null) return texts;
  const CFacts& facts = facts_.Of(home.file);
  for (const auto& parts : value.alternatives) {
    bool whole = true;
    for (std::string& text : TextsOf(facts, parts, depth + 1, &whole)) {
      texts.insert(std::move(text));
    }
  }
  if (texts.empty()) texts.insert("*");
  return texts;
}

}  // namespace flagcensus
