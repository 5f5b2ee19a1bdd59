// What each '{' opens: a function, class, namespace or block. A function is read with its
// parameters, and as a constructor with its member initialisers.
//
//   int port(const char* name) {     Opened ─→ {{}, 0}, with function 0 in CDefinedFunctions
//
// Its parts: heads of functions and lambdas (facts.cc), constructors (constructors.cc).
#pragma once

#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/c/calls.h"
#include "analyzer/c/defined_functions.h"
#include "analyzer/c/file_view.h"
#include "analyzer/c/limits.h"
#include "analyzer/c/name_filter.h"
#include "analyzer/c/value_reader.h"

namespace flagcensus {

// What the scan is inside of, one for each open '{' that it tracks.
struct CScope {
  std::optional<std::string> record = {};  // of a class: its name, "" without one
  int function = -1;                       // of a function: its index
};

class CScopeReader {
 public:
  // `consumers`: functions of which the uses of parameters are wanted. `calls`: receives the calls
  // in member initialisers.
  CScopeReader(const CFileView& file, CLimits& limits, CDefinedFunctions& functions,
               const CNameFilter& names, const std::set<std::string>& consumers,
               CValueReader& values, CCallReader& call_reader, std::vector<CCall>& calls)
      : file_(file),
        t_(file.tokens()),
        limits_(limits),
        functions_(functions),
        names_(names),
        value_consumers_(consumers),
        place_(values.place),
        expressions_(values.expressions),
        call_reader_(call_reader),
        calls_(calls) {}

  // Of the innermost function; -1 outside of functions.
  static int FunctionOf(const std::vector<CScope>& scopes);
  static std::string ClassOf(const std::vector<CScope>& scopes);
  // What the '{' at `brace` opens, judged by the tokens of its statement.
  CScope Opened(size_t begin, size_t brace, const std::vector<CScope>& scopes);
  // Whether the '{' belongs to a function's head: a parameter's default `T value = {}`, a member
  // initialised by a constructor, `: name_{name}`.
  bool InHead(size_t begin, size_t brace) const;
  // Whether a member initialiser list, `) : a(1),`, has begun there, which an #else continues.
  bool InitialisesMembers(size_t begin, size_t end) const;
  // `auto name = [...](parameters) ... {`: the index of its function, or -1. Captured values are
  // unknown.
  int Lambda(size_t begin, size_t brace, int outer);
  // The calls in a brace of a function's head: `: level_([] { return getenv("X"); }())`.
  void ReadHead(size_t begin, size_t brace, const std::string& class_name);

 private:
  using Kind = CToken::Kind;

  static constexpr size_t kMaxParameters = 64;

  // The start of the statement of begin..brace after uses of macros without a ';':
  // `MODULE_AUTHOR("me") static int read(`, `EXPORTED(1) Box(int a) : a_(a)`.
  size_t PastMacroUses(size_t begin, size_t brace) const;
  // The same as Lambda for an unnamed one outside of functions: `static const int kLevel = [] {`.
  int AnonymousLambda(size_t begin, size_t brace);
  static bool IsAttribute(std::string_view name);
  static bool IsBehindParameters(std::string_view name);
  // `name`, `open`, `brace`: the tokens at which its name, its parameters and its body begin.
  int AddFunction(size_t begin, size_t name_at, size_t open, size_t brace,
                  const std::string& class_name);
  // How the function uses its parameters.
  void ReadTextUses(int function);
  void ReadParameters(const std::vector<CToken>& t, size_t begin, size_t end, CFunction* made);
  // Whether begin..end declares `name` as `char** name`, `const char* name[]`.
  static bool IsListOfTexts(const std::vector<CToken>& t, size_t begin, size_t end,
                            const std::string& name);
  // `: name_(name), size_{size}` between a constructor's parameters and its body. The initialiser
  // of a base class is a call.
  void ReadInitializers(size_t begin, size_t brace, CFunction* made, std::vector<CCall>* bases);
  // The calls in a constructor's member initialisers, again: as calls of that function.
  void ReadInitializerCalls(size_t close, size_t brace, int function);

  const CFileView& file_;
  const std::vector<CToken>& t_;
  CLimits& limits_;
  CDefinedFunctions& functions_;
  const CNameFilter& names_;
  const CNameFilter value_consumers_;
  CPlace& place_;
  CExpressions& expressions_;
  CCallReader& call_reader_;
  std::vector<CCall>& calls_;
};

}  // namespace flagcensus
