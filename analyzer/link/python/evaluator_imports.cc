// Names that other modules hold → what they stand for, looked up when they are needed.
#include <algorithm>
#include <utility>

#include "analyzer/base/text.h"
#include "analyzer/link/python/evaluator.h"
#include "analyzer/python/outline.h"

namespace flagcensus {

ValueRef Evaluator::ModuleMember(int module, std::string_view name, int depth) {
  if (depth > 20) return nullptr;
  while (program_.modules[module].replaced_by >= 0) module = program_.modules[module].replaced_by;
  if (program_.modules[module].names_only) {
    PrepareModule(module);
  } else {
    EvaluateModule(module);
  }
  ModuleInfo& info = program_.modules[module];
  const auto found = info.globals.find(name);
  if (found != info.globals.end()) {
    if (info.ambiguous.count(name) > 0) return nullptr;
    const ValueRef value = found->second;
    return value != nullptr && value->kind == ValueKind::kImported ? ForceImport(*value, depth + 1)
                                                                   : value;
  }
  const std::vector<uint32_t>& left_out = info.parsed->left_out;
  if (std::binary_search(left_out.begin(), left_out.end(), WordHash(name))) {
    const int names = program_.LoadNames(info.file);
    if (names != module) return ModuleMember(names, name, depth + 1);
  }
  for (const int star : info.star_imports) {
    const int file = program_.FindModuleFile(program_.imports[star].module, info.file);
    if (file < 0) continue;
    const int from = program_.LoadModule(file);
    if (from == module) continue;
    const ValueRef value = ModuleMember(from, name, depth + 1);
    if (value != nullptr) return value;
  }
  if (program_.PathOf(module).ends_with("__init__.py")) {
    const int file = program_.FindModuleFile("." + std::string(name), info.file);
    if (file >= 0) return MakeEntity(ValueKind::kModule, program_.LoadModule(file));
  }
  return nullptr;
}

ValueRef Evaluator::Force(const ValueRef& value) {
  if (value == nullptr || !value->symbolic) return value;
  if (value->kind == ValueKind::kImported) return ForceImport(*value, 0);
  return Substitute(
      value,
      [&](const ValueRef& symbol) {
        return symbol->kind == ValueKind::kImported ? ForceImport(*symbol, 0) : symbol;
      },
      [](uint32_t site) { return std::optional<uint32_t>(site); });
}

ValueRef Evaluator::ForceImport(const Value& imported, int depth) {
  if (depth > 20) return nullptr;
  const Import import = program_.imports[imported.id];
  const int from = program_.modules[import.importer].file;
  std::vector<std::string> rest;
  if (!imported.text.empty()) {
    for (const std::string_view part : Split(imported.text, '.')) rest.emplace_back(part);
  }
  ValueRef value;
  size_t taken = 0;
  if (!import.name.empty()) {
    const int file = program_.FindModuleFile(import.module, from);
    if (file >= 0) value = ModuleMember(program_.LoadModule(file), import.name, depth + 1);
    if (value == nullptr) {
      const bool dots = !import.module.empty() && import.module.back() == '.';
      const int inner =
          program_.FindModuleFile(import.module + (dots ? "" : ".") + import.name, from);
      if (inner >= 0) value = MakeEntity(ValueKind::kModule, program_.LoadModule(inner));
    }
  } else {
    // `import a` and then a.b.c: the longest module that is in the tree.
    std::vector<std::string> path = rest;
    for (size_t n = rest.size() + 1; n-- > 0 && value == nullptr;) {
      std::string dotted = import.module;
      for (size_t i = 0; i < n; ++i) dotted += "." + rest[i];
      const int file = program_.FindModuleFile(dotted, from);
      if (file < 0) continue;
      value = MakeEntity(ValueKind::kModule, program_.LoadModule(file));
      taken = n;
    }
  }
  for (size_t i = taken; i < rest.size() && value != nullptr; ++i) {
    if (value->kind == ValueKind::kModule) {
      value = ModuleMember(value->id, rest[i], depth + 1);
    } else {
      Frame frame;
      frame.module = import.importer;
      frame.syntax = &program_.SyntaxOf(import.importer);
      value = AttributeOf(value, rest[i], kNoNode, frame);
    }
  }
  return value;
}

// What an imported name stands for: something outside the tree, or a name to be looked up when it
// is needed.
ValueRef Evaluator::ImportValue(int module, std::string_view dotted, std::string_view name) {
  const int file = program_.modules[module].file;
  const std::string_view root = dotted.substr(0, dotted.find('.'));
  const auto external = [&] {
    std::string full(dotted);
    if (!name.empty()) full += (full.empty() ? "" : ".") + std::string(name);
    return MakeExternal(full);
  };
  if (IsLibrary(root)) return external();
  const bool relative = !dotted.empty() && dotted.front() == '.';
  const bool here =
      relative || program_.FindModuleFile(dotted, file) >= 0 ||
      (!name.empty() &&
       program_.FindModuleFile(std::string(dotted) + "." + std::string(name), file) >= 0);
  if (!here) return external();
  program_.imports.push_back({module, std::string(dotted), std::string(name)});
  return MakeSymbol(ValueKind::kImported, static_cast<int32_t>(program_.imports.size()) - 1, "");
}

}  // namespace flagcensus
