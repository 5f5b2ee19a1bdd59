// Pages under fixtures/catalog/ → entries, compared with the expectations that stand on their
// lines.
//
//   | `APP_HOME` | `/srv` | where it lives | <!-- want-entry: APP_HOME default=/srv how=table -->
//
// An expectation on a line of its own is of the next line that is neither blank nor an expectation.
// A file whose format has no comments has a sidecar, <file>.want, with lines "LINE: want-entry NAME
// ...". Keys: default= (a literal; `none`, `unstated`, `prose:"words"`), type=, value=, how=,
// parent=, section=, claims=a,b (all of them). Values with blanks stand in double quotes, in
// which \" and \n may stand. Without
// default= the entry has to state none, without parent= to have none; other keys are compared where
// given. "want-diagnostic: KIND" is strict in the same way. Mentions count where an expectation has
// how=mention.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

#include "analyzer/base/text.h"
#include "analyzer/catalog/catalog.h"
#include "tests/paths.h"

namespace flagcensus {
namespace {

namespace fs = std::filesystem;

struct Expectation {
  int line = 0;
  std::string name;
  std::map<std::string, std::string> keys;
  bool diagnostic = false;
};

std::string ReadFile(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream out;
  out << in.rdbuf();
  return out.str();
}

// "NAME key=value key="two words"" up to the end of `text` or of the comment.
Expectation ParseExpectation(std::string_view text, int line, bool diagnostic) {
  Expectation out;
  out.line = line;
  out.diagnostic = diagnostic;
  for (const std::string_view end : {"-->", "*/"}) text = text.substr(0, text.find(end));
  std::vector<std::string> words;
  bool quoted = false;
  std::string word;
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '\\' && quoted && i + 1 < text.size() && (text[i + 1] == '"' || text[i + 1] == 'n')) {
      word += text[++i] == 'n' ? '\n' : '"';
    } else if (c == '"') {
      quoted = !quoted;
      word += '\1';  // an empty quoted value is a value
    } else if ((c == ' ' || c == '\t' || c == '\r') && !quoted) {
      if (!word.empty()) words.push_back(std::move(word));
      word.clear();
    } else {
      word += c;
    }
  }
  if (!word.empty()) words.push_back(std::move(word));
  for (std::string& each : words) {
    each = ReplaceAll(each, "\1", "");
    const size_t equals = each.find('=');
    if (out.name.empty()) {
      out.name = each;
    } else if (equals != std::string::npos) {
      out.keys[each.substr(0, equals)] = each.substr(equals + 1);
    } else {
      ADD_FAILURE() << "line " << line << ": '" << each << "' is no key=value";
    }
  }
  static const std::vector<std::string> kKeys = {"default", "type",    "value", "how",
                                                 "parent",  "section", "claims"};
  for (const auto& [key, value] : out.keys) {
    if (std::find(kKeys.begin(), kKeys.end(), key) == kKeys.end()) {
      ADD_FAILURE() << "line " << line << ": unknown key " << key;
    }
  }
  return out;
}

void ParseLine(std::string_view line, int number, std::vector<Expectation>& out) {
  constexpr std::string_view kEntry = "want-entry:";
  constexpr std::string_view kDiagnostic = "want-diagnostic:";
  for (const std::string_view mark : {kEntry, kDiagnostic}) {
    for (size_t at = line.find(mark); at != std::string_view::npos; at = line.find(mark, at + 1)) {
      const size_t from = at + mark.size();
      const size_t next = line.find("want-", from);
      out.push_back(ParseExpectation(line.substr(from, next - from), number, mark == kDiagnostic));
    }
  }
}

// The line holds nothing but expectations: every comment of every format begins with a mark.
bool IsExpectationLine(std::string_view line) {
  const size_t at = line.find("want-");
  return at != std::string_view::npos &&
         std::none_of(line.begin(), line.begin() + static_cast<long>(at), [](unsigned char c) {
           return IsIdentifierByte(c) || c == '|' || c == '`' || c == '*';
         });
}

std::vector<Expectation> ExpectationsOf(const std::string& text) {
  std::vector<Expectation> out;
  std::vector<Expectation> waiting;
  int number = 0;
  for (const std::string_view line : Split(text, '\n')) {
    ++number;
    if (IsExpectationLine(line)) {
      ParseLine(line, number, waiting);
      continue;
    }
    if (Trim(line).empty()) continue;
    for (Expectation& each : waiting) {
      each.line = number;
      out.push_back(std::move(each));
    }
    waiting.clear();
    ParseLine(line, number, out);
  }
  for (const Expectation& each : waiting) {
    ADD_FAILURE() << "line " << each.line << ": an expectation with no line below it";
  }
  return out;
}

std::vector<Expectation> ExpectationsOfSidecar(const std::string& text) {
  std::vector<Expectation> out;
  for (const std::string_view line : Split(text, '\n')) {
    if (Trim(line).empty() || Trim(line)[0] == '#') continue;
    const size_t colon = line.find(':');
    const int number = std::atoi(std::string(line.substr(0, colon)).c_str());
    const std::string_view rest =
        Trim(line.substr(colon == std::string_view::npos ? 0 : colon + 1));
    if (rest.starts_with("want-entry ")) {
      out.push_back(ParseExpectation(rest.substr(11), number, false));
    } else if (rest.starts_with("want-diagnostic ")) {
      out.push_back(ParseExpectation(rest.substr(16), number, true));
    } else {
      ADD_FAILURE() << "a sidecar line is \"LINE: want-entry NAME ...\": " << line;
    }
  }
  return out;
}

std::string DefaultOf(const Entry& entry) {
  switch (entry.default_kind) {
    case DocumentedDefault::kLiteral:
      return entry.default_text.value_or("(missing)");
    case DocumentedDefault::kProse:
      return "prose:" + entry.default_text.value_or("(missing)");
    default:
      return std::string(ToString(entry.default_kind));
  }
}

// What the entry says otherwise than the expectation; "" where they agree.
std::string Differs(const Entry& entry, const Expectation& want) {
  std::map<std::string, std::string> keys = want.keys;
  keys.try_emplace("default", "unstated");
  keys.try_emplace("parent", "");
  const std::map<std::string, std::string> got = {
      {"default", DefaultOf(entry)},           {"type", std::string(ToString(entry.type))},
      {"value", entry.value.value_or("none")}, {"how", std::string(ToString(entry.how))},
      {"parent", entry.parent.value_or("")},   {"section", entry.section},
      {"claims", Join(entry.claims, ",")}};
  std::string out;
  for (const auto& [key, value] : keys) {
    const auto found = got.find(key);
    if (found != got.end() && found->second != value) {
      out += " " + key + " is '" + found->second + "', wanted '" + value + "'";
    }
  }
  return out;
}

// Every disagreement of the page with the expectations, a line each.
std::vector<std::string> Compare(const Page& page, const std::vector<Expectation>& wants) {
  std::vector<std::string> problems;
  std::vector<bool> used(wants.size());
  const auto match = [&](int line, const std::string& name, bool diagnostic, bool mention,
                         const Entry* entry) -> std::pair<bool, std::string> {
    std::string differs;
    for (size_t i = 0; i < wants.size(); ++i) {
      const Expectation& want = wants[i];
      if (used[i] || want.diagnostic != diagnostic || want.line != line || want.name != name)
        continue;
      const auto how = want.keys.find("how");
      if (!diagnostic && mention != (how != want.keys.end() && how->second == "mention")) continue;
      differs = entry == nullptr ? "" : Differs(*entry, want);
      if (!differs.empty()) continue;
      used[i] = true;
      return {true, ""};
    }
    return {false, differs};
  };
  for (const Entry& entry : page.entries) {
    const bool mention = entry.how == EntryHow::kMention;
    const auto [found, differs] = match(entry.place.line, entry.name, false, mention, &entry);
    if (found || (mention && differs.empty())) continue;
    problems.push_back("line " + std::to_string(entry.place.line) + ": " +
                       (differs.empty() ? "unexpected entry " : "entry ") + entry.name +
                       (differs.empty() ? " default=" + DefaultOf(entry) : differs));
  }
  for (const Diagnostic& diagnostic : page.diagnostics) {
    if (match(diagnostic.place.line, diagnostic.kind, true, false, nullptr).first) continue;
    const bool none_wanted = std::none_of(wants.begin(), wants.end(),
                                          [](const Expectation& want) { return !want.diagnostic; });
    if (diagnostic.kind == "page-without-entries" && none_wanted) continue;
    problems.push_back("line " + std::to_string(diagnostic.place.line) +
                       ": unexpected diagnostic " + diagnostic.kind + ": " + diagnostic.message);
  }
  for (size_t i = 0; i < wants.size(); ++i) {
    if (used[i]) continue;
    problems.push_back("line " + std::to_string(wants[i].line) + ": missing " +
                       (wants[i].diagnostic ? "diagnostic " : "entry ") + wants[i].name);
  }
  return problems;
}

fs::path Root() { return fs::path(FLAGCENSUS_SOURCE_DIR) / "fixtures" / "catalog"; }

std::vector<std::string> Fixtures() {
  std::vector<std::string> out;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(Root())) {
    if (entry.is_regular_file() && entry.path().extension() != ".want") {
      out.push_back(fs::relative(entry.path(), Root()).generic_string());
    }
  }
  std::sort(out.begin(), out.end());
  return out;
}

class CatalogFixture : public testing::TestWithParam<std::string> {};

TEST_P(CatalogFixture, HoldsWhatItsLinesSay) {
  const fs::path path = Root() / GetParam();
  const std::string text = ReadFile(path);
  std::vector<Expectation> wants = ExpectationsOf(text);
  const fs::path sidecar = path.string() + ".want";
  if (fs::exists(sidecar)) {
    const std::vector<Expectation> more = ExpectationsOfSidecar(ReadFile(sidecar));
    wants.insert(wants.end(), more.begin(), more.end());
  }
  const Page page = ReadPage(GetParam(), text, CatalogOptions{});
  for (const std::string& problem : Compare(page, wants))
    ADD_FAILURE() << GetParam() << ": " << problem;
}

INSTANTIATE_TEST_SUITE_P(Pages, CatalogFixture, testing::ValuesIn(Fixtures()),
                         [](const auto& param) {
                           std::string name = param.param;
                           std::replace_if(
                               name.begin(), name.end(),
                               [](unsigned char c) { return !IsIdentifierByte(c); }, '_');
                           return name;
                         });

// The runner itself: it has to see what is missing, what is too much and what differs.
TEST(CatalogFixtureRunner, FailsOnEveryDisagreement) {
  Page page;
  Entry entry;
  entry.name = "APP_HOME";
  entry.place = {"page.md", 3, 1};
  entry.how = EntryHow::kTable;
  entry.default_kind = DocumentedDefault::kLiteral;
  entry.default_text = "/srv";
  page.entries = {entry};
  const auto wants = [](std::string_view text) {
    return ExpectationsOf("\n\n" + std::string(text));
  };
  EXPECT_TRUE(Compare(page, wants("x want-entry: APP_HOME default=/srv how=table")).empty());
  EXPECT_EQ(Compare(page, {}).size(), 1U) << "an unexpected entry";
  EXPECT_EQ(Compare(page, wants("x want-entry: APP_HOME")).size(), 2U) << "a stated default";
  EXPECT_EQ(Compare(page, wants("x want-entry: APP_HOME default=/opt")).size(), 2U);
  EXPECT_EQ(Compare(page, wants("x want-entry: APP_HOME default=/srv how=list")).size(), 2U);
  EXPECT_EQ(Compare(page, wants("x want-entry: APP_HOME default=/srv claims=removed")).size(), 2U);
  EXPECT_EQ(Compare(page, wants("x want-entry: APP_HOME default=/srv want-entry: B")).size(), 1U);
  EXPECT_EQ(Compare(page, wants("\nx want-entry: APP_HOME default=/srv")).size(), 2U) << "the line";
}

}  // namespace
}  // namespace flagcensus
