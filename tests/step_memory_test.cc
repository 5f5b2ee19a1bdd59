// A step runs again when what it read or searched for has changed, and only then.
#include "analyzer/tree/step_memory.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "analyzer/tree/search_files.h"
#include "analyzer/tree/word_search.h"
#include "tests/scratch_folder.h"

namespace flagcensus {
namespace {

class StepMemoryTest : public testing::Test {
 protected:
  StepMemoryTest() {
    Write("a.py", "alpha = 1\n");
    Write("b.py", "beta = 1\n");
    Write("c.md", "gamma\n");
    for (const char* name : {"a.py", "b.py", "c.md"}) {
      SourceFile file;
      file.path = name;
      file.absolute = folder_ / name;
      file.kind = FileKindOf(name);
      tree_.files.push_back(std::move(file));
    }
    Link(memory_);
  }

  void Write(const std::string& name, const std::string& text) { folder_.Write(name, text); }

  void Link(StepMemory& memory) {
    tree_.memory = &memory;
    for (SourceFile& file : tree_.files) {
      file.memory = &memory;
      file.words = std::make_shared<FileWords>();
    }
  }

  void Change(size_t number, const std::string& text) {
    Write(tree_.files[number].path, text);
    tree_.files[number].words = std::make_shared<FileWords>();
    memory_.Change(tree_, number, tree_.files[number].absolute);
  }

  // A step that searches the Python files for "alpha"; the number of files that hold it.
  int CountAlpha(StepMemory& memory, int key = 0) {
    return memory.Of<int>(
        "alpha", key,
        [&] {
          ++runs_;
          int out = 0;
          SearchFiles(
              tree_, WordSearch({"alpha"}), 1,
              [](const SourceFile& file) { return IsPythonSource(file.kind); },
              [&](size_t, std::string_view, const std::vector<WordHit>&) { ++out; });
          return out;
        },
        [](int) { return true; });
  }

  ScratchFolder folder_;
  Tree tree_;
  StepMemory memory_;
  int runs_ = 0;
};

TEST_F(StepMemoryTest, AStepIsNotRepeated) {
  EXPECT_EQ(CountAlpha(memory_), 1);
  EXPECT_EQ(CountAlpha(memory_), 1);
  EXPECT_EQ(runs_, 1);
  EXPECT_EQ(CountAlpha(memory_, 1), 1);
  EXPECT_EQ(runs_, 2) << "another key";
  EXPECT_EQ(memory_.asked(), 3U);
  EXPECT_EQ(memory_.held(), 1U);
}

TEST_F(StepMemoryTest, AFileThatItReadRepeatsIt) {
  CountAlpha(memory_);
  Change(0, "other = 1\n");
  EXPECT_EQ(CountAlpha(memory_), 0);
  EXPECT_EQ(runs_, 2);
}

TEST_F(StepMemoryTest, AStepThatCannotBeAdaptedIsRepeated) {
  bool same = true;
  std::set<size_t> asked;
  const auto run = [&] {
    return memory_.Of<int>(
        "asking", 0,
        [&] {
          ++runs_;
          memory_.NoteRead(tree_.files[0].absolute);
          return runs_;
        },
        [](int) { return true; },
        [&](const std::set<size_t>& changed, int* result) {
          asked = changed;
          if (same) *result += 10;
          return same;
        });
  };
  EXPECT_EQ(run(), 1);
  EXPECT_EQ(run(), 1);
  EXPECT_TRUE(asked.empty());
  Change(0, "other = 1\n");
  EXPECT_EQ(run(), 11);
  EXPECT_EQ(asked, std::set<size_t>({0}));
  asked.clear();
  EXPECT_EQ(run(), 11);
  EXPECT_TRUE(asked.empty()) << "once a change";
  same = false;
  Change(0, "other = 2\n");
  EXPECT_EQ(run(), 2);
  Change(1, "other = 3\n");
  EXPECT_EQ(run(), 2) << "not read";
}

TEST_F(StepMemoryTest, AFileWithoutItsWordsDoesNot) {
  CountAlpha(memory_);
  Change(1, "beta = 2\nalphabet = alpha_beta\n");
  EXPECT_EQ(CountAlpha(memory_), 1);
  EXPECT_EQ(runs_, 1);
}

TEST_F(StepMemoryTest, AFileThatHasItsWordsNowRepeatsIt) {
  CountAlpha(memory_);
  Change(1, "beta = alpha\n");
  EXPECT_EQ(CountAlpha(memory_), 2);
  EXPECT_EQ(runs_, 2);
}

TEST_F(StepMemoryTest, AWordThatJoinedLinesPartRepeatsIt) {
  CountAlpha(memory_);
  Change(1, "al\\\npha = 2\n");
  CountAlpha(memory_);
  EXPECT_EQ(runs_, 2);
}

TEST_F(StepMemoryTest, AFileThatItDoesNotAskDoesNot) {
  CountAlpha(memory_);
  Change(2, "alpha\n");
  EXPECT_EQ(CountAlpha(memory_), 1);
  EXPECT_EQ(runs_, 1);
}

TEST_F(StepMemoryTest, AResultThatDoesNotLastIsMadeAgain) {
  int runs = 0;
  for (int i = 0; i < 2; ++i) {
    memory_.Of<int>(
        "cut", 0, [&] { return ++runs; }, [](int) { return false; });
  }
  EXPECT_EQ(runs, 2);
}

TEST_F(StepMemoryTest, ResultsOfFilesAreForgottenWithTheirFilesAndWhatTheyInclude) {
  auto& first = memory_.EachFile<std::string>("texts", 0, 3);
  for (auto& one : first.results) one = "known";
  first.also[2] = {folder_ / "part.md"};
  Change(1, "beta = 3\n");
  const auto known = [&] {
    std::vector<bool> out;
    for (const auto& one : memory_.EachFile<std::string>("texts", 0, 3).results) {
      out.push_back(one.has_value());
    }
    return out;
  };
  EXPECT_EQ(known(), (std::vector<bool>{true, false, true}));
  memory_.Change(tree_, std::nullopt, folder_ / "part.md");
  EXPECT_EQ(known(), (std::vector<bool>{true, false, false}));
}

TEST_F(StepMemoryTest, WhatIsWrittenHoldsForTheSameContentsAtAnyTime) {
  CountAlpha(memory_);
  const std::string bytes = memory_.Write(tree_);
  ASSERT_FALSE(bytes.empty());
  namespace fs = std::filesystem;
  for (const SourceFile& file : tree_.files) {
    fs::last_write_time(file.absolute, fs::file_time_type::clock::now() - std::chrono::hours(3));
  }
  StepMemory next;
  Link(next);
  next.Read(tree_, bytes, 1);
  EXPECT_EQ(CountAlpha(next), 1);
  EXPECT_EQ(runs_, 1);
  EXPECT_EQ(next.Write(tree_), "") << "nothing is new";
}

TEST_F(StepMemoryTest, WhatIsWrittenDoesNotHoldForOtherContentsOrFiles) {
  CountAlpha(memory_);
  const std::string bytes = memory_.Write(tree_);
  Write("b.py", "alpha = 2\n");
  StepMemory changed;
  Link(changed);
  changed.Read(tree_, bytes, 1);
  EXPECT_EQ(CountAlpha(changed), 2);
  EXPECT_EQ(runs_, 2);
  Write("b.py", "beta = 1\n");
  tree_.files[1].scope = Scope::kTest;
  StepMemory rescoped;
  Link(rescoped);
  rescoped.Read(tree_, bytes, 1);
  CountAlpha(rescoped);
  EXPECT_EQ(runs_, 3);
}

TEST_F(StepMemoryTest, BytesThatAreCutOrForgedChangeNoResult) {
  CountAlpha(memory_);
  const std::string bytes = memory_.Write(tree_);
  for (size_t length = 0; length < bytes.size(); length += 3) {
    StepMemory cut;
    Link(cut);
    cut.Read(tree_, std::string_view(bytes).substr(0, length), 1);
    EXPECT_EQ(CountAlpha(cut), 1) << length;
  }
  for (size_t at = 0; at < bytes.size(); ++at) {  // a value may lie: a checksum is the store's
    std::string broken = bytes;
    broken[at] = static_cast<char>(broken[at] ^ 0x40);
    StepMemory forged;
    Link(forged);
    forged.Read(tree_, broken, 1);
    CountAlpha(forged);
  }
}

TEST_F(StepMemoryTest, AFileThatChangesWhileItIsReadIsNotWritten) {
  CountAlpha(memory_);
  Write("a.py", "alpha = 2\n");
  std::string text;
  EXPECT_EQ(ReadSource(tree_.files[0], &text), "");
  EXPECT_EQ(memory_.Write(tree_), "");
}

struct WithOthers {
  int value = 0;
  std::vector<int> also;
};

TEST_F(StepMemoryTest, WhatIsParsedHoldsForItsKeyAndUntilWhatItDependsOnChanges) {
  const auto parsed = [&](int key) -> std::vector<std::optional<WithOthers>>& {
    return memory_.Parsed<WithOthers>("C: parts", key, tree_.files.size());
  };
  parsed(1)[0] = WithOthers{10, {1}};
  parsed(1)[2] = WithOthers{30, {}};
  EXPECT_EQ(parsed(1)[0]->value, 10);
  Change(1, "beta = 2\n");
  EXPECT_FALSE(parsed(1)[0]) << "it depends on the other file";
  EXPECT_TRUE(parsed(1)[2]);
  Change(2, "delta\n");
  EXPECT_FALSE(parsed(1)[2]);
  parsed(1)[0] = WithOthers{10, {}};
  EXPECT_FALSE(parsed(2)[0]) << "another key";
}

TEST_F(StepMemoryTest, WhatNobodyAsksForIsDropped) {
  memory_.PrivateState("C: run") = 5;
  memory_.PrivateState("Other") = 6;
  memory_.DropUnused("C: ");
  EXPECT_TRUE(memory_.PrivateState("C: run").has_value()) << "it was asked for before the first call";
  memory_.DropUnused("C: ");
  memory_.DropUnused("C: ");
  EXPECT_FALSE(memory_.PrivateState("C: run").has_value());
  EXPECT_TRUE(memory_.PrivateState("Other").has_value());
}

TEST_F(StepMemoryTest, KnowsWithWhichContentAFileWasRead) {
  CountAlpha(memory_);
  EXPECT_TRUE(memory_.HasRead(tree_.files[0].absolute, "alpha = 1\n"));
  EXPECT_FALSE(memory_.HasRead(tree_.files[0].absolute, "alpha = 2\n"));
  EXPECT_FALSE(memory_.HasRead(tree_.files[2].absolute, "gamma\n")) << "a page is not searched";
}

}  // namespace
}  // namespace flagcensus
