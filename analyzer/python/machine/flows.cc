// Where values of reads go: into calls of libraries that load, run or write their arguments
// (queries/value_sinks.toml). Only for an audit.
//
//   plugin = os.environ["APP_PLUGIN"]
//   importlib.import_module(plugin)             ─→ APP_PLUGIN reaches "load", as a whole
//   subprocess.run(["sh", "-c", f"run {plugin}"])   ─→ as a part of a shell's text
#include <algorithm>

#include "analyzer/machine/argument_reads.h"
#include "analyzer/model/value_sinks.h"
#include "analyzer/python/machine/machine.h"

namespace flagcensus {
namespace {

// Calls that return their argument in a different form: the flow goes through them.
bool GivesItsArgument(std::string_view path) {
  static const std::set<std::string_view> kPaths = {"pathlib.Path()",
                                                    "pathlib.PurePath()",
                                                    "pathlib.PosixPath()",
                                                    "shlex.split()",
                                                    "shlex.join()",
                                                    "list()",
                                                    "tuple()",
                                                    "str()",
                                                    "os.fspath()",
                                                    "iter()"};
  return kPaths.contains(path);
}

class Collector {
 public:
  Collector(Machine& m, bool part) : m_(m), part_(part) {}

  // `first`: the value is the beginning of the call's argument. With a rule about a whole argument,
  // only its beginning decides which program or file is meant.
  void Take(Val value, bool first, int depth = 0) {
    // Six levels of nested lists, sixteen reads: an argument list is shallower.
    constexpr int kDeepest = 6;
    if (value == nullptr || depth > kDeepest || out_.size() >= kMost) return;
    ForEachLeaf(value, [&](Val leaf) { TakeLeaf(leaf, first, depth); });
    // The reads that reach the call, each once.
  }

  const std::vector<ArgumentRead>& out() const { return out_; }

 private:
  static constexpr size_t kMost = 16;

  void TakeLeaf(Val leaf, bool first, int depth) {
    if (const UnknownVal* unknown = AsUnknown(leaf)) {
      if (first || part_) {
        for (const uint32_t event : unknown->events)
          AddArgumentRead(&out_, event, unknown->derived || !first);
      }
      for (const ReadPart& part : unknown->parts) {
        if (part_ || (first && part.begins)) AddArgumentRead(&out_, part.event, true);
      }
      return;
    }
    if (const SequenceObject* sequence = AsSequence(leaf)) {
      const std::vector<Val>& items = ItemsOf(*sequence);
      for (size_t i = 0; i < items.size() && i < kMost; ++i) {
        // The first element of a command is the program; the others are its arguments.
        if (i > 0 && !part_) break;
        Take(items[i], first && i == 0, depth + 1);
      }
      return;
    }
    // Path(value) and the like, as the machine represents an unmodelled call: by its arguments.
    const LibraryVal* library = AsLibrary(leaf);
    if (library == nullptr || !GivesItsArgument(m_.symbols.TextOf(library->path))) return;
    const std::vector<Val>& pieces = library->arguments.positional;
    for (size_t i = 0; i < pieces.size(); ++i) {
      if (i == 0 || part_) Take(pieces[i], first && i == 0, depth + 1);
    }
  }

  Machine& m_;
  const bool part_;
  std::vector<ArgumentRead> out_;
};

Val ArgumentAt(Machine& m, int position, const std::string& keyword,
               // Arguments are matched by keyword first, then by position.
               const CallArguments& arguments) {
  if (!keyword.empty()) {
    if (Val value = arguments.Keyword(m.symbols.Intern(keyword))) return value;
  }
  const bool known = position >= 0 && static_cast<size_t>(position) < arguments.positional.size();
  return known ? arguments.positional[static_cast<size_t>(position)] : nullptr;
}

// Whether the sink's condition is true: shell=True, or a literal mode such as "w" with one of the
// characters in `if_condition`.
bool ConditionHolds(Machine& m, const ValueSink& sink, const CallArguments& arguments) {
  if (!sink.HasCondition()) return true;
  Val value = ArgumentAt(m, sink.if_argument, sink.if_keyword, arguments);
  if (value == nullptr) return false;
  bool holds = false;
  ForEachLeaf(value, [&](Val leaf) {
    const ConstantVal* text = AsTextConstant(leaf);
    const bool literal =
        text != nullptr &&
        m.symbols.TextOf(text->text).find_first_of(sink.if_condition) != std::string::npos;
    holds = holds || (sink.if_true ? KnownTruth(leaf) == true : literal);
  });
  return holds;
}

bool IsText(SymbolTable& symbols, Val value, std::string_view end) {
  const ConstantVal* text = value == nullptr ? nullptr : AsTextConstant(value);
  return text != nullptr && symbols.TextOf(text->text).ends_with(end);
}

// ["sh", "-c", X]: the text X that a shell reads; null: the command is something else. "/bin/bash"
// ends with "sh", too.
Val ShellText(SymbolTable& symbols, Val command) {
  // Three elements: the shell, -c, and its text.
  const SequenceObject* list = command == nullptr ? nullptr : AsSequence(command);
  if (list == nullptr || ItemsOf(*list).size() < 3) return nullptr;
  const std::vector<Val>& items = ItemsOf(*list);
  return IsText(symbols, items[0], "sh") && IsText(symbols, items[1], "-c") ? items[2] : nullptr;
}

void Note(Machine& m, const ValueSink& sink, std::string_view call, const ArgumentRead& read,
          NodeId node) {
  // Twelve flows of one read: the audit shows a few of each kind.
  constexpr size_t kMaxFlows = 12;  // of one read
  EventSite& site = m.events.Numbered(read.event);
  const EventFlow flow{
      &sink, m.symbols.Intern(std::string(call)), {m.run.frame->unit, node}, read.derived};
  const auto same = [&](const EventFlow& one) {
    return one.sink == flow.sink && one.at == flow.at;
  };
  if (site.flows.size() < kMaxFlows && std::none_of(site.flows.begin(), site.flows.end(), same)) {
    site.flows.push_back(flow);
  }
}

// `made`: the arguments that created the call's object; null: unknown.
void NoteFlowsInto(Machine& m, const std::vector<const ValueSink*>& sinks, std::string_view call,
                   const CallArguments& arguments, const CallArguments* made, NodeId node) {
  // Each rule selects an argument, all of them, or the object.
  const auto note = [&](const ValueSink& sink, const Collector& collector) {
    for (const ArgumentRead& read : collector.out()) Note(m, sink, call, read, node);
  };
  for (const ValueSink* sink : sinks) {
    if (!ConditionHolds(m, *sink, arguments)) continue;
    Collector collector(m, sink->part);
    if (sink->argument == ValueSink::kAny) {
      for (Val value : arguments.positional) collector.Take(value, true);
    } else if (sink->argument == ValueSink::kObject) {
      for (size_t i = 0; made != nullptr && i < made->positional.size(); ++i)
        collector.Take(made->positional[i], i == 0);
    } else {
      collector.Take(ArgumentAt(m, sink->argument, sink->keyword, arguments), true);
    }
    note(*sink, collector);
    if (sink->what != "command" || arguments.positional.empty()) continue;
    Collector of_shell(m, true);
    of_shell.Take(ShellText(m.symbols, arguments.positional[0]), true);
    note(ShellTextSink(), of_shell);
  }
}

}  // namespace

void NoteFlows(Machine& m, std::string_view call, const CallArguments& arguments,
               const CallArguments* made, NodeId node) {
  if (!m.program.follow_values || m.run.over) return;
  NoteFlowsInto(m, ValueSinks().Find("python", call), call, arguments, made, node);
}

void NoteFlowsOfMethod(Machine& m, const MethodVal& method, const CallArguments& arguments,
                       NodeId node) {
  if (!m.program.follow_values) return;
  // The receiver is what created the object.
  CallArguments made;
  made.positional.push_back(method.receiver);
  NoteFlows(m, "." + m.symbols.TextOf(method.name), arguments, &made, node);
}

void NoteFlowsOfUnknown(Machine& m, NodeId attribute, const CallArguments& arguments, NodeId node) {
  if (!m.program.follow_values || m.run.over) return;
  const PythonUnit& unit = UnitHere(m);
  const std::string call = "." + m.symbols.TextOf(unit.SymbolOf(attribute));
  const std::vector<const ValueSink*> sinks = ValueSinks().Find("python", call);
  const bool of_object = std::any_of(sinks.begin(), sinks.end(), [](const ValueSink* sink) {
    return sink->argument == ValueSink::kObject;
  });
  CallArguments made;
  // The object is evaluated a second time: its reads are the same events.
  if (of_object) made.positional.push_back(Evaluate(m, unit.syntax().child(attribute, 0)));
  NoteFlowsInto(m, sinks, call, arguments, &made, node);
}

}  // namespace flagcensus
