// Where a page states what a finding contradicts.
#include "analyzer/review/stated.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "analyzer/base/text.h"

namespace flagcensus {
namespace {

Finding About(AboutText about, const std::string& documented, int line = 1) {
  Finding out;
  out.name = "APP_T";
  out.highlight.about = about;
  out.documented = documented;
  out.doc = {{"env.md", line, 1}};
  return out;
}

// What is marked of `page`, with its line: "2:30"; "" where nothing is.
std::string Marked(const std::string& page, Finding finding,
                   const std::vector<Entry>& entries = {}) {
  std::vector<std::string> lines;
  for (const std::string_view line : Split(page, '\n')) lines.emplace_back(line);
  const PageLine line = [&](const Place& place) {
    const auto at = static_cast<size_t>(place.line) - 1;
    return at < lines.size() ? lines[at] : std::string();
  };
  std::vector<Finding> findings = {std::move(finding)};
  FindStated(entries, line, findings);
  if (!findings[0].highlight.stated) return {};
  const auto [place, width] = *findings[0].highlight.stated;
  return std::to_string(place.line) + ":" +
         line(place).substr(static_cast<size_t>(place.column) - 1, width) + "@" +
         std::to_string(place.column);
}

TEST(Stated, AValueIsNearTheNameAndTheWordDefault) {
  const auto value = [](const std::string& page, const std::string& text) {
    return Marked(page, About(AboutText::kValue, text));
  };
  EXPECT_EQ(value("| `APP_T` | `30` | seconds |", "30"), "1:30@14");
  EXPECT_EQ(value("- `APP_T`: 0 or 30. Default: `0`.", "0"), "1:0@31");
  EXPECT_EQ(value("## APP_T\n\n- 0: off\n- 1: on (default)\n", "1"), "4:1@3");
  EXPECT_EQ(value("| 30 | `APP_T` | seconds |", "30"), "1:30@3") << "nothing is behind the name";
  EXPECT_EQ(value("APP_T is 30.5, or 30", "30"), "1:30@19") << "no part of another number";
  EXPECT_EQ(value("APP_T: `0`, which is off", "0 (off)"), "1:0@9");
  EXPECT_EQ(value("APP_T waits for half a minute", "30"), "");
  EXPECT_EQ(value("| `APP_T` | `\"a b\"` |", "\"a b\""), "1:a b@15");
}

TEST(Stated, AnotherEntryEndsTheText) {
  const std::string page = "## APP_T\nseconds to wait\n## APP_U\nDefault: 30\n";
  Entry next;
  next.name = "APP_U";
  next.place = {"env.md", 3, 4};
  next.how = EntryHow::kHeading;
  EXPECT_EQ(Marked(page, About(AboutText::kValue, "30"), {next}), "");
  next.how = EntryHow::kMention;  // good: prose that only speaks of it
  EXPECT_EQ(Marked(page, About(AboutText::kValue, "30"), {next}), "4:30@10");
}

TEST(Stated, AClaimIsTheFewestWordsThatMakeIt) {
  const Finding finding = About(AboutText::kClaim, "not-consumed");
  EXPECT_EQ(Marked("| `APP_T` | How long. Not currently used. |", finding),
            "1:Not currently used@23");
  EXPECT_EQ(Marked("## APP_T\n\nHow long.\nNot currently used.", finding),
            "4:Not currently used@1");
  EXPECT_EQ(Marked("## APP_T\n\nHow long.", finding), "");
}

TEST(Stated, NothingIsMarkedWhereNothingIsAskedFor) {
  EXPECT_EQ(Marked("APP_T: 30", About(AboutText::kName, "30")), "");
  EXPECT_EQ(Marked("APP_T: 30", About(AboutText::kValue, "")), "");
}

}  // namespace
}  // namespace flagcensus
