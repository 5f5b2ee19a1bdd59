// Keys of the environment, in a loop over it: what a test implies about their beginning, and which
// known keys they are stored over.
//
//   for k, v in os.environ.items():
//       if k.startswith("APP_"):             k is a key with the prefix APP_
//           settings[k[4:].lower()] = v      with {"port": 80}: a read of APP_PORT
#include <algorithm>

#include "analyzer/base/characters.h"
#include "analyzer/python/machine/machine.h"

namespace flagcensus {
namespace {

// The key is narrowed by `key.startswith("APP_")`: if that is true, it has that prefix. Only a
// name, or entry[0] of a name, and a text or constant are understood.
std::optional<Narrowed> NarrowStart(Machine& m, NodeId test) {
  const PythonUnit& unit = UnitHere(m);
  const Syntax& syntax = unit.syntax();
  // One argument: startswith(prefix, begin) is not understood.
  if (syntax.count(test) != 2) return std::nullopt;
  const NodeId callee = syntax.child(test, 0);
  if (syntax.kind(callee) != NodeKind::kAttribute || syntax.text(callee) != "startswith") {
    return std::nullopt;
  }
  NodeId object = syntax.child(callee, 0);
  const NodeId argument = syntax.child(test, 1);
  // entry[0].startswith("APP_"), for an entry of items().
  const bool first = syntax.kind(object) == NodeKind::kSubscript &&
                     syntax.kind(syntax.child(object, 1)) == NodeKind::kInteger &&
                     syntax.text(syntax.child(object, 1)) == "0";
  if (first) object = syntax.child(object, 0);
  if (syntax.kind(object) != NodeKind::kName) return std::nullopt;
  NodeId start = argument;  // "app_", PREFIX, prefix.lower()
  if (syntax.kind(start) == NodeKind::kCall && syntax.count(start) == 1) {
    start = syntax.child(start, 0);
    if (syntax.kind(start) == NodeKind::kAttribute) start = syntax.child(start, 0);
  }
  // The argument is a literal or a name, so evaluating it twice has no effects.
  const bool plain =
      syntax.kind(start) == NodeKind::kString || syntax.kind(start) == NodeKind::kName;
  Val held = LoadName(m, unit.SymbolOf(object), object);
  const SequenceObject* entry = first ? AsSequence(held) : nullptr;
  if (first && (entry == nullptr || ItemsOf(*entry).empty())) return std::nullopt;
  Val key = first ? ItemsOf(*entry)[0] : held;
  const TextVal* text = AsTextWithHoles(key);
  if (!plain || text == nullptr || text->parts.size() != 1) return std::nullopt;
  const TextPart& part = text->parts[0];
  const ConstantVal* prefix = AsTextConstant(Evaluate(m, argument));
  // A key that is already narrowed is not narrowed further: the first prefix remains.
  const bool whole = part.kind == TextPart::Kind::kKey && part.prefix == 0;
  if (!whole || prefix == nullptr) return std::nullopt;
  TextPart narrowed = part;
  narrowed.prefix = PrefixOfKey(m.symbols, part, prefix->text);
  if (narrowed.prefix == 0) return std::nullopt;
  Val with_prefix = m.values.Parts({narrowed}, text->mark, m.symbols);
  if (!first) return Narrowed{unit.SymbolOf(object), with_prefix, held};
  std::vector<Val> items = ItemsOf(*entry);
  items[0] = with_prefix;
  Val narrower = m.heap.Sequence(entry->sequence, std::move(items));
  return Narrowed{unit.SymbolOf(object), narrower, held};
}

}  // namespace

namespace {

// `key in KNOWN` selects few of the keys with the prefix: a family would claim too much.
bool IsMembership(const Syntax& syntax, NodeId test) {
  if (syntax.kind(test) == NodeKind::kNot) test = syntax.child(test, 0);
  return syntax.kind(test) == NodeKind::kCompare &&
         syntax.text(test).find("in") != std::string::npos;
}

}  // namespace

std::optional<Narrowed> NarrowKey(Machine& m, NodeId test) {
  const Syntax& syntax = SyntaxHere(m);
  // Through `not`, `and` and `or`, to a call of startswith.
  const NodeKind kind = syntax.kind(test);
  if (kind == NodeKind::kCall) return NarrowStart(m, test);
  if (kind == NodeKind::kNot) {
    std::optional<Narrowed> key = NarrowKey(m, syntax.child(test, 0));
    if (key) std::swap(key->if_true, key->if_false);
    return key;
  }
  if (kind != NodeKind::kAnd && kind != NodeKind::kOr) return std::nullopt;
  for (const size_t i : {0, 1}) {
    std::optional<Narrowed> key = NarrowKey(m, syntax.child(test, i));
    if (!key || IsMembership(syntax, syntax.child(test, 1 - i))) continue;
    // If the whole is false, one of the two may still have been true, so the key is as before;
    // likewise for `or`.
    Val before = LoadName(m, key->name, syntax.child(test, i));
    (kind == NodeKind::kAnd ? key->if_false : key->if_true) = before;
    return key;
  }
  return std::nullopt;
}

namespace {

// A larger mapping is data, not settings.
constexpr size_t kMaxKeys = 200;

// Values of the mapping for keys that a test has already read as variables: each is the default of
// its variable. The key has no prefix, so nothing else says which keys are variables.
void FillOver(Machine& m, const MappingObject& mapping, Val key) {
  // Each known key that the loop's key can equal.
  for (const auto& [slot, value] : mapping.slots.entries()) {
    const auto spelled = mapping.keys.find(slot);
    if (value == nullptr || spelled == mapping.keys.end()) continue;
    const ConstantVal* name = AsTextConstant(VariableOfKey(m, key, spelled->second));
    if (name == nullptr) continue;
    for (const uint32_t number : m.events.OfVariable(name->text)) {
      EventSite& site = m.events.Numbered(number);
      const bool open = site.fallback.value == nullptr || IsNone(UnsetSide(site.fallback.value));
      // Only reads of a loop over the environment, which emits them with this accessor.
      const bool met = open && m.symbols.TextOf(site.call.via) == "os.environ";
      if (met && EventLog::GroupOf(site.op) == EventLog::Group::kRead) {
        site.fallback.value = WithoutAbsent(m.values, value);
      }
    }
  }
}

Val FieldOf(SymbolTable& symbols, const InstanceObject& record, std::string_view name) {
  return record.slots.Get(TextKey(symbols.Intern(name)));
}

}  // namespace

void MeetRows(Machine& m, const MappingObject& mapping, Val key, NodeId node) {
  const TextVal* text = AsTextWithHoles(key);
  if (m.run.over || text == nullptr) return;
  std::vector<std::pair<Val, Val>> rows;  // reading one may change the mapping
  for (const auto& [slot, spelled] : mapping.keys)
    rows.emplace_back(spelled, mapping.slots.Get(slot));
  for (const auto& [spelled, held] : rows) MeetKey(m, key, spelled, node, held);
}

void NoteDefined(Machine& m, const LibraryVal& callee, const CallArguments& arguments,
                 NodeId node) {
  // Two thousand options of one library; more are not added.
  constexpr size_t kMaxOptions = 2000;
  constexpr std::string_view kDefine = ".define";
  // Only functions called `define`.
  const std::string& path = m.symbols.TextOf(callee.path);
  if (m.run.over || !path.ends_with(kDefine) || arguments.positional.empty()) return;
  const ConstantVal* name = AsTextConstant(arguments.positional[0]);
  // Without keywords (default=, help=) a call of `define` may be anything.
  if (name == nullptr || name->mark.unit < 0 || arguments.keywords.empty()) return;
  std::vector<std::pair<Val, Val>>& options =
      m.libraries.defined[path.substr(0, path.size() - kDefine.size())];
  if (options.size() >= kMaxOptions) return;
  CallArguments kept = arguments;
  const Symbol otherwise = m.symbols.Intern("default");
  if (arguments.positional.size() > 1 && kept.Keyword(otherwise) == nullptr) {
    kept.keywords.emplace_back(otherwise, arguments.positional[1]);
  }
  // The option is declared here: its name keeps this place.
  Val spelled = m.values.Text(name->text, {Mark::kDeclared, name->mark.unit, name->mark.node});
  Val call =
      m.values.Library(m.symbols.Intern(path + "()"), std::move(kept), m.run.frame->unit, node);
  options.emplace_back(spelled, call);
}

void MeetDefined(Machine& m, const LibraryVal& table, Val key, NodeId node) {
  if (m.run.over || m.libraries.defined.empty() || AsTextWithHoles(key) == nullptr) return;
  const std::string& path = m.symbols.TextOf(table.path);
  for (const auto& [module, options] : m.libraries.defined) {
    // A path of the same module: options.port, of the module that has `options` and `define`.
    if (!path.starts_with(module) || path.size() <= module.size() || path[module.size()] != '.')
      continue;
    const std::vector<std::pair<Val, Val>> all = options;
    for (const auto& [name, call] : all) MeetKey(m, key, name, node, call);
  }
}

// The first of the table's columns (default, ...) that the record has, also as a private field.
Val DefaultInRecord(Machine& m, Val record) {
  // A record of the tree by its fields, one of a library by its arguments.
  if (const InstanceObject* instance = AsInstance(record)) {
    for (const std::string& column : m.program.table.default_columns) {
      Val given = FieldOf(m.symbols, *instance, column);
      if (given == nullptr) given = FieldOf(m.symbols, *instance, "_" + column);
      if (given != nullptr) return IsNone(given) ? nullptr : given;
    }
    return nullptr;
  }
  const LibraryVal* call = AsLibrary(record);
  Val given = call == nullptr ? nullptr : call->arguments.Keyword(m.symbols.Intern("default"));
  return given == nullptr || IsNone(given) ? nullptr : given;
}

ValueType TypeInRecord(Machine& m, Val record) {
  const InstanceObject* instance = AsInstance(record);
  const LibraryVal* call = AsLibrary(record);
  // Stated by a field or keyword, as above.
  const auto stated = [&](std::string_view name) -> Val {
    if (instance != nullptr) return FieldOf(m.symbols, *instance, name);
    return call == nullptr ? nullptr : call->arguments.Keyword(m.symbols.Intern(name));
  };
  Val many = stated("multiple");
  // A field with several values is a list, of any type of elements.
  if (many != nullptr && KnownTruth(TruthOf(m, many)) == true) return ValueType::kList;
  if (Val choices = stated("choices"); choices != nullptr && !IsNone(choices))
    return ValueType::kEnum;
  for (const std::string_view name : {"type", "cast", "type_"}) {
    if (Val type = stated(name)) return TypeOfCast(m, type);
  }
  return ValueType::kUnknown;
}

void ReadOver(Machine& m, const MappingObject& mapping, Val key, NodeId node) {
  const TextVal* text = AsTextWithHoles(key);
  if (m.run.over || text == nullptr || mapping.keys.size() > kMaxKeys) return;
  const Symbol prefix = text->parts[0].prefix;
  // Without a prefix every variable of the system would match: only those that a test selected are
  // settings.
  if (prefix == 0) return FillOver(m, mapping, key);
  std::vector<Emission> reads;
  // The reads are collected first, since each may change the mapping.
  for (const auto& [slot, value] : mapping.slots.entries()) {
    const auto spelled = mapping.keys.find(slot);
    const bool kept = value != nullptr && spelled != mapping.keys.end();
    const ConstantVal* word = kept ? AsTextConstant(spelled->second) : nullptr;
    // A private key is internal.
    if (word == nullptr || m.symbols.TextOf(word->text).starts_with('_')) continue;
    const ConstantVal* name = AsTextConstant(VariableOfKey(m, key, word));
    // The key itself in capitals is a variable if it is the whole name; a table of variables is
    // read elsewhere.
    if (name == nullptr || name->text == word->text) continue;
    const std::string& whole = m.symbols.TextOf(name->text);
    // A key such as "log-level" gives no name.
    if (!whole.starts_with(m.symbols.TextOf(prefix)) || !AllBytes(whole, IsVariableNameByte))
      continue;
    Mark mark = word->mark;
    if (mark.unit >= 0) mark.frame = Mark::kDeclared;
    Emission read;
    read.name = m.values.Text(name->text, mark);
    read.node = node;
    read.default_value = WithoutAbsent(m.values, value);
    read.via = m.symbols.Intern("os.environ");
    reads.push_back(std::move(read));
  }
  for (const Emission& read : reads) Emit(m, read);
}

}  // namespace flagcensus
