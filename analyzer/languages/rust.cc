// tree-sitter-rust's tree ─→ terms
//
// A macro's arguments are tokens to the grammar: calls, paths and literals in them are put together
// here, so that a read in `println!(...)` is one. `if let` and `let ... else` become a match.
#include <algorithm>
#include <map>
#include <utility>

#include "analyzer/base/text.h"
#include "analyzer/languages/lowering.h"
#include "analyzer/languages/rust_tokens.h"
#include "analyzer/python/node.h"

namespace flagcensus {
namespace {

constexpr std::string_view kThrows[] = {"panic", "bail",          "unreachable",
                                        "todo",  "unimplemented", "compile_error"};

// The type of the census that a Rust type reads as; "": none of them.
std::string KindOfType(std::string_view type) {
  if (type == "bool") return "bool";
  if (type == "f32" || type == "f64") return "float";
  if (type == "String") return "str";
  const bool sized = type.size() > 1 && (type[0] == 'u' || type[0] == 'i');
  const bool whole =
      sized && (type.substr(1) == "size" || std::all_of(type.begin() + 1, type.end(), [](char c) {
                  return c >= '0' && c <= '9';
                }));
  return whole ? "int" : "";
}

class RustLowering : public TermLowering {
 public:
  using TermLowering::TermLowering;

 protected:
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
        {"binary_expression", &RustLowering::RustBinary},
        {"unary_expression", &RustLowering::RustUnary},
        {"try_expression", &RustLowering::Try},
        {"let_declaration", &RustLowering::Let},
        {"const_item", &RustLowering::Constant},
        {"static_item", &RustLowering::Constant},
        {"function_item", &RustLowering::RustFunction},
        {"closure_expression", &RustLowering::Closure},
        {"impl_item", &RustLowering::Impl},
        {"mod_item", &RustLowering::Module},
        {"struct_item", &RustLowering::Struct},
        {"block", &RustLowering::RustBlock},
        {"if_expression", &RustLowering::RustIf},
        {"match_expression", &RustLowering::RustMatch},
        {"return_expression", &RustLowering::RustReturn},
        {"assignment_expression", &RustLowering::RustAssign},
    };
    const std::string_view type = NodeType(node);
    if (type == "attribute_item") {
      const std::string text = Source(node);
      of_test_ = of_test_ || text.find("cfg(test") != std::string::npos ||
                 text.find("cfg(all(test") != std::string::npos || text.ends_with("test]");
      return {};
    }
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
  TermId RustString(TSNode node) {
    const std::string text = Source(node);
    const size_t open = text.find('"');
    const size_t close = text.rfind('"');
    if (open == std::string::npos || close <= open) return Add(TermKind::kString, node);
    const std::string inner = text.substr(open + 1, close - open - 1);
    const bool raw = NodeType(node) == "raw_string_literal";
    return Add(TermKind::kString, node, {}, raw ? inner : Unescape(inner));
  }

  TermId RustField(TSNode node) {
    const TermId object = Need(node, "value");
    return Add(TermKind::kMember, node, {object}, Source(NodeField(node, "field")));
  }

  TermId Scoped(TSNode node) {
    const TSNode path = NodeField(node, "path");
    if (ts_node_is_null(path)) return Add(TermKind::kName, node, {}, Source(node));
    const TermId object = NodeType(path) == "identifier" || NodeType(path) == "scoped_identifier" ||
                                  NodeType(path) == "crate" || NodeType(path) == "self"
                              ? One(path)
                              : Add(TermKind::kName, path, {}, Source(path));
    return Add(TermKind::kMember, node, {object}, Source(NodeField(node, "name")));
  }

  // `parse::<u16>` has the type as `more`.
  TermId Generic(TSNode node) {
    const TermId function = Need(node, "function");
    std::string type = Source(NodeField(node, "type_arguments"));
    type = type.size() < 2 ? std::string() : type.substr(1, type.size() - 2);
    At(function).more = KindOfType(type);
    return function;
  }

  TermId RustCall(TSNode node) {
    Terms parts = {Need(node, "function")};
    for (const TermId id : All(NodeField(node, "arguments"))) parts.push_back(id);
    return Add(TermKind::kCall, node, std::move(parts));
  }

  // The tokens of a macro, in terms.
  Terms Tokens(TSNode tree) { return ReadTokens(tree, 0); }

  Terms ReadTokens(TSNode tree, int depth) {
    Terms out;
    if (ts_node_is_null(tree)) return out;
    if (depth > kDeepestTokens) {
      Cut(tree);
      return out;
    }
    const std::vector<RustToken> tokens = TokensOf(tree, text_);
    TermId last = kNoTerm;  // what a `.method` or `(...)` behind it goes on from
    for (size_t i = 0; i < tokens.size(); ++i) {
      const RustToken& token = tokens[i];
      const bool follows = i > 0 && tokens[i - 1].text == "::";
      const bool member = i > 0 && tokens[i - 1].text == ".";
      if (token.kind == RustToken::Kind::kName) {
        const bool path = (follows || member) && last != kNoTerm;
        last = path ? Add(TermKind::kMember, token.node, {last}, token.text)
                    : Add(TermKind::kName, token.node, {}, token.text);
      } else if (token.kind == RustToken::Kind::kTree) {
        Terms inside = ReadTokens(token.node, depth + 1);
        const bool macro = i > 1 && tokens[i - 1].text == "!" && last != kNoTerm &&
                           program_[last].kind == TermKind::kName;
        if (macro) At(last).text += "!";
        const bool call = token.text == "(" && last != kNoTerm &&
                          (macro || tokens[i - 1].kind == RustToken::Kind::kName);
        if (call) inside.insert(inside.begin(), last);
        last = call ? Add(TermKind::kCall, token.node, std::move(inside))
                    : Add(TermKind::kOther, token.node, std::move(inside));
        if (call) At(last).column = program_[program_[last].parts[0]].column;
        if (call) At(last).line = program_[program_[last].parts[0]].line;
      } else if (token.kind == RustToken::Kind::kLiteral) {
        last = One(token.node);
      } else if (token.text == "?" && last != kNoTerm) {
        last = Add(TermKind::kRequired, token.node, {last});
      } else if (token.text != "::" && token.text != "." && token.text != "!" &&
                 token.text != "&") {
        if (last != kNoTerm) out.push_back(last);
        last = kNoTerm;
      }
    }
    if (last != kNoTerm) out.push_back(last);
    return out;
  }

  TermId Macro(TSNode node) {
    std::string name = Source(NodeField(node, "macro"));
    name = name.substr(name.rfind(':') + 1);  // npos + 1 is 0
    Terms arguments;
    Each(node, [&](TSNode child, std::string_view) {
      if (NodeType(child) == "token_tree") arguments = Tokens(child);
    });
    if (std::find(std::begin(kThrows), std::end(kThrows), name) != std::end(kThrows)) {
      return Add(TermKind::kThrow, node, std::move(arguments));
    }
    const bool text = (name == "format" || name == "concat") && !arguments.empty() &&
                      program_[arguments[0]].kind == TermKind::kString;
    if (text && name == "concat") return Add(TermKind::kConcat, node, std::move(arguments));
    if (text) return Format(node, arguments);
    arguments.insert(arguments.begin(), Add(TermKind::kName, node, {}, name + "!"));
    return Add(TermKind::kCall, node, std::move(arguments));
  }

  // format!("{}_X", prefix), format!("{prefix}_X")
  TermId Format(TSNode node, const Terms& arguments) {
    const std::string form = program_[arguments[0]].text;
    Terms parts;
    std::string text;
    size_t next = 1;
    for (size_t i = 0; i < form.size(); ++i) {
      const bool twice = i + 1 < form.size() && form[i + 1] == form[i];
      if ((form[i] == '{' || form[i] == '}') && twice) {
        text += form[i++];
      } else if (form[i] == '{') {
        const size_t end = std::min(form.find('}', i), form.size());
        std::string name = form.substr(i + 1, end - i - 1);
        name = name.substr(0, name.find(':'));
        parts.push_back(Add(TermKind::kString, node, {}, text));
        text.clear();
        const bool own = !name.empty() && (name[0] < '0' || name[0] > '9');
        parts.push_back(own                       ? Add(TermKind::kName, node, {}, name)
                        : next < arguments.size() ? arguments[next]
                                                  : Add(TermKind::kOther, node));
        if (!own) ++next;
        i = end;
      } else {
        text += form[i];
      }
    }
    parts.push_back(Add(TermKind::kString, node, {}, text));
    return Add(TermKind::kConcat, node, std::move(parts));
  }

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

  TermId Try(TSNode node) { return Add(TermKind::kRequired, node, All(node)); }
  TermId RustReturn(TSNode node) { return Add(TermKind::kReturn, node, All(node)); }
  TermId RustAssign(TSNode node) {
    const TermId target = Need(node, "left");
    return Add(TermKind::kAssign, node, {target, Need(node, "right")}, "=");
  }

  TermId Let(TSNode node) {
    const TSNode pattern = NodeField(node, "pattern");
    TermId value = OneField(node, "value");
    if (const TSNode other = NodeField(node, "alternative"); !ts_node_is_null(other)) {
      const TermId arm = Add(TermKind::kArm, other, {One(other)}, "Err");
      if (value != kNoTerm) value = Add(TermKind::kMatch, node, {value, arm});
    }
    TSNode name = pattern;
    if (NodeType(pattern) == "tuple_struct_pattern") name = NamedChild(pattern, 1);
    if (NodeType(name) == "identifier") {
      return Add(TermKind::kDeclare, node, {value}, Source(name));
    }
    Terms parts = {value == kNoTerm ? Add(TermKind::kOther, node) : value};
    Each(pattern, [&](TSNode child, std::string_view) {
      if (NodeType(child) != "identifier") return;
      parts.push_back(Add(TermKind::kField, child, {}, Source(child), "[]"));
    });
    const TermId id = Add(TermKind::kPattern, node, std::move(parts));
    At(id).constant = true;
    return id;
  }

  TermId Constant(TSNode node) {
    const TermId id =
        Add(TermKind::kDeclare, node, {OneField(node, "value")}, Source(NodeField(node, "name")));
    At(id).constant = true;
    return id;
  }

  bool TakeTest() {
    const bool out = of_test_;
    of_test_ = false;
    return out;
  }

  // A block, whose last expression is what it returns.
  TermId Body(TSNode block, bool test) {
    Terms parts = All(block);
    const uint32_t count = NamedChildCount(block);
    const TSNode last = count == 0 ? TSNode{} : NamedChild(block, count - 1);
    const std::string_view type = NodeType(last);
    const bool value = !parts.empty() && !type.empty() && type != "expression_statement" &&
                       !type.ends_with("_item") && type != "let_declaration" && !IsExtra(last);
    if (value && program_[parts.back()].kind != TermKind::kReturn) {
      parts.back() = Add(TermKind::kReturn, last, {parts.back()});
    }
    const TermId id = Add(TermKind::kBlock, block, std::move(parts));
    At(id).constant = test;
    return id;
  }

  TermId RustFunction(TSNode node) {
    const bool test = TakeTest();
    Terms parts;
    Each(NodeField(node, "parameters"), [&](TSNode child, std::string_view) {
      if (NodeType(child) == "attribute_item") return;
      const bool self = NodeType(child) == "self_parameter";
      const TSNode pattern = NodeField(child, "pattern");
      parts.push_back(Add(TermKind::kParameter, child, {}, self ? "self" : Source(pattern)));
      At(parts.back()).constant = self;
    });
    if (const TSNode body = NodeField(node, "body"); !ts_node_is_null(body)) {
      parts.push_back(Body(body, test));
    }
    return Add(TermKind::kFunction, node, std::move(parts), Source(NodeField(node, "name")),
               in_impl_ ? "this" : "");
  }

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

  // What the body of an impl or a module holds.
  Terms BodyIn(TSNode node, bool impl) {
    const bool before = std::exchange(in_impl_, impl);
    Terms parts = All(NodeField(node, "body"));
    in_impl_ = before;
    return parts;
  }

  TermId Impl(TSNode node) {
    const bool test = TakeTest();
    Terms parts = BodyIn(node, true);
    std::string type = Source(NodeField(node, "type"));
    type = type.substr(0, type.find('<'));
    const TermId id = Add(TermKind::kClass, node, std::move(parts), type);
    At(id).constant = test;
    return id;
  }

  TermId Module(TSNode node) {
    const bool test = TakeTest();
    const TermId id = Add(TermKind::kBlock, node, BodyIn(node, false));
    At(id).constant = test;
    return id;
  }

  TermId RustBlock(TSNode node) { return Add(TermKind::kBlock, node, All(node)); }

  // `if let Ok(v) = read {...} else {...}`
  TermId RustIf(TSNode node) {
    const TSNode test = NodeField(node, "condition");
    const TSNode other = NodeField(node, "alternative");
    if (NodeType(test) != "let_condition") {
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

  TermId RustMatch(TSNode node) {
    Terms parts = {Need(node, "value")};
    Each(NodeField(node, "body"), [&](TSNode arm, std::string_view) {
      if (NodeType(arm) != "match_arm") return;
      const TermId value = Need(arm, "value");
      parts.push_back(Add(TermKind::kArm, arm, {value}, HeadOf(NodeField(arm, "pattern"))));
    });
    return Add(TermKind::kMatch, node, std::move(parts));
  }

  void Use(TSNode node, const std::string& before, Terms* out) {
    const std::string_view type = NodeType(node);
    const std::string dotted = ReplaceAll(Source(node), "::", ".");
    const std::string path = before.empty() ? dotted : before + "." + dotted;
    if (type == "identifier" || type == "scoped_identifier") {
      out->push_back(Add(TermKind::kImport, node, {}, dotted.substr(dotted.rfind('.') + 1), path));
    } else if (type == "self" && !before.empty()) {
      out->push_back(
          Add(TermKind::kImport, node, {}, before.substr(before.rfind('.') + 1), before));
    } else if (type == "use_as_clause") {
      const std::string of = ReplaceAll(Source(NodeField(node, "path")), "::", ".");
      out->push_back(Add(TermKind::kImport, node, {}, Source(NodeField(node, "alias")),
                         before.empty() ? of
                         : of == "self" ? before
                                        : before + "." + of));
    } else if (type == "scoped_use_list" || type == "use_list") {
      std::string next = before;
      if (const TSNode of = NodeField(node, "path"); !ts_node_is_null(of)) {
        const std::string own = ReplaceAll(Source(of), "::", ".");
        next = before.empty() ? own : before + "." + own;
      }
      const TSNode list = type == "use_list" ? node : NodeField(node, "list");
      if (before.size() > kLongestUse) return;
      Each(list, [&](TSNode child, std::string_view) { Use(child, next, out); });
    }
  }

  // Fields that an attribute fills from variables: #[arg(long, env = "X", default_value = "d")].
  TermId Struct(TSNode node) {
    TakeTest();
    Terms parts;
    std::vector<TSNode> attributes;
    Each(NodeField(node, "body"), [&](TSNode child, std::string_view) {
      if (NodeType(child) == "attribute_item") {
        attributes.push_back(child);
      } else if (NodeType(child) == "field_declaration") {
        for (const TSNode attribute : attributes) {
          const TermId tag = Attribute(attribute, child);
          if (tag != kNoTerm) parts.push_back(tag);
        }
        attributes.clear();
      }
    });
    return Add(TermKind::kOther, node, std::move(parts));
  }

  TermId Attribute(TSNode item, TSNode field) {
    const std::string name = Source(NodeField(field, "name"));
    std::string type = Source(NodeField(field, "type"));
    const RustAttribute found = ReadAttribute(item, text_);
    if (!found.env) return kNoTerm;
    const bool optional = type.starts_with("Option<") || type == "bool" || type.starts_with("Vec<");
    if (type.starts_with("Option<")) type = type.substr(7, type.size() - 8);
    std::string tag = found.library + ":\"" + (found.name.empty() ? ToUpper(name) : found.name);
    if (!optional && !found.fallback) tag += ",required";
    tag += "\"";
    if (found.fallback) tag += " default:\"" + *found.fallback + "\"";
    const TermId of = Add(TermKind::kOther, field, {}, type);
    Terms parts = {of};
    if (!found.constant.empty()) {
      parts.push_back(Add(TermKind::kName, item, {}, found.constant));
    }
    return Add(TermKind::kTag, field, std::move(parts), tag, name);
  }

  static constexpr int kDeepestTokens = 60;
  static constexpr size_t kLongestUse = 1000;
  bool of_test_ = false;  // an attribute says so of what follows
  bool in_impl_ = false;
};

}  // namespace

void LowerRust(TSNode root, std::string_view text, Program* program) {
  RustLowering(text, program).Run(root);
}

}  // namespace flagcensus
