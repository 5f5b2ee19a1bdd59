// tree-sitter-rust's tree ─→ terms
//
//   let p = env::var("PORT").unwrap_or("80".into());    ─→ kDeclare p: kCall of kMember unwrap_or
//   let Ok(p) = env::var("X") else { return };        ─→ kDeclare p: kMatch, kArm "Err"
//   env::var("X")?                                    ─→ kRequired of the call
//   println!("{}", env::var("X").unwrap())            ─→ kCall of "println!" with the read
//
// A macro's arguments are tokens to the grammar. Calls, paths and literals among them are assembled
// here, so a read in `println!(...)` is found. `if let` and `let ... else` become a match.
#include <algorithm>
#include <map>
#include <utility>

#include "analyzer/base/text.h"
#include "analyzer/languages/rust_items.h"
#include "analyzer/python/node.h"

namespace flagcensus {
namespace {

// The type in the census for a Rust type; "" if there is none.
std::string KindOfType(std::string_view type) {
  if (type == "bool") return "bool";
  if (type == "f32" || type == "f64") return "float";
  if (type == "String") return "str";
  const bool sized = type.size() > 1 && (type[0] == 'u' || type[0] == 'i');
  const bool whole =
      sized && (type.substr(1) == "size" || std::all_of(type.begin() + 1, type.end(), IsDigit));
  return whole ? "int" : "";
}

class RustLowering : public RustItems {
 public:
  using RustItems::RustItems;

 protected:
  // Nodes with one term are in the map; below it are names, literals and lists of terms.
  Terms Of(TSNode node) override {
    using Handler = TermId (RustLowering::*)(TSNode);
    static const std::map<std::string_view, Handler> kHandlers = {
        {"string_literal", &RustLowering::RustString},
        {"raw_string_literal", &RustLowering::RustString},
        {"field_expression", &RustLowering::RustField},
        {"scoped_identifier", &RustLowering::Scoped},
        {"generic_function", &RustLowering::Generic},
        {"call_expression", &RustLowering::RustCall},
        {"macro_invocation", &RustLowering::Macro},
        {"macro_definition", &RustLowering::MacroDefinition},
        {"binary_expression", &RustLowering::RustBinary},
        {"unary_expression", &RustLowering::RustUnary},
        {"let_declaration", &RustLowering::Let},
        {"const_item", &RustLowering::Constant},
        {"static_item", &RustLowering::Constant},
        {"function_item", &RustLowering::RustFunction},
        {"closure_expression", &RustLowering::Closure},
        {"impl_item", &RustLowering::Impl},
        {"mod_item", &RustLowering::Module},
        {"struct_item", &RustLowering::Struct},
        {"trait_item", &RustLowering::Impl},
        {"for_expression", &RustLowering::For},
        {"struct_expression", &RustLowering::StructValue},
        {"if_expression", &RustLowering::RustIf},
        {"match_expression", &RustLowering::RustMatch},
        {"assignment_expression", &RustLowering::RustAssign},
    };
    static const KindsOfNodes kOfChildren = {
        // `a?` returns early if a is an error.
        {"try_expression", TermKind::kRequired},
        {"return_expression", TermKind::kReturn},
        // A list or a tuple is an object of elements without keys.
        {"array_expression", TermKind::kObject},
        {"tuple_expression", TermKind::kObject},
        {"block", TermKind::kBlock},
    };
    const std::string_view type = NodeType(node);
    // #[test], #[tokio::test], #[cfg(test)]: the next item is only run by tests.
    if (type == "attribute_item") {
      const std::string text = Source(node);
      // The mark stays until the next item.
      of_test_ = of_test_ || text.find("cfg(test") != std::string::npos ||
                 text.find("cfg(all(test") != std::string::npos || text.ends_with("test]");
      return {};
    }
    if (const std::optional<Terms> terms = OfChildren(kOfChildren, node)) return *terms;
    if (const auto handler = kHandlers.find(type); handler != kHandlers.end()) {
      return {(this->*handler->second)(node)};
    }
    if (type == "use_declaration") {
      Terms out;
      Use(NodeField(node, "argument"), "", &out);
      return out;
    }
    if (type == "identifier" || type == "self" || type == "crate" || type == "super") {
      return {Add(TermKind::kName, node, {}, Source(node))};
    }
    if (type == "integer_literal" || type == "float_literal" || type == "boolean_literal") {
      return {Add(TermKind::kLiteral, node, {}, Source(node))};
    }
    if (type == "type_arguments" || type == "inner_attribute_item") return {};
    return {Wrap(node, All(node))};
  }

 private:
  // "a\n", r"a\n", r#"a"#, b"a"
  TermId RustString(TSNode node) {
    const std::string text = Source(node);
    const size_t open = text.find('"');
    const size_t close = text.rfind('"');
    if (open == std::string::npos || close <= open) return Add(TermKind::kString, node);
    // The text between the outermost quotes, without the letters and hashes before them.
    const std::string inner = text.substr(open + 1, close - open - 1);
    // A raw text has no escapes.
    const bool raw = NodeType(node) == "raw_string_literal";
    return Add(TermKind::kString, node, {}, raw ? inner : Unescape(inner));
  }

  // `a.b` ─→ kMember b
  TermId RustField(TSNode node) {
    const TermId object = Need(node, "value");
    return Add(TermKind::kMember, node, {object}, Source(NodeField(node, "field")));
  }

  // `std::env::var` ─→ kMember var of kMember env of kName std; `<T as A>::f` ─→ f of that text
  TermId Scoped(TSNode node) {
    const TSNode path = NodeField(node, "path");
    if (ts_node_is_null(path)) return Add(TermKind::kName, node, {}, Source(node));
    const TermId object = NodeType(path) == "identifier" || NodeType(path) == "scoped_identifier" ||
                                  NodeType(path) == "crate" || NodeType(path) == "self" ||
                                  NodeType(path) == "super"
                              ? One(path)
                              : Add(TermKind::kName, path, {}, Source(path));
    return Add(TermKind::kMember, node, {object}, Source(NodeField(node, "name")));
  }

  // `parse::<u16>` ─→ the function, more: "int".
  TermId Generic(TSNode node) {
    const TermId function = Need(node, "function");
    std::string type = Source(NodeField(node, "type_arguments"));
    type = type.size() < 2 ? std::string() : type.substr(1, type.size() - 2);
    At(function).more = KindOfType(type);
    return function;
  }

  // `f(x)` ─→ kCall
  TermId RustCall(TSNode node) {
    Terms parts = {Need(node, "function")};
    for (const TermId id : All(NodeField(node, "arguments"))) parts.push_back(id);
    return Add(TermKind::kCall, node, std::move(parts));
  }

  // `||` is a test of two booleans and gives no default.
  TermId RustBinary(TSNode node) {
    const std::string sign = Source(NodeField(node, "operator"));
    const TermId left = Need(node, "left");
    const TermId right = Need(node, "right");
    if (sign == "||") return Add(TermKind::kOther, node, {left, right});
    if (sign == "&&") return Add(TermKind::kBoth, node, {left, right});
    if (sign == "+") return Add(TermKind::kConcat, node, {left, right});
    if (sign == "==" || sign == "!=") return Add(TermKind::kEqual, node, {left, right}, sign);
    return Add(TermKind::kOther, node, {left, right});
  }

  // `!a` ─→ kNot; `-1` ─→ kLiteral; `&a`, `*a` ─→ kOther of a
  TermId RustUnary(TSNode node) {
    const bool negates = text_.substr(StartByte(node), 1) == "!";
    const bool minus = text_.substr(StartByte(node), 1) == "-";
    Terms parts = All(node);
    if (minus && parts.size() == 1 && program_[parts[0]].kind == TermKind::kLiteral) {
      return Add(TermKind::kLiteral, node, {}, Source(node));
    }
    if (negates && parts.size() == 1) return Add(TermKind::kNot, node, std::move(parts));
    return Add(TermKind::kOther, node, std::move(parts));
  }

  // `a = b` ─→ kAssign; `a += b` is not an assignment of a text and becomes kOther.
  TermId RustAssign(TSNode node) {
    const TermId target = Need(node, "left");
    return Add(TermKind::kAssign, node, {target, Need(node, "right")}, "=");
  }

  // `let x: T = v;` ─→ kDeclare x; `let (a, b) = v;` ─→ kPattern
  TermId Let(TSNode node) {
    const TSNode pattern = NodeField(node, "pattern");
    TermId value = OneField(node, "value");
    if (const TSNode other = NodeField(node, "alternative"); !ts_node_is_null(other)) {
      const TermId arm = Add(TermKind::kArm, other, {One(other)}, "Err");
      if (value != kNoTerm) value = Add(TermKind::kMatch, node, {value, arm});
    }
    // `let Some(x) = v`: x is the value inside, which the census treats as the value.
    TSNode name = pattern;
    if (NodeType(pattern) == "tuple_struct_pattern") name = NamedChild(pattern, 1);
    // One name: a declaration.
    if (NodeType(name) == "identifier") {
      const TermId id = Add(TermKind::kDeclare, node, {value}, Source(name));
      return Typed(id, Source(NodeField(node, "type")));
    }
    Terms parts = {value == kNoTerm ? Add(TermKind::kOther, node) : value};
    // Several names: a pattern, with an unknown part for each.
    Each(pattern, [&](TSNode child, std::string_view) {
      if (NodeType(child) != "identifier") return;
      parts.push_back(Add(TermKind::kField, child, {}, Source(child), "[]"));
    });
    const TermId id = Add(TermKind::kPattern, node, std::move(parts));
    At(id).constant = true;
    return id;
  }

  // `const KEY: &str = "X";`
  TermId Constant(TSNode node) {
    const TermId id =
        Add(TermKind::kDeclare, node, {OneField(node, "value")}, Source(NodeField(node, "name")));
    At(id).constant = true;
    return Typed(id, Source(NodeField(node, "type")));
  }

  // `Config { env, prefix: "APP_" }` ─→ kObject, more "Config": kPair env, kPair prefix
  TermId StructValue(TSNode node) {
    Terms parts;
    Each(NodeField(node, "body"), [&](TSNode child, std::string_view) {
      if (NodeType(child) == "field_initializer") {
        const TermId value = Need(child, "value");
        // `field: value`
        const std::string key = Source(NodeField(child, "field"));
        parts.push_back(Add(TermKind::kPair, child, {value}, key));
      } else if (NodeType(child) == "shorthand_field_initializer") {
        // `field` alone is the variable of that name.
        const TermId value = Wrap(child, All(child));
        parts.push_back(Add(TermKind::kPair, child, {value}, Source(child)));
      } else {
        // `..base`
        parts.push_back(One(child));
      }
    });
    const TermId id = Add(TermKind::kObject, node, std::move(parts));
    At(id).more = ReplaceAll(Source(NodeField(node, "name")), "::", ".");
    return id;
  }

  // `for name in [...]`, `for (name, value) in [...]`, with `&` before a name or the pattern
  TermId For(TSNode node) {
    TSNode pattern = NodeField(node, "pattern");
    Terms parts = {Need(node, "value")};
    // A name in the pattern; other patterns declare nothing that is followed.
    const auto take = [&](TSNode name, const std::string& what) {
      if (NodeType(name) == "reference_pattern") name = NamedChild(name, 0);
      if (NodeType(name) != "identifier") return;
      parts.push_back(Add(TermKind::kField, name, {}, Source(name), "[]"));
      program_.takes[parts.back()] = what;
    };
    if (NodeType(pattern) == "reference_pattern") pattern = NamedChild(pattern, 0);
    take(pattern, "value");
    if (NodeType(pattern) == "tuple_pattern") {
      int at = 0;
      Each(pattern,
           [&](TSNode child, std::string_view) { take(child, "value." + std::to_string(at++)); });
    }
    const TermId loop = Add(TermKind::kPattern, node, std::move(parts));
    At(loop).constant = true;
    return Add(TermKind::kBlock, node, {loop, OneField(node, "body")});
  }

  // A block with its last expression as the returned value: an expression without a semicolon.
  TermId Body(TSNode block, bool test) {
    Terms parts = All(block);
    const uint32_t count = NamedChildCount(block);
    const TSNode last = count == 0 ? TSNode{} : NamedChild(block, count - 1);
    const std::string_view type = NodeType(last);
    // An item, a `let` or a statement with a semicolon has no value.
    const bool value = !parts.empty() && !type.empty() && type != "expression_statement" &&
                       !type.ends_with("_item") && type != "let_declaration" && !IsExtra(last);
    if (value && program_[parts.back()].kind != TermKind::kReturn) {
      parts.back() = Add(TermKind::kReturn, last, {parts.back()});
    }
    const TermId id = Add(TermKind::kBlock, block, std::move(parts));
    At(id).constant = test;
    return id;
  }

  // `fn f(&self, n: &str) -> T {...}` ─→ kFunction f: kParameter self (constant), kParameter n;
  // kBlock
  TermId RustFunction(TSNode node) {
    const bool test = TakeTest();
    Terms parts;
    Each(NodeField(node, "parameters"), [&](TSNode child, std::string_view) {
      if (NodeType(child) == "attribute_item") return;
      // The receiver is constant, as in Go: calls do not pass it.
      const bool self = NodeType(child) == "self_parameter";
      const TSNode pattern = NodeField(child, "pattern");
      parts.push_back(Add(TermKind::kParameter, child, {}, self ? "self" : Source(pattern)));
      At(parts.back()).constant = self;
      Typed(parts.back(), Source(NodeField(child, "type")));
    });
    if (const TSNode body = NodeField(node, "body"); !ts_node_is_null(body)) {
      parts.push_back(Body(body, test));
    }
    const TermId id = Add(TermKind::kFunction, node, std::move(parts),
                          Source(NodeField(node, "name")), in_impl_ ? "this" : "");
    return Typed(id, Source(NodeField(node, "return_type")));
  }

  // `|v| v == "1"` ─→ kFunction: kParameter v, kReturn
  TermId Closure(TSNode node) {
    Terms parts;
    Each(NodeField(node, "parameters"), [&](TSNode child, std::string_view) {
      const TSNode pattern = NodeType(child) == "parameter" ? NodeField(child, "pattern") : child;
      parts.push_back(Add(TermKind::kParameter, child, {}, Source(pattern)));
    });
    const TSNode body = NodeField(node, "body");
    if (NodeType(body) == "block") {
      parts.push_back(Body(body, false));
    } else {
      parts.push_back(Add(TermKind::kReturn, body, {One(body)}));
    }
    return Add(TermKind::kFunction, node, std::move(parts));
  }

  // The contents of the body of an impl or a module. Functions in an impl are methods.
  Terms BodyIn(TSNode node, bool impl) {
    const bool before = std::exchange(in_impl_, impl);
    Terms parts = All(NodeField(node, "body"));
    in_impl_ = before;
    return parts;
  }

  // `impl Trait for Type {...}` ─→ kClass Type, more "Trait"; `trait Trait {...}` ─→ kClass Trait
  TermId Impl(TSNode node) {
    const bool test = TakeTest();
    Terms parts = BodyIn(node, true);
    // `impl<T> Trait<T> for Type<T>`: names without their parameters.
    std::string type = Source(NodeField(node, NodeType(node) == "trait_item" ? "name" : "type"));
    type = type.substr(0, type.find('<'));
    std::string of = Source(NodeField(node, "trait"));
    of = of.substr(of.rfind(':') + 1);  // npos + 1 is 0
    const TermId id =
        Add(TermKind::kClass, node, std::move(parts), type, of.substr(0, of.find('<')));
    At(id).constant = test;
    return id;
  }

  // `mod m {...}` ─→ kBlock with the name m: a separate scope for paths.
  TermId Module(TSNode node) {
    const bool test = TakeTest();
    const TermId id =
        Add(TermKind::kBlock, node, BodyIn(node, false), Source(NodeField(node, "name")));
    At(id).constant = test;
    return id;
  }

  // `if let Ok(v) = read {...} else {...}` ─→ kMatch with the arms "Ok" and "Err"
  TermId RustIf(TSNode node) {
    const TSNode test = NodeField(node, "condition");
    const TSNode other = NodeField(node, "alternative");
    if (NodeType(test) != "let_condition") {
      // A plain `if`.
      const TermId of = Need(node, "condition");
      const TermId then = Need(node, "consequence");
      return Add(TermKind::kIf, node, {of, then, One(other)});
    }
    Terms parts = {Need(test, "value")};
    parts.push_back(Add(TermKind::kArm, node, {OneField(node, "consequence")},
                        HeadOf(NodeField(test, "pattern"))));
    if (!ts_node_is_null(other)) {
      parts.push_back(Add(TermKind::kArm, other, {One(other)}, "Err"));
    }
    return Add(TermKind::kMatch, node, std::move(parts));
  }

  // "Ok" of `Ok(value)`.
  std::string HeadOf(TSNode pattern) const {
    const std::string text = Source(pattern);
    return std::string(Trim(text.substr(0, text.find_first_of("( {"))));
  }

  // `match read { Ok(v) => v, Err(_) => "d" }` ─→ kMatch: kArm "Ok", kArm "Err"
  TermId RustMatch(TSNode node) {
    Terms parts = {Need(node, "value")};
    Each(NodeField(node, "body"), [&](TSNode arm, std::string_view) {
      // `Ok(v) => v`: the arm's head is the name before the parentheses.
      if (NodeType(arm) != "match_arm") return;
      const TermId value = Need(arm, "value");
      parts.push_back(Add(TermKind::kArm, arm, {value}, HeadOf(NodeField(arm, "pattern"))));
    });
    return Add(TermKind::kMatch, node, std::move(parts));
  }

  bool in_impl_ = false;
};

}  // namespace

void LowerRust(TSNode root, std::string_view text, Program* program) {
  RustLowering(text, program).Run(root);
}

}  // namespace flagcensus
