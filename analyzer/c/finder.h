// The reader of one C or C++ file's tokens, the state that its parts share.
//
//   char* home = getenv("HOME");  ─→ Scan: a statement with a name of CWanted::names → ReadCall
//                                    → ReadArguments (Evaluate) and ReadUses → CFacts::calls
//
// Its parts: blocks (scan.cc), functions and classes (facts.cc), calls (calls.cc), expressions and
// their values in each #if (expressions.cc, branches.cc), constants and records (values.cc,
// elements.cc, records.cc), variables declared by macros (declared.cc), buffers (buffers.cc),
// members and their initial values (members.cc, output_parameters.cc), locals (locals.cc), library
// objects (objects.cc), macros (macros.cc, expand.cc), loops over environ (loops.cc), guards of
// writes (guards.cc).
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "analyzer/c/constants.h"
#include "analyzer/c/defined_functions.h"
#include "analyzer/c/environ_uses.h"
#include "analyzer/c/facts.h"
#include "analyzer/c/file_view.h"
#include "analyzer/c/guards.h"
#include "analyzer/c/initial_values.h"
#include "analyzer/c/limits.h"
#include "analyzer/c/local_uses.h"
#include "analyzer/c/name_filter.h"
#include "analyzer/c/objects.h"
#include "analyzer/c/output_parameters.h"
#include "analyzer/c/pointers.h"
#include "analyzer/c/stores.h"
#include "analyzer/c/syntax.h"
#include "analyzer/c/uses.h"
#include "analyzer/c/value_reader.h"

namespace flagcensus {

// For one file and one call of Run. Keeps references to its arguments.
class CFactExtractor {
 public:
  // `constants`: those to keep; if empty, all.
  CFactExtractor(const CTokens& tokens, const CWanted& wanted,
                 const std::set<std::string>& constants)
      : all_(tokens),
        t_(tokens.tokens),
        file_(tokens),
        wanted_(constants),
        names_(wanted.names),
        value_consumers_(wanted.takers),
        owners_(wanted.owners),
        initial_values_(file_, functions_, values_, wanted.initials),
        objects_(file_, limits_, functions_, values_.expressions, wanted.methods),
        stores_(file_, limits_, functions_, values_, wanted.members),
        environ_uses_(file_, limits_, functions_, values_, wanted.walkers, facts_.calls) {}
  CFacts Run();
  CFacts RunConstants() {
    constants_.FindConstants();
    constants_.AddDeclared(wanted_);
    constants_.MoveTo(&facts_);
    facts_.enumerators = std::move(values_.enumerators);
    facts_.functions = functions_.Take();
    return std::move(facts_);
  }
  // The value of a separate token list, outside any function.
  CValue Constant(const std::vector<CToken>& t, size_t end) {
    return expressions_.Evaluate(t, 0, end, nullptr, 0);
  }

 private:
  using Kind = CToken::Kind;

  static constexpr size_t kMaxParameters = 64;
  // The results of calls are followed while the sum of their functions' tokens, counted once for
  // each call, is at most this.
  static constexpr size_t kMaxStudied = 20'000'000;

  // What the scan is inside of, one for each open '{' that it tracks.
  struct Scope {
    char kind;  // 'n' namespace or extern "C", 'c' class, 'f' function, 'b' other block
    std::string name;
    int function = -1;
  };
  struct Walk;
  // `Env::get("NAME")` of CWanted::owners, at its last name.
  bool IsOfOwner(size_t i) const;
  bool DeclaresOwner(size_t i) const;
  void PassBranches(size_t i, Walk* walk);
  void PassStructure(size_t* i, Walk* walk);
  void Scan();
  static bool InFunction(const std::vector<Scope>& scopes);
  static int FunctionOf(const std::vector<Scope>& scopes);
  static std::string ClassOf(const std::vector<Scope>& scopes);
  // The start of the statement of begin..brace after uses of macros without a ';':
  // `MODULE_AUTHOR("me") static int read(`, `EXPORTED(1) Box(int a) : a_(a)`.
  size_t PastMacroUses(size_t begin, size_t brace) const;
  // What the '{' at `brace` opens, judged by the tokens of its statement.
  Scope Opened(size_t begin, size_t brace, const std::vector<Scope>& scopes);
  // Whether the '{' belongs to a function's head: a parameter's default `T value = {}`, a member
  // initialised by a constructor, `: name_{name}`.
  bool InHead(size_t begin, size_t brace) const;
  // Whether a member initialiser list, `) : a(1),`, has begun there, which an #else continues.
  bool InitialisesMembers(size_t begin, size_t end) const;
  // `auto name = [...](parameters) ... {`: the index of its function, or -1. Captured values are
  // unknown.
  int Lambda(size_t begin, size_t brace, int outer);
  // The same for an unnamed one outside of functions: `static const int kLevel = [] {`.
  int AnonymousLambda(size_t begin, size_t brace);
  // The calls in a brace of a function's head: `: level_([] { return getenv("X"); }())`.
  void ReadHead(size_t begin, size_t brace, const std::string& class_name);
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
  void ReadCall(size_t i, int function, const std::string& class_name, size_t statement);
  // The bracket that opens the arguments of a call, after its name, its template arguments and the
  // object that it constructs. 0 if the name is no call.
  size_t ArgumentsOpen(size_t i, CCall* call) const;
  // Whether what looks like a call at `begin` is a declaration or definition.
  bool Declares(size_t begin, size_t open, int function, const std::string& class_name,
                const CCall& call);
  // Of the function's body; outside of bodies if it is -1.
  CBodyLooks* LooksAround(int function);
  // How the call's result is used.
  void ReadArguments(size_t begin, size_t open, std::pair<size_t, size_t> body,
                     const CFunction* around, bool study, CCall* call);
  void ReadUses(size_t statement, size_t begin, size_t open, std::pair<size_t, size_t> body,
                const CFunction* around, CCall* call);
  // parse(getenv("X"), 1): the function that receives the value, with its arguments.
  void ReadTaker(const std::vector<CToken>& t, const CUse& use, const CFunction* function,
                 CCall* call);
  // `LIST(NAME)`: a macro that may call its argument for each of its items.
  void HandOver(size_t i, int function);
  bool PassedOver(const std::string& name) const;
  // `#define OPTION(type, name, initial) type name = initial;`
  void ReadGiven(const CMacro& macro);
  // `#define LIST(F) F(int, A, 1) F(bool, B, 0)`
  void ReadList(const CMacro& macro);
  // The function or variable that a macro's body defines: `int get##name() {`, `bool name = `.
  CPart Defined(const std::vector<CToken>& t, size_t end, const CFunction& macro);
  // The calls in a macro's body, treating its parameters as a function's.
  void ReadMacro(const CMacro& macro);
  // `read_##KIND(#NAME)`: a call with a callee that depends on the macro's arguments.
  void ReadPasted(const CMacro& macro);
  const CTokens& all_;
  const std::vector<CToken>& t_;
  CFileView file_;
  mutable CLimits limits_;
  CDefinedFunctions functions_;
  CPointers pointers_{file_, limits_, functions_};
  const std::set<std::string>& wanted_;
  const CNameFilter names_;
  CValueReader values_{file_, limits_, functions_, names_};
  CPlace& place_ = values_.place;
  const CLocalScopes& scopes_ = values_.scopes;
  CExpressions& expressions_ = values_.expressions;
  CLocalValues& locals_ = values_.locals;
  CConstants constants_{file_, functions_, values_, wanted_};
  CGuards guards_{file_, limits_, names_};
  CLocalUses local_uses_{file_, limits_, functions_, names_};
  const CNameFilter value_consumers_;
  const CNameFilter owners_;
  COutputParameters outputs_{file_, limits_, expressions_};
  CInitialValues initial_values_;
  CObjects objects_;
  CStores stores_;
  CEnvironUses environ_uses_;
  CFacts facts_;
  std::map<int, CBodyLooks> looks_;  // by function
  size_t studied_ = 0;
};

}  // namespace flagcensus
