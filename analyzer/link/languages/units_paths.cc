// a dotted path ─→ the files that it may mean, and the constant or function there
#include "analyzer/base/text.h"
#include "analyzer/link/languages/units.h"

namespace flagcensus {
namespace {

constexpr int kMostAgain = 4;  // files in a row that export a name again

}  // namespace

// The file of a module that `module.name` or `module.Type.name` means, where one alone is called
// so.
std::vector<size_t> Units::FilesOfRust(const std::string& path, std::string* rest) const {
  if (path.starts_with("std.")) return {};
  size_t end = path.rfind('.');
  for (int tries = 0; tries < 2 && end != std::string::npos && end > 0; ++tries) {
    const size_t begin = path.rfind('.', end - 1) + 1;  // npos + 1 is 0
    const auto found = rust_modules_.find(path.substr(begin, end - begin));
    if (found != rust_modules_.end() && found->second.size() == 1) {
      *rest = path.substr(end + 1);
      return found->second;
    }
    if (begin == 0) break;
    end = begin - 1;
  }
  return {};
}

// The units that a path may mean for `unit`, and what of the path names something in them.
std::vector<size_t> Units::UnitsOf(size_t unit, const std::string& path, std::string* rest) const {
  const ProgramUnit& from = *units_[unit];
  std::vector<size_t> files;
  if (from.language == Language::kGo) {
    const size_t dot = path.find('.', path.rfind('/') == std::string::npos ? 0 : path.rfind('/'));
    const bool imported = path.find('/') != std::string::npos && dot != std::string::npos;
    const std::string folder = imported ? modules_.GoFolderOf(path.substr(0, dot)) : from.folder;
    *rest = imported ? path.substr(dot + 1) : path;
    if (const auto package = packages_.find(folder); package != packages_.end()) {
      files = package->second;
    }
  } else if (from.language == Language::kJavaScript) {
    // The shortest beginning that is a file: "./env.js" has a dot of its own.
    for (size_t dot = path.find('.', path.rfind('/') + 1); files.empty();
         dot = path.find('.', dot + 1)) {
      if (dot == std::string::npos) break;
      files = FilesOfModule(from.folder, path.substr(0, dot));
      *rest = path.substr(dot + 1);
    }
    if (rest->starts_with("js.") || rest->starts_with("ts.")) *rest = rest->substr(3);
  }
  if (from.language == Language::kRust) {
    files = modules_.RustFilesOf(from.file, path, rest);
    if (files.empty()) files = FilesOfRust(path, rest);
  }
  std::vector<size_t> out;
  for (const size_t file : files) {
    if (const auto at = unit_of_file_.find(file); at != unit_of_file_.end()) {
      out.push_back(at->second);
    }
  }
  return out;
}

template <typename Pick>
auto Units::Search(size_t unit, const std::string& path, const Pick& pick, int depth) const
    -> decltype(pick(std::declval<const ProgramUnit&>(), path)) {
  std::string rest;
  if (units_[unit]->language == Language::kRust && path.find('.') == std::string::npos) {
    for (const auto& [name, of] : units_[unit]->again) {  // use super::*
      if (name != "*" || depth >= kMostAgain) continue;
      if (auto found = Search(unit, of + "." + path, pick, depth + 1)) return found;
    }
  }
  for (const size_t other : UnitsOf(unit, path, &rest)) {
    if (auto found = pick(*units_[other], rest)) return found;
    if (depth >= kMostAgain || other == unit) continue;
    const std::string first = rest.substr(0, rest.find('.'));
    for (const auto& [name, of] : units_[other]->again) {
      if (name != "*" && name != first) continue;
      const std::string next = name == "*" ? of + "." + rest : of + rest.substr(first.size());
      if (auto found = Search(other, next, pick, depth + 1)) return found;
    }
  }
  return std::nullopt;
}

std::optional<std::string> Units::ConstantOf(size_t unit, const std::string& path) const {
  const auto pick = [](const ProgramUnit& of,
                       const std::string& name) -> std::optional<std::string> {
    const auto found = of.constants.find(name);
    return found == of.constants.end() ? std::nullopt : std::optional(found->second);
  };
  return Search(unit, path, pick, 0);
}

std::optional<Elements> Units::ElementsOf(size_t unit, const std::string& path) const {
  const auto pick = [](const ProgramUnit& of, const std::string& name) -> std::optional<Elements> {
    const auto found = of.lists.find(name);
    return found == of.lists.end() ? std::nullopt : std::optional(found->second);
  };
  return Search(unit, path, pick, 0);
}

std::optional<UnitFunction> Units::FunctionOf(size_t unit, TermId call) const {
  const Names& names = *units_[unit]->names;
  if (const TermId own = names.FunctionOf(call); own != kNoTerm) return UnitFunction{unit, own};
  const std::string path = names.PathOf(names.program().part(call, 0));
  if (path.empty()) return std::nullopt;
  std::string rest;
  for (const size_t other : UnitsOf(unit, path, &rest)) {
    const size_t dot = rest.find('.');
    const std::string member = dot == std::string::npos ? std::string() : rest.substr(dot + 1);
    const TermId found = units_[other]->names->FunctionNamed(rest.substr(0, dot), member);
    if (found != kNoTerm) return UnitFunction{other, found};
  }
  return std::nullopt;
}

}  // namespace flagcensus
