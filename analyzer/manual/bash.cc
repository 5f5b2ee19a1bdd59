// The table of commands → a completion for bash, also without the package bash-completion
//
// bash splits words at "=" (COMP_WORDBREAKS): "--format=js" arrives as three. An empty answer makes
// readline complete file names itself, with its own quoting; that is what stands for FILE.
#include <algorithm>

#include "analyzer/base/text.h"
#include "analyzer/manual/manual.h"

namespace flagcensus {
namespace {

constexpr const char* kHead =
    R"(# bash completion for flagcensus; made by: flagcensus completions bash

_flagcensus() {
  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} command= words= list= i
  COMPREPLY=()
  if [[ $word == "=" ]]; then
    word=
  elif [[ $before == "=" ]]; then
    before=${COMP_WORDS[COMP_CWORD - 2]}
  fi
)";

// What the last lines make of $words: "a,b" is completed behind its last comma.
constexpr const char* kTail = R"(  local prefix=
  if [[ -n $list && $word == *,* ]]; then
    prefix=${word%,*},
    word=${word##*,}
  fi
  COMPREPLY=($(compgen -P "$prefix" -W "$words" -- "$word"))
}

complete -o bashdefault -o default -F _flagcensus flagcensus
)";

// What a case does for the value that stands before it.
std::string BodyOf(const OptionRow& row, const Manual& manual) {
  switch (OfferOf(row)) {
    case Offer::kNothing:
    case Offer::kFiles:
      return "      return ;;\n";
    case Offer::kFolders:
      return "      compopt -o dirnames +o default 2>/dev/null\n      return ;;\n";
    case Offer::kRevisions:
      return "      words=$(git for-each-ref --format='%(refname:short)' 2>/dev/null) ;;\n";
    case Offer::kChoices:
    case Offer::kRules:
      break;
  }
  return "      words='" + Join(WordsOf(row, manual), " ") + "'" + (row.comma ? " list=yes" : "") +
         " ;;\n";
}

// Patterns of one body are one case.
struct Case {
  std::string body;
  std::vector<std::string> patterns;
};

void AddCase(const std::string& pattern, const std::string& body, std::vector<Case>& cases) {
  const auto same = std::find_if(cases.begin(), cases.end(),
                                 [&](const Case& known) { return known.body == body; });
  if (same == cases.end()) {
    cases.push_back({body, {pattern}});
  } else {
    same->patterns.push_back(pattern);
  }
}

std::string TextOf(const std::vector<Case>& cases) {
  std::string out;
  for (const Case& one : cases)
    out += "    " + Join(one.patterns, " | \\\n    ") + ")\n" + one.body;
  return out;
}

// "check:-j | check:--jobs"
std::string PatternOf(const CommandRow& command, const OptionRow& option) {
  std::vector<std::string> out;
  for (const std::string& name : option.names) out.push_back(command.name + ":" + name);
  return Join(out, " | ");
}

std::string AllNames(const std::vector<OptionRow>& options) {
  std::vector<std::string> out;
  for (const OptionRow& option : options) {
    out.insert(out.end(), option.names.begin(), option.names.end());
  }
  return Join(out, " ");
}

}  // namespace

std::string WriteBashCompletion(const Manual& manual) {
  const CommandTable& table = manual.table;
  std::vector<std::string> commands;
  for (const CommandRow& command : table.commands) commands.push_back(command.name);

  std::string out = kHead;
  out += "  for ((i = 1; i < COMP_CWORD; i++)); do\n    case ${COMP_WORDS[i]} in\n      " +
         Join(commands, " | ") +
         ")\n        command=${COMP_WORDS[i]}\n        break ;;\n    esac\n  done\n";

  out += "  case $command:$before in\n";
  std::vector<Case> values;
  for (const CommandRow& command : table.commands) {
    for (const OptionRow& option : command.options) {
      if (!option.value.empty())
        AddCase(PatternOf(command, option), BodyOf(option, manual), values);
    }
  }
  out += TextOf(values) + "  esac\n";

  // Neither a value nor an option: the commands, or what the command's first argument may be.
  out += "  if [[ -z $words && $word != -* ]]; then\n    case $command in\n    '')\n      words='" +
         Join(commands, " ") + " help' ;;\n";
  std::vector<Case> arguments;
  for (const CommandRow& command : table.commands) {
    if (!command.arguments.empty())
      AddCase(command.name, BodyOf(command.arguments.front(), manual), arguments);
  }
  out += TextOf(arguments);
  out += "    esac\n  elif [[ -z $words ]]; then\n    case $command in\n";
  out += "    '')\n      words='" + AllNames(table.program.options) + "' ;;\n";
  for (const CommandRow& command : table.commands)
    out += "    " + command.name + ")\n      words='" + AllNames(command.options) + "' ;;\n";
  return out + "    esac\n  fi\n" + kTail;
}

}  // namespace flagcensus
