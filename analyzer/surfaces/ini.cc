// tox.ini and Procfile ─→ Surface. Sources: tox, "Configuration": set_env, pass_env; Heroku, "The
// Procfile".
//
//   [testenv]
//   setenv =
//       APP_MODE = test        APP_MODE = test
//   passenv = APP_TOKEN CI*    APP_TOKEN, passed
#include "analyzer/base/text.h"
#include "analyzer/surfaces/reading.h"

namespace flagcensus {
namespace {

void AddLine(std::string_view file, const std::vector<std::string_view>& lines, size_t at,
             std::string_view name, Given how, std::string_view value, Surface& out) {
  name = Trim(name);
  if (!IsVariableName(name)) return;
  SurfaceSetting& setting = out.settings.emplace_back();
  setting.name = name;
  setting.how = how;
  setting.value = Trim(value);
  setting.place = {std::string(file), static_cast<int>(at) + 1,
                   static_cast<int>(FindWord(lines[at], name)) + 1};
}

}  // namespace

void ReadToxSurface(const SurfaceText& in, Surface& out) {
  const std::vector<std::string_view> lines = LinesOf(in.text);
  bool sets = false;
  bool passes = false;
  for (size_t at = 0; at < lines.size(); ++at) {
    std::string_view text = Trim(lines[at]);
    if (text.empty() || text[0] == '#' || text[0] == ';') continue;
    // A line that is not indented has a key of its section; all indented lines below it are its
    // value.
    const bool goes_on = lines[at][0] == ' ' || lines[at][0] == '\t';
    if (!goes_on) {
      const size_t sign = text.find('=');
      const std::string key = sign == std::string_view::npos
                                  ? std::string()
                                  : ReplaceAll(ToLower(Trim(text.substr(0, sign))), "_", "");
      sets = key == "setenv";
      passes = key == "passenv";
      if (!sets && !passes) continue;
      text = Trim(text.substr(sign + 1));
    }
    if (sets) {
      const size_t sign = text.find('=');
      if (sign == std::string_view::npos) continue;
      // `py312: NAME = value`, with a factor before the name.
      std::string_view name = text.substr(0, sign);
      const size_t colon = name.rfind(':');
      if (colon != std::string_view::npos) name = name.substr(colon + 1);
      const std::string_view value = text.substr(sign + 1);
      // "{envdir}" and other substitutions are tox's.
      const bool known = value.find('{') == std::string_view::npos;
      AddLine(in.file, lines, at, name, known ? Given::kValue : Given::kUnknown, known ? value : "",
              out);
    }
    if (passes) {
      for (const ShellWord& word : ShellWords(ReplaceAll(text, ",", " "))) {
        AddLine(in.file, lines, at, word.text, Given::kPassed, "", out);
      }
    }
  }
}

void ReadProcfileSurface(const SurfaceText& in, Surface& out) {
  const std::vector<std::string_view> lines = LinesOf(in.text);
  for (size_t at = 0; at < lines.size(); ++at) {
    const size_t colon = lines[at].find(':');
    if (colon == std::string_view::npos || lines[at].starts_with('#')) continue;
    SurfaceProgram& process = out.programs.emplace_back();
    process.name = Trim(lines[at].substr(0, colon));
    process.built = true;
    // NAME=value before the command.
    for (const ShellWord& word : ShellWords(lines[at].substr(colon + 1))) {
      const size_t sign = word.text.find('=');
      const std::string_view name = std::string_view(word.text).substr(0, sign);
      if (name == "env") continue;
      if (sign == std::string::npos || !IsVariableName(name)) break;
      AddLine(in.file, lines, at, name, Given::kValue, word.text.substr(sign + 1), out);
      out.settings.back().program = static_cast<int>(out.programs.size()) - 1;
    }
  }
}

}  // namespace flagcensus
