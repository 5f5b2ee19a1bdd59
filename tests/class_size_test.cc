// Classes have at most 25 methods: a class with more has several responsibilities, and is split by
// them. Structs and classes have at most 20 fields: those that belong together are a struct of
// their own. There are no exceptions.
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <string>
#include <vector>

#include "analyzer/base/text.h"
#include "tests/paths.h"

namespace flagcensus {
namespace {

namespace fs = std::filesystem;

constexpr size_t kMostMethods = 25;
constexpr size_t kMostFields = 20;

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
  size_t fields = 0;
};

// Whether a declaration of a class is that of a method: a name before the first parenthesis, that
// is no constructor, no operator and no initial value.
bool IsMethod(const std::string& declaration, const std::string& name) {
  static const std::regex kMethod(R"(^[^=(]*?([~\w]+)\s*\()");
  std::smatch match;
  // The rest of a declaration after braces: "Some(int a) : one{a}, two(a)".
  if (declaration.starts_with(',')) return false;
  const size_t open = declaration.find('(');
  if (open != std::string::npos && declaration.compare(open, 2, "(*") == 0) return false;
  if (!std::regex_search(declaration, match, kMethod)) return false;
  const std::string own = match[1];
  return own != name && own[0] != '~' && own != "decltype" && own != "operator" &&
         declaration.find("operator") == std::string::npos &&
         declaration.find("using ") == std::string::npos &&
         declaration.find("std::function<") == std::string::npos &&
         declaration.find("(*)") == std::string::npos;
}

// The declaration without what is between `open` and `close`: "map<int, set<int>> a" ─→ "map a".
std::string Without(const std::string& declaration, char open, char close) {
  std::string out;
  int depth = 0;
  for (const char c : declaration) {
    if (c == open) ++depth;
    if (depth == 0) out += c;
    if (c == close && depth > 0) --depth;
  }
  return out;
}

// How many fields a declaration has: "int a = 1, b" ─→ 2. `after_type`: it follows the body of a
// type and needs none: "enum class Kind {...} kind".
size_t FieldsOf(const std::string& declaration, bool after_type) {
  static const std::regex kOther(
      R"(^(using|friend|static|typedef|template|enum|struct|class|union|explicit)\b)");
  static const std::regex kField(R"(^[\w:][^=]*[\s&*]\w+(\[\w*\])?\s*([=,:].*)?$)");
  static const std::regex kName(R"(^\w+\s*([=,].*)?$)");
  static const std::regex kSpaces(R"(\s+)");
  std::string text(Trim(declaration));
  text = std::regex_replace(text, kSpaces, " ");
  if (text.empty() || std::regex_search(text, kOther)) return 0;
  if (text.find("operator") != std::string::npos) return 0;
  const size_t value = text.find('=');
  if (text.find("(*") < value) return 1;  // a pointer to a function
  text = Without(text, '<', '>');
  if (text.find('(') < text.find('=')) return 0;
  text = Without(text, '(', ')');
  if (!std::regex_match(text, after_type ? kName : kField)) return 0;
  return 1 + static_cast<size_t>(std::count(text.begin(), text.end(), ','));
}

// The class whose body begins at `at`, after its '{'.
Class ClassAt(const std::string& code, size_t at, const std::string& name) {
  Class out{name, 0, 0};
  static const std::regex kType(R"(^\s*(enum|struct|class|union)\b)");
  std::string declaration;
  bool after_type = false;
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
    out.fields += FieldsOf(declaration, after_type);
    after_type = c == '}' && std::regex_search(declaration, kType);
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
      if (at >= 5 && code.compare(at - 5, 5, "enum ") == 0) continue;
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

TEST(ClassSize, CountsFields) {
  const std::vector<Class> classes = ClassesIn(R"(
    struct Some : Base {
      Some(int a) : one{a}, two(a) {}
      bool operator==(const Some&) const = default;
      void Set(int a = {}, int b = 1);
      static constexpr int kOne = 1;
      using Take = void (*)(int);
      enum class Kind { kA, kB } kind = Kind::kA;
      enum class Other { kA, kB };
      struct Inner { int only = 0; };
      Other other = Other::kA;
      int one = 1, two = f(1, 2);
      std::map<std::string, std::vector<int>> map = {};
      std::function<void(int a, int b)> call;
      bool (*ask)(int a) = nullptr;
      const Inner& inner;
      uint64_t bytes = uint64_t{4} << 20;
    };)");
  ASSERT_EQ(classes.size(), 2U);
  EXPECT_EQ(classes[0].fields, 9U);
  EXPECT_EQ(classes[0].methods, 1U);
  EXPECT_EQ(classes[1].fields, 1U);
}

TEST(ClassSize, IsAtMostTwentyFiveMethodsAndTwentyFields) {
  const fs::path root = fs::path(kRoot) / "analyzer";
  size_t classes = 0;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(root)) {
    if (entry.path().extension() != ".cc" && entry.path().extension() != ".h") continue;
    std::ifstream file(entry.path());
    const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    for (const Class& one : ClassesIn(text)) {
      ++classes;
      EXPECT_LE(one.methods, kMostMethods) << one.name << ": split it by responsibility";
      EXPECT_LE(one.fields, kMostFields) << one.name << ": group the fields that belong together";
    }
  }
  EXPECT_GT(classes, 500U);
}

}  // namespace
}  // namespace flagcensus
