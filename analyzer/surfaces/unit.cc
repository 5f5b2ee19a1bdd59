// A systemd unit ─→ Surface: Environment=, EnvironmentFile=, PassEnvironment=.
//
//   Environment=APP_PORT=80 "APP_X=a b"    APP_PORT = 80, APP_X = a b
//   EnvironmentFile=-/etc/default/app      the program is open
//
// Source: systemd.exec(5), "ENVIRONMENT"; systemd.syntax(7) for continued lines.
#include "analyzer/base/text.h"
#include "analyzer/surfaces/reading.h"

namespace flagcensus {

void ReadUnitSurface(const SurfaceText& in, Surface& out) {
  SurfaceProgram& unit = out.programs.emplace_back();
  unit.name = in.file.substr(in.file.rfind('/') + 1);
  const std::vector<std::string_view> lines = LinesOf(in.text);
  for (size_t at = 0; at < lines.size(); ++at) {
    const std::string_view line = Trim(lines[at]);
    if (line.empty() || line[0] == '#' || line[0] == ';') continue;
    const size_t sign = line.find('=');
    if (sign == std::string_view::npos) continue;
    const std::string_view key = Trim(line.substr(0, sign));
    if (key != "Environment" && key != "EnvironmentFile" && key != "PassEnvironment") continue;
    std::string_view value = line.substr(sign + 1);
    for (size_t first = at;; value = Trim(lines[++at])) {
      const bool goes_on = value.ends_with('\\') && at + 1 < lines.size();
      if (goes_on) value.remove_suffix(1);
      for (const ShellWord& word : ShellWords(value)) {
        if (key == "EnvironmentFile") {
          // A "-" means that the file may be missing.
          unit.env_files.push_back(word.text.starts_with('-') ? word.text.substr(1) : word.text);
          unit.open = true;  // it is a file of the machine
          continue;
        }
        const size_t equals = word.text.find('=');
        const std::string name = word.text.substr(0, equals);
        if (!IsVariableName(name)) continue;
        SurfaceSetting& setting = out.settings.emplace_back();
        setting.name = name;
        setting.how = key == "PassEnvironment" ? Given::kPassed : Given::kValue;
        if (equals != std::string::npos) setting.value = word.text.substr(equals + 1);
        setting.place = {std::string(in.file), static_cast<int>(at) + 1,
                         static_cast<int>(FindWord(lines[at], name)) + 1};
        setting.program = 0;
      }
      // A file of thousands of continued lines is not a unit.
      if (!goes_on || at - first > 1000) break;
    }
  }
}

}  // namespace flagcensus
