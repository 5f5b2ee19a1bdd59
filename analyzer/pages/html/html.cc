// HTML → Document.
//
//   <p>Set <code>APP_HOME</code></p>  ─→  paragraph: "Set " 1:4, "APP_HOME" 1:14 in code
//
// libxml2 parses and repairs the markup. Its events are converted to blocks as they arrive, without
// a tree, so memory is bounded and places are exact (line numbers of a tree end at 65535).
// Nothing is fetched, and HTML has no entities but the named characters. What is not text of the
// page to its readers is omitted: navigation, side bars, scripts, the ¶ of headings. Sphinx's
// object descriptions (<dl class="std envvar">) are kDirective, its field lists kField.
#include "analyzer/pages/html/html.h"

#include <algorithm>
#include <charconv>
#include <mutex>
#include <utility>

#include "analyzer/base/text.h"
#include "analyzer/base/xml_library.h"
#include "analyzer/pages/document_builder.h"
#include "analyzer/pages/html/html_guard.h"
#include "analyzer/pages/html/html_names.h"
#include "analyzer/pages/page_lines.h"
#include "analyzer/tree/page_format.h"

namespace flagcensus {
namespace {

constexpr int kMaxStack = 4000;  // open elements; the parser searches through them
// The largest span that browsers apply is 1000, too.
// A larger one would create as many cells for each row.
constexpr int kMaxSpan = 1000;
// The parser counts bytes in an int.
constexpr size_t kMaxHtml = size_t{1} << 30;

struct Element {
  size_t depth = 0;     // the number of open parts including its own; 0 if it opened none
  bool header = false;  // thead
  Marks outer;          // the marks of the text around it
};

// Receives the events of the parser for one page or fragment, and opens and closes parts.
class HtmlReader {
 public:
  HtmlReader(DocumentBuilder& out, std::string_view text, int line, int column)
      : out_(out), text_(text), line_(line), column_(column), place_{line, 0} {
    const std::string_view all = text.substr(0, text.size() - (text.ends_with('\n') ? 1 : 0));
    last_line_ = line + static_cast<int>(std::count(all.begin(), all.end(), '\n'));
  }

  // Runs the parser over the text. Its callbacks are Start, End and Text.
  void Read() {
    const size_t depth = out_.depth();
    xmlSAXHandler sax = {};
    sax.initialized = 1;
    sax.startElement = [](void* self, const xmlChar* name, const xmlChar** attributes) {
      static_cast<HtmlReader*>(self)->Start(reinterpret_cast<const char*>(name), attributes);
    };
    sax.endElement = [](void* self, const xmlChar* name) {
      static_cast<HtmlReader*>(self)->End(reinterpret_cast<const char*>(name));
    };
    sax.characters = [](void* self, const xmlChar* text, int length) {
      static_cast<HtmlReader*>(self)->Text(
          {reinterpret_cast<const char*>(text), static_cast<size_t>(length)});
    };
    sax.ignorableWhitespace = sax.characters;
    // libxml2, "Thread safety": it must be initialised before threads create contexts. Two threads
    // that create the first ones can otherwise deadlock on the lock of its dictionaries.
    static std::once_flag initialised;
    std::call_once(initialised, xmlInitParser);
    parser_ = htmlCreateMemoryParserCtxt(text_.data(), static_cast<int>(text_.size()));
    if (parser_ == nullptr) return;
    *parser_->sax = sax;
    parser_->userData = this;
    xmlSwitchEncoding(parser_, XML_CHAR_ENCODING_UTF8);  // otherwise it assumes Latin-1
    htmlCtxtUseOptions(parser_, HTML_PARSE_RECOVER | HTML_PARSE_NOERROR | HTML_PARSE_NOWARNING |
                                    HTML_PARSE_NONET | HTML_PARSE_IGNORE_ENC);
    htmlParseDocument(parser_);
    htmlFreeParserCtxt(parser_);
    out_.CloseTo(depth);
  }

  // A page without a heading of level 1 gets its <title> as one.
  // With one, the <title> would repeat it, often with the name of the site.
  void AddTitle(Document& document) const {
    const std::string_view title = Trim(title_);
    const auto& blocks = document.blocks;
    if (title.empty() || std::any_of(blocks.begin(), blocks.end(), [](const Block& block) {
          return block.kind == Block::Kind::kHeading && block.level == 1;
        })) {
      return;
    }
    Block heading;
    heading.kind = Block::Kind::kHeading;
    heading.level = 1;
    heading.line = title_line_;
    Run& run = heading.inlines.emplace_back();
    run.text = title;
    run.line = title_line_;
    document.blocks.insert(document.blocks.begin(), std::move(heading));
  }

 private:
  // Sets place_ to that of byte `offset` of the text; offsets only grow.
  void SeekTo(size_t offset) {
    for (offset = std::min(offset, text_.size()); seen_ < offset; ++seen_) {
      if (text_[seen_] != '\n') continue;
      ++line_;
      // So that column_ + offset is the column of every byte of the line.
      column_ = -static_cast<int>(seen_);
    }
    // Text that ends with a line feed is reported when the parser is on the next line. Its column
    // is unknown by then, and its line is at most the last one.
    place_ = {std::min(line_, last_line_), std::max(0, column_ + static_cast<int>(offset))};
  }

  // How far the parser has read, in bytes of the text.
  // `consumed` is what its buffer has already dropped.
  size_t Offset() const {
    return parser_->input == nullptr
               ? text_.size()
               : static_cast<size_t>(parser_->input->cur - parser_->input->base) +
                     parser_->input->consumed;
  }

  // Text between tags, as the parser reports it. Most of the function finds its place: the parser
  // only knows how far it has read.
  void Text(std::string_view text) {
    // The title is in <head>, which is skipped.
    if (in_title_) title_ += text;
    if (skipping_ > 0 || text.empty()) return;
    const size_t offset = Offset();
    // The parser reports text as it is written, or the character of an entity, which ends here.
    const bool verbatim =
        offset >= text.size() && text_.substr(offset - text.size(), text.size()) == text;
    SeekTo(verbatim ? offset - text.size() : offset - std::min<size_t>(offset, 1));
    // Elements that the parser implies are reported before the text that they are for, but after it
    // was read: the text began earlier.
    int line = place_.line;
    const size_t start = verbatim ? offset - text.size() : seen_;
    line -= static_cast<int>(std::count(text_.begin() + static_cast<long>(std::min(start, seen_)),
                                        text_.begin() + static_cast<long>(seen_), '\n'));
    // The parser drops control characters, after which the text is not verbatim. The line of its
    // end is known, so the line of its start is counted back from there.
    if (!verbatim) line -= static_cast<int>(std::count(text.begin(), text.end(), '\n'));
    line = std::max(1, line);
    // The links of a heading to itself.
    if (marks_.link && (text == "\u00b6" || text == "#" || text == "\u00a7")) return;
    AddText(text, {line, verbatim ? place_.column : 0});
    if (out_.limits().full()) xmlStopParser(parser_);
  }

  // The text of a <pre> that is not nested too deep.
  // Null outside of a <pre>.
  std::string* Verbatim() {
    return out_.part() == Part::kCode && !out_.IsDeep() ? &out_.block().text : nullptr;
  }

  // Adds text as written in the page; `place` is that of its first byte.
  void AddText(std::string_view text, PagePlace place) {
    if (out_.limits().full()) return;
    if (std::string* verbatim = Verbatim()) {
      if (verbatim->empty()) {
        // HTML ignores a line feed directly after <pre>.
        if (text.starts_with('\n')) text.remove_prefix(1), ++place.line;
        out_.block().line = place.line;
      }
      *verbatim += text;
      return;
    }
    while (!text.empty()) {
      // One line at a time: a run never spans lines, so its place is exact.
      const size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
      AddLine(text.substr(0, end), place);
      if (text[end - 1] == '\n') place = {place.line + 1, place.column == 0 ? 0 : 1};
      text.remove_prefix(end);
    }
  }

  // Folds white space as a browser does: into one blank, and into none after another blank.
  // "a \n  b" ─→ "a b"
  void AddLine(std::string_view text, PagePlace place) {
    size_t first = 0;
    while (first < text.size() && IsHtmlSpace(text[first])) ++first;
    const std::vector<Run>& before = out_.paragraph();
    const bool blank_before = before.empty() || IsHtmlSpace(before.back().text.back());
    std::string folded;
    for (const char c : text) {
      if (!IsHtmlSpace(c)) {
        folded += c;
      } else if (folded.empty() ? !blank_before : folded.back() != ' ') {
        folded += ' ';
      }
    }
    if (folded.empty()) return;
    // The place is that of the first visible byte.
    if (place.column != 0 && first < text.size()) place.column += static_cast<int>(first);
    out_.AddRun(std::move(folded), marks_, place);
  }

  // The value of an attribute; "" if there is no such attribute or it has no value.
  static std::string_view Attribute(const xmlChar** attributes, std::string_view name) {
    for (; attributes != nullptr && attributes[0] != nullptr; attributes += 2) {
      if (name == reinterpret_cast<const char*>(attributes[0])) {
        return attributes[1] == nullptr ? "" : reinterpret_cast<const char*>(attributes[1]);
      }
    }
    return {};
  }

  // The number in a colspan or rowspan; 1 if there is no number.
  static int Span(const xmlChar** attributes, std::string_view name) {
    const std::string_view text = Trim(Attribute(attributes, name));
    int span = 1;
    std::from_chars(text.data(), text.data() + text.size(), span);
    return std::clamp(span, 1, kMaxSpan);
  }

  // An element begins: it is skipped, opens a part, or changes the marks of the text in it.
  void Start(std::string_view name, const xmlChar** attributes) {
    if (parser_->nameNr > kMaxStack) {
      SeekTo(Offset());
      out_.limits().Report("nested-too-deep", place_.line,
                           "elements are nested more than " + std::to_string(kMaxStack) +
                               " deep, the rest of the page is not read; close them");
      return xmlStopParser(parser_);
    }
    // Inside a skipped element only its end and the page's <title> count.
    if (skipping_ > 0) {
      in_title_ = name == "title" && title_.empty() && out_.depth() == 0 && out_.siblings().empty();
      if (in_title_) SeekTo(Offset());
      if (in_title_) title_line_ = place_.line;
      ++skipping_;
      return;
    }
    // Real class attributes are short; a long one would be split for each element.
    const std::vector<std::string_view> classes =
        Split(Attribute(attributes, "class").substr(0, 1000), ' ');
    if (IsSkipped(name, classes, attributes)) {
      skipping_ = 1;
      return;
    }
    Element element;
    element.outer = marks_;
    SeekTo(Offset());
    std::string* verbatim = Verbatim();
    if (verbatim == nullptr) {
      if (OpenBlock(name, classes, attributes, element)) element.depth = out_.depth();
      SetMarks(name, classes);
    } else if (name == "br") {
      *verbatim += '\n';
    }
    stack_.push_back(std::move(element));
  }

  // Recognised by the element's name, its role for accessibility, or a class of a theme.
  // A variable that only a side bar or a search box names is missed.
  static bool IsSkipped(std::string_view name, const std::vector<std::string_view>& classes,
                        const xmlChar** attributes) {
    if (Among(kHtmlSkipped, name)) return true;
    const std::string_view role = Attribute(attributes, "role");
    if (role == "navigation" || role == "search" || role == "contentinfo") return true;
    return std::any_of(classes.begin(), classes.end(),
                       [](std::string_view word) { return Among(kHtmlSkippedClasses, word); });
  }

  // Changes the marks for the text in an element. `outer` in Element restores them at its end.
  void SetMarks(std::string_view name, const std::vector<std::string_view>& classes) {
    marks_.code |= Among(kHtmlCode, name);
    marks_.strong |= name == "b" || name == "strong";
    marks_.emphasis |= name == "i" || name == "em" || name == "cite" || name == "dfn";
    marks_.link |= name == "a";
    if (name == "envar") marks_.code = true, marks_.role = "envvar";  // from DocBook
    for (const std::string_view word : classes) {  // Sphinx: "std-envvar"; mandoc: "Ev"
      if (word == "std-envvar" || word == "Ev") marks_.role = "envvar";
      if (word == "std-option") marks_.role = "option";
      if (word == "std-ref") marks_.role = "ref";
      if (word == "sig-name" || word == "descname" || word == "pre") marks_.code = true;
    }
  }

  // The part that an element opens with any attributes; kPage if its attributes or context decide.
  static Part PartOf(std::string_view name) {
    if (name == "ul" || name == "ol" || name == "menu") return Part::kList;
    if (name == "dt") return Part::kTerm;
    if (name == "dd") return Part::kBody;
    if (name == "table") return Part::kTable;
    if (name == "caption") return Part::kCaption;
    if (name == "pre") return Part::kCode;
    return Part::kPage;
  }

  // Opens the part for an element; returns false if the element opens none.
  bool OpenBlock(std::string_view name, const std::vector<std::string_view>& classes,
                 const xmlChar** attributes, Element& element) {
    // Neither needs an end tag.
    if (name == "dt" || name == "dd") EndTerm();
    if (const Part part = PartOf(name); part != Part::kPage) {
      Block* block = out_.Open(part, place_);
      if (block != nullptr && part == Part::kCode) block->label = Language(classes);
      return true;
    }
    if (name.size() == 2 && name[0] == 'h' && name[1] >= '1' && name[1] <= '6') {
      if (Block* heading = out_.Open(Part::kHeading, place_)) heading->level = name[1] - '0';
      return true;
    }
    // An <li> outside of a list still separates its text from the text around it.
    if (name == "li") {
      out_.Open(out_.part() == Part::kList ? Part::kItem : Part::kGroup, place_);
      return true;
    }
    if (name == "dl") return OpenTerms(classes), true;
    // The rows in <thead> are headers; the element itself opens no part.
    if (name == "thead") {
      out_.EndParagraph();
      element.header = true;
      ++headers_;
      return false;
    }
    if (name == "tr") {
      if (Block* row = out_.Open(Part::kRow, place_)) row->header = headers_ > 0;
      return true;
    }
    // A row of <th> is a header as well, see CloseRow.
    if (name == "td" || name == "th") {
      Block* cell = out_.OpenCell(place_, Span(attributes, "colspan"), Span(attributes, "rowspan"));
      if (cell != nullptr) cell->header = name == "th";
      return true;
    }
    // A line break in a paragraph is a blank, as are other breaks between words.
    if (name == "br") {
      AddText(" ", {place_.line, 0});
      return false;
    }
    // An admonition is any <div> with its kind as a class, which the generators agree on.
    const bool admonition = (name == "div" || name == "aside" || name == "section") &&
                            std::any_of(classes.begin(), classes.end(), [](std::string_view word) {
                              return word == "admonition" || Among(kHtmlAdmonitions, word);
                            });
    if (name == "blockquote" || name == "details" || admonition) {
      Block* quote = out_.Open(Part::kGroup, place_);
      for (const std::string_view word : classes) {
        if (quote != nullptr && Among(kHtmlAdmonitions, word)) quote->label = word;
      }
      return true;
    }
    if (Among(kHtmlBlocks, name)) out_.EndParagraph();
    // Sphinx states the language in an element around the <pre>.
    if (const std::string language = Language(classes); !language.empty()) language_ = language;
    return false;
  }

  // A <dl> contains definitions, fields or descriptions of objects, depending on its classes.
  void OpenTerms(const std::vector<std::string_view>& classes) {
    Block* terms = out_.Open(Part::kTerms, place_);
    for (const std::string_view word : classes) {
      if (terms == nullptr) return;
      if (word == "field-list" || word == "docutils-field-list") {
        terms->kind = Block::Kind::kField;
      }
      if (Among(kHtmlObjects, word)) {
        terms->kind = Block::Kind::kDirective;
        terms->label = word;
      }
    }
  }

  // class="language-sh", class="highlight-bash notranslate".
  // "sh", "bash"; "" if no class states a language.
  static std::string Language(const std::vector<std::string_view>& classes) {
    for (const std::string_view word : classes) {
      for (const std::string_view prefix : {"language-", "highlight-", "lang-"}) {
        if (word.starts_with(prefix)) return std::string(word.substr(prefix.size()));
      }
    }
    return "";
  }

  // An element ends: its marks end, and the part that it opened is closed.
  void End(std::string_view name) {
    if (skipping_ > 0) {
      in_title_ = false;
      --skipping_;
      return;
    }
    if (stack_.empty()) return;
    Element element = std::move(stack_.back());
    stack_.pop_back();
    marks_ = std::move(element.outer);
    if (element.header) --headers_;
    if (element.depth == 0) {
      if (Among(kHtmlBlocks, name)) out_.EndParagraph();
      return;
    }
    if (out_.depth() < element.depth) return;  // closed already, by an implied end
    if (std::string* verbatim = Verbatim()) {
      while (verbatim->ends_with('\n')) verbatim->pop_back();
      if (out_.block().label.empty()) out_.block().label = std::exchange(language_, "");
    }
    out_.CloseTo(element.depth - 1);
  }

  // <dt> and <dd> end the term or body before them, which libxml2 does not close.
  void EndTerm() {
    if (out_.depth() > 0 && out_.part() != Part::kTerms) out_.CloseInside(Part::kTerms);
  }

  DocumentBuilder& out_;
  std::string_view text_;
  size_t seen_ = 0;  // the number of bytes of which the lines are counted
  int line_;
  int last_line_ = 0;  // of the text
  int column_;         // of byte 0 of the text, as if it were on this line
  PagePlace place_;    // of the element or text being read
  Marks marks_;        // of the text being read
  htmlParserCtxtPtr parser_ = nullptr;
  std::vector<Element> stack_;
  int skipping_ = 0;  // the number of open elements in and including a skipped one
  int headers_ = 0;
  std::string language_;
  std::string title_;  // the page's <title>
  int title_line_ = 0;
  bool in_title_ = false;
};

}  // namespace

// A page; what libxml2 cannot parse in linear time is removed first.
Document ReadHtml(std::string_view file, std::string_view text,
                  std::vector<Diagnostic>& diagnostics) {
  if (text.empty() || text.size() > kMaxHtml) return {};
  PageLimits limits(file, diagnostics);
  DocumentBuilder out(limits);
  const std::string guarded = GuardHtml(text);
  HtmlReader reader(out, guarded, 1, 1);
  reader.Read();
  Document document = out.Finish();
  reader.AddTitle(document);
  return document;
}

// HTML inside of a page in a different format, such as Markdown: its parts are added to that page.
void ReadHtmlFragment(DocumentBuilder& out, std::string_view text, int line) {
  if (text.empty() || text.size() > kMaxHtml) return;
  const std::string guarded = GuardHtml(text);
  HtmlReader(out, guarded, line, 1).Read();
}

namespace {

// An XHTML page may begin with an XML declaration; other XML is not HTML.
bool OpensAsHtml(std::string_view text) {
  const std::string head = ToLower(Trim(text).substr(0, 200));
  return head.starts_with("<!doctype html") || head.starts_with("<html") ||
         (head.starts_with("<?xml") && head.find("<html") != std::string::npos);
}

// A tag at the start of a line, such as "<p>" or "</div>".
int HtmlMarks(std::string_view line, std::string_view /*above*/) {
  return line[0] == '<' && line.size() > 2 &&
                 (line[1] == '/' || line[1] == '!' || IsLower(line[1])) &&
                 line.find('>') != std::string_view::npos
             ? 1
             : 0;
}

constexpr std::string_view kHtmlEndings[] = {"html", "htm", "xhtml"};
constexpr std::string_view kHtmlComments[] = {"<!--"};

}  // namespace

extern constexpr PageFormat kHtmlFormat = {
    .rank = 70,
    .name = "html",
    .title = "HTML",
    .endings = kHtmlEndings,
    .comments = kHtmlComments,
    .templates = false,
    .read = [](const PageInput& page) { return ReadHtml(page.file, page.text, page.diagnostics); },
    .detect = {.is_text = OpensAsHtml, .marks = HtmlMarks},
    .passes = PassesBlankLine,
    .preformatted = true,
    .markup = "html",
};

}  // namespace flagcensus
