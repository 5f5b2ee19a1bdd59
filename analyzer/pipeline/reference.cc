// flags ─→ the reference page ─→ standard output, a file, the part of a page, or a diff
//
// What is wrong with the page that is to be rewritten is told before the tree is read.
#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <iterator>

#include "analyzer/base/system_message.h"
#include "analyzer/base/text.h"
#include "analyzer/evidence/source_texts.h"
#include "analyzer/model/secrets.h"
#include "analyzer/pipeline/pipeline.h"
#include "analyzer/reference/diff.h"
#include "analyzer/reference/formats.h"
#include "analyzer/reference/markers.h"
#include "analyzer/reference/rows.h"
#include "analyzer/rules/rule.h"
#include "analyzer/tree/write_file.h"

namespace flagcensus {

static Error Unreadable(const std::string& path, const std::string& why) {
  return {"the page " + path + " cannot be read: " + why};
}

// Bytes as they are: what is kept is kept to the byte.
Result<std::string> ReadBytes(const std::string& path) {
  std::FILE* file = std::fopen(path.c_str(), "rb");
  if (file == nullptr) return Unreadable(path, SystemMessage(errno));
  std::string out;
  constexpr size_t kBlock = 65536;
  std::string block(kBlock, '\0');
  while (const size_t read = std::fread(block.data(), 1, block.size(), file)) {
    out.append(block, 0, read);
  }
  const bool failed = std::ferror(file) != 0;
  std::fclose(file);
  if (failed) return Unreadable(path, SystemMessage(EIO));
  return out;
}

namespace {

// The page that is rewritten, as it is.
struct Target {
  std::string path;
  std::string text;
  bool there = false;
  std::optional<MarkedPart> part;
};

bool HasMarkers(const std::string& text) {
  return text.find(kBeginMark) != std::string::npos || text.find(kEndMark) != std::string::npos;
}

Result<Target> ReadTarget(const Options& options, const PageFormat& format) {
  Target out;
  out.path = options.docs.target();
  if (out.path.empty()) return out;
  std::error_code ignored;
  out.there = std::filesystem::exists(out.path, ignored);
  const bool needed = options.docs.output.empty();
  if (!out.there && !needed) return out;
  const Result<std::string> text = ReadBytes(out.path);
  if (!text.ok()) return text.error();
  out.text = text.value();
  const bool marked =
      !options.docs.update.empty() || (!options.docs.check.empty() && HasMarkers(out.text));
  if (!marked) {
    if (HasMarkers(out.text)) {
      return Error{out.path +
                   ": has markers, and --output would overwrite what stands around them: "
                   "use --update"};
    }
    return out;
  }
  const Result<MarkedPart> part = FindMarkedPart(out.text, format, out.path);
  if (!part.ok()) return part.error();
  out.part = part.value();
  return out;
}

const PageFormat& FormatFor(const Options& options) {
  return PageFormatOf(options.format, options.docs.target());
}

Result<std::string> WriteText(const ReferencePage& page, const Options& options,
                              const Surroundings& surroundings) {
  const PageFormat& format = FormatFor(options);
  if (options.docs.template_file.empty()) {
    return WritePage(page, format, options.docs, surroundings);
  }
  const Result<std::string> text = ReadBytes(options.docs.template_file);
  if (!text.ok()) return text.error();
  return WriteByTemplate(page, format, options.docs, surroundings, text.value(),
                         options.docs.template_file);
}

// Text that begins and ends with a line of its own, and in a page's part with blank ones, which
// some formats need around what is marked.
std::string Tidy(std::string text, const PageFormat& format, bool part) {
  const size_t begin = std::min(text.find_first_not_of('\n'), text.size());
  text.erase(0, begin);
  while (text.ends_with('\n')) text.pop_back();
  if (!text.empty()) text += '\n';
  // A section of a template that is not told leaves its line; in a man page each would be seen.
  const std::string gap = format.name == "man" ? "\n\n" : "\n\n\n";
  while (text.find(gap) != std::string::npos) text = ReplaceAll(text, gap, gap.substr(1));
  if (!part || format.name == "man") return text;
  return "\n" + text + (text.empty() ? "" : "\n");
}

std::string SummaryOf(const ReferencePage& page) {
  constexpr size_t kShown = 8;
  size_t rows = 0;
  std::vector<std::string> open;
  for (const Section& section : page.sections) {
    rows += section.rows.size();
    for (const Row& row : section.rows) {
      if (row.description.empty()) open.push_back(row.name);
    }
  }
  std::string out = Count(rows, "variable", "variables") + " in " +
                    Count(page.sections.size(), "section", "sections");
  if (!open.empty()) {
    out += "; nobody describes " + std::to_string(open.size()) + " (TODO): ";
    const size_t shown = open.size() > kShown + 1 ? kShown : open.size();
    out += Join({open.begin(), open.begin() + static_cast<ptrdiff_t>(shown)}, ", ");
    if (shown < open.size()) out += " and " + std::to_string(open.size() - shown) + " more";
  }
  if (!page.gone.empty()) {
    out += "; " + Count(page.gone.size(), "entry was", "entries were") + " not found in the code";
  }
  if (page.left_out > 0) {
    out += "; " + Count(page.left_out, "variable is", "variables are") +
           " not listed (internal, for tests, of other programs, or by --include-name and "
           "--exclude-name): see --with";
  }
  return out;
}

// A diff as it may go to a terminal.
std::string EscapeDiff(const std::string& diff) {
  std::vector<std::string> lines;
  for (const std::string_view line : Split(diff, '\n')) lines.push_back(EscapeControl(line));
  return Join(lines, "\n");
}

// Where each description comes from.
void TellSources(const ReferencePage& page) {
  for (const Section& section : page.sections) {
    for (const Row& row : section.rows) {
      if (row.described_by == DescribedBy::kNobody) continue;
      TellUser(row.name + ": described by " + std::string(ToString(row.described_by)) + " at " +
               row.described_at.file + ":" + std::to_string(row.described_at.line));
    }
  }
}

int Deliver(const std::string& text, const Target& target, const Options& options) {
  if (target.path.empty()) return WriteOutput(text, 0);
  if (!options.docs.check.empty()) {
    const std::string diff = UnifiedDiff(target.path, target.text, text);
    return WriteOutput(EscapeDiff(diff), diff.empty() ? 0 : 1);
  }
  if (target.there && target.text == text) return 0;
  if (const auto why = WriteWhole(target.path, text)) {
    return CannotRun("the page " + target.path + " cannot be written: " + *why);
  }
  return 0;
}

}  // namespace

std::optional<std::string> CannotWriteDocs(const Options& options) {
  if (options.command != Command::kDocs) return std::nullopt;
  const Result<Target> target = ReadTarget(options, FormatFor(options));
  return target.ok() ? std::nullopt : std::optional(target.error().message);
}

int WriteDocs(const Tree& tree, const Options& options, const Config& config, RunBudget& budget) {
  Result<Comparison> compared = ReadBothSides(tree, options, config, budget);
  if (!compared.ok()) return CannotRun(compared.error().message);
  const PageFormat& format = FormatFor(options);
  const Result<Target> read = ReadTarget(options, format);
  if (!read.ok()) return CannotRun(read.error().message);
  const Target& target = read.value();
  Comparison& comparison = compared.value();
  const std::string own = target.there ? ShownPath(target.path, options.root) : std::string();
  for (Flag& flag : comparison.flags) {
    // What the page itself says in passing is no evidence of what belongs on it.
    std::erase_if(flag.passages, [&](const Passage& one) { return one.place.file == own; });
  }
  const RuleInput rules = RuleInputOf(comparison, options, config);
  const SourceTexts texts = FindSourceTexts(tree, options.jobs, comparison.flags);
  RowInput input{rules, texts, options.docs, options.root, own};
  Surroundings surroundings;
  if (target.part) {
    input.own_begin = target.part->first_line;
    input.own_end = target.part->last_line;
    surroundings = SurroundingsOf(target.text, *target.part, format);
  }
  const ReferencePage page = BuildPage(input);
  const Result<std::string> written = WriteText(page, options, surroundings);
  if (!written.ok()) return CannotRun(written.error().message);
  const bool built_in = options.docs.template_file.empty();
  std::string text =
      built_in ? Tidy(written.value(), format, target.part.has_value()) : written.value();
  if (target.part) text = ReplacePart(target.text, *target.part, text);
  const int status = TellDiagnostics(tree, comparison, options);
  if (options.verbose) TellSources(page);
  TellUser(SummaryOf(page));
  return std::max(Deliver(text, target, options), status);
}

}  // namespace flagcensus
