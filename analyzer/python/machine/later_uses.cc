// Uses of a name with a variable's value, in code that no run followed → the variable's type.
//
//   FOLDER = os.environ.get("APP_FOLDER", "data")
//   def names(): return os.listdir(FOLDER)           APP_FOLDER is a path
//   self.kind = os.environ.get("APP_KIND", "tcp")
//   if self.kind == "tcp": … elif self.kind == "udp":  APP_KIND is one of several
//
// A name with the values of two variables says nothing about either.
#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>

#include "analyzer/base/text.h"
#include "analyzer/python/forms.h"
#include "analyzer/python/machine/access_parts.h"

namespace flagcensus {
namespace {

// A name or field with the value of one variable.
struct Holder {
  std::vector<size_t> accesses;
  bool field = false;  // of an object or a class; otherwise a name of the module
  bool mixed = false;  // of two variables
  std::set<ValueType> made;
  std::set<std::string> words;
};

class LaterUses {
 public:
  LaterUses(const Machine& m, const std::vector<int>& units, std::vector<Access>* accesses)
      : m_(m), accesses_(*accesses) {
    for (size_t i = 0; i < accesses_.size(); ++i) Add(i, units[i]);
  }

  void Find() {
    if (holders_.empty()) return;
    for (size_t unit = 0; unit < m_.program.units.size(); ++unit) Walk(static_cast<int>(unit));
    for (auto& [key, holder] : holders_) Apply(holder);
  }

 private:
  using Key = std::pair<int, Symbol>;

  void Add(size_t index, int unit) {
    // Only names that outlive their function: local variables were followed by the run that bound
    // them.
    const Access& access = accesses_[index];
    const bool plain = access.op == AccessOp::kRead && access.type == ValueType::kStr &&
                       !access.use.parsed && access.scope != Scope::kTest;
    const BoundKind kind = access.bound_kind;
    const bool lasts =
        kind == BoundKind::kModule || kind == BoundKind::kClass || kind == BoundKind::kAttribute;
    if (!access.bound_to || !lasts || access.op != AccessOp::kRead) return;
    // The last part of the name that the read is bound to: Config.folder and self.folder are
    // `folder`.
    const size_t dot = access.bound_to->rfind('.');
    const std::string_view last =
        std::string_view(*access.bound_to).substr(dot == std::string::npos ? 0 : dot + 1);
    const Symbol symbol = m_.symbols.Find(last, 0);
    if (symbol == 0) return;
    Holder& holder = holders_[{unit, symbol}];
    const bool other =
        !holder.accesses.empty() && accesses_[holder.accesses.front()].name != access.name;
    holder.mixed = holder.mixed || other || !access.name;
    holder.field = holder.field || kind != BoundKind::kModule;
    holder.accesses.push_back(index);
    holder.mixed = holder.mixed || !plain;
    by_name_[symbol].insert(unit);
  }

  // Whether the name refers to one thing in the whole tree: db_folder, but not `path`. Seven
  // letters and two words: shorter names are reused for other things. A short field is only matched
  // in its own file.
  bool IsSpecific(Symbol name) const {
    const std::string& text = m_.symbols.TextOf(name);
    constexpr size_t kLeast = 7;
    return text.size() >= kLeast && text.find('_') != std::string::npos;
  }

  // The holder of the name or attribute at the node; null: there is none. In another file, only an
  // attribute with a specific name that one file alone binds.
  Holder* HolderAt(int unit, NodeId node) {
    const PythonUnit& here = UnitAt(m_, unit);
    // Only names and attributes can be holders.
    const NodeKind kind = here.syntax().kind(node);
    if (kind != NodeKind::kName && kind != NodeKind::kAttribute) return nullptr;
    const Symbol name = here.SymbolOf(node);
    const auto known = by_name_.find(name);
    if (known == by_name_.end()) return nullptr;
    const bool own = known->second.count(unit) > 0;
    const bool elsewhere =
        kind == NodeKind::kAttribute && known->second.size() == 1 && IsSpecific(name);
    if (!own && !elsewhere) return nullptr;
    Holder& holder = holders_.at({own ? unit : *known->second.begin(), name});
    if (own && (kind == NodeKind::kAttribute) != holder.field) return nullptr;
    return &holder;
  }

  // The dotted path of the callee, if it is a library's; "" if it is the program's own.
  std::string PathOf(int unit, NodeId callee) const {
    const PythonUnit& here = UnitAt(m_, unit);
    // From the attribute inwards, to the name that an import binds.
    const Syntax& syntax = here.syntax();
    std::string behind;
    NodeId node = callee;
    while (syntax.kind(node) == NodeKind::kAttribute) {
      behind = "." + syntax.text(node) + behind;
      node = syntax.child(node, 0);
    }
    if (syntax.kind(node) != NodeKind::kName) return "";
    const auto known = names_.find(here.SymbolOf(node));
    if (known == names_.end()) return behind.empty() ? syntax.text(node) : "";
    return known->second.empty() ? "" : known->second + behind;
  }

  // Maps the names that a unit imports or defines: to a library's path, or "".
  void TakeNames(const PythonUnit& here) {
    const Syntax& syntax = here.syntax();
    names_.clear();
    for (NodeId id = 0; id < syntax.nodes.size(); ++id) {
      // A definition hides a library of the same name.
      const NodeKind kind = syntax.kind(id);
      if (kind == NodeKind::kFunction || kind == NodeKind::kClass) names_[here.SymbolOf(id)] = "";
      if (kind != NodeKind::kImport && kind != NodeKind::kImportFrom) continue;
      const std::string module = kind == NodeKind::kImport ? "" : syntax.text(id) + ".";
      for (size_t i = 0; i < syntax.count(id); ++i) {
        const NodeId alias = syntax.child(id, i);
        const std::string whole = module + syntax.text(alias);
        if (syntax.count(alias) > 0) {
          names_[here.SymbolOf(syntax.child(alias, 0))] = whole;
        } else if (kind == NodeKind::kImportFrom) {
          names_[here.SymbolOf(alias)] = whole;
        } else {
          const std::string first = whole.substr(0, whole.find('.'));
          names_[m_.symbols.Find(first, 0)] = first;
        }
      }
    }
  }

  void NoteCallAt(int unit, NodeId call) {
    // The first argument only: open(FOLDER), not open(x, FOLDER).
    const Syntax& syntax = UnitAt(m_, unit).syntax();
    if (syntax.count(call) < 2) return;
    Holder* holder = HolderAt(unit, syntax.child(call, 1));
    if (holder == nullptr) return;
    const std::string path = PathOf(unit, syntax.child(call, 0));
    // int(NAME) converts, os.path.isdir(NAME) asks: both show the type. A truth shows nothing,
    // since any value has one.
    for (const auto* table : {&m_.program.table.conversions, &m_.program.table.questions}) {
      const auto row = table->find(path);
      if (row == table->end()) continue;
      const bool says = row->second != ValueType::kUnknown && row->second != ValueType::kBool;
      if (says) holder->made.insert(row->second);
    }
  }

  // Comparisons with texts: `==`, `!=`, and membership in a display.
  void NoteCompareAt(int unit, NodeId compare) {
    const Syntax& syntax = UnitAt(m_, unit).syntax();
    if (syntax.count(compare) != 2) return;
    const std::string& operation = syntax.text(compare);
    const bool membership = operation == "in" || operation == "not in";
    if (!membership && operation != "==" && operation != "!=") return;
    Holder* holder = HolderAt(unit, syntax.child(compare, 0));
    if (holder == nullptr) return;
    const NodeId other = syntax.child(compare, 1);
    const auto take = [&](NodeId word) {
      const bool text = syntax.kind(word) == NodeKind::kString && !syntax.text(word).empty();
      if (text) holder->words.insert(ToLower(syntax.text(word)));
    };
    if (!membership) return take(other);
    const NodeKind kind = syntax.kind(other);
    const bool listed =
        kind == NodeKind::kTuple || kind == NodeKind::kList || kind == NodeKind::kSet;
    for (size_t i = 0; listed && i < syntax.count(other); ++i) take(syntax.child(other, i));
  }

  // Tests compare with values of their own, and code in docstrings is an example.
  void Walk(int unit) {
    const PythonUnit& here = UnitAt(m_, unit);
    const Scope scope = m_.program.tree.files[static_cast<size_t>(here.file)].scope;
    if (scope == Scope::kTest || here.origin != PythonUnit::Origin::kFile) return;
    const Syntax& syntax = here.syntax();
    TakeNames(here);
    // One pass over the nodes of each unit.
    for (NodeId id = 0; id < syntax.nodes.size(); ++id) {
      if (syntax.kind(id) == NodeKind::kCall) NoteCallAt(unit, id);
      if (syntax.kind(id) == NodeKind::kCompare) NoteCompareAt(unit, id);
    }
  }

  void Apply(const Holder& holder) {
    if (holder.mixed) return;
    const std::vector<std::string> words(holder.words.begin(), holder.words.end());
    std::set<ValueType> made = holder.made;
    // Two words that are not all spellings of true or false are the values of an enumeration. One
    // word may be a special case: `if mode == "off"`.
    if (words.size() > 1 && !SayTrue(words) && !SayFalse(words)) made.insert(ValueType::kEnum);
    // Conversions to two types contradict each other.
    if (made.size() != 1) return;
    for (const size_t index : holder.accesses) accesses_[index].type = *made.begin();
  }

  const Machine& m_;
  std::vector<Access>& accesses_;
  std::map<Key, Holder> holders_;
  std::unordered_map<Symbol, std::set<int>> by_name_;
  std::unordered_map<Symbol, std::string> names_;  // of the unit that is walked
};

}  // namespace

void TypeByLaterUses(const Machine& m, const std::vector<int>& units,
                     std::vector<Access>* accesses) {
  LaterUses(m, units, accesses).Find();
}

}  // namespace flagcensus
