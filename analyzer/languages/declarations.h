// What a program declares, by scope, and the functions that its calls denote within the file.
//
//   const get = n => ...; { let get = 1; get }     Find("get", the inner name)   ─→ the `let`
//   class C { get(n) {} f() { this.get("A") } }    FunctionOf(the call)          ─→ C.get
//
// Built once, and never changed. Paths and texts of expressions: Names.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "analyzer/languages/program.h"
#include "analyzer/languages/rows.h"

namespace flagcensus {

inline constexpr int kDeepestClass = 8;                 // nested classes
inline constexpr std::string_view kNewPrefix = "new ";  // of the callee of `new Config("A")`

// The declaration of a name.
struct Declaration {
  TermId at = kNoTerm;    // kDeclare, kParameter, kFunction, kClass, kImport or kField
  bool assigned = false;  // it is assigned again, or declared twice
};

class Declarations {
 public:
  using ByTypeAndName = std::map<std::pair<std::string, std::string>, TermId>;

  Declarations(const Program& program, const LanguageRows& rows);

  // The declaration that `name` denotes at a term; nullptr: not declared in the file.
  const Declaration* Find(const std::string& name, TermId at) const;
  // Top-level declarations of the file, by name.
  const Declaration* OfFile(const std::string& name) const;
  // The same for one scope.
  const Declaration* InScope(TermId scope, const std::string& name) const;
  // All of a scope, by name.
  std::vector<const Declaration*> AllIn(TermId scope) const;
  // Constants of classes.
  const ByTypeAndName& constants() const { return constants_; }
  // Whether the declaration has one value.
  bool IsConstant(const Declaration& declaration) const;
  // The declaration of `Type.KEY` or `self.KEY`.
  TermId MemberConstant(TermId object, const std::string& key) const;

  // The scope around a term: a block, a function or a class.
  TermId ScopeOf(TermId at) const;
  // The innermost function around a term; kNoTerm at top level.
  TermId FunctionAround(TermId id) const;
  // The innermost enclosing class.
  TermId ClassAround(TermId at) const;
  // The class of the file that an expression names.
  TermId ClassOf(TermId object, int depth = 0) const;

  // A top-level function of the file, or a method: "getEnv", "Config", "get". Of several with that
  // name the one that accepts `arguments`; -1: the first.
  TermId FunctionNamed(const std::string& name, const std::string& member,
                       int arguments = -1) const;
  // The callee of a call, if it is a function of the file.
  TermId FunctionOf(TermId call) const;
  // A method by the name of its type; of several the one that accepts `arguments`, -1: the first.
  TermId MethodOf(const std::string& type, const std::string& name, int arguments = -1) const;
  // The method that a bare name denotes in the enclosing classes.
  TermId MethodAround(TermId at, const std::string& name, int arguments) const;

  // The names that other files may use: "function", "Type.method", "Type.CONSTANT".
  std::vector<std::string> Exports() const;

 private:
  // Adds a declaration to its scope.
  void Declare(const std::string& name, TermId at);
  // The value itself if it is a function.
  TermId FunctionIn(TermId value) const;
  TermId FunctionOfName(TermId call) const;

  const Program& program_;
  const LanguageRows& rows_;
  std::map<std::pair<TermId, std::string>, Declaration> declared_;              // by scope and name
  std::map<std::pair<std::string, std::string>, std::vector<TermId>> methods_;  // by type and name
  ByTypeAndName constants_;
};

}  // namespace flagcensus
