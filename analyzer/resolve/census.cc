// The census of a tree's Python: rounds until no new wrapper is found.
//
//   1. Every source is read; those that hold a word of the accessor table are parsed.
//   2. The modules are evaluated. What turns out to be a wrapper has a name.
//   3. The sources that hold such a name and could have it from there are parsed too; back to 2.
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
#include "analyzer/code/python_parser.h"
#include "analyzer/project/parallel.h"
#include "analyzer/project/word_search.h"
#include "analyzer/resolve/accesses.h"
#include "analyzer/resolve/evaluator.h"
#include "analyzer/resolve/program.h"

namespace flagcensus {
namespace {

constexpr int kMaxRounds = 6;

using Facts = std::map<int, std::shared_ptr<const PythonFile>>;  // by index into Tree::files

// Reads a file and calls use(text) unless it is unreadable or binary.
template <typename Use>
bool WithText(const SourceFile& file, std::string* buffer, std::string* error, const Use& use) {
  bool binary = false;
  if (!ReadWhole(file.absolute, buffer, &binary, error)) return false;
  if (!binary) use(std::string_view(*buffer));
  return true;
}

struct RoundResult {
  std::vector<std::shared_ptr<const PythonFile>> parsed;  // by position in the list of files
  std::vector<std::string> errors;
};

// Parses each of `files` in which `wanted` (given the words of `search` found in it) holds.
RoundResult ParseFiles(
    const Tree& tree, const std::vector<int>& files, const WordSearch& search,
    const std::function<bool(int file, const std::vector<WordHit>& hits)>& wanted, unsigned jobs) {
  RoundResult result;
  result.parsed.resize(files.size());
  result.errors.resize(files.size());
  const unsigned threads = ThreadCount(jobs);
  std::vector<std::string> buffers(threads);
  std::vector<std::vector<WordHit>> hits(threads);
  std::vector<std::shared_ptr<WordSearch::Scratch>> scratches(threads);
  for (auto& scratch : scratches) scratch = search.MakeScratch();
  ParallelFor(files.size(), threads, [&](size_t i, unsigned thread) {
    const SourceFile& file = tree.files[files[i]];
    std::string error;
    const bool read = WithText(file, &buffers[thread], &error, [&](std::string_view text) {
      search.FindAll(text, *scratches[thread], &hits[thread]);
      if (hits[thread].empty() || !wanted(files[i], hits[thread])) return;
      std::vector<uint32_t> offsets;
      for (const WordHit& hit : hits[thread]) offsets.push_back(hit.offset);
      result.parsed[i] = std::make_shared<const PythonFile>(ParsePython(text, offsets, false));
    });
    if (!read) result.errors[i] = error;
  });
  return result;
}

// By which words a file can name something of the module at `path`: its own name and those of the
// packages it is in (folders with an __init__.py).
std::vector<std::string> HandlesOf(std::string_view path, const std::set<std::string>& packages) {
  std::vector<std::string> out;
  const size_t slash = path.rfind('/');
  std::string_view stem = path.substr(slash == std::string_view::npos ? 0 : slash + 1);
  stem = stem.substr(0, stem.find('.'));
  if (stem != "__init__") out.emplace_back(stem);
  std::string_view folder = path.substr(0, slash == std::string_view::npos ? 0 : slash);
  while (!folder.empty() && packages.count(std::string(folder)) > 0) {
    const size_t up = folder.rfind('/');
    out.emplace_back(folder.substr(up == std::string_view::npos ? 0 : up + 1));
    folder = folder.substr(0, up == std::string_view::npos ? 0 : up);
  }
  return out;
}

}  // namespace

Census TakeCensus(const Tree& tree, const ResolveOptions& options) {
  Census census;
  const Result<AccessorTable> table = LoadPythonAccessors(options.accessors_toml);
  if (!table.ok()) {
    census.diagnostics.push_back({"config", {}, table.error().message});
    return census;
  }
  std::vector<int> files;
  for (size_t i = 0; i < tree.files.size(); ++i) {
    if (tree.files[i].kind == FileKind::kPython) files.push_back(static_cast<int>(i));
  }
  census.files_read = files.size();

  Facts facts;
  std::set<std::string> packages;
  for (const int file : files) {
    const std::string& path = tree.files[file].path;
    if (path.ends_with("/__init__.py")) packages.insert(path.substr(0, path.rfind('/')));
  }
  const AccessorTable& rows = table.value();
  std::set<std::string> searched(rows.words.begin(), rows.words.end());
  searched.insert(rows.sink_words.begin(), rows.sink_words.end());
  searched.insert(rows.spawn_words.begin(), rows.spawn_words.end());
  {
    const std::vector<std::string> list(searched.begin(), searched.end());
    const std::set<std::string> sinks(rows.sink_words.begin(), rows.sink_words.end());
    const std::set<std::string> spawns(rows.spawn_words.begin(), rows.spawn_words.end());
    const WordSearch search(list);
    RoundResult round = ParseFiles(
        tree, files, search,
        [&](int, const std::vector<WordHit>& hits) {
          bool sink = false;
          bool spawn = false;
          for (const WordHit& hit : hits) {
            const std::string& word = list[hit.word];
            const bool is_sink = sinks.count(word) > 0;
            const bool is_spawn = spawns.count(word) > 0;
            if (!is_sink && !is_spawn) return true;
            sink = sink || is_sink;
            spawn = spawn || is_spawn;
          }
          return sink && spawn;
        },
        options.jobs);
    for (size_t i = 0; i < files.size(); ++i) {
      const std::string& path = tree.files[files[i]].path;
      if (!round.errors[i].empty()) {
        census.diagnostics.push_back({"unreadable-file", {path, 0, 0}, round.errors[i]});
      }
      if (round.parsed[i] == nullptr) continue;
      if (round.parsed[i]->error_line > 0) {
        census.diagnostics.push_back({"syntax-error",
                                      {path, static_cast<int>(round.parsed[i]->error_line),
                                       static_cast<int>(round.parsed[i]->error_column)},
                                      "syntax error; what stands around it was read"});
      }
      facts[files[i]] = std::move(round.parsed[i]);
    }
  }

  Facts loaded;  // modules that only names were needed from; kept from round to round
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
  std::set<std::string> wrappers;
  for (int round = 0;; ++round) {
    Program program(tree, load);
    for (const auto& [file, parsed] : facts) program.AddModule(file, parsed);
    Evaluator evaluator(program, table.value(), wrappers);
    const size_t modules = program.modules.size();
    fprintf(stderr, "round %d: %zu modules cpu %.2f\n", round, modules, clock() / 1e6);
    for (size_t i = 0; i < modules; ++i) evaluator.PrepareModule(static_cast<int>(i));
    for (size_t i = 0; i < modules; ++i) evaluator.EvaluateModule(static_cast<int>(i));

    fprintf(stderr, "  evaluated: %zu modules, cpu %.2f loaded %zu\n", program.modules.size(), clock() / 1e6, loaded.size());
    const std::map<std::string, std::set<std::string>> found = evaluator.WrapperNames();
    std::set<std::string> fresh;
    bool grew = false;
    for (const auto& [name, paths] : found) {
      grew = wrappers.insert(name).second || grew;
      fresh.insert(name);
    }
    for (const std::string& name : evaluator.WantedMethods()) fresh.insert(name);
    for (auto at = fresh.begin(); at != fresh.end();) {
      at = searched.count(*at) > 0 ? fresh.erase(at) : std::next(at);
    }
    if ((fresh.empty() && !grew) || round + 1 >= kMaxRounds) {
      // The last round: docstrings too, against the modules as they are now.
      for (size_t i = 0; i < modules; ++i) {
        const std::shared_ptr<const PythonFile> parsed = program.modules[i].parsed;
        for (const PythonFile::CodeText& code : parsed->docstring_code) {
          evaluator.EvaluateModule(program.AddDocstring(static_cast<int>(i), code));
        }
      }
      census.accesses = MakeAccesses(program, evaluator.sites());
      census.files_parsed = program.modules.size();
      break;
    }
    if (fresh.empty()) continue;
    // A file matters where it holds a new name and, unless it lies beside the definition, a word by
    // which it can have come by it.
    std::map<std::string, std::set<std::string>> handles;  // name → words
    std::set<std::string> words = searched;
    for (const std::string& name : fresh) {
      words.insert(name);
      const auto at = found.find(name);
      if (at == found.end()) continue;
      for (const std::string& path : at->second) {
        for (const std::string& handle : HandlesOf(path, packages)) {
          handles[name].insert(handle);
        }
      }
    }
    std::set<std::string> all = words;
    for (const auto& [name, more] : handles) all.insert(more.begin(), more.end());
    const std::vector<std::string> list(all.begin(), all.end());
    const WordSearch search(list);
    const auto wanted = [&](int file, const std::vector<WordHit>& hits) {
      const auto known = facts.find(file);
      if (known != facts.end() && known->second->complete) return false;
      std::set<std::string_view> present;
      for (const WordHit& hit : hits) present.insert(list[hit.word]);
      const std::string_view path = tree.files[file].path;
      const std::string_view folder = path.substr(0, path.rfind('/') + 1);
      for (const std::string& name : fresh) {
        if (present.count(name) == 0) continue;
        const auto of = handles.find(name);
        if (of == handles.end()) return true;
        for (const std::string& handle : of->second) {
          if (handle != name && present.count(handle) > 0) return true;
        }
        for (const std::string& defined : found.at(name)) {
          if (std::string_view(defined).substr(0, defined.rfind('/') + 1) == folder) return true;
        }
      }
      return false;
    };
    searched = words;
    RoundResult more = ParseFiles(tree, files, search, wanted, options.jobs);
    for (size_t i = 0; i < files.size(); ++i) {
      if (more.parsed[i] != nullptr) facts[files[i]] = std::move(more.parsed[i]);
    }
  }
  std::sort(census.diagnostics.begin(), census.diagnostics.end(), DiagnosticLess);
  return census;
}

}  // namespace flagcensus
