// A tree's Python files → syntax, of those in which a word of the accessor table or a known
// wrapper stands. A file that a wrapper's name stands in is parsed where it can have that name:
// where it imports it or the module that has it.
#include "analyzer/link/python/sources.h"

#include <algorithm>
#include <new>
#include <unordered_set>

#include "analyzer/base/guarded.h"
#include "analyzer/base/parallel.h"
#include "analyzer/base/text.h"
#include "analyzer/python/variants.h"

namespace flagcensus {
namespace {

// Where the lines of a file's Python stand, for a notebook: parses it again, which is cheap beside
// what follows.
std::shared_ptr<const PythonFile> ParseFile(const SourceFile& file, std::string_view text,
                                            std::vector<uint32_t> offsets,
                                            const std::function<bool(std::string_view)>& matters) {
  if (file.kind != FileKind::kNotebook) {
    return std::make_shared<const PythonFile>(ParsePython(text, offsets, false));
  }
  std::optional<NotebookText> notebook = ReadNotebook(text);
  PythonFile parsed;
  parsed.broken = !notebook;
  if (notebook) {
    offsets.clear();
    WordIndex::EachIn(notebook->text, 0, static_cast<uint32_t>(notebook->text.size()),
                      [&](uint32_t offset, uint32_t) {
                        if (matters(WordAt(notebook->text, offset))) offsets.push_back(offset);
                      });
    if (!offsets.empty()) parsed = ParsePython(notebook->text, offsets, false);
    parsed.cells = std::move(notebook->cells);
  }
  return std::make_shared<const PythonFile>(std::move(parsed));
}

// Whether a word that ends at `at` is a keyword (`env=...`) or a key ("env": ..., ["env"]).
bool HandsOver(std::string_view text, size_t at) {
  if (at < text.size() && (text[at] == '"' || text[at] == '\'')) return true;
  while (at < text.size() && text[at] == ' ') ++at;
  return at < text.size() && text[at] == '=' && !text.substr(at).starts_with("==");
}

// A name that is looked for, and what a file must hold that can have it from one of the modules
// that define it.
class Sought {
 public:
  Sought(const std::string& name, const FreshName& where) : name_(FileWords::HashOf(name)) {
    Add(where.paths);
    Add(where.own);
  }

  // False only where Reaches is false, whatever the file imports.
  bool MayBeKnownTo(const SourceFile& file) const {
    const FileWords& words = *file.words;
    if (!words.MayHold(name_)) return false;
    if (anywhere_ || paths_.count(file.path) > 0) return true;
    const auto held = [&](uint64_t stem) { return words.MayHold(stem); };
    if (std::any_of(stems_.begin(), stems_.end(), held)) return true;
    // `from . import name` holds no name of a module.
    const std::string_view path = file.path;
    for (size_t slash = path.find('/'); slash != std::string_view::npos;
         slash = path.find('/', slash + 1)) {
      if (packages_.count(path.substr(0, slash)) > 0) return true;
    }
    return false;
  }

 private:
  void Add(const std::set<std::string>& paths) {
    for (const std::string_view path : paths) {
      paths_.insert(path);
      const std::vector<std::string_view> parts = ModuleParts(path);
      const std::string_view stem = parts.back();
      const bool word = !stem.empty() && std::all_of(stem.begin(), stem.end(), [](char c) {
        return IsIdentifierByte(static_cast<unsigned char>(c));
      });
      if (!word || path == "__init__.py") anywhere_ = true;
      stems_.insert(FileWords::HashOf(stem));
      constexpr std::string_view kPackage = "/__init__.py";
      if (path.ends_with(kPackage)) packages_.insert(path.substr(0, path.size() - kPackage.size()));
    }
  }

  uint64_t name_;
  bool anywhere_ = false;
  std::unordered_set<std::string_view> paths_;
  std::unordered_set<std::string_view> packages_;
  std::set<uint64_t> stems_;
};

}  // namespace

std::string WithText(const SourceFile& file, std::string* buffer,
                     const std::function<void(std::string_view)>& use) {
  try {
    if (std::string error = ReadSource(file, buffer); !error.empty()) return error;
    file.words->Note(*buffer);
    if (file.kind == FileKind::kCython) *buffer = CythonAsPython(*buffer);
    use(*buffer);
    return "";
  } catch (const std::bad_alloc&) {
    return kNoMemory;
  }
}

Sources::Sources(const Tree& tree, const ModuleIndex& index, const ResolveOptions& options)
    : tree_(tree),
      index_(index),
      base_(options.tables().python),
      threads_(ThreadCount(options.jobs)),
      budget_(*options.budget),
      cost_(options.cost) {
  for (size_t i = 0; i < tree.files.size(); ++i) {
    const FileKind kind = tree.files[i].kind;
    const bool python =
        kind == FileKind::kPython || kind == FileKind::kCython || kind == FileKind::kNotebook;
    if (!python) continue;
    files_.push_back(static_cast<int>(i));
  }
  known_.resize(files_.size());
}

// Searches the files that may matter for the words of `list`. Where choose() says so (it may note
// what the file matters for), the file is parsed, with what stands around its base words and
// wrappers kept.
Round Sources::Parse(const std::vector<std::string>& list, const MayMatter& may_matter,
                     const Choose& choose) {
  const PhaseScope phase(cost_, Phase::kSearch);
  const WordSearch search(list);
  Round round;
  std::vector<char> changed(files_.size());
  std::vector<std::string> buffers(threads_);
  std::vector<std::vector<WordHit>> hits(threads_);
  std::vector<std::shared_ptr<WordSearch::Scratch>> scratches(threads_);
  for (auto& scratch : scratches) scratch = search.MakeScratch();
  ParallelFor(files_.size(), threads_, [&](size_t i, unsigned thread) {
    const SourceFile& file = tree_.files[files_[i]];
    Known& known = known_[i];
    // What is made of Cython may have other words.
    if (file.kind != FileKind::kCython && !may_matter(file)) return;
    const std::string error = WithText(file, &buffers[thread], [&](std::string_view text) {
      search.FindAll(text, *scratches[thread], &hits[thread]);
      if (hits[thread].empty() || !choose(i, text, hits[thread])) return;
      changed[i] = 1;
      if (known.parsed != nullptr && known.parsed->complete) return;
      const auto matters = [&](std::string_view word) {
        return known.wrappers.count(std::string(word)) > 0 ||
               (known.base && base_.all.count(std::string(word)) > 0);
      };
      std::vector<uint32_t> offsets;
      for (const WordHit& hit : hits[thread]) {
        if (matters(list[hit.word])) offsets.push_back(hit.offset);
      }
      known.error = budget_.RefusesParse(text.size());
      if (known.error.empty()) known.error = budget_.Refuses();
      if (!known.error.empty()) return;
      const RunBudget::Share share(budget_, RunBudget::ParseBytes(text.size()));
      const PhasePart part(cost_, Phase::kParse);
      known.error =
          Guarded([&] { known.parsed = ParseFile(file, text, std::move(offsets), matters); });
    });
    if (!error.empty()) known.error = error;
  });
  for (size_t i = 0; i < files_.size(); ++i) {
    if (changed[i] && known_[i].parsed != nullptr) round.changed.push_back(static_cast<int>(i));
  }
  return round;
}

Round Sources::First() {
  const std::vector<std::string> list(base_.all.begin(), base_.all.end());
  return Parse(
      list, [](const SourceFile&) { return true; },
      [&](size_t position, std::string_view text, const std::vector<WordHit>& hits) {
        Known* file = &known_[position];
        bool named = false;
        bool container = false;
        bool sink = false;
        bool spawn = false;
        for (const WordHit& hit : hits) {
          const std::string& word = list[hit.word];
          const bool is_sink = base_.sink.count(word) > 0;
          const bool is_spawn = base_.spawn.count(word) > 0;
          named = named || is_sink;
          container = container || base_.containers.count(word) > 0;
          sink = sink || (is_sink && HandsOver(text, hit.offset + word.size()));
          spawn = spawn || is_spawn;
          const bool alone = !is_sink && !is_spawn && word != BaseWords::kMappings;
          file->base = file->base || alone || (sink && spawn) || (named && container);
        }
        return file->base;
      });
}

// Whether a file can have `name` from a module at one of `paths`.
bool Sources::Reaches(int file, const std::vector<ImportedName>& imports, const std::string& name,
                      const std::set<std::string>& paths) const {
  if (paths.count(kAnywhere) > 0 || paths.count(tree_.files[file].path) > 0) return true;
  const auto is = [&](std::string_view module) {
    const int found = index_.Find(module, file);
    return found >= 0 && paths.count(tree_.files[found].path) > 0;
  };
  for (const ImportedName& import : imports) {
    if (import.name == name || import.name == "*") {
      if (is(import.module)) return true;
    } else if (!import.name.empty()) {
      const bool dots = !import.module.empty() && import.module.back() == '.';
      if (is(import.module + (dots ? "" : ".") + import.name)) return true;
    } else {
      for (size_t end = import.module.find('.');; end = import.module.find('.', end + 1)) {
        if (is(std::string_view(import.module).substr(0, end))) return true;
        if (end == std::string::npos) break;
      }
    }
  }
  return false;
}

Round Sources::Next(const Fresh& fresh,
                    const std::map<std::string, std::set<std::string>>& methods) {
  std::set<std::string> words = base_.all;
  for (const Known& file : known_) words.insert(file.wrappers.begin(), file.wrappers.end());
  for (const auto& [name, where] : fresh) {
    words.insert(name);
    if (const auto own = methods.find(name); own != methods.end()) {
      words.insert(own->second.begin(), own->second.end());
    }
  }
  const std::vector<std::string> list(words.begin(), words.end());
  std::vector<const Fresh::value_type*> candidates(list.size());
  std::vector<Sought> sought;
  for (const auto& entry : fresh) {
    const auto at = std::lower_bound(list.begin(), list.end(), entry.first);
    candidates[static_cast<size_t>(at - list.begin())] = &entry;
    sought.emplace_back(entry.first, entry.second);
  }
  const auto may_matter = [&](const SourceFile& file) {
    return std::any_of(sought.begin(), sought.end(),
                       [&](const Sought& one) { return one.MayBeKnownTo(file); });
  };
  const auto choose = [&](size_t position, std::string_view text,
                          const std::vector<WordHit>& hits) {
    std::set<uint32_t> present;  // the candidates that stand in the file
    for (const WordHit& hit : hits) {
      if (candidates[hit.word] != nullptr) present.insert(hit.word);
    }
    if (present.empty()) return false;
    const std::vector<ImportedName> imports = FindImports(text);
    bool matters = false;
    for (const uint32_t word : present) {
      const auto& [name, where] = *candidates[word];
      const bool own = where.own.count(tree_.files[files_[position]].path) > 0;
      if (!own && !Reaches(files_[position], imports, name, where.paths)) continue;
      std::set<std::string>& wrappers = known_[position].wrappers;
      matters = wrappers.insert(name).second || matters;
      if (const auto called = methods.find(name); called != methods.end()) {
        wrappers.insert(called->second.begin(), called->second.end());
      }
    }
    return matters;
  };
  return Parse(list, may_matter, choose);
}

}  // namespace flagcensus
