// Page, file ─→ the file with a line for each row that it lacks.
//
//   # The shop                # The shop
//   SHOP_DB_HOST=db           SHOP_DB_HOST=db
//                      ─→     # How long a query may take.
//                             # SHOP_DB_WAIT=5
//   MAIL_HOST=                MAIL_HOST=
//
// The result is read again: it must contain the old settings in their order and otherwise only the
// added names.
#include "analyzer/fix/add_rows.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "analyzer/base/text.h"
#include "analyzer/fix/page.h"
#include "analyzer/fix/siblings.h"
#include "analyzer/reference/dotenv.h"
#include "analyzer/reference/prose.h"
#include "analyzer/surfaces/surfaces.h"

namespace flagcensus {
namespace {

constexpr size_t kEnough = 240;  // bytes of a description: a sample has a few lines for each

// The offset after the line at `at`.
size_t NextLine(std::string_view text, size_t at) {
  const size_t end = text.find('\n', at);
  return end == std::string_view::npos ? text.size() : end + 1;
}

// The offset after the last line that is not blank.
size_t EndOfText(std::string_view text) {
  const size_t last = text.find_last_not_of(" \t\r\n");
  return last == std::string_view::npos ? 0 : NextLine(text, last);
}

// The offset after the assignment at `at`; its value between quotes may have several lines.
//
//   KEY="-----BEGIN        begins at `at`
//   MIIB..."               ends here
size_t EndOfAssignment(std::string_view text, size_t at) {
  const size_t next = NextLine(text, at);
  const size_t sign = text.find('=', at);
  if (sign >= next) return next;
  const size_t value = text.find_first_not_of(" \t", sign + 1);
  if (value >= next || (text[value] != '"' && text[value] != '\'')) return next;
  for (size_t i = value + 1; i < text.size(); ++i) {
    if (text[i] == '\\' && text[value] == '"') {
      ++i;
    } else if (text[i] == text[value]) {
      return NextLine(text, i);
    }
  }
  return next;  // without a closing quote the value is the rest of the line
}

// The offset after the comment to which the setting that ends at `end`, itself a comment, belongs.
// `begins`: where settings begin. Another comment below it is about the next setting, or a heading.
//
//   # APP_HOST=db          the setting
//   # is the host that     goes on with a small letter, and so does the sentence
//   # answers.
//                          ends here
size_t EndOfSentence(std::string_view text, size_t end, const std::set<size_t>& begins) {
  const auto words = [&](size_t at) {
    std::string_view line = Trim(text.substr(at, NextLine(text, at) - at));
    if (begins.contains(at) || !line.starts_with('#')) return std::string_view();
    while (line.starts_with('#')) line.remove_prefix(1);
    return Trim(line);
  };
  const std::string_view first = words(end);
  size_t next = end;
  std::string_view last;
  for (std::string_view line = first; !line.empty(); line = words(next)) {
    last = line;
    next = NextLine(text, next);
  }
  if (BeginsWithLower(first)) return next;
  const bool apart =
      next >= text.size() || Trim(text.substr(next, NextLine(text, next) - next)).empty();
  return apart && last.ends_with('.') ? next : end;
}

// Where each setting of the file begins and ends. A setting in a comment has one line, unless it is
// within a sentence.
Listing ListingOfDotenv(std::string_view text, const Surface& surface) {
  Listing out;
  out.end = EndOfText(text);
  const std::vector<size_t> starts = LineStarts(text);
  std::set<size_t> begins;
  for (const SurfaceSetting& setting : surface.settings) {
    const auto line = static_cast<size_t>(setting.place.line) - 1;
    if (line < starts.size()) begins.insert(starts[line]);
  }
  for (const SurfaceSetting& setting : surface.settings) {
    const auto line = static_cast<size_t>(setting.place.line) - 1;
    if (line >= starts.size()) continue;
    const size_t begin = starts[line];
    const size_t end = setting.how == Given::kCommented
                           ? EndOfSentence(text, NextLine(text, begin), begins)
                           : EndOfAssignment(text, begin);
    out.lines.push_back({setting.name, begin, end});
  }
  return out;
}

bool HasBlankLine(std::string_view text) {
  for (size_t at = 0; at < text.size(); at = NextLine(text, at)) {
    if (Trim(text.substr(at, NextLine(text, at) - at)).empty()) return true;
  }
  return false;
}

// Whether blank lines separate most of the variables; then new lines are separated, too.
// At least half: files often have blank lines between groups only, which are fewer.
bool IsSpaced(std::string_view text, const std::vector<ListedLine>& lines) {
  size_t spaced = 0;
  for (size_t i = 1; i < lines.size(); ++i) {
    const size_t from = std::min(lines[i - 1].end, lines[i].begin);
    if (HasBlankLine(text.substr(from, lines[i].begin - from))) ++spaced;
  }
  return 2 * spaced >= lines.size();
}

// The text in pieces, each ending after a listed line. Lines are added between them in constant
// time. A text of 10,000 lines would otherwise be copied for each of 1000 new rows.
class Pieces {
 public:
  Pieces(std::string_view text, const Listing& listing) {
    std::set<size_t> ends = {listing.end, text.size()}, begins;
    for (const ListedLine& line : listing.lines) {
      ends.insert(line.end);
      begins.insert(line.begin);
    }
    size_t begin = 0;
    for (const size_t end : ends) {
      at_.emplace(end, pieces_.size());
      pieces_.push_back({std::string(text.substr(begin, end - begin)), pieces_.size() + 1,
                         begins.contains(begin)});
      begin = end;
    }
    last_ = pieces_.size();
    pieces_.push_back({});
  }

  size_t EndingAt(size_t offset) const { return at_.at(offset); }
  // The number of the new piece.
  size_t AddBelow(size_t piece, std::string text, bool lists) {
    pieces_.push_back({std::move(text), pieces_[piece].next, lists});
    pieces_[piece].next = pieces_.size() - 1;
    return pieces_[piece].next;
  }
  // Whether the line below the piece lists a variable.
  bool IsAboveLine(size_t piece) const { return pieces_[pieces_[piece].next].lists; }
  std::string Text() const {
    std::string out;
    for (size_t at = 0; at != last_; at = pieces_[at].next) out += pieces_[at].text;
    return out;
  }

 private:
  struct Piece {
    std::string text;
    size_t next = 0;
    bool lists = false;  // a variable, on its first line
  };
  std::vector<Piece> pieces_;
  std::map<size_t, size_t> at_;
  size_t last_ = 0;  // the number after that of the last one
};

// Adds the rows of a page to a listing.
// Each added row is itself a possible neighbour of those added after it.
class Adder {
 public:
  Adder(const AddRowsInput& input, std::string_view text, const Listing& listing)
      : input_(input),
        listing_(listing),
        pieces_(text, listing),
        dotenv_(input.kind == SurfaceKind::kDotenv),
        spaced_(IsSpaced(text, listing.lines)),
        empty_(listing.end == 0),
        first_(listing.lines.empty()),
        end_(pieces_.EndingAt(listing.end)) {
    for (const ListedLine& line : listing.lines) {
      const size_t piece = pieces_.EndingAt(line.end);
      siblings_.Add(line.name, piece);
      at_[line.name] = piece;
    }
  }

  // Adds the lines of one row: a gap, the comment, and the assignment.
  void Add(const Section& section, size_t number) {
    const Row& row = section.rows[number];
    const std::optional<size_t> near = Near(section, number);
    const size_t above = near.value_or(end_);
    Row brief = row;
    brief.description.text = Shortened(row.description.text, row.name, kEnough);
    const std::vector<std::string> comment = DotenvDescription(brief);
    const std::string gap = Gap(near.has_value());
    std::string text = gap;
    for (const std::string& line : comment) text += listing_.indent + "# " + line + "\n";
    const std::vector<std::string> lines =
        dotenv_ ? std::vector{DotenvAssignment(row)} : YamlEntry(row, listing_.items);
    for (const std::string& line : lines) text += listing_.indent + line + "\n";
    // A comment is about this variable alone: a blank line keeps the next variable from sharing it.
    if (dotenv_ && !comment.empty() && pieces_.IsAboveLine(above)) text += "\n";
    const size_t piece = pieces_.AddBelow(above, std::move(text), gap.empty() && comment.empty());
    siblings_.AddBelow(row.name, piece, above);
    at_[row.name] = piece;
    if (!near) at_end_ = true;
    if (above == end_) end_ = piece;
    first_ = false;
    empty_ = false;
  }

  std::string Text() const { return pieces_.Text(); }

 private:
  // The text above the lines of the next row.
  // "env:" and a line end above the first row of a file that has no map yet; a blank line if the
  // file separates its variables; "" otherwise.
  std::string Gap(bool near) const {
    if (first_ && !listing_.opening.empty()) {
      return (empty_ ? "" : "\n") + listing_.opening + "\n";
    }
    if (empty_ || (first_ && !dotenv_)) return "";
    return spaced_ || (dotenv_ && !near && !at_end_) ? "\n" : "";
  }

  // The piece below which the row belongs; nullopt: at the end. The beginning that most names of
  // the file share is weaker evidence than the section.
  // First the siblings by name, if they are at most half of the file; then the row's neighbours in
  // its section, the one before it first.
  std::optional<size_t> Near(const Section& section, size_t number) const {
    const std::optional<Siblings::Found> found = siblings_.Find(section.rows[number].name);
    if (found && 2 * found->count <= siblings_.count()) return found->id;
    if (!section.title.empty()) {
      for (size_t i = number; i > 0; --i) {
        const auto at = at_.find(section.rows[i - 1].name);
        if (at != at_.end()) return at->second;
      }
      for (size_t i = number + 1; i < section.rows.size(); ++i) {
        const auto at = at_.find(section.rows[i].name);
        if (at != at_.end()) return at->second;
      }
    }
    return found ? std::optional(found->id) : std::nullopt;
  }

  const AddRowsInput& input_;
  const Listing& listing_;
  Pieces pieces_;
  Siblings siblings_;
  std::map<std::string, size_t, std::less<>> at_;
  const bool dotenv_;
  const bool spaced_;
  bool empty_;           // the file is
  bool first_;           // nothing is listed yet
  bool at_end_ = false;  // a row without siblings was added
  size_t end_;
};

// The settings that are compared before and after. In YAML, what is commented out is not one.
std::vector<SurfaceSetting> SettingsOf(const AddRowsInput& input, std::string_view text,
                                       size_t* wrong) {
  std::vector<Diagnostic> diagnostics;
  std::vector<SurfaceSetting> out = ReadSurface(input.file, input.kind, text, diagnostics).settings;
  *wrong = diagnostics.size();
  if (input.kind == SurfaceKind::kHelm) {
    std::erase_if(out, [](const SurfaceSetting& one) { return one.how == Given::kCommented; });
  }
  return out;
}

// Whether the new text has the settings of the old one, and otherwise only those of `names`.
bool SaysNothingElse(const AddRowsInput& input, std::string_view text,
                     const std::vector<std::string>& names) {
  size_t wrong_before = 0, wrong = 0, at = 0;
  const std::vector<SurfaceSetting> before = SettingsOf(input, input.text, &wrong_before);
  const std::set<std::string_view> added(names.begin(), names.end());
  for (const SurfaceSetting& one : SettingsOf(input, text, &wrong)) {
    const bool kept = at < before.size() && before[at].name == one.name &&
                      before[at].how == one.how && before[at].value == one.value;
    if (!kept && !added.contains(one.name)) return false;
    if (kept) ++at;
  }
  return at == before.size() && wrong == wrong_before;
}

}  // namespace

// Deprecated variables are not added, since no new user should set them, and neither are families,
// which do not have a single name.
Result<RowsAdded> AddRows(const AddRowsInput& input) {
  if (HasUtf16Mark(input.text) || input.text.find('\0') != std::string_view::npos) {
    return Error{input.file + ": was not changed: it is not UTF-8"};
  }
  std::vector<Diagnostic> diagnostics;
  const Surface surface = ReadSurface(input.file, input.kind, input.text, diagnostics);
  std::vector<std::string> all;
  for (const Section& section : input.page.sections) {
    for (const Row& row : section.rows) all.push_back(row.name);
  }
  std::string text(input.text);
  const bool windows = text.find("\r\n") != std::string::npos;
  if (!text.empty() && !text.ends_with('\n')) text += windows ? "\r\n" : "\n";
  Listing listing;
  if (input.kind == SurfaceKind::kDotenv) {
    listing = ListingOfDotenv(text, surface);
  } else {
    Result<Listing> found = ListingOfValues(input.file, all, text);
    if (!found.ok()) return found.error();
    listing = std::move(found).value();
  }
  std::set<std::string_view> listed;
  for (const SurfaceSetting& setting : surface.settings) listed.insert(setting.name);
  for (const ListedLine& line : listing.lines) listed.insert(line.name);
  Adder adder(input, text, listing);
  RowsAdded out;
  for (const Section& section : input.page.sections) {
    for (size_t i = 0; i < section.rows.size(); ++i) {
      const Row& row = section.rows[i];
      if (row.deprecated || row.name.find('*') != std::string::npos) continue;
      if (!listed.insert(row.name).second) continue;
      adder.Add(section, i);
      out.names.push_back(row.name);
    }
  }
  out.text = input.text;
  // Line ends are those of the file; a file with both gets those of Windows.
  if (out.names.empty()) return out;
  out.text = adder.Text();
  if (windows) out.text = ReplaceAll(ReplaceAll(out.text, "\r\n", "\n"), "\n", "\r\n");
  if (SaysNothingElse(input, out.text, out.names)) return out;
  return Error{input.file + ": was not changed: lines for " + Join(out.names, ", ") +
               " would change what it says; add them by hand"};
}

}  // namespace flagcensus
