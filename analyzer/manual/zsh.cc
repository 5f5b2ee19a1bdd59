// The table of commands → a completion for zsh, in the terms of its _arguments
//
// A specification is "(what it excludes)--name[text]:value:action"; brackets, colons and the quote
// have a meaning in it.
#include "analyzer/base/text.h"
#include "analyzer/manual/manual.h"

namespace flagcensus {
namespace {

std::string EscapeZsh(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '\'') {
      out += "'\\''";
      continue;
    }
    if (c == '[' || c == ']' || c == ':' || c == '\\') out += '\\';
    out += c;
  }
  return out;
}

std::string ActionOf(const OptionRow& row, const Manual& manual) {
  const std::string words = Join(WordsOf(row, manual), " ");
  switch (OfferOf(row)) {
    case Offer::kFiles:
      return "_files";
    case Offer::kFolders:
      return "_files -/";
    case Offer::kRevisions:
      return "_flagcensus_revisions";
    case Offer::kChoices:
    case Offer::kRules:
      return row.comma ? "_values -s , value " + words : "(" + words + ")";
    case Offer::kNothing:
      break;
  }
  return " ";
}

std::string SpecificationOf(const OptionRow& option, const Manual& manual) {
  std::string value;
  if (!option.value.empty()) value = ":" + EscapeZsh(option.value) + ":" + ActionOf(option, manual);
  const std::string many = option.many || option.comma ? "*" : "";
  std::string out;
  for (const std::string& name : option.names) {
    const std::string excluded =
        many.empty() && option.names.size() > 1 ? "(" + Join(option.names, " ") + ")" : many;
    const std::string equals = !value.empty() && name.starts_with("--") ? "=" : "";
    out += " \\\n        '" + excluded + name + equals + "[" + EscapeZsh(option.text) + "]" +
           value + "'";
  }
  return out;
}

std::string ArgumentOf(const OptionRow& argument, const Manual& manual) {
  const std::string place = argument.many ? "*" : argument.required ? "" : ":";
  return " \\\n        '" + place + ":" + EscapeZsh(argument.names.front()) + ":" +
         ActionOf(argument, manual) + "'";
}

}  // namespace

std::string WriteZshCompletion(const Manual& manual) {
  std::string out =
      "#compdef flagcensus\n"
      "# zsh completion for flagcensus; made by: flagcensus completions zsh\n\n"
      "_flagcensus_revisions() {\n"
      "  local -a revisions\n"
      "  revisions=(${(f)\"$(git for-each-ref --format='%(refname:short)' 2>/dev/null)\"})\n"
      "  _describe -t revisions revision revisions\n"
      "}\n\n"
      "_flagcensus() {\n"
      "  local curcontext=$curcontext state line\n"
      "  typeset -A opt_args\n"
      "  _arguments -C";
  for (const OptionRow& option : manual.table.program.options)
    out += SpecificationOf(option, manual);
  out +=
      " \\\n        '1: :->command' '*:: :->argument'\n"
      "  case $state in\n"
      "    command)\n"
      "      local -a commands=(\n";
  for (const CommandRow& command : manual.table.commands)
    out += "        '" + command.name + ":" + EscapeZsh(command.text) + "'\n";
  out +=
      "      )\n"
      "      _describe -t commands command commands ;;\n"
      "    argument)\n"
      "      curcontext=${curcontext%:*:*}:flagcensus-$words[1]:\n"
      "      case $words[1] in\n";
  for (const CommandRow& command : manual.table.commands) {
    out += "      " + command.name + ")\n        _arguments -s";
    for (const OptionRow& option : command.options) out += SpecificationOf(option, manual);
    for (const OptionRow& argument : command.arguments) out += ArgumentOf(argument, manual);
    out += " ;;\n";
  }
  return out +
         "      esac ;;\n"
         "  esac\n"
         "}\n\n"
         // Loaded from $fpath the file is the function's body; sourced it declares it.
         "if [[ $funcstack[1] = _flagcensus ]]; then\n"
         "  _flagcensus \"$@\"\n"
         "else\n"
         "  compdef _flagcensus flagcensus\n"
         "fi\n";
}

}  // namespace flagcensus
