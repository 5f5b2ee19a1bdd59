// two versions compared ─→ Markdown: a comment on a pull request, a row for each variable
//
// Text of the tree occurs only in code spans, where it can neither add markup nor mention a user.
#include <fmt/format.h>

#include "analyzer/audit/report_compare.h"
#include "analyzer/audit/reports.h"
#include "analyzer/base/text.h"

namespace flagcensus {
namespace {

constexpr size_t kLongestComment = 65536;  // the longest comment that GitHub accepts
constexpr size_t kRoom = 200;              // for the line about what does not fit
constexpr size_t kFilesInCell = 3;         // of a variable

// A code span for a table, in which a bar would end the cell.
// "a|b" ─→ `a\|b`: in a table, the bar ends a cell even inside a code span.
std::string Code(std::string_view text) {
  return ReplaceAll(CodeSpan(EscapeControl(Shortened(text))), "|", "\\|");
}

// "80 → 8080", or the value if it is the same in both versions.
std::string FieldCell(const VariableChange& change, std::string_view field) {
  const FieldText text = FieldOf(change, field);
  if (change.before == nullptr) return Code(text.after);
  if (change.after == nullptr || !text.changed()) return Code(text.before);
  return Code(text.before) + " → " + Code(text.after);
}

std::string RiskText(std::string_view word, const RiskFact& risk) {
  std::string out = fmt::format("{} **{}** {} ({})", word, risk.severity, risk.title, risk.id);
  if (!risk.file.empty()) out += " " + Code(risk.file + ":" + std::to_string(risk.line));
  if (!risk.detail.empty()) out += " " + Code(risk.detail);
  if (risk.confidence != "high") out += fmt::format(" ({} confidence)", risk.confidence);
  return out;
}

// A removed variable loses all its risks, which is not worth a line.
// A cell has no line breaks of Markdown, so <br> separates the risks.
std::string RisksCell(const VariableChange& change) {
  std::vector<std::string> out;
  for (const RiskFact* risk : change.new_risks) out.push_back(RiskText("new:", *risk));
  if (change.after != nullptr) {
    for (const RiskFact* risk : change.gone_risks) out.push_back(RiskText("no longer:", *risk));
  }
  return Join(out, "<br>");
}

// `src/app.py`, `src/web.py`, `src/db.py`, 4 more
std::string FilesCell(const VariableChange& change) {
  const std::vector<std::string> files = FilesOf(change);
  std::vector<std::string> out;
  for (const std::string& file : files) {
    if (out.size() == kFilesInCell) break;
    out.push_back(Code(file));
  }
  if (files.size() > kFilesInCell)
    out.push_back(fmt::format("{} more", files.size() - kFilesInCell));
  return Join(out, ", ");
}

// "changed defaults", or "removed variables<br>the newer version may still access it as `APP_*`"
std::string ChangeCell(const VariableChange& change) {
  const std::string pattern = PatternText(change, Code(change.pattern));
  return std::string(HeadingOf(change.group)) + (pattern.empty() ? "" : "<br>" + pattern);
}

// The number and order of the cells are those of the table's head in WriteCompareMarkdown.
std::string Row(const VariableChange& change) {
  return fmt::format("| {} | {} | {} | {} | {} | {} | {} | {} |\n", ChangeCell(change),
                     Code(change.name), FieldCell(change, "default"), FieldCell(change, "type"),
                     FieldCell(change, "documented"), FieldCell(change, "access"),
                     RisksCell(change), FilesCell(change));
}

// The two versions with their figures, and the summary in bold.
std::string Head(const VersionChanges& compared) {
  std::string out = "## Environment variables changed by the update\n\n";
  for (const auto& [label, side] :
       {std::make_pair("old", &compared.before), std::make_pair("new", &compared.after)}) {
    out += fmt::format("- {}: {} {}", label, side->kind, Code(side->source));
    if (!side->revision.empty()) out += " at " + Code(side->revision);
    out += fmt::format(", {}\n", Figures(*side));
    for (const std::string& line : side->summary) out += "  - " + Code(line) + "\n";
  }
  return out + fmt::format("\n**{}**\n", Summarize(compared));
}

// One text, since its length decides how many rows fit.
void WriteCompareMarkdown(const AuditResult& audit, const Sink& sink) {
  const VersionChanges& compared = *audit.compared;
  std::string out = Head(compared);
  if (!compared.changes.empty()) {
    out +=
        "\n| Change | Variable | Default | Type | Documented | Access | Risks | Files |\n"
        "| --- | --- | --- | --- | --- | --- | --- | --- |\n";
  }
  size_t written = 0;
  for (const VariableChange& change : compared.changes) {
    const std::string row = Row(change);
    // The most serious changes come first, so the least serious ones are cut.
    if (out.size() + row.size() + kRoom > kLongestComment) break;
    out += row;
    ++written;
  }
  if (written < compared.changes.size()) {
    out += fmt::format("\n{} did not fit here: see `--format json` for all.\n",
                       Count(compared.changes.size() - written, "change", "changes"));
  }
  sink(out);
}

}  // namespace

extern constexpr AuditFormat kAuditMarkdownFormat = {
    .rank = 60,
    .name = "markdown",
    .write = WriteCompareMarkdown,
    .pieces = Pieces::kWhole,
    .only_compares = true,
};

}  // namespace flagcensus
