// a project's tree and census ─→ files read and not read, counted ─→ the lines about them
#include "analyzer/audit/reading.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "analyzer/base/text.h"
#include "analyzer/languages/rows.h"
#include "analyzer/review/coverage.h"

namespace flagcensus {
namespace {

constexpr size_t kMaxShown = 6;  // languages or reasons in a line

using Counts = std::map<std::string, uint64_t>;

// The name of a source's language in reports; "" for a file that is not a source.
// "Asked" languages are those that are read only if the project contains files of them.
std::string LanguageOf(FileKind kind) {
  switch (kind) {
    case FileKind::kPython:
      return "Python";
    case FileKind::kCython:
      return "Cython";
    case FileKind::kNotebook:
      return "notebook";
    case FileKind::kC:
      return "C";
    case FileKind::kCpp:
      return "C++";
    case FileKind::kCuda:
      return "CUDA";
    default:
      return IsAskedLanguage(kind) ? RowsOf(AskedLanguageOf(kind)).name : "";
  }
}

// "ignored by .gitignore" for "ignored by .gitignore:3": one reason, regardless of the line.
// "skipped: larger than 4 MiB" ─→ "larger than 4 MiB". A reason with a colon in its text is cut
// there.
std::string ReasonOf(std::string_view reason) {
  constexpr std::string_view kPrefix = "skipped: ";
  if (reason.starts_with(kPrefix)) reason.remove_prefix(kPrefix.size());
  return std::string(reason.substr(0, reason.find(':')));
}

// Whether a diagnostic reports a skipped path that is not among the tree's skipped paths.
bool SaysSkipped(const Diagnostic& diagnostic) {
  return diagnostic.kind == "file-too-large" || diagnostic.kind == "unreadable-file" ||
         diagnostic.kind == "unreadable-folder";
}

uint64_t Sum(const Counts& counts) {
  return std::accumulate(counts.begin(), counts.end(), uint64_t{0},
                         [](uint64_t sum, const auto& one) { return sum + one.second; });
}

// Appends `word(key, count)` for each, the largest count first; after six, the number of the
// others.
//
//   {C: 3, Python: 12}, Files ─→ "12 Python files", "3 C files"
//
// The sort is stable, so equal counts are listed by key.
template <typename Word>
void List(const Counts& counts, std::vector<std::string>& out, Word word) {
  std::vector<std::pair<std::string, uint64_t>> rows(counts.begin(), counts.end());
  std::stable_sort(rows.begin(), rows.end(),
                   [](const auto& a, const auto& b) { return a.second > b.second; });
  uint64_t rest = 0;
  for (size_t i = 0; i < rows.size(); ++i) {
    if (i < kMaxShown) {
      out.push_back(word(rows[i].first, rows[i].second));
    } else {
      rest += rows[i].second;
    }
  }
  if (rest > 0) out.push_back(Count(rest, "other", "others"));
}

std::string Files(const std::string& what, uint64_t count) {
  return Count(count, what + " file", what + " files");
}

std::string Paths(const std::string& reason, uint64_t count) {
  return fmt::format("{} ({})", Count(count, "path", "paths"), reason);
}

// What was found and not read, by language and reason.
std::vector<std::string> NotRead(const Reading& reading) {
  std::vector<std::string> out;
  List(reading.unread, out, Files);
  List(reading.generated, out, [](const std::string& language, uint64_t count) {
    return Files("generated or minified " + language, count);
  });
  if (reading.binaries > 0) out.push_back(Files("binary", reading.binaries));
  return out;
}

// Why nothing was read: the most specific reason that is known.
std::string NothingRead(const Reading& reading, const std::vector<std::string>& not_read) {
  if (!reading.failure.empty()) return reading.failure;
  if (!not_read.empty()) return Join(not_read, ", ");
  if (reading.files > 0) {
    return "no source file among " + Count(reading.files, "file", "files");
  }
  return reading.skipped.empty() ? "there are no files" : "all files were skipped";
}

}  // namespace

Reading ReadingOf(const Tree& tree, const Census& census, const Counts& unread, uint64_t binaries) {
  Reading out;
  out.unread = unread;
  out.files = tree.files.size();
  out.binaries = binaries + CountBinaries(tree);
  for (const SourceFile& file : tree.files) {
    if (const std::string language = LanguageOf(file.kind); !language.empty()) ++out.read[language];
  }
  // Generated files are sources by name, and so were counted as read.
  for (const auto& [language, count] : census.generated) {
    const std::string& name = RowsOf(language).name;
    out.generated[name] += count;
    // A generated file may be of a language by its content and of another by its name: not below
    // zero.
    uint64_t& read = out.read[name];
    read -= std::min(read, count);
    if (read == 0) out.read.erase(name);
  }
  for (const SkippedPath& one : tree.skipped) ++out.skipped[ReasonOf(one.reason)];
  for (const Diagnostic& one : tree.diagnostics) {
    if (SaysSkipped(one)) ++out.skipped[ReasonOf(one.message)];
  }
  return out;
}

// The first line is present in any case: an audit of nothing must not look like one without risks.
std::vector<std::string> DescribeReading(const Reading& reading) {
  std::vector<std::string> out;
  const std::vector<std::string> not_read = NotRead(reading);
  if (Sum(reading.read) == 0) {
    out.push_back("nothing read: " + NothingRead(reading, not_read));
  } else {
    std::vector<std::string> read;
    List(reading.read, read, Files);
    out.push_back("read: " + Join(read, ", "));
    if (!not_read.empty()) out.push_back("not read: " + Join(not_read, ", "));
  }
  std::vector<std::string> skipped;
  List(reading.skipped, skipped, Paths);
  if (!skipped.empty()) out.push_back("skipped: " + Join(skipped, ", "));
  return out;
}

}  // namespace flagcensus
