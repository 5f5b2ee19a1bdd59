// A Python file ─→ calls of imported names from modules outside the tree, with literals.
//
//     from conf import settings          settings.lookup("APP_X")      conf.settings.lookup
//     reader = conf.Reader()             reader.get("APP_X")           conf.Reader().get
//
// Names apply to the whole file, wherever they are bound; one that is bound in two ways is unknown.
// The census decides whether a row for the name would find reads.
#include "analyzer/link/engine/unknown_calls.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>

#include "analyzer/base/parallel.h"
#include "analyzer/base/text.h"
#include "analyzer/python/module_index.h"
#include "analyzer/python/read_file.h"

namespace flagcensus {
namespace {

// The dotted path that a name represents, with "()" for a call. `made_of`: that call has arguments.
struct Meaning {
  std::string dotted;
  bool made_of = false;
};

class CallFinder {
 public:
  CallFinder(const Tree& tree, const ModuleIndex& modules, const std::set<std::string>& known,
             int file, const PythonFile& parsed)
      : tree_(tree),
        modules_(modules),
        known_(known),
        file_(file),
        parsed_(parsed),
        syntax_(parsed.syntax) {}

  std::vector<UnknownCall> Find() {
    if (syntax_.root == kNoNode) return {};
    const auto each = [&](auto&& visit) {
      for (NodeId id = 0; id < syntax_.nodes.size(); ++id) visit(id);
    };
    // Three passes, so a call may come before the import or assignment that its names need.
    each([&](NodeId id) { Import(id); });
    each([&](NodeId id) { Assign(id); });
    each([&](NodeId id) { Call(id); });
    return std::move(out_);
  }

 private:
  void Bind(const std::string& name, std::optional<Meaning> meaning) {
    // The first meaning counts, as long as no other binding contradicts it.
    const auto [at, fresh] = names_.try_emplace(name, meaning);
    if (fresh) return;
    const bool same = at->second && meaning && at->second->dotted == meaning->dotted;
    if (!same) at->second.reset();
  }

  // Whether the module is neither of the tree nor of a library that has rows.
  bool IsUnknown(const std::string& module) const {
    if (module.empty() || module.front() == '.') return false;
    // Neither the top package nor the module itself is in the tree.
    const std::string top = module.substr(0, module.find('.'));
    return known_.count(top) == 0 && modules_.Find(top, file_) < 0 &&
           modules_.Find(module, file_) < 0;
  }

  void Import(NodeId id) {
    const NodeKind kind = syntax_.kind(id);
    if (kind != NodeKind::kImport && kind != NodeKind::kImportFrom) return;
    for (size_t i = 0; i < syntax_.count(id); ++i) {
      const NodeId alias = syntax_.child(id, i);
      if (syntax_.kind(alias) != NodeKind::kAlias) continue;
      const std::string& name = syntax_.text(alias);
      const bool renamed = syntax_.count(alias) > 0;
      const std::string bound =
          // `import a.b` binds a, and `import a.b as c` binds c to a.b.
          renamed ? syntax_.text(syntax_.child(alias, 0)) : name.substr(0, name.find('.'));
      std::string module = kind == NodeKind::kImport ? name : syntax_.text(id);
      std::string dotted =
          kind == NodeKind::kImport ? (renamed ? name : bound) : module + "." + name;
      const bool unknown = IsUnknown(module) && modules_.Find(dotted, file_) < 0;
      Bind(bound, unknown ? std::optional<Meaning>({std::move(dotted), false}) : std::nullopt);
    }
  }

  // Binds `name = ...` and `self.name = ...` to the result of an imported name's call.
  void Assign(NodeId id) {
    if (syntax_.kind(id) != NodeKind::kAssign) return;
    const NodeId value = syntax_.child(id, 0);
    const std::optional<Meaning> meaning =
        syntax_.kind(value) == NodeKind::kCall ? MeaningOf(value, 0) : std::nullopt;
    for (size_t i = 1; i < syntax_.count(id); ++i) {
      const NodeId target = syntax_.child(id, i);
      if (syntax_.kind(target) == NodeKind::kName) Bind(syntax_.text(target), meaning);
      if (syntax_.kind(target) == NodeKind::kAttribute && meaning) {
        Bind(Unparse(syntax_, target), meaning);
      }
    }
  }

  // Twenty parts: longer chains are fluent interfaces.
  std::optional<Meaning> MeaningOf(NodeId id, int depth) const {
    constexpr int kMaxParts = 20;
    if (depth > kMaxParts) return std::nullopt;
    // Names by their binding; attributes by that of self.x, or of their object; calls by their
    // callee.
    switch (syntax_.kind(id)) {
      case NodeKind::kName: {
        const auto found = names_.find(syntax_.text(id));
        return found == names_.end() ? std::nullopt : found->second;
      }
      case NodeKind::kAttribute: {
        if (const auto found = names_.find(Unparse(syntax_, id)); found != names_.end()) {
          return found->second;
        }
        std::optional<Meaning> object = MeaningOf(syntax_.child(id, 0), depth + 1);
        if (object) object->dotted += "." + syntax_.text(id);
        return object;
      }
      case NodeKind::kCall: {
        std::optional<Meaning> callee = MeaningOf(syntax_.child(id, 0), depth + 1);
        if (!callee) return callee;
        callee->dotted += "()";
        callee->made_of = callee->made_of || syntax_.count(id) > 1;
        return callee;
      }
      default:
        return std::nullopt;
    }
  }

  void Call(NodeId id) {
    if (syntax_.kind(id) != NodeKind::kCall || syntax_.count(id) < 2) return;
    const std::optional<Meaning> callee = MeaningOf(syntax_.child(id, 0), 0);
    // A function that a call returned has no name to write a row for.
    if (!callee || callee->dotted.ends_with("()")) return;
    UnknownCall call;
    // The literal arguments are reported one by one.
    call.callee = callee->dotted;
    call.object = callee->dotted.find("()") != std::string::npos;
    call.made_of = callee->made_of;
    for (size_t i = 1; i < syntax_.count(id); ++i) {
      const NodeId argument = syntax_.child(id, i);
      if (syntax_.kind(argument) == NodeKind::kKeyword)
        call.keywords.insert(syntax_.text(argument));
    }
    call.place = PlaceIn(parsed_, tree_.files[static_cast<size_t>(file_)].path, syntax_.line(id),
                         syntax_.column(id));
    // A call with several literals is several candidates: which of them names a variable is not
    // known.
    for (size_t i = 1; i < syntax_.count(id); ++i) {
      const NodeId argument = syntax_.child(id, i);
      const bool keyword = syntax_.kind(argument) == NodeKind::kKeyword;
      const NodeId value = keyword ? syntax_.child(argument, 0) : argument;
      if (syntax_.kind(value) != NodeKind::kString) continue;
      call.position = keyword ? -1 : static_cast<int>(i) - 1;
      call.keyword = keyword ? syntax_.text(argument) : "";
      call.text = syntax_.text(value);
      out_.push_back(call);
    }
  }

  const Tree& tree_;
  const ModuleIndex& modules_;
  const std::set<std::string>& known_;
  int file_;
  const PythonFile& parsed_;
  const Syntax& syntax_;
  std::map<std::string, std::optional<Meaning>> names_;  // nullopt: bound to something else, too
  std::vector<UnknownCall> out_;
};

// The modules of libraries that have rows: their other calls are known not to read.
std::set<std::string> KnownModules(const AccessorTable& table) {
  std::set<std::string> out;
  const auto add = [&](const auto& rows) {
    for (const auto& [dotted, row] : rows) out.insert(dotted.substr(0, dotted.find('.')));
  };
  add(table.calls);
  add(table.classes.settings);
  for (const std::string& object : table.objects) out.insert(object.substr(0, object.find('.')));
  return out;
}

}  // namespace

std::vector<UnknownCall> FindUnknownPythonCalls(const Tree& tree, const ResolveOptions& options,
                                                const std::vector<std::string>& words) {
  const std::set<std::string> known = KnownModules(options.tables().python);
  const ModuleIndex modules(tree);
  std::vector<std::vector<UnknownCall>> found(tree.files.size());
  const unsigned threads = ThreadCount(options.jobs);
  std::vector<std::string> buffers(threads);
  // Files in parallel, each with its own result, so the order is that of the tree.
  ParallelFor(tree.files.size(), threads, [&](size_t i, unsigned thread) {
    const SourceFile& file = tree.files[i];
    // Only the program's own sources: tests and examples call libraries in other ways.
    if (file.kind != FileKind::kPython || file.scope != Scope::kSrc) return;
    if (!ReadSource(file, &buffers[thread]).empty()) return;  // reported by the census
    const std::string lower = ToLower(buffers[thread]);
    const bool matters = std::any_of(words.begin(), words.end(), [&](const std::string& word) {
      return lower.find(word) != std::string::npos;
    });
    if (!matters) return;
    const PythonRead read = ReadPythonFile(file, options.budget, options.cost);
    if (!read.error.empty()) return;
    found[i] = CallFinder(tree, modules, known, static_cast<int>(i), *read.parsed).Find();
  });
  std::vector<UnknownCall> out;
  for (std::vector<UnknownCall>& calls : found)
    std::move(calls.begin(), calls.end(), std::back_inserter(out));
  return out;
}

}  // namespace flagcensus
