// A line of a comment must not look like an assignment or a banner. Words that would make it one
// are kept on the line before.
//
//   ... if the cache is off, as with APP_CACHE=0   never broken before APP_CACHE=0
#include "analyzer/reference/dotenv.h"

#include <algorithm>

#include "analyzer/base/text.h"
#include "analyzer/model/secrets.h"

namespace flagcensus {
namespace {

// With "# " in front, lines stay below 100 columns. A longer word is not broken.
constexpr size_t kWidth = 96;

// The default as a user would set it: whole, since a program would read a cut value as it is. A
// value of several lines has no spelling that all readers of .env files share.
std::string WholeValue(const Row& row) {
  const RowDefault* single = row.single_default();
  const bool literal = single != nullptr && single->kind == DefaultKind::kLiteral;
  if (!literal || single->text.find('\n') != std::string::npos) return {};
  return MaskSecrets(single->text, row.name);
}

}  // namespace

// 80 ─→ 80; "a b" ─→ 'a b'; it's $5 ─→ "it's \$5"
std::string DotenvValue(std::string_view given) {
  const std::string value(given);
  const bool plain = std::all_of(value.begin(), value.end(), [](char c) {
    return IsIdentifierByte(c) || std::string_view("-./:,+@%").find(c) != std::string_view::npos;
  });
  if (plain) return value;
  const std::string text = EscapeControl(value);  // control characters such as CR and LF as escapes
  if (text.find('\'') == std::string::npos && text.find('\\') == std::string::npos) {
    return "'" + text + "'";
  }
  // Both readers expand "$" in double quotes, and shells run what is in "`".
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\' || c == '$' || c == '`') out += '\\';
    out += c;
  }
  return out + "\"";
}

namespace {

// Whether a line of a comment may begin with the word.
bool MayBegin(std::string_view word) {
  return word.find('=') == std::string_view::npos && !word.empty() &&
         std::string_view("-=#*~").find(word[0]) == std::string_view::npos;
}

// A word that must not begin a line makes its line longer than kWidth.
void Wrap(const std::string& text, std::vector<std::string>& out) {
  std::string line;
  for (const std::string_view word : Split(text, ' ')) {
    if (word.empty()) continue;
    if (!line.empty() && line.size() + word.size() > kWidth && MayBegin(word)) {
      out.push_back(line);
      line.clear();
    }
    line += (line.empty() ? "" : " ") + std::string(word);
  }
  if (!line.empty()) out.push_back(line);
}

}  // namespace

// "# APP_PORT=80"; "APP_KEY=" for a required variable, which users must fill in; "" for a family |
std::string DotenvAssignment(const Row& row) {
  if (row.name.find('*') != std::string::npos) return {};
  return (row.required() ? "" : "# ") + OneLine(row.name) + "=" + DotenvValue(WholeValue(row));
}

// `# APP_PORT: "80"`, or as an item `# - name: APP_PORT` and `#   value: "80"` |
std::vector<std::string> YamlEntry(const Row& row, bool item) {
  if (row.name.find('*') != std::string::npos) return {};
  std::string value = row.required() ? "CHANGE_ME" : WholeValue(row);
  // A masked value is not offered as one to set.
  if (row.secret || value.find("***") != std::string::npos) value.clear();
  value = '"' + JsonMarkup().text(value) + '"';
  const std::string mark = row.required() ? "" : "# ", name = OneLine(row.name);
  if (!item) return {mark + name + ": " + value};
  return {mark + "- name: " + name, mark + "  value: " + value};
}

std::vector<std::string> DotenvDescription(const Row& row) {
  std::vector<std::string> out;
  Wrap(OneLine(FullDescription(row)), out);
  // "Note: " in front of a description that would itself begin a line badly.
  if (!out.empty() && !MayBegin(std::string_view(out.front()).substr(0, out.front().find(' ')))) {
    out.front().insert(0, kNote);
  }
  return out;
}

std::vector<std::string> DotenvComment(const Row& row, const CellOptions& options) {
  std::string notes;
  for (const std::string& note : NotesOf(row, true, options)) notes += " " + note;
  if (row.defaults.size() > 1 ||
      (row.single_default() != nullptr && row.single_default()->kind == DefaultKind::kDynamic)) {
    notes += " Default " + DefaultCell(row, options) + ".";
  }
  if (row.name.find('*') != std::string::npos) notes += " Each " + OneLine(row.name) + " is one.";
  std::vector<std::string> out = DotenvDescription(row);
  if (notes.empty()) return out;
  // A sentence ends before the notes, so a reader of the lines does not join them.
  const bool open =
      !out.empty() && (IsIdentifierByte(out.back().back()) ||
                       std::string_view(")'\"`").find(out.back().back()) != std::string_view::npos);
  if (open) out.back() += '.';
  Wrap(kNotes + notes, out);
  return out;
}

}  // namespace flagcensus
