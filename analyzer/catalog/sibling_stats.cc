// What the rows, items or headings next to a candidate have in common, counted one by one.
#include "analyzer/catalog/sibling_stats.h"

#include <algorithm>

#include "analyzer/base/characters.h"
#include "analyzer/base/text.h"
#include "analyzer/pages/names.h"
#include "analyzer/pages/topic.h"

namespace flagcensus {
namespace {

// "(char*)", "(uint32_t, required)" after a name: it is a constant or an attribute of an interface
// in C. Types without '*' and "_t", such as "(int)", also describe variables and do not count.
bool IsTypeOfC(std::string_view behind) {
  // Bytes that are examined; a type is shorter.
  constexpr size_t kLong = 60;
  behind = behind.substr(0, kLong);
  if (!behind.starts_with('(')) return false;
  const size_t end = behind.find_first_of("),;", 1);
  if (end == std::string_view::npos) return false;
  const std::string_view type = Trim(behind.substr(1, end - 1));
  if (type.empty() ||
      type.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_ *") != std::string_view::npos) {
    return false;
  }
  return (type.ends_with("_t") && type.find(' ') == std::string_view::npos) ||
         (type.ends_with('*') && !IsDigit(type.front()) && type.front() != '*');
}

}  // namespace

void SiblingStats::Count(const LeadingNames& lead, std::string_view lower) {
  ++rows;
  if (!lead.names.empty() && lead.end < lower.size()) {
    typed_as_c = typed_as_c || IsTypeOfC(lower.substr(lead.end));
  }
  if (lower.find("default") != std::string_view::npos) ++defaults;
  environment = environment || SpeaksOfEnvironment(lower);
  if (lead.names.empty()) return;
  const std::string& name = lead.names.front().name;
  const NameShape shape = ShapeOf(name);
  if (shape == NameShape::kNone) return;
  ++named;
  if (shape == NameShape::kStrong || shape == NameShape::kWeak) ++upper;
  if (IsCustomaryValue(name)) ++customary;
  if (lead.names.front().dollar) ++dollars;
  if (lead.separator == LeadingNames::Separator::kText) sentences = true;
  // From here on only names with a '_'.
  if (shape != NameShape::kStrong) return;
  ++strong;
  // The prefix of one word, "APP_", of all names with a '_' so far.
  const std::string_view own = std::string_view(name).substr(0, name.find('_') + 1);
  if (strong == 1) {
    prefix = own;
  } else if (prefix != own) {
    differ_ = true;
    prefix.clear();
  }
  if (differ_) prefix.clear();
}

}  // namespace flagcensus
