// undocumented-alias: a variable has a second name that the page does not tell
//
// ## What it does
// Reports a variable that no page documents and that the sources read where a documented one is not
// set, or that they read first, with the documented one to fall back on. Comes beside the
// `undocumented` finding that it explains; the text report shows them as one.
//
// ## Why it matters
// Most often the variable was renamed. Who has the old name set keeps it without knowing, and who
// reads the page does not learn the new one.
//
// ## Example
//     | `APP_CACHE_DIR` | `~/.cache/app` | where downloads are kept |
//
// and
//
//     os.getenv("APP_CACHE_DIR", os.getenv("APP_CACHE", "~/.cache/app"))
//
//     APP_CACHE is read where APP_CACHE_DIR is not set, which the page does not tell
//
// ## Not reported
// - a second name that the page mentions, in the entry or elsewhere;
// - two variables of which one is enough to switch something on (`if a or b`);
// - at full severity: names that belong to others (`USER` where `APP_USER` is not set).
//
// ## Fix
// Give the second name an entry that calls it an alias, or name it in the entry of the first.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "analyzer/base/text.h"
#include "analyzer/rules/evidence.h"
#include "analyzer/rules/foreign.h"
#include "analyzer/rules/registry.h"

namespace flagcensus {
namespace {

// `second` is read where `first` is not set.
struct Link {
  std::string first, second;
  const Access* access;  // the read of `second`
};

// The variable that an expression reads, where it is nothing but that read: getenv("B").
std::string NameRead(std::string_view expression) {
  const std::string_view text = Trim(expression);
  const size_t open = text.find_first_of("([");
  if (open == 0 || open == std::string_view::npos) return {};
  const std::string_view callee = text.substr(0, open);
  if (ToLower(callee).find("env") == std::string::npos) return {};
  const auto in_callee = [](char c) {
    return IsIdentifierByte(static_cast<unsigned char>(c)) || c == '.' || c == ':';
  };
  if (!std::all_of(callee.begin(), callee.end(), in_callee)) return {};
  const std::string_view argument = Trim(text.substr(open + 1));
  if (argument.empty() || (argument[0] != '"' && argument[0] != '\'')) return {};
  const size_t end = argument.find(argument[0], 1);
  return end == std::string_view::npos ? std::string() : std::string(argument.substr(1, end - 1));
}

// The name that is read where `access` gives nothing, as its default's expression shows; "".
std::string FallbackIn(const Access& access) {
  if (access.unset_kind == DefaultKind::kDynamic && access.unset_text) {
    return NameRead(*access.unset_text);
  }
  if (access.default_kind == DefaultKind::kDynamic && access.default_text) {
    return NameRead(*access.default_text);
  }
  return {};
}

const Access* ReadInFile(const Flag& flag, const std::string& file) {
  for (const Access* access : SourceAccesses(flag)) {
    if (access->op == AccessOp::kRead && access->place.file == file) return access;
  }
  return nullptr;
}

using Flags = std::map<std::string_view, const Flag*>;

std::vector<Link> LinksOf(const RuleInput& input, const Flags& by_name) {
  std::vector<Link> out;
  for (const Flag& flag : input.flags) {
    for (const Access* access : SourceAccesses(flag)) {
      if (access->op != AccessOp::kRead || access->any_true) continue;
      if (access->fallback_of) out.push_back({*access->fallback_of, flag.name, access});
      const auto second = by_name.find(FallbackIn(*access));
      if (second == by_name.end()) continue;
      const Access* read = ReadInFile(*second->second, access->place.file);
      if (read != nullptr) out.push_back({flag.name, second->second->name, read});
    }
  }
  return out;
}

bool HasWord(std::string_view text, std::string_view word) {
  const auto is_word = [&](size_t at) {
    return at < text.size() && IsIdentifierByte(static_cast<unsigned char>(text[at]));
  };
  for (size_t at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1)) {
    if ((at == 0 || !is_word(at - 1)) && !is_word(at + word.size())) return true;
  }
  return false;
}

// Whether the page tells of `name` beside `documented`.
bool IsTold(const Flag& flag, const Flag& documented) {
  return !flag.mentions.empty() ||
         std::any_of(documented.entries.begin(), documented.entries.end(),
                     [&](const Entry* entry) { return HasWord(entry->description, flag.name); });
}

void Report(const Flag& flag, const Flag& documented, const Access& at, bool first, bool foreign,
            std::vector<Finding>& findings) {
  Finding out =
      MakeFinding("undocumented-alias", flag.name, foreign ? Severity::kInfo : Severity::kWarning,
                  foreign ? Confidence::kMedium : Confidence::kHigh);
  out.suggestion = documented.name;
  out.code = {at.place};
  out.doc = PlacesOf(documented.entries);
  const std::string page = ToText(out.doc.front());
  out.message =
      first ? fmt::format(
                  "{} is read first, and {} only where it is not set, but {} tells the second name "
                  "alone: document both there",
                  flag.name, documented.name, page)
            : fmt::format("{} is read where {} is not set, which {} does not tell: name it there",
                          flag.name, documented.name, page);
  findings.push_back(std::move(out));
}

}  // namespace

void CheckUndocumentedAlias(const RuleInput& input, std::vector<Finding>& findings) {
  Flags by_name;
  for (const Flag& flag : input.flags) by_name.emplace(flag.name, &flag);
  std::multimap<std::string_view, std::pair<const Link*, bool>> links;  // true: it is read first
  const std::vector<Link> all = LinksOf(input, by_name);
  for (const Link& link : all) {
    links.emplace(link.second, std::pair(&link, false));
    links.emplace(link.first, std::pair(&link, true));
  }
  const std::vector<std::string> own_prefixes = OwnPrefixes(input);
  for (const Flag* flag : UndocumentedFlags(input)) {
    const auto [begin, end] = links.equal_range(flag->name);
    for (auto at = begin; at != end; ++at) {
      const auto& [link, first] = at->second;
      const auto other = by_name.find(first ? link->second : link->first);
      if (other == by_name.end() || other->second == flag) continue;
      const Flag& documented = *other->second;
      if (documented.entries.empty() || IsTold(*flag, documented)) continue;
      const Access* read = first ? ReadInFile(*flag, link->access->place.file) : link->access;
      if (read == nullptr) continue;
      const bool foreign = !ForeignOwner(flag->name, own_prefixes).empty();
      Report(*flag, documented, *read, first, foreign, findings);
      break;
    }
  }
}

}  // namespace flagcensus
