// POD, the documentation of Perl → Document.
//
//   =head1 ENVIRONMENT      kHeading
//   =over                   kTerms or kList, depending on its first =item
//   =item B<APP_HOME>       a term; consecutive terms share a body
//   =item *                 an item, as is "=item 1."
//   =back
//     indented              kCode
//   =cut                    what follows is Perl, up to the next command
//
// After perlpod(1). Paragraphs end at blank lines; a command includes the paragraph that it begins.
// Inline: C<>, B<>, I<>, F<>, L<text|target>, E<lt>, X<>, and each with more angles: C<< a > b >>.
#include <algorithm>
#include <array>
#include <charconv>
#include <string>
#include <utility>

#include "analyzer/base/characters.h"
#include "analyzer/base/text.h"
#include "analyzer/pages/line_markup.h"
#include "analyzer/pages/page_lines.h"
#include "analyzer/tree/page_format.h"

namespace flagcensus {
namespace {

constexpr std::string_view kPodCodes = "BCEFILSXZ";

// A formatting code that is open.
struct PodCode {
  char letter = ' ';
  size_t angles = 1;
  Marks before;
  bool dropped = false;  // its text is not shown
};

// The text of E<name>, E<65> or E<0x41>; the name itself if it is unknown.
// "lt" ─→ "<", "65" ─→ "A", "0x41" ─→ "A", "eacute" ─→ "eacute"
std::string PodEntity(std::string_view name) {
  struct Named {
    std::string_view name;
    std::string_view text;
  };
  constexpr std::array<Named, 8> kNamed = {{{"lt", "<"},
                                            {"gt", ">"},
                                            {"amp", "&"},
                                            {"quot", "\""},
                                            {"sol", "/"},
                                            {"verbar", "|"},
                                            {"apos", "'"},
                                            {"nbsp", " "}}};
  for (const Named& one : kNamed) {
    if (one.name == name) return std::string(one.text);
  }
  const bool hex = name.starts_with("0x");
  uint32_t point = 0;
  const std::string_view digits = name.substr(hex ? 2 : 0);
  std::from_chars(digits.data(), digits.data() + digits.size(), point, hex ? 16 : 10);
  std::string out;
  const bool surrogate = point >= 0xd800 && point < 0xe000;
  if (point >= ' ' && point < 0x110000 && !surrogate) AppendUtf8(point, &out);
  return out.empty() ? std::string(name) : out;
}

// The text of the lines of one paragraph. A formatting code may span its lines.
// A code that is not closed ends with its paragraph.
class PodText {
 public:
  // "C<APP_HOME> and C<< a > b >>" ─→ "APP_HOME" in code, " and ", "a > b" in code. Text is written
  // up to each angle, bar or blank; a blank may belong to the end of a code with several angles.
  std::vector<Run> Read(const SourceLine& line) {
    RunWriter writer(line.number);
    const std::string_view text = line.text;
    const auto put = [&](std::string_view piece, size_t at) {
      if (!codes_.empty() && codes_.back().dropped) return;
      writer.marks = marks_;
      writer.Put(piece, line.column + static_cast<int>(at));
    };
    for (size_t at = 0; at < text.size();) {
      const size_t stop = std::min(text.find_first_of("<>| \t", at), text.size());
      if (stop >= text.size()) {
        put(text.substr(at), at);
        break;
      }
      // The letter before '<' is part of the code and not text.
      const bool opens = text[stop] == '<' && stop > at &&
                         kPodCodes.find(text[stop - 1]) != std::string_view::npos;
      put(text.substr(at, stop - at - (opens ? 1 : 0)), at);
      at = stop;
      if (opens) {
        const char letter = text[at - 1];
        const size_t angles = Same(text, at, '<');
        at += angles;
        // A character by its name or number: E<lt>, E<0x41>.
        if (letter == 'E' && angles == 1) {
          const size_t end = std::min(text.find_first_of("> ", at), text.size());
          put(PodEntity(text.substr(at, end - at)), at - 2);
          at = std::min(end + (end < text.size() && text[end] == '>' ? 1 : 0), text.size());
        } else {
          at = Begin(letter, angles, text, at);
        }
      } else if (const size_t end = EndOfCode(text, at); end > at) {
        marks_ = codes_.back().before;
        codes_.pop_back();
        at = end;
      } else if (text[at] == '|' && !codes_.empty() && codes_.back().letter == 'L') {
        // "L<text|target>": the target is not shown. Without '|', the target is the text.
        codes_.back().dropped = true;
        ++at;
      } else {
        put(text.substr(at, 1), at);
        ++at;
      }
    }
    return writer.Take();
  }

 private:
  // The number of bytes `c` from `at` on.
  static size_t Same(std::string_view text, size_t at, char c) {
    size_t end = at;
    while (end < text.size() && text[end] == c) ++end;
    return end - at;
  }

  // A formatting code begins. X is an index entry and Z a null, neither of which is shown.
  size_t Begin(char letter, size_t angles, std::string_view text, size_t at) {
    // Beyond that, a code is read as text without its letter and angles.
    constexpr size_t kMaxCodes = 1000;
    if (codes_.size() >= kMaxCodes) return at;
    const bool dropped = !codes_.empty() && codes_.back().dropped;
    codes_.push_back({letter, angles, marks_, dropped || letter == 'X' || letter == 'Z'});
    marks_.code |= letter == 'C' || letter == 'F';
    marks_.strong |= letter == 'B';
    marks_.emphasis |= letter == 'I';
    marks_.link |= letter == 'L';
    while (angles > 1 && at < text.size() && IsBlank(text[at])) ++at;
    return at;
  }

  // The position after the end of the innermost code, if it ends at `at`, otherwise `at`.
  size_t EndOfCode(std::string_view text, size_t at) const {
    if (codes_.empty()) return at;
    const size_t angles = codes_.back().angles;
    if (angles == 1) return text[at] == '>' ? at + 1 : at;
    size_t close = at;
    while (close < text.size() && IsBlank(text[close])) ++close;
    if (close == at && at > 0) return at;  // " >>" needs a blank or a line's start before it
    return text.substr(close).starts_with(std::string(angles, '>')) ? close + angles : at;
  }

  std::vector<PodCode> codes_;
  Marks marks_;
};

class PodReader {
 public:
  PodReader(PageLimits& limits, std::string_view text)
      : lines_(SourceLinesOf(text, limits)), out_(limits) {}

  // Outside of POD there is Perl, up to the next line that begins with "=name".
  Document Read() {
    while (at_ < lines_.size() && !out_.limits().full()) {
      const std::string_view text = lines_[at_].text;
      // A command is "=" and a letter in the first column.
      const bool command = text.size() > 1 && text[0] == '=' && IsAlpha(text[1]);
      inside_ |= command;
      if (!inside_ || text.empty()) {
        ++at_;
      } else if (command) {
        Command();
      } else if (!skipped_.empty()) {
        ++at_;
      } else if (IsBlank(text[0])) {
        Verbatim();
      } else {
        out_.EndParagraph();
        OpenBody();
        Paragraph(lines_[at_]);
        out_.EndParagraph();
      }
    }
    return out_.Finish();
  }

 private:
  // What an =over has become; it is pending until its first item or text.
  enum class Over { kPending, kList, kTerms, kGroup };

  // Reads the paragraph with the first line `first`, which is line `at_` or the end of it.
  void Paragraph(const SourceLine& first) { AddLines(first, PodText()); }

  // Adds the lines of a paragraph; codes that are open at a line's end continue in `text`.
  void AddLines(const SourceLine& first, PodText text) {
    if (!first.text.empty()) out_.AddText(text.Read(first));
    // A command ends the paragraph even without a blank line before it.
    for (++at_; at_ < lines_.size() && !lines_[at_].text.empty(); ++at_) {
      if (lines_[at_].text[0] == '=' && lines_[at_].text.size() > 1 &&
          IsAlpha(lines_[at_].text[1])) {
        return;
      }
      const SourceLine& line = lines_[at_];
      out_.AddText(text.Read(line.From(line.margin())));
    }
  }

  // An indented paragraph is code. Further ones are added to the same block, with the blank lines.
  void Verbatim() {
    OpenBody();
    for (; at_ < lines_.size() && !lines_[at_].text.empty(); ++at_) {
      out_.AddCode(lines_[at_].text, lines_[at_].place());
    }
  }

  // Text in an =over without items is a group.
  void OpenBody() {
    if (overs_.empty() || overs_.back() != Over::kPending) return;
    overs_.back() = Over::kGroup;
    OpenNested(out_, Part::kGroup, lines_[at_].place());
  }

  // A line that begins with "=name". In a block for a formatter, only its end is one.
  // `rest` is the text on the line of the command, which begins its paragraph.
  void Command() {
    const SourceLine& line = lines_[at_];
    const size_t end = std::min(line.text.find_first_of(" \t"), line.text.size());
    const std::string_view name = line.text.substr(1, end - 1);
    const SourceLine rest =
        line.From(std::min(line.text.find_first_not_of(" \t", end), line.text.size()));
    if (!skipped_.empty()) return EndSkipped(name);
    out_.EndParagraph();
    // A heading closes lists without =back. Its level is one below that of the page's title.
    if (name.starts_with("head") && name.size() == 5 && IsDigit(name[4])) {
      out_.CloseTo(0);
      overs_.clear();
      Block* heading = out_.Open(Part::kHeading, rest.place());
      if (heading != nullptr) heading->level = 1 + std::clamp(name[4] - '0', 1, 6);
      Paragraph(rest);
      out_.Close();
    } else if (name == "over") {
      // Unclosed ones are a generator's mistake; their number is bounded.
      constexpr size_t kMaxOvers = 10'000;
      if (overs_.size() < kMaxOvers) overs_.push_back(Over::kPending);
      ++at_;
    } else if (name == "item") {
      Item(rest);
    } else if (name == "back") {
      Back();
      ++at_;
    } else if (name == "cut") {
      inside_ = false;
      ++at_;
    } else if (name == "begin") {
      began_ = line.number;
      // ":text" is POD; a block for a formatter is not text of the page.
      if (!rest.text.starts_with(':') && rest.text != "text") skipped_ = "begin";
      ++at_;
    } else if (name == "for" || name == "encoding" || name == "pod" || name == "end") {
      ++at_;
      while (name == "for" && at_ < lines_.size() && !lines_[at_].text.empty()) ++at_;
    } else {
      OpenBody();
      Paragraph(rest);  // an unknown command: its words are text
      out_.EndParagraph();
    }
  }

  // A command inside of =begin, which continues to its =end, the next =begin or a heading.
  void EndSkipped(std::string_view name) {
    if (name == "end") {
      skipped_.clear();
      ++at_;
    } else if (name == "begin" || name == "cut" || name.starts_with("head")) {
      out_.limits().ReportNotClosed(began_, "=begin");
      skipped_.clear();  // the command is read next, as usual
    } else {
      ++at_;
    }
  }

  // The first item decides: "*", a number or nothing make a list, other texts are terms.
  void Item(const SourceLine& rest) {
    if (overs_.empty()) overs_.push_back(Over::kPending);
    size_t mark = 0;  // of "*" or "1."
    if (rest.text.starts_with('*')) mark = 1;
    if (mark == 0 && !rest.text.empty() && IsDigit(rest.text[0])) {
      while (mark < rest.text.size() && IsDigit(rest.text[mark])) ++mark;
      if (mark < rest.text.size() && (rest.text[mark] == '.' || rest.text[mark] == ')')) ++mark;
    }
    // "=item", "=item *" and "=item 1." are bullets; "=item 1.2 text" is a term.
    const bool bullet =
        rest.text.empty() || (mark > 0 && (mark == rest.text.size() || IsBlank(rest.text[mark])));
    Over& over = overs_.back();
    if (over == Over::kPending) {
      over = bullet ? Over::kList : Over::kTerms;
      OpenNested(out_, bullet ? Part::kList : Part::kTerms, rest.place());
    }
    if (over == Over::kTerms) {
      // The paragraph of an =item is the term; the following paragraphs are the body.
      const PagePlace place = rest.place();
      Paragraph(rest);
      std::vector<Run> term = out_.TakeParagraph();
      if (!term.empty()) OpenDefinition(out_, std::move(term), place);
      return;
    }
    if (over == Over::kList) OpenItem(out_, rest.place());
    SourceLine text = rest.From(bullet ? mark : 0);
    Paragraph(text.From(text.margin()));
    out_.EndParagraph();
  }

  // =back closes the list or group of the innermost =over, if it has opened one.
  void Back() {
    if (overs_.empty()) return;
    const Over over = overs_.back();
    overs_.pop_back();
    if (over == Over::kList) out_.CloseThrough(Part::kList);
    if (over == Over::kTerms) out_.CloseThrough(Part::kTerms);
    if (over == Over::kGroup) out_.CloseThrough(Part::kGroup);
  }

  std::vector<SourceLine> lines_;
  DocumentBuilder out_;
  size_t at_ = 0;
  bool inside_ = false;  // POD, not Perl
  std::string skipped_;  // the command of the block that is skipped
  int began_ = 0;
  std::vector<Over> overs_;
};

// POD is recognised by "=head1 NAME" or "=pod" at the start of a line, in files without .pod.
// Most such files are programs in Perl with their manual page inside.
bool HasPod(std::string_view text) {
  return text.starts_with("=head1 ") || text.starts_with("=pod") ||
         text.find("\n=head1 ") != std::string_view::npos;
}

constexpr std::string_view kPodEndings[] = {"pod"};
constexpr std::string_view kPodComments[] = {"=for comment"};

}  // namespace

extern constexpr PageFormat kPodFormat = {
    .rank = 63,
    .name = "pod",
    .title = "POD",
    .files = "{}",
    .endings = kPodEndings,
    .comments = kPodComments,
    .read =
        [](const PageInput& page) {
          PageLimits limits(page.file, page.diagnostics);
          return PodReader(limits, page.text).Read();
        },
    .detect = {.is_text = HasPod},
    .passes = PassesBlankLine,
    .entries = {.manual = true},
};

}  // namespace flagcensus
