// docs/architecture.md traces variables through the program, a function per line:
//
//     RunRoot            python/machine/     timeout() with a hole for `name`: a wrapper
//
// Each function named there is in a file of that path; a page that names others leads astray.
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "tests/paths.h"
#include "tests/scratch_folder.h"

namespace flagcensus {
namespace {

namespace fs = std::filesystem;

// The last part of a name: "FindWrappers" of "CWrapperFinder::FindWrappers".
std::string LastPart(const std::string& name) {
  const size_t at = name.rfind("::");
  return at == std::string::npos ? name : name.substr(at + 2);
}

bool HasWholeWord(const std::string& text, const std::string& word) {
  const auto inside = [&](size_t at) {
    return at < text.size() &&
           (std::isalnum(static_cast<unsigned char>(text[at])) != 0 || text[at] == '_');
  };
  for (size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) {
    if ((at == 0 || !inside(at - 1)) && !inside(at + word.size())) return true;
  }
  return false;
}

// Whether a source at `path`, a file or a folder of analyzer/, has the word.
bool IsIn(const std::string& path, const std::string& word) {
  const fs::path at = fs::path(kRoot) / "analyzer" / path;
  if (fs::is_regular_file(at)) return HasWholeWord(ReadText(at), word);
  if (!fs::is_directory(at)) return false;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(at)) {
    const bool source = entry.path().extension() == ".cc" || entry.path().extension() == ".h";
    if (source && HasWholeWord(ReadText(entry.path()), word)) return true;
  }
  return false;
}

TEST(Architecture, EachFunctionOfTheWalksIsWhereItSays) {
  std::istringstream page(ReadText(kRoot + "/docs/architecture.md"));
  size_t steps = 0;
  bool walks = false;  // behind the picture
  for (std::string line; std::getline(page, line);) {
    walks = walks || line.starts_with("## ");
    if (!walks || !line.starts_with("    ") || line[4] == ' ' || line[4] == '|') continue;
    std::istringstream words(line);
    std::vector<std::string> names;
    std::string word;
    std::vector<std::string> paths;  // "tree/, project/": in one of them
    while (words >> word) {
      const bool more = word.ends_with(',');
      if (more) word.pop_back();
      const bool path = std::isupper(static_cast<unsigned char>(word[0])) == 0;
      (path ? paths : names).push_back(word);
      if (path && !more) break;
    }
    // "JoinFlags …  as above"
    if (paths.empty() || paths.front().find('/') == std::string::npos) continue;
    for (const std::string& name : names) {
      if (name.ends_with("…")) continue;  // the beginning of several
      ++steps;
      EXPECT_TRUE(std::any_of(paths.begin(), paths.end(),
                              [&](const std::string& path) { return IsIn(path, LastPart(name)); }))
          << name << " is not there: " << line;
    }
  }
  EXPECT_GT(steps, 30U);
  EXPECT_FALSE(IsIn("rules", "CheckWhatNoRuleIsCalled"));
  EXPECT_FALSE(IsIn("no/such/folder", "Check"));
}

}  // namespace
}  // namespace flagcensus
