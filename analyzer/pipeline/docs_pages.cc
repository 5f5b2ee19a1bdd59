// command line, rows of [[docs]] ─→ the options of each page that `docs` writes or compares
//
// A row's settings are those of its page, a row without `output` has those of every page, and what
// the command line says replaces both.
#include "analyzer/pipeline/docs_pages.h"

#include <filesystem>
#include <fstream>
#include <iterator>

#include "analyzer/config/outputs.h"
#include "analyzer/config/path_glob.h"
#include "analyzer/config/toml_reader.h"
#include "analyzer/reference/markers.h"
#include "analyzer/tree/inside.h"

namespace flagcensus {
namespace {

namespace fs = std::filesystem;

std::string PathOf(const PathGlob& path) {
  const std::string folder = FolderOf(path);
  return (folder == "." ? fs::path(path.glob) : fs::path(folder) / path.glob).string();
}

bool IsSameFile(const std::string& a, const std::string& b) {
  std::error_code error;
  return fs::weakly_canonical(a, error) == fs::weakly_canonical(b, error);
}

// The settings of a row that nothing before it has.
void Apply(const DocsRow& row, Options& options) {
  DocsOptions& to = options.docs;
  const DocsOptions& from = row.options;
  const auto take = [&](const std::string& key, auto& field, const auto& value) {
    if (from.given.contains(key) && to.given.insert(key).second) field = value;
  };
  take("format", options.format, row.format);
  take("template", to.template_file, PathOf(row.template_file));
  take("layout", to.layout, from.layout);
  take("title", to.title, from.title);
  take("front-matter", to.front_matter, from.front_matter);
  take("columns", to.columns, from.columns);
  take("sections", to.sections, from.sections);
  take("section", to.titled, from.titled);
  take("sort", to.sort, from.sort);
  take("include", to.include, from.include);
  take("exclude", to.exclude, from.exclude);
  take("with", to.with, from.with);
  take("scope", to.scopes, from.scopes);
  take("link-template", to.link_template, from.link_template);
  take("lines", to.lines, from.lines);
  take("since-tags", to.since_tags, from.since_tags);
}

// The options with what every page has.
Options WithCommon(Options options, const Config& config) {
  for (const DocsRow& row : config.docs) {
    if (row.output.glob.empty()) Apply(row, options);
  }
  return options;
}

bool HasBeginMarker(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  const std::string text(std::istreambuf_iterator<char>(file), {});
  return text.find(kBeginMark) != std::string::npos;
}

// A page that a configuration of the tree names lies in the tree, or is named by the user.
std::optional<Error> NamesOutside(const Config& config, const DocsRow& row) {
  if (!config.found) return std::nullopt;
  for (const PathGlob* path : {&row.output, &row.template_file}) {
    if (path->glob.empty() || LiesBelow(PathOf(*path), FolderOf(*path))) continue;
    return ErrorAt(path->place, "the page " + QuotedText(path->glob) +
                                    " lies outside the folder of the configuration; name it on "
                                    "the command line, or the configuration with --config");
  }
  return std::nullopt;
}

}  // namespace

Result<std::vector<Options>> DocsPages(const Options& options, const Config& config) {
  const std::string& target = options.docs.target();
  const bool named = !target.empty();
  std::vector<Options> out;
  for (const DocsRow& row : config.docs) {
    if (auto error = NamesOutside(config, row)) return *error;
    if (row.output.glob.empty()) continue;
    const std::string path = PathOf(row.output);
    if (named && (IsStandardOutput(target) || !IsSameFile(path, target))) continue;
    Options page = options;
    Apply(row, page);
    if (!named) {
      DocsOptions& docs = page.docs;
      (options.docs.check_all ? docs.check
       : HasBeginMarker(path) ? docs.update
                              : docs.output) = path;
    }
    out.push_back(WithCommon(std::move(page), config));
    if (named) return out;
  }
  if (out.empty() && options.docs.check_all) {
    return Error{
        "--check without FILE compares the pages that the configuration names with "
        "[[docs]] and output, and it names none"};
  }
  if (out.empty()) out.push_back(WithCommon(options, config));
  return out;
}

}  // namespace flagcensus
