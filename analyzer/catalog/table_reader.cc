// Tables → entries.
//
//   | Option    | Environment | Default |
//   | `--port`  | `APP_PORT`  | 80      |  ─→ APP_PORT, default 80; `--port` is not a candidate
//
// Every column proposes the names that its cells begin with. Its header, its other cells and the
// columns next to it count for or against them. If the header of one column mentions the
// environment, names in other columns do not count. The default is the cell in the column of
// defaults, otherwise what the other cells say in words. A command in any cell that exports a
// variable shows how to set it.
#include "analyzer/catalog/table_reader.h"

#include <algorithm>

#include "analyzer/base/embedded_lists.h"
#include "analyzer/base/text.h"
#include "analyzer/catalog/claims.h"
#include "analyzer/catalog/shared_prefix.h"
#include "analyzer/catalog/values.h"
#include "analyzer/pages/vocabulary.h"

namespace flagcensus {
namespace {

constexpr size_t kNoColumn = static_cast<size_t>(-1);

// Separates the blocks of a cell, so the words of one do not continue in the next.
Prose Break() {
  Run run;
  run.text = ";";
  return ToProse({run});
}

// The text of a cell with all blocks in it.
Prose CellText(const Block& cell) {
  Prose text = ToProse(cell.inlines);
  for (const Block& child : cell.children) {
    if (&child != &cell.children.front()) Append(text, Break());
    Append(text, ToProse(child.inlines));
    for (const Block& deeper : child.children) {
      if (&deeper != &child.children.front()) Append(text, Break());
      Append(text, CellText(deeper));
    }
  }
  return text;
}

using Column = TableColumn;

// Whether a column's header has the label.
bool IsSaid(const std::vector<Column>& columns, Label label) {
  return std::any_of(columns.begin(), columns.end(),
                     [&](const Column& column) { return column.label == label; });
}

// The first column with the label, or kNoColumn.
size_t FirstOf(const std::vector<Column>& columns, Label label) {
  const auto found = std::find_if(columns.begin(), columns.end(),
                                  [&](const Column& column) { return column.label == label; });
  return found == columns.end() ? kNoColumn : static_cast<size_t>(found - columns.begin());
}

// Decides which columns contain names: the one of the environment; otherwise the one that is called
// so, and otherwise those in which at least half of the cells begin with a name.
//
//   | Setting | Environment variable | …    ─→ the second column only
//   | Name | Default | …, cells in capitals  ─→ the first
//   | Macro | Meaning |                      ─→ none
//   no header, cells in capitals             ─→ each column with mostly such cells
void ChooseColumns(std::vector<Column>& columns) {
  const size_t environment = FirstOf(columns, Label::kEnvironment);
  if (environment != kNoColumn) {
    columns[environment].names = true;
    return;
  }
  if (!columns.empty() && columns[0].label == Label::kOtherName &&
      FirstOf(columns, Label::kName) == kNoColumn) {
    return;  // a table of macros, constants, ...
  }
  const auto mostly = [](const SiblingStats& peers, size_t names) {
    return names > 0 && 2 * names >= peers.rows;
  };
  const size_t named = FirstOf(columns, Label::kName);
  if (named != kNoColumn &&
      (mostly(columns[named].peers, columns[named].peers.upper) || columns[named].variable)) {
    columns[named].names = columns[named].peers.upper > 0;
    return;
  }
  // No header says which column contains the names, or the header is wrong.
  bool any = false;
  for (Column& column : columns) {
    const SiblingStats& peers = column.peers;
    // After the first column, "$APP_HOME" is the value of something else.
    const bool values = &column != &columns.front() && 2 * peers.dollars >= peers.named;
    column.names =
        column.label == Label::kNone && !values &&
        (mostly(peers, peers.strong) || (mostly(peers, peers.upper) && peers.upper == peers.named));
    any = any || column.names;
  }
  // Otherwise one of the first two columns, in spite of its header, if half of its cells begin with
  // a name with a '_'.
  constexpr size_t kFront = 2;
  for (size_t i = 0; i < std::min(kFront, columns.size()) && !any; ++i) {
    if (columns[i].label == Label::kDefault || columns[i].label == Label::kDescription) continue;
    any = columns[i].names = mostly(columns[i].peers, columns[i].peers.strong);
  }
  if (!any && named != kNoColumn) columns[named].names = columns[named].peers.strong > 0;
}

// "N/A": the row has no variable.
bool IsNoName(std::string_view cell) {
  static const auto lists = EmbeddedLists("placeholders.toml");
  const auto words = lists.find("no_name");
  return words != lists.end() && std::find(words->second.begin(), words->second.end(),
                                           ToLower(Trim(cell))) != words->second.end();
}

// What the cells of a column of names begin with, a lead for each row; empty for other columns.
std::vector<LeadingNames> HeadsOf(const Block& table, const std::vector<Column>& columns,
                                  size_t column) {
  std::vector<LeadingNames> heads;
  if (!columns[column].names) return heads;
  for (const Block& row : table.children) {
    heads.emplace_back();
    if (row.header || column >= row.children.size()) continue;
    const Prose cell = CellText(row.children[column]);
    if (!IsNoName(cell.text)) heads.back() = ParseItemNames(cell, true, false);
  }
  return heads;
}

// The variables that commands in a cell export: "`export NAME=value`".
std::vector<LeadingNames> ExportsIn(const Block& cell) {
  std::vector<LeadingNames> leads;
  for (const Run& run : cell.inlines) {
    if (!run.code || !run.text.starts_with("export ")) continue;
    LeadingNames lead = ParseLeadingNames(ToProse({run}), false);
    if (!lead.names.empty() && lead.names.front().shown) leads.push_back(std::move(lead));
  }
  return leads;
}

// The source files in a cell: "`app/a.py`, `b.c` (the server)". A word with a short ending counts
// as a file; so does a number such as "1.5".
std::vector<std::string> FilesIn(std::string_view text) {
  constexpr size_t kMaxEnding = 4;
  std::vector<std::string> files;
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find_first_of(" ,;()`\t\n", at), text.size());
    std::string_view word = text.substr(at, end - at);
    at = end + 1;
    word = word.substr(0, word.find(':'));  // app/a.py:12
    const size_t dot = word.rfind('.');
    if (dot == std::string_view::npos || dot == 0 || word[dot - 1] == '/') continue;
    const std::string_view ending = word.substr(dot + 1);
    const bool file = !ending.empty() && ending.size() <= kMaxEnding &&
                      std::all_of(ending.begin(), ending.end(),
                                  [](char c) { return IsIdentifierByte(c) || c == '+'; });
    if (file && word.find("..") == std::string_view::npos) files.emplace_back(word);
  }
  return files;
}

// A single word, or a number: in a column without a header it is not a description.
bool IsBareValue(std::string_view text) {
  text = Trim(text);
  return !text.empty() && text.find(' ') == std::string_view::npos;
}

// Whether another column without a header has a sentence: four words or more.
bool HasSentence(const Block& row, const std::vector<Column>& columns, size_t but) {
  constexpr long kBlanks = 3;
  for (size_t i = 0; i < row.children.size() && i < columns.size(); ++i) {
    if (i == but || columns[i].names || columns[i].label != Label::kNone) continue;
    const std::string text = PlainText(row.children[i].inlines);
    if (std::count(text.begin(), text.end(), ' ') >= kBlanks) return true;
  }
  return false;
}

// A tick, a cross, a dash: a cell that only says whether the column's header applies to the row.
bool IsTick(std::string_view text) {
  constexpr size_t kLongest = 4;  // bytes of a character
  text = Trim(text);
  return !text.empty() && text.size() <= kLongest &&
         std::none_of(text.begin(), text.end(), IsAlnum);
}

// The body of the variable in `column` of a row: fields by their headers, and the words of the
// other cells.
Body RowBody(const Block& row, const std::vector<Column>& columns, size_t column) {
  Body body;
  for (size_t i = 0; i < row.children.size(); ++i) {
    const Label label = i < columns.size() ? columns[i].label : Label::kNone;
    if (i == column || label == Label::kRequired || label == Label::kExample) continue;
    if (i < columns.size() && columns[i].names) continue;
    const Prose text = CellText(row.children[i]);
    if (label == Label::kNone && IsTick(text.text)) continue;
    if (label == Label::kReadIn) {
      for (const std::string& file : FilesIn(text.text)) body.claims.push_back("read-in:" + file);
    }
    if (label == Label::kSystems) body.limited = !Trim(text.text).empty() && text.lower != "all";
    if (i == FirstOf(columns, label) &&
        (label == Label::kDefault || label == Label::kType || label == Label::kValues)) {
      AddField(body, label, text);
    } else if (label != Label::kValue || text.lower.find("default") != std::string::npos) {
      // The words of a cell end with it, except for a value and the remark on it in the next cell.
      const bool value = i > 0 && i <= columns.size() && columns[i - 1].label == Label::kValues;
      if (!body.words.text.empty() && !value) AddWords(body, Break());
      body.aside = label == Label::kNone && IsBareValue(text.text) && HasSentence(row, columns, i);
      AddWords(body, text);
      body.aside = false;
    }
  }
  return body;
}

// What the header says about a column, as signals for the names in it.
Evidence ColumnSigns(const std::vector<Column>& columns, size_t at) {
  Evidence signs;
  const Column& column = columns[at];
  signs.Add(Sign::kEnvColumn, column.label == Label::kEnvironment);
  signs.Add(Sign::kNameColumn, column.label == Label::kName);
  signs.Add(Sign::kVariableColumn, column.variable);
  signs.Add(Sign::kRivalColumn,
            column.label != Label::kEnvironment && IsSaid(columns, Label::kEnvironment));
  signs.Add(Sign::kValueColumn, column.label == Label::kValue);
  signs.Add(Sign::kOtherColumn, column.label == Label::kOtherName);
  signs.Add(Sign::kDescriptionColumn, column.label == Label::kDescription);
  signs.Add(Sign::kDefaultColumn, IsSaid(columns, Label::kDefault));
  return signs;
}

// The columns with their headers and with statistics of their cells.
std::vector<Column> ReadColumns(const Block& table) {
  const Block& first = table.children.front();
  size_t width = 0;
  for (const Block& row : table.children) width = std::max(width, row.children.size());
  // A wider table is a matrix or hostile.
  constexpr size_t kMaxWidth = 64;
  std::vector<Column> columns(std::min(width, kMaxWidth));
  for (size_t i = 0; first.header && i < std::min(first.children.size(), columns.size()); ++i) {
    const std::string text = CellText(first.children[i]).text;
    columns[i].label = LabelOf(text);
    columns[i].prefix = PrefixInHead(CellText(first.children[i]));
    columns[i].variable =
        columns[i].label == Label::kName && ToLower(text).find("variable") != std::string::npos;
  }
  // Rows that are counted: enough to know what a column contains.
  constexpr size_t kEnough = 200;
  for (size_t r = 0; r < table.children.size() && r < kEnough; ++r) {
    const Block& row = table.children[r];
    if (row.header) continue;
    bool states = false;
    for (const Block& cell : row.children) {
      states = states || CellText(cell).lower.find("default") != std::string::npos;
    }
    for (size_t i = 0; i < std::min(row.children.size(), columns.size()); ++i) {
      const Prose cell = CellText(row.children[i]);
      if (Trim(cell.text).empty()) continue;
      columns[i].peers.Count(ParseItemNames(cell, true, false), states ? "default" : "");
    }
  }
  if (IsSaid(columns, Label::kDefault)) {
    for (Column& column : columns) column.peers.defaults = column.peers.rows;
  }
  return columns;
}

// "[LINUX](ports/linux.c)", in a column of such words below a header that does not call them
// variables: a part of the program, described on the linked page.
bool LeadsElsewhere(const Prose& cell, const Column& column) {
  const size_t at = SkipBlanks(cell.text, 0);
  return column.label == Label::kNone && column.peers.strong == 0 && cell.IsLink(at) &&
         !cell.IsCode(at);
}

// Whether a row states the default of something else: "The script defaults to `b`".
bool StatesDefaultOfAnother(const Block& row) {
  static const PhraseList& kOwn = Phrases("default_own_subjects");
  return std::any_of(row.children.begin(), row.children.end(), [](const Block& cell) {
    const Prose text = CellText(cell);
    const size_t at = text.lower.find(" defaults to ");
    if (at == std::string::npos || at == 0 || text.IsCode(at - 1)) return false;
    size_t begin = 0;
    const std::string subject = WordBefore(text, at, &begin);
    return !subject.empty() && std::find(kOwn.begin(), kOwn.end(), subject) == kOwn.end();
  });
}

// Sets the value from the row's own column. A default of something else is not the variable's.
void SetRowValue(Entry& entry, const Block& row, const DefaultText& value) {
  if (value.kind != DocumentedDefault::kLiteral) return;
  entry.value = value.text;
  if (entry.default_text == value.text || !StatesDefaultOfAnother(row)) return;
  entry.default_kind = DocumentedDefault::kUnstated;
  entry.default_text.reset();
}

// Whether its first column has the header of build options.
bool IsOfBuild(const Block& table) {
  const Block& first = table.children.front();
  if (!first.header || first.children.empty()) return false;
  static const PhraseList& kBuild = Phrases("build_options");
  return HasAnyPhrase(CellText(first.children.front()).lower, kBuild);
}

// Rows that repeat one name describe its values: the variable is one entry.
//
//   | `APP_MODE` | fast | … |
//   | `APP_MODE` | slow | … |   ─→ one entry, values:fast|slow
void FoldValues(std::vector<Entry>& entries, size_t first) {
  Entry& entry = entries[first];
  std::vector<std::string> values;
  for (size_t i = first; i < entries.size(); ++i) {
    if (entries[i].value) values.push_back(*entries[i].value);
  }
  entry.value.reset();
  if (values.size() > 1) entry.claims.push_back("values:" + Join(values, "|"));
  entries.resize(first + 1);
}

}  // namespace

// Whether a row is the header of the columns: short words without code, one of which calls its
// column that of environment variables. Below an empty header it is enough to have a column of
// names and one that describes them.
static bool IsHeadRow(const Block& row, bool below_empty) {
  bool environment = false;
  bool names = false;
  bool tells = false;
  for (const Block& cell : row.children) {
    const Prose text = CellText(cell);
    if (text.styles.find(Prose::kCode) != std::string::npos || text.text.size() > 60) return false;
    const Label label = LabelOf(text.text);
    environment = environment || label == Label::kEnvironment;
    names = names || label == Label::kName;
    tells = tells || label == Label::kDefault || label == Label::kDescription;
  }
  return (environment || (below_empty && names && tells)) && row.children.size() > 1;
}

// Whether a row continues the one above it: its first cell is empty, and no cell begins with a
// name.
static bool GoesOn(const Block& row) {
  if (row.header || row.children.size() < 2) return false;
  if (!Trim(CellText(row.children.front()).text).empty()) return false;
  bool any = false;
  for (const Block& cell : row.children) {
    const Prose text = CellText(cell);
    any = any || !Trim(text.text).empty();
    const LeadingNames lead = ParseItemNames(text, true, false);
    if (!lead.names.empty() && ShapeOf(lead.names.front().name) == NameShape::kStrong) return false;
  }
  return any;
}

// The table with the cells of rows that continue the row above added to that row. Empty if there is
// no such row.
static std::optional<Block> WithJoinedRows(const Block& table) {
  const std::vector<Block>& rows = table.children;
  if (std::none_of(rows.begin(), rows.end(), GoesOn)) return std::nullopt;
  Block out = table;
  out.children.clear();
  for (const Block& row : rows) {
    if (out.children.empty() || out.children.back().header || !GoesOn(row)) {
      out.children.push_back(row);
      continue;
    }
    std::vector<Block>& above = out.children.back().children;
    for (size_t i = 0; i < std::min(above.size(), row.children.size()); ++i) {
      const std::vector<Run>& more = row.children[i].inlines;
      std::vector<Run>& cell = above[i].inlines;
      if (more.empty()) continue;
      Run blank;
      blank.text = " ";
      blank.line = more.front().line;
      if (!cell.empty()) cell.push_back(std::move(blank));
      cell.insert(cell.end(), more.begin(), more.end());
      std::vector<Block>& children = above[i].children;
      children.insert(children.end(), row.children[i].children.begin(),
                      row.children[i].children.end());
    }
  }
  return out;
}

// "`APP_UID` / `APP_GID` | `99` / `100`": each name of a row has one of as many defaults. With a
// different number of values, the whole cell is the default of each.
static void ShareDefaults(std::string_view cell, std::vector<Entry>& entries, size_t first) {
  const size_t names = entries.size() - first;
  if (names < 2) return;
  for (const std::string_view between : {" / ", ", "}) {
    std::vector<std::string_view> parts;
    for (size_t at = 0; at != std::string_view::npos;) {
      const size_t end = cell.find(between, at);
      parts.push_back(Trim(cell.substr(at, end == std::string_view::npos ? end : end - at)));
      at = end == std::string_view::npos ? end : end + between.size();
    }
    if (parts.size() != names) continue;
    for (size_t i = 0; i < names; ++i) {
      entries[first + i].default_kind = DocumentedDefault::kLiteral;
      entries[first + i].default_text = std::string(parts[i]);
    }
    return;
  }
}

// The table with its first row of words as the header, if the format's own header is missing or
// empty. Empty if the table needs no change.
static std::optional<Block> WithHeader(const Block& table) {
  constexpr size_t kRows = 2;
  if (table.children.size() < kRows) return std::nullopt;
  const Block& first = table.children.front();
  const auto empty = [](const Block& cell) { return Trim(CellText(cell).text).empty(); };
  const bool blank =
      first.header && std::all_of(first.children.begin(), first.children.end(), empty);
  const size_t head = blank ? 1 : 0;
  if ((first.header && !blank) || !IsHeadRow(table.children[head], blank)) return std::nullopt;
  Block out = table;
  out.children.erase(out.children.begin(), out.children.begin() + static_cast<ptrdiff_t>(head));
  out.children.front().header = true;
  return out;
}

// Notes the options in the first column of such a table; a heading of the page may repeat them.
void TableReader::NoteBuild(const Block& table) {
  for (const Block& row : table.children) {
    if (row.header || row.children.empty()) continue;
    const LeadingNames lead = ParseItemNames(CellText(row.children.front()), true, false);
    if (!lead.names.empty()) scorer_.NoteBuildOption(lead.names.front().name);
  }
}

void TableReader::Read(const Block& read, const BlockContext& context) {
  // Tables that lack a header or continue rows are rewritten first.
  if (read.children.empty()) return;
  const std::optional<Block> headed = WithHeader(read);
  const std::optional<Block> joined = WithJoinedRows(headed ? *headed : read);
  const Block& table = joined ? *joined : headed ? *headed : read;
  // One variable: "| Environment variable | `APP_X` |", "| Default | 5 |".
  if (IsFieldTable(table)) {
    Body body;
    AddBlock(body, table);
    if (!body.env_names.empty()) AddLabelled({page_, scorer_, out_}, std::move(body), context);
    return;
  }
  std::vector<Column> columns = ReadColumns(table);
  // "The environment variables below are build options:" makes them variables.
  if (IsOfBuild(table)) {
    // Only a sentence right above: one above another table is about that table.
    if (context.said != nullptr && context.intro_topic == Topic::kEnvironment) {
      columns.front().label = Label::kName;
    } else {
      NoteBuild(table);
    }
  }
  ChooseColumns(columns);
  const size_t value_column = FirstOf(columns, Label::kValue);
  const size_t description = FirstOf(columns, Label::kDescription);
  const bool tells_values =
      value_column != kNoColumn || FirstOf(columns, Label::kValues) != kNoColumn;
  const std::string above = PrefixAbove(context);
  // Each column of names, from the left, with its rows.
  for (size_t column = 0; column < columns.size(); ++column) {
    std::vector<LeadingNames> heads = HeadsOf(table, columns, column);
    AddPrefix(page_, Pointers(heads),
              columns[column].prefix.empty() ? above : columns[column].prefix);
    std::string only_name;  // of the rows so far, if they all have the same
    bool same_name = tells_values && columns[column].names;
    const size_t first_entry = out_.entries().size();
    for (size_t r = 0; r < table.children.size(); ++r) {
      const Block& row = table.children[r];
      if (row.header || column >= row.children.size()) continue;
      if (columns[column].label == Label::kExample && !columns[column].names) continue;
      const Prose cell = CellText(row.children[column]);
      // Names of the column, or commands in other columns that export a variable.
      std::vector<LeadingNames> leads;
      if (columns[column].names) {
        leads.push_back(std::move(heads[r]));
      } else if (cell.text.find("export ") != std::string::npos) {
        leads = ExportsIn(row.children[column]);
      }
      const size_t first = out_.entries().size();
      for (LeadingNames& lead : leads) Cell(row, cell, lead, columns, column, context);
      // The description and the value of the row apply to all of its entries.
      for (size_t i = first; i < out_.entries().size(); ++i) {
        Entry& entry = out_.entries()[i];
        if (description < row.children.size()) {
          entry.description = PlainText(row.children[description].inlines);
        }
        same_name = same_name && (only_name.empty() || only_name == entry.name);
        only_name = entry.name;
        if (value_column >= row.children.size()) continue;
        SetRowValue(entry, row, DefaultFromCell(CellText(row.children[value_column])));
      }
      const size_t defaults = FirstOf(columns, Label::kDefault);
      if (defaults < row.children.size()) {
        ShareDefaults(CellText(row.children[defaults]).text, out_.entries(), first);
      }
    }
    if (same_name && out_.entries().size() > first_entry + 1)
      FoldValues(out_.entries(), first_entry);
  }
}

// Adds the entries of one cell.
void TableReader::Cell(const Block& row, const Prose& cell, const LeadingNames& lead,
                       const std::vector<Column>& columns, size_t column,
                       const BlockContext& context) {
  if (lead.names.empty()) return;
  Body body = RowBody(row, columns, column);
  // NAME=value in a table of settings shows a use; in one of removed settings it is what was
  // removed.
  const std::vector<std::string> claims = ClaimsAbove(context);
  body.shows_use = std::find(claims.begin(), claims.end(), "removed") == claims.end();
  Prose behind = Slice(cell, lead.end);
  if (columns[column].names && !behind.text.empty()) {
    Append(behind, Break());
    Append(behind, body.words);
    body.words = std::move(behind);
  }
  std::vector<LeadName> names;
  const bool flag = lead.names.front().name.starts_with("--");
  if (flag) {
    if (context.parent) names = lead.names;
  } else {
    // A candidate, supported by its column and by the other columns of names.
    SiblingStats peers = columns[column].peers;
    peers.used = peers.used || page_.IsUsed(lead);
    // Columns of names support each other: CC next to CC_LD.
    for (const Column& other : columns) {
      if (other.names) peers.strong = std::max(peers.strong, other.peers.strong);
    }
    Candidate candidate{CandidatePlace::kTable, context, peers, &body,
                        ColumnSigns(columns, column)};
    candidate.own.Add(Sign::kWholeCell, lead.separator == LeadingNames::Separator::kNone);
    candidate.own.Add(Sign::kExported, lead.names.front().shown);
    if (LeadsElsewhere(cell, columns[column]))
      candidate.own.veto = "a word that refers to another column";
    names = scorer_.Accepted(lead, candidate);
  }
  if (names.empty()) return;
  const size_t first = out_.entries().size();
  // A variable in its own column is not a part of the entry around the table.
  BlockContext inner = context;
  if (columns[column].label == Label::kEnvironment) inner.parent.reset();
  out_.Add(names, EntryHow::kTable, std::move(body), inner);
  for (size_t i = first; flag && i < out_.entries().size(); ++i)
    out_.entries()[i].parent = context.parent;
}

}  // namespace flagcensus
