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

// "flagcensus check --catalog PAGE src": a PATH after --catalog is read as another page.
std::string Instead(const std::string& option, const std::string& path) {
  return "; paths go before the option: 'flagcensus check " + path + " " + option + " PAGE'";
}

// A page of an option must be neither a source nor a folder. The command `catalog` prints what a
// source says, too.
//
//   --catalog app.py    ─→ "--catalog app.py: it is a source and no page; paths go before ..."
//   --catalog docs      ─→ "--catalog docs: is a directory, not a page; name its pages, ..."
std::optional<std::string> CheckPage(const std::string& page, const std::string& option) {
  std::error_code ignored;
  const std::string name = option + " " + page;
  // A folder as an argument of `catalog` is reported when it is read.
  if (option.empty()) return std::nullopt;
  if (const std::string why = WhyNoPage(page); !why.empty()) {
    return name + ": it " + why + " and no page" + Instead(option, page);
  }
  if (!fs::is_directory(page, ignored)) return std::nullopt;
  const std::string glob = (fs::path(page) / "*.md").string();
  return name + ": is a directory, not a page; name its pages, as in " + option + " '" + glob +
         "'" + Instead(option, page);
}

}  // namespace

// Whether a source may contain a --help text about its variables. Such a source may be a page. The
// three phrases are those of usage texts; a source that mentions them otherwise is parsed in vain.
static bool MayPrintHelp(const std::string& file) {
  std::string text;
  std::string error;
  bool binary = false;
  if (!ReadWhole(file, &text, &binary, &error) || binary) return false;
  const std::string lower = ToLower(text);
  return lower.find("environment:") != std::string::npos ||
         lower.find("environment variable") != std::string::npos ||
         lower.find("envvar") != std::string::npos;
}

std::string WhyNoPage(const std::string& file) {
  return IsSource(FileKindOf(file)) && !MayPrintHelp(file) ? "is a source" : "";
}

namespace {

// The pages with globs expanded; `option`: the option that names them, "" for arguments.
// A glob is replaced by its files, so later steps know only files.
std::optional<std::string> ExpandPages(const std::string& option, std::vector<std::string>& named) {
  std::vector<std::string> pages;
  for (const std::string& page : named) {
    std::vector<std::string> files = {page};
    if (IsGlob(page)) {
      Result<std::vector<std::string>> matches = ExpandGlob(".", page, false);
      if (!matches.ok()) return (option.empty() ? "" : option + ": ") + matches.error().message;
      files = std::move(matches).value();
    }
    for (std::string& file : files) {
      if (auto complaint = CheckPage(file, option)) return complaint;
      pages.push_back(std::move(file));
    }
  }
  named = std::move(pages);
  return std::nullopt;
}

}  // namespace

// A database that is missing would otherwise be noticed only as worse results.
std::optional<std::string> CheckNamedInputs(ProjectOptions& options, bool as_option) {
  options.pages.catalog_named = as_option && !options.pages.catalog.empty();
  if (auto wrong = ExpandPages(as_option ? "--catalog" : "", options.pages.catalog)) return wrong;
  if (auto wrong = ExpandPages("--also", options.pages.also)) return wrong;
  std::error_code error;
  for (const std::string& database : options.clang.compile_commands) {
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
