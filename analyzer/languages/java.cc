// tree-sitter-java's tree ─→ terms
//
//   String p = System.getenv("PORT");     ─→ kDeclare p, more "String": kCall of kMember getenv
//   new Config("X")                       ─→ kCall of kName "new Config"
//   @Value("${X:1}") int x;               ─→ kTag "@Value", more "x"; kDeclare x
//   enum E { A }                          ─→ kClass E: kDeclare A: kString "A"
//
// A constructor is a method with the name of its class, and `new T(...)` a call of "new T". An
// enum's constant is its own name as text, which is what `name()` returns.
#include <map>

#include "analyzer/base/text.h"
#include "analyzer/languages/class_lowering.h"
#include "analyzer/python/node.h"

namespace flagcensus {
namespace {

// Whether one of the words, between blanks, is the modifier: "final", but not "finalName".
bool HasModifier(const std::string& modifiers, const std::string& word) {
  for (const std::string_view one : Split(modifiers, ' ')) {
    if (Trim(one) == word) return true;
  }
  return false;
}

class JavaLowering : public ClassLowering {
 public:
  using ClassLowering::ClassLowering;

 protected:
  // Nodes with one term are in the map; below it are names, literals and lists of terms.
  Terms Of(TSNode node) override {
    using Handler = TermId (JavaLowering::*)(TSNode);
    static const std::map<std::string_view, Handler> kHandlers = {
        {"string_literal", &JavaLowering::JavaString},
        {"character_literal", &JavaLowering::JavaString},
        {"field_access", &JavaLowering::FieldAccess},
        {"scoped_identifier", &JavaLowering::Scoped},
        {"array_access", &JavaLowering::ArrayAccess},
        {"method_invocation", &JavaLowering::Invocation},
        {"method_reference", &JavaLowering::Reference},
        {"object_creation_expression", &JavaLowering::Creation},
        {"binary_expression", &JavaLowering::JavaBinary},
        {"unary_expression", &JavaLowering::JavaUnary},
        {"ternary_expression", &JavaLowering::Choice},
        {"assignment_expression", &JavaLowering::JavaAssign},
        {"class_declaration", &JavaLowering::JavaClass},
        {"interface_declaration", &JavaLowering::JavaClass},
        {"record_declaration", &JavaLowering::JavaClass},
        {"enum_declaration", &JavaLowering::JavaClass},
        {"annotation_type_declaration", &JavaLowering::JavaClass},
        {"method_declaration", &JavaLowering::Method},
        {"constructor_declaration", &JavaLowering::Method},
        {"compact_constructor_declaration", &JavaLowering::Method},
        {"lambda_expression", &JavaLowering::Lambda},
        {"resource", &JavaLowering::Resource},
        {"catch_clause", &JavaLowering::Catch},
        {"enhanced_for_statement", &JavaLowering::ForEach},
        {"if_statement", &JavaLowering::Condition},
        {"break_statement", &JavaLowering::Jump},
        {"continue_statement", &JavaLowering::Jump},
    };
    static const KindsOfNodes kOfChildren = {
        {"block", TermKind::kBlock},
        {"constructor_body", TermKind::kBlock},
        {"for_statement", TermKind::kBlock},
        {"switch_block_statement_group", TermKind::kBlock},
        {"switch_rule", TermKind::kBlock},
        {"try_with_resources_statement", TermKind::kBlock},
        {"return_statement", TermKind::kReturn},
        {"throw_statement", TermKind::kThrow},
    };
    const std::string_view type = NodeType(node);
    if (type == "cast_expression") return {Need(node, "value")};  // `(String) x` ─→ x
    if (const std::optional<Terms> terms = OfChildren(kOfChildren, node)) return *terms;
    if (const auto handler = kHandlers.find(type); handler != kHandlers.end()) {
      return {(this->*handler->second)(node)};
    }
    // `this` and `super` are names as well.
    if (type == "identifier" || type == "this" || type == "super") {
      return {Add(TermKind::kName, node, {}, Source(node))};
    }
    if (type == "true" || type == "false") return {Add(TermKind::kLiteral, node, {}, Source(node))};
    if (type.ends_with("integer_literal") || type.ends_with("point_literal")) {
      return {AddNumber(node)};
    }
    if (type == "null_literal") return {Add(TermKind::kNothing, node)};
    // One declaration for each name on the line.
    if (type == "field_declaration" || type == "constant_declaration" ||
        type == "local_variable_declaration") {
      return Variables(node);
    }
    if (type == "enum_constant") return EnumConstant(node);
    if (type == "import_declaration") return Import(node);
    if (type == "package_declaration") {
      program_.packages = {{Source(NamedChild(node, NamedChildCount(node) - 1))}};
      return {};
    }
    // An annotation without arguments names no variable; types have no values.
    if (type == "marker_annotation") return {};
    if (type == "annotation") return {Annotation(node, "", "")};
    if (type.ends_with("_type") || type == "type_identifier" || type == "type_arguments" ||
        type == "type_parameters") {
      return {};
    }
    if (type == "enum_body_declarations") return All(node);
    return {Wrap(node, All(node))};
  }

 private:
  // "text" and a text block of three quotes; indentation in a block is not removed.
  TermId JavaString(TSNode node) {
    std::string text = Source(node);
    const bool block = text.starts_with("\"\"\"");
    const size_t quotes = block ? 3 : 1;
    if (text.size() >= 2 * quotes) text = text.substr(quotes, text.size() - 2 * quotes);
    return Add(TermKind::kString, node, {}, Unescape(block ? Trim(text) : text));
  }

  // `a.b` ─→ kMember b of a
  TermId FieldAccess(TSNode node) {
    const TermId object = Need(node, "object");
    return Add(TermKind::kMember, node, {object}, Source(NodeField(node, "field")));
  }

  TermId Scoped(TSNode node) {
    const TermId object = Need(node, "scope");
    return Add(TermKind::kMember, node, {object}, Source(NodeField(node, "name")));
  }

  // `a[i]` ─→ kIndex
  TermId ArrayAccess(TSNode node) {
    const TermId object = Need(node, "array");
    return Add(TermKind::kIndex, node, {object, Need(node, "index")});
  }

  // `"x".equals(v)`, `Objects.equals(v, "x")` ─→ kEqual; `String.format("%s_X", p)` ─→ kConcat
  TermId Invocation(TSNode node) {
    const std::string name = Source(NodeField(node, "name"));
    const TermId object = OneField(node, "object");
    const Terms arguments = All(NodeField(node, "arguments"));
    if (object != kNoTerm && IsEquals(name) && arguments.size() == 1) {
      return AddEqual(node, object, arguments[0]);
    }
    const bool objects = object != kNoTerm && program_[object].text == "Objects";
    if (objects && name == "equals" && arguments.size() == 2) {
      return AddEqual(node, arguments[0], arguments[1]);
    }
    // A format that is not a literal is an unknown text.
    const bool formats = object != kNoTerm && name == "format" &&
                         program_[object].text == "String" && !arguments.empty() &&
                         program_[arguments[0]].kind == TermKind::kString;
    if (formats) {
      const std::string form = program_[arguments[0]].text;
      return Percent(node, form, {arguments.begin() + 1, arguments.end()});
    }
    // `f(x)` ─→ kCall of kName f; `o.f(x)` ─→ kCall of kMember f
    const TSNode at = NodeField(node, "name");
    Terms parts = {object == kNoTerm ? Add(TermKind::kName, at, {}, name)
                                     : Add(TermKind::kMember, node, {object}, name)};
    parts.insert(parts.end(), arguments.begin(), arguments.end());
    return Add(TermKind::kCall, node, std::move(parts));
  }

  // `Integer::parseInt` ─→ kMember parseInt of Integer
  TermId Reference(TSNode node) {
    const TermId object = One(NamedChild(node, 0));
    const std::string text = Source(node);
    return Add(TermKind::kMember, node, {object}, text.substr(text.rfind(':') + 1));
  }

  // `new T(x) { ... }` ─→ the call, and an unnamed class with the base T
  TermId Creation(TSNode node) {
    const std::string type = PlainType(Source(NodeField(node, "type")));
    Terms parts = {Add(TermKind::kName, node, {}, "new " + type)};
    for (const TermId id : All(NodeField(node, "arguments"))) parts.push_back(id);
    // `new T(x)`
    const TermId call = Add(TermKind::kCall, node, std::move(parts));
    Terms all = {call};
    Each(node, [&](TSNode child, std::string_view) {
      if (NodeType(child) == "class_body") all.push_back(AddClass(child, child, "", type));
    });
    return Wrap(node, std::move(all));
  }

  // `a + b` ─→ kConcat, `a == b` ─→ kEqual: AddBinary
  TermId JavaBinary(TSNode node) {
    const TermId left = Need(node, "left");
    return AddBinary(node, Source(NodeField(node, "operator")), left, Need(node, "right"));
  }

  TermId JavaUnary(TSNode node) {
    const std::string sign = Source(NodeField(node, "operator"));
    const TermId value = Need(node, "operand");
    if (sign == "!") return Add(TermKind::kNot, node, {value});
    if (sign == "-" && program_[value].kind == TermKind::kLiteral) return AddNumber(node);
    return Add(TermKind::kOther, node, {value});
  }

  // `a = b`, `a += b` ─→ kAssign
  TermId JavaAssign(TSNode node) {
    const TermId target = Need(node, "left");
    return Add(TermKind::kAssign, node, {target, Need(node, "right")},
               Source(NodeField(node, "operator")));
  }

  // `break` and `continue` leave the block like a return without a value.
  TermId Jump(TSNode node) { return Add(TermKind::kReturn, node); }

  // `class A extends B {...}` ─→ kClass A, more "B"; the components of a record are parameters
  // before.
  TermId JavaClass(TSNode node) {
    std::string base;
    if (const TSNode super = NodeField(node, "superclass"); !ts_node_is_null(super)) {
      base = PlainType(Source(NamedChild(super, 0)));
    }
    Terms before;
    if (NodeType(node) == "record_declaration") before = Parameters(NodeField(node, "parameters"));
    return AddClass(node, NodeField(node, "body"), Source(NodeField(node, "name")), base,
                    std::move(before));
  }

  // `A("x") { ... }`: a constant A with the text "A", the constructor's call, and the class of its
  // body.
  Terms EnumConstant(TSNode node) {
    const std::string name = Source(NodeField(node, "name"));
    const TermId text = Add(TermKind::kString, node, {}, name);
    Terms out = {AddDeclaration(node, name, text, "", true)};
    // The enum around its body.
    TSNode owner = NodeParent(NodeParent(node));
    const std::string type = Source(NodeField(owner, "name"));
    Terms call = {Add(TermKind::kName, node, {}, "new " + type)};
    for (const TermId id : All(NodeField(node, "arguments"))) call.push_back(id);
    // A constant without arguments calls nothing that matters.
    if (call.size() > 1) out.push_back(Add(TermKind::kCall, node, std::move(call)));
    if (const TSNode body = NodeField(node, "body"); !ts_node_is_null(body)) {
      out.push_back(AddClass(body, body, "", type));
    }
    return out;
  }

  // `x -> ...`, `(x, y) -> ...`, `(String x, int... y)`: a kParameter each, with its type.
  Terms Parameters(TSNode list) {
    Terms parts;
    if (NodeType(list) == "identifier") {
      return {Add(TermKind::kParameter, list, {}, Source(list))};
    }
    Each(list, [&](TSNode child, std::string_view) {
      const std::string_view type = NodeType(child);
      if (type == "identifier") {
        parts.push_back(Add(TermKind::kParameter, child, {}, Source(child)));
      } else if (type == "spread_parameter") {
        // The name is in the last child, after type and dots.
        const TSNode last = NamedChild(child, NamedChildCount(child) - 1);
        parts.push_back(Add(TermKind::kParameter, child, {}, Source(NodeField(last, "name"))));
      } else if (type == "formal_parameter") {
        const std::string name = Source(NodeField(child, "name"));
        const std::string of = PlainType(Source(NodeField(child, "type")));
        parts.push_back(Add(TermKind::kParameter, child, {}, name, of));
      }
    });
    return parts;
  }

  // Annotations of parameters: `@Value("${X}") String x`.
  Terms ParameterAnnotations(TSNode list) {
    Terms out;
    Each(list, [&](TSNode child, std::string_view) {
      for (const TermId id : AnnotationsOf(child, Source(NodeField(child, "name")))) {
        out.push_back(id);
      }
    });
    return out;
  }

  // The annotations come before the function, as siblings.
  TermId Method(TSNode node) {
    const TSNode list = NodeField(node, "parameters");
    Terms before = ParameterAnnotations(list);
    Each(node, [&](TSNode child, std::string_view) {
      if (NodeType(child) != "modifiers") return;
      for (const TermId id : All(child)) before.push_back(id);
    });
    Terms parts = Parameters(list);
    parts.push_back(OneField(node, "body"));
    const TermId function = AddFunction(node, std::move(parts), Source(NodeField(node, "name")));
    if (before.empty()) return function;
    // The annotations and the function are siblings.
    before.push_back(function);
    return Add(TermKind::kOther, node, std::move(before));
  }

  // An expression as body is a returned value.
  TermId Lambda(TSNode node) {
    Terms parts = Parameters(NodeField(node, "parameters"));
    const TSNode body = NodeField(node, "body");
    const TermId value = One(body);
    // `x -> value` returns its value.
    parts.push_back(NodeType(body) == "block" ? value : AddReturn(body, value));
    return Add(TermKind::kFunction, node, std::move(parts));
  }

  // `@Value("x")` and `@Value(value = "x", other = y)`: kPair for each argument with a name.
  TermId Annotation(TSNode node, const std::string& type, const std::string& field) {
    Terms arguments;
    Each(NodeField(node, "arguments"), [&](TSNode child, std::string_view) {
      if (NodeType(child) == "element_value_pair") {
        const TermId value = Need(child, "value");
        arguments.push_back(Add(TermKind::kPair, child, {value}, Source(NodeField(child, "key"))));
      } else {
        arguments.push_back(One(child));
      }
    });
    const std::string name = Source(NodeField(node, "name"));
    return AddAnnotation(node, name.substr(name.rfind('.') + 1), arguments, type, field);
  }

  // The annotations among the modifiers of a declaration.
  Terms AnnotationsOf(TSNode declaration, const std::string& field) {
    Terms out;
    const std::string type = PlainType(Source(NodeField(declaration, "type")));
    Each(declaration, [&](TSNode child, std::string_view) {
      if (NodeType(child) != "modifiers") return;
      Each(child, [&](TSNode one, std::string_view) {
        if (NodeType(one) == "annotation") out.push_back(Annotation(one, type, field));
      });
    });
    return out;
  }

  // `private static final String A = "a", B = "b";` ─→ two kDeclare; only the first has the
  // annotations.
  Terms Variables(TSNode node) {
    std::string modifiers;
    Each(node, [&](TSNode child, std::string_view) {
      if (NodeType(child) == "modifiers") modifiers = Source(child);
    });
    // `final`, or a constant of an interface.
    const bool constant =
        NodeType(node) == "constant_declaration" || HasModifier(modifiers, "final");
    const std::string type = PlainType(Source(NodeField(node, "type")));
    Terms out;
    Each(node, [&](TSNode child, std::string_view field) {
      if (field != "declarator") return;
      const std::string name = Source(NodeField(child, "name"));
      // Only once, for the first name.
      if (out.empty()) out = AnnotationsOf(node, name);
      const TermId value = OneField(child, "value");
      out.push_back(AddDeclaration(child, name, value, type == "var" ? "" : type, constant));
    });
    return out;
  }

  // `try (Reader r = open())`: a variable of the block.
  TermId Resource(TSNode node) {
    return AddDeclaration(node, Source(NodeField(node, "name")), OneField(node, "value"),
                          PlainType(Source(NodeField(node, "type"))), false);
  }

  // `catch (E e) {...}` ─→ kBlock with the parameter e
  TermId Catch(TSNode node) {
    Terms parts;
    Each(node, [&](TSNode child, std::string_view) {
      if (NodeType(child) != "catch_formal_parameter") return;
      parts.push_back(Add(TermKind::kParameter, child, {}, Source(NodeField(child, "name"))));
    });
    parts.push_back(OneField(node, "body"));
    return Add(TermKind::kBlock, node, std::move(parts));
  }

  // `for (String s : list)`: each element is unknown, since lists are not followed here.
  TermId ForEach(TSNode node) {
    const TermId of = Add(TermKind::kOther, node, {OneField(node, "value")});
    const TermId name = Add(TermKind::kField, node, {}, Source(NodeField(node, "name")), "[]");
    const TermId pattern = Add(TermKind::kPattern, node, {of, name});
    At(pattern).constant = true;
    return Add(TermKind::kBlock, node, {pattern, OneField(node, "body")});
  }

  // `import a.b.C;` ─→ kImport C; `import a.b.*;` ─→ a wildcard.
  Terms Import(TSNode node) {
    const TSNode path = NamedChild(node, 0);
    const std::string text = Source(path);
    // A `*` after the path.
    if (NamedChildCount(node) > 1) {
      AddWildcard(text);
      return {};
    }
    return {Add(TermKind::kImport, node, {}, text.substr(text.rfind('.') + 1), text)};
  }
};

}  // namespace

void LowerJava(TSNode root, std::string_view text, Program* program) {
  JavaLowering(text, program).Run(root);
}

}  // namespace flagcensus
