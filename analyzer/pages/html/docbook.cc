// DocBook → HTML of the same length → Document.
//
//   <varlistentry><term><envar>APP_HOME</envar></term><listitem><para>path</para></listitem> ...
//   ─→            <dt  ><envar>APP_HOME</envar></dt  ><dd      ><p   >path</p   ></dd      > ...
//
// Elements of DocBook (Norman Walsh, "DocBook: The Definitive Guide", the elements of 4.5 and 5)
// are renamed in place to those of HTML with the same meaning. No element has a shorter name than
// its counterpart, so every line and column is kept. Tags that HTML does not need
// (<varlistentry>) become blanks, as does the document type. Its entities are not resolved; their
// replacement texts are not in the page.
#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "analyzer/base/text.h"
#include "analyzer/pages/html/html.h"
#include "analyzer/pages/html/html_names.h"
#include "analyzer/pages/page_lines.h"
#include "analyzer/tree/page_format.h"

namespace flagcensus {
namespace {

// An element and its counterpart in HTML.
struct Renamed {
  std::string_view from;
  std::string_view to;
};
// "" drops the tag, but keeps its content. Unlisted elements are not changed: the reader of HTML
// ignores tags that it does not know and reads their text.
constexpr auto kRenamed = std::to_array<Renamed>({
    // Blocks.
    {"para", "p"},
    {"simpara", "p"},
    {"formalpara", "div"},
    {"variablelist", "dl"},
    {"varlistentry", ""},
    {"term", "dt"},
    {"itemizedlist", "ul"},
    {"orderedlist", "ol"},
    {"simplelist", "ul"},
    {"member", "li"},
    {"programlisting", "pre"},
    {"screen", "pre"},
    {"synopsis", "pre"},
    {"literallayout", "pre"},
    {"cmdsynopsis", "div"},
    {"informaltable", "table"},
    {"tgroup", ""},
    {"colspec", ""},
    {"row", "tr"},
    {"entry", "td"},
    // Metadata, which is not text of the page, and a few blocks of manual pages.
    {"refentryinfo", "nav"},
    {"refsynopsisdiv", "div"},
    {"refmeta", "nav"},
    {"refnamediv", "div"},
    {"refentry", "div"},
    {"bookinfo", "nav"},
    {"articleinfo", "nav"},
    {"indexterm", "nav"},
    {"info", "nav"},
    // Text.
    {"literal", "code"},
    {"varname", "code"},
    {"constant", "code"},
    {"filename", "code"},
    {"option", "code"},
    {"refentrytitle", "code"},
    {"command", "code"},
    {"function", "code"},
    {"parameter", "code"},
    {"userinput", "code"},
    {"computeroutput", "code"},
    {"replaceable", "em"},
    {"emphasis", "em"},
    {"ulink", "a"},
    {"link", "a"},
});
// Elements whose <title> is a heading. Each of them that is open adds one to its level.
constexpr std::array<std::string_view, 16> kSections = {
    "section",  "sect1",    "sect2",    "sect3",   "sect4",    "sect5",   "refsection", "refsect1",
    "refsect2", "refsect3", "refentry", "chapter", "appendix", "article", "book",       "part"};

bool IsElementByte(char c) { return IsIdentifierByte(c) || c == '-' || c == '.' || c == ':'; }

class DocbookTags {
 public:
  explicit DocbookTags(std::string text) : text_(std::move(text)) {}

  // The text with its tags renamed. Comments are skipped; the text of a CDATA section cannot be
  // marked up, so '<' and '&' in it become blanks.
  std::string Rename() {
    for (size_t at = text_.find('<'); at != std::string::npos; at = text_.find('<', at)) {
      const std::string_view rest = std::string_view(text_).substr(at);
      if (rest.starts_with("<!--")) {
        at = Behind("-->", at + 4);
      } else if (rest.starts_with("<![CDATA[")) {
        const size_t end = Behind("]]>", at);
        for (size_t i = at + 9; i < end; ++i) {
          if (text_[i] == '<' || text_[i] == '&') text_[i] = ' ';
        }
        Blank(at, at + 9);
        Blank(end - std::min<size_t>(end - at, 3), end);
        at = end;
      } else if (rest.starts_with("<!DOCTYPE") || rest.starts_with("<?")) {
        const size_t end = rest[1] == '?' ? Behind("?>", at) : EndOfDoctype(at);
        Blank(at, end);
        at = end;
      } else if (rest.starts_with("</>")) {
        CloseLast(at);
        at += 3;
      } else {
        at = Tag(at);
      }
    }
    return std::move(text_);
  }

 private:
  // The position after the next `mark`, or the end of the text.
  size_t Behind(std::string_view mark, size_t from) const {
    const size_t found = text_.find(mark, std::min(from, text_.size()));
    return found == std::string::npos ? text_.size() : found + mark.size();
  }

  // The position after the '>' that ends a document type: `[` … `]` may contain others.
  size_t EndOfDoctype(size_t at) const {
    const size_t end = text_.find_first_of("[>", at);
    if (end == std::string::npos) return text_.size();
    return text_[end] == '>' ? end + 1 : Behind(">", Behind("]", end));
  }

  // Line feeds remain, for the places of what follows.
  void Blank(size_t from, size_t end) {
    for (size_t i = from; i < end; ++i) {
      if (text_[i] != '\n') text_[i] = ' ';
    }
  }

  // Renames the tag at `at`; returns the position at which to continue.
  size_t Tag(size_t at) {
    const bool closes = at + 1 < text_.size() && text_[at + 1] == '/';
    const size_t begin = at + (closes ? 2 : 1);
    size_t end = begin;
    while (end < text_.size() && IsElementByte(text_[end])) ++end;
    if (end == begin) return at + 1;
    // Quotes are ignored, so a '>' in an attribute ends the tag early. In return, the next '>' is
    // searched for once and not for each '<' before it.
    if (stop_ < end) stop_ = std::min(text_.find('>', end), text_.size());
    const size_t stop = stop_;
    if (stop == text_.size()) return end;  // not a tag: it does not end
    const bool empty = text_[stop - 1] == '/';
    // SGML accepts names in any case.
    const std::string name = ToLower(std::string_view(text_).substr(begin, end - begin));
    const std::string_view plain =
        std::string_view(name).substr(name.find(':') + 1);  // without the namespace prefix
    if (closes && !tags_.empty()) tags_.pop_back();
    if (!closes && !empty && tags_.size() < kMaxTags) tags_.push_back({at, stop + 1});
    const std::optional<std::string> to = CounterpartOf(plain, closes, empty);
    if (!to) return stop + 1;
    if (to->empty() || to->size() > name.size()) {
      Blank(at, stop + 1);
    } else {
      text_.replace(begin, to->size(), *to);
      Blank(begin + to->size(), end);
    }
    return stop + 1;
  }

  // "</>" of SGML closes the last element, but there is no room for the name. An inline element
  // loses its start tag, since it would otherwise extend to the end of the page; a block ends at
  // the next block.
  void CloseLast(size_t at) {
    Blank(at, at + 3);
    if (tags_.empty()) return;
    const auto [begin, end] = tags_.back();
    tags_.pop_back();
    size_t stop = begin + 1;
    while (stop < end && IsElementByte(text_[stop])) ++stop;
    const std::string_view name = std::string_view(text_).substr(begin + 1, stop - begin - 1);
    if (name == "code" || name == "em" || name == "a" || name == "b") Blank(begin, end);
  }

  // The name in HTML, or "" to drop the tag; nullopt if the tag is not changed.
  std::optional<std::string> CounterpartOf(std::string_view name, bool closes, bool empty) {
    const bool section = Among(kSections, name);
    if (section && !empty) depth_ += closes ? -1 : 1;
    if (name == "title") {
      // The end tag of a title is renamed like its start tag.
      if (!closes) title_ = TitleIn(opened_);
      return title_;
    }
    if (!closes && !empty) opened_ = name;
    // A body may contain other lists: the innermost list decides whether a <listitem> is a body.
    const bool list = name == "itemizedlist" || name == "orderedlist" || name == "variablelist";
    if (list && !empty && !closes && lists_.size() < kMaxLists) lists_.push_back(name[0] == 'v');
    if (list && !empty && closes && !lists_.empty()) lists_.pop_back();
    if (name == "listitem") return !lists_.empty() && lists_.back() ? "dd" : "li";
    if (section) return std::nullopt;
    for (const Renamed& one : kRenamed) {
      if (one.from == name) return std::string(one.to);
    }
    return std::nullopt;
  }

  // The element for the title in an element `name`: a heading in a section, bold text in a formal
  // paragraph, and otherwise a paragraph.
  std::string TitleIn(const std::string& name) const {
    if (name == "formalpara") return "b";
    const bool heading = Among(kSections, std::string_view(name)) || name.ends_with("info");
    return heading ? "h" + std::to_string(std::clamp(depth_, 1, 6)) : "p";
  }

  static constexpr size_t kMaxLists = 10'000;  // open at once; far more than any page nests
  static constexpr size_t kMaxTags = 10'000;   // likewise

  std::string text_;
  size_t stop_ = 0;                              // the first '>' after the last tag's name
  int depth_ = 0;                                // of sections
  std::string opened_;                           // the element that opened last, except a title
  std::string title_ = "p";                      // the counterpart of the last title
  std::vector<std::pair<size_t, size_t>> tags_;  // begin and end of each open element's tag
  std::vector<bool> lists_;                      // for each open list: whether it is a variablelist
};

// Whether the text may be a part of a book, which has no document type of its own: after comments,
// it begins with one of kSections that HTML does not have. HTML has <section> and <article> too.
bool BeginsWithSection(std::string_view head) {
  head = Trim(head);
  while (head.starts_with("<!--")) {
    const size_t end = head.find("-->");
    if (end == std::string_view::npos) return false;
    head = Trim(head.substr(end + 3));
  }
  if (!head.starts_with('<')) return false;
  size_t end = 1;
  while (end < head.size() && IsElementByte(head[end])) ++end;
  const std::string name = ToLower(head.substr(1, end - 1));
  return name != "section" && name != "article" && Among(kSections, std::string_view(name));
}

// Recognised by the document type, the namespace, or the element that the text begins with. Other
// XML is read as HTML.
bool OpensAsDocbook(std::string_view text) {
  // The document type or the namespace is at the start, after a license at most.
  constexpr size_t kHead = 2048;
  const std::string_view head = text.substr(0, kHead);
  if (BeginsWithSection(head)) return true;
  return Trim(head).starts_with('<') &&
         (head.find("//OASIS//DTD DocBook") != std::string_view::npos ||
          head.find("docbook.org/ns/docbook") != std::string_view::npos);
}

constexpr std::string_view kDocbookEndings[] = {"docbook", "dbk", "xml", "sgml", "sgm"};
constexpr std::string_view kDocbookComments[] = {"<!--"};

}  // namespace

extern constexpr PageFormat kDocbookFormat = {
    .rank = 75,
    .name = "docbook",
    .title = "DocBook",
    .files = "{}, if the file's opening says that it is DocBook",
    .endings = kDocbookEndings,
    .comments = kDocbookComments,
    .search = PageSearch::kByContents,
    .read =
        [](const PageInput& page) {
          const std::string html = DocbookTags(std::string(page.text)).Rename();
          return ReadHtml(page.file, html, page.diagnostics);
        },
    .detect = {.is_text = OpensAsDocbook,
               .instead = [](std::string_view text) -> std::string_view {
                 return OpensAsDocbook(text) ? "" : "html";
               }},
    .passes = PassesBlankLine,
    .entries = {.manual = true},
};

}  // namespace flagcensus
