// The files of `catalog FILE...` ─→ their entries, as a check of their project finds them
//
// A page alone does not show which of its words are variables; the code of its repository does:
// with os.getenv("TIMEOUT") in the tree, the row `| TIMEOUT | 30 |` is an entry. Of a source, a
// check takes the texts that users see, and which these are depends on the other files: a manual
// may include its docstrings. So the tree is read for it as a check reads it.
#include "analyzer/pipeline/named_files.h"

#include <algorithm>
#include <filesystem>
#include <iterator>

#include "analyzer/pipeline/code.h"
#include "analyzer/pipeline/load.h"
#include "analyzer/pipeline/pages.h"
#include "analyzer/pipeline/real_paths.h"

namespace flagcensus {
namespace {

// Whether all files are in the repository of options.root. Without one, the folder may be a home
// directory: a scan of it has no bound.
bool AreInRepository(const ProjectOptions& options) {
  const std::string root = AbsolutePath(options.root);
  std::error_code ignored;
  return std::filesystem::exists(root + "/.git", ignored) &&
         std::all_of(
             options.pages.catalog.begin(), options.pages.catalog.end(),
             [&](const std::string& file) { return IsAtOrBelow(AbsolutePath(file), root); });
}

bool Has(const Tree& tree, const std::string& path) {
  return std::any_of(tree.files.begin(), tree.files.end(),
                     [&](const SourceFile& file) { return file.path == path; });
}

// Adds what `all` has of the file `shown`.
void TakeFile(const Catalog& all, const std::string& shown, Catalog& out) {
  const size_t before = out.entries.size();
  std::copy_if(all.entries.begin(), all.entries.end(), std::back_inserter(out.entries),
               [&](const Entry& entry) { return entry.place.file == shown; });
  std::copy_if(all.diagnostics.begin(), all.diagnostics.end(), std::back_inserter(out.diagnostics),
               [&](const Diagnostic& one) { return one.place.file == shown; });
  std::copy_if(
      all.judged.begin(), all.judged.end(), std::back_inserter(out.judged),
      [&](const std::string& line) { return line.starts_with("using texts of " + shown + ":"); });
  if (out.entries.size() > before) return;
  out.diagnostics.push_back({"page-without-entries",
                             {shown, 0, 0},
                             "the texts of this source document no environment variables"});
}

}  // namespace

Catalog ReadNamedFiles(const ProjectOptions& options, const Config& config, RunBudget& budget) {
  const auto source = [](const std::string& file) { return IsSource(FileKindOf(file)); };
  ProjectOptions pages = options;
  const auto middle = std::stable_partition(pages.pages.catalog.begin(), pages.pages.catalog.end(),
                                            [&](const std::string& file) { return !source(file); });
  const std::vector<std::string> sources(middle, pages.pages.catalog.end());
  pages.pages.catalog.erase(middle, pages.pages.catalog.end());
  const bool repository = AreInRepository(options);
  if (!repository && sources.empty()) return ReadPages(pages, config, &budget);
  ProjectOptions around = options;
  around.pages.catalog.clear();
  around.paths = repository ? std::vector<std::string>{options.root} : sources;
  const Tree tree = WalkProject(around, config);
  const KnownNames names(ReadCode(tree, around, config, budget));
  const KnownNames* const known = names.accessed().empty() ? nullptr : &names;
  std::vector<std::string> in_tree;
  for (const std::string& file : sources) {
    // What the walk excludes is read as a page: no check reads it.
    const std::string shown = ShownPath(file, options.root);
    const bool read = Has(tree, shown);
    if (!read) pages.pages.catalog.push_back(file);
    if (read && std::find(in_tree.begin(), in_tree.end(), shown) == in_tree.end()) {
      in_tree.push_back(shown);
    }
  }
  Catalog out = ReadPages(pages, config, &budget, repository ? known : nullptr);
  if (in_tree.empty()) return out;
  Config without = config;  // pages that it names would take the place of the sources' texts
  without.catalog.clear();
  without.also.clear();
  const Result<Catalog> all = ReadCatalog(tree, around, without, &budget, known);
  for (const std::string& shown : in_tree) {
    if (all.ok()) TakeFile(all.value(), shown, out);
    if (!all.ok()) {
      out.diagnostics.push_back({"unreadable-page", {shown, 0, 0}, all.error().message});
    }
  }
  std::sort(out.entries.begin(), out.entries.end(), EntryLess);
  std::sort(out.diagnostics.begin(), out.diagnostics.end(), DiagnosticLess);
  return out;
}

}  // namespace flagcensus
