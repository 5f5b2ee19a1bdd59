// the files around a project's accesses, each read once ─→ excerpts, uses of values, reads at
// import
#include <algorithm>
#include <map>

#include "analyzer/audit/audit.h"
#include "analyzer/audit/risk_rows.h"
#include "analyzer/audit/value_use.h"
#include "analyzer/base/parallel.h"
#include "analyzer/base/text.h"
#include "analyzer/model/secrets.h"

namespace flagcensus {
namespace {

constexpr size_t kMaxExcerpts = 12;   // of one variable; a common one has hundreds of sites
constexpr size_t kLongestLine = 200;  // bytes of a line in an excerpt

using Lines = std::vector<std::string_view>;

// The line with a number from 1; empty if the file has changed since.
std::string_view LineAt(const Lines& lines, int number) {
  if (number < 1 || static_cast<size_t>(number) > lines.size()) return {};
  std::string_view line = lines[static_cast<size_t>(number - 1)];
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

// For a line that is longer than people write (minified code), the part around the column,
// beginning at a word.
std::string_view NearColumn(std::string_view line, int column) {
  // Masking is the expensive step, so only a part of a minified line is masked.
  constexpr size_t kLongest = 4096;
  if (line.size() <= kLongest) return line;
  size_t from = std::min(line.size(), static_cast<size_t>(std::max(column, 1)) - 1);
  if (from < kLongestLine) return line.substr(0, kLongest);
  const size_t least = from - kLongestLine;
  for (size_t at = from; at > least; --at) {
    if (!IsIdentifierByte(line[at - 1])) from = at;
    if (line[at - 1] == ' ' || line[at - 1] == ';') break;
  }
  return line.substr(from, kLongest);
}

// The line of the access with the lines before and after it.
// An access in line 12 ─→ the lines 11, 12 and 13, with excerpt_line 11.
void TakeExcerpt(const Lines& lines, AuditSite& site) {
  const Access& access = *site.access;
  const int first = std::max(1, access.place.line - 1);
  std::string text;
  for (int at = first; at <= access.place.line + 1; ++at) {
    if (static_cast<size_t>(at) > lines.size()) break;
    if (at > first) text += '\n';
    // Masked before it is cut: a part of a credential has no recognisable form.
    const std::string line = MaskSecrets(
        NearColumn(LineAt(lines, at), at == access.place.line ? access.place.column : 0),
        access.name.value_or(""));
    text += ToValidUtf8(std::string_view(line).substr(0, kLongestLine));
  }
  site.excerpt_line = first;
  site.excerpt = MaskSecrets(text, access.name.value_or(""));
}

// Whether the statement of a line at module level only runs if the file is executed as a script:
// the nearest line above without indentation is `if __name__ == ...`.
//
//   if __name__ == "__main__":
//       main(os.environ["APP_CONFIG"])    ─→ true
//
// Only a plain `if` at the margin is recognised, not an `elif` or an indented guard.
bool IsMainGuarded(const Lines& lines, int line) {
  for (int at = line; at >= 1; --at) {
    const std::string_view text = LineAt(lines, at);
    // Continuation lines, closing brackets and comments do not begin a statement.
    if (text.empty() || text[0] == ' ' || text[0] == '\t' || text[0] == ')' || text[0] == '#') {
      continue;
    }
    return text.starts_with("if ") && text.find("__name__") != std::string_view::npos;
  }
  return false;
}

// Whether a call or a subscript begins at the column. If not, the access is in a row of a table or
// an attribute of a class, which a wrapper reads elsewhere.
// `os.getenv("X")` and `environ["X"]` do; `"X": (int, 3)` and `port: int` do not.
bool BeginsCall(std::string_view line, int column) {
  size_t at = static_cast<size_t>(std::max(column, 1)) - 1;
  while (at < line.size() && (IsIdentifierByte(line[at]) || line[at] == '.')) {
    ++at;
  }
  return at < line.size() && (line[at] == '(' || line[at] == '[');
}

// Whether a file can be imported by its name. "bin/tool" and "make-all.py" can only be run.
bool IsModule(std::string_view path) {
  const std::string_view name = path.substr(path.rfind('/') + 1);
  const size_t dot = name.find('.');
  if (dot == std::string_view::npos || !name.substr(dot).starts_with(".py")) return false;
  return std::all_of(name.begin(), name.begin() + static_cast<ptrdiff_t>(dot), IsIdentifierByte);
}

// Whether the read happens when the module is imported: Python runs the statements at module and
// class level then. Two things are guessed from the text: a `lambda` on the line or the one above
// defers the read, and so does a guard by `__name__`.
//
//   PORT = os.getenv("APP_PORT")                    true
//   def port(): return os.getenv("APP_PORT")        false: access.function is set
//   port = lambda: os.getenv("APP_PORT")            false: deferred
bool IsAtImport(const Lines& lines, const Access& access) {
  if (!IsPython(access.language) || access.evidence.function >= 0 || access.op != AccessOp::kRead)
    return false;
  if (access.evidence.in_string || access.evidence.by_declarator ||
      access.scope == Scope::kDocstring)
    return false;
  if (!IsModule(access.place.file)) return false;
  const std::string_view line = LineAt(lines, access.place.line);
  if (!access.chain.empty() && !BeginsCall(line, access.place.column)) return false;
  const std::string_view before =
      line.substr(0, std::min(line.size(), static_cast<size_t>(std::max(0, access.place.column))));
  const auto defers = [](std::string_view text) {
    return text.find("lambda") != std::string_view::npos;
  };
  if (defers(before) || defers(LineAt(lines, access.place.line - 1))) return false;
  return !IsMainGuarded(lines, access.place.line);
}

// Whether a call in the text has an argument for the environment: `Popen(command, env=env)`. The
// whole file counts, so that an unrelated call with such a keyword suffices.
// "env=" begins a keyword only after a space or bracket or comma: `myenv=x` does not, nor `env==x`;
// and a text, `option(env="APP_X")`, is not an environment.
bool PassesEnvironment(std::string_view text) {
  constexpr std::string_view kKeyword = "env=";
  for (size_t at = text.find(kKeyword); at != std::string_view::npos;
       at = text.find(kKeyword, at + 1)) {
    const bool begins = at > 0 && std::string_view(" \t\n(,").find(text[at - 1]) < 5;
    const std::string_view rest = Trim(text.substr(at + kKeyword.size(), 8));
    const bool text_or_test = !rest.empty() && std::string_view("='\"").find(rest[0]) < 3;
    if (begins && !text_or_test) return true;
  }
  return false;
}

// Adds the flows that the engines found: for Python, C and C++.
void TakeFlows(AuditSite& site) {
  for (const ValueFlow& flow : site.access->use.flows)
    site.uses.push_back({flow.what, flow.call, flow.place, !flow.derived});
}

}  // namespace

// The first twelve sites of a variable have an excerpt; all have the other facts.
void ReadSites(const AuditInput& input, std::vector<AuditVariable>& variables) {
  struct Asked {
    AuditSite* site;
    bool excerpt;
  };
  // The sites by file, so each file is read once.
  std::map<std::string_view, std::vector<Asked>> by_file;
  for (AuditVariable& variable : variables) {
    for (size_t i = 0; i < variable.sites.size(); ++i) {
      AuditSite& site = variable.sites[i];
      by_file[site.access->place.file].push_back({&site, i < kMaxExcerpts});
    }
  }
  std::vector<const SourceFile*> files;
  for (const SourceFile& file : input.tree.files) {
    if (by_file.contains(file.path)) files.push_back(&file);
  }
  const unsigned threads = ThreadCount(input.jobs);
  std::vector<std::string> buffers(threads);
  ParallelFor(files.size(), threads, [&](size_t index, unsigned thread) {
    if (!ReadSource(*files[index], &buffers[thread]).empty()) return;
    // A notebook's line numbers are those of its cells, which only its reader knows.
    if (files[index]->kind == FileKind::kNotebook) return;
    const Lines lines = Split(buffers[thread], '\n');
    std::vector<AuditSite*> sites;
    const bool passes_environment = PassesEnvironment(buffers[thread]);
    for (const Asked& asked : by_file.at(files[index]->path)) {
      if (asked.excerpt) TakeExcerpt(lines, *asked.site);
      asked.site->at_import = IsAtImport(lines, *asked.site->access);
      asked.site->is_passed_on = passes_environment;
      TakeFlows(*asked.site);
      const Language language = asked.site->access->language;
      // The flows of Python, C and C++ come from their engines, which follow values through
      // functions.
      if (!IsPython(language) && !IsC(language)) sites.push_back(asked.site);
    }
    FindValueUses(buffers[thread], Risks().same_value, sites);
  });
}

}  // namespace flagcensus
