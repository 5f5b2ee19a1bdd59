// Names, values and words are written so that the readers of pages (pages/) recognise them: a value
// is code, "unset" and "required" are words. A list of defaults is words with each value as code,
// so no single value is read back as the default.
//
//   one literal                 `80`
//   computed                    computed, or "computed (`os.cpu_count()`)"
//   two, of different files     `80` (`app/a.py`), `90` (`app/b.py`)
//   two, of one file            `80`, `90`
#include "analyzer/reference/cells.h"

#include <algorithm>
#include <set>

#include "analyzer/base/shorten.h"
#include "analyzer/base/text.h"
#include "analyzer/evidence/phrases.h"
#include "analyzer/model/secrets.h"
#include "analyzer/pages/names.h"
#include "analyzer/values/spellings.h"

namespace flagcensus {
namespace {

// A literal is what users may set, so it is cut late. An expression is only a hint and is cut
// early.
constexpr size_t kLongestLiteral = 200;  // bytes of a value
constexpr size_t kLongestDynamic = 60;   // bytes of an expression
// Places of one variable in a cell; the others are counted. More would widen the table.
constexpr size_t kMaxPlaces = 4;
// With more values, the note only says that the program sets the variable.
constexpr size_t kMaxWrites = 2;

// {a, b, c}, "or" ─→ "`a`, `b` or `c`"
std::string List(const std::vector<std::string>& names, std::string_view joint,
                 const Markup& markup) {
  std::string out;
  for (size_t i = 0; i < names.size(); ++i) {
    if (i > 0) out += i + 1 == names.size() ? " " + std::string(joint) + " " : ", ";
    out += markup.code(names[i]);
  }
  return out;
}

// "APP_LOW,APP_HIGH" in 10 bytes ─→ "APP_LOW,...": half a name would be read as another name. A
// text that is one word is cut within it.
std::string ShortenAtWord(const std::string& text, size_t most) {
  if (text.size() <= most) return text;
  size_t end = most;
  while (end > 0 && IsIdentifierByte(text[end - 1]) && IsIdentifierByte(text[end])) --end;
  return Shorten(text, end > 0 ? end : most);
}

std::string Masked(std::string_view text, const Row& row) { return MaskSecrets(text, row.name); }

// "app/a.py", or "app/a.py:12" with lines, linked if there is a template.
std::string ShownPlace(const Place& place, bool line, const CellOptions& options) {
  const std::string file = MaskPath(place.file);
  const std::string shown =
      options.markup.code(line && place.line > 0 ? file + ":" + std::to_string(place.line) : file);
  const std::string url = LinkTo(place, options.link_template);
  return url.empty() ? shown : options.markup.link(shown, url);
}

// The places. Each file is listed once, unless lines are shown.
// {a.py:1, a.py:9, b.py:3} ─→ "`a.py`, `b.py`"; more than four: "..., `d.py` and 2 more"
std::string ListPlaces(std::vector<Place> places, bool lines, const CellOptions& options) {
  std::sort(places.begin(), places.end());
  std::string out;
  std::set<std::string> files;
  size_t shown = 0, more = 0;
  for (const Place& place : places) {
    if (!files.insert(lines ? place.file + ":" + std::to_string(place.line) : place.file).second) {
      continue;
    }
    if (shown == kMaxPlaces) {
      ++more;
      continue;
    }
    out += (out.empty() ? "" : ", ") + ShownPlace(place, lines, options);
    ++shown;
  }
  if (more > 0) out += " and " + std::to_string(more) + " more";
  return out;
}

// Whether two defaults are from one file. Then the file does not distinguish them. A line would,
// but every edit above it moves it, so the page would change with each commit.
bool ShareFile(const Row& row) {
  std::set<std::string> files;
  for (const RowDefault& value : row.defaults) {
    std::set<std::string> own;
    for (const Place& place : value.places) own.insert(place.file);
    for (const std::string& file : own) {
      if (!files.insert(file).second) return true;
    }
  }
  return false;
}

// Whether users can read the expression and no edit of the project renames its parts: a call
// without arguments of a module of the language, `os.cpu_count()`.
bool IsReadable(std::string_view expression) {
  if (expression.size() > kLongestDynamic || !expression.ends_with("()")) return false;
  const std::string_view name = expression.substr(0, expression.size() - 2);
  const bool dotted =
      std::all_of(name.begin(), name.end(), [](char c) { return c == '.' || IsIdentifierByte(c); });
  const auto& modules = Phrases("descriptions", "known_modules");
  return dotted &&
         std::find(modules.begin(), modules.end(), name.substr(0, name.find('.'))) != modules.end();
}

// A default in the page's words: "unset", "required", "computed", or the value as code.
std::string DefaultWords(const Row& row, const RowDefault& value, const CellOptions& options) {
  switch (value.kind) {
    case DefaultKind::kNone:
      return options.markup.text("unset");
    case DefaultKind::kRequired:
      return options.markup.text("required");
    case DefaultKind::kDynamic:
      if (value.composed) return options.markup.code(ShownDefault(row, value));
      // A name of the sources says nothing to users and may change with any edit.
      return options.markup.text("computed") +
             (value.stated || IsReadable(value.text)
                  ? " (" + options.markup.code(ShownDefault(row, value)) + ")"
                  : std::string());
    default:
      return options.markup.code(ShownDefault(row, value));
  }
}

// What the program does to the variable by writes of one kind: with their values, if all are known
// and few.
//
//   os.environ["APP_HOME"] = "/srv"  in a branch  ─→  "Set by the program in some cases: `/srv`."
std::string WriteNote(const Row& row, AccessOp op, const CellOptions& options) {
  std::vector<std::string> values;
  bool known = true;
  bool always = false;
  bool any = false;
  for (const RowWrite& write : row.writes) {
    if (write.op != op) continue;
    any = true;
    always = always || !write.in_branch;
    known = known && write.value && write.value->find('\n') == std::string::npos;
    if (!known) continue;
    std::string value = ShortenAtWord(Masked(*write.value, row), kLongestDynamic);
    if (std::find(values.begin(), values.end(), value) == values.end())
      values.push_back(std::move(value));
  }
  if (!any) return {};
  std::string out = op == AccessOp::kAppend ? "Extended by the program" : "Set by the program";
  if (op == AccessOp::kSetDefault) {
    out += " if it is not set";
  } else if (!always) {
    out += " in some cases";
  }
  if (known && values.size() <= kMaxWrites) {
    out += (op == AccessOp::kAppend ? " with " : ": ") + List(values, "or", options.markup);
  }
  return out + ".";
}

// A word of a sentence that is a name: several words of capitals with underscores between. A name
// without an underscore, DEBUG, could be an ordinary word.
bool IsNameWord(std::string_view word) {
  return word.find('_') != std::string_view::npos && ShapeOf(word) == NameShape::kStrong;
}

// "default" ─→ "Default"; a text that begins with a capital or a sign is unchanged.
std::string Title(std::string_view text) {
  std::string out(text);
  if (BeginsWithLower(out)) out[0] = ToUpper(out[0]);
  return out;
}

}  // namespace

std::string ColumnTitle(std::string_view column) {
  if (column == "name") return "Variable";
  if (column == "places") return "Read in";
  if (column == "since") return "Since";
  if (column == "values") return "Allowed values";
  return Title(column);
}

std::vector<std::string> ColumnsOf(const DocsOptions& options) {
  if (!options.columns.empty()) return options.columns;
  std::vector<std::string> usual = {"name", "type", "default", "description", "notes", "places"};
  if (options.since_tags) usual.insert(usual.end() - 1, "since");
  return usual;
}

std::string ShownDefault(const Row& row, const RowDefault& value) {
  std::string text = Masked(value.text, row);
  // A default of several lines, such as a certificate, is cut after the first.
  // "-----BEGIN\nMIIB" ─→ "-----BEGIN..."
  const size_t line = text.find('\n');
  if (line != std::string::npos) {
    text = ShortenAtWord(text.substr(0, line), kLongestDynamic) + "...";
  }
  return ShortenAtWord(text,
                       value.kind == DefaultKind::kDynamic ? kLongestDynamic : kLongestLiteral);
}

// One default alone; several with the files of their reads, if these distinguish them.
std::string DefaultCell(const Row& row, const CellOptions& options) {
  if (row.defaults.size() == 1) return DefaultWords(row, row.defaults[0], options);
  std::vector<std::string> shown;
  const bool places = !ShareFile(row);
  // Without places, equal words are listed once.
  for (const RowDefault& value : row.defaults) {
    std::string words = DefaultWords(row, value, options);
    if (places) words += " (" + ListPlaces(value.places, false, options) + ")";
    if (std::find(shown.begin(), shown.end(), words) == shown.end()) {
      shown.push_back(std::move(words));
    }
  }
  return Join(shown, ", ");
}

// With {line} in the link, each line is a place: equal texts then have different links.
std::string PlacesCell(const Row& row, const CellOptions& options) {
  return ListPlaces(row.places,
                    options.lines || options.link_template.find("{line}") != std::string::npos,
                    options);
}

// The order: warnings, values, other variables, what the program does, options in the value.
std::vector<std::string> NotesOf(const Row& row, bool values, const CellOptions& options) {
  std::vector<std::string> out;
  const Markup& markup = options.markup;
  if (row.deprecated) {
    const bool one = row.read_after.size() == 1;
    out.push_back(one ? "Deprecated: use " + markup.code(row.read_after.front()) + "."
                      : std::string("Deprecated."));
  }
  if (row.secret) out.push_back("A secret.");
  if (!row.code.library.empty()) out.push_back("Read by " + markup.text(row.code.library) + ".");
  if (values && !row.values.empty())
    out.push_back("One of " + List(row.values, "or", markup) + ".");
  if (row.any_true) {
    out.push_back("Any value enables it.");
  } else if (!row.truthy.empty()) {
    out.push_back("True for " + List(row.truthy, "and", markup) + ".");
  } else if (!row.falsy.empty()) {
    out.push_back("False for " + List(row.falsy, "and", markup) + ".");
  }
  if (!row.falls_back_to.empty()) {
    out.push_back(kFallsBackTo + List(row.falls_back_to, "or", markup) + ".");
  }
  if (!row.read_after.empty() && !(row.deprecated && row.read_after.size() == 1)) {
    out.push_back("Used if " + List(row.read_after, "and", markup) +
                  (row.read_after.size() == 1 ? " is not set." : " are not set."));
  }
  for (const AccessOp op : {AccessOp::kWrite, AccessOp::kAppend, AccessOp::kSetDefault}) {
    if (op == AccessOp::kSetDefault && row.read) continue;  // it is the default
    if (std::string note = WriteNote(row, op, options); !note.empty())
      out.push_back(std::move(note));
  }
  for (const RowPart& part : row.parts) {
    std::string note =
        "Part " + markup.code(part.name + (part.value.empty() ? "" : "=" + part.value));
    if (!part.description.empty()) note += ": " + markup.text(part.description);
    out.push_back(note + (note.ends_with('.') ? "" : "."));
  }
  return out;
}

// "Set APP_HOME, or the home." ─→ "Set `APP_HOME`, or the home."
std::string MarkedDescription(const std::string& text, const Markup& markup) {
  std::string out, plain;
  const auto flush = [&] {
    if (!plain.empty()) out += markup.text(plain);
    plain.clear();
  };
  for (size_t at = 0; at < text.size();) {
    size_t end = EndOfRun(text, at, IsIdentifierByte);
    const std::string_view word = std::string_view(text).substr(at, end - at);
    // Alone between blanks or before a punctuation mark: within "APP_X/APP_Y" the code marks of
    // some formats would not close.
    const bool front = at == 0 || text[at - 1] == ' ' || text[at - 1] == '(';
    const bool behind = end == text.size() || text[end] == ' ' || text[end] == '.' ||
                        text[end] == ',' || text[end] == ')' || text[end] == ':';
    if (end > at && front && behind && IsNameWord(word)) {
      const bool gap = plain.ends_with(' ');
      if (gap) plain.pop_back();
      flush();
      out += (gap ? " " : "") + markup.code(word);
      if (end < text.size() && text[end] == ' ') {
        out += ' ';
        ++end;
      }
    } else {
      plain += text.substr(at, std::max<size_t>(end - at, 1));
      if (end == at) ++end;
    }
    at = end;
  }
  flush();
  return out;
}

// A place without a line is linked to the first one.
std::string LinkTo(const Place& place, const std::string& link_template) {
  if (link_template.empty() || place.file.empty()) return {};
  return ReplaceAll(ReplaceAll(link_template, "{file}", UriPath(place.file)), "{line}",
                    std::to_string(std::max(place.line, 1)));
}

// The user's sentence is kept even if the code contradicts it; the contradiction follows in
// brackets.
std::string FullDescription(const Row& row) {
  if (row.description.correction.empty()) return row.description.text;
  return row.description.text + " (" + Title(kCodeDiffers) + " " + row.description.correction +
         ".)";
}

std::string CellOf(const Row& row, std::string_view column, const CellOptions& options) {
  const Markup& markup = options.markup;
  if (column == "name") return markup.code(row.name);
  if (column == "type") {
    return row.type == ValueType::kUnknown ? std::string() : markup.text(ToString(row.type));
  }
  if (column == "default") return DefaultCell(row, options);
  if (column == "values") return List(row.values, "or", markup);
  if (column == "description") {
    return MarkedDescription(FullDescription(row), markup);
  }
  if (column == "places") return PlacesCell(row, options);
  if (column == "since") return markup.text(row.since);
  std::string out;
  for (const std::string& note : NotesOf(row, true, options))
    out += (out.empty() ? "" : " ") + note;
  return out;
}

// "What it does. (The code differs: ...)" ─→ "What it does.", so a second run does not repeat
// the words of the first.
std::string WithoutOwnWords(const std::string& text, bool in_table) {
  // The earliest of the phrases that the generator appends. "In the code:" within a table is a
  // user's.
  size_t end = text.size();
  for (const std::string_view mark : {std::string_view(kNotes), std::string_view(kReadIn),
                                      std::string_view("(The code differs:")}) {
    if (in_table && (mark == kNotes || mark == kReadIn)) continue;
    const size_t at = text.find(mark);
    if (at != std::string::npos && (at == 0 || text[at - 1] == ' ')) end = std::min(end, at);
  }
  std::string out = text.substr(0, end);
  if (!in_table && out.starts_with(kNote)) out.erase(0, std::string_view(kNote).size());
  while (out.ends_with(' ') || out.ends_with(';')) out.pop_back();
  return out;
}

}  // namespace flagcensus
