#include "analyzer/python/forms.h"

#include <algorithm>
#include <set>

#include "analyzer/base/text.h"

namespace flagcensus {
namespace {

// Words of a switch in common use. "t" and "y" also occur as values of other kinds, so one of them
// among other words decides nothing: see MostIn.
const std::set<std::string_view> kTrueWords = {"1", "true", "yes",    "on",     "y",
                                               "t", "ok",   "enable", "enabled"};
const std::set<std::string_view> kFalseWords = {"0", "false", "no",      "off",
                                                "n", "f",     "disable", "disabled"};

// More than half: a list with one known word among several unknown ones names modes.
bool MostIn(const std::vector<std::string>& words, const std::set<std::string_view>& known) {
  const auto count = std::count_if(words.begin(), words.end(),
                                   // At least one known word, and more known than unknown ones.
                                   [&](const std::string& word) { return known.count(word) > 0; });
  return count > 0 && static_cast<size_t>(count) * 2 > words.size();
}

}  // namespace

// Blank lines do not count.
std::string Dedent(std::string_view text, uint32_t* column) {
  size_t common = std::string_view::npos;
  // First the smallest indentation, then each line without it.
  for (const std::string_view line : Split(text, '\n')) {
    const size_t indent = line.find_first_not_of(" \t");
    if (indent != std::string_view::npos) common = std::min(common, indent);
  }
  if (common == std::string_view::npos) common = 0;
  // Lines that are shorter than the indentation are blank.
  std::string out;
  for (const std::string_view line : Split(text, '\n')) {
    out += line.substr(std::min(common, line.size()));
    // Each line ends with a line end, the last one included.
    out += '\n';
  }
  *column = static_cast<uint32_t>(common);
  return out;
}

bool HandsOverHook(const Syntax& syntax, NodeId call) {
  if (syntax.kind(call) != NodeKind::kCall) return false;
  // Keywords of the call.
  for (size_t i = 1; i < syntax.count(call); ++i) {
    const NodeId part = syntax.child(call, i);
    if (syntax.kind(part) != NodeKind::kKeyword || syntax.count(part) == 0) continue;
    // The keyword's name decides; functions passed by position are not seen.
    const std::string& keyword = syntax.text(part);
    const bool hook = keyword.find("hook") != std::string::npos ||
                      keyword.find("callback") != std::string::npos || keyword.starts_with("on_");
    // on_change=None passes nothing.
    if (hook && syntax.kind(syntax.child(part, 0)) != NodeKind::kNone) return true;
  }
  return false;
}

bool SayTrue(const std::vector<std::string>& words) { return MostIn(words, kTrueWords); }

bool SayFalse(const std::vector<std::string>& words) { return MostIn(words, kFalseWords); }

}  // namespace flagcensus
