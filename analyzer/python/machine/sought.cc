// Which words make a file, and a function in it, worth running: those of the accessor table, and
// the names of functions that pass a variable's name on.
//
//   def read_flag(name): return os.environ[name]      read_flag is a wrapper: a new word
//   class Env:
//       def get(self, name): ...                      `get` is too common: the class's name is
//                                                     searched for instead
#include <algorithm>

#include "analyzer/python/machine/root_files.h"
#include "analyzer/python/machine/roots.h"

namespace flagcensus {
namespace {

// Names that occur in nearly every file: a search for them would read the whole tree. A wrapper
// `load` at the top level of a module is found by imports of it instead (root_files.cc).
bool IsCommonWord(std::string_view word) {
  static const std::unordered_set<std::string_view> kWords = {
      "get",          "set",           "update",  "items",   "keys",      "values",   "pop",
      "copy",         "read",          "write",   "run",     "call",      "load",     "add",
      "append",       "join",          "split",   "format",  "setup",     "start",    "close",
      "open",         "send",          "main",    "parse",   "build",     "create",   "execute",
      "process",      "check",         "test",    "init",    "__init__",  "__call__", "__getitem__",
      "__new__",      "__post_init__", "__get__", "__set__", "__enter__", "__exit__", "__getattr__",
      "__contains__", "__set_name__",  "<lambda>"};
  return kWords.count(word) > 0;
}

// The functions of the unit that contain a sought word are sought themselves; for special methods,
// their class. Three letters are too few, and tests are called by nothing.
void AddNames(Roots& r, const PythonUnit& unit) {
  // Functions at the outermost level, with those of classes.
  for (const OuterDefinition& one : OuterDefinitionsOf(unit)) {
    if (unit.syntax().kind(one.node) != NodeKind::kFunction || !unit.ContainsSought(one.node))
      continue;
    const std::string& name = unit.syntax().text(one.node);
    if (name.size() <= 3 || name.starts_with("test")) continue;
    if (name.starts_with("__") && one.in_class != kNoNode) {
      r.m.program.sought.insert(unit.SymbolOf(one.in_class));
    } else if (!IsCommonWord(name)) {
      r.m.program.sought.insert(unit.SymbolOf(one.node));
    }
  }
}

// Whether a name reaches the environment through the function's parameters; for a lambda that no
// code called, whether it may.
bool MayPassOn(Roots& r, const FunctionObject* function) {
  if (function == nullptr || r.m.found.wrappers.count(function) > 0) return function != nullptr;
  const Syntax& syntax = UnitAt(r.m, function->unit).syntax();
  // A lambda with a default may be called by a library.
  const bool lambda = syntax.kind(function->node) == NodeKind::kLambda;
  return lambda && !function->defaults.empty() && ContainsSought(r.m, *function);
}

// Nodes that make a function worth running, ascending: words anywhere, names of objects with
// wrappers, and keywords that pass an environment on.
std::vector<NodeId> WordNodesOf(Roots& r, const PythonUnit& unit) {
  const Syntax& syntax = unit.syntax();
  const int number = r.m.program.unit_of_file.at(unit.file);
  // For each text: whether it is a word, the name of an object with a wrapper, or a keyword that
  // passes an environment on.
  enum : uint8_t { kWord = 1, kHolder = 2, kHands = 4 };
  std::vector<uint8_t> kinds(unit.symbols.size());
  // Once for each text of the file, so nodes are only compared by index.
  for (size_t i = 0; i < kinds.size(); ++i) {
    const Symbol symbol = unit.symbols[i];
    if (r.word_symbols.count(symbol) > 0 || unit.own_words.count(symbol) > 0) kinds[i] |= kWord;
    if (!r.holders.empty() && r.holders.count({number, symbol}) > 0) kinds[i] |= kHolder;
    if (r.m.program.table.children.keywords.count(syntax.strings[i]) > 0) kinds[i] |= kHands;
  }
  const auto counted = [](NodeKind kind) -> uint8_t {
    switch (kind) {
      case NodeKind::kName:
        return kWord | kHolder;
      case NodeKind::kKeyword:
        return kWord | kHands;
      case NodeKind::kAttribute:
      case NodeKind::kString:
        return kWord;
      default:
        return 0;
    }
  };
  std::vector<NodeId> out;
  for (NodeId id = 0; id < syntax.nodes.size(); ++id) {
    const uint8_t kind = kinds[syntax[id].text];
    if (kind != 0 && (kind & counted(syntax.kind(id))) != 0) out.push_back(id);
  }
  return out;
}

// Other names of such functions in modules: flag = partial(read_flag, True).
void AddOtherNames(Roots& r, std::set<std::string>* out) {
  for (const ModuleObject* module : r.m.program.modules) {
    // The module's names after it has run.
    for (const auto& [key, value] : module->slots.entries()) {
      if (value == nullptr || key.kind != SlotKey::Kind::kText) continue;
      const auto* partial = As<PartialVal>(value, ValKind::kPartial);
      const FunctionObject* function = AsFunction(partial == nullptr ? value : partial->callee);
      const auto name = static_cast<Symbol>(key.number);
      if (function == nullptr || function->name == name || !MayPassOn(r, function)) continue;
      const std::string& text = r.m.symbols.TextOf(name);
      if (IsSearchable(text) && r.words.count(text) == 0) out->insert(text);
    }
  }
}

}  // namespace

// Two letters match too much.
bool IsSearchable(std::string_view name) { return name.size() >= 3 && !IsCommonWord(name); }

void NoteWords(Roots& r) {
  r.m.program.sought.clear();
  // The words of the table and of earlier rounds.
  for (const std::string& word : r.words) r.m.program.sought.insert(r.m.symbols.Intern(word));
  // patch.dict("os.environ", ...): a text that names the environment.
  for (const std::string& name : r.m.program.table.environments)
    r.m.program.sought.insert(r.m.symbols.Intern(name));
  r.word_symbols = r.m.program.sought;
  r.word_nodes.clear();
  // Two passes: functions with a word, then their callers. A third would select most of a program.
  for (int pass = 0; pass < 2; ++pass) {
    for (PythonUnit& unit : r.m.program.units) NoteSought(r.m.program.sought, &unit);
    for (const int file : r.files) AddNames(r, r.m.program.units[r.UnitOf(file)]);
  }
  for (PythonUnit& unit : r.m.program.units) NoteSought(r.m.program.sought, &unit);
}

bool ContainsWord(Roots& r, const PythonUnit& unit, NodeId node) {
  return WordsIn(r, unit, node) > 0;
}

uint32_t WordsIn(Roots& r, const PythonUnit& unit, NodeId node) {
  // Computed once for each unit and round.
  const auto [at, added] = r.word_nodes.try_emplace(&unit);
  std::vector<NodeId>& nodes = at->second;
  if (added) nodes = WordNodesOf(r, unit);
  const auto first = std::lower_bound(nodes.begin(), nodes.end(), unit.begin[node]);
  return static_cast<uint32_t>(std::upper_bound(first, nodes.end(), node) - first);
}

bool NewHolders(Roots& r) {
  const std::set<const ClassObject*>& types = r.m.found.hidden_owners;
  // Modules with a __getattr__ that reads variables count as objects, too.
  const auto makes_names = [&](const ModuleObject* module) {
    return module != nullptr && module->makes_names != nullptr &&
           r.m.found.wrappers.count(module->makes_names) > 0;
  };
  const bool any = std::any_of(r.m.program.modules.begin(), r.m.program.modules.end(), makes_names);
  if (types.empty() && !any) return false;
  const size_t before = r.holders.size();
  for (size_t i = 0; i < r.m.program.modules.size(); ++i) {  // which a name's look-up may add to
    const ModuleObject* module = r.m.program.modules[i];
    if (module == nullptr) continue;
    const std::vector<SlotMap::Entry> names = module->slots.entries();
    for (const auto& [key, value] : names) {
      if (value == nullptr || key.kind != SlotKey::Kind::kText) continue;
      // An import that nothing has resolved would load a module here.
      if (value->kind == ValKind::kImport && r.m.run.imported.count(value) == 0) continue;
      Val meant = Resolve(r.m, value);
      const auto name = static_cast<Symbol>(key.number);
      if (makes_names(AsModule(meant))) r.holders.insert({module->unit, name});
      const InstanceObject* held = AsInstance(meant);
      if (held == nullptr || held->type == nullptr) continue;
      const std::vector<ClassObject*>& bases = BasesOf(held->type);
      const bool passes = std::any_of(bases.begin(), bases.end(), [&](const ClassObject* base) {
        return types.count(base) > 0;
      });
      if (passes) r.holders.insert({module->unit, name});
    }
  }
  if (r.holders.size() == before) return false;
  r.word_nodes.clear();
  return true;
}

std::vector<std::string> NewWords(Roots& r) {
  // Steps: attributes and methods that may yield a name; roots that asked for these are run again;
  // wrappers; other names.
  std::set<std::string> out;
  for (auto& [word, sought] : r.m.pending.wanted) {
    const std::string& text = r.m.symbols.TextOf(word);
    sought = true;
    if (r.words.count(text) == 0 && !IsCommonWord(text)) out.insert(text);
  }
  for (const CodePoint& one : r.m.pending.once_more) {
    std::erase_if(r.ran, [&](const auto& run) {
      return std::get<0>(run) == one.unit && std::get<1>(run) == one.node;
    });
  }
  r.m.pending.once_more.clear();
  for (const auto& [function, parameters] : r.m.found.wrappers) {
    std::string name = r.m.symbols.TextOf(function->name);
    // Tests are called by no code of the tree.
    if (name.empty() || name.starts_with("test_")) continue;
    auto* held = const_cast<FunctionObject*>(function);
    const bool special = name.starts_with("__");
    if (function->owner != nullptr && !special && !IsCommonWord(name) &&
        function->role == FunctionObject::Role::kPlain) {
      r.m.found.methods_by_name.try_emplace(function->name, held);
    }
    // A special method, or one with a common name, is searched for by its class.
    if (special || (function->owner != nullptr && IsCommonWord(name))) {
      name = function->owner == nullptr ? name : r.m.symbols.TextOf(function->owner->name);
    }
    if (!IsSearchable(name) || r.words.count(name) > 0) continue;
    out.insert(name);
  }
  AddOtherNames(r, &out);
  if (!r.m.libraries.parsers.empty() && r.words.count("add_argument") == 0)
    out.insert("add_argument");
  // Methods that were passed an environment.
  for (const auto& one : r.m.pending.passed) {
    if (r.words.count(r.m.symbols.TextOf(one.first)) == 0)
      out.insert(r.m.symbols.TextOf(one.first));
  }
  return {out.begin(), out.end()};
}

void NoteUnsought(Roots& r, const std::vector<std::string>& words) {
  // Wrappers with these names were found too late.
  for (const auto& wrapper : r.m.found.wrappers) {
    const FunctionObject& function = *wrapper.first;
    const std::string& name = r.m.symbols.TextOf(function.name);
    if (std::find(words.begin(), words.end(), name) == words.end()) continue;
    const CodePoint at{function.unit, function.node};
    static_assert(kMaxRounds == 8);  // as the message says
    NoteLimit(r.m.found, at, {},
              {at, "wrappers of wrappers are followed 8 deep: calls of this one are not"});
  }
}

}  // namespace flagcensus
