// findings ─→ corrected pages ─→ files, or a patch
#include "analyzer/fix/fix.h"

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "analyzer/base/text.h"
#include "analyzer/evidence/source_texts.h"
#include "analyzer/model/secrets.h"
#include "analyzer/pipeline/pipeline.h"
#include "analyzer/pipeline/projects.h"
#include "analyzer/reference/diff.h"
#include "analyzer/reference/rows.h"
#include "analyzer/report/formats.h"
#include "analyzer/tree/inside.h"
#include "analyzer/tree/write_file.h"

namespace flagcensus {
namespace {

std::string PathOf(const std::string& page, const Options& options) {
  return (std::filesystem::path(options.root) / page).string();
}

// Why the page is left as it is, "" where it can be corrected; its bytes in `text`.
std::string WhyNot(const std::string& page, const Options& options, std::string* text) {
  const std::string path = PathOf(page, options);
  std::error_code ignored;
  const bool link = std::filesystem::is_symlink(path, ignored);
  if (link && !LiesBelow(path, options.root)) return "it is a symbolic link out of the tree";
  Result<std::string> bytes = ReadBytes(path);
  if (!bytes.ok()) return bytes.error().message;
  *text = std::move(bytes).value();
  if (HasUtf16Mark(*text) || text->find('\0') != std::string::npos) return "it is not UTF-8";
  return {};
}

// The pages that a finding speaks of, or that may get a row.
std::vector<FixedPage> OpenPages(const Project& project, const CatalogOptions& reading) {
  std::vector<FixedPage> out;
  for (const std::string& page : project.comparison.catalog.pages) {
    std::string text;
    if (const std::string why = WhyNot(page, project.options, &text); !why.empty()) {
      // A report only tells what could be corrected.
      if (project.options.fix || project.options.fix_diff) {
        TellUser(page + ": is not corrected: " + why);
      }
      continue;
    }
    out.push_back(OpenPage(page, std::move(text), reading));
  }
  return out;
}

// What can be fixed at all and is asked for.
bool AnyToFix(const std::vector<Finding>& findings) {
  return std::any_of(findings.begin(), findings.end(), [](const Finding& finding) {
    return finding.rule == "default-mismatch" || finding.rule == "undocumented" ||
           finding.rule == "unused";
  });
}

std::vector<Finding> FindingsToFix(const Project& project) {
  std::vector<Finding> out = project.comparison.findings;
  std::erase_if(
      out, [&](const Finding& finding) { return finding.severity < project.options.min_severity; });
  if (!AnyToFix(out)) out.clear();
  return out;
}

// Calls fix(input, pages) with what a fix needs.
template <typename Fix>
void WithPages(const Project& project, const std::vector<Finding>& findings, Fix fix) {
  const Comparison& comparison = project.comparison;
  const RuleInput rules = RuleInputOf(comparison, project.options, project.config);
  FixInput input{rules, findings, {}, {}, project.options.unsafe_fixes};
  input.reading.registry = project.config.registry;
  const bool rows = std::any_of(findings.begin(), findings.end(), [](const Finding& finding) {
    return finding.rule == "undocumented" && finding.severity > Severity::kInfo;
  });
  if (rows) {
    const SourceTexts texts = FindSourceTexts(project.tree, project.options.jobs, comparison.flags);
    ReferencePage page = BuildPage({rules, texts, project.options.docs, project.options.root, ""});
    for (Section& section : page.sections) {
      for (Row& row : section.rows) input.rows.emplace(row.name, row);
    }
  }
  std::vector<FixedPage> pages = OpenPages(project, input.reading);
  fix(input, pages);
}

void TellWithoutRow(const std::vector<std::string>& names, const Project& project) {
  constexpr size_t kMaxNames = 5;
  if (names.empty() || project.options.quiet) return;
  const std::vector<std::string> first(
      names.begin(), names.begin() + static_cast<ptrdiff_t>(std::min(names.size(), kMaxNames)));
  const size_t more = names.size() - first.size();
  TellUser("no row is added for " + Join(first, ", ") +
           (more > 0 ? " and " + std::to_string(more) + " more" : "") +
           ": no table or list of the catalog certainly fits and can take a new entry" +
           (project.options.unsafe_fixes
                ? ""
                : "; --unsafe-fixes adds some whose place or description is uncertain"));
}

void TellDeclined(const std::vector<std::string>& declined, const Project& project) {
  constexpr size_t kMaxTold = 10;
  if (project.options.quiet) return;
  for (size_t i = 0; i < std::min(declined.size(), kMaxTold); ++i) {
    TellUser("the documented default stays for " + declined[i]);
  }
  if (declined.size() > kMaxTold) {
    TellUser("and for " + Count(declined.size() - kMaxTold, "other variable", "other variables"));
  }
}

std::vector<FixedPage> FixProject(const Project& project, size_t* fixed) {
  const std::vector<Finding> findings = FindingsToFix(project);
  std::vector<FixedPage> out;
  if (findings.empty()) return out;
  WithPages(project, findings, [&](const FixInput& input, std::vector<FixedPage>& pages) {
    const FixCount count = FixPages(input, pages);
    *fixed += count.fixed;
    // A round that corrects something is followed by another, which tells what is left.
    if (count.fixed == 0 || project.options.fix_diff) {
      TellWithoutRow(count.without_row, project);
      TellDeclined(count.declined, project);
    }
    for (const FixedPage& page : pages) {
      if (!page.exhausted) continue;
      TellUser(page.file +
               ": not all of its findings were tried, as it is long: --fix once more "
               "goes on");
    }
    std::erase_if(pages, [](const FixedPage& page) { return page.text == page.before; });
    out = std::move(pages);
  });
  return out;
}

// Line and column, in characters, of the byte at `offset`.
std::pair<int, int> LineAndColumn(const std::string& text, size_t offset) {
  const std::string_view before = std::string_view(text).substr(0, offset);
  const size_t start = before.rfind('\n') + 1;  // 0 where there is none
  const size_t characters = CountCharacters(before.substr(start));
  const auto lines = std::count(before.begin(), before.end(), '\n');
  return {static_cast<int>(lines) + 1, static_cast<int>(characters) + 1};
}

// A path as git writes it in a patch (git-diff(1), "core.quotePath"): what it would not read back
// as it stands is quoted.
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

// Why the hunks cannot be printed as they are; "" where they can.
std::string WhyUnshown(const std::string& hunks) {
  std::string plain;
  for (const char c : hunks) {
    if (c != '\n' && c != '\r' && c != '\t') plain += c;
  }
  if (EscapeControl(plain) != plain) return "control characters occur";
  if (MaskSecrets(hunks, {}) != hunks) return "a credential occurs";
  if (BreakCommands(hunks, "") != hunks) return "a command of a CI system occurs";
  return {};
}

// The change of one page as `git apply` takes it. A patch holds the lines around, which must be
// what they are: where they may not be shown there is none.
std::string PatchOf(const FixedPage& page) {
  const std::string diff = UnifiedDiff(page.file, page.before, page.text);
  const size_t body = diff.find("@@");
  if (body == std::string::npos) return {};
  const std::string hunks = diff.substr(body);
  if (const std::string why = WhyUnshown(hunks); !why.empty()) {
    TellUser(page.file + ": is not in the patch: " + why +
             " beside what would change; --fix corrects the page");
    return {};
  }
  // A name with spaces ends with a tab.
  const std::string end = page.file.find(' ') == std::string::npos ? "\n" : "\t\n";
  return "--- " + PatchPath("a/" + page.file) + end + "+++ " + PatchPath("b/" + page.file) + end +
         hunks;
}

}  // namespace

Fixed FixProjects(const std::vector<Project>& projects, const Options& options,
                  std::string* patch) {
  Fixed out;
  for (const Project& project : projects) {
    for (const FixedPage& page : FixProject(project, &out.findings)) {
      if (patch != nullptr) {
        *patch += PatchOf(page);
        ++out.pages;
        continue;
      }
      if (const auto why = WriteWhole(PathOf(page.file, project.options), page.text)) {
        out.status = Fail("the page " + page.file + " cannot be written: " + *why);
        continue;
      }
      ++out.pages;
    }
  }
  if (out.findings > 0 && !options.quiet) {
    TellUser(Count(out.findings, "finding", "findings") + (patch != nullptr ? " would be" : "") +
             " fixed in " + Count(out.pages, "page", "pages"));
  }
  return out;
}

void FindFixes(Project& project) {
  const std::vector<Output>& outputs = project.options.outputs;
  const bool told = std::any_of(outputs.begin(), outputs.end(), [](const Output& output) {
    return FormatOf(CheckFormats(), output.format).fixes;
  });
  const std::vector<Finding> findings = told ? FindingsToFix(project) : std::vector<Finding>();
  if (findings.empty() || project.options.stdin_text) return;
  WithPages(project, findings, [&](const FixInput& input, std::vector<FixedPage>& pages) {
    EachFix(input, pages, [&](const Finding& finding, const std::vector<PageChange>& changes) {
      std::vector<FindingFix>& fixes =
          project.comparison.fixes[{finding.rule, finding.fingerprint, finding.name}];
      for (const auto& [change, number] : changes) {
        const FixedPage& page = pages[number];
        const auto [line, column] = LineAndColumn(page.text, change.offset);
        const auto [end_line, end] = LineAndColumn(page.text, change.offset + change.length);
        fixes.push_back({page.file, line, column, end_line, end, change.text});
      }
    });
  });
}

int PrintPatch(const std::vector<Project>& projects, const Options& options) {
  std::string patch;
  const Fixed fixed = FixProjects(projects, options, &patch);
  // As it is: a patch that is broken up anywhere does not apply.
  return WritePatch(patch, fixed.pages > 0 ? 1 : 0);
}

}  // namespace flagcensus
