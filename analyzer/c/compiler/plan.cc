// Which sources are parsed with which arguments, and what each of them is asked.
//
//   a.c and b.c include util.h; a read in util.h; configurations debug and release
//   ─→ a.c, if it has reads itself, in debug and in release, with the read of util.h
//   ─→ util.h itself in both, with the arguments of its nearest neighbour
//
// A source without reads is not parsed, even if it includes such a header.
#include "analyzer/c/compiler/plan.h"

#include <algorithm>
#include <filesystem>
#include <system_error>

namespace flagcensus {
namespace {

// A header has an ending that begins with `h`, or is one of a few others: .h, .hpp, .hxx, .cuh,
// .inc. A source with the ending `.hs` or `.hlsl` is not a C file and does not get here.
bool IsHeader(const std::string& path) {
  const std::string name = path.substr(path.rfind('/') + 1);
  const size_t dot = name.rfind('.');
  if (dot == std::string::npos) return false;
  const std::string extension = name.substr(dot + 1);
  return extension.starts_with("h") || extension == "H" || extension == "cuh" ||
         extension == "inc" || extension == "inl" || extension == "ipp" || extension == "tcc";
}

// The number of folders that two paths share from the root.
size_t CommonFolders(const std::string& a, const std::string& b) {
  const size_t size = std::min(a.size(), b.size());
  size_t common = 0;
  for (size_t i = 0; i < size && a[i] == b[i]; ++i) common += a[i] == '/' ? 1 : 0;
  return common;
}

class Planner {
 public:
  Planner(const Tree& tree, const CompileDatabases& databases, const Census& census)
      : tree_(tree), databases_(databases), census_(census) {}

  // Files with accesses, and those of the wrappers on the way, since a default may be in them.
  Plan Make() {
    if (databases_.configurations.empty()) return std::move(plan_);
    plan_.tree = ScannedFolders(tree_);
    std::unordered_map<std::string, int> shown;
    for (size_t i = 0; i < tree_.files.size(); ++i) {
      const SourceFile& file = tree_.files[i];
      if (!IsC(file.kind)) continue;
      shown.emplace(file.path, static_cast<int>(i));
      cpp_ = cpp_ || (file.kind != FileKind::kC);
    }
    for (size_t i = 0; i < census_.accesses.size(); ++i) {
      const Access& access = census_.accesses[i];
      const auto file = shown.find(access.place.file);
      if (file == shown.end()) continue;
      Know(file->second);
      by_file_[file->second].push_back(static_cast<int>(i));
      for (const Place& place : access.chain) {
        if (const auto at = shown.find(place.file); at != shown.end()) Know(at->second);
      }
    }
    std::vector<int> in_headers;
    for (const auto& [file, accesses] : by_file_) {
      if (!IsHeader(tree_.files[file].path)) continue;
      in_headers.insert(in_headers.end(), accesses.begin(), accesses.end());
    }
    // Each file in each configuration that compiles it. A source without any is reported as
    // uncompiled; a header is compiled with others.
    for (const auto& [file, accesses] : by_file_) {
      bool compiled = false;
      for (size_t i = 0; i < databases_.configurations.size(); ++i) {
        compiled = AddCompiled(file, static_cast<int>(i), accesses, in_headers) || compiled;
      }
      if (compiled || IsHeader(tree_.files[file].path)) continue;
      plan_.uncompiled.insert(plan_.uncompiled.end(), accesses.begin(), accesses.end());
    }
    return std::move(plan_);
  }

 private:
  // Records the file under the real path, which the compiler reports, and under the path that the
  // tree shows.
  void Know(int file) {
    if (plan_.paths.count(file) > 0) return;
    std::error_code error;
    const SourceFile& source = tree_.files[file];
    const std::filesystem::path real = std::filesystem::canonical(source.absolute, error);
    const std::string path = error ? source.absolute : real.string();
    plan_.paths.emplace(file, path);
    plan_.by_path.emplace(path, file);
    plan_.by_shown.emplace(source.path, file);
  }

  // A .h file in a tree with C++ is parsed as C++: C++ headers cannot be parsed as C, and most C
  // headers can as C++.
  std::string Language(int file) const {
    const SourceFile& source = tree_.files[file];
    const bool header = source.path.ends_with(".h");
    return source.kind == FileKind::kC && !(header && cpp_) ? "c" : "c++";
  }

  // The file's units in that configuration; false if there are none.
  bool AddCompiled(int file, int number, const std::vector<int>& accesses,
                   const std::vector<int>& in_headers) {
    const Configuration& configuration = databases_.configurations[static_cast<size_t>(number)];
    const bool header = IsHeader(tree_.files[file].path);
    const std::vector<CompileCommand>* commands = nullptr;
    if (const auto own = configuration.commands.find(file); own != configuration.commands.end()) {
      commands = &own->second;
    } else if (header) {
      commands = Nearest(configuration, file);
    }
    if (commands == nullptr) return false;
    for (const CompileCommand& command : *commands) {
      PlannedUnit unit{file, number, command.arguments, accesses, header};
      const bool has_language =
          std::find(unit.arguments.begin(), unit.arguments.end(), "-x") != unit.arguments.end();
      if (!has_language) {
        const std::string language = Language(header ? command.file : file);
        unit.arguments.insert(unit.arguments.begin(), {"-x", language});
      }
      if (!header) {
        unit.accesses.insert(unit.accesses.end(), in_headers.begin(), in_headers.end());
      }
      plan_.units.push_back(std::move(unit));
      // One of the neighbour's commands is enough: they seldom differ for a header.
      if (header) break;
    }
    return true;
  }

  // A header has no command: it is parsed with that of the source with the most folders in common,
  // which is likely to include it.
  const std::vector<CompileCommand>* Nearest(const Configuration& configuration, int file) const {
    const std::vector<CompileCommand>* best = nullptr;
    size_t most = 0;
    for (const auto& [other, commands] : configuration.commands) {
      if (commands.empty()) continue;
      const size_t common = CommonFolders(tree_.files[other].absolute, tree_.files[file].absolute);
      if (best != nullptr && common <= most) continue;
      best = &commands;
      most = common;
    }
    return best;
  }

  const Tree& tree_;
  const CompileDatabases& databases_;
  const Census& census_;
  std::map<int, std::vector<int>> by_file_;  // accesses
  bool cpp_ = false;                         // the tree contains C++, so .h may be C++
  Plan plan_;
};

}  // namespace

std::string Plan::PathOf(const std::string& shown) const {
  const auto at = by_shown.find(shown);
  return at == by_shown.end() ? std::string() : paths.at(at->second);
}

int Plan::FileAt(const std::string& path) const {
  const auto at = by_path.find(path);
  return at == by_path.end() ? -1 : at->second;
}

Plan MakePlan(const Tree& tree, const CompileDatabases& databases, const Census& census) {
  return Planner(tree, databases, census).Make();
}

}  // namespace flagcensus
