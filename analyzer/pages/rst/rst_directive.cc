// Directives of reStructuredText → blocks.
//
//   .. list-table:: Settings        argument
//      :header-rows: 1              options
//
//      * - Name                     content
//        - Default
//
// A directive is read as in the docutils specification (section "Directives"): arguments on the
// first line and on those directly below it, a field list of options, a blank line, the content.
// rst_known.cc has the meaning of each name. An unknown name is an object description (`.. envvar::
// NAME`) with its argument and its content, since projects define such directives themselves.
#include <algorithm>
#include <array>
#include <charconv>
#include <limits>

#include "analyzer/base/text.h"
#include "analyzer/pages/rst/rst_known.h"
#include "analyzer/pages/rst/rst_page.h"

namespace flagcensus {
namespace {

// A directive cut into its parts. The region of a missing part is empty.
struct Directive {
  Region argument;
  Region options;  // a field list
  Region content;
};

// Cuts the lines [first, last) of a directive into its parts. The argument begins at
// `argument_column` of the first line; options begin at the first line of the form ":name: text"
// that is directly below, and content after the first blank line.
Directive Cut(const Region& region, size_t first, size_t last, int argument_column) {
  // The margin is that of the least indented line below the first; docutils requires the same.
  int least = std::numeric_limits<int>::max();
  for (size_t at = first + 1; at < last; ++at) least = std::min(least, region.Indent(at));
  const int margin = region.margin + (first + 1 < last ? least : 0);
  const int first_margin = region.Margin(first) + argument_column;
  const auto part = [&](size_t from, size_t to) {
    return Region{region.lines, from, to, margin, from == first ? first_margin : margin};
  };
  // No text follows the name on its line.
  const bool bare = static_cast<size_t>(first_margin) >= (*region.lines)[first].text.size();
  size_t at = first + 1;
  const auto touches = [&] { return at < last && Follows(*region.lines, at); };
  const auto is_field = [&] {
    const Region line = part(at, at + 1);
    return line.Indent(at) == 0 && ReadFieldMarker(line.Text(at)).length > 0;
  };
  while (touches() && !is_field()) ++at;
  Directive out;
  // ".. options::" with "NAME:" directly below it: a directive of the project without an argument.
  // Its content begins without a blank line.
  if (bare && first + 1 < last) {
    const Region below = part(first + 1, last);
    const std::string_view head = below.Text(first + 1);
    if (Trim(head).ends_with(':') && ReadFieldMarker(head).length == 0) {
      out.argument = out.options = part(first + 1, first + 1);
      out.content = below;
      return out;
    }
  }
  // An argument may begin on the line below the directive.
  out.argument = part(bare ? first + 1 : first, std::max(at, bare ? first + 1 : first));
  const size_t options = at;
  while (touches()) ++at;
  out.options = part(options, at);
  out.content = part(at, last);
  return out;
}

// The text of an option, in `buffer`; "" if the directive does not have it.
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

// The number in an option; 0 if there is no number.
int OptionNumber(const std::vector<Block>& options, std::string_view name) {
  std::string buffer;
  const std::string_view text = Option(options, name, buffer);
  int number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return std::max(0, number);
}

// Adds the signatures of an object description, one per line, to the block:
//
//   .. envvar:: APP_HOME       ─→  "APP_HOME, ", "APP_DATA"
//               APP_DATA
//
// A later line of more than three words is taken for content after a forgotten blank line, even if
// it is a signature, and remains in `argument` with all lines below it.
void ReadSignatures(RstPage& page, Region& argument, Block& block) {
  const size_t first = argument.first;
  size_t at = first;
  for (; at < argument.last; ++at) {
    const std::string_view text = Trim(argument.Text(at));
    if (at > first && std::count(text.begin(), text.end(), ' ') > 2) break;
    if (at > first) block.inlines.back().text += ", ";
    const PagePlace place = PlaceOf(page, argument, at);
    Run& run = block.inlines.emplace_back();
    run.text = text;
    run.line = place.line;
    run.column = place.column;
    page.limits.Count(1, place.line);
  }
  if (at > first) argument.first_margin = argument.margin;
  argument.first = at;
}

// A two-level bullet list → the rows of the table that is open. Each inner list is a row.
void AddListRows(RstPage& page, std::vector<Block> blocks, int header_rows) {
  int rows = 0;
  for (Block& list : blocks) {
    if (list.kind != Block::Kind::kList) continue;
    for (Block& outer : list.children) {
      for (Block& inner : outer.children) {
        if (inner.kind != Block::Kind::kList) continue;
        Block row;
        row.kind = Block::Kind::kRow;
        row.line = outer.line;
        row.column = outer.column;
        row.header = rows++ < header_rows;
        for (Block& cell : inner.children) {
          cell.kind = Block::Kind::kCell;
          LiftText(cell);
          row.children.push_back(std::move(cell));
        }
        page.out.Add(std::move(row));
      }
    }
  }
}

// Adds the rows of a CSV table, with the delimiters of its options; the names are those of
// docutils.
void AddCsvRows(RstPage& page, const Directive& parts, const std::vector<Block>& options) {
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
  // The option :header: is CSV as well, so its raw text is read, not its runs.
  const Region& fields = parts.options;
  for (size_t at = fields.first; at < fields.last; ++at) {
    const FieldMarker marker = ReadFieldMarker(fields.Text(at));
    if (marker.length == 0 || marker.name != "header") continue;
    size_t end = at + 1;
    while (end < fields.last && fields.Indent(end) > 0) ++end;
    ReadCsvRows(page,
                {fields.lines, at, end, fields.margin + fields.Indent(std::min(at + 1, end - 1)),
                 fields.Margin(at) + marker.length},
                style);
  }
  // Rows of the option :header: were added before, and are headers together with the first rows.
  const size_t header = page.out.siblings().size() + OptionNumber(options, "header-rows");
  ReadCsvRows(page, parts.content, style);
  std::vector<Block>& rows = page.out.siblings();
  for (size_t at = 0; at < std::min(header, rows.size()); ++at) rows[at].header = true;
}

// Makes `block` the code of the directive. False if there is no code.
bool ReadCode(const RstPage& page, Directive& parts, std::string_view label, Block& block) {
  if (parts.argument.first < parts.argument.last) {
    block.label = Trim(parts.argument.Text(parts.argument.first));
  }
  if (label == "parsed-literal" || label == "math") {  // they take no argument
    parts.content.first = parts.argument.first;
    parts.content.first_margin = parts.argument.first_margin;
  }
  if (parts.content.first >= parts.content.last) return false;
  const PagePlace place = PlaceOf(page, parts.content, parts.content.first);
  block.line = place.line;
  block.column = place.column;
  block.text = Verbatim(parts.content, parts.content.first, parts.content.last);
  return true;
}

// A note, with text that may begin directly after the directive's name. Without options, the text
// after the name and the content are one body; with options between them, two.
void ReadAside(RstPage& page, Directive& parts) {
  if (parts.options.first == parts.options.last) {
    parts.argument.last = parts.content.last;
    ReadRstBlocks(page, parts.argument);
  } else {
    ReadRstBlocks(page, parts.argument);
    ReadRstBlocks(page, parts.content);
  }
}

// The blocks of `region`, not added to the document.
std::vector<Block> BlocksOf(RstPage& page, const Region& region) {
  page.out.Open(Part::kGroup, {});
  ReadRstBlocks(page, region);
  return page.out.Take().children;
}

// Reads one directive. `head` is a block with its place, and its name as the label.
class DirectiveReader {
 public:
  DirectiveReader(RstPage& page, Directive parts, Block head)
      : page_(page), parts_(parts), head_(std::move(head)) {}

  // Adds the blocks of the directive, depending on its meaning.
  void Read(RstMeaning meaning) {
    switch (meaning) {
      case RstMeaning::kIgnored:
        return;
      case RstMeaning::kInclude:
        if (parts_.argument.first >= parts_.argument.last) return;
        return page_.limits.ReportInclude(head_.line, head_.label,
                                          Trim(parts_.argument.Text(parts_.argument.first)));
      case RstMeaning::kContainer:
        return ReadRstBlocks(page_, parts_.content);
      case RstMeaning::kRubric:
        head_.kind = Block::Kind::kHeading;
        // A rubric is a heading outside of the hierarchy, so it is below all levels so far.
        head_.level = static_cast<int>(page_.title_styles.size()) + 1;
        head_.label.clear();
        head_.inlines = Title();
        page_.out.Add(std::move(head_));
        return;
      case RstMeaning::kCode:
        head_.kind = Block::Kind::kCode;
        if (ReadCode(page_, parts_, std::string(head_.label), head_))
          page_.out.Add(std::move(head_));
        return;
      case RstMeaning::kAside:
        Open(Part::kGroup);
        ReadAside(page_, parts_);
        return page_.out.Close();
      case RstMeaning::kTitled:
        return ReadTitled();
      case RstMeaning::kTable:
        return ReadTable();
      case RstMeaning::kListTable:
        return ReadListTable();
      case RstMeaning::kCsvTable:
        return ReadCsvTable();
      case RstMeaning::kObject:
        return ReadObject();
    }
  }

 private:
  std::vector<Run> Title() {
    return ReadRstInline(page_, parts_.argument, parts_.argument.first, parts_.argument.last);
  }

  // Opens a part with the place and the label of the directive.
  Block* Open(Part part) {
    Block* block = page_.out.Open(part, {head_.line, head_.column});
    if (block != nullptr) block->label = head_.label;
    return block;
  }

  void ReadTitled() {
    Open(Part::kGroup);
    page_.out.AddText(Title());
    ReadRstBlocks(page_, parts_.content);
    page_.out.Close();
  }

  // The title becomes the label of the table, or of the first one if there are several.
  void ReadTable() {
    const size_t before = page_.out.siblings().size();
    ReadRstBlocks(page_, parts_.content);
    std::vector<Block>& blocks = page_.out.siblings();
    if (blocks.size() > before) blocks[before].label = PlainText(Title());
  }

  // Options and content are read as ordinary blocks, and then turned into rows.
  void ReadListTable() {
    const std::vector<Block> options = BlocksOf(page_, parts_.options);
    std::vector<Block> lists = BlocksOf(page_, parts_.content);
    head_.label = PlainText(Title());
    Open(Part::kTable);
    AddListRows(page_, std::move(lists), OptionNumber(options, "header-rows"));
    page_.out.Close();
  }

  void ReadCsvTable() {
    // The rows may be in another file, which is not read. Those in the page are read nevertheless.
    const std::vector<Block> options = BlocksOf(page_, parts_.options);
    for (const std::string_view name : {"file", "url"}) {
      std::string buffer;
      const std::string_view source = Option(options, name, buffer);
      if (source.empty()) continue;
      page_.limits.ReportInclude(head_.line, head_.label, source);
      break;
    }
    head_.label = PlainText(Title());
    Open(Part::kTable);
    AddCsvRows(page_, parts_, options);
    page_.out.Close();
  }

  // ".. envvar:: NAME" and all unknown directives.
  void ReadObject() {
    Block* object = Open(Part::kGroup);
    if (object != nullptr) {
      object->kind = Block::Kind::kDirective;
      ReadSignatures(page_, parts_.argument, *object);
    }
    // Options become fields of the object. Lines of the argument that are not signatures precede
    // the content.
    ReadRstBlocks(page_, parts_.options);
    ReadRstBlocks(page_, parts_.argument);
    ReadRstBlocks(page_, parts_.content);
    page_.out.Close();
  }

  RstPage& page_;
  Directive parts_;
  Block head_;  // its place and label
};

}  // namespace

void ReadRstDirective(RstPage& page, const Region& region, size_t first, size_t last,
                      std::string_view name, int argument_column) {
  const std::string full = ToLower(name);
  Block head = MakeRstBlock(page, Block::Kind::kParagraph, region, first);
  head.label = full.substr(full.rfind(':') + 1);  // without a domain: "py:data"
  const RstMeaning meaning = MeaningOf(head.label);
  DirectiveReader(page, Cut(region, first, last, argument_column), std::move(head)).Read(meaning);
}

}  // namespace flagcensus
