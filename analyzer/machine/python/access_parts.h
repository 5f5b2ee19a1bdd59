// What makes up an access: parts that accesses.cc puts together.
#pragma once

#include <optional>
#include <string>

#include "analyzer/machine/python/machine.h"
#include "analyzer/model/access.h"

namespace flagcensus {

struct RenderedValue {
  DefaultKind kind = DefaultKind::kNone;
  std::optional<std::string> text;
};

// --- accesses.cc
Place PlaceOf(const Machine& m, const CodePoint& point);

// --- access_values.cc
// What the caller passes, or a mapping of which nothing is known has.
bool IsGivenElsewhere(const Machine& m, Val value);
// Whether a caller may pass another.
bool MayBeGiven(const Machine& m, Val value);
// The default that the value is where nothing is set.
RenderedValue Render(const Machine& m, Val value);
ValueType TypeOfSite(const Machine& m, const EventSite& site);
// Whether the program only asks of the site's value if it is one: a condition, `is None`, bool().
bool IsOnlyAsked(const Machine& m, const EventSite& site);

// --- access_details.cc
// The name that the statement around binds, where the value goes straight into it.
void BindTo(const Machine& m, const EventSite& site, Access* access);
// Where the access stands, and what the rules ask of the code around it.
void AddDetails(Machine& m, const EventSite& site, Access* access);
// Whether the loop around `name.startswith(...)` does nothing with the name but put it into texts.
bool IsOnlyShown(const Machine& m, const CodePoint& test);

}  // namespace flagcensus
