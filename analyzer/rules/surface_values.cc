#include "analyzer/rules/surface_values.h"

#include <algorithm>

#include "analyzer/base/text.h"
#include "analyzer/model/unset.h"
#include "analyzer/pages/names.h"
#include "analyzer/rules/evidence.h"
#include "analyzer/rules/placeholders.h"
#include "analyzer/values/words.h"

namespace flagcensus {
namespace {

// ADMIN_ID_1,ADMIN_ID_2: names in place of values.
bool IsListOfNames(std::string_view value) {
  const std::vector<std::string_view> parts = Split(value, ',');
  return std::all_of(parts.begin(), parts.end(), [](std::string_view part) {
    return ShapeOf(Trim(part)) == NameShape::kStrong;
  });
}

// Whether the value is a placeholder: `<token>`, `your-key`, `changeme`, "". A real value that
// contains one of the words, such as "exchange", is not compared.
bool IsPlaceholderValue(std::string_view value) {
  const std::string lower = ToLower(Trim(value));
  if (lower.empty() || IsNoValue(lower) || IsShownForUnset(lower)) return true;
  if (lower.starts_with('<') || lower.find("...") != std::string::npos) return true;
  for (const std::string_view word :
       {"your", "change", "example", "xxx", "replace", "insert", "secret", "todo"}) {
    if (lower.find(word) != std::string::npos) return true;
  }
  return ContainsPlaceholder(value) || IsListOfNames(value);
}

// `http://host/`, `localhost:80`, `127.0.0.1`.
bool IsAddress(std::string_view value) {
  const std::string lower = ToLower(Unquote(value));
  const bool number = lower.find_first_not_of("0123456789.:") == std::string::npos;
  return lower.find("://") != std::string::npos || lower.starts_with("localhost") ||
         (number && std::count(lower.begin(), lower.end(), '.') == 3);
}

}  // namespace

std::vector<const Access*> DefaultsOf(const Flag& flag) {
  std::vector<const Access*> out;
  for (const Access* access : SourceAccesses(flag)) {
    // A read without a literal default may get its value from anywhere, so nothing is known.
    if (access->op == AccessOp::kTest) continue;
    if (access->op != AccessOp::kRead) return {};
    const Unset unset = UnsetOf(*access);
    if (unset.kind != DefaultKind::kLiteral || unset.text.empty() || unset.falls_back) return {};
    out.push_back(access);
  }
  return out;
}

Verdict CompareSetting(const RuleInput& input, const Surface& surface,
                       const SurfaceSetting& setting) {
  const bool chosen = IsDeployed(surface.kind) && setting.how == Given::kValue;
  const bool stated = setting.how == Given::kValue || setting.how == Given::kFilled ||
                      setting.how == Given::kCommented;
  if (!stated || chosen || IsPlaceholderValue(setting.value)) return Verdict::kUnknown;
  const Flag* flag = FindFlag(input, setting.name);
  if (flag == nullptr) return Verdict::kUnknown;
  // A value in a sample is its author's choice if there is no right one: for a switch, or for an
  // address.
  const bool choice = surface.kind == SurfaceKind::kDotenv && setting.how == Given::kValue;
  const auto is_this_host = [](std::string_view value) {
    return value == "localhost" || value == "127.0.0.1";
  };
  Entry entry;
  entry.name = setting.name;
  entry.default_text = setting.value;
  entry.default_kind = DocumentedDefault::kLiteral;
  entry.place = setting.place;
  // One read that agrees is enough, and one that cannot be compared decides nothing.
  Verdict out = Verdict::kUnknown;
  for (const Access* access : DefaultsOf(*flag)) {
    const Verdict verdict = CompareDefault(entry, *access).verdict;
    if (verdict != Verdict::kDiffer) return verdict;
    if (choice && (access->type == ValueType::kBool || IsAddress(setting.value))) {
      return Verdict::kUnknown;
    }
    // Two spellings of the local machine.
    if (is_this_host(Unquote(setting.value)) && is_this_host(UnsetOf(*access).text)) {
      return Verdict::kEqual;
    }
    out = verdict;
  }
  return out;
}

}  // namespace flagcensus
