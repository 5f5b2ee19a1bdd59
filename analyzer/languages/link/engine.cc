// units with their direct sites ─→ the calls of functions with a parameter that reaches one ─→
// accesses
//
//   a.js: export function opt(name, d) { return process.env[name] ?? d }
//   b.js: opt("APP_PORT", "80")    ─→ a read of APP_PORT at b.js:1, default 80, via opt, and a
//                                     chain of one: the member in a.js
//
// A function that reads a variable named by its caller is a wrapper: each of its calls is an
// access, with the arguments in place of the parameters. A call that only passes on a parameter
// makes a wrapper of the function around it, and so on.
#include "analyzer/languages/link/engine.h"

#include <algorithm>
#include <memory>
#include <set>
#include <utility>

#include "analyzer/base/text.h"
#include "analyzer/languages/link/call_graph.h"
#include "analyzer/languages/link/units.h"

namespace flagcensus {
namespace {

constexpr size_t kMaxChain = 5;          // nested wrappers
constexpr size_t kMaxLinked = 200'000;   // sites of a tree
constexpr size_t kMaxCalls = 2'000'000;  // calls of wrappers that are examined
// Each round finds files that call the wrappers of the round before. Wrappers across more than six
// files in a row are reported as a limit.
constexpr int kMaxRounds = 6;

// A site in a unit: a direct one, or a call of a wrapper.
struct LinkedSite {
  size_t unit = 0;
  Site site;
  std::vector<Place> chain;
  int calls = 0;         // calls of the enclosing function that give the name
  int unknown = 0;       // calls that give a name which is not known
  bool wrapped = false;  // its name is a parameter of the function around it
};

class Linker {
 public:
  Linker(const Tree& tree, const ResolveOptions& options, Census* census)
      : tree_(tree), units_(tree, options, census), census_(*census) {}

  // Rounds of linking and parsing, until a round adds no file or the number of rounds is reached.
  void Run() {
    units_.Begin();
    bool more = true;
    // A round: link all units, then parse the files that may call the new wrappers, that may export
    // what is called, or that may declare the constants of names.
    for (int round = 0; round < kMaxRounds && more; ++round) {
      Link();
      // Only names that were not searched for before.
      std::set<std::string> fresh = NamesOfWrappers();
      std::erase_if(fresh, [&](const std::string& name) { return names_.contains(name); });
      names_.insert(fresh.begin(), fresh.end());
      units_.AddThatContain(fresh);
      const bool exporters = units_.AddFiles(graph_->wanted());
      const bool constants = units_.AddDeclaring(OpenTerms());
      more = exporters || constants || !fresh.empty();
    }
    if (more) Link();  // the files of the last round
    units_.ReportMade();
    for (const LinkedSite& one : sites_) census_.accesses.push_back(AccessOf(one));
    if (!cut_ && !graph_->exhausted() && !more) return;
    census_.diagnostics.push_back(
        {"limit", {"", 0, 0}, "there are too many calls of functions that read: some are skipped"});
  }

 private:
  // Starts again from the direct sites: new units may change what a name denotes.
  // Follows the names that are parameters to the calls of their functions.
  void Link() {
    sites_.clear();
    cut_.reset();
    graph_ = std::make_unique<CallGraph>(&units_, names_);
    graph_->Build();
    // Step 1: the direct sites, and calls of library functions under other names.
    for (size_t unit = 0; unit < units_.all().size(); ++unit) {
      for (const Site& site : units_.all()[unit]->sites) AddSite({unit, site, {}, 0, 0, false});
    }
    for (const auto& [unit, site] : graph_->sites()) AddSite({unit, site, {}, 0, 0, false});
    size_t looked = 0;
    // sites_ grows while it is read: the calls of a wrapper may be wrappers' own sites.
    for (size_t at = 0; at < sites_.size(); ++at) {
      const TermId function = sites_[at].site.name.Function();
      if (function == kNoTerm) continue;
      sites_[at].wrapped = true;
      for (const CallAt& call : graph_->CallsOf({sites_[at].unit, function})) {
        if (++looked > kMaxCalls || sites_.size() > kMaxLinked) return CutAt(sites_[at]);
        TakeCall(at, function, call);
      }
    }
  }

  // Adds a site; if the name is the variable of a loop over a list, one for each element.
  void AddSite(LinkedSite site) {
    std::vector<Site> each = SitesOfLoop(site.site);
    for (Site& one : each) {
      LinkedSite out = site;
      out.site = std::move(one);
      sites_.push_back(std::move(out));
    }
  }

  // The term that a call passes for a parameter; kNoTerm if it passes none.
  TermId ArgumentOf(const LinkedSite& of, TermId function, uint32_t parameter,
                    const CallAt& call) const {
    const Program& program = units_.all()[of.unit]->program;
    return CallGraph::ArgumentOf(program, function, parameter, units_.all()[call.unit]->program,
                                 call.call);
  }

  // `value` with the arguments of `call` in place of the parameters of `function`.
  TextValue Put(const LinkedSite& of, const TextValue& value, TermId function, const CallAt& call,
                bool* missing) const {
    const ProgramUnit& caller = *units_.all()[call.unit];
    const ProgramUnit& callee = *units_.all()[of.unit];
    const std::unique_ptr<OtherFiles> others = units_.OthersOf(call.unit);
    TextValue out;
    for (const TextPiece& piece : value.pieces) {
      if (piece.kind != TextPiece::Kind::kParameter || piece.function != function) {
        out.pieces.push_back(piece);
        continue;
      }
      // The text of the argument at the call, or of a member of it.
      const TermId argument = ArgumentOf(of, function, piece.parameter, call);
      TextValue given;
      if (argument != kNoTerm) {
        given = piece.member.empty()
                    ? caller.names->TextOf(argument, others.get())
                    : caller.names->MemberText(argument, piece.member, others.get());
      } else {
        // Not passed: the default of the parameter, if it has one and is a text.
        const TermId parameter = callee.program.part(function, piece.parameter);
        const TermId fallback = callee.program.part(parameter, 0);
        *missing = fallback == kNoTerm || !piece.member.empty();
        if (*missing) return {};
        given = TextValue::Literal(callee.names->TextOf(fallback).Known().value_or(""));
      }
      // `"APP_" + name.toUpperCase()`: the argument is in upper case as well.
      for (TextPiece& one : given.pieces) {
        if (piece.upper && one.kind == TextPiece::Kind::kLiteral) one.text = ToUpper(one.text);
        one.upper = one.upper || piece.upper;
        out.pieces.push_back(std::move(one));
      }
    }
    return out;
  }

  // The default at a call: the argument, if the default is a parameter, otherwise that of the site.
  SiteDefault DefaultAt(const LinkedSite& of, TermId function, const CallAt& call) const {
    const SiteDefault& fallback = of.site.fallback;
    if (fallback.kind != DefaultKind::kLiteral || fallback.text.Function() != function) {
      return fallback;
    }
    const ProgramUnit& caller = *units_.all()[call.unit];
    if (fallback.text.pieces.size() == 1 && fallback.text.pieces[0].member.empty()) {
      const TermId argument = ArgumentOf(of, function, fallback.text.pieces[0].parameter, call);
      const std::unique_ptr<OtherFiles> others = units_.OthersOf(call.unit);
      if (argument != kNoTerm) {
        return DefaultOf(*caller.names, caller.text, others.get(), argument);
      }
    }
    bool missing = false;
    TextValue text = Put(of, fallback.text, function, call, &missing);
    if (missing) return {};
    return {DefaultKind::kLiteral, std::move(text), {}};
  }

  // Adds the site of a call of a wrapper. A limit on the length of the chain ends mutual recursion.
  void TakeCall(size_t at, TermId function, const CallAt& call) {
    // A recursive call with the same parameter adds no name.
    const LinkedSite of = sites_[at];
    if (of.chain.size() >= kMaxChain) return CutAt(of);
    const ProgramUnit& caller = *units_.all()[call.unit];
    bool missing = false;
    LinkedSite out;
    out.unit = call.unit;
    out.site.name = Put(of, of.site.name, function, call, &missing);
    if (missing) return;
    const bool inside = call.unit == of.unit && IsInside(caller.program, call.call, function);
    if (inside && out.site.name.Function() == function) return;
    out.site.at = call.call;
    out.site.op = of.site.op;
    out.site.name_term = caller.program.part(call.call, 1);
    // The wrapper's name is displayed as the accessor.
    out.site.via = units_.all()[of.unit]->program[function].text;
    // An unnamed function is displayed by the name in the call.
    if (out.site.via.empty()) out.site.via = NameOfCallee(caller, call.call);
    out.site.fallback = DefaultAt(of, function, call);
    out.site.certain = of.site.certain && out.site.fallback.kind == DefaultKind::kLiteral;
    out.site.type = of.site.type;
    out.site.parsed = of.site.parsed;
    out.site.falls_back = of.site.falls_back;
    if (of.site.fallback_of) {
      bool unknown = false;  // a call that does not name the first variable
      const TextValue first = Put(of, *of.site.fallback_of, function, call, &unknown);
      if (!unknown) out.site.fallback_of = first;
    }
    out.site.truthy = of.site.truthy;
    out.site.falsy = of.site.falsy;
    out.site.value = of.site.value;
    out.site.of_test = of.site.of_test;
    if (out.site.op == AccessOp::kRead) {
      // The context of the call counts, too: `opt("A") || "d"` has a default there.
      const std::unique_ptr<OtherFiles> others = units_.OthersOf(call.unit);
      FillContext(*caller.names, caller.text, others.get(), {}, call.call, &out.site);
    }
    // What the call compares then is the result of the wrapper's test, and not the value:
    // `isOn("A") === false`.
    if (of.site.any_true) {
      out.site.any_true = true;
      out.site.truthy = of.site.truthy;
      out.site.falsy = of.site.falsy;
    }
    // The nearest wrapper first.
    out.chain.push_back(PlaceOf(of));
    out.chain.insert(out.chain.end(), of.chain.begin(), of.chain.end());
    // Counted to decide later whether the wrapper's own read is reported: it is not if calls name
    // it.
    for (const Site& one : SitesOfLoop(out.site)) {
      ++(one.name.Pattern() || one.name.Function() != kNoTerm ? sites_[at].calls
                                                              : sites_[at].unknown);
    }
    AddSite(std::move(out));
  }

  // Only the first place is kept; the diagnostic is one for the tree.
  void CutAt(const LinkedSite& site) {
    if (!cut_) cut_ = PlaceOf(site);
  }

  // Whether the term is in the function.
  static bool IsInside(const Program& program, TermId id, TermId function) {
    for (; id != kNoTerm; id = program.parent(id)) {
      if (id == function) return true;
    }
    return false;
  }

  static std::string NameOfCallee(const ProgramUnit& unit, TermId call) {
    const TermId callee = unit.program.part(call, 0);
    return callee == kNoTerm ? std::string() : unit.program[callee].text;
  }

  // The terms that give names which are not known.
  std::set<std::pair<size_t, TermId>> OpenTerms() const {
    std::set<std::pair<size_t, TermId>> out;
    for (const LinkedSite& one : sites_) {
      const bool open =
          one.site.op != AccessOp::kBulk && !one.site.name.Known() && one.site.name_term != kNoTerm;
      if (open && !one.wrapped) out.emplace(one.unit, one.site.name_term);
    }
    return out;
  }

  // The names by which other files may call the wrappers that were found.
  std::set<std::string> NamesOfWrappers() const {
    std::set<std::string> out;
    for (const LinkedSite& one : sites_) {
      const TermId function = one.site.name.Function();
      if (function == kNoTerm) continue;
      std::string name = CallGraph::NameOf(units_.all()[one.unit]->program, function);
      if (name == "default") {  // importers usually call it as the file
        const std::string& path = tree_.files[units_.all()[one.unit]->file].path;
        name = path.substr(path.rfind('/') + 1);  // npos + 1 is 0
        name = name.substr(0, name.find('.'));
      }
      // A method is called on its class: files that contain the class's name are searched for.
      const Program& program = units_.all()[one.unit]->program;
      if (RowsOf(units_.all()[one.unit]->language).classes && !program[function].more.empty()) {
        const TermId owner = program.parent(function);
        const bool inside = program.kind(owner) == TermKind::kClass;
        if (inside && !program[owner].text.empty()) name = program[owner].text;
      }
      // "index" is the file name of a folder's module, and would be found everywhere.
      if (!name.empty() && name != "index") out.insert(name);
    }
    return out;
  }

  Place PlaceOf(const LinkedSite& one) const {
    const ProgramUnit& unit = *units_.all()[one.unit];
    const Term& term = unit.program[one.site.at];
    return {tree_.files[unit.file].path, static_cast<int>(term.line),
            static_cast<int>(term.column)};
  }

  // The census's form of a site.
  Access AccessOf(const LinkedSite& one) const {
    const ProgramUnit& unit = *units_.all()[one.unit];
    const Site& site = one.site;
    Access out;
    out.op = site.op;
    out.place = PlaceOf(one);
    out.language = unit.language;
    out.scope = tree_.files[unit.file].scope;
    // A test in a source file, as in Rust.
    if (site.of_test && out.scope == Scope::kSrc) out.scope = Scope::kTest;
    out.via = site.via;
    out.chain = one.chain;
    out.type = site.type;
    out.use.parsed = site.parsed;
    out.use.any_true = site.any_true && site.truthy.empty() && site.falsy.empty();
    out.use.truthy = site.truthy;
    out.use.falsy = site.falsy;
    out.bound_to = site.bound_to;
    out.bound_kind = site.bound_kind;
    out.value = site.value;
    if (site.fallback_of) out.use.fallback_of = site.fallback_of->Known();
    out.use.falls_back = site.falls_back;
    out.evidence.by_declarator = site.declarator;
    out.evidence.function =
        0;  // the languages have no code that runs at import in the census's sense
    if (site.op != AccessOp::kBulk) NameOf(one, &out);
    DefaultIn(site, &out);
    return out;
  }

  // The name of the access, or how it is written if it is not known.
  void NameOf(const LinkedSite& one, Access* out) const {
    const Site& site = one.site;
    out->evidence.by_parameter = one.wrapped && one.calls > 0;
    // If calls give the name, the wrapper's own read has no name.
    if (!one.wrapped || one.calls == 0) out->name = site.name.Pattern();
    if (out->name && out->name->empty()) out->name.reset();
    if (one.wrapped)
      out->evidence.open_name = one.unknown > 0 ? OpenName::kUnknownCall : OpenName::kNoCall;
    // A name that is completely known needs no expression.
    if (out->name && out->name->find('*') == std::string::npos) return;
    const ProgramUnit& unit = *units_.all()[one.unit];
    const TermId term = site.name_term;
    if (term == kNoTerm) return;
    const size_t begin = std::min<size_t>(unit.program[term].begin, unit.text.size());
    const size_t end = std::min<size_t>(unit.program[term].end, unit.text.size());
    constexpr size_t kLongest = 200;
    out->evidence.name_expression =
        ToValidUtf8(unit.text.substr(begin, std::min(end - begin, kLongest)));
  }

  // The default of the access, if its text is known here.
  static void DefaultIn(const Site& site, Access* out) {
    out->default_kind = site.fallback.kind;
    if (site.fallback.kind == DefaultKind::kDynamic) out->default_text = site.fallback.source;
    if (site.fallback.kind != DefaultKind::kLiteral) return;
    if (const std::optional<std::string> text = site.fallback.text.Known()) {
      out->default_text = ToValidUtf8(*text);
      out->use.default_certain = site.certain;
      return;
    }
    out->default_kind = DefaultKind::kDynamic;  // a parameter that no call gives
    out->default_text = site.fallback.source;
  }

  const Tree& tree_;
  Units units_;
  Census& census_;
  std::vector<LinkedSite> sites_;
  std::unique_ptr<CallGraph> graph_;
  std::set<std::string> names_;  // of wrappers, of all rounds
  std::optional<Place> cut_;     // the first read of which not all calls were followed
};

}  // namespace

void AskedEngine::Collect(const Tree& tree, const ResolveOptions& options, Census* census) const {
  // Without a requested language in the tree, nothing is allocated or measured.
  const bool any = std::any_of(tree.files.begin(), tree.files.end(),
                               [](const SourceFile& file) { return IsAskedLanguage(file.kind); });
  if (!any) return;
  const PhaseScope phase(options.cost, Phase::kEvaluate);
  Linker(tree, options, census).Run();
}

}  // namespace flagcensus
