// Calls of libraries, by the rows of the accessor table: a call, its arguments, its effect.
//
//   decouple.config: name = [0, "option"], default = [1, "default"], cast = [2, "cast"]
//   config("APP_PORT", default=80, cast=int)     ─→ a read of APP_PORT, default 80, type int
//
// Calls without a row are followed by a model (models*.cc), or their result is the library's path
// with "()", so rows about objects apply: environs.Env().int.
#include <algorithm>

#include "analyzer/base/text.h"
#include "analyzer/python/machine/machine.h"

namespace flagcensus {

Val ArgumentOf(Machine& m, const ArgumentPlace& place, const CallArguments& arguments) {
  // A keyword has precedence: its name states what it is.
  for (const std::string& keyword : place.keywords) {
    if (Val value = arguments.Keyword(m.symbols.Intern(keyword))) return value;
  }
  const auto position = static_cast<size_t>(place.position);
  if (place.position >= 0 && position < arguments.positional.size()) {
    return arguments.positional[position];
  }
  return nullptr;
}

// int, click.INT, click.Choice([...]): by its path, with or without the call.
ValueType TypeOfCast(const Machine& m, Val cast) {
  const LibraryVal* library = AsLibrary(cast);
  if (library == nullptr) return ValueType::kUnknown;
  std::string_view path = m.symbols.TextOf(library->path);
  for (const auto* table : {&m.program.table.casts, &m.program.table.conversions}) {
    const auto found = table->find(std::string(path));
    if (found != table->end()) return found->second;
  }
  if (path.ends_with("()")) path.remove_suffix(2);
  const auto found = m.program.table.casts.find(std::string(path));
  return found == m.program.table.casts.end() ? ValueType::kUnknown : found->second;
}

namespace {

// os.environ, a copy of it, or "os.environ" as a text, which patch.dict accepts.
bool IsTheEnvironment(const Machine& m, Val value) {
  bool found = false;
  if (value == nullptr) return false;
  ForEachLeaf(value, [&](Val leaf) {
    const MappingObject* mapping = AsMapping(leaf);
    const ConstantVal* text = AsTextConstant(leaf);
    found = found || AsEnvironment(leaf) != nullptr ||
            (mapping != nullptr && AsEnvironment(mapping->slots.Get(kRestSlot)) != nullptr) ||
            (text != nullptr && m.program.table.IsEnvironment(m.symbols.TextOf(text->text)));
  });
  return found;
}

// patch.dict(os.environ, {"A": "1"}, clear=True): each key is a write; `clear` alone affects all
// variables.
Val UpdateEnvironment(Machine& m, const AccessorRow& row, const CallArguments& arguments,
                      NodeId node) {
  CallArguments from;
  Val values = ArgumentOf(m, row.value, arguments);
  if (values != nullptr) from.positional.push_back(values);
  const auto is_own = [&](const ArgumentPlace& place, const std::string& word) {
    return std::find(place.keywords.begin(), place.keywords.end(), word) != place.keywords.end();
  };
  bool clears = false;
  for (const auto& [name, value] : arguments.keywords) {
    const std::string& word = m.symbols.TextOf(name);
    clears = clears || word == "clear";
    if (word == "clear" || is_own(row.value, word) || is_own(row.environment, word)) continue;
    from.keywords.emplace_back(name, value);
  }
  Val environment = m.values.Environment(0, m.symbols.Intern(row.call));
  UpdateMapping(m, environment, from, node, "");
  if (clears && values == nullptr && from.keywords.empty()) EmitBulk(m, environment, "", node);
  return m.values.unknown();
}

// `name` inside a `with` statement that prefixes the names which `path`, a method or object of a
// library, reads.
Val Prefixed(Machine& m, std::string_view path, Val name) {
  // The prefix may be for the method's path or for its object's.
  if (m.run.prefixes.empty()) return name;
  auto found = m.run.prefixes.find(std::string(path));
  if (found == m.run.prefixes.end())
    found = m.run.prefixes.find(std::string(path.substr(0, path.rfind('.'))));
  const ConstantVal* text = AsTextConstant(name);
  if (found == m.run.prefixes.end() || text == nullptr) return name;
  return m.values.Text(m.symbols.Intern(found->second + m.symbols.TextOf(text->text)), text->mark);
}

// A part of a name's form: "--log-level" → LOG_LEVEL.
std::string PartOfForm(const AccessorRow& row, std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of('-'), text.size()));
  return ReplaceAll(ToUpper(ReplaceAll(std::string(text), "-", "_")), ".", row.dot);
}

// The name that the row's form composes, "{}_{}" of two parts; nullopt: a part of it is not known.
std::optional<std::string> FormedName(Machine& m, const AccessorRow& row, std::string_view name,
                                      const CallArguments& arguments) {
  std::string out = row.form;
  const auto put = [&](std::string_view text) {
    if (const size_t at = out.find("{}"); at != std::string::npos)
      out.replace(at, 2, PartOfForm(row, text));
  };
  put(name);
  if (!row.second.given()) return out;
  const ConstantVal* second = AsTextConstant(ArgumentOf(m, row.second, arguments));
  if (second == nullptr) return std::nullopt;
  put(m.symbols.TextOf(second->text));
  return out;
}

// `name` as the variable's name; null: a part of the row's form is not known. `made`: the arguments
// that created the object; null: there is none.
Val NameByRow(Machine& m, const AccessorRow& row, Val name, const CallArguments& arguments,
              const CallArguments* made) {
  // With a `with` prefix first, then the row's form, then prefixes of the call and the object.
  name = Prefixed(m, row.call, name);
  const ConstantVal* text = AsTextConstant(name);
  if (text == nullptr) return row.form.empty() ? name : nullptr;
  std::string whole = m.symbols.TextOf(text->text);
  if (!row.form.empty()) {
    const std::optional<std::string> formed = FormedName(m, row, whole, arguments);
    if (!formed) return nullptr;
    whole = *formed;
  }
  // `namespace="db"` in the call itself comes after the object's own prefix.
  const ConstantVal* own = AsTextConstant(ArgumentOf(m, row.prefix, arguments));
  if (own != nullptr) whole = PartOfForm(row, m.symbols.TextOf(own->text)) + "_" + whole;
  Val prefix = made == nullptr ? nullptr : ArgumentOf(m, row.prefix, *made);
  if (prefix != nullptr && !IsNone(prefix)) {
    const ConstantVal* before = AsTextConstant(prefix);
    if (before == nullptr) return m.values.unknown();
    whole = m.symbols.TextOf(before->text) + whole;
  }
  // A form that ends in "*" names a family.
  if (row.form.empty() || !whole.ends_with("*"))
    return m.values.Text(m.symbols.Intern(whole), text->mark);
  TextPart literal;
  literal.text = m.symbols.Intern(whole.substr(0, whole.size() - 1));
  TextPart rest;
  rest.kind = TextPart::Kind::kAnything;
  return m.values.Parts({literal, rest}, {}, m.symbols);
}

// A switch of argparse, or of a library that builds on it (Python Library Reference, argparse,
// "action").
bool IsSwitch(Machine& m, const CallArguments& arguments) {
  const ConstantVal* action = AsTextConstant(arguments.Keyword(m.symbols.Intern("action")));
  if (action == nullptr) return false;
  const std::string& word = m.symbols.TextOf(action->text);
  return word == "store_true" || word == "store_false";
}

// "--on/--off": an option with a second spelling for "no", if the library has flags (Click,
// "Boolean Flags").
bool HasTwoSides(SymbolTable& symbols, const AccessorRow& row, const CallArguments& arguments) {
  if (!row.truth.given()) return false;
  return std::any_of(arguments.positional.begin(), arguments.positional.end(), [&](Val one) {
    const ConstantVal* text = AsTextConstant(one);
    return text != nullptr && symbols.TextOf(text->text).find("/-") != std::string::npos;
  });
}

// is_flag=True, or by its spelling.
bool IsFlag(Machine& m, const AccessorRow& row, const CallArguments& arguments) {
  Val truth = ArgumentOf(m, row.truth, arguments);
  if (truth != nullptr) return KnownTruth(truth) == true;
  return HasTwoSides(m.symbols, row, arguments);
}

// The value of a switch that nothing sets and that has no default; null: it is not a switch, or its
// value without one is None, as for flag_value=.
Val UnsetFlag(Machine& m, const AccessorRow& row, const CallArguments& arguments) {
  // argparse's action states it, or the option's spelling.
  if (const ConstantVal* action = AsTextConstant(arguments.Keyword(m.symbols.Intern("action")))) {
    const std::string& word = m.symbols.TextOf(action->text);
    if (word == "store_true") return m.values.boolean(false);
    if (word == "store_false") return m.values.boolean(true);
  }
  if (!IsFlag(m, row, arguments) || arguments.Keyword(m.symbols.Intern("flag_value")) != nullptr)
    return nullptr;
  Val required = arguments.Keyword(m.symbols.Intern("required"));
  return required != nullptr && KnownTruth(required) != false ? nullptr : m.values.boolean(false);
}

// Whether the option of a library that has flags is a list: multiple=True, nargs=-1 (Click,
// "Multiple Values from Environment Values").
bool TakesSeveral(Machine& m, const AccessorRow& row, const CallArguments& arguments) {
  if (!row.truth.given()) return false;
  Val multiple = arguments.Keyword(m.symbols.Intern("multiple"));
  if (multiple != nullptr && KnownTruth(TruthOf(m, multiple)) == true) return true;
  const ConstantVal* count = AsConstant(arguments.Keyword(m.symbols.Intern("nargs")));
  return count != nullptr && count->type == ConstantType::kInteger && count->integer != 1;
}

// The type that the row and the call's arguments specify: a switch first, then several values, the
// row's type, and the cast.
ValueType TypeByRow(Machine& m, const AccessorRow& row, const CallArguments& arguments) {
  if (IsSwitch(m, arguments) || IsFlag(m, row, arguments)) return ValueType::kBool;
  if (TakesSeveral(m, row, arguments)) return ValueType::kList;
  if (row.type && *row.type != ValueType::kUnknown) return *row.type;
  Val cast = ArgumentOf(m, row.cast, arguments);
  return cast == nullptr ? ValueType::kUnknown : TypeOfCast(m, cast);
}

// type=click.Choice(["a", "b"]): the values that the option's type lists; null: it lists none.
Val ChoicesOf(Machine& m, const AccessorRow& row, const CallArguments& arguments) {
  // The type is a call with the values as its first argument.
  Val cast = ArgumentOf(m, row.cast, arguments);
  const LibraryVal* made = cast == nullptr ? nullptr : AsLibrary(cast);
  if (made == nullptr || made->arguments.positional.empty()) return nullptr;
  return TypeOfCast(m, cast) == ValueType::kEnum ? made->arguments.positional[0] : nullptr;
}

// Env(DEBUG=(bool, False)): the type and the default of the object's read of DEBUG. `made`: the
// arguments that created the object.
void ApplyScheme(Machine& m, std::string_view call, const CallArguments& made, Emission* read) {
  const size_t end = call.find("()");
  const ConstantVal* name = AsTextConstant(read->name);
  if (end == std::string_view::npos || name == nullptr) return;
  if (m.program.table.forms.schemes.count(std::string(call.substr(0, end))) == 0) return;
  Val declared = made.Keyword(name->text);
  if (declared == nullptr) {
    // The entry may be among the arguments that are not known, so the read may not raise.
    if (made.open) read->default_value = m.values.unknown();
    return;
  }
  const SequenceObject* both = AsSequence(declared);
  // The scheme's entry for this variable: (type, default), or a type.
  const bool pair = both != nullptr && ItemsOf(*both).size() == 2;
  const ValueType type = TypeOfCast(m, pair ? ItemsOf(*both)[0] : declared);
  // A pair is a type and a default; a type alone has none.
  if (type != ValueType::kUnknown) read->type = type;
  if (pair) read->default_value = ItemsOf(*both)[1];
}

// Whether the row is about a library's call that reads one variable of the library itself, and
// computes its result.
bool AsksForOne(const AccessorRow& row) {
  return !row.name.given() && !row.unnamed.empty() && row.op == AccessOp::kRead;
}

// `made`: the arguments that created the object of the method; null: there is none.
// `via`: the accessor to report.
Val AccessByRow(Machine& m, const AccessorRow& row, const CallArguments& arguments, NodeId node,
                std::string_view via, const CallArguments* made = nullptr) {
  // Steps: the name or names; the default, type and description, which are the same for each name;
  // then one event for each name.
  Val names = ArgumentOf(m, row.name, arguments);
  if (names == nullptr && !row.unnamed.empty())
    names = m.values.Text(m.symbols.Intern(row.unnamed));
  if (names == nullptr || IsNone(names)) return nullptr;
  Emission access;
  access.op = row.op;
  access.node = node;
  access.default_value = ArgumentOf(m, row.default_value, arguments);
  if (access.default_value == nullptr) access.default_value = UnsetFlag(m, row, arguments);
  if (access.default_value == nullptr && AsksForOne(row)) access.default_value = Opaque(m, node);
  access.written = ArgumentOf(m, row.value, arguments);
  access.type = TypeByRow(m, row, arguments);
  // A method that returns a list divides the text at commas: `env.list("APP_HOSTS")` of environs,
  // django-environ and envparse, `conf.getlist` of Airflow. Several values of an option are
  // separated by blanks (Click, "Multiple Values from Environment Values").
  if (row.type == ValueType::kList) access.separator = m.symbols.Intern(",");
  if (TakesSeveral(m, row, arguments)) access.separator = m.symbols.Intern(" ");
  // A declarator in a signature or class has its default and its type from there.
  if (m.run.declaration != nullptr &&
      m.run.declaration->call == CodePoint{m.run.frame->unit, node}) {
    if (m.run.declaration->default_value != nullptr)
      access.default_value = m.run.declaration->default_value;
    if (access.type == ValueType::kUnknown)
      access.type = TypeAnnotated(m, m.run.declaration->annotation);
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
    Emission read = access;
    read.name = NameByRow(m, row, name, arguments, made);
    if (read.name == nullptr) continue;
    // envvar="APP_DB" among a dozen lines of an option: the variable is reported there.
    const ConstantVal* text = row.name.position < 0 ? AsTextConstant(name) : nullptr;
    const bool here = text != nullptr && text->mark.frame == m.run.frame->id;
    if (here && text->mark.unit == m.run.frame->unit) read.node = text->mark.node;
    const bool asks = row.required && read.default_value == nullptr;
    if (asks && made != nullptr) ApplyScheme(m, row.call, *made, &read);
    read.required = asks && read.default_value == nullptr;
    Val one = Emit(m, read);
    if (Val choices = ChoicesOf(m, row, arguments)) NoteChoices(m, one, choices);
    out = out == nullptr ? one : Join(m.values, out, one);
  }
  return out;
}

// Whether the call only declares: the name of its variable is one keyword among others.
bool IsDeclaratorRow(const AccessorRow& row) {
  return row.name.given() && row.name.position < 0 && row.op == AccessOp::kRead &&
         row.call.find("()") == std::string::npos;
}

// Whether a read of the value may raise, and a handler of its own function runs if it does.
bool IsCaught(Machine& m, Val value) {
  const std::vector<uint32_t> events = EventsOf(value);
  return std::any_of(events.begin(), events.end(),
                     [&](uint32_t number) { return m.events.Numbered(number).raises.caught; });
}

// The result of a call that asks something about a path, such as os.path.exists: it is not the
// variable's value. If the read would raise, a test of the variable is around the call, and another
// branch gives the result for the unset case.
Val Answer(Machine& m, std::string_view path, ValueType type, const CallArguments& arguments,
           NodeId node) {
  Val asked = arguments.positional[0];
  const FacetVal* read = AsFacet(asked);
  const bool tested = read != nullptr && IsRaises(read->unset) && !IsCaught(m, read->set);
  if (tested) return ConvertValue(m, path, type, arguments, node);
  NoteType(m, asked, type);
  return Lift1(m.values, asked, [&](Val leaf) { return Opaque(m, node, leaf); });
}

}  // namespace

Val JoinPaths(Machine& m, const std::vector<Val>& pieces, NodeId node) {
  NoteType(m, pieces[0], ValueType::kPath);
  std::string whole;
  // As os.path.join: an absolute piece replaces what is before it.
  for (Val piece : pieces) {
    const ConstantVal* text = AsTextConstant(piece);
    if (text == nullptr) return m.values.MadeOf(m.run.frame->unit, node, false, pieces);
    const std::string& part = m.symbols.TextOf(text->text);
    if (part.starts_with("/")) whole.clear();
    if (!whole.empty() && !whole.ends_with("/")) whole += '/';
    whole += part;
  }
  return m.values.Text(m.symbols.Intern(whole), AsTextConstant(pieces[0])->mark);
}

namespace {

// A library receives the environment, or a function of the tree that it may call: a partial is
// called, a lambda run. Named functions run as roots in any case.
void HandOver(Machine& m, const CallArguments& arguments, NodeId node) {
  // A partial is called here, since only the library would call it.
  const auto take = [&](Val value) {
    if (value->kind == ValKind::kPartial) Call(m, value, {}, node);
    FunctionObject* function = AsFunction(value);
    if (function == nullptr || !ContainsSought(m, *function)) return;
    const Syntax& syntax = UnitAt(m, function->unit).syntax();
    if (syntax.kind(function->node) == NodeKind::kLambda) RunRoot(m, function, nullptr);
  };
  for (Val value : arguments.positional) take(value);
  for (const auto& keyword : arguments.keywords) take(keyword.second);
  NotePassedWhole(m, arguments, node);
}

// Conversions that keep the text are not in the table.
std::optional<ValueType> ConversionOf(const ProgramState& program, const std::string& path) {
  const auto row = program.table.conversions.find(path);
  if (row != program.table.conversions.end()) return row->second;
  if (path == "str" || path == "os.fspath" || path == "os.fsdecode" || path == "bytes") {
    return ValueType::kUnknown;
  }
  return std::nullopt;
}

}  // namespace

bool IsDeclarator(const Machine& m, Val callee) {
  // A row has the name as a keyword, or declares a call for fields of settings.
  const LibraryVal* library = AsLibrary(callee);
  if (library == nullptr) return false;
  const std::string& path = m.symbols.TextOf(library->path);
  const auto row = m.program.table.calls.find(path);
  if (row != m.program.table.calls.end()) return IsDeclaratorRow(row->second);
  return m.program.table.classes.field_calls.count(path) > 0;
}

Val ReadDeclared(Machine& m, const std::string& path, const CallArguments& arguments, NodeId node,
                 std::string_view via) {
  const auto row = m.program.table.calls.find(path);
  return row == m.program.table.calls.end() ? nullptr
                                            : AccessByRow(m, row->second, arguments, node, via);
}

Val LibraryItem(Machine& m, const LibraryVal& object, Val key, NodeId node) {
  const std::string path = m.symbols.TextOf(object.path) + ".__getitem__";
  const auto row = m.program.table.calls.find(path);
  if (row != m.program.table.calls.end()) {
    CallArguments arguments;
    arguments.positional.push_back(key);
    if (Val value = AccessByRow(m, row->second, arguments, node, row->second.call)) return value;
  }
  return ItemOfParser(m, object, key, node);
}

namespace {

constexpr std::string_view kJoin = "os.path.join";
constexpr std::string_view kAsked = "().get";  // config().get("x"), of a call's result

// The result of a call of which only the path is known.
Val ResultOf(Machine& m, const LibraryVal& callee, const CallArguments& arguments, NodeId node) {
  const std::string& path = m.symbols.TextOf(callee.path);
  // The result remembers its arguments: rows of its methods may need them.
  CallArguments kept = arguments;
  // Keywords that created a parser apply to its groups of arguments, too.
  for (const auto& [keyword, value] : callee.arguments.keywords) {
    const bool family = m.program.table.forms.family_keywords.count(m.symbols.TextOf(keyword)) > 0;
    if (family && kept.Keyword(keyword) == nullptr) kept.keywords.emplace_back(keyword, value);
  }
  // Longer paths and three calls in a row come from fluent interfaces, about which there are no
  // rows.
  constexpr size_t kLongest = 120;
  if (path.size() > kLongest || path.find("()()()") != std::string::npos) return Opaque(m, node);
  return m.values.Library(m.symbols.Intern(path + "()"), std::move(kept), m.run.frame->unit, node);
}

// Whether CallKnown does nothing for the path, with any arguments. This is decided once for each
// path: most library calls are of this kind.
bool IsUnlisted(const ProgramState& program, const std::string& path) {
  // Each condition corresponds to a step of CallKnown.
  const AccessorTable& table = program.table;
  return table.runs.count(path) == 0 && table.children.shells.count(path) == 0 &&
         (table.calls.count(path) == 0 || path == "*") && table.questions.count(path) == 0 &&
         table.children.calls.count(path) == 0 && !ConversionOf(program, path) &&
         !IsModelled(path) && table.forms.prefixes.count(path) == 0 &&
         table.classes.settings.count(path) == 0 && path != kJoin && !path.ends_with(kAsked) &&
         !path.starts_with("configparser.") && !path.starts_with("argparse.");
}

bool IsUnlistedPath(Machine& m, Symbol path) {
  enum : uint8_t { kNotAsked, kListed, kUnlisted };
  if (m.program.unlisted.size() <= path) m.program.unlisted.resize(2 * (size_t{path} + 1));
  uint8_t& known = m.program.unlisted[path];
  if (known == kNotAsked)
    known = IsUnlisted(m.program, m.symbols.TextOf(path)) ? kUnlisted : kListed;
  return known == kUnlisted;
}

// patch.object(os, "environ"): the member of a library's module as a text; null: the arguments are
// something else.
Val MemberNamed(Machine& m, Val module, Val name) {
  const LibraryVal* library = module == nullptr ? nullptr : AsLibrary(module);
  const ConstantVal* text = AsTextConstant(name);
  if (library == nullptr || text == nullptr) return nullptr;
  const std::string path = m.symbols.TextOf(library->path) + "." + m.symbols.TextOf(text->text);
  return m.values.Text(m.symbols.Intern(path));
}

// A call that an entry of the accessor table or a model describes; nullopt: there is neither.
std::optional<Val> CallKnown(Machine& m, const LibraryVal& callee, const CallArguments& arguments,
                             NodeId node) {
  const std::string& path = m.symbols.TextOf(callee.path);
  Val code = arguments.positional.empty() ? nullptr : arguments.positional[0];
  // exec("..."), subprocess.run("python -c ..."): code in a string.
  if (code != nullptr && (AsTextConstant(code) != nullptr || AsLibrary(code) != nullptr)) {
    if (m.program.table.runs.count(path) > 0) NoteRunString(m, code, RunBy::kExec, node);
    if (m.program.table.children.shells.count(path) > 0) {
      NoteRunString(m, code, RunBy::kShell, node);
    }
  }
  if (const auto row = m.program.table.calls.find(path);
      row != m.program.table.calls.end() && path != "*") {
    // A row: its environment argument, its effect, or the access that it describes.
    const AccessorRow& known = row->second;
    Val environment = ArgumentOf(m, known.environment, arguments);
    if (known.update && known.second.given()) {
      environment = MemberNamed(m, environment, ArgumentOf(m, known.second, arguments));
    }
    // The row is only about calls that receive the environment; others of the same name do
    // something else.
    if (known.environment.given() && !IsTheEnvironment(m, environment)) {
      return ResultOf(m, callee, arguments, node);
    }
    if (known.update) return UpdateEnvironment(m, known, arguments, node);
    Val value = AccessByRow(m, known, arguments, node, known.call, &callee.arguments);
    // A declarator's result is an object with its own rows; so is a library's object.
    if (IsDeclaratorRow(known) || AsksForOne(known) || m.program.table.IsObject(path + "()"))
      return ResultOf(m, callee, arguments, node);
    return value != nullptr ? value : m.values.unknown();
  }
  if (const std::optional<Val> value = CallOfComponent(m, callee, arguments, node)) return value;
  if (const std::optional<Val> value = CallOfParser(m, callee, arguments, node)) return value;
  if (const std::optional<Val> value = CallOfArgumentParser(m, callee, arguments, node))
    return value;
  if (const std::optional<Val> modelled = CallModelled(m, path, arguments, node)) return modelled;
  if (path == kJoin && arguments.positional.size() > 1) {
    return JoinPaths(m, arguments.positional, node);
  }
  if (path.ends_with(kAsked) && !arguments.positional.empty()) {
    static const ArgumentPlace kOtherwise{1, {"default"}};
    if (Val loaded = LoadedSetting(m, callee, arguments.positional[0])) return loaded;
    Val otherwise = ArgumentOf(m, kOtherwise, arguments);
    // The library's own settings decide; the default is one of two values.
    if (otherwise != nullptr)
      return Join(m.values, m.values.Held(m.run.frame->unit, node), otherwise);
  }
  if (const auto conversion = ConversionOf(m.program, path);
      conversion && !arguments.positional.empty()) {
    return ConvertValue(m, path, *conversion, arguments, node);
  }
  // Conversions and questions are in the table as well; sinks are the last resort.
  const auto question = m.program.table.questions.find(path);
  if (question != m.program.table.questions.end() && !arguments.positional.empty()) {
    return Answer(m, path, question->second, arguments, node);
  }
  if (const auto sink = m.program.table.children.calls.find(path);
      sink != m.program.table.children.calls.end()) {
    const auto position = static_cast<size_t>(sink->second);
    if (position < arguments.positional.size()) {
      PassToChild(m, arguments.positional[position], node);
    }
  }
  return std::nullopt;
}

}  // namespace

// Order: hooks for particular libraries, the flows of an audit, rows and models, and then what
// remains for an unlisted path.
Val CallLibrary(Machine& m, const LibraryVal& callee, const CallArguments& arguments, NodeId node) {
  const std::string& path = m.symbols.TextOf(callee.path);
  if (m.run.made_class != nullptr && path.ends_with("__new__")) return MakeClass(m, arguments);
  NoteFlows(m, path, arguments, &callee.arguments, node);
  if (!callee.arguments.keywords.empty()) ReadPrefixedOption(m, callee, arguments, node);
  if (!IsUnlistedPath(m, callee.path)) {
    if (const std::optional<Val> known = CallKnown(m, callee, arguments, node)) return *known;
  }
  HandOver(m, arguments, node);
  NoteDefined(m, callee, arguments, node);
  NoteLoaded(m, callee, arguments);
  // sys.path.insert(0, folder)
  if (!arguments.positional.empty() && (path == "sys.path.insert" || path == "sys.path.append")) {
    NoteType(m, arguments.positional.back(), ValueType::kPath);
  }
  // A builtin without a model has an opaque result.
  const bool builtin =
      path.find('.') == std::string::npos && path != "property" && path != "object";
  return builtin ? Opaque(m, node) : ResultOf(m, callee, arguments, node);
}

}  // namespace flagcensus
