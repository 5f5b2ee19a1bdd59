// What libraries do, by the rows of the accessor table: a call, its arguments, its effect.
#include <algorithm>

#include "analyzer/base/text.h"
#include "analyzer/machine/python/machine.h"

namespace flagcensus {
namespace {

// Null where it is not passed.
Val ArgumentOf(Machine& m, const ArgumentPlace& place, const CallArguments& arguments) {
  for (const std::string& keyword : place.keywords) {
    if (Val value = arguments.Keyword(m.symbols.Intern(keyword))) return value;
  }
  const auto position = static_cast<size_t>(place.position);
  if (place.position >= 0 && position < arguments.positional.size()) {
    return arguments.positional[position];
  }
  return nullptr;
}

bool IsTheEnvironment(const Machine& m, Val value) {
  bool found = false;
  if (value == nullptr) return false;
  ForEachLeaf(value, [&](Val leaf) {
    const MappingObject* mapping = AsMapping(leaf);
    const ConstantVal* text = AsTextConstant(leaf);
    found = found || AsEnvironment(leaf) != nullptr ||
            (mapping != nullptr && AsEnvironment(mapping->slots.Get(kRestSlot)) != nullptr) ||
            (text != nullptr && m.table.IsEnvironment(m.symbols.TextOf(text->text)));
  });
  return found;
}

ValueType TypeOfCast(const Machine& m, Val cast) {
  const LibraryVal* library = AsLibrary(cast);
  if (library == nullptr) return ValueType::kUnknown;
  std::string_view path = m.symbols.TextOf(library->path);
  for (const auto* table : {&m.table.casts, &m.table.conversions}) {
    const auto found = table->find(std::string(path));
    if (found != table->end()) return found->second;
  }
  if (path.ends_with("()")) path.remove_suffix(2);
  const auto found = m.table.casts.find(std::string(path));
  return found == m.table.casts.end() ? ValueType::kUnknown : found->second;
}

Val UpdateEnvironment(Machine& m, const AccessorRow& row, const CallArguments& arguments,
                      NodeId node) {
  CallArguments from;
  if (Val values = ArgumentOf(m, row.value, arguments)) {
    ForEachLeaf(values, [&](Val leaf) {
      if (AsMapping(leaf) != nullptr) from.positional.push_back(leaf);
    });
  }
  const auto is_own = [&](const ArgumentPlace& place, const std::string& word) {
    return std::find(place.keywords.begin(), place.keywords.end(), word) != place.keywords.end();
  };
  for (const auto& [name, value] : arguments.keywords) {
    const std::string& word = m.symbols.TextOf(name);
    if (word == "clear" || is_own(row.value, word) || is_own(row.environment, word)) continue;
    from.keywords.emplace_back(name, value);
  }
  UpdateMapping(m, m.values.Environment(0, m.symbols.Intern(row.call)), from, node, "");
  return m.values.unknown();
}

// `name` as it is within a `with` that prefixes what `path`, a method or object of a library, reads.
Val Prefixed(Machine& m, std::string_view path, Val name) {
  if (m.prefixes.empty()) return name;
  auto found = m.prefixes.find(std::string(path));
  if (found == m.prefixes.end()) found = m.prefixes.find(std::string(path.substr(0, path.rfind('.'))));
  const ConstantVal* text = AsTextConstant(name);
  if (found == m.prefixes.end() || text == nullptr) return name;
  return m.values.Text(m.symbols.Intern(found->second + m.symbols.TextOf(text->text)), text->mark);
}

// The keyword that holds the name of a declarator is where the variable is spelled.
// `via`: what the access is told to go through.
Val AccessByRow(Machine& m, const AccessorRow& row, const CallArguments& arguments, NodeId node,
                std::string_view via) {
  Val names = ArgumentOf(m, row.name, arguments);
  if (names == nullptr || IsNone(names)) return nullptr;
  Emission access;
  access.op = row.op;
  access.node = node;
  access.default_value = ArgumentOf(m, row.default_value, arguments);
  access.written = ArgumentOf(m, row.value, arguments);
  access.required = row.required && access.default_value == nullptr;
  access.type = row.type.value_or(ValueType::kUnknown);
  if (Val cast = ArgumentOf(m, row.cast, arguments)) {
    if (access.type == ValueType::kUnknown) access.type = TypeOfCast(m, cast);
  }
  if (Val truth = ArgumentOf(m, row.truth, arguments); truth != nullptr && KnownTruth(truth) == true) {
    access.type = ValueType::kBool;
  }
  if (const ConstantVal* help = AsTextConstant(ArgumentOf(m, row.description, arguments))) {
    access.description = m.symbols.TextOf(help->text);
  }
  access.via = m.symbols.Intern(std::string(via));
  Val out = nullptr;
  Val plain = WithoutAbsent(m.values, names);
  const auto several = AsSequence(plain) == nullptr ? std::nullopt : KnownElements(m, plain);
  const std::vector<Val> all = several ? *several : std::vector<Val>{plain};
  for (Val name : all) {
    if (AsSequence(name) != nullptr) continue;
    access.name = Prefixed(m, row.call, name);
    Val one = Emit(m, access);
    out = out == nullptr ? one : Join(m.values, out, one);
  }
  return out;
}

bool IsDeclarator(std::string_view path) {
  return path.starts_with("click.") || path.starts_with("typer.") ||
         path.starts_with("rich_click.");
}

// What a conversion makes of a leaf.
Val ConvertLeaf(Machine& m, Val leaf, std::string_view path, ValueType type, NodeId node) {
  if (const UnknownVal* unknown = AsUnknown(leaf)) {
    NoteType(m, leaf, type);
    const ValueType kept = type == ValueType::kUnknown ? unknown->type : type;
    return m.values.Unknown(m.frame->unit, node, kept, unknown->events, unknown->derived);
  }
  const ConstantVal* constant = AsConstant(leaf);
  if (constant == nullptr) {
    return AsTextWithHoles(leaf) != nullptr || AsInstance(leaf) != nullptr ? leaf : Opaque(m, node);
  }
  if (constant->type == ConstantType::kText) {
    const std::string text(Trim(m.symbols.TextOf(constant->text)));
    if (path == "int") {
      int64_t value = 0;
      bool digits = !text.empty() && text.size() < 19;
      for (size_t i = 0; digits && i < text.size(); ++i) {
        const bool sign = i == 0 && text[0] == '-' && text.size() > 1;
        digits = sign || (text[i] >= '0' && text[i] <= '9');
      }
      if (digits) value = std::stoll(text);
      return digits ? m.values.Integer(value) : Opaque(m, node);
    }
    static const std::unordered_set<std::string_view> kKeep = {
        "str", "float", "os.fspath", "os.fsdecode", "bytes", "pathlib.Path", "pathlib.PurePath",
        "pathlib.PosixPath", "os.path.expanduser", "os.path.expandvars", "os.path.abspath",
        "os.path.realpath", "os.path.normpath", "decimal.Decimal", "fractions.Fraction"};
    return kKeep.count(path) > 0 ? leaf : Opaque(m, node);
  }
  if (path == "str" && constant->type == ConstantType::kInteger) {
    return m.values.Text(m.symbols.Intern(std::to_string(constant->integer)));
  }
  return leaf;
}

Val Convert(Machine& m, std::string_view path, ValueType type, const CallArguments& arguments,
            NodeId node) {
  Val from = arguments.positional[0];
  if (path == "bool") {
    NoteType(m, from, ValueType::kBool, true);
    return Lift1(m.values, from, [&](Val leaf) {
      const UnknownVal* read = AsUnknown(leaf);
      const bool kept = read != nullptr && !read->events.empty() && !read->derived;
      return kept ? m.values.Unknown(m.frame->unit, node, ValueType::kBool, read->events)
                  : TruthOf(m, leaf);
    });
  }
  return Lift1(m.values, from,
               [&](Val leaf) { return ConvertLeaf(m, leaf, path, type, node); });
}

// os.path.join of texts that are known; of others it is a path that is not.
Val JoinPaths(Machine& m, const std::vector<Val>& pieces, NodeId node) {
  NoteType(m, pieces[0], ValueType::kPath);
  std::string whole;
  for (Val piece : pieces) {
    const ConstantVal* text = AsTextConstant(piece);
    if (text == nullptr) return Opaque(m, node);
    const std::string& part = m.symbols.TextOf(text->text);
    if (part.starts_with("/")) whole.clear();
    if (!whole.empty() && !whole.ends_with("/")) whole += '/';
    whole += part;
  }
  return m.values.Text(m.symbols.Intern(whole), AsTextConstant(pieces[0])->mark);
}

// A library that is handed the environment, or a function with what it is to be called with.
void HandOver(Machine& m, const CallArguments& arguments, const LibraryVal& callee, NodeId node) {
  for (Val value : arguments.positional) {
    if (value->kind == ValKind::kPartial) Call(m, value, {}, node);
  }
  if (!arguments.positional.empty() && AsEnvironment(arguments.positional[0]) != nullptr) {
    EmitBulk(m, node, callee.path);
  }
}

std::optional<ValueType> ConversionOf(const Machine& m, const std::string& path) {
  const auto row = m.table.conversions.find(path);
  if (row != m.table.conversions.end()) return row->second;
  if (path == "str" || path == "os.fspath" || path == "os.fsdecode" || path == "bytes") {
    return ValueType::kUnknown;
  }
  return std::nullopt;
}

}  // namespace

Val ReadDeclared(Machine& m, const std::string& path, const CallArguments& arguments, NodeId node,
                 std::string_view via) {
  const auto row = m.table.calls.find(path);
  return row == m.table.calls.end() ? nullptr : AccessByRow(m, row->second, arguments, node, via);
}

Val LibraryItem(Machine& m, const LibraryVal& object, Val key, NodeId node) {
  const std::string path = m.symbols.TextOf(object.path) + ".__getitem__";
  const auto row = m.table.calls.find(path);
  if (row != m.table.calls.end()) {
    CallArguments arguments;
    arguments.positional.push_back(key);
    if (Val value = AccessByRow(m, row->second, arguments, node, row->second.call)) return value;
  }
  return ItemOfParser(m, object, key, node);
}

Val CallLibrary(Machine& m, const LibraryVal& callee, const CallArguments& arguments, NodeId node) {
  const std::string path = m.symbols.TextOf(callee.path);
  const auto result = [&] {
    CallArguments kept = arguments;
    constexpr size_t kLongest = 120;
    if (path.size() > kLongest || path.find("()()()") != std::string::npos) return Opaque(m, node);
    return m.values.Library(m.symbols.Intern(path + "()"), std::move(kept), m.frame->unit, node);
  };
  if (const auto row = m.table.calls.find(path); row != m.table.calls.end() && path != "*") {
    const AccessorRow& known = row->second;
    Val environment = ArgumentOf(m, known.environment, arguments);
    if (known.environment.given() && !IsTheEnvironment(m, environment)) return result();
    if (known.update) return UpdateEnvironment(m, known, arguments, node);
    if (Val value = AccessByRow(m, known, arguments, node, known.call)) {
      return IsDeclarator(path) ? result() : value;
    }
    return IsDeclarator(path) ? result() : m.values.unknown();
  }
  if (const std::optional<Val> value = CallOfParser(m, callee, arguments, node)) return *value;
  if (const std::optional<Val> modelled = CallModelled(m, path, arguments, node)) return *modelled;
  if (path == "os.path.join" && arguments.positional.size() > 1) {
    return JoinPaths(m, arguments.positional, node);
  }
  if (path.ends_with("().get") && arguments.positional.size() > 1) {
    // What a call gave is asked as a mapping is.
    return Join(m.values, m.values.Held(m.frame->unit, node), arguments.positional[1]);
  }
  if (const auto conversion = ConversionOf(m, path);
      conversion && !arguments.positional.empty()) {
    return Convert(m, path, *conversion, arguments, node);
  }
  if (const auto sink = m.table.sink_calls.find(path); sink != m.table.sink_calls.end()) {
    const auto position = static_cast<size_t>(sink->second);
    if (position < arguments.positional.size()) {
      HandToChild(m, arguments.positional[position], node);
    }
  }
  HandOver(m, arguments, callee, node);
  return path.find('.') == std::string::npos && path != "property" ? Opaque(m, node) : result();
}

}  // namespace flagcensus
