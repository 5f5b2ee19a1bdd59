// The table of commands → a completion for fish: a `complete` line for each option of each command
#include "analyzer/base/text.h"
#include "analyzer/manual/manual.h"

namespace flagcensus {
namespace {

// In fish's single quotes only the quote and the backslash have a meaning.
std::string Quote(std::string_view text) {
  std::string out = "'";
  for (const char c : text) {
    if (c == '\'' || c == '\\') out += '\\';
    out += c;
  }
  return out + "'";
}

// What follows the names: -r a value is needed, -x one that is no file, -a what it may be.
std::string ValueOf(const OptionRow& row, const Manual& manual) {
  switch (OfferOf(row)) {
    case Offer::kFiles:
      return " -r -F";
    case Offer::kFolders:
      return " -x -a '(__fish_complete_directories)'";
    case Offer::kRevisions:
      return " -x -a '(__flagcensus_revisions)'";
    case Offer::kChoices:
    case Offer::kRules: {
      const std::string words = Join(WordsOf(row, manual), " ");
      if (!row.comma) return " -x -a " + Quote(words);
      return " -x -a '(__fish_append , " + words + ")'";
    }
    case Offer::kNothing:
      break;
  }
  return " -x";
}

std::string NamesIn(const OptionRow& option) {
  std::string out;
  for (const std::string& name : option.names) {
    out += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
  }
  return out;
}

std::string LineOf(const std::string& where, const OptionRow& option, const Manual& manual) {
  return "complete -c flagcensus -n " + where + NamesIn(option) +
         (option.value.empty() ? "" : ValueOf(option, manual)) + " -d " + Quote(option.text) + "\n";
}

}  // namespace

std::string WriteFishCompletion(const Manual& manual) {
  std::string out =
      "# fish completion for flagcensus; made by: flagcensus completions fish\n\n"
      "function __flagcensus_revisions\n"
      "    git for-each-ref --format='%(refname:short)' 2>/dev/null\n"
      "end\n\n"
      "complete -c flagcensus -n __fish_use_subcommand -f\n";
  for (const OptionRow& option : manual.table.program.options)
    out += LineOf("__fish_use_subcommand", option, manual);
  for (const CommandRow& command : manual.table.commands) {
    out += "\ncomplete -c flagcensus -n __fish_use_subcommand -f -a " + command.name + " -d " +
           Quote(command.text) + "\n";
    const std::string where = "'__fish_seen_subcommand_from " + command.name + "'";
    if (!command.arguments.empty() && OfferOf(command.arguments.front()) != Offer::kFiles) {
      std::string value = ValueOf(command.arguments.front(), manual);
      out += "complete -c flagcensus -n " + where + " -f" + value.substr(3) + "\n";
    }
    for (const OptionRow& option : command.options) out += LineOf(where, option, manual);
  }
  return out;
}

}  // namespace flagcensus
