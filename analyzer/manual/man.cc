// The table of commands → flagcensus(1), in the macros of man(7)
//
// What is not of the command line (environment, files) stands here; a test holds it against
// docs/environment.md.
#include "analyzer/base/text.h"
#include "analyzer/manual/manual.h"

namespace flagcensus {
namespace {

// What a line of text must not be for roff: a request, or an escape. A hyphen of an option or a
// path is one that can be copied.
std::string Escape(std::string_view text) {
  std::string out;
  for (const char c : text) {
    const bool begins = out.empty() || out.back() == '\n';
    if (begins && (c == '.' || c == '\'')) out += "\\&";
    if (c == '\\') {
      out += "\\e";
    } else if (c == '-') {
      out += "\\-";
    } else {
      out += c;
    }
  }
  return out;
}

// The words of a text in lines that are no longer than those of a source should be.
std::string Fill(std::string_view text) {
  constexpr size_t kWidth = 78;
  std::string out;
  std::string line;
  for (const std::string_view word : Split(text, ' ')) {
    if (!line.empty() && line.size() + 1 + word.size() > kWidth) {
      out += Escape(line) + "\n";
      line.clear();
    }
    line += (line.empty() ? "" : " ") + std::string(word);
  }
  return out + Escape(line) + "\n";
}

std::string Bold(std::string_view text) { return "\\fB" + Escape(text) + "\\fR"; }

// A paragraph with a hanging tag.
std::string Tagged(const std::string& tag, const std::string& text) {
  return ".TP\n" + tag + "\n" + Fill(text);
}

std::string OptionOf(const OptionRow& option, const std::string& more = "") {
  std::string tag;
  for (const std::string& name : option.names) tag += (tag.empty() ? "" : ", ") + Bold(name);
  if (!option.value.empty()) tag += " \\fI" + Escape(option.value) + "\\fR";
  return Tagged(tag, SentencesOf(option) + more);
}

// The lines of a help's examples as they stand, without the exit status, which has its section.
std::string ExamplesIn(const std::string& footer) {
  std::string lines;
  for (const std::string_view line : Split(footer, '\n')) {
    if (line.starts_with("  ")) lines += Escape(line.substr(2)) + "\n";
  }
  return lines.empty() ? "" : ".PP\n.EX\n" + lines + ".EE\n";
}

std::string CommandOf(const CommandRow& command, const std::vector<SharedOption>& shared) {
  std::string out = ".SS \"" + Escape(SynopsisOf(command)) + "\"\n" + Fill(command.text + ".");
  for (const OptionRow& argument : command.arguments)
    out += Tagged("\\fI" + Escape(argument.names.front()) + "\\fR", SentencesOf(argument));
  const std::vector<OptionRow> own = OwnOptions(command, shared);
  for (const OptionRow& option : own) out += OptionOf(option);
  if (own.size() < command.options.size()) {
    std::vector<std::string> others;
    for (const SharedOption& one : shared) {
      for (const std::string& name : one.commands) {
        if (name == command.name) others.push_back(Bold(one.option.names.back()));
      }
    }
    out += ".PP\nAlso, as under\n.BR \"COMMON OPTIONS\" :\n" + Join(others, ",\n") + ".\n";
  }
  return out + ExamplesIn(command.footer);
}

constexpr const char* kPageHead =
    ".\\\" made by: flagcensus manual man\n"
    ".TH FLAGCENSUS 1 \"" FLAGCENSUS_DATE "\" \"flagcensus " FLAGCENSUS_VERSION
    "\" \"User Commands\"\n"
    ".SH NAME\n"
    "flagcensus \\- find where documents and code disagree about environment variables\n"
    ".SH SYNOPSIS\n"
    ".SY flagcensus\n"
    ".I command\n"
    ".RI [ options ]\n"
    ".RI [ path ...]\n"
    ".YS\n"
    ".SH DESCRIPTION\n"
    "flagcensus reads Python, C, C++ and CUDA source trees for every access to the\n"
    "environment, through wrappers, macros, constants and loops.\n"
    "It reads the pages that describe the variables, finds them by itself where none\n"
    "is named, and reports what drifted apart.\n"
    "It runs nothing of what it reads.\n"
    ".PP\n"
    "Findings are accepted by comments beside them, by the configuration, or all of\n"
    "today's by a baseline.\n"
    ".B flagcensus explain\n"
    "lists the rules and prints the page of each.\n";

constexpr const char* kPageTail =
    ".SH EXIT STATUS\n"
    ".TP\n0\nNothing found at or above the severity that fails.\n"
    ".TP\n1\nFindings.\n"
    ".TP\n2\nThe command could not run, one of several projects failed, or with\n.B \\-\\-strict\n"
    "a file could not be read or parsed or much could not be compared.\n"
    ".SH ENVIRONMENT\n"
    "Nothing of it changes a finding.\n"
    ".TP\n.B NO_COLOR\nWhere not empty: no colour and no hyperlinks.\n"
    ".TP\n.B FORCE_COLOR\nWhere neither empty nor 0: colour in a pipe too.\n"
    ".TP\n.B TERM\n\\(lqdumb\\(rq is a terminal without colour.\n"
    ".TP\n.B COLUMNS\nHow wide lines of the text report may be.\n"
    ".TP\n.B TMPDIR\nWhere\n.B \\-\\-since\nputs the files of a revision while it runs.\n"
    ".TP\n.BR XDG_CACHE_HOME \", \" HOME\n"
    "Where kept answers are: the folder flagcensus in the first, else in .cache of\n"
    "the second.\n"
    ".TP\n"
    ".BR VTE_VERSION \", \" KITTY_WINDOW_ID \", \" WEZTERM_PANE \", \" WT_SESSION \", \" "
    "KONSOLE_VERSION \", \" ITERM_SESSION_ID\n"
    "Set by terminals that take hyperlinks.\n"
    ".SH FILES\n"
    ".TP\n.IR flagcensus.toml \", \" .flagcensus.toml \", \" pyproject.toml\n"
    "The configuration, the last in its table [tool.flagcensus]: the nearest upwards\n"
    "from the first path.\n"
    ".TP\n.I flagcensus\\-baseline.json\n"
    "Findings that are accepted, beside the configuration or in the root.\n"
    ".SH SEE ALSO\n"
    ".BR printenv (1),\n.BR environ (7)\n"
    ".PP\n"
    "The documentation is installed with the program: a page for each rule, the\n"
    "settings, and the schemas of what it prints for programs.\n";

}  // namespace

std::string WriteManPage(const Manual& manual) {
  const std::vector<SharedOption> shared = SharedOptions(manual.table);
  std::string out = kPageHead;
  out += ".SH OPTIONS\n";
  for (const OptionRow& option : manual.table.program.options) out += OptionOf(option);
  out += ".SH COMMANDS\n";
  for (const CommandRow& command : manual.table.commands) out += CommandOf(command, shared);
  out += ".SH COMMON OPTIONS\n";
  for (const SharedOption& one : shared) {
    const bool all = one.commands.size() == manual.table.commands.size();
    out += OptionOf(one.option, all ? "" : " Of " + Join(one.commands, ", ") + ".");
  }
  return out + kPageTail;
}

}  // namespace flagcensus
