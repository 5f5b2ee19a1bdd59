// The trees of tree-sitter-javascript and tree-sitter-typescript ─→ terms
//
//   const port = process.env.PORT ?? "80"      ─→ kDeclare port, constant: kOr
//   const { A: a = "d" } = process.env         ─→ kPattern of the object: kField a, more "A": "d"
//   class C { env: Env; get(k: string) {...} } ─→ kClass C: kPair env; kFunction get, more "this"
//   (x as string)!                             ─→ x
//
// Types, `as`, `satisfies`, `!` and parentheses are dropped: the term is the value inside them.
#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "analyzer/languages/javascript_names.h"
#include "analyzer/python/node.h"

namespace flagcensus {
namespace {

class JavaScriptLowering : public ScriptNames {
 public:
  using ScriptNames::ScriptNames;

 protected:
  // The map has the nodes that become one term. After it come names, literals, and nodes that
  // become several terms.
  Terms Of(TSNode node) override {
    using Handler = TermId (JavaScriptLowering::*)(TSNode);
    static const std::map<std::string_view, Handler> kHandlers = {
        {"string", &JavaScriptLowering::String},
        {"template_string", &JavaScriptLowering::Template},
        {"member_expression", &JavaScriptLowering::Member},
        {"subscript_expression", &JavaScriptLowering::Index},
        {"call_expression", &JavaScriptLowering::Call},
        {"binary_expression", &JavaScriptLowering::Binary},
        {"unary_expression", &JavaScriptLowering::Unary},
        {"ternary_expression", &JavaScriptLowering::Choice},
        {"assignment_expression", &JavaScriptLowering::Assign},
        {"augmented_assignment_expression", &JavaScriptLowering::Assign},
        {"parenthesized_expression", &JavaScriptLowering::First},
        {"as_expression", &JavaScriptLowering::First},
        {"satisfies_expression", &JavaScriptLowering::First},
        {"non_null_expression", &JavaScriptLowering::First},
        {"await_expression", &JavaScriptLowering::First},
        {"new_expression", &JavaScriptLowering::New},
        {"public_field_definition", &JavaScriptLowering::ClassField},
        {"field_definition", &JavaScriptLowering::ClassField},
        {"object", &JavaScriptLowering::Object},
        {"arrow_function", &JavaScriptLowering::Function},
        {"function_expression", &JavaScriptLowering::Function},
        {"function_declaration", &JavaScriptLowering::Function},
        {"generator_function", &JavaScriptLowering::Function},
        {"generator_function_declaration", &JavaScriptLowering::Function},
        {"method_definition", &JavaScriptLowering::Function},
        {"class", &JavaScriptLowering::Class},
        {"class_declaration", &JavaScriptLowering::Class},
        {"abstract_class_declaration", &JavaScriptLowering::Class},
        {"enum_declaration", &JavaScriptLowering::Enum},
        {"for_in_statement", &JavaScriptLowering::ForIn},
        {"catch_clause", &JavaScriptLowering::Catch},
        {"if_statement", &JavaScriptLowering::Condition},
    };
    static const KindsOfNodes kOfChildren = {
        // An object of elements without keys.
        {"array", TermKind::kObject},
        // `a, b` has the value of b, which is not followed.
        {"sequence_expression", TermKind::kOther},
        {"spread_element", TermKind::kSpread},
        {"statement_block", TermKind::kBlock},
        {"for_statement", TermKind::kBlock},
        {"switch_body", TermKind::kBlock},
        {"return_statement", TermKind::kReturn},
        {"throw_statement", TermKind::kThrow},
    };
    const std::string_view type = NodeType(node);
    if (const std::optional<Terms> terms = OfChildren(kOfChildren, node)) return *terms;
    if (const auto handler = kHandlers.find(type); handler != kHandlers.end()) {
      return {(this->*handler->second)(node)};
    }
    if (type == "identifier" || type == "this" || type == "shorthand_property_identifier") {
      return {Add(TermKind::kName, node, {}, Source(node))};
    }
    // `import.meta.env` is a member of the name "import.meta".
    if (type == "meta_property") return {Add(TermKind::kName, node, {}, "import.meta")};
    if (type == "number" || type == "true" || type == "false") {
      return {Add(TermKind::kLiteral, node, {}, Source(node))};
    }
    if (type == "null" || type == "undefined") return {Add(TermKind::kNothing, node)};
    if (type == "lexical_declaration" || type == "variable_declaration") return Declarations(node);
    if (type == "import_statement") return Imports(node);
    if (type == "export_statement") return Exports(node);
    // Types have no values.
    if (type == "type_annotation" || type == "type_arguments" || type == "interface_declaration" ||
        type == "type_alias_declaration" || type == "type_parameters") {
      return {};
    }
    return {Wrap(node, All(node))};
  }

 private:
  TermId String(TSNode node) {
    std::string text = Source(node);
    if (text.size() >= 2) text = text.substr(1, text.size() - 2);
    return Add(TermKind::kString, node, {}, Unescape(text));
  }

  // `APP_${n}` ─→ kConcat of "APP_" and n. The text between substitutions is cut from the source,
  // because the grammar splits it at each escape sequence.
  TermId Template(TSNode node) {
    Terms parts;
    uint32_t at = StartByte(node) + 1;
    // The text up to a substitution.
    const auto take = [&](uint32_t end) {
      if (end <= at) return;
      const std::string_view text = text_.substr(at, end - at);
      parts.push_back(Add(TermKind::kString, node, {}, Unescape(text)));
    };
    Each(node, [&](TSNode child, std::string_view) {
      if (NodeType(child) != "template_substitution") return;
      take(StartByte(child));
      parts.push_back(Wrap(child, All(child)));
      at = EndByte(child);
    });
    take(EndByte(node) - 1);
    if (parts.empty()) return Add(TermKind::kString, node);
    return Add(TermKind::kConcat, node, std::move(parts));
  }

  // `a.b`, `a?.b` ─→ kMember
  TermId Member(TSNode node) {
    const TermId object = Need(node, "object");
    return Add(TermKind::kMember, node, {object}, Source(NodeField(node, "property")));
  }

  TermId Index(TSNode node) {
    const TermId object = Need(node, "object");
    const TermId index = Need(node, "index");
    return Add(TermKind::kIndex, node, {object, index});
  }

  // `f(x)` ─→ kCall
  TermId Call(TSNode node) {
    Terms parts = {Need(node, "function")};
    for (const TermId id : All(NodeField(node, "arguments"))) parts.push_back(id);
    return Add(TermKind::kCall, node, std::move(parts));
  }

  // `new T(x)` ─→ kCall, text "new"
  TermId New(TSNode node) {
    Terms parts = {Need(node, "constructor")};
    for (const TermId id : All(NodeField(node, "arguments"))) parts.push_back(id);
    return Add(TermKind::kCall, node, std::move(parts), "new");
  }

  // `get = (key) => ...`, `private env: Env;` ─→ kPair, with the declared type
  TermId ClassField(TSNode node) {
    TSNode name = NodeField(node, "name");
    if (ts_node_is_null(name)) name = NodeField(node, "property");
    const TermId id = Add(TermKind::kPair, node, {OneField(node, "value")}, KeyOf(name));
    return Typed(id, TypeIn(NodeField(node, "type")));
  }
  // The type of an annotation, without its colon.
  std::string TypeIn(TSNode annotation) const {
    const std::string text = Source(annotation);
    return text.substr(std::min(text.size(), text.find_first_not_of(": ")));
  }

  // `a || b`, `a ?? b` ─→ kOr. Only `||` also replaces an empty string; the default is the same.
  TermId Binary(TSNode node) {
    const std::string sign = Source(NodeField(node, "operator"));
    const TermId left = Need(node, "left");
    const TermId right = Need(node, "right");
    if (sign == "||" || sign == "??") return Add(TermKind::kOr, node, {left, right});
    if (sign == "&&") return Add(TermKind::kBoth, node, {left, right});
    if (sign == "+") return Add(TermKind::kConcat, node, {left, right});
    // "X" in process.env
    if (sign == "in") return Add(TermKind::kHas, node, {left, right});
    if (sign == "===" || sign == "==") return Add(TermKind::kEqual, node, {left, right}, "==");
    if (sign == "!==" || sign == "!=") return Add(TermKind::kEqual, node, {left, right}, "!=");
    return Add(TermKind::kOther, node, {left, right});
  }

  // `!a` ─→ kNot, `delete a.b` ─→ kDelete, `-1` ─→ kLiteral
  TermId Unary(TSNode node) {
    const std::string sign = Source(NodeField(node, "operator"));
    const TermId value = Need(node, "argument");
    if (sign == "!") return Add(TermKind::kNot, node, {value});
    // delete process.env.X
    if (sign == "delete") return Add(TermKind::kDelete, node, {value});
    // `+x` converts to a number, like Number(x).
    if (sign == "+") {
      const TermId number = Add(TermKind::kName, node, {}, "Number");
      return Add(TermKind::kCall, node, {number, value});
    }
    if (sign == "-" && program_[value].kind == TermKind::kLiteral) {
      return Add(TermKind::kLiteral, node, {}, Source(node));
    }
    return Add(TermKind::kOther, node, {value});
  }

  // `({A} = process.env)` assigns to existing variables.
  TermId Assign(TSNode node) {
    const TSNode sign = NodeField(node, "operator");
    const TSNode left = NodeField(node, "left");
    const TermId value = Need(node, "right");
    if (NodeType(left) == "object_pattern") return Pattern(left, node, value, false);
    const TermId target = Need(node, "left");
    const std::string text = ts_node_is_null(sign) ? "=" : Source(sign);
    return Add(TermKind::kAssign, node, {target, value}, text);
  }

  // The first part: the second of `x as T` is a type.
  TermId First(TSNode node) { return Wrap(node, FirstOf(All(node))); }
  static Terms FirstOf(Terms all) {
    if (all.size() > 1) all.resize(1);
    return all;
  }

  // `{ a: v, b, c() {} }` ─→ kPair a, kPair b, kPair c; a spread is kSpread
  TermId Object(TSNode node) {
    Terms parts;
    Each(node, [&](TSNode child, std::string_view) {
      const std::string_view type = NodeType(child);
      // `key: value`
      if (type == "pair") {
        const TermId value = Need(child, "value");
        parts.push_back(Add(TermKind::kPair, child, {value}, KeyOf(NodeField(child, "key"))));
      } else if (type == "shorthand_property_identifier" || type == "method_definition") {
        const TermId value = One(child);
        const std::string key = program_[value].text;
        parts.push_back(Add(TermKind::kPair, child, {value}, key));
      } else {
        parts.push_back(One(child));
      }
    });
    return Add(TermKind::kObject, node, std::move(parts));
  }

  // `class A extends B<T> {...}` ─→ kClass A, type "B"
  TermId Class(TSNode node) {
    std::string base;
    Each(node, [&](TSNode child, std::string_view) {
      if (NodeType(child) == "class_heritage") base = Source(child);
    });
    // The name of the base without type arguments or a call.
    if (base.starts_with("extends ")) base = base.substr(8, base.find_first_of(" <({\n", 8) - 8);
    const TermId id =
        Add(TermKind::kClass, node, All(NodeField(node, "body")), Source(NodeField(node, "name")));
    return Typed(id, base);
  }

  // An enum is a constant object of its members: `enum E { A = "x" }`; members without a value are
  // dropped.
  TermId Enum(TSNode node) {
    Terms parts;
    Each(NodeField(node, "body"), [&](TSNode child, std::string_view) {
      if (NodeType(child) != "enum_assignment") return;
      const TermId value = Need(child, "value");
      parts.push_back(Add(TermKind::kPair, child, {value}, KeyOf(NodeField(child, "name"))));
    });
    const TermId object = Add(TermKind::kObject, node, std::move(parts));
    return Declare(node, Source(NodeField(node, "name")), object, true);
  }

  TermId Declare(TSNode node, std::string name, TermId value, bool constant) {
    const TermId id = Add(TermKind::kDeclare, node, {value}, std::move(name));
    At(id).constant = constant;
    return id;
  }

  // `const a = x, { b } = y`: kDeclare a, kPattern
  Terms Declarations(TSNode node) {
    // `let` and `var` are constant, too, if they are assigned only once; Names finds that out.
    const bool constant = text_.substr(StartByte(node), 5) == "const";
    Terms out;
    Each(node, [&](TSNode child, std::string_view) {
      if (NodeType(child) != "variable_declarator") return;
      const TSNode name = NodeField(child, "name");
      const TermId value = OneField(child, "value");
      if (NodeType(name) == "identifier") {
        out.push_back(Declare(child, Source(name), value, constant));
        Typed(out.back(), TypeIn(NodeField(child, "type")));
      } else {
        out.push_back(Pattern(name, child, value, true));
      }
    });
    return out;
  }

  // `a`, `a = v`, `a?: T`, `{ a, b }`: a destructured parameter has no name and a kPattern as part.
  TermId Parameter(TSNode node) {
    const std::string_view type = NodeType(node);
    TSNode name = node;
    TermId fallback = kNoTerm;
    if (type == "required_parameter" || type == "optional_parameter") {
      name = NodeField(node, "pattern");
      fallback = OneField(node, "value");
    } else if (type == "assignment_pattern") {
      name = NodeField(node, "left");
      fallback = OneField(node, "right");
    }
    // `({ env }) => ...`
    if (NodeType(name) == "object_pattern" || NodeType(name) == "array_pattern") {
      // The default of the whole parameter is destructured.
      const TermId pattern = Pattern(name, node, fallback, true);
      return Add(TermKind::kParameter, node, {pattern});
    }
    const TermId id = Add(TermKind::kParameter, node, {fallback}, Source(name));
    return Typed(id, TypeIn(NodeField(node, "type")));
  }

  // `x => v`, `(x) => {...}`, `function f(x) {...}`, `f(x) {...}` in a class or an object
  TermId Function(TSNode node) {
    Terms parts;
    // `x => v` has no parentheses, and so no list.
    if (const TSNode one = NodeField(node, "parameter"); !ts_node_is_null(one)) {
      parts.push_back(Parameter(one));
    }
    Each(NodeField(node, "parameters"),
         [&](TSNode child, std::string_view) { parts.push_back(Parameter(child)); });
    const TSNode body = NodeField(node, "body");
    TermId value = One(body);
    // An expression as body is the returned value.
    if (value != kNoTerm && NodeType(body) != "statement_block") {
      value = Add(TermKind::kReturn, body, {value});
    }
    parts.push_back(value);
    // A method's `this` is its object: more is "this".
    const bool method = NodeType(node) == "method_definition";
    const TSNode name = NodeField(node, "name");
    const TermId id = Add(TermKind::kFunction, node, std::move(parts),
                          method ? KeyOf(name) : Source(name), method ? "this" : "");
    return Typed(id, TypeIn(NodeField(node, "return_type")));
  }

  // `catch (e) {...}` ─→ kBlock with the parameter e
  TermId Catch(TSNode node) {
    Terms parts;
    const TSNode name = NodeField(node, "parameter");
    if (NodeType(name) == "identifier") {
      parts.push_back(Add(TermKind::kParameter, name, {}, Source(name)));
    }
    parts.push_back(OneField(node, "body"));
    return Add(TermKind::kBlock, node, std::move(parts));
  }
};

}  // namespace

void LowerJavaScript(TSNode root, std::string_view text, Program* program) {
  JavaScriptLowering(text, program).Run(root);
}

}  // namespace flagcensus
