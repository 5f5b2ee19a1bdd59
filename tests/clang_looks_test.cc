// What a worker says that its answer depends on, and what becomes of it where the worker lies.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "analyzer/base/text.h"
#include "analyzer/c/compiler/clang_census.h"
#include "analyzer/c/compiler/protocol.h"
#include "analyzer/c/compiler/reported_dependencies.h"
#include "analyzer/c/compiler/worker.h"
#include "analyzer/link/census.h"
#include "analyzer/project/walk_tree.h"
#include "analyzer/tree/path_notes.h"
#include "tests/clang_workers.h"
#include "tests/scratch_folder.h"

namespace flagcensus {
namespace {

using Paths = std::vector<std::string>;

class ClangLooks : public testing::TestWithParam<WorkerOptions> {};

std::map<std::string, Found> ByPath(const UnitAnswer& answer) {
  std::map<std::string, Found> out;
  for (const Look& look : answer.looks) out.emplace(look.path, look.found);
  return out;
}

UnitRequest RequestFor(const ScratchFolder& tree) {
  UnitRequest request;
  request.file = tree / "a.c";
  request.arguments = {"-x", "c", "-I", tree / "first", "-I", tree / "second"};
  request.roots = {tree.path() + "/"};
  request.tree = request.roots;
  request.tell = true;
  return request;
}

TEST_P(ClangLooks, AreOfWhatWasReadAndOfWhatWasMissing) {
  const ScratchFolder tree;
  tree.Write("second/lib/found.h");
  tree.Write("first/plain.h");
  tree.Write("a.c",
             "#define NAME \"named.h\"\n#include \"lib/found.h\"\n#include <plain.h>\n"
             "#include \"missing.h\"\n#include NAME\n#if __has_include(\"asked.h\")\n#endif\n"
             "#if 0\n#include \"left_out.h\"\n#endif\n");
  ClangWorker worker(GetParam());
  const Result<UnitAnswer> answer = worker.Ask(RequestFor(tree));
  ASSERT_TRUE(answer.ok()) << answer.error().message;
  EXPECT_TRUE(answer.value().stated);
  const auto looks = ByPath(answer.value());
  const std::map<std::string, Found> wanted = {{"a.c", Found::kThere},
                                               {"second/lib/found.h", Found::kThere},
                                               {"first/lib", Found::kAbsent},
                                               {"first/plain.h", Found::kThere},
                                               {"missing.h", Found::kAbsent},
                                               {"first/missing.h", Found::kAbsent},
                                               {"second/missing.h", Found::kAbsent},
                                               {"named.h", Found::kAbsent},
                                               {"second/asked.h", Found::kAbsent}};
  for (const auto& [path, found] : wanted) {
    const auto at = looks.find(tree / path);
    ASSERT_NE(at, looks.end()) << path;
    EXPECT_EQ(at->second, found) << path;
  }
  for (const char* path : {"left_out.h", "second/plain.h"}) {
    EXPECT_EQ(looks.count(tree / path), 0U) << path;
  }
  EXPECT_TRUE(std::any_of(looks.begin(), looks.end(), [](const auto& look) {
    return look.first.find("libclang") != std::string::npos;
  })) << "the library itself";
}

TEST_P(ClangLooks, AreToldOnceAndWhereTheyAreAsked) {
  const ScratchFolder tree;
  tree.Write("a.c", "#include \"one.h\"\n");
  tree.Write("b.c", "#include \"one.h\"\n#include \"two.h\"\n");
  tree.Write("one.h");
  tree.Write("two.h");
  ClangWorker worker(GetParam());
  UnitRequest request = RequestFor(tree);
  EXPECT_EQ(ByPath(worker.Ask(request).value()).count(tree / "one.h"), 1U);
  request.file = tree / "b.c";
  const UnitAnswer second = worker.Ask(request).value();
  EXPECT_TRUE(second.stated);
  EXPECT_EQ(ByPath(second).count(tree / "one.h"), 0U) << "it was told";
  EXPECT_EQ(ByPath(second).count(tree / "two.h"), 1U);
  request.tell = false;
  const UnitAnswer unasked = worker.Ask(request).value();
  EXPECT_FALSE(unasked.stated);
  EXPECT_TRUE(unasked.looks.empty());
}

// A value that may be made of the time of this run is none for a later one.
TEST_P(ClangLooks, AreNotAllWhereTheTimeCounts) {
  const ScratchFolder tree;
  const std::string access =
      "char *getenv(const char *);\n"
      "const char *f(void) { char *e = getenv(\"A\"); return e ? e : ";
  const std::map<std::string, bool> stated = {{"__DATE__", false}, {"\"a\" \"b\"", true}};
  for (const auto& [value, expected] : stated) {
    tree.Write("a.c", access + value + "; }\n");
    UnitRequest request = RequestFor(tree);
    request.sites.emplace_back();
    request.sites[0].file = request.file;
    request.sites[0].line = 2;
    request.sites[0].column = 33;
    request.sites[0].default_source = value;
    ClangWorker worker(GetParam());
    const UnitAnswer answer = worker.Ask(request).value();
    ASSERT_EQ(answer.sites.size(), 1U);
    EXPECT_TRUE(answer.sites[0].default_text) << value;
    EXPECT_EQ(answer.stated, expected) << value;
  }
}

INSTANTIATE_TEST_SUITE_P(Workers, ClangLooks, testing::ValuesIn(Workers()), WorkerName);

struct Taken {
  bool sure = false;
  Paths paths;
};

Taken Take(const ScratchFolder& tree, const std::vector<Look>& looks, bool stated = true) {
  DependencyTracker dependencies;
  ReportedDependencies notes({tree.path() + "/"}, &dependencies);
  UnitAnswer answer;
  answer.stated = stated;
  answer.looks = looks;
  notes.Take(answer);
  Taken out;
  std::vector<LookupPath> paths;
  out.sure = dependencies.Take(&paths);
  for (const LookupPath& one : paths) out.paths.push_back(one.path);
  return out;
}

bool Holds(const Paths& paths, const std::string& path) {
  return std::find(paths.begin(), paths.end(), path) != paths.end();
}

TEST(ReportedDependencies, AreNotedWhereTheyAreTrue) {
  const ScratchFolder tree;
  tree.Write("a.h");
  std::filesystem::create_directories(tree / "sub");
  std::filesystem::create_symlink("sub", tree / "link");
  tree.Write("sub/b.h");
  const Taken taken = Take(tree, {{tree / "a.h", Found::kThere},
                                  {tree / "sub", Found::kEntries},
                                  {tree / "link/b.h", Found::kThere},
                                  {tree / "no/c.h", Found::kAbsent},
                                  {tree / "a.h/c.h", Found::kAbsent},
                                  {"/usr/include/no-such-header.h", Found::kAbsent}});
  EXPECT_TRUE(taken.sure);
  for (const char* path : {"a.h", "sub", "link", "sub/b.h", "no"}) {
    EXPECT_TRUE(Holds(taken.paths, tree / path)) << path;
  }
  EXPECT_FALSE(Holds(taken.paths, tree / "link/b.h")) << "it is noted by its real path";
  EXPECT_FALSE(Holds(taken.paths, tree / "no/c.h")) << "its folder is not there";
}

TEST(ReportedDependencies, AreADoubtWhereTheyAreNot) {
  const ScratchFolder tree;
  const ScratchFolder elsewhere;
  const std::string secret = elsewhere.Write("secret.h");
  tree.Write("a.h");
  std::filesystem::create_symlink(elsewhere.path(), tree / "out");
  std::filesystem::create_symlink("circle", tree / "circle");
  const std::string up = tree.path() + "/../../../../../../../..";
  const std::vector<Look> lies = {{tree / "a.h", Found::kAbsent},
                                  {tree / "b.h", Found::kThere},
                                  {tree / "a.h", Found::kEntries},
                                  {secret, Found::kThere},
                                  {secret, Found::kEntries},
                                  {"/", Found::kAbsent},
                                  {"", Found::kThere},
                                  {"a.h", Found::kThere},
                                  {"./a.h", Found::kThere},
                                  {std::string("/usr\0/include", 13), Found::kAbsent},
                                  {up + secret, Found::kThere},
                                  {"/usr/.." + secret, Found::kThere},
                                  {tree / "out/secret.h", Found::kThere},
                                  {tree / "out/gone.h", Found::kAbsent},
                                  {tree / "circle/a.h", Found::kAbsent},
                                  {"/home/someone/x.h", Found::kAbsent},
                                  {"/net/host/share", Found::kAbsent}};
  for (const Look& lie : lies) {
    const Taken taken = Take(tree, {lie});
    EXPECT_FALSE(taken.sure) << lie.path;
    for (const std::string& path : taken.paths) {
      EXPECT_FALSE(path.starts_with(elsewhere.path())) << lie.path << " led to " << path;
      EXPECT_FALSE(path.starts_with("/home/") || path.starts_with("/net")) << path;
    }
  }
  EXPECT_FALSE(Take(tree, {}, false).sure) << "they are not all";
  EXPECT_TRUE(Take(tree, {{tree / "out", Found::kLink}}).sure) << "a good twin: it only leads out";
}

// The census of a tree with one open access, asked of a program that is no worker.
Taken TakeFrom(const ScratchFolder& tree, const std::string& script) {
  tree.Write("a.c",
             "char *getenv(const char *); int atoi(const char *);\n"
             "int f(void) { char *e = getenv(\"A\"); return e ? atoi(e) : (int)sizeof(int); }\n");
  tree.Write("compile_commands.json",
             R"([{"directory": ".", "arguments": ["cc", "-c", "a.c"], "file": "a.c"}])");
  const std::string program = tree.Write(".worker/run.sh", "#!/bin/sh\n" + script + "\n");
  std::filesystem::permissions(program, std::filesystem::perms::owner_all);
  DependencyTracker dependencies;
  ClangOptions options;
  options.jobs = 1;
  options.root = tree.path();
  options.worker.command = {program};
  options.dependencies = &dependencies;
  WalkOptions walk;
  walk.root = tree.path();
  const Tree walked = WalkTree({tree.path()}, walk);
  Census census = CollectAccesses(walked, {1, nullptr, nullptr});
  AddSemantics(walked, options, &census);
  Taken out;
  std::vector<LookupPath> paths;
  out.sure = dependencies.Take(&paths);
  for (const LookupPath& one : paths) out.paths.push_back(one.path);
  return out;
}

TEST(ReportedDependencies, SayWhereThereWasNoLibrary) {
  const ScratchFolder tree;
  const Taken taken = TakeFrom(tree, "exit " + std::to_string(kNoLibclang));
  EXPECT_EQ(taken.sure, getenv("LD_LIBRARY_PATH") == nullptr);
  EXPECT_TRUE(std::any_of(taken.paths.begin(), taken.paths.end(), [](const std::string& path) {
    return path.find("libclang") != std::string::npos;
  }));
}

TEST(ReportedDependencies, AreADoubtWhereAWorkerTellsNone) {
  const ScratchFolder tree;
  const std::string answer =
      R"({"problem":"","sites":[{"state":2,"default":null,"enumerator":false,"name":null,)"
      R"("type":"int"}],"added":[],"looks":{"there":["PATH"],"absent":[],"entries":[],"links":[]},)"
      R"("told":true})";
  const auto say = [&](const std::string& path) {
    return "read line; echo '" + ReplaceAll(answer, "PATH", path) + "'; sleep 10";
  };
  EXPECT_TRUE(TakeFrom(tree, say(tree / "a.c")).sure) << "a good twin";
  EXPECT_FALSE(TakeFrom(tree, say("/etc/../home")).sure);
  EXPECT_FALSE(TakeFrom(tree, say(tree / "a.c\\u0000")).sure);
  EXPECT_FALSE(TakeFrom(tree, say("a.c")).sure);
  EXPECT_FALSE(TakeFrom(tree, "exit 1").sure);
  EXPECT_FALSE(TakeFrom(tree, "kill -9 $$").sure);
  EXPECT_FALSE(TakeFrom(tree, "read line; echo '{}'").sure);
}

TEST(ReportedDependencies, HaveBounds) {
  UnitAnswer answer;
  answer.stated = true;
  for (size_t i = 0; i <= kMaxLooks; ++i) answer.looks.push_back({"/usr/x", Found::kAbsent});
  EXPECT_FALSE(ReadAnswer(WriteAnswer(answer))) << "too many";
  answer.looks.pop_back();
  EXPECT_TRUE(ReadAnswer(WriteAnswer(answer)));
  answer.looks = {{"/" + std::string(kLongestLook, 'x'), Found::kThere}};
  EXPECT_FALSE(ReadAnswer(WriteAnswer(answer))) << "too long";
  const std::string line = WriteAnswer({});
  for (const char* looks : {"[]", "{}", "null", "{\"there\":[1]}", "[[[[]]]]"}) {
    const size_t at = line.find("\"looks\":{");
    ASSERT_NE(at, std::string::npos);
    const size_t end = line.find('}', at);
    EXPECT_FALSE(ReadAnswer(line.substr(0, at + 8) + looks + line.substr(end + 1))) << looks;
  }
}

// Many folders in each other, and links that multiply: each name is looked at once.
TEST(PathNotes, CostNoMoreThanTheNamesThatThereAre) {
  const ScratchFolder tree;
  std::filesystem::create_directories(tree / "0/x");
  for (int i = 1; i < 30; ++i) {
    const std::string before = "../" + std::to_string(i - 1) + "/x";
    std::filesystem::create_directories(tree / std::to_string(i));
    std::filesystem::create_symlink(before + "/../x/../x", tree / (std::to_string(i) + "/x"));
  }
  DependencyTracker dependencies;
  PathNotes notes({}, &dependencies);
  EXPECT_EQ(notes.Follow(tree / "29/x/none").kind, Spot::Kind::kNothing);
  EXPECT_LT(notes.looks(), 200U);
  const size_t looks = notes.looks();
  EXPECT_EQ(notes.Follow(tree / "29/x/none").kind, Spot::Kind::kNothing);
  EXPECT_EQ(notes.looks(), looks);
  EXPECT_EQ(notes.Follow("/").kind, Spot::Kind::kFolder);
  EXPECT_EQ(notes.Follow("/..//./").kind, Spot::Kind::kFolder);
}

}  // namespace
}  // namespace flagcensus
