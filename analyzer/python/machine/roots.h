// The state of a run of the machine over a tree, and its parts:
//
//   sought.cc      which words are searched for
//   root_files.cc  which files are read
//   roots.cc       each file's modules, functions and classes as roots
//     rerun.cc     roots that depend on the results of other roots
//     omitted.cc  code that no root reached
#pragma once

#include <set>
#include <string>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "analyzer/python/machine/machine.h"

namespace flagcensus {

// A root runs a module, a function or a method of which the arguments are unknown. A step is a
// statement or an expression. A root that needs more than this is reported.
constexpr uint64_t kRootSteps = 60000;
constexpr int kMaxRounds = 8;  // of searching for callers of functions that pass a name on

struct Roots {
  Machine& m;
  const unsigned jobs;
  std::set<std::string> words = {};  // that are searched for
  SymbolSet word_symbols = {};       // of words
  std::set<int> files = {};          // that contain one
  std::set<int> children = {};       // that start a process and name its environment
  std::set<std::tuple<int, NodeId, uint32_t>> ran =
      {};  // by unit, definition and number of such words
  std::set<std::pair<std::string, int>> shared = {};  // objects, by the file that created them
  std::unordered_map<const ClassObject*, int> subclasses = {};
  std::set<std::pair<const ClassObject*, Symbol>> passed = {};  // fields that methods were run for
  std::set<std::pair<FunctionObject*, Symbol>> passed_parameters = {};  // that were run for
  std::set<std::pair<InstanceObject*, FunctionObject*>> readers = {};   // that were run
  // Classes with attributes that are variables, with the methods that were run for their fields.
  std::set<std::pair<const ClassObject*, const FunctionObject*>> with_fields = {};
  std::set<std::pair<int, Symbol>> holders = {};  // names by unit, as NewHolders finds them
  // The nodes that WordsIn counts, ascending, for the units that it was called for in this round.
  std::unordered_map<const PythonUnit*, std::vector<NodeId>> word_nodes = {};
  MachineRun out = {};

  size_t UnitOf(int file) const { return static_cast<size_t>(m.program.unit_of_file.at(file)); }
  // Whether the run is out of steps or time; records the first file that is not run.
  bool IsCut(int file);
  // Runs `what` with a fresh share of steps, in an activation of the unit's module.
  template <class What>
  void AsRoot(size_t unit, uint64_t steps, const What& what) {
    Activation run = ModuleRun(m, m.program.modules[unit]);
    m.run.nesting = 0;
    m.run.row_reader = 0;
    RunApart(m, &run, steps, what);
    m.heap.EndScope(run.scope);
  }
};

// --- sought.cc
// The words that make a function worth running: those of the table, the names found so far, and the
// names of functions with such a word (twice: also of their callers).
void NoteWords(Roots& r);
// Whether the node contains a search word (not one that only makes a function worth running).
bool ContainsWord(Roots& r, const PythonUnit& unit, NodeId node);
uint32_t WordsIn(Roots& r, const PythonUnit& unit, NodeId node);
// Collects names at the top level of modules with objects that have wrappers as methods: functions
// that use them are worth running. Returns whether any is new.
bool NewHolders(Roots& r);
// Names of functions with parameters through which a name reaches the environment, if files are not
// searched for them yet.
std::vector<std::string> NewWords(Roots& r);
// Reports functions that pass names on if their names, `words`, were found in the last round: their
// callers were not searched for.
void NoteUnsought(Roots& r, const std::vector<std::string>& words);

// --- roots.cc
// Runs a function or method with unknown parameters.
void RunDefinition(Roots& r, size_t unit, const OuterDefinition& one);
// Runs the unit's module, and its functions and classes that contain a word that was not there in
// earlier rounds.
void RunUnit(Roots& r, size_t unit_number, int round);

// --- rerun.cc
// Runs the module of each file, to have its classes available for other files.
void LoadAll(Roots& r);
// Collects methods by the names of unknown objects' methods that were passed the environment.
void NamePassed(Roots& r);
// Runs functions that were passed an environment with the environment, for any caller.
void RunPassedParameters(Roots& r);
// Runs methods that read by a field, with each object of which the constructor was called with a
// variable's name, unless a call of them is known.
void RunReaders(Roots& r);
// Runs methods that look for an environment in a field, if one was passed to an object of the
// class: with the value that any such object has there.
void RunPassed(Roots& r);
// Runs methods of parsers that iterate over all options, once these are known.
void RunParsers(Roots& r);

// --- omitted.cc
// Runs branches that contain a sought word but that a known test excluded from every run: its
// result may differ elsewhere (a constant that an installation changes, a default argument).
void RunPruned(Roots& r);
// Runs calls that look like accessors and that no run reached.
void Sweep(Roots& r);

}  // namespace flagcensus
