// targets ─→ the files of the tree that document what they name ─→ the text of each
//
//   timeout = args.timeout or os.environ.get("APP_TIMEOUT")
//   another file: parser.add_argument("--timeout", help="The limit of a call.")
//     ─→ the option "timeout" has the text "The limit of a call."
#include "analyzer/evidence/source_targets.h"

#include <algorithm>
#include <optional>

#include "analyzer/base/parallel.h"
#include "analyzer/base/text.h"
#include "analyzer/evidence/source_texts.h"
#include "analyzer/python/read_file.h"

namespace flagcensus {
namespace {

constexpr size_t kMinMember = 4;  // bytes; shorter names may be any variable

size_t IndentOf(std::string_view line) {
  return std::min(line.find_first_not_of(" \t"), line.size());
}

// The text after the marks of an item and of code: "- ``name``: ..." from `name` on.
std::string_view BehindItemMarks(std::string_view line) {
  return line.substr(std::min(line.find_first_not_of("-*` "), line.size()));
}

// What follows the name on the line that lists it; nullopt if the line does not list it.
//
//   port (int): the port          ─→ " the port"       Google's style
//   port : int                    ─→ ""                numpydoc: the text is below
//   :param int port: the port     ─→ " the port"       Sphinx
//   port is used by               ─→ nullopt           a sentence
std::optional<std::string_view> HeadOf(std::string_view line, std::string_view name) {
  if (line.starts_with(':')) {  // ":param int name: text"
    const size_t end = line.find(':', 1);
    if (end == std::string_view::npos) return std::nullopt;
    const std::string_view field = line.substr(1, end - 1);
    const size_t space = field.rfind(' ');
    if (space == std::string_view::npos || field.substr(space + 1) != name) return std::nullopt;
    if (field.starts_with("type") || field.starts_with("rtype")) return std::nullopt;
    return line.substr(end + 1);
  }
  line = BehindItemMarks(line);
  if (!line.starts_with(name)) return std::nullopt;
  std::string_view rest = line.substr(name.size());
  while (rest.starts_with('`') || rest.starts_with('*')) rest.remove_prefix(1);
  if (Trim(rest).empty()) return rest;                           // numpydoc, without a type
  if (rest.starts_with(" : ")) return rest.substr(rest.size());  // numpydoc: a type follows
  if (rest.starts_with(" (")) {
    for (const std::string_view end : {"):", ")`:", ")``:", ")*:"}) {
      const size_t close = rest.find(end);
      if (close != std::string_view::npos) return rest.substr(close + end.size());
    }
    return std::nullopt;
  }
  if (!rest.starts_with(':')) return std::nullopt;
  return rest.substr(1);
}

// What lines[at] and those indented below it say about the name; "" if they do not list it.
// An assignment with an annotation, "port: int = 80", looks like an item and is excluded by its
// '='.
std::string ListedAt(const std::vector<std::string_view>& lines, size_t at, std::string_view name) {
  // Blanks: three words or more are a description.
  constexpr long kWords = 2;
  const std::optional<std::string_view> head = HeadOf(Trim(lines[at]), name);
  if (!head || head->find(" = ") != std::string_view::npos) return {};  // an annotated assignment
  std::string text(*head);
  const size_t indent = IndentOf(lines[at]);
  for (size_t next = at + 1; next < lines.size(); ++next) {
    const std::string_view line = Trim(lines[next]);
    // The first line of a docstring follows the quotes, so its indentation is unknown.
    if (line.empty() || line.starts_with(':') || (at > 0 && IndentOf(lines[next]) <= indent)) break;
    text += ' ';
    text += line;
  }
  text = FoldText(Trim(text));
  const bool words = std::count(text.begin(), text.end(), ' ') >= kWords;
  return words && !IsCodeText(text) ? text : std::string();
}

template <typename Map, typename Key>
// The text of the key, if the tree has only one: of two, either may be about something else of the
// same name.
std::string OnlyText(const Map& texts, const Key& key) {
  const auto found = texts.find(key);
  return found != texts.end() && found->second.size() == 1 ? *found->second.begin() : std::string();
}

template <typename Map>
void Merge(Map from, Map& to) {
  for (auto& [key, texts] : from) to[key].merge(texts);
}

// What other files have to be searched for, of all targets together.
WantedTargets WantedOf(const std::vector<AccessTarget*>& targets) {
  WantedTargets out;
  for (const AccessTarget* target : targets) {
    out.options.insert(target->namesakes.begin(), target->namesakes.end());
    if (!target->namesakes.empty()) out.options.insert(target->variable);
    if (!target->variable.empty() && target->listed.empty()) out.variables.insert(target->variable);
    if (!target->text.empty()) continue;
    out.options.insert(target->options.begin(), target->options.end());
    for (const std::string& member : target->members) {
      if (member.size() >= kMinMember) out.members.insert(member);
    }
    if (target->callee.empty()) continue;
    out.callees.insert(target->callee);
    out.parameters.emplace(target->callee, target->parameter);
  }
  return out;
}

// The nearest text: in the same file, then of an option next to the read, a member, a parameter.
std::string TextOf(const AccessTarget& target, const TargetTexts& found) {
  if (!target.text.empty()) return target.text;
  for (const std::string& option : target.options) {
    if (std::string text = OnlyText(found.options, option); !text.empty()) return text;
  }
  for (const std::string& member : target.members) {
    if (std::string text = OnlyText(found.members, member); !text.empty()) return text;
  }
  return OnlyText(found.parameters, std::pair{target.callee, target.parameter});
}

}  // namespace

std::string ParameterText(std::string_view docstring, std::string_view name) {
  const std::vector<std::string_view> lines = Split(docstring, '\n');
  for (size_t at = 0; at < lines.size() && !name.empty(); ++at) {
    if (std::string text = ListedAt(lines, at, name); !text.empty()) return text;
  }
  return {};
}

std::map<std::string, std::string, std::less<>> ListedTexts(
    std::string_view text, const std::set<std::string, std::less<>>& names) {
  std::map<std::string, std::string, std::less<>> out;
  const std::vector<std::string_view> lines = Split(text, '\n');
  for (size_t at = 0; at < lines.size(); ++at) {
    const std::string_view line = BehindItemMarks(Trim(lines[at]));
    const size_t end = EndOfRun(line, 0, IsIdentifierByte);
    const auto name = names.find(line.substr(0, end));
    if (name == names.end() || out.contains(*name)) continue;
    if (std::string listed = ListedAt(lines, at, *name); !listed.empty())
      out.emplace(*name, listed);
  }
  return out;
}

void TakeTargetTexts(const Tree& tree, unsigned jobs, const std::vector<AccessTarget*>& targets) {
  const WantedTargets wanted = WantedOf(targets);
  const bool python =
      !wanted.options.empty() || !wanted.parameters.empty() || !wanted.variables.empty();
  const bool in_c = !wanted.members.empty() || !wanted.variables.empty();
  if (!python && !in_c) return;
  // One result for each file, joined in the order of the files: the order of the threads does not
  // matter.
  std::vector<TargetTexts> found(tree.files.size());
  const unsigned threads = ThreadCount(jobs);
  std::vector<std::string> buffers(threads);
  ParallelFor(tree.files.size(), threads, [&](size_t index, unsigned thread) {
    const SourceFile& file = tree.files[index];
    const bool wants = IsPythonSource(file.kind) ? python : IsC(file.kind) && in_c;
    if (!wants || !ReadSource(file, &buffers[thread]).empty()) return;
    if (IsC(file.kind)) {
      ReadCTargets(buffers[thread], wanted, found[index]);
    } else {
      std::string converted;
      const std::string_view text = TextAsPython(file.kind, buffers[thread], &converted);
      ReadPythonTargets(text, wanted, found[index]);
    }
  });
  TargetTexts all;
  for (TargetTexts& one : found) {
    Merge(std::move(one.options), all.options);
    Merge(std::move(one.members), all.members);
    Merge(std::move(one.parameters), all.parameters);
    Merge(std::move(one.variables), all.variables);
  }
  // The texts by nearness, then those that list the variable by its name or its setting's name.
  for (AccessTarget* target : targets) {
    target->text = TextOf(*target, all);
    if (target->listed.empty()) target->listed = OnlyText(all.variables, target->variable);
    if (!target->namesakes.empty() && target->namesake.empty())
      target->namesake = OnlyText(all.options, target->variable);
    for (const std::string& name : target->namesakes) {
      if (target->namesake.empty()) target->namesake = OnlyText(all.options, name);
    }
  }
}

}  // namespace flagcensus
