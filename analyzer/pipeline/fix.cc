// findings ─→ corrected pages ─→ files, or a patch
//
//   default-mismatch: APP_PORT is 80 in the code, 8080 in docs/env.md
//       --fix    ─→  docs/env.md with 80
//       --diff   ─→  the same as a patch on standard output
#include "analyzer/fix/fix.h"

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "analyzer/base/text.h"
#include "analyzer/evidence/source_texts.h"
#include "analyzer/model/secrets.h"
#include "analyzer/pipeline/compare.h"
#include "analyzer/pipeline/fix_projects.h"
#include "analyzer/pipeline/print.h"
#include "analyzer/pipeline/read_bytes.h"
#include "analyzer/reference/diff.h"
#include "analyzer/reference/rows.h"
#include "analyzer/report/formats.h"
#include "analyzer/tree/inside.h"
#include "analyzer/tree/write_file.h"

namespace flagcensus {
namespace {

// Pages are named relative to the root, as reports show them.
std::string PathOf(const std::string& page, const ProjectOptions& options) {
  return (std::filesystem::path(options.root) / page).string();
}

// Why the page must not be corrected, "" if it can be; its bytes in `text`. A text that an editor
// has open takes precedence over the file.
std::string WhyNot(const std::string& page, const ProjectOptions& options, std::string* text) {
  const std::string path = PathOf(page, options);
  const auto overlay = options.overlays.find(AbsolutePath(path));
  if (overlay != options.overlays.end()) {
    *text = *overlay->second;
    return {};
  }
  std::error_code ignored;
  const bool link = std::filesystem::is_symlink(path, ignored);
  if (link && !LiesBelow(path, options.root)) return "it is a symbolic link out of the tree";
  Result<std::string> bytes = ReadBytes(path);
  if (!bytes.ok()) return bytes.error().message;
  *text = std::move(bytes).value();
  if (HasUtf16Mark(*text) || text->find('\0') != std::string::npos) return "it is not UTF-8";
  return {};
}

// The pages of the catalog: those that a finding refers to, and those that may get a row.
std::vector<FixedPage> OpenPages(const Workspace& project, const CatalogOptions& reading,
                                 bool report) {
  std::vector<FixedPage> out;
  for (const std::string& page : project.comparison().catalog.pages) {
    std::string text;
    if (const std::string why = WhyNot(page, project.options(), &text); !why.empty()) {
      // Without --fix or --diff, a report only counts what could be corrected.
      if (report) ReportUser(page + ": is not corrected: " + why);
      continue;
    }
    out.push_back(OpenPage(page, std::move(text), reading));
  }
  return out;
}

// Whether a finding belongs to a rule that has corrections; without one, no page is opened.
bool AnyToFix(const std::vector<Finding>& findings) {
  return std::any_of(findings.begin(), findings.end(), [](const Finding& finding) {
    return finding.rule == "default-mismatch" || finding.rule == "undocumented" ||
           finding.rule == "unused" || finding.rule == "missing-in-surface";
  });
}

std::vector<Finding> FindingsToFix(std::vector<Finding> out, const FixOptions& options) {
  // Findings below the requested severity are not shown, and so not corrected.
  std::erase_if(out,
                [&](const Finding& finding) { return finding.severity < options.min_severity; });
  if (!AnyToFix(out)) out.clear();
  return out;
}

// Calls fix(input, pages) with the input of the rules, the rows that could be added, and the pages.
template <typename Fix>
void WithPages(const Workspace& project, const std::vector<Finding>& findings,
               const FixOptions& options, Fix fix) {
  const Comparison& comparison = project.comparison();
  const RuleInput rules = RuleInputOf(comparison, project.options(), project.config());
  FixInput input{rules, findings, {}, {}, options.unsafe_fixes};
  input.reading.registry = project.config().registry;
  const bool rows = std::any_of(findings.begin(), findings.end(), [](const Finding& finding) {
    return finding.rule == "undocumented" && finding.severity > Severity::kInfo;
  });
  // Rows for undocumented variables are those of the reference page. Their texts are only searched
  // if a finding needs them, since that reads all sources again.
  if (rows) {
    const SourceTexts texts =
        FindSourceTexts(project.tree(), project.options().jobs, comparison.flags);
    ReferencePage page = BuildPage({rules, texts, DocsOptions(), project.options().root, ""});
    for (Section& section : page.sections) {
      for (Row& row : section.rows) input.rows.emplace(row.name, row);
    }
  }
  std::vector<FixedPage> pages = OpenPages(project, input.reading, options.apply || options.diff);
  fix(input, pages);
}

// Names in full up to five, then their number: the list of a project without pages has hundreds.
void ReportWithoutRow(const std::vector<std::string>& names, const FixOptions& options) {
  constexpr size_t kMaxNames = 5;
  if (names.empty() || options.quiet) return;
  const std::vector<std::string> first(
      names.begin(), names.begin() + static_cast<ptrdiff_t>(std::min(names.size(), kMaxNames)));
  const size_t more = names.size() - first.size();
  ReportUser("no entry was added for " + Join(first, ", ") +
             (more > 0 ? " and " + std::to_string(more) + " more" : "") +
             ": no table or list in the catalog is certain to be the right place" +
             (options.unsafe_fixes
                  ? ""
                  : "; --unsafe-fixes also adds entries whose place or description is uncertain"));
}

void ReportDeclined(const std::vector<std::string>& declined, const FixOptions& options) {
  constexpr size_t kMaxReported = 10;
  if (options.quiet) return;
  for (size_t i = 0; i < std::min(declined.size(), kMaxReported); ++i) {
    ReportUser("the documented default was not changed for " + declined[i]);
  }
  if (declined.size() > kMaxReported) {
    ReportUser("and for " +
               Count(declined.size() - kMaxReported, "other variable", "other variables"));
  }
}

// The pages that changed, with their new texts; nothing is written here.
std::vector<FixedPage> FixProject(const Workspace& project, const std::vector<Finding>& all,
                                  const FixOptions& options, size_t* fixed) {
  const std::vector<Finding> findings = FindingsToFix(all, options);
  std::vector<FixedPage> out;
  if (findings.empty()) return out;
  WithPages(project, findings, options, [&](const FixInput& input, std::vector<FixedPage>& pages) {
    const FixCount count = FixPages(input, pages);
    *fixed += count.fixed;
    // A round that corrects something is followed by another one, which reports what remains.
    if (count.fixed == 0 || options.diff) {
      ReportWithoutRow(count.without_row, options);
      ReportDeclined(count.declined, options);
    }
    for (const FixedPage& page : pages) {
      if (!page.exhausted) continue;
      ReportUser(page.file +
                 ": only some of its findings were fixed, because it is long: run --fix again to "
                 "continue");
    }
    std::erase_if(pages, [](const FixedPage& page) { return page.text == page.before; });
    out = std::move(pages);
  });
  return out;
}

// Line and column of the byte at `offset`; the column in characters, as editors count.
std::pair<int, int> LineAndColumn(const std::string& text, size_t offset) {
  const std::string_view before = std::string_view(text).substr(0, offset);
  const size_t start = before.rfind('\n') + 1;  // npos + 1 is 0 if there is no line before
  const size_t characters = CountCharacters(before.substr(start));
  const auto lines = std::count(before.begin(), before.end(), '\n');
  return {static_cast<int>(lines) + 1, static_cast<int>(characters) + 1};
}

// A path as git writes it in a patch (git-diff(1), "core.quotePath"): quoted if git would not read
// it back unchanged.
//
//   docs/env.md ─→ docs/env.md
//   a"b.md      ─→ "a\"b.md"
std::string PatchPath(const std::string& path) {
  if (path.find_first_of("\"\\") == std::string::npos && EscapeControl(path) == path) return path;
  std::string out = "\"";
  for (const char c : path) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (byte < 0x20 || byte >= 0x7f) {
      constexpr std::string_view kOctal = "01234567";
      out += '\\';
      for (const int shift : {6, 3, 0}) out += kOctal[byte >> shift & 7];
    } else {
      out += c;
    }
  }
  return out + "\"";
}

// Why the hunks cannot be printed unchanged; "" if they can. A patch must be exact to apply, and
// output must be masked and escaped: if these conflict, the page is omitted.
std::string WhyUnshown(const std::string& hunks) {
  std::string plain;
  for (const char c : hunks) {
    // Line ends and tabs are part of every patch.
    if (c != '\n' && c != '\r' && c != '\t') plain += c;
  }
  if (EscapeControl(plain) != plain) return "there are control characters";
  if (MaskSecrets(hunks, {}) != hunks) return "there is a credential";
  if (BreakCommands(hunks, "") != hunks) return "there is a CI command";
  return {};
}

// The change of one page in the form that `git apply` reads. A patch contains the lines around the
// change unmodified; if they must not be printed, there is no patch.
std::string PatchOf(const FixedPage& page) {
  const std::string diff = UnifiedDiff(page.file, page.before, page.text);
  const size_t body = diff.find("@@");
  if (body == std::string::npos) return {};
  const std::string hunks = diff.substr(body);
  if (const std::string why = WhyUnshown(hunks); !why.empty()) {
    ReportUser(page.file + ": omitted from the patch: " + why +
               " next to the change; use --fix instead");
    return {};
  }
  // A path with spaces ends with a tab, which `git apply` expects.
  const std::string end = page.file.find(' ') == std::string::npos ? "\n" : "\t\n";
  return "--- " + PatchPath("a/" + page.file) + end + "+++ " + PatchPath("b/" + page.file) + end +
         hunks;
}

}  // namespace

// With `patch`, only the patch is made. Otherwise each page is written as a whole; a page that
// cannot be written fails the run, and the others are written nevertheless.
Fixed FixProjects(const std::vector<Workspace>& projects, const FixOptions& options,
                  std::string* patch) {
  Fixed out;
  for (const Workspace& project : projects) {
    for (const FixedPage& page :
         FixProject(project, project.comparison().findings, options, &out.findings)) {
      if (patch != nullptr) {
        *patch += PatchOf(page);
        ++out.pages;
        continue;
      }
      const std::string path = PathOf(page.file, project.options());
      if (const auto why = WriteWhole(path, page.text)) {
        out.status = Fail("the page " + page.file + " cannot be written: " + *why);
        continue;
      }
      ++out.pages;
      out.written.push_back(path);
    }
  }
  if (out.findings > 0 && !options.quiet) {
    ReportUser(Count(out.findings, "finding", "findings") + (patch != nullptr ? " would be" : "") +
               " fixed in " + Count(out.pages, "page", "pages"));
  }
  return out;
}

std::vector<PageCorrection> CorrectionsOf(const Workspace& project,
                                          const std::vector<Finding>& findings) {
  FixOptions options;
  options.quiet = true;
  size_t fixed = 0;
  std::vector<PageCorrection> out;
  for (FixedPage& page : FixProject(project, findings, options, &fixed)) {
    out.push_back({page.file, std::move(page.before), std::move(page.text)});
  }
  return out;
}

void FindFixes(Workspace& project, const std::vector<Finding>& all, const FixOptions& options) {
  const std::vector<Finding> findings = FindingsToFix(all, options);
  if (findings.empty()) return;
  // The change of each finding alone, so a report or an editor can offer it separately.
  WithPages(project, findings, options, [&](const FixInput& input, std::vector<FixedPage>& pages) {
    EachFix(input, pages, [&](const Finding& finding, const std::vector<PageChange>& changes) {
      // The fixes are found again by rule, fingerprint and name.
      std::vector<FindingFix>& fixes =
          project.comparison().fixes[{finding.rule, finding.fingerprint, finding.name}];
      for (const auto& [change, number] : changes) {
        const FixedPage& page = pages[number];
        const auto [line, column] = LineAndColumn(page.text, change.offset);
        const auto [end_line, end] = LineAndColumn(page.text, change.offset + change.length);
        fixes.push_back({page.file, line, column, end_line, end, change.text});
      }
    });
  });
}

int PrintPatch(const std::vector<Workspace>& projects, const FixOptions& options) {
  std::string patch;
  const Fixed fixed = FixProjects(projects, options, &patch);
  // Unescaped: a patch with any character replaced does not apply.
  return WritePatch(patch, fixed.pages > 0 ? 1 : 0);
}

}  // namespace flagcensus
