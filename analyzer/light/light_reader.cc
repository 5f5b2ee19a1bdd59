// name in a text ─→ the longest row that fits around it ─→ read, write or mention, with its default
//
//   echo ${APP_PORT:-80}    `${NAME` and `${NAME:-VALUE}` fit, the second is longer
//                           ─→ a read, default 80
//   [ -z "$APP_DIR" ] && APP_DIR=/srv    a test, then a set within two lines
//                           ─→ two reads, the second with the default /srv
//   PORT=80                 ─→ a write; `$PORT` on a later line reads nothing
//
// A row is compared backwards from the name's first byte and forwards from its last, so a hit
// of the word search costs a few bytes. A variable that a script sets itself, unconditionally, is
// its own from that line on.
#include "analyzer/light/light_reader.h"

#include <algorithm>
#include <map>

#include "analyzer/base/characters.h"
#include "analyzer/base/text.h"

namespace flagcensus {
namespace {

// Bounds on the text that is examined around one name, and on the searches for the value of a
// default.
// A longer value is a script or data. It is reported as unknown, because of a limit.
constexpr size_t kMaxValue = 400;
// Searches over the whole file, each for another variable that a default names.
constexpr int kMaxLookups = 50;
// Defaults of defaults: `${A:-${B:-$C}}`.
constexpr int kMaxDepth = 4;
// A test for emptiness and the assignment of its default are next to each other, or with `then`
// between them. Further apart, the assignment is one that happens anyway.
constexpr int kNearLines = 2;

bool IsQuote(char c) { return c == '"' || c == '\'' || c == '`'; }

// Whether `row` ends at `at`, compared backwards. A blank of the row matches any white space or
// none, '^' the beginning of a line, '"' any quote.
bool FitsBefore(std::string_view text, size_t at, std::string_view row) {
  for (size_t i = row.size(); i-- > 0;) {
    if (row[i] == ' ') {
      at = StartOfRun(text, at, IsPlainSpace);
    } else if (row[i] == '^') {
      at = StartOfRun(text, at, IsBlank);
      return at == 0 || text[at - 1] == '\n';
    } else {
      if (at == 0) return false;
      const char c = text[--at];
      if (row[i] == '"' ? !IsQuote(c) : c != row[i]) return false;
    }
  }
  // "getenv(" does not fit the end of "my_getenv(".
  return row.empty() || !IsIdentifierByte(row.front()) || at == 0 ||
         !IsIdentifierByte(text[at - 1]);
}

// The end of `row`, compared from `at` on; npos if the text does not match it. `in_line`: a row
// that begins with a line does not continue in the next one.
size_t FitsAfter(std::string_view text, size_t at, std::string_view row, bool in_line) {
  for (const char c : row) {
    if (c == ' ') {
      at = in_line ? EndOfRun(text, at, IsBlank) : EndOfRun(text, at, IsPlainSpace);
      continue;
    }
    if (at >= text.size() || (c == '"' ? !IsQuote(text[at]) : text[at] != c)) {
      return std::string_view::npos;
    }
    ++at;
  }
  if (!row.empty() && IsIdentifierByte(row.back()) && at < text.size() &&
      IsIdentifierByte(text[at])) {
    return std::string_view::npos;
  }
  return at;
}

// The end of the value that begins at `at` and is closed by the first byte of `close`; sets *cut if
// it is too long. A value in braces may contain others and lines, a value in quotes ends with its
// line.
size_t ClosedAt(std::string_view text, size_t at, char close, bool* cut) {
  const size_t limit = std::min(text.size(), at + kMaxValue);
  int depth = 0;
  for (size_t i = at; i < limit; ++i) {
    if (text[i] == '\n' && close != '}') return std::string_view::npos;
    if (text[i] == close && depth == 0) return i;
    if (close == '}' && text[i] == '{') ++depth;
    if (close == '}' && text[i] == '}') --depth;
  }
  *cut = limit < text.size();
  return *cut ? limit : std::string_view::npos;
}

// The end of a word of a shell: blanks and separators end it, except in quotes or braces; sets *cut
// if it is too long.
size_t WordEnd(std::string_view text, size_t at, bool* cut) {
  const size_t limit = std::min(text.size(), at + kMaxValue);
  char quote = 0;
  int depth = 0;
  for (size_t i = at; i < limit; ++i) {
    const char c = text[i];
    if (c == '\n') return i;
    if (quote != 0) {
      if (c == quote) quote = 0;
    } else if (IsQuote(c)) {
      quote = c;
    } else if (c == '{' || c == '(') {
      ++depth;
    } else if ((c == '}' || c == ')') && depth > 0) {
      --depth;
    } else if (depth == 0 && (IsPlainSpace(c) || c == ';' || c == '&' || c == '|' || c == ')')) {
      return i;
    }
  }
  *cut = limit < text.size();
  return limit;
}

// A row that fits at a name, with its value if the row has one.
struct Match {
  const LightText* row = nullptr;
  std::string_view value;
  bool cut = false;  // the value is longer
};

// The longest row that fits. Blanks do not count, so a row is not preferred for its spacing.
Match BestOf(const std::vector<LightText>& rows, std::string_view text, const LightName& name) {
  Match best;
  for (const LightText& row : rows) {
    if (best.row != nullptr && row.length <= best.row->length) continue;
    if (!FitsBefore(text, name.offset, row.before)) continue;
    const bool in_line = row.before.starts_with('^');
    const size_t at = FitsAfter(text, name.offset + name.name.size(), row.after, in_line);
    if (at == std::string_view::npos) continue;
    Match here;
    here.row = &row;
    if (row.has_value) {
      const char close = row.close.empty() ? '\0' : row.close.front();
      // The closing quote is the one that opened the value, whichever the row writes.
      const char closes = close == '"' && at > 0 ? text[at - 1] : close;
      const size_t end =
          close == '\0' ? WordEnd(text, at, &here.cut) : ClosedAt(text, at, closes, &here.cut);
      if (end == std::string_view::npos) continue;
      here.value = text.substr(at, end - at);
    }
    best = here;
  }
  return best;
}

class Reader {
 public:
  Reader(const LightLanguage& language, std::string_view text) : language_(language), text_(text) {}

  // The four kinds of rows compete: the longest match of all of them decides. On a tie, the order
  // is local, empty, read, set.
  std::optional<LightUse> Read(const LightName& name) {
    const size_t line = LineOf(name.offset);
    if (IsComment(line, name.offset)) return std::nullopt;
    const Match set = BestOf(language_.sets, text_, name);
    const Match read = BestOf(language_.reads, text_, name);
    const Match local = BestOf(language_.locals, text_, name);
    const Match empty = BestOf(language_.empties, text_, name);
    const auto length = [](const Match& match) {
      return match.row == nullptr ? 0 : match.row->length;
    };
    const size_t most = std::max({length(set), length(read), length(local), length(empty)});
    if (most == 0) return std::nullopt;
    State& state = states_[std::string(name.name)];
    if (length(local) == most) {
      state.own = true;
      return std::nullopt;
    }
    if (length(empty) == most || length(read) == most) {
      if (state.own) return std::nullopt;
      // `[ -z "$X" ]` is remembered, so an assignment of X on the next lines is seen as its
      // default.
      state.asked = length(empty) == most ? line_number_ : -kNearLines - 1;
      LightUse use;
      if (read.row != nullptr && read.row->has_value && length(read) == most) Value(read, &use);
      return use;
    }
    LightUse use;
    use.op = AccessOp::kWrite;
    if (set.row->has_value) Value(set, &use);
    const bool mentions_itself = set.value.find(name.name) != std::string_view::npos;
    // The assignment after a test for emptiness: `[ -z "$X" ] && X=1`.
    if (!state.own && line_number_ - state.asked <= kNearLines) {
      use.op = AccessOp::kRead;  // if it is empty, it becomes this
    } else if (language_.shadows && name.offset == line && !mentions_itself) {
      // `PATH=/opt:$PATH` reads the environment's value and does not hide it.
      state.own = true;
    }
    return use;
  }

 private:
  // What the file has done with a name so far.
  struct State {
    bool own = false;             // from here on a variable of the file itself
    int asked = -kNearLines - 1;  // the line that tested whether it is empty
  };

  // The first byte of the line around `offset`. Names come in ascending order.
  size_t LineOf(size_t offset) {
    for (; counted_ < offset; ++counted_) {
      if (text_[counted_] != '\n') continue;
      ++line_number_;
      line_begin_ = counted_ + 1;
    }
    return line_begin_;
  }

  // A keyword such as "rem" must be a whole word; a sign such as "#" need not.
  bool IsComment(size_t line, size_t offset) const {
    if (language_.comment.empty()) return false;
    while (line < offset && IsPlainSpace(text_[line])) ++line;
    const std::string_view there = text_.substr(line, language_.comment.size());
    if (!EqualsIgnoreCase(there, language_.comment)) return false;
    const size_t end = line + language_.comment.size();
    return !IsIdentifierByte(language_.comment.back()) || end >= text_.size() ||
           IsPlainSpace(text_[end]);
  }

  // Fills the default or the written value: a literal, or its source if it is not known.
  void Value(const Match& match, LightUse* use) {
    cut_ = match.cut;
    const std::optional<std::string> known = match.cut ? std::nullopt : Known(match.value, 0);
    use->cut = cut_;
    use->default_kind = known ? DefaultKind::kLiteral : DefaultKind::kDynamic;
    std::string_view source = Trim(match.value);
    if (source.size() >= 2 && source.front() == '"' && source.back() == '"') {
      source = source.substr(1, source.size() - 2);
    }
    use->text = known ? *known : std::string(source);
  }

  // `value` without quotes. If it consists of one variable that the file sets once, the value of
  // that variable; nullopt for any other text that a shell would expand.
  std::optional<std::string> Known(std::string_view value, int depth) {
    value = Trim(value);
    if (value.size() >= 2 && IsQuote(value.front()) && value.back() == value.front()) {
      if (value.front() == '`') return std::nullopt;
      value = value.substr(1, value.size() - 2);
    }
    const size_t dollar = value.find_first_of("$`%\\{");
    if (dollar == std::string_view::npos) return std::string(value);
    if (dollar != 0 || value[0] != '$') return std::nullopt;
    if (depth >= kMaxDepth) return CutOff();
    std::string_view name = value.substr(1);
    if (name.starts_with('{') && name.ends_with('}')) {
      name = name.substr(1, name.size() - 2);
      const size_t inner = name.find(":-");
      // `${B:-1}` as the default of A: without A and B it is 1.
      if (inner != std::string_view::npos) return Known(name.substr(inner + 2), depth + 1);
    }
    if (name.empty() || !AllBytes(name, IsIdentifierByte)) return std::nullopt;
    return SetOnce(std::string(name), depth);
  }

  // A limit is not the same as an unknown value: it is reported.
  std::optional<std::string> CutOff() {
    cut_ = true;
    return std::nullopt;
  }

  // The value to which the file sets `name` at the beginning of a line, if it does so exactly once.
  // An assignment in a branch (indented) or a second one makes the value unknown.
  std::optional<std::string> SetOnce(const std::string& name, int depth) {
    if (const auto known = once_.find(name); known != once_.end()) return known->second;
    if (++lookups_ > kMaxLookups) return CutOff();
    once_[name] = std::nullopt;  // during the search: a variable that refers to itself is not known
    const std::string line = name + "=";
    std::optional<std::string> found;
    for (size_t at = text_.find(line); at != std::string_view::npos;
         at = text_.find(line, at + 1)) {
      if (at > 0 && IsIdentifierByte(text_[at - 1])) continue;
      if (found || (at > 0 && text_[at - 1] != '\n')) return std::nullopt;
      const size_t begin = at + line.size();
      bool cut = false;
      const size_t end = WordEnd(text_, begin, &cut);
      found = cut ? CutOff() : Known(text_.substr(begin, end - begin), depth + 1);
      if (!found) return std::nullopt;
    }
    once_[name] = found;
    return found;
  }

  const LightLanguage& language_;
  std::string_view text_;
  std::map<std::string, State> states_;
  std::map<std::string, std::optional<std::string>> once_;
  int lookups_ = 0;
  bool cut_ = false;  // a limit prevents the current value from being known
  size_t counted_ = 0;
  size_t line_begin_ = 0;
  int line_number_ = 1;
};

}  // namespace

std::vector<std::optional<LightUse>> ReadLight(const LightLanguage& language, std::string_view text,
                                               const std::vector<LightName>& names) {
  Reader reader(language, text);
  std::vector<std::optional<LightUse>> out;
  out.reserve(names.size());
  for (const LightName& name : names) out.push_back(reader.Read(name));
  return out;
}

}  // namespace flagcensus
