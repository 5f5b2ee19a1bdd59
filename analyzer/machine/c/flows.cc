// Where values of reads go: into functions of libraries that load, run or write what they get
// (queries/value_sinks.toml).
#include <algorithm>

#include "analyzer/machine/c/machine.h"

namespace flagcensus {
std::vector<ArgumentRead> CMachine::ReachedBy(Val value, bool part) {
  std::vector<ArgumentRead> out;
  ForEachLeaf(TextOf(value), [&](Val leaf) {
    if (const UnknownVal* unknown = AsUnknown(leaf)) {
      for (const uint32_t event : unknown->events) {
        if (part || !unknown->derived) AddArgumentRead(&out, event, unknown->derived);
      }
    }
    const TextVal* text = AsTextWithHoles(leaf);
    for (size_t i = 0; text != nullptr && i < text->parts.size(); ++i) {
      const uint32_t read = text->parts[i].read;
      if (read > 0 && (part || i == 0)) AddArgumentRead(&out, read - 1, true);
    }
  });
  return out;
}

// execl("/bin/sh", "sh", "-c", X): the position of the text that a shell reads; 0: none.
size_t CMachine::ShellText(const std::vector<Val>& arguments) const {
  for (size_t i = 1; i + 1 < arguments.size(); ++i) {
    const std::optional<std::string> shell = Known(arguments[i - 1]), option = Known(arguments[i]);
    if (shell && option && shell->ends_with("sh") && *option == "-c") return i + 1;
  }
  return 0;
}

bool CMachine::ConditionHolds(const ValueSink& sink, const std::vector<Val>& arguments) const {
  if (!sink.HasCondition()) return true;
  const bool passed =
      sink.if_argument >= 0 && static_cast<size_t>(sink.if_argument) < arguments.size();
  const std::optional<std::string> text =
      passed ? Known(arguments[static_cast<size_t>(sink.if_argument)]) : std::nullopt;
  return text && text->find_first_of(sink.if_holds) != std::string::npos;
}

void CMachine::NoteFlow(const ValueSink& sink, std::string_view call, const ArgumentRead& read,
                        uint32_t token) {
  constexpr size_t kMaxFlows = 12;  // of one read
  std::vector<CEvent::Flow>& flows = events_[read.event].flows;
  const PpPlace at = frame_->unit->tokens()[token].place;
  const auto same = [&](const CEvent::Flow& one) {
    return one.sink == &sink && one.at.file == at.file && one.at.line == at.line;
  };
  if (flows.size() < kMaxFlows && std::none_of(flows.begin(), flows.end(), same))
    flows.push_back({&sink, std::string(call), at, read.derived});
}

void CMachine::NoteFlows(std::string_view call, const std::vector<Val>& arguments, uint32_t token) {
  if (!follow_values || events_.empty()) return;
  for (const ValueSink* sink : ValueSinks().Find("c", call)) {
    if (sink->argument == ValueSink::kBefore) {
      for (const uint32_t event : run_events_) NoteFlow(*sink, call, {event, false}, token);
      continue;
    }
    if (!ConditionHolds(*sink, arguments)) continue;
    if (const size_t text = sink->what == "command" ? ShellText(arguments) : 0; text > 0) {
      for (const ArgumentRead& read : ReachedBy(arguments[text], true))
        NoteFlow(ShellTextSink(), call, read, token);
    }
    for (size_t i = 0; i < arguments.size(); ++i) {
      if (sink->argument != ValueSink::kAny && sink->argument != static_cast<int>(i)) continue;
      for (const ArgumentRead& read : ReachedBy(arguments[i], sink->part))
        NoteFlow(*sink, call, read, token);
    }
  }
}

}  // namespace flagcensus
