// What pytest passes to the parameters of tests and fixtures (pytest: "How to parametrize fixtures
// and test functions", "How to use fixtures"):
//
//   @pytest.mark.parametrize("name, value", [("A", "1"), ("B", "2")])   one of the column's values
//   @pytest.fixture(params=["A", "B"])                                  request.param
//   a parameter called as a fixture of the module, the class or the conftest.py around
#include <algorithm>

#include "analyzer/base/text.h"
#include "analyzer/python/machine/machine.h"

namespace flagcensus {
namespace {

constexpr std::string_view kParametrize = "pytest.mark.parametrize()";

bool IsFixtureMark(std::string_view path) {
  return path == "pytest.fixture" || path == "pytest.fixture()" ||
         path == "pytest_asyncio.fixture" || path == "pytest_asyncio.fixture()";
}

const LibraryVal* FixtureMarkOf(const SymbolTable& symbols, const FunctionObject& function) {
  // The mark is one of the function's decorators.
  for (Val option : function.options) {
    const LibraryVal* library = AsLibrary(option);
    if (library != nullptr && IsFixtureMark(symbols.TextOf(library->path))) return library;
  }
  return nullptr;
}

// The argument at that position, or by that keyword; null: it is not passed.
Val ArgumentOf(Machine& m, const CallArguments& arguments, size_t position,
               std::string_view keyword) {
  if (position < arguments.positional.size()) return arguments.positional[position];
  return arguments.Keyword(m.symbols.Intern(keyword));
}

// "name, value" in one text, or a list of texts.
std::vector<std::string> ParameterNames(SymbolTable& symbols, Val names) {
  std::vector<std::string> out;
  if (const ConstantVal* text = AsTextConstant(names)) {
    for (const std::string_view one : Split(symbols.TextOf(text->text), ',')) {
      out.emplace_back(Trim(one));
    }
  } else if (const SequenceObject* sequence = AsSequence(names)) {
    for (Val one : ItemsOf(*sequence)) {
      const ConstantVal* name = AsTextConstant(one);
      out.push_back(name == nullptr ? "" : symbols.TextOf(name->text));
    }
  }
  return out;
}

// The value in a column of a row, which pytest.param() may have created; null: it is not known.
Val CellOf(SymbolTable& symbols, Val row, size_t column, size_t columns) {
  // pytest.param("A", id="x") is a row with marks.
  const LibraryVal* marked = AsLibrary(row);
  if (marked != nullptr && symbols.TextOf(marked->path) == "pytest.param()") {
    const std::vector<Val>& cells = marked->arguments.positional;
    return column < cells.size() ? cells[column] : nullptr;
  }
  if (columns == 1) return row;
  const SequenceObject* sequence = AsSequence(row);
  const bool fits = sequence != nullptr && ItemsOf(*sequence).size() == columns;
  return fits ? ItemsOf(*sequence)[column] : nullptr;
}

// One of the values in the column; null: the rows are not all known.
Val AnyOfColumn(Machine& m, Val rows, size_t column, size_t columns) {
  if (rows == nullptr) return nullptr;
  auto known = KnownElements(m, rows);
  // Rows that only one branch adds: ROWS.extend(...) below a test of the platform.
  if (const SequenceObject* sequence = AsSequence(rows); !known && sequence != nullptr) {
    known = ItemsOf(*sequence);
    ForEachLeaf(MoreOf(*sequence), [&](Val leaf) { known->push_back(leaf); });
  }
  const auto is_unknown = [](Val row) { return AsUnknown(row) != nullptr; };
  if (!known || std::any_of(known->begin(), known->end(), is_unknown)) return nullptr;
  // Cell by cell; one unknown cell makes the column unknown.
  std::vector<Val> all;
  for (Val row : *known) {
    Val cell = CellOf(m.symbols, row, column, columns);
    if (cell == nullptr) return nullptr;
    ForEachLeaf(cell, [&](Val leaf) { all.push_back(leaf); });
  }
  return all.empty() ? nullptr : m.values.Alternatives(all);
}

// The values that a mark of the test specifies for the parameter; null: there is no such mark.
// indirect= passes the values to a fixture instead.
Val Parametrized(Machine& m, const std::vector<Val>& marks, const std::string& parameter) {
  for (Val mark : marks) {
    // Each mark of the test, up to one with the parameter's name.
    const LibraryVal* library = AsLibrary(mark);
    if (library == nullptr || m.symbols.TextOf(library->path) != kParametrize) continue;
    const CallArguments& arguments = library->arguments;
    Val names = ArgumentOf(m, arguments, 0, "argnames");
    if (names == nullptr || arguments.Keyword(m.symbols.Intern("indirect")) != nullptr) continue;
    const std::vector<std::string> all = ParameterNames(m.symbols, names);
    const auto at = std::find(all.begin(), all.end(), parameter);
    if (at == all.end()) continue;
    return AnyOfColumn(m, ArgumentOf(m, arguments, 1, "argvalues"),
                       static_cast<size_t>(at - all.begin()), all.size());
  }
  return nullptr;
}

// An object with a field `param`, which is one of the values in the fixture's mark; null: the mark
// lists none.
Val RequestOf(Machine& m, const LibraryVal& mark) {
  Val param = AnyOfColumn(m, mark.arguments.Keyword(m.symbols.Intern("params")), 0, 1);
  if (param == nullptr) return nullptr;
  ClassObject* type = m.heap.New<ClassObject>();
  type->name = m.symbols.Intern("FixtureRequest");
  InstanceObject* request = m.heap.New<InstanceObject>();
  request->type = type;
  request->slots.Set(TextKey(m.symbols.Intern("param")), param);
  return request->self;
}

// The conftest.py that applies to the file; null: there is none.
ModuleObject* ConftestOf(Machine& m, int file) {
  // The index finds the nearest one; it has to be in a directory around the file.
  const int found = m.program.index.Find("conftest", file);
  if (found < 0 || found == file) return nullptr;
  const std::string& path = m.program.tree.files[static_cast<size_t>(found)].path;
  const std::string directory = path.substr(0, path.rfind('/') + 1);
  const bool around = m.program.tree.files[static_cast<size_t>(file)].path.starts_with(directory);
  return around ? LoadModule(m, found, true) : nullptr;
}

// The fixture that a parameter of the function refers to: of its class, its module, or conftest.py;
// null: it is not known.
FunctionObject* FixtureNamed(Machine& m, const FunctionObject& function, Symbol name) {
  const auto fixture = [&](Val held) -> FunctionObject* {
    FunctionObject* found = held == nullptr ? nullptr : AsFunction(held);
    const bool fits =
        found != nullptr && found != &function && FixtureMarkOf(m.symbols, *found) != nullptr;
    return fits ? found : nullptr;
  };
  // The class first, then the module with its imports, then conftest.py.
  if (function.owner != nullptr) {
    if (FunctionObject* own = fixture(FindInClass(m, function.owner, name))) return own;
  }
  if (function.module == nullptr) return nullptr;
  if (FunctionObject* own = fixture(ModuleMember(m, function.module, name))) return own;
  const int file = m.program.units[static_cast<size_t>(function.unit)].file;
  ModuleObject* conftest = ConftestOf(m, file);
  return conftest == nullptr ? nullptr : fixture(ModuleMember(m, conftest, name));
}

// Whether the fixture's result may matter: it receives a fixture that touches the environment
// (monkeypatch), or its own values (request). Other fixtures are not run: there are many, and their
// objects rarely contain names.
bool MattersAsFixture(const Machine& m, const FunctionObject& fixture) {
  const PythonUnit& unit = UnitAt(m, fixture.unit);
  const NodeId parameters = unit.syntax().child(fixture.node, 0);
  bool passed = false;
  for (size_t i = 0; i < unit.syntax().count(parameters); ++i) {
    const std::string& name = unit.syntax().text(unit.syntax().child(parameters, i));
    passed = passed || m.program.table.forms.fixtures.count(name) > 0 || name == "request";
  }
  return passed;
}

// The fixture's result: what it returns, or yields first. It is run once, with 5000 steps, outside
// all branches.
Val GivenBy(Machine& m, FunctionObject* fixture) {
  const auto [known, added] = m.libraries.given.try_emplace(fixture, m.values.unknown());
  if (!added) return known->second;
  constexpr uint64_t kSteps = 5000;
  Val value = m.values.unknown();
  m.heap.RunOutside([&] {
    RunApart(m, m.run.frame, kSteps, [&] {
      Val receiver = fixture->owner == nullptr ? nullptr : GenericInstance(m, fixture->owner);
      value = RunRoot(m, fixture, receiver);
    });
  });
  const SequenceObject* sequence = AsSequence(value);
  if (sequence != nullptr && sequence->sequence == SequenceKind::kGenerator) {
    value = ItemsOf(*sequence).empty() ? m.values.unknown() : ItemsOf(*sequence)[0];
  }
  m.libraries.given[fixture] = value;
  return value;
}

}  // namespace

Val GivenByPytest(Machine& m, FunctionObject* function, Symbol parameter) {
  // monkeypatch, tmp_path and the like are in the table.
  const std::string& name = m.symbols.TextOf(parameter);
  const auto known = m.program.table.forms.fixtures.find(name);
  if (known != m.program.table.forms.fixtures.end()) {
    return m.values.Library(m.symbols.Intern(known->second));
  }
  const LibraryVal* mark = FixtureMarkOf(m.symbols, *function);
  if (mark == nullptr && !m.symbols.TextOf(function->name).starts_with("test")) return nullptr;
  if (mark != nullptr && name == "request") return RequestOf(m, *mark);
  Val value = Parametrized(m, function->options, name);
  if (value == nullptr && function->owner != nullptr) {
    value = Parametrized(m, function->owner->marks, name);
  }
  if (value != nullptr) {
    // A table in which the test looks the value up may have more keys than the test uses.
    Val other =
        m.values.Parts({{TextPart::Kind::kParameter, parameter, function, 0, {}}}, {}, m.symbols);
    return Join(m.values, value, other);
  }
  FunctionObject* fixture = FixtureNamed(m, *function, parameter);
  if (fixture == nullptr || !MattersAsFixture(m, *fixture)) return nullptr;
  value = GivenBy(m, fixture);
  return value->kind == ValKind::kUnknown ? nullptr : value;
}

}  // namespace flagcensus
