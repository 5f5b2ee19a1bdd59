// Classes have at most 25 methods: a class with more has several responsibilities, and is split by
// them. Exceptions are listed with the number that they have, which may not grow.
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <regex>
#include <string>
#include <vector>

#include "tests/paths.h"

namespace flagcensus {
namespace {

namespace fs = std::filesystem;

constexpr size_t kMostMethods = 25;

// The engines, whose operations call one another.
const std::map<std::string, size_t> kLarger = {
    // C: the facts of a file, what connects files, where values go
    {"CFactExtractor", 147},
    {"CResolver", 139},
    {"CValueFlows", 31},
};

// The text without comments and literals. A raw string ends at the first ")\"".
std::string CodeOf(const std::string& text) {
  std::string out;
  for (size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    if (text.compare(at, 2, "//") == 0) {
      at = std::min(text.find('\n', at), text.size());
      out += '\n';
    } else if (text.compare(at, 3, "R\"(") == 0) {
      at = std::min(text.find(")\"", at), text.size());
      ++at;
    } else if (c == '"' || (c == '\'' && (at == 0 || std::isalnum(text[at - 1]) == 0))) {
      for (++at; at < text.size() && text[at] != c && text[at] != '\n'; ++at) {
        if (text[at] == '\\') ++at;
      }
    } else {
      out += c;
    }
  }
  return out;
}

struct Class {
  std::string name;
  size_t methods = 0;
};

// Whether a declaration of a class is that of a method: a name before the first parenthesis, that
// is no constructor, no operator and no initial value.
bool IsMethod(const std::string& declaration, const std::string& name) {
  static const std::regex kMethod(R"(^[^=(]*?([~\w]+)\s*\()");
  std::smatch match;
  if (!std::regex_search(declaration, match, kMethod)) return false;
  const std::string own = match[1];
  return own != name && own[0] != '~' && own != "decltype" && own != "operator" &&
         declaration.find("operator") == std::string::npos &&
         declaration.find("using ") == std::string::npos &&
         declaration.find("std::function<") == std::string::npos &&
         declaration.find("(*)") == std::string::npos;
}

// The class whose body begins at `at`, after its '{'.
Class ClassAt(const std::string& code, size_t at, const std::string& name) {
  Class out{name, 0};
  std::string declaration;
  for (size_t depth = 1; at < code.size(); ++at) {
    const char c = code[at];
    if (c == '{') ++depth;
    if (c == '}' && --depth == 0) break;
    const bool ends = depth == 1 && (c == ';' || c == '}');
    if (depth == 1 && !ends) declaration += c;
    if (!ends) continue;
    static const std::regex kLabel(R"(\b(public|private|protected)\s*:)");
    declaration = std::regex_replace(declaration, kLabel, "");
    if (IsMethod(declaration, name)) ++out.methods;
    declaration.clear();
  }
  return out;
}

std::vector<Class> ClassesIn(const std::string& text) {
  static const std::regex kClass(R"((?:class|struct) (\w+)(?: final)?\s*(?::[^;{()]*)?\{)");
  const std::string code = CodeOf(text);
  std::vector<Class> out;
  for (const std::string word : {"class ", "struct "}) {
    for (size_t at = code.find(word); at != std::string::npos; at = code.find(word, at + 1)) {
      const auto begin = code.begin() + static_cast<long>(at);
      std::smatch match;
      if (std::regex_search(begin, code.end(), match, kClass,
                            std::regex_constants::match_continuous)) {
        out.push_back(ClassAt(code, at + static_cast<size_t>(match.length()), match[1]));
      }
    }
  }
  return out;
}

TEST(ClassSize, CountsMethods) {
  const std::vector<Class> classes = ClassesIn(R"(
    class Small : Base {
     public:
      explicit Small(int a) : a_(a) { Run(); }
      ~Small();
      int Get() const { return f(a_); }  // g()
      void Set(int a);
      using Take = void (*)(int);
     private:
      struct Inner { void Run(); };
      int a_ = f(1);
    };)");
  ASSERT_EQ(classes.size(), 2U);
  EXPECT_EQ(classes[0].methods, 2U);
  EXPECT_EQ(classes[1].methods, 1U);
}

TEST(ClassSize, IsAtMostTwentyFiveMethods) {
  const fs::path root = fs::path(FLAGCENSUS_SOURCE_DIR) / "analyzer";
  size_t classes = 0;
  std::map<std::string, size_t> larger;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(root)) {
    if (entry.path().extension() != ".cc" && entry.path().extension() != ".h") continue;
    std::ifstream file(entry.path());
    const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    for (const Class& one : ClassesIn(text)) {
      ++classes;
      if (one.methods > kMostMethods) larger[one.name] = one.methods;
    }
  }
  EXPECT_GT(classes, 500U);
  for (const auto& [name, methods] : larger) {
    const auto known = kLarger.find(name);
    const size_t most = known == kLarger.end() ? kMostMethods : known->second;
    EXPECT_LE(methods, most) << name << ": split it by responsibility";
  }
}

}  // namespace
}  // namespace flagcensus
