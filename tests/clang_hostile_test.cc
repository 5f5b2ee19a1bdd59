// A hostile tree or compile_commands.json can neither run nor reveal anything.
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "analyzer/c/compiler/arguments.h"
#include "analyzer/c/compiler/compile_database.h"
#include "tests/run_program.h"
#include "tests/scratch_folder.h"

namespace flagcensus {
namespace {

using Words = std::vector<std::string>;

TEST(SplitCommand, AsAShellWouldWithoutExpanding) {
  EXPECT_EQ(SplitCommand(R"(cc -D'A B' "-DC=\"x\"" a\ b.c)"),
            (Words{"cc", "-DA B", "-DC=\"x\"", "a b.c"}));
  EXPECT_EQ(SplitCommand("cc $(touch x) ; `id` | $HOME *.c"),
            (Words{"cc", "$(touch", "x)", ";", "`id`", "|", "$HOME", "*.c"}));
  EXPECT_EQ(SplitCommand("''  \"\""), (Words{"", ""}));
  EXPECT_EQ(SplitCommand("cc 'open"), (Words{"cc", "open"}));
  EXPECT_EQ(SplitCommand("\"a\\b\" c\\"), (Words{"a\\b", "c\\"}));
  EXPECT_LE(SplitCommand(std::string(1 << 20, ' ') + std::string(1 << 20, 'x')).size(), 1U);
}

class Arguments : public testing::Test {
 protected:
  Words Keep(Words arguments) const {
    arguments.insert(arguments.begin(), "cc");
    return KeepArguments(arguments, tree_.path(), {tree_.path() + "/"});
  }
  const ScratchFolder tree_;
  const ScratchFolder elsewhere_;
};

TEST_F(Arguments, KeepsWhatChangesTheMeaning) {
  tree_.Write("inc/a.h");
  const std::string inc = tree_ / "inc";
  EXPECT_EQ(Keep({"-Iinc", "-I", "inc", "-isystem", inc, "-DX=1", "-D", "Y", "-UZ", "-std=c++20",
                  "-x", "c++", "-include", "inc/a.h", "-m32", "-c", "-o", "a.o", "a.c"}),
            (Words{"-I", inc, "-I", inc, "-isystem", inc, "-D", "X=1", "-D", "Y", "-U", "Z",
                   "-std=c++20", "-x", "c++", "-include", inc + "/a.h", "-m32"}));
}

TEST_F(Arguments, DropsTheRest) {
  const std::string header = elsewhere_.Write("secret.h", "#define SECRET 4711\n");
  tree_.Write("plugin.so");
  std::filesystem::create_symlink(header, tree_ / "link.h");
  std::filesystem::create_symlink(elsewhere_.path(), tree_ / "link");
  const std::vector<Words> refused = {{"-fplugin=plugin.so"},
                                      {"-fplugin-arg-x-y=z"},
                                      {"-Xclang", "-load", "-Xclang", "plugin.so"},
                                      {"-Xclang", "-DA"},
                                      {"@response"},
                                      {"-D", "@response"},
                                      {"-fmodules", "-fmodules-cache-path=/tmp/x"},
                                      {"-fmodule-map-file=x", "-fimplicit-modules"},
                                      {"-include", "/etc/passwd"},
                                      {"-include/etc/passwd"},
                                      {"-include", "../../../../../../etc/passwd"},
                                      {"-include", header},
                                      {"-include", "link.h"},
                                      {"-include-pch", "x.pch"},
                                      {"-imacros", header},
                                      {"-I", elsewhere_.path()},
                                      {"-Ilink"},
                                      {"-I/etc"},
                                      {"-I/"},
                                      {"-isysroot", "/"},
                                      {"--sysroot=/"},
                                      {"-B/tmp"},
                                      {"-o", "/tmp/x"},
                                      {"-MF", "/tmp/x", "-MMD"},
                                      {"-save-temps", "-ftime-trace", "-fdiagnostics-color"},
                                      {"-x", "ir"},
                                      {"-x", "cuda"},
                                      {"-std=" + std::string(1000, 'c')},
                                      {"-DX=" + std::string(100'000, 'x')},
                                      {"-ivfsoverlay", "x"},
                                      {"-working-directory=/etc"},
                                      {"-resource-dir=/tmp"},
                                      {";", "touch", "x"},
                                      {"-I"}};
  for (const Words& arguments : refused) {
    EXPECT_EQ(Keep(arguments), Words())
        << arguments[0] << (arguments.size() > 1 ? arguments[1] : "");
  }
}

// A tree whose one source has an access that libclang answers about, with a database.
struct HostileUnit {
  explicit HostileUnit(const std::string& database, const std::string& include = "") {
    tree.Write("a.c", include +
                          "char *getenv(const char *); int atoi(const char *);\n"
                          "int f(void) { char *e = getenv(\"HX_A\"); "
                          "return e ? atoi(e) : (int)SECRET; }\n");
    tree.Write("build/compile_commands.json", database);
  }
  Outcome Scan() const { return RunProgram(tree.path(), "scan . --format jsonl", "HX_HOME=4711"); }
  ScratchFolder tree;
};

std::string Entry(const std::string& arguments) {
  return R"([{"directory": "..", "file": "a.c", "command": "cc )" + arguments + " -c a.c\"}]";
}

TEST(HostileDatabase, TheTestCanSeeAnAnswer) {
  const Outcome out = HostileUnit(Entry("-DSECRET=4711")).Scan();
  EXPECT_NE(out.out.find("\"default\":\"4711\",\"default_kind\":\"literal\""), std::string::npos)
      << out.out << out.err;
}

TEST(HostileDatabase, RunsNothing) {
  const HostileUnit hostile(
      Entry("-DX=1; touch ran1; $(touch ran2) `touch ran3` | touch ran4 @rsp "
            "-fplugin=./p.so -Xclang -load -Xclang ./p.so -wrapper touch,ran5"));
  hostile.tree.Write("rsp", "-DSECRET=4711");
  hostile.tree.Write("build/rsp", "-DSECRET=4711");
  const Outcome out = hostile.Scan();
  EXPECT_EQ(out.status, 0);
  EXPECT_NE(out.out.find("\"default_kind\":\"dynamic\""), std::string::npos) << out.out;
  EXPECT_EQ(out.out.find("4711"), std::string::npos);
  size_t files = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(hostile.tree.path())) {
    files += entry.is_regular_file() ? 1 : 0;
  }
  EXPECT_EQ(files, 4U) << "something was written";
}

TEST(HostileDatabase, RevealsNothing) {
  const ScratchFolder elsewhere;
  const std::string header = elsewhere.Write("secret.h", "#define SECRET 4711\n");
  const std::string bytes = elsewhere.Write("secret.bin", "4711");
  for (const std::string& arguments : Words{
           "-include " + header, "-include /etc/passwd", "-imacros " + header,
           "-I" + elsewhere.path() + " -include secret.h", "-Xclang -include -Xclang " + header}) {
    const Outcome out = HostileUnit(Entry(arguments)).Scan();
    EXPECT_EQ(out.status, 0);
    EXPECT_NE(out.out.find("HX_A"), std::string::npos);
    EXPECT_EQ((out.out + out.err).find("4711"), std::string::npos) << arguments;
    EXPECT_EQ((out.out + out.err).find("root:"), std::string::npos) << arguments;
  }
  // The source itself may try as well.
  for (const std::string& include :
       Words{"#include \"" + header + "\"\n", "#include \"link.h\"\n",
             "#define NAME \"" + header + "\"\n#include NAME\n",
             "const unsigned char bytes[] = {\n#embed \"" + bytes +
                 "\"\n};\n#define SECRET sizeof(bytes)\n",
             "const unsigned char bytes[] = {\n%: /* x\n */ em\\\nbed \"" + bytes +
                 "\"\n};\n#define SECRET (sizeof(bytes) + 4707)\n"}) {
    const HostileUnit hostile(Entry("-DX"), include);
    std::filesystem::create_symlink(header, hostile.tree / "link.h");
    const Outcome out = hostile.Scan();
    EXPECT_NE(out.out.find("\"default_kind\":\"dynamic\""), std::string::npos)
        << include << out.out;
    EXPECT_EQ((out.out + out.err).find("4711"), std::string::npos) << include;
  }
}

TEST(HostileDatabase, IsNoLinkOutOfTheTree) {
  const ScratchFolder elsewhere;
  const std::string database = elsewhere.Write("compile_commands.json", Entry("-DSECRET=4711"));
  const HostileUnit hostile("[]");
  std::filesystem::remove(hostile.tree / "build/compile_commands.json");
  std::filesystem::create_symlink(database, hostile.tree / "build/compile_commands.json");
  const Outcome out = hostile.Scan();
  EXPECT_EQ(out.out.find("4711"), std::string::npos);
  EXPECT_NE(out.err.find("build/compile_commands.json: skipped: it is a symbolic link out of the "
                         "tree; name it with --compile-commands"),
            std::string::npos)
      << out.err;
  // A good twin: a link inside the tree.
  std::filesystem::remove(hostile.tree / "build/compile_commands.json");
  hostile.tree.Write("build/debug/compile_commands.json",
                     R"([{"directory": "../..", "file": "a.c", "command": "cc -DSECRET=4711"}])");
  std::filesystem::create_symlink("build/debug/compile_commands.json",
                                  hostile.tree / "compile_commands.json");
  EXPECT_NE(hostile.Scan().out.find("\"default\":\"4711\""), std::string::npos);
}

TEST(HostileDatabase, IsReadWithCare) {
  const std::string deep(200'000, '[');
  const std::vector<std::string> refused = {"",
                                            "{",
                                            "null",
                                            "42",
                                            "\"a\"",
                                            "{\"directory\": \".\"}",
                                            deep,
                                            deep + std::string(200'000, ']'),
                                            "[" + deep,
                                            std::string(1 << 20, '\0'),
                                            "[{\"file\":\xff\"}]"};
  for (const std::string& database : refused) {
    const HostileUnit hostile(database);
    const Outcome out = hostile.Scan();
    EXPECT_EQ(out.status, 0) << database.substr(0, 40);
    EXPECT_NE(out.out.find("HX_A"), std::string::npos) << database.substr(0, 40);
  }
  const std::vector<std::string> entries = {
      "[1, null, \"x\", [], {}, [[[[[[]]]]]]]",
      R"([{"directory": 1, "file": "a.c", "command": {}}])",
      R"([{"directory": "..", "file": ["a.c"], "arguments": "cc"}])",
      R"([{"directory": "..", "file": "a.c", "arguments": [1, null, {"x": [[[[1]]]]}, "-DX"]}])",
      R"([{"directory": "..", "file": "a.c", "arguments": []}])",
      R"([{"directory": "..", "file": "a.c"}])",
      R"([{"directory": "\u0000", "file": "\u0000", "command": "\u0000"}])",
      R"([{"directory": "/", "file": "/etc/passwd", "command": "cc"}])",
      "[{\"directory\": \"..\", \"file\": \"a.c\", \"command\": \"" + std::string(4 << 20, 'x') +
          "\"}]"};
  for (const std::string& database : entries) {
    const Outcome out = HostileUnit(database).Scan();
    EXPECT_EQ(out.status, 0) << database.substr(0, 80);
    EXPECT_NE(out.out.find("HX_A"), std::string::npos) << database.substr(0, 80);
    EXPECT_EQ(out.out.find("root:"), std::string::npos);
  }
}

// A default that tells what __has_include says of `header`.
std::string ToldOf(const std::string& header, const ScratchFolder& tree) {
  tree.Write("a.c", "#if __has_include(" + header + ")\n#define SECRET 4711\n#else\n" +
                        "#define SECRET 1234\n#endif\n" +
                        "char *getenv(const char *); int atoi(const char *);\n"
                        "int f(void) { char *e = getenv(\"HX_A\"); "
                        "return e ? atoi(e) : (int)SECRET; }\n");
  tree.Write("build/compile_commands.json", Entry("-DX"));
  const Outcome out = RunProgram(tree.path(), "scan . --format jsonl");
  if (out.out.find("\"4711\"") != std::string::npos) return "there";
  return out.out.find("\"1234\"") != std::string::npos ? "not there" : "nothing";
}

TEST(HostileSource, CannotTellWhatExistsElsewhere) {
  const ScratchFolder elsewhere;
  const ScratchFolder tree;
  const std::string there = elsewhere.Write("host.h", "");
  const std::string gone = elsewhere / "gone.h";
  const std::string up = "../../../../../../../../../..";
  tree.Write("mine.h", "");
  tree.Write("sub/deep/other.h", "");
  std::filesystem::create_symlink(there, tree / "leads_out.h");
  std::filesystem::create_symlink(gone, tree / "dangling.h");
  std::filesystem::create_symlink(elsewhere.path(), tree / "sub/link");
  std::filesystem::create_symlink("../mine.h", tree / "sub/inside.h");
  // What the tree and the system hold is told.
  for (const std::string header :
       {"\"mine.h\"", "<stddef.h>", "<stdlib.h>", "\"sub/deep/other.h\""}) {
    EXPECT_EQ(ToldOf(header, tree), "there") << header;
  }
  EXPECT_EQ(ToldOf("\"no-such.h\"", tree), "not there");
  EXPECT_EQ(ToldOf("\"sub/inside.h\"", tree), "there");
  for (const std::string& header :
       Words{"\"" + there + "\"", "<" + there + ">", "\"/etc/passwd\"", "\"" + up + "/etc/passwd\"",
             "\"" + gone + "\"", "\"leads_out.h\"", "\"dangling.h\"", "\"sub/link/host.h\"",
             "\"sub/link/gone.h\"", "<../.." + there + ">"}) {
    EXPECT_EQ(ToldOf(header, tree), "not there") << header;
  }
}

}  // namespace
}  // namespace flagcensus
