// a dotted path ─→ the constant or function of another unit to which it refers
//
//   Go   "example.org/app/conf.Key"   ─→ Key of the unit that declares it, among those of conf/
//   JS   "./env.KEYS.HOME"            ─→ KEYS.HOME of env.js
//   Ruby "Conf::KEY" as "Conf.KEY"    ─→ the only file that defines Conf.KEY
#include "analyzer/languages/link/units.h"

namespace flagcensus {
namespace {

constexpr int kMaxAgain = 4;  // files in a row that re-export a name

}  // namespace

// The units to which a path in `unit` may refer.
std::vector<PackageHit> Units::UnitsOf(size_t unit, const std::string& path) const {
  const ProgramUnit& from = *units_[unit];
  if (RowsOf(from.language).classes) {
    return packages_of_classes_.Find(from.language, from.program, path);
  }
  std::string rest;
  std::vector<PackageHit> out;
  if (RowsOf(from.language).implicit_this) {
    // "Type.NAME", in any module, if only one file defines it.
    const size_t dot = path.rfind('.');
    const size_t before = dot == std::string::npos || dot == 0 ? dot : path.rfind('.', dot - 1);
    rest = before == std::string::npos ? path : path.substr(before + 1);
    const auto found = defined_.find({from.language, rest});
    if (found == defined_.end() || found->second.size() != 1) return out;
    return {{found->second.front(), rest}};
  }
  for (const size_t file : paths_.FilesOf(from, path, &rest)) {
    if (const auto at = unit_of_file_.find(file); at != unit_of_file_.end()) {
      out.push_back({at->second, rest});
    }
  }
  return out;
}

// Calls pick(unit, rest) for each unit of the path until it returns a value, then for the paths
// under which these units re-export the name.
template <typename Pick>
auto Units::Search(size_t unit, const std::string& path, const Pick& pick, int depth) const
    -> decltype(pick(std::declval<const ProgramUnit&>(), path)) {
  if (units_[unit]->language == Language::kRust && path.find('.') == std::string::npos) {
    for (const auto& [name, of] : units_[unit]->again) {  // use super::*
      if (name != "*" || depth >= kMaxAgain) continue;
      if (auto found = Search(unit, of + "." + path, pick, depth + 1)) return found;
    }
  }
  for (const auto& [other, rest] : UnitsOf(unit, path)) {
    if (auto found = pick(*units_[other], rest)) return found;
    if (depth >= kMaxAgain || other == unit) continue;
    // A re-export of the first part of the rest, or of all names.
    const std::string first = rest.substr(0, rest.find('.'));
    for (const auto& [name, of] : units_[other]->again) {
      if (name != "*" && name != first) continue;
      const std::string next = name == "*" ? of + "." + rest : of + rest.substr(first.size());
      if (auto found = Search(other, next, pick, depth + 1)) return found;
    }
  }
  return std::nullopt;
}

// The text of a constant, by its path.
std::optional<std::string> Units::ConstantOf(size_t unit, const std::string& path) const {
  const auto pick = [](const ProgramUnit& of,
                       const std::string& name) -> std::optional<std::string> {
    const auto found = of.constants.find(name);
    return found == of.constants.end() ? std::nullopt : std::optional(found->second);
  };
  return Search(unit, path, pick, 0);
}

// The elements of a constant list, by its path.
std::optional<Elements> Units::ElementsOf(size_t unit, const std::string& path) const {
  const auto pick = [](const ProgramUnit& of, const std::string& name) -> std::optional<Elements> {
    const auto found = of.lists.find(name);
    return found == of.lists.end() ? std::nullopt : std::optional(found->second);
  };
  return Search(unit, path, pick, 0);
}

// Only the name of the file decides: the file may not be parsed.
bool Units::DeclaresClass(size_t unit, const std::string& name) const {
  return packages_of_classes_.HasClass(units_[unit]->folder, name);
}

// A function of the unit itself, or of the units to which the callee's paths may refer.
std::optional<UnitFunction> Units::FunctionOf(size_t unit, TermId call) const {
  const Names& names = *units_[unit]->names;
  if (const TermId own = names.declared().FunctionOf(call); own != kNoTerm)
    return UnitFunction{unit, own};
  const auto arguments = static_cast<int>(names.program()[call].parts.size()) - 1;
  for (const std::string& path : names.PathsOfCallee(call)) {
    for (const auto& [other, rest] : UnitsOf(unit, path)) {
      // The class and the method of "Outer.Inner.get".
      const size_t last = rest.rfind('.');
      const bool classes = RowsOf(units_[unit]->language).classes && last != std::string::npos;
      const size_t before = classes && last > 0 ? rest.rfind('.', last - 1) : std::string::npos;
      const std::string of = before == std::string::npos ? rest : rest.substr(before + 1);
      const size_t dot = of.find('.');
      const std::string member = dot == std::string::npos ? std::string() : of.substr(dot + 1);
      const TermId found =
          units_[other]->names->declared().FunctionNamed(of.substr(0, dot), member, arguments);
      if (found != kNoTerm) return UnitFunction{other, found};
    }
  }
  return std::nullopt;
}

}  // namespace flagcensus
