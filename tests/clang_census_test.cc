// What libclang adds to the census, asked of the program's own worker and of one for each other
// libclang that is installed: both must say the same.
#include "analyzer/c/compiler/clang_census.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <map>
#include <string>
#include <vector>

#include "analyzer/base/text.h"
#include "analyzer/link/census.h"
#include "analyzer/project/walk_tree.h"
#include "tests/clang_workers.h"
#include "tests/expectation.h"
#include "tests/paths.h"
#include "tests/run_program.h"
#include "tests/scratch_folder.h"

namespace flagcensus {
namespace {

using Names = std::vector<std::string>;

const std::string kFixtures = kRoot + "/fixtures/clang/";

struct Scanned {
  Tree tree;
  Census census;

  const Access* Find(const std::string& name) const {
    const auto at = std::find_if(census.accesses.begin(), census.accesses.end(),
                                 [&](const Access& access) { return access.name == name; });
    return at == census.accesses.end() ? nullptr : &*at;
  }
  std::string DefaultOf(const std::string& name) const {
    const Access* access = Find(name);
    if (access == nullptr) return "no access";
    if (access->default_kind != DefaultKind::kLiteral) {
      return std::string(ToString(access->default_kind));
    }
    return access->default_text.value_or("");
  }
  std::vector<std::string> Kinds() const {
    std::vector<std::string> out;
    for (const Diagnostic& diagnostic : census.diagnostics) {
      out.push_back(diagnostic.place.file + ": " + diagnostic.kind + ": " + diagnostic.message);
    }
    return out;
  }
};

Scanned Scan(const std::string& folder, const WorkerOptions& worker,
             const std::vector<std::string>& databases = {}) {
  Scanned out;
  WalkOptions walk;
  walk.root = folder;
  out.tree = WalkTree({folder}, walk);
  out.census = CollectAccesses(out.tree, {1, nullptr, nullptr});
  ClangOptions options;
  options.jobs = 1;
  options.root = folder;
  options.databases = databases;
  options.worker = worker;
  AddSemantics(out.tree, options, &out.census);
  return out;
}

// As Scan, after a build that compiled each source of the tree.
Scanned ScanBuilt(const ScratchFolder& tree, const WorkerOptions& worker) {
  std::string entries;
  for (const auto& file : std::filesystem::directory_iterator(tree.path())) {
    const std::string name = file.path().filename().string();
    if (!name.ends_with(".c") && !name.ends_with(".cc")) continue;
    entries += entries.empty() ? "" : ",";
    entries += R"({"directory": ".", "arguments": ["cc", "-c", ")" + name + R"("], "file": ")" +
               name + "\"}";
  }
  tree.Write("compile_commands.json", "[" + entries + "]");
  return Scan(tree.path(), worker);
}

class ClangCensus : public testing::TestWithParam<WorkerOptions> {};

void ExpectItsLines(const Scanned& scanned) {
  std::vector<std::string> complaints;
  std::vector<Expectation> wants;
  for (const SourceFile& file : scanned.tree.files) {
    if (file.kind == FileKind::kOther) continue;
    for (Expectation& one : ReadFixture({"want-access"}, file.path, file.absolute, &complaints)) {
      wants.push_back(std::move(one));
    }
  }
  for (std::string& complaint : MatchAccesses(wants, scanned.census.accesses)) {
    complaints.push_back(std::move(complaint));
  }
  EXPECT_EQ(complaints, Names());
  EXPECT_EQ(scanned.Kinds(), Names());
  EXPECT_FALSE(wants.empty());
}

TEST_P(ClangCensus, EvaluatesInEachConfiguration) {
  const Scanned scanned = Scan(kFixtures + "configurations", GetParam());
  ExpectItsLines(scanned);
  const std::map<std::string, Names> compiled = {{"FX_SIZEOF", {"build/cpu", "build/gpu"}},
                                                 {"FX_GPU", {"build/gpu"}},
                                                 {"FX_CPU", {"build/cpu"}},
                                                 {"FX_NEVER", {}},
                                                 {"FX_UNBUILT", {}}};
  for (const auto& [name, configurations] : compiled) {
    ASSERT_NE(scanned.Find(name), nullptr) << name;
    EXPECT_EQ(scanned.Find(name)->configurations, configurations) << name;
  }
  ASSERT_TRUE(scanned.census.clang);
  EXPECT_EQ(scanned.census.clang->evaluated, 6U);
  EXPECT_EQ(scanned.census.clang->inactive, 1U);
  EXPECT_EQ(scanned.census.clang->added, 0U);
  EXPECT_EQ(scanned.census.clang->failed, 0U);
  EXPECT_GE(scanned.census.clang->confirmed, 9U);
}

TEST_P(ClangCensus, AddsWhatAMacroFromOutsideReads) {
  const ScratchFolder tree;
  const ScratchFolder build;
  build.Write("outside.h",
              "#define OUTSIDE_READ(name) getenv(\"FX_\" name)\n#define SAY(x) (x)\n"
              "char *getenv(const char *);\n");
  tree.Write("a.c",
             "#include \"outside.h\"\n"
             "char *f(void) { return OUTSIDE_READ(\"OUTSIDE\"); }\n"
             "char *g(void) { return SAY(getenv(\"FX_DIRECT\")); }\n");
  const std::string database = build.Write(
      "compile_commands.json", R"([{"directory": ".", "arguments": ["cc", "-I.", "-c", "a.c"],
                                    "file": ")" +
                                   (tree / "a.c") + "\"}]");
  const Scanned scanned = Scan(tree.path(), GetParam(), {database});
  EXPECT_EQ(scanned.Kinds(), Names());
  ASSERT_NE(scanned.Find("FX_OUTSIDE"), nullptr);
  EXPECT_EQ(scanned.Find("FX_OUTSIDE")->place, (Place{"a.c", 2, 24}));
  EXPECT_EQ(scanned.Find("FX_OUTSIDE")->via, "getenv");
  EXPECT_EQ(scanned.census.accesses.size(), 2U);
  EXPECT_EQ(scanned.census.clang->added, 1U);
}

TEST_P(ClangCensus, TellsADefaultFromWhatAFunctionAnswers) {
  const ScratchFolder tree;
  // The token layer takes both for defaults. A text is read in the first.
  tree.Write("a.c",
             "enum Code { kDone, kMissing };\nchar *getenv(const char *);\n"
             "int Use(char *);\nint Fail(const char *, int);\n"
             "int f(int line) {\n  char *name;\n  name = getenv(\"FX_ANSWER\");\n"
             "  if (!line && !name) {\n    Fail(\"no\", line);\n    return kMissing;\n  }\n"
             "  return Use(name);\n}\n"
             "int g(void) {\n  char *e = getenv(\"FX_CHOICE\");\n"
             "  return e ? Use(e) : kMissing;\n}\n"
             "#define NOTHING() ((void *)0)\n"
             "char *h(void) {\n  char *e = getenv(\"FX_NULL\");\n"
             "  return e ? e : NOTHING();\n}\n");
  const Scanned scanned = ScanBuilt(tree, GetParam());
  EXPECT_NE(scanned.DefaultOf("FX_ANSWER"), "1");
  EXPECT_EQ(scanned.DefaultOf("FX_CHOICE"), "1");
  EXPECT_NE(scanned.DefaultOf("FX_NULL"), "0");
}

TEST_P(ClangCensus, TakesNoPartOfANameForAll) {
  const ScratchFolder tree;
  tree.Write("a.cc",
             "#include <string>\n#include <stdlib.h>\n"
             "char *f(const char *part) { return getenv((std::string(\"FX_\") + part).c_str()); }\n"
             "constexpr const char *const kWhole = \"FX_\" \"WHOLE\";\n"
             "char *g() { return getenv(kWhole); }\n");
  const Scanned scanned = ScanBuilt(tree, GetParam());
  EXPECT_EQ(scanned.Find("FX_"), nullptr);
  EXPECT_NE(scanned.Find("FX_WHOLE"), nullptr);
  EXPECT_EQ(scanned.census.accesses.size(), 2U);
}

// A function of several arguments may answer whether all went well.
TEST_P(ClangCensus, TakesNoStatusForAType) {
  const ScratchFolder tree;
  tree.Write("a.cc",
             "#include <stdlib.h>\n"
             "enum Status { kOk, kNone };\n"
             "Status Read(const char *name, char **out) {\n"
             "  *out = getenv(name);\n  return *out ? kOk : kNone;\n}\n"
             "char *text;\nStatus a = Read(\"FX_STATUS\", &text);\n"
             "using Ratio = double;\n"
             "Ratio Number(const char *name, Ratio unset) {\n"
             "  const char *e = getenv(name);\n  return e ? atoi(e) : unset;\n}\n"
             "Ratio b = Number(\"FX_RATIO\", sizeof(int) * 0.5);\n");
  const Scanned scanned = ScanBuilt(tree, GetParam());
  ASSERT_NE(scanned.Find("FX_STATUS"), nullptr);
  EXPECT_NE(scanned.Find("FX_STATUS")->type, ValueType::kEnum);
  ASSERT_NE(scanned.Find("FX_RATIO"), nullptr);
  EXPECT_EQ(scanned.Find("FX_RATIO")->type, ValueType::kFloat);
  EXPECT_EQ(scanned.DefaultOf("FX_RATIO"), "2");
}

constexpr char kFine[] =
    "#include <stdlib.h>\n"
    "int f(void) { char *e = getenv(\"FX_FINE\"); return e ? atoi(e) : (int)sizeof(short); }\n";

TEST_P(ClangCensus, AWorkerThatCrashesCostsItsFile) {
  const ScratchFolder tree;
  tree.Write("a_fine.c", kFine);
  // Ends the process where the compiler's own crash recovery cannot hold it.
  tree.Write(
      "b_killed.c",
      "char *getenv(const char *);\nint atoi(const char *);\n"
      "#pragma clang __debug llvm_fatal_error\n"
      "int f(void) { char *e = getenv(\"FX_KILLED\"); return e ? atoi(e) : (int)sizeof(int); }\n");
  tree.Write("c_fine.c", ReplaceAll(kFine, "FX_FINE", "FX_AFTER"));
  const Scanned scanned = ScanBuilt(tree, GetParam());
  EXPECT_EQ(scanned.DefaultOf("FX_FINE"), "2");
  EXPECT_EQ(scanned.DefaultOf("FX_AFTER"), "2");
  EXPECT_EQ(scanned.DefaultOf("FX_KILLED"), "dynamic");
  ASSERT_EQ(scanned.Kinds().size(), 1U);
  EXPECT_TRUE(scanned.Kinds()[0].starts_with("b_killed.c: compiler-failed: libclang: the "))
      << scanned.Kinds()[0];
  EXPECT_EQ(scanned.census.clang->failed, 1U);
}

TEST_P(ClangCensus, AWorkerThatStallsCostsItsFile) {
  const ScratchFolder tree;
  tree.Write("a_fine.c", kFine);
  ASSERT_EQ(mkfifo((tree / "nobody_writes.h").c_str(), 0600), 0);
  tree.Write(
      "b_stalled.c",
      "#include \"nobody_writes.h\"\nchar *getenv(const char *);\nint atoi(const char *);\n"
      "int f(void) { char *e = getenv(\"FX_STALLED\"); return e ? atoi(e) : (int)sizeof(int); }\n");
  tree.Write("c_fine.c", ReplaceAll(kFine, "FX_FINE", "FX_AFTER"));
  WorkerOptions worker = GetParam();
  worker.limit = std::chrono::milliseconds(3'000);
  const Scanned scanned = ScanBuilt(tree, worker);
  EXPECT_EQ(scanned.DefaultOf("FX_FINE"), "2");
  EXPECT_EQ(scanned.DefaultOf("FX_AFTER"), "2");
  EXPECT_EQ(scanned.DefaultOf("FX_STALLED"), "dynamic");
  EXPECT_EQ(scanned.Kinds(), Names{"b_stalled.c: compiler-failed: libclang: the worker gave no "
                                   "answer within 3 s; its tokens are used instead"});
}

// Forty macros that end in `body`, with the name of the one before for each '@'.
std::string Ladder(const std::string& body) {
  std::string text = "#define M0(x) x\n";
  for (int i = 1; i < 40; ++i) {
    text += "#define M" + std::to_string(i) + "(x) " +
            ReplaceAll(body, "@", "M" + std::to_string(i - 1)) + "\n";
  }
  return text;
}

TEST_P(ClangCensus, MacrosThatExpandTooFarCostTheirFile) {
  const ScratchFolder tree;
  const auto named = [](const char* name) { return ReplaceAll(kFine, "FX_FINE", name); };
  std::string nested = "1";
  for (int i = 0; i < 30; ++i) nested = "TWICE(" + nested + ")";
  tree.Write("a_chain.c", "#include \"chain.h\"\nint v = M39(1);\n" + named("FX_CHAIN"));
  tree.Write("chain.h", Ladder("@(x) + @"));  // good: its second @ is no call
  tree.Write("b_ladder.c", Ladder("@(x) + @(x)") + named("FX_LADDER"));
  tree.Write("c_given.c", Ladder("@(x + x)") + named("FX_GIVEN"));
  tree.Write("d_text.c", "#define TWICE(x) x x\nint v = " + nested + ";\n" + named("FX_TEXT"));
  tree.Write("e_header.c", "#include \"ladder.h\"\n" + named("FX_HEADER"));
  tree.Write("ladder.h", Ladder("@(x) @(x)"));
  const Scanned scanned = ScanBuilt(tree, GetParam());
  EXPECT_EQ(scanned.DefaultOf("FX_CHAIN"), "2");
  EXPECT_EQ(scanned.DefaultOf("FX_LADDER"), "dynamic");
  const auto stated = [](const std::string& file, const std::string& what) {
    return file + ": compiler-failed: libclang: " + what +
           " to more than 4 million tokens: libclang was not used; its tokens are used instead";
  };
  EXPECT_EQ(scanned.Kinds(), (Names{stated("b_ladder.c", "the macro M20 expands"),
                                    stated("c_given.c", "the macro M22 expands"),
                                    stated("d_text.c", "its macros expand"),
                                    stated("e_header.c", "the macro M21 expands")}));
}

INSTANTIATE_TEST_SUITE_P(Workers, ClangCensus, testing::ValuesIn(Workers()), WorkerName);

// Programs that are no workers: the census is what the tokens show, and says so.
TEST(ClangWorker, NoProgramCanSpoilTheCensus) {
  const ScratchFolder tree;
  tree.Write("a.c", kFine);
  const std::string flood = tree.Write("flood.sh", "#!/bin/sh\nexec yes\n");
  const std::string killed = tree.Write("killed.sh", "#!/bin/sh\nkill -9 $$\n");
  for (const std::string& script : {flood, killed}) chmod(script.c_str(), 0700);
  const std::map<std::string, std::string> expected = {
      {"/nonexistent", "the worker could not be started"},
      {"/bin/false", "the worker ended with status 1"},
      {killed, "the worker was ended by signal 9"},
      {"/bin/cat", "the worker sent an invalid answer"},
      {flood, "the worker sent an invalid answer"}};
  for (const auto& [program, message] : expected) {
    WorkerOptions worker;
    worker.command = {program};
    const Scanned scanned = ScanBuilt(tree, worker);
    EXPECT_EQ(scanned.DefaultOf("FX_FINE"), "dynamic") << program;
    EXPECT_EQ(scanned.Kinds(), Names{"a.c: compiler-failed: libclang: " + message +
                                     "; its tokens are used instead"});
  }
  WorkerOptions sleeper;
  sleeper.command = {"/bin/sleep", "1000"};
  sleeper.limit = std::chrono::milliseconds(200);
  EXPECT_EQ(ScanBuilt(tree, sleeper).Kinds().size(), 1U);
}

TEST(ClangWorker, IsNotStartedWithoutADatabase) {
  const ScratchFolder tree;
  tree.Write("a.c", kFine);
  WorkerOptions worker;
  worker.command = {"/nonexistent"};
  const Scanned scanned = Scan(tree.path(), worker);
  EXPECT_EQ(scanned.DefaultOf("FX_FINE"), "dynamic");
  EXPECT_EQ(scanned.Kinds(), Names());
  EXPECT_FALSE(scanned.census.clang);
  EXPECT_EQ(ScanBuilt(tree, worker).Kinds().size(), 1U);
}

TEST(ClangWorker, IsNotWaitedForBeyondTheTimeOfTheRun) {
  ClangWorker worker({{"/bin/sleep", "1000"}, std::chrono::seconds(30)});
  const auto begun = std::chrono::steady_clock::now();
  const Result<UnitAnswer> answer = worker.Ask({}, begun + std::chrono::milliseconds(300));
  EXPECT_LT(std::chrono::steady_clock::now() - begun, std::chrono::seconds(10));
  ASSERT_FALSE(answer.ok());
  EXPECT_NE(answer.error().message.find("--max-seconds"), std::string::npos)
      << answer.error().message;
}

TEST(ClangCommandLine, IsAskedUnlessTold) {
  const std::string folder = kFixtures + "configurations";
  const Outcome with = RunProgram(folder, "scan . --format jsonl");
  const Outcome without = RunProgram(folder, "scan . --no-clang --format jsonl");
  EXPECT_EQ(with.status, 0) << with.err;
  for (const char* name : {"FX_SIZEOF", "FX_ENUMERATOR", "FX_MACRO"}) {
    const auto line = [&](const Outcome& outcome) {
      const size_t at = outcome.out.find(std::string("{\"name\":\"") + name + "\"");
      return at == std::string::npos ? "" : outcome.out.substr(at, outcome.out.find('\n', at) - at);
    };
    EXPECT_NE(line(with).find("\"default_kind\":\"literal\""), std::string::npos) << name;
    EXPECT_NE(line(without).find("\"default_kind\":\"dynamic\""), std::string::npos) << name;
    EXPECT_NE(line(with).find("\"configurations\":[\"build/cpu\",\"build/gpu\"]"),
              std::string::npos);
    EXPECT_EQ(line(without).find("configurations"), std::string::npos);
  }
  const auto explained = [&](const std::string& name) {
    return RunProgram(folder, "explain " + name).out;
  };
  EXPECT_NE(explained("FX_GPU").find(", compiled in build/gpu\n"), std::string::npos);
  EXPECT_NE(explained("FX_SIZEOF").find(", compiled in build/cpu, build/gpu\n"), std::string::npos);
  EXPECT_NE(explained("FX_UNBUILT").find(", compiled in no build\n"), std::string::npos);
  const Outcome one = RunProgram(
      folder, "check . --format json --compile-commands build/gpu/compile_commands.json");
  EXPECT_NE(one.out.find("\"clang\":{\"confirmed\":"), std::string::npos) << one.err;
  const Outcome text = RunProgram(folder, "check . --color never");
  EXPECT_NE(text.out.find("libclang: "), std::string::npos) << text.out;
  const Outcome off = RunProgram(folder, "check . --color never --no-clang");
  EXPECT_EQ(off.out.find("libclang: "), std::string::npos);
  EXPECT_EQ(RunProgram(folder, "scan . --no-clang --compile-commands x").status, 2);
}

}  // namespace
}  // namespace flagcensus
