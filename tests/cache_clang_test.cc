// The cache where libclang was asked: an answer depends on the files that the compiler read, on
// where it looked for others, and on how it was told to look.
#include <gtest/gtest.h>

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "tests/cache_project.h"

namespace flagcensus {
namespace {

constexpr const char* kScan = "scan --format jsonl";

// A source whose defaults only a compiler knows. `first` is searched before `third_party/inc`,
// which a walk leaves out as it does `.made`, which is not there.
struct CProject : SampleProject {
  CProject() {
    more = "";
    std::filesystem::remove_all(tree + "/app");
    std::filesystem::create_directories(tree + "/first");
    Write("third_party/inc/later.h", "#define LATER 5\n");
    Write("third_party/inc/deep/inner.h", "#define INNER 6\n");
    Write("third_party/other/later.h", "#define LATER 15\n");
    Write("third_party/inc/deep/here.h", "#include \"inner.h\"\n");
    Put(scratch / "elsewhere/out.h", "#define OUT 16\n");
    std::filesystem::create_directories(tree + "/src");
    std::filesystem::create_symlink(scratch / "elsewhere", tree + "/src/leads_out");
    Write("src/main.c",
          "#include <stdlib.h>\n#include \"later.h\"\n#include \"deep/here.h\"\n"
          "#include \"missing.h\"\n"
          "#if __has_include(\"maybe.h\")\n#define MAYBE 7\n#else\n#define MAYBE 8\n#endif\n"
          "#if __has_include(\"leads_out/out.h\")\n#define LINK 9\n#else\n"
          "#define LINK 10\n#endif\n"
          "#ifndef MISSING\n#define MISSING 11\n#endif\n"
          "#ifndef GIVEN\n#define GIVEN 12\n#endif\n" +
              Access("LATER") + Access("INNER") + Access("MISSING") + Access("MAYBE") +
              Access("LINK") + Access("GIVEN"));
    WriteDatabase("");
  }
  static std::string Access(const std::string& name) {
    return "int f" + name + "(void) { char *e = getenv(\"APP_" + name +
           "\"); return e ? atoi(e) : (int)sizeof(char[" + name + "]); }\n";
  }
  void WriteDatabase(const std::string& arguments) const {
    Write("build/compile_commands.json",
          R"([{"directory": "..", "file": "src/main.c", "command": "cc -I.made -Ifirst )"
          R"(-Ithird_party/inc )" +
              arguments + " -c src/main.c\"}]");
  }
};

bool Says(const Outcome& outcome, const std::string& name, int value) {
  const size_t at = outcome.out.find("{\"name\":\"APP_" + name + "\"");
  const std::string line = outcome.out.substr(at, outcome.out.find('\n', at) - at);
  return line.find("\"default\":\"" + std::to_string(value) + "\",\"default_kind\":\"literal\"") !=
         std::string::npos;
}

using Edit = std::function<void(const CProject&)>;

// The next run prints what was kept as long as nothing happens, and then what a cold run says.
void ExpectNoticed(const Edit& edit, const std::string& name, int value) {
  const CProject project;
  const Outcome before = project.Cold(kScan);
  EXPECT_FALSE(Says(before, name, value)) << before.out << before.err;
  const std::string file = KeepOne(project, kScan);
  ASSERT_FALSE(file.empty()) << name;
  Put(file, Lie(file));
  EXPECT_EQ(project.Warm(kScan).out, "a lie\n") << name;
  edit(project);
  NextTick();
  const Outcome cold = project.Cold(kScan);
  EXPECT_TRUE(Says(cold, name, value)) << cold.out << cold.err;
  ExpectSame(project.Warm(kScan), cold, name);
}

void Rename(const CProject& project, const std::string& from, const std::string& to) {
  std::filesystem::rename(project.tree + "/" + from, project.tree + "/" + to);
}

TEST(CacheClang, SeesAHeaderThatNoWalkMeetsChange) {
  ExpectNoticed([](const CProject& p) { p.Write("third_party/inc/later.h", "#define LATER 4\n"); },
                "LATER", 4);
  ExpectNoticed(
      [](const CProject& p) { p.Write("third_party/inc/deep/inner.h", "#define INNER 3\n"); },
      "INNER", 3);
}

TEST(CacheClang, SeesAHeaderThatComesBefore) {
  const auto in = [](const std::string& path) {
    return [path](const CProject& p) { p.Write(path, "#define LATER 2\n"); };
  };
  ExpectNoticed(in("first/later.h"), "LATER", 2);
  ExpectNoticed(in("src/later.h"), "LATER", 2);
  ExpectNoticed(in(".made/later.h"), "LATER", 2);  // a folder that was not there
  ExpectNoticed([](const CProject& p) { p.Write("first/deep/here.h", "#define INNER 1\n"); },
                "INNER", 1);
}

TEST(CacheClang, SeesWhatWasMissing) {
  ExpectNoticed(
      [](const CProject& p) { p.Write("third_party/inc/missing.h", "#define MISSING 2\n"); },
      "MISSING", 2);
  ExpectNoticed([](const CProject& p) { p.Write("third_party/inc/maybe.h", ""); }, "MAYBE", 7);
  ExpectNoticed([](const CProject& p) { p.Write("src/missing.h", "#define MISSING 2\n"); },
                "MISSING", 2);
}

TEST(CacheClang, SeesAHeaderGo) {
  ExpectNoticed(
      [](const CProject& p) {
        Rename(p, "third_party/inc/later.h", "third_party/inc/gone.h");
        p.Write("third_party/inc/missing.h", "#define LATER 13\n");
      },
      "LATER", 13);
  const CProject project;
  const std::string file = KeepOne(project, kScan);
  std::filesystem::remove(project.tree + "/third_party/inc/later.h");
  const Outcome cold = project.Cold(kScan);
  EXPECT_FALSE(Says(cold, "LATER", 5));
  ExpectSame(project.Warm(kScan), cold, "removed");
}

TEST(CacheClang, SeesOtherArguments) {
  ExpectNoticed([](const CProject& p) { p.WriteDatabase("-DGIVEN=14"); }, "GIVEN", 14);
}

TEST(CacheClang, SeesLinksLeadElsewhere) {
  ExpectNoticed(
      [](const CProject& p) {
        Rename(p, "third_party/inc", "third_party/was");
        std::filesystem::create_symlink("other", p.tree + "/third_party/inc");
      },
      "LATER", 15);
}

// The files are the same ones, but the view no longer shows them.
TEST(CacheClang, SeesAFolderMoveOut) {
  const CProject project;
  KeepOne(project, kScan);
  const std::string inc = project.tree + "/third_party/inc";
  const std::string moved = project.scratch / "moved";
  std::filesystem::rename(inc, moved);
  std::filesystem::create_symlink(moved, inc);
  const Outcome cold = project.Cold(kScan);
  EXPECT_FALSE(Says(cold, "LATER", 5)) << cold.out;
  ExpectSame(project.Warm(kScan), cold, "moved out");
}

// The compiler is shown a list of such a folder, and asks nothing of what is not on it.
TEST(CacheClang, SeesAFileComeBesideALinkThatLeadsOut) {
  const CProject project;
  std::filesystem::create_symlink(project.scratch / "elsewhere",
                                  project.tree + "/third_party/inc/out");
  const std::string file = KeepOne(project, kScan);
  Put(file, Lie(file));
  EXPECT_EQ(project.Warm(kScan).out, "a lie\n");
  project.Write("third_party/inc/maybe.h", "");
  NextTick();
  const Outcome cold = project.Cold(kScan);
  EXPECT_TRUE(Says(cold, "MAYBE", 7)) << cold.out;
  ExpectSame(project.Warm(kScan), cold, "beside a link");
}

TEST(CacheClang, SeesALinkThatLedOut) {
  ExpectNoticed(
      [](const CProject& p) {
        p.Write("third_party/hold/out.h", "");
        std::filesystem::remove(p.tree + "/src/leads_out");
        std::filesystem::create_symlink("../third_party/hold", p.tree + "/src/leads_out");
      },
      "LINK", 9);
}

}  // namespace
}  // namespace flagcensus
