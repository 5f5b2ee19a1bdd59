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
     "  flagcensus check . --catalog docs/environment.md compare with that page only\n"
     "  flagcensus check --since origin/main             only new findings on the branch\n"
     "  flagcensus check app/server.py                   only findings in that file\n"
     "  flagcensus check --select unused,default-mismatch --all\n"
     "  flagcensus check --fix                           correct the pages (preview: --diff)\n"
     "  flagcensus check --format text --format sarif=report.sarif\n"},
    {"docs",
     "  flagcensus docs --output docs/environment.md     write the whole page\n"
     "  flagcensus docs --update README.md               only the part between these markers:\n"
     "      <!-- flagcensus: begin -->\n"
     "      <!-- flagcensus: end -->\n"
     "  flagcensus docs --check docs/environment.md      print a diff if it is out of date\n"
     "  flagcensus docs --format dotenv --output .env.example\n"
     "  flagcensus docs --format schema --output environment.schema.json\n"
     "  flagcensus docs --include-name 'APP_*' --columns name,default,description\n"
     "  flagcensus docs --link-template 'https://example.org/blob/main/{file}#L{line}'\n"
     "  flagcensus docs --template compose.yaml.mustache\n"},
    {"scan",
     "  flagcensus scan src                              print a table\n"
     "  flagcensus scan --format jsonl | jq -r .name | sort -u\n"},
    {"catalog",
     "  flagcensus catalog docs/environment.md           the entries on a page\n"
     "  flagcensus catalog docs/*.rst --verbose          and why each one is an entry\n"},
    {"explain",
     "  flagcensus explain                               list the rules\n"
     "  flagcensus explain default-mismatch              describe a rule\n"
     "  flagcensus explain APP_TIMEOUT                   what is known about a variable\n"
     "  flagcensus explain APP_TIMEOUT src --format json\n"},
    {"baseline",
     "  flagcensus baseline                              accept the current findings\n"
     "  flagcensus baseline --until 2027-01-31           accept them until then\n"
     "  flagcensus baseline --prune                      remove fixed findings\n"},
    {"init",
     "  flagcensus init                                  write flagcensus.toml\n"
     "  flagcensus init --stdout                         print it instead\n"},
    {"diff",
     "  flagcensus diff v1.2                             changes since v1.2\n"
     "  flagcensus diff v1.2 v1.3 --format markdown      for the release notes\n"},
    {"audit",
     "  flagcensus audit .                               this project\n"
     "  flagcensus audit requests-2.31.0.tar.gz --html report.html\n"
     "  flagcensus audit repositories/ --db census.sqlite\n"
     "  flagcensus audit --compare app@v1.2 app@v1.3     what an update changes\n"
     "  flagcensus audit app-1.2.tgz --allow accepted.toml --fail-on high\n"},
    {"merge",
     "  flagcensus merge a.sqlite b.sqlite -o all.sqlite\n"
     "  sqlite3 all.sqlite \"SELECT DISTINCT project.name FROM project JOIN variable\n"
     "    ON variable.project = project.id WHERE variable.name = 'HTTPS_PROXY'\"\n"},
    {"cache",
     "  flagcensus cache show                            print its path and size\n"
     "  flagcensus cache clean                           delete it\n"},
    {"completions",
     "  flagcensus completions bash > ~/.local/share/bash-completion/completions/flagcensus\n"
     "  flagcensus completions zsh > ~/.zfunc/_flagcensus    with fpath+=~/.zfunc before compinit\n"
     "  flagcensus completions fish > ~/.config/fish/completions/flagcensus.fish\n"},
};

struct StatusRow {
  std::string_view command;
  std::string_view status;
};

constexpr StatusRow kStatuses[] = {
    {"", "0 success, 1 findings (check, docs --check, audit --fail-on), 2 failure."},
    {"check", "0 no findings at or above --fail-on, 1 findings, 2 failure."},
    {"docs", "0 success, 1 a page is out of date (--check), 2 failure."},
    {"audit", "0 success, 1 a risk matches --fail-on, 2 an input could not be read."},
    {"merge", "0 success, 2 an input could not be read."},
};

}  // namespace

std::string_view ExitStatusOf(std::string_view command) {
  for (const StatusRow& row : kStatuses) {
    if (row.command == command) return row.status;
  }
  return "0 success, 2 failure.";
}

std::string ExamplesOf(std::string_view command) {
  for (const Row& row : kRows) {
    if (row.command != command) continue;
    return "Examples:\n" + std::string(row.examples) +
           "\nExit status: " + std::string(ExitStatusOf(command));
  }
  return {};
}

}  // namespace flagcensus
