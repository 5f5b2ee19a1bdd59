// --catalog, FILE and --compile-commands as written ─→ files, or what is wrong with them
#include "analyzer/config/named_inputs.h"

#include <filesystem>
#include <system_error>

#include "analyzer/base/result.h"
#include "analyzer/base/text.h"
#include "analyzer/config/path_glob.h"
#include "analyzer/tree/tree.h"

namespace flagcensus {
namespace {

namespace fs = std::filesystem;

// "flagcensus check src --catalog PAGE": a PATH behind --catalog would be taken for a page.
std::string Instead(const std::string& path) {
  return "; paths go before the option: 'flagcensus check " + path + " --catalog PAGE'";
}

std::optional<std::string> CheckPage(const std::string& page, bool option) {
  std::error_code ignored;
  const std::string name = option ? "--catalog " + page : page;
  if (const std::string why = WhyNoPage(page); !why.empty()) {
    return name + ": it " + why + " and no page" + (option ? Instead(page) : "");
  }
  // A folder that `catalog` is given is said when it is read.
  if (!option || !fs::is_directory(page, ignored)) return std::nullopt;
  const std::string glob = (fs::path(page) / "*.md").string();
  return name + ": is a directory, not a page; name its pages, as in --catalog '" + glob + "'" +
         Instead(page);
}

}  // namespace

// Whether a source may hold a text for --help on its variables.
static bool MayPrintHelp(const std::string& file) {
  std::string text;
  std::string error;
  bool binary = false;
  if (!ReadWhole(file, &text, &binary, &error) || binary) return false;
  const std::string lower = ToLower(text);
  return lower.find("environment:") != std::string::npos ||
         lower.find("environment variable") != std::string::npos;
}

std::string WhyNoPage(const std::string& file) {
  return IsSource(FileKindOf(file)) && !MayPrintHelp(file) ? "is a source" : "";
}

std::optional<std::string> CheckNamedInputs(ProjectOptions& options, bool as_option) {
  std::vector<std::string> pages;
  for (const std::string& page : options.catalog) {
    std::vector<std::string> files = {page};
    if (IsGlob(page)) {
      Result<std::vector<std::string>> matches = ExpandGlob(".", page, false);
      if (!matches.ok()) return (as_option ? "--catalog: " : "") + matches.error().message;
      files = std::move(matches).value();
    }
    for (std::string& file : files) {
      if (auto complaint = CheckPage(file, as_option)) return complaint;
      pages.push_back(std::move(file));
    }
  }
  options.catalog = std::move(pages);
  std::error_code error;
  for (const std::string& database : options.compile_commands) {
    if (fs::is_directory(database, error)) {
      return "--compile-commands " + database +
             ": is a directory; name the compile_commands.json in it";
    }
    if (!fs::exists(database, error)) {
      return "--compile-commands " + database + ": no such file";
    }
  }
  return std::nullopt;
}

}  // namespace flagcensus
