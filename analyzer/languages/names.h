// Resolves names of one program: the external paths and the texts of its expressions.
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

#include "analyzer/languages/declarations.h"
#include "analyzer/languages/program.h"
#include "analyzer/languages/rows.h"

namespace flagcensus {

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
  Names(const Program& program, const LanguageRows& rows)
      : program_(program), rows_(rows), declared_(program, rows) {}

  // The external object that a term denotes; "" if it is not one, or not known.
  std::string PathOf(TermId id, int depth = 0) const;
  // The possible external paths of the callee, its own path first.
  std::vector<std::string> PathsOfCallee(TermId call) const;
  // The paths of a bare name through imports of whole classes: "System.getenv" for `getenv`.
  std::vector<std::string> WildcardPathsOf(TermId name) const;
  // Its paths through the bases of the enclosing classes.
  std::vector<std::string> InheritedPathsOf(TermId name) const;

  // See TextReader.
  TextValue TextOf(TermId id, const OtherFiles* others = nullptr, int depth = 0) const;
  TextValue MemberText(TermId object, const std::string& key, const OtherFiles* others) const;
  std::map<std::string, std::string> Constants() const;
  std::map<std::string, Elements> Lists() const;

  // Gives the top-level name `name` the path `path` that another file declares. Returns false if it
  // has that path already.
  bool Alias(const std::string& name, const std::string& path);

  // Counts a step of the current query, which begins at depth 0; true if a limit ends it.
  bool CountStep(int depth) const;
  // Whether a limit prevented a lookup.
  bool exhausted() const { return exhausted_; }

  const Program& program() const { return program_; }
  const LanguageRows& rows() const { return rows_; }
  const Declarations& declared() const { return declared_; }

 private:
  // Steps of PathOf.
  std::string PathOfType(const std::string& type, TermId at) const;
  std::string PathOfCall(TermId id, int depth) const;
  std::string PathOfName(TermId id, int depth) const;
  std::string PathOfField(const Term& field, int depth) const;

  const Program& program_;
  const LanguageRows& rows_;
  const Declarations declared_;
  std::map<std::string, std::string> aliases_;
  mutable uint64_t asked_ = 0;       // in total
  mutable uint64_t asked_here_ = 0;  // for the current query
  mutable bool exhausted_ = false;
};

}  // namespace flagcensus
