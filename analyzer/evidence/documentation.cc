// names, files ─→ one search of all documentation ─→ passages; directives ─→ one search of sources
//
// The names are those that sources touch and no entry documents, so a tree whose page is complete
// costs nothing here. The second search reads only sources that a page publishes, and the third,
// for the program's own help, only where names are still without a word on any page.
#include "analyzer/evidence/documentation.h"

#include <algorithm>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <tuple>

#include "analyzer/base/text.h"
#include "analyzer/catalog/markup.h"
#include "analyzer/evidence/passage.h"
#include "analyzer/evidence/phrases.h"
#include "analyzer/evidence/published.h"
#include "analyzer/evidence/roff_fonts.h"
#include "analyzer/evidence/schema.h"
#include "analyzer/evidence/wanted.h"
#include "analyzer/tree/search_files.h"
#include "analyzer/tree/step_memory.h"

namespace flagcensus {
namespace {

constexpr size_t kMaxPassages = 8;  // kept of one name; more say nothing new

// The stem that tells what a file is: "CHANGES-2.0.md" ─→ "changes", "Release_Notes" as it is.
std::string StemOf(std::string_view name) {
  std::string stem = ToLower(name.substr(0, name.find('.', 1)));
  std::replace(stem.begin(), stem.end(), '-', '_');
  const size_t end = stem.find_last_not_of("0123456789_");
  stem.resize(end == std::string::npos ? stem.size() : end + 1);
  return stem;
}

std::string_view BaseOf(std::string_view path) { return path.substr(path.rfind('/') + 1); }

bool HasExtension(std::string_view path, std::string_view key) {
  const size_t dot = path.rfind('.');
  return dot != std::string_view::npos && IsPhrase("pages", key, ToLower(path.substr(dot + 1)));
}

bool IsAside(const SourceFile& file) {
  const std::string_view path = file.PathBelow();
  const std::vector<std::string_view> parts = Split(path, '/');
  return IsPhrase("pages", "machinery", parts.front()) ||
         IsPhrase("pages", "aside", StemOf(parts.back())) || IsHistory(path);
}

// A page that is written about the tests: what it lists are settings, too, if only for those who
// run them.
bool IsPageOfTests(const SourceFile& file) {
  return file.scope == Scope::kTest && file.kind == FileKind::kPage &&
         HasExtension(file.path, "written") && !IsAside(file);
}

// A file of settings that users copy: what its comments say of one describes it.
bool IsSample(const SourceFile& file) {
  static const Globs kNames = [] {
    Globs out;
    for (const std::string& name : Phrases("pages", "samples")) out.Add(name);
    return out;
  }();
  if (file.kind != FileKind::kOther || file.scope == Scope::kTest) return false;
  return file.scope != Scope::kVendored && kNames.Matches(ToLower(BaseOf(file.path))) &&
         !IsAside(file);
}

// A data file that may describe settings beside the variables that set them.
bool IsSchema(const SourceFile& file) {
  return file.kind == FileKind::kOther && file.scope != Scope::kTest &&
         file.scope != Scope::kVendored && IsSchemaName(file.path) && !IsAside(file);
}

bool Better(const Passage& a, const Passage& b) {
  if (a.described != b.described) return a.described;
  const bool of_users = !IsPhrase("pages", "contributors", StemOf(BaseOf(a.place.file)));
  const bool other = !IsPhrase("pages", "contributors", StemOf(BaseOf(b.place.file)));
  if (of_users != other) return of_users;  // what users read is where it belongs
  return a.place < b.place;
}

using ByName = std::map<std::string, std::vector<Passage>, std::less<>>;

// Passages by name, filled from several threads.
class Passages {
 public:
  void Add(const std::string& name, Passage passage) {
    const std::lock_guard<std::mutex> lock(mutex_);
    std::vector<Passage>& all = by_name_[name];
    all.push_back(std::move(passage));
    // What is dropped depends on places alone, so the result does not depend on the threads.
    if (all.size() >= 4 * kMaxPassages) Trim(all);
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
  void Add(const ByName& all) {
    for (const auto& [name, passages] : all) {
      for (const Passage& passage : passages) Add(name, passage);
    }
  }
  ByName Take() { return std::move(by_name_); }

 private:
  static void Trim(std::vector<Passage>& all) {
    std::sort(all.begin(), all.end(), Better);
    if (all.size() > kMaxPassages) all.resize(kMaxPassages);
  }
  std::mutex mutex_;
  ByName by_name_;
};

// Lines that touch one of the names: the access itself tells users nothing.
using Sites = std::set<std::pair<std::string, int>>;

Sites SitesOf(const std::vector<Flag>& flags) {
  Sites out;
  for (const Flag& flag : flags) {
    for (const FlagAccess& access : flag.accesses) {
      out.insert({access.access->place.file, access.access->place.line});
    }
  }
  return out;
}

// What documents the program: pages of the tree, and those that the user names, which may stand
// outside it.
struct PagesFound {
  Tree tree;
  std::vector<const SourceFile*> originals;  // in the whole tree; null: it is not in it
};

PagesFound PagesOf(const Tree& tree, const std::vector<std::string>& pages,
                   const std::string& root) {
  PagesFound out;
  std::set<std::string_view> of_catalog(pages.begin(), pages.end());
  for (const SourceFile& file : tree.files) {
    if (!IsDocumentation(file) && !IsPageOfTests(file) && !IsSample(file) && !IsSchema(file) &&
        !of_catalog.contains(file.path)) {
      continue;
    }
    of_catalog.erase(file.path);
    out.tree.files.push_back(file);
    out.originals.push_back(&file);
  }
  for (const std::string_view page : of_catalog) {
    SourceFile file;
    file.path = page;
    file.absolute = page.starts_with('/') ? std::string(page) : root + "/" + std::string(page);
    out.tree.files.push_back(std::move(file));
    out.originals.push_back(nullptr);
  }
  return out;
}

// What one page says.
struct PageSaid {
  std::vector<Publication> publications;
  std::vector<std::pair<std::string, Passage>> passages;  // by name
};

// What a schema says of the names among `hits`.
void AddOfSchema(const std::string& path, std::string_view text, const std::vector<WordHit>& hits,
                 const Wanted& wanted, PageSaid* said) {
  std::set<std::string_view> names;
  for (const WordHit& hit : hits) {
    if (!wanted.IsBeginning(hit)) names.insert(wanted.words()[hit.word]);
  }
  if (names.empty()) return;
  for (SchemaPassage& one : FindSchemaPassages(path, text)) {
    if (!names.contains(one.name)) continue;
    one.passage.place.file = path;
    said->passages.emplace_back(one.name, std::move(one.passage));
  }
}

// What the pages for which `fresh` is true say about `names`, into `said`.
void SearchThesePages(const Tree& pages, const std::vector<std::string>& names, unsigned jobs,
                      const std::function<bool(const SourceFile& file)>& fresh,
                      const std::vector<std::optional<PageSaid>*>& said) {
  const Wanted wanted(names);
  const WordSearch search(wanted.words());
  SearchFiles(
      pages, search, jobs, fresh,
      [&](size_t index, std::string_view raw, const std::vector<WordHit>& raw_hits) {
        PageSaid& out = said[index]->emplace();
        const std::string& path = pages.files[index].path;
        const PlainPage page(path, raw, raw_hits, search);
        const std::string_view text = page.text();
        const std::vector<WordHit>& hits = page.hits();
        const bool sample = IsSample(pages.files[index]);
        const bool of_tests = IsPageOfTests(pages.files[index]);
        // Of these only what a row, an item, a comment or a key says counts.
        const bool schema = IsSchema(pages.files[index]);
        const bool limited =
            of_tests || ((sample || schema) && !IsDocumentation(pages.files[index]));
        if (!limited) out.publications = FindPublications(path, text);
        if (schema) AddOfSchema(path, text, hits, wanted, &out);
        if (hits.empty() || (schema && limited && !sample)) return;
        const PageLines lines(text, ReadMarkup(path, raw));
        for (const WordHit& hit : hits) {
          if (limited && wanted.IsBeginning(hit)) continue;
          const size_t length = wanted.words()[hit.word].size();
          if (of_tests && !lines.IsListed(hit.offset, length)) continue;
          Wanted::Told told = wanted.At(lines, text, hit);
          if (sample && !wanted.IsBeginning(hit)) {
            std::optional<Passage> setting = lines.SettingAt(hit.offset, length);
            if (setting || limited) told.passage = std::move(setting);
          }
          if (!told.passage || (of_tests && !told.passage->described)) continue;
          told.passage->place.file = path;
          for (const std::string& name : told.names) out.passages.emplace_back(name, *told.passage);
        }
      },
      FilesFound::kAll);
}

// The passages of the pages about `names`, and what of the sources the pages publish.
std::vector<Publication> SearchPages(const Tree& tree, const PagesFound& pages,
                                     const std::vector<std::string>& names, unsigned jobs,
                                     Passages* passages) {
  ResultsOfFiles<PageSaid> known(tree, "passages", names);
  std::vector<std::optional<PageSaid>> others(pages.originals.size());  // outside of the tree
  std::vector<std::optional<PageSaid>*> said;
  for (size_t i = 0; i < others.size(); ++i) {
    said.push_back(pages.originals[i] != nullptr ? &known[*pages.originals[i]] : &others[i]);
  }
  const auto fresh = [&](const SourceFile& file) {
    return !said[static_cast<size_t>(&file - pages.tree.files.data())]->has_value();
  };
  if (std::any_of(pages.tree.files.begin(), pages.tree.files.end(), fresh)) {
    SearchThesePages(pages.tree, names, jobs, fresh, said);
  }
  std::vector<Publication> publications;
  for (std::optional<PageSaid>* one : said) {
    if (!*one) one->emplace();  // it cannot be read
    const PageSaid& page = **one;
    publications.insert(publications.end(), page.publications.begin(), page.publications.end());
    for (const auto& [name, passage] : page.passages) passages->Add(name, passage);
  }
  std::sort(publications.begin(), publications.end(),
            [](const Publication& a, const Publication& b) { return a.place < b.place; });
  return publications;
}

// Where the program sets a name in a text that it writes, or in an environment that it makes.
using SetBy = std::map<std::string, std::pair<Place, InternalSign::Kind>>;

// How the text of a source sets the name at `hit`; nothing where it does not.
std::optional<InternalSign::Kind> SetAt(const PublishedText& source, size_t offset, size_t length) {
  if (source.IsWrittenOut(offset, length)) return InternalSign::Kind::kWrittenOut;
  if (source.IsPutInto(offset, length)) return InternalSign::Kind::kPutInto;
  return std::nullopt;
}

// The same of sources: what pages publish of them, and the program's own help.
struct SourcesSaid {
  ByName passages;
  SetBy set;
};

SourcesSaid SearchSources(const Tree& tree, const std::vector<std::string>& names,
                          const std::vector<Publication>& publications, const Sites& sites,
                          unsigned jobs) {
  SetBy set;
  Passages passages;
  std::mutex mutex;
  const Wanted wanted(names);
  const WordSearch search(wanted.words());
  const auto is_read = [](const SourceFile& file) {
    return IsSource(file.kind) && file.scope != Scope::kTest && file.scope != Scope::kVendored;
  };
  SearchFiles(tree, search, jobs, is_read,
              [&](size_t index, std::string_view text, const std::vector<WordHit>& hits) {
                const std::string& path = tree.files[index].path;
                std::vector<const Publication*> of_file;
                for (const Publication& one : publications) {
                  if (Publishes(one, path)) of_file.push_back(&one);
                }
                const bool options =
                    std::any_of(of_file.begin(), of_file.end(), [](const Publication* one) {
                      return one->what != Publication::What::kDocstrings;
                    });
                const PublishedText source(text);
                const PageLines lines(text);
                const bool python = IsPythonSource(tree.files[index].kind);
                for (const WordHit& hit : hits) {
                  // A name of Python's own, in code that a page shows, is no variable.
                  const bool own = python && !source.InText(hit.offset);
                  const bool published =
                      std::any_of(of_file.begin(), of_file.end(),
                                  [&](const Publication* one) {
                                    return !(own && one->what == Publication::What::kText) &&
                                           source.IsPublished(hit.offset, one->what);
                                  }) ||
                      source.IsManual(hit.offset);
                  const Place place = {path, source.LineNumber(hit.offset), 0};
                  // An access is no text about itself, but the option that declares it is published
                  // whole.
                  const bool at_site = sites.contains({path, place.line});
                  if (!at_site && !wanted.IsBeginning(hit)) {
                    const std::string& name = names[hit.word];
                    if (const auto kind = SetAt(source, hit.offset, name.size())) {
                      const std::lock_guard<std::mutex> lock(mutex);
                      const auto [at, added] = set.try_emplace(name, place, *kind);
                      if (!added && place < at->second.first) at->second = {place, *kind};
                      continue;
                    }
                  }
                  if (published ? at_site && !options : at_site || !source.IsHelp(hit.offset))
                    continue;
                  const Wanted::Told told = wanted.At(lines, text, hit);
                  if (!told.passage && wanted.IsBeginning(hit)) continue;
                  Passage passage = told.passage.value_or(Passage());
                  passage.place = place;
                  // Help is there to describe, and a published option is shown with its help.
                  passage.described = passage.described || !published || at_site;
                  for (const std::string& name : told.names) passages.Add(name, passage);
                }
              });
  return {passages.Take(), std::move(set)};
}

}  // namespace

bool IsUndocumented(const Flag& flag) {
  return flag.entries.empty() && flag.name.find('*') == std::string::npos &&
         std::any_of(flag.accesses.begin(), flag.accesses.end(),
                     [](const FlagAccess& access) { return access.access->scope == Scope::kSrc; });
}

bool IsHistory(std::string_view path) {
  const std::vector<std::string_view> parts = Split(path, '/');
  return std::any_of(parts.begin(), parts.end(), [](std::string_view part) {
    return IsPhrase("pages", "history", StemOf(part));
  });
}

bool IsDocumentation(const SourceFile& file) {
  if (file.scope == Scope::kVendored || file.scope == Scope::kTest) return false;
  const bool page = file.kind == FileKind::kPage ||
                    (file.kind == FileKind::kOther && file.scope == Scope::kDocs &&
                     HasExtension(file.PathBelow(), "data"));
  return page && !IsAside(file);
}

void FindPassages(const Tree& tree, const std::vector<std::string>& pages, const std::string& root,
                  unsigned jobs, std::vector<Flag>& flags) {
  std::vector<std::string> names;
  for (const Flag& flag : flags) {
    if (IsUndocumented(flag)) names.push_back(flag.name);
  }
  if (names.empty()) return;
  Passages passages;
  const std::vector<Publication> publications =
      SearchPages(tree, PagesOf(tree, pages, root), names, jobs, &passages);
  std::erase_if(names, [&](const std::string& name) { return passages.Holds(name); });
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  SourcesSaid sources;
  if (!names.empty()) {
    const Sites sites = SitesOf(flags);
    sources = Remembered<SourcesSaid>(
        tree.memory, "help", std::tuple(names, publications, sites),
        [&] { return SearchSources(tree, names, publications, sites, jobs); },
        [](const SourcesSaid&) { return true; });
  }
  passages.Add(sources.passages);
  passages.Store(flags);
  for (Flag& flag : flags) {
    const auto at = sources.set.find(flag.name);
    if (at != sources.set.end()) flag.signs.push_back({at->second.second, at->second.first, ""});
  }
}

}  // namespace flagcensus
