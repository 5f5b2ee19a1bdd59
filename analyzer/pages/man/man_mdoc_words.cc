// The words of a line of mdoc(7) → runs.
//
// A line of mdoc is a sequence of words, some of which call macros for those after them. Each word
// is printed in the style of the last macro; there is no space before closing punctuation.
//
//   .It Ev TMPDIR , Fl o Ar file   ─→   "TMPDIR" (envvar), ", ", "-o" (code), " ", "file"
#include <algorithm>
#include <array>

#include "analyzer/base/text.h"
#include "analyzer/pages/man/man_page.h"

namespace flagcensus {
namespace {

// A macro with the style of its words.
// mdoc distinguishes more than the readers need: code, strong, emphasis, and variables.
struct Macro {
  std::string_view name;
  bool code = false;
  bool strong = false;
  bool emphasis = false;
  std::string_view role = {};
  std::string_view prefix = {};  // printed before each word
};

// Macros that print their words in a style, mdoc(7) "Macro reference".
// Macros that are missing here or in Call are printed as words.
constexpr std::array kStyles = {
    Macro{"Ad", false, false, true},
    Macro{"An"},
    Macro{"Ar", false, false, true},
    Macro{"Cd", true},
    Macro{"Cm", true},
    Macro{"Dv", true},
    Macro{"Em", false, false, true},
    Macro{"Er", true},
    Macro{"Ev", true, false, false, "envvar"},
    Macro{"Fa", false, false, true},
    Macro{"Fl", true, false, false, {}, "-"},
    Macro{"Fn", true},
    Macro{"Ft", true},
    Macro{"Ic", true},
    Macro{"In", true},
    Macro{"Lb"},
    Macro{"Li", true},
    Macro{"Lk"},
    Macro{"Ms"},
    Macro{"Mt"},
    Macro{"No"},
    Macro{"Pa", true},
    Macro{"St"},
    Macro{"Sx"},
    Macro{"Sy", false, true},
    Macro{"Tn"},
    Macro{"Va", true},
    Macro{"Vt", true},
};

// Macros that enclose words in marks: ".Dq word" or ".Do", words, ".Dc".
struct Enclosure {
  std::string_view name;   // encloses the rest of the line
  std::string_view begin;  // and its multi-line forms
  std::string_view end;
  std::string_view left;
  std::string_view right;
};
constexpr std::array kEnclosures = {
    Enclosure{"Aq", "Ao", "Ac", "<", ">"},    Enclosure{"Bq", "Bo", "Bc", "[", "]"},
    Enclosure{"Brq", "Bro", "Brc", "{", "}"}, Enclosure{"Dq", "Do", "Dc", "“", "”"},
    Enclosure{"Op", "Oo", "Oc", "[", "]"},    Enclosure{"Pq", "Po", "Pc", "(", ")"},
    Enclosure{"Qq", "Qo", "Qc", "\"", "\""},  Enclosure{"Sq", "So", "Sc", "‘", "’"},
};

// Punctuation, which mdoc puts outside of macros: ".Ev A , Ev B" is "A, B".
bool IsClosing(std::string_view word) {
  return word.size() == 1 && std::string_view(".,;:)]?!").find(word[0]) != std::string_view::npos;
}
// No space is printed after them.
bool IsOpening(std::string_view word) { return word == "(" || word == "["; }

// The words of one line → runs.
// The state between words is the style of the last macro, and whether a space is due.
class LineReader {
 public:
  LineReader(ManPage& page, const std::vector<RoffWord>& words) : page_(page), words_(words) {}

  // The macro `name` with its words, as if `name` were written before word `at`.
  std::vector<Run> Read(std::string_view name, size_t at) {
    Call(name, at, 0);
    return std::move(runs_);
  }
  std::vector<Run> ReadWords(size_t at) {
    Words(at, 0);
    return std::move(runs_);
  }

 private:
  // Adds a word, after a space unless punctuation or Ns removes it. `resolve`: it may have escapes.
  // Texts that the reader adds itself, such as a quote, contain none.
  void Put(std::string_view text, int column, const Run& style, bool resolve = true) {
    const bool closing = IsClosing(text);
    const std::string_view space = tight_ || closing ? "" : " ";
    tight_ = IsOpening(text);
    Run run = style;
    // Punctuation has the style of the surrounding text.
    if (closing || IsOpening(text)) run = Run();
    std::vector<Run> word;
    if (resolve) {
      AppendRoff(page_.roff, text, page_.line, column, run, word);
    } else {
      run.text = text;
      run.line = page_.line;
      run.column = column;
      word.push_back(std::move(run));
    }
    // Words of one style are one run. Variables are not: each is a separate name.
    if (!runs_.empty() && word.size() == 1 && word[0].role.empty() && runs_.back().role.empty() &&
        word[0].code == runs_.back().code && word[0].strong == runs_.back().strong &&
        word[0].emphasis == runs_.back().emphasis && word[0].link == runs_.back().link) {
      runs_.back().text += space;
      runs_.back().text += word[0].text;
      return;
    }
    JoinRuns(runs_, std::move(word), space);
  }

  // The style of a macro; null if it is not one that only sets a style.
  // A search through about thirty names, which is as fast as a map.
  static const Macro* FindStyle(std::string_view name) {
    for (const Macro& macro : kStyles) {
      if (macro.name == name) return &macro;
    }
    return nullptr;
  }

  // Adds the words from `at` on in the current style; a word that is the name of a macro calls it.
  void Words(size_t at, int depth) {
    for (; at < words_.size(); ++at) {
      if (!words_[at].quoted && Call(words_[at].text, at + 1, depth + 1)) return;
      Put(words_[at].text, words_[at].column, style_);
    }
  }

  // Handles the rest of the line if `name` is a macro; otherwise returns false.
  //
  //   .Nm Ns -serve     ─→  "shop-serve"
  //   .Pf $ Ev HOME     ─→  "$", "HOME" (envvar)
  //   .Dq Ev HOME .     ─→  "“", "HOME" (envvar), "”."
  bool Call(std::string_view name, size_t at, int depth) {
    if (depth > 100) return false;  // a line that consists of macros
    if (const Macro* macro = FindStyle(name); macro != nullptr) {
      CallStyle(*macro, at, depth);
      return true;
    }
    if (name == "Ql") {
      CallStyle(Macro{"Ql", true}, at, depth);
      return true;
    }
    if (name == "Nm") {
      CallName(at, depth);
      return true;
    }
    if (name == "Xr") {
      CallReference(at, depth);
      return true;
    }
    // No space before the next word.
    if (name == "Ns") {
      tight_ = true;
      style_ = Run();
      Words(at, depth);
      return true;
    }
    if (name == "Ap") {
      tight_ = true;
      Put("'", 0, Run(), false);
      tight_ = true;
      Words(at, depth);
      return true;
    }
    // A prefix, without a space after it.
    if (name == "Pf") {
      if (at < words_.size()) Put(words_[at].text, words_[at].column, Run());
      tight_ = true;
      Words(std::min(at + 1, words_.size()), depth);
      return true;
    }
    // Macros that only group words, or separate cells, end the current style.
    if (name == "Xo" || name == "Xc" || name == "Ta" || name == "Bk" || name == "Ek") {
      style_ = Run();
      Words(at, depth);
      return true;
    }
    for (const Enclosure& enclosure : kEnclosures) {
      if (CallEnclosure(enclosure, name, at, depth)) return true;
    }
    return false;
  }

  // A macro that sets the style of the words after it.
  void CallStyle(const Macro& macro, size_t at, int depth) {
    style_ = Run();
    style_.code = macro.code;
    style_.strong = macro.strong;
    style_.emphasis = macro.emphasis;
    style_.role = macro.role;
    if (at >= words_.size() && macro.name == "Ar") Put("file ...", 0, style_, false);
    if (macro.prefix.empty()) return Words(at, depth);
    // .Fl a b prints -a -b; a lone .Fl prints "-".
    if (at >= words_.size() || IsClosing(words_[at].text)) Put(macro.prefix, 0, style_, false);
    for (; at < words_.size(); ++at) {
      if (!words_[at].quoted && Call(words_[at].text, at + 1, depth + 1)) return;
      if (IsClosing(words_[at].text)) {
        Put(words_[at].text, words_[at].column, style_);
        continue;
      }
      Put(macro.prefix, words_[at].column, style_, false);
      tight_ = true;
      Put(words_[at].text, words_[at].column, style_);
    }
  }

  // .Nm: the program's name, which the first use sets and others may omit.
  //
  //   .Nm shop      ─→  "shop", and the page's name
  //   .Nm           ─→  "shop"
  //   .Nm Fl v      ─→  "shop", "-v": a macro after it is not a name
  void CallName(size_t at, int depth) {
    style_ = Run();
    style_.code = true;
    const bool given = at < words_.size() && !IsClosing(words_[at].text) &&
                       FindStyle(words_[at].text) == nullptr && words_[at].text != "Ns" &&
                       words_[at].text != "Nm";
    if (!given && !page_.program.empty()) Put(page_.program, 0, style_, false);
    if (given && page_.program.empty()) page_.program = words_[at].text;
    if (!given) style_ = Run();
    Words(at, depth);
  }

  // .Xr name section: "name(section)" as a link.
  // A section has at most three bytes, "3p"; a longer word belongs to the sentence.
  void CallReference(size_t at, int depth) {
    style_ = Run();
    if (at < words_.size()) {
      std::string text(words_[at].text);
      const int column = words_[at].column;
      ++at;
      if (at < words_.size() && words_[at].text.size() <= 3 && !IsClosing(words_[at].text)) {
        text += "(" + std::string(words_[at].text) + ")";
        ++at;
      }
      Run link;
      link.link = true;
      Put(text, column, link, false);
    }
    Words(at, depth);
  }

  // An enclosure of the rest of the line, or its beginning or end. Punctuation at the end of the
  // line is outside.
  bool CallEnclosure(const Enclosure& enclosure, std::string_view name, size_t at, int depth) {
    if (name == enclosure.name || name == enclosure.begin) {
      const bool line = name == enclosure.name;
      size_t last = words_.size();
      while (line && last > at && IsClosing(words_[last - 1].text)) --last;
      style_ = Run();
      Put(enclosure.left, at < words_.size() ? words_[at].column : 0, Run(), false);
      tight_ = true;
      if (!line) {
        Words(at, depth);
        return true;
      }
      const std::vector<RoffWord> inner(words_.begin() + at, words_.begin() + last);
      LineReader reader(page_, inner);
      // Nested enclosures copy the rest of the line each, so their depth is bounded.
      if (depth <= 20) {
        JoinRuns(runs_, reader.ReadWordsAt(depth + 1), "");
      }
      tight_ = true;
      Put(enclosure.right, 0, Run(), false);
      tight_ = false;
      style_ = Run();
      for (; last < words_.size(); ++last) Put(words_[last].text, words_[last].column, Run());
      return true;
    }
    if (name == enclosure.end) {
      tight_ = true;
      Put(enclosure.right, 0, Run(), false);
      tight_ = false;
      style_ = Run();
      Words(at, depth);
      return true;
    }
    return false;
  }

  std::vector<Run> ReadWordsAt(int depth) {
    Words(0, depth);
    return std::move(runs_);
  }

  ManPage& page_;
  const std::vector<RoffWord>& words_;
  std::vector<Run> runs_;
  Run style_;
  bool tight_ = false;  // there is no space before the next word
};

}  // namespace

std::vector<Run> ReadMdocWords(ManPage& page, const std::vector<RoffWord>& words) {
  return LineReader(page, words).ReadWords(0);
}

std::vector<Run> ReadMdocCall(ManPage& page, std::string_view name,
                              const std::vector<RoffWord>& words) {
  return LineReader(page, words).Read(name, 0);
}

}  // namespace flagcensus
