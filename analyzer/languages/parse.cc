// a file's name and text ─→ its grammar ─→ its program
//
//   "app.tsx"                      ─→ tree_sitter_tsx, LowerJavaScript
//   "app.py" or any other ending   ─→ tree_sitter_javascript: callers pass only requested languages
//
// The trees of syntax errors are lowered as well: the grammar recovers, and the code around the
// error is read.
#include <algorithm>

#include "analyzer/base/text.h"
#include "analyzer/languages/lowering.h"
#include "analyzer/python/bounded_parse.h"
#include "analyzer/python/node.h"

extern "C" const TSLanguage* tree_sitter_go();
extern "C" const TSLanguage* tree_sitter_javascript();
extern "C" const TSLanguage* tree_sitter_typescript();
extern "C" const TSLanguage* tree_sitter_tsx();
extern "C" const TSLanguage* tree_sitter_rust();
extern "C" const TSLanguage* tree_sitter_java();
extern "C" const TSLanguage* tree_sitter_kotlin();
extern "C" const TSLanguage* tree_sitter_c_sharp();
extern "C" const TSLanguage* tree_sitter_ruby();
extern "C" const TSLanguage* tree_sitter_php();
extern "C" const TSLanguage* tree_sitter_bash();

namespace flagcensus {
namespace {

// A file name's extension, its grammar and its lowering.
struct GrammarRow {
  std::string_view extension;
  const TSLanguage* (*grammar)();
  void (*lower)(TSNode root, std::string_view text, Program* program);
  // Has here-documents with end words that its scanner stores: HasLongHeredoc.
  bool heredocs = false;
  bool padded = false;  // its scanner reads on to white space, past the end of the file
};
constexpr GrammarRow kGrammars[] = {
    {"go", tree_sitter_go, LowerGo},
    {"rs", tree_sitter_rust, LowerRust},
    {"rb", tree_sitter_ruby, LowerRuby, true},
    {"php", tree_sitter_php, LowerPhp, true},
    {"sh", tree_sitter_bash, LowerShell, true},
    {"ts", tree_sitter_typescript, LowerJavaScript},
    {"mts", tree_sitter_typescript, LowerJavaScript},
    {"cts", tree_sitter_typescript, LowerJavaScript},
    {"tsx", tree_sitter_tsx, LowerJavaScript},
    {"java", tree_sitter_java, LowerJava},
    {"kt", tree_sitter_kotlin, LowerKotlin, false, true},
    {"kts", tree_sitter_kotlin, LowerKotlin, false, true},
    {"cs", tree_sitter_c_sharp, LowerCSharp},
};
constexpr GrammarRow kScript = {"js", tree_sitter_javascript, LowerJavaScript};

// The first node that is an error; null if there is no error.
TSNode FindError(TSNode root) {
  TSTreeCursor cursor = ts_tree_cursor_new(root);
  TSNode found{};
  for (bool more = true; more;) {
    const TSNode node = ts_tree_cursor_current_node(&cursor);
    if (ts_node_is_error(node) || ts_node_is_missing(node)) {
      found = node;
      break;
    }
    // Only subtrees with an error are entered.
    if (ts_node_has_error(node) && ts_tree_cursor_goto_first_child(&cursor)) continue;
    while (more && !ts_tree_cursor_goto_next_sibling(&cursor)) {
      more = ts_tree_cursor_goto_parent(&cursor);
    }
  }
  ts_tree_cursor_delete(&cursor);
  return found;
}

// Whether the end word of a here-document is longer than the scanners of Ruby, PHP and shell can
// store between two tokens: they store its length in a byte, and abort the program if it does not
// fit.
bool HasLongHeredoc(std::string_view text) {
  // Below 255, the limit of the scanners, with a margin for their other state.
  constexpr size_t kMaxWord = 200;
  for (size_t at = text.find("<<"); at != std::string_view::npos; at = text.find("<<", at)) {
    // `<<~"WORD"`, `<<-WORD`, `<<<'WORD'`. Any shift operator is examined as well, which costs
    // little.
    at = std::min(text.find_first_not_of("<~- \t\\", at), text.size());
    const char quote = at < text.size() ? text[at] : '\0';
    const bool quoted = quote == '"' || quote == '\'' || quote == '`';
    const size_t begin = at + (quoted ? 1 : 0);
    const auto ends = [&](char c) {
      if (quoted) return c == quote;
      return static_cast<unsigned char>(c) < 0x80 && !IsIdentifierByte(c);
    };
    size_t end = begin;
    while (end < text.size() && end - begin <= kMaxWord && !ends(text[end])) ++end;
    if (end - begin > kMaxWord) return true;
  }
  return false;
}

}  // namespace

// Without a tree the program has no terms, and `gave_up` is set.
Program ParseProgram(std::string_view path, std::string_view text) {
  Program out;
  const std::string_view extension = path.substr(path.rfind('.') + 1);
  const auto* const row =
      std::find_if(std::begin(kGrammars), std::end(kGrammars),
                   [&](const GrammarRow& one) { return one.extension == extension; });
  const GrammarRow& grammar = row == std::end(kGrammars) ? kScript : *row;
  std::string padded;
  if (grammar.padded && !text.ends_with('\n')) {
    // The places of terms do not change by a byte at the end.
    padded.assign(text).push_back('\n');
    text = padded;
  }
  // Refused like a file that takes too long.
  const bool refused = grammar.heredocs && HasLongHeredoc(text);
  const TreePointer tree = refused ? nullptr : ParseBounded(grammar.grammar(), text);
  // Refused, or the limit on time was reached.
  if (tree == nullptr) {
    out.gave_up = true;
    return out;
  }
  const TSNode root = ts_tree_root_node(tree.get());
  if (ts_node_has_error(root)) {
    if (const TSNode error = FindError(root); !ts_node_is_null(error)) {
      const TSPoint at = StartPoint(error);
      out.error_line = at.row + 1;
      out.error_column = at.column + 1;
    }
  }
  grammar.lower(root, text, &out);
  return out;
}

Program ParseProgram(Language language, std::string_view path, std::string_view text) {
  // Scripts of these have no extension; the name decides the grammar.
  const bool one =
      language == Language::kRuby || language == Language::kPhp || language == Language::kShell;
  return ParseProgram(!one                          ? path
                      : language == Language::kRuby ? "a.rb"
                      : language == Language::kPhp  ? "a.php"
                                                    : "a.sh",
                      text);
}

}  // namespace flagcensus
