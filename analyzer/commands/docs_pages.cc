// command line, rows of [[docs]] ─→ the options of each page that `docs` writes or compares
//
// The command line takes precedence over the row of the page, and that over rows without `output`,
// which apply to every page.
#include "analyzer/commands/docs_pages.h"

#include <filesystem>

#include "analyzer/config/outputs.h"
#include "analyzer/config/path_glob.h"
#include "analyzer/pipeline/read_bytes.h"
#include "analyzer/reference/markers.h"

namespace flagcensus {
namespace {

namespace fs = std::filesystem;

// A path of a configuration is relative to the folder of its file: "env.md" of docs/flagcensus.toml
// is docs/env.md.
std::string PathOf(const PathGlob& path) {
  const std::string folder = FolderOf(path);
  return (folder == "." ? fs::path(path.glob) : fs::path(folder) / path.glob).string();
}

bool IsSameFile(const std::string& a, const std::string& b) {
  std::error_code error;
  return fs::weakly_canonical(a, error) == fs::weakly_canonical(b, error);
}

// Visits keys, and copies the values that `from` sets and no earlier source has set.
//
//   --columns on the command line, columns and title in [[docs]]    ─→ only the title is copied
struct DocsTaker {
  const DocsOptions& from;
  DocsOptions& to;

  template <typename Field>
  void Take(std::string_view key, Field& field, const Field& value) const {
    const std::string name(key);
    if (from.given.contains(name) && to.given.insert(name).second) field = value;
  }
  template <typename Field, typename... Codec>
  void operator()(const KeyText& key, Field DocsOptions::* member, Codec... /*codec*/) const {
    Take(key.name, to.*member, from.*member);
  }
};

// Adds the settings of a row that no earlier source has set.
// A key that is set twice keeps its first value, so the sources are applied by precedence.
void Apply(const DocsRow& row, DocsRequest& request) {
  const DocsTaker taker{row.options, request.docs};
  taker.Take("format", request.format, row.format);
  taker.Take("template", request.docs.template_file, PathOf(row.template_file));
  DocsOptions::EachKey(taker);
}

// The options with the settings common to all pages.
DocsRequest WithCommon(DocsRequest request, const Config& config) {
  for (const DocsRow& row : config.docs) {
    if (row.output.glob.empty()) Apply(row, request);
  }
  return request;
}

// A page that does not exist has no marker, and is written as a whole.
bool HasBeginMarker(const std::string& path) {
  const Result<std::string> text = ReadBytes(path);
  return text.ok() && text.value().find(kBeginMark) != std::string::npos;
}

// Whether the file is a user's own list of variables, to which rows can be added.
// A list with markers is rewritten between them; one that an earlier run wrote, as a whole.
bool IsAddedTo(const DocsRequest& request, const std::string& path) {
  const ReferenceFormat& format = ReferenceFormatOf(request.format, path);
  if (!format.adds || !request.docs.template_file.empty()) return false;
  const Result<std::string> text = ReadBytes(path);
  return text.ok() && text.value().find(kBeginMark) == std::string::npos &&
         !IsOwnPage(text.value(), {});
}

// A page that a configuration found in the tree names must be inside of the tree, unless the user
// names it on the command line.
// A cloned project must not be able to overwrite files elsewhere by its configuration.
std::optional<Error> NamesOutside(const Config& config, const DocsRow& row) {
  for (const PathGlob* path : {&row.output, &row.template_file}) {
    if (path->glob.empty()) continue;
    if (auto error = NamedOutside(config, *path, "page", "on the command line")) return error;
  }
  return std::nullopt;
}

}  // namespace

// One request for each page: the page on the command line with its row, or each row, or standard
// output.
//
//   docs, with two rows of [[docs]] that have `output`     ─→ two requests
//   docs --output a.md, with a row for a.md                ─→ one, with the settings of the row
//   docs, without rows                                     ─→ one, to standard output
Result<std::vector<DocsRequest>> DocsPages(const DocsRequest& request, const Config& config) {
  const std::string& target = request.target();
  const bool named = !target.empty();
  std::vector<DocsRequest> out;
  for (const DocsRow& row : config.docs) {
    if (auto error = NamesOutside(config, row)) return *error;
    if (row.output.glob.empty()) continue;
    const std::string path = PathOf(row.output);
    // With a page on the command line, only its own row applies.
    if (named && (IsStandardOutput(target) || !IsSameFile(path, target))) continue;
    DocsRequest page = request;
    Apply(row, page);
    if (!named) {
      DocsOptions& docs = page.docs;
      // A page is rewritten in the least destructive way: between its markers if it has them, by
      // added rows if it is a user's list, and as a whole otherwise.
      (request.docs.files.check_all ? docs.files.check
       : HasBeginMarker(path)       ? docs.files.update
       : IsAddedTo(page, path)      ? page.into
                                    : docs.files.output) = path;
    }
    out.push_back(WithCommon(std::move(page), config));
    if (named) break;
  }
  if (out.empty() && request.docs.files.check_all) {
    return Error{
        "--check without FILE compares the pages that the configuration names with "
        "[[docs]] and output, and it names none"};
  }
  if (out.empty()) out.push_back(WithCommon(request, config));
  for (DocsRequest& page : out) {
    if (!page.docs.files.check.empty() && IsAddedTo(page, page.docs.files.check)) {
      page.into = page.docs.files.check;
    }
  }
  return out;
}

}  // namespace flagcensus
