// Text → the names it begins with.
//
//   lead      := name { glue name } { tag } separator
//   name      := see name_token.cc
//   glue      := , / | & + "and" "or" or, between marked names, white space
//   tag       := [words]
//   separator := : - = . ( or the end of the line or of the text
//
//   "`APP_A`, `APP_B` (bool): …"  ─→ APP_A, APP_B; kColon
//   "APP_A is read by …"          ─→ APP_A; kText
//   "README.md lists …"           ─→ empty: the word goes on after the dot
#include "analyzer/catalog/leading_names.h"

#include <algorithm>

#include "analyzer/base/characters.h"
#include "analyzer/base/text.h"
#include "analyzer/catalog/name_token.h"
#include "analyzer/pages/names.h"

namespace flagcensus {
namespace {

class LeadParser {
 public:
  LeadParser(const Prose& prose, bool sub_flags) : prose_(prose), sub_flags_(sub_flags) {}

  LeadingNames Parse() {
    size_t at = SkipSpace(0);
    size_t end = Element(at);
    if (end == at) return {};
    while (lead_.names.size() < kMaxLeadNames) {
      const size_t next = Glue(end);
      if (next == end) break;
      const size_t after = Element(next);
      if (after == next) break;
      end = after;
    }
    Finish(end);
    return std::move(lead_);
  }

 private:
  size_t SkipSpace(size_t at) const { return EndOfRun(prose_.text, at, IsTextSpace); }

  bool Marked(size_t at) const {
    return at < prose_.styles.size() &&
           (prose_.styles[at] & (Prose::kCode | Prose::kStrong | Prose::kRole)) != 0;
  }

  // Adds the names at `at` to the lead and returns the place after them, or `at` if there is no
  // name.
  size_t Element(size_t at) {
    if (at >= prose_.text.size()) return at;
    const size_t before = lead_.names.size();
    size_t end = at;
    if (prose_.IsCode(at)) {
      end = prose_.CodeEnd(at);
      if (!CodeNames(std::string_view(prose_.text).substr(at, end - at))) end = at;
    } else {
      end = PlainName(at);
    }
    if (end == at) {
      lead_.names.resize(before);
      return at;
    }
    const Prose::Start place = prose_.PlaceOf(at);
    for (size_t i = before; i < lead_.names.size(); ++i) {
      lead_.names[i].line = place.line;
      lead_.names[i].column =
          place.column == 0 ? 0 : place.column + static_cast<int>(at - place.offset);
      lead_.names[i].marked = Marked(at);
      lead_.names[i].code = prose_.IsCode(at);
      lead_.names[i].role = (prose_.styles[at] & Prose::kRole) != 0;
    }
    return end;
  }

  // A code span: one name, or several separated by commas, slashes, bars or blanks.
  //
  //   `APP_A, APP_B`  `APP_A/APP_B`  `APP_A APP_B`  ─→ two names
  //   `run APP_A`                                   ─→ false
  bool CodeNames(std::string_view text) {
    if (AddNames(text, sub_flags_, lead_.names)) return true;
    for (const char separator : {',', '/', '|', ' '}) {
      if (text.find(separator) == std::string_view::npos) continue;
      std::vector<LeadName> names;
      bool all = true;
      for (const std::string_view part : Split(text, separator)) {
        if (separator == ' ' && Trim(part).empty()) continue;
        // Words side by side are a command or a sentence; names with a '_' side by side are names.
        all = all && AddNames(part, sub_flags_, names) && names.size() <= kMaxLeadNames &&
              (ShapeOf(names.back().name) == NameShape::kStrong);
      }
      if (!all || names.empty()) continue;
      lead_.names.insert(lead_.names.end(), names.begin(), names.end());
      return true;
    }
    return false;
  }

  // "$HOME/.app.conf" and "%APPDATA%\\app": the name only begins a path.
  bool IsPath(size_t begin, size_t end) const {
    const std::string_view text = prose_.text;
    if ((text[begin] != '$' && text[begin] != '%') || end + 1 >= text.size()) return false;
    if (text[end] != '/' && text[end] != '\\') return false;
    return text[end + 1] != '$' && text[end + 1] != '%' && !IsTextSpace(text[end + 1]);
  }

  // A name in plain or strong text. There, only capitals show that a word is a name, or a sigil, a
  // role, or an underscore in bold lower-case letters.
  //
  //   "APP_HOME: the directory"      ─→ APP_HOME
  //   "cache=1 turns it on"          ─→ cache with its value
  //   "cache turns it on"            ─→ not a name: lower case
  size_t PlainName(size_t at) {
    const std::string_view text = prose_.text;
    size_t end = at;
    const bool role = (prose_.styles[at] & Prose::kRole) != 0;
    while (end < text.size() && !IsTextSpace(text[end]) && !prose_.IsCode(end)) {
      const char c = text[end];
      // The bytes of names, families and placeholders; "<" only in "APP_<ID>".
      if (!IsIdentifierByte(c) && c != '$' && c != '%' && c != '*' && c != '{' && c != '}' &&
          !(c == '<' && end > at && text[end - 1] == '_') && c != '>' &&
          !(c == '-' && sub_flags_ && end < at + 2)) {
        break;
      }
      ++end;
    }
    if (end == at || end - at > kMaxName) return at;
    size_t name_end = end;
    // "NAME=value": the value belongs to the token, with its quotes.
    if (end + 1 < text.size() && text[end] == '=' && !IsTextSpace(text[end + 1])) {
      const char quote = text[end + 1];
      if (quote == '"' || quote == '\'') {
        const size_t close = text.find(quote, end + 2);
        if (close != std::string_view::npos) end = close + 1;
      } else {
        while (end < text.size() && !IsTextSpace(text[end]) && text[end] != ',' &&
               text[end] != ';' && text[end] != ')') {
          ++end;
        }
      }
    }
    if (IsPath(at, end)) return at;
    std::vector<LeadName> names = lead_.names;
    if (!AddNames(text.substr(at, end - at), sub_flags_, names)) return at;
    const std::string& name = names.back().name;
    const NameShape shape = ShapeOf(name);
    const bool upper = shape == NameShape::kStrong || shape == NameShape::kWeak ||
                       (shape == NameShape::kMixed && name.find('_') != std::string::npos);
    const bool strong = (prose_.styles[at] & Prose::kStrong) != 0;
    const bool special =
        (strong && shape == NameShape::kLower && name.find('_') != std::string::npos) ||
        text[at] == '$' || text[at] == '%' || role || name.starts_with("--");
    if (!upper && !(special && shape != NameShape::kNone)) {
      if (!(end > name_end && shape != NameShape::kNone)) return at;  // lower=value names itself
    }
    if (end == name_end && end < text.size() && !prose_.IsCode(end)) {
      // "GPU-based", "README.md", "FOO()" are other words.
      const char c = text[end];
      const char after = end + 1 < text.size() ? text[end + 1] : ' ';
      if ((c == '-' || c == '.' || c == ':' || c == '\'' || c == '@') && IsIdentifierByte(after)) {
        return at;
      }
      if (c == '(') return at;
      if (IsNonAscii(c)) return at;
    }
    lead_.names = std::move(names);
    return end;
  }

  // Skips "(deprecated)" before another name. A longer remark is a description.
  size_t SkipRemark(size_t at) const {
    const std::string_view text = prose_.text;
    constexpr size_t kMaxRemark = 16;
    if (at >= text.size() || text[at] != '(') return at;
    const size_t close = text.find(')', at);
    if (close == std::string_view::npos || close - at > kMaxRemark) return at;
    return SkipSpace(close + 1);
  }

  // Skips what separates two names; returns `at` if nothing does.
  //
  //   "`A` and `B`", "A, B", "A (or B)"  ─→ glue
  size_t Glue(size_t at) const {
    const std::string_view text = prose_.lower;
    size_t next = SkipSpace(at);
    if (next >= text.size()) return at;
    const char c = text[next];
    if (!prose_.IsCode(next)) {
      // "A (and B)", "A (or B)"
      if (c == '(' &&
          (text.substr(next).starts_with("(and ") || text.substr(next).starts_with("(or "))) {
        return SkipSpace(text.find(' ', next));
      }
      if (c == ',' || c == '/' || c == '|' || c == '&' || c == '+' || c == ';') {
        next = SkipSpace(next + 1);
        for (const std::string_view word : {"and ", "or "}) {
          if (text.substr(next).starts_with(word)) next += word.size();
        }
        return SkipRemark(next);
      }
      for (const std::string_view word : {"and ", "or "}) {
        if (text.substr(next).starts_with(word)) {
          next = SkipRemark(SkipSpace(next + word.size()));
          // "DEBUG and RELEASE builds": in plain text a conjunction is not enough, unless the text
          // consists of the two names.
          const NameShape rest = ShapeOf(Trim(std::string_view(prose_.text).substr(next)));
          const bool both = rest == NameShape::kStrong || rest == NameShape::kWeak;
          return both || (Marked(next) && Marked(at - 1)) ? next : at;
        }
      }
    }
    return next > at && prose_.IsCode(next) && prose_.IsCode(at - 1) ? next : at;
  }

  // Sets where the names end and what follows them: brackets and tags are skipped.
  void Finish(size_t at) {
    const std::string_view text = prose_.text;
    // The closing bracket of "A (and B)"; Glue skipped the opening one.
    const bool bracket = text.substr(0, at).rfind('(') != std::string_view::npos &&
                         text.substr(0, at).rfind(')') == std::string_view::npos;
    if (bracket && at < text.size() && text[at] == ')' && !prose_.IsCode(at)) ++at;
    const int name_line = at > 0 ? prose_.PlaceOf(at - 1).line : 0;
    while (true) {  // tags
      const size_t next = SkipSpace(at);
      if (next >= text.size() || text[next] != '[' || prose_.IsCode(next)) break;
      const size_t close = text.find(']', next);
      // A longer bracket is a remark, part of the description.
      constexpr size_t kMaxTag = 60;
      if (close == std::string_view::npos || close - next > kMaxTag) break;
      at = close + 1;
    }
    const size_t next = SkipSpace(at);
    lead_.end = next;
    if (next >= text.size()) return;
    const char c = text[next];
    const bool code = prose_.IsCode(next);
    const char after = next + 1 < text.size() ? text[next + 1] : ' ';
    using Separator = LeadingNames::Separator;
    if (!code && c == '(') {
      lead_.separator = Separator::kColon;
    } else if (!code && (c == ':' || (c == '.' && IsTextSpace(after)) ||
                         (c == '-' && (IsTextSpace(after) || after == '-' || after == '>')) ||
                         (c == '=' && (IsTextSpace(after) || after == '>')))) {
      lead_.separator = Separator::kColon;
      size_t end = next;
      while (end < text.size() && !prose_.IsCode(end) &&
             (text[end] == ':' || text[end] == '-' || text[end] == '=' || text[end] == '>' ||
              text[end] == '.')) {
        // "- -1" and "=.5": the sign of a value is not a separator.
        if (end > next && end + 1 < text.size() && IsDigit(text[end + 1])) break;
        ++end;
      }
      lead_.end = SkipSpace(end);
      if (lead_.end >= text.size() && c == '.') lead_.separator = Separator::kNone;
    } else if (name_line > 0 && prose_.PlaceOf(next).line > name_line) {
      lead_.separator = Separator::kLine;
    } else if (text.find('\n', at) < next) {
      lead_.separator = Separator::kLine;
    } else {
      lead_.separator = Separator::kText;
    }
  }

  const Prose& prose_;
  const bool sub_flags_;
  LeadingNames lead_;
};

}  // namespace

LeadingNames ParseLeadingNames(const Prose& prose, bool sub_flags) {
  LeadingNames lead = LeadParser(prose, sub_flags).Parse();
  lead.describes = !lead.names.empty() && lead.separator == LeadingNames::Separator::kText &&
                   Describes(Slice(prose, lead.end));
  return lead;
}

}  // namespace flagcensus
