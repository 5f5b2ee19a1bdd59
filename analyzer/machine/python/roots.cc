// Which code is run: what holds a word of the accessor table first, then whoever may call what was
// found to pass a name on, until nothing new is found; and last, each accessor's call that no run
// reached.
#include <algorithm>
#include <chrono>

#include "analyzer/machine/python/machine.h"
#include "analyzer/machine/python/root_files.h"

namespace flagcensus {
namespace {

constexpr uint64_t kRootSteps = 60000;
constexpr int kMostRounds = 8;

bool IsCommonWord(std::string_view word) {
  static const std::unordered_set<std::string_view> kWords = {
      "get",    "set",   "update", "items",  "keys",  "values",   "pop",      "copy",
      "read",   "write", "run",    "call",   "load",  "add",      "append",   "join",
      "split",  "format", "setup", "start",  "close", "open",     "send",     "main",
      "parse",  "build", "create", "execute", "process", "check", "test",     "init",
      "__init__", "__call__", "__getitem__", "__new__", "__post_init__", "__get__", "__set__",
      "__enter__", "__exit__", "__getattr__", "__contains__", "__set_name__", "<lambda>"};
  return kWords.count(word) > 0;
}

class Run {
 public:
  Run(Machine& m, unsigned jobs) : m_(m), jobs_(jobs) {
    words_.insert(m.table.words.begin(), m.table.words.end());
    words_.insert("expandvars");
  }

  MachineRun All() {
    std::vector<std::string> fresh(words_.begin(), words_.end());
    bool again = true;
    bool wanted = false;  // attributes of classes that another file may have
    for (int round = 0; round < kMostRounds && again; ++round) {
      if (!fresh.empty()) {
        for (const int file : FilesWith(m_, fresh, jobs_)) files_.insert(file);
      }
      if (round == 0) AddChildren();
      ParseFiles(m_, files_, jobs_);
      NoteWords();
      m_.memo.clear();
      if (!m_.handed.empty()) NameHanded();
      if (wanted) LoadAll();
      for (const int file : files_) RunFile(file, round);
      RunHanded();
      RunHandedParameters();
      RunReaders();
      wanted = !m_.once_more.empty();
      fresh = NewWords();
      const std::vector<int> sharing = FilesSharing(m_, files_, jobs_, &shared_);
      files_.insert(sharing.begin(), sharing.end());
      words_.insert(fresh.begin(), fresh.end());
      again = NewHolders() || !sharing.empty() || !fresh.empty();
    }
    NoteUnsought(fresh);
    RunParsers();
    RunCodes();
    RunPruned();
    Sweep();
    ReadRecords(m_);
    out_.files = files_;
    out_.steps = m_.total_steps;
    out_.spent = m_.spent;
    return out_;
  }

 private:
  // Files that start a process and name its environment.
  void AddChildren() {
    const std::vector<int> spawn = FilesWith(m_, m_.table.spawn_words, jobs_);
    const std::vector<int> sink = FilesWith(m_, m_.table.sink_words, jobs_);
    std::set_intersection(spawn.begin(), spawn.end(), sink.begin(), sink.end(),
                          std::inserter(children_, children_.end()));
    files_.insert(children_.begin(), children_.end());
  }

  // Words by which a function is worth its steps: those of the table, the names found so far, and
  // what functions with such a word are called (twice: their callers').
  void NoteWords() {
    m_.sought.clear();
    for (const std::string& word : words_) m_.sought.insert(m_.symbols.Intern(word));
    word_symbols_ = m_.sought;
    for (int pass = 0; pass < 2; ++pass) {
      for (PythonUnit& unit : m_.units) NoteSought(m_.sought, &unit);
      for (const int file : files_) AddNames(m_.units[Unit(file)]);
    }
    for (PythonUnit& unit : m_.units) NoteSought(m_.sought, &unit);
  }

  void AddNames(const PythonUnit& unit) {
    for (const OuterDefinition& one : OuterDefinitionsOf(unit)) {
      if (unit.syntax().kind(one.node) != NodeKind::kFunction || !unit.HoldsSought(one.node)) continue;
      const std::string& name = unit.syntax().text(one.node);
      if (name.size() <= 3 || name.starts_with("test")) continue;
      if (name.starts_with("__") && one.in_class != kNoNode) {
        m_.sought.insert(unit.SymbolOf(one.in_class));
      } else if (!IsCommonWord(name)) {
        m_.sought.insert(unit.SymbolOf(one.node));
      }
    }
  }

  size_t Unit(int file) const { return static_cast<size_t>(m_.unit_of_file.at(file)); }

  // A fresh share of steps, in a frame of the module's own.
  template <class What>
  void AsRoot(size_t unit, uint64_t steps, const What& what) {
    Activation run = ModuleRun(m_, m_.modules[unit]);
    m_.nesting = 0;
    m_.row_reader = 0;
    RunApart(m_, &run, steps, what);
    ++out_.roots;
  }

  // Whether the run has no more steps or time; notes the file from which on nothing is run.
  bool IsCut(int file) {
    constexpr uint64_t kMostSteps = 30000000;
    if (!out_.cut && m_.total_steps < kMostSteps && (m_.budget == nullptr || m_.budget->Refuses().empty())) {
      return false;
    }
    if (!out_.cut) out_.cut_at = m_.tree.files[static_cast<size_t>(file)].path;
    out_.cut = true;
    return true;
  }

  void RunFile(int file, int round) {
    if (!IsCut(file)) RunUnit(Unit(file), round);
  }

  void RunUnit(size_t unit_number, int round) {
    LoadUnit(m_, static_cast<int>(unit_number));
    PythonUnit& unit = m_.units[unit_number];
    const int file = unit.file;
    if (unit.syntax().root == kNoNode) return;
    NoteOwnWords(m_, unit_number, words_);
    for (const OuterDefinition& one : OuterDefinitionsOf(unit)) {
      const bool child = children_.count(file) > 0 && round == 0;
      if (unit.syntax().kind(one.node) == NodeKind::kClass) {
        RunClass(unit_number, one, round);
        continue;
      }
      if (!child && !HoldsWord(unit, one.node)) continue;
      if (!ran_.insert({static_cast<int>(unit_number), one.node, WordsIn(unit, one.node)}).second) {
        continue;
      }
      AsRoot(unit_number, kRootSteps, [&] { RunDefinition(unit_number, one); });
    }
  }

  // Functions that pass names on and by whose names, `words`, nobody looked for their callers.
  void NoteUnsought(const std::vector<std::string>& words) {
    for (const auto& wrapper : m_.wrappers) {
      const FunctionObject& function = *wrapper.first;
      const std::string& name = m_.symbols.TextOf(function.name);
      if (std::find(words.begin(), words.end(), name) == words.end()) continue;
      const CodePoint at{function.unit, function.node};
      NoteLimit(m_, at, {}, {at, "wrappers of wrappers are followed 8 deep: calls of this one are not"});
    }
  }

  void LoadAll() {
    for (const int file : files_) {
      if (!IsCut(file)) LoadUnit(m_, static_cast<int>(Unit(file)));
    }
  }

  // Code in strings that is run, and code that docstrings show: each a module of its own.
  void RunCodes() {
    for (const int file : files_) {
      if (IsCut(file)) return;
      for (const RunCode& code : DocstringsOf(m_, Unit(file), words_)) {
        RunUnit(static_cast<size_t>(AddCode(m_, code, PythonUnit::Origin::kDocstring)), 0);
      }
    }
    for (size_t i = 0; i < m_.codes.size(); ++i) {
      const RunCode code = m_.codes[i];
      if (IsCut(m_.units[static_cast<size_t>(code.unit)].file)) return;
      RunUnit(static_cast<size_t>(AddCode(m_, code, PythonUnit::Origin::kString)), 0);
    }
  }

  // Methods of classes by a name that unknown objects are handed the environment under.
  void NameHanded() {
    constexpr size_t kMostMethods = 64;
    for (const int file : files_) {
      const ModuleObject* module = LoadModule(m_, file, true);
      for (const auto& entry : module->slots.entries()) {
        ClassObject* type = entry.second == nullptr ? nullptr : AsClass(entry.second);
        if (type == nullptr) continue;
        for (auto& [name, methods] : m_.handed) {
          FunctionObject* method = AsFunction(type->slots.Get(TextKey(name)));
          const bool known = std::find(methods.begin(), methods.end(), method) != methods.end();
          if (method != nullptr && !known && methods.size() < kMostMethods) methods.push_back(method);
        }
      }
    }
  }

  // Of the words that are searched for (not those that only make a function worth its steps).
  bool HoldsWord(const PythonUnit& unit, NodeId node) { return WordsIn(unit, node) > 0; }

  uint32_t WordsIn(const PythonUnit& unit, NodeId node) {
    uint32_t count = 0;
    const int number = m_.unit_of_file.at(unit.file);
    for (NodeId id = unit.begin[node]; id <= node; ++id) {
      const NodeKind kind = unit.syntax().kind(id);
      const bool word = kind == NodeKind::kName || kind == NodeKind::kAttribute ||
                        kind == NodeKind::kKeyword || kind == NodeKind::kString;
      const bool holds = kind == NodeKind::kName && !holders_.empty() &&
                         holders_.count({number, unit.SymbolOf(id)}) > 0;
      const bool hands = kind == NodeKind::kKeyword && m_.table.sink_keywords.count(unit.syntax().text(id)) > 0;
      const bool sought = hands || (word && (word_symbols_.count(unit.SymbolOf(id)) > 0 ||
                                             unit.own_words.count(unit.SymbolOf(id)) > 0));
      if (holds || sought) ++count;
    }
    return count;
  }

  ClassObject* ClassAt(size_t unit, NodeId node) {
    const Symbol name = m_.units[unit].SymbolOf(node);
    Val held = m_.modules[unit]->slots.Get(TextKey(name));
    ClassObject* out = nullptr;
    if (held == nullptr) return nullptr;
    ForEachLeaf(held, [&](Val leaf) {
      ClassObject* type = AsClass(leaf);
      if (type != nullptr && type->node == node) out = type;
    });
    return out;
  }

  void RunDefinition(size_t unit, const OuterDefinition& one) {
    const Symbol name = m_.units[unit].SymbolOf(one.node);
    Val receiver = nullptr;
    Val held = m_.modules[unit]->slots.Get(TextKey(name));
    if (one.in_class != kNoNode) {
      ClassObject* type = ClassAt(unit, one.in_class);
      held = nullptr;
      if (type != nullptr) {
        receiver = GenericInstance(m_, type);
        held = type->slots.Get(TextKey(name));
      }
    }
    FunctionObject* function = nullptr;
    if (held != nullptr) {
      ForEachLeaf(held, [&](Val leaf) {
        FunctionObject* at = AsFunction(leaf);
        if (at != nullptr && at->node == one.node && at->unit == static_cast<int>(unit)) {
          function = at;
        }
      });
    }
    if (function == nullptr) function = Unbound(unit, one.node);
    RunRoot(m_, function, receiver);
    RunRows(function, receiver);
  }

  // A function that looks a parameter up in a table is called with each of the table's keys, as far
  // as anybody knows.
  void RunRows(FunctionObject* function, Val receiver) {
    auto at = m_.looked_up.lower_bound({function, 0});
    if (at == m_.looked_up.end() || at->first.first != function) return;
    const Symbol parameter = at->first.second;
    const std::vector<Val> keys = at->second;
    m_.row_reader = function->name;
    for (Val key : keys) {
      const GivenParameter given{parameter, key};
      RunRoot(m_, function, receiver, &given);
    }
    m_.row_reader = 0;
  }

  // A function whose name means something else by the end of its module.
  FunctionObject* Unbound(size_t unit, NodeId node) {
    FunctionObject* function = m_.heap.New<FunctionObject>();
    function->name = m_.units[unit].SymbolOf(node);
    function->unit = static_cast<int>(unit);
    function->node = node;
    function->scope = m_.frame->scope;
    function->module = m_.modules[unit];
    const Syntax& syntax = m_.units[unit].syntax();
    function->defaults.resize(syntax.count(syntax.child(node, 0)), nullptr);
    return function;
  }

  // An object of the class, and what it inherits: methods run once for each class that has them.
  void RunClass(size_t unit, const OuterDefinition& one, int round) {
    ClassObject* type = ClassAt(unit, one.node);
    if (type == nullptr || IsEnumeration(m_, type)) return;
    FunctionObject* init = AsFunction(FindInClass(m_, type, m_.symbols.Intern("__init__")));
    std::vector<FunctionObject*> inherited;
    std::set<Symbol> seen;
    for (ClassObject* base : BasesOf(type)) {
      for (const auto& [key, value] : base->slots.entries()) {
        FunctionObject* method = value == nullptr ? nullptr : AsFunction(value);
        if (method == nullptr || !seen.insert(static_cast<Symbol>(key.number)).second) continue;
        const bool own = base == type || method->role == FunctionObject::Role::kStatic;
        const PythonUnit& where = m_.units[static_cast<size_t>(method->unit)];
        if (!own && HoldsWord(where, method->node)) inherited.push_back(method);
      }
    }
    const bool makes = type->generic == nullptr && init != nullptr && HoldsSought(m_, *init);
    if (makes || (!inherited.empty() && type->generic == nullptr)) {
      AsRoot(unit, kRootSteps, [&] { GenericInstance(m_, type); });
    }
    constexpr size_t kMostMethods = 12;
    constexpr int kMostSubclasses = 60;
    if (inherited.empty() || !ran_.insert({static_cast<int>(unit), one.node, static_cast<uint32_t>(round) + (1u << 30)}).second) return;
    if (!type->bases.empty() && ++subclasses_[type->bases[0]] > kMostSubclasses) return;
    for (size_t i = 0; i < inherited.size() && i < kMostMethods; ++i) {
      AsRoot(unit, kRootSteps / 4,
             [&] { RunRoot(m_, inherited[i], GenericInstance(m_, type)); });
    }
  }

  // Functions that an environment was handed to, whoever calls them.
  void RunHandedParameters() {
    const auto all = m_.handed_parameters;
    for (const auto& one : all) {
      FunctionObject* function = one.first;
      if (m_.symbols.TextOf(function->name).starts_with("__")) continue;
      if (!handed_parameters_.insert(one).second) continue;
      const GivenParameter given{one.second, m_.values.Environment(0)};
      const auto unit = static_cast<size_t>(function->unit);
      AsRoot(unit, kRootSteps / 8, [&] {
        ClassObject* type = function->owner;
        RunRoot(m_, function, type == nullptr ? nullptr : GenericInstance(m_, type), &given);
      });
    }
  }

  // Objects whose constructor was called with the name of a variable: what their methods do with it,
  // where nobody called them.
  void RunReaders() {
    if (m_.readers.empty()) return;
    m_.memo.clear();
    m_.only_new = true;
    const Symbol init = m_.symbols.Intern("__init__");
    const std::vector<InstanceObject*> made = m_.made;
    for (InstanceObject* object : made) {
      const auto of = m_.readers.find(AsFunction(FindInClass(m_, object->type, init)));
      if (of == m_.readers.end()) continue;
      const std::vector<FunctionObject*> readers = of->second;
      for (FunctionObject* reader : readers) {
        if (!readers_.insert({object, reader}).second) continue;
        const auto unit = static_cast<size_t>(reader->unit);
        AsRoot(unit, kRootSteps / 16, [&] { RunRoot(m_, reader, object->self); });
      }
    }
    m_.only_new = false;
  }

  // Methods that ask a field for an environment which was handed to an object of the class: with what
  // any such object has there.
  void RunHanded() {
    std::map<const ClassObject*, std::set<Symbol>> fresh;
    for (const auto& one : m_.handed_fields) {
      if (handed_.insert(one.first).second) fresh[one.first.first].insert(one.first.second);
    }
    if (fresh.empty()) return;
    m_.memo.clear();
    for (size_t unit = 0; unit < m_.modules.size(); ++unit) {
      const std::vector<SlotMap::Entry> names = m_.modules[unit]->slots.entries();
      for (const auto& name : names) {
        ClassObject* type = name.second == nullptr ? nullptr : AsClass(name.second);
        if (type != nullptr && type->unit == static_cast<int>(unit)) RunHandedOf(unit, type, fresh);
      }
    }
  }

  void RunHandedOf(size_t unit, ClassObject* type,
                   const std::map<const ClassObject*, std::set<Symbol>>& fresh) {
    for (const ClassObject* base : BasesOf(type)) {
      const auto fields = fresh.find(base);
      if (fields == fresh.end()) continue;
      const std::vector<SlotMap::Entry> members = type->slots.entries();
      for (const auto& member : members) {
        FunctionObject* method = member.second == nullptr ? nullptr : AsFunction(member.second);
        if (method == nullptr || method->owner != type || !Mentions(*method, fields->second)) continue;
        AsRoot(unit, kRootSteps / 4, [&] { RunRoot(m_, method, GenericInstance(m_, type)); });
      }
    }
  }

  bool Mentions(const FunctionObject& function, const std::set<Symbol>& attributes) const {
    const PythonUnit& unit = m_.units[static_cast<size_t>(function.unit)];
    for (NodeId id = unit.begin[function.node]; id <= function.node; ++id) {
      const bool attribute = unit.syntax().kind(id) == NodeKind::kAttribute;
      if (attribute && attributes.count(unit.SymbolOf(id)) > 0) return true;
    }
    return false;
  }

  // Names at the top level of modules that hold objects whose methods pass a name on: functions that
  // use them are worth a run. Whether any is new.
  bool NewHolders() {
    std::set<const ClassObject*> types;
    for (const auto& one : m_.wrappers) {
      const std::string& name = m_.symbols.TextOf(one.first->name);
      const bool hidden = name.starts_with("__") || IsCommonWord(name);
      if (one.first->owner != nullptr && hidden) types.insert(one.first->owner);
    }
    if (types.empty()) return false;
    const size_t before = holders_.size();
    for (size_t i = 0; i < m_.modules.size(); ++i) {  // which a name's look-up may add to
      const ModuleObject* module = m_.modules[i];
      if (module == nullptr) continue;
      const std::vector<SlotMap::Entry> names = module->slots.entries();
      for (const auto& [key, value] : names) {
        if (value == nullptr || key.kind != SlotKey::Kind::kText) continue;
        if (value->kind == ValKind::kImport && m_.imported.count(value) == 0) continue;
        const InstanceObject* held = AsInstance(Resolve(m_, value));
        if (held == nullptr || held->type == nullptr) continue;
        const std::vector<ClassObject*> bases = BasesOf(held->type);
        const bool passes = std::any_of(bases.begin(), bases.end(), [&](const ClassObject* base) {
          return types.count(base) > 0;
        });
        if (passes) holders_.insert({module->unit, static_cast<Symbol>(key.number)});
      }
    }
    return holders_.size() > before;
  }

  // What functions are called through whose parameters a name reaches the environment.
  std::vector<std::string> NewWords() {
    std::set<std::string> out;
    for (auto& [word, sought] : m_.wanted) {
      const std::string& text = m_.symbols.TextOf(word);
      sought = true;
      if (words_.count(text) == 0 && !IsCommonWord(text)) out.insert(text);
    }
    for (const CodePoint& one : m_.once_more) {
      std::erase_if(ran_, [&](const auto& run) {
        return std::get<0>(run) == one.unit && std::get<1>(run) == one.node;
      });
    }
    m_.once_more.clear();
    for (const auto& [function, parameters] : m_.wrappers) {
      std::string name = m_.symbols.TextOf(function->name);
      if (name.empty() || name.starts_with("test_")) continue;
      auto* held = const_cast<FunctionObject*>(function);
      const bool special = name.starts_with("__");
      if (function->owner != nullptr && !special && !IsCommonWord(name) &&
          function->role == FunctionObject::Role::kPlain) {
        m_.methods_by_name.try_emplace(function->name, held);
      }
      if (special || (function->owner != nullptr && IsCommonWord(name))) {
        name = function->owner == nullptr ? name : m_.symbols.TextOf(function->owner->name);
      }
      if (IsCommonWord(name) || name.size() < 3 || words_.count(name) > 0) continue;
      out.insert(name);
    }
    AddOtherNames(&out);
    if (!m_.parsers.empty() && words_.count("add_argument") == 0) out.insert("add_argument");
    for (const auto& one : m_.handed) {
      if (words_.count(m_.symbols.TextOf(one.first)) == 0) out.insert(m_.symbols.TextOf(one.first));
    }
    return {out.begin(), out.end()};
  }

  // Whether a name reaches the environment through the function's parameters; of a lambda that nobody
  // called, whether it may.
  bool MayPassOn(const FunctionObject* function) const {
    if (function == nullptr || m_.wrappers.count(function) > 0) return function != nullptr;
    const Syntax& syntax = m_.units[static_cast<size_t>(function->unit)].syntax();
    const bool lambda = syntax.kind(function->node) == NodeKind::kLambda;
    return lambda && !function->defaults.empty() && HoldsSought(m_, *function);
  }

  // What modules call those functions beside their own names: flag = partial(read_flag, True).
  void AddOtherNames(std::set<std::string>* out) {
    for (const ModuleObject* module : m_.modules) {
      for (const auto& [key, value] : module->slots.entries()) {
        if (value == nullptr || key.kind != SlotKey::Kind::kText) continue;
        const auto* partial = As<PartialVal>(value, ValKind::kPartial);
        const FunctionObject* function = AsFunction(partial == nullptr ? value : partial->callee);
        const auto name = static_cast<Symbol>(key.number);
        if (function == nullptr || function->name == name || !MayPassOn(function)) continue;
        const std::string& text = m_.symbols.TextOf(name);
        if (text.size() >= 3 && !IsCommonWord(text) && words_.count(text) == 0) out->insert(text);
      }
    }
  }

  // Methods of parsers that go over all options, now that these are known.
  void RunParsers() {
    if (m_.options.empty()) return;
    m_.memo.clear();
    m_.fruitless.clear();
    const std::set<ClassObject*> parsers = m_.parsers;
    for (ClassObject* type : parsers) {
      const std::vector<SlotMap::Entry> entries = type->slots.entries();
      for (const SlotMap::Entry& entry : entries) {
        FunctionObject* method = entry.second == nullptr ? nullptr : AsFunction(entry.second);
        if (method == nullptr || !GoesOverOptions(*method)) continue;
        AsRoot(static_cast<size_t>(method->unit), kRootSteps,
               [&] { RunRoot(m_, method, GenericInstance(m_, type)); });
      }
    }
  }

  bool GoesOverOptions(const FunctionObject& method) {
    const PythonUnit& unit = m_.units[static_cast<size_t>(method.unit)];
    const Symbol options = m_.symbols.Intern("_actions");
    for (NodeId id = unit.begin[method.node]; id <= method.node; ++id) {
      const bool attribute = unit.syntax().kind(id) == NodeKind::kAttribute;
      if (attribute && unit.SymbolOf(id) == options) return true;
    }
    return false;
  }

  // Branches that hold a word that is sought, and that a test which is known left out of every run:
  // what it knows may be otherwise (a constant that an installation changes, a default argument).
  void RunPruned() {
    constexpr int kMostPasses = 3;  // a branch within a branch within a branch
    for (int pass = 0; pass < kMostPasses; ++pass) {
      bool any = false;
      for (const int file : files_) {
        if (IsCut(file)) return;
        any = RunPrunedOf(Unit(file)) || any;
      }
      if (!any) return;
    }
  }

  // Whether something at or below the node is called an environment, or handed over as one.
  bool NamesEnvironment(const PythonUnit& unit, NodeId node) const {
    for (NodeId id = unit.begin[node]; id <= node; ++id) {
      const NodeKind kind = unit.syntax().kind(id);
      const std::string& text = unit.syntax().text(id);
      if (kind == NodeKind::kKeyword && m_.table.sink_keywords.count(text) > 0) return true;
      if (kind == NodeKind::kName && m_.table.IsEnvironmentWord(text)) return true;
    }
    return false;
  }

  bool RunPrunedOf(size_t number) {
    PythonUnit& unit = m_.units[number];
    const std::vector<OuterDefinition> outer = OuterDefinitionsOf(unit);
    std::map<NodeId, const OuterDefinition*> around;
    std::vector<NodeId> blocks;  // of the module's own
    for (NodeId id = 0; id < unit.reach.size(); ++id) {
      const bool left_out = (unit.reach[id] & PythonUnit::kPruned) != 0;
      const bool known = (unit.reach[id] & (PythonUnit::kRan | PythonUnit::kForced)) != 0;
      if (!left_out || known || !(unit.HoldsSought(id) || NamesEnvironment(unit, id))) continue;
      unit.reach[id] |= PythonUnit::kForced;
      const OuterDefinition* one = FunctionAround(unit, outer, id);
      if (one == nullptr) {
        blocks.push_back(id);
      } else {
        around[one->node] = one;
      }
    }
    for (const NodeId id : blocks) AsRoot(number, kRootSteps, [&] { RunBlock(m_, id); });
    for (const auto& one : around) {
      m_.memo.clear();
      AsRoot(number, kRootSteps, [&] { RunDefinition(number, *one.second); });
    }
    return !blocks.empty() || !around.empty();
  }

  // Calls that look like accessors and that no run reached.
  void Sweep() {
    m_.memo.clear();
    for (const int file : files_) {
      if (IsCut(file)) return;
      const size_t number = Unit(file);
      const PythonUnit& unit = m_.units[number];
      const Syntax& syntax = unit.syntax();
      const std::vector<char> dead = DeadNodesOf(unit);
      std::set<NodeId> forced;
      const std::vector<OuterDefinition> outer = OuterDefinitionsOf(unit);
      for (NodeId id = 0; id < syntax.nodes.size(); ++id) {
        if (!LooksLikeAccess(unit, id)) continue;
        if (dead[id] != 0) continue;
        if (IsVisited(m_, static_cast<int>(number), id)) continue;
        const OuterDefinition* around = FunctionAround(unit, outer, id);
        if (around != nullptr && forced.insert(around->node).second) {
          m_.every_branch = true;
          AsRoot(number, kRootSteps, [&] { RunDefinition(number, *around); });
          m_.every_branch = false;
          m_.memo.clear();
        }
        if (IsVisited(m_, static_cast<int>(number), id)) continue;
        constexpr uint64_t kSteps = 500;
        AsRoot(number, kSteps, [&] { Evaluate(m_, WholeExpression(unit, id)); });
        if (IsVisited(m_, static_cast<int>(number), id)) continue;
        AsRoot(number, kSteps, [&] { Evaluate(m_, id); });
      }
    }
  }

  // The access with the calls and operators around it, which say what becomes of its value.
  static NodeId WholeExpression(const PythonUnit& unit, NodeId node) {
    const Syntax& syntax = unit.syntax();
    for (NodeId up = unit.parent[node]; up != kNoNode; up = unit.parent[node]) {
      const NodeKind kind = syntax.kind(up);
      const bool keeps = kind == NodeKind::kCall || kind == NodeKind::kOr || kind == NodeKind::kAnd ||
                         kind == NodeKind::kCompare || kind == NodeKind::kNot;
      if (!keeps) break;
      node = up;
    }
    return node;
  }

  // Of each node, whether it is below one where nothing gets.
  static std::vector<char> DeadNodesOf(const PythonUnit& unit) {
    std::vector<char> out(unit.reach.size());
    for (NodeId id = 0; id < out.size(); ++id) {
      if ((unit.reach[id] & PythonUnit::kDead) == 0) continue;
      std::fill(out.begin() + unit.begin[id], out.begin() + id + 1, 1);
    }
    return out;
  }

  static const OuterDefinition* FunctionAround(const PythonUnit& unit,
                                               const std::vector<OuterDefinition>& outer,
                                               NodeId node) {
    for (const OuterDefinition& one : outer) {
      const bool function = unit.syntax().kind(one.node) == NodeKind::kFunction;
      if (function && unit.begin[one.node] <= node && node <= one.node) return &one;
    }
    return nullptr;
  }

  // os.environ[...], os.getenv(...), "X" in os.environ
  static bool LooksLikeAccess(const PythonUnit& unit, NodeId id) {
    const Syntax& syntax = unit.syntax();
    const NodeKind kind = syntax.kind(id);
    NodeId target = kNoNode;
    if ((kind == NodeKind::kCall || kind == NodeKind::kSubscript) && syntax.count(id) > 0) {
      target = syntax.child(id, 0);
    } else if (kind == NodeKind::kCompare && syntax.count(id) > 0) {
      target = syntax.child(id, syntax.count(id) - 1);
    }
    static const std::unordered_set<std::string_view> kNames = {"environ", "getenv", "setenv",
                                                                "delenv"};
    for (int depth = 0; target != kNoNode && depth < 2; ++depth) {
      const NodeKind inner = syntax.kind(target);
      if (inner != NodeKind::kName && inner != NodeKind::kAttribute) return false;
      if (kNames.count(syntax.text(target)) > 0) return true;
      target = inner == NodeKind::kAttribute ? syntax.child(target, 0) : kNoNode;
    }
    return false;
  }

  Machine& m_;
  const unsigned jobs_;
  std::set<std::string> words_;
  std::unordered_set<Symbol> word_symbols_;  // of words_
  std::set<int> files_;
  std::set<int> children_;
  std::set<std::tuple<int, NodeId, uint32_t>> ran_;
  std::set<std::pair<std::string, int>> shared_;  // objects, by the file that made them
  std::unordered_map<const ClassObject*, int> subclasses_;
  std::set<std::pair<const ClassObject*, Symbol>> handed_;  // fields that methods were run for
  std::set<std::pair<FunctionObject*, Symbol>> handed_parameters_;  // that were run for
  std::set<std::pair<InstanceObject*, FunctionObject*>> readers_;   // that were run
  std::set<std::pair<int, Symbol>> holders_;  // names by unit, as NewHolders finds them
  MachineRun out_;
};

}  // namespace

MachineRun RunPython(Machine& m, unsigned jobs) {
  return Run(m, jobs).All();
}

}  // namespace flagcensus
