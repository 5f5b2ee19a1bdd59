// Cells and sentences → types and the values that a variable may have.
//
//   cell "Boolean"                           ─→ kBool
//   "Set to 1 to enable the cache."          ─→ kBool
//   "Comma-separated hosts."                 ─→ kList
//   "Supported values: `a`, `b` and `c`."    ─→ the values a, b, c
//
// A type comes from a column or field that contains nothing else, or from the few phrases that
// leave no doubt ("if set to 1", "comma-separated"). A default of `8080` implies no type.
#include <algorithm>
#include <iterator>

#include "analyzer/base/text.h"
#include "analyzer/catalog/claims.h"
#include "analyzer/catalog/values.h"
#include "analyzer/catalog/words.h"

namespace flagcensus {

std::vector<std::string> ValuesFromWords(const Prose& description) {
  // A list must follow the phrase immediately. "can be" and "set to" also begin other sentences,
  // but ListedValues accepts only marked values or numbers, at least two of them.
  for (const std::string_view phrase : {"enum values:",
                                        "enum values",
                                        "one of:",
                                        "one of",
                                        "possible values:",
                                        "possible values are",
                                        "valid values:",
                                        "valid values are",
                                        "accepted values:",
                                        "accepted values are",
                                        "allowed values:",
                                        "allowed values are",
                                        "supported values:",
                                        "supported values are",
                                        "valid options:",
                                        "valid options are",
                                        "options are",
                                        "options:",
                                        "choices:",
                                        "choices are",
                                        "values:",
                                        "values are",
                                        "may be",
                                        "can be",
                                        "must be",
                                        "either",
                                        "can be set to",
                                        "may be set to",
                                        "choose from",
                                        "should be",
                                        "accepts",
                                        "set to",
                                        "permitted values:",
                                        "permitted values are",
                                        "levels:",
                                        "available values:",
                                        "available options:"}) {
    for (size_t at = description.lower.find(phrase); at != std::string::npos;
         at = description.lower.find(phrase, at + 1)) {
      if (description.IsCode(at)) continue;
      if (at > 0 && IsIdentifierByte(description.lower[at - 1])) continue;
      size_t from = SkipBlanks(description.text, at + phrase.size());
      // "can be set to one of: …": what may occur between the phrase and its list.
      for (const std::string_view more : {"(", "[", ":", "one of", "either", "set to"}) {
        if (description.lower.compare(from, more.size(), more) == 0) {
          from = SkipBlanks(description.text, from + more.size());
        }
      }
      std::vector<std::string> values = ListedValues(description, from);
      // Paths in a row are directories to search, not a choice.
      const bool places = std::any_of(values.begin(), values.end(), [](const std::string& value) {
        return value.starts_with('$') || value.starts_with('~') || value.starts_with('/');
      });
      if (!values.empty() && !places) return values;
    }
  }
  return {};
}

ValueType TypeFromCell(const Prose& cell) {
  struct Word {
    std::string_view word;
    ValueType type;
  };
  // The order matters: the first of these words that the cell contains decides, so "list of int" is
  // a list.
  static constexpr Word kWords[] = {
      {"enum", ValueType::kEnum},      {"enumeration", ValueType::kEnum},
      {"choice", ValueType::kEnum},    {"choices", ValueType::kEnum},
      {"one of", ValueType::kEnum},    {"list", ValueType::kList},
      {"array", ValueType::kList},     {"comma-separated", ValueType::kList},
      {"csv", ValueType::kList},       {"strings", ValueType::kList},
      {"bool", ValueType::kBool},      {"boolean", ValueType::kBool},
      {"flag", ValueType::kBool},      {"switch", ValueType::kBool},
      {"int", ValueType::kInt},        {"integer", ValueType::kInt},
      {"int32", ValueType::kInt},      {"int64", ValueType::kInt},
      {"uint", ValueType::kInt},       {"uint32", ValueType::kInt},
      {"uint64", ValueType::kInt},     {"long", ValueType::kInt},
      {"float", ValueType::kFloat},    {"double", ValueType::kFloat},
      {"path", ValueType::kPath},      {"filepath", ValueType::kPath},
      {"file", ValueType::kPath},      {"filename", ValueType::kPath},
      {"directory", ValueType::kPath}, {"dir", ValueType::kPath},
      {"str", ValueType::kStr},        {"string", ValueType::kStr},
      {"text", ValueType::kStr},       {"url", ValueType::kStr},
  };
  // A longer cell is a description that happens to contain one of the words.
  constexpr size_t kMaxTypeText = 400;
  if (cell.text.size() > kMaxTypeText) {
    return cell.lower.starts_with("enum") ? ValueType::kEnum : ValueType::kUnknown;
  }
  // "string | boolean": any text is accepted.
  const bool either = cell.lower.find('|') != std::string::npos || HasWord(cell.lower, "or");
  if (either && HasWord(cell.lower, "string")) return ValueType::kStr;
  for (const Word& word : kWords) {
    if (HasWord(cell.lower, word.word)) return word.type;
  }
  return ValueType::kUnknown;
}

// From the strongest evidence to the weakest: a tag, the values of a switch, separators, paths,
// counts.
ValueType TypeFromWords(const Prose& description) {
  const std::string_view lower = description.lower;
  // "(bool, default: x): …" after a name.
  if (const std::string_view start = Trim(lower); start.starts_with('(')) {
    const size_t open = lower.find('(');
    const size_t close = lower.find_first_of(",;)", open);
    // A longer bracket is prose that only contains the name of a type.
    constexpr size_t kMaxTag = 20;
    if (close != std::string_view::npos && close - open < kMaxTag) {
      const ValueType type = TypeFromCell(Slice(description, open + 1, close));
      if (type != ValueType::kUnknown) return type;
    }
  }
  for (const std::string_view set :
       {"if set to", "when set to", "set this to", "set to", "set it to"}) {
    for (size_t at = lower.find(set); at != std::string_view::npos; at = lower.find(set, at + 1)) {
      // "The seed is set to 0" states a value, "Set to 1 to …" describes a switch.
      size_t before = 0;
      const std::string verb = WordBefore(description, at, &before);
      if (verb == "is" || verb == "are" || verb == "was" || verb == "gets" ||
          verb == "automatically") {
        continue;
      }
      const std::optional<ValueAt> value = ValueFrom(description, at + set.size());
      if (!value) continue;
      const std::string word = ToLower(value->text);
      if (word == "true" || word == "false") return ValueType::kBool;
      if (word != "1" && word != "0") continue;
      // "Set to 1 to enable" is a switch; "set to 0, 1 or 2" is a level.
      const std::string_view rest = lower.substr(std::min(value->end, lower.size()));
      if (rest.starts_with(" or ") || rest.starts_with(", 1") || rest.starts_with(", 2") ||
          rest.starts_with("/")) {
        continue;
      }
      return ValueType::kBool;
    }
  }
  if (lower.find("comma-separated") != std::string_view::npos ||
      lower.find("comma separated") != std::string_view::npos ||
      lower.find("colon-separated") != std::string_view::npos) {
    return ValueType::kList;
  }
  // Only phrases that say what the value itself is. A path that is described in other words has no
  // type.
  static constexpr std::string_view kPaths[] = {"path to",       "path of",
                                                "directory for", "directory where",
                                                "directory to",  "directory in which",
                                                "path where"};
  if (HasAny(lower, kPaths)) return ValueType::kPath;
  // A count only near the start: "The number of threads" describes the variable, "… by the number
  // of cores" something else.
  static constexpr std::string_view kCounts[] = {"number of", "maximum number", "max number",
                                                 "an integer"};
  const std::string_view head = lower.substr(0, 80);
  if (std::any_of(std::begin(kCounts), std::end(kCounts), [&](std::string_view count) {
        const size_t at = head.find(count);
        return at != std::string_view::npos && at < 20;
      })) {
    return ValueType::kInt;
  }
  return ValueType::kUnknown;
}

}  // namespace flagcensus
