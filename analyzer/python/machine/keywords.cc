// Keywords and keys that declare their text to be a variable's name, or a prefix of names, for any
// callee:
//
//   add_argument("--host", env_var="APP_HOST")       any parser: a row "*" of the accessor table
//   add_argument(action=EnvDefault, envvar="APP_X")  the class is called with the other keywords
//   Option("port", env_var="APP_PORT")               a record, if the program reads by its field
//   group(auto_envvar_prefix="APP")                  variables APP_*: rows `family_keywords`
#include <algorithm>

#include "analyzer/base/text.h"
#include "analyzer/python/machine/machine.h"

namespace flagcensus {
namespace {

// A text that could be a variable's name: at least three characters, no lower-case letter at its
// beginning. Names in lower case are not seen here.
bool IsVariable(const std::string& text) {
  return text.size() > 2 && IsUpper(text[0]) && AllBytes(text, IsVariableNameByte);
}

bool NamesVariables(Machine& m, Val value) {
  // One name, or a list of names that are all variables.
  const auto several = AsSequence(value) == nullptr ? std::nullopt : KnownElements(m, value);
  const std::vector<Val> all = several ? *several : std::vector<Val>{value};
  return !all.empty() && std::all_of(all.begin(), all.end(), [&](Val one) {
    const ConstantVal* text = AsTextConstant(one);
    return text != nullptr && IsVariable(m.symbols.TextOf(text->text));
  });
}

// Whether the callee cannot have such a keyword, or a row of the table describes it already.
bool RefusesKeywords(const Machine& m, Val callee, const CallArguments& arguments) {
  const LibraryVal* library = AsLibrary(callee);
  if (library == nullptr) return false;
  const std::string& path = m.symbols.TextOf(library->path);
  if (m.program.table.calls.count(path) > 0) return true;
  // argparse has no such keyword itself, but an action of the program may (Python Library
  // Reference, "add_argument()").
  const auto is_action = [&](const auto& one) { return m.symbols.TextOf(one.first) == "action"; };
  return path.starts_with("argparse.") &&
         std::none_of(arguments.keywords.begin(), arguments.keywords.end(), is_action);
}

// A class that is passed with keywords of its constructor is called with them. Returns whether
// there is one.
bool MakeAction(Machine& m, const CallArguments& arguments, NodeId node) {
  // The class may be under any keyword: action=, cls=, type=.
  for (const auto& [keyword, value] : arguments.keywords) {
    ClassObject* type = AsClass(value);
    if (type == nullptr) continue;
    const FunctionObject* init = AsFunction(FindInClass(m, type, m.symbols.Intern("__init__")));
    if (init == nullptr || !ContainsSought(m, *init)) continue;
    CallArguments with;
    for (const auto& one : arguments.keywords) {
      if (one.first != keyword) with.keywords.push_back(one);
    }
    Call(m, value, with, node);
    return true;
  }
  return false;
}

// Whether a record's default is computed by the program; object() only marks that there is no
// default.
bool IsComputedDefault(const SymbolTable& symbols, Val held) {
  const LibraryVal* library = AsLibrary(held);
  return AsUnknown(held) != nullptr ||
         (library != nullptr && symbols.TextOf(library->path) != "object()");
}

// `made`: the record. 5000: larger tables of records are data.
void NoteRecord(Machine& m, FoundState::Record record, Val made) {
  constexpr size_t kMaxRecords = 5000;
  const InstanceObject* instance = AsInstance(made);
  if (instance == nullptr || m.found.records.size() >= kMaxRecords) return;
  // The first column with a value.
  for (const std::string& column : m.program.table.default_columns) {
    Val held = instance->slots.Get(TextKey(m.symbols.Intern(column)));
    const bool given =
        held != nullptr && (AsConstant(held) != nullptr || IsComputedDefault(m.symbols, held));
    if (record.default_value == nullptr && given) record.default_value = held;
  }
  record.type = TypeInRecord(m, made);
  m.found.records.push_back(record);
}

// A record's field that names a variable and was passed by its position: it is found in the call by
// its text.
void NotePositions(Machine& m, const std::vector<std::string>& names,
                   const CallArguments& arguments, NodeId node, Val made) {
  const InstanceObject* record = AsInstance(made);
  if (record == nullptr) return;
  const PythonUnit& unit = UnitHere(m);
  const Syntax& syntax = unit.syntax();
  // The field's value is searched for in the call.
  for (const std::string& name : names) {
    const Symbol field = m.symbols.Intern(name);
    const ConstantVal* text = AsTextConstant(record->slots.Get(TextKey(field)));
    if (text == nullptr || arguments.Keyword(field) != nullptr ||
        !IsVariable(m.symbols.TextOf(text->text)))
      continue;
    for (size_t i = 1; i < syntax.count(node); ++i) {
      const NodeId argument = syntax.child(node, i);
      const bool here =
          syntax.kind(argument) == NodeKind::kString && unit.SymbolOf(argument) == text->text;
      if (here) NoteRecord(m, {m.run.frame->unit, argument, field, text, nullptr}, made);
    }
  }
}

// Whether the field's name suggests that it contains a variable's name: sysenvvar, env_name,
// variable. "envelope" matches, too; its texts rarely look like variables.
bool SuggestsVariable(const std::string& field) {
  return field.find("env") != std::string::npos || field.ends_with("var") ||
         field.ends_with("variable");
}

// Whether a run has found the read: the run knows more about it.
bool IsReadAt(Machine& m, Symbol name, const CodePoint& at) {
  const std::vector<uint32_t>& sites = m.events.OfVariable(name);
  return std::any_of(sites.begin(), sites.end(), [&](uint32_t number) {
    const EventSite& site = m.events.Numbered(number);
    return site.at == at && site.op == AccessOp::kRead;
  });
}

// Objects that were created with a variable's name in a field by which the program reads, of an
// object that is not known there.
void ReadMadeRecords(Machine& m) {
  constexpr size_t kMaxRecords = 5000;
  struct Row {
    Symbol name;
    Symbol field;
    const InstanceObject* object;
  };
  std::map<CodePoint, Row> rows;
  for (const Symbol field : m.found.asked_fields) {
    if (!SuggestsVariable(m.symbols.TextOf(field))) continue;
    // Objects are grouped by what created them.
    for (const auto& [constructor, objects] : m.pending.made) {
      for (const InstanceObject* object : objects) {
        const ConstantVal* name = AsTextConstant(object->slots.Get(TextKey(field)));
        const bool spelled = name != nullptr && name->mark.unit >= 0 && rows.size() < kMaxRecords;
        if (!spelled || !IsVariable(m.symbols.TextOf(name->text))) continue;
        const CodePoint at{name->mark.unit, name->mark.node};
        if (UnitAt(m, at.unit).syntax().kind(at.node) != NodeKind::kString) continue;
        if (IsReadAt(m, name->text, at)) continue;
        rows.try_emplace(at, Row{name->text, field, object});
      }
    }
  }
  for (const auto& [at, row] : rows) {
    // Enough for one event; the record is known completely.
    constexpr uint64_t kSteps = 500;
    Activation run = ModuleRun(m, m.program.modules[static_cast<size_t>(at.unit)]);
    RunApart(m, &run, kSteps, [&, at = at, row = row] {
      Emission read;
      read.name = m.values.Text(row.name);
      read.node = at.node;
      read.default_value = DefaultInRecord(m, row.object->self);
      read.type = TypeInRecord(m, row.object->self);
      read.via = row.field;
      Emit(m, read);
    });
  }
}

}  // namespace

void ReadRecords(Machine& m) {
  for (const FoundState::Record& record : m.found.records) {
    // No code reads by this field: the record's text is then only a text.
    if (m.found.asked_fields.count(record.field) == 0) continue;
    constexpr uint64_t kSteps = 500;
    Activation run = ModuleRun(m, m.program.modules[static_cast<size_t>(record.unit)]);
    RunApart(m, &run, kSteps, [&] {
      // A record may name several variables: env=["A", "B"].
      const auto several =
          AsSequence(record.names) == nullptr ? std::nullopt : KnownElements(m, record.names);
      for (Val name : several ? *several : std::vector<Val>{record.names}) {
        Emission read;
        read.name = m.values.Text(AsTextConstant(name)->text);
        read.node = record.node;
        read.default_value = record.default_value;
        read.type = record.type;
        read.via = record.field;
        Emit(m, read);
      }
    });
  }
  ReadMadeRecords(m);
}

void NoteFamily(Machine& m, const std::string& keyword, Val prefix, NodeId node) {
  if (m.run.over) return;
  const auto row = m.program.table.forms.family_keywords.find(keyword);
  const ConstantVal* text = AsTextConstant(prefix);
  if (row == m.program.table.forms.family_keywords.end() || text == nullptr || text->text == 0) {
    return;
  }
  // The prefix is joined to what the library puts after it, usually "_".
  const std::string begin = ToUpper(m.symbols.TextOf(text->text)) + row->second;
  TextPart literal;
  literal.text = m.symbols.Intern(begin);
  TextPart rest;
  rest.kind = TextPart::Kind::kAnything;
  Emission read;
  read.name = m.values.Parts({literal, rest}, {}, m.symbols);
  read.node = node;
  read.via = m.symbols.Intern(keyword);
  Emit(m, read);
}

namespace {

// add_argument("--mode", default=os.environ.get("APP_MODE"), choices=[...]): the option's type and
// choices apply to its default, and so to the variable.
void NoteTypeOfDefault(Machine& m, const CallArguments& arguments) {
  Val value = arguments.Keyword(m.symbols.Intern("default"));
  if (value == nullptr || EventsOf(value).empty()) return;
  if (Val cast = arguments.Keyword(m.symbols.Intern("type"))) {
    ClassObject* type = AsClass(cast);
    if (type != nullptr && IsEnumeration(m.symbols, type)) {
      NoteChoices(m, value, cast);
    } else {
      NoteType(m, value, TypeOfCast(m, cast));
    }
  }
  Val choices = arguments.Keyword(m.symbols.Intern("choices"));
  if (choices != nullptr && !IsNone(choices)) {
    NoteChoices(m, value, choices);
  }
}

}  // namespace

void NoteKeywords(Machine& m, Val callee, const CallArguments& arguments, NodeId node, Val result) {
  static const std::string kAnyCall = "*";
  // Steps: fields by position; then, without keywords, only setdefault("prefix", "APP") is of
  // interest; then each keyword.
  if (AsClass(callee) != nullptr && !arguments.positional.empty()) {
    const auto columns = m.program.table.calls.find(kAnyCall);
    if (columns != m.program.table.calls.end()) {
      NotePositions(m, columns->second.name.keywords, arguments, node, result);
    }
  }
  if (arguments.keywords.empty() && arguments.positional.size() != 2) return;
  const PythonUnit& unit = UnitHere(m);
  const Syntax& syntax = unit.syntax();
  const bool of_tree = AsFunction(callee) != nullptr || AsBound(callee) != nullptr;
  if (!of_tree) NoteTypeOfDefault(m, arguments);
  const auto any = m.program.table.calls.find(kAnyCall);
  const bool made = !of_tree && AsClass(callee) == nullptr && MakeAction(m, arguments, node);
  // Each keyword at its own place.
  for (size_t i = 1; i < syntax.count(node); ++i) {
    const NodeId keyword = syntax.child(node, i);
    if (syntax.kind(keyword) != NodeKind::kKeyword) continue;
    const std::string& word = syntax.text(keyword);
    Val value = arguments.Keyword(unit.SymbolOf(keyword));
    if (value == nullptr) continue;
    NoteFamily(m, word, value, syntax.child(keyword, 0));
    if (of_tree || any == m.program.table.calls.end()) continue;  // the function's body is run
    const auto& names = any->second.name.keywords;
    if (std::find(names.begin(), names.end(), word) == names.end()) continue;
    if (!NamesVariables(m, value) || RefusesKeywords(m, callee, arguments)) continue;
    if (AsClass(callee) != nullptr) {
      const NodeId text = syntax.child(keyword, 0);
      const NodeId place = syntax.kind(text) == NodeKind::kString ? text : node;
      NoteRecord(m, {m.run.frame->unit, place, unit.SymbolOf(keyword), value, nullptr}, result);
    } else if (!made) {
      ReadDeclared(m, "*", arguments, node, word);
    }
  }
  // settings.setdefault("auto_envvar_prefix", "APP")
  if (arguments.positional.size() == 2 && syntax.count(node) == 3) {
    const ConstantVal* key = AsTextConstant(arguments.positional[0]);
    if (key != nullptr) {
      NoteFamily(m, m.symbols.TextOf(key->text), arguments.positional[1], syntax.child(node, 2));
    }
  }
}

}  // namespace flagcensus
