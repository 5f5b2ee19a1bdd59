// files ─→ pages ─→ one catalog
//
// Without named pages, every page of the tree is a candidate by its name, except plain text: too
// much of it is licences and data. A candidate is read in full only where it holds a word that
// could be a variable, since most pages hold none.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <iterator>

#include "analyzer/base/text.h"
#include "analyzer/pipeline/pipeline.h"
#include "analyzer/project/parallel.h"

namespace flagcensus {
namespace {

// Whether `text` holds a word that could be a variable's name: upper case with an underscore, or,
// where the text speaks of the environment at all, any word of three capitals.
bool CouldNameVariables(std::string_view text) {
  const auto is_upper = [](char c) { return c >= 'A' && c <= 'Z'; };
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  bool capitals = false;
  for (size_t at = 0; at < text.size(); ++at) {
    if (!is_upper(text[at]) || (at > 0 && IsIdentifierByte(text[at - 1]))) continue;
    size_t end = at;
    bool underscore = false;
    while (end < text.size() && (is_upper(text[end]) || is_digit(text[end]) || text[end] == '_')) {
      underscore = underscore || text[end] == '_';
      ++end;
    }
    if (end == text.size() || !IsIdentifierByte(text[end])) {
      if (underscore && end - at >= 4) return true;
      capitals = capitals || end - at >= 3;
    }
    at = end;
  }
  return capitals && (text.find("nviron") != std::string_view::npos ||
                      text.find("ENV") != std::string_view::npos);
}

// Whether a file of the tree may hold the project's own catalog, from its name.
bool IsCandidate(const SourceFile& file) {
  if (file.kind != FileKind::kPage || file.path.ends_with(".txt")) return false;
  if (file.scope == Scope::kVendored || file.scope == Scope::kTest) return false;
  // Issue and pull request forms.
  return !file.path.starts_with(".github/") && file.path.find("/.github/") == std::string::npos;
}

struct Reading {
  bool read = false;  // false: `error` says why, or it holds no word that could be a variable
  std::string error;
  Page page;
  PageVerdict verdict;
};

// `below`: the path that tells what kind of page it is, as scopes are told; "" for a named page.
Reading ReadOne(const std::string& absolute, const std::string& shown, std::string_view below,
                const CatalogOptions& options, std::string* buffer) {
  const bool named = below.empty();
  Reading out;
  bool binary = false;
  if (!ReadWhole(absolute, buffer, &binary, &out.error)) return out;
  if (binary) {
    out.error = "is not text: it holds NUL bytes";
    return out;
  }
  if (!named && !CouldNameVariables(*buffer)) return out;
  out.page = ReadPage(shown, *buffer, options);
  if (!named) out.verdict = JudgePage(below, out.page);
  out.read = true;
  return out;
}

// "file:line: NAME 1.3: name.underscore +1.4, ...": a candidate as `--verbose` shows it.
std::string LineOf(const Judged& judged) {
  constexpr double kTenths = 10;
  const long tenths = std::lround(judged.score * kTenths);
  const std::string score = (tenths < 0 ? "-" : "+") + std::to_string(std::abs(tenths) / 10) + "." +
                            std::to_string(std::abs(tenths) % 10);
  return judged.place.file + ":" + std::to_string(judged.place.line) + ": " + judged.name + " " +
         (judged.score > 0 ? "entry" : "none") + " " + score + ": " + judged.signs;
}

void Take(Page page, const std::string& shown, Catalog& catalog) {
  catalog.pages.push_back(shown);
  for (const Judged& judged : page.judged) catalog.judged.push_back(LineOf(judged));
  std::move(page.entries.begin(), page.entries.end(), std::back_inserter(catalog.entries));
  std::move(page.diagnostics.begin(), page.diagnostics.end(),
            std::back_inserter(catalog.diagnostics));
}

void Finish(Catalog& catalog) {
  std::sort(catalog.entries.begin(), catalog.entries.end(), EntryLess);
  std::sort(catalog.diagnostics.begin(), catalog.diagnostics.end(), DiagnosticLess);
}

// Reads the named pages, each once, in the order given.
Catalog ReadNamed(const std::vector<std::string>& files, const Options& options,
                  const Config& config) {
  Catalog catalog;
  std::string buffer;
  CatalogOptions reading;
  reading.registry = config.registry;
  reading.explain = options.verbose;
  for (const std::string& file : files) {
    const std::string shown = ShownPath(file, options.root);
    if (std::find(catalog.pages.begin(), catalog.pages.end(), shown) != catalog.pages.end()) {
      continue;
    }
    Reading page = ReadOne(file, shown, "", reading, &buffer);
    if (page.read) {
      Take(std::move(page.page), shown, catalog);
    } else {
      catalog.diagnostics.push_back(
          {"unreadable-page", {shown, 0, 0}, "the page cannot be read: " + page.error});
    }
  }
  Finish(catalog);
  return catalog;
}

Catalog FindPages(const Tree& tree, const Options& options, const Config& config) {
  std::vector<const SourceFile*> candidates;
  for (const SourceFile& file : tree.files) {
    if (IsCandidate(file)) candidates.push_back(&file);
  }
  CatalogOptions reading;
  reading.registry = config.registry;
  const unsigned threads = ThreadCount(options.jobs);
  std::vector<std::string> buffers(threads);
  std::vector<Reading> readings(candidates.size());
  ParallelFor(candidates.size(), threads, [&](size_t index, unsigned thread) {
    const SourceFile& file = *candidates[index];
    readings[index] =
        ReadOne(file.absolute, file.path, file.PathBelow(), reading, &buffers[thread]);
    // Entries of a page that is not taken would pile up over a large tree.
    if (!readings[index].verdict.documents) readings[index].page = Page();
  });
  Catalog catalog;
  for (size_t i = 0; i < candidates.size(); ++i) {
    const std::string& shown = candidates[i]->path;
    Reading& page = readings[i];
    if (!page.error.empty()) {
      catalog.diagnostics.push_back(
          {"unreadable-page", {shown, 0, 0}, "the page cannot be read: " + page.error});
    } else if (page.read) {
      const bool taken = page.verdict.documents;
      catalog.judged.push_back(shown + (taken ? ": taken: " : ": not taken: ") +
                               page.verdict.reason);
      if (!taken) continue;
      catalog.reason += (catalog.reason.empty() ? "" : "; ") + shown + ": " + page.verdict.reason;
      Take(std::move(page.page), shown, catalog);
    }
  }
  if (catalog.pages.empty()) {
    catalog.reason =
        "no page below " + Join(options.paths, ", ") + " documents variables; --catalog names one";
  }
  Finish(catalog);
  return catalog;
}

}  // namespace

Catalog ReadPages(const Options& options, const Config& config) {
  return ReadNamed(options.catalog, options, config);
}

Result<Catalog> ReadCatalog(const Tree& tree, const Options& options, const Config& config) {
  std::vector<std::string> files = options.catalog;
  if (files.empty()) {
    const std::filesystem::path base = std::filesystem::path(config.file).parent_path();
    for (const std::string& page : config.catalog) files.push_back((base / page).string());
  }
  if (files.empty()) return FindPages(tree, options, config);
  Catalog catalog = ReadNamed(files, options, config);
  for (const Diagnostic& diagnostic : catalog.diagnostics) {
    if (diagnostic.kind != "unreadable-page") continue;
    const std::string source = options.catalog.empty() ? " (named in " + config.file + ")" : "";
    return Error{diagnostic.place.file + ": " + diagnostic.message + source};
  }
  return catalog;
}

}  // namespace flagcensus
