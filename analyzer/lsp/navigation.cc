// a variable ─→ where it is documented, accessed, listed
#include <algorithm>

#include "analyzer/base/text.h"
#include "analyzer/lsp/answer.h"

namespace flagcensus {
namespace {

// A client filters the list further; the whole list of a large workspace would be slow to send.
constexpr size_t kMaxSymbols = 1000;
constexpr int kVariableSymbol = 13;  // SymbolKind
constexpr int kKeySymbol = 20;

LspAny AccessLocations(const KnownFlag& known, const AnswerContext& context) {
  LspAny out = LspAny::array();
  for (const FlagAccess& one : known.flag->accesses) {
    out.push_back(ToLocation(*known.project, one.access->place, known.flag->name, context));
  }
  return out;
}

// Entries of the catalog, otherwise passages that describe or mention the variable.
// Passages are used only without entries: an entry is the better place to go to.
LspAny EntryLocations(const KnownFlag& known, const AnswerContext& context) {
  LspAny out = LspAny::array();
  for (const Entry* entry : known.flag->entries) {
    out.push_back(ToLocation(*known.project, entry->place, known.flag->name, context));
  }
  if (!out.empty()) return out;
  for (const Passage& passage : known.flag->passages) {
    out.push_back(ToLocation(*known.project, passage.place, known.flag->name, context));
  }
  return out;
}

// Whether the letters of `query` occur in `name` in this order, in any case: "apo" in APP_PORT.
bool MatchesQuery(std::string_view name, std::string_view query) {
  size_t at = 0;
  for (const char c : query) {
    at =
        name.find_first_of(ToLower(std::string_view(&c, 1)) + ToUpper(std::string_view(&c, 1)), at);
    if (at == std::string_view::npos) return false;
    ++at;
  }
  return true;
}

// "read through os.getenv", or "documented".
std::string DetailOf(const NamedPlace& place) {
  if (place.access != nullptr) {
    return std::string(ToString(place.access->op)) + " through " + place.access->via;
  }
  return "documented";
}

}  // namespace

//   from os.getenv("APP_PORT")    ─→ docs/env.md:9
//   from docs/env.md:9            ─→ app.py:3
LspAny AnswerDefinition(const LspAny& params, const AnswerContext& context) {
  const auto asked = ReadAsked(params, context);
  const auto at = asked ? FindFlagAt(*asked, context.facts) : std::nullopt;
  if (!at) return nullptr;
  const LspAny entries = EntryLocations(at->known, context);
  const LspAny accesses = AccessLocations(at->known, context);
  const std::string uri = context.documents.UriOf(asked->path);
  // From a page to the code, from any other file to the page.
  const bool page = FileKindOf(asked->path) == FileKind::kPage ||
                    std::any_of(entries.begin(), entries.end(),
                                [&](const LspAny& one) { return one["uri"] == uri; });
  if (page) return accesses.empty() ? entries : accesses;
  return entries.empty() ? accesses : entries;
}

// Variables that the file accesses or documents, in the order of their places.
// Clients with nested symbols get no location: the document is the one that they asked about.
LspAny AnswerDocumentSymbols(const LspAny& params, const AnswerContext& context) {
  const auto uri = TextAt(params, {"textDocument", "uri"});
  const auto path = uri ? PathOfUri(*uri) : std::nullopt;
  LspAny out = LspAny::array();
  const ProjectFacts* project = path ? context.facts.Of(*path) : nullptr;
  if (project == nullptr) return out;
  const auto file = project->by_file.find(*path);
  if (file == project->by_file.end()) return out;
  const auto lines = context.documents.LinesOf(*path);
  for (const NamedPlace& one : file->second) {
    const TextSpan span = SpanOf(*lines, one.place(), one.flag->name);
    const LspAny range = ToRange(*lines, span, context.client.unit);
    const int kind = one.access != nullptr ? kVariableSymbol : kKeySymbol;
    if (context.client.nested_symbols) {
      out.push_back({{"name", one.flag->name},
                     {"detail", DetailOf(one)},
                     {"kind", kind},
                     {"range", range},
                     {"selectionRange", range}});
    } else {
      out.push_back({{"name", one.flag->name},
                     {"kind", kind},
                     {"location", {{"uri", context.documents.UriOf(*path)}, {"range", range}}}});
    }
  }
  return out;
}

// The first entry or access of each variable that matches.
// "apo" finds APP_PORT and APP_POOL; a query without letters finds all, up to the limit.
LspAny AnswerWorkspaceSymbols(const LspAny& params, const AnswerContext& context) {
  const std::string query = TextAt(params, {"query"}).value_or("");
  LspAny out = LspAny::array();
  for (const auto& project : context.facts.projects) {
    for (const auto& [name, flag] : project->flags) {
      if (out.size() == kMaxSymbols) return out;
      if (!MatchesQuery(name, query)) continue;
      const Place* place = !flag->entries.empty()    ? &flag->entries.front()->place
                           : !flag->accesses.empty() ? &flag->accesses.front().access->place
                                                     : nullptr;
      if (place == nullptr) continue;
      out.push_back({{"name", name},
                     {"kind", kVariableSymbol},
                     {"location", ToLocation(*project, *place, name, context)}});
    }
  }
  return out;
}

}  // namespace flagcensus
