// The census of a tree's Python: rounds until no new wrapper is found.
//
//   1. Every source is read; those that hold a word of the accessor table are parsed.
//   2. What was parsed is evaluated. What turns out to be a wrapper has a name.
//   3. The sources that hold such a name, and import something by which they can have it, are
//      parsed too (or more of them); back to 2, with these alone.
//   4. Once no new wrapper is found, all that was parsed is evaluated from the start.
//
// Reading and parsing use all cores; the evaluation follows the order of the paths, so its result
// does not depend on the number of threads.
#include "analyzer/resolve/census.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <mutex>
#include <set>

#include "analyzer/base/text.h"
#include "analyzer/code/accessors.h"
#include "analyzer/code/python_outline.h"
#include "analyzer/code/python_parser.h"
#include "analyzer/project/parallel.h"
#include "analyzer/project/word_search.h"
#include "analyzer/resolve/accesses.h"
#include "analyzer/resolve/evaluator.h"
#include "analyzer/resolve/program.h"

namespace flagcensus {
namespace {

constexpr int kMaxRounds = 8;

// Reads a file and calls use(text) unless it is unreadable or binary.
template <typename Use>
bool WithText(const SourceFile& file, std::string* buffer, std::string* error, const Use& use) {
  bool binary = false;
  if (!ReadWhole(file.absolute, buffer, &binary, error)) return false;
  if (!binary) use(std::string_view(*buffer));
  return true;
}

// The base words, by what makes a file matter.
struct BaseWords {
  explicit BaseWords(const AccessorTable& table)
      : access(table.words.begin(), table.words.end()),
        sink(table.sink_words.begin(), table.sink_words.end()),
        spawn(table.spawn_words.begin(), table.spawn_words.end()) {
    all = access;
    all.insert(sink.begin(), sink.end());
    all.insert(spawn.begin(), spawn.end());
  }
  std::set<std::string> access;
  std::set<std::string> sink;  // matter where one of `spawn` stands beside them
  std::set<std::string> spawn;
  std::set<std::string> all;
};

// A Python file of the tree, as far as it is known.
struct Known {
  std::shared_ptr<const PythonFile> parsed;  // null: not parsed (yet)
  bool base = false;                         // holds base words that matter
  std::set<std::string> wrappers;            // the wrappers by which it matters
};

// New wrappers: by name, the paths of the modules that have them. kAnywhere: a method of classes
// that may be anywhere.
using Fresh = std::map<std::string, std::set<std::string>>;
const std::string kAnywhere;

struct Round {
  std::vector<int> changed;         // files to evaluate (again), ascending
  std::vector<std::string> errors;  // by position in the list of files; "" where read
};

class Sources {
 public:
  Sources(const Tree& tree, const AccessorTable& table, unsigned jobs)
      : tree_(tree), base_(table), threads_(ThreadCount(jobs)) {
    for (size_t i = 0; i < tree.files.size(); ++i) {
      if (tree.files[i].kind != FileKind::kPython) continue;
      files_.push_back(static_cast<int>(i));
      const std::string& path = tree.files[i].path;
      if (path.ends_with("/__init__.py")) packages_.insert(path.substr(0, path.rfind('/')));
    }
    known_.resize(files_.size());
  }

  const std::vector<int>& files() const { return files_; }
  const std::vector<Known>& known() const { return known_; }

  // Parses the files in which a base word stands.
  Round First();
  // Parses, or parses more of, the files that may call one of `fresh`.
  Round Next(const Fresh& fresh);

 private:
  // What to look for: for each wrapper the words by which a file can have come by it.
  struct Handles {
    std::set<std::string> words;
    std::set<std::string> folders;  // below which `from . import name` finds it
  };
  using Choose = std::function<bool(Known* file, const std::string& path, std::string_view text,
                                    const std::vector<WordHit>& hits)>;
  Round Parse(const std::set<std::string>& words, const Choose& choose);
  Handles HandlesOf(const std::set<std::string>& paths) const;

  const Tree& tree_;
  const BaseWords base_;
  const unsigned threads_;
  std::vector<int> files_;    // indices into Tree::files
  std::vector<Known> known_;  // by position in files_
  std::set<std::string> packages_;
};

// Searches every file for `words`. Where choose() says so (it may note what the file matters for),
// the file is parsed, with what stands around its base words and wrappers kept.
Round Sources::Parse(const std::set<std::string>& words, const Choose& choose) {
  const std::vector<std::string> list(words.begin(), words.end());
  const WordSearch search(list);
  Round round;
  round.errors.resize(files_.size());
  std::vector<char> changed(files_.size());
  std::vector<std::string> buffers(threads_);
  std::vector<std::vector<WordHit>> hits(threads_);
  std::vector<std::shared_ptr<WordSearch::Scratch>> scratches(threads_);
  for (auto& scratch : scratches) scratch = search.MakeScratch();
  ParallelFor(files_.size(), threads_, [&](size_t i, unsigned thread) {
    const SourceFile& file = tree_.files[files_[i]];
    std::string error;
    const bool read = WithText(file, &buffers[thread], &error, [&](std::string_view text) {
      search.FindAll(text, *scratches[thread], &hits[thread]);
      Known& known = known_[i];
      if (hits[thread].empty() || !choose(&known, file.path, text, hits[thread])) return;
      changed[i] = 1;
      if (known.parsed != nullptr && known.parsed->complete) return;
      std::vector<uint32_t> offsets;
      for (const WordHit& hit : hits[thread]) {
        const std::string& word = list[hit.word];
        if (known.wrappers.count(word) > 0 || (known.base && base_.all.count(word) > 0))
          offsets.push_back(hit.offset);
      }
      known.parsed = std::make_shared<const PythonFile>(ParsePython(text, offsets, false));
    });
    if (!read) round.errors[i] = error;
  });
  for (size_t i = 0; i < files_.size(); ++i) {
    if (changed[i]) round.changed.push_back(static_cast<int>(i));
  }
  return round;
}

Round Sources::First() {
  const std::vector<std::string> list(base_.all.begin(), base_.all.end());
  return Parse(base_.all, [&](Known* file, const std::string&, std::string_view,
                              const std::vector<WordHit>& hits) {
    bool sink = false;
    bool spawn = false;
    for (const WordHit& hit : hits) {
      const std::string& word = list[hit.word];
      const bool is_sink = base_.sink.count(word) > 0;
      const bool is_spawn = base_.spawn.count(word) > 0;
      sink = sink || is_sink;
      spawn = spawn || is_spawn;
      file->base = file->base || (!is_sink && !is_spawn) || (sink && spawn);
    }
    return file->base;
  });
}

// By which words a file can name something of these modules: their own names and those of the
// packages they are in (folders with an __init__.py).
Sources::Handles Sources::HandlesOf(const std::set<std::string>& paths) const {
  Handles out;
  for (const std::string_view path : paths) {
    if (path == kAnywhere) continue;
    const size_t slash = path.rfind('/');
    std::string_view stem = path.substr(slash == std::string_view::npos ? 0 : slash + 1);
    stem = stem.substr(0, stem.find('.'));
    std::string_view folder = path.substr(0, slash == std::string_view::npos ? 0 : slash);
    if (stem != "__init__") {
      out.words.emplace(stem);
    } else {
      out.folders.emplace(std::string(folder) + "/");
    }
    while (!folder.empty() && packages_.count(std::string(folder)) > 0) {
      const size_t up = folder.rfind('/');
      out.words.emplace(folder.substr(up == std::string_view::npos ? 0 : up + 1));
      folder = folder.substr(0, up == std::string_view::npos ? 0 : up);
    }
  }
  return out;
}

Round Sources::Next(const Fresh& fresh) {
  std::set<std::string> words = base_.all;
  for (const Known& file : known_) words.insert(file.wrappers.begin(), file.wrappers.end());
  for (const auto& [name, paths] : fresh) words.insert(name);
  std::map<std::string, Handles> handles;
  for (const auto& [name, paths] : fresh) {
    const Handles& of = handles[name] = HandlesOf(paths);
    words.insert(of.words.begin(), of.words.end());
  }
  const std::vector<std::string> list(words.begin(), words.end());
  const auto number = [&](const std::string& word) {
    return static_cast<uint32_t>(std::lower_bound(list.begin(), list.end(), word) - list.begin());
  };
  struct Candidate {
    const std::string* name;
    const std::set<std::string>* paths;
    const std::set<std::string>* folders;
    std::vector<uint32_t> handles;
  };
  std::map<uint32_t, Candidate> candidates;  // by word
  std::vector<bool> is_handle(list.size());
  for (const auto& [name, of] : handles) {
    Candidate candidate{&name, &fresh.at(name), &of.folders, {}};
    for (const std::string& word : of.words) candidate.handles.push_back(number(word));
    for (const uint32_t handle : candidate.handles) is_handle[handle] = true;
    candidates.emplace(number(name), std::move(candidate));
  }
  return Parse(words, [&](Known* file, const std::string& path, std::string_view text,
                          const std::vector<WordHit>& hits) {
    std::set<uint32_t> present;   // the candidates that stand in the file
    std::set<uint32_t> imported;  // the handles that stand in an import
    for (const WordHit& hit : hits) {
      if (candidates.count(hit.word) > 0) present.insert(hit.word);
    }
    if (present.empty()) return false;
    for (const WordHit& hit : hits) {
      if (!is_handle[hit.word] || imported.count(hit.word) > 0) continue;
      if (IsInImport(text, hit.offset)) imported.insert(hit.word);
    }
    bool matters = false;
    for (const uint32_t word : present) {
      const Candidate& of = candidates.at(word);
      const bool reachable =
          of.paths->count(path) > 0 || of.paths->count(kAnywhere) > 0 ||
          std::any_of(of.handles.begin(), of.handles.end(),
                      [&](uint32_t handle) { return imported.count(handle) > 0; }) ||
          std::any_of(of.folders->begin(), of.folders->end(),
                      [&](const std::string& folder) { return path.starts_with(folder); });
      if (!reachable) continue;
      file->wrappers.insert(*of.name);
      matters = true;
    }
    return matters;
  });
}

void Report(const Tree& tree, const Sources& sources, const Round& first, Census* census) {
  for (size_t i = 0; i < sources.files().size(); ++i) {
    const std::string& path = tree.files[sources.files()[i]].path;
    const PythonFile* parsed = sources.known()[i].parsed.get();
    if (!first.errors[i].empty()) {
      census->diagnostics.push_back({"unreadable-file", {path, 0, 0}, first.errors[i]});
    }
    if (parsed == nullptr || parsed->error_line == 0) continue;
    census->diagnostics.push_back(
        {"syntax-error",
         {path, static_cast<int>(parsed->error_line), static_cast<int>(parsed->error_column)},
         "syntax error; what stands around it was read"});
  }
}

}  // namespace

Census TakeCensus(const Tree& tree, const ResolveOptions& options) {
  Census census;
  const Result<AccessorTable> table = LoadPythonAccessors(options.accessors_toml);
  if (!table.ok()) {
    census.diagnostics.push_back({"config", {}, table.error().message});
    return census;
  }
  Sources sources(tree, table.value(), options.jobs);
  census.files_read = sources.files().size();

  std::map<int, std::shared_ptr<const PythonFile>> loaded;  // modules that only names are needed of
  const Program::Loader load = [&](int file) {
    const auto [at, added] = loaded.try_emplace(file);
    if (added) {
      std::string text;
      std::string error;
      bool binary = false;
      const bool read = ReadWhole(tree.files[file].absolute, &text, &binary, &error) && !binary;
      at->second =
          std::make_shared<const PythonFile>(read ? ParsePython(text, {}, false) : PythonFile());
    }
    return at->second;
  };

  Round round = sources.First();
  const Round first = round;
  Wrappers wrappers;
  std::set<std::string> wanted;
  {
    Program program(tree, load);
    Evaluator evaluator(program, table.value(), wrappers);
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
      for (const std::string& name : evaluator.WantedMethods()) {
        if (wanted.insert(name).second) fresh[name].insert(kAnywhere);
      }
      if (fresh.empty()) break;
      round = sources.Next(fresh);
    }
  }

  // What was found in pieces is evaluated as a whole, with all wrappers known from the start.
  Program program(tree, load);
  for (size_t i = 0; i < sources.files().size(); ++i) {
    const std::shared_ptr<const PythonFile>& parsed = sources.known()[i].parsed;
    if (parsed != nullptr) program.AddModule(sources.files()[i], parsed);
  }
  Evaluator evaluator(program, table.value(), wrappers);
  const auto modules = static_cast<int>(program.modules.size());
  for (int i = 0; i < modules; ++i) evaluator.PrepareModule(i);
  for (int i = 0; i < modules; ++i) evaluator.EvaluateModule(i);
  for (int i = 0; i < modules; ++i) {
    const std::shared_ptr<const PythonFile> parsed = program.modules[i].parsed;
    for (const PythonFile::CodeText& code : parsed->docstring_code) {
      evaluator.EvaluateModule(program.AddDocstring(i, code));
    }
  }
  census.accesses = MakeAccesses(program, evaluator.sites());
  census.files_parsed = program.modules.size();
  Report(tree, sources, first, &census);
  std::sort(census.diagnostics.begin(), census.diagnostics.end(), DiagnosticLess);
  return census;
}

}  // namespace flagcensus
