// What functions of C's and C++'s libraries do with texts and numbers (ISO/IEC 9899, 7.22 and 7.24;
// ISO/IEC 14882, [strings], [containers]; POSIX.1-2024).
#include <algorithm>
#include <array>

#include "analyzer/base/characters.h"
#include "analyzer/c/conversions.h"
#include "analyzer/machine/c/machine.h"

namespace flagcensus {
namespace {

template <size_t N>
bool IsOneOf(const std::array<std::string_view, N>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// A function of a library or a project's own under its name: strlcpy, app_strlcpy.
std::string_view BareName(std::string_view name) {
  if (name.starts_with("g_")) name.remove_prefix(2);
  while (name.starts_with("_")) name.remove_prefix(1);
  if (name.starts_with("builtin_")) name.remove_prefix(8);
  return name;
}

bool ConvertsToInt(std::string_view name) {
  static constexpr std::array<std::string_view, 16> kNames = {
      "atoi",     "atol",      "atoll",         "strtol",        "strtoul", "strtoll",
      "strtoull", "strtoumax", "strtoimax",     "stoi",          "stol",    "stoul",
      "stoull",   "stoll",     "ascii_strtoll", "ascii_strtoull"};
  return IsOneOf(kNames, name);
}

bool ConvertsToFloat(std::string_view name) {
  static constexpr std::array<std::string_view, 7> kNames = {"atof", "strtod",  "strtof", "stod",
                                                             "stof", "strtold", "stold"};
  return IsOneOf(kNames, name);
}

bool GivesItsArgument(std::string_view name) {
  static constexpr std::array<std::string_view, 22> kNames = {
      "strdup",    "xstrdup",       "string",        "string_view",   "path",
      "wcsdup",    "move",          "forward",       "ref",           "cref",
      "expect",    "make_optional", "optional",      "likely",        "unlikely",
      "to_string", "strsave",       "duration_cast", "intern_string", "intern_static_string",
      "strchug",   "strstrip"};
  return IsOneOf(kNames, name);
}

}  // namespace

namespace {

// The argument, where it is a number that is known.
std::optional<int64_t> NumberAt(const std::vector<Val>& arguments, size_t i) {
  const ConstantVal* known = i < arguments.size() ? AsConstant(arguments[i]) : nullptr;
  const bool number = known != nullptr && known->type == ConstantType::kInteger;
  return number ? std::optional(known->integer) : std::nullopt;
}

}  // namespace

void CMachine::Store(const std::vector<CSlot>& places, const std::vector<Val>& arguments,
                     size_t position, Val text) {
  if (position >= arguments.size()) return;
  Val target = arguments[position];
  text = TextOf(text);
  if (const PointerVal* inside = AsPointer(target);
      inside != nullptr && SlotAt(*inside).key == kTextSlot) {
    Val held = Load(SlotAt(*inside));
    if (held != nullptr && inside->number > 0)
      text = Concat(Substring(held, 0, static_cast<int64_t>(inside->number)), text);
    Assign(SlotAt(*inside), text);
    return;
  }
  if (CRecord* record = RecordAt(target)) {
    heap_.Put(record, kTextSlot, text);
    NoteBinding({record, kTextSlot}, text);
    return;
  }
  if (const PointerVal* pointer = AsPointer(target)) {
    Assign(SlotAt(*pointer), text);
    return;
  }
  if (position < places.size() && places[position].object != nullptr)
    Assign(places[position], text);
}

// None where no function of that name is known.
std::optional<Val> CMachine::Library(std::string_view full, const std::vector<Val>& arguments,
                                     const std::vector<CSlot>& places) {
  if (arguments.empty()) return std::nullopt;
  const std::string_view name = BareName(full);
  std::optional<Val> out = Conversion(name, arguments);
  if (!out) out = Formatted(name, arguments, places);
  if (!out) out = Copied(name, arguments, places);
  if (!out) out = Compared(name, arguments);
  if (!out) out = OfCharacters(name, arguments);
  if (!out) out = Made(name, arguments);
  return out;
}

std::optional<Val> CMachine::Conversion(std::string_view name, const std::vector<Val>& arguments) {
  const size_t count = arguments.size();
  if (ConvertsToInt(name)) {
    Val made = Convert(TextOf(arguments[0]), ValueType::kInt);
    if (count > 1) {  // where it ended is unknown
      if (const PointerVal* end = AsPointer(arguments[1])) {
        heap_.Put(end->object, SlotAt(*end).key, Mixed(made, made, ValueType::kUnknown));
      }
    }
    return made;
  }
  if (ConvertsToFloat(name)) return Convert(TextOf(arguments[0]), ValueType::kFloat);
  if (GivesItsArgument(name)) return TextOf(arguments[0]);
  if ((name == "min" || name == "max") && count == 2) {
    return Lift2(values_, arguments[0], arguments[1], [&](Val a, Val b) -> Val {
      const std::optional<bool> less = KnownTruth(Compare("<", a, b));
      if (less) return *less == (name == "min") ? a : b;
      return Mixed(a, b, ValueType::kUnknown);
    });
  }
  return std::nullopt;
}

std::optional<Val> CMachine::Formatted(std::string_view name, const std::vector<Val>& arguments,
                                       const std::vector<CSlot>& places) {
  const size_t count = arguments.size();
  if (name == "snprintf" && count > 2) {
    Val made = Format(arguments[2], arguments, 3, false);
    return Store(places, arguments, 0, made), values_.unknown();
  }
  if ((name == "sprintf" || name == "asprintf") && count > 1) {
    Val made = Format(arguments[1], arguments, 2, false);
    return Store(places, arguments, 0, made), values_.unknown();
  }
  if ((name == "vsnprintf" || name == "vasprintf" || name == "vsprintf") && count > 2) {
    const size_t format = name == "vsnprintf" ? 2 : 1;
    Val rest = frame_->scope->slots.Get(TextKey(symbols_.Intern("...")));
    std::vector<Val> given;
    const CRecord* list = rest == nullptr ? nullptr : AsRecord(rest);
    for (size_t i = 0; list != nullptr && i < 32; ++i) {
      Val one = list->slots.Get({SlotKey::Kind::kInteger, i});
      if (one == nullptr) break;
      given.push_back(one);
    }
    Val made = Format(arguments[format], given, 0, false);
    return Store(places, arguments, 0, made), values_.unknown();
  }
  const ConstantVal* scanned =
      name == "sscanf" && count > 3 ? AsTextConstant(arguments[1]) : nullptr;
  if (scanned != nullptr && ScannedNumbers(Text(scanned->text)) >
                                1) {  // several numbers of one text: none of them is its value
    Val part = Lift1(values_, TextOf(arguments[0]), [&](Val leaf) {
      const std::vector<uint32_t> events = EventsOf(leaf);
      return events.empty() ? values_.unknown()
                            : values_.Unknown(kOpaque, 0, ValueType::kUnknown, events, true);
    });
    for (size_t i = 2; i < count; ++i) {
      if (const PointerVal* filled = AsPointer(arguments[i])) Assign(SlotAt(*filled), part);
    }
    return part;
  }
  if (name == "strdup_printf" || name == "xasprintf" || name == "StringPrintf" ||
      name == "strformat") {
    return Format(arguments[0], arguments, 1, false);
  }
  if (name == "format" || name == "Format") return Format(arguments[0], arguments, 1, true);
  if (name == "strconcat" || name == "StrCat") {
    Val out = TextOf(arguments[0]);
    for (size_t i = 1; i < count && !IsNone(arguments[i]); ++i) out = Concat(out, arguments[i]);
    return out;
  }
  return std::nullopt;
}

std::optional<Val> CMachine::Copied(std::string_view name, const std::vector<Val>& arguments,
                                    const std::vector<CSlot>& places) {
  const size_t count = arguments.size();
  if (count < 2) return std::nullopt;
  if (name == "strcpy" || name == "strlcpy" || name == "wcscpy" || name == "stpcpy" ||
      name == "strncpy") {
    Val text = TextOf(arguments[1]);
    if (name == "strncpy" && NumberAt(arguments, 2))
      text = Substring(text, 0, NumberAt(arguments, 2));
    return Store(places, arguments, 0, text), arguments[0];
  }
  if ((name == "memcpy" || name == "memmove") && count > 2) {
    Val text = TextOf(arguments[1]);
    const bool known = AsTextConstant(text) != nullptr && NumberAt(arguments, 2);
    if (AsTextConstant(text) != nullptr || AsTextWithHoles(text) != nullptr) {
      Store(places, arguments, 0, known ? Substring(text, 0, NumberAt(arguments, 2)) : text);
    }
    return arguments[0];
  }
  if (name == "strcat" || name == "strlcat" || name == "strncat" || name == "wcscat") {
    return Store(places, arguments, 0, Concat(TextOf(arguments[0]), arguments[1])), arguments[0];
  }
  return std::nullopt;
}

std::optional<Val> CMachine::Compared(std::string_view name, const std::vector<Val>& arguments) {
  const size_t count = arguments.size();
  if (count < 2) return std::nullopt;
  if (name == "strcmp" || name == "wcscmp" || name == "strcmp0")
    return SameText(arguments[0], arguments[1], false, std::nullopt);
  if (name == "strcasecmp" || name == "stricmp" || name == "ascii_strcasecmp") {
    return SameText(arguments[0], arguments[1], true, std::nullopt);
  }
  if (name == "strncmp" || name == "memcmp")
    return SameText(arguments[0], arguments[1], false, NumberAt(arguments, 2));
  if (name == "strncasecmp" || name == "strnicmp")
    return SameText(arguments[0], arguments[1], true, NumberAt(arguments, 2));
  if (name == "strndup") return Substring(arguments[0], 0, NumberAt(arguments, 1));
  return std::nullopt;
}

std::optional<Val> CMachine::OfCharacters(std::string_view name,
                                          const std::vector<Val>& arguments) {
  if (name == "toupper" || name == "ascii_toupper" || name == "tolower" ||
      name == "ascii_tolower") {
    const bool up = name.find("upper") != std::string_view::npos;
    return Lift1(values_, arguments[0], [&](Val leaf) -> Val {
      const ConstantVal* known = AsConstant(leaf);
      if (known == nullptr || known->type != ConstantType::kInteger || known->integer < 0 ||
          known->integer > 127)
        return leaf;
      const char c = static_cast<char>(known->integer);
      return values_.Integer(up ? ToUpper(c) : ToLower(c));
    });
  }
  if (name == "ascii_strup" || name == "ascii_strdown")
    return Upper(arguments[0], name == "ascii_strup");
  if (name == "strlen" || name == "strnlen" || name == "wcslen") {
    return Lift1(values_, TextOf(arguments[0]), [&](Val leaf) -> Val {
      const std::optional<std::string> known = Known(leaf);
      return known ? values_.Integer(static_cast<int64_t>(known->size()))
                   : Mixed(leaf, leaf, ValueType::kUnknown);
    });
  }
  return std::nullopt;
}

std::optional<Val> CMachine::Made(std::string_view name, const std::vector<Val>& arguments) {
  const size_t count = arguments.size();
  if (name == "malloc" || name == "calloc" || name == "realloc" || name == "alloca") {
    return NewRecord(CRecord::Form::kBuffer, 0)->self;
  }
  if ((name == "make_pair" || name == "pair") && count == 2) {
    CRecord* made = NewRecord(CRecord::Form::kStruct, 0);
    heap_.Put(made, TextKey(symbols_.Intern("first")), arguments[0]);
    heap_.Put(made, TextKey(symbols_.Intern("second")), arguments[1]);
    heap_.Put(made, {SlotKey::Kind::kInteger, 0}, arguments[0]);
    heap_.Put(made, {SlotKey::Kind::kInteger, 1}, arguments[1]);
    return made->self;
  }
  if (name == "transform" && count >= 4) {
    const CRoutineObject* how = AsRoutine(arguments[3]);
    bool up = how != nullptr && Text(how->name).find("toupper") != std::string::npos;
    bool down = how != nullptr && Text(how->name).find("tolower") != std::string::npos;
    if (how != nullptr && how->name == 0 && !how->routines.empty()) {
      const CRoutine& lambda = *how->routines[0];
      const std::vector<Symbol> names = program_.unit(lambda.unit).NamesIn(lambda.body);
      const auto holds = [&](std::string_view word) {
        return std::binary_search(names.begin(), names.end(), symbols_.Intern(word));
      };
      up = holds("toupper");
      down = holds("tolower");
    }
    const PointerVal* to = AsPointer(arguments[2]);
    Val from = arguments[0];
    if (to != nullptr && (up || down)) {
      Assign(SlotAt(*to), Upper(TextOf(from), up));
    }
    return values_.unknown();
  }
  return std::nullopt;
}

}  // namespace flagcensus
