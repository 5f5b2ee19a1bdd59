// tree-sitter-javascript's and -typescript's trees ─→ terms
//
// Types, `as`, `satisfies`, `!` and parentheses are left out: what is inside them is the value.
#include <map>

#include "analyzer/languages/lowering.h"
#include "analyzer/python/node.h"

namespace flagcensus {
namespace {

class JavaScriptLowering : public TermLowering {
 public:
  using TermLowering::TermLowering;

 protected:
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
        {"ternary_expression", &JavaScriptLowering::Ternary},
        {"assignment_expression", &JavaScriptLowering::Assign},
        {"augmented_assignment_expression", &JavaScriptLowering::Assign},
        {"parenthesized_expression", &JavaScriptLowering::First},
        {"as_expression", &JavaScriptLowering::First},
        {"satisfies_expression", &JavaScriptLowering::First},
        {"non_null_expression", &JavaScriptLowering::First},
        {"await_expression", &JavaScriptLowering::First},
        {"sequence_expression", &JavaScriptLowering::Several},
        {"object", &JavaScriptLowering::Object},
        {"spread_element", &JavaScriptLowering::Spread},
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
        {"statement_block", &JavaScriptLowering::Block},
        {"for_statement", &JavaScriptLowering::Block},
        {"for_in_statement", &JavaScriptLowering::ForIn},
        {"catch_clause", &JavaScriptLowering::Catch},
        {"switch_body", &JavaScriptLowering::Block},
        {"if_statement", &JavaScriptLowering::If},
        {"return_statement", &JavaScriptLowering::Return},
        {"throw_statement", &JavaScriptLowering::Throw},
    };
    const std::string_view type = NodeType(node);
    if (const auto handler = kHandlers.find(type); handler != kHandlers.end()) {
      return {(this->*handler->second)(node)};
    }
    if (type == "identifier" || type == "this" || type == "shorthand_property_identifier") {
      return {Add(TermKind::kName, node, {}, Source(node))};
    }
    if (type == "meta_property") return {Add(TermKind::kName, node, {}, "import.meta")};
    if (type == "number" || type == "true" || type == "false") {
      return {Add(TermKind::kLiteral, node, {}, Source(node))};
    }
    if (type == "null" || type == "undefined") return {Add(TermKind::kNothing, node)};
    if (type == "lexical_declaration" || type == "variable_declaration") return Declarations(node);
    if (type == "import_statement") return Imports(node);
    if (type == "export_statement") return All(node);
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

  TermId Template(TSNode node) {
    Terms parts;
    uint32_t at = StartByte(node) + 1;
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

  TermId Member(TSNode node) {
    const TermId object = Need(node, "object");
    return Add(TermKind::kMember, node, {object}, Source(NodeField(node, "property")));
  }

  TermId Index(TSNode node) {
    const TermId object = Need(node, "object");
    const TermId index = Need(node, "index");
    return Add(TermKind::kIndex, node, {object, index});
  }

  TermId Call(TSNode node) {
    Terms parts = {Need(node, "function")};
    for (const TermId id : All(NodeField(node, "arguments"))) parts.push_back(id);
    return Add(TermKind::kCall, node, std::move(parts));
  }

  TermId Binary(TSNode node) {
    const std::string sign = Source(NodeField(node, "operator"));
    const TermId left = Need(node, "left");
    const TermId right = Need(node, "right");
    if (sign == "||" || sign == "??") return Add(TermKind::kOr, node, {left, right});
    if (sign == "&&") return Add(TermKind::kBoth, node, {left, right});
    if (sign == "+") return Add(TermKind::kConcat, node, {left, right});
    if (sign == "in") return Add(TermKind::kHas, node, {left, right});
    if (sign == "===" || sign == "==") return Add(TermKind::kEqual, node, {left, right}, "==");
    if (sign == "!==" || sign == "!=") return Add(TermKind::kEqual, node, {left, right}, "!=");
    return Add(TermKind::kOther, node, {left, right});
  }

  TermId Unary(TSNode node) {
    const std::string sign = Source(NodeField(node, "operator"));
    const TermId value = Need(node, "argument");
    if (sign == "!") return Add(TermKind::kNot, node, {value});
    if (sign == "delete") return Add(TermKind::kDelete, node, {value});
    if (sign == "+") {
      const TermId number = Add(TermKind::kName, node, {}, "Number");
      return Add(TermKind::kCall, node, {number, value});
    }
    if (sign == "-" && program_[value].kind == TermKind::kLiteral) {
      return Add(TermKind::kLiteral, node, {}, Source(node));
    }
    return Add(TermKind::kOther, node, {value});
  }

  TermId Ternary(TSNode node) {
    const TermId test = Need(node, "condition");
    const TermId value = Need(node, "consequence");
    return Add(TermKind::kChoice, node, {test, value, Need(node, "alternative")});
  }

  TermId Assign(TSNode node) {
    const TSNode sign = NodeField(node, "operator");
    const TSNode left = NodeField(node, "left");
    const TermId value = Need(node, "right");
    if (NodeType(left) == "object_pattern") return Pattern(left, node, value, false);
    const TermId target = Need(node, "left");
    const std::string text = ts_node_is_null(sign) ? "=" : Source(sign);
    return Add(TermKind::kAssign, node, {target, value}, text);
  }

  TermId First(TSNode node) { return Wrap(node, FirstOf(All(node))); }
  static Terms FirstOf(Terms all) {
    if (all.size() > 1) all.resize(1);
    return all;
  }
  TermId Several(TSNode node) { return Add(TermKind::kOther, node, All(node)); }
  TermId Spread(TSNode node) { return Add(TermKind::kSpread, node, All(node)); }
  TermId Block(TSNode node) { return Add(TermKind::kBlock, node, All(node)); }
  TermId Return(TSNode node) { return Add(TermKind::kReturn, node, All(node)); }
  TermId Throw(TSNode node) { return Add(TermKind::kThrow, node, All(node)); }

  // `X`, `"X"` or `[X]` as the name of a member; "" where it is computed.
  std::string KeyOf(TSNode key) {
    const std::string_view type = NodeType(key);
    if (type == "string") return Unescape(Inner(Source(key)));
    return type == "computed_property_name" ? std::string() : Source(key);
  }
  static std::string Inner(const std::string& quoted) {
    return quoted.size() < 2 ? std::string() : quoted.substr(1, quoted.size() - 2);
  }

  TermId Object(TSNode node) {
    Terms parts;
    Each(node, [&](TSNode child, std::string_view) {
      const std::string_view type = NodeType(child);
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

  TermId Class(TSNode node) {
    return Add(TermKind::kClass, node, All(NodeField(node, "body")),
               Source(NodeField(node, "name")));
  }

  // A constant object of its members.
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

  Terms Declarations(TSNode node) {
    const bool constant = text_.substr(StartByte(node), 5) == "const";
    Terms out;
    Each(node, [&](TSNode child, std::string_view) {
      if (NodeType(child) != "variable_declarator") return;
      const TSNode name = NodeField(child, "name");
      const TermId value = OneField(child, "value");
      if (NodeType(name) == "identifier") {
        out.push_back(Declare(child, Source(name), value, constant));
      } else {
        out.push_back(Pattern(name, child, value, true));
      }
    });
    return out;
  }

  // `{X, Y: y = 1, ...rest}` and `[a, b]`, taken from `value`.
  TermId Pattern(TSNode pattern, TSNode node, TermId value, bool declares) {
    Terms parts = {value == kNoTerm ? Add(TermKind::kOther, node) : value};
    if (NodeType(pattern) == "object_pattern") {
      Each(pattern, [&](TSNode child, std::string_view) { parts.push_back(Field(child)); });
    } else {
      for (const std::string& name : NamesIn(pattern)) {
        parts.push_back(Add(TermKind::kField, pattern, {}, name, "[]"));
      }
    }
    const TermId id = Add(TermKind::kPattern, node, std::move(parts));
    At(id).constant = declares;
    return id;
  }

  TermId Field(TSNode node) {
    const std::string_view type = NodeType(node);
    if (type == "rest_pattern") {
      const std::vector<std::string> names = NamesIn(node);
      return Add(TermKind::kField, node, {}, names.empty() ? "" : names[0]);
    }
    TSNode key = node;
    TSNode local = node;
    if (type == "pair_pattern") {
      key = NodeField(node, "key");
      local = NodeField(node, "value");
    }
    TermId fallback = kNoTerm;
    const std::string_view inner = NodeType(local);
    if (inner == "assignment_pattern" || inner == "object_assignment_pattern") {
      fallback = OneField(local, "right");
      local = NodeField(local, "left");
      if (type == "object_assignment_pattern") key = local;
    }
    const bool named = NodeType(local).ends_with("identifier") ||
                       NodeType(local) == "shorthand_property_identifier_pattern";
    const std::string name = KeyOf(key);
    return Add(TermKind::kField, node, {fallback}, named ? Source(local) : std::string(),
               name.empty() ? "[]" : name);
  }

  // The names that a nested pattern declares.
  std::vector<std::string> NamesIn(TSNode pattern) {
    std::vector<std::string> out;
    Each(pattern, [&](TSNode child, std::string_view) {
      const std::string_view type = NodeType(child);
      if (type == "identifier" || type == "shorthand_property_identifier_pattern") {
        out.push_back(Source(child));
      }
    });
    return out;
  }

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
    if (NodeType(name) == "object_pattern" || NodeType(name) == "array_pattern") {
      const TermId pattern = Pattern(name, node, fallback, true);
      return Add(TermKind::kParameter, node, {pattern});
    }
    return Add(TermKind::kParameter, node, {fallback}, Source(name));
  }

  TermId Function(TSNode node) {
    Terms parts;
    if (const TSNode one = NodeField(node, "parameter"); !ts_node_is_null(one)) {
      parts.push_back(Parameter(one));
    }
    Each(NodeField(node, "parameters"),
         [&](TSNode child, std::string_view) { parts.push_back(Parameter(child)); });
    const TSNode body = NodeField(node, "body");
    TermId value = One(body);
    if (value != kNoTerm && NodeType(body) != "statement_block") {
      value = Add(TermKind::kReturn, body, {value});
    }
    parts.push_back(value);
    const bool method = NodeType(node) == "method_definition";
    const TSNode name = NodeField(node, "name");
    return Add(TermKind::kFunction, node, std::move(parts), method ? KeyOf(name) : Source(name),
               method ? "this" : "");
  }

  TermId ForIn(TSNode node) {
    Terms parts;
    const TSNode left = NodeField(node, "left");
    const TermId of = Need(node, "right");
    if (NodeType(left) == "identifier") {
      parts.push_back(Add(TermKind::kField, left, {}, Source(left), "[]"));
    } else {
      for (const std::string& name : NamesIn(left)) {
        parts.push_back(Add(TermKind::kField, left, {}, name, "[]"));
      }
    }
    parts.insert(parts.begin(), of);
    const TermId pattern = Add(TermKind::kPattern, left, std::move(parts));
    At(pattern).constant = true;
    return Add(TermKind::kBlock, node, {pattern, OneField(node, "body")});
  }

  TermId Catch(TSNode node) {
    Terms parts;
    const TSNode name = NodeField(node, "parameter");
    if (NodeType(name) == "identifier") {
      parts.push_back(Add(TermKind::kParameter, name, {}, Source(name)));
    }
    parts.push_back(OneField(node, "body"));
    return Add(TermKind::kBlock, node, std::move(parts));
  }

  TermId If(TSNode node) {
    const TermId test = Need(node, "condition");
    const TermId then = Need(node, "consequence");
    return Add(TermKind::kIf, node, {test, then, OneField(node, "alternative")});
  }

  // The module of `import ... from "node:process"`; a relative one as it is written.
  Terms Imports(TSNode node) {
    Terms out;
    std::string module = Inner(Source(NodeField(node, "source")));
    if (module.starts_with("node:")) module = module.substr(5);
    const auto import = [&](TSNode at, TSNode local, const std::string& what) {
      if (!ts_node_is_null(local)) {
        out.push_back(Add(TermKind::kImport, at, {}, Source(local), what));
      }
    };
    Each(node, [&](TSNode clause, std::string_view) {
      if (NodeType(clause) != "import_clause") return;
      Each(clause, [&](TSNode child, std::string_view) {
        const std::string_view type = NodeType(child);
        if (type == "identifier") import(child, child, module);
        if (type == "namespace_import") import(child, NamedChild(child, 0), module);
        if (type != "named_imports") return;
        Each(child, [&](TSNode one, std::string_view) {
          const TSNode name = NodeField(one, "name");
          const TSNode alias = NodeField(one, "alias");
          import(one, ts_node_is_null(alias) ? name : alias, module + "." + Source(name));
        });
      });
    });
    return out;
  }
};

}  // namespace

void LowerJavaScript(TSNode root, std::string_view text, Program* program) {
  JavaScriptLowering(text, program).Run(root);
}

}  // namespace flagcensus
