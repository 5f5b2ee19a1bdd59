// Functions of the language and its library that the machine follows: those with a result made from
// their arguments (Python Library Reference, "Built-in Functions" and the modules named).
//
//   functools.partial(env, "APP_A")()     ─→ a call of env("APP_A")
//   os.path.expandvars("$HOME/.app")      ─→ a read of HOME
//   sys.exit(1)                           ─→ raises: the branch does not continue
#include "analyzer/python/machine/models.h"

#include <algorithm>
#include <charconv>

#include "analyzer/base/text.h"

namespace flagcensus {
namespace {

// with monkeypatch.context() as m (pytest: "MonkeyPatch.context()").
Val MakePatch(Machine& m, const ModelCall& call) {
  return m.values.Library(m.symbols.Intern("pytest.MonkeyPatch()"), {}, m.run.frame->unit,
                          call.node);
}

Val MakePartial(Machine& m, const ModelCall& call) {
  if (call.at(0) == nullptr) return m.values.unknown();
  // The function, with the remaining arguments.
  CallArguments rest = call.arguments;
  rest.positional.erase(rest.positional.begin());
  return m.values.Partial(call.at(0), std::move(rest));
}

Val Exit(Machine& m, const ModelCall&) { return m.values.raises(); }

Val SecondArgument(Machine& m, const ModelCall& call) {
  return call.at(1) == nullptr ? m.values.unknown() : call.at(1);
}

// pathlib: the home directory, as users write it.
Val HomeDirectory(Machine& m, const ModelCall& call) {
  return m.values.Text(m.symbols.Intern("~"), {m.run.frame->id, m.run.frame->unit, call.node});
}

// typing.get_args of a Literal[...], which is the tuple of its texts.
Val LiteralArguments(Machine& m, const ModelCall& call) {
  return call.at(0) != nullptr && AsSequence(call.at(0)) != nullptr ? call.at(0)
                                                                    : m.values.unknown();
}

// os.path.expandvars: $NAME, ${NAME} and, on Windows, %NAME% in a literal are reads. The text
// itself is returned unexpanded, for a default.
Val ExpandVariables(Machine& m, const ModelCall& call) {
  if (call.at(0) == nullptr) return m.values.unknown();
  ForEachLeaf(call.at(0), [&](Val leaf) {
    const ConstantVal* text = AsTextConstant(leaf);
    if (text == nullptr) return;
    const std::string& whole = m.symbols.TextOf(text->text);
    for (size_t at = whole.find_first_of("$%"); at != std::string::npos;
         at = whole.find_first_of("$%", at + 1)) {
      size_t from = at + 1;
      if (from < whole.size() && whole[from] == '{') ++from;
      const size_t end = EndOfRun(whole, from, IsIdentifierByte);
      if (end == from) continue;
      // A single % is not a variable: "100%".
      if (whole[at] == '%' && (end >= whole.size() || whole[end] != '%')) continue;
      Emission read;
      read.name = m.values.Text(m.symbols.Intern(std::string_view(whole).substr(from, end - from)),
                                text->mark);
      read.node = call.node;
      read.via = m.symbols.Intern("os.path.expandvars");
      Emit(m, read);
      if (whole[at] == '%') at = end;
    }
  });
  return call.at(0);
}

// urllib.request.getproxies: reads the variables that name proxies. It also accepts any other
// *_PROXY; only the usual ones are reported.
Val ReadProxies(Machine& m, const ModelCall& call) {
  for (const std::string_view name : {"HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY"}) {
    Emission read;
    read.name = m.values.Text(m.symbols.Intern(name));
    read.node = call.node;
    read.via = m.symbols.Intern("urllib.request.getproxies");
    Emit(m, read);
  }
  return Opaque(m, call.node);
}

const ModelRows& OtherModels() {
  // The keys are dotted paths, as imports resolve them.
  static const ModelRows kRows = {
      {"pytest.MonkeyPatch.context", MakePatch},
      {"pytest.MonkeyPatch().context", MakePatch},
      {"functools.partial", MakePartial},
      {"typing.cast", SecondArgument},
      {"typing.get_args", LiteralArguments},
      {"pathlib.Path.home", HomeDirectory},
      {"pathlib.PosixPath.home", HomeDirectory},
      {"os.path.expandvars", ExpandVariables},
      {"urllib.request.getproxies", ReadProxies},
      {"urllib.request.getproxies_environment", ReadProxies},
      {"sys.exit", Exit},
      {"os._exit", Exit},
      {"exit", Exit},
      {"quit", Exit},
      {"argparse.ArgumentParser().error", Exit},
      {"argparse.ArgumentParser().exit", Exit},
  };
  return kRows;
}

}  // namespace

bool IsModelled(std::string_view path) {
  return SequenceModels().count(path) > 0 || ObjectModels().count(path) > 0 ||
         OtherModels().count(path) > 0;
}

std::optional<Val> CallModelled(Machine& m, std::string_view path, const CallArguments& arguments,
                                NodeId node) {
  for (const ModelRows* rows : {&SequenceModels(), &ObjectModels(), &OtherModels()}) {
    const auto found = rows->find(path);
    if (found != rows->end()) return found->second(m, {arguments, node});
  }
  return std::nullopt;
}

}  // namespace flagcensus
