// C that is edited: what the resolution finds with the answers of the runs before is what it finds
// without.
#include <gtest/gtest.h>

#include <cstdlib>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "analyzer/base/text.h"
#include "tests/edited_tree.h"

namespace flagcensus {
namespace {

// Files of which each has what another one's answers depend on.
const std::map<std::string, std::string>& Sources() {
  static const std::map<std::string, std::string> sources = {
      {"env.h",
       "#ifndef ENV_H\n#define ENV_H\n#include \"names.h\"\n"
       "const char *app_get(const char *name, const char *fallback);\n"
       "int app_int(const char *name, int fallback);\n"
       "#define TEXT_OF(x) #x\n#define FULL(x) TEXT_OF(APP_##x)\n"
       "#define READ(x) app_get(FULL(x), FALLBACK)\n"
       "#define FALLBACK \"12\"\n#define LIST(X) X(ALPHA, 1) X(BETA, 2)\n#endif\n"},
      {"names.h",
       "#pragma once\n#define NAME_SIZE \"APP_SIZE\"\n#define NAME_MODE PREFIX \"MODE\"\n"
       "#define PREFIX \"APP_\"\nenum { kLow = 3, kHigh };\n#define DEFAULT_SIZE 64\n"
       "struct option { const char *name; int value; };\n"
       "struct state { int level; const char *mode; };\n"},
      {"env.c",
       "#include <stdlib.h>\n#include \"env.h\"\n"
       "const char *app_get(const char *name, const char *fallback) {\n"
       "  const char *value = getenv(name);\n"
       "  return value ? value : fallback;\n}\n"
       "int app_int(const char *name, int fallback) {\n"
       "  const char *value = app_get(name, NULL);\n"
       "  return value ? atoi(value) : fallback;\n}\n"},
      {"more.c",
       "#include \"env.h\"\n"
       "static int size_of(const char *text) {\n  return text ? atoi(text) : default_size();\n}\n"
       "int use(void) {\n  int size = size_of(getenv(NAME_SIZE));\n"
       "  const char *mode = app_get(NAME_MODE, \"fast\");\n"
       "  READ(DEPTH);\n  return size + app_int(\"APP_LEVEL\", kHigh) + app_int(OTHER, limit);\n}\n"
       "#define AS_INT(n, d) app_int(\"APP_\" #n, d);\nvoid all(void) { LIST(AS_INT) }\n"},
      {"size.c",
       "#include \"names.h\"\nint default_size(void) {\n  return DEFAULT_SIZE * 2;\n}\n"
       "int limit = 9;\nconst char *OTHER = \"APP_OTHER\";\n"},
      {"table.c",
       "#include \"env.h\"\nstatic struct option options[] = {\n  {\"APP_ROW_ONE\", 1},\n"
       "  {\"APP_ROW_TWO\", kLow},\n};\nvoid read_all(void) {\n"
       "  for (int i = 0; i < 2; i++) options[i].value = atoi(getenv(options[i].name));\n}\n"},
      {"class.cc",
       "#include \"env.h\"\nclass Settings {\n public:\n  Settings() : level_(5) {}\n"
       "  void Load();\n  int level_;\n  int depth_ = 7;\n};\n"
       "void fill(const char *name, int &out) {\n  if (const char *v = getenv(name)) out = "
       "atoi(v);\n}\n"
       "void Settings::Load() {\n  fill(\"APP_CLASS_LEVEL\", level_);\n"
       "  fill(\"APP_CLASS_DEPTH\", depth_);\n}\n"},
      {"expand.c",
       "#include \"env.h\"\nchar *expand(const char *name) {\n"
       "  if (name[0] == '$' && name[1] == '{') return getenv(name);\n  return 0;\n}\n"
       "const char *path = \"${APP_HOME:/tmp}/x\";\nint main(void) { return parse_text(path); }\n"},
      {"aside.c", "int aside(int count) {\n  return count + 1;\n}\n"},
  };
  return sources;
}

class CMemoryTest : public EditedTreeTest {
 protected:
  CMemoryTest() : EditedTreeTest(Sources()) {}
};

// Whether the accesses are those of the run before, after the change, without another run.
class CAnswersTest : public CMemoryTest {
 protected:
  bool IsRemembered(const std::string& name, const std::string& text) {
    Warm();
    Change(name, text);
    const size_t runs = memory_.asked() - memory_.held();
    EXPECT_EQ(Warm(), Cold()) << name;
    return memory_.asked() - memory_.held() == runs;
  }
};

TEST_F(CAnswersTest, ARemarkBehindTheCodeIsNoReasonForARun) {
  for (const auto& [name, text] : Sources()) {
    EXPECT_TRUE(IsRemembered(name, text + "/* nothing */\n")) << name;
    EXPECT_TRUE(IsRemembered(name, text)) << name;
  }
}

TEST_F(CAnswersTest, CodeWithoutFactsIsNoReasonForARun) {
  const std::string text = Sources().at("aside.c");
  EXPECT_TRUE(IsRemembered("aside.c", text + "int beside(void) {\n  return aside(3);\n}\n"));
  EXPECT_TRUE(IsRemembered("aside.c", "\n\n" + text));
}

TEST_F(CAnswersTest, OtherFactsAre) {
  EXPECT_FALSE(IsRemembered("aside.c", "int aside(void) { return app_int(\"APP_ASIDE\", 1); }\n"));
  EXPECT_FALSE(IsRemembered("env.c", "\n" + Sources().at("env.c"))) << "other lines";
  // The macro's use in more.c means another variable.
  EXPECT_FALSE(IsRemembered("env.h", ReplaceAll(Sources().at("env.h"), "APP_##x", "NEW_##x")));
  EXPECT_FALSE(IsRemembered("size.c", ReplaceAll(Sources().at("size.c"), "APP_OTHER", "APP_ELSE")));
  EXPECT_FALSE(IsRemembered("table.c", ReplaceAll(Sources().at("table.c"), "ROW_TWO", "ROW_SIX")));
}

TEST_F(CAnswersTest, AFileThatCannotBeReadAnyMoreIs) {
  EXPECT_FALSE(IsRemembered("env.c", std::string("a\0b", 3)));
  EXPECT_FALSE(IsRemembered("env.c", Sources().at("env.c")));
}

TEST_F(CAnswersTest, AnswersAreStored) {
  Warm();
  const std::string written = memory_.Write(tree_);
  ASSERT_FALSE(written.empty());
  Change("more.c", ReplaceAll(Sources().at("more.c"), "fast", "slow"));
  ReadAgain(written);
  EXPECT_EQ(Warm(), Cold());
  // Of the answers only those of more.c are new, so what is written next is about as long.
  const std::string next = memory_.Write(tree_);
  EXPECT_NEAR(static_cast<double>(next.size()), static_cast<double>(written.size()),
              static_cast<double>(written.size()) / 10);
}

TEST_F(CAnswersTest, SeveralChangesAreAskedAbout) {
  Warm();
  Change("env.c", Sources().at("env.c") + "/* one */\n");
  Change("more.c", ReplaceAll(Sources().at("more.c"), "fast", "slow"));
  EXPECT_EQ(Warm(), Cold());
  Change("aside.c", Sources().at("aside.c") + "/* two */\n");
  EXPECT_EQ(Warm(), Cold());
}

TEST_F(CMemoryTest, RandomEditsFindWhatAFirstRunFinds) {
  // Also with FLAGCENSUS_SEED.
  const char* const seed = std::getenv("FLAGCENSUS_SEED");
  std::mt19937 random(seed == nullptr ? 20261127 : static_cast<unsigned>(std::atoi(seed)));
  const auto pick = [&](size_t count) { return static_cast<size_t>(random()) % count; };
  std::vector<std::string> names;
  std::vector<std::string> parts = {"\n",
                                    "",
                                    "int zyx = 1;\n",
                                    "/* nothing\n",
                                    "*/\n",
                                    "  app_get(\"APP_NEW\", \"1\");\n",
                                    "  getenv(\"APP_PLAIN\");\n"};
  for (const auto& [name, text] : Sources()) {
    names.push_back(name);
    for (const std::string_view line : Split(text, '\n')) parts.push_back(std::string(line) + "\n");
  }
  const int edits = std::getenv("FLAGCENSUS_SLOW_TESTS") != nullptr ? 4000 : 250;
  for (int i = 0; i < edits; ++i) {
    const std::string& name = names[pick(names.size())];
    std::vector<std::string> lines;
    for (const std::string_view line : Split(texts_[name], '\n')) {
      lines.push_back(std::string(line) + "\n");
    }
    const size_t at = pick(lines.size());
    switch (pick(5)) {
      case 0:
        lines.insert(lines.begin() + static_cast<long>(at), parts[pick(parts.size())]);
        break;
      case 1:
        lines[at] = parts[pick(parts.size())];
        break;
      case 2:
        for (char& c : lines[at]) {
          if (c >= '0' && c <= '9') c = static_cast<char>('0' + pick(10));
        }
        break;
      case 3:
        lines.erase(lines.begin() + static_cast<long>(at));
        break;
      default:
        lines = {Sources().at(name)};
    }
    std::string text;
    for (const std::string& line : lines) text += line;
    const bool stored = i % 5 == 0;
    const std::string written = stored ? memory_.Write(tree_) : "";
    Change(name, text);
    if (!written.empty()) ReadAgain(written);
    const bool flows = i % 7 == 0;
    ASSERT_EQ(Warm(flows), Cold(flows)) << "edit " << i << " of " << name << ":\n" << text;
  }
}

}  // namespace
}  // namespace flagcensus
