// The state of a run of the machine over a tree, and its parts:
//
//   sought.cc    which words are searched for
//   roots.cc     each file's modules, functions and classes as roots
//   rerun.cc     roots that only other roots bring up
//   left_out.cc  what no root reached
#pragma once

#include <set>
#include <string>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "analyzer/machine/python/machine.h"

namespace flagcensus {

constexpr uint64_t kRootSteps = 60000;
constexpr int kMaxRounds = 8;  // in which callers of what passes a name on are searched for

struct Roots {
  Machine& m;
  const unsigned jobs;
  std::set<std::string> words = {};              // that are searched for
  std::unordered_set<Symbol> word_symbols = {};  // of words
  std::set<int> files = {};                      // that hold one
  std::set<int> children = {};                   // that start a process and name its environment
  std::set<std::tuple<int, NodeId, uint32_t>> ran =
      {};  // by unit, definition and how many words it holds
  std::set<std::pair<std::string, int>> shared = {};  // objects, by the file that made them
  std::unordered_map<const ClassObject*, int> subclasses = {};
  std::set<std::pair<const ClassObject*, Symbol>> handed = {};  // fields that methods were run for
  std::set<std::pair<FunctionObject*, Symbol>> handed_parameters = {};  // that were run for
  std::set<std::pair<InstanceObject*, FunctionObject*>> readers = {};   // that were run
  std::set<std::pair<int, Symbol>> holders = {};  // names by unit, as NewHolders finds them
  MachineRun out = {};

  size_t UnitOf(int file) const { return static_cast<size_t>(m.unit_of_file.at(file)); }
  // Whether the run has no more steps or time; notes the file from which on nothing is run.
  bool IsCut(int file);
  // A fresh share of steps, in a frame of the module's own.
  template <class What>
  void AsRoot(size_t unit, uint64_t steps, const What& what) {
    Activation run = ModuleRun(m, m.modules[unit]);
    m.nesting = 0;
    m.row_reader = 0;
    RunApart(m, &run, steps, what);
  }
};

// --- sought.cc
// Words by which a function is worth its steps: those of the table, the names found so far, and
// what functions with such a word are called (twice: their callers').
void NoteWords(Roots& r);
// Of the words that are searched for (not those that only make a function worth its steps).
bool HoldsWord(Roots& r, const PythonUnit& unit, NodeId node);
uint32_t WordsIn(Roots& r, const PythonUnit& unit, NodeId node);
// Names at the top level of modules that hold objects whose methods pass a name on: functions that
// use them are worth a run. Whether any is new.
bool NewHolders(Roots& r);
// What functions are called through whose parameters a name reaches the environment.
std::vector<std::string> NewWords(Roots& r);
// Functions that pass names on and by whose names, `words`, nobody looked for their callers.
void NoteUnsought(Roots& r, const std::vector<std::string>& words);

// --- roots.cc
// A function or method, with what nobody knows of its parameters.
void RunDefinition(Roots& r, size_t unit, const OuterDefinition& one);
// The unit's module, and its functions and classes that hold a word that was not there in rounds
// before.
void RunUnit(Roots& r, size_t unit_number, int round);

// --- rerun.cc
// The module of each file, so that what other files want of its classes is there.
void LoadAll(Roots& r);
// Methods of classes by a name that unknown objects are handed the environment under.
void NameHanded(Roots& r);
// Functions that an environment was handed to, whoever calls them.
void RunHandedParameters(Roots& r);
// Objects whose constructor was called with the name of a variable: what their methods do with it,
// where nobody called them.
void RunReaders(Roots& r);
// Methods that ask a field for an environment which was handed to an object of the class: with what
// any such object has there.
void RunHanded(Roots& r);
// Methods of parsers that go over all options, now that these are known.
void RunParsers(Roots& r);

// --- left_out.cc
// Branches that hold a word that is sought, and that a test which is known left out of every run:
// what it knows may be otherwise (a constant that an installation changes, a default argument).
void RunPruned(Roots& r);
// Calls that look like accessors and that no run reached.
void Sweep(Roots& r);

}  // namespace flagcensus
