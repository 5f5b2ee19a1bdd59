// Tables → entries.
//
// The column of names is the one whose header speaks of the environment, else the first that is
// called a name, variable, option, ... or, without such a header, the first whose cells are mostly
// names. Its rows are entries; the default is its column's cell, else what the other cells say in
// words.
#include <algorithm>

#include "analyzer/base/text.h"
#include "analyzer/catalog/claims.h"
#include "analyzer/catalog/recogniser.h"
#include "analyzer/catalog/values.h"

namespace flagcensus {
namespace {

constexpr size_t kNoColumn = static_cast<size_t>(-1);

// What parts the blocks of a cell, so that words of one are not read on into the next.
Prose Break() {
  Run run;
  run.text = ";";
  return ToProse({run});
}

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

struct Columns {
  size_t name = kNoColumn;
  size_t default_value = kNoColumn;
  size_t type = kNoColumn;
  size_t values = kNoColumn;
  size_t value = kNoColumn;
  size_t description = kNoColumn;
  bool environment = false;   // the header says that the names are environment variables
  bool named = false;         // the header calls them names, options, settings, ...
  bool variable = false;      // it says "variable"
  bool other = false;         // it says that they are something else
  std::vector<bool> ignored;  // columns of examples and the like
};

Columns ReadHeader(const Block& header) {
  Columns columns;
  size_t name = kNoColumn;
  columns.ignored.resize(header.children.size());
  for (size_t i = 0; i < header.children.size(); ++i) {
    const std::string text = CellText(header.children[i]).text;
    const auto take = [&](size_t& column) {
      if (column == kNoColumn) column = i;
    };
    switch (LabelOf(text)) {
      case Label::kEnvironment:
        if (!columns.environment) columns.name = i;
        columns.environment = true;
        break;
      case Label::kName:
        take(name);
        if (name == i && ToLower(text).find("variable") != std::string::npos)
          columns.variable = true;
        break;
      case Label::kOtherName:
        if (i == 0) columns.other = true;
        break;
      case Label::kDefault:
        take(columns.default_value);
        break;
      case Label::kType:
        take(columns.type);
        break;
      case Label::kValues:
        take(columns.values);
        break;
      case Label::kValue:
        take(columns.value);
        break;
      case Label::kDescription:
        take(columns.description);
        break;
      case Label::kRequired:
      case Label::kExample:
        columns.ignored[i] = true;
        break;
      default:
        break;
    }
  }
  if (columns.name == kNoColumn) columns.name = name;
  columns.named = columns.name != kNoColumn;
  if (columns.name != kNoColumn)
    columns.other = columns.other && !columns.environment && columns.name == 0;
  return columns;
}

// The share of rows whose cell in `column` begins with a name in upper case with '_'.
bool MostlyNames(const Block& table, size_t first_row, size_t column) {
  size_t names = 0;
  size_t rows = 0;
  constexpr size_t kEnough = 200;
  for (size_t r = first_row; r < table.children.size() && rows < kEnough; ++r) {
    const Block& row = table.children[r];
    if (column >= row.children.size()) continue;
    ++rows;
    const Lead lead = ParseLead(CellText(row.children[column]), true);
    if (lead.names.empty()) continue;
    const std::string& name = lead.names.front().name;
    if (ShapeOf(name) == NameShape::kStrong || name.starts_with("--")) ++names;
  }
  return names > 0 && 2 * names >= rows;
}

}  // namespace

void Recogniser::Table(const Block& table, const Context& context) {
  if (table.children.empty()) return;
  if (IsFieldTable(table)) {
    Body body;
    AddBlock(body, table);
    const std::vector<LeadName> names = body.env_names;
    if (!names.empty() && !(context.parent && *context.parent == names.front().name)) {
      Add(names, EntryHow::kBlock, std::move(body), context);
    }
    return;
  }
  const bool has_header = table.children.front().header;
  Columns columns;
  if (has_header) columns = ReadHeader(table.children.front());
  const size_t first_row = has_header ? 1 : 0;
  if (columns.other) return;
  const bool mostly = columns.name != kNoColumn && MostlyNames(table, first_row, columns.name);
  if (!columns.environment && !mostly) {
    // No header that says which column holds the names, or one that is wrong.
    const size_t width = table.children.back().children.size();
    for (size_t i = 0; i < std::min<size_t>(width, 2) && !columns.variable; ++i) {
      if (i == columns.default_value || i == columns.description) continue;
      if (MostlyNames(table, first_row, i)) {
        columns.name = i;
        break;
      }
    }
  }
  if (columns.name == kNoColumn) return;
  const bool supported = columns.environment || MostlyNames(table, first_row, columns.name);
  Context inner = context;
  if (columns.environment) {
    inner.intro_topic = Topic::kEnvironment;
    inner.intro_values = false;
    inner.parent.reset();
  } else if (TopicOf(context) == Topic::kNeutral) {
    // A column of variables beside one of their defaults is a catalog, whatever the page says else.
    inner.evidence = (columns.named && (columns.variable || columns.default_value != kNoColumn)) ||
                     (!speaks_ && supported && columns.named);
    for (size_t r = first_row; r < table.children.size() && !inner.evidence && !used_.empty();
         ++r) {
      const Block& row = table.children[r];
      if (columns.name >= row.children.size()) continue;
      inner.evidence = IsUsed(ParseLead(ToProse(row.children[columns.name].inlines), false));
    }
  }
  // Names of an environment's section are its variables, single words too.
  const bool section = columns.named && !columns.environment &&
                       TopicOf(inner) == Topic::kEnvironment && !inner.parent;
  std::string only_name;  // of the rows so far, where they all have the same
  bool same_name = columns.value != kNoColumn || columns.values != kNoColumn;
  const size_t first_entry = entries_.size();
  for (size_t r = first_row; r < table.children.size(); ++r) {
    const Block& row = table.children[r];
    if (columns.name >= row.children.size() || row.header) continue;
    const Prose cell = CellText(row.children[columns.name]);
    Lead lead = ParseLead(cell, true);
    if (lead.names.empty()) continue;
    const bool flag = lead.names.front().name.starts_with("--");
    std::vector<LeadName> names;
    if (columns.environment || section) {
      for (const LeadName& name : lead.names) {
        const NameShape shape = ShapeOf(name.name);
        // Keys of other kinds stand in such sections too; what is no variable for sure is left out.
        const bool plain =
            shape == NameShape::kStrong || shape == NameShape::kWeak ||
            (shape == NameShape::kMixed && name.name.find('_') != std::string::npos) ||
            name.name.ends_with("_proxy");
        if (shape != NameShape::kNone && (columns.environment || plain)) names.push_back(name);
      }
      // A sentence in the column is none.
      if (lead.separator == Lead::Separator::kText && !lead.names.front().marked) names.clear();
    } else if (flag) {
      if (context.parent) names = lead.names;
    } else {
      // A cell is set apart by its borders.
      if (lead.separator == Lead::Separator::kNone) lead.separator = Lead::Separator::kColon;
      names = Accepted(lead, Where::kTable, inner, supported);
    }
    if (names.empty()) continue;
    Body body;
    AddWords(body, Slice(cell, lead.end));
    for (size_t i = 0; i < row.children.size(); ++i) {
      if (i == columns.name || (i < columns.ignored.size() && columns.ignored[i])) continue;
      const Prose text = CellText(row.children[i]);
      if (i == columns.default_value) {
        AddField(body, Label::kDefault, text);
      } else if (i == columns.type) {
        AddField(body, Label::kType, text);
      } else if (i == columns.values) {
        AddField(body, Label::kValues, text);
      } else if (i != columns.value) {
        AddWords(body, text);
      }
    }
    // Rows that repeat one name tell its values: the variable is one entry.
    same_name = same_name && names.size() == 1 && (only_name.empty() || only_name == names[0].name);
    only_name = names[0].name;
    const size_t first = entries_.size();
    Add(names, EntryHow::kTable, std::move(body), inner);
    for (size_t i = first; i < entries_.size(); ++i) {
      Entry& entry = entries_[i];
      if (flag) entry.parent = context.parent;
      if (columns.description != kNoColumn && columns.description < row.children.size()) {
        entry.description = PlainText(row.children[columns.description].inlines);
      }
      if (columns.value == kNoColumn || columns.value >= row.children.size()) continue;
      const DefaultText value = DefaultFromCell(CellText(row.children[columns.value]));
      if (value.kind == DocumentedDefault::kLiteral) entry.value = value.text;
    }
  }
  if (same_name && entries_.size() > first_entry + 1) {
    Entry& entry = entries_[first_entry];
    std::vector<std::string> values;
    for (size_t i = first_entry; i < entries_.size(); ++i) {
      if (entries_[i].value) values.push_back(*entries_[i].value);
    }
    entry.value.reset();
    if (values.size() > 1) entry.claims.push_back("values:" + Join(values, "|"));
    entries_.resize(first_entry + 1);
  }
}

}  // namespace flagcensus
