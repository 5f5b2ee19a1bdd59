// names, files ─→ one search of all documentation ─→ passages; directives ─→ one search of sources
//
// The names are those that sources touch and no entry documents, so a tree whose page is complete
// costs nothing here. The second search reads only sources that a page publishes, and the third,
// for the program's own help, only where names are still without a word on any page.
#include "analyzer/evidence/documentation.h"

#include <algorithm>
#include <mutex>
#include <set>

#include "analyzer/base/text.h"
#include "analyzer/evidence/passage.h"
#include "analyzer/evidence/phrases.h"
#include "analyzer/evidence/published.h"
#include "analyzer/project/search_files.h"

namespace flagcensus {
namespace {

constexpr size_t kMostPassages = 8;  // kept of one name; more say nothing new

// The stem that tells what a file is: "CHANGES-2.0.md" ─→ "changes", "Release_Notes" as it is.
std::string StemOf(std::string_view name) {
  std::string stem = ToLower(name.substr(0, name.find('.', 1)));
  std::replace(stem.begin(), stem.end(), '-', '_');
  const size_t end = stem.find_last_not_of("0123456789_");
  stem.resize(end == std::string::npos ? stem.size() : end + 1);
  return stem;
}

bool HasExtension(std::string_view path, std::string_view key) {
  const size_t dot = path.rfind('.');
  return dot != std::string_view::npos && IsPhrase("pages", key, ToLower(path.substr(dot + 1)));
}

bool Better(const Passage& a, const Passage& b) {
  if (a.described != b.described) return a.described;
  return a.place < b.place;
}

// Passages by name, filled from several threads.
class Passages {
 public:
  void Add(const std::string& name, Passage passage) {
    const std::lock_guard<std::mutex> lock(mutex_);
    std::vector<Passage>& all = by_name_[name];
    all.push_back(std::move(passage));
    // What is dropped depends on places alone, so the result does not depend on the threads.
    if (all.size() >= 4 * kMostPassages) Trim(all);
  }
  void Store(std::vector<Flag>& flags) {
    for (Flag& flag : flags) {
      const auto found = by_name_.find(flag.name);
      if (found == by_name_.end()) continue;
      Trim(found->second);
      flag.passages = std::move(found->second);
    }
  }
  bool Holds(const std::string& name) const { return by_name_.contains(name); }

 private:
  static void Trim(std::vector<Passage>& all) {
    std::sort(all.begin(), all.end(), Better);
    if (all.size() > kMostPassages) all.resize(kMostPassages);
  }
  std::mutex mutex_;
  std::map<std::string, std::vector<Passage>, std::less<>> by_name_;
};

bool IsAsked(const Flag& flag) {
  return flag.entries.empty() && flag.name.find('*') == std::string::npos &&
         std::any_of(flag.accesses.begin(), flag.accesses.end(),
                     [](const FlagAccess& access) { return access.access->scope == Scope::kSrc; });
}

// Lines that touch one of the names: the access itself tells users nothing.
using Sites = std::set<std::pair<std::string_view, int>>;

Sites SitesOf(const std::vector<Flag>& flags) {
  Sites out;
  for (const Flag& flag : flags) {
    for (const FlagAccess& access : flag.accesses) {
      out.insert({access.access->place.file, access.access->place.line});
    }
  }
  return out;
}

}  // namespace

bool IsHistory(std::string_view path) {
  const std::vector<std::string_view> parts = Split(path, '/');
  return std::any_of(parts.begin(), parts.end(), [](std::string_view part) {
    return IsPhrase("pages", "history", StemOf(part));
  });
}

bool IsDocumentation(const SourceFile& file) {
  if (file.scope == Scope::kVendored || file.scope == Scope::kTest) return false;
  const std::string_view path = file.PathBelow();
  const std::vector<std::string_view> parts = Split(path, '/');
  const bool page =
      file.kind == FileKind::kPage ||
      (file.kind == FileKind::kOther && file.scope == Scope::kDocs && HasExtension(path, "data"));
  if (!page || IsPhrase("pages", "machinery", parts.front())) return false;
  return !IsPhrase("pages", "aside", StemOf(parts.back())) && !IsHistory(path);
}

void FindPassages(const Tree& tree, const std::vector<std::string>& pages, const std::string& root,
                  unsigned jobs, std::vector<Flag>& flags) {
  std::vector<std::string> names;
  for (const Flag& flag : flags) {
    if (IsAsked(flag)) names.push_back(flag.name);
  }
  if (names.empty()) return;
  // Pages that the user names may stand outside the tree.
  Tree read;
  std::set<std::string_view> of_catalog(pages.begin(), pages.end());
  for (const SourceFile& file : tree.files) {
    if (!IsDocumentation(file) && !of_catalog.contains(file.path)) continue;
    of_catalog.erase(file.path);
    read.files.push_back(file);
  }
  for (const std::string_view page : of_catalog) {
    SourceFile file;
    file.path = page;
    file.absolute = page.starts_with('/') ? std::string(page) : root + "/" + std::string(page);
    read.files.push_back(std::move(file));
  }
  const WordSearch search(names);
  Passages passages;
  std::mutex mutex;
  std::vector<Publication> publications;
  SearchFiles(
      read, search, jobs, [](const SourceFile&) { return true; },
      [&](size_t index, std::string_view text, const std::vector<WordHit>& hits) {
        const std::string& path = read.files[index].path;
        std::vector<Publication> found = FindPublications(path, text);
        if (!found.empty()) {
          const std::lock_guard<std::mutex> lock(mutex);
          std::move(found.begin(), found.end(), std::back_inserter(publications));
        }
        if (hits.empty()) return;
        const PageLines lines(text);
        for (const WordHit& hit : hits) {
          std::optional<Passage> passage = lines.At(hit.offset, names[hit.word].size());
          if (!passage) continue;
          passage->place.file = path;
          passages.Add(names[hit.word], std::move(*passage));
        }
      });
  std::sort(publications.begin(), publications.end(),
            [](const Publication& a, const Publication& b) { return a.place < b.place; });

  const Sites sites = SitesOf(flags);
  const bool all_named = std::all_of(names.begin(), names.end(),
                                     [&](const std::string& name) { return passages.Holds(name); });
  if (all_named) {
    passages.Store(flags);
    return;
  }
  std::set<std::string> without;
  for (const std::string& name : names) {
    if (!passages.Holds(name)) without.insert(name);
  }
  const std::vector<std::string> rest(without.begin(), without.end());
  const WordSearch search_rest(rest);
  SearchFiles(
      tree, search_rest, jobs,
      [](const SourceFile& file) {
        return file.kind != FileKind::kPage && file.kind != FileKind::kOther &&
               file.scope != Scope::kTest && file.scope != Scope::kVendored;
      },
      [&](size_t index, std::string_view text, const std::vector<WordHit>& hits) {
        if (hits.empty()) return;
        const std::string& path = tree.files[index].path;
        std::vector<const Publication*> of_file;
        for (const Publication& one : publications) {
          if (Publishes(one, path)) of_file.push_back(&one);
        }
        const bool options = std::any_of(
            of_file.begin(), of_file.end(),
            [](const Publication* one) { return one->what != Publication::What::kDocstrings; });
        const SourceText source(text);
        const PageLines lines(text);
        for (const WordHit& hit : hits) {
          const bool published = std::any_of(
              of_file.begin(), of_file.end(),
              [&](const Publication* one) { return source.IsPublished(hit.offset, one->what); });
          const int line = source.LineNumber(hit.offset);
          // An access is no text about itself, but the option that declares it is published whole.
          const bool at_site = sites.contains({path, line});
          if (published ? at_site && !options : at_site || !source.IsHelp(hit.offset)) continue;
          std::optional<Passage> passage = lines.At(hit.offset, rest[hit.word].size());
          if (!passage) passage = Passage();
          passage->place = {path, line, 0};
          passage->described = passage->described || !published;  // help is there to describe
          passages.Add(rest[hit.word], std::move(*passage));
        }
      });
  passages.Store(flags);
}

}  // namespace flagcensus
