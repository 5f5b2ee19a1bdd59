// tree-sitter-c-sharp's tree ─→ terms
//
//   var p = Environment.GetEnvironmentVariable("PORT") ?? "80";   ─→ kDeclare p: kOr
//   string Port => Get("PORT");                                   ─→ kDeclare Port, constant
//   x switch { null => "d", _ => x }    ─→ kMatch: kArm "None", kArm "case"
//
// A property with an expression is a declaration of it. Namespaces are not scopes: their contents
// belong to the file.
#include <map>
#include <utility>

#include "analyzer/base/text.h"
#include "analyzer/languages/csharp_expressions.h"
#include "analyzer/python/node.h"

namespace flagcensus {
namespace {

class CSharpLowering : public CSharpExpressions {
 public:
  using CSharpExpressions::CSharpExpressions;

 protected:
  // Nodes with one term are in the map; below it are names, literals and lists of terms.
  Terms Of(TSNode node) override {
    using Handler = TermId (CSharpLowering::*)(TSNode);
    static const std::map<std::string_view, Handler> kHandlers = {
        {"string_literal", &CSharpLowering::CSharpString},
        {"verbatim_string_literal", &CSharpLowering::CSharpString},
        {"raw_string_literal", &CSharpLowering::CSharpString},
        {"character_literal", &CSharpLowering::CSharpString},
        {"interpolated_string_expression", &CSharpLowering::Interpolated},
        {"member_access_expression", &CSharpLowering::MemberAccess},
        {"qualified_name", &CSharpLowering::Qualified},
        {"conditional_access_expression", &CSharpLowering::ConditionalAccess},
        {"member_binding_expression", &CSharpLowering::MemberBinding},
        {"element_access_expression", &CSharpLowering::ElementAccess},
        {"element_binding_expression", &CSharpLowering::ElementBinding},
        {"invocation_expression", &CSharpLowering::Invocation},
        {"object_creation_expression", &CSharpLowering::Creation},
        {"argument", &CSharpLowering::Argument},
        {"binary_expression", &CSharpLowering::CSharpBinary},
        {"is_pattern_expression", &CSharpLowering::IsPattern},
        {"prefix_unary_expression", &CSharpLowering::PrefixUnary},
        {"conditional_expression", &CSharpLowering::Choice},
        {"assignment_expression", &CSharpLowering::CSharpAssign},
        {"cast_expression", &CSharpLowering::Cast},
        {"as_expression", &CSharpLowering::As},
        {"class_declaration", &CSharpLowering::CSharpClass},
        {"struct_declaration", &CSharpLowering::CSharpClass},
        {"record_declaration", &CSharpLowering::CSharpClass},
        {"interface_declaration", &CSharpLowering::CSharpClass},
        {"enum_declaration", &CSharpLowering::CSharpClass},
        {"enum_member_declaration", &CSharpLowering::EnumMember},
        {"property_declaration", &CSharpLowering::Property},
        {"method_declaration", &CSharpLowering::Method},
        {"constructor_declaration", &CSharpLowering::Method},
        {"local_function_statement", &CSharpLowering::Method},
        {"lambda_expression", &CSharpLowering::Lambda},
        {"foreach_statement", &CSharpLowering::ForEach},
        {"if_statement", &CSharpLowering::Condition},
        {"switch_expression", &CSharpLowering::Switch},
    };
    static const KindsOfNodes kOfChildren = {
        {"block", TermKind::kBlock},
        {"for_statement", TermKind::kBlock},
        {"switch_section", TermKind::kBlock},
        {"using_statement", TermKind::kBlock},
        {"catch_clause", TermKind::kBlock},
        {"return_statement", TermKind::kReturn},
        {"break_statement", TermKind::kReturn},
        {"continue_statement", TermKind::kReturn},
        {"throw_statement", TermKind::kThrow},
        {"throw_expression", TermKind::kThrow},
    };
    const std::string_view type = NodeType(node);
    if (const std::optional<Terms> terms = OfChildren(kOfChildren, node)) return *terms;
    if (const auto handler = kHandlers.find(type); handler != kHandlers.end()) {
      return {(this->*handler->second)(node)};
    }
    // `int.Parse`: a type may be the object of a call.
    if (type == "identifier" || type == "predefined_type" || type == "this" || type == "base") {
      return {Add(TermKind::kName, node, {}, Source(node))};
    }
    if (type == "generic_name") return {Add(TermKind::kName, node, {}, PlainType(Source(node)))};
    if (type == "alias_qualified_name") return {One(NodeField(node, "name"))};
    if (type == "integer_literal" || type == "real_literal") return {AddNumber(node)};
    if (type == "boolean_literal") return {Add(TermKind::kLiteral, node, {}, Source(node))};
    // `default` of a reference type is null.
    if (type == "null_literal" || type == "default_expression") {
      return {Add(TermKind::kNothing, node)};
    }
    if (type == "variable_declaration") return Variables(node, false);
    if (type == "field_declaration" || type == "local_declaration_statement") return Fields(node);
    // `out var n`: a variable without a value.
    if (type == "declaration_expression") {
      return {AddDeclaration(node, Source(NodeField(node, "name")), kNoTerm, "", false)};
    }
    if (type == "using_directive") return Using(node);
    if (type == "namespace_declaration") return Namespace(node);
    // Its declarations are beside it, to the end of the file.
    if (type == "file_scoped_namespace_declaration") {
      program_.packages.push_back({Source(NodeField(node, "name")), StartByte(node)});
      return {};
    }
    if (type == "global_statement" || type == "declaration_list") return All(node);
    // Types and attributes have no values.
    if (type == "attribute_list" || type == "modifier" || type.ends_with("_type") ||
        type == "type_argument_list" || type == "base_list" || type == "type_parameter_list") {
      return {};
    }
    return {Wrap(node, All(node))};
  }

 private:
  // namespace A { namespace B { ... } } ─→ the packages "A" and "A.B"
  Terms Namespace(TSNode node) {
    const std::string around = namespace_;
    const std::string name = Source(NodeField(node, "name"));
    namespace_ = around.empty() ? name : around + "." + name;
    program_.packages.push_back({namespace_, StartByte(node), EndByte(node)});
    Terms out = All(NodeField(node, "body"));
    namespace_ = around;
    return out;
  }

  // An arm for null states the value for a variable that is not set.
  TermId Switch(TSNode node) {
    Terms parts;
    Each(node, [&](TSNode child, std::string_view) {
      if (NodeType(child) != "switch_expression_arm") {
        parts.push_back(One(child));
        return;
      }
      // The pattern of the arm; its value is the last child.
      const std::string head = Source(NamedChild(child, 0));
      const TermId value = One(NamedChild(child, NamedChildCount(child) - 1));
      parts.push_back(Add(TermKind::kArm, child, {value}, head == "null" ? "None" : "case"));
    });
    return Add(TermKind::kMatch, node, std::move(parts));
  }

  // `class A(int x) : B {...}` ─→ kClass A, more "B"; a primary constructor's parameters come
  // before.
  TermId CSharpClass(TSNode node) {
    std::string base;
    Terms before;
    Each(node, [&](TSNode child, std::string_view) {
      // The first of the list may be an interface.
      if (NodeType(child) == "base_list") base = PlainType(Source(NamedChild(child, 0)));
      if (NodeType(child) == "parameter_list") before = Parameters(child);
    });
    return AddClass(node, NodeField(node, "body"), Source(NodeField(node, "name")), base,
                    std::move(before));
  }

  // An enum's member is its own name as text, which is what ToString() returns.
  TermId EnumMember(TSNode node) {
    const std::string name = Source(NodeField(node, "name"));
    const TermId text = Add(TermKind::kString, node, {}, name);
    return AddDeclaration(node, name, text, "", true);
  }

  // `(string x = "d", int y)`: a kParameter each, with type and default.
  Terms Parameters(TSNode list) {
    Terms parts;
    if (NodeType(list) == "implicit_parameter" || NodeType(list) == "identifier") {
      return {Add(TermKind::kParameter, list, {}, Source(list))};
    }
    Each(list, [&](TSNode child, std::string_view) {
      if (NodeType(child) != "parameter") return;
      const TSNode name = NodeField(child, "name");
      const TSNode last = NamedChild(child, NamedChildCount(child) - 1);
      // The default is the last child after the name.
      const bool has = !ts_node_is_null(name) && StartByte(last) > StartByte(name);
      const TermId value = has ? One(last) : kNoTerm;
      parts.push_back(Add(TermKind::kParameter, child, {value}, Source(name),
                          PlainType(Source(NodeField(child, "type")))));
    });
    return parts;
  }

  // A block, or `=> value`.
  TermId BodyOf(TSNode body) {
    if (ts_node_is_null(body)) return kNoTerm;
    if (NodeType(body) != "arrow_expression_clause") return One(body);
    return AddReturn(body, One(NamedChild(body, 0)));
  }

  // `A(...) : base(x) {...}`: the initializer's arguments are evaluated before the body.
  TermId Method(TSNode node) {
    Terms parts = Parameters(NodeField(node, "parameters"));
    Each(node, [&](TSNode child, std::string_view) {
      if (NodeType(child) == "constructor_initializer") {
        // The arguments of base(...) or this(...).
        for (const TermId id : All(child)) parts.push_back(id);
      }
    });
    parts.push_back(BodyOf(NodeField(node, "body")));
    // A local function is not a method of the class.
    const bool local = NodeType(node) == "local_function_statement";
    const bool inside = std::exchange(in_class_, in_class_ && !local);
    const TermId id = AddFunction(node, std::move(parts), Source(NodeField(node, "name")));
    in_class_ = inside;
    return id;
  }

  TermId Lambda(TSNode node) {
    Terms parts = Parameters(NodeField(node, "parameters"));
    const TSNode body = NodeField(node, "body");
    const TermId value = One(body);
    // `x => value` returns its value.
    parts.push_back(NodeType(body) == "block" ? value : AddReturn(body, value));
    return Add(TermKind::kFunction, node, std::move(parts));
  }

  // `T P { get { ... } } = v;`, `T P => v;` ─→ kDeclare P, and a function for each accessor
  TermId Property(TSNode node) {
    const std::string name = Source(NodeField(node, "name"));
    const std::string type = PlainType(Source(NodeField(node, "type")));
    Terms accessors;
    Each(NodeField(node, "accessors"), [&](TSNode child, std::string_view) {
      const TermId body = BodyOf(NodeField(child, "body"));
      if (body == kNoTerm) return;
      accessors.push_back(Add(TermKind::kFunction, child, {body}));
    });
    const TSNode of = NodeField(node, "value");
    // Only `=>` makes the property a constant; `= v` is an initial value.
    const bool arrow = NodeType(of) == "arrow_expression_clause";
    const TermId value = arrow ? One(NamedChild(of, 0)) : One(of);
    // The property, then its accessors as siblings.
    const TermId id = AddDeclaration(node, name, value, type, arrow);
    if (accessors.empty()) return id;
    accessors.insert(accessors.begin(), id);
    return Add(TermKind::kOther, node, std::move(accessors));
  }

  // `const` and `readonly` fields are constants.
  Terms Fields(TSNode node) {
    bool constant = false;
    Terms out;
    Each(node, [&](TSNode child, std::string_view) {
      const std::string text = Source(child);
      if (NodeType(child) == "modifier") {
        constant = constant || text == "const" || text == "readonly";
      } else if (NodeType(child) == "variable_declaration") {
        out = Variables(child, constant);
      }
    });
    return out;
  }

  // `string a = "x", b;` ─→ a kDeclare each
  Terms Variables(TSNode node, bool constant) {
    const std::string type = PlainType(Source(NodeField(node, "type")));
    Terms out;
    Each(node, [&](TSNode child, std::string_view) {
      if (NodeType(child) != "variable_declarator") return;
      const TSNode name = NodeField(child, "name");
      const TSNode last = NamedChild(child, NamedChildCount(child) - 1);
      // The value is the last child, unless that is the size of an array.
      const bool has = NamedChildCount(child) > 1 && NodeType(last) != "bracketed_argument_list";
      const TermId value = has ? One(last) : kNoTerm;
      out.push_back(
          AddDeclaration(child, Source(name), value, type == "var" ? "" : type, constant));
    });
    return out;
  }

  // Each element is unknown: lists are not followed here.
  TermId ForEach(TSNode node) {
    const TermId of = Add(TermKind::kOther, node, {OneField(node, "right")});
    const TermId name = Add(TermKind::kField, node, {}, Source(NodeField(node, "left")), "[]");
    const TermId pattern = Add(TermKind::kPattern, node, {of, name});
    At(pattern).constant = true;
    return Add(TermKind::kBlock, node, {pattern, OneField(node, "body")});
  }

  // `using A.B` and `using static A.B` are wildcards; `using Alias = A.B` is an import.
  Terms Using(TSNode node) {
    const uint32_t count = NamedChildCount(node);
    if (count == 0) return {};
    std::string path = Source(NamedChild(node, count - 1));
    // An absolute path; all paths are absolute here.
    if (path.starts_with("global::")) path = path.substr(8);
    const TSNode alias = NodeField(node, "name");
    if (ts_node_is_null(alias)) {
      AddWildcard(path);
      return {};
    }
    return {Add(TermKind::kImport, node, {}, Source(alias), path)};
  }

  std::string namespace_;  // around the current node
};

}  // namespace

void LowerCSharp(TSNode root, std::string_view text, Program* program) {
  CSharpLowering(text, program).Run(root);
}

}  // namespace flagcensus
