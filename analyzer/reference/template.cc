// page, template ─→ text
//
// What a template may use is listed in docs/reference-page.md. {{x}} is escaped for the format,
// {{{x}}} is what the format's own marks are in already: cells, code, links.
#include <algorithm>
#include <kainjow/mustache.hpp>

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
};

// A list of which each knows whether it is the last.
void MarkEnds(Data& list_owner, const std::string& name, std::vector<Data> items) {
  Data list{Data::type::list};
  for (size_t i = 0; i < items.size(); ++i) {
    items[i].set("first", i == 0);
    items[i].set("last", i + 1 == items.size());
    list.push_back(items[i]);
    items[i] = Data();  // the library copies; a page of many variables is not held twice
  }
  list_owner.set("has_" + name, !items.empty());
  list_owner.set(name, list);
}

std::vector<Data> Texts(const std::vector<std::string>& texts, const std::string& key) {
  std::vector<Data> out;
  for (const std::string& text : texts) {
    Data item;
    item.set(key, text);
    out.push_back(item);
  }
  return out;
}

Data PlaceData(const Place& place, const Writing& writing) {
  Data out;
  out.set("file", MaskPath(place.file));
  out.set("line", std::to_string(place.line));
  out.set("url", LinkTo(place, writing.options.link_template));
  return out;
}

void SetDefaults(const Row& row, const Writing& writing, Data& out) {
  std::vector<Data> all;
  for (const RowDefault& value : row.defaults) {
    Data item;
    item.set("value", ShownDefault(row, value));
    item.set("literal", value.kind == DefaultKind::kLiteral);
    item.set("dynamic", value.kind == DefaultKind::kDynamic);
    item.set("unset", value.kind == DefaultKind::kNone);
    item.set("required", value.kind == DefaultKind::kRequired);
    std::vector<Data> places;
    for (const Place& place : value.places) places.push_back(PlaceData(place, writing));
    MarkEnds(item, "places", std::move(places));
    all.push_back(item);
  }
  MarkEnds(out, "defaults", std::move(all));
  const RowDefault* single = row.single_default();
  const bool literal = single != nullptr && single->kind == DefaultKind::kLiteral;
  out.set("has_default", literal);
  out.set("default", literal ? ShownDefault(row, *single) : std::string());
  out.set("default_cell", DefaultCell(row, writing.cells));
  out.set("assignment", DotenvAssignment(row));
}

// What else than the default may be set, from what the code takes; "" if that is not known.
std::string ExampleOf(const Row& row) {
  const RowDefault* const single = row.single_default();
  const bool literal = single != nullptr && single->kind == DefaultKind::kLiteral;
  for (const std::string& value : row.values) {
    if (!literal || value != single->text) return value;
  }
  return {};
}

void SetHeading(Data& out, const std::string& title, int level, const Writing& writing);

Data RowData(const Row& row, int level, const Writing& writing) {
  Data out;
  SetHeading(out, row.name, level, writing);
  const std::string example = ExampleOf(row);
  out.set("has_example", !example.empty() && row.name.find('*') == std::string::npos);
  out.set("example", writing.cells.markup.code(row.name + "=" + example));
  out.set("since", row.since);
  out.set("has_since", !row.since.empty());
  out.set("notes_cell", CellOf(row, "notes", writing.cells));
  out.set("name", row.name);
  out.set("code", writing.cells.markup.code(row.name));
  out.set("type", std::string(row.type == ValueType::kUnknown ? "" : ToString(row.type)));
  out.set("has_type", row.type != ValueType::kUnknown);
  out.set("required", row.required());
  out.set("optional", !row.required());
  out.set("family", row.name.find('*') != std::string::npos);
  out.set("deprecated", row.deprecated);
  out.set("set_by_program", !row.writes.empty());
  out.set("described", !row.description.empty());
  out.set("description", FullDescription(row));
  out.set("description_cell", CellOf(row, "description", writing.cells));
  out.set("places_cell", PlacesCell(row, writing.cells));
  std::vector<Data> cells;
  for (const std::string& column : writing.columns) {
    Data cell;
    cell.set("key", column);
    cell.set("title", ColumnTitle(column));
    cell.set("text", CellOf(row, column, writing.cells));
    cells.push_back(cell);
  }
  MarkEnds(out, "cells", std::move(cells));
  MarkEnds(out, "notes", Texts(NotesOf(row, true, writing.cells), "note"));
  MarkEnds(out, "values", Texts(row.values, "value"));
  MarkEnds(out, "falls_back_to", Texts(row.falls_back_to, "name"));
  MarkEnds(out, "comment", Texts(DotenvComment(row, writing.cells), "line"));
  std::vector<Data> places;
  for (const Place& place : row.places) places.push_back(PlaceData(place, writing));
  MarkEnds(out, "places", std::move(places));
  SetDefaults(row, writing, out);
  return out;
}

// The names of the variables that are gone, as no comment ends within.
std::string GoneNames(const std::vector<Row>& gone) {
  std::vector<std::string> names;
  for (const Row& row : gone) names.push_back(ReplaceAll(OneLine(row.name), "--", "-"));
  std::sort(names.begin(), names.end());
  return Join(names, ", ");
}

// KEY=VALUE as a line of the format's metadata; the values of YAML as strings of JSON, which it
// takes, unless they are numbers or words for true and false.
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
void SetHeading(Data& out, const std::string& title, int level, const Writing& writing) {
  const std::string shown = writing.cells.markup.text(title);
  out.set("title", title);
  out.set("has_title", !title.empty());
  // Names of variables, prefixes and files are typed.
  const bool typed =
      title.find(' ') == std::string::npos && title.find_first_of("_/.*") != std::string::npos;
  const std::string heading = typed ? writing.cells.markup.code(title) : shown;
  out.set("heading", heading);
  out.set("hashes", std::string(static_cast<size_t>(level), '#'));
  out.set("equals", std::string(static_cast<size_t>(level), '='));
  out.set("level", std::to_string(std::min(level, 6)));
  const std::string& lines = writing.surroundings.underlines;
  const auto at = static_cast<size_t>(level - writing.surroundings.level);
  const char mark = at < lines.size() ? lines[at] : "=-~^\""[std::min<size_t>(at, 4)];
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
  MarkEnds(out, "rows", std::move(all));
  return out;
}

// The list of the variables that were removed, with its heading.
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
  MarkEnds(out, "removed", std::move(all));
  list.push_back(out);
  return list;
}

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
    // Of the page's width, in parts.
    item.set("width", std::string(column == "description" ? "8" : column == "type" ? "2" : "4"));
    columns.push_back(item);
  }
  MarkEnds(out, "columns", std::move(columns));
  for (const Section& section : page.sections) {
    sections.push_back(SectionData(section, below, writing));
  }
  MarkEnds(out, "sections", std::move(sections));
  if (!page.gone.empty()) {
    Data item;
    item.set("names", GoneNames(page.gone));
    gone.push_back(item);
  }
  MarkEnds(out, "gone", std::move(gone));
  out.set("removed_list", RemovedData(page.removed, below, writing));
  MarkEnds(out, "front_matter", FrontMatter(writing));
  return out;
}

}  // namespace

Result<std::string> WriteByTemplate(const ReferencePage& page, const ReferenceFormat& format,
                                    const DocsOptions& options, const Surroundings& surroundings,
                                    const std::string& text, const std::string& file) {
  const bool outside = options.layout == "document" || options.layout == "list";
  const bool document = outside && format.document_markup != nullptr;
  const Markup& markup = document ? format.document_markup() : format.markup();
  const Writing writing{
      options, surroundings, {markup, options.link_template, options.lines}, ColumnsOf(options)};
  kainjow::mustache::mustache view(text);
  if (!view.is_valid()) return Error{file + ": " + view.error_message()};
  view.set_custom_escape([&](const std::string& plain) { return markup.text(plain); });
  std::string out = view.render(PageData(page, writing));
  if (!view.is_valid()) return Error{file + ": " + view.error_message()};
  return out;
}

}  // namespace flagcensus
