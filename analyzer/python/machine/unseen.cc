// The comparison of a file with its last version, and the places of a census in the new one.
#include "analyzer/python/machine/unseen.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "analyzer/python/read_file.h"
#include "analyzer/python/uses.h"

namespace flagcensus {
namespace {

constexpr Symbol kUnknown = 0xffffffff;

bool ContainsAny(const std::string& text, const std::set<std::string>& words) {
  return std::any_of(words.begin(), words.end(),
                     [&](const std::string& word) { return text.find(word) != std::string::npos; });
}

bool IsStatement(NodeKind kind) { return kind >= NodeKind::kModule; }

bool IsInFunction(const PythonUnit& unit, NodeId node) {
  for (; node != kNoNode; node = unit.ParentOf(node)) {
    const NodeKind kind = unit.syntax().kind(node);
    if (kind == NodeKind::kFunction || kind == NodeKind::kLambda) return true;
  }
  return false;
}

// The names that receive the value of the node in its statement: what other code of the file does
// with them says whether the value stays (unchanged_values.h) and what its type is (later_uses.cc).
// `locals`: also those of functions, which may be declared global.
void AddReceivers(const PythonUnit& unit, NodeId node, bool locals, SymbolSet* out) {
  const Syntax& syntax = unit.syntax();
  std::vector<NodeId> targets;
  for (NodeId up = unit.ParentOf(node); up != kNoNode; up = unit.ParentOf(up)) {
    for (size_t i = 0; i < syntax.count(up); ++i) {
      if (IsTargetOf(syntax.kind(up), i)) targets.push_back(syntax.child(up, i));
    }
    if (IsStatement(syntax.kind(up)) && syntax.kind(up) != NodeKind::kWithItem) break;
  }
  const bool all = locals || !IsInFunction(unit, node);
  while (!targets.empty()) {
    const NodeId target = targets.back();
    targets.pop_back();
    const NodeKind kind = syntax.kind(target);
    // self.port: `port`, and not `self`.
    if (kind == NodeKind::kAttribute || (kind == NodeKind::kName && all))
      out->insert(unit.SymbolOf(target));
    if (!GroupsTargets(kind)) continue;
    for (size_t i = 0; i < syntax.count(target); ++i) targets.push_back(syntax.child(target, i));
  }
}

bool DeclaresGlobals(const PythonUnit& unit) {
  const std::vector<Node>& nodes = unit.syntax().nodes;
  return std::any_of(nodes.begin(), nodes.end(),
                     [](const Node& node) { return node.kind == NodeKind::kGlobal; });
}

// Whether the texts, kinds and flags below two nodes are equal. `pairs`: receives all pairs of
// nodes, if not null.
using Pairs = std::vector<std::pair<NodeId, NodeId>>;
bool AreEqual(const Syntax& a, const Syntax& b, NodeId first, NodeId second, Pairs* pairs) {
  // Not by recursion: expressions may be nested deeply.
  Pairs waiting = {{first, second}};
  while (!waiting.empty()) {
    const auto [one, other] = waiting.back();
    waiting.pop_back();
    const size_t count = a.count(one);
    if (a.kind(one) != b.kind(other) || a[one].flag != b[other].flag || count != b.count(other) ||
        a.text(one) != b.text(other)) {
      return false;
    }
    if (pairs != nullptr) pairs->emplace_back(one, other);
    for (size_t i = 0; i < count; ++i) waiting.emplace_back(a.child(one, i), b.child(other, i));
  }
  return true;
}

// What searches of a whole file see of a function that no run has entered.
struct Traces {
  bool tied = false;  // it uses a name of which each use matters
  std::vector<std::pair<NodeKind, std::string>> counted;
  std::vector<NodeId> anchors;         // statements that count as a whole
  std::vector<std::string> functions;  // inside
};

class Comparison {
 public:
  Comparison(const RunRecord& record, const RunRecord::File& before, const Syntax& now)
      : record_(record), before_(before), old_(before.parsed->syntax), now_(now) {}

  // Whether the new version differs only in what no run has seen, and keeps its lines apart.
  bool Holds() {
    if (old_.root == kNoNode || now_.root == kNoNode) return false;
    return IsSame(old_.root, now_.root) && MapLines();
  }

  // The new place of an old one; nullopt: it is not that of a node outside what was not seen.
  std::optional<std::pair<uint32_t, uint32_t>> PlaceOf(uint32_t line, uint32_t column) {
    if (offsets_.empty()) {
      for (const auto& [one, other] : pairs_) {
        const uint32_t begin = now_[other].begin;
        const auto [known, added] = offsets_.emplace(old_[one].begin, begin);
        if (!added && known->second != begin) known->second = kAmbiguous;
      }
    }
    if (line == 0 || line > old_.lines.size() || column == 0) return std::nullopt;
    const uint32_t offset = old_.lines[line - 1] + column - 1;
    const auto known = offsets_.find(offset);
    if (known == offsets_.end()) return PlaceInText(line, column, offset);
    if (known->second == kAmbiguous) return std::nullopt;
    return std::pair(now_.LineOf(known->second), now_.ColumnOf(known->second));
  }
  // 0: it is not known.
  uint32_t LineOf(uint32_t line) const { return line < lines_.size() ? lines_[line] : 0; }

  std::set<NodeId> Seen() const {
    std::set<NodeId> out;
    for (const auto& [one, other] : pairs_) {
      if (before_.seen.count(one) > 0) out.insert(other);
    }
    return out;
  }

 private:
  // Code in a text has places of its own, after the first line of the text.
  std::optional<std::pair<uint32_t, uint32_t>> PlaceInText(uint32_t line, uint32_t column,
                                                           uint32_t offset) const {
    for (const Pairs* pairs : {&pairs_, &texts_}) {
      for (const auto& [one, other] : *pairs) {
        const Node& node = old_[one];
        if (node.kind != NodeKind::kString || offset < node.begin || offset >= node.end) continue;
        const uint32_t before = old_.line(one);
        const uint32_t after = now_.line(other);
        if (line == before || old_.end_line(one) - before != now_.end_line(other) - after)
          return std::nullopt;
        return std::pair(line - before + after, column);
      }
    }
    return std::nullopt;
  }

  bool IsKnown(const std::string& text) const {
    return record_.symbols.Find(text, kUnknown) != kUnknown;
  }

  // Statements around functions are compared by their parts, all others as a whole.
  bool IsSame(NodeId a, NodeId b) {
    const NodeKind kind = old_.kind(a);
    if (kind != now_.kind(b) || old_[a].flag != now_[b].flag || old_.text(a) != now_.text(b)) {
      return false;
    }
    switch (kind) {
      case NodeKind::kModule:
        pairs_.emplace_back(a, b);
        return AreSame(a, b, true);
      case NodeKind::kClass:
        pairs_.emplace_back(a, b);
        if (old_.count(a) == 0 || old_.count(a) != now_.count(b)) return false;
        if (now_.kind(now_.child(b, 0)) != NodeKind::kBlock) return false;
        pairs_.emplace_back(old_.child(a, 0), now_.child(b, 0));
        return AreSame(old_.child(a, 0), now_.child(b, 0), false) && AreEqualFrom(1, a, b);
      case NodeKind::kBlock:
      case NodeKind::kIf:
      case NodeKind::kTry:
      case NodeKind::kExcept:
      case NodeKind::kWith:
      case NodeKind::kFor:
      case NodeKind::kWhile:
        // Nothing is added here: whether it is run depends on a test.
        pairs_.emplace_back(a, b);
        if (old_.count(a) != now_.count(b)) return false;
        for (size_t i = 0; i < old_.count(a); ++i) {
          if (!IsSame(old_.child(a, i), now_.child(b, i))) return false;
        }
        return true;
      case NodeKind::kFunction:
        return before_.seen.count(a) > 0 ? AreEqual(old_, now_, a, b, &pairs_) : IsSameUnseen(a, b);
      default:
        return AreEqual(old_, now_, a, b, &pairs_);
    }
  }

  bool AreEqualFrom(size_t first, NodeId a, NodeId b) {
    if (old_.count(a) != now_.count(b)) return false;
    for (size_t i = first; i < old_.count(a); ++i) {
      if (!AreEqual(old_, now_, old_.child(a, i), now_.child(b, i), &pairs_)) return false;
    }
    return true;
  }

  // Statements in a row, of which some may be new or gone between two that stay.
  bool AreSame(NodeId a, NodeId b, bool module) {
    const size_t before = old_.count(a);
    const size_t after = now_.count(b);
    size_t first = 0;
    const auto same = [&](size_t i, size_t j) {
      const size_t pairs = pairs_.size();
      const size_t texts = texts_.size();
      if (IsSame(old_.child(a, i), now_.child(b, j))) return true;
      pairs_.resize(pairs);
      texts_.resize(texts);
      return false;
    };
    while (first < before && first < after && same(first, first)) ++first;
    if (first == before && first == after) return true;
    if (module ? !before_.grows : !before_.grows_inside) return false;
    size_t last = 0;
    // Not the pair again that was not the same: for blocks within blocks, that doubles with each.
    const auto is_asked = [&] { return before - 1 - last == first && after - 1 - last == first; };
    while (first + last < before && first + last < after && !is_asked() &&
           same(before - 1 - last, after - 1 - last)) {
      ++last;
    }
    for (size_t i = first; i + last < before; ++i) {
      if (!IsNew(old_, old_.child(a, i), module)) return false;
    }
    for (size_t i = first; i + last < after; ++i) {
      if (!IsNew(now_, now_.child(b, i), module)) return false;
    }
    return true;
  }

  // A function, class or constant with a name that the run does not know: nothing can have asked
  // for it.
  bool IsNew(const Syntax& syntax, NodeId statement, bool module) const {
    if (syntax.kind(statement) == NodeKind::kAssign) {
      if (!module || syntax.count(statement) != 2) return false;
      const NodeId target = syntax.child(statement, 1);
      return syntax.kind(target) == NodeKind::kName && IsNewName(syntax.text(target)) &&
             IsPlain(syntax, syntax.child(statement, 0));
    }
    if (syntax.kind(statement) == NodeKind::kClass) return module && IsNewClass(syntax, statement);
    // Two children: no decorator.
    if (syntax.kind(statement) != NodeKind::kFunction || syntax.count(statement) != 2) return false;
    if (!IsNewName(syntax.text(statement))) return false;
    const NodeId parameters = syntax.child(statement, 0);
    for (size_t i = 0; i < syntax.count(parameters); ++i) {
      const NodeId parameter = syntax.child(parameters, i);
      const bool typed = syntax.count(parameter) > 0 &&
                         syntax.kind(syntax.child(parameter, 0)) != NodeKind::kOpaque;
      if (typed || syntax.count(parameter) > 1) return false;
    }
    return LeavesNone(syntax, parameters) && LeavesNone(syntax, syntax.child(statement, 1));
  }

  bool LeavesNone(const Syntax& syntax, NodeId part) const {
    const Traces traces = TracesOf(syntax, part);
    return !traces.tied && traces.counted.empty() && traces.anchors.empty() &&
           traces.functions.empty();
  }

  // Without bases and decorators. Its fields may have any name, unless they are texts: names of
  // variables are searched for in all classes.
  bool IsNewClass(const Syntax& syntax, NodeId statement) const {
    if (syntax.count(statement) != 1 || !IsNewName(syntax.text(statement))) return false;
    const NodeId body = syntax.child(statement, 0);
    for (size_t i = 0; i < syntax.count(body); ++i) {
      const NodeId one = syntax.child(body, i);
      const bool field = syntax.kind(one) == NodeKind::kAssign && syntax.count(one) == 2 &&
                         syntax.kind(syntax.child(one, 1)) == NodeKind::kName &&
                         !syntax.text(syntax.child(one, 1)).starts_with("__") &&
                         syntax.kind(syntax.child(one, 0)) != NodeKind::kString &&
                         IsPlain(syntax, syntax.child(one, 0));
      if (field && LeavesNone(syntax, one)) continue;
      if (syntax.kind(one) != NodeKind::kPass && !IsNew(syntax, one, false)) return false;
    }
    return true;
  }

  bool IsNewName(const std::string& name) const {
    return !name.starts_with("__") && !name.starts_with("test") && !IsKnown(name);
  }

  bool IsPlain(const Syntax& syntax, NodeId value) const {
    switch (syntax.kind(value)) {
      case NodeKind::kInteger:
      case NodeKind::kFloat:
      case NodeKind::kTrue:
      case NodeKind::kFalse:
      case NodeKind::kNone:
        return true;
      case NodeKind::kString:
        return !IsKnown(syntax.text(value)) && !ContainsAny(syntax.text(value), record_.words) &&
               !ContainsAny(syntax.text(value), record_.in_texts);
      default:
        return false;
    }
  }

  // The header is part of what the module runs; the body is compared by its traces.
  bool IsSameUnseen(NodeId a, NodeId b) {
    const size_t count = old_.count(a);
    if (count < 2 || count != now_.count(b)) return false;
    pairs_.emplace_back(a, b);
    if (!AreEqual(old_, now_, old_.child(a, 0), now_.child(b, 0), &pairs_)) return false;
    for (size_t i = 2; i < count; ++i) {
      if (!AreEqual(old_, now_, old_.child(a, i), now_.child(b, i), &pairs_)) return false;
    }
    const NodeId before = old_.child(a, 1);
    const NodeId after = now_.child(b, 1);
    const size_t texts = texts_.size();
    if (AreEqual(old_, now_, before, after, &texts_)) return true;
    texts_.resize(texts);
    const Traces was = TracesOf(old_, before);
    const Traces is = TracesOf(now_, after);
    if (was.tied || is.tied || was.counted != is.counted || was.functions != is.functions ||
        was.anchors.size() != is.anchors.size()) {
      return false;
    }
    for (size_t i = 0; i < was.anchors.size(); ++i) {
      if (!AreEqual(old_, now_, was.anchors[i], is.anchors[i], &texts_)) return false;
    }
    return true;
  }

  // self.field = ...: the field has other values than its class says.
  static bool AssignsField(const Syntax& syntax, NodeId id) {
    const NodeKind kind = syntax.kind(id);
    for (size_t i = 0; i < syntax.count(id); ++i) {
      if (!IsTargetOf(kind, i)) continue;
      const NodeId target = syntax.child(id, i);
      if (syntax.kind(target) == NodeKind::kAttribute) return true;
    }
    return false;
  }

  Traces TracesOf(const Syntax& syntax, NodeId body) const {
    Traces out;
    std::vector<NodeId> waiting = {body};
    while (!waiting.empty()) {
      const NodeId id = waiting.back();
      waiting.pop_back();
      const std::string& text = syntax.text(id);
      const Symbol symbol = record_.symbols.Find(text, kUnknown);
      const bool known = symbol != kUnknown && !text.empty();
      const NodeKind kind = syntax.kind(id);
      if (known && record_.context.count(symbol) > 0) out.tied = true;
      if (known && record_.counted.count(symbol) > 0) out.counted.emplace_back(kind, text);
      if (AssignsField(syntax, id)) out.anchors.push_back(id);
      switch (kind) {
        case NodeKind::kGlobal:
          out.tied = true;
          break;
        case NodeKind::kImport:
        case NodeKind::kImportFrom:
        case NodeKind::kClass:
          out.anchors.push_back(id);
          break;
        case NodeKind::kFunction:
          out.functions.push_back(text);
          break;
        case NodeKind::kString:
          out.tied = out.tied || ContainsAny(text, record_.in_texts);
          break;
        case NodeKind::kExpression:
          if (syntax.count(id) == 1 && syntax.kind(syntax.child(id, 0)) == NodeKind::kString &&
              ContainsAny(syntax.text(syntax.child(id, 0)), record_.words)) {
            out.anchors.push_back(id);
          }
          break;
        default:
          break;
      }
      for (size_t i = syntax.count(id); i-- > 0;) waiting.push_back(syntax.child(id, i));
    }
    return out;
  }

  // Whether what was on one line still is, and what was on two is on two: rows of tables are found
  // by their lines. Texts keep their number of lines: code in them has places of its own.
  bool MapLines() {
    lines_.assign(old_.lines.size() + 1, 0);
    std::vector<uint32_t> back(now_.lines.size() + 1, 0);
    const auto note = [&](uint32_t before, uint32_t after) {
      if (lines_[before] == 0 && back[after] == 0) {
        lines_[before] = after;
        back[after] = before;
      }
      return lines_[before] == after && back[after] == before;
    };
    for (const auto& [one, other] : pairs_) {
      const NodeKind kind = old_.kind(one);
      const uint32_t before = old_.line(one);
      const uint32_t after = now_.line(other);
      // The end of a statement with others in it may be that of one that is not compared.
      const bool whole = !IsStatement(kind);
      if (kind == NodeKind::kModule || kind == NodeKind::kBlock) continue;
      if (!note(before, after)) return false;
      if (whole && !note(old_.end_line(one), now_.end_line(other))) return false;
      if (kind == NodeKind::kString && old_.end_line(one) - before != now_.end_line(other) - after)
        return false;
    }
    return true;
  }

  const RunRecord& record_;
  const RunRecord::File& before_;
  const Syntax& old_;
  const Syntax& now_;
  Pairs pairs_;                                     // nodes outside what was not seen
  Pairs texts_;                                     // equal ones inside it
  std::vector<uint32_t> lines_;                     // of the old version → of the new one
  // The same for the begins of nodes. Of two that began at one place, one may have been put in
  // parentheses: `os.environ.get(..)`, `(os.environ).get(..)`.
  static constexpr uint32_t kAmbiguous = 0xffffffff;
  std::unordered_map<uint32_t, uint32_t> offsets_;
};

// Moves the places of one file.
class Mover {
 public:
  Mover(const std::string& path, Comparison& comparison) : path_(path), comparison_(comparison) {}

  bool Move(Place* place) {
    if (place->file != path_ || place->line == 0) return true;
    const auto moved = comparison_.PlaceOf(static_cast<uint32_t>(place->line),
                                           static_cast<uint32_t>(place->column));
    if (!moved) return false;
    place->line = static_cast<int>(moved->first);
    place->column = static_cast<int>(moved->second);
    return true;
  }

  bool Move(Access* access) {
    bool own = access->place.file == path_;
    bool others = !own;
    bool fine = true;
    for (Place& place : access->chain) {
      (place.file == path_ ? own : others) = true;
      fine = fine && Move(&place);
    }
    for (ValueFlow& flow : access->use.flows) fine = fine && Move(&flow.place);
    fine = fine && Move(&access->place) && Move(&access->c.fallback);
    // The lines of branches in code in a text count from its beginning.
    int& branch = access->evidence.branch;
    const bool inside = access->scope == Scope::kDocstring || access->evidence.in_string;
    if (!fine || !own || branch == 0 || inside) return fine;
    const uint32_t line = comparison_.LineOf(static_cast<uint32_t>(branch));
    // If several files are involved, the branch may be in any of them.
    if (line == 0 || (others && line != static_cast<uint32_t>(branch))) return false;
    branch = static_cast<int>(line);
    return true;
  }

 private:
  const std::string& path_;
  Comparison& comparison_;
};

bool IsWhole(const PythonFile& parsed) {
  return !parsed.gave_up && !parsed.broken && parsed.cells.empty() && parsed.syntax.cuts.empty() &&
         parsed.syntax.root != kNoNode;
}

// Whether each search finds the file as before.
bool IsFoundAsBefore(const RunRecord& record, size_t number, const std::string& text) {
  return std::all_of(record.searches.begin(), record.searches.end(), [&](const auto& one) {
    const auto scratch = one.search.MakeScratch();
    return one.search.Contains(text, *scratch) == (one.found[number] != 0);
  });
}

bool AdaptFile(const Tree& tree, size_t number, RunBudget* budget, RunCost* cost, RunRecord* record,
               Census* census) {
  const SourceFile& file = tree.files[number];
  std::string text;
  if (file.kind != FileKind::kPython || !ReadSource(file, &text).empty()) return false;
  if (!IsFoundAsBefore(*record, number, text)) return false;
  const auto at = record->files.find(number);
  if (at == record->files.end()) return true;  // it is found by a word, but that is not enough
  RunRecord::File& before = at->second;
  if (!before.comparable) return false;
  const PythonRead read = ReadPythonFile(tree, number, KeptReads(tree), budget, cost);
  if (!read.error.empty() || !IsWhole(*read.parsed)) return false;
  if (read.parsed->main_only != before.parsed->main_only) return false;
  Comparison comparison(*record, before, read.parsed->syntax);
  if (!comparison.Holds()) return false;
  Mover mover(file.path, comparison);
  for (Access& access : census->accesses) {
    if (!mover.Move(&access)) return false;
  }
  auto& reports = census->diagnostics;
  const auto is_syntax = [&](const Diagnostic& one) {
    return one.kind == "syntax-error" && one.place.file == file.path;
  };
  if (before.searched) {
    std::erase_if(reports, is_syntax);
    ReportParse(*read.parsed, file.path, &reports);
  }
  for (Diagnostic& one : reports) {
    if (!is_syntax(one) && !mover.Move(&one.place)) return false;
  }
  before.seen = comparison.Seen();
  before.parsed = read.parsed;
  return true;
}

}  // namespace

void ReportParse(const PythonFile& parsed, const std::string& path, std::vector<Diagnostic>* out) {
  if (parsed.broken) {
    out->push_back({"unreadable-file", {path, 0, 0}, "skipped: its JSON is not a notebook"});
  }
  if (parsed.gave_up) {
    out->push_back({"parse-limit", {path, 0, 0}, "skipped: it takes too long to parse"});
    // Exceeding the limits, cut literals and syntax errors are reported separately.
  }
  for (const SyntaxCut& cut : parsed.syntax.cuts) {
    out->push_back(
        {"limit",
         PlaceIn(parsed, path, parsed.syntax.LineOf(cut.begin), parsed.syntax.ColumnOf(cut.begin)),
         cut.what});
  }
  if (parsed.error_line == 0) return;
  out->push_back(
      {"syntax-error",
       {path, static_cast<int>(parsed.error_line), static_cast<int>(parsed.error_column)},
       "syntax error; the code around it was read"});
}

std::shared_ptr<RunRecord> RecordRun(Machine& m, const MachineRun& run,
                                     const std::vector<Access>& accesses) {
  auto out = std::make_shared<RunRecord>();
  const AccessorTable& table = m.program.table;
  const auto count = [&](const std::string& word) { out->counted.insert(m.symbols.Intern(word)); };
  for (const std::string& word : run.words) count(word);
  for (const std::string& word : table.file_words.sinks) count(word);
  for (const std::string& word : table.file_words.spawns) count(word);
  for (const std::string& word : table.children.keywords) count(word);
  // What omitted.cc and rerun.cc look for.
  for (const char* word : {"environ", "getenv", "setenv", "delenv", "_actions"}) count(word);
  // The machine calls these by itself.
  for (const std::string_view name : kSetUpNames) m.symbols.Intern(name);
  for (const auto& one : m.pending.passed_fields) out->counted.insert(one.first.second);
  for (Symbol symbol = 0; symbol < m.symbols.size(); ++symbol) {
    if (m.program.sought.count(symbol) > 0) out->counted.insert(symbol);
  }
  std::set<CodePoint> points;
  for (const EventSite& site : m.events.sites()) {
    points.insert(site.at);
    points.insert(site.path.chain.begin(), site.path.chain.end());
  }
  int last = -1;
  bool globals = false;
  for (const CodePoint& point : points) {
    const PythonUnit& unit = UnitAt(m, point.unit);
    if (point.unit != last) globals = DeclaresGlobals(unit);
    last = point.unit;
    AddReceivers(unit, point.node, globals, &out->context);
  }
  for (const Access& access : accesses) {
    const BoundKind kind = access.bound_kind;
    const bool lasts =
        kind == BoundKind::kModule || kind == BoundKind::kClass || kind == BoundKind::kAttribute;
    if (!access.bound_to || !lasts) continue;
    const std::string& name = *access.bound_to;
    out->context.insert(m.symbols.Intern(name.substr(name.rfind('.') + 1)));
  }
  for (const Symbol name : m.found.followed) out->context.insert(name);
  for (const PythonUnit& unit : m.program.units) {
    for (const Symbol word : unit.own_words) out->counted.insert(word);
    if (unit.origin != PythonUnit::Origin::kFile) continue;
    const auto number = static_cast<size_t>(unit.file);
    RunRecord::File& file = out->files[number];
    file.parsed = unit.parsed;
    file.searched = run.files.count(unit.file) > 0;
    file.comparable = m.program.tree.files[number].kind == FileKind::kPython &&
                      m.program.unread.count(unit.file) == 0 && IsWhole(*unit.parsed);
    // A run that ended for lack of steps would end earlier.
    const int number_of_unit = m.program.unit_of_file.at(unit.file);
    const bool ends =
        std::none_of(m.found.limits.begin(), m.found.limits.end(),
                     [&](const auto& limit) { return limit.first.first.unit == number_of_unit; });
    // In a test, names have a meaning for what runs it: setUp.
    const bool test = m.program.tree.files[number].scope == Scope::kTest;
    file.grows = ends && !test && run.children.count(unit.file) == 0;
    file.grows_inside = file.grows && !m.found.viewed;
    for (NodeId id = 0; id < unit.reach.size(); ++id) {
      if ((unit.reach[id] & PythonUnit::kSeen) != 0) file.seen.insert(id);
    }
  }
  out->searches = std::move(m.program.searches);
  out->words = run.words;
  out->in_texts.insert(table.words.begin(), table.words.end());
  out->in_texts.insert({"environ", "getenv"});
  out->symbols = std::move(m.symbols);
  return out;
}

// The files one after the other: each is compared with its own last version, and what a function
// that was not seen contains matters to no other file.
bool AdaptRun(const Tree& tree, const std::set<size_t>& changed, RunBudget* budget, RunCost* cost,
              RunRecord* record, Census* census) {
  return std::all_of(changed.begin(), changed.end(), [&](size_t number) {
    return AdaptFile(tree, number, budget, cost, record, census);
  });
}

}  // namespace flagcensus
