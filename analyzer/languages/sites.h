// The places of one program that touch the environment, with what is done with the value there.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "analyzer/languages/names.h"
#include "analyzer/model/access.h"

namespace flagcensus {

// What is taken where the variable is not set.
struct SiteDefault {
  DefaultKind kind = DefaultKind::kNone;
  TextValue text;      // kLiteral: a parameter of the function around it may be a part
  std::string source;  // as it is written
};

struct Site {
  TermId at = kNoTerm;
  AccessOp op = AccessOp::kRead;
  TextValue name;
  TermId name_term = kNoTerm;  // what gives the name; kNoTerm: a key
  std::string via;
  SiteDefault fallback;
  bool certain = false;  // `fallback` is written in the expression that reads
  std::optional<std::string> fallback_of;
  bool falls_back = false;
  ValueType type = ValueType::kUnknown;
  bool parsed = false;
  bool any_true = false;
  std::vector<std::string> truthy, falsy;
  std::optional<std::string> bound_to;
  BoundKind bound_kind = BoundKind::kNone;
  std::optional<std::string> value;  // what a write writes
  bool of_test = false;              // only a test runs it
  bool declarator = false;           // a tag or an option: the library reads it
};

inline constexpr size_t kMaxSites = 20'000;  // of a file; what is behind them is left out

// The direct ones, in the order of their terms.
std::vector<Site> FindSites(const Names& names, std::string_view text, const OtherFiles* others);

// Those of one call that calls the function of `row`, through a value that holds it.
std::vector<Site> SitesOfCall(const Names& names, std::string_view text, const OtherFiles* others,
                              TermId call, const FunctionRow& row);

// texts.cc: of "NAME=value" the value, if it is known; the name stays in `text`. Without a value
// the access is a deletion.
std::optional<std::string> TakeValue(TextValue* text, AccessOp* op);

// schema.cc: a read for each key of the schema that a call checks the environment with; none if it
// does not.
struct SchemaSites {
  std::vector<Site> sites;
  TermId environment = kNoTerm;  // what is read through these keys alone
};
SchemaSites SitesOfSchema(const Names& names, std::string_view text, const OtherFiles* others,
                          TermId call);

// context.cc: fills the default, the type and the name that receives the value, as they are shown
// by what stands around the term `at`, the read or the wrapper's call. `sites`: the terms that
// read.
void FillContext(const Names& names, std::string_view text, const OtherFiles* others,
                 const std::vector<Site>& sites, TermId at, Site* site);

// What `term` gives where it is the default.
SiteDefault DefaultOf(const Names& names, std::string_view text, const OtherFiles* others,
                      TermId term);

// unset.cc: what the statements behind a declaration of `name` do where it is not set; kNone where
// they do not ask. `also`: a second name that says so, "ok" or "err".
SiteDefault UnsetBehind(const Names& names, std::string_view text, const OtherFiles* others,
                        TermId declaration, const std::string& name, const std::string& also);
// Whether a block ends in an error or the end of the program.
bool IsExit(const Names& names, TermId block);

// An expression in one line, at most 200 bytes ("..." behind them).
std::string ProgramLine(std::string_view text);

// Whether a value is compared with a word for on or off.
bool IsSwitchWord(std::string_view lower, bool* on);

}  // namespace flagcensus
