#include "analyzer/audit/value_use.h"

#include <algorithm>
#include <map>
#include <optional>

#include "analyzer/base/text.h"
#include "analyzer/model/value_sinks.h"

namespace flagcensus {
namespace {

// One open bracket around the current position.
// At `b` of `f(1, g(a, b` the brackets are {"f", index 1} and {"g", index 1}.
struct Bracket {
  char open = '(';
  std::string callee;  // before a '(': "exec.Command"; "" if nothing is called
  int index = 0;       // of the argument or element
  bool began = false;  // a part of this argument was read already
};

// A word, or a place of a read, with its context.
struct Word {
  std::string_view text;
  size_t offset = 0;
  int line = 1;
  std::vector<Bracket> open;  // the brackets open there; only for words that are searched for
  bool assigned = false;      // `word =`
};

// Walks over the code of a text, and calls take(word) for each dotted word of `asked` and for each
// offset of `places`.
//
// One scanner serves all languages: with `//` and `/* */` comments, or with `#` for Ruby and shell.
// Of strings of several lines it knows those between three quotes and between backticks.
class Scanner {
 public:
  Scanner(std::string_view text, std::string_view language, bool hashes)
      : text_(text), language_(language), hashes_(hashes) {}

  template <typename Take>
  void Run(const std::set<std::string, std::less<>>& asked, std::vector<size_t> places, Take take) {
    std::sort(places.begin(), places.end());
    auto place = places.begin();
    std::string_view last;  // the word directly before the current position
    bool last_adjoins = false;
    while (at_ < text_.size()) {
      // A place between words, such as the beginning of an expression in parentheses.
      while (place != places.end() && *place <= at_) {
        if (*place == at_) take(Word{{}, at_, line_, open_, false});
        ++place;
      }
      const char c = text_[at_];
      if (SkipUncode()) {
        if (!open_.empty() && last_string_) open_.back().began = true;
        last_adjoins = false;
        continue;
      }
      if (IsIdentifierByte(c)) {
        const size_t begin = at_;
        while (at_ < text_.size() && (IsIdentifierByte(text_[at_]) || IsJoint())) ++at_;
        last = text_.substr(begin, at_ - begin);
        last_adjoins = true;
        // A read inside of a dotted word, such as `os.environ` in `x.os.environ`.
        while (place != places.end() && *place < at_) {
          if (*place >= begin) take(Word{last, begin, line_, open_, false});
          ++place;
        }
        if (asked.contains(last)) take(Word{last, begin, line_, open_, IsAssigned()});
        before_last_ = !open_.empty() && open_.back().began;
        if (!open_.empty() && last != "await") open_.back().began = true;
        continue;
      }
      if (c == '\n') ++line_;
      if (c == '(' || c == '[' || c == '{') {
        const bool called = c == '(' && last_adjoins;
        // A call is itself the first part of the argument, where the called name was.
        if (called && !open_.empty()) open_.back().began = before_last_;
        if (open_.size() < kDeepest) {
          open_.push_back({c, called ? std::string(last) : std::string(), 0, false});
        }
      } else if (c == ')' || c == ']' || c == '}') {
        if (!open_.empty()) open_.pop_back();
        if (!open_.empty()) open_.back().began = true;
        // The rest of a template after the expression in it.
        if (c == '}' && !templates_.empty() && templates_.back() == open_.size()) {
          templates_.pop_back();
          PassTemplate();
          continue;
        }
      } else if (c == ',' || c == ';') {
        if (!open_.empty()) {
          ++open_.back().index;
          open_.back().began = false;
        }
      }
      last_adjoins = false;
      ++at_;
    }
  }

 private:
  // Deeper nesting occurs only in generated data; brackets beyond it are not tracked.
  static constexpr size_t kDeepest = 200;

  // Whether a '.', "::" or "->" joins two parts of a word here.
  bool IsJoint() {
    if (at_ + 1 >= text_.size()) return false;
    if (text_[at_] == '.') return IsIdentifierByte(text_[at_ + 1]);
    if (hashes_ || at_ + 2 >= text_.size()) return false;
    const std::string_view two = text_.substr(at_, 2);
    if ((two != "::" && two != "->") || !IsIdentifierByte(text_[at_ + 2])) return false;
    ++at_;
    return true;
  }

  // Whether a single '=' follows: `word =`, and not `word ==`.
  bool IsAssigned() const {
    size_t at = at_;
    while (at < text_.size() && text_[at] == ' ') ++at;
    return at + 1 < text_.size() && text_[at] == '=' && text_[at + 1] != '=';
  }

  // Skips a string or a comment that begins here; returns whether there is one. A string in one
  // pair of quotes ends with its line, so that an unmatched quote does not hide the rest of the
  // file.
  bool SkipUncode() {
    last_string_ = false;
    const std::string_view rest = text_.substr(at_);
    if (hashes_ ? rest.starts_with('#') : rest.starts_with("//")) {
      Pass(std::min(text_.find('\n', at_), text_.size()));
      return true;
    }
    if (!hashes_ && rest.starts_with("/*")) {
      const size_t end = text_.find("*/", at_ + 2);
      Pass(end == std::string_view::npos ? text_.size() : end + 2);
      return true;
    }
    if (rest.front() == '/' && language_ == "javascript") return SkipRegex();
    // Elsewhere backticks are commands or names.
    if (rest.front() == '`' && (language_ == "go" || language_ == "javascript")) {
      last_string_ = true;
      PassTemplate();
      return true;
    }
    if (rest.front() != '"' && rest.front() != '\'') return false;
    // 'a in Rust is a lifetime, 'a' and '\n' are characters.
    if (rest.front() == '\'' && language_ == "rust" && !rest.substr(1).starts_with('\\') &&
        rest.substr(1, 5).find('\'') != CharacterLength(rest.substr(1))) {
      return false;
    }
    last_string_ = true;
    const bool blocks = language_ == "java" || language_ == "kotlin" || language_ == "csharp";
    if (blocks && rest.starts_with("\"\"\"")) {
      const size_t close = text_.find("\"\"\"", at_ + 3);
      Pass(close == std::string_view::npos ? text_.size() : close + 3);
      return true;
    }
    size_t end = at_ + 1;
    while (end < text_.size() && text_[end] != rest.front() && text_[end] != '\n') {
      end += text_[end] == '\\' ? 2 : 1;
    }
    Pass(std::min(end + 1, text_.size()));
    return true;
  }

  // /`"/g where an operand is expected; otherwise the sign divides. Behind a '/' without an end the
  // rest of the line has none: it is searched once.
  bool SkipRegex() {
    if (at_ < no_regex_before_) return false;
    const size_t before =
        at_ == 0 ? std::string_view::npos : text_.find_last_not_of(" \t", at_ - 1);
    if (before != std::string_view::npos &&
        std::string_view("(,=:[!&|?{};\n").find(text_[before]) == std::string_view::npos) {
      return false;
    }
    bool in_class = false;
    size_t end = at_ + 1;
    for (; end < text_.size() && text_[end] != '\n'; ++end) {
      if (text_[end] == '\\') {
        ++end;
      } else if (text_[end] == '[' || text_[end] == ']') {
        in_class = text_[end] == '[';
      } else if (text_[end] == '/' && !in_class) {
        last_string_ = true;
        Pass(end + 1);
        return true;
      }
    }
    no_regex_before_ = end;
    return false;
  }

  // From the opening backtick, or from the bracket that closes an expression in a template, to the
  // closing backtick or to the next expression, which is code. Go's texts have neither expressions
  // nor escapes.
  void PassTemplate() {
    const bool raw = language_ == "go";
    size_t end = at_ + 1;
    while (end < text_.size() && text_[end] != '`') {
      if (!raw && text_.substr(end, 2) == "${") {
        Pass(end + 1);  // its bracket is read as code
        templates_.push_back(open_.size());
        return;
      }
      end += !raw && text_[end] == '\\' ? 2 : 1;
    }
    Pass(std::min(end + 1, text_.size()));
  }

  // The bytes of the first character.
  static size_t CharacterLength(std::string_view text) {
    size_t length = text.empty() ? 0 : 1;
    while (length < text.size() && IsUtf8Continuation(text[length])) ++length;
    return length;
  }

  // Moves to the offset `to`, counting the lines.
  void Pass(size_t to) {
    line_ += static_cast<int>(std::count(text_.begin() + static_cast<ptrdiff_t>(at_),
                                         text_.begin() + static_cast<ptrdiff_t>(to), '\n'));
    at_ = to;
  }

  std::string_view text_;
  const std::string_view language_;
  const bool hashes_;  // comments begin with #, and blocks end with the indentation
  size_t at_ = 0;
  int line_ = 1;
  size_t no_regex_before_ = 0;  // the end of the line of a '/' that begins no expression
  bool last_string_ = false;
  bool before_last_ = false;  // whether the bracket of the last word had something before it
  std::vector<Bracket> open_;
  std::vector<size_t> templates_;  // of the open templates: the brackets around each
};

// The language, and the calls through which a value is followed.
struct Calls {
  std::string_view language;
  const std::set<std::string, std::less<>>& same_value;
};

// The sink that receives a value beginning inside the brackets `open`; nullptr if there is none.
//
//   exec.Command(  ( os.Getenv...      the call with the argument's index
//   exec.Command(strings.TrimSpace(    through a call that returns its argument
//   exec.Command("a" + os.Getenv...    nullptr: something precedes it in the argument
const ValueSink* SinkOf(const std::vector<Bracket>& open, const Calls& calls, std::string* call) {
  // From the innermost bracket outwards.
  for (auto at = open.rbegin(); at != open.rend(); ++at) {
    if (at->began) return nullptr;
    // A command as a list: its first element is the program.
    if (at->open == '[' && at->index == 0) continue;  // the first of a list
    if (at->open != '(') return nullptr;
    if (at->callee.empty()) {
      if (at->index > 0) return nullptr;
      continue;
    }
    for (const ValueSink* sink : ValueSinks().Find(calls.language, at->callee)) {
      *call = at->callee;
      if (sink->argument == at->index && !sink->HasCondition()) return sink;
    }
    if (at->index > 0 || !calls.same_value.contains(at->callee)) return nullptr;
  }
  return nullptr;
}

// Whether the expression at `offset` begins the value of its statement: `tool = [HERE, "-v"]`. If
// not, the name has more than the value, and its uses do not count.
bool BeginsValue(std::string_view text, size_t offset, const std::vector<Bracket>& open,
                 const Calls& calls, bool hashes) {
  const auto block = [&](const Bracket& bracket) { return !hashes && bracket.open == '{'; };
  const auto begin = std::find_if(open.rbegin(), open.rend(), block).base();
  const bool first = std::all_of(begin, open.end(), [&](const Bracket& bracket) {
    const bool same = bracket.callee.empty() || calls.same_value.contains(bracket.callee);
    return bracket.index == 0 && !bracket.began && bracket.open != '{' && same;
  });
  if (!first || offset == 0) return false;
  const size_t before = text.find_last_not_of(" \t\r\n", offset - 1);
  return before != std::string_view::npos &&
         std::string_view("=([").find(text[before]) != std::string_view::npos;
}

// The offsets at which lines begin.
std::vector<size_t> LineStarts(std::string_view text) {
  std::vector<size_t> out = {0};
  for (size_t at = text.find('\n'); at != std::string_view::npos; at = text.find('\n', at + 1)) {
    out.push_back(at + 1);
  }
  return out;
}

// The line before which a local variable of the function around `line` is visible. In languages
// with braces, the function ends at the next '}' at the margin; otherwise by indentation. An inner
// block of another function may be included.
//
//   1  func run() {
//   2    cmd := os.Getenv("APP_CMD")
//   3    exec.Command(cmd)
//   4  }                                ─→ 4 for line 2
int EndOfFunction(std::string_view text, const std::vector<size_t>& starts, int line, bool hashes) {
  const auto text_of = [&](int number) {
    const size_t begin = starts[static_cast<size_t>(number - 1)];
    return text.substr(begin, text.find('\n', begin) - begin);
  };
  const auto indent = [](std::string_view of) {
    const size_t at = of.find_first_not_of(" \t");
    return at == std::string_view::npos ? -1 : static_cast<int>(at);
  };
  const int last = static_cast<int>(starts.size());
  int own = 0;
  if (hashes) {
    const int inside = indent(text_of(line));
    for (int at = line - 1; at >= 1; --at) {
      const std::string_view one = Trim(text_of(at));
      const int deep = indent(text_of(at));
      if (one.starts_with("def ") && deep < inside) {
        own = deep;
        break;
      }
    }
  }
  for (int at = line + 1; at <= last; ++at) {
    const std::string_view one = text_of(at);
    if (hashes && indent(one) >= 0 && indent(one) <= own && !Trim(one).starts_with(')')) return at;
    if (!hashes && one.starts_with('}')) return at;
  }
  return last + 1;
}

}  // namespace

// Three steps: the places of the reads and the names that are bound to them; one scan; for each
// place or name that begins the argument of a sink, a use.
void FindValueUses(std::string_view text, const std::set<std::string, std::less<>>& same_value,
                   const std::vector<AuditSite*>& sites) {
  if (sites.empty()) return;
  const Calls calls{ToString(sites.front()->access->language), same_value};
  const bool hashes = calls.language == "ruby" || calls.language == "shell";
  const std::vector<size_t> starts = LineStarts(text);
  std::vector<size_t> places;
  std::multimap<size_t, AuditSite*> by_offset;
  // A name that has the value of a read, from the line of the read to the end of the name's scope.
  struct Held {
    AuditSite* site;
    int from, to;
  };
  std::multimap<std::string, Held, std::less<>> held;
  std::set<std::string, std::less<>> names;
  for (AuditSite* site : sites) {
    const Access& access = *site->access;
    // Only reads have a value, and only those on a known line a position.
    if (access.op != AccessOp::kRead || access.evidence.in_string || access.place.line < 1)
      continue;
    const auto line = static_cast<size_t>(access.place.line);
    if (line > starts.size()) continue;
    const size_t offset =
        starts[line - 1] + static_cast<size_t>(std::max(access.place.column, 1)) - 1;
    places.push_back(offset);
    by_offset.emplace(offset, site);
    // Attributes and returned values are used in other places, which this scan cannot connect.
    if (!access.bound_to || access.bound_kind == BoundKind::kAttribute ||
        access.bound_kind == BoundKind::kReturn || access.bound_kind == BoundKind::kClass) {
      continue;
    }
    const bool local = access.bound_kind == BoundKind::kLocal;
    const int end = local ? EndOfFunction(text, starts, access.place.line, hashes)
                          : static_cast<int>(starts.size()) + 1;
    names.insert(*access.bound_to);
    held.emplace(*access.bound_to, Held{site, access.place.line, end});
  }
  if (places.empty()) return;
  std::set<const AuditSite*> parts;  // reads that are only a part of the name's value
  // The line from which on a name has a different value.
  std::map<std::string, int, std::less<>> assigned;
  // One pass: the places of reads, and the words that are bound to their values.
  Scanner(text, calls.language, hashes).Run(names, places, [&](const Word& word) {
    std::string call;
    const ValueSink* const sink = SinkOf(word.open, calls, &call);
    const auto [begin, end] = by_offset.equal_range(word.offset);
    for (auto at = begin; at != end; ++at) {
      AuditSite& site = *at->second;
      if (!BeginsValue(text, word.offset, word.open, calls, hashes)) parts.insert(&site);
      if (sink != nullptr && site.uses.empty()) {
        site.uses.push_back({sink->what, call, {site.access->place.file, word.line, 0}, true});
      }
    }
    if (word.text.empty()) return;
    const auto [first, last] = held.equal_range(word.text);
    for (auto at = first; at != last; ++at) {
      const Held& one = at->second;
      // Uses count after the read and before the end of the name's scope.
      if (word.line <= one.from || word.line >= one.to || parts.contains(one.site)) continue;
      const bool statement =
          std::all_of(word.open.begin(), word.open.end(),
                      [](const Bracket& bracket) { return bracket.open == '{'; });
      if (word.assigned && statement) assigned[std::string(word.text)] = word.line;
      const auto other = assigned.find(word.text);
      if (other != assigned.end() && other->second > one.from) continue;
      if (sink == nullptr || !one.site->uses.empty()) continue;
      one.site->uses.push_back(
          {sink->what, call, {one.site->access->place.file, word.line, 0}, true});
    }
  });
}

}  // namespace flagcensus
