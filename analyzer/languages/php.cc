// tree-sitter-php's tree ─→ terms
//
//   $port = getenv("PORT") ?: "80";     ─→ kDeclare $port: kOr of the call and "80"
//   if (getenv("X") === false) {...}    ─→ kIf of kEqual with kNothing
//   define("KEY", "APP_KEY");           ─→ kDeclare KEY, constant
//   isset($_ENV["X"])                   ─→ kHas X in $_ENV
//
// Variables keep their `$`; functions and constants do not have one. The first assignment of a
// variable in a function declares it, a later one assigns. `false` in a comparison counts as
// nothing, since getenv returns it for a variable that is not set.
#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "analyzer/base/text.h"
#include "analyzer/languages/lowering.h"
#include "analyzer/languages/php_names.h"
#include "analyzer/python/node.h"

namespace flagcensus {
namespace {

class PhpLowering : public PhpNames {
 public:
  using PhpNames::PhpNames;

 protected:
  // Nodes with one term are in the map; below it are names, literals and lists of terms.
  Terms Of(TSNode node) override {
    using Handler = TermId (PhpLowering::*)(TSNode);
    static const std::map<std::string_view, Handler> kHandlers = {
        {"string", &PhpLowering::Text},
        {"encapsed_string", &PhpLowering::Text},
        {"heredoc", &PhpLowering::Heredoc},
        {"nowdoc", &PhpLowering::Heredoc},
        {"variable_name", &PhpLowering::Variable},
        {"member_access_expression", &PhpLowering::Member},
        {"nullsafe_member_access_expression", &PhpLowering::Member},
        {"class_constant_access_expression", &PhpLowering::Scoped},
        {"scoped_property_access_expression", &PhpLowering::Scoped},
        {"subscript_expression", &PhpLowering::Index},
        {"function_call_expression", &PhpLowering::Call},
        {"member_call_expression", &PhpLowering::MethodCall},
        {"nullsafe_member_call_expression", &PhpLowering::MethodCall},
        {"scoped_call_expression", &PhpLowering::MethodCall},
        {"binary_expression", &PhpLowering::Binary},
        {"unary_op_expression", &PhpLowering::Unary},
        {"conditional_expression", &PhpLowering::Ternary},
        {"cast_expression", &PhpLowering::Cast},
        {"assignment_expression", &PhpLowering::Assign},
        {"augmented_assignment_expression", &PhpLowering::Assign},
        {"array_element_initializer", &PhpLowering::Element},
        {"function_definition", &PhpLowering::Function},
        {"method_declaration", &PhpLowering::Function},
        {"anonymous_function", &PhpLowering::Function},
        {"anonymous_function_creation_expression", &PhpLowering::Function},
        {"arrow_function", &PhpLowering::Function},
        {"class_declaration", &PhpLowering::Class},
        {"interface_declaration", &PhpLowering::Class},
        {"trait_declaration", &PhpLowering::Class},
        {"enum_declaration", &PhpLowering::Class},
        {"if_statement", &PhpLowering::If},
        {"else_if_clause", &PhpLowering::If},
        {"unset_statement", &PhpLowering::Unset},
        {"const_element", &PhpLowering::Constant},
        {"property_element", &PhpLowering::Property},
        {"enum_case", &PhpLowering::Property},
    };
    static const KindsOfNodes kOfChildren = {
        {"array_creation_expression", TermKind::kObject},
        {"compound_statement", TermKind::kBlock},
        {"return_statement", TermKind::kReturn},
        {"throw_expression", TermKind::kThrow},
        {"throw_statement", TermKind::kThrow},
        {"exit_statement", TermKind::kThrow},
    };
    const std::string_view type = NodeType(node);
    if (const std::optional<Terms> terms = OfChildren(kOfChildren, node)) return *terms;
    if (const auto handler = kHandlers.find(type); handler != kHandlers.end()) {
      return {(this->*handler->second)(node)};
    }
    if (type == "name" || type == "qualified_name" || type == "relative_scope") {
      return {Add(TermKind::kName, node, {}, PathOfName(node))};
    }
    if (type == "integer" || type == "float" || type == "boolean") {
      return {Add(TermKind::kLiteral, node, {}, Source(node))};
    }
    if (type == "null") return {Add(TermKind::kNothing, node)};
    if (type == "namespace_use_declaration") return Uses(node);
    // Nodes around one value or a list of them.
    if (type == "argument" || type == "arguments" || type == "expression_statement" ||
        type == "const_declaration" || type == "property_declaration" ||
        type == "parenthesized_expression") {
      return All(node);
    }
    // The text outside of `<?php`, types and attributes have no values.
    if (type == "php_tag" || type == "text" || type == "cast_type" || type == "named_type" ||
        type == "primitive_type" || type.ends_with("_modifier") || type == "attribute_list") {
      return {};
    }
    return {Wrap(node, All(node))};
  }

 private:
  // The arguments of a call: the value of each, also of a named one.
  Terms Arguments(TSNode node) {
    Terms out;
    Each(NodeField(node, "arguments"), [&](TSNode child, std::string_view) {
      TermId last = kNoTerm;
      Each(child, [&](TSNode one, std::string_view field) {
        if (field != "name") last = One(one);
      });
      out.push_back(last == kNoTerm ? Add(TermKind::kOther, child) : last);
    });
    return out;
  }

  // A call of a function by its name.
  TermId Called(TSNode node, std::string name, Terms arguments) {
    arguments.insert(arguments.begin(), Add(TermKind::kName, node, {}, std::move(name)));
    return Add(TermKind::kCall, node, std::move(arguments));
  }

  // Functions with a meaning of their own in the language first, then calls.
  TermId Call(TSNode node) {
    // A computed callee, `$f(x)`, has no name.
    const TSNode callee = NodeField(node, "function");
    const bool named = NodeType(callee) == "name" || NodeType(callee) == "qualified_name";
    const std::string name = named ? PathOfName(callee) : std::string();
    Terms arguments = Arguments(node);
    if (name == "isset" || name == "empty") return Asked(node, std::move(arguments), name);
    // `die("...")` ends the script.
    if (name == "die") return Add(TermKind::kThrow, node, std::move(arguments));
    // array_key_exists("X", $_ENV)
    if (name == "array_key_exists" && arguments.size() == 2) {
      return Add(TermKind::kHas, node, std::move(arguments));
    }
    // The name of a constant that is defined with a computed name is unknown.
    if (name == "define" && arguments.size() >= 2 &&
        program_[arguments[0]].kind == TermKind::kString) {
      const TermId id = Add(TermKind::kDeclare, node, {arguments[1]}, program_[arguments[0]].text);
      At(id).constant = true;
      return id;
    }
    if (name == "filter_var" && arguments.size() >= 2) return Filtered(node, std::move(arguments));
    // sprintf("%s_PORT", $prefix) ─→ kConcat
    if (name == "sprintf" && !arguments.empty() &&
        program_[arguments[0]].kind == TermKind::kString) {
      return Percent(node, program_[arguments[0]].text, {arguments.begin() + 1, arguments.end()});
    }
    // Any other function of a known name.
    if (named) return Called(node, name, std::move(arguments));
    arguments.insert(arguments.begin(), One(callee));
    return Add(TermKind::kCall, node, std::move(arguments));
  }

  // `isset($_ENV["X"])` is a test of X; `empty($_ENV["X"])` also reads the value.
  TermId Asked(TSNode node, Terms arguments, const std::string& name) {
    if (name == "empty" && arguments.size() == 1) {
      return Add(TermKind::kNot, node, std::move(arguments));
    }
    Terms parts;
    for (const TermId id : arguments) {
      // Other arguments, `isset($x)`, are uses of their values.
      const bool index = program_[id].kind == TermKind::kIndex;
      if (index) {
        const TermId object = program_[id].parts[0];
        // The index becomes a test of its key.
        const TermId key = program_[id].parts[1];
        At(id).kind = TermKind::kHas;
        At(id).parts = {key, object};
      }
      parts.push_back(id);
    }
    return Wrap(node, std::move(parts));
  }

  // filter_var(value, FILTER_VALIDATE_BOOLEAN) ─→ a call of "filter_validate_boolean", which has a
  // row.
  TermId Filtered(TSNode node, Terms arguments) {
    // The name of the constant.
    const std::string filter = program_[arguments[1]].text;
    std::string name = "filter_var";
    if (filter.starts_with("FILTER_VALIDATE_")) name = ToLower(filter);
    return Called(node, name, std::move(arguments));
  }

  // `$o->f(x)`, `A::f(x)` ─→ kCall of kMember f
  TermId MethodCall(TSNode node) {
    const bool scoped = NodeType(node) == "scoped_call_expression";
    const TermId object = Need(node, scoped ? "scope" : "object");
    Terms parts = {Add(TermKind::kMember, node, {object}, Source(NodeField(node, "name")))};
    for (const TermId id : Arguments(node)) parts.push_back(id);
    return Add(TermKind::kCall, node, std::move(parts));
  }

  // A comparison with `false` tests whether the value is set.
  void Unknow(TermId id) {
    if (program_[id].kind == TermKind::kLiteral && ToLower(program_[id].text) == "false") {
      At(id).kind = TermKind::kNothing;
    }
  }

  // `.` joins texts, and `+` adds numbers.
  TermId Binary(TSNode node) {
    // Operators such as `AND` are in any case.
    const std::string sign = ToLower(Source(NodeField(node, "operator")));
    const TermId left = Need(node, "left");
    const TermId right = Need(node, "right");
    if (sign == "??") return Add(TermKind::kOr, node, {left, right});
    if (sign == "||" || sign == "or") return Add(TermKind::kOr, node, {left, right}, "||");
    if (sign == "&&" || sign == "and") return Add(TermKind::kBoth, node, {left, right});
    if (sign == ".") return Add(TermKind::kConcat, node, {left, right});
    const bool same = sign == "===" || sign == "==";
    if (same || sign == "!==" || sign == "!=" || sign == "<>") {
      Unknow(left);
      Unknow(right);
      return Add(TermKind::kEqual, node, {left, right}, same ? "==" : "!=");
    }
    return Add(TermKind::kOther, node, {left, right});
  }

  // `!$a` ─→ kNot; `-1` ─→ kLiteral
  TermId Unary(TSNode node) {
    const std::string sign = Source(NodeField(node, "operator"));
    const TermId value = Need(node, "argument");
    if (sign == "!") return Add(TermKind::kNot, node, {value});
    if (sign == "-" && program_[value].kind == TermKind::kLiteral) {
      return Add(TermKind::kLiteral, node, {}, Source(node));
    }
    return Add(TermKind::kOther, node, {value});
  }

  // `a ?: b` ─→ kOr, `a ? b : c` ─→ kChoice
  TermId Ternary(TSNode node) {
    const TermId test = Need(node, "condition");
    // Without a middle operand: `a ?: b`.
    const TermId value = OneField(node, "body");
    const TermId other = Need(node, "alternative");
    if (value == kNoTerm) return Add(TermKind::kOr, node, {test, other});
    return Add(TermKind::kChoice, node, {test, value, other});
  }

  // `(int) $x` ─→ a call of "(int)", which has a row with the type.
  TermId Cast(TSNode node) {
    const std::string type = ToLower(Source(NodeField(node, "type")));
    const TermId value = Need(node, "value");
    return Called(node, "(" + type + ")", {value});
  }

  // `$a .= $b` is an addition to a text, like `+=` in other languages.
  TermId Assign(TSNode node) {
    const TSNode left = NodeField(node, "left");
    const TSNode sign = NodeField(node, "operator");
    const bool changes = NodeType(node) == "augmented_assignment_expression";
    const TermId value = Need(node, "right");
    const std::string name = Source(left);
    // The first assignment in the function.
    if (NodeType(left) == "variable_name" && !changes && locals_.insert(name).second) {
      return Add(TermKind::kDeclare, node, {value}, name);
    }
    const TermId target = Need(node, "left");
    std::string text = changes ? Source(sign) : "=";
    if (text == ".=") text = "+=";
    return Add(TermKind::kAssign, node, {target, value}, text);
  }

  // `"key" => value` ─→ kPair; a computed or numeric key ─→ kOther.
  TermId Element(TSNode node) {
    Terms parts = All(node);
    if (parts.size() == 2 && program_[parts[0]].kind == TermKind::kString) {
      return Add(TermKind::kPair, node, {parts[1]}, program_[parts[0]].text);
    }
    return Wrap(node, std::move(parts));
  }

  // `function f($a = v) {...}`, `fn($a) => v`: an arrow function sees the variables around it.
  TermId Function(TSNode node) {
    const std::string_view type = NodeType(node);
    const bool arrow = type == "arrow_function";
    // The variables of the code around are restored afterwards.
    std::set<std::string> before = arrow ? locals_ : std::set<std::string>();
    before.swap(locals_);
    Terms parts;
    // Each parameter is a local variable.
    Each(NodeField(node, "parameters"), [&](TSNode child, std::string_view) {
      const std::string name = Source(NodeField(child, "name"));
      locals_.insert(name);
      parts.push_back(Add(TermKind::kParameter, child, {OneField(child, "default_value")}, name));
    });
    const TSNode body = NodeField(node, "body");
    TermId value = One(body);
    if (arrow && value != kNoTerm) value = Add(TermKind::kReturn, body, {value});
    parts.push_back(value);
    locals_.swap(before);
    return Add(TermKind::kFunction, node, std::move(parts), Source(NodeField(node, "name")),
               type == "method_declaration" ? "this" : "");
  }

  // Methods do not see the variables of the code around the class.
  TermId Class(TSNode node) {
    std::set<std::string> before;
    before.swap(locals_);
    Terms parts = All(NodeField(node, "body"));
    locals_.swap(before);
    return Add(TermKind::kClass, node, std::move(parts), Source(NodeField(node, "name")));
  }

  // `else if` and `else` follow one another; each is the alternative of the one before it.
  TermId If(TSNode node) {
    const TermId test = Need(node, "condition");
    const TermId then = Need(node, "body");
    TermId other = kNoTerm;
    std::vector<TSNode> others;
    Each(node, [&](TSNode child, std::string_view field) {
      if (field == "alternative") others.push_back(child);
    });
    // From the last clause to the first, each with the ones after it as its alternative.
    std::reverse(others.begin(), others.end());
    for (const TSNode clause : others) {
      if (NodeType(clause) == "else_clause") {
        other = OneField(clause, "body");
        continue;
      }
      // `elseif (inner) { body }`
      const TermId inner = Need(clause, "condition");
      const TermId body = Need(clause, "body");
      other = Add(TermKind::kIf, clause, {inner, body, other});
    }
    return Add(TermKind::kIf, node, {test, then, other});
  }

  // `unset($_ENV["X"], $y)` ─→ kDelete each
  TermId Unset(TSNode node) {
    Terms parts;
    for (const TermId id : All(node)) parts.push_back(Add(TermKind::kDelete, node, {id}));
    return Wrap(node, std::move(parts));
  }

  // `const KEY = "x";`
  TermId Constant(TSNode node) {
    Terms parts = All(node);
    if (parts.size() < 2) return Add(TermKind::kOther, node, std::move(parts));
    const TermId id = Add(TermKind::kDeclare, node, {parts[1]}, program_[parts[0]].text);
    At(id).constant = true;
    return id;
  }

  // `private $x = "..."`, `case X = "..."`: a case is a constant of its enumeration.
  TermId Property(TSNode node) {
    const bool fixed = NodeType(node) == "enum_case";
    const TermId value = OneField(node, fixed ? "value" : "default_value");
    const TermId id = Add(TermKind::kDeclare, node, {value}, Source(NodeField(node, "name")));
    At(id).constant = fixed;
    return id;
  }

  // `use Foo\Bar;` ─→ kImport Bar, more "Foo.Bar"; `use Foo\{Bar, Baz as Other};` ─→ one for each
  // name
  Terms Uses(TSNode node) {
    Terms out;
    std::string before;
    const auto clause = [&](TSNode one) {
      std::string path;
      Each(one, [&](TSNode child, std::string_view field) {
        // The first name of the clause is the path.
        if (field != "alias" && path.empty()) path = PathOfName(child);
      });
      if (!before.empty()) path = before + "." + path;
      const TSNode alias = NodeField(one, "alias");
      const std::string local =
          ts_node_is_null(alias) ? path.substr(path.rfind('.') + 1) : Source(alias);
      out.push_back(Add(TermKind::kImport, one, {}, local, path));
    };
    Each(node, [&](TSNode child, std::string_view) {
      const std::string_view type = NodeType(child);
      // The common prefix of a group.
      if (type == "namespace_name") before = PathOfName(child);
      if (type == "namespace_use_clause") clause(child);
      if (type != "namespace_use_group") return;
      Each(child, [&](TSNode one, std::string_view) { clause(one); });
    });
    return out;
  }

  std::set<std::string> locals_;  // variables of the function
};

}  // namespace

void LowerPhp(TSNode root, std::string_view text, Program* program) {
  PhpLowering(text, program).Run(root);
}

}  // namespace flagcensus
