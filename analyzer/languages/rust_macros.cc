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
#include <charconv>

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

Terms RustMacros::Tokens(TSNode tree) {
  return ts_node_is_null(tree) ? Terms() : ReadTokens(TokensOf(tree, text_), 0);
}

// `last` is the term that is being assembled. A token that cannot continue it ends it.
Terms RustMacros::ReadTokens(std::span<const RustToken> tokens, int depth) {
  Terms out;
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
      Terms inside;
      if (depth < kDeepestTokens) {
        inside = ReadTokens(TokensOf(token.node, text_), depth + 1);
      } else {
        Cut(token.node);
      }
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

// `width = n + 1, "x"` ─→ {"width", the term of `n + 1`}, {"", "x"}
std::vector<RustMacros::FormatArgument> RustMacros::FormatArguments(TSNode tree) {
  std::vector<FormatArgument> out;
  const std::vector<RustToken> tokens = TokensOf(tree, text_);
  const std::span<const RustToken> all = tokens;
  for (size_t begin = 0; begin < all.size();) {
    size_t end = begin;
    while (end < all.size() && all[end].text != ",") ++end;
    std::span<const RustToken> one = all.subspan(begin, end - begin);
    begin = end + 1;
    if (one.empty()) continue;
    FormatArgument argument;
    if (one.size() > 2 && one[0].kind == RustToken::Kind::kName && one[1].text == "=") {
      argument.name = one[0].text;
      one = one.subspan(2);
    }
    Terms terms = ReadTokens(one, 0);
    // Of an expression with an operator only the parts are known.
    argument.term = terms.size() == 1 ? terms[0] : Wrap(one[0].node, std::move(terms));
    out.push_back(std::move(argument));
  }
  return out;
}

// A macro by the last part of its path: `anyhow::bail!`.
TermId RustMacros::Macro(TSNode node) {
  std::string name = Source(NodeField(node, "macro"));
  name = name.substr(name.rfind(':') + 1);  // npos + 1 is 0
  TSNode tree = {};
  Each(node, [&](TSNode child, std::string_view) {
    if (NodeType(child) == "token_tree") tree = child;
  });
  Terms arguments;
  if (name == "format" && !ts_node_is_null(tree)) {
    const std::vector<FormatArgument> read = FormatArguments(tree);
    if (!read.empty() && program_.kind(read[0].term) == TermKind::kString) {
      return Format(node, read);
    }
    for (const FormatArgument& argument : read) arguments.push_back(argument.term);
  } else {
    arguments = Tokens(tree);
  }
  if (std::find(std::begin(kThrows), std::end(kThrows), name) != std::end(kThrows)) {
    return Add(TermKind::kThrow, node, std::move(arguments));
  }
  const bool text =
      name == "concat" && !arguments.empty() && program_[arguments[0]].kind == TermKind::kString;
  if (text) return Add(TermKind::kConcat, node, std::move(arguments));
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

// By std::fmt: "{}" is the next argument, "{0}" the first, "{name}" the argument of that name or
// else the variable, "{{" a brace. What a format changes, "{:?}" or "{:>8}", is unknown.
//
//   format!("{1}_{0}_{kind}", "A", "B", kind = "C")  ─→ "B" "_" "A" "_" "C"
TermId RustMacros::Format(TSNode node, const std::vector<FormatArgument>& arguments) {
  const std::string form = program_[arguments[0].term].text;
  Terms parts;
  std::string text;
  size_t next = 1;
  const auto positional = [&](size_t at) {
    return at < arguments.size() ? arguments[at].term : kNoTerm;
  };
  const auto named = [&](const std::string& name) {
    for (const FormatArgument& one : arguments) {
      if (one.name == name) return one.term;
    }
    return Add(TermKind::kName, node, {}, name);
  };
  for (size_t i = 0; i < form.size(); ++i) {
    const bool twice = i + 1 < form.size() && form[i + 1] == form[i];
    if ((form[i] == '{' || form[i] == '}') && twice) {
      text += form[i++];
    } else if (form[i] == '{') {
      const size_t end = std::min(form.find('}', i), form.size());
      const std::string inside = form.substr(i + 1, end - i - 1);
      const size_t colon = inside.find(':');
      const std::string name(Trim(inside.substr(0, colon)));
      const std::string_view format =
          std::string_view(inside).substr(colon == std::string::npos ? inside.size() : colon + 1);
      parts.push_back(Add(TermKind::kString, node, {}, text));
      text.clear();
      // ".*" takes the precision from the next argument, before the value.
      if (format.find(".*") != std::string_view::npos) ++next;
      size_t number = 0;
      const bool numbered = !name.empty() && IsDigit(name[0]);
      if (numbered) std::from_chars(name.data(), name.data() + name.size(), number);
      const TermId value = name.empty() ? positional(next++)
                           : numbered   ? positional(number + 1)
                                        : named(name);
      parts.push_back(Trim(format).empty() && value != kNoTerm ? value : Formatted(node, value));
      i = end;
    } else {
      text += form[i];
    }
  }
  parts.push_back(Add(TermKind::kString, node, {}, text));
  return Add(TermKind::kConcat, node, std::move(parts));
}

}  // namespace flagcensus
