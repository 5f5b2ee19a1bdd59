#include "analyzer/documents/marked_text.h"

#include <algorithm>

#include "analyzer/base/characters.h"
#include "analyzer/base/text.h"

namespace flagcensus {
namespace {

// A word in strong or emphasised type that is probably a name: no lower-case letters, or a sign of
// a variable. Other words are emphasised so that a reader notices them.
bool IsNameLike(std::string_view text) {
  const bool word = !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
    return IsIdentifierByte(c) || c == '$' || c == '=' || c == '%';
  });
  const bool lower = std::any_of(text.begin(), text.end(), [](char c) { return IsLower(c); });
  return word && (!lower || text.find_first_of("_$=") != std::string_view::npos);
}

// The mark that opens the run; '\0' if there is no mark. Emphasis of several words does not mark a
// value in any format but that of manual pages, and rarely there.
char MarkOf(const Run& run) {
  if (run.role == "envvar") return kVariable;
  if (run.code || (!run.role.empty() && run.role != "ref")) return kSpan;
  return (run.strong || run.emphasis) && IsNameLike(Trim(run.text)) ? kSpan : '\0';
}

// Control characters become blanks, so the marks are unambiguous.
void AppendClean(std::string_view text, std::string* out) {
  for (const char c : text) {
    out->push_back(static_cast<unsigned char>(c) < 0x20 && c != '\t' ? ' ' : c);
  }
}

// More choices than 16, or brackets over more than 200 bytes, do not spell a name.
constexpr size_t kMostChoices = 16;

// The choices between the brackets at `at`, and where they end; empty if the brackets are something
// else. "[A,B]" is an array and not a choice, as are choices in lower case.
std::vector<std::string_view> ChoicesAt(std::string_view text, size_t at, size_t* end) {
  const char close = text[at] == '{' ? '}' : ']';
  constexpr size_t kMostBytes = 200;
  const size_t stop = text.substr(at, kMostBytes).find(close);
  std::vector<std::string_view> out;
  if (stop == std::string_view::npos) return out;
  const std::string_view inside = text.substr(at + 1, stop - 1);
  const char separator = inside.find('|') != std::string_view::npos ? '|' : ',';
  if (inside.find(separator) == std::string_view::npos || (separator == ',' && close == ']'))
    return out;
  for (const std::string_view raw : Split(inside, separator)) {
    const std::string_view one = Trim(raw);
    const bool fits = !one.empty() && std::all_of(one.begin(), one.end(), [](char c) {
      return IsUpper(c) || IsDigit(c) || c == '_';
    });
    if (!fits || out.size() == kMostChoices) return {};
    out.push_back(one);
  }
  *end = at + stop + 1;
  return out;
}

// "APP_{A,B}_DIR" ─→ "APP_A_DIR, APP_B_DIR".
void WriteOutChoices(std::string* text) {
  size_t at = text->find_first_of("{[");
  while (at != std::string::npos) {
    size_t begin = at;
    while (begin > 0 && (IsUpper((*text)[begin - 1]) || IsDigit((*text)[begin - 1]) ||
                         (*text)[begin - 1] == '_'))
      --begin;
    size_t next = at + 1;
    // Two bytes with an underscore before the bracket: "{A,B}" alone is a set.
    if (at - begin >= 2 && (*text)[at - 1] == '_') {
      size_t end = 0;
      const std::vector<std::string_view> choices = ChoicesAt(*text, at, &end);
      size_t tail = end;
      while (!choices.empty() && tail < text->size() &&
             (IsUpper((*text)[tail]) || IsDigit((*text)[tail]) || (*text)[tail] == '_'))
        ++tail;
      if (!choices.empty()) {
        std::string written;
        for (const std::string_view choice : choices) {
          if (!written.empty()) written += ", ";
          written.append(*text, begin, at - begin).append(choice).append(*text, end, tail - end);
        }
        next = begin + written.size();
        text->replace(begin, tail - begin, written);
      }
    }
    at = text->find_first_of("{[", next);
  }
}

}  // namespace

std::vector<TextLine> ToParts(const std::vector<Run>& runs) {
  std::vector<TextLine> out;
  char open = '\0';
  // A mark covers the neighbouring runs of one line: "`APP_` + `HOME`" in one span stays one span.
  // At the end of a line it is closed, since each line is a text.
  for (const Run& run : runs) {
    if (out.empty() || out.back().line != run.line) {
      if (!out.empty() && open != '\0') out.back().text += kEnd;
      open = '\0';
      out.push_back({run.line, run.column, ""});
    }
    std::string& text = out.back().text;
    const char mark = MarkOf(run);
    if (mark != open || open == '\0') {
      if (open != '\0') text += kEnd;
      if (mark != '\0') text += mark;
      open = mark;
    }
    AppendClean(run.text, &text);
  }
  if (!out.empty() && open != '\0') out.back().text += kEnd;
  for (TextLine& part : out) WriteOutChoices(&part.text);
  return out;
}

TextLine ToPart(std::string_view text, int line, int column) {
  TextLine out{line, column, ""};
  AppendClean(text, &out.text);
  return out;
}

std::string Unmarked(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (!IsMark(c)) out += c;
  }
  return out;
}

std::string FoldedText(std::string_view text, size_t most) {
  std::string out;
  size_t whole = 0;  // where the last whole sentence ends
  for (const char c : text) {
    if (IsMark(c)) continue;
    if (IsSpace(c) && out.ends_with('.')) whole = out.size();
    if (!IsSpace(c)) {
      out += c;
    } else if (!out.empty() && out.back() != ' ') {
      out += ' ';
    }
    // One byte beyond the limit, so the loop below knows that something is cut.
    if (out.size() > most) break;
  }
  // A whole sentence, if that keeps more than half; otherwise the text is cut anywhere.
  if (out.size() > most && 2 * whole > most) out.resize(whole);
  while (out.size() > most || (!out.empty() && out.back() == ' ')) {
    do {
      out.pop_back();
    } while (!out.empty() && out.size() > most && IsUtf8Continuation(out.back()));
  }
  return out;
}

}  // namespace flagcensus
