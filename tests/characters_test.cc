// The classes of bytes: what is in each, and that nothing outside analyzer/base has another of its
// own, by a comparison with 'a' and 'z' or by a function of the same name.
#include "analyzer/base/characters.h"

#include <gtest/gtest.h>

#include <cctype>
#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <string>
#include <utility>

#include "analyzer/base/text.h"
#include "tests/paths.h"

namespace flagcensus {
namespace {

namespace fs = std::filesystem;

TEST(Characters, ClassesAreThoseOfTheCLocale) {
  for (int i = 0; i < 256; ++i) {
    const char c = static_cast<char>(i);
    const bool ascii = i < 0x80;
    const auto is = [&](int (*of_c)(int)) { return ascii && of_c(i) != 0; };
    EXPECT_EQ(IsDigit(c), is(std::isdigit)) << i;
    EXPECT_EQ(IsUpper(c), is(std::isupper)) << i;
    EXPECT_EQ(IsLower(c), is(std::islower)) << i;
    EXPECT_EQ(IsAlpha(c), is(std::isalpha)) << i;
    EXPECT_EQ(IsAlnum(c), is(std::isalnum)) << i;
    EXPECT_EQ(IsHexDigit(c), is(std::isxdigit)) << i;
    EXPECT_EQ(IsSpace(c), is(std::isspace)) << i;
    EXPECT_EQ(IsBlank(c), is(std::isblank)) << i;
    EXPECT_EQ(ToLower(c), ascii ? static_cast<char>(std::tolower(i)) : c) << i;
    EXPECT_EQ(ToUpper(c), ascii ? static_cast<char>(std::toupper(i)) : c) << i;
    EXPECT_EQ(IsNonAscii(c), !ascii) << i;
    EXPECT_EQ(IsUtf8Continuation(c), i >= 0x80 && i < 0xc0) << i;
  }
}

// How the classes of names and of white space differ from one another.
TEST(Characters, ClassesOfNamesAndSpace) {
  for (int i = 0; i < 256; ++i) {
    const char c = static_cast<char>(i);
    EXPECT_EQ(IsIdentifierByte(c), IsAlnum(c) || c == '_') << i;
    EXPECT_EQ(IsIdentifierStart(c), IsIdentifierByte(c) && !IsDigit(c)) << i;
    EXPECT_EQ(IsVariableNameByte(c), IsIdentifierByte(c) && !IsLower(c)) << i;
    EXPECT_EQ(IsUnicodeIdentifierByte(c), IsIdentifierByte(c) || IsNonAscii(c)) << i;
    EXPECT_EQ(IsCIdentifierByte(c), IsUnicodeIdentifierByte(c) || c == '$') << i;
    EXPECT_EQ(IsCIdentifierStart(c), IsCIdentifierByte(c) && !IsDigit(c)) << i;
    EXPECT_EQ(IsCBlank(c), c == '\0' || (IsSpace(c) && c != '\n')) << i;
    EXPECT_EQ(IsHtmlSpace(c), IsSpace(c) && c != '\v') << i;
    EXPECT_EQ(IsPlainSpace(c), IsHtmlSpace(c) && c != '\f') << i;
    EXPECT_EQ(IsTextSpace(c), c == ' ' || c == '\n') << i;
  }
}

TEST(Characters, WholeTexts) {
  EXPECT_TRUE(IsIdentifier("_a1"));
  EXPECT_FALSE(IsIdentifier("1a"));
  EXPECT_FALSE(IsIdentifier("a-b"));
  EXPECT_FALSE(IsIdentifier(""));
  EXPECT_TRUE(IsDigits("010"));
  EXPECT_FALSE(IsDigits(""));
  EXPECT_TRUE(AllBytes("", IsDigit));
  EXPECT_FALSE(HasLower("APP_1\xc3\xa4"));
  EXPECT_TRUE(HasUpper("a1B"));
  EXPECT_FALSE(BeginsWithUpper(""));
  EXPECT_EQ(EndOfRun("ab1-", 1, IsIdentifierByte), 3U);
  EXPECT_EQ(StartOfRun("-ab1", 4, IsIdentifierByte), 1U);
  EXPECT_EQ(StartOfRun("ab", 2, IsIdentifierByte, 1), 1U);
  EXPECT_EQ(CountCharacters("\xc3\xa4\x62\xe2\x82\xac"), 3U);
  EXPECT_EQ(CharacterBegin("a\xe2\x82\xac", 3), 1U);
  EXPECT_EQ(CharacterBegin("a\xe2\x82\xac", 4), 4U);
}

TEST(Characters, Words) {
  EXPECT_EQ(FindWord("APP_HOME HOME", "HOME"), 9U);
  EXPECT_EQ(FindWord("APP_HOME", "HOME"), std::string_view::npos);
  EXPECT_EQ(FindWord("HOME HOME", "HOME", 1), 5U);
  EXPECT_FALSE(HasWord("a--home", "--home"));  // whatever the word's own ends are
  EXPECT_EQ(FindUndivided("a--home", "--home"), 1U);
  EXPECT_EQ(FindUndivided("a--homes", "--home"), std::string_view::npos);
  EXPECT_TRUE(StartsWithWord("not set", "not"));
  EXPECT_FALSE(StartsWithWord("nothing", "not"));
  EXPECT_TRUE(EndsWithWord("is not", "not"));
  EXPECT_FALSE(EndsWithWord("cannot", "not"));
  EXPECT_EQ(LineNumberAt("a\nb\n", 2), 2);
  EXPECT_EQ(ToHex("\x0f\xa0"), "0fa0");
  EXPECT_EQ(PercentEncoded("a b/\xc3~", "/"), "a%20b/%C3~");
}

// What a line of a source has again; "" if nothing.
std::string AgainIn(const std::string& line) {
  static const std::regex kRange(R"([<>]=? '[aAzZ09]'|<= '[fF7]')");
  static const std::regex kOfC(
      R"(\bstd::(is(alnum|alpha|blank|digit|lower|space|upper|xdigit)|to(lower|upper))\()");
  static const std::regex kOwn(
      R"(\b(bool|char|int) (Is(Digit|OctalDigit|HexDigit|Upper|Lower|Alpha|Alnum|Letter|Capital|Space|Blank))"
      R"(|IsSpaceByte|IsBlankByte|IsWord|IsWordByte|IsWordChar|IsNameByte|InWord|IsIdentifierByte)"
      R"(|IsIdentifierStart|HexValue|Lower|Upper|ToLower|ToUpper)\((unsigned )?char \w+\))");
  static const std::regex kWhole(
      R"(\b(bool|size_t) (IsIdentifier|IsDigits|HasWord|HasWholeWord|FindWord|StartsWithWord|EndsWithWord)\((const )?std::string)");
  // Each with what a line must have for it to be tried: most lines have none of that.
  const auto has = [&](std::string_view text) { return line.find(text) != std::string::npos; };
  const std::pair<const std::regex*, bool> tried[] = {
      {&kRange, has("= '") || has("< '") || has("> '")},
      {&kOfC, has("std::is") || has("std::to")},
      {&kOwn, has("(char ") || has("(unsigned char ")},
      {&kWhole, (has("bool ") || has("size_t ")) && (has("(std::s") || has("(const std::s"))}};
  std::smatch match;
  for (const auto& [pattern, may] : tried) {
    if (may && std::regex_search(line, match, *pattern)) return match[0];
  }
  return "";
}

TEST(Characters, AgainIsFound) {
  EXPECT_EQ(AgainIn("  return c >= 'a' && c <= 'z';"), ">= 'a'");
  EXPECT_EQ(AgainIn("  if (std::isspace(byte) != 0) {"), "std::isspace(");
  EXPECT_EQ(AgainIn("  return c == '_' || std::isalpha(c) != 0;"), "std::isalpha(");
  EXPECT_EQ(AgainIn("bool IsWordByte(char c) {"), "bool IsWordByte(char c)");
  EXPECT_EQ(AgainIn("bool HasWord(std::string_view text, std::string_view word) {"),
            "bool HasWord(std::string");
  EXPECT_EQ(AgainIn("  if (level >= '1' && level <= '6') {"), "");  // of a heading: no class
  EXPECT_EQ(AgainIn("bool IsTagNameByte(char c) {"), "");
}

// Where the meaning is another one.
const std::set<std::string> kMayHave = {
    "config/complaint.cc: < 'a'",  // a second capital, a digit or a sign: no word of a sentence
    "reference/prose.cc: <= '9'",  // counts from one digit to the last
};

TEST(Characters, AreClassifiedInOnePlace) {
  const fs::path root = fs::path(kRoot) / "analyzer";
  std::set<std::string> allowed;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(root)) {
    const fs::path path = fs::relative(entry.path(), root);
    if (path.extension() != ".cc" && path.extension() != ".h") continue;
    if (path.parent_path() == "base") continue;
    std::ifstream file(entry.path());
    for (std::string line; std::getline(file, line);) {
      const std::string again = AgainIn(line);
      const std::string key = path.string() + ": " + again;
      if (again.empty()) continue;
      if (kMayHave.contains(key)) {
        allowed.insert(key);
        continue;
      }
      ADD_FAILURE() << path << " has '" << again << "': use base/characters.h or base/text.h, or "
                    << "name what differs\n"
                    << line;
    }
  }
  EXPECT_EQ(allowed, kMayHave);  // what is no longer there needs no exception
}

}  // namespace
}  // namespace flagcensus
