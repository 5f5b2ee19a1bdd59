// Where an audited project came from, and what it is called.
#include "analyzer/pipeline/audit_provenance.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "analyzer/archive/digest.h"
#include "analyzer/base/sha256.h"
#include "analyzer/project/identity.h"
#include "tests/audit_project.h"

namespace flagcensus {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

TEST(AuditProvenance, HashesAsOthersDo) {
  Sha256 hash;
  hash.Update("a");
  hash.Update("bc");
  const std::string hex = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
  EXPECT_EQ(hash.Hex(), hex);  // FIPS 180-4, example of one block
  EXPECT_EQ(hash.Hex(), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(UuidOf(hex), "ba7816bf-8f01-8fea-8141-40de5dae2223");
  const ScratchFolder folder;
  const auto go_on = [] { return std::string(); };
  const auto digest = DigestFile(folder.Write("a", "abc"), go_on);
  ASSERT_TRUE(digest.ok());
  EXPECT_EQ(digest.value().sha256, hex);
  EXPECT_EQ(digest.value().size, 3U);
  EXPECT_FALSE(DigestFile(folder / "none", go_on).ok());
}

TEST(AuditProvenance, IsInEveryForm) {
  const ScratchFolder folder;
  const std::string bytes = AuditedArchive();
  folder.Write("tmp123.tar.gz", bytes);
  Sha256 hash;
  hash.Update(bytes);
  const std::string hex = hash.Hex();
  const std::string arguments =
      "audit tmp123.tar.gz --max-members 99 --exclude /none --db a.sqlite";
  const std::string before = "SOURCE_DATE_EPOCH=86400";
  const json audit = ParsedAudit(RunProgram(folder.path(), arguments + " --format json", before));
  const json& project = audit["projects"][0];
  EXPECT_EQ(project["name"], "the-app");
  EXPECT_EQ(project["version"], "1.0.2");
  EXPECT_EQ(project["provenance"], json::parse(R"({"named_by":"manifest",
    "manifest":{"file":"pyproject.toml","line":2},"purl":"pkg:pypi/the-app@1.0.2",
    "repository":null,"tag":null,"describe":null,"changes":null,"sha256":")" +
                                               hex + "\",\"size\":" + std::to_string(bytes.size()) +
                                               R"(,"audited_with":")" FLAGCENSUS_VERSION R"(",
    "date":"1970-01-02T00:00:00Z","settings":{"--exclude":["/none"],"--max-members":["99"]}})"));
  for (const char* const format : {"text", "csv", "sarif", "cyclonedx"}) {
    const Outcome outcome =
        RunProgram(folder.path(),
                   "audit tmp123.tar.gz --max-members 99 --format " + std::string(format), before);
    for (const std::string& part : {hex, std::string("the-app"), std::string("1.0.2"),
                                    std::string("max-members"), std::string("1970-01-02")}) {
      EXPECT_NE(outcome.out.find(part), std::string::npos) << format << " " << part << outcome.out;
    }
  }
  const std::string database = ReadText(folder / "a.sqlite");
  EXPECT_NE(database.find(hex), std::string::npos);
}

// Without SOURCE_DATE_EPOCH nothing of the clock is in it; a default that is given is no setting.
TEST(AuditProvenance, IsTheSameAgain) {
  const ScratchFolder folder;
  folder.Write("a.tgz", AuditedArchive());
  for (const char* const format : {"text", "json", "csv", "sarif", "cyclonedx"}) {
    const std::string arguments = "audit a.tgz --format " + std::string(format);
    const Outcome once = RunProgram(folder.path(), arguments, "env -u SOURCE_DATE_EPOCH");
    const Outcome again = RunProgram(folder.path(), arguments + " --max-file-size 4096KiB -j 1",
                                     "env -u SOURCE_DATE_EPOCH");
    EXPECT_EQ(once.status, 0) << once.err;
    EXPECT_EQ(once.out, again.out) << format;
  }
  const json audit = ParsedAudit(RunProgram(folder.path(), "audit a.tgz --format json --hidden"));
  EXPECT_TRUE(audit["projects"][0]["provenance"]["date"].is_null());
  EXPECT_EQ(audit["projects"][0]["provenance"]["settings"],
            json::parse(R"({"--hidden":["true"]})"));
  const Outcome wrong = RunProgram(folder.path(), "audit a.tgz", "SOURCE_DATE_EPOCH=yesterday");
  EXPECT_EQ(wrong.status, 2);
  EXPECT_NE(wrong.err.find("SOURCE_DATE_EPOCH is not a number"), std::string::npos) << wrong.err;
}

TEST(AuditProvenance, TellsTagAndChangesOfACheckout) {
  const ScratchFolder folder;
  folder.Write("src/a.py", kAuditedSource);
  folder.Write("src/gone.py", "import os\n");
  folder.Write("src/sub/ends.py", "import os\nos.getenv('ENDS')\n");
  fs::create_symlink("a.py", folder / "src/link.py");
  GitIn(folder / "src", "init");
  GitIn(folder / "src", "add .");
  GitIn(folder / "src", "commit -m a");
  GitIn(folder / "src", "tag v1.2");
  GitIn(folder / "src", "remote add origin https://me:hunter2@example.org/group/real-name.git");
  const auto project = [&] {
    return ParsedAudit(RunProgram(folder.path(), "audit src --format json"))["projects"][0];
  };
  json one = project();
  EXPECT_EQ(one["name"], "real-name");
  EXPECT_EQ(one["provenance"]["named_by"], "remote");
  EXPECT_EQ(one["provenance"]["repository"], "https://example.org/group/real-name.git");
  EXPECT_EQ(one["provenance"]["tag"], "v1.2");
  EXPECT_EQ(one["provenance"]["changes"],
            json::parse(R"({"modified":0,"missing":0,"untracked":0})"));

  // Line ends that git would convert are no change.
  folder.Write("src/sub/ends.py", "import os\r\nos.getenv('ENDS')\r\n");
  EXPECT_EQ(project()["provenance"]["changes"]["modified"], 0);
  folder.Write("src/a.py", kAuditedSource + "os.getenv('NEW')\n");
  folder.Write("src/new.py", "import os\n");
  fs::remove(folder / "src/gone.py");
  fs::remove(folder / "src/link.py");
  fs::create_symlink("/etc/passwd", folder / "src/link.py");
  EXPECT_EQ(project()["provenance"]["changes"],
            json::parse(R"({"modified":2,"missing":1,"untracked":1})"));
  const Outcome text = RunProgram(folder.path(), "audit src");
  EXPECT_NE(text.out.find("2 files modified, 1 missing, 1 untracked"), std::string::npos)
      << text.out;
  EXPECT_EQ(text.out.find("hunter2"), std::string::npos);

  GitIn(folder / "src", "add .");
  GitIn(folder / "src", "commit -m b");
  one = project();
  EXPECT_TRUE(one["provenance"]["tag"].is_null());
  EXPECT_EQ(one["provenance"]["describe"].get<std::string>().substr(0, 7), "v1.2-1-") << one;
  const json old = ParsedAudit(RunProgram(folder.path(), "audit src@v1.2 --format json"));
  EXPECT_EQ(old["projects"][0]["provenance"]["tag"], "v1.2");
  EXPECT_EQ(old["projects"][0]["name"], "real-name");
  EXPECT_TRUE(old["projects"][0]["provenance"]["changes"].is_null());
}

// A pointer of Git LFS stands for the file that lies there.
TEST(AuditProvenance, TakesAPointersFileForUnchanged) {
  const ScratchFolder folder;
  const std::string content = "import os\n" + std::string(2000, '#') + "\n";
  Sha256 hash;
  hash.Update(content);
  folder.Write("app/big.py", "version https://git-lfs.github.com/spec/v1\noid sha256:" +
                                 hash.Hex() + "\nsize " + std::to_string(content.size()) + "\n");
  GitIn(folder.path() + "/app", "init");
  GitIn(folder.path() + "/app", "add .");
  GitIn(folder.path() + "/app", "commit -m a");
  const auto modified = [&](const std::string& text) {
    folder.Write("app/big.py", text);
    const json audit = ParsedAudit(RunProgram(folder.path(), "audit app --format json"));
    return audit["projects"][0]["provenance"]["changes"]["modified"].get<int>();
  };
  EXPECT_EQ(modified(content), 0);
  EXPECT_EQ(modified(content + "x"), 1);
}

TEST(AuditProvenance, TellsNoCredentialOfARemote) {
  const std::pair<const char*, const char*> urls[] = {
      {"https://example.org/a/b.git", "https://example.org/a/b.git"},
      {"https://user:secret@example.org/a", "https://example.org/a"},
      {"HTTPS://token@example.org:8443/a?key=1#x", "https://example.org:8443/a"},
      {"git@example.org:a/b.git", "ssh://example.org/a/b.git"},
      {"ssh://git@example.org/a", "ssh://example.org/a"},
      {"/home/me/b", ""},
      {"../b", ""},
      {"file:///home/me/b", ""},
      {"C:\\b", ""},
      {"ext::sh -c x", ""},
      {"https://example.org/\x1b[31m", ""},
      {"", ""}};
  for (const auto& [url, wanted] : urls) EXPECT_EQ(PublicUrl(url), wanted) << url;
}

struct NamedBy {
  std::string file, text, name, version, purl;
};

TEST(AuditProvenance, NamesAProjectByItsManifest) {
  const NamedBy rows[] = {
      {"pyproject.toml", "[tool.poetry]\nname = \"po_et\"\nversion = \"2\"\n", "po_et", "2",
       "pkg:pypi/po-et@2"},
      {"setup.cfg", "[metadata]\nname = cfg\nversion = attr: cfg.V\n", "cfg", "", "pkg:pypi/cfg"},
      {"setup.py", "from setuptools import setup\nsetup(name='sp', version='3.1')\n", "sp", "3.1",
       "pkg:pypi/sp@3.1"},
      {"PKG-INFO", "Metadata-Version: 2.1\nName: info\nVersion: 4.0rc1\n\nName: body\n", "info",
       "4.0rc1", "pkg:pypi/info@4.0rc1"},
      {"package.json", R"({"name":"@types/node","version":"20.1.0"})", "@types/node", "20.1.0",
       "pkg:npm/%40types/node@20.1.0"},
      {"Cargo.toml", "[package]\nname = \"crab\"\nversion.workspace = true\n", "crab", "",
       "pkg:cargo/crab"},
      {"go.mod", "// a\nmodule example.org/group/tool/v2 // b\n\ngo 1.22\n", "tool", "",
       "pkg:golang/example.org/group/tool/v2"},
      {"composer.json", R"({"name":"vendor/lib","version":"1.0"})", "vendor/lib", "1.0",
       "pkg:composer/vendor/lib@1.0"},
      {"x.gemspec", "Gem::Specification.new do |s|\n  s.name = 'rub'\n  s.version = X\nend\n",
       "rub", "", "pkg:gem/rub"},
      {"pom.xml",
       "<project xmlns=\"http://maven.apache.org/POM/4.0.0\"><parent><groupId>org.x</groupId>"
       "<artifactId>p</artifactId><version>7</version></parent><artifactId>art</artifactId>"
       "</project>",
       "art", "7", "pkg:maven/org.x/art@7"},
      {"CMakeLists.txt", "project(cmk\n  VERSION 1.4.0 # x\n  LANGUAGES C)\n", "cmk", "1.4.0", ""},
      {"meson.build", "project('mes', 'c', version : '0.9', license : 'MIT')\n", "mes", "0.9", ""},
      {"configure.ac", "AC_INIT([acn], [5.1], [bug@example.org])\n", "acn", "5.1", ""},
      // What states no usable name leaves that of the archive.
      {"package.json", R"({"name":"a b\u001b[31m","version":"1"})", "fallback", "1.0", ""},
      {"package.json", "{\"name\":", "fallback", "1.0", ""},
      {"pyproject.toml", "[tool.black]\nline-length = 100\n", "fallback", "1.0", ""},
      {"pom.xml",
       "<!DOCTYPE x [<!ENTITY e SYSTEM \"file:///etc/passwd\">]><project>"
       "<artifactId>&e;</artifactId></project>",
       "fallback", "1.0", ""},
      {"go.mod", "module ../../etc\n", "fallback", "1.0", ""},
      {"sub/pyproject.toml", "[project]\nname = \"part\"\n", "fallback", "1.0", ""}};
  for (const NamedBy& row : rows) {
    const ScratchFolder folder;
    folder.Write("fallback-1.0.tar.gz", MakeArchive("tar", "gzip",
                                                    {{"top/a.py", kAuditedSource, ""},
                                                     {"top/" + row.file, row.text, ""}}));
    const json audit =
        ParsedAudit(RunProgram(folder.path(), "audit fallback-1.0.tar.gz --format json"));
    const json& project = audit["projects"][0];
    EXPECT_EQ(project["name"], row.name) << row.file;
    EXPECT_EQ(project["version"], row.version.empty() ? json("1.0") : json(row.version))
        << row.file;
    const json purl = project["provenance"]["purl"];
    EXPECT_EQ(purl.is_null() ? "" : purl.get<std::string>(), row.purl) << row.file;
  }
}

TEST(AuditProvenance, PutsWhatPublishesBeforeWhatBuilds) {
  const ScratchFolder folder;
  folder.Write("work/a.py", kAuditedSource);
  folder.Write("work/package.json", R"({"name":"docs-tools","private":true})");
  folder.Write("work/CMakeLists.txt", "project(real)\n");
  const auto name = [&](const std::string& input) {
    return ParsedAudit(RunProgram(folder.path(),
                                  "audit " + input + " --format json"))["projects"][0]["name"]
        .get<std::string>();
  };
  EXPECT_EQ(name("work"), "real");
  fs::remove(folder / "work/CMakeLists.txt");
  EXPECT_EQ(name("work"), "docs-tools");
  fs::remove(folder / "work/package.json");
  EXPECT_EQ(name("work"), "work");
  folder.Write("n-1.0.tgz", MakeArchive("tar", "gzip",
                                        {{"package/a.py", kAuditedSource, ""},
                                         {"package/setup.cfg", "[metadata]\nname = py\n", ""},
                                         {"package/package.json", R"({"name":"js"})", ""}}));
  EXPECT_EQ(name("n-1.0.tgz"), "js");
}

TEST(AuditProvenance, ReadsTheMetadataOfPackages) {
  const ScratchFolder folder;
  const std::string data =
      MakeArchive("tar", "xz", {{"./usr/lib/python3/dist-packages/app.py", kAuditedSource, ""}});
  const std::string control =
      MakeArchive("tar", "xz",
                  {{"./md5sums", "x\n", ""},
                   {"./control",
                    "Package: python3-app\nVersion: 1:2.0-1\nArchitecture: all\nMaintainer: Team "
                    "<team@lists.debian.org>\nDescription: x\n",
                    ""}});
  folder.Write("p.deb", MakeArchive("ar", "",
                                    {{"debian-binary", "2.0\n", ""},
                                     {"control.tar.xz", control, ""},
                                     {"data.tar.xz", data, ""}}));
  const std::string spec =
      "--- !ruby/object:Gem::Specification\nname: jewel\nversion: !ruby/object:Gem::Version\n"
      "  version: 3.4.5\n";
  folder.Write("p.gem",
               MakeArchive("tar", "",
                           {{"metadata.gz", MakeArchive("raw", "gzip", {{"m", spec, ""}}), ""},
                            {"data.tar.gz",
                             MakeArchive("tar", "gzip", {{"a.py", kAuditedSource, ""}}), ""}}));
  folder.Write("p.whl",
               MakeArchive("zip", "",
                           {{"app/a.py", kAuditedSource, ""},
                            {"app-2.dist-info/METADATA", "Name: App\nVersion: 2\n\nx\n", ""}}));
  const json audit =
      ParsedAudit(RunProgram(folder.path(), "audit p.deb p.gem p.whl --format json"));
  const json& projects = audit["projects"];
  EXPECT_EQ(projects[0]["name"], "python3-app");
  EXPECT_EQ(projects[0]["provenance"]["purl"], "pkg:deb/debian/python3-app@1:2.0-1?arch=all");
  EXPECT_EQ(projects[1]["name"], "jewel");
  EXPECT_EQ(projects[1]["provenance"]["purl"], "pkg:gem/jewel@3.4.5");
  EXPECT_EQ(projects[2]["name"], "App");
  EXPECT_EQ(projects[2]["provenance"]["purl"], "pkg:pypi/app@2");
}

// A manifest is input of others: what is broken, deep or huge names nothing, and is told.
TEST(AuditProvenance, SurvivesHostileManifests) {
  const std::string deep(200000, '[');
  const std::pair<std::string, std::string> files[] = {
      {"package.json", "{\"name\":" + deep},
      {"composer.json", "{\"a\":" + deep},
      {"pyproject.toml", "a = " + deep},
      {"Cargo.toml", std::string(100000, '.') + "a = 1"},
      {"pom.xml", "<project>" + std::string(100000, '<') + "a>"},
      {"go.mod", "module " + std::string(100000, 'a')},
      {"x.gemspec", "s.name = '" + std::string(100000, '\x07') + "'"},
      {"setup.cfg", std::string((1 << 20) + 1, '\n')},
      {"CMakeLists.txt", "project(" + std::string(100000, '"')},
      {"PKG-INFO", "Name: \x1b]0;x\x07\n"}};
  for (const auto& [file, text] : files) {
    const ScratchFolder folder;
    folder.Write("app/a.py", kAuditedSource);
    folder.Write("app/" + file, text);
    const Outcome outcome = RunProgram(folder.path(), "audit app --format json");
    EXPECT_EQ(outcome.status, 0) << file << outcome.err;
    EXPECT_EQ(ParsedAudit(outcome)["projects"][0]["name"], "app") << file;
  }
  const ScratchFolder folder;
  const std::string yaml(50000, '[');
  folder.Write("p.gem",
               MakeArchive("tar", "",
                           {{"metadata.gz", MakeArchive("raw", "gzip", {{"m", yaml, ""}}), ""},
                            {"a.py", kAuditedSource, ""}}));
  const Outcome gem = RunProgram(folder.path(), "audit p.gem --format json");
  EXPECT_EQ(gem.status, 0) << gem.err;
  EXPECT_EQ(ParsedAudit(gem)["projects"][0]["name"], "p");
}

}  // namespace
}  // namespace flagcensus
