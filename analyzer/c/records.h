// Record types, and the objects and tables of them that a file fills where it declares them.
//
//     struct option { const char *name; int value; };          a type
//     static struct option options[] = {{"LEVEL", 1}, ...};    a table of it
//     #define TABLE(t, p) struct set t##_set = {t, p};         a macro that makes an object
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
  std::vector<std::string> names;                           // its own, and those a typedef gives it
  std::vector<std::pair<std::string, std::string>> fields;  // name, last word of the type
};

struct CObject {
  std::string name;
  std::string type;            // the last word of it; of a container that of what it holds
  bool array = false;          // or a container
  std::vector<CToken> tokens;  // its initialiser, braces and all
  uint32_t line = 0;
  uint32_t column = 0;
};

struct CRecordFacts {
  std::vector<CRecordType> types;
  std::vector<CObject> objects;
  std::vector<CMacro> macros;             // those asked for, and those that make objects
  std::set<std::string> makers;           // of these the latter
  std::vector<std::vector<CToken>> made;  // calls of makers that were asked for, as they stand
};

struct CRecordsWanted {
  std::set<std::string> types;
  std::set<std::string> objects;
  std::set<std::string> macros;
  std::set<std::string> makers;
};

// Costs a pass over the tokens. What is too long (initialisers beyond some 400,000 tokens, fields
// beyond some 250) is left out and counted in *cut.
CRecordFacts FindCRecords(const CTokens& tokens, const CRecordsWanted& wanted, size_t* cut);

// Whether t[at] begins the initialiser of a declared object: its '{', past `name`, `[n]` and `=`;
// 0 where it does not.
size_t InitialiserOf(const std::vector<CToken>& t, size_t name);

// The tokens with macros expanded, as the preprocessor does; what comes from a macro stands at the
// place of its call. Stops at `limit` tokens, and leaves macros alone that stand too deep in
// others; sets *cut then.
using CMacroLookup = std::function<const CMacro*(const std::string&)>;
std::vector<CToken> ExpandC(const std::vector<CToken>& tokens, const CMacroLookup& lookup,
                            size_t limit, bool* cut);

// What an expression outside functions is as a text.
CValue EvaluateC(const std::vector<CToken>& tokens, size_t begin, size_t end);

// One record in an initialiser: its members by designator (`part.name` for a member of a member; ""
// where it has none), as ranges of tokens.
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

// The rows of begin..end, which holds an initialiser with its braces, at most `limit`; `array`:
// whether its elements are the rows. Sets *cut where there are more.
std::vector<CRow> RowsOf(const std::vector<CToken>& tokens, size_t begin, size_t end, bool array,
                         size_t limit, bool* cut);

}  // namespace flagcensus
