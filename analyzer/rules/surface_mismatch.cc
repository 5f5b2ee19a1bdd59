// surface-mismatch: a sample or deployment shows another value than the code's default
//
// ## What it does
// Compares the values of a surface whose entry `[[surface]]` says `values = "default"` with what the code uses where the
// variable is unset: in a sample the value of the line, commented out or not, in a Compose file also the text that
// it fills in (`${SHOP_PORT:-80}`). Values are compared as the code parses them.
//
// ## Why it matters
// The file is read as the list of defaults, and says something else than what holds without it.
//
// ## Example
//     # SHOP_TIMEOUT=60
//
// and
//
//     int(os.environ.get("SHOP_TIMEOUT", "30"))
//
//     SHOP_TIMEOUT is 60 at .env.example:1, but the code's default is 30
//
// ## Not reported
// - without an entry `[[surface]]` that says that values are defaults;
// - placeholders, empty values and values that a template computes;
// - variables without a default in code, or with several.
//
// ## Fix
// Write the default there, or say that values of this file may differ.
#include <fmt/format.h>

#include "analyzer/model/unset.h"
#include "analyzer/rules/evidence.h"
#include "analyzer/rules/surface_values.h"
#include "analyzer/values/words.h"

namespace flagcensus {
namespace {

void CheckSurfaceMismatch(const RuleInput& input, std::vector<Finding>& findings) {
  for (const JudgedSurface& judged : input.surfaces) {
    if (judged.row == nullptr || judged.row->values != "default") continue;
    for (const SurfaceSetting& setting : judged.surface->settings) {
      if (CompareSetting(input, *judged.surface, setting) != Verdict::kDiffer) continue;
      const std::vector<const Access*> accesses = DefaultsOf(*FindFlag(input, setting.name));
      Finding out =
          MakeFinding("surface-mismatch", setting.name, Severity::kWarning, Confidence::kHigh);
      const std::string actual(UnsetOf(*accesses.front()).text);
      SetValues(out, setting.value, actual);
      out.code = PlacesOf(accesses);
      out.doc = {setting.place};
      out.at_page = true;
      out.about = AboutText::kValue;
      out.message = fmt::format("{} is {} at {}, but the code's default is {}", setting.name,
                                ShowValue(setting.name, Unquote(setting.value)),
                                ToText(setting.place), ShowValue(setting.name, actual));
      out.remedy = fmt::format("correct it, or the default in {}", ToText(out.code.front()));
      findings.push_back(std::move(out));
    }
  }
}

}  // namespace

extern constexpr Rule kSurfaceMismatchRule = {
    .rank = 24,
    .name = "surface-mismatch",
    .summary = "a sample or deployment shows another value than the code's default",
    .remedy = "write the default there",
    .check = CheckSurfaceMismatch,
};

}  // namespace flagcensus
