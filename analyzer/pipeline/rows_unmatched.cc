// configuration's rows of libraries, accesses ─→ a diagnostic for each name that no access came by
//
// A row with a slip in its name reads like a project that uses no such library: what the library
// reads would be missing without a word.
#include <algorithm>
#include <filesystem>

#include "analyzer/base/bounded_toml.h"
#include "analyzer/base/text.h"
#include "analyzer/config/options.h"
#include "analyzer/pipeline/pipeline.h"
#include "analyzer/tree/tree.h"

namespace flagcensus {
namespace {

struct RowName {
  std::string name;
  Place place;
};

void AddRowNames(const toml::table& row, std::string_view key, const std::string& file,
                 std::vector<RowName>* out) {
  const toml::node* node = row.get(key);
  if (node == nullptr) return;
  const auto add = [&](const toml::node& one) {
    const auto at = one.source().begin;
    const Place place = {file, static_cast<int>(at.line), static_cast<int>(at.column)};
    if (const auto* text = one.as_string()) out->push_back({text->get(), place});
  };
  add(*node);
  if (!node->is_array()) return;
  for (const toml::node& element : *node->as_array()) add(element);
}

// "conf.Reader()" → "Reader", "conf::Number" → "Number".
std::string LastWordOf(std::string_view name) {
  while (name.ends_with("()")) name.remove_suffix(2);
  return std::string(name.substr(name.find_last_of(".:") + 1));
}

bool HasWordIn(std::string_view text, std::string_view word) {
  const auto is_word = [&](size_t at) {
    return at < text.size() && IsIdentifierByte(static_cast<unsigned char>(text[at]));
  };
  for (size_t at = text.find(word); at != text.npos; at = text.find(word, at + 1)) {
    if ((at == 0 || !is_word(at - 1)) && !is_word(at + word.size())) return true;
  }
  return false;
}

// Whether the folder of the configuration is read, and not a part of it.
bool IsWholeRead(const Options& options, const Config& config) {
  const std::string folder =
      AbsolutePath((std::filesystem::path(config.file).parent_path() / ".").string());
  const auto with_slash = [](std::string path) {
    while (path.ends_with("/.")) path.erase(path.size() - 2);
    return path.ends_with('/') ? path : path + '/';
  };
  return std::any_of(options.paths.begin(), options.paths.end(), [&](const std::string& path) {
    return with_slash(folder).starts_with(with_slash(AbsolutePath(path)));
  });
}

}  // namespace

std::vector<Diagnostic> UnmatchedRows(const Options& options, const Config& config,
                                      const std::vector<Access>& accesses) {
  constexpr std::pair<std::string_view, std::string_view> kKinds[] = {
      {"accessor", "call"}, {"object", "objects"}, {"settings", "names"}};
  std::vector<Diagnostic> out;
  if (config.accessor_rows.empty() || !IsWholeRead(options, config)) return out;
  toml::table document;
  std::string text;
  const bool broken = !ReadSource(config.file, &text).empty() || ParseBoundedToml(text, &document);
  if (broken) return out;  // told when it was read
  const bool part = config.file.ends_with("pyproject.toml");
  const toml::node_view<toml::node> top =
      part ? document["tool"]["flagcensus"] : toml::node_view<toml::node>(document);
  for (const auto& [kind, key] : kKinds) {
    const toml::array* tables = top[kind].as_array();
    if (tables == nullptr) continue;
    std::vector<RowName> names;
    for (const toml::node& row : *tables) {
      if (row.is_table()) AddRowNames(*row.as_table(), key, config.file, &names);
    }
    for (const RowName& row : names) {
      const std::string word = LastWordOf(row.name);
      const bool met = std::any_of(accesses.begin(), accesses.end(), [&](const Access& access) {
        return HasWordIn(access.via, word);
      });
      if (met) continue;
      out.push_back({"configuration", row.place,
                     "[[" + std::string(kind) + "]] '" + EscapeControl(row.name) +
                         "' matches nothing: no access of the tree comes by it"});
    }
  }
  return out;
}

}  // namespace flagcensus
