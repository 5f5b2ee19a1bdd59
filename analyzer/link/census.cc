// The census of a tree's Python: rounds until no new wrapper is found.
//
//   1. Every source is read; those that hold a word of the accessor table are parsed.
//   2. What was parsed is evaluated. What turns out to be a wrapper has a name.
//   3. The sources that hold such a name, and import it or the module that has it, are parsed too
//      (or more of them); back to 2, with these alone.
//   4. Once no new wrapper is found, all that was parsed is evaluated from the start.
//
// Reading and parsing use all cores; the evaluation follows the order of the paths, so its result
// does not depend on the number of threads.
#include "analyzer/link/census.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <mutex>
#include <new>
#include <set>

#include "analyzer/base/parallel.h"
#include "analyzer/base/text.h"
#include "analyzer/config/accessors.h"
#include "analyzer/link/c/census.h"
#include "analyzer/link/python/accesses.h"
#include "analyzer/link/python/evaluator.h"
#include "analyzer/link/python/program.h"
#include "analyzer/python/outline.h"
#include "analyzer/python/parser.h"
#include "analyzer/python/variants.h"
#include "analyzer/tree/word_search.h"

namespace flagcensus {
namespace {

constexpr int kMaxRounds = 8;

// Reads a file and calls use(text); what is wrong with it where that could not be done, else "".
template <typename Use>
std::string WithText(const SourceFile& file, std::string* buffer, const Use& use) {
  try {
    if (std::string error = ReadSource(file.absolute, buffer); !error.empty()) return error;
    file.words->Note(*buffer);
    if (file.kind == FileKind::kCython) *buffer = CythonAsPython(*buffer);
    use(std::string_view(*buffer));
    return "";
  } catch (const std::bad_alloc&) {
    return kNoMemory;
  }
}

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

// The base words, by what makes a file matter.
struct BaseWords {
  explicit BaseWords(const AccessorTable& table)
      : access(table.words.begin(), table.words.end()),
        sink(table.sink_words.begin(), table.sink_words.end()),
        spawn(table.spawn_words.begin(), table.spawn_words.end()),
        containers(table.containers.begin(), table.containers.end()) {
    all = access;
    all.insert(sink.begin(), sink.end());
    all.insert(spawn.begin(), spawn.end());
    all.insert(kMappings);
  }
  // Kept where the file matters by another: a mapping that may be made over the environment.
  static constexpr const char* kMappings = "__getitem__";
  std::set<std::string> access;
  std::set<std::string> sink;  // matter where one of `spawn` stands beside them
  std::set<std::string> spawn;
  std::set<std::string> containers;  // of those, the ones that take names in argument lists
  std::set<std::string> all;
};

// A Python file of the tree, as far as it is known.
struct Known {
  std::shared_ptr<const PythonFile> parsed;  // null: not parsed (yet)
  bool base = false;                         // holds base words that matter
  std::set<std::string> wrappers;            // the wrappers by which it matters
  std::string error;                         // why it could not be read; "" where it was
};

// New wrappers: by name, the paths of the modules that have them. kAnywhere: a method of classes
// that may be anywhere.
using Fresh = std::map<std::string, std::set<std::string>>;
const std::string kAnywhere;

struct Round {
  std::vector<int> changed;  // files to evaluate (again), ascending
};

class Sources {
 public:
  Sources(const Tree& tree, const ModuleIndex& index, const AccessorTable& table, unsigned jobs,
          RunBudget& budget)
      : tree_(tree), index_(index), base_(table), threads_(ThreadCount(jobs)), budget_(budget) {
    for (size_t i = 0; i < tree.files.size(); ++i) {
      const FileKind kind = tree.files[i].kind;
      const bool python =
          kind == FileKind::kPython || kind == FileKind::kCython || kind == FileKind::kNotebook;
      if (!python) continue;
      files_.push_back(static_cast<int>(i));
    }
    known_.resize(files_.size());
    for (size_t i = 0; i < files_.size(); ++i) all_.push_back(static_cast<int>(i));
  }

  const std::vector<int>& files() const { return files_; }
  const std::vector<Known>& known() const { return known_; }

  // Parses the files in which a base word stands.
  Round First();
  // Parses, or parses more of, the files that may call one of `fresh`.
  // `methods`: of the classes among them, those that matter where a subclass calls them on itself.
  Round Next(const Fresh& fresh, const std::map<std::string, std::set<std::string>>& methods);

 private:
  // Of the file at a position: whether it is to be parsed.
  using Choose =
      std::function<bool(size_t position, std::string_view text, const std::vector<WordHit>& hits)>;
  Round Parse(const std::set<std::string>& words, const std::vector<int>& positions,
              const Choose& choose);
  bool Reaches(int file, const std::vector<ImportedName>& imports, const std::string& name,
               const std::set<std::string>& paths) const;

  const Tree& tree_;
  const ModuleIndex& index_;
  const BaseWords base_;
  const unsigned threads_;
  RunBudget& budget_;
  std::vector<int> files_;                           // indices into Tree::files
  std::vector<int> all_;                             // every position in files_
  std::vector<Known> known_;                         // by position in files_
  std::map<std::string, std::vector<int>> holders_;  // wrapper → positions of files with the word
};

// Searches the files at `positions` for `words`. Where choose() says so (it may note what the file
// matters for), the file is parsed, with what stands around its base words and wrappers kept.
Round Sources::Parse(const std::set<std::string>& words, const std::vector<int>& positions,
                     const Choose& choose) {
  const std::vector<std::string> list(words.begin(), words.end());
  const WordSearch search(list);
  Round round;
  std::vector<char> changed(files_.size());
  std::vector<std::string> buffers(threads_);
  std::vector<std::vector<WordHit>> hits(threads_);
  std::vector<std::shared_ptr<WordSearch::Scratch>> scratches(threads_);
  for (auto& scratch : scratches) scratch = search.MakeScratch();
  ParallelFor(positions.size(), threads_, [&](size_t number, unsigned thread) {
    const auto i = static_cast<size_t>(positions[number]);
    const SourceFile& file = tree_.files[files_[i]];
    Known& known = known_[i];
    // What is made of Cython may have other words.
    if (file.kind != FileKind::kCython && !search.MayStandIn(*file.words)) return;
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
      known.parsed = ParseFile(file, text, std::move(offsets), matters);
    });
    if (!error.empty()) known.error = error;
  });
  for (size_t i = 0; i < files_.size(); ++i) {
    if (changed[i] && known_[i].parsed != nullptr) round.changed.push_back(static_cast<int>(i));
  }
  return round;
}

// Whether a word that ends at `at` is a keyword (`env=...`) or a key ("env": ..., ["env"]).
bool HandsOver(std::string_view text, size_t at) {
  if (at < text.size() && (text[at] == '"' || text[at] == '\'')) return true;
  while (at < text.size() && text[at] == ' ') ++at;
  return at < text.size() && text[at] == '=' && !text.substr(at).starts_with("==");
}

Round Sources::First() {
  const std::vector<std::string> list(base_.all.begin(), base_.all.end());
  return Parse(base_.all, all_,
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
  bool all_known = true;
  std::set<int> positions;
  for (const auto& [name, paths] : fresh) {
    words.insert(name);
    if (const auto own = methods.find(name); own != methods.end()) {
      words.insert(own->second.begin(), own->second.end());
    }
    const auto held = holders_.find(name);
    all_known = all_known && held != holders_.end();
    if (all_known) positions.insert(held->second.begin(), held->second.end());
  }
  const std::vector<std::string> list(words.begin(), words.end());
  std::vector<const std::pair<const std::string, std::set<std::string>>*> candidates(list.size());
  for (const auto& entry : fresh) {
    candidates[std::lower_bound(list.begin(), list.end(), entry.first) - list.begin()] = &entry;
  }
  std::mutex mutex;
  std::map<std::string, std::vector<int>> holders;
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
      const auto& [name, paths] = *candidates[word];
      if (!Reaches(files_[position], imports, name, paths)) continue;
      std::set<std::string>& wrappers = known_[position].wrappers;
      matters = wrappers.insert(name).second || matters;
      if (const auto own = methods.find(name); own != methods.end()) {
        wrappers.insert(own->second.begin(), own->second.end());
      }
    }
    const std::lock_guard<std::mutex> lock(mutex);
    for (const uint32_t word : present) holders[list[word]].push_back(static_cast<int>(position));
    return matters;
  };
  Round round =
      Parse(words, all_known ? std::vector<int>(positions.begin(), positions.end()) : all_, choose);
  if (!all_known) {
    for (const auto& [name, paths] : fresh) holders.try_emplace(name);
    holders_.merge(holders);
  }
  return round;
}

void Report(const Tree& tree, const Sources& sources, Census* census) {
  for (size_t i = 0; i < sources.files().size(); ++i) {
    const std::string& path = tree.files[sources.files()[i]].path;
    const PythonFile* parsed = sources.known()[i].parsed.get();
    if (const std::string& error = sources.known()[i].error; !error.empty()) {
      census->diagnostics.push_back({"unreadable-file", {path, 0, 0}, error});
    }
    if (parsed != nullptr && parsed->broken) {
      census->diagnostics.push_back(
          {"unreadable-file", {path, 0, 0}, "left out: its JSON is not that of a notebook"});
    }
    if (parsed != nullptr && parsed->gave_up) {
      census->diagnostics.push_back(
          {"parse-limit", {path, 0, 0}, "left out: it takes too much to parse"});
    }
    if (parsed != nullptr) {
      for (const SyntaxCut& cut : parsed->syntax.cuts) {
        census->diagnostics.push_back(
            {"limit", PlaceIn(*parsed, path, cut.line, cut.column), cut.what});
      }
    }
    if (parsed == nullptr || parsed->error_line == 0) continue;
    census->diagnostics.push_back(
        {"syntax-error",
         {path, static_cast<int>(parsed->error_line), static_cast<int>(parsed->error_column)},
         "syntax error; what stands around it was read"});
  }
}

// Wrappers that were found when no more rounds were made: the files that call them are not read.
void TellUnfollowed(const Program& program, const Wrappers& known, const Wrappers& found,
                    Census* census) {
  std::map<std::pair<std::string, std::string>, Place> defined;  // name, path
  for (const FunctionInfo& function : program.functions) {
    const std::string& path = program.PathOf(function.module);
    const Node& at = program.SyntaxOf(function.module)[function.node];
    const Place place{path, static_cast<int>(at.line), static_cast<int>(at.column)};
    defined.try_emplace({function.name, path}, place);
  }
  for (const auto& [name, paths] : found) {
    const auto before = known.find(name);
    std::vector<std::string> fresh;
    for (const std::string& path : paths) {
      if (before == known.end() || before->second.count(path) == 0) fresh.push_back(path);
    }
    const bool made = std::any_of(fresh.begin(), fresh.end(), [&](const std::string& path) {
      return defined.count({name, path}) > 0;
    });
    for (const std::string& path : fresh) {
      const auto at = defined.find({name, path});
      if (made && at == defined.end()) continue;  // handed on from where it is told
      census->diagnostics.push_back({"limit", at == defined.end() ? Place{path, 0, 0} : at->second,
                                     "wrappers of wrappers are followed through " +
                                         std::to_string(kMaxRounds) + " files: calls of " + name +
                                         " elsewhere are left out"});
    }
  }
}

}  // namespace

Census TakeCensus(const Tree& tree, const ResolveOptions& given) {
  Census census;
  RunBudget defaults;
  ResolveOptions options = given;
  if (options.budget == nullptr) options.budget = &defaults;
  const AccessorTable& table = options.tables().python;
  const ModuleIndex index(tree);
  Sources sources(tree, index, table, options.jobs, *options.budget);
  census.files_read = sources.files().size();

  std::map<int, std::shared_ptr<const PythonFile>> loaded;  // modules that only names are needed of
  const Program::Loader load = [&](int file) {
    const auto [at, added] = loaded.try_emplace(file);
    if (added) {
      std::string text;
      PythonFile parsed;
      WithText(tree.files[file], &text, [&](std::string_view source) {
        if (options.budget->RefusesParse(source.size()).empty()) {
          parsed = ParsePython(source, {}, false);
        }
      });
      at->second = std::make_shared<const PythonFile>(std::move(parsed));
    }
    return at->second;
  };

  Round round = sources.First();
  Wrappers wrappers;
  std::set<std::string> wanted;
  bool all = false;  // no file is left that may call what was found
  {
    Program program(tree, index, load);
    Evaluator evaluator(program, table, wrappers, options.budget);
    for (int number = 0; number < kMaxRounds && !round.changed.empty(); ++number) {
      std::vector<int> modules;
      for (const int i : round.changed) {
        modules.push_back(program.AddModule(sources.files()[i], sources.known()[i].parsed));
      }
      for (const int module : modules) evaluator.PrepareModule(module);
      for (const int module : modules) evaluator.EvaluateModule(module);
      Fresh fresh;
      for (const auto& [name, paths] : evaluator.WrapperNames()) {
        for (const std::string& path : paths) {
          if (wrappers[name].insert(path).second) fresh[name].insert(path);
        }
      }
      for (const std::string& name : evaluator.WantedNames()) {
        if (wanted.insert(name).second) fresh[name].insert(kAnywhere);
      }
      all = fresh.empty();
      if (all) break;
      round = sources.Next(fresh, evaluator.WrapperMethods());
      all = round.changed.empty();
    }
  }

  // What was found in pieces is evaluated as a whole, with all wrappers known from the start.
  Program program(tree, index, load);
  for (size_t i = 0; i < sources.files().size(); ++i) {
    const std::shared_ptr<const PythonFile>& parsed = sources.known()[i].parsed;
    if (parsed != nullptr) program.AddModule(sources.files()[i], parsed);
  }
  Evaluator evaluator(program, table, wrappers, options.budget);
  const auto modules = static_cast<int>(program.modules.size());
  for (int i = 0; i < modules; ++i) evaluator.PrepareModule(i);
  for (int i = 0; i < modules; ++i) evaluator.EvaluateModule(i);
  for (int i = 0; i < modules; ++i) {
    const std::shared_ptr<const PythonFile> parsed = program.modules[i].parsed;
    for (const PythonFile::CodeText& code : parsed->docstring_code) {
      evaluator.EvaluateModule(program.AddDocstring(i, code));
    }
  }
  for (size_t i = 0; i < evaluator.codes().size(); ++i) {
    evaluator.EvaluateModule(program.AddText(evaluator.codes()[i]));
  }
  evaluator.ResolveTables();
  evaluator.ResolveMembers();
  census.accesses = MakeAccesses(program, evaluator.sites());
  if (!all) TellUnfollowed(program, wrappers, evaluator.WrapperNames(), &census);
  for (Diagnostic& one : evaluator.Limits()) census.diagnostics.push_back(std::move(one));
  census.files_parsed = program.modules.size();
  Report(tree, sources, &census);
  TakeCCensus(tree, options, &census);
  std::sort(census.accesses.begin(), census.accesses.end(), AccessLess);
  std::sort(census.diagnostics.begin(), census.diagnostics.end(), DiagnosticLess);
  return census;
}

}  // namespace flagcensus
