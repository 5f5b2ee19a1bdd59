// Page, template ─→ text.
//
//   {{#sections}}{{#rows}}{{{code}}}: {{description}}{{/rows}}{{/sections}}
//       ─→  `APP_PORT`: Where it listens.
//
// The names for templates are listed in docs/reference-page.md. {{x}} is escaped for the format,
// {{{x}}} is in the format's own markup already: cells, code, links.
#include <algorithm>
#include <kainjow/mustache.hpp>
#include <set>

#include "analyzer/base/text.h"
#include "analyzer/model/secrets.h"
#include "analyzer/reference/cells.h"
#include "analyzer/reference/dotenv.h"
#include "analyzer/reference/formats.h"

namespace flagcensus {
namespace {

using Data = kainjow::mustache::data;

struct Writing {
  const DocsOptions& options;
  const Surroundings& surroundings;
  CellOptions cells;
  std::vector<std::string> columns;
  std::set<std::string, std::less<>> tags;  // the names that the template has; empty: any

  // Whether the template uses the name: a row has forty, most templates use ten, and each costs an
  // allocation.
  bool Wants(std::string_view name) const { return tags.empty() || tags.contains(name); }
};

// The names in the tags of a template: "name" of {{name}}, {{{name}}}, {{#name}}, {{a.name}}.
// "{{#rows}}{{a.name}}{{/rows}}" ─→ rows, a, name
std::set<std::string, std::less<>> TagsOf(std::string_view text) {
  std::set<std::string, std::less<>> out;
  for (size_t at = text.find("{{"); at != std::string_view::npos; at = text.find("{{", at)) {
    const size_t end = std::min(text.find("}}", at), text.size());
    for (size_t i = at; i < end;) {
      const size_t stop = std::max(EndOfRun(text, i, IsIdentifierByte), i + 1);
      if (IsIdentifierByte(text[i])) out.emplace(text.substr(i, stop - i));
      i = stop;
    }
    at = end;
  }
  // A changed delimiter, "{{=<% %>=}}", hides the other tags.
  if (text.find("{{=") != std::string_view::npos) out.clear();
  return out;
}

// Sets a list; each item knows whether it is the first or last.
// Mustache has no counter, and a template needs both for commas between items.
void MarkEnds(Data& list_owner, const std::string& name, std::vector<Data> items,
              const Writing& writing) {
  if (writing.Wants("has_" + name)) list_owner.set("has_" + name, !items.empty());
  if (!writing.Wants(name)) return;
  Data list{Data::type::list};
  for (size_t i = 0; i < items.size(); ++i) {
    if (writing.Wants("first")) items[i].set("first", i == 0);
    if (writing.Wants("last")) items[i].set("last", i + 1 == items.size());
    list.push_back(items[i]);
    items[i] = Data();  // the library copies; this frees one of the two
  }
  list_owner[name] = std::move(list);
}

// A list of one key each: {{#values}}{{value}}{{/values}}.
std::vector<Data> Texts(const std::vector<std::string>& texts, const std::string& key) {
  std::vector<Data> out;
  for (const std::string& text : texts) {
    Data item;
    item.set(key, text);
    out.push_back(item);
  }
  return out;
}

// {{file}}, {{line}} and {{url}}. The url is "" without --link-template.
Data PlaceData(const Place& place, const Writing& writing) {
  Data out;
  if (writing.Wants("file")) out.set("file", MaskPath(place.file));
  if (writing.Wants("line")) out.set("line", std::to_string(place.line));
  if (writing.Wants("url")) out.set("url", LinkTo(place, writing.options.link_template));
  return out;
}

// All defaults with their places as a list, and the single literal one as `default`.
// A template that shows one value uses `default`; one that shows differing reads uses `defaults`.
void SetDefaults(const Row& row, const Writing& writing, Data& out) {
  std::vector<Data> all;
  for (const RowDefault& value : row.defaults) {
    Data item;
    if (writing.Wants("value")) item.set("value", ShownDefault(row, value));
    if (writing.Wants("literal")) item.set("literal", value.kind == DefaultKind::kLiteral);
    if (writing.Wants("dynamic")) item.set("dynamic", value.kind == DefaultKind::kDynamic);
    if (writing.Wants("unset")) item.set("unset", value.kind == DefaultKind::kNone);
    if (writing.Wants("required")) item.set("required", value.kind == DefaultKind::kRequired);
    std::vector<Data> places;
    for (const Place& place : value.places) places.push_back(PlaceData(place, writing));
    MarkEnds(item, "places", std::move(places), writing);
    all.push_back(item);
  }
  MarkEnds(out, "defaults", std::move(all), writing);
  const RowDefault* single = row.single_default();
  const bool literal = single != nullptr && single->kind == DefaultKind::kLiteral;
  if (writing.Wants("has_default")) out.set("has_default", literal);
  if (writing.Wants("default"))
    out.set("default", literal ? ShownDefault(row, *single) : std::string());
  if (writing.Wants("default_cell")) out.set("default_cell", DefaultCell(row, writing.cells));
  if (writing.Wants("assignment")) out.set("assignment", DotenvAssignment(row));
  if (writing.Wants("yaml_entry")) out.set("yaml_entry", Join(YamlEntry(row, false), "\n"));
}

// A value other than the default that may be set, from the values that the code accepts; "" if
// these are not known.
std::string ExampleOf(const Row& row) {
  const RowDefault* const single = row.single_default();
  const bool literal = single != nullptr && single->kind == DefaultKind::kLiteral;
  for (const std::string& value : row.values) {
    if (!literal || value != single->text) return value;
  }
  return {};
}

void SetHeading(Data& out, const std::string& title, int level, const Writing& writing);

// Each name is set only if the template uses it.
Data RowData(const Row& row, int level, const Writing& writing) {
  Data out;
  SetHeading(out, row.name, level, writing);
  const std::string example = ExampleOf(row);
  if (writing.Wants("has_example"))
    out.set("has_example", !example.empty() && row.name.find('*') == std::string::npos);
  if (writing.Wants("example"))
    out.set("example", writing.cells.markup.code(row.name + "=" + example));
  if (writing.Wants("since")) out.set("since", row.since);
  if (writing.Wants("has_since")) out.set("has_since", !row.since.empty());
  if (writing.Wants("notes_cell")) out.set("notes_cell", CellOf(row, "notes", writing.cells));
  if (writing.Wants("name")) out.set("name", row.name);
  if (writing.Wants("code")) out.set("code", writing.cells.markup.code(row.name));
  if (writing.Wants("type"))
    out.set("type", std::string(row.type == ValueType::kUnknown ? "" : ToString(row.type)));
  if (writing.Wants("has_type")) out.set("has_type", row.type != ValueType::kUnknown);
  if (writing.Wants("required")) out.set("required", row.required());
  if (writing.Wants("optional")) out.set("optional", !row.required());
  if (writing.Wants("family")) out.set("family", row.name.find('*') != std::string::npos);
  if (writing.Wants("deprecated")) out.set("deprecated", row.deprecated);
  if (writing.Wants("set_by_program")) out.set("set_by_program", !row.writes.empty());
  if (writing.Wants("described")) out.set("described", !row.description.text.empty());
  if (writing.Wants("description")) out.set("description", FullDescription(row));
  if (writing.Wants("description_cell"))
    out.set("description_cell", CellOf(row, "description", writing.cells));
  if (writing.Wants("places_cell")) out.set("places_cell", PlacesCell(row, writing.cells));
  std::vector<Data> cells;
  for (const std::string& column : writing.columns) {
    Data cell;
    if (writing.Wants("key")) cell.set("key", column);
    if (writing.Wants("title")) cell.set("title", ColumnTitle(column));
    if (writing.Wants("text")) cell.set("text", CellOf(row, column, writing.cells));
    cells.push_back(cell);
  }
  MarkEnds(out, "cells", std::move(cells), writing);
  MarkEnds(out, "notes", Texts(NotesOf(row, true, writing.cells), "note"), writing);
  MarkEnds(out, "values", Texts(row.values, "value"), writing);
  MarkEnds(out, "falls_back_to", Texts(row.falls_back_to, "name"), writing);
  MarkEnds(out, "comment", Texts(DotenvComment(row, writing.cells), "line"), writing);
  std::vector<Data> places;
  for (const Place& place : row.places) places.push_back(PlaceData(place, writing));
  MarkEnds(out, "places", std::move(places), writing);
  SetDefaults(row, writing, out);
  return out;
}

// The names of the variables that are gone, in a form that does not end a comment.
// "A--B" would end a comment of XML. No real name has it, but a page may state anything. |
std::string GoneNames(const std::vector<Row>& gone) {
  std::vector<std::string> names;
  for (const Row& row : gone) names.push_back(ReplaceAll(OneLine(row.name), "--", "-"));
  std::sort(names.begin(), names.end());
  return Join(names, ", ");
}

// KEY=VALUE as a line of the format's metadata. The values for YAML are strings of JSON, which it
// accepts, except numbers and words for true and false.
//
//   --front-matter weight=5        ─→  weight: 5
//   --front-matter title=Settings  ─→  title: "Settings"
std::vector<Data> FrontMatter(const Writing& writing) {
  std::vector<Data> out;
  for (const std::string& line : writing.options.front_matter) {
    const size_t equals = line.find('=');
    const std::string value = OneLine(line.substr(equals + 1));
    const bool plain =
        !value.empty() && (value.find_first_not_of("0123456789") == std::string::npos ||
                           value == "true" || value == "false");
    Data item;
    item.set("key", line.substr(0, equals));
    item.set("value", value);
    item.set("yaml", plain ? value : "\"" + JsonMarkup().text(value) + "\"");
    out.push_back(item);
  }
  return out;
}

// The marks of headings one level below `level`, for the formats that count them.
// A format uses one of them: "##", "==", <h2>, or a line of "---" below the title.
void SetHeading(Data& out, const std::string& title, int level, const Writing& writing) {
  const std::string shown = writing.cells.markup.text(title);
  if (writing.Wants("title")) out.set("title", title);
  if (writing.Wants("has_title")) out.set("has_title", !title.empty());
  // A title without a blank but with an underscore, a slash, a dot or a star is the name of a
  // variable, a prefix or a file.
  const bool typed =
      title.find(' ') == std::string::npos && title.find_first_of("_/.*") != std::string::npos;
  const std::string heading = typed ? writing.cells.markup.code(title) : shown;
  if (writing.Wants("heading")) out.set("heading", heading);
  if (writing.Wants("hashes")) out.set("hashes", std::string(static_cast<size_t>(level), '#'));
  if (writing.Wants("equals")) out.set("equals", std::string(static_cast<size_t>(level), '='));
  if (writing.Wants("level")) out.set("level", std::to_string(std::min(level, 6)));
  const std::string& lines = writing.surroundings.underlines;
  const auto at = static_cast<size_t>(level - writing.surroundings.level);
  const char mark = at < lines.size() ? lines[at] : "=-~^\""[std::min<size_t>(at, 4)];
  if (writing.Wants("underline"))
    out.set("underline", std::string(std::max<size_t>(heading.size(), 3), mark));
}

Data SectionData(const Section& section, int level, const Writing& writing) {
  Data out;
  SetHeading(out, section.title, level, writing);
  out.set("has_introduction", !section.introduction.empty());
  out.set("introduction", MarkedDescription(section.introduction, writing.cells.markup));
  std::vector<Data> all;
  // Below the section's heading, if it has one.
  const int below = level + (section.title.empty() ? 0 : 1);
  for (const Row& row : section.rows) all.push_back(RowData(row, below, writing));
  MarkEnds(out, "rows", std::move(all), writing);
  return out;
}

// The list of the variables that were removed, with its heading.
// Empty without such variables, so the template omits the heading, too.
Data RemovedData(const std::vector<RemovedName>& removed, int level, const Writing& writing) {
  Data list{Data::type::list};
  if (removed.empty()) return list;
  Data out;
  SetHeading(out, "Removed variables", level, writing);
  std::vector<Data> all;
  for (const auto& [name, commit] : removed) {
    Data one;
    one.set("name", OneLine(name));
    one.set("code", writing.cells.markup.code(name));
    one.set("revision", writing.cells.markup.text(kRemovedIn + commit));
    all.push_back(one);
  }
  MarkEnds(out, "removed", std::move(all), writing);
  list.push_back(out);
  return list;
}

// `whole` and `part` distinguish a page of its own from text between markers, which has no title.
Data PageData(const ReferencePage& page, const Writing& writing) {
  Data out;
  const Surroundings& around = writing.surroundings;
  SetHeading(out, page.title, around.level, writing);
  out.set("whole", !around.part);
  out.set("part", around.part);
  const int below = around.level + (around.part ? 0 : 1);
  std::vector<Data> columns, sections, gone;
  for (const std::string& column : writing.columns) {
    Data item;
    item.set("title", ColumnTitle(column));
    item.set("key", column);
    // In parts of the page's width.
    item.set("width", std::string(column == "description" ? "8" : column == "type" ? "2" : "4"));
    columns.push_back(item);
  }
  MarkEnds(out, "columns", std::move(columns), writing);
  for (const Section& section : page.sections) {
    sections.push_back(SectionData(section, below, writing));
  }
  MarkEnds(out, "sections", std::move(sections), writing);
  if (!page.gone.empty()) {
    Data item;
    item.set("names", GoneNames(page.gone));
    gone.push_back(item);
  }
  MarkEnds(out, "gone", std::move(gone), writing);
  out.set("removed_list", RemovedData(page.removed, below, writing));
  MarkEnds(out, "front_matter", FrontMatter(writing), writing);
  return out;
}

}  // namespace

Result<std::string> WriteByTemplate(const ReferencePage& page, const ReferenceFormat& format,
                                    const DocsOptions& options, const Surroundings& surroundings,
                                    const std::string& text, const std::string& file) {
  const bool outside = options.layout == "document" || options.layout == "list";
  const bool document = outside && format.document_markup != nullptr;
  const Markup& markup = document ? format.document_markup() : format.markup();
  const Writing writing{options,
                        surroundings,
                        {markup, options.link_template, options.lines},
                        ColumnsOf(options),
                        TagsOf(text)};
  kainjow::mustache::mustache view(text);
  if (!view.is_valid()) return Error{file + ": " + view.error_message()};
  view.set_custom_escape([&](const std::string& plain) { return markup.text(plain); });
  std::string out = view.render(PageData(page, writing));
  if (!view.is_valid()) return Error{file + ": " + view.error_message()};
  return out;
}

}  // namespace flagcensus
