// option ─→ "  -j, --jobs N                Number of threads; 0 uses one per core (default: 0)"
//
// CLI11 would print types, checks and excluded options next to the name. Here only the placeholder
// follows the name, and the possible values and the default follow the description.
#include "analyzer/config/help.h"

#include <algorithm>

#include "analyzer/base/text.h"

namespace flagcensus {
namespace {

constexpr size_t kLineWidth = 100;
constexpr size_t kIndent = 30;  // of descriptions, in columns

// True for an option without choices, about which there is nothing to add.
bool Mentions(const std::string& text, const std::vector<std::string>& choices) {
  return std::all_of(choices.begin(), choices.end(),
                     [&](const std::string& one) { return HasWord(text, one); });
}

// "... (repeatable)" and "default: text" ─→ "... (repeatable; default: text)"
std::string WithNote(const std::string& text, const std::string& note) {
  if (note.empty()) return text;
  const size_t open = text.rfind(" (");
  const std::string last = open == std::string::npos ? "" : text.substr(open);
  const bool noted =
      last.ends_with(')') && (last.starts_with(" (repeatable") || last.starts_with(" (default: "));
  return noted ? text.substr(0, text.size() - 1) + "; " + note + ")" : text + " (" + note + ")";
}

// The description with the possible values and the default, unless it already names them.
std::string DescriptionOf(const CLI::Option& option, const std::vector<std::string>& choices) {
  const std::string text = option.get_description();
  std::vector<std::string> notes;
  // Values that the description explains are not listed a second time.
  if (!Mentions(text, choices)) notes.push_back("possible values: " + Join(choices, ", "));
  const std::string standard = option.get_default_str();
  if (!standard.empty() && text.find("default: ") == std::string::npos)
    notes.push_back("default: " + standard);
  return WithNote(text, Join(notes, "; "));
}

// "-j, --jobs N", "--config FILE", "[PATH]...".
// A name without a short form is indented, so the long names are in one column.
std::string NameOf(const CLI::Option& option) {
  if (option.get_positional()) {
    std::string name = option.get_name(true);
    if (!option.get_required()) name = "[" + name + "]";
    if (option.get_items_expected_max() == 2) return name + " [" + option.get_name(true) + "]";
    return name + (option.get_items_expected_max() > 1 ? "..." : "");
  }
  std::string out;
  for (const std::string& name : option.get_snames()) out += "-" + name + ", ";
  if (out.empty()) out = "    ";
  std::vector<std::string> names;
  for (const std::string& name : option.get_lnames()) names.push_back("--" + name);
  out += Join(names, ", ");
  if (option.get_items_expected_max() == 0) return out;
  const std::string type = option.get_type_name();
  const std::string value = type.substr(0, type.find(':'));
  return out + (option.get_expected_min() == 0 ? " [" + value + "]" : " " + value);
}

// The name and the text in two columns, the text wrapped; below a name that is too long for its
// column, the text begins on the next line.
//
//   "    --root DIR", "Base directory: ..."
//   ─→ "      --root DIR              Base directory: ..."
std::string LinesOf(const std::string& name, const std::string& text) {
  std::string out = "  " + name;
  size_t column = out.size();
  if (column + 2 > kIndent) {
    out += "\n";
    column = 0;
  }
  out += std::string(kIndent - column, ' ');
  column = kIndent;
  for (const std::string_view word : Split(text, ' ')) {
    if (column > kIndent && column + 1 + word.size() > kLineWidth) {
      out += "\n" + std::string(kIndent, ' ');
      column = kIndent;
    } else if (column > kIndent) {
      out += ' ';
      ++column;
    }
    out += word;
    column += word.size();
  }
  return out + "\n";
}

// Overrides the parts of CLI11's formatter that would print types and checks.
class Layout : public CLI::Formatter {
 public:
  explicit Layout(const CommandApp& command) : command_(command) {
    label("Positionals", "Arguments");
    label("SUBCOMMAND", "COMMAND");
  }

  std::string make_option(const CLI::Option* option, bool /*is_positional*/) const override {
    return LinesOf(NameOf(*option), DescriptionOf(*option, command_.ChoicesOf(option)));
  }

  std::string make_option_usage(const CLI::Option* option) const override {
    return NameOf(*option);
  }

  std::string make_subcommand(const CLI::App* command) const override {
    return LinesOf(command->get_name(), command->get_description());
  }

  // An empty group leaves an empty line more.
  std::string make_help(const CLI::App* app, std::string name,
                        CLI::AppFormatMode mode) const override {
    return ReplaceAll(CLI::Formatter::make_help(app, std::move(name), mode), "\n\n\n", "\n\n");
  }

  std::string make_usage(const CLI::App* app, std::string name) const override {
    return "\n" + CLI::Formatter::make_usage(app, std::move(name));
  }

 private:
  const CommandApp& command_;
};

}  // namespace

std::shared_ptr<CLI::Formatter> HelpLayout(const CommandApp& command) {
  return std::make_shared<Layout>(command);
}

}  // namespace flagcensus
