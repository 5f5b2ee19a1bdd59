// The terms of all parsed units ─→ tables of them by name (unit_index.h).
#include "analyzer/languages/link/unit_index.h"

namespace flagcensus {
namespace {

// The terms with a key; empty for an unknown key.
template <typename Map>
const UnitIndex::UnitTerms& TermsOf(const Map& map, const typename Map::key_type& key) {
  static const UnitIndex::UnitTerms kNone;
  const auto found = map.find(key);
  return found == map.end() ? kNone : found->second;
}

}  // namespace

// What each unit exports, declares and contains, by name. Costs the terms of all units.
UnitIndex::UnitIndex(const Units& units) : units_(units) {
  const size_t count = units_.all().size();
  exports_.resize(count);
  stars_.resize(count);
  classes_.resize(count);
  for (size_t unit = 0; unit < count; ++unit) {
    const Program& program = units_.all()[unit]->program;
    const Language language = units_.all()[unit]->language;
    for (TermId id = 0; id < program.terms.size(); ++id) {
      const Term& term = program[id];
      if (term.kind == TermKind::kClass) {
        classes_[unit][term.text].push_back(id);
        if (!term.more.empty()) implementors_[term.more].emplace_back(unit, id);
        type_units_[{language, term.text}].push_back(unit);
      } else if (term.kind == TermKind::kFunction && term.text.ends_with('!')) {
        macros_[term.text].emplace_back(unit, id);
      } else if (term.kind == TermKind::kExport || term.kind == TermKind::kImport) {
        if (term.text == "*") stars_[unit].push_back(id);
        if (term.kind == TermKind::kExport) exports_[unit].emplace(term.text, id);
      } else if (term.kind == TermKind::kAssign && language == Language::kJavaScript) {
        // CommonJS: module.exports = ..., exports.name = ..., module.exports.name = ...
        const TermId target = program.part(id, 0);
        if (program.kind(target) != TermKind::kMember) continue;
        std::string path = units_.all()[unit]->names->PathOf(target);
        if (path.starts_with("module.")) path = path.substr(7);
        if (path == "exports") exports_[unit].emplace("module.exports", program.part(id, 1));
        if (path.starts_with("exports.")) {
          exports_[unit].emplace(path.substr(8), program.part(id, 1));
        }
      } else if (term.kind == TermKind::kPair && program.kind(term.parent) == TermKind::kObject) {
        // A pair of a literal of a type: `Config{getenv: os.Getenv}` may be what the field
        // contains.
        const std::string& type = program[term.parent].more;
        if (type.empty()) continue;
        held_[{type.substr(type.find_last_of(".*]") + 1), term.text}].emplace_back(
            unit, program.part(id, 0));
      }
    }
  }
}

std::optional<TermId> UnitIndex::ExportOf(size_t unit, const std::string& name) const {
  const auto found = exports_[unit].find(name);
  return found == exports_[unit].end() ? std::nullopt : std::optional(found->second);
}

const std::vector<TermId>& UnitIndex::ClassesOf(size_t unit, const std::string& name) const {
  static const std::vector<TermId> kNone;
  const auto found = classes_[unit].find(name);
  return found == classes_[unit].end() ? kNone : found->second;
}

const UnitIndex::UnitTerms& UnitIndex::ImplementorsOf(const std::string& trait) const {
  return TermsOf(implementors_, trait);
}

const UnitIndex::UnitTerms& UnitIndex::MacrosNamed(const std::string& name) const {
  return TermsOf(macros_, name);
}

const UnitIndex::UnitTerms& UnitIndex::ValuesOf(const std::string& type,
                                                const std::string& field) const {
  return TermsOf(held_, std::pair(type, field));
}

// The units in which a type may have members: its own; in Go those of its package, in Rust those of
// its crate.
std::vector<size_t> UnitIndex::UnitsOfType(const Denoted& type) const {
  const ProgramUnit& of = *units_.all()[type.unit];
  std::vector<size_t> out = {type.unit};
  if (of.language == Language::kGo) {
    for (const size_t file : units_.paths().FilesOfPackage(of.folder)) {
      const auto unit = units_.UnitOfFile(file);
      if (unit && *unit != type.unit) out.push_back(*unit);
    }
  } else if (of.language == Language::kRust) {
    const auto found = type_units_.find({Language::kRust, type.name});
    const std::string crate = units_.paths().modules().RustPlaceOf(of.file).crate;
    if (found == type_units_.end()) return out;
    for (const size_t unit : found->second) {
      const bool same =
          units_.paths().modules().RustPlaceOf(units_.all()[unit]->file).crate == crate;
      if (same && unit != out.back()) out.push_back(unit);
    }
  }
  return out;
}

}  // namespace flagcensus
