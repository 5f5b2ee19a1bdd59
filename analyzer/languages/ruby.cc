// tree-sitter-ruby's tree ─→ terms
//
//   port = ENV.fetch("PORT", "80")    ─→ kDeclare port: kCall of kMember fetch of ENV
//   ENV["X"] = nil                    ─→ kDelete of kIndex X
//   ENV.update("X" => v)              ─→ kAssign of kIndex X
//   def opt(n) ENV[n] end             ─→ kFunction opt: kReturn of kIndex
//
// The first assignment of a local variable declares it, a later one assigns. The last expression of
// a method or a block is what it returns. A block of a call is its last argument.
#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "analyzer/languages/lowering.h"
#include "analyzer/python/node.h"

namespace flagcensus {
namespace {

class RubyLowering : public TermLowering {
 public:
  using TermLowering::TermLowering;

 protected:
  // A heredoc's body is an extra of the grammar, and contains interpolations.
  bool Skips(TSNode node) const override {
    return IsExtra(node) && NodeType(node) != "heredoc_body";
  }

  // Nodes with one term are in the map; below it are names, literals and lists of terms.
  Terms Of(TSNode node) override {
    using Handler = TermId (RubyLowering::*)(TSNode);
    static const std::map<std::string_view, Handler> kHandlers = {
        {"string", &RubyLowering::Text},
        {"bare_string", &RubyLowering::Text},
        {"delimited_symbol", &RubyLowering::Text},
        {"scope_resolution", &RubyLowering::Scoped},
        {"element_reference", &RubyLowering::Index},
        {"call", &RubyLowering::Call},
        {"binary", &RubyLowering::Binary},
        {"unary", &RubyLowering::Unary},
        {"conditional", &RubyLowering::Choice},
        {"rescue_modifier", &RubyLowering::Rescued},
        {"assignment", &RubyLowering::Assign},
        {"operator_assignment", &RubyLowering::Assign},
        {"if", &RubyLowering::If},
        {"elsif", &RubyLowering::If},
        {"unless", &RubyLowering::If},
        {"if_modifier", &RubyLowering::If},
        {"unless_modifier", &RubyLowering::If},
        {"method", &RubyLowering::Method},
        {"singleton_method", &RubyLowering::Method},
        {"block", &RubyLowering::Closure},
        {"do_block", &RubyLowering::Closure},
        {"lambda", &RubyLowering::Closure},
        {"class", &RubyLowering::Class},
        {"module", &RubyLowering::Class},
        {"pair", &RubyLowering::Pair},
    };
    static const KindsOfNodes kOfChildren = {
        // `"a" "b"` is one text.
        {"chained_string", TermKind::kConcat},
        {"then", TermKind::kBlock},
        {"else", TermKind::kBlock},
        {"do", TermKind::kBlock},
        {"begin", TermKind::kBlock},
        {"block_body", TermKind::kBlock},
        {"body_statement", TermKind::kBlock},
        {"return", TermKind::kReturn},
        {"hash", TermKind::kObject},
        {"array", TermKind::kObject},
        {"string_array", TermKind::kObject},
        {"hash_splat_argument", TermKind::kSpread},
        {"splat_argument", TermKind::kSpread},
    };
    const std::string_view type = NodeType(node);
    if (const std::optional<Terms> terms = OfChildren(kOfChildren, node)) return *terms;
    if (const auto handler = kHandlers.find(type); handler != kHandlers.end()) {
      return {(this->*handler->second)(node)};
    }
    // `@x`, `@@x` and `$x` are names with their signs.
    if (type == "identifier" || type == "constant" || type == "self" ||
        type.ends_with("_variable")) {
      return {Add(TermKind::kName, node, {}, Source(node))};
    }
    if (type == "integer" || type == "float" || type == "true" || type == "false") {
      return {Add(TermKind::kLiteral, node, {}, Source(node))};
    }
    if (type == "nil") return {Add(TermKind::kNothing, node)};
    // `:name` is the text "name".
    if (type == "simple_symbol") {
      return {Add(TermKind::kString, node, {}, Source(node).substr(1))};
    }
    if (type == "argument_list" || type == "heredoc_body") return All(node);
    return {Wrap(node, All(node))};
  }

 private:
  // A text with its interpolations: "APP_#{n}" ─→ kConcat
  TermId Text(TSNode node) {
    TextBuilder text(this, node);
    Each(node, [&](TSNode child, std::string_view) {
      const std::string_view type = NodeType(child);
      if (type == "interpolation") {
        text.AddValue([&] { return Wrap(child, All(child)); });
      } else {
        text.AddText(type == "escape_sequence" ? Unescape(Source(child)) : Source(child));
      }
    });
    return text.Done();
  }

  // `::ENV` is a constant of no module: kMember ENV of kNoScope.
  TermId Scoped(TSNode node) {
    const TermId scope = OneField(node, "scope");
    const TermId of =
        scope == kNoTerm ? Add(TermKind::kName, node, {}, std::string(kNoScope)) : scope;
    return Add(TermKind::kMember, node, {of}, Source(NodeField(node, "name")));
  }

  // `a[]` has no index.
  TermId Index(TSNode node) {
    Terms parts = All(node);
    if (parts.size() < 2) return Add(TermKind::kOther, node, std::move(parts));
    return Add(TermKind::kIndex, node, std::move(parts));
  }

  // The arguments of a call. Its block, and bodies of heredocs between the arguments, come last.
  Terms Arguments(TSNode node) {
    Terms out, bodies;
    Each(NodeField(node, "arguments"), [&](TSNode child, std::string_view) {
      if (NodeType(child) == "heredoc_body") {
        bodies.push_back(One(child));
      } else {
        out.push_back(One(child));
      }
    });
    if (const TermId block = OneField(node, "block"); block != kNoTerm) out.push_back(block);
    out.insert(out.end(), bodies.begin(), bodies.end());
    return out;
  }

  // `raise x` ─→ kThrow; `f x` ─→ kCall of kName f; `o.f x` ─→ kCall of kMember f
  TermId Call(TSNode node) {
    const TSNode receiver = NodeField(node, "receiver");
    const std::string name = Source(NodeField(node, "method"));
    if (ts_node_is_null(receiver)) {
      Terms parts = Arguments(node);
      if (name == "raise" || name == "fail") return Add(TermKind::kThrow, node, std::move(parts));
      parts.insert(parts.begin(), Add(TermKind::kName, node, {}, name));
      return Add(TermKind::kCall, node, std::move(parts));
    }
    // A receiver is lowered before the arguments, in the order of the source.
    const TermId object = One(receiver);
    // Only ENV itself: another object's `update` is a call.
    if (name == "update" || name == "merge!") {
      if (const TermId id = Update(node, object); id != kNoTerm) return id;
    }
    const bool plain =
        ts_node_is_null(NodeField(node, "arguments")) && ts_node_is_null(NodeField(node, "block"));
    const TermId member = Add(TermKind::kMember, node, {object}, name);
    Terms parts = Arguments(node);
    // `a.()` has no name, and is not a member that is called.
    if (plain && name.empty()) return member;
    parts.insert(parts.begin(), member);
    return Add(TermKind::kCall, node, std::move(parts));
  }

  // `ENV.update("X" => v)` as the assignments that it makes; kNoTerm if a key is not a literal.
  TermId Update(TSNode node, TermId object) {
    Terms parts;
    const std::string source = Source(NodeField(node, "receiver"));
    if (source != "ENV" && source != "::ENV") return kNoTerm;
    bool all = true;
    Each(NodeField(node, "arguments"), [&](TSNode child, std::string_view) {
      all = all && NodeType(child) == "pair" && NodeType(NodeField(child, "key")) == "string";
    });
    if (!all) return kNoTerm;
    Each(NodeField(node, "arguments"), [&](TSNode child, std::string_view) {
      const TermId of = parts.empty() ? object : OneField(node, "receiver");
      const TermId key = Need(child, "key");
      const TermId target = Add(TermKind::kIndex, child, {of, key});
      parts.push_back(Add(TermKind::kAssign, child, {target, Need(child, "value")}, "="));
    });
    return parts.empty() ? kNoTerm : Add(TermKind::kOther, node, std::move(parts));
  }

  // `a || b`, `a or b` ─→ kOr; `a + b` ─→ kConcat
  TermId Binary(TSNode node) {
    const std::string sign = Source(NodeField(node, "operator"));
    const TermId left = Need(node, "left");
    const TermId right = Need(node, "right");
    if (sign == "||" || sign == "or") return Add(TermKind::kOr, node, {left, right});
    if (sign == "&&" || sign == "and") return Add(TermKind::kBoth, node, {left, right});
    if (sign == "+") return Add(TermKind::kConcat, node, {left, right});
    if (sign == "==" || sign == "!=") return Add(TermKind::kEqual, node, {left, right}, sign);
    return Add(TermKind::kOther, node, {left, right});
  }

  // `!a`, `not a` ─→ kNot; `-1` ─→ kLiteral
  TermId Unary(TSNode node) {
    const std::string sign = Source(NodeField(node, "operator"));
    const TermId value = Need(node, "operand");
    if (sign == "!" || sign == "not") return Add(TermKind::kNot, node, {value});
    if (sign == "-" && program_[value].kind == TermKind::kLiteral) {
      return Add(TermKind::kLiteral, node, {}, Source(node));
    }
    return Add(TermKind::kOther, node, {value});
  }

  // `ENV.fetch("X") rescue "d"`: the default also of a required variable.
  TermId Rescued(TSNode node) {
    const TermId value = Need(node, "body");
    return Add(TermKind::kOr, node, {value, Need(node, "handler")}, "rescue");
  }

  // Whether a local variable of the method or of a block around has the name.
  bool IsDeclared(const std::string& name) const {
    return std::any_of(locals_.begin(), locals_.end(),
                       [&](const auto& names) { return names.contains(name); });
  }

  // `a = b`, `a ||= b`, `a, b = c`
  TermId Assign(TSNode node) {
    const TSNode left = NodeField(node, "left");
    const TSNode right = NodeField(node, "right");
    const TSNode sign = NodeField(node, "operator");
    // `a ||= b`
    const bool changes = NodeType(node) == "operator_assignment";
    if (NodeType(left) == "left_assignment_list") return Several(node, left, right);
    const TermId value = Need(node, "right");
    return Assigned(node, left, value, changes ? Source(sign) : "=");
  }

  // `X = v` is a constant of its class or file; `x = v` declares x or assigns to it.
  TermId Assigned(TSNode node, TSNode left, TermId value, const std::string& sign) {
    const std::string_view type = NodeType(left);
    const std::string name = Source(left);
    // A constant may be assigned only once.
    if (type == "constant") {
      const TermId id = Add(TermKind::kDeclare, node, {value}, name);
      At(id).constant = true;
      return id;
    }
    if (type == "identifier" && sign == "=" && !IsDeclared(name)) {
      locals_.back().insert(name);
      return Add(TermKind::kDeclare, node, {value}, name);
    }
    const TermId target = One(left);
    // `ENV["X"] = nil` deletes the variable.
    const bool removes = sign == "=" && program_[value].kind == TermKind::kNothing &&
                         program_[target].kind == TermKind::kIndex;
    if (removes) return Add(TermKind::kDelete, node, {target});
    // X.y = v calls a method y=.
    if (program_[target].kind == TermKind::kCall) At(target).kind = TermKind::kOther;
    return Add(TermKind::kAssign, node, {target, value}, sign);
  }

  // `a, b = x, y`: one assignment each. A single value on the right is destructured, and its parts
  // are unknown.
  TermId Several(TSNode node, TSNode left, TSNode right) {
    // The targets on the left.
    std::vector<TSNode> names;
    Each(left, [&](TSNode child, std::string_view) { names.push_back(child); });
    Terms values = NodeType(right) == "right_assignment_list" ? All(right) : Terms{One(right)};
    Terms parts;
    // One value for each name.
    if (values.size() == names.size()) {
      for (size_t i = 0; i < names.size(); ++i) {
        parts.push_back(Assigned(names[i], names[i], values[i], "="));
      }
      return Add(TermKind::kOther, node, std::move(parts));
    }
    parts = std::move(values);
    for (const TSNode name : names) locals_.back().insert(Source(name));
    return Add(TermKind::kOther, node, std::move(parts));
  }

  // `if a`, `x if a`, `unless a`, `x unless a`: kIf, with kNot for unless.
  TermId If(TSNode node) {
    TermId test = Need(node, "condition");
    // `x if a` has its body in another field.
    const bool modifier = NodeType(node).ends_with("_modifier");
    if (NodeType(node).starts_with("unless")) test = Add(TermKind::kNot, node, {test});
    const TermId then = Need(node, modifier ? "body" : "consequence");
    return Add(TermKind::kIf, node, {test, then, OneField(node, "alternative")});
  }

  // A body with its last expression as the returned value. A statement such as `if` at the end also
  // returns its value, which is not followed.
  TermId Body(TSNode node) {
    if (ts_node_is_null(node)) return kNoTerm;
    const std::string_view type = NodeType(node);
    Terms parts = type == "body_statement" || type == "block_body" ? All(node) : Terms{One(node)};
    if (!parts.empty()) {
      // The last term, if it is of a kind that has a value.
      const TermId last = parts.back();
      const TermKind kind = program_[last].kind;
      // Kinds of terms that have a value; statements are unchanged.
      const bool value =
          kind == TermKind::kString || kind == TermKind::kLiteral || kind == TermKind::kName ||
          kind == TermKind::kMember || kind == TermKind::kIndex || kind == TermKind::kCall ||
          kind == TermKind::kConcat || kind == TermKind::kOr || kind == TermKind::kChoice ||
          kind == TermKind::kBoth || kind == TermKind::kEqual || kind == TermKind::kNot ||
          kind == TermKind::kNothing;
      if (value) {
        parts.back() = Add(TermKind::kReturn, node, {last});
        At(parts.back()).begin = program_[last].begin;
      }
    }
    return Add(TermKind::kBlock, node, std::move(parts));
  }

  // `a`, `a = v`, `a:`, `a: v`, `*a`, `&a`: a kParameter each; more: ":" for a keyword.
  void Parameters(TSNode list, Terms* out) {
    Each(list, [&](TSNode child, std::string_view) {
      const TSNode own = NodeField(child, "name");
      const std::string name = ts_node_is_null(own) ? Source(child) : Source(own);
      locals_.back().insert(name);
      out->push_back(Add(TermKind::kParameter, child, {OneField(child, "value")}, name));
      // Passed by name only.
      if (NodeType(child) == "keyword_parameter") At(out->back()).more = ":";
    });
  }

  // A method does not see the variables around it; a block does.
  TermId Method(TSNode node) {
    std::vector<std::set<std::string>> before = {{}};
    before.swap(locals_);
    Terms parts;
    Parameters(NodeField(node, "parameters"), &parts);
    parts.push_back(Body(NodeField(node, "body")));
    locals_.swap(before);
    return Add(TermKind::kFunction, node, std::move(parts), Source(NodeField(node, "name")),
               classes_ > 0 ? "this" : "");
  }

  // `{ |v| ... }`, `do |v| ... end`, `-> (v) { ... }`: its variables are added to those around it.
  TermId Closure(TSNode node) {
    locals_.emplace_back();
    Terms parts;
    Parameters(NodeField(node, "parameters"), &parts);
    const TSNode body = NodeField(node, "body");
    const TermId block = Body(body);
    // `-> { ... }` contains a block, which would be a function in the function.
    const bool nested = block != kNoTerm && NodeType(node) == "lambda" &&
                        program_[block].parts.size() == 1 &&
                        program_.kind(program_[block].parts[0]) == TermKind::kFunction;
    parts.push_back(nested ? program_[program_[block].parts[0]].parts.back() : block);
    locals_.pop_back();
    return Add(TermKind::kFunction, node, std::move(parts));
  }

  // `class A::B < C` ─→ kClass B; the superclass is a part.
  TermId Class(TSNode node) {
    std::vector<std::set<std::string>> before = {{}};
    before.swap(locals_);
    ++classes_;
    std::string name = Source(NodeField(node, "name"));
    // `class A::B` declares B.
    name = name.substr(name.rfind(':') + 1);  // npos + 1 is 0
    Terms parts = {OneField(node, "superclass")};
    for (const TermId id : All(NodeField(node, "body"))) parts.push_back(id);
    --classes_;
    locals_.swap(before);
    return Add(TermKind::kClass, node, std::move(parts), name);
  }

  // `"a" => v`, `a: v` ─→ kPair a; a computed key is not a pair.
  TermId Pair(TSNode node) {
    const TSNode key = NodeField(node, "key");
    const TermId value = OneField(node, "value");
    std::string text;
    // `a: v` and `"a": v`
    if (NodeType(key) == "hash_key_symbol") {
      text = Source(key);
    } else if (const TermId id = One(key); program_[id].kind == TermKind::kString) {
      text = program_[id].text;
    } else {
      return Add(TermKind::kOther, node, {id, value});
    }
    return Add(TermKind::kPair, node, {value}, text);
  }

  std::vector<std::set<std::string>> locals_ = {{}};  // of the method, and of blocks in it
  int classes_ = 0;                                   // around what is lowered
};

}  // namespace

void LowerRuby(TSNode root, std::string_view text, Program* program) {
  RubyLowering(text, program).Run(root);
}

}  // namespace flagcensus
