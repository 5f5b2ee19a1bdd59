// The rooms of analyzer/ and the arrows between them: a file includes what stands before its own
// room in this list, and nothing behind it (docs/architecture.md).
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "tests/paths.h"

namespace flagcensus {
namespace {

namespace fs = std::filesystem;

const std::vector<std::string> kRooms = {"base",
                                         "model",
                                         "tree",
                                         "archive",
                                         "values",
                                         "python",
                                         "c",
                                         "light",
                                         "config",
                                         "project",
                                         "link/python",
                                         "link/c",
                                         "link",
                                         "clang",
                                         "clang/worker",
                                         "pages",
                                         "pages/html",
                                         "pages/markdown",
                                         "pages/rst",
                                         "pages/asciidoc",
                                         "pages/man",
                                         "pages/text",
                                         "pages/data",
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
                                         ""};

// python/direct is a part of its room: the parser there asks it and is its first answer.
size_t RankOf(const std::string& folder) {
  const std::string room = folder == "python/direct" ? "python" : folder;
  return static_cast<size_t>(std::find(kRooms.begin(), kRooms.end(), room) - kRooms.begin());
}

TEST(Rooms, IncludeOnlyWhatStandsBeforeThem) {
  const fs::path root = fs::path(FLAGCENSUS_SOURCE_DIR) / "analyzer";
  size_t includes = 0;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(root)) {
    const fs::path path = fs::relative(entry.path(), root);
    if (path.extension() != ".cc" && path.extension() != ".h") continue;
    const size_t own = RankOf(path.parent_path().string());
    EXPECT_LT(own, kRooms.size()) << path << " stands in a room that is not listed";
    std::ifstream file(entry.path());
    for (std::string line; std::getline(file, line);) {
      constexpr std::string_view kInclude = "#include \"analyzer/";
      if (!line.starts_with(kInclude)) continue;
      ++includes;
      const fs::path other = line.substr(kInclude.size(), line.rfind('"') - kInclude.size());
      EXPECT_LE(RankOf(other.parent_path().string()), own) << path << " includes " << other;
    }
  }
  EXPECT_GT(includes, 500U);
}

}  // namespace
}  // namespace flagcensus
