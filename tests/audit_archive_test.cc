// Archives as they are published, and as nobody should publish them.
#include <gtest/gtest.h>

#include <algorithm>

#include "analyzer/archive/archive.h"
#include "tests/make_archive.h"
#include "tests/scratch_folder.h"

namespace flagcensus {
namespace {

const std::string kRead = "import os\nos.getenv('APP_HOME')\n";

Result<MemoryFolder> Read(const std::string& name, const std::string& bytes,
                          const ArchiveLimits& limits = {}) {
  const ScratchFolder folder;
  return ReadArchive(
      folder.Write(name, bytes), limits, [](std::string_view) { return std::string(); },
      [] { return std::string(); });
}

std::vector<std::string> PathsOf(const MemoryFolder& folder) {
  std::vector<std::string> out;
  for (const MemoryFile& file : folder.files) out.push_back(file.path);
  return out;
}

// The reason why `path` was skipped; "" where it was not.
std::string WhyNot(const MemoryFolder& folder, const std::string& path) {
  for (const Omitted& one : folder.omitted) {
    if (one.path == path) return one.reason;
  }
  return "";
}

using Paths = std::vector<std::string>;

// Distributions pack each manual page by itself.
TEST(Archive, ReadsPagesThatArePacked) {
  const std::string page =
      MakeArchive("raw", "gzip", {{"page", "APP_HOME is where it lives\n", ""}});
  const std::string bomb =
      MakeArchive("raw", "gzip", {{"page", std::string(size_t{8} << 20, 'a'), ""}});
  const Result<MemoryFolder> read =
      Read("app.tar", MakeArchive("tar", "",
                                  {{"man/man1/app.1.gz", page, ""},
                                   {"doc/README.md.gz", page, ""},
                                   {"doc/data.json.gz", page, ""},
                                   {"doc/large.txt.gz", bomb, ""},
                                   {"doc/broken.8.gz", page.substr(0, 24), ""},
                                   {"doc/plain.5.gz", "plain", ""}}));
  ASSERT_TRUE(read.ok());
  const MemoryFolder& folder = read.value();
  EXPECT_EQ(PathsOf(folder), (Paths{"doc/README.md", "doc/plain.5", "man/man1/app.1"}));
  EXPECT_EQ(*folder.files[2].text, "APP_HOME is where it lives\n");
  EXPECT_NE(WhyNot(folder, "doc/large.txt.gz").find("larger than"), std::string::npos);
  EXPECT_NE(WhyNot(folder, "doc/broken.8.gz"), "");
}

TEST(Archive, ReadsWhatPeoplePublish) {
  const std::vector<Member> members = {{"app-1.0/app/main.py", kRead, ""},
                                       {"app-1.0/README.md", "APP_HOME\n", ""}};
  const Paths wanted = {"app-1.0/README.md", "app-1.0/app/main.py"};
  const std::pair<std::string, std::string> forms[] = {
      {"app-1.0.tar.gz", MakeArchive("tar", "gzip", members)},
      {"app-1.0.tar.xz", MakeArchive("tar", "xz", members)},
      {"app-1.0.tar.zst", MakeArchive("tar", "zstd", members)},
      {"app-1.0.tar.bz2", MakeArchive("tar", "bzip2", members)},
      {"app-1.0.tar", MakeArchive("tar", "", members)},
      {"app-1.0.tgz", MakeArchive("tar", "gzip", members)},
      {"app-1.0.crate", MakeArchive("tar", "gzip", members)},
      {"app-1.0.zip", MakeArchive("zip", "", members)},
      {"app-1.0-py3-none-any.whl", MakeArchive("zip", "", members)}};
  for (const auto& [name, bytes] : forms) {
    const Result<MemoryFolder> read = Read(name, bytes);
    ASSERT_TRUE(read.ok()) << name << ": " << read.error().message;
    EXPECT_EQ(PathsOf(read.value()), wanted) << name;
    EXPECT_EQ(*read.value().files[1].text, kRead) << name;
    EXPECT_TRUE(IsArchiveName(name)) << name;
    EXPECT_EQ(ProjectNameOf(name), "app") << name;
  }
  EXPECT_FALSE(IsArchiveName("app-1.0.py"));
}

TEST(Archive, ReadsTheFilesOfADebianPackage) {
  const std::string data =
      MakeArchive("tar", "xz", {{"./usr/lib/python3/dist-packages/app.py", kRead, ""}});
  const std::string control = MakeArchive("tar", "xz", {{"./control", "Package: app\n", ""}});
  const Result<MemoryFolder> read =
      Read("python3-app_1.0-1_all.deb", MakeArchive("ar", "",
                                                    {{"debian-binary", "2.0\n", ""},
                                                     {"control.tar.xz", control, ""},
                                                     {"data.tar.xz", data, ""}}));
  ASSERT_TRUE(read.ok()) << read.error().message;
  const Paths paths = PathsOf(read.value());
  EXPECT_NE(std::find(paths.begin(), paths.end(), "usr/lib/python3/dist-packages/app.py"),
            paths.end());
  EXPECT_EQ(ProjectNameOf("python3-app_1.0-1_all.deb"), "python3-app");
}

TEST(Archive, KeepsTextAndLeavesOutWhatIsNone) {
  const Result<MemoryFolder> read =
      Read("a.zip", MakeArchive("zip", "",
                                {{"a.py", kRead, ""},
                                 {"b.py", std::string("\xff\xfei\0m\0", 6), ""},
                                 {"c.py", std::string("im\0port", 7), ""}}));
  ASSERT_TRUE(read.ok()) << read.error().message;
  EXPECT_EQ(PathsOf(read.value()), (Paths{"a.py", "b.py"}));
  EXPECT_TRUE(read.value().omitted.empty());  // as a walk lists no file that is no text
}

TEST(Archive, LeavesOutNamesThatLeadOutOfIt) {
  const Result<MemoryFolder> read = Read("a.tar", MakeArchive("tar", "",
                                                              {{"../up.py", kRead, ""},
                                                               {"/etc/abs.py", kRead, ""},
                                                               {"a/../../b.py", kRead, ""},
                                                               {"./a//good.py", kRead, ""},
                                                               {"a/..dots.py", kRead, ""}}));
  ASSERT_TRUE(read.ok());
  EXPECT_EQ(PathsOf(read.value()), (Paths{"a/..dots.py", "a/good.py"}));
  for (const char* const path : {"../up.py", "/etc/abs.py", "a/../../b.py"}) {
    EXPECT_NE(WhyNot(read.value(), path).find("leads out"), std::string::npos) << path;
  }
}

TEST(Archive, LeavesOutLinksAndWhatIsNoText) {
  const Result<MemoryFolder> read =
      Read("a.tar", MakeArchive("tar", "",
                                {{"round", "", "round"},
                                 {"there", "", "../../etc/passwd"},
                                 {"image.py", std::string("\x89PNG\0\0", 6), ""},
                                 {"new\nline\x1b[31m.py", kRead, ""}}));
  ASSERT_TRUE(read.ok());
  EXPECT_EQ(PathsOf(read.value()), Paths{"new\nline\x1b[31m.py"});
  EXPECT_EQ(WhyNot(read.value(), "round"), "a link");
  EXPECT_EQ(WhyNot(read.value(), "there"), "a link");
}

TEST(Archive, LeavesOutALargeFileAndReadsTheNext) {
  ArchiveLimits limits;
  limits.max_file_bytes = 1000;
  const Result<MemoryFolder> read = Read(
      "a.tar.gz",
      MakeArchive("tar", "gzip",
                  {{"a.py", std::string(1001, '#'), ""}, {"b.py", std::string(1000, '#'), ""}}),
      limits);
  ASSERT_TRUE(read.ok());
  EXPECT_EQ(PathsOf(read.value()), Paths{"b.py"});
  EXPECT_EQ(WhyNot(read.value(), "a.py"), "larger than 1000 bytes");
}

TEST(Archive, EndsWhereItUnpacksToTooMuch) {
  // 96 MiB of one letter: gzip makes about 96 KiB of it.
  const std::string bomb = MakeArchive(
      "tar", "gzip",
      {{"a.py", kRead, ""}, {"b.py", std::string(size_t{96} << 20, '#'), ""}, {"c.py", kRead, ""}});
  for (const bool by_ratio : {true, false}) {
    ArchiveLimits limits;
    if (!by_ratio) limits.max_unpacked = uint64_t{80} << 20, limits.max_ratio = 100000;
    const Result<MemoryFolder> read = Read("bomb.tar.gz", bomb, limits);
    ASSERT_TRUE(read.ok());
    EXPECT_EQ(PathsOf(read.value()), Paths{"a.py"});
    const std::string why = WhyNot(read.value(), "");
    EXPECT_NE(why.find(by_ratio ? "--max-ratio" : "--max-unpacked"), std::string::npos) << why;
  }
}

TEST(Archive, EndsWhereItHasTooManyMembersOrTooMuchText) {
  std::vector<Member> members;
  for (int i = 0; i < 50; ++i) members.push_back({"f" + std::to_string(i) + ".py", kRead, ""});
  const std::string bytes = MakeArchive("zip", "", members);
  ArchiveLimits limits;
  limits.max_files = 20;
  Result<MemoryFolder> read = Read("a.zip", bytes, limits);
  ASSERT_TRUE(read.ok());
  EXPECT_EQ(read.value().files.size(), 20U);
  EXPECT_NE(WhyNot(read.value(), "").find("more than 20 members"), std::string::npos);
  limits = {};
  limits.max_kept = 3 * kRead.size();
  read = Read("a.zip", bytes, limits);
  ASSERT_TRUE(read.ok());
  EXPECT_EQ(read.value().files.size(), 3U);
  EXPECT_NE(WhyNot(read.value(), "").find("--max-memory"), std::string::npos);
}

TEST(Archive, OpensArchivesInItAsDeepAsItIsTold) {
  std::string bytes = MakeArchive("tar", "gzip", {{"deep.py", kRead, ""}});
  for (int i = 0; i < 5; ++i) bytes = MakeArchive("tar", "gzip", {{"in.tar.gz", bytes, ""}});
  ArchiveLimits limits;
  Result<MemoryFolder> read = Read("a.tar.gz", bytes, limits);
  ASSERT_TRUE(read.ok());
  EXPECT_TRUE(read.value().files.empty());
  EXPECT_NE(WhyNot(read.value(), "in.tar.gz/in.tar.gz").find("--max-nesting"), std::string::npos);
  limits.max_nesting = 5;
  read = Read("a.tar.gz", bytes, limits);
  ASSERT_TRUE(read.ok());
  EXPECT_EQ(PathsOf(read.value()),
            Paths{"in.tar.gz/in.tar.gz/in.tar.gz/in.tar.gz/in.tar.gz/deep.py"});
}

TEST(Archive, OpensThePayloadOnceHoweverOftenItHoldsOne) {
  std::string bytes = MakeArchive("tar", "", {{"deep.py", kRead, ""}});
  for (int i = 0; i < 200; ++i) bytes = MakeArchive("tar", "", {{"data.tar", bytes, ""}});
  ArchiveLimits limits;
  limits.max_nesting = 0;
  const Result<MemoryFolder> read = Read("a.deb", bytes, limits);
  ASSERT_TRUE(read.ok());
  EXPECT_TRUE(read.value().files.empty());
  EXPECT_FALSE(read.value().omitted.empty());
}

TEST(Archive, TellsWhereItBreaksOff) {
  std::string noise;  // which no filter makes smaller
  uint32_t seed = 1;
  for (int i = 0; i < 300000; ++i) {
    seed = seed * 1664525 + 1013904223;
    noise += static_cast<char>('!' + (seed >> 24) % 90);
  }
  for (const auto& [format, filter] :
       {std::pair("tar", "gzip"), std::pair("tar", "xz"), std::pair("tar", "zstd")}) {
    std::string bytes = MakeArchive(
        format, filter, {{"a.py", kRead, ""}, {"b.py", noise, ""}, {"c.py", kRead, ""}});
    bytes.resize(bytes.size() / 2);
    const Result<MemoryFolder> read = Read("a.tar", bytes);
    if (!read.ok()) continue;  // nothing of it could be unpacked
    const Paths paths = PathsOf(read.value());
    EXPECT_EQ(std::count(paths.begin(), paths.end(), "c.py"), 0) << filter;
    EXPECT_FALSE(read.value().omitted.empty()) << filter;
  }
}

TEST(Archive, RefusesWhatIsNone) {
  EXPECT_FALSE(Read("a.tar.gz", "").ok());
  EXPECT_FALSE(Read("a.zip", "PK\x03\x04 and nothing else").ok());
  EXPECT_FALSE(Read("a.whl", std::string(1000, 'x')).ok());
  const ScratchFolder folder;
  EXPECT_FALSE(ReadArchive(
                   folder / "none.tar", {}, [](std::string_view) { return std::string(); },
                   [] { return std::string(); })
                   .ok());
}

TEST(Archive, ListsTheFirstOfVeryManyThatAreLeftOut) {
  OmittedList list;
  for (int i = 0; i < 5000; ++i) list.Add(std::to_string(i), "a link");
  list.Add("", "the rest was not read");
  const std::vector<Omitted> many = list.Take();
  EXPECT_EQ(many.size(), OmittedList::kMost + 2);
  EXPECT_EQ(many.front().reason, "the rest was not read");
  EXPECT_NE(many.back().reason.find("4000 more"), std::string::npos);
  EXPECT_TRUE(list.Take().empty());
}

}  // namespace
}  // namespace flagcensus
