// tree-sitter-kotlin's tree ─→ terms
//
//   val port = System.getenv("PORT") ?: "80"    ─→ kDeclare port, constant: kOr
//   val x = if (a != null) a else "d"           ─→ kDeclare x: kChoice
//   class C { companion object { const val K = "X" } }   ─→ kClass C: kDeclare K
//
// An `if` or `when` with a value that is used is a choice or a match. The contents of a companion
// object are those of the class itself.
#include <map>
#include <utility>

#include "analyzer/base/text.h"
#include "analyzer/languages/kotlin_expressions.h"
#include "analyzer/python/node.h"

namespace flagcensus {
namespace {

class KotlinLowering : public KotlinExpressions {
 public:
  using KotlinExpressions::KotlinExpressions;

 protected:
  // Nodes with one term are in the map; below it are names, literals and lists of terms.
  Terms Of(TSNode node) override {
    using Handler = TermId (KotlinLowering::*)(TSNode);
    static const std::map<std::string_view, Handler> kHandlers = {
        {"string_literal", &KotlinLowering::KotlinString},
        {"multiline_string_literal", &KotlinLowering::KotlinString},
        {"navigation_expression", &KotlinLowering::Chain},
        {"call_expression", &KotlinLowering::Chain},
        {"index_expression", &KotlinLowering::Chain},
        {"unary_expression", &KotlinLowering::KotlinUnary},
        {"binary_expression", &KotlinLowering::KotlinBinary},
        {"in_expression", &KotlinLowering::In},
        {"as_expression", &KotlinLowering::As},
        {"callable_reference", &KotlinLowering::Reference},
        {"assignment", &KotlinLowering::KotlinAssign},
        {"class_declaration", &KotlinLowering::KotlinClass},
        {"object_declaration", &KotlinLowering::KotlinClass},
        {"function_declaration", &KotlinLowering::Function},
        {"secondary_constructor", &KotlinLowering::Function},
        {"anonymous_function", &KotlinLowering::Function},
        {"lambda_literal", &KotlinLowering::Lambda},
        {"getter", &KotlinLowering::Getter},
        {"for_statement", &KotlinLowering::For},
        {"if_expression", &KotlinLowering::KotlinIf},
        {"when_expression", &KotlinLowering::When},
        {"return_expression", &KotlinLowering::KotlinReturn},
        {"throw_expression", &KotlinLowering::KotlinThrow},
        {"enum_entry", &KotlinLowering::EnumEntry},
        {"annotation", &KotlinLowering::KotlinAnnotation},
    };
    static const KindsOfNodes kOfChildren = {
        // A block is a scope; its value is not followed except in a function or a branch.
        {"block", TermKind::kBlock},
        {"catch_block", TermKind::kBlock},
    };
    const std::string_view type = NodeType(node);
    if (const std::optional<Terms> terms = OfChildren(kOfChildren, node)) return *terms;
    if (const auto handler = kHandlers.find(type); handler != kHandlers.end()) {
      return {(this->*handler->second)(node)};
    }
    if (type == "identifier") return {Identifier(node)};
    // `super.f()` calls a method of the object, too.
    if (type == "this_expression" || type == "super_expression") {
      return {Add(TermKind::kName, node, {}, "this")};
    }
    if (type == "number_literal" || type == "float_literal") return {AddNumber(node)};
    if (type == "property_declaration") return Property(node);
    if (type == "companion_object") return Companion(node);
    if (type == "import") return Import(node);
    if (type == "package_header") {
      program_.packages = {{Source(NamedChild(node, 0))}};
      return {};
    }
    // Types have no values.
    if (type == "user_type" || type == "nullable_type" || type == "type_arguments" ||
        type == "type_parameters" || type == "function_type" || type == "file_annotation" ||
        type == "type_alias") {
      return {};
    }
    return {Wrap(node, All(node))};
  }

 private:
  // Whether one of the words is the modifier.
  static bool HasModifier(const std::string& modifiers, const std::string& word) {
    for (const std::string_view one : Split(modifiers, ' ')) {
      if (one == word) return true;
    }
    return false;
  }

  // "T" of `x: T` and `x: T?`, "" if there is no type.
  std::string TypeIn(TSNode node) {
    std::string out;
    Each(node, [&](TSNode child, std::string_view) {
      const std::string_view type = NodeType(child);
      if (type == "user_type" || type == "nullable_type") out = PlainType(Source(child));
    });
    return out;
  }

  // `@Value("x") private val a: T = v`, `var a: T by delegate`, `val a get() = v` ─→ kDeclare a
  Terms Property(TSNode node) {
    std::string modifiers;
    bool constant = false;
    TSNode variable{};
    TermId value = kNoTerm;
    Terms out;
    // The keyword is among the first tokens, after the modifiers.
    const uint32_t count = ChildCount(node);
    for (uint32_t i = 0; i < count && i < 12; ++i) {
      constant = constant || NodeType(NodeChild(node, i)) == "val";
    }
    Each(node, [&](TSNode child, std::string_view) {
      const std::string_view type = NodeType(child);
      if (type == "modifiers") {
        modifiers = Source(child);
      } else if (type == "variable_declaration" || type == "multi_variable_declaration") {
        variable = child;
      } else if (type != "type_parameters" && type != "type_constraints" && type != "user_type") {
        const TermId one = One(child);
        // A setter says nothing about the value.
        if (value == kNoTerm) {
          value = one;
        } else {
          out.push_back(one);
        }
      }
    });
    // `val (a, b) = pair`
    if (NodeType(variable) == "multi_variable_declaration") {
      out.push_back(Taken(variable, value == kNoTerm ? Add(TermKind::kOther, node) : value));
      return out;
    }
    // The name without its type.
    const std::string name = ts_node_is_null(variable) ? "" : Source(NamedChild(variable, 0));
    const std::string of = ts_node_is_null(variable) ? "" : TypeIn(variable);
    // Annotations come before the declaration that they fill.
    if (modifiers.find('@') != std::string::npos) {
      Annotations(node, of, name, &out);
    }
    out.push_back(
        AddDeclaration(node, name, value, of, constant || HasModifier(modifiers, "const")));
    return out;
  }

  // `val (a, b) = value`, and the variables of a loop: a kPattern that declares.
  TermId Taken(TSNode variables, TermId value) {
    Terms parts = {value};
    // A single variable, or a list in parentheses.
    const bool one = NodeType(variables) == "variable_declaration";
    const auto take = [&](TSNode name) {
      parts.push_back(Add(TermKind::kField, name, {}, Source(NamedChild(name, 0)), "[]"));
    };
    if (one) take(variables);
    Each(variables, [&](TSNode child, std::string_view) {
      if (NodeType(child) == "variable_declaration") take(child);
    });
    const TermId pattern = Add(TermKind::kPattern, variables, std::move(parts));
    At(pattern).constant = true;
    return pattern;
  }

  // Appends the annotations among the modifiers of `node`.
  void Annotations(TSNode node, const std::string& type, const std::string& field, Terms* out) {
    Each(node, [&](TSNode child, std::string_view) {
      if (NodeType(child) != "modifiers") return;
      Each(child, [&](TSNode one, std::string_view) {
        if (NodeType(one) == "annotation") out->push_back(AnnotationOf(one, type, field));
      });
    });
  }

  // An annotation of anything except a property or parameter: of no field.
  TermId KotlinAnnotation(TSNode node) { return AnnotationOf(node, "", ""); }

  // `@Value("x")` ─→ kTag; without arguments it names no variable.
  TermId AnnotationOf(TSNode node, const std::string& type, const std::string& field) {
    std::string name;
    Terms arguments;
    Each(node, [&](TSNode child, std::string_view) {
      if (NodeType(child) != "constructor_invocation") return;
      // `@a.b.Value("x")` is Value.
      name = PlainType(Source(NamedChild(child, 0)));
      arguments = Arguments(NamedChild(child, NamedChildCount(child) - 1));
    });
    // @Deprecated and the like.
    if (arguments.empty()) return Add(TermKind::kOther, node);
    return AddAnnotation(node, name.substr(name.rfind('.') + 1), arguments, type, field);
  }

  // `class A(val x: T) : B(), C { ... }` ─→ kClass A, more "B"
  TermId KotlinClass(TSNode node) {
    std::string base;
    TSNode body{};
    Terms before;
    Each(node, [&](TSNode child, std::string_view) {
      const std::string_view type = NodeType(child);
      // The body, the constructor and the supertypes are children without field names.
      if (type == "class_body" || type == "enum_class_body") body = child;
      if (type == "primary_constructor") ClassParameters(NamedChild(child, 0), &before);
      // The first supertype counts as the base; it may be an interface.
      if (type == "delegation_specifiers") {
        // The text before the arguments, or before the next supertype.
        base = Source(child);
        base = base.substr(0, base.find_first_of(",("));
        for (const TermId id : All(child)) before.push_back(id);
      }
    });
    return AddClass(node, body, Source(NodeField(node, "name")), PlainType(base),
                    std::move(before));
  }

  // `class A(val x: T = value)`: a declaration for each parameter, as a property.
  void ClassParameters(TSNode list, Terms* out) {
    Each(list, [&](TSNode child, std::string_view) {
      if (NodeType(child) != "class_parameter") return;
      std::string name;
      TermId value = kNoTerm;
      const std::string of = TypeIn(child);
      Each(child, [&](TSNode one, std::string_view) {
        const std::string_view type = NodeType(one);
        if (type == "identifier" && name.empty()) {
          name = Source(one);
        } else if (type != "modifiers" && !type.ends_with("_type")) {
          value = One(one);
        }
      });
      Annotations(child, of, name, out);
      out->push_back(AddDeclaration(child, name, value, of, false));
    });
  }

  // The contents of a companion object.
  Terms Companion(TSNode node) {
    Terms out;
    Each(node, [&](TSNode child, std::string_view) {
      if (NodeType(child) != "class_body") return;
      for (const TermId id : All(child)) out.push_back(id);
    });
    return out;
  }

  // An entry of an enum is a constant with its name as text, which is what `name` returns.
  TermId EnumEntry(TSNode node) {
    const std::string name = Source(NamedChild(node, 0));
    const TermId text = Add(TermKind::kString, node, {}, name);
    Terms parts = {AddDeclaration(node, name, text, "", true)};
    Each(node, [&](TSNode child, std::string_view) {
      if (NodeType(child) == "value_arguments") {
        for (const TermId id : Arguments(child)) parts.push_back(id);
      } else if (NodeType(child) == "class_body") {
        parts.push_back(AddClass(child, child, "", ""));
      }
    });
    return Wrap(node, std::move(parts));
  }

  // The grammar lists a default after its parameter, as a sibling.
  void Parameters(TSNode list, Terms* out) {
    Each(list, [&](TSNode child, std::string_view) {
      if (NodeType(child) == "parameter") {
        const std::string name = Source(NamedChild(child, 0));
        out->push_back(Add(TermKind::kParameter, child, {}, name, TypeIn(child)));
      } else if (NodeType(child) != "parameter_modifiers" && !out->empty()) {
        // The default of the parameter before it.
        const TermId value = One(child);
        At(value).parent = out->back();
        At(out->back()).parts = {value};
      }
    });
  }

  // `fun f(x: T = v): R { ... }`, `fun f() = v`, a secondary constructor
  TermId Function(TSNode node) {
    Terms parts;
    Terms body;
    Each(node, [&](TSNode child, std::string_view) {
      const std::string_view type = NodeType(child);
      // The parts of the function are children without field names.
      if (type == "function_value_parameters") Parameters(child, &parts);
      if (type == "block") body = {One(child)};
      if (type == "constructor_delegation_call") body = All(child);
      if (type == "function_body") body = {BodyOf(child)};
    });
    for (const TermId id : body) parts.push_back(id);
    return AddFunction(node, std::move(parts), Source(NodeField(node, "name")));
  }

  // A block, or `= value`.
  TermId BodyOf(TSNode node) {
    const TSNode inner = NamedChild(node, 0);
    const TermId value = One(inner);
    return NodeType(inner) == "block" ? value : AddReturn(node, value);
  }

  // `get() = v` is the value of the property; a block is a function of it.
  TermId Getter(TSNode node) {
    TermId out = kNoTerm;
    Each(node, [&](TSNode child, std::string_view) {
      if (NodeType(child) != "function_body") return;
      const TSNode inner = NamedChild(child, 0);
      out = One(inner);
      if (NodeType(inner) == "block") out = Add(TermKind::kFunction, node, {out});
    });
    return out == kNoTerm ? Add(TermKind::kOther, node) : out;
  }

  // The last statement is the value; without parameters there is `it`.
  TermId Lambda(TSNode node) {
    Terms parts;
    Terms statements;
    Each(node, [&](TSNode child, std::string_view) {
      if (NodeType(child) == "lambda_parameters") {
        Each(child, [&](TSNode one, std::string_view) {
          // A destructured parameter has no name.
          const std::string name = NodeType(one) == "variable_declaration"
                                       ? Source(NamedChild(one, 0))
                                       : std::string("_");
          parts.push_back(Add(TermKind::kParameter, one, {}, name));
        });
        return;
      }
      statements.push_back(One(child));
    });
    if (!statements.empty()) statements.back() = AddReturn(node, statements.back());
    if (parts.empty()) parts.push_back(Add(TermKind::kParameter, node, {}, "it"));
    const bool one = statements.size() == 1;
    parts.push_back(one ? statements[0] : Add(TermKind::kBlock, node, std::move(statements)));
    return Add(TermKind::kFunction, node, std::move(parts));
  }

  // `for ((k, v) in map) {...}` ─→ kBlock of a kPattern and the body
  TermId For(TSNode node) {
    TSNode variables{};
    Terms rest;
    Each(node, [&](TSNode child, std::string_view) {
      if (NodeType(child).ends_with("variable_declaration")) {
        variables = child;
      } else if (!NodeType(child).ends_with("annotation")) {
        rest.push_back(One(child));
      }
    });
    if (ts_node_is_null(variables) || rest.empty()) {
      return Add(TermKind::kBlock, node, std::move(rest));
    }
    // The list is wrapped, so it is not destructured itself.
    rest[0] = Taken(variables, Add(TermKind::kOther, node, {rest[0]}));
    return Add(TermKind::kBlock, node, std::move(rest));
  }

  // Whether the value of a statement is used: it is not one statement of a block.
  static bool IsUsed(TSNode node) {
    const std::string_view type = NodeType(NodeParent(node));
    return type != "block" && type != "source_file" && type != "lambda_literal" &&
           type != "if_expression" && type != "for_statement" && type != "while_statement" &&
           type != "class_body";
  }

  // The value of a branch is that of its last statement; only a block of one statement is followed.
  TermId BranchOf(TSNode node) {
    if (NodeType(node) != "block" || NamedChildCount(node) != 1) return One(node);
    return One(NamedChild(node, 0));
  }

  // `if` ─→ kChoice if it is used and has both branches, otherwise kIf.
  TermId KotlinIf(TSNode node) {
    // Only a used value makes a choice.
    const bool used = IsUsed(node);
    const TermId test = Need(node, "condition");
    Terms branches;
    Each(node, [&](TSNode child, std::string_view field) {
      if (field != "condition") branches.push_back(used ? BranchOf(child) : One(child));
    });
    branches.insert(branches.begin(), test);
    // Without an else the value may be missing.
    const bool choice = used && branches.size() == 3;
    return Add(choice ? TermKind::kChoice : TermKind::kIf, node, std::move(branches));
  }

  // An arm for null states the value for a variable that is not set.
  TermId When(TSNode node) {
    Terms parts;
    Each(node, [&](TSNode child, std::string_view) {
      if (NodeType(child) != "when_entry") {
        parts.push_back(Wrap(child, All(child)));
        return;
      }
      const std::string head = Source(NodeField(child, "condition"));
      const TSNode last = NamedChild(child, NamedChildCount(child) - 1);
      Terms inner;
      Each(child, [&](TSNode one, std::string_view field) {
        if (field == "condition") inner.push_back(One(one));
      });
      // The value comes first, as the readers of arms expect.
      const TermId value = BranchOf(last);
      inner.insert(inner.begin(), value);
      parts.push_back(
          Add(TermKind::kArm, child, std::move(inner), head == "null" ? "None" : "case"));
    });
    return Add(TermKind::kMatch, node, std::move(parts));
  }

  // `import a.b.C as D` ─→ kImport D; `import a.b.*` ─→ a wildcard
  Terms Import(TSNode node) {
    const std::string path = Source(NamedChild(node, 0));
    const std::string whole = Source(node);
    if (whole.ends_with('*')) {
      AddWildcard(path);
      return {};
    }
    // The last name of the path, unless there is an alias.
    std::string local = path.substr(path.rfind('.') + 1);
    if (NamedChildCount(node) > 1) local = Source(NamedChild(node, 1));
    return {Add(TermKind::kImport, node, {}, local, path)};
  }
};

}  // namespace

void LowerKotlin(TSNode root, std::string_view text, Program* program) {
  KotlinLowering(text, program).Run(root);
}

}  // namespace flagcensus
