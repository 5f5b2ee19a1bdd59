// Events → accesses: each site of the machine becomes what the census reports.
//
//   PORT = int(os.environ.get("APP_PORT", "80"))
//       ─→ a read of APP_PORT, default 80, type int, via os.environ.get, bound to PORT
//
// When all of them are known, they complete each other: a type that one place shows is the type of
// the same variable in places that only pass the text on.
#include "analyzer/python/machine/accesses.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "analyzer/base/characters.h"
#include "analyzer/base/text.h"
#include "analyzer/model/type_of_name.h"
#include "analyzer/model/value_sinks.h"
#include "analyzer/python/machine/access_parts.h"
#include "analyzer/python/unchanged_values.h"

namespace flagcensus {

Place PlaceOf(const Machine& m, const CodePoint& point) {
  const PythonUnit& unit = UnitAt(m, point.unit);
  // Code in a docstring or a string has its own lines, which begin somewhere in the file; one_line
  // is set if they have no counterpart there.
  const Syntax& syntax = unit.syntax();
  const std::string& path = m.program.tree.files[static_cast<size_t>(unit.file)].path;
  if (unit.one_line > 0) return PlaceIn(*unit.parsed, path, unit.one_line, unit.one_column);
  return PlaceIn(*unit.parsed, path, syntax.line(point.node) + unit.line_offset,
                 syntax.column(point.node) + unit.column_offset);
}

namespace {

// The accessor without aliases; otherwise what is called at the site, or the site as spelled.
std::string ViaOf(const Machine& m, const EventSite& site) {
  if (site.call.is_accessor) return m.symbols.TextOf(site.call.via);
  if (site.call.name != 0) return m.symbols.TextOf(site.call.name);
  // A key of a mapping is written by the call that receives the mapping, so the key's own place has
  // no accessor.
  const bool key =
      EventLog::GroupOf(site.op) == EventLog::Group::kWrite && site.last.frames.count(0) > 0;
  const std::string written = key ? "" : SpelledAt(m, site.at);
  return written.empty() ? m.symbols.TextOf(site.call.via) : written;
}

// The argument of an accessor's call that is its default, as spelled there.
std::optional<std::string> SourceOfDefault(const Machine& m, const EventSite& site) {
  static const ArgumentPlace kSecond{1, {"default"}};    // of methods of the environment
  static const ArgumentPlace kKeyword{-1, {"default"}};  // of what a keyword or prefix declares
  const Syntax& syntax = UnitAt(m, site.at.unit).syntax();
  const NodeId call = site.at.node;
  if (syntax.kind(call) != NodeKind::kCall) return std::nullopt;
  // An accessor in the table says where its default is. Without an entry, a dotted name is a method
  // of the environment, and any other name a keyword or prefix.
  const std::string& via = m.symbols.TextOf(site.call.via);
  const auto row = m.program.table.calls.find(via);
  const ArgumentPlace& place = row != m.program.table.calls.end()   ? row->second.default_value
                               : via.find('.') == std::string::npos ? kKeyword
                                                                    : kSecond;
  for (size_t i = 1; i < syntax.count(call); ++i) {
    const NodeId argument = syntax.child(call, i);
    const bool keyword = syntax.kind(argument) == NodeKind::kKeyword;
    // The first argument of a call is its second child, so position 0 is child 1.
    const auto& words = place.keywords;
    if (keyword && std::find(words.begin(), words.end(), syntax.text(argument)) != words.end()) {
      return Unparse(syntax, syntax.child(argument, 0));
    }
    if (!keyword && place.position + 1 == static_cast<int>(i)) return Unparse(syntax, argument);
  }
  return std::nullopt;
}

// Whether the value, if the variable is set, is that variable's own or made from it alone:
// environ["PATH"] = environ["PATH"] + ":/opt" writes back.
bool IsMadeOfOwn(const Machine& m, Val value, Symbol variable) {
  const FacetVal* facet = AsFacet(value);
  if (facet == nullptr) return false;
  const auto is_own = [&](uint32_t number) {
    return m.events.sites()[number].variable == variable;
  };
  bool own = true;
  ForEachLeaf(facet->set, [&](Val leaf) {
    const UnknownVal* read = AsUnknown(leaf);
    own = own && read != nullptr &&
          (std::any_of(read->events.begin(), read->events.end(), is_own) ||
           std::any_of(read->parts.begin(), read->parts.end(),
                       [&](const ReadPart& part) { return is_own(part.event); }));
  });
  return own || IsMadeOfOwn(m, facet->unset, variable);
}

Access AccessOfSite(Machine& m, const EventSite& site) {
  Access access;
  const PythonUnit& unit = UnitAt(m, site.at.unit);
  const SourceFile& file = m.program.tree.files[static_cast<size_t>(unit.file)];
  // What a function does to the name that it is passed is reported at its calls.
  const bool stated = site.name && !site.named.by_parameter && site.named.of_base == 0;
  if (stated) access.name = m.symbols.TextOf(*site.name);
  access.op = site.op;
  access.place = PlaceOf(m, site.at);
  access.type = TypeOfSite(m, site);
  // An option of a command line states its type (type=int), which is better evidence than the uses
  // of its value.
  const auto option = m.libraries.option_types.find(site.at);
  const bool typed = option != m.libraries.option_types.end() && access.op == AccessOp::kRead;
  if (typed) access.type = option->second;
  const bool plain = site.typed.type == ValueType::kUnknown || site.typed.type == ValueType::kStr;
  access.use.any_true = site.op == AccessOp::kRead && !typed && IsOnlyAsked(m, site);
  access.use.parsed = !plain || typed;
  access.via = ViaOf(m, site);
  for (const CodePoint& point : site.path.chain) access.chain.push_back(PlaceOf(m, point));
  // A row of a table is the place that a reader wants to see; the loop that reads it goes into the
  // chain.
  if (site.row.unit >= 0) {
    access.chain.insert(access.chain.begin(), access.place);
    access.place = PlaceOf(m, site.row);
  }
  access.scope = file.scope;
  // A file of the sources with a `__main__` part is a tool, unless it is inside a package or
  // something starts it.
  const bool script = file.scope == Scope::kSrc && unit.parsed->main_only && !file.started &&
                      !m.program.index.IsInPackage(unit.file);
  if (script) access.scope = Scope::kScript;
  if (unit.origin == PythonUnit::Origin::kDocstring) access.scope = Scope::kDocstring;
  access.evidence.in_string = unit.origin == PythonUnit::Origin::kString;
  if (file.kind == FileKind::kCython) access.language = Language::kCython;
  if (file.kind == FileKind::kNotebook) access.language = Language::kNotebook;
  access.evidence.by_parameter = site.named.by_parameter && !stated;
  if (!site.description.empty()) access.description = site.description;
  // The remaining properties concern the value, which only a read has.
  if (site.op == AccessOp::kRead) {
    access.use.truthy = site.words.truthy;
    access.use.falsy = site.words.falsy;
    access.use.spelled.assign(site.words.spelled.begin(), site.words.spelled.end());
    // `auto`, `1` and `0`: with a third state it is an enumeration and no switch.
    const bool third =
        !site.words.others.empty() && !(site.words.truthy.empty() && site.words.falsy.empty());
    if (third && access.type == ValueType::kBool) access.type = ValueType::kEnum;
    // A wrapper replaces None by a default that its own code states: fallback.inner.
    const bool none_known = site.fallback.value == nullptr ||
                            IsNoneOrItsText(m.symbols, UnsetSide(site.fallback.value));
    Val value = none_known && !site.call.is_accessor ? site.fallback.inner : site.fallback.value;
    if (value != nullptr) {
      // The caller of a wrapper may pass a different default, so the wrapper's is not that of the
      // access.
      const bool open = access.evidence.by_parameter && MayBeGiven(m.symbols, value);
      const RenderedValue given =
          open ? RenderedValue{DefaultKind::kDynamic, std::nullopt} : RenderDefault(m, site, value);
      access.default_kind = given.kind;
      access.default_text = given.text;
    }
    // `not get("APP_OFF")` is true if nothing is set: that is the result of the expression, and no
    // default of the variable.
    const bool opposite = access.use.any_true && site.fallback.passed == nullptr &&
                          access.default_kind == DefaultKind::kLiteral &&
                          access.default_text == "true";
    if (opposite) {
      access.default_kind = DefaultKind::kNone;
      access.default_text.reset();
    }
    // A default that names the variable itself, as in `get("A") or get("A")`, says nothing.
    const bool itself = access.default_kind == DefaultKind::kDynamic && access.default_text &&
                        access.name &&
                        access.default_text->find('"' + *access.name + '"') != std::string::npos;
    if (itself) access.default_text.reset();
    // The source of the default, as the accessor's call spells it, is better than nothing:
    // default_path().
    if (access.default_kind == DefaultKind::kDynamic && !access.default_text &&
        site.call.is_accessor) {
      access.default_text = SourceOfDefault(m, site);
    }
    // A value that a wrapper computes for the unset case is a default that the caller's line does
    // not show.
    const bool shown = !site.call.is_accessor || access.evidence.by_parameter;
    const bool replaced =
        site.unset.value != nullptr && (access.evidence.by_parameter || site.named.by_row);
    if (access.default_kind == DefaultKind::kNone && ((site.unset.computed && shown) || replaced)) {
      access.default_kind = DefaultKind::kDynamic;
    }
    // The class that declares the field may state a default elsewhere: in its own body, or in an
    // option's `default`.
    if (access.default_kind == DefaultKind::kNone) {
      const auto declared = m.found.declared.find(site.at);
      if (declared != m.found.declared.end()) {
        const RenderedValue given = RenderDefault(m, site, declared->second);
        access.default_kind = given.kind;
        access.default_text = given.text;
      }
    }
    const bool open =
        access.default_kind == DefaultKind::kNone || access.default_kind == DefaultKind::kDynamic;
    // Entry("Seconds", 15, "APP_WAIT"): the default beside the name, if the code after the read
    // shows none.
    if (const auto record = m.found.record_defaults.find(site.at);
        open && record != m.found.record_defaults.end()) {
      const RenderedValue given = RenderDefault(m, site, record->second);
      access.default_kind = given.kind;
      access.default_text = given.text;
    }
    // A read that raises is required, unless some run reaches it where it does not raise, or below
    // a test that the variable is set.
    const bool none = access.default_kind == DefaultKind::kNone;
    if (none && (site.raises.required ||
                 (site.raises.certain && !site.raises.optional && site.raises.unasked))) {
      access.default_kind = DefaultKind::kRequired;
    }
  } else if (site.write.value != nullptr) {
    const RenderedValue written = Render(m, site.write.value);
    // A write only if the variable is unset states what the program uses then: unset_kind, not a
    // default of a read. A write that also happens in other cases overrides it and states nothing.
    if (site.op == AccessOp::kWrite && site.write.fills && !site.write.overrides &&
        !site.write.partly) {
      access.use.unset_kind =
          written.kind == DefaultKind::kLiteral ? written.kind : DefaultKind::kDynamic;
      access.use.unset_text = written.text;
    }
    access.use.written_back =
        site.op == AccessOp::kWrite && IsMadeOfOwn(m, site.write.value, site.variable);
    if (written.kind == DefaultKind::kLiteral) access.value = written.text;
    if (access.value && site.op == AccessOp::kAppend)
      access.value = std::string(Trim(*access.value));
    if (site.op == AccessOp::kSetDefault) {
      access.default_kind = written.kind;
      access.default_text = written.text;
    }
  }
  // Python spells True; the rules compare with the spelling of switches.
  std::optional<std::string>& text = access.default_text;
  const bool word = text && (*text == "True" || *text == "False");
  if (word && access.type == ValueType::kBool) text = ToLower(*text);
  for (const EventFlow& flow : site.flows) {
    access.use.flows.push_back(
        {flow.sink->what, m.symbols.TextOf(flow.call), PlaceOf(m, flow.at), flow.derived});
    // The binding and the details come from the syntax around the site.
  }
  BindTo(m, site, &access);
  AddDetails(m, site, &access);
  return access;
}

// A family that the program finds key by key and only displays: no behaviour depends on it.
bool IsShownFamily(const Machine& m, const EventSite& site, const Access& access) {
  if (!access.name || access.via != "os.environ") return false;
  // Only a family with one hole at its end; APP_*_URL is built by code that does more than display
  // it.
  const size_t prefix = access.name->find('*');
  const auto shown = [&](const CodePoint& test) { return IsOnlyShown(m, test); };
  return prefix != std::string::npos && prefix + 1 == access.name->size() &&
         !site.path.accessors.empty() &&
         std::all_of(site.path.accessors.begin(), site.path.accessors.end(), shown);
}

// The name of a field after a prefix in capitals (APP_logLevel): no variable is spelled like this.
bool IsMixed(const std::string& name) { return HasLower(name) && HasUpper(name); }

// A name that a variable can have (POSIX, "Environment Variables") and that is not an address or a
// path. 200 bytes: longer texts are content that a loop passes through an accessor.
bool CanBeVariable(const std::string& name) {
  return !name.empty() && name.size() <= 200 &&
         name.find_first_of(std::string_view("=\0\n :/@\\", 8)) == std::string::npos;
}

// Which reads determine, together with their default, what the program uses if nothing is set: the
// default is written in the accessor's call, and neither that function nor a wrapper around it
// replaces it. FindUnchanged (unchanged_values.h) decides that from the syntax around the call.
class Certainty {
 public:
  explicit Certainty(const Machine& m) : m_(m) {
    // The places of all sites and chains, by unit: each unit is walked once.
    std::map<int, std::set<NodeId>> wanted;
    for (const EventSite& site : m.events.sites()) {
      wanted[site.at.unit].insert(site.at.node);
      for (const CodePoint& point : site.path.chain) wanted[point.unit].insert(point.node);
    }
    // One pass over each unit, for all its sites.
    for (const auto& [unit, nodes] : wanted) {
      staying_[unit] = FindUnchanged(m.program.units[static_cast<size_t>(unit)].syntax(), nodes);
    }
  }

  bool IsCertain(const EventSite& site, const Access& access) const {
    // A read that falls back to another variable has the other one's value, not its own default.
    if (site.fallback.passed == nullptr || site.unset.falls_back) return false;
    const RenderedValue given = Render(m_, site.fallback.passed);
    // A default that a later step changed is not the one in the call. Case does not count: True and
    // true.
    if (given.kind != access.default_kind) return false;
    if (given.text && access.default_text &&
        ToLower(*given.text) != ToLower(*access.default_text)) {
      return false;
    }
    const auto stays = [&](const CodePoint& point) {
      return staying_.at(point.unit).count(point.node) > 0;
    };
    return stays(site.at) && std::all_of(site.path.chain.begin(), site.path.chain.end(), stays);
  }

 private:
  const Machine& m_;
  std::map<int, std::set<NodeId>> staying_;
};

// Whether a name has a part that distinguishes it from others: ACME_*, *_DIR; not "*_*". Two
// letters: with one, `A_*` would already claim a family.
bool HasKnownPart(std::string_view name) {
  constexpr int kMinLetters = 2;
  return std::count_if(name.begin(), name.end(), IsAlnum) >= kMinLetters;
}

// What a wrapper reads by its parameter is reported at its calls. If the tree contains no call of
// it (a hook, an override, a callback, a function for other programs), it is reported as an unknown
// name, except for the part that the wrapper itself spells: f"ACME_{name.upper()}" is ACME_*.
// `open`: places at which the name may also be entirely unknown.
void OpenUncalled(const SymbolTable& symbols, const EventSite& site,
                  const std::set<CodePoint>& called, const std::set<CodePoint>& open,
                  Access* access) {
  if (!access->evidence.by_parameter || called.count(site.at) > 0) return;
  access->evidence.by_parameter = false;
  access->evidence.open_name = OpenName::kNoCall;
  const bool part = site.name && HasKnownPart(symbols.TextOf(*site.name));
  if (part && open.count(site.at) == 0) access->name = symbols.TextOf(*site.name);
}

// A conversion in one place is the variable's type in places that use its text unchanged:
//
//   port = os.environ["APP_PORT"]            ─→ str
//   int(os.environ["APP_PORT"])              ─→ int, and so is the first
//
// Two different conversions cancel each other out, and tests do not count: they often convert for
// their own purpose.
void TypeAlike(std::vector<Access>* accesses) {
  std::map<std::string_view, ValueType> made;  // kUnknown: different things
  // First the types that conversions show, then the reads that have none of their own.
  for (const Access& access : *accesses) {
    const bool says = access.op == AccessOp::kRead && access.use.parsed && access.name &&
                      access.scope != Scope::kTest && access.type != ValueType::kUnknown &&
                      access.type != ValueType::kStr;
    if (!says) continue;
    const auto [at, added] = made.try_emplace(*access.name, access.type);
    if (!added && at->second != access.type) at->second = ValueType::kUnknown;
  }
  for (Access& access : *accesses) {
    if (access.op != AccessOp::kRead || access.use.parsed || !access.name) continue;
    // If the value is bound to nothing, it may only be passed on, to code that is not followed.
    const bool plain = access.bound_to && (access.type == ValueType::kStr || access.use.any_true);
    const auto other = made.find(*access.name);
    if (!plain || other == made.end()) continue;
    // A text that is split into words in one place may be used whole in another, so a list or a
    // switch is not carried over.
    const ValueType type = other->second;
    const bool holds = type == ValueType::kInt || type == ValueType::kFloat ||
                       type == ValueType::kPath || type == ValueType::kEnum;
    if (holds) access.type = type;
  }
}

// A variable that one place only tests, and another uses as a text, is a text; so is one that the
// same file sets. `sites`: those of the accesses.
void TypeByOthers(const Machine& m, const std::vector<const EventSite*>& sites,
                  std::vector<Access>* accesses) {
  // Not the accesses that are switches themselves: a test elsewhere does not use the value as a
  // text.
  std::set<std::pair<std::string, std::string>> taken;  // name, and file of a write
  for (const Access& access : *accesses) {
    if (!access.name || access.use.any_true || access.type == ValueType::kBool) continue;
    const bool writes = access.op == AccessOp::kWrite || access.op == AccessOp::kSetDefault;
    if (writes) taken.emplace(*access.name, access.place.file);
    if (access.op == AccessOp::kRead) taken.emplace(*access.name, "");
  }
  for (size_t i = 0; i < accesses->size(); ++i) {
    Access& access = (*accesses)[i];
    const EventSite& site = *sites[i];
    const bool by_bool = site.typed.by_bool && access.op == AccessOp::kRead &&
                         access.use.truthy.empty() && access.use.falsy.empty() &&
                         access.type == ValueType::kBool;
    if (!(access.use.any_true && !access.use.parsed) && !by_bool) continue;
    if (!access.name) continue;
    const bool written = !by_bool && taken.count({*access.name, access.place.file}) > 0;
    if (!written && taken.count({*access.name, ""}) == 0) continue;
    access.type = ValueType::kStr;
    if (!by_bool) continue;
    access.use.parsed = false;
    // bool(text) has converted the default to a switch, too; the text in the call is the real one.
    if (site.fallback.passed == nullptr || access.default_kind != DefaultKind::kLiteral) continue;
    const RenderedValue given = Render(m, site.fallback.passed);
    access.default_kind = given.kind;
    access.default_text = given.text;
  }
}

// A text of which the name is the only evidence: APP_DATA_DIR, APP_CONFIG_FILE are paths.
void TypeByNames(std::vector<Access>* accesses) {
  // A secret is a text even if the code only tests whether there is one: a library or a child
  // process reads it.
  static constexpr std::string_view kSecrets[] = {"_KEY", "_TOKEN", "_SECRET", "_PASSWORD"};
  for (Access& access : *accesses) {
    if (access.op != AccessOp::kRead || access.use.parsed || !access.name) continue;
    // A variable that the program only tests here may be used by a program that it calls.
    const auto secret = [&](std::string_view ending) { return access.name->ends_with(ending); };
    if (access.use.any_true && std::any_of(std::begin(kSecrets), std::end(kSecrets), secret)) {
      access.type = ValueType::kStr;
      continue;
    }
    if (access.type != ValueType::kStr) continue;
    const std::string none;
    const bool literal = access.default_kind == DefaultKind::kLiteral;
    const bool unset = access.use.unset_kind == DefaultKind::kLiteral;
    const std::string given = literal ? access.default_text.value_or(none) : none;
    const std::string used = unset ? access.use.unset_text.value_or(none) : given;
    // The type by name must agree for the default of the read and for what replaces it:
    // APP_LOG_FILE with the default "0" is not a path.
    const ValueType type = TypeOfName(*access.name, used);
    if (!literal || TypeOfName(*access.name, given) == type) access.type = type;
  }
}

// What the tree reads: variables by their whole names, and families. A prefix of fewer than three
// bytes would match nearly everything.
class AskedNames {
 public:
  explicit AskedNames(const Machine& m) : m_(m) {
    // Names that the tree reads: a likely write counts only with a read of the same variable.
    for (const EventSite& site : m.events.sites()) {
      if (!site.name || EventLog::GroupOf(site.op) != EventLog::Group::kRead) continue;
      names_.insert(*site.name);
      const std::string_view name = m.symbols.TextOf(*site.name);
      const bool family = name.size() > 3 && name.find('*') + 1 == name.size();
      if (family) prefixes_.insert(name.substr(0, name.size() - 1));
    }
  }

  // Whether something reads the variable, or a family that it is one of.
  bool Has(Symbol variable) const {
    const std::string& name = m_.symbols.TextOf(variable);
    return names_.count(variable) > 0 ||
           std::any_of(prefixes_.begin(), prefixes_.end(),
                       [&](std::string_view prefix) { return name.starts_with(prefix); });
  }

 private:
  const Machine& m_;
  std::set<Symbol> names_;
  std::set<std::string_view> prefixes_;
};

}  // namespace

std::string SpelledAt(const Machine& m, const CodePoint& at) {
  const Syntax& syntax = UnitAt(m, at.unit).syntax();
  const NodeKind kind = syntax.kind(at.node);
  if (kind == NodeKind::kSubscript) return Unparse(syntax, syntax.child(at.node, 0)) + "[]";
  // A call's name is that of its callee; os.environ["A"] is os.environ[].
  const NodeId node = kind == NodeKind::kCall ? syntax.child(at.node, 0) : at.node;
  const bool name =
      syntax.kind(node) == NodeKind::kAttribute || syntax.kind(node) == NodeKind::kName;
  return name ? Unparse(syntax, node) : "";
}

namespace {

// A read in a loop over a table has the default that its row states, if the accessor's call states
// none.
void TakeRows(Machine& m) {
  for (EventSite& site : m.events.sites()) {
    if (site.row.unit < 0 || site.op != AccessOp::kRead) continue;
    Val known = site.fallback.value;
    const bool open = known == nullptr || IsNone(UnsetSide(known)) || IsRaises(UnsetSide(known));
    Val held = open ? DefaultOfRow(m, site.row) : nullptr;
    if (held == nullptr || IsNone(held)) continue;
    site.fallback.value = held;
    site.raises.optional = true;
  }
}

// A loop over candidates ends with the first that is set, and has few; a loop over a table reads
// each row independently of what earlier rows left in its names. Four: a longer list of aliases is
// rare. A longer one that is a real chain loses its fallbacks.
void DropFallbacksOfTables(Machine& m) {
  constexpr size_t kMostCandidates = 4;
  std::map<CodePoint, std::set<Symbol>> names;
  for (const EventSite& site : m.events.sites()) {
    if (site.op == AccessOp::kRead && site.call.is_accessor && site.name) {
      names[site.at].insert(*site.name);
    }
  }
  for (EventSite& site : m.events.sites()) {
    const auto at = names.find(site.at);
    if (at == names.end() || at->second.size() <= kMostCandidates) continue;
    site.unset.falls_back = false;
    site.unset.outer = 0;
  }
}

}  // namespace

std::vector<Access> MakeMachineAccesses(Machine& m) {
  // Steps that complete the sites, before any of them is converted.
  TakeRows(m);
  DropFallbacksOfTables(m);
  std::vector<Access> out;
  std::vector<int> units;
  std::vector<const EventSite*> sites;  // of `out`
  const Certainty certainty(m);
  const AskedNames asked(m);
  // A function that sets a variable if it finds it unset is reported as a write at its calls; its
  // test and deletion are parts of that write.
  std::set<std::pair<CodePoint, Symbol>> written;
  std::set<CodePoint> called;
  std::set<CodePoint> open;
  for (const EventSite& site : m.events.sites()) {
    if (site.named.by_parameter && !site.name) open.insert(site.at);
    called.insert(site.path.passed.begin(), site.path.passed.end());
    if (site.named.transformed) m.found.declarators.insert(site.at);
    const bool writes = EventLog::GroupOf(site.op) == EventLog::Group::kWrite;
    if (writes && site.name && !site.call.is_accessor) written.insert({site.at, *site.name});
  }
  // Which sites become accesses.
  for (const EventSite& site : m.events.sites()) {
    const bool before =
        site.op == AccessOp::kTest || (site.op == AccessOp::kDelete && !site.call.is_accessor);
    // The value is saved and written back: env = os.environ.get("X"); ...; os.environ["X"] = env.
    if (site.write.saved && !site.call.is_accessor) continue;
    if (before && site.name && written.count({site.at, *site.name}) > 0) continue;
    // A mapping that only by its name is an environment sets variables, but a dictionary of other
    // things looks alike: it counts if something reads the name.
    if (site.write.likely && site.name && !asked.Has(*site.name)) continue;
    Access access = AccessOfSite(m, site);
    OpenUncalled(m.symbols, site, called, open, &access);
    access.use.default_certain = certainty.IsCertain(site, access);
    // A name with spaces or slashes can come from a table of texts; if the accessor's own call
    // spells it, it is reported as it is.
    if (access.name && !CanBeVariable(*access.name) && !site.call.is_accessor) continue;
    if (IsShownFamily(m, site, access)) continue;
    if (m.found.declared.count(site.at) > 0 && access.name && IsMixed(*access.name)) continue;
    out.push_back(std::move(access));
    units.push_back(site.at.unit);
    sites.push_back(&site);
  }
  // The steps that need all accesses. TypeByNames is last: a name is the weakest evidence.
  TypeByLaterUses(m, units, &out);
  TypeAlike(&out);
  TypeByOthers(m, sites, &out);
  TypeByNames(&out);
  // Two sites can be reported at one place (a row, an option): the first in the order of AccessLess
  // remains.
  std::stable_sort(out.begin(), out.end(), AccessLess);
  const auto same = [](const Access& a, const Access& b) {
    return a.place == b.place && a.name == b.name && a.op == b.op;
  };
  out.erase(std::unique(out.begin(), out.end(), same), out.end());
  return out;
}

}  // namespace flagcensus
