// Program: the parsed modules of a tree and how their names find each other.
//
// Modules are added by the census, or loaded on demand when a name is needed from one that touches
// no environment itself.
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "analyzer/base/text_map.h"
#include "analyzer/config/accessors.h"
#include "analyzer/link/python/module_index.h"
#include "analyzer/link/python/value.h"
#include "analyzer/python/parser.h"
#include "analyzer/tree/tree.h"

namespace flagcensus {

struct Parameter {
  std::string name;
  NodeId default_node = kNoNode;
  int flag = 0;  // 1: *args, 2: **kwargs
};

struct FunctionInfo {
  int module = -1;
  NodeId node = kNoNode;    // kFunction or kLambda
  std::string name;         // "<lambda>" for a lambda
  int owner_class = -1;     // of a method
  int outer_function = -1;  // of a nested function
  std::vector<Parameter> parameters;
  std::vector<ValueRef> defaults;  // of the parameters, evaluated where the function is defined
  bool is_static = false;
  bool is_class_method = false;
  bool is_property = false;
  bool has_body = false;
};

struct ClassInfo {
  int module = -1;
  NodeId node = kNoNode;
  std::string name;
  std::vector<ValueRef> bases;
  std::map<std::string, int> methods;          // name → function
  std::map<std::string, ValueRef> attributes;  // class-level names
  std::vector<std::string> annotated;          // class-level annotated names, in order
  std::map<std::string, ValueRef> fields;      // self.x, in terms of __init__'s parameters
  const SettingsRow* settings = nullptr;       // its fields are variables
  std::string settings_prefix;
  std::string settings_nested;
  bool is_record = false;  // dataclass, NamedTuple, attrs: __init__ made from the annotations
  bool is_enum = false;
};

struct Import {
  int importer = -1;   // module
  std::string module;  // dotted, with leading dots where relative
  std::string name;    // of `from module import name`; "" for `import module`
};

struct ModuleInfo {
  int file = -1;  // index into Tree::files
  std::shared_ptr<const PythonFile> parsed;
  int docstring_of = -1;     // code shown in a docstring of that module: its names hold here
  bool run_as_text = false;  // code in a string that runs
  uint32_t one_line = 0;     // where all of it stands, if it has no lines of its own in the file
  uint32_t one_column = 0;
  uint32_t line_offset = 0;  // added to the lines of `parsed`
  uint32_t column_offset = 0;
  bool names_only = false;  // loaded for what its names mean: nothing in it is a site
  int replaced_by = -1;     // the module that stands for the file since
  bool prepared = false;
  bool evaluated = false;
  bool evaluating = false;
  bool preparing = false;
  TextMap<ValueRef> globals;
  // What the first look bound, while it goes on over a module that was evaluated in its midst:
  // making an object of one of its classes does so.
  std::optional<TextMap<ValueRef>> first_look;
  std::set<std::string, std::less<>> ambiguous;  // bound to different values
  std::vector<int> star_imports;                 // indices into Program::imports
  std::map<NodeId, int> function_of_node;
  std::map<NodeId, int> class_of_node;
};

// Code in a string of `module` that is run.
struct RunText {
  int module = -1;
  std::string text;  // without common indentation
  uint32_t line = 0;
  uint32_t column = 0;     // bytes taken off each line, or that of the place
  bool one_place = false;  // all of it stands at line:column
};

// Where a node of the module stands in the file at `path`.
Place PlaceOfNode(const ModuleInfo& module, const std::string& path, const Node& node);

// Whether a module of that name is taken for the library's, whatever the tree holds.
bool IsLibrary(std::string_view root);

class Program {
 public:
  // `load` parses a file of the tree that is needed for a name; without a syntax where it cannot be
  // read. It may keep what it parsed for the next Program.
  using Loader = std::function<std::shared_ptr<const PythonFile>(int file)>;
  Program(const Tree& tree, const ModuleIndex& index, Loader load)
      : tree_(tree), index_(index), load_(std::move(load)) {}

  // Adds the module of a file, in place of the one it had. Returns its number; what others hold of
  // the one before stays valid.
  int AddModule(int file, std::shared_ptr<const PythonFile> parsed);
  // Adds code that a docstring of `module` shows, as a module of its own.
  int AddDocstring(int module, const PythonFile::CodeText& code);
  // Adds code in a string that is run, as a module of its own. Its lines are those of the literal.
  int AddText(const RunText& code);
  // The module of a file if it is loaded, else -1.
  int ModuleOf(int file) const;
  // The module of a file, loaded (module- and class-level code only) where it is not yet.
  int LoadModule(int file);
  // A module of the file that has all module-level names, for those that its own module leaves out.
  int LoadNames(int file);

  // See ModuleIndex::Find and IsInPackage.
  int FindModuleFile(std::string_view name, int from) const { return index_.Find(name, from); }
  bool IsInPackage(int file) const { return index_.IsInPackage(file); }

  const Tree& tree() const { return tree_; }
  const std::string& PathOf(int module) const { return tree_.files[modules[module].file].path; }
  const Syntax& SyntaxOf(int module) const { return modules[module].parsed->syntax; }

  // Deques: references stay valid while more are added.
  std::deque<ModuleInfo> modules;
  std::deque<FunctionInfo> functions;
  std::deque<ClassInfo> classes;
  std::deque<Import> imports;
  std::vector<std::string> externals;  // roots that are never looked for in the tree: "os"

 private:
  const Tree& tree_;
  const ModuleIndex& index_;
  Loader load_;
  std::unordered_map<int, int> module_of_file_;
  std::unordered_map<int, int> names_of_file_;
};

}  // namespace flagcensus
