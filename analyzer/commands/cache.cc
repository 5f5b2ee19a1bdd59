// flagcensus cache: shows or cleans the cache
#include "analyzer/cache/answer.h"
#include "analyzer/commands/command.h"
#include "analyzer/pipeline/print.h"

namespace flagcensus {
namespace {

// Reads no project, so it works anywhere.
//
//   cache show    ─→ the path and the size
//   cache clean   ─→ the directory is deleted; the next run computes everything again
class CacheRun : public CommandRun {
 public:
  void AddOptions(CommandApp& command) override {
    CLI::Option* const action =
        command.add_option("ACTION", action_, "show prints its path and size, clean deletes it");
    command.OneOf(action, {"show", "clean"})->required();
    command
        .add_option("--cache", cache_.folder,
                    "Path to the cache directory (default: $XDG_CACHE_HOME/flagcensus or "
                    "~/.cache/flagcensus)")
        ->type_name("DIR");
  }

  std::optional<std::string> Finish(const CommandApp&) override { return std::nullopt; }

  int Run(const Arguments&) override {
    const std::optional<std::string> text = DescribeCache(cache_, action_ == "clean");
    // Without HOME and XDG_CACHE_HOME there is no default place, for example in a container.
    if (!text) return Fail("no cache directory: HOME is not set; use --cache DIR");
    return PrintText(*text);
  }

 private:
  std::string action_;
  CacheOptions cache_;
};

}  // namespace

extern const Command kCache;
const Command kCache = {
    "cache", "Show or clean the cache",
    "  flagcensus cache show                            print its path and size\n"
    "  flagcensus cache clean                           delete it\n",
    "0 success, 2 failure.", MakeRun<CacheRun>};

}  // namespace flagcensus
