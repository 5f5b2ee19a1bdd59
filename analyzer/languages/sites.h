// The places of one program that access the environment, with what is done with the value there.
//
//   const port = Number(process.env.PORT ?? "80")
//             ─→ Site: at the member, kRead, PORT, via "process.env", default "80" (certain),
//                type float by the row of Number, bound to "port"
//   function get(n) { return process.env[n] }
//             ─→ Site: kRead, the name is parameter 0 of get: link/ finds the calls of get
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "analyzer/languages/names.h"
#include "analyzer/model/access.h"

namespace flagcensus {

// The value used if the variable is not set.
struct SiteDefault {
  DefaultKind kind = DefaultKind::kNone;
  TextValue text;      // kLiteral: may contain a parameter of the enclosing function
  std::string source;  // as spelled
};

struct Site {
  // The term that accesses: a member, an index, a call, a field of a pattern.
  TermId at = kNoTerm;
  AccessOp op = AccessOp::kRead;
  TextValue name;
  TermId name_term = kNoTerm;  // the term of the name; kNoTerm: the name is a key in the code
  std::string via;
  // The default, from the expression or the statements after it.
  SiteDefault fallback;
  bool certain = false;  // `fallback` is in the expression that reads
  // The name of the variable that is read first: in `A || B`, B has fallback_of A.
  std::optional<TextValue> fallback_of;
  // In `A || B`, A falls back.
  bool falls_back = false;
  // How the code parses the value; `parsed`: by a known conversion.
  ValueType type = ValueType::kUnknown;
  bool parsed = false;
  // A test treats any value as true, such as `if (x)`.
  bool any_true = false;
  // The words to which the value is compared, in lower case.
  std::vector<std::string> truthy, falsy;
  // The variable, field or function that receives the value.
  std::optional<std::string> bound_to;
  BoundKind bound_kind = BoundKind::kNone;
  std::optional<std::string> value;  // what a write writes
  bool of_test = false;              // only a test runs it
  bool declarator = false;           // a tag or an option: the library reads it
};

inline constexpr size_t kMaxSites = 20'000;  // per file; the rest is skipped

// The direct accesses, in the order of their terms.
std::vector<Site> FindSites(const Names& names, std::string_view text, const OtherFiles* others);

// The accesses of a call of the function of `row` through a value that contains it.
std::vector<Site> SitesOfCall(const Names& names, std::string_view text, const OtherFiles* others,
                              TermId call, const LanguageAccessor& row);

// texts.cc: the value of "NAME=value" if it is known; the name stays in `text`. Without a value the
// access is a deletion.
std::optional<std::string> TakeValue(TextValue* text, AccessOp* op);

// schema.cc: a read for each key of the schema by which a call validates the environment; none if
// the call does not validate it.
struct SchemaSites {
  std::vector<Site> sites;
  TermId environment = kNoTerm;  // read only through these keys
};
SchemaSites SitesOfSchema(const Names& names, std::string_view text, const OtherFiles* others,
                          TermId call);

// context.cc: fills the default, the type and the name that receives the value from the context of
// the term `at`, the read or the wrapper's call. `sites`: the terms that read.
void FillContext(const Names& names, std::string_view text, const OtherFiles* others,
                 const std::vector<Site>& sites, TermId at, Site* site);

// The value of `term` as a default.
SiteDefault DefaultOf(const Names& names, std::string_view text, const OtherFiles* others,
                      TermId term);

// unset.cc: what the statements after a declaration of `name` do if it is not set; kNone if they do
// not test it. `also`: a second name that indicates it, "ok" or "err".
SiteDefault DefaultAfterRead(const Names& names, std::string_view text, const OtherFiles* others,
                             TermId declaration, const std::string& name, const std::string& also);
// Whether a block ends in an error or the end of the program.
bool IsExit(const Names& names, TermId block);

// An expression as one line of at most 200 bytes (then "...").
std::string ProgramLine(std::string_view text);

// Whether a lower-case word means on or off, which is set in `*on`.
bool IsSwitchWord(std::string_view lower, bool* on);

}  // namespace flagcensus
