// Comparisons of a read's value → its type, and the words that mean true or false.
//
//   value.lower() in ("1", "yes")       ─→ a switch; "1" and "yes" are true
//   if mode == "a": ... elif mode == "b": ...    ─→ an enumeration of a, b
//   int(value) == 1                     ─→ a switch, if 0 or 1 is its value when unset
//   {"on": True, "off": False}[value]   ─→ a switch with these words
#include <algorithm>
#include <unordered_set>

#include "analyzer/base/text.h"
#include "analyzer/python/forms.h"
#include "analyzer/python/machine/machine.h"

namespace flagcensus {
namespace {

// The words as spelled: of a text, a sequence or the keys of a mapping; empty if one is not a
// constant.
std::vector<std::string> SpelledWords(const SymbolTable& symbols, Val value) {
  std::vector<std::string> out;
  // One word, several, or the keys of a mapping.
  if (const ConstantVal* text = AsTextConstant(value)) {
    out.push_back(symbols.TextOf(text->text));
  } else if (const SequenceObject* sequence = AsSequence(value)) {
    if (MoreOf(*sequence) != nullptr) return {};
    for (Val item : ItemsOf(*sequence)) {
      const ConstantVal* word = AsTextConstant(item);
      if (word == nullptr) return {};
      out.push_back(symbols.TextOf(word->text));
    }
  } else if (const MappingObject* mapping = AsMapping(value)) {
    if (mapping->slots.Get(kRestSlot) != nullptr || mapping->slots.Get(kOtherSlot) != nullptr)
      return {};
    for (const auto& [slot, key] : mapping->keys) {
      const ConstantVal* word = AsTextConstant(key);
      if (word == nullptr) return {};
      out.push_back(symbols.TextOf(word->text));
    }
  }
  return out;
}

std::vector<std::string> InLowerCase(std::vector<std::string> words) {
  for (std::string& word : words) word = ToLower(word);
  return words;
}

std::vector<std::string> WordsOf(const SymbolTable& symbols, Val value) {
  return InLowerCase(SpelledWords(symbols, value));
}

// Whether a method changed the case of the value: value.strip().lower(). Only the chain of methods
// at the comparison is seen.
bool IsCaseChanged(const Machine& m, Val value) {
  static const std::unordered_set<std::string_view> kMethods = {"lower", "upper",      "casefold",
                                                                "title", "capitalize", "swapcase"};
  bool changed = false;
  // From the comparison inwards, through the methods of the value.
  ForEachLeaf(value, [&](Val leaf) {
    const UnknownVal* unknown = AsUnknown(leaf);
    if (unknown == nullptr || unknown->unit < 0) return;
    const Syntax& syntax = UnitAt(m, unknown->unit).syntax();
    NodeId node = unknown->node;
    while (!changed && syntax.kind(node) == NodeKind::kCall) {
      const NodeId method = syntax.child(node, 0);
      if (syntax.kind(method) != NodeKind::kAttribute) break;
      changed = kMethods.count(syntax.text(method)) > 0;
      node = syntax.child(method, 0);
    }
  });
  return changed;
}

// The words as users write them; in lower case if the case of the value is changed first. 64 words:
// a longer list is data.
void NoteSpelled(Machine& m, Val read, const std::vector<std::string>& words) {
  constexpr size_t kMaxWords = 64;
  const bool changed = IsCaseChanged(m, read);
  // Each read of which the value is compared.
  for (const uint32_t number : EventsOf(read)) {
    std::set<std::string>& known = m.events.Numbered(number).words.spelled;
    for (const std::string& word : words) {
      if (known.size() < kMaxWords && !word.empty()) known.insert(changed ? ToLower(word) : word);
    }
  }
}

void NoteWords(Machine& m, Val read, const std::vector<std::string>& words,
               std::vector<std::string> EventWords::* into) {
  for (const uint32_t number : EventsOf(read)) {
    std::vector<std::string>& known = m.events.Numbered(number).words.*into;
    for (const std::string& word : words) {
      if (std::find(known.begin(), known.end(), word) == known.end()) known.push_back(word);
    }
  }
}

bool IsInteger(Val value, int64_t number) {
  const ConstantVal* constant = AsConstant(value);
  return constant != nullptr && constant->type == ConstantType::kInteger &&
         constant->integer == number;
}

// int(value) == 1, if the value is 0 or 1 when the variable is unset: a switch that is written as a
// number.
bool IsSwitch(const Machine& m, std::string_view operation, const Operand& left,
              const Operand& right) {
  // The comparison spells int(...) itself.
  const Syntax& syntax = SyntaxHere(m);
  const bool converted = syntax.kind(left.node) == NodeKind::kCall &&
                         !EventsOf(left.value).empty() &&
                         syntax.text(syntax.child(left.node, 0)) == "int";
  const bool asks = (operation == "==" && IsInteger(right.value, 1)) ||
                    (operation == "!=" && IsInteger(right.value, 0));
  Val unset = UnsetSide(left.value);
  return converted && asks && (IsInteger(unset, 0) || IsInteger(unset, 1));
}

// Whether the value is compared with another word elsewhere: if mode == "a": ... elif mode == "b":
// `asked`: the expression that is compared. One word alone may be a special case of any text.
bool IsOneOfSeveral(Machine& m, Val read, NodeId asked, const std::vector<std::string>& words) {
  constexpr size_t kMaxWords = 64;
  bool several = false;
  for (const uint32_t number : EventsOf(read)) {
    EventSite& site = m.events.Numbered(number);
    // A function that received the value compares it for its own purpose; an object's own field is
    // the object's.
    const bool own =
        SyntaxHere(m).kind(asked) == NodeKind::kAttribute && EventsOf(read).size() == 1;
    if (site.last.frames.count(m.run.frame->id) == 0 && !own) continue;
    std::set<std::string>& known = site.words.others;
    if (known.size() < kMaxWords) known.insert(words.begin(), words.end());
    several = several || known.size() > 1;
  }
  return several;
}

// `in ("0", "1")`: whether each of the words means yes or no.
bool AreAnswers(const std::vector<std::string>& words) {
  return !words.empty() && std::all_of(words.begin(), words.end(), [](const std::string& word) {
    return SayTrue({word}) || SayFalse({word});
  });
}

}  // namespace

void NoteCompared(Machine& m, std::string_view operation, const Operand& left,
                  const Operand& right) {
  if (m.run.over) return;
  if (IsSwitch(m, operation, left, right)) return NoteType(m, left.value, ValueType::kBool, true);
  const bool membership = operation == "in" || operation == "not in";
  const bool equality = membership || operation == "==" || operation == "!=" || operation == "is";
  // The read may be on either side of `==`, but is the element of `in`.
  const bool from_left = !EventsOf(left.value).empty();
  if (!equality || (!from_left && (membership || EventsOf(right.value).empty()))) return;
  Val read = from_left ? left.value : right.value;
  const std::vector<std::string> written =
      SpelledWords(m.symbols, UnsetSide(from_left ? right.value : left.value));
  if (written.empty()) return;
  NoteSpelled(m, read, written);
  const std::vector<std::string> words = InLowerCase(written);
  // `not in ("0", "")`: an empty value is as false as an unset one, and says nothing about the
  // type.
  std::vector<std::string> spoken = words;
  std::erase(spoken, "");
  // True words first: a list with both is decided by AreAnswers.
  if (SayTrue(words)) {
    NoteType(m, read, ValueType::kBool);
    NoteWords(m, read, words, &EventWords::truthy);
  } else if (SayFalse(spoken)) {
    NoteType(m, read, ValueType::kBool);
    NoteWords(m, read, words, &EventWords::falsy);
  } else if (membership && AreAnswers(spoken)) {
    NoteType(m, read, ValueType::kBool);
  } else if (membership || IsOneOfSeveral(m, read, (from_left ? left : right).node, spoken)) {
    NoteType(m, read, ValueType::kEnum);
  }
}

// A table of two or more words in which a value is looked up without a default: other values raise.
void NoteLookedUp(Machine& m, Val read, const MappingObject& mapping) {
  constexpr size_t kMaxWords = 64;
  // Words of a switch are not choices.
  if (m.run.over || mapping.keys.size() < 2 || mapping.keys.size() > kMaxWords) return;
  if (EventsOf(read).empty() || AsUnknown(read) == nullptr || AsUnknown(read)->derived) return;
  const std::vector<std::string> words = WordsOf(m.symbols, mapping.self);
  if (words.size() < 2 || SayTrue(words) || SayFalse(words)) return;
  NoteChoices(m, read, mapping.self);
}

void NoteChoices(Machine& m, Val read, Val choices) {
  constexpr size_t kMaxWords = 64;
  if (m.run.over || EventsOf(read).empty()) return;
  bool derived = false;
  ForEachLeaf(read, [&](Val leaf) {
    derived = derived || (AsUnknown(leaf) != nullptr && AsUnknown(leaf)->derived);
  });
  // Only the variable's own value; a part of it may be one of anything.
  if (derived) return;
  NoteType(m, read, ValueType::kEnum);
  const auto all = KnownElements(m, WithoutAbsent(m.values, choices));
  if (!all || all->size() < 2 || all->size() > kMaxWords) return;
  std::vector<std::string> words;
  // Members of an enumeration count by their values.
  for (Val one : *all) {
    const InstanceObject* member = AsInstance(one);
    const ConstantVal* word = AsTextConstant(member == nullptr ? one : member->member_value);
    if (word == nullptr) return;
    words.push_back(m.symbols.TextOf(word->text));
  }
  NoteSpelled(m, read, words);
  for (const uint32_t number : EventsOf(read)) m.events.Numbered(number).words.choices = true;
}

// {"true": True, "0": False}.get(value, False): the keys are the variable's words.
void NoteWordsOfKeys(Machine& m, Val read, const MappingObject& mapping) {
  constexpr size_t kMaxWords = 64;
  if (m.run.over || EventsOf(read).empty() || mapping.keys.size() > kMaxWords) return;
  std::vector<std::string> truthy;
  std::vector<std::string> falsy;
  // Each key is a word, and its value says whether it is true.
  for (const auto& [slot, value] : mapping.slots.entries()) {
    const auto key = mapping.keys.find(slot);
    const ConstantVal* word = key == mapping.keys.end() ? nullptr : AsTextConstant(key->second);
    const ConstantVal* constant = AsConstant(value);
    if (word == nullptr || constant == nullptr || constant->type != ConstantType::kBool) return;
    (constant->integer != 0 ? truthy : falsy).push_back(ToLower(m.symbols.TextOf(word->text)));
  }
  if (truthy.empty() || falsy.empty()) return;
  NoteSpelled(m, read, SpelledWords(m.symbols, mapping.self));
  NoteType(m, read, ValueType::kBool);
  NoteWords(m, read, truthy, &EventWords::truthy);
  NoteWords(m, read, falsy, &EventWords::falsy);
}

}  // namespace flagcensus
