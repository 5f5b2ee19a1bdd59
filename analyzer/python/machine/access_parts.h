// The parts of an access that accesses.cc puts together: where it is, its default, its type, and
// the code around it. A site is read by each of these functions and changed by none, except for
// numbers of functions in AddDetails.
#pragma once

#include <optional>
#include <string>

#include "analyzer/model/access.h"
#include "analyzer/python/machine/machine.h"

namespace flagcensus {

struct RenderedValue {
  DefaultKind kind = DefaultKind::kNone;
  std::optional<std::string> text;
};

// --- notes.cc
// Whether `unset`, which replaces the site's variable if it is unset, is another variable's value.
bool IsReplacedBy(const Machine& m, const EventSite& site, Val unset);

// --- accesses.cc
Place PlaceOf(const Machine& m, const CodePoint& point);

// --- access_values.cc
// Whether the value comes from the caller, or from a mapping with unknown contents.
bool IsGivenElsewhere(const SymbolTable& symbols, Val value);
// Whether the value is None, or its text as str() makes it, in any case: no default that a page
// could state.
bool IsNoneOrItsText(const SymbolTable& symbols, Val value);
// Whether a caller may pass a different value.
bool MayBeGiven(const SymbolTable& symbols, Val value);
// The default: the value if nothing is set.
RenderedValue Render(const Machine& m, Val value);
// The same for a value that replaces the variable's: a list is written as the site's text is read,
// "a;b" if it is split at ";".
RenderedValue RenderDefault(const Machine& m, const EventSite& site, Val value);
ValueType TypeOfSite(const Machine& m, const EventSite& site);
// Whether the program only tests whether the site's value exists: a condition, `is None`, bool().
bool IsOnlyAsked(const Machine& m, const EventSite& site);

// --- access_details.cc
// The name that the enclosing statement binds, if it binds the value directly.
void BindTo(const Machine& m, const EventSite& site, Access* access);
// The position of the access, and what the rules need to know about the code around it.
void AddDetails(Machine& m, const EventSite& site, Access* access);
// Whether the loop around `name.startswith(...)` only puts the name into texts.
bool IsOnlyShown(const Machine& m, const CodePoint& test);

// --- later_uses.cc
// Types of accesses that are plain texts, by the uses of the names that they are bound to, in code
// that no run followed. `units`: where each access is bound. Costs a pass over the nodes of all
// units.
void TypeByLaterUses(const Machine& m, const std::vector<int>& units,
                     std::vector<Access>* accesses);

}  // namespace flagcensus
