// HTML → Document.
//
// libxml2 parses and repairs the markup; its events, not a tree, are turned into blocks as they
// come, so that memory is bounded and places are exact (a tree's line numbers end at 65535).
// Nothing is fetched, no entity but the named characters exists in HTML. What a reader of the page
// does not take for its text is left out: navigation, side bars, scripts, the ¶ of headings.
// Sphinx's object descriptions (<dl class="std envvar">) are kDirective, its field lists kField.
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

constexpr int kMaxStack = 4000;  // open elements; the parser looks through them
constexpr int kMaxSpan = 1000;
constexpr size_t kMaxHtml = size_t{1} << 30;

struct Element {
  size_t depth = 0;     // the number of open parts with its own; 0 where it opened none
  bool header = false;  // thead
  Marks outer;          // the marks of the text around it
};

class HtmlReader {
 public:
  HtmlReader(DocumentBuilder& out, std::string_view text, int line, int column)
      : out_(out), text_(text), line_(line), column_(column), place_{line, 0} {
    const std::string_view all = text.substr(0, text.size() - (text.ends_with('\n') ? 1 : 0));
    last_line_ = line + static_cast<int>(std::count(all.begin(), all.end(), '\n'));
  }

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
    // libxml2, "Thread safety": initialised before threads make contexts, or two that make the
    // first ones can wait for ever for the lock of its dictionaries.
    static std::once_flag initialised;
    std::call_once(initialised, xmlInitParser);
    parser_ = htmlCreateMemoryParserCtxt(text_.data(), static_cast<int>(text_.size()));
    if (parser_ == nullptr) return;
    *parser_->sax = sax;
    parser_->userData = this;
    xmlSwitchEncoding(parser_, XML_CHAR_ENCODING_UTF8);  // else it guesses Latin-1 and converts
    htmlCtxtUseOptions(parser_, HTML_PARSE_RECOVER | HTML_PARSE_NOERROR | HTML_PARSE_NOWARNING |
                                    HTML_PARSE_NONET | HTML_PARSE_IGNORE_ENC);
    htmlParseDocument(parser_);
    htmlFreeParserCtxt(parser_);
    out_.CloseTo(depth);
  }

  // A page without a heading of its own has its <title> for one.
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
  // Where byte `offset` of the text stands; offsets only grow.
  void SeekTo(size_t offset) {
    for (offset = std::min(offset, text_.size()); seen_ < offset; ++seen_) {
      if (text_[seen_] != '\n') continue;
      ++line_;
      column_ = -static_cast<int>(seen_);
    }
    // Text that ends in a line end is told once the parser is past it: its column is not known
    // then.
    place_ = {std::min(line_, last_line_), std::max(0, column_ + static_cast<int>(offset))};
  }

  size_t Offset() const {
    return parser_->input == nullptr
               ? text_.size()
               : static_cast<size_t>(parser_->input->cur - parser_->input->base) +
                     parser_->input->consumed;
  }

  void Text(std::string_view text) {
    if (in_title_) title_ += text;
    if (skipping_ > 0 || text.empty()) return;
    const size_t offset = Offset();
    // Text is given as it stands, or it is the character of an entity, which ends here.
    const bool verbatim =
        offset >= text.size() && text_.substr(offset - text.size(), text.size()) == text;
    SeekTo(verbatim ? offset - text.size() : offset - std::min<size_t>(offset, 1));
    // Elements that the parser implies are told before the text that they are for: it began before.
    int line = place_.line;
    const size_t start = verbatim ? offset - text.size() : seen_;
    line -= static_cast<int>(std::count(text_.begin() + static_cast<long>(std::min(start, seen_)),
                                        text_.begin() + static_cast<long>(seen_), '\n'));
    // What it left out (control characters) moves no line: the text ends where it ends.
    if (!verbatim) line -= static_cast<int>(std::count(text.begin(), text.end(), '\n'));
    line = std::max(1, line);
    if (marks_.link && (text == "\u00b6" || text == "#" || text == "\u00a7")) return;
    AddText(text, {line, verbatim ? place_.column : 0});
    if (out_.limits().full()) xmlStopParser(parser_);
  }

  // The text of a <pre> that is not nested too deep.
  std::string* Verbatim() {
    return out_.part() == Part::kCode && !out_.IsDeep() ? &out_.block().text : nullptr;
  }

  // Adds text as spelled in the page; `place` is that of its first byte.
  void AddText(std::string_view text, PagePlace place) {
    if (out_.limits().full()) return;
    if (std::string* verbatim = Verbatim()) {
      if (verbatim->empty()) {
        if (text.starts_with('\n')) text.remove_prefix(1), ++place.line;
        out_.block().line = place.line;
      }
      *verbatim += text;
      return;
    }
    while (!text.empty()) {
      // Up to the end of the line: a run never spans lines, so its place is exact.
      const size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
      AddLine(text.substr(0, end), place);
      if (text[end - 1] == '\n') place = {place.line + 1, place.column == 0 ? 0 : 1};
      text.remove_prefix(end);
    }
  }

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
    if (place.column != 0 && first < text.size()) place.column += static_cast<int>(first);
    out_.AddRun(std::move(folded), marks_, place);
  }

  static std::string_view Attribute(const xmlChar** attributes, std::string_view name) {
    for (; attributes != nullptr && attributes[0] != nullptr; attributes += 2) {
      if (name == reinterpret_cast<const char*>(attributes[0])) {
        return attributes[1] == nullptr ? "" : reinterpret_cast<const char*>(attributes[1]);
      }
    }
    return {};
  }

  static int Span(const xmlChar** attributes, std::string_view name) {
    const std::string_view text = Trim(Attribute(attributes, name));
    int span = 1;
    std::from_chars(text.data(), text.data() + text.size(), span);
    return std::clamp(span, 1, kMaxSpan);
  }

  void Start(std::string_view name, const xmlChar** attributes) {
    if (parser_->nameNr > kMaxStack) {
      SeekTo(Offset());
      out_.limits().Report("nested-too-deep", place_.line,
                           "elements are nested more than " + std::to_string(kMaxStack) +
                               " deep, the rest of the page is not read; close them");
      return xmlStopParser(parser_);
    }
    if (skipping_ > 0) {
      in_title_ = name == "title" && title_.empty() && out_.depth() == 0 && out_.siblings().empty();
      if (in_title_) SeekTo(Offset());
      if (in_title_) title_line_ = place_.line;
      ++skipping_;
      return;
    }
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

  static bool IsSkipped(std::string_view name, const std::vector<std::string_view>& classes,
                        const xmlChar** attributes) {
    if (Among(kHtmlSkipped, name)) return true;
    const std::string_view role = Attribute(attributes, "role");
    if (role == "navigation" || role == "search" || role == "contentinfo") return true;
    return std::any_of(classes.begin(), classes.end(),
                       [](std::string_view word) { return Among(kHtmlSkippedClasses, word); });
  }

  void SetMarks(std::string_view name, const std::vector<std::string_view>& classes) {
    marks_.code |= Among(kHtmlCode, name);
    marks_.strong |= name == "b" || name == "strong";
    marks_.emphasis |= name == "i" || name == "em" || name == "cite" || name == "dfn";
    marks_.link |= name == "a";
    if (name == "envar") marks_.code = true, marks_.role = "envvar";  // DocBook's own
    for (const std::string_view word : classes) {  // Sphinx: "std-envvar"; mandoc: "Ev"
      if (word == "std-envvar" || word == "Ev") marks_.role = "envvar";
      if (word == "std-option") marks_.role = "option";
      if (word == "std-ref") marks_.role = "ref";
      if (word == "sig-name" || word == "descname" || word == "pre") marks_.code = true;
    }
  }

  // The elements that open a part whatever their attributes are; kPage of another one.
  static Part PartOf(std::string_view name) {
    if (name == "ul" || name == "ol" || name == "menu") return Part::kList;
    if (name == "dt") return Part::kTerm;
    if (name == "dd") return Part::kBody;
    if (name == "table") return Part::kTable;
    if (name == "caption") return Part::kCaption;
    if (name == "pre") return Part::kCode;
    return Part::kPage;
  }

  // Opens the part that an element stands for; returns false if it opens none.
  bool OpenBlock(std::string_view name, const std::vector<std::string_view>& classes,
                 const xmlChar** attributes, Element& element) {
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
    if (name == "li") {
      out_.Open(out_.part() == Part::kList ? Part::kItem : Part::kGroup, place_);
      return true;
    }
    if (name == "dl") return OpenTerms(classes), true;
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
    if (name == "td" || name == "th") {
      Block* cell = out_.OpenCell(place_, Span(attributes, "colspan"), Span(attributes, "rowspan"));
      if (cell != nullptr) cell->header = name == "th";
      return true;
    }
    if (name == "br") {
      AddText(" ", {place_.line, 0});
      return false;
    }
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
    if (const std::string language = Language(classes); !language.empty()) language_ = language;
    return false;
  }

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
  static std::string Language(const std::vector<std::string_view>& classes) {
    for (const std::string_view word : classes) {
      for (const std::string_view prefix : {"language-", "highlight-", "lang-"}) {
        if (word.starts_with(prefix)) return std::string(word.substr(prefix.size()));
      }
    }
    return "";
  }

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
    if (out_.depth() < element.depth) return;  // closed already, by what implied its end
    if (std::string* verbatim = Verbatim()) {
      while (verbatim->ends_with('\n')) verbatim->pop_back();
      if (out_.block().label.empty()) out_.block().label = std::exchange(language_, "");
    }
    out_.CloseTo(element.depth - 1);
  }

  // <dt> and <dd> end the term or body before them; libxml2 leaves it open.
  void EndTerm() {
    if (out_.depth() > 0 && out_.part() != Part::kTerms) out_.CloseInside(Part::kTerms);
  }

  DocumentBuilder& out_;
  std::string_view text_;
  size_t seen_ = 0;  // up to where lines are counted
  int line_;
  int last_line_ = 0;  // of the text
  int column_;       // of byte 0 of the text, were it on this line
  PagePlace place_;  // of what is being read
  Marks marks_;      // of the text being read
  htmlParserCtxtPtr parser_ = nullptr;
  std::vector<Element> stack_;
  int skipping_ = 0;  // elements open inside one that is left out, itself counted
  int headers_ = 0;
  std::string language_;
  std::string title_;  // the page's <title>
  int title_line_ = 0;
  bool in_title_ = false;
};

}  // namespace

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

void ReadHtmlFragment(DocumentBuilder& out, std::string_view text, int line) {
  if (text.empty() || text.size() > kMaxHtml) return;
  const std::string guarded = GuardHtml(text);
  HtmlReader(out, guarded, line, 1).Read();
}

namespace {

bool OpensAsHtml(std::string_view text) {
  const std::string head = ToLower(Trim(text).substr(0, 200));
  return head.starts_with("<!doctype html") || head.starts_with("<html") ||
         (head.starts_with("<?xml") && head.find("<html") != std::string::npos);
}

// Tags at the start of a line.
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
    .is_text = OpensAsHtml,
    .marks = HtmlMarks,
    .passes = PassesBlankLine,
    .preformatted = true,
    .markup = "html",
};

}  // namespace flagcensus
