// Record types, and the objects and tables of them that a file initialises at their declaration.
//
//   struct option { const char *name; int value; };          a type
//   static struct option options[] = {{"LEVEL", 1}, ...};    a table of it
//   #define TABLE(t, p) struct set t##_set = {t, p};         a macro that produces an object
#pragma once

#include <functional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "analyzer/c/facts.h"
#include "analyzer/c/tokens.h"

namespace flagcensus {

struct CRecordType {
  std::vector<std::string> names;                           // its own and those of its typedefs
  std::vector<std::pair<std::string, std::string>> fields;  // name, last word of the type
};

// Two names of one type: `typedef struct option option_t;`.
struct CRecordAlias {
  std::string name;
  std::string other;
};

struct CObject {
  std::string name;
  std::string type;            // the last word of it; of a container: of its element type
  bool array = false;          // or a container
  std::vector<CToken> tokens;  // its initialiser, including braces
  uint32_t line = 0;
  uint32_t column = 0;
};

// The facts of one file. c/link collects them over the tree, since type, table and macro are often
// in different files.
struct CRecordFacts {
  std::vector<CRecordType> types;  // with fields
  std::vector<CRecordAlias> aliases;
  std::vector<CObject> objects;
  std::vector<CMacro> macros;             // the wanted ones and those that create objects
  std::set<std::string> makers;           // the latter
  std::vector<std::vector<CToken>> made;  // calls of wanted makers, unexpanded
};

struct CRecordsWanted {
  std::set<std::string> types;
  std::set<std::string> objects;
  std::set<std::string> macros;
  std::set<std::string> makers;

  bool operator==(const CRecordsWanted&) const = default;
};

// Costs a pass over the tokens. What is too long (initialisers over about 400,000 tokens, fields
// over about 250) is skipped and counted in *cut.
CRecordFacts FindCRecords(const CTokens& tokens, const CRecordsWanted& wanted, size_t* cut);

// The '{' of a declared object's initialiser, after `name`, `[n]` and `=`; 0 if t[name] begins
// none.
size_t InitialiserOf(const std::vector<CToken>& t, size_t name);

// The tokens with macros expanded, as the preprocessor does; tokens from a macro have the position
// of its call. Stops at `limit` tokens, and does not expand macros that are nested too deeply; sets
// *cut then.
using CMacroLookup = std::function<const CMacro*(const std::string&)>;
std::vector<CToken> ExpandC(const std::vector<CToken>& tokens, const CMacroLookup& lookup,
                            size_t limit, bool* cut);

// The text of an expression outside functions.
CValue EvaluateC(const std::vector<CToken>& tokens, size_t begin, size_t end);

// One record in an initialiser: its members by designator (`part.name` for a member of a member; ""
// if it has none), as ranges of tokens.
struct CRow {
  struct Member {
    std::string field;
    size_t begin = 0;
    size_t end = 0;
  };
  std::vector<Member> members;
  uint32_t line = 0;
  uint32_t column = 0;
};

// The rows of begin..end, an initialiser with its braces, at most `limit`; `array`: its elements
// are the rows. Sets *cut if there are more.
std::vector<CRow> RowsOf(const std::vector<CToken>& tokens, size_t begin, size_t end, bool array,
                         size_t limit, bool* cut);

}  // namespace flagcensus
