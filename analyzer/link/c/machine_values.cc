// Defaults by running the functions around the reads (machine/c), where nothing that the finder
// knows tells one: what the value is where the variable is not set.
#include <algorithm>
#include <map>
#include <span>

#include "analyzer/link/c/machine_run.h"
#include "analyzer/link/c/resolver.h"

namespace flagcensus {

namespace {

bool IsReadOfProgram(const Access& access) {
  const bool read = access.name && (access.op == AccessOp::kRead || access.op == AccessOp::kTest);
  return read && access.scope != Scope::kTest && access.default_kind != DefaultKind::kRequired;
}

bool IsOpenRead(const Access& access) {
  return IsReadOfProgram(access) && access.default_kind != DefaultKind::kLiteral;
}

// true and 1, false and 0, 1.0 and 1 are spellings of one value.
bool MeansSame(const std::string& a, const std::string& b) {
  const auto number = [](const std::string& text) -> std::optional<double> {
    if (text == "true") return 1;
    if (text == "false") return 0;
    char* end = nullptr;
    const double value = std::strtod(text.c_str(), &end);
    return !text.empty() && *end == 0 ? std::optional(value) : std::nullopt;
  };
  return a == b || (number(a) && number(a) == number(b));
}

bool IsInteger(const std::string& text) {
  const size_t first = text.starts_with("-") ? 1 : 0;
  return text.size() > first && text.find_first_not_of("0123456789", first) == std::string::npos;
}

// The type that is known of a read, of which the machine knows what it becomes.
ValueType TypeOf(ValueType known, const CMachineFound::Default& found) {
  const bool number = found.type == ValueType::kInt || found.type == ValueType::kFloat;
  if (known == ValueType::kStr || known == ValueType::kUnknown) return number ? found.type : known;
  // A text with a fall-back that is no number is no answer of yes or no.
  const bool text = found.type == ValueType::kStr && !MeansSame(found.text, "0") &&
                    !MeansSame(found.text, "1") && !found.text.empty();
  return known == ValueType::kBool && text ? ValueType::kStr : known;
}

// The files of the accesses that `counts` is true of.
std::set<int> FilesOf(std::span<const Access> accesses, const std::map<std::string, int>& numbers,
                      bool (*counts)(const Access&)) {
  std::set<int> out;
  for (const Access& access : accesses) {
    const auto at = numbers.find(access.place.file);
    if (at == numbers.end() || !counts(access)) continue;
    out.insert(at->second);
    // A row of a list: the file that includes it for a function's statements.
    const auto user = access.chain.empty() ? numbers.end() : numbers.find(access.chain[0].file);
    if (user != numbers.end()) out.insert(user->second);
  }
  return out;
}

void TakeFlows(const CMachineFound& machine, const Tree& tree, int file, Access* access) {
  const auto at = machine.flows.find({file, access->place.line, *access->name});
  if (at == machine.flows.end()) return;
  for (const CEvent::Flow& flow : at->second) {
    const Place place = {tree.files[static_cast<size_t>(flow.at.file)].path,
                         static_cast<int>(flow.at.line), static_cast<int>(flow.at.column)};
    const ValueFlow one = {flow.sink->what, flow.call, place, flow.derived};
    std::vector<ValueFlow>& all = access->flows;
    if (std::find(all.begin(), all.end(), one) == all.end()) all.push_back(one);
  }
}

}  // namespace

CMachineFound CResolver::RunMachine(const std::set<int>& files, bool follow_values) {
  return CMachineRun(*this, names_, macro_uses_->sources(), follow_values).Run(files, rows_);
}

std::map<std::string, int> CResolver::FileNumbers() const {
  std::map<std::string, int> out;
  for (const int file : files_) out.emplace(tree_->files[static_cast<size_t>(file)].path, file);
  return out;
}

void CResolver::RunForDefaults(size_t first, std::vector<Access>* accesses) {
  const std::map<std::string, int> numbers = FileNumbers();
  const std::span<Access> all = std::span(*accesses).subspan(first);
  const std::set<int> files = FilesOf(all, numbers, IsOpenRead);
  if (files.empty()) return;
  const CMachineFound machine = RunMachine(files, false);
  for (Access& access : all) {
    const auto file = numbers.find(access.place.file);
    if (!IsReadOfProgram(access) || file == numbers.end()) continue;
    const auto at = machine.defaults.find({file->second, access.place.line, *access.name});
    if (at == machine.defaults.end() || at->second.several) continue;
    const std::string& text = at->second.text;
    access.type = TypeOf(access.type, at->second);
    // The number of an enumerator is none of the words that the text is compared with.
    if (access.type == ValueType::kEnum && IsInteger(text)) continue;
    const bool known = access.default_kind == DefaultKind::kLiteral && access.default_text;
    if (known && MeansSame(*access.default_text, text)) continue;
    access.default_kind = DefaultKind::kLiteral;
    access.default_text = text;
    access.default_certain = false;
  }
}

void CResolver::FollowValues(size_t first, std::vector<Access>* accesses) {
  const std::map<std::string, int> numbers = FileNumbers();
  const std::span<Access> all = std::span(*accesses).subspan(first);
  const std::set<int> files = FilesOf(all, numbers, IsReadOfProgram);
  if (files.empty()) return;
  const CMachineFound machine = RunMachine(files, true);
  for (Access& access : all) {
    const auto file = numbers.find(access.place.file);
    if (!IsReadOfProgram(access) || file == numbers.end()) continue;
    TakeFlows(machine, *tree_, file->second, &access);
  }
}

}  // namespace flagcensus
