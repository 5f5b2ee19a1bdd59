// Syntax ─→ the nodes with one of the names ─→ how each is used.
//
//   def f(x):            kStore x, in f
//     if x: self.y = x   kTest x, kStore y, kLoad x
#include "analyzer/python/uses.h"

#include <algorithm>
#include <unordered_set>

#include "analyzer/base/text.h"
#include "analyzer/python/parser.h"

namespace flagcensus {
bool IsTargetOf(NodeKind kind, size_t child) {
  switch (kind) {
    case NodeKind::kAssign:
      return child > 0;
    case NodeKind::kDelete:
      return true;
    case NodeKind::kWithItem:
      return child == 1;
    case NodeKind::kAnnotated:
    case NodeKind::kAugmented:
    case NodeKind::kFor:
    case NodeKind::kClause:
    case NodeKind::kWalrus:
      return child == 0;
    default:
      return false;
  }
}

bool GroupsTargets(NodeKind kind) {
  return kind == NodeKind::kTuple || kind == NodeKind::kList || kind == NodeKind::kSplat;
}

namespace {

using Kind = NameUse::Kind;

class UseFinder {
 public:
  UseFinder(const Syntax& syntax, std::string_view text, const std::vector<std::string>& names)
      : syntax_(syntax), text_(text), names_(names.begin(), names.end()) {
    wanted_.reserve(syntax.strings.size());
    // A flag for each string of the syntax: most nodes need one test of it.
    for (const std::string& one : syntax.strings) wanted_.push_back(names_.count(one) > 0);
  }

  std::vector<NameUse> Find() {
    if (syntax_.root != kNoNode) Visit(syntax_.root, {});
    // Uses are found in the order of the nodes, which is not that of the text.
    std::stable_sort(out_.begin(), out_.end(),
                     [](const NameUse& a, const NameUse& b) { return a.offset < b.offset; });
    return std::move(out_);
  }

 private:
  // The surroundings of a node.
  struct Around {
    uint32_t function = 0;
    uint32_t block = 0;
    bool target = false;      // it is stored to, or a part of something that is
    bool annotation = false;  // it is a part of an annotation
  };

  void Visit(NodeId id, Around around) {
    Take(id, around);
    // The path is that of the parents, without the node itself.
    path_.push_back(id);
    const NodeKind kind = syntax_.kind(id);
    if (kind == NodeKind::kBlock) around.block = syntax_[id].begin;
    // Children of a block share its offset.
    for (size_t i = 0; i < syntax_.count(id); ++i) {
      const NodeId child = syntax_.child(id, i);
      Around inner = around;
      inner.target = IsTargetOf(kind, i) || (around.target && GroupsTargets(kind));
      inner.annotation = (kind == NodeKind::kParameter && i == 0) ||
                         (kind == NodeKind::kAnnotated && i == 1) ||
                         // A call in an annotation, as in Annotated[int, Field(X)], is evaluated.
                         (around.annotation && kind != NodeKind::kCall);
      // Decorators are outside the function.
      const bool inside = kind == NodeKind::kFunction && i < 2;
      if (inside && around.function == 0) inner.function = syntax_.line(id);
      Visit(child, inner);
      // The line of the outermost function identifies it.
    }
    path_.pop_back();
  }

  std::string_view TextOf(NodeId id) const {
    return text_.substr(syntax_[id].begin, syntax_[id].end - syntax_[id].begin);
  }

  // The place of a use is that of its name.
  NameUse& Add(Kind kind, std::string_view name, uint32_t offset, const Around& around) {
    NameUse& use = out_.emplace_back();
    use.kind = kind;
    use.name = name;
    use.offset = offset;
    // From the byte offset.
    use.line = syntax_.LineOf(offset);
    use.function = around.function;
    use.block = around.block;
    return use;
  }

  void Take(NodeId id, const Around& around) {
    // Imports first: their text is a dotted name, which is not in `wanted_`.
    const Node& node = syntax_[id];
    const std::string& text = syntax_.strings[node.text];
    if (node.kind == NodeKind::kAlias || node.kind == NodeKind::kImportFrom) {
      return TakeImport(id, around);
    }
    // Compared by the index of the text: one flag for each string of the syntax.
    if (!wanted_[node.text] || around.annotation) return;
    switch (node.kind) {
      case NodeKind::kName:
        return TakeName(id, around);
      case NodeKind::kAttribute:
        return TakeAttribute(id, around);
      case NodeKind::kString:
        return TakeString(id, around);
      case NodeKind::kFunction:
      // Definitions store their own name.
      case NodeKind::kClass:
      case NodeKind::kParameter:
      case NodeKind::kExcept:
        Add(Kind::kStore, text, node.begin, around);
        return;
      default:
        return;
    }
  }

  // import a.X, from a.X import Y as Z: each part of a dotted name counts.
  void TakeImport(NodeId id, const Around& around) {
    const Node& node = syntax_[id];
    const std::string& text = syntax_.strings[node.text];
    if (text == "*") {
      Add(Kind::kStar, text, node.begin, around);
      return;
    }
    const bool renamed = node.kind == NodeKind::kAlias && syntax_.count(id) > 0;
    // a.b.X names three things.
    for (const std::string_view raw : Split(text, '.')) {
      const std::string part(Trim(raw));
      if (names_.count(part) == 0) continue;
      NameUse& use = Add(Kind::kImport, part, node.begin, around);
      use.alias = renamed ? syntax_.text(syntax_.child(id, 0)) : part;
    }
  }

  void TakeName(NodeId id, const Around& around) {
    // Depends on the parent, and on whether the name is a target.
    const Node& node = syntax_[id];
    const NodeId up = path_.back();
    NameUse& use = Add(Kind::kLoad, syntax_.text(id), node.begin, around);
    // `global X`, and the name after `as`.
    if (syntax_.kind(up) == NodeKind::kGlobal) {
      use.kind = Kind::kGlobal;
    } else if (syntax_.kind(up) == NodeKind::kAlias) {
      use.kind = Kind::kImport;
      use.alias = use.name;
    } else if (around.target) {
      use.kind = Kind::kStore;
      use.plain = IsPlainStore(id);
    } else {
      use.written_to = ElementOf(id);
      if (IsTest(id)) use.kind = Kind::kTest;
    }
  }

  // self.X = ... stores it. The place is that of the attribute's name.
  void TakeAttribute(NodeId id, const Around& around) {
    constexpr size_t kMaxObjectBytes = 200;
    const std::string& name = syntax_.text(id);
    const auto size = static_cast<uint32_t>(name.size());
    // The name is at the end of the attribute.
    const uint32_t end = syntax_[id].end;
    NameUse& use = Add(around.target ? Kind::kStore : Kind::kAttribute, name,
                       end - std::min(end, size), around);
    const std::string_view object = TextOf(syntax_.child(id, 0));
    // Longer objects are not names.
    const bool dotted = object.size() <= kMaxObjectBytes &&
                        std::all_of(object.begin(), object.end(),
                                    [](char c) { return IsIdentifierByte(c) || c == '.'; });
    if (dotted) use.object = object;
  }

  // getattr(module, "X"), config.read("x"), values.get("x"): the string is an argument of a call
  // that looks a name up. Other calls with the string, such as print("X"), are not uses.
  void TakeString(NodeId id, const Around& around) {
    const std::string& name = syntax_.text(id);
    if (IsExport()) {
      Add(Kind::kExported, name, syntax_[id].begin, around);
      return;
    }
    // The string is a direct argument of a call.
    const NodeId call = path_.back();
    if (syntax_.kind(call) != NodeKind::kCall || syntax_.child(call, 0) == id) return;
    const std::string& last = syntax_.text(syntax_.child(call, 0));
    // A name in capitals is a key of the environment itself.
    const bool key = last == "get" && ToUpper(name) != name;
    if (key || last == "getattr" || last == "attrgetter" || last == "read" ||
        last == "__getattr__" || last == "_read") {
      Add(Kind::kString, name, syntax_[id].begin, around);
    }
  }

  // Whether a string is in the list that is assigned to __all__, or added to it.
  bool IsExport() const {
    // Outwards, to the statement.
    for (size_t i = path_.size(); i-- > 0;) {
      // The list may be nested in an expression.
      const NodeId up = path_[i];
      switch (syntax_.kind(up)) {
        case NodeKind::kAssign:
          return syntax_.text(syntax_.child(up, 1)) == "__all__";
        case NodeKind::kAnnotated:
        case NodeKind::kAugmented:
          return syntax_.text(syntax_.child(up, 0)) == "__all__";
        case NodeKind::kBlock:
        case NodeKind::kExpression:
          return false;
        default:
          break;
      }
    }
    return false;
  }

  // Whether a load is only a test: `if X`, `not X`, `X is None`.
  bool IsTest(NodeId id) const {
    // Outwards, through operators that keep the question.
    NodeId at = id;
    for (size_t i = path_.size(); i-- > 0;) {
      const NodeId up = path_[i];
      switch (syntax_.kind(up)) {
        case NodeKind::kIf:
        case NodeKind::kWhile:
        case NodeKind::kConditional:
          // An operand of `and`, `or` and `not` is tested if the whole is.
          return syntax_.child(up, 0) == at;
        case NodeKind::kCompare:
          if (!ComparesWithNone(up)) return false;
          break;
        case NodeKind::kNot:
        case NodeKind::kAnd:
        case NodeKind::kOr:
          break;
        default:
          return false;
      }
      at = up;
    }
    return false;
  }

  bool ComparesWithNone(NodeId comparison) const {
    for (size_t i = 0; i < syntax_.count(comparison); ++i) {
      if (syntax_.kind(syntax_.child(comparison, i)) == NodeKind::kNone) return true;
    }
    return false;
  }

  // The source of the element to which a load's value is assigned unchanged: `env["A"] = X`.
  std::string ElementOf(NodeId id) const {
    const NodeId up = path_.back();
    // The whole right side of an assignment.
    if (syntax_.kind(up) != NodeKind::kAssign || syntax_.child(up, 0) != id) return "";
    const NodeId target = syntax_.child(up, syntax_.count(up) - 1);
    return syntax_.kind(target) == NodeKind::kSubscript ? std::string(TextOf(target)) : "";
  }

  // X = something without X: `x = float(x)` uses the old value.
  bool IsPlainStore(NodeId id) const {
    const NodeId up = path_.back();
    const bool assigned = syntax_.kind(up) == NodeKind::kAssign && syntax_.child(up, 1) == id;
    const bool annotated = syntax_.kind(up) == NodeKind::kAnnotated && syntax_.count(up) > 2;
    if (!assigned && !annotated) return false;
    // The text after the name, up to the end of the statement.
    const uint32_t begin = syntax_[id].end;
    const uint32_t end = std::max(begin, syntax_[up].end);
    return text_.substr(begin, end - begin).find(syntax_.text(id)) == std::string_view::npos;
  }

  const Syntax& syntax_;
  std::string_view text_;
  std::unordered_set<std::string> names_;
  std::vector<bool> wanted_;  // by the index of the text
  std::vector<NodeId> path_;  // from the root to the parent of the current node
  std::vector<NameUse> out_;
};

}  // namespace

std::vector<NameUse> FindUses(const Syntax& syntax, std::string_view text,
                              const std::vector<std::string>& names) {
  return UseFinder(syntax, text, names).Find();
}

std::optional<std::vector<NameUse>> FindUses(std::string_view text,
                                             const std::vector<std::string>& names) {
  const PythonFile parsed = ParsePython(text);
  // Text around an error may use any of them.
  if (parsed.gave_up || parsed.error_line != 0 || !parsed.syntax.cuts.empty()) return std::nullopt;
  return FindUses(parsed.syntax, text, names);
}

}  // namespace flagcensus
