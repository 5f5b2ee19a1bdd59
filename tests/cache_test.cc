// The cache: what it prints is what a cold run prints, whatever happened to the tree or to the
// cache itself in between.
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>

#include "analyzer/cache/answer.h"
#include "analyzer/cache/folder.h"
#include "tests/cache_project.h"

namespace flagcensus {
namespace {

const std::string kSettled = " --no-clang --cache-settle 0 --cache ";

KeptAnswer SampleAnswer() {
  KeptAnswer kept;
  kept.answer = {"out\n", "flagcensus: err\n", 1, {{"a.sarif", "{}\n"}, {"b", ""}}};
  kept.dependencies = {{"/a/b", LookHow::kSelf, {1, 2, 3, 4, 5, 6}},
                       {"/a/bc", LookHow::kTarget, {}},
                       {"/z", LookHow::kKind, {0, 0, 0, 0, 0, S_IFDIR}}};
  return kept;
}

TEST(CacheFormat, GivesBackWhatWasWritten) {
  const CacheKey key = KeyOf("key");
  const std::string bytes = WriteKeptAnswer(key, SampleAnswer());
  const auto read = ReadKeptAnswer(key, bytes);
  ASSERT_TRUE(read);
  EXPECT_EQ(read->answer.out, "out\n");
  EXPECT_EQ(read->answer.err, "flagcensus: err\n");
  EXPECT_EQ(read->answer.status, 1);
  ASSERT_EQ(read->dependencies.size(), 3U);
  EXPECT_EQ(read->dependencies[1].path, "/a/bc");
  EXPECT_EQ(read->dependencies[0].stamp, SampleAnswer().dependencies[0].stamp);
  EXPECT_FALSE(ReadKeptAnswer(KeyOf("another key"), bytes));
}

TEST(CacheFormat, RefusesWhatEndsEarlyOrHasAnotherByte) {
  const CacheKey key = KeyOf("key");
  const std::string bytes = WriteKeptAnswer(key, SampleAnswer());
  for (size_t length = 0; length < bytes.size(); ++length) {
    EXPECT_FALSE(ReadKeptAnswer(key, std::string_view(bytes).substr(0, length))) << length;
  }
  for (size_t at = 0; at < bytes.size(); ++at) {
    std::string broken = bytes;
    broken[at] = static_cast<char>(broken[at] ^ 0x40);
    EXPECT_FALSE(ReadKeptAnswer(key, broken)) << at;
  }
  EXPECT_FALSE(ReadKeptAnswer(key, bytes + "x"));
}

TEST(CacheFolder, HoldsNoMoreThanItsBound) {
  const ScratchFolder folder;
  const std::string cache = folder / "cache";
  ASSERT_TRUE(PrepareCacheFolder(cache));
  EXPECT_EQ(fs::status(cache).permissions(), fs::perms::owner_all);
  Put(cache + "/notes.txt", "mine");
  const std::string text(1000, 'x');
  for (const char* name : {"a", "b", "c"}) {
    WriteCacheFile(cache, AnswerFileOf(KeyOf(name)), text, 2500);
    NextTick();
    if (name[0] == 'b') TouchCacheFile(cache, AnswerFileOf(KeyOf("a")));
    NextTick();
  }
  EXPECT_TRUE(ReadCacheFile(cache, AnswerFileOf(KeyOf("a"))));
  EXPECT_FALSE(ReadCacheFile(cache, AnswerFileOf(KeyOf("b")))) << "it was not used longest";
  EXPECT_TRUE(ReadCacheFile(cache, AnswerFileOf(KeyOf("c"))));
  WriteCacheFile(cache, AnswerFileOf(KeyOf("d")), std::string(3000, 'x'), 2500);
  EXPECT_FALSE(ReadCacheFile(cache, AnswerFileOf(KeyOf("d"))));
  EXPECT_EQ(CleanCacheFolder(cache).files, 2U);
  EXPECT_EQ(ContentOf(cache).files, 0U);
  EXPECT_TRUE(fs::exists(cache + "/notes.txt")) << "it is no file of ours";
}

TEST(Cache, PrintsWhatItKept) {
  const SampleProject project;
  const std::string file = KeepOne(project);
  Put(file, Lie(file));
  EXPECT_EQ(project.Warm(kCheck).out, "a lie\n");
  EXPECT_NE(project.Warm("check --format json --all").out, "a lie\n") << "another command line";
  EXPECT_NE(project.Cold(kCheck).out, "a lie\n");
}

TEST(Cache, ReadsAnewWhatIsBrokenOrNotItsOwn) {
  const SampleProject project;
  const Outcome cold = project.Cold(kCheck);
  const std::string file = KeepOne(project);
  const std::string good = Slurp(file), lie = Lie(file);
  for (const size_t length : {size_t{0}, size_t{10}, size_t{40}, lie.size() / 2, lie.size() - 1}) {
    Put(file, lie.substr(0, length));
    ExpectSame(project.Warm(kCheck), cold, "of length " + std::to_string(length));
  }
  for (const size_t at : {size_t{3}, size_t{18}, size_t{30}, size_t{50}, lie.size() - 5}) {
    std::string broken = lie;
    broken[at] = static_cast<char>(broken[at] ^ 1);
    Put(file, broken);
    ExpectSame(project.Warm(kCheck), cold, "another byte at " + std::to_string(at));
  }
  // A link in its place, to a file that would be right.
  const std::string elsewhere = project.scratch.Write("elsewhere", lie);
  fs::remove(file);
  fs::create_symlink(elsewhere, file);
  ExpectSame(project.Warm(kCheck), cold, "a link");
  EXPECT_EQ(Slurp(elsewhere), lie) << "nothing is written through a link";
  // Others may write to it.
  fs::remove(file);
  Put(file, lie);
  ASSERT_EQ(chmod(file.c_str(), 0666), 0);
  ExpectSame(project.Warm(kCheck), cold, "a file that others may write");
  if (geteuid() == 0) {
    fs::remove(file);
    Put(file, lie);
    ASSERT_EQ(chown(file.c_str(), 1, 1), 0);
    ExpectSame(project.Warm(kCheck), cold, "another user's file");
  }
  EXPECT_EQ(Slurp(file).size(), good.size()) << "it is kept anew";
}

TEST(Cache, IsLeftAloneWhereTheFolderCannotBeTrusted) {
  const SampleProject project;
  const Outcome cold = project.Cold(kCheck);
  NextTick();
  const std::string open = project.scratch / "open";
  fs::create_directories(open);
  ASSERT_EQ(chmod(open.c_str(), 0777), 0);
  const std::string link = project.scratch / "link";
  fs::create_directories(project.scratch / "target");
  fs::create_symlink(project.scratch / "target", link);
  for (const std::string& cache : {open, link, std::string("/dev/null"), std::string("/proc/no")}) {
    ExpectSame(RunProgram(project.tree, kCheck + kSettled + cache), cold, cache);
  }
  EXPECT_TRUE(AnswersIn(open).empty());
  EXPECT_TRUE(AnswersIn(project.scratch / "target").empty());
  if (geteuid() != 0) return;
  const std::string foreign = project.scratch / "foreign";
  fs::create_directories(foreign);
  ASSERT_EQ(chown(foreign.c_str(), 1, 1), 0);
  ExpectSame(RunProgram(project.tree, kCheck + kSettled + foreign), cold, "another user's folder");
  EXPECT_TRUE(AnswersIn(foreign).empty());
  const std::string inside = foreign + "/.cache/flagcensus";
  ExpectSame(RunProgram(project.tree, kCheck + kSettled + inside), cold, "another user's home");
  EXPECT_FALSE(fs::exists(foreign + "/.cache"));
}

TEST(Cache, HoldsWholeAnswersWhereRunsMeet) {
  const SampleProject project;
  NextTick();
  const Outcome cold = project.Cold(kCheck);
  const std::string one = std::string("XDG_CACHE_HOME=/dev/null '") + kBinary + "' " + kCheck +
                          kSettled + project.cache + " >" + (project.scratch / "out");
  std::string all = "cd " + project.tree + "; ";
  for (int i = 0; i < 6; ++i) all += one + std::to_string(i) + " 2>&1 & ";
  EXPECT_EQ(std::system((all + "wait").c_str()), 0);
  for (int i = 0; i < 6; ++i) {
    EXPECT_EQ(Slurp(project.scratch / ("out" + std::to_string(i))), cold.err + cold.out);
  }
  EXPECT_EQ(AnswersIn(project.cache).size(), 1U) << "nothing is left beside it";
}

TEST(Cache, KeepsOnlyWhatALaterRunCanTrust) {
  const SampleProject project;
  NextTick();
  const std::string with = " --no-clang --cache " + project.cache;
  RunProgram(project.tree, kCheck + with);
  EXPECT_TRUE(AnswersIn(project.cache).empty()) << "files of the last two seconds";
  project.Warm("check --verbose");
  project.Warm("check app/server.py");
  project.Warm("check --no-such-option");
  project.Warm("scan no-such-folder");
  EXPECT_TRUE(AnswersIn(project.cache).empty());
  project.Warm(kCheck);
  EXPECT_EQ(AnswersIn(project.cache).size(), 1U);
}

TEST(Cache, StandsWhereTheUserKeepsCaches) {
  const SampleProject project;
  NextTick();
  const auto run = [&](const std::string& before) {
    return RunProgram(project.tree, "scan --no-clang --cache-settle 0", before);
  };
  run("XDG_CACHE_HOME=" + (project.scratch / "xdg"));
  EXPECT_EQ(AnswersIn(project.scratch / "xdg/flagcensus").size(), 1U);
  run("XDG_CACHE_HOME= HOME=" + (project.scratch / "home"));
  EXPECT_EQ(AnswersIn(project.scratch / "home/.cache/flagcensus").size(), 1U);
  run("XDG_CACHE_HOME=" + project.tree + "/.in");
  EXPECT_FALSE(fs::exists(project.tree + "/.in")) << "nothing is put into the tree unasked";
  const std::string xdg = "XDG_CACHE_HOME=" + (project.scratch / "xdg");
  EXPECT_NE(RunProgram(project.tree, "cache show", xdg).out.find("flagcensus: 2 entries, "),
            std::string::npos);
  const Outcome clean = RunProgram(project.tree, "cache clean", xdg);
  EXPECT_NE(clean.out.find("2 entries removed"), std::string::npos) << clean.out << clean.err;
  EXPECT_TRUE(AnswersIn(project.scratch / "xdg/flagcensus").empty());
}

}  // namespace
}  // namespace flagcensus
