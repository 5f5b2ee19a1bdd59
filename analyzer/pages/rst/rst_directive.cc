// Directives of reStructuredText → blocks.
//
// A directive block is read as the docutils specification says (section "Directives"): arguments on
// the first line and those that touch it, a field list of options, a blank line, the content. What
// the directive means is told by its name (rst_known.cc); a name that is not known is an object
// description (`.. envvar:: NAME`) with its argument and its content, since projects define such
// directives themselves.
#include <algorithm>
#include <array>
#include <charconv>
#include <limits>

#include "analyzer/base/text.h"
#include "analyzer/pages/document.h"
#include "analyzer/pages/rst/rst_known.h"
#include "analyzer/pages/rst/rst_page.h"

namespace flagcensus {
namespace {

// A directive cut into its parts. Regions are empty where the part is missing.
struct Directive {
  Region argument;
  Region options;  // a field list
  Region content;
};

Directive Cut(const Region& region, size_t first, size_t last, int argument_column) {
  int least = std::numeric_limits<int>::max();
  for (size_t at = first + 1; at < last; ++at) least = std::min(least, region.Indent(at));
  const int margin = region.margin + (first + 1 < last ? least : 0);
  const int first_margin = region.Margin(first) + argument_column;
  const auto part = [&](size_t from, size_t to) {
    return Region{region.lines, from, to, margin, from == first ? first_margin : margin};
  };
  const bool bare = static_cast<size_t>(first_margin) >= (*region.lines)[first].text.size();
  size_t at = first + 1;
  const auto touches = [&] { return at < last && Follows(*region.lines, at); };
  const auto is_field = [&] {
    const Region line = part(at, at + 1);
    return line.Indent(at) == 0 && ReadFieldMarker(line.Text(at)).length > 0;
  };
  while (touches() && !is_field()) ++at;
  Directive out;
  // ".. options::" and "NAME:" right below: a directive of the project's own that takes no
  // argument, whose content begins without the blank line.
  if (bare && first + 1 < last) {
    const Region below = part(first + 1, last);
    const std::string_view head = below.Text(first + 1);
    if (Trim(head).ends_with(':') && ReadFieldMarker(head).length == 0) {
      out.argument = out.options = part(first + 1, first + 1);
      out.content = below;
      return out;
    }
  }
  out.argument = part(bare ? first + 1 : first, std::max(at, bare ? first + 1 : first));
  const size_t options = at;
  while (touches()) ++at;
  out.options = part(options, at);
  out.content = part(at, last);
  return out;
}

std::string_view Option(const std::vector<Block>& options, std::string_view name,
                        std::string& buffer) {
  for (const Block& option : options) {
    if (option.label == name) {
      buffer = PlainText(option.inlines);
      return buffer;
    }
  }
  return {};
}

int OptionNumber(const std::vector<Block>& options, std::string_view name) {
  std::string buffer;
  const std::string_view text = Option(options, name, buffer);
  int number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return std::max(0, number);
}

// The signatures of an object description, one a line. A line of several words that stands below
// the first is content whose blank line was forgotten: it is left in `argument`.
void ReadSignatures(RstPage& page, Region& argument, Block& block) {
  const size_t first = argument.first;
  size_t at = first;
  for (; at < argument.last; ++at) {
    const std::string_view text = Trim(argument.Text(at));
    if (at > first && std::count(text.begin(), text.end(), ' ') > 2) break;
    if (at > first) block.inlines.back().text += ", ";
    Run run;
    run.text = text;
    run.line = argument.Number(at);
    run.column = SourceColumn(page.text, (*argument.lines)[at], argument.Column(at));
    block.inlines.push_back(std::move(run));
    ++page.parts;
  }
  if (at > first) argument.first_margin = argument.margin;
  argument.first = at;
}

// A two-level bullet list → rows.
void ReadListTable(std::vector<Block> blocks, int header_rows, Block& table) {
  for (Block& list : blocks) {
    if (list.kind != Block::Kind::kList) continue;
    for (Block& outer : list.children) {
      for (Block& inner : outer.children) {
        if (inner.kind != Block::Kind::kList) continue;
        Block row;
        row.kind = Block::Kind::kRow;
        row.line = outer.line;
        row.column = outer.column;
        row.header = static_cast<int>(table.children.size()) < header_rows;
        for (Block& cell : inner.children) {
          cell.kind = Block::Kind::kCell;
          if (!cell.children.empty() && cell.children[0].kind == Block::Kind::kParagraph) {
            cell.inlines = std::move(cell.children[0].inlines);
            cell.children.erase(cell.children.begin());
          }
          row.children.push_back(std::move(cell));
        }
        table.children.push_back(std::move(row));
      }
    }
  }
}

void ReadCsvTable(RstPage& page, const Directive& parts, const std::vector<Block>& options,
                  int depth, Block& table) {
  CsvStyle style;
  std::string buffer;
  const std::string_view separator = Option(options, "delim", buffer);
  if (separator == "tab") style.separator = '\t';
  if (separator == "space") style.separator = ' ';
  if (separator.size() == 1) style.separator = separator[0];
  const std::string_view quote = Option(options, "quote", buffer);
  if (quote.size() == 1) style.quote = quote[0];
  const std::string_view escape = Option(options, "escape", buffer);
  if (escape.size() == 1) style.escape = escape[0];
  // The :header: option is CSV as well; its raw text is needed, not its inlines.
  const Region& fields = parts.options;
  for (size_t at = fields.first; at < fields.last; ++at) {
    const FieldMarker marker = ReadFieldMarker(fields.Text(at));
    if (marker.length == 0 || marker.name != "header") continue;
    size_t end = at + 1;
    while (end < fields.last && fields.Indent(end) > 0) ++end;
    ReadCsvRows(page,
                {fields.lines, at, end, fields.margin + fields.Indent(std::min(at + 1, end - 1)),
                 fields.Margin(at) + marker.length},
                style, depth, table.children);
  }
  const size_t header = table.children.size() + OptionNumber(options, "header-rows");
  ReadCsvRows(page, parts.content, style, depth, table.children);
  for (size_t at = 0; at < std::min(header, table.children.size()); ++at) {
    table.children[at].header = true;
  }
}

void ReportUnread(RstPage& page, int line, std::string_view name, std::string_view target) {
  Report(page, "include-not-read", line,
         "'" + std::string(name) + "' refers to '" + std::string(target.substr(0, 200)) +
             "', which is not read as part of this page; add it as a page if it documents "
             "variables");
}

// False where there is no code.
bool ReadCode(Directive& parts, std::string_view label, Block& block) {
  if (parts.argument.first < parts.argument.last) {
    block.label = Trim(parts.argument.Text(parts.argument.first));
  }
  if (label == "parsed-literal" || label == "math") {  // they take no argument
    parts.content.first = parts.argument.first;
    parts.content.first_margin = parts.argument.first_margin;
  }
  if (parts.content.first >= parts.content.last) return false;
  block.line = parts.content.Number(parts.content.first);
  block.column = parts.content.Column(parts.content.first);
  block.text = Verbatim(parts.content, parts.content.first, parts.content.last);
  return true;
}

// A note: its text may begin behind the directive's name.
void ReadAside(RstPage& page, Directive& parts, int depth, Block& block) {
  if (parts.options.first == parts.options.last) {
    parts.argument.last = parts.content.last;
    ReadRstBlocks(page, parts.argument, depth + 1, block.children);
  } else {
    ReadRstBlocks(page, parts.argument, depth + 1, block.children);
    ReadRstBlocks(page, parts.content, depth + 1, block.children);
  }
}

}  // namespace

void ReadRstDirective(RstPage& page, const Region& region, size_t first, size_t last,
                      std::string_view name, int argument_column, int depth,
                      std::vector<Block>& out) {
  Directive parts = Cut(region, first, last, argument_column);
  const std::string full = ToLower(name);
  const std::string label = full.substr(full.rfind(':') + 1);  // without a domain: "py:data"
  const RstMeaning meaning = MeaningOf(label);
  Block block;
  block.line = region.Number(first);
  block.column = SourceColumn(page.text, (*region.lines)[first], region.Column(first));
  block.label = label;
  if (++page.parts > kMaxPageParts) page.full = true;
  std::vector<Block> options;
  if (meaning == RstMeaning::kObject || meaning == RstMeaning::kListTable ||
      meaning == RstMeaning::kCsvTable) {
    ReadRstBlocks(page, parts.options, depth + 1, options);
  }
  const auto title = [&] {
    return ReadRstInline(page, parts.argument, parts.argument.first, parts.argument.last);
  };
  switch (meaning) {
    case RstMeaning::kIgnored:
      return;
    case RstMeaning::kInclude:
      if (parts.argument.first < parts.argument.last) {
        ReportUnread(page, block.line, label, Trim(parts.argument.Text(parts.argument.first)));
      }
      return;
    case RstMeaning::kContainer:
      return ReadRstBlocks(page, parts.content, depth, out);
    case RstMeaning::kRubric:
      block.kind = Block::Kind::kHeading;
      block.level = static_cast<int>(page.title_styles.size()) + 1;
      block.label.clear();
      block.inlines = title();
      break;
    case RstMeaning::kCode:
      block.kind = Block::Kind::kCode;
      if (!ReadCode(parts, label, block)) return;
      break;
    case RstMeaning::kAside:
      block.kind = Block::Kind::kQuote;
      ReadAside(page, parts, depth, block);
      break;
    case RstMeaning::kTitled:
      block.kind = Block::Kind::kQuote;
      if (parts.argument.first < parts.argument.last) {
        Block paragraph;
        paragraph.line = parts.argument.Number(parts.argument.first);
        paragraph.column = parts.argument.Column(parts.argument.first);
        paragraph.inlines = title();
        block.children.push_back(std::move(paragraph));
      }
      ReadRstBlocks(page, parts.content, depth + 1, block.children);
      break;
    case RstMeaning::kTable: {
      const size_t before = out.size();
      ReadRstBlocks(page, parts.content, depth, out);
      if (out.size() > before) out[before].label = PlainText(title());
      return;
    }
    case RstMeaning::kListTable: {
      block.kind = Block::Kind::kTable;
      block.label = PlainText(title());
      std::vector<Block> lists;
      ReadRstBlocks(page, parts.content, depth, lists);
      ReadListTable(std::move(lists), OptionNumber(options, "header-rows"), block);
      break;
    }
    case RstMeaning::kCsvTable: {
      block.kind = Block::Kind::kTable;
      block.label = PlainText(title());
      std::string buffer;
      const std::string_view source =
          Option(options, "file", buffer).empty() ? Option(options, "url", buffer) : buffer;
      if (!source.empty()) ReportUnread(page, block.line, label, source);
      ReadCsvTable(page, parts, options, depth, block);
      break;
    }
    case RstMeaning::kObject:
      block.kind = Block::Kind::kDirective;
      ReadSignatures(page, parts.argument, block);
      block.children = std::move(options);
      ReadRstBlocks(page, parts.argument, depth + 1, block.children);
      ReadRstBlocks(page, parts.content, depth + 1, block.children);
      break;
  }
  out.push_back(std::move(block));
}

}  // namespace flagcensus
