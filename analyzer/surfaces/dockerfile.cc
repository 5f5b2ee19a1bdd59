// Dockerfile ─→ Surface: `ENV NAME=value ...` and `ENV NAME value`, a program for each `FROM`.
//
//   FROM python:3 AS web       program web, image python:3
//   ENV APP_PORT=80 APP_X=1    APP_PORT = 80, APP_X = 1
//   ENV APP_MODE a b           APP_MODE = "a b"
//
// Source: "Dockerfile reference". `ARG` sets nothing in the image.
#include <algorithm>

#include "analyzer/base/text.h"
#include "analyzer/surfaces/reading.h"

namespace flagcensus {
namespace {

// An instruction with its continued lines, and the place of each of its bytes.
struct Instruction {
  std::string text;
  std::vector<std::pair<size_t, size_t>> lines;  // offset in `text`, line from 0; ascending

  Place PlaceAt(std::string_view file, size_t offset,
                const std::vector<std::string_view>& all) const {
    const auto after =
        std::upper_bound(lines.begin() + 1, lines.end(), offset,
                         [](size_t wanted, const auto& line) { return wanted < line.first; });
    const auto i = static_cast<size_t>(after - lines.begin()) - 1;
    const size_t indent =
        std::min(all[lines[i].second].find_first_not_of(" \t"), all[lines[i].second].size());
    return {std::string(file), static_cast<int>(lines[i].second) + 1,
            static_cast<int>(indent + offset - lines[i].first) + 1};
  }
};

// Instructions are written in any case.
bool IsInstruction(std::string_view text, std::string_view word) {
  return text.size() > word.size() && EqualsIgnoreCase(text.substr(0, word.size()), word) &&
         (text[word.size()] == ' ' || text[word.size()] == '\t');
}

void TakeEnv(const Instruction& instruction, std::string_view file,
             const std::vector<std::string_view>& lines, int program, Surface& out) {
  constexpr size_t kAfter = 4;  // "ENV "
  const std::string_view rest = std::string_view(instruction.text).substr(kAfter);
  const std::vector<ShellWord> words = ShellWords(rest);
  const auto add = [&](std::string_view name, std::string_view value, size_t at) {
    if (!IsVariableName(name)) return;
    SurfaceSetting setting;
    SetByExpansion(value, setting);
    setting.name = name;
    // An image expands its own arguments. The environment of the user that starts it is not used.
    if (setting.how == Given::kPassed) setting.how = Given::kUnknown;
    setting.place = instruction.PlaceAt(file, kAfter + at, lines);
    setting.program = program;
    out.settings.push_back(std::move(setting));
  };
  if (words.empty()) return;
  if (words[0].text.find('=') == std::string::npos) {  // ENV NAME the rest of the line
    const size_t value = words.size() > 1 ? words[1].at : rest.size();
    add(words[0].text, Trim(rest.substr(value)), words[0].at);
    return;
  }
  for (const ShellWord& word : words) {
    const size_t sign = word.text.find('=');
    if (sign == std::string::npos) continue;
    add(std::string_view(word.text).substr(0, sign), std::string_view(word.text).substr(sign + 1),
        word.at);
  }
}

}  // namespace

void ReadDockerfileSurface(const SurfaceText& in, Surface& out) {
  const std::vector<std::string_view> lines = LinesOf(in.text);
  for (size_t at = 0; at < lines.size(); ++at) {
    Instruction instruction;
    for (bool goes_on = true; goes_on && at < lines.size();) {
      const std::string_view text = Trim(lines[at]);
      if (text.starts_with('#')) {  // also between continued lines
        goes_on = !instruction.lines.empty();
        if (goes_on) ++at;
        continue;
      }
      // A backquote is the escape character of Windows images, by a directive at the top.
      goes_on = text.ends_with('\\') || text.ends_with('`');
      instruction.lines.emplace_back(instruction.text.size(), at);
      instruction.text += goes_on ? text.substr(0, text.size() - 1) : text;
      if (goes_on) instruction.text += ' ';
      if (goes_on) ++at;
    }
    if (instruction.lines.empty()) continue;
    if (IsInstruction(instruction.text, "FROM")) {
      // FROM image AS name
      SurfaceProgram stage;
      const std::vector<ShellWord> words = ShellWords(instruction.text);
      if (words.size() > 1) stage.image = words[1].text;
      if (words.size() > 3) stage.name = words[3].text;
      stage.built = true;
      out.programs.push_back(std::move(stage));
    } else if (IsInstruction(instruction.text, "ENV")) {
      TakeEnv(instruction, in.file, lines, static_cast<int>(out.programs.size()) - 1, out);
    }
  }
}

}  // namespace flagcensus
