// The reader of one C or C++ file's tokens, whose parts stand in several files: its blocks
// (scan.cc), functions and classes (facts.cc), calls (calls.cc), expressions and what they are in
// each #if (expressions.cc, branches.cc), constants and records (values.cc, elements.cc,
// records.cc), variables that macros declare (declared.cc), buffers that are filled (buffers.cc),
// members and their initial values (members.cc, filled.cc), locals (locals.cc), libraries' objects
// (objects.cc), macros (macros.cc, expand.cc), loops over environ (loops.cc), what guards a write
// (guards.cc).
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "analyzer/c/facts.h"
#include "analyzer/c/name_filter.h"
#include "analyzer/c/syntax.h"
#include "analyzer/c/uses.h"

namespace flagcensus {

// Made for one file and one call of Run. Keeps references to what it is given.
class CFactExtractor {
 public:
  // `constants`: those that are kept; where it is empty, all.
  CFactExtractor(const CTokens& tokens, const CWanted& wanted,
                 const std::set<std::string>& constants)
      : all_(tokens),
        t_(tokens.tokens),
        names_(wanted.names),
        wanted_(constants),
        takers_(wanted.takers),
        members_(wanted.members),
        initials_(wanted.initials),
        walkers_(wanted.walkers),
        methods_(MethodsIn(all_, wanted.methods)) {}
  CFacts Run();
  CFacts RunConstants() {
    FindConstants();
    AddDeclared(wanted_.names());
    facts_.enumerators = std::move(enumerators_);
    return std::move(facts_);
  }
  // What the tokens of a text of its own are, without a function around them.
  CValue Constant(const std::vector<CToken>& t, size_t end) {
    return Evaluate(t, 0, end, nullptr, 0);
  }

 private:
  using Kind = CToken::Kind;

  static constexpr int kMaxDepth = 40;
  static constexpr size_t kMaxAlternatives = 200;
  static constexpr size_t kMaxVariants = 16;
  static constexpr size_t kMaxParameters = 64;
  static constexpr int kMaxFollowed = 200;  // locals, for one call
  // Tokens of the functions around calls, each as often as it has calls, up to which what becomes
  // of their results is looked for.
  static constexpr size_t kMaxStudied = 20'000'000;
  // Tokens that are passed over to follow locals and to find guards, beyond which neither is done.
  static constexpr size_t kMaxLooked = 20'000'000;
  static constexpr uint32_t kNone = 0xffffffff;

  struct Scope {
    char kind;  // 'n' namespace or extern "C", 'c' class, 'f' function, 'b' other block
    std::string name;
    int function = -1;
  };
  size_t Match(size_t open) const;
  // Counts tokens that are passed over; false where they have become too many.
  bool MayLook(size_t tokens) const {
    looked_ += tokens;
    return looked_ <= kMaxLooked;
  }
  // Something is left out at the token `i`; a few of one kind are told.
  void Cut(size_t i, const std::string& what);
  struct Walk;
  void PassBranches(size_t i, Walk* walk);
  bool PassStructure(size_t* i, bool inside, Walk* walk);
  void Scan();
  static bool InFunction(const std::vector<Scope>& scopes);
  static int FunctionOf(const std::vector<Scope>& scopes);
  static std::string ClassOf(const std::vector<Scope>& scopes);
  // Where the statement of begin..brace begins behind uses of macros that no ';' ends:
  // `MODULE_AUTHOR("me") static int read(`, `EXPORTED(1) Box(int a) : a_(a)`.
  size_t PastMacroUses(size_t begin, size_t brace) const;
  // What the '{' at `brace` opens, from the tokens of its statement.
  Scope Opened(size_t begin, size_t brace, const std::vector<Scope>& scopes);
  // Whether the '{' belongs to a function's head: a parameter's default `T value = {}`, a member
  // that a constructor sets, `: name_{name}`.
  bool InHead(size_t begin, size_t brace) const;
  // Whether a constructor's list of members, `) : a(1),`, has begun there, for #else to go on with.
  bool InitialisesMembers(size_t begin, size_t end) const;
  // `auto name = [...](parameters) ... {`: the function it is, or -1. What it captures stays
  // unknown.
  int Lambda(size_t begin, size_t brace, int outer);
  // The same of one without a name outside of functions: `static const int kLevel = [] {`.
  int AnonymousLambda(size_t begin, size_t brace);
  // The calls in a brace that belongs to a function's head: `: level_([] { return getenv("X");
  // }())`.
  void ReadHead(size_t begin, size_t brace, const std::string& class_name);
  static bool IsAttribute(std::string_view name);
  static bool IsBehindParameters(std::string_view name);
  size_t SkipAngles(size_t open, size_t end) const;
  // `name`, `open`, `brace`: where its name, its parameters and its body begin.
  int AddFunction(size_t begin, size_t name_at, size_t open, size_t brace,
                  const std::string& class_name);
  // What the last function does with its parameters.
  void ReadTextUses();
  void ReadParameters(const std::vector<CToken>& t, size_t begin, size_t end, CFunction* made);
  // Whether begin..end declares `name` as `char** name`, `const char* name[]`.
  static bool IsListOfTexts(const std::vector<CToken>& t, size_t begin, size_t end,
                            const std::string& name);
  // `*name = expression;` in front of the use that is looked at: what a parameter that is a list
  // of texts holds there. None where nothing, or several things, are put there.
  std::optional<CValue> PutThrough(const std::string& name, const CFunction& function, int depth);
  // `: name_(name), size_{size}` between a constructor's parameters and its body.
  // What constructs a base class is a call.
  void ReadInitializers(size_t begin, size_t brace, CFunction* made, std::vector<CCall>* bases);
  // The calls in what a constructor's members are given, again: as calls of that function.
  void ReadInitializerCalls(size_t close, size_t brace, int function);
  void AddConstant(const std::string& name, CValue value);
  // Names that are given one value where they are declared: `const char* kName = "X"`, arrays of
  // them, `enum { A = 1 }`, `#define NAME "X"`.
  void FindConstants();
  void AddRecord(const CMacro& macro);
  static bool IsTextMacro(const CMacro& macro);  // `#define KEY(name) "APP_" #name`
  // Whether from..to is a use of such a macro of the file.
  bool IsTextUse(size_t from, size_t to);
  // `#define KEY(name, text) const char* name = text`: what it gives, under the macro's name.
  void AddDeclaring(const CMacro& macro);
  // The variables of these names that uses of macros at a line's first column declare.
  void AddDeclared(const std::set<std::string>& names);
  // What calls are given by a name that is no constant of the file.
  std::set<std::string> OpenNames() const;
  static CFunction MacroOf(const CMacro& macro);
  const CMacro* FunctionMacro(const std::string& name);
  // What a macro that makes a record gives as its first member.
  CValue FirstMember(const CMacro& macro, const CFunction& made);
  // `names[] = {LIST(AS_NAME)}`, whose '{' is at `open`.
  void AddTables(const std::string& array, size_t open);
  CValue MacroCall(size_t name) const;
  static bool IsTypeWord(const CToken& token);
  // Whether the declaration that names t_[i] is constant by its words, or stands outside functions.
  bool IsConstant(size_t i) const;
  CValue List(size_t open);
  // How many of a list's first elements are a text or a constant each, outside of #if in the list.
  size_t PlainElements(size_t open);
  // `enum { kA, kB = 4 }` at `i`: the numbers that its names stand for.
  void ReadEnumerators(size_t i);
  // The number or the constant's name that begin..end is, as an index; "" where it is none.
  std::string IndexIn(const std::vector<CToken>& t, size_t begin, size_t end,
                      const CFunction* function);
  // That element of what a local holds; all of it where it is not known.
  static std::vector<std::vector<CPart>> ElementOf(const CValue& value, const std::string& index);
  std::optional<CValue> NamesIn(size_t from, size_t to, const CFunction* function);
  static bool IsConstantName(const CToken& token);
  // What a range of tokens is, as a text. Parameters and locals of `function` go before constants.
  CValue Evaluate(const std::vector<CToken>& t, size_t begin, size_t end, const CFunction* function,
                  int depth);
  // The same of an expression that has whole #if in it: what it is in each of their branches. None
  // where it has none.
  std::optional<CValue> EvaluateBranches(size_t begin, size_t end, const CFunction* function,
                                         int depth);
  // The tokens of begin..end, as each branch leaves them; `branch`: the first that may matter.
  std::vector<std::vector<CToken>> Variants(size_t begin, size_t end, size_t* branch, int depth);
  static ValueType TypeOfLiteral(const CToken& token);
  // Notes the place of a call that an accessor's or wrapper's could be, where that is all.
  void FindNested(const std::vector<CToken>& t, size_t begin, size_t end, CValue* value) const;
  // An integer expression that has names of constants in it (`APP_STEPS * 2`), as written. A sum
  // of names alone may be one of texts.
  std::optional<std::string> IntegerExpression(const std::vector<CToken>& t, size_t begin,
                                               size_t end, const CFunction* function);
  // Of `table + 2`: it moves a pointer and adds no text.
  static bool IsNumber(const CPart& part);
  static CValue WithSource(CValue value, const std::string& source);
  // One operand of a concatenation; past it in *at. Empty where nothing is known of it.
  std::vector<std::vector<CPart>> Primary(const std::vector<CToken>& t, size_t* at, size_t end,
                                          const CFunction* function, int depth);
  using Alternatives = std::vector<std::vector<CPart>>;
  // The text that a library's function gives, by its row: GLib's concatenation, a copy. Empty if it
  // has none.
  Alternatives GivenByLibrary(const std::vector<CToken>& t, const std::string& callee, size_t open,
                              const CFunction* function, int depth);
  // `->name`, `.parser.table` at *at, up to a method's call; empty where none is.
  static std::string MemberPath(const std::vector<CToken>& t, size_t* at, size_t end);
  // That member of what `base` is: a record, an array of them, a parameter, a local.
  // `value`: by '.', not by '->'.
  std::vector<std::vector<CPart>> MemberOf(const std::string& base, const std::string& member,
                                           bool value, const CFunction* function, int depth);
  // Whether the function at hand has a record of that name itself, empty or with an initialiser:
  // no pointer, no reference and no copy of one that a call gives.
  bool IsOwnRecord(const std::string& name) const;
  // The last word of the type that the local of the function at hand is declared with.
  std::string TypeOfLocal(const std::string& name) const;
  bool IsPutInto(const std::string& name) const;
  static std::string TypeBefore(const std::vector<CToken>& t, size_t begin, size_t name);
  // What a buffer holds at `use_` that text functions fill: strcpy(name, "A_"); strcat(name, key);
  std::optional<CValue> Buffer(const std::string& name, std::pair<size_t, size_t> block,
                               const CFunction& function, int depth);
  // What the call or assignment at `i`, of the local there, puts into it; sets whether behind what
  // it holds.
  std::optional<CValue> Put(size_t i, const CFunction& function, int depth, bool* behind);
  // The same for a library's function, by its row; `first`..`close`: what it is given.
  std::optional<CValue> PutByLibrary(size_t first, size_t close, const CFunction& function,
                                     int depth, bool* behind);
  bool IsString(size_t i) const;
  std::optional<CValue> Append(size_t i, const CFunction& function, int depth);
  // Where the declaration of the local that holds at `use_` begins, and its block ends.
  std::pair<size_t, size_t> LifeOf(const std::string& name, std::pair<size_t, size_t> body) const;
  // Whether the name at `i` is declared there, and where the block ends in which it then holds.
  bool IsDeclared(size_t i) const;
  size_t ScopeEnd(size_t i, std::pair<size_t, size_t> body) const;
  // `for (auto& [name, value] : table)` with a name of it at `i`.
  std::optional<CValue> Binding(size_t i, size_t end, const CFunction& function, int depth);
  static bool TurnsUpper(std::string_view callee);
  static void Upper(std::vector<CPart>* parts);
  // The text that a call at `k`, of what turns to upper case, turns in its place; "": none.
  std::string TurnedAt(size_t k) const;
  // Whether the function at hand has turned its parameter to upper case where it is asked for.
  bool IsTurnedUpper(const std::string& name, const CFunction& function);
  // `entry->variable = name` with the name at `i`.
  void ReadStore(size_t i, int function);
  // The comparison of a parameter with an object under which `i` stands.
  std::optional<CExcept> ExceptAt(size_t i, const CFunction& function) const;
  // .c_str(), .data(), ->name
  static void SkipMethods(const std::vector<CToken>& t, size_t* at, size_t end);
  // What a local of the function at hand was given, where it was given one thing.
  std::optional<CValue> Local(const std::string& name, const CFunction& function, int depth);
  std::optional<CValue> Given(const std::string& name, const CFunction& function, int depth);
  CValue Formatted(const std::vector<CToken>& t,
                   const std::vector<std::pair<size_t, size_t>>& arguments, size_t format,
                   const CFunction* function, int depth);
  // `auto get = std::getenv;` with the accessor's name at `i`: `get` is another name for it, in the
  // block or file around.
  void AddPointer(size_t i, bool inside);
  // What the call at `i` calls by such a name; nullptr where it is none.
  const std::string* PointedTo(size_t i, int function) const;
  void ReadEnviron(size_t i, int function);
  // `for (char** at = environ; *at; ++at) if (starts_with(*at, "APP_") && kTable.find(...))`
  void ReadEnvironLoop(size_t i, int function);
  // What in a function is made from the environment, lookups.cc.
  const std::set<std::string>& FromEnviron(int function);
  bool Mentions(size_t from, size_t to, const std::set<std::string>& names) const;
  void ReadLookup(size_t i, int function);
  void ReadCall(size_t i, int function, const std::string& class_name, size_t statement);
  // The library's object whose method is called at `i`, objects.cc.
  struct CMaker {
    std::string object;  // "" where there is none
    size_t open = 0;     // the bracket of the call that made it; 0: none
  };
  static std::map<std::string, std::set<std::string>> MethodsIn(
      const CTokens& all, const std::map<std::string, std::set<std::string>>& methods);
  CMaker ObjectOf(size_t i) const;
  // What the expression that ends at `at` is of these objects; `arrow`: `->` follows it.
  CMaker ObjectAt(size_t at, bool arrow, const std::set<std::string>& objects, int depth) const;
  CMaker ObjectDeclaredAt(size_t i, const std::set<std::string>& objects, int depth) const;
  size_t TypeBegin(size_t i) const;
  bool IsSeenFrom(size_t i, size_t type, size_t use) const;
  void ReadMaker(const CMaker& maker, const CFunction* around, CCall* call);
  // Where the callee's name begins, its qualifiers included.
  size_t CalleeBegin(size_t i) const;
  // Past a call's name, what it is given in <> and the object that it makes: the bracket that opens
  // its arguments. 0 where the name is no call.
  size_t ArgumentsOpen(size_t i, CCall* call) const;
  // Whether what looks like a call at `begin` declares or defines what it names.
  bool Declares(size_t begin, size_t open, int function, const std::string& class_name,
                const CCall& call);
  // Of the function's body; of no body where it is -1.
  CBodyLooks* LooksAround(int function);
  // What becomes of the call's result.
  void ReadArguments(size_t begin, size_t open, std::pair<size_t, size_t> body,
                     const CFunction* around, bool study, CCall* call);
  void ReadUses(size_t statement, size_t begin, size_t open, std::pair<size_t, size_t> body,
                const CFunction* around, CCall* call);
  // Whether the name that receives the value is a local variable, and what becomes of that.
  void FindLocalUses(size_t begin, size_t close, size_t open, std::pair<size_t, size_t> body,
                     CCall* call);
  // Whether the name at `i` is only compared with NULL.
  bool IsNullTest(size_t i) const;
  bool Asked(const std::string& name, std::pair<size_t, size_t> body) const;
  // Whether the name at `i` is an argument of a call that is given the same variable first:
  // setenv("X", name, 1).
  bool GoesBack(size_t i, size_t body,
                const std::vector<std::pair<size_t, size_t>>& arguments) const;
  bool SameTokens(size_t at, std::pair<size_t, size_t> range) const;
  // Whether from..to has a call that is given exactly `name`: getenv("X").
  bool Reads(size_t from, size_t to, std::pair<size_t, size_t> name) const;
  // Whether the local `variable` is given such a read between from and to.
  bool HoldsRead(const std::string& variable, size_t from, size_t to,
                 std::pair<size_t, size_t> name) const;
  // `if (!getenv("X")) setenv("X", ...)`: whether the statement stands under a test that the
  // variable `name` is not set.
  bool IsGuarded(size_t statement, size_t begin, std::pair<size_t, size_t> name, size_t body) const;
  // The bracket of the last `if (` between the two; 0 where there is none.
  size_t TestBefore(size_t statement, size_t begin) const;
  // `if (getenv("X")) ...; else setenv("X", ...)`: the same for what follows the `else`.
  bool IsGuardedElse(size_t other, std::pair<size_t, size_t> name, size_t body) const;
  // The '{' that stands open at `at`, and the bracket that closes at `at`; `body` where none is.
  size_t Enclosing(size_t at, size_t body) const;
  size_t OpenOf(size_t at, size_t body) const;
  // Parameters that are filled, filled.cc: which one stays as it is where the call gives nothing,
  // and what a local or another variable holds that is handed over.
  int AsksFor(size_t open, const std::string& variable, std::pair<size_t, size_t> call) const;
  bool NeedsValue(size_t i, const std::string& variable, std::pair<size_t, size_t> call,
                  size_t body) const;
  int LeftBy(std::pair<size_t, size_t> call, const std::string& bound,
             std::pair<size_t, size_t> body, const CFunction& function) const;
  std::optional<CValue> HeldBefore(size_t from, size_t to, std::pair<size_t, size_t> body,
                                   size_t begin, const CFunction* function);
  bool WalksParameter(size_t i, size_t body, const CFunction& function) const;
  bool IsDeclaredWith(size_t i, size_t body) const;
  bool GivesUp(size_t then, size_t end) const;
  std::string KeptIn(const std::string& name, std::pair<size_t, size_t> call,
                     std::pair<size_t, size_t> body) const;
  void ReadInitial(size_t i, const std::string& class_name);
  void ReadDesignated(size_t i);
  void ReadSetUp(size_t i, int function);
  void AddConstructed();
  // Whether `value` is the variable's old value with something more.
  bool Extends(std::pair<size_t, size_t> value, std::pair<size_t, size_t> name, size_t body,
               size_t begin) const;
  // parse(getenv("X"), 1): the function that takes the value, with its arguments.
  void ReadTaker(const std::vector<CToken>& t, const CUse& use, const CFunction* function,
                 CCall* call);
  // `LIST(NAME)`: a macro that may call what it is given for each of its items.
  void HandOver(size_t i, int function);
  static bool IsCallContext(const CToken& token);
  bool HandedOver(const std::string& name) const;
  // `#define OPTION(type, name, initial) type name = initial;`
  void ReadGiven(const CMacro& macro);
  // `#define LIST(F) F(int, A, 1) F(bool, B, 0)`
  void ReadList(const CMacro& macro);
  // The function or variable that a macro's body defines: `int get##name() {`, `bool name = `.
  CPart Defined(const std::vector<CToken>& t, size_t end, const CFunction& macro);
  static std::vector<std::vector<CPart>> PastedName(const std::vector<CToken>& t, size_t* at,
                                                    size_t end, const CFunction& macro);
  // The calls in a macro's body, with its parameters as a function's.
  void ReadMacro(const CMacro& macro);
  // `read_##KIND(#NAME)`: a call whose callee the macro's use names.
  void ReadPasted(const CMacro& macro);
  const CTokens& all_;
  const std::vector<CToken>& t_;
  const CNameFilter names_;
  const CNameFilter wanted_;
  const CNameFilter takers_;
  const CNameFilter members_;
  const CNameFilter initials_;
  const CNameFilter walkers_;
  const std::map<std::string, std::set<std::string>> methods_;  // of objects that the file names
  CMaker maker_;  // of the object whose method is being read
  CFacts facts_;
  std::vector<std::pair<size_t, size_t>> body_of_;  // '{' and '}' of each function
  std::map<int, CBodyLooks> looks_;                 // by function
  std::map<std::string_view, const CMacro*> function_macros_;
  bool more_variants_ = false;  // some were left out
  int function_ = -1;           // whose locals are followed
  struct Pointer {
    std::string callee;
    size_t begin = 0;
    size_t end = 0;  // where its block ends
  };
  std::map<std::string, std::vector<Pointer>> pointers_;
  std::map<std::string, size_t> enumerators_;
  std::vector<size_t> environs_;                       // where environ and what fills from it stand
  std::map<int, std::set<std::string>> from_environ_;  // by function
  bool own_environ_ = false;                           // a record of the file is called environ
  size_t use_ = 0;  // where the locals are asked for; 0: anywhere
  std::map<int, std::map<std::string, size_t>> turned_;  // by function: texts, and where
  std::set<std::string> following_;                      // the locals that are being followed
  size_t studied_ = 0;
  struct Tests {
    size_t statement = 0;
    size_t passed = 0;  // up to where the statement was searched
    size_t last = 0;
  };
  mutable Tests tests_;
  mutable size_t looked_ = 0;     // tokens that were passed over for locals and guards
  std::vector<uint32_t> braces_;  // for each token the '{' around it; kNone where none is
  int followed_ = 0;              // how many were, for the call at hand
};

}  // namespace flagcensus
