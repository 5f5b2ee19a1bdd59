// HTML → Document.
//
// libxml2 parses and repairs the markup; its events, not a tree, are turned into blocks as they
// come, so that memory is bounded and places are exact (a tree's line numbers end at 65535).
// Nothing is fetched, no entity but the named characters exists in HTML. What a reader of the page
// does not take for its text is left out: navigation, side bars, scripts, the ¶ of headings.
// Sphinx's object descriptions (<dl class="std envvar">) are kDirective, its field lists kField.
#include "analyzer/pages/html/html.h"

#include <libxml/HTMLparser.h>
#include <libxml/parserInternals.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <mutex>
#include <utility>

#include "analyzer/base/text.h"
#include "analyzer/pages/html/html_guard.h"
#include "analyzer/pages/html/html_page.h"
#include "analyzer/tree/page_format.h"

namespace flagcensus {
namespace {

constexpr int kMaxStack = 4000;  // open elements; the parser looks through them
constexpr int kMaxSpan = 1000;

template <size_t N>
bool Among(const std::array<std::string_view, N>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

constexpr std::array<std::string_view, 20> kSkipped = {
    "head",   "script", "style",    "nav",    "template", "svg",     "iframe",
    "button", "select", "textarea", "object", "footer",   "map",     "audio",
    "video",  "canvas", "math",     "applet", "noembed",  "noframes"};
constexpr std::array<std::string_view, 25> kSkippedClasses = {"headerlink",
                                                              "anchor-link",
                                                              "sphinxsidebar",
                                                              "sphinxsidebarwrapper",
                                                              "md-sidebar",
                                                              "md-nav",
                                                              "md-header",
                                                              "md-footer",
                                                              "md-source-file",
                                                              "wy-nav-side",
                                                              "wy-breadcrumbs",
                                                              "bd-sidebar",
                                                              "bd-sidebar-primary",
                                                              "bd-sidebar-secondary",
                                                              "bd-toc",
                                                              "bd-header",
                                                              "toc-drawer",
                                                              "sidebar-drawer",
                                                              "navbar",
                                                              "breadcrumb",
                                                              "prev-next-area",
                                                              "related-pages",
                                                              "viewcode-link",
                                                              "linenos",
                                                              "linenodiv"};
constexpr std::array<std::string_view, 24> kBlocks = {
    "address", "article", "aside",  "center", "dir",   "div",   "fieldset", "figcaption",
    "figure",  "form",    "header", "hgroup", "hr",    "main",  "p",        "section",
    "summary", "legend",  "body",   "html",   "tbody", "tfoot", "option",   "title"};
constexpr std::array<std::string_view, 9> kCode = {"code", "tt",  "kbd",     "samp",     "var",
                                                   "pre",  "xmp", "listing", "plaintext"};
constexpr std::array<std::string_view, 16> kAdmonitions = {
    "note",      "warning", "tip",  "important",  "caution", "danger",       "error",   "hint",
    "attention", "seealso", "todo", "deprecated", "info",    "versionadded", "success", "question"};
// Sphinx: the kinds of what an object description names.
constexpr std::array<std::string_view, 17> kObjects = {
    "envvar", "option",    "confval",  "data",     "attribute", "cmdoption",
    "macro",  "var",       "variable", "setting",  "function",  "class",
    "method", "exception", "object",   "describe", "property"};

struct Element {
  size_t frame = 0;     // its place in HtmlPage::open; 0 where it opened none
  bool header = false;  // thead
  HtmlStyle outer;      // the style around it
};

class HtmlReader {
 public:
  HtmlReader(std::string_view file, std::string_view text, int line, int column,
             std::vector<Diagnostic>& diagnostics)
      : text_(text), line_(line), column_(column) {
    page_.file = file;
    page_.diagnostics = &diagnostics;
    page_.open.emplace_back();
    page_.line = line;
  }

  Document Read() {
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
    if (parser_ == nullptr) return {};
    *parser_->sax = sax;
    parser_->userData = this;
    xmlSwitchEncoding(parser_, XML_CHAR_ENCODING_UTF8);  // else it guesses Latin-1 and converts
    htmlCtxtUseOptions(parser_, HTML_PARSE_RECOVER | HTML_PARSE_NOERROR | HTML_PARSE_NOWARNING |
                                    HTML_PARSE_NONET | HTML_PARSE_IGNORE_ENC);
    htmlParseDocument(parser_);
    htmlFreeParserCtxt(parser_);
    while (page_.open.size() > 1) Close(page_);
    EndParagraph(page_);
    Document document;
    document.blocks = std::move(page_.open[0].block.children);
    AddTitle(document);
    return document;
  }

 private:
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

  // Where byte `offset` of the text stands; offsets only grow.
  void SeekTo(size_t offset) {
    for (offset = std::min(offset, text_.size()); seen_ < offset; ++seen_) {
      if (text_[seen_] != '\n') continue;
      ++line_;
      column_ = -static_cast<int>(seen_);
    }
    page_.line = line_;
    // Text that ends in a line end is told once the parser is past it: its column is not known
    // then.
    page_.column = std::max(0, column_ + static_cast<int>(offset));
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
    int line = page_.line;
    const size_t start = verbatim ? offset - text.size() : seen_;
    line -= static_cast<int>(std::count(text_.begin() + static_cast<long>(std::min(start, seen_)),
                                        text_.begin() + static_cast<long>(seen_), '\n'));
    // What it left out (control characters) moves no line: the text ends where it ends.
    if (!verbatim) line -= static_cast<int>(std::count(text.begin(), text.end(), '\n'));
    line = std::max(1, line);
    if (page_.style.link && (text == "\u00b6" || text == "#" || text == "\u00a7")) return;
    AddText(page_, text, line, verbatim ? page_.column : 0);
    if (page_.full) xmlStopParser(parser_);
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
      Report(page_, "nested-too-deep",
             "elements are nested more than " + std::to_string(kMaxStack) +
                 " deep, the rest of the page is not read; close them");
      return xmlStopParser(parser_);
    }
    if (skipping_ > 0) {
      in_title_ = name == "title" && title_.empty() && page_.open[0].block.children.empty();
      if (in_title_) SeekTo(Offset());
      if (in_title_) title_line_ = page_.line;
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
    element.outer = page_.style;
    SeekTo(Offset());
    if (page_.open.back().frame != HtmlFrame::kPre) {
      const bool opened = OpenBlock(name, classes, attributes, element);
      if (opened) element.frame = page_.open.size() - 1;
      SetStyle(name, classes);
    } else if (name == "br") {
      page_.open.back().block.text += '\n';
    }
    stack_.push_back(std::move(element));
  }

  static bool IsSkipped(std::string_view name, const std::vector<std::string_view>& classes,
                        const xmlChar** attributes) {
    if (Among(kSkipped, name)) return true;
    const std::string_view role = Attribute(attributes, "role");
    if (role == "navigation" || role == "search" || role == "contentinfo") return true;
    return std::any_of(classes.begin(), classes.end(),
                       [](std::string_view word) { return Among(kSkippedClasses, word); });
  }

  void SetStyle(std::string_view name, const std::vector<std::string_view>& classes) {
    HtmlStyle& style = page_.style;
    style.code |= Among(kCode, name);
    style.strong |= name == "b" || name == "strong";
    style.emphasis |= name == "i" || name == "em" || name == "cite" || name == "dfn";
    style.link |= name == "a";
    for (const std::string_view word : classes) {  // Sphinx: "std-envvar"; mandoc: "Ev"
      if (word == "std-envvar" || word == "Ev") style.role = "envvar";
      if (word == "std-option") style.role = "option";
      if (word == "std-ref") style.role = "ref";
      if (word == "sig-name" || word == "descname" || word == "pre") style.code = true;
    }
  }

  // Opens the frame that an element stands for.
  bool OpenBlock(std::string_view name, const std::vector<std::string_view>& classes,
                 const xmlChar** attributes, Element& element) {
    if (name.size() == 2 && name[0] == 'h' && name[1] >= '1' && name[1] <= '6') {
      if (!Open(page_, HtmlFrame::kHeading, Block::Kind::kHeading)) return false;
      page_.open.back().block.level = name[1] - '0';
      return true;
    }
    if (name == "ul" || name == "ol" || name == "menu") {
      return Open(page_, HtmlFrame::kList, Block::Kind::kList);
    }
    if (name == "li") {
      const bool list = page_.open.back().frame == HtmlFrame::kList;
      return Open(page_, list ? HtmlFrame::kItem : HtmlFrame::kQuote,
                  list ? Block::Kind::kItem : Block::Kind::kQuote);
    }
    if (name == "dl") return OpenTerms(classes);
    if (name == "dt" || name == "dd") EndTerm();
    if (name == "dt") return Open(page_, HtmlFrame::kTerm, Block::Kind::kDefinition);
    if (name == "dd") return Open(page_, HtmlFrame::kBody, Block::Kind::kQuote);
    if (name == "table") return Open(page_, HtmlFrame::kTable, Block::Kind::kTable);
    if (name == "thead") {
      EndParagraph(page_);
      element.header = true;
      ++headers_;
      return false;
    }
    if (name == "tr") {
      if (!Open(page_, HtmlFrame::kRow, Block::Kind::kRow)) return false;
      page_.open.back().block.header = headers_ > 0;
      return true;
    }
    if (name == "td" || name == "th") {
      if (!Open(page_, HtmlFrame::kCell, Block::Kind::kCell)) return false;
      page_.open.back().block.header = name == "th";
      page_.open.back().columns = Span(attributes, "colspan");
      page_.open.back().rows = Span(attributes, "rowspan");
      return true;
    }
    if (name == "caption") return Open(page_, HtmlFrame::kCaption, Block::Kind::kParagraph);
    if (name == "pre") {
      if (!Open(page_, HtmlFrame::kPre, Block::Kind::kCode)) return false;
      page_.open.back().block.label = Language(classes);
      return true;
    }
    if (name == "br") {
      AddText(page_, " ", page_.line, 0);
      return false;
    }
    const bool admonition = (name == "div" || name == "aside" || name == "section") &&
                            std::any_of(classes.begin(), classes.end(), [](std::string_view word) {
                              return word == "admonition" || Among(kAdmonitions, word);
                            });
    if (name == "blockquote" || name == "details" || admonition) {
      if (!Open(page_, HtmlFrame::kQuote, Block::Kind::kQuote)) return false;
      for (const std::string_view word : classes) {
        if (Among(kAdmonitions, word)) page_.open.back().block.label = word;
      }
      return true;
    }
    if (Among(kBlocks, name)) EndParagraph(page_);
    if (const std::string language = Language(classes); !language.empty()) language_ = language;
    return false;
  }

  bool OpenTerms(const std::vector<std::string_view>& classes) {
    if (!Open(page_, HtmlFrame::kTerms, Block::Kind::kQuote)) return false;
    HtmlOpen& terms = page_.open.back();
    for (const std::string_view word : classes) {
      if (word == "field-list" || word == "docutils-field-list") {
        terms.entries = Block::Kind::kField;
      }
      if (Among(kObjects, word)) {
        terms.entries = Block::Kind::kDirective;
        terms.block.label = word;
      }
    }
    return true;
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
    page_.style = std::move(element.outer);
    if (element.header) --headers_;
    if (element.frame == 0) {
      if (Among(kBlocks, name)) EndParagraph(page_);
      return;
    }
    if (page_.open.size() <= element.frame) return;  // closed already, by what implied its end
    if (page_.open.back().frame == HtmlFrame::kPre) {
      Block& pre = page_.open.back().block;
      while (pre.text.ends_with('\n')) pre.text.pop_back();
      if (pre.label.empty()) pre.label = std::exchange(language_, "");
    }
    while (page_.open.size() > element.frame) Close(page_);
  }

  // <dt> and <dd> end the term or body before them; libxml2 leaves it open.
  void EndTerm() {
    size_t at = page_.open.size();
    while (at > 1 && page_.open[at - 1].frame != HtmlFrame::kTerms) --at;
    if (at <= 1 || at == page_.open.size()) return;
    while (page_.open.size() > at) Close(page_);
  }

  HtmlPage page_;
  std::string_view text_;
  size_t seen_ = 0;  // up to where lines are counted
  int line_;
  int column_;  // of byte 0 of the text, were it on this line
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

Document ReadHtmlFragment(std::string_view file, std::string_view text, int line, int column,
                          std::vector<Diagnostic>& diagnostics) {
  if (text.empty() || text.size() > (size_t{1} << 30)) return {};
  const std::string guarded = GuardHtml(text);
  return HtmlReader(file, guarded, line, column, diagnostics).Read();
}

Document ReadHtml(std::string_view file, std::string_view text,
                  std::vector<Diagnostic>& diagnostics) {
  return ReadHtmlFragment(file, text, 1, 1, diagnostics);
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
                 (line[1] == '/' || line[1] == '!' || (line[1] >= 'a' && line[1] <= 'z')) &&
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
    .preformatted = true,
    .markup = "html",
};

}  // namespace flagcensus
