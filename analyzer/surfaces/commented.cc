// Lines of YAML that are commented out ─→ settings that show what could be set.
//
//   environment:
//     - APP_PORT=80
//     # - APP_WORKERS=4      APP_WORKERS, commented, 4
#include <algorithm>
#include <cstdlib>
#include <set>

#include "analyzer/base/text.h"
#include "analyzer/pages/names.h"
#include "analyzer/surfaces/reading.h"

namespace flagcensus {
namespace {

// A commented line without a setting of a program within 40 lines is an example in a description,
// or a part of another section.
constexpr int kNear = 40;  // lines between such a line and a setting of its program

// `- NAME=value`, `NAME: value` without the `#`; false for other comments.
bool ReadCommented(std::string_view text, SurfaceSetting& setting) {
  text = Trim(text);
  const bool item = text.starts_with("- ");
  if (item) text = Trim(text.substr(2));
  const size_t sign = text.find_first_of("=:");
  if (sign == std::string_view::npos) return false;
  const std::string_view name = text.substr(0, sign);
  // The shape of the name and a value without blanks distinguish a setting from "NOTE: see below".
  // An unquoted value with blanks is missed.
  if (ShapeOf(name) != NameShape::kStrong || !IsVariableName(name)) return false;
  if (text[sign] == ':' && sign + 1 < text.size() && text[sign + 1] != ' ') return false;
  std::string_view value = Trim(text.substr(sign + 1));
  value = Trim(value.substr(0, value.find(" #")));
  const bool quoted = value.size() > 1 && (value[0] == '"' || value[0] == '\'');
  if (!quoted && value.find(' ') != std::string_view::npos) return false;
  setting.name = name;
  setting.how = Given::kCommented;
  setting.value = quoted && value.back() == value[0] ? value.substr(1, value.size() - 2) : value;
  return true;
}

}  // namespace

void AddCommented(const SurfaceText& in, Surface& out) {
  std::set<std::pair<int, int>> lines;  // of a setting, and its program
  for (const SurfaceSetting& setting : out.settings) {
    lines.emplace(setting.place.line, setting.program);
  }
  if (lines.empty()) return;
  int at = 0;
  for (const std::string_view line : LinesOf(in.text)) {
    ++at;
    const std::string_view text = Trim(line);
    if (!text.starts_with('#')) continue;
    SurfaceSetting setting;
    if (!ReadCommented(text.substr(std::min(text.find_first_not_of('#'), text.size())), setting)) {
      continue;
    }
    // The nearest setting above, otherwise the one below.
    auto near = lines.upper_bound(std::pair(at, 0));
    if (near != lines.begin()) --near;
    if (std::abs(near->first - at) > kNear) continue;
    setting.program = near->second;
    setting.place = {std::string(in.file), at, static_cast<int>(line.find(setting.name)) + 1};
    // The next commented line belongs to the same program.
    lines.emplace(at, setting.program);
    out.settings.push_back(std::move(setting));
  }
}

}  // namespace flagcensus
