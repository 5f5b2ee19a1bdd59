// the tokens of a macro ─→ terms
//
//   println!("{}", env::var("X").unwrap())
//         tokens: literal , env :: var (...) . unwrap (...)
//         ─→ kString; kCall of kMember unwrap of kCall of kMember var
//   format!("{}_X", p)      ─→ kConcat of p and "_X"
//   concat!("A_", "B")      ─→ kConcat
//   panic!("...")           ─→ kThrow
//
// An operator between two terms is dropped: both remain as parts.
#include <algorithm>

#include "analyzer/base/characters.h"
#include "analyzer/languages/rust_items.h"
#include "analyzer/languages/rust_tokens.h"
#include "analyzer/python/node.h"

namespace flagcensus {
namespace {

// Nested brackets; deeper ones are generated or hostile.
constexpr int kDeepestTokens = 60;
// Macros that do not return.
constexpr std::string_view kThrows[] = {"panic", "bail",          "unreachable",
                                        "todo",  "unimplemented", "compile_error"};

}  // namespace

Terms RustMacros::Tokens(TSNode tree) { return ReadTokens(tree, 0); }

// `last` is the term that is being assembled. A token that cannot continue it ends it.
Terms RustMacros::ReadTokens(TSNode tree, int depth) {
  Terms out;
  if (ts_node_is_null(tree)) return out;
  if (depth > kDeepestTokens) {
    Cut(tree);
    return out;
  }
  const std::vector<RustToken> tokens = TokensOf(tree, text_);
  TermId last = kNoTerm;  // the term that a `.method` or `(...)` after it continues
  for (size_t i = 0; i < tokens.size(); ++i) {
    const RustToken& token = tokens[i];
    // `a::b` and `a.b` continue the term, any other name begins one.
    const bool follows = i > 0 && tokens[i - 1].text == "::";
    const bool member = i > 0 && tokens[i - 1].text == ".";
    if (token.kind == RustToken::Kind::kName) {
      const bool path = (follows || member) && last != kNoTerm;
      last = path ? Add(TermKind::kMember, token.node, {last}, token.text)
                  : Add(TermKind::kName, token.node, {}, token.text);
    } else if (token.kind == RustToken::Kind::kTree) {
      // The contents of brackets: arguments if they follow a name, otherwise a group.
      Terms inside = ReadTokens(token.node, depth + 1);
      // `name!(...)` is a call of "name!".
      const bool macro = i > 1 && tokens[i - 1].text == "!" && last != kNoTerm &&
                         program_[last].kind == TermKind::kName;
      if (macro) At(last).text += "!";
      const bool call = token.text == "(" && last != kNoTerm &&
                        (macro || tokens[i - 1].kind == RustToken::Kind::kName);
      if (call) inside.insert(inside.begin(), last);
      last = call ? Add(TermKind::kCall, token.node, std::move(inside))
                  : Add(TermKind::kOther, token.node, std::move(inside));
      // A call is at the place of its callee.
      if (call) At(last).column = program_[program_[last].parts[0]].column;
      if (call) At(last).line = program_[program_[last].parts[0]].line;
    } else if (token.kind == RustToken::Kind::kLiteral) {
      last = One(token.node);
    } else if (token.text == "?" && last != kNoTerm) {
      last = Add(TermKind::kRequired, token.node, {last});
    } else if (token.text != "::" && token.text != "." && token.text != "!" && token.text != "&") {
      if (last != kNoTerm) out.push_back(last);
      last = kNoTerm;
    }
  }
  if (last != kNoTerm) out.push_back(last);
  return out;
}

// A macro by the last part of its path: `anyhow::bail!`.
TermId RustMacros::Macro(TSNode node) {
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

// macro_rules! env_or { ($n:expr) => { env::var($n) } } is a function "env_or!" of `$n`.
TermId RustMacros::MacroDefinition(TSNode node) {
  Terms arms;
  Each(node, [&](TSNode rule, std::string_view) {
    if (NodeType(rule) != "macro_rule") return;
    Terms parts;
    Each(NodeField(rule, "left"), [&](TSNode child, std::string_view) {
      if (NodeType(child) != "token_binding_pattern") return;
      const TSNode name = NodeField(child, "name");
      parts.push_back(Add(TermKind::kParameter, name, {}, Source(name)));
    });
    // The last expression is what the macro yields.
    Terms body = Tokens(NodeField(rule, "right"));
    if (!body.empty()) body.back() = Add(TermKind::kReturn, rule, {body.back()});
    parts.push_back(Add(TermKind::kBlock, rule, std::move(body)));
    arms.push_back(Add(TermKind::kFunction, rule, std::move(parts)));
  });
  // Which of several arms a use expands cannot be decided here.
  if (arms.size() == 1) At(arms[0]).text = Source(NodeField(node, "name")) + "!";
  return Wrap(node, std::move(arms));
}

// "{{" is a brace; "{name:x}" is the variable `name`; "{}" and "{0}" are the next argument, so
// repeated or reordered positions get the wrong one.
TermId RustMacros::Format(TSNode node, const Terms& arguments) {
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
      const bool own = !name.empty() && !IsDigit(name[0]);
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

}  // namespace flagcensus
