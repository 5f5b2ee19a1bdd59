#include "analyzer/link/python/program.h"

namespace flagcensus {

Place PlaceOfNode(const ModuleInfo& module, const std::string& path, const Node& node) {
  if (module.one_line > 0) return PlaceIn(*module.parsed, path, module.one_line, module.one_column);
  return PlaceIn(*module.parsed, path, node.line + module.line_offset,
                 node.column + module.column_offset);
}

int Program::AddModule(int file, std::shared_ptr<const PythonFile> parsed) {
  const auto made = static_cast<int>(modules.size());
  const auto [at, added] = module_of_file_.try_emplace(file, made);
  if (!added) {
    modules[static_cast<size_t>(at->second)].replaced_by = made;
    at->second = made;
  }
  modules.emplace_back();
  modules.back().file = file;
  modules.back().parsed = std::move(parsed);
  return made;
}

int Program::AddDocstring(int module, const PythonFile::CodeText& code) {
  ModuleInfo made;
  made.file = modules[static_cast<size_t>(module)].file;
  made.parsed = std::make_shared<PythonFile>(ParsePython(code.text, {}, true));
  made.docstring_of = module;
  made.line_offset = code.line - 1;
  made.column_offset = code.column;
  modules.push_back(std::move(made));
  return static_cast<int>(modules.size()) - 1;
}

int Program::AddText(const RunText& code) {
  ModuleInfo made;
  made.file = modules[static_cast<size_t>(code.module)].file;
  PythonFile parsed = ParsePython(code.text, {}, true);
  parsed.cells = modules[static_cast<size_t>(code.module)].parsed->cells;
  made.parsed = std::make_shared<PythonFile>(std::move(parsed));
  made.run_as_text = true;
  if (code.one_place) {
    made.one_line = code.line;
    made.one_column = code.column;
  } else {
    made.line_offset = code.line - 1;
    made.column_offset = code.column;
  }
  modules.push_back(std::move(made));
  return static_cast<int>(modules.size()) - 1;
}

int Program::ModuleOf(int file) const {
  const auto at = module_of_file_.find(file);
  return at == module_of_file_.end() ? -1 : at->second;
}

int Program::LoadModule(int file) {
  const int known = ModuleOf(file);
  if (known >= 0) return known;
  const int made = AddModule(file, load_(file));
  modules[static_cast<size_t>(made)].names_only = true;
  names_of_file_[file] = made;
  return made;
}

int Program::LoadNames(int file) {
  const auto [at, added] = names_of_file_.try_emplace(file, static_cast<int>(modules.size()));
  if (added) {
    modules.emplace_back();
    modules.back().file = file;
    modules.back().names_only = true;
    modules.back().parsed = load_(file);
  }
  return at->second;
}

bool IsLibrary(std::string_view root) {
  static const std::set<std::string_view> kLibrary = {
      "os",        "posix", "nt",          "sys",    "json",       "pathlib",
      "functools", "enum",  "dataclasses", "typing", "subprocess", "unittest",
      "pytest",    "mock",  "ast",         "shlex",  "decimal",    "distutils"};
  return kLibrary.count(root) > 0;
}

}  // namespace flagcensus
