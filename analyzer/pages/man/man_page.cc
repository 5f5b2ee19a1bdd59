#include "analyzer/pages/man/man_page.h"

#include "analyzer/base/text.h"
#include "analyzer/pages/document.h"
#include "analyzer/pages/page_lines.h"

namespace flagcensus {
namespace {

void Count(ManPage& page, size_t parts) {
  page.parts += parts;
  if (page.parts <= kMaxPageParts || page.full) return;
  page.full = true;
  Report(page, "page-too-complex",
         "the page has more than " + std::to_string(kMaxPageParts) +
             " blocks, only the first are read; split it");
}

void AddBlock(ManPage& page, Block block) {
  Count(page, 1 + block.inlines.size());
  page.open.back().block.children.push_back(std::move(block));
}

// How many blanks part the word and the text of "NAME   text", which the runs from `begin` to `end`
// hold; 0 where they are no such row.
size_t GapOf(const std::vector<Run>& runs, size_t begin, size_t end) {
  if (begin + 1 >= end || !(runs[begin].strong || runs[begin].code)) return 0;
  if (runs[begin].text.find(' ') != std::string::npos) return 0;
  return std::min(runs[begin + 1].text.find_first_not_of(' '), runs[begin + 1].text.size());
}

// Lines that .br parts, each "NAME   text", are a table without lines: a definition each.
bool AddRows(ManPage& page) {
  std::vector<size_t> begins = {0};
  for (const size_t at : page.breaks) {
    if (at > begins.back() && at < page.paragraph.size()) begins.push_back(at);
  }
  if (begins.size() < 2) return false;
  begins.push_back(page.paragraph.size());
  size_t wide = 0;
  for (size_t i = 0; i + 1 < begins.size(); ++i) {
    const size_t gap = GapOf(page.paragraph, begins[i], begins[i + 1]);
    if (gap == 0) return false;
    wide += gap > 1 ? 1 : 0;
  }
  if (2 * wide + 2 < begins.size()) return false;
  for (size_t i = 0; i + 1 < begins.size(); ++i) {
    const auto at = [&](size_t run) {
      return page.paragraph.begin() + static_cast<std::ptrdiff_t>(run);
    };
    Block row;
    row.kind = Block::Kind::kDefinition;
    row.line = page.paragraph[begins[i]].line;
    row.column = page.paragraph[begins[i]].column;
    row.inlines = {page.paragraph[begins[i]]};
    Block text;
    text.line = row.line;
    text.column = row.column;
    text.inlines.assign(at(begins[i] + 1), at(begins[i + 1]));
    row.children.push_back(std::move(text));
    AddBlock(page, std::move(row));
  }
  page.paragraph.clear();
  return true;
}

}  // namespace

void Report(ManPage& page, std::string_view kind, std::string message) {
  page.diagnostics->push_back(
      {std::string(kind), {std::string(page.file), page.line, 0}, std::move(message)});
}

void EndParagraph(ManPage& page) {
  if (!page.code.empty()) {
    Block block;
    block.kind = Block::Kind::kCode;
    block.line = page.code_line;
    block.text = std::move(page.code);
    page.code.clear();
    while (block.text.ends_with('\n')) block.text.pop_back();
    AddBlock(page, std::move(block));
  }
  const bool rows = !page.breaks.empty() && AddRows(page);
  page.breaks.clear();
  if (rows || page.paragraph.empty()) return;
  Block block;
  block.line = page.paragraph.front().line;
  block.column = page.paragraph.front().column;
  block.inlines = std::move(page.paragraph);
  page.paragraph.clear();
  if (!PlainText(block.inlines).empty()) AddBlock(page, std::move(block));
}

bool Open(ManPage& page, ManFrame frame, Block::Kind kind, bool transparent) {
  EndParagraph(page);
  if (page.skipped > 0 || page.open.size() + 2 > static_cast<size_t>(kMaxBlockDepth)) {
    if (page.skipped++ == 0) {
      Report(page, "nested-too-deep",
             "blocks are nested more than " + std::to_string(kMaxBlockDepth) +
                 " deep, deeper content is read as plain text; flatten the page");
    }
    return false;
  }
  ManOpen open;
  open.frame = frame;
  open.block.kind = kind;
  open.block.line = page.line;
  open.block.column = 1;
  open.transparent = transparent;
  page.open.push_back(std::move(open));
  return true;
}

void Close(ManPage& page) {
  EndParagraph(page);
  if (page.skipped > 0) {
    --page.skipped;
    return;
  }
  if (page.open.size() < 2) return;
  ManOpen closed = std::move(page.open.back());
  page.open.pop_back();
  if (closed.transparent) {
    for (Block& child : closed.block.children) {
      page.open.back().block.children.push_back(std::move(child));
    }
    return;
  }
  const Block& block = closed.block;
  if (!block.children.empty() || !block.inlines.empty()) AddBlock(page, std::move(closed.block));
}

bool IsOpen(const ManPage& page, ManFrame frame) {
  for (const ManOpen& open : page.open) {
    if (open.frame == frame) return true;
  }
  return false;
}

void CloseTo(ManPage& page, ManFrame frame, bool itself) {
  EndParagraph(page);
  if (page.skipped > 0) {  // what is too deep is not told apart
    if (itself) --page.skipped;
    return;
  }
  size_t at = page.open.size();
  while (at > 1 && page.open[at - 1].frame != frame) --at;
  if (at <= 1) return;
  const size_t keep = itself ? at - 1 : at;
  while (page.open.size() > keep) Close(page);
}

void CloseAll(ManPage& page) {
  page.skipped = 0;
  EndParagraph(page);
  while (page.open.size() > 1) Close(page);
}

void AddHeading(ManPage& page, int level, std::vector<Run> inlines) {
  CloseAll(page);
  if (inlines.empty()) return;
  Block block;
  block.kind = Block::Kind::kHeading;
  block.level = level;
  block.line = inlines.front().line;
  block.column = inlines.front().column;
  block.inlines = std::move(inlines);
  AddBlock(page, std::move(block));
}

void JoinRuns(std::vector<Run>& runs, std::vector<Run> more, std::string_view separator) {
  const auto plain = [](const Run& run) {
    return !run.code && !run.strong && !run.emphasis && !run.link && run.role.empty();
  };
  if (!runs.empty() && !more.empty() && !separator.empty()) {
    if (plain(runs.back())) {
      runs.back().text += separator;
    } else if (plain(more.front())) {
      more.front().text.insert(0, separator);
    } else {
      Run run;
      run.text = separator;
      run.line = more.front().line;
      run.column = more.front().column;
      runs.push_back(std::move(run));
    }
  }
  for (Run& run : more) runs.push_back(std::move(run));
}

void AddText(ManPage& page, std::vector<Run> runs) {
  if (runs.empty() || page.full) return;
  if (page.unfilled) {
    if (page.code.empty()) page.code_line = page.code_next = page.line;
    // Lines that were left out (comments, macros) keep their place.
    if (page.code_next < page.line) page.code.append(page.line - page.code_next, '\n');
    page.code_next = page.line + 1;
    for (const Run& run : runs) page.code += run.text;
    page.code += '\n';
    return;
  }
  JoinRuns(page.paragraph, std::move(runs), " ");
  if (page.paragraph.size() > kMaxPageParts - std::min(page.parts, kMaxPageParts)) {
    Count(page, page.paragraph.size());
  }
}

}  // namespace flagcensus
