// No wrapper stands by name in the program: each Python fixture, with every function and class that
// it defines renamed, gives the same accesses.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <tuple>
#include <vector>

#include "analyzer/link/census.h"
#include "analyzer/project/walk_tree.h"
#include "analyzer/tree/tree.h"
#include "tests/paths.h"

namespace flagcensus {
namespace {

namespace fs = std::filesystem;

using Row = std::tuple<std::string, int, std::string, std::string, std::string, std::string>;

std::string ReadAll(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  std::ostringstream out;
  out << in.rdbuf();
  return out.str();
}

std::multiset<Row> ScanRows(const fs::path& folder) {
  WalkOptions options;
  options.root = folder.string();
  const Census census = CollectAccesses(WalkTree({folder.string()}, options), {});
  std::multiset<Row> rows;
  for (const Access& access : census.accesses) {
    // What a source expression looks like when it is not resolved may hold a renamed name.
    const bool literal = access.default_kind == DefaultKind::kLiteral;
    rows.emplace(access.place.file, access.place.line, access.name.value_or("?"),
                 std::string(ToString(access.op)),
                 std::string(ToString(access.default_kind)) +
                     (literal ? "=" + access.default_text.value_or("") : ""),
                 std::string(ToString(access.type)));
  }
  return rows;
}

bool IsSource(const fs::path& path) {
  const std::string extension = path.extension().string();
  return extension == ".py" || extension == ".c" || extension == ".cc" || extension == ".h" ||
         extension == ".inc" || extension == ".def";
}

// Names that the fixture defines and that are no library's as well: a whole-word replacement of
// `get` would rename os.environ.get.
std::set<std::string> DefinedNames(const fs::path& folder) {
  static const std::set<std::string> kLibrary = {"before_get",    "get",
                                                 "getenv",        "getproxies",
                                                 "run",           "update",
                                                 "value",         "config",
                                                 "option",        "Config",
                                                 "int",           "from_env",
                                                 "from_envvar",   "from_prefixed_env",
                                                 "Field",         "App",
                                                 "load",          "set_env",
                                                 "Configuration", "user_data_dir"};
  // What a shell's import of its environment is known by, besides what it does.
  static const std::set<std::string> kNamed = {"assign_param", "get_param"};
  // Functions whose names a macro pastes together; macros of a header, known by their capitals.
  static const std::set<std::string> kPasted = {
      "look_up_text",  "look_up_number", "look_up_size",  "ask_long", "ask_int", "SNPRINTF1",
      "oven_get_text", "oven_get_long",  "oven_get_bool", "OS_TEXT",  "HASH_OF"};
  static const std::regex kDefinition(R"((?:^|\n)\s*(?:def|class)\s+([A-Za-z_]\w*))");
  // Functions with a body, classes and macros of C.
  static const std::regex kC(
      R"((?:^|\n)(?:#define\s+([A-Za-z_]\w*)\(|(?:class|struct)\s+([A-Za-z_]\w*)|[A-Za-z_][\w :<>,*&]*[ *&]([A-Za-z_]\w*)\([^;{}]*\)\s*\{))");
  std::set<std::string> names;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (!IsSource(entry.path())) continue;
    const std::string text = ReadAll(entry.path());
    const std::regex& definition = entry.path().extension() == ".py" ? kDefinition : kC;
    for (std::sregex_iterator at(text.begin(), text.end(), definition), end; at != end; ++at) {
      const std::string name = (*at)[1].matched ? (*at)[1] : (*at)[2].matched ? (*at)[2] : (*at)[3];
      // A project's own strlen (APP_strlen) is known by that name.
      // A test is known to pytest by its name.
      const bool library = kLibrary.count(name) > 0 || kPasted.count(name) > 0 ||
                           kNamed.count(name) > 0 || name.find("_str") != std::string::npos ||
                           name.starts_with("test_");
      if (!name.starts_with("__") && !library) names.insert(name);
    }
  }
  return names;
}

TEST(Rename, WrappersAreInferredWhateverTheirNames) {
  const fs::path fixtures = fs::path(kRoot) / "fixtures";
  size_t renamed = 0;
  std::vector<fs::path> folders;
  for (const std::string_view language : {"python", "c"}) {
    for (const auto& fixture : fs::directory_iterator(fixtures / language)) {
      if (fixture.is_directory()) folders.push_back(fixture.path());
    }
  }
  for (const fs::path& fixture : folders) {
    const fs::path copy = fs::path(testing::TempDir()) / "renamed" / fixture.filename();
    fs::remove_all(copy);
    fs::create_directories(copy.parent_path());
    fs::copy(fixture, copy, fs::copy_options::recursive);
    const std::set<std::string> names = DefinedNames(copy);
    for (const auto& entry : fs::recursive_directory_iterator(copy)) {
      if (!IsSource(entry.path())) continue;
      std::string text = ReadAll(entry.path());
      // In front: the last word says what a function gives back, get_bool.
      for (const std::string& name : names) {
        text = std::regex_replace(text, std::regex("\\b" + name + "\\b"), "qz_" + name);
      }
      std::ofstream(entry.path(), std::ios::binary) << text;
    }
    EXPECT_EQ(ScanRows(fixture), ScanRows(copy)) << fixture;
    renamed += names.size();
    fs::remove_all(copy);
  }
  EXPECT_GT(renamed, 60U);
}

}  // namespace
}  // namespace flagcensus
