#include "analyzer/languages/rust_tokens.h"

#include "analyzer/base/text.h"
#include "analyzer/languages/lowering.h"
#include "analyzer/python/node.h"

namespace flagcensus {
namespace {

// "a", r"a" and r#"a"# ─→ a; a text without quotes is unchanged.
std::string WithoutQuotes(const std::string& text) {
  const size_t open = text.find('"');
  const size_t close = text.rfind('"');
  return open == std::string::npos || close <= open
             ? text
             : Unescape(text.substr(open + 1, close - open - 1));
}

}  // namespace

// `(a, "b", [c])` ─→ kName a, kSign ",", kLiteral "b", kSign ",", kTree "["
std::vector<RustToken> TokensOf(TSNode tree, std::string_view text) {
  // With a cursor, which is linear in the number of tokens.
  std::vector<RustToken> out;
  TSTreeCursor cursor = ts_tree_cursor_new(tree);
  if (ts_tree_cursor_goto_first_child(&cursor)) {
    do {
      const TSNode node = ts_tree_cursor_current_node(&cursor);
      if (IsExtra(node)) continue;
      const std::string_view type = NodeType(node);
      RustToken token;
      token.node = node;
      token.text = std::string(TextOfNode(node, text));
      // Only the opening bracket of a nested tree is needed; its tokens are read from the node.
      if (type == "token_tree") {
        token.kind = RustToken::Kind::kTree;
        token.text = token.text.substr(0, 1);
      } else if (type == "identifier" || type == "self" || type == "crate" || type == "super" ||
                 type == "metavariable") {
        token.kind = RustToken::Kind::kName;
      } else if (type.ends_with("_literal")) {
        token.kind = RustToken::Kind::kLiteral;
      }
      out.push_back(std::move(token));
    } while (ts_tree_cursor_goto_next_sibling(&cursor));
  }
  ts_tree_cursor_delete(&cursor);
  if (out.size() >= 2) {  // the brackets
    out.erase(out.begin());
    out.pop_back();
  }
  return out;
}

// `#[arg(env = "X")]`, `#[clap(env)]`, `#[envconfig(from = "X", default = "d")]`
RustAttribute ReadAttribute(TSNode item, std::string_view text) {
  RustAttribute out;
  const TSNode attribute = NamedChild(item, 0);
  out.library = std::string(TextOfNode(NamedChild(attribute, 0), text));
  // The libraries that fill fields from variables. Others with the same attributes are not read.
  const bool clap = out.library == "arg" || out.library == "clap" || out.library == "structopt";
  const TSNode tree = NodeField(attribute, "arguments");
  if ((!clap && out.library != "envconfig") || ts_node_is_null(tree)) return out;
  const std::vector<RustToken> tokens = TokensOf(tree, text);
  for (size_t i = 0; i < tokens.size(); ++i) {
    if (tokens[i].kind != RustToken::Kind::kName) continue;
    // A key is at the beginning or after a comma: in `value_parser = env` it is a value.
    if (i > 0 && tokens[i - 1].text != ",") continue;
    // `key = value`; a key alone is a flag.
    const bool given = i + 2 < tokens.size() && tokens[i + 1].text == "=";
    const std::string& key = tokens[i].text;
    const std::string value = given ? WithoutQuotes(tokens[i + 2].text) : std::string();
    const bool literal = given && tokens[i + 2].kind == RustToken::Kind::kLiteral;
    if (key == "env" || (!clap && key == "from")) {
      out.env = true;
      // A name or a constant with the name.
      (literal ? out.name : out.constant) = value;
    } else if (key == "default_value" || key == "default_value_t" || (!clap && key == "default")) {
      // `default_value_t = 80` is a literal; for an expression the default is unknown.
      out.fallback = literal ? value : "";
      if (!literal && given) out.fallback = std::nullopt;
    }
  }
  return out;
}

}  // namespace flagcensus
