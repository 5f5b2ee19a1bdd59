// flagcensus catalog: every entry on the specified pages
//
//   catalog docs/env.md   ─→ docs/env.md:9  APP_PORT  80  "port to bind"
#include "analyzer/commands/command.h"
#include "analyzer/config/output_options.h"
#include "analyzer/pages/detect_format.h"
#include "analyzer/pages/document.h"
#include "analyzer/pages/document_dump.h"
#include "analyzer/pipeline/named_files.h"
#include "analyzer/pipeline/pages.h"
#include "analyzer/pipeline/print.h"
#include "analyzer/tree/page_format.h"
#include "analyzer/tree/tree.h"

namespace flagcensus {
namespace {

// Reads pages, and code only to know which names are variables.
class CatalogRun : public CommandRun {
 public:
  void AddOptions(CommandApp& command) override {
    command.add_option("FILE", project_.pages.catalog, "Pages to read")->required();
    command.add_flag("--mentions", output_.mentions,
                     "Also print names that are only mentioned in prose");
    command.add_flag("--blocks", blocks_, "Print the blocks that each page is read into")
        ->group("");
    AddConfig(command, project_);
    AddFormat(command, output_, NamesOf(CatalogFormats()));
    AddRun(command, project_);
  }

  // Pages are arguments here, not values of --catalog.
  std::optional<std::string> Finish(const CommandApp&) override {
    UseTerminal(output_);
    if (auto wrong = FinishProject(project_, false)) return wrong;
    // The configuration of the pages' project, not that of the current folder.
    project_.config.from = project_.pages.catalog.front();
    return std::nullopt;
  }

  ProjectOptions* project() override { return &project_; }
  Needs needs() const override { return Needs::kConfig; }

  int Run(const Config& config, RunBudget& budget) override {
    if (blocks_) return PrintBlocks();
    const Catalog catalog = ReadNamedFiles(project_, config, budget);
    PrintDiagnostics(catalog.diagnostics);
    if (project_.messages.verbose) {
      for (const std::string& line : catalog.judged) ReportUser(line);
    }
    const std::string text = FormatOf(CatalogFormats(), output_.format)
                                 .write(catalog.entries, PrintOptionsOf(output_, project_));
    return WriteOutput(text, StatusOf(catalog.diagnostics, kSuccess, project_, {}, true));
  }

 private:
  // Prints the document that the reader of each page's format returns, before entries are searched.
  // A hidden option, for questions such as "why is this table not recognised as one?".
  int PrintBlocks() {
    std::vector<Diagnostic> diagnostics;
    std::string text;
    for (const std::string& file : project_.pages.catalog) {
      const std::string shown = ShownPath(file, project_.root);
      std::string page;
      std::string error;
      bool binary = false;
      if (!ReadWhole(AbsolutePath(file), &page, &binary, &error)) {
        diagnostics.push_back({"unreadable-page", {shown, 0, 0}, error});
        continue;
      }
      const PageFormat* found = DetectPageFormat(file, page);
      const PageFormat& format = found != nullptr ? *found : PlainFormat();
      text += shown + ": " + std::string(format.name) + "\n";
      text += DumpDocument(format.read({shown, page, RegistryKeys(), diagnostics}));
    }
    PrintDiagnostics(diagnostics);
    return WriteOutput(text, StatusOf(diagnostics, kSuccess, project_, {}, true));
  }

  bool blocks_ = false;
  ProjectOptions project_;
  OutputOptions output_;
};

}  // namespace

extern const Command kCatalog;
const Command kCatalog = {
    "catalog", "Print the entries found on the given pages",
    "  flagcensus catalog docs/environment.md           the entries on a page\n"
    "  flagcensus catalog docs/*.rst --verbose          and why each one is an entry\n",
    "0 success, 2 failure.", MakeRun<CatalogRun>};

}  // namespace flagcensus
