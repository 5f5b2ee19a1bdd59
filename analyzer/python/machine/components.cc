// Objects of libraries with settings that the program passes on: in part, to components that
// declare which settings they need, or filled from a module.
//
//   class Store:
//       class Config:
//           size = Option(default="3")           DB_SIZE, 3
//       def __init__(self, settings): self.settings = settings.with_options(self)
//   Store(settings.with_namespace("db"))
#include <algorithm>

#include "analyzer/base/text.h"
#include "analyzer/python/machine/machine.h"

namespace flagcensus {
namespace {

// The classes `Config` of the component's class and its bases.
std::vector<ClassObject*> OptionClassesOf(Machine& m, Val component) {
  // The component itself, or its class.
  const InstanceObject* instance = AsInstance(component);
  ClassObject* type = instance == nullptr ? AsClass(component) : instance->type;
  std::vector<ClassObject*> out;
  if (type == nullptr) return out;
  for (const ClassObject* one : BasesOf(type)) {
    Val held = one->slots.Get(TextKey(m.symbols.Intern("Config")));
    ClassObject* options = held == nullptr ? nullptr : AsClass(Resolve(m, held));
    if (options != nullptr) out.push_back(options);
  }
  return out;
}

// Reads the options of a component under their names, with the object's namespace before them:
// DB_SIZE for `size`, in with_namespace("db").
void ReadComponent(Machine& m, Val component, const CallArguments& made, NodeId node) {
  const Symbol space = m.symbols.Intern("namespace");
  // The nearest class's option of a name.
  std::set<Symbol> seen;
  for (ClassObject* options : OptionClassesOf(m, component)) {
    for (const DeclaredField& field : DeclaredFieldsOf(m, options)) {
      const LibraryVal* option = AsLibrary(field.owner->slots.Get(TextKey(field.name)));
      std::string path = option == nullptr ? "" : m.symbols.TextOf(option->path);
      // A field of a derived class hides that of its base.
      if (!path.ends_with("()") || !seen.insert(field.name).second) continue;
      path.resize(path.size() - 2);
      if (m.program.table.calls.count(path) == 0) continue;
      const ConstantVal* before = AsTextConstant(made.Keyword(space));
      CallArguments arguments = option->arguments;
      const std::string name =
          (before == nullptr ? "" : m.symbols.TextOf(before->text)) + m.symbols.TextOf(field.name);
      arguments.keywords.emplace_back(
          m.symbols.Intern("key"),
          m.values.Text(m.symbols.Intern(name), {Mark::kDeclared, field.at.unit, field.at.node}));
      ReadDeclared(m, path, arguments, node, path);
    }
  }
}

}  // namespace

std::optional<Val> CallOfComponent(Machine& m, const LibraryVal& callee,
                                   const CallArguments& arguments, NodeId node) {
  // Rows have the path of the object and its method.
  const std::string& path = m.symbols.TextOf(callee.path);
  const size_t dot = path.rfind("().");
  if (arguments.positional.empty() || dot == std::string::npos) return std::nullopt;
  // If the object's rows have no prefix, only a `with` statement provides it; see library.cc.
  const auto row = m.program.table.calls.find(path.substr(0, dot + 2));
  const bool own = row != m.program.table.calls.end() && row->second.prefix.given();
  const bool hands = own && m.program.table.forms.prefixes.count(path) > 0;
  if (!hands && m.program.table.classes.settings.count(path) == 0) return std::nullopt;
  CallArguments kept;
  const Symbol space = m.symbols.Intern("namespace");
  Val before = callee.arguments.Keyword(space);
  // with_namespace("db"): the same object with a longer namespace. An unknown name makes all of its
  // settings unknown.
  if (hands) {
    const ConstantVal* name = AsTextConstant(arguments.positional[0]);
    if (name == nullptr) return m.values.unknown();
    std::string whole =
        AsTextConstant(before) == nullptr ? "" : m.symbols.TextOf(AsTextConstant(before)->text);
    whole += ToUpper(m.symbols.TextOf(name->text)) + "_";
    kept.keywords.emplace_back(space, m.values.Text(m.symbols.Intern(whole)));
    const std::string object = path.substr(0, dot + 2);
    return m.values.Library(m.symbols.Intern(object), std::move(kept), m.run.frame->unit, node);
  }
  // with_options(component): the component's settings are read.
  ForEachLeaf(arguments.positional[0],
              [&](Val leaf) { ReadComponent(m, leaf, callee.arguments, node); });
  return m.values.Library(m.symbols.Intern(path + "()"), std::move(kept), m.run.frame->unit, node);
}

void NoteLoaded(Machine& m, const LibraryVal& callee, const CallArguments& arguments) {
  const std::string& path = m.symbols.TextOf(callee.path);
  const std::string_view method = std::string_view(path).substr(path.rfind('.') + 1);
  const std::vector<std::string>& loaders = m.program.table.classes.loaders;
  // Only objects that a call created, and methods that load.
  if (m.run.over || callee.unit < 0 || arguments.positional.empty()) return;
  if (std::find(loaders.begin(), loaders.end(), method) == loaders.end()) return;
  HeapObject* from = ObjectOf(arguments.positional[0]);
  if (const ConstantVal* name = AsTextConstant(arguments.positional[0])) {
    // A module by its name: from_object("app.settings").
    const int here = UnitAt(m, m.run.frame->unit).file;
    const int file = m.program.index.Find(m.symbols.TextOf(name->text), here);
    from = file < 0 ? nullptr : LoadModule(m, file, true);
  }
  const bool names =
      from != nullptr && (from->kind == ObjectKind::kModule || from->kind == ObjectKind::kClass);
  // Eight: an object is configured from a base module and one per deployment.
  constexpr size_t kMaxLoaded = 8;
  std::vector<HeapObject*>& all = m.libraries.loaded[{callee.unit, callee.node}];
  if (names && all.size() < kMaxLoaded) all.push_back(from);
}

// Soft: a deployment may load another module.
Val LoadedSetting(Machine& m, const LibraryVal& object, Val key) {
  const ConstantVal* name = AsTextConstant(key);
  const auto known = m.libraries.loaded.find({object.unit, object.node});
  // Later loads override earlier ones.
  if (name == nullptr || known == m.libraries.loaded.end()) return nullptr;
  for (size_t i = known->second.size(); i-- > 0;) {  // the last one counts
    Val held = known->second[i]->slots.Get(TextKey(name->text));
    if (held != nullptr) return m.values.Soft(Resolve(m, WithoutAbsent(m.values, held)));
  }
  return nullptr;
}

}  // namespace flagcensus
