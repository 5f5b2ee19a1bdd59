// Inline text of Markdown → runs.
//
// cmark reports the lines of blocks but no columns of inline text. The place of a run is found by
// searching for its first word in the block's own source lines, from the end of the run before it:
//
//   "Set `APP_HOME`."  ─→  "Set" at column 1, "APP_HOME" from column 4 on: column 6, "." at 15
#include "analyzer/pages/markdown/markdown_inline.h"

#include <algorithm>
#include <string>

#include "analyzer/base/text.h"

namespace flagcensus {
namespace {

// The element name of an inline tag: "code" of "<code>", "/code" of "</code>".
std::string TagName(std::string_view tag) {
  if (!tag.starts_with('<')) return "";
  size_t end = 1;
  if (end < tag.size() && tag[end] == '/') ++end;
  while (end < tag.size() && IsIdentifierByte(tag[end])) ++end;
  return ToLower(tag.substr(1, end - 1));
}

// Updates how deep the text is in tags that mark it as code, bold or raised. A tag that closes what
// was not opened is ignored.
void CountTag(std::string_view tag, int& code, int& strong, int& raised) {
  if (tag == "code" || tag == "tt" || tag == "samp" || tag == "kbd") ++code;
  if (tag == "/code" || tag == "/tt" || tag == "/samp" || tag == "/kbd") {
    code = std::max(0, code - 1);
  }
  if (tag.starts_with("sup")) ++raised;
  if (tag.starts_with("/sup")) raised = std::max(0, raised - 1);
  if (tag == "b" || tag == "strong") ++strong;
  if (tag == "/b" || tag == "/strong") strong = std::max(0, strong - 1);
}

}  // namespace

std::string_view LiteralOf(cmark_node* node) {
  const char* literal = cmark_node_get_literal(node);
  return literal == nullptr ? std::string_view() : std::string_view(literal);
}

// If the cursor is beyond the page or the line has no more pipes, it moves to the end of the line.
void SkipPipe(const MarkdownPage& page, MarkdownCursor& cursor) {
  if (cursor.line >= page.lines.size()) return;
  const std::string_view line = page.lines[cursor.line];
  // An escaped pipe, "\|", is text of the cell.
  size_t at = cursor.column;
  while (at < line.size() && !(line[at] == '|' && (at == 0 || line[at - 1] != '\\'))) ++at;
  cursor.column = std::min(at + 1, line.size());
}

// A run that is not found has the line of the cursor and no column.
void LocateRun(const MarkdownPage& page, Run& run, MarkdownCursor& cursor) {
  const std::string_view text = Trim(run.text);
  // The word ends at the first byte that the source may write as an entity or an escape.
  size_t length = 0;
  while (length < text.size() &&
         (IsIdentifierByte(text[length]) || text[length] == '-' || text[length] == '$')) {
    ++length;
  }
  // A text that begins with punctuation is searched for by its first byte, which may be found too
  // early.
  if (length == 0) length = std::min<size_t>(text.size(), 1);
  const std::string_view word = text.substr(0, length);
  run.line = static_cast<int>(cursor.line) + 1;
  if (word.empty()) return;
  size_t column = cursor.column;
  for (size_t i = cursor.line; i <= cursor.last_line && i < page.lines.size(); ++i) {
    const size_t at = page.lines[i].find(word, column);
    column = 0;
    if (at == std::string_view::npos) continue;
    run.line = static_cast<int>(i) + 1;
    run.column = static_cast<int>(at) + 1;
    cursor.line = i;
    cursor.column = at + word.size();
    return;
  }
}

// `#!python None` and `:::python None` → None: the language in which a site highlights a code span
// (Python-Markdown's extensions, InlineHilite, "Highlighting Inline Code"). "#!/bin/sh" is text.
std::string_view WithoutLanguage(std::string_view code) {
  std::string_view rest = code;
  if (rest.starts_with("#!")) {
    rest.remove_prefix(2);
  } else if (rest.starts_with(":::")) {
    rest.remove_prefix(3);
  } else {
    return code;
  }
  size_t end = 0;
  while (end < rest.size() && (IsIdentifierByte(rest[end]) || rest[end] == '+' ||
                               rest[end] == '-' || rest[end] == '#')) {
    ++end;
  }
  if (end == 0 || end + 1 >= rest.size() || rest[end] != ' ') return code;
  return rest.substr(end + 1);
}

// Visits the nodes below `node`; entering and leaving a node changes the depth of its markup.
std::vector<Run> ReadMarkdownInlines(cmark_node* node, const MarkdownPage& page,
                                     MarkdownCursor& cursor) {
  // The depth in each kind of markup; a run begins whenever one of them changes.
  std::vector<Run> runs;
  int strong = 0;
  int emphasis = 0;
  int link = 0;
  int image = 0;
  int code = 0;
  int raised = 0;
  bool fresh = true;  // the next text begins a new run
  // Adds text with the current markup. Text of an image is its description and not shown.
  const auto add = [&](std::string_view text, bool is_code) {
    if (image > 0 || text.empty()) return;
    if (raised > 0 && !HasAlpha(text)) return;  // the number of a footnote
    Run run;
    run.text = text;
    run.code = is_code || code > 0;
    run.strong = strong > 0;
    run.emphasis = emphasis > 0;
    run.link = link > 0;
    LocateRun(page, run, cursor);
    // cmark splits text at every character that could be markup; such pieces are joined. Two code
    // spans are never joined.
    if (!fresh && !runs.empty() && runs.back().code == run.code && !is_code &&
        runs.back().strong == run.strong && runs.back().emphasis == run.emphasis &&
        runs.back().link == run.link) {
      runs.back().text += run.text;
      return;
    }
    fresh = is_code;
    runs.push_back(std::move(run));
  };
  // A break is part of the run before it. After code it is a plain run, as it is not code.
  const auto end_line = [&](char with) {
    if (runs.empty() || image > 0) return;
    fresh = true;
    if (!runs.back().code) {
      runs.back().text += with;
      return;
    }
    Run gap;
    gap.text = with;
    gap.line = runs.back().line;
    runs.push_back(std::move(gap));
  };
  cmark_iter* iter = cmark_iter_new(node);
  cmark_event_type event;
  while ((event = cmark_iter_next(iter)) != CMARK_EVENT_DONE) {
    cmark_node* inline_node = cmark_iter_get_node(iter);
    if (inline_node == node) continue;
    const cmark_node_type type = cmark_node_get_type(inline_node);
    const int step = event == CMARK_EVENT_ENTER ? 1 : -1;
    if (type == CMARK_NODE_STRONG) {
      strong += step;
    } else if (type == CMARK_NODE_EMPH) {
      emphasis += step;
    } else if (type == CMARK_NODE_LINK) {
      link += step;
    } else if (type == CMARK_NODE_IMAGE) {
      image += step;
    } else if (step < 0) {
      continue;
    } else if (type == CMARK_NODE_TEXT) {
      add(LiteralOf(inline_node), false);
    } else if (type == CMARK_NODE_CODE) {
      add(WithoutLanguage(LiteralOf(inline_node)), true);
    } else if (type == CMARK_NODE_SOFTBREAK || type == CMARK_NODE_LINEBREAK) {
      end_line(' ');
      if (cursor.line < cursor.last_line) ++cursor.line, cursor.column = 0;
    } else if (type == CMARK_NODE_HTML_INLINE) {
      // Cells use HTML for lines and lists: "<br>" and "</li>" separate what is written in them.
      const std::string tag = TagName(LiteralOf(inline_node));
      if (tag == "br") end_line('\n');
      if (tag == "/li") end_line(';');
      CountTag(tag, code, strong, raised);
    }
  }
  cmark_iter_free(iter);
  return runs;
}

}  // namespace flagcensus
