// command ─→ examples: a row each
#include "analyzer/config/examples.h"

namespace flagcensus {
namespace {

struct Row {
  std::string_view command;
  std::string_view examples;
};

constexpr Row kRows[] = {
    {"check",
     "  flagcensus check                                 the whole project\n"
     "  flagcensus check . --catalog docs/environment.md against this page only\n"
     "  flagcensus check --since origin/main             only new findings on the branch\n"
     "  flagcensus check app/server.py                   only findings in this file\n"
     "  flagcensus check --select unused,default-mismatch --all\n"
     "  flagcensus check --fix                           correct the pages (preview: --diff)\n"
     "  flagcensus check --format text --format sarif=report.sarif\n"},
    {"scan",
     "  flagcensus scan src                              a table\n"
     "  flagcensus scan --format jsonl | jq -r .name | sort -u\n"},
    {"catalog",
     "  flagcensus catalog docs/environment.md           the entries of a page\n"
     "  flagcensus catalog docs/*.rst --verbose          and why each is an entry\n"},
    {"explain",
     "  flagcensus explain                               the rules\n"
     "  flagcensus explain default-mismatch              a rule's page\n"
     "  flagcensus explain APP_TIMEOUT                   everything known about a variable\n"
     "  flagcensus explain APP_TIMEOUT src --format json\n"},
    {"baseline",
     "  flagcensus baseline                              accept the current findings\n"
     "  flagcensus baseline --until 2027-01-31           accept them until that day\n"
     "  flagcensus baseline --prune                      remove fixed findings\n"},
    {"init",
     "  flagcensus init                                  write flagcensus.toml\n"
     "  flagcensus init --stdout                         only print it\n"},
    {"diff",
     "  flagcensus diff v1.2                             since v1.2\n"
     "  flagcensus diff v1.2 v1.3 --format markdown      for the release notes\n"},
    {"audit",
     "  flagcensus audit .                               this project\n"
     "  flagcensus audit requests-2.31.0.tar.gz --html report.html\n"
     "  flagcensus audit repositories/ --db census.sqlite\n"
     "  flagcensus audit --compare app@v1.2 app@v1.3     changes of an update\n"
      "  flagcensus audit app-1.2.tgz --allow accepted.toml --fail-on high\n"},
    {"merge",
     "  flagcensus merge a.sqlite b.sqlite -o all.sqlite\n"
     "  sqlite3 all.sqlite \"SELECT DISTINCT project.name FROM project JOIN variable\n"
     "    ON variable.project = project.id WHERE variable.name = 'HTTPS_PROXY'\"\n"},
    {"cache",
     "  flagcensus cache show                            path and size of the cache\n"
     "  flagcensus cache clean                           delete the cache\n"},
    {"completions",
     "  flagcensus completions bash > ~/.local/share/bash-completion/completions/flagcensus\n"
     "  flagcensus completions zsh > ~/.zfunc/_flagcensus    with fpath+=~/.zfunc before compinit\n"
     "  flagcensus completions fish > ~/.config/fish/completions/flagcensus.fish\n"},
};

}  // namespace

std::string ExamplesOf(std::string_view command) {
  for (const Row& row : kRows) {
    if (row.command != command) continue;
    const std::string_view status =
        command == "audit" ? "0 no risk matches --fail-on, 1 one does, 2 an input could not be read."
        : command == "merge" ? "0 merged, 2 an input could not be read."
                             : "0 no findings, 1 findings, 2 the command failed.";
    return "Examples:\n" + std::string(row.examples) + "\nExit status: " + std::string(status);
  }
  return {};
}

}  // namespace flagcensus
