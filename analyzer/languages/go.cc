// tree-sitter-go's tree ─→ terms
//
//   port := os.Getenv("PORT")                 ─→ kDeclare port: kCall of kMember Getenv
//   if v, ok := os.LookupEnv("X"); ok {...}   ─→ kBlock: kPattern [v, ok] of the call; kIf ok
//   type C struct { Port int `env:"PORT"` }   ─→ kClass C: kTag, text `env:"PORT"`, more "Port"
//
// An `if` or `switch` with a statement before its test becomes a block of both. Several values on
// one line are a pattern if one call returns them, and separate declarations otherwise.
#include <algorithm>
#include <cstddef>
#include <map>

#include "analyzer/base/text.h"
#include "analyzer/languages/lowering.h"
#include "analyzer/python/node.h"

namespace flagcensus {
namespace {

// "github.com/urfave/cli/v3" without the version at its end: rows name the path without it.
std::string WithoutVersion(std::string path) {
  const size_t slash = path.rfind('/');
  if (slash == std::string::npos || slash + 2 > path.size() || path[slash + 1] != 'v') return path;
  // A path segment such as "v3".
  const bool version =
      std::all_of(path.begin() + static_cast<std::ptrdiff_t>(slash) + 2, path.end(), IsDigit);
  return version && slash + 2 < path.size() ? path.substr(0, slash) : path;
}

class GoLowering : public TermLowering {
 public:
  using TermLowering::TermLowering;

 protected:
  // Nodes with one term first, then those that are names, literals or lists of terms.
  Terms Of(TSNode node) override {
    using Handler = TermId (GoLowering::*)(TSNode);
    static const std::map<std::string_view, Handler> kHandlers = {
        {"interpreted_string_literal", &GoLowering::GoString},
        {"raw_string_literal", &GoLowering::GoString},
        {"selector_expression", &GoLowering::Selector},
        {"index_expression", &GoLowering::GoIndex},
        {"call_expression", &GoLowering::GoCall},
        {"binary_expression", &GoLowering::GoBinary},
        {"unary_expression", &GoLowering::GoUnary},
        {"composite_literal", &GoLowering::Composite},
        {"keyed_element", &GoLowering::Keyed},
        {"func_literal", &GoLowering::GoFunction},
        {"function_declaration", &GoLowering::GoFunction},
        {"method_declaration", &GoLowering::GoFunction},
        {"type_spec", &GoLowering::TypeSpec},
        {"if_statement", &GoLowering::GoIf},
        {"import_spec", &GoLowering::Import},
        {"field_declaration", &GoLowering::Field},
    };
    static const KindsOfNodes kOfChildren = {
        {"literal_value", TermKind::kObject},
        {"block", TermKind::kBlock},
        {"for_statement", TermKind::kBlock},
        {"expression_case", TermKind::kBlock},
        {"default_case", TermKind::kBlock},
        {"communication_case", TermKind::kBlock},
        // `return a, b`
        {"return_statement", TermKind::kReturn},
    };
    const std::string_view type = NodeType(node);
    if (const std::optional<Terms> terms = OfChildren(kOfChildren, node)) return *terms;
    if (const auto handler = kHandlers.find(type); handler != kHandlers.end()) {
      return {(this->*handler->second)(node)};
    }
    // All kinds of identifiers are names: the scope decides what they mean.
    if (type == "identifier" || type == "field_identifier" || type == "package_identifier") {
      return {Add(TermKind::kName, node, {}, Source(node))};
    }
    if (type == "int_literal" || type == "float_literal" || type == "true" || type == "false") {
      return {Add(TermKind::kLiteral, node, {}, Source(node))};
    }
    if (type == "nil") return {Add(TermKind::kNothing, node)};
    if (type == "const_spec" || type == "var_spec") return Spec(node, type == "const_spec");
    // `:=`, `=` and `range`.
    if (type == "short_var_declaration" || type == "assignment_statement" ||
        type == "range_clause") {
      return Assignment(node, type != "assignment_statement");
    }
    if (type == "statement_list" || type == "expression_list" || type == "literal_element") {
      return All(node);
    }
    return {Wrap(node, All(node))};
  }

 private:
  // "a\n" and `a\n`: only the first has escapes.
  TermId GoString(TSNode node) {
    std::string text = Source(node);
    const bool raw = text.starts_with('`');
    if (text.size() >= 2) text = text.substr(1, text.size() - 2);
    return Add(TermKind::kString, node, {}, raw ? text : Unescape(text));
  }

  // `os.Getenv` ─→ kMember Getenv of os
  TermId Selector(TSNode node) {
    const TermId object = Need(node, "operand");
    return Add(TermKind::kMember, node, {object}, Source(NodeField(node, "field")));
  }

  // `m["X"]` ─→ kIndex
  TermId GoIndex(TSNode node) {
    const TermId object = Need(node, "operand");
    return Add(TermKind::kIndex, node, {object, Need(node, "index")});
  }

  // `fmt.Sprintf("%s_PORT", prefix)` ─→ kConcat of its text; any other call ─→ kCall
  TermId GoCall(TSNode node) {
    TSNode callee = NodeField(node, "function");
    Terms arguments = All(NodeField(node, "arguments"));
    // A format that is not a literal is an unknown text.
    const bool formats = Source(callee) == "fmt.Sprintf" && !arguments.empty() &&
                         program_[arguments[0]].kind == TermKind::kString;
    if (formats) {
      const std::string form = program_[arguments[0]].text;
      arguments.erase(arguments.begin());
      return Percent(node, form, arguments);
    }
    // `get[int]("X")`: the type argument is not an index. `handlers[i]("X")` looks the same and is
    // read so, too, which loses only the index.
    const TSNode index = NodeField(callee, "index");
    const bool typed =
        NodeType(callee) == "index_expression" &&
        (NodeType(index) == "identifier" || NodeType(index) == "selector_expression");
    if (typed) callee = NodeField(callee, "operand");
    Terms parts = {One(callee)};
    parts.insert(parts.end(), arguments.begin(), arguments.end());
    return Add(TermKind::kCall, node, std::move(parts));
  }

  // `a || b` ─→ kOr, `a + b` ─→ kConcat, `a == b` ─→ kEqual
  TermId GoBinary(TSNode node) {
    const std::string sign = Source(NodeField(node, "operator"));
    const TermId left = Need(node, "left");
    const TermId right = Need(node, "right");
    if (sign == "||") return Add(TermKind::kOr, node, {left, right});
    if (sign == "&&") return Add(TermKind::kBoth, node, {left, right});
    if (sign == "+") return Add(TermKind::kConcat, node, {left, right});
    if (sign == "==") return Add(TermKind::kEqual, node, {left, right}, "==");
    // `len(x) > 0` tests the same as `!= 0`.
    if (sign == "!=" || sign == ">") return Add(TermKind::kEqual, node, {left, right}, "!=");
    return Add(TermKind::kOther, node, {left, right});
  }

  // `!a` ─→ kNot; `-1` ─→ kLiteral "-1"
  TermId GoUnary(TSNode node) {
    const TermId value = Need(node, "operand");
    const std::string sign = Source(NodeField(node, "operator"));
    if (sign == "!") return Add(TermKind::kNot, node, {value});
    if (sign == "-" && program_[value].kind == TermKind::kLiteral) {
      return Add(TermKind::kLiteral, node, {}, Source(node));
    }
    return Add(TermKind::kOther, node, {value});
  }

  // `Config{Port: "X"}` ─→ kObject of kPair, more: the type "Config"
  TermId Composite(TSNode node) {
    const TermId value = Need(node, "body");
    At(value).more = Source(NodeField(node, "type"));
    return value;
  }

  // `"key": value` and `Key: value` ─→ kPair "key"
  TermId Keyed(TSNode node) {
    const TSNode key = NodeField(node, "key");
    const TermId value = Need(node, "value");
    std::string text = Source(key);
    if (text.size() >= 2 && text.starts_with('"')) text = Unescape(text.substr(1, text.size() - 2));
    return Add(TermKind::kPair, node, {value}, text);
  }

  // The names of `a, b string`, each a parameter. A receiver is one that is constant.
  void Parameters(TSNode list, bool receiver, Terms* out) {
    Each(list, [&](TSNode child, std::string_view) {
      const size_t before = out->size();
      const std::string written = Source(NodeField(child, "type"));
      // `*Config` and `Config[T]` ─→ "Config": methods are found by the name of the type.
      std::string type = written;
      type = type.substr(
          type.find_first_not_of('*') == std::string::npos ? 0 : type.find_first_not_of('*'));
      if (receiver) type = type.substr(0, type.find('['));
      Each(child, [&](TSNode one, std::string_view field) {
        if (field == "name") {
          out->push_back(Add(TermKind::kParameter, one, {}, Source(one), receiver ? type : ""));
          Typed(out->back(), written);
        }
      });
      // A parameter without a name, as in an interface.
      if (out->size() == before) out->push_back(Add(TermKind::kParameter, child, {}, "", type));
      if (receiver) At(out->back()).constant = true;
    });
  }

  // `func (c *Config) Get(n string) string {...}` ─→ kFunction Get, more "Config": kParameter c, n;
  // kBlock
  TermId GoFunction(TSNode node) {
    Terms parts;
    // The receiver is the first parameter.
    Parameters(NodeField(node, "receiver"), true, &parts);
    const std::string type = parts.empty() ? std::string() : program_[parts[0]].more;
    Parameters(NodeField(node, "parameters"), false, &parts);
    parts.push_back(OneField(node, "body"));
    const TermId id =
        Add(TermKind::kFunction, node, std::move(parts), Source(NodeField(node, "name")), type);
    return Typed(id, ResultOf(NodeField(node, "result")));
  }

  // The type of the first result: `(string, error)` ─→ "string".
  std::string ResultOf(TSNode result) {
    if (NodeType(result) != "parameter_list") return Source(result);
    const TSNode first = NamedChild(result, 0);
    return ts_node_is_null(first) ? std::string() : Source(NodeField(first, "type"));
  }

  // A struct is a class of its fields; other types declare nothing that is followed.
  TermId TypeSpec(TSNode node) {
    Terms parts = All(node, "type");
    if (parts.size() == 1 && program_[parts[0]].kind == TermKind::kOther) {
      parts = program_[parts[0]].parts;
    }
    return Add(TermKind::kClass, node, std::move(parts), Source(NodeField(node, "name")));
  }

  // `if v := f(); v != "" {...}` ─→ kBlock of kDeclare v and kIf
  TermId GoIf(TSNode node) {
    Terms before = All(node, "initializer");
    const TermId test = Need(node, "condition");
    const TermId then = Need(node, "consequence");
    const TermId whole = Add(TermKind::kIf, node, {test, then, OneField(node, "alternative")});
    if (before.empty()) return whole;
    before.push_back(whole);
    return Add(TermKind::kBlock, node, std::move(before));
  }

  // `import "example.org/go-conf/v2"` ─→ kImport "conf", more "example.org/go-conf"
  TermId Import(TSNode node) {
    std::string path = Source(NodeField(node, "path"));
    path = WithoutVersion(path.size() < 2 ? path : path.substr(1, path.size() - 2));
    // `import c "example.org/conf"`
    const TSNode alias = NodeField(node, "name");
    std::string local = path.substr(path.rfind('/') + 1);
    // The package's own name is in its files; by convention it lacks this prefix.
    if (local.starts_with("go-")) local = local.substr(3);
    if (!ts_node_is_null(alias)) local = Source(alias);
    return Add(TermKind::kImport, node, {}, local, path);
  }

  // A field with a tag is a kTag with the tag's text; another field is a kField.
  TermId Field(TSNode node) {
    const TSNode tag = NodeField(node, "tag");
    if (ts_node_is_null(tag)) return PlainField(node);
    std::string text = Source(tag);
    const bool raw = text.starts_with('`');
    text = text.size() < 2 ? std::string() : text.substr(1, text.size() - 2);
    std::string type = Source(NodeField(node, "type"));
    const TermId of = Add(TermKind::kOther, node, {}, type);
    return Add(TermKind::kTag, node, {of}, raw ? text : Unescape(text),
               Source(NodeField(node, "name")));
  }

  // `a, b string`; an embedded type is a field with its own name.
  TermId PlainField(TSNode node) {
    const std::string type = Source(NodeField(node, "type"));
    Terms fields;
    Each(node, [&](TSNode child, std::string_view field) {
      if (field == "name") {
        fields.push_back(Typed(Add(TermKind::kField, child, {}, Source(child)), type));
      }
    });
    if (fields.empty()) {
      const std::string name = type.substr(type.find_last_of("*.") + 1);  // npos + 1 is 0
      fields.push_back(Typed(Add(TermKind::kField, node, {}, name, "embedded"), type));
    }
    // The type remains a part: it may be a struct with tags of its own.
    const TermId inner = OneField(node, "type");
    if (inner != kNoTerm) fields.push_back(inner);
    return Add(TermKind::kOther, node, std::move(fields));
  }

  // The names on the left of `a, b = ...`.
  std::vector<TSNode> NamesOf(TSNode list) {
    std::vector<TSNode> out;
    if (NodeType(list) == "identifier") return {list};
    Each(list, [&](TSNode child, std::string_view) { out.push_back(child); });
    return out;
  }

  // `const A, B = "a", "b"` and `var x T = v`
  Terms Spec(TSNode node, bool constant) {
    std::vector<TSNode> names;
    Each(node, [&](TSNode child, std::string_view field) {
      if (field == "name" && NodeType(child) == "identifier") names.push_back(child);
    });
    Terms out = Declared(node, names, All(NodeField(node, "value")), constant);
    for (const TermId id : out) Typed(id, Source(NodeField(node, "type")));
    return out;
  }

  // `a, b = f()` is destructured; `a, b = x, y` are two declarations.
  Terms Declared(TSNode node, const std::vector<TSNode>& names, const Terms& values,
                 bool constant) {
    Terms out;
    // One call with several results.
    if (names.size() > 1 && values.size() == 1) {
      Terms parts = values;
      for (const TSNode name : names) {
        parts.push_back(Add(TermKind::kField, name, {}, Source(name), "[]"));
      }
      out.push_back(Add(TermKind::kPattern, node, std::move(parts)));
      At(out.back()).constant = true;
      return out;
    }
    for (size_t i = 0; i < names.size(); ++i) {
      Terms value;
      if (i < values.size()) value.push_back(values[i]);
      out.push_back(Add(TermKind::kDeclare, names[i], std::move(value), Source(names[i])));
      At(out.back()).constant = constant;
    }
    return out;
  }

  // `declares`: of `:=` and `range`.
  Terms Assignment(TSNode node, bool declares) {
    const std::vector<TSNode> names = NamesOf(NodeField(node, "left"));
    const Terms values = NodeType(NodeField(node, "right")) == "expression_list"
                             ? All(NodeField(node, "right"))
                             : Terms{Need(node, "right")};
    // Otherwise there are targets such as `m["X"]` or `c.port`.
    const bool all_names = std::all_of(names.begin(), names.end(),
                                       [](TSNode name) { return NodeType(name) == "identifier"; });
    // `for k, v := range list`: k gets the key, v the value of each element.
    if (declares && NodeType(node) == "range_clause") {
      Terms parts = {Add(TermKind::kOther, node, values)};
      for (const TSNode name : names) {
        parts.push_back(Add(TermKind::kField, name, {}, Source(name), "[]"));
        program_.takes[parts.back()] = parts.size() == 2 ? "key" : "value";
      }
      const TermId pattern = Add(TermKind::kPattern, node, std::move(parts));
      At(pattern).constant = true;
      return {pattern};
    }
    if (declares && all_names) return Declared(node, names, values, false);
    Terms out;
    // `a, err = f()` assigns to existing names.
    if (all_names && names.size() > 1 && values.size() == 1) {
      Terms parts = values;
      for (const TSNode name : names) {
        parts.push_back(Add(TermKind::kField, name, {}, Source(name), "[]"));
      }
      out.push_back(Add(TermKind::kPattern, node, std::move(parts)));
      return out;
    }
    // `a.b, c = x, y`: an assignment each; a missing side is empty.
    const TSNode sign = NodeField(node, "operator");
    for (size_t i = 0; i < std::max(names.size(), values.size()); ++i) {
      const TermId target = i < names.size() ? One(names[i]) : Add(TermKind::kOther, node);
      const TermId value = i < values.size() ? values[i] : Add(TermKind::kOther, node);
      out.push_back(Add(TermKind::kAssign, node, {target, value},
                        ts_node_is_null(sign) ? "=" : Source(sign)));
    }
    return out;
  }
};

}  // namespace

void LowerGo(TSNode root, std::string_view text, Program* program) {
  GoLowering(text, program).Run(root);
}

}  // namespace flagcensus
