// configparser: the program's own interpolation is called for each value (Python Library Reference,
// configparser, "Interpolation of values", "Legacy API Examples").
//
//   class FromEnvironment(configparser.Interpolation):
//       def before_get(self, parser, section, option, value, defaults):
//           return os.environ.get(f"APP_{option.upper()}", value)
//   parser = configparser.ConfigParser(interpolation=FromEnvironment())
//   parser.getint("server", "port")          ─→ a read of APP_PORT, type int

#include "analyzer/python/machine/machine.h"

namespace flagcensus {
namespace {

// The option of a section, by the hook `before_get`; null: the parser has no interpolation of the
// tree. `parser` contains the arguments with which the parser was created.
Val OptionOf(Machine& m, const LibraryVal& parser, Val section, Val option, NodeId node) {
  // The interpolation is an argument of the parser's constructor.
  Val interpolation = parser.arguments.Keyword(m.symbols.Intern("interpolation"));
  const InstanceObject* own = interpolation == nullptr ? nullptr : AsInstance(interpolation);
  const Symbol hook = m.symbols.Intern("before_get");
  if (own == nullptr || FindInClass(m, own->type, hook) == nullptr) return nullptr;
  Val self = m.values.Renamed(parser, parser.path);
  return CallMethod(m, interpolation, hook,
                    {self, section, option, m.values.Text(0), m.values.unknown()}, node);
}

// The type that a getter's name states.
std::optional<ValueType> TypeOfGetter(std::string_view name) {
  if (name == "get") return ValueType::kUnknown;
  if (name == "getint") return ValueType::kInt;
  if (name == "getfloat") return ValueType::kFloat;
  if (name == "getboolean") return ValueType::kBool;
  return std::nullopt;
}

}  // namespace

Val ItemOfParser(Machine& m, const LibraryVal& object, Val key, NodeId node) {
  const std::string& path = m.symbols.TextOf(object.path);
  if (!path.starts_with("configparser.")) return Opaque(m, node);
  // A parser's item is a section, a section's item an option.
  if (path.ends_with("Parser()")) {
    // parser["server"] is a section: the same object with one more argument.
    CallArguments with = object.arguments;
    with.keywords.emplace_back(m.symbols.Intern("section"), key);
    return m.values.Library(m.symbols.Intern(path + "[]"), std::move(with), object.unit,
                            object.node);
  }
  Val section = object.arguments.Keyword(m.symbols.Intern("section"));
  Val value = OptionOf(m, object, section == nullptr ? m.values.unknown() : section, key, node);
  return value == nullptr ? Opaque(m, node) : value;
}

std::optional<Val> CallOfParser(Machine& m, const LibraryVal& callee,
                                const CallArguments& arguments, NodeId node) {
  const std::string& path = m.symbols.TextOf(callee.path);
  if (!path.starts_with("configparser.")) return std::nullopt;
  const std::optional<ValueType> type = TypeOfGetter(path.substr(path.rfind('.') + 1));
  if (!type) return std::nullopt;
  // parser.get(section, option), parser[section].get(option, fallback): the section's own `get` is
  // one of mappings.
  const bool of_section = path.find("[].") != std::string::npos;
  const size_t at = of_section ? 0 : 1;
  if (arguments.positional.size() <= at) return std::nullopt;
  Val section =
      of_section ? callee.arguments.Keyword(m.symbols.Intern("section")) : arguments.positional[0];
  Val value = OptionOf(m, callee, section == nullptr ? m.values.unknown() : section,
                       arguments.positional[at], node);
  if (value == nullptr && of_section) return std::nullopt;
  if (value == nullptr) {
    // The option's name is not a default: get(section, option, *, raw, vars, fallback).
    value = Opaque(m, node);
    Val fallback = arguments.Keyword(m.symbols.Intern("fallback"));
    if (fallback != nullptr) value = Join(m.values, value, fallback);
  }
  NoteType(m, value, *type);
  return value;
}

}  // namespace flagcensus
