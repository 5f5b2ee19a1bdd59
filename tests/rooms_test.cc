// The rooms of analyzer/ and the arrows between them: a file includes what stands before its own
// room in this list, and nothing behind it (docs/architecture.md). And names: a type's stands in
// one header, and what only a file knows is called otherwise than in the files beside it, since a
// release compiles a folder as one (cmake/unity.cmake).
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include "tests/paths.h"
#include "tests/scratch_folder.h"

namespace flagcensus {
namespace {

namespace fs = std::filesystem;

const std::vector<std::string> kRooms = {"base",
                                         "model",
                                         "tree",
                                         "archive",
                                         "values",
                                         "python",
                                         "c/preprocessor",
                                         "c",
                                         "light",
                                         "config",
                                         "project",
                                         "languages",
                                         "machine",
                                         "python/machine",
                                         "link/engine",
                                         "python/link",
                                         "c/link",
                                         "languages/link",
                                         "link",
                                         "c/compiler",
                                         "c/compiler/worker",
                                         "pages",
                                         "pages/html",
                                         "pages/rst",
                                         "pages/markdown",
                                         "pages/asciidoc",
                                         "pages/man",
                                         "pages/text",
                                         "pages/data",
                                         "surfaces",
                                         "documents",
                                         "catalog",
                                         "evidence",
                                         "join",
                                         "rules",
                                         "review",
                                         "report",
                                         "manual",
                                         "reference",
                                         "fix",
                                         "cache",
                                         "audit",
                                         "pipeline",
                                         "lsp",
                                         "commands",
                                         ""};

// python/direct is a part of its room: the parser there asks it and is its first answer. A page
// format that is not listed has the rank of pages/data: it may include the others.
size_t RankOf(const std::string& folder) {
  const std::string room = folder == "python/direct" ? "python" : folder;
  const auto rank = [](const std::string& name) {
    return static_cast<size_t>(std::find(kRooms.begin(), kRooms.end(), name) - kRooms.begin());
  };
  const bool format = rank(room) == kRooms.size() && room.starts_with("pages/");
  return format ? rank("pages/data") : rank(room);
}

// "a/b.h" of `#include "analyzer/a/b.h"`; "" of any other line.
std::string IncludedBy(const std::string& line) {
  constexpr std::string_view kInclude = "#include \"analyzer/";
  if (!line.starts_with(kInclude)) return "";
  return line.substr(kInclude.size(), line.rfind('"') - kInclude.size());
}

// The room by which docs/architecture.md names a folder: all formats of pages are one.
std::string RoomOf(const fs::path& file) {
  const std::string folder = file.parent_path().string();
  if (folder == "python/direct") return "python";
  return folder.starts_with("pages/") ? "pages/<format>" : folder.empty() ? "main" : folder;
}

// Every room with those that it includes and that no other of these includes, outermost first:
//   link → c/link, languages/link, light, python/link
// `base` and `model`, which all include, are not drawn.
std::string DrawRooms() {
  const fs::path root = fs::path(kRoot) / "analyzer";
  std::map<std::string, std::set<std::string>> direct;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(root)) {
    const fs::path path = fs::relative(entry.path(), root);
    if (path.extension() != ".cc" && path.extension() != ".h") continue;
    std::ifstream file(entry.path());
    for (std::string line; std::getline(file, line);) {
      const std::string other = IncludedBy(line);
      if (other.empty()) continue;
      const std::string room = RoomOf(other);
      if (room != RoomOf(path) && room != "base" && room != "model") {
        direct[RoomOf(path)].insert(room);
      }
    }
  }
  // Rooms have no circles (IncludeOnlyWhatStandsBeforeThem), so that this ends.
  std::map<std::string, std::set<std::string>> all;
  const std::function<const std::set<std::string>&(const std::string&)> reach =
      [&](const std::string& room) -> const std::set<std::string>& {
    const auto [at, added] = all.try_emplace(room);
    if (!added) return at->second;
    std::set<std::string> out = direct[room];
    for (const std::string& other : direct[room])
      out.insert(reach(other).begin(), reach(other).end());
    return all[room] = std::move(out);
  };
  std::string out;
  std::vector<std::string> order(kRooms.rbegin(), kRooms.rend());
  order.front() = "main";
  const auto format = [](const std::string& room) { return room.starts_with("pages/"); };
  *std::find_if(order.begin(), order.end(), format) = "pages/<format>";
  for (const std::string& room : order) {
    std::string line;
    for (const std::string& one : direct[room]) {
      const bool through =
          std::any_of(direct[room].begin(), direct[room].end(),
                      [&](const std::string& other) { return reach(other).contains(one); });
      if (!through) line += (line.empty() ? "" : ", ") + one;
    }
    if (!line.empty()) out += "    " + room + " → " + line + "\n";
  }
  return out;
}

// The picture in docs/architecture.md; FLAGCENSUS_RENEW=1 draws it again.
TEST(Rooms, ThePictureShowsTheIncludes) {
  const std::string page = kRoot + "/docs/architecture.md";
  std::string text = ReadText(page);
  const std::string drawn = DrawRooms();
  const size_t begin = text.find("    main → ");
  ASSERT_NE(begin, std::string::npos);
  const size_t end = text.find("\n\n", begin) + 1;
  if (std::getenv("FLAGCENSUS_RENEW") != nullptr) {
    text.replace(begin, end - begin, drawn);
    std::ofstream(page, std::ios::binary) << text;
    return;
  }
  EXPECT_EQ(text.substr(begin, end - begin), drawn) << "FLAGCENSUS_RENEW=1 draws it";
}

TEST(Rooms, IncludeOnlyWhatStandsBeforeThem) {
  const fs::path root = fs::path(kRoot) / "analyzer";
  size_t includes = 0;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(root)) {
    const fs::path path = fs::relative(entry.path(), root);
    if (path.extension() != ".cc" && path.extension() != ".h") continue;
    const size_t own = RankOf(path.parent_path().string());
    EXPECT_LT(own, kRooms.size()) << path << " stands in a room that is not listed";
    std::ifstream file(entry.path());
    for (std::string line; std::getline(file, line);) {
      const fs::path other = IncludedBy(line);
      if (other.empty()) continue;
      ++includes;
      EXPECT_LE(RankOf(other.parent_path().string()), own) << path << " includes " << other;
    }
  }
  EXPECT_GT(includes, 500U);
}

// "int Count(std::string_view text, size_t at) {" as "Count(std::string_view,size_t)"; "" where the
// line begins no function.
std::string SignatureIn(const std::string& line) {
  static const std::regex kFunction(
      R"(^[A-Za-z][\w:<>,*& ]*[ *&](\w+)\((.*)\)( const)?( noexcept)? \{.*)");
  static const std::regex kName(R"( *(const )?([\w:<>,*& ]*?)[ ]?\w+( = [^,]*)?(,|$))");
  std::smatch match;
  if (!std::regex_match(line, match, kFunction)) return "";
  const std::string parameters = match[2];
  return match[1].str() + "(" + std::regex_replace(parameters, kName, "$1$2,") + ")";
}

// What a line at a file's own level names: a constant, a type, or a function with its parameters.
std::string NameIn(const std::string& line) {
  static const std::regex kType(
      R"(^(struct|class|enum|enum class) (\w+)( final)?( ?(:[^:]|\{).*))");
  static const std::regex kConstant(
      R"(^(static |inline )*(constexpr|const) [^(=]*?\b(k[A-Z]\w*)( ?[\[={].*))");
  std::smatch match;
  if (std::regex_match(line, match, kType)) return match[2];
  if (std::regex_match(line, match, kConstant)) return match[3];
  return SignatureIn(line);
}

TEST(Rooms, NamesOfAFileAreItsOwnInTheFolder) {
  EXPECT_EQ(NameIn("int Count(std::string_view text, size_t at) {"),
            NameIn("int Count(std::string_view all, size_t from) {"));
  EXPECT_NE(NameIn("int Count(std::string_view text) {"), NameIn("int Count(int depth) {"));
  const fs::path root = fs::path(kRoot) / "analyzer";
  std::map<std::string, fs::path> seen;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(root)) {
    if (entry.path().extension() != ".cc") continue;
    std::ifstream file(entry.path());
    bool own = false;  // between "namespace {" and its end
    for (std::string line; std::getline(file, line);) {
      if (line == "namespace {") own = true;
      if (line == "}  // namespace") own = false;
      const std::string name = own ? NameIn(line) : "";
      if (name.empty()) continue;
      const auto [other, first] =
          seen.emplace(entry.path().parent_path().string() + " " + name, entry.path());
      EXPECT_TRUE(first || other->second == entry.path())
          << name << " of " << entry.path() << " is in " << other->second
          << " too: share it or rename one";
    }
  }
  EXPECT_GT(seen.size(), 1500U);
}

// A null node of tree-sitter is read through by tree-sitter itself: only python/node.h asks it.
TEST(Rooms, NodesAreAskedThroughTheHeaderThatTakesNull) {
  static const std::regex kAsks(
      R"(\bts_node_(?!is_null\b|eq\b|is_error\b|is_missing\b|has_error\b)\w+\()");
  const fs::path root = fs::path(kRoot) / "analyzer";
  size_t asked = 0;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(root)) {
    const fs::path path = fs::relative(entry.path(), root);
    if (path.extension() != ".cc" && path.extension() != ".h") continue;
    std::ifstream file(entry.path());
    for (std::string line; std::getline(file, line);) {
      if (!std::regex_search(line, kAsks)) continue;
      ++asked;
      EXPECT_EQ(path, "python/node.h") << path << " asks a node that may be null: " << line;
    }
  }
  EXPECT_GT(asked, 10U);
}

// Two types of one name that no file sees together are one to the linker.
TEST(Rooms, TypesStandInOneHeader) {
  static const std::regex kType(
      R"(^(struct|class|enum|enum class) (\w+)( final)?( ?(:[^:]|\{).*))");
  const fs::path root = fs::path(kRoot) / "analyzer";
  std::map<std::string, fs::path> seen;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(root)) {
    if (entry.path().extension() != ".h") continue;
    std::ifstream file(entry.path());
    std::smatch match;
    for (std::string line; std::getline(file, line);) {
      if (!std::regex_match(line, match, kType)) continue;
      const auto [other, first] = seen.emplace(match[2], entry.path());
      EXPECT_TRUE(first) << match[2] << " of " << entry.path() << " is in " << other->second
                         << " too";
    }
  }
  EXPECT_GT(seen.size(), 300U);
}

}  // namespace
}  // namespace flagcensus
