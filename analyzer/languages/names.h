// Resolves names: scopes, imports and constants of one program.
//
// A dotted path is the external object that an expression denotes: "process.env" for `process.env`,
// for `env` after `const { env } = process`, and for `import { env } from "node:process"`. It is ""
// if the file itself declares the name as something else: a local `process` is not the process.
//
//   const KEY = "PORT"; const { env } = process; env[KEY]
//   PathOf(env)          ─→ "process.env"
//   TextOf(KEY).Known()  ─→ "PORT"
//   function get(n) { return env["APP_" + n] }
//   TextOf("APP_" + n)   ─→ pieces "APP_", parameter 0 of get; Pattern() is "APP_*"
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "analyzer/languages/program.h"
#include "analyzer/languages/rows.h"

namespace flagcensus {

// The declaration of a name.
struct Declaration {
  TermId at = kNoTerm;    // kDeclare, kParameter, kFunction, kClass, kImport or kField
  bool assigned = false;  // it is assigned again, or declared twice
};

// An element of a list or an object that a loop iterates over, as far as its texts are known.
struct Element {
  std::optional<std::string> key;              // of an object's pair
  std::optional<std::string> value;            // if it is a text
  std::map<std::string, std::string> members;  // by name or position if it is a record
};
using Elements = std::vector<Element>;

// A text as far as it is known: literals, parameters of the enclosing function, and variables of
// loops over literal lists.
struct TextPiece {
  enum class Kind { kLiteral, kParameter, kUnknown, kEach } kind = Kind::kLiteral;
  std::string text;           // kLiteral
  TermId function = kNoTerm;  // kParameter
  uint32_t parameter = 0;     // its index among the function's parts
  bool upper = false;         // kParameter, kEach: in upper case
  std::string member = {};    // kParameter: of the argument; "": the argument itself
  TermId loop = kNoTerm;      // kEach: which loop; its part of each element
  std::shared_ptr<const std::vector<std::optional<std::string>>> choices = nullptr;
};

struct TextValue {
  std::vector<TextPiece> pieces;

  static TextValue Literal(std::string text) {
    return {{{TextPiece::Kind::kLiteral, std::move(text)}}};
  }
  static TextValue Unknown() { return {{{TextPiece::Kind::kUnknown, {}}}}; }
  // The text, if it is completely known.
  std::optional<std::string> Known() const;
  // The function of the first parameter in it; kNoTerm if there is no parameter.
  TermId Function() const;
  // With `*` for each unknown part; nullopt if no part is known.
  std::optional<std::string> Pattern() const;
};

// Looks up what another file may declare: the constant of a name or path, and the function.
class OtherFiles {
 public:
  virtual ~OtherFiles() = default;
  // Returns nullopt if there is no such constant. `path`: a name that the file does not declare, or
  // the path of an import.
  virtual std::optional<std::string> ConstantOf(const std::string& path) const = 0;
  // The elements of a constant list or object; nullopt if there is no such list.
  virtual std::optional<Elements> ElementsOf(const std::string& /*path*/) const {
    return std::nullopt;
  }
  // Whether a file next to the current one declares a class of this name, which hides another's.
  virtual bool DeclaresClass(const std::string& /*name*/) const { return false; }
};

class Names {
 public:
  Names(const Program& program, const LanguageRows& rows);

  // The declaration that `name` denotes at a term; nullptr: not declared in the file.
  const Declaration* Find(const std::string& name, TermId at) const;
  // The external object that a term denotes; "" if it is not one, or not known.
  std::string PathOf(TermId id, int depth = 0) const;
  // The text of a term, as far as it is known. `others`: for constants of other files.
  TextValue TextOf(TermId id, const OtherFiles* others = nullptr, int depth = 0) const;
  // The text of a member of a term: of a constant object, a parameter or a loop variable.
  TextValue MemberText(TermId object, const std::string& key, const OtherFiles* others,
                       int depth = 0) const;
  // The elements of a literal list or object; nullopt if it has a part that is not known to be an
  // element, such as a spread of a parameter.
  std::optional<Elements> ElementsOf(TermId list, const OtherFiles* others, int depth = 0) const;
  // A top-level function of the file, or a method: "getEnv", "Config", "get". Of several with that
  // name the one that accepts `arguments`; -1: the first.
  TermId FunctionNamed(const std::string& name, const std::string& member,
                       int arguments = -1) const;
  // Texts of the file's own constants, by name, and of members of constant objects ("KEYS.HOME").
  std::map<std::string, std::string> Constants() const;
  // Top-level lists and objects of the file, by name.
  std::map<std::string, Elements> Lists() const;
  // The callee of a call, if it is a function of the file.
  TermId FunctionOf(TermId call) const;
  // The possible external paths of the callee, its own path first.
  std::vector<std::string> PathsOfCallee(TermId call) const;
  // The paths of a bare name through imports of whole classes: "System.getenv" for `getenv`.
  std::vector<std::string> WildcardPathsOf(TermId name) const;
  // Top-level names of the file: classes, functions and constants.
  std::vector<std::string> TopNames() const;
  // The names that other files may use: "function", "Type.method", "Type.CONSTANT".
  std::vector<std::string> Exports() const;
  // The innermost function around a term; kNoTerm at top level.
  TermId FunctionAround(TermId id) const;
  // Top-level declarations of the file, by name.
  const Declaration* OfFile(const std::string& name) const;
  // The same for one scope.
  const Declaration* InScope(TermId scope, const std::string& name) const;
  // The scope around a term: a block, a function or a class.
  TermId ScopeOf(TermId at) const;
  // A method by the name of its type; of several the one that accepts `arguments`, -1: the first.
  TermId MethodOf(const std::string& type, const std::string& name, int arguments = -1) const;

  // Gives the top-level name `name` the path `path` that another file declares. Returns false if it
  // has that path already.
  bool Alias(const std::string& name, const std::string& path);

  // Whether a limit prevented a lookup.
  bool exhausted() const { return exhausted_; }

  const Program& program() const { return program_; }
  const LanguageRows& rows() const { return rows_; }

 private:
  // Adds a declaration to its scope.
  void Declare(const std::string& name, TermId at);
  // Counts a step of the current query; true if a limit ends it.
  bool Refuses(int depth) const;
  // The value itself if it is a function.
  TermId FunctionIn(TermId value) const;
  TermId MethodAround(TermId at, const std::string& name, int arguments) const;
  TermId FunctionOfName(TermId call) const;
  TermId ClassOf(TermId object, int depth = 0) const;
  // The innermost enclosing class.
  TermId ClassAround(TermId at) const;
  // Whether the declaration has one value.
  bool IsConstant(const Declaration& declaration) const;
  void AddConstants(TermId scope, const std::string& before, int depth,
                    std::map<std::string, std::string>* out) const;
  std::string PathOfType(const std::string& type, TermId at) const;
  std::string PathOfCall(TermId id, int depth) const;
  std::vector<std::string> InheritedPathsOf(TermId name) const;
  TermId MemberConstant(TermId object, const std::string& key) const;
  std::string PathOfName(TermId id, int depth) const;
  std::string PathOfField(const Term& field, int depth) const;
  TextValue TextOfCall(TermId id, const OtherFiles* others, int depth) const;
  TextValue TextOfName(TermId id, const OtherFiles* others, int depth) const;
  TextValue TextOfMember(TermId id, const OtherFiles* others, int depth) const;
  // The parts of TextOf; `key`: a member of the value, "" for the value itself.
  TextValue TextOfField(TermId field, const std::string& key, const OtherFiles* others,
                        int depth) const;
  TextValue TextOfParameter(TermId parameter, const std::string& key, const OtherFiles* others,
                            int depth) const;
  std::optional<Elements> ElementsOfCall(TermId call, const OtherFiles* others, int depth) const;
  void AddElement(TermId part, const std::vector<std::string>& fields, const OtherFiles* others,
                  int depth, Elements* out) const;
  std::vector<std::string> FieldsOf(std::string type) const;

  const Program& program_;
  const LanguageRows& rows_;
  std::map<std::pair<TermId, std::string>, Declaration> declared_;              // by scope and name
  std::map<std::pair<std::string, std::string>, std::vector<TermId>> methods_;  // by type and name
  std::map<std::string, std::string> aliases_;
  std::map<std::pair<std::string, std::string>, TermId> constants_;  // of classes, by the same
  mutable uint64_t asked_ = 0;                                       // in total
  mutable uint64_t asked_here_ = 0;                                  // for the current query
  mutable bool exhausted_ = false;
};

}  // namespace flagcensus
