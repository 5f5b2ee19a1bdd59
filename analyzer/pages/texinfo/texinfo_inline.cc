// Commands inside of a line, after the Texinfo manual, chapter "Marking Text":
//
//   @env{TMPDIR}       → code, role envvar      @emph{x}, @strong{x}, @var{x} → emphasis, strong
//   @xref{Node,, T}    → link: "T", or "Node"   @value{NAME} → the text that @set assigned
//   @@ @{ @}           → @ { }                  @dots{} and the like → the character
//   @anchor{x}         → nothing                any other command with braces → the text in them
#include "analyzer/pages/texinfo/texinfo_inline.h"

#include <algorithm>
#include <array>

#include "analyzer/base/characters.h"
#include "analyzer/base/text.h"

namespace flagcensus {
namespace {

// How an inline command is read.
// Commands that are missing from the table are read as marks without an effect.
enum class InlineDoes { kMark, kReference, kLink, kDrop, kCharacter };
struct TexinfoInline {
  std::string_view name;
  InlineDoes does;
  std::string_view text = {};  // kCharacter: its text. kMark: c code, s strong, e emphasis, v role
};
constexpr auto kInline = std::to_array<TexinfoInline>({
    // Code.
    {"code", InlineDoes::kMark, "c"},
    {"samp", InlineDoes::kMark, "c"},
    {"file", InlineDoes::kMark, "c"},
    {"command", InlineDoes::kMark, "c"},
    {"option", InlineDoes::kMark, "c"},
    {"kbd", InlineDoes::kMark, "c"},
    {"key", InlineDoes::kMark, "c"},
    {"t", InlineDoes::kMark, "c"},
    {"verb", InlineDoes::kMark, "c"},
    {"env", InlineDoes::kMark, "cv"},
    // Emphasis, then strong text.
    {"var", InlineDoes::kMark, "e"},
    {"emph", InlineDoes::kMark, "e"},
    {"i", InlineDoes::kMark, "e"},
    {"slanted", InlineDoes::kMark, "e"},
    {"dfn", InlineDoes::kMark, "e"},
    {"cite", InlineDoes::kMark, "e"},
    {"strong", InlineDoes::kMark, "s"},
    {"b", InlineDoes::kMark, "s"},
    // References and links.
    {"xref", InlineDoes::kReference},
    {"pxref", InlineDoes::kReference},
    {"ref", InlineDoes::kReference},
    {"inforef", InlineDoes::kReference},
    {"link", InlineDoes::kReference},
    {"uref", InlineDoes::kLink},
    {"url", InlineDoes::kLink},
    {"email", InlineDoes::kLink},
    // Text that is not shown.
    {"anchor", InlineDoes::kDrop},
    {"hyphenation", InlineDoes::kDrop},
    {"image", InlineDoes::kDrop},
    {"errormsg", InlineDoes::kDrop},
    {"cindex", InlineDoes::kDrop},
    // Characters.
    {"dots", InlineDoes::kCharacter, "..."},
    {"enddots", InlineDoes::kCharacter, "..."},
    {"result", InlineDoes::kCharacter, "⇒"},
    {"expansion", InlineDoes::kCharacter, "→"},
    {"print", InlineDoes::kCharacter, "⊣"},
    {"equiv", InlineDoes::kCharacter, "≡"},
    {"point", InlineDoes::kCharacter, "⋆"},
    {"error", InlineDoes::kCharacter, "error"},
    {"minus", InlineDoes::kCharacter, "-"},
    {"bullet", InlineDoes::kCharacter, "•"},
    {"copyright", InlineDoes::kCharacter, "©"},
    {"registeredsymbol", InlineDoes::kCharacter, "®"},
    {"TeX", InlineDoes::kCharacter, "TeX"},
    {"LaTeX", InlineDoes::kCharacter, "LaTeX"},
    {"atchar", InlineDoes::kCharacter, "@"},
    {"lbracechar", InlineDoes::kCharacter, "{"},
    {"rbracechar", InlineDoes::kCharacter, "}"},
    {"backslashchar", InlineDoes::kCharacter, "\\"},
    {"hashchar", InlineDoes::kCharacter, "#"},
    {"ampchar", InlineDoes::kCharacter, "&"},
    {"comma", InlineDoes::kCharacter, ","},
    {"tie", InlineDoes::kCharacter, " "},
    {"geq", InlineDoes::kCharacter, "≥"},
    {"leq", InlineDoes::kCharacter, "≤"},
});

// The row of a command or of the command that it is an alias of; nullptr if it is unknown.
const TexinfoInline* FindInline(const TexinfoText& state, std::string_view name) {
  const auto alias = state.aliases.find(name);
  if (alias != state.aliases.end()) name = alias->second;
  for (const TexinfoInline& one : kInline) {
    if (one.name == name) return &one;
  }
  return nullptr;
}

// Adds the marks of a command to those around it: @strong{@code{x}} is strong code.
void AddMarks(const TexinfoInline& command, Marks& marks) {
  marks.code |= command.text.starts_with('c');
  marks.strong |= command.text == "s";
  marks.emphasis |= command.text == "e";
  if (command.text == "cv") marks.role = "envvar";
}

// Reads one line. Braces may be closed on a later line of the paragraph, so they are in the state.
class TexinfoLine {
 public:
  TexinfoLine(TexinfoText& state, const SourceLine& line, const Marks& marks)
      : state_(state), line_(line), text_(line.text), own_(marks), writer_(line.number) {}

  // Writes text up to each '@' and brace, and handles these.
  std::vector<Run> Read() {
    while (at_ < text_.size()) {
      const size_t end = std::min(text_.find_first_of("@{}", at_), text_.size());
      Put(text_.substr(at_, end - at_), at_);
      at_ = end;
      if (at_ >= text_.size()) break;
      if (text_[at_] == '@') {
        Command();
      } else if (text_[at_] == '{') {
        Open({state_.marks, Dropped()}, at_ + 1);
      } else {
        CloseBrace();
      }
    }
    return writer_.Take();
  }

 private:
  // Real texts nest three or four.
  static constexpr size_t kMaxBraces = 1000;

  // Whether text is in braces that are not shown, such as those of @anchor.
  bool Dropped() const { return !state_.braces.empty() && state_.braces.back().dropped; }

  // Adds text with the marks of the open braces and those of the line.
  void Put(std::string_view text, size_t at) {
    if (text.empty() || Dropped()) return;
    writer_.marks = state_.marks;
    writer_.marks.code |= own_.code;
    writer_.marks.strong |= own_.strong;
    writer_.marks.emphasis |= own_.emphasis;
    if (writer_.marks.role.empty()) writer_.marks.role = own_.role;
    writer_.Put(text, line_.column + static_cast<int>(at));
  }

  // Beyond the limit a brace is not stored, and its end closes one further out: only marks suffer.
  void Open(TexinfoText::Brace brace, size_t next) {
    if (state_.braces.size() < kMaxBraces) state_.braces.push_back(std::move(brace));
    at_ = next;
  }

  // A brace restores the marks from before it. A "}" without a "{" is ignored.
  void CloseBrace() {
    if (!state_.braces.empty()) {
      state_.marks = state_.braces.back().before;
      state_.braces.pop_back();
    }
    ++at_;
  }

  // The command at the cursor, with its opening brace.
  void Command() {
    const size_t begin = at_;
    const std::string_view name = TexinfoCommand(text_.substr(at_));
    if (name.empty()) {  // @@, @{, @}, @., @*
      const char c = at_ + 1 < text_.size() ? text_[at_ + 1] : ' ';
      if (c == '@' || c == '{' || c == '}' || c == '.' || c == '!' || c == '?' || c == '&') {
        Put(text_.substr(at_ + 1, 1), at_);
      } else if (c == ' ' || c == '*' || c == '\t') {
        Put(" ", at_);
      }
      at_ += 2;
      return;
    }
    size_t next = at_ + 1 + name.size();
    if (name == "c" || name == "comment") {
      at_ = text_.size();
      return;
    }
    if (next >= text_.size() || text_[next] != '{') {  // a command without braces: @noindent, @tab
      at_ = std::min(next + (next < text_.size() && text_[next] == ' ' ? 1 : 0), text_.size());
      return;
    }
    ++next;
    // Commands with braces, by what they do with the text in them.
    if (name == "value") return Value(next);
    const TexinfoInline* command = FindInline(state_, name);
    const InlineDoes does = command == nullptr ? InlineDoes::kMark : command->does;
    if (does == InlineDoes::kReference || does == InlineDoes::kLink) return Argument(next, does);
    // A command that is unknown has no marks, and its text is shown.
    TexinfoText::Brace brace{state_.marks, Dropped() || does != InlineDoes::kMark};
    if (does == InlineDoes::kCharacter) Put(command->text, begin);
    if (does == InlineDoes::kMark && command != nullptr) AddMarks(*command, state_.marks);
    Open(std::move(brace), next);
  }

  // The '}' at or after `from`, or the end of the line. Each '}' is searched for once.
  size_t EndOfBrace(size_t from) {
    if (close_ < from) close_ = std::min(text_.find('}', from), text_.size());
    return close_;
  }

  // @value{NAME}: the name itself if it is unknown or the page's budget is used up.
  // The budget bounds what a page makes of values that are used many times.
  void Value(size_t from) {
    const size_t end = EndOfBrace(from);
    const std::string_view name = Trim(text_.substr(from, end - from));
    const auto found = state_.values.find(name);
    const bool known =
        found != state_.values.end() && found->second.size() <= state_.expansion_left;
    if (known) state_.expansion_left -= found->second.size();
    Put(known ? std::string_view(found->second) : name, from);
    at_ = std::min(end + 1, text_.size());
  }

  // @xref{node, cross reference, title}, @uref{address, text}: shows the last argument that is not
  // empty, as Texinfo does.
  //
  //   @xref{Env,, The Environment}     ─→  "The Environment" (link)
  //   @uref{https://a.b, the page}     ─→  "the page" (link)
  void Argument(size_t from, InlineDoes does) {
    const size_t end = EndOfBrace(from);
    size_t best = from;
    size_t best_end = std::min(text_.find(',', from), end);
    const int most = does == InlineDoes::kReference ? 3 : 2;
    size_t begin = from;
    for (int number = 1; number <= most && begin <= end; ++number) {
      const size_t stop = std::min(text_.find(',', begin), end);
      if (!Trim(text_.substr(begin, stop - begin)).empty()) {
        best = begin;
        best_end = stop;
      }
      begin = stop + 1;
    }
    while (best < best_end && IsBlank(text_[best])) ++best;
    const Marks before = state_.marks;
    state_.marks.link = true;
    size_t at = best;
    // Commands in the text of a link are removed, their words are kept.
    while (at < best_end) {
      const size_t stop = std::min(text_.find_first_of("@{", at), best_end);
      Put(text_.substr(at, stop - at), at);
      at = stop;
      if (at >= best_end) break;
      at += 1 + TexinfoCommand(text_.substr(at)).size();
    }
    state_.marks = before;
    at_ = std::min(end + 1, text_.size());
  }

  TexinfoText& state_;
  SourceLine line_;
  std::string_view text_;
  Marks own_;
  RunWriter writer_;
  size_t at_ = 0;
  size_t close_ = 0;
};

}  // namespace

// At the end of a paragraph: a brace that was not closed affects one paragraph only.
void ResetBraces(TexinfoText& state) {
  state.braces.clear();
  state.marks = Marks();
}

// "@table @env" ─→ the marks of @env. Commands other than marks, such as @bullet, have none here.
Marks TexinfoMarks(const TexinfoText& state, std::string_view command) {
  Marks marks;
  const TexinfoInline* found = FindInline(state, TexinfoCommand(command));
  if (found != nullptr && found->does == InlineDoes::kMark) AddMarks(*found, marks);
  return marks;
}

std::vector<Run> ReadTexinfoText(TexinfoText& state, const SourceLine& line, const Marks& marks) {
  return TexinfoLine(state, line, marks).Read();
}

std::string TexinfoPlainText(TexinfoText& state, const SourceLine& line) {
  std::string out;
  for (const Run& run : TexinfoLine(state, line, {}).Read()) out += run.text;
  return out;
}

// "@env{HOME}" ─→ "env"; "@{", "text" ─→ ""
std::string_view TexinfoCommand(std::string_view text) {
  if (!text.starts_with('@')) return {};
  size_t end = 1;
  while (end < text.size() && IsAlnum(text[end])) ++end;
  return text.substr(1, end - 1);
}

}  // namespace flagcensus
