// Shared by the writers of the manual: the kind of each value, and which options are listed once.
#include "analyzer/manual/manual.h"

#include <algorithm>

#include "analyzer/base/text.h"

namespace flagcensus {
namespace {

// The kind of value that a placeholder of the help represents; any other placeholder is free text.
struct Kind {
  std::string_view value;
  Offer offer;
};
constexpr Kind kKinds[] = {
    {"FILE", Offer::kFiles}, {"PATH", Offer::kFiles},      {"DIR", Offer::kFolders},
    {"RULE", Offer::kRules}, {"RULE|NAME", Offer::kRules}, {"REV", Offer::kRevisions},
};

// The placeholder is not compared: the text already says what the value is.
bool IsSame(const OptionRow& a, const OptionRow& b) {
  return a.names == b.names && a.text == b.text && a.choices == b.choices &&
         a.standard == b.standard;
}

// The number of commands from which on an option is described once for all of them. For two, the
// reader would look it up farther away than it saves lines.
constexpr size_t kFewest = 3;

}  // namespace

// The shells are forms of `completions`, the other two of `manual` (commands/completions.cc).
const std::vector<ManualForm>& ManualForms() {
  static const std::vector<ManualForm> kRows = {{"bash", WriteBashCompletion},
                                                {"zsh", WriteZshCompletion},
                                                {"fish", WriteFishCompletion},
                                                {"man", WriteManPage},
                                                {"markdown", WriteOptionsPage}};
  return kRows;
}

// The choices decide, otherwise the placeholder.
// --format with choices ─→ kChoices; --output FILE ─→ kFiles; --jobs N ─→ kNothing.
Offer OfferOf(const OptionRow& row) {
  if (!row.choices.empty()) return Offer::kChoices;
  const std::string& word = row.value.empty() ? row.names.front() : row.value;
  for (const Kind& kind : kKinds) {
    if (kind.value == word) return kind.offer;
  }
  return Offer::kNothing;
}

std::vector<std::string> WordsOf(const OptionRow& row, const Manual& manual) {
  const Offer offer = OfferOf(row);
  return offer == Offer::kChoices ? row.choices
         : offer == Offer::kRules ? manual.rules
                                  : std::vector<std::string>{};
}

//   --jobs of check, scan and docs, with one text     ─→ one row with three commands
//   --format of check and of scan, with two texts     ─→ two rows with one command each: removed
std::vector<SharedOption> SharedOptions(const CommandTable& table) {
  std::vector<SharedOption> out;
  for (const CommandRow& command : table.commands) {
    for (const OptionRow& option : command.options) {
      // Options with the same name and different texts, such as --format, are different options.
      const auto same = std::find_if(out.begin(), out.end(), [&](const SharedOption& known) {
        return IsSame(known.option, option);
      });
      if (same == out.end()) {
        out.push_back({option, {command.name}});
      } else {
        same->commands.push_back(command.name);
      }
    }
  }
  std::erase_if(out, [](const SharedOption& one) { return one.commands.size() < kFewest; });
  return out;
}

std::vector<OptionRow> OwnOptions(const CommandRow& command,
                                  const std::vector<SharedOption>& shared) {
  std::vector<OptionRow> out;
  for (const OptionRow& option : command.options) {
    const bool stated = std::any_of(shared.begin(), shared.end(), [&](const SharedOption& one) {
      return IsSame(one.option, option);
    });
    if (!stated) out.push_back(option);
  }
  return out;
}

// The words in brackets are optional, "..." means repeatable.
// "flagcensus check [OPTIONS] [PATH]..."
std::string SynopsisOf(const CommandRow& command) {
  std::string out = "flagcensus" + (command.name.empty() ? "" : " " + command.name) + " [OPTIONS]";
  for (const OptionRow& argument : command.arguments) out += " " + PlaceOf(argument);
  return out;
}

// {text: "Number of threads", standard: "0"} ─→ "Number of threads. Default: 0."
std::string SentencesOf(const OptionRow& option) {
  std::string out = option.text;
  // Most texts name their values and defaults themselves.
  const bool names_them = std::all_of(
      option.choices.begin(), option.choices.end(),
      [&](const std::string& choice) { return option.text.find(choice) != std::string::npos; });
  if (!option.choices.empty() && !names_them)
    out += ". Possible values: " + Join(option.choices, ", ");
  if (!option.standard.empty() && option.text.find("default: ") == std::string::npos)
    out += ". Default: " + option.standard;
  return out + ".";
}

}  // namespace flagcensus
