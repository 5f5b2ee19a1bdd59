// accesses of one Python file ─→ what the code does where the variable is missing
//
//     if "APP_X" not in os.environ: os.environ["APP_X"] = "1"     the write fills it in
//     x = os.getenv("APP_X"); assert x is not None                the read gives up
//     if not x or not y: raise ValueError("APP_X, APP_Y")         so do both
#include <algorithm>
#include <map>
#include <set>

#include "analyzer/evidence/phrases.h"
#include "analyzer/python/source.h"
#include "analyzer/evidence/source_texts.h"

namespace flagcensus {
namespace {

constexpr int kDeep = 30;        // brackets, `and`, blocks around
constexpr int kStatements = 40;  // behind a read

// What a condition says of a variable where it holds.
enum class Says { kNothing, kMissing, kThere };

Says Not(Says says) {
  return says == Says::kMissing ? Says::kThere : says == Says::kThere ? Says::kMissing : says;
}

bool Asks(const Access& access) {
  return access.op == AccessOp::kRead || access.op == AccessOp::kTest;
}

class Guards {
 public:
  Guards(const PythonSource& source, const std::vector<const Access*>& accesses) : source_(source) {
    constexpr size_t kMost = 100;  // of one variable in a file; more tell nothing new
    for (const Access* access : accesses) {
      std::vector<const Access*>& of = by_name_[access->name.value_or("")];
      if (Asks(*access) && of.size() < kMost) of.push_back(access);
    }
  }

  // Whether the write is made only where nothing has given the variable a value.
  bool Fills(const Access& write) const {
    TSNode node = source_.At(write.place);
    const std::set<std::string> held = Holders(write, FunctionAround(node));
    for (int i = 0; i < kDeep && !ts_node_is_null(node); ++i) {
      const TSNode parent = NodeParent(node);
      const std::string_view type = NodeType(parent);
      if (IsFunction(parent) || type == "class_definition" || type == "lambda") return false;
      if (type == "except_clause") return HandlesMissing(parent, write);
      if (type == "if_statement" || type == "elif_clause") {
        const bool then = ts_node_eq(NodeField(parent, "consequence"), node);
        if (NodeType(node) == "elif_clause") return false;
        const Says says = SaidBy(NodeField(parent, "condition"), write, held, "", 0);
        return says == (then ? Says::kMissing : Says::kThere);
      }
      node = parent;
    }
    return false;
  }

  // Whether the code stops where the read gives nothing: an assertion or a test that raises, of the
  // read itself or, behind it in its block, of the name that has what it gave.
  bool GivesUp(const Access& read) const {
    TSNode node = source_.At(read.place);
    bool either = false;  // something else may stand in for it
    for (int i = 0; i < kDeep && !ts_node_is_null(node) && !EndsStatement(node); ++i) {
      const std::string_view type = NodeType(node);
      if (type == "boolean_operator" && NodeType(NodeParent(node)) == "assignment") return false;
      if (type == "conditional_expression" || type == "lambda") return false;
      node = NodeParent(node);
    }
    if (Stops(node, read, {})) return true;
    const TSNode first = NamedChild(node, 0);
    if (either || NodeType(node) != "expression_statement" || NodeType(first) != "assignment")
      return false;
    const TSNode left = NodeField(first, "left");
    if (NodeType(left) != "identifier") return false;
    const std::string name(source_.TextOf(left));
    for (int i = 0; i < kStatements; ++i) {
      node = NextNamed(node);
      if (ts_node_is_null(node)) return false;
      if (Stops(node, read, {name})) return true;
      const TSNode next = NamedChild(node, 0);
      if (NodeType(next) == "assignment" &&
          source_.TextOf(NodeField(next, "left")) == std::string_view(name)) {
        return false;
      }
    }
    return false;
  }

 private:
  // The names that reads of the variable in the same function are given to.
  std::set<std::string> Holders(const Access& of, TSNode function) const {
    std::set<std::string> out;
    for (const Access* access : Of(of)) {
      if (access->op != AccessOp::kRead) continue;
      TSNode node = source_.At(access->place);
      const TSNode around = FunctionAround(node);
      if (ts_node_is_null(around) != ts_node_is_null(function)) continue;
      if (!ts_node_is_null(around) && !ts_node_eq(around, function)) continue;
      while (!ts_node_is_null(node) && !EndsStatement(node)) node = NodeParent(node);
      const TSNode first = NamedChild(node, 0);
      const TSNode left = NodeType(first) == "assignment" ? NodeField(first, "left") : TSNode{};
      if (!ts_node_is_null(left) && NodeType(left) == "identifier") {
        out.emplace(source_.TextOf(left));
      }
    }
    return out;
  }

  bool IsInside(TSNode node, const Access& access) const {
    const TSPoint begin = StartPoint(node), end = EndPoint(node);
    const TSPoint at{static_cast<uint32_t>(access.place.line - 1),
                     static_cast<uint32_t>(std::max(access.place.column, 1) - 1)};
    const bool behind = at.row > begin.row || (at.row == begin.row && at.column >= begin.column);
    return behind && (at.row < end.row || (at.row == end.row && at.column < end.column));
  }

  // Whether the expression is the variable's value: a read of it, a name that has what one gave.
  bool IsValue(TSNode node, const Access& of, const std::set<std::string>& held) const {
    const std::string_view type = NodeType(node);
    if (type == "identifier") return held.count(std::string(source_.TextOf(node))) > 0;
    if (type != "call" && type != "subscript" && type != "named_expression") return false;
    return std::any_of(Of(of).begin(), Of(of).end(),
                       [&](const Access* access) { return IsInside(node, *access); });
  }

  // `joint`: "or" where one that is missing suffices, "and" where all must be there.
  Says SaidBy(TSNode node, const Access& of, const std::set<std::string>& held,
              std::string_view joint, int depth) const {
    if (ts_node_is_null(node) || depth > kDeep) return Says::kNothing;
    const std::string_view type = NodeType(node);
    if (type == "parenthesized_expression") {
      return SaidBy(NamedChild(node, 0), of, held, joint, depth + 1);
    }
    if (type == "not_operator") {
      return Not(
          SaidBy(NodeField(node, "argument"), of, held, joint == "or" ? "and" : "", depth + 1));
    }
    if (type == "boolean_operator") {
      if (source_.TextOf(NodeField(node, "operator")) != joint || joint.empty()) {
        return Says::kNothing;
      }
      const Says left = SaidBy(NodeField(node, "left"), of, held, joint, depth + 1);
      return left != Says::kNothing ? left
                                    : SaidBy(NodeField(node, "right"), of, held, joint, depth + 1);
    }
    if (type != "comparison_operator") {
      return IsValue(node, of, held) ? Says::kThere : Says::kNothing;
    }
    if (NamedChildCount(node) != 2) return Says::kNothing;
    const TSNode left = NamedChild(node, 0);
    const TSNode right = NamedChild(node, 1);
    std::string asked;
    for (uint32_t i = 0; i < ChildCount(node); ++i) {
      const TSNode part = NodeChild(node, i);
      if (IsNamed(part)) continue;
      asked += (asked.empty() ? "" : " ") + std::string(source_.TextOf(part));
    }
    if (asked == "in" || asked == "not in") {
      const bool named = source_.StringOf(left) == of.name.value_or("");
      const bool touched = std::any_of(Of(of).begin(), Of(of).end(), [&](const Access* access) {
        return IsInside(node, *access);
      });
      if (!named && !touched) return Says::kNothing;
      return asked == "in" ? Says::kThere : Says::kMissing;
    }
    if (NodeType(right) != "none" || !IsValue(left, of, held)) return Says::kNothing;
    if (asked == "is" || asked == "==") return Says::kMissing;
    return asked == "is not" || asked == "!=" ? Says::kThere : Says::kNothing;
  }

  // Whether the statement ends the program, or raises, where the value is missing.
  bool Stops(TSNode statement, const Access& read, const std::set<std::string>& held) const {
    const std::string_view type = NodeType(statement);
    if (type == "assert_statement") {
      return SaidBy(NamedChild(statement, 0), read, held, "and", 0) == Says::kThere;
    }
    if (type != "if_statement") return false;
    if (SaidBy(NodeField(statement, "condition"), read, held, "or", 0) != Says::kMissing) {
      return false;
    }
    const TSNode block = NodeField(statement, "consequence");
    const uint32_t count = NamedChildCount(block);
    if (count == 0) return false;
    const TSNode last = NamedChild(block, count - 1);
    if (NodeType(last) == "raise_statement") return true;
    const TSNode call = NamedChild(last, 0);
    return NodeType(last) == "expression_statement" && NodeType(call) == "call" &&
           IsPhrase("descriptions", "ends_program",
                    std::string(source_.TextOf(NodeField(call, "function"))));
  }

  // `except KeyError:` behind a read that raises where the variable is missing.
  bool HandlesMissing(TSNode clause, const Access& write) const {
    const TSNode tried = NodeField(NodeParent(clause), "body");
    if (ts_node_is_null(tried) ||
        source_.TextOf(NamedChild(clause, 0)).find("KeyError") == std::string_view::npos) {
      return false;
    }
    return std::any_of(Of(write).begin(), Of(write).end(), [&](const Access* access) {
      return access->op == AccessOp::kRead && access->default_kind == DefaultKind::kRequired &&
             IsInside(tried, *access);
    });
  }

  // Who reads the variable or asks for it.
  const std::vector<const Access*>& Of(const Access& of) const {
    return by_name_.at(of.name.value_or(""));
  }

  const PythonSource& source_;
  std::map<std::string, std::vector<const Access*>> by_name_;
};

}  // namespace

void FindPythonGuards(const PythonSource& source, const std::vector<const Access*>& accesses,
                      std::vector<SourceText>& out) {
  const Guards guards(source, accesses);
  for (size_t i = 0; i < accesses.size(); ++i) {
    const Access& access = *accesses[i];
    if (access.op == AccessOp::kWrite) {
      out[i].fills = guards.Fills(access);
    } else if (access.op == AccessOp::kRead &&
               (access.default_kind == DefaultKind::kNone || access.default_text == "")) {
      out[i].gives_up = guards.GivesUp(access);
    }
  }
}

}  // namespace flagcensus
