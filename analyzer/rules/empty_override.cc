// empty-override: a file sets a variable to nothing, which replaces a default
//
// ## What it does
// Finds lines of surfaces with an entry `[[surface]]` that set a variable to the empty text (`SHOP_HOST=`) where
// the code has a default that is not empty and takes the empty text in its place. `SHOP_HOST: ${SHOP_HOST}` in a Compose
// file is such a line: whoever does not set it gets the empty text.
//
// ## Why it matters
// The line looks as if it left the default alone. Whoever copies it runs the program with an empty value, or gets an
// error where a number is parsed.
//
// ## Example
//     SHOP_HOST=
//
// and
//
//     HOST = os.environ.get("SHOP_HOST", "localhost")
//
//     SHOP_HOST is set to nothing at .env.example:1, which replaces the code's default localhost
//
// ## Not reported
// - without an entry `[[surface]]` for the file, and where that says `values = "placeholder"`;
// - lines that are commented out, and `${SHOP_HOST}` where a `.env` file or its sample beside the Compose file has a value;
// - switches that are off by default: empty is off, too;
// - code that treats an empty value like none: `os.environ.get("SHOP_HOST") or "localhost"`.
//
// ## Fix
// Write the default, or comment the line out; in a Compose file write the name alone, or `${SHOP_HOST:-localhost}`.
#include <fmt/format.h>

#include "analyzer/base/text.h"
#include "analyzer/model/unset.h"
#include "analyzer/rules/evidence.h"
#include "analyzer/rules/surface_facts.h"
#include "analyzer/tree/relative_path.h"
#include "analyzer/values/spellings.h"

namespace flagcensus {
namespace {

// A read with a default that an empty value replaces; nullptr if there is none, or if another
// access may fill the value in.
const Access* ReplacedDefault(const Flag& flag) {
  const Access* out = nullptr;
  for (const Access* access : SourceAccesses(flag)) {
    // An access that sets or tests it may supply a value.
    if (access->op != AccessOp::kRead) return nullptr;
    const Unset unset = UnsetOf(*access);
    if (unset.behind) return nullptr;
    // Python's own call uses its default only if the variable is missing, not if it is empty.
    const bool own = IsPython(access->language) && access->use.default_certain &&
                     access->default_kind == DefaultKind::kLiteral &&
                     access->use.unset_kind == DefaultKind::kNone;
    const std::string text = access->default_text.value_or(std::string());
    const bool off = access->type == ValueType::kBool && IsOffWord(ToLower(text));
    if (own && !text.empty() && !off && out == nullptr) out = access;
  }
  return out;
}

// The names with a value in files of variables, by folder: Compose reads values from there.
std::set<std::pair<std::string_view, std::string_view>> GivenBeside(const RuleInput& input) {
  std::set<std::pair<std::string_view, std::string_view>> out;
  for (const JudgedSurface& judged : input.surfaces) {
    if (judged.surface->kind != SurfaceKind::kDotenv) continue;
    for (const SurfaceSetting& setting : judged.surface->settings) {
      if (setting.value.empty() || setting.how == Given::kCommented) continue;
      out.emplace(FolderOfPath(judged.surface->file), setting.name);
    }
  }
  return out;
}

void CheckEmptyOverride(const RuleInput& input, std::vector<Finding>& findings) {
  const auto beside = GivenBeside(input);
  for (const JudgedSurface& judged : input.surfaces) {
    // In a file of placeholders, every value is still to be filled in.
    if (judged.row == nullptr || judged.row->values == "placeholder") continue;
    for (const SurfaceSetting& setting : judged.surface->settings) {
      const bool empty =
          (setting.how == Given::kValue || setting.how == Given::kFilled) && setting.value.empty();
      const Flag* flag = empty ? FindFlag(input, setting.name) : nullptr;
      const Access* access = flag == nullptr ? nullptr : ReplacedDefault(*flag);
      if (access == nullptr) continue;
      const bool filled = setting.how == Given::kFilled;
      if (filled && beside.contains({FolderOfPath(judged.surface->file), setting.name})) continue;
      Finding out =
          MakeFinding("empty-override", setting.name, Severity::kWarning, Confidence::kHigh);
      SetValues(out, "", access->default_text);
      out.code = PlacesOf(SourceAccesses(*flag));
      out.doc = {setting.place};
      out.at_page = true;
      out.message = fmt::format(
          "{} is set to nothing at {}{}, which replaces the code's default {}", setting.name,
          ToText(setting.place), filled ? " unless whoever starts it sets it" : "",
          ShowValue(setting.name, *access->default_text));
      out.remedy = filled ? "write the name alone there, or the default after :-"
                          : "write the default there, or comment the line out";
      findings.push_back(std::move(out));
    }
  }
}

}  // namespace

extern constexpr Rule kEmptyOverrideRule = {
    .rank = 26,
    .name = "empty-override",
    .summary = "a file sets a variable to nothing, which replaces a default",
    .remedy = "write the default, or comment the line out",
    .check = CheckEmptyOverride,
};

}  // namespace flagcensus
