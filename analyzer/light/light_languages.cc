// queries/readers.toml ─→ light languages, and which of them a file is written in
//
//   read = ['${NAME:-VALUE}']   ─→ before "${", after ":-", close "}", length 5
//   run.sh, or a first line "#!/usr/bin/env -S bash -e"    ─→ the language "shell"
#include <fmt/format.h>
#include <toml++/toml.h>

#include <algorithm>

#include "analyzer/base/embedded.h"
#include "analyzer/base/text.h"
#include "analyzer/base/toml_values.h"
#include "analyzer/light/light_reader.h"

namespace flagcensus {
namespace {

constexpr size_t kMaxLine = 4096;  // bytes of a #! line; the rest of a longer one is not read

// Splits a row at NAME and VALUE. Blanks may match nothing, so they do not count in the length.
LightText Parse(std::string_view row) {
  LightText out;
  const size_t name = row.find("NAME");
  out.before = row.substr(0, name);
  std::string_view rest = row.substr(name + 4);
  const size_t value = rest.find("VALUE");
  out.after = rest.substr(0, value);
  out.has_value = value != std::string_view::npos;
  if (out.has_value) out.close = rest.substr(value + 5);
  const std::string compared = out.before + out.after + out.close;
  out.length =
      compared.size() - static_cast<size_t>(std::count(compared.begin(), compared.end(), ' '));
  return out;
}

// False if the list or one of its rows is malformed: a row needs NAME, VALUE is optional.
bool ReadTexts(const toml::node& node, std::vector<LightText>* out) {
  const std::optional<std::vector<std::string>> texts = StringsOf(node);
  if (!texts) return false;
  for (const std::string& text : *texts) {
    if (text.find("NAME") == std::string::npos) return false;
    out->push_back(Parse(text));
  }
  return true;
}

// The same for a list of plain texts.
bool ReadStrings(const toml::node& node, std::vector<std::string>* out) {
  std::optional<std::vector<std::string>> texts = StringsOf(node);
  if (texts) *out = std::move(*texts);
  return texts.has_value();
}

// The roles of readers.toml.
std::optional<LightRole> RoleOf(std::string_view text) {
  if (text == "launcher") return LightRole::kLauncher;
  if (text == "ci") return LightRole::kCi;
  if (text == "deployment") return LightRole::kDeployment;
  if (text == "build") return LightRole::kBuild;
  return std::nullopt;
}

// One [[reader]]; nullopt if it is malformed.
std::optional<LightLanguage> ReadRow(const toml::table& row) {
  LightLanguage out;
  std::vector<std::string> files;
  // An unknown key fails, so a misspelled one is noticed.
  for (const auto& [key, node] : row) {
    const std::string_view name = key.str();
    bool ok = false;
    if (name == "language" || name == "comment") {
      ok = node.is_string();
      (name == "language" ? out.name : out.comment) = node.value_or(std::string());
    } else if (name == "role") {
      const auto role = RoleOf(node.value_or(std::string()));
      ok = role.has_value();
      out.role = role.value_or(LightRole::kOther);
    } else if (name == "program") {
      ok = node.is_boolean();
      out.program = node.value_or(false);
    } else if (name == "shadows") {
      ok = node.is_boolean();
      out.shadows = node.value_or(false);
    } else if (name == "files") {
      ok = ReadStrings(node, &files);
    } else if (name == "interpreters") {
      ok = ReadStrings(node, &out.interpreters);
    } else if (name == "read") {
      ok = ReadTexts(node, &out.reads);
    } else if (name == "set") {
      ok = ReadTexts(node, &out.sets);
    } else if (name == "local") {
      ok = ReadTexts(node, &out.locals);
    } else if (name == "empty") {
      ok = ReadTexts(node, &out.empties);
    }
    if (!ok) return std::nullopt;
  }
  for (const std::string& file : files) {
    // A path may begin anywhere: "etc/default/*" is found in debian/etc/default/app.
    const bool on_path = file.find('/') != std::string::npos;
    out.files.emplace_back(on_path ? "**/" + file : file);
    out.on_path.push_back(on_path);
  }
  // At least one row for reads is wanted: a file that is only written to is a surface
  // (analyzer/surfaces).
  return out.name.empty() || out.reads.empty() ? std::nullopt : std::optional(std::move(out));
}

}  // namespace

// The first error ends the reading, with its line.
Result<std::vector<LightLanguage>> ReadLightLanguages(std::string_view text,
                                                      std::string_view file) {
  toml::table table;
  try {
    table = toml::parse(text);
  } catch (const toml::parse_error& error) {
    return Error{fmt::format("{}:{}: {}", file, error.source().begin.line, error.description())};
  }
  std::vector<LightLanguage> out;
  const toml::array* const rows = table["reader"].as_array();
  if (rows == nullptr) return out;
  for (const toml::node& node : *rows) {
    const toml::table* const row = node.as_table();
    std::optional<LightLanguage> language = row == nullptr ? std::nullopt : ReadRow(*row);
    if (!language) {
      return Error{
          fmt::format("{}:{}: no reader: language, files and texts with NAME in read, set, "
                      "local or empty are wanted",
                      file, node.source().begin.line)};
    }
    out.push_back(std::move(*language));
  }
  return out;
}

const std::vector<LightLanguage>& LightLanguages() {
  static const std::vector<LightLanguage> kLanguages = [] {
    Result<std::vector<LightLanguage>> rows =
        ReadLightLanguages(EmbeddedQuery("readers.toml"), "readers.toml");
    // A test parses the built-in file.
    return rows.ok() ? std::move(rows).value() : std::vector<LightLanguage>();
  }();
  return kLanguages;
}

// A glob with a '/' is matched on the path, any other on the file's name.
const LightLanguage* LightLanguageOf(const std::vector<LightLanguage>& languages,
                                     std::string_view path, std::string_view text) {
  const std::string_view base = path.substr(path.rfind('/') + 1);
  for (const LightLanguage& language : languages) {
    // A file's name decides before its first line. The first language that fits wins.
    for (size_t i = 0; i < language.files.size(); ++i) {
      if (language.files[i].Matches(language.on_path[i] ? path : base)) {
        return &language;
      }
    }
  }
  if (!text.starts_with("#!")) return nullptr;
  std::string_view line = text.substr(2, std::min(text.find('\n'), kMaxLine) - 2);
  // "/usr/bin/env -S bash -e", "/bin/sh"
  for (const std::string_view word : Split(line, ' ')) {
    const std::string_view program = Trim(word.substr(word.rfind('/') + 1));
    if (program.empty() || program == "env" || program.starts_with('-')) continue;
    for (const LightLanguage& language : languages) {
      const auto& known = language.interpreters;
      if (std::find(known.begin(), known.end(), program) != known.end()) return &language;
    }
    // Only the first word that is a program counts: in "env -S python3 bash" it is python3.
    return nullptr;
  }
  return nullptr;
}

}  // namespace flagcensus
