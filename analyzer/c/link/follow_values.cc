// Access::flows of C and C++, for audits: the files with reads are walked (value_flows.h), and then
// those that define the functions to which values are passed there.
//
//   // main.cc                                 // plugin.cc
//   load(getenv("APP_PLUGIN"));                void load(const char* path) { dlopen(path, 1); }
//
// Walking main.cc finds that `load` is unknown; with plugin.cc the value reaches dlopen.
#include <map>
#include <span>
#include <string>

#include "analyzer/c/link/later_values.h"
#include "analyzer/c/link/value_flows.h"
#include "analyzer/tree/search_files.h"
#include "analyzer/tree/step_memory.h"

namespace flagcensus {

void CValueFollower::FollowValues(size_t first, std::vector<Access>* accesses) {
  const std::span<Access> all = std::span(*accesses).subspan(first);
  std::map<std::string, int> numbers;
  for (const int file : sources_.numbers()) numbers.emplace(sources_.File(file).path, file);
  CValueFlows flows;
  std::set<int> added;
  const auto add = [&](int number) {
    if (!added.insert(number).second || !budget_.RefusalReason().empty()) return;
    const SourceFile& file = sources_.File(number);
    std::string text;
    if (!ReadForSearch(file, &text).empty()) return;
    if (file.memory != nullptr) file.memory->NoteRead(file.absolute);
    flows.AddFile(number, questions_.tokens().Of(number, text));
  };
  for (size_t i = 0; i < all.size(); ++i) {
    const Access& access = all[i];
    const bool read = access.name && (access.op == AccessOp::kRead || access.op == AccessOp::kTest);
    const auto file = numbers.find(access.place.file);
    // Reads in tests influence no user; a read in a library's header has no file in the tree.
    if (!read || access.scope == Scope::kTest || file == numbers.end()) continue;
    add(file->second);
    flows.AddRead({file->second, static_cast<uint32_t>(access.place.line),
                   static_cast<uint32_t>(access.place.column)},
                  static_cast<int>(i));
  }
  if (added.empty()) return;
  std::vector<CValueFlows::Flow> found = flows.Run();
  // Two rounds: a value passed through functions of more than three files is lost. Each round walks
  // everything again.
  constexpr size_t kMaxRounds = 2;
  constexpr size_t kMaxAdded = 300;  // files, in a round
  for (size_t round = 0; round < kMaxRounds && !flows.unknown().empty(); ++round) {
    const std::set<int> defining =
        DefiningFiles("definitions " + std::to_string(round), flows.unknown(), added);
    if (defining.empty()) break;
    size_t left = kMaxAdded;
    for (const int file : defining) {
      if (left-- == 0) {
        limits_.Report(file, 1, 1,
                       "functions that get values of variables are defined in more than " +
                           std::to_string(kMaxAdded) +
                           " other files: from this one on they are skipped");
        break;
      }
      add(file);
    }
    found = flows.Run();
  }
  // The tokens of the flows' files are not needed again.
  questions_.tokens().Clear();
  for (const CValueFlows::Flow& flow : found) {
    const Place place = sources_.At(flow.at.file, flow.at.line, flow.at.column);
    all[static_cast<size_t>(flow.read)].use.flows.push_back(
        {flow.sink->what, flow.call, place, flow.derived});
  }
}

}  // namespace flagcensus
