// configuration and command line ─→ "key = value  # its origin"
//
// Keys are written as in TOML, so a line can be copied into a file.
#include "analyzer/config/show.h"

#include <algorithm>

#include "analyzer/base/text.h"
#include "analyzer/config/keys.h"
#include "analyzer/config/toml_reader.h"

namespace flagcensus {
namespace {

// Most settings are shorter, so the origins are in one column.
constexpr size_t kOriginColumn = 48;

// The setting, then its origin as a comment in a fixed column.
// A longer setting moves only its own origin.
std::string Line(const std::string& setting, const std::string& origin) {
  std::string out = EscapeControl(setting);
  out.append(out.size() < kOriginColumn ? kOriginColumn - out.size() : 1, ' ');
  return out + " # " + EscapeControl(origin) + "\n";
}

std::string List(const std::vector<std::string>& texts) {
  std::string out;
  for (const std::string& text : texts) {
    out += (out.empty() ? "" : ", ") + OneLine(toml::value<std::string>(text));
  }
  return "[" + out + "]";
}

// Like a compiler's message, so editors open the place.
std::string At(const Place& place) {
  return place.file + ":" + std::to_string(place.line) + ":" + std::to_string(place.column);
}

// Whether a setting is `key` itself or a key of that table: "severity.unused".
// "registry" has the settings "registry.name" and "registry.type"; "registry2" is another key.
bool IsOf(const Setting& setting, std::string_view key) {
  return setting.key == key || (setting.key.starts_with(key) && setting.key[key.size()] == '.');
}

// In this order: the command line, if it replaces the files; the files; the command line, if it
// adds to them; the default if there is nothing else.
//
//   catalog = ["docs/b.md"] in the file, and --catalog docs/a.md:
//     catalog = ["docs/a.md"]      # command line
//     # catalog = ["docs/b.md"]    # flagcensus.toml:3:1, which the command line replaces
std::string ShowKey(const ConfigKey& key, const Config& config, const ProjectOptions& options) {
  const std::string name(key.name);
  const std::vector<std::string> texts = key.command_line.texts == nullptr
                                             ? std::vector<std::string>()
                                             : key.command_line.texts(options);
  const std::string given = texts.empty() || key.command_line.added ? "" : List(texts);
  std::string out;
  if (!given.empty()) out += Line(name + " = " + given, "command line");
  for (const Setting& setting : config.source.settings) {
    if (!IsOf(setting, name)) continue;
    if (!given.empty()) {
      out += Line("# " + setting.key + " = " + setting.value,
                  At(setting.place) + ", which the command line replaces");
      continue;
    }
    const bool row = key.kind == KeyKind::kRows;
    out +=
        Line((row ? "[[" + name + "]] " : setting.key + " = ") + setting.value, At(setting.place));
  }
  if (!texts.empty() && key.command_line.added) {
    out += Line(name + " = " + List(texts), "command line, added");
  }
  if (!out.empty()) return out;
  const std::string fallback = key.fallback.empty() ? "none" : std::string(key.fallback);
  const bool toml = fallback.starts_with('[') || fallback.starts_with('"');
  return Line(toml ? name + " = " + fallback : "# " + name + ": " + fallback, "default");
}

}  // namespace

// The root, which is read without a PATH, is not named.
std::vector<std::string> NamedPaths(const ProjectOptions& options) {
  return options.paths_named ? options.paths : std::vector<std::string>();
}

std::vector<std::string> NamedCatalog(const ProjectOptions& options) {
  return options.pages.catalog;
}
std::vector<std::string> NamedAlso(const ProjectOptions& options) { return options.pages.also; }

std::vector<std::string> NamedExcludes(const ProjectOptions& options) {
  return options.selection.exclude;
}

std::vector<std::string> NamedLanguages(const ProjectOptions& options) {
  std::vector<std::string> names;
  for (const Language language : options.languages) names.emplace_back(ToString(language));
  return names;
}

std::string ShowSettings(const Config& config, const ProjectOptions& options,
                         const std::vector<OptionShown>& shown) {
  std::string out = "# configuration: ";
  out += config.source.file.empty() ? options.config.off ? "none, by --no-config" : "none was found"
                                    : EscapeControl(config.source.file);
  for (size_t i = 1; i < config.source.files.size(); ++i) {
    out += ", which extends " + EscapeControl(config.source.files[i]);
  }
  out += "\n";
  for (const Diagnostic& diagnostic : config.source.diagnostics) {
    out += "# " + EscapeControl(diagnostic.place.file + " " + diagnostic.message) + "\n";
  }
  for (const ConfigKey& key : ConfigKeys()) {
    if (key.table.empty()) out += ShowKey(key, config, options);
  }
  out += "\n# options\n";
  for (const OptionShown& option : shown) {
    const std::string value = option.value.empty() ? "" : " " + option.value;
    out += Line(option.name + value, option.given ? "command line" : "default");
  }
  return out;
}

}  // namespace flagcensus
