// Every reader, rule and printer at n, 2n and 4n of shapes that were made to hurt: the work grows
// with the input and no faster. Work is counted (work.h), never timed, so one answer holds on every
// machine; one thread does all of it.
#include <gtest/gtest.h>

#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <map>
#include <ostream>
#include <string>
#include <vector>

#include "analyzer/commands/command_line.h"
#include "analyzer/lsp/project_folder.h"
#include "analyzer/model/access.h"
#include "tests/growth/work.h"
#include "tests/scratch_folder.h"

namespace flagcensus {
namespace {

// Sorting and trees cost a little more than their input; a square doubles twice.
constexpr double kMost = 2.6;

// `count` times the text, with the number in place of each '@' and the one behind it for '%'.
std::string Repeat(size_t count, std::string_view text) {
  std::string out;
  for (size_t i = 0; i < count; ++i) {
    for (const char c : text) {
      if (c == '@') {
        out += std::to_string(i);
      } else if (c == '%') {
        out += std::to_string((i + 1) % count);
      } else {
        out += c;
      }
    }
  }
  return out;
}

// A macro whose use alone tells a name.
const std::string kHider = "#define TEXT_OF(x) #x\n#define READ(n) getenv(TEXT_OF(APP_##n))\n";

struct Shape {
  const char* what;
  const char* file;
  size_t least;  // n
  std::function<std::string(size_t n)> text;
  std::function<void(const ScratchFolder& folder, size_t n)> more = nullptr;  // files beside it
  std::vector<std::string> command = {"check"};
  bool finds_pages = false;  // the pages are those that are found, without environment.md
  friend void PrintTo(const Shape& one, std::ostream* out) {
    *out << one.what << ", " << one.command[0];
  }
};

// Runs the program with `words` on `folder`, in one thread of this process.
void RunOn(const std::string& folder, std::vector<std::string> words) {
  const std::string command = words[0];
  words.insert(words.begin(), "flagcensus");
  words.emplace_back("-j1");
  // An audit reads everything, without configuration; only scan and check have a cache.
  if (command != "audit") {
    for (const char* word : {"--no-clang", "--no-config", "--root"}) words.emplace_back(word);
    words.push_back(folder);
  }
  if (command == "scan" || command == "check") words.emplace_back("--no-cache");
  std::vector<const char*> arguments;
  for (const std::string& word : words) arguments.push_back(word.c_str());
  const Arguments given = {static_cast<int>(arguments.size()), arguments.data()};
  const ParsedCommand parsed = ParseCommandLine(given);
  ASSERT_NE(parsed.run, nullptr);
  testing::internal::CaptureStdout();
  EXPECT_LT(RunCommand(*parsed.run, given), 2);
  testing::internal::GetCapturedStdout();
}

uint64_t WorkOf(const Shape& shape, size_t n) {
  const ScratchFolder folder;
  if (shape.finds_pages) {
    folder.Write(shape.file, shape.text(n));
  } else if (std::string_view(shape.file) != "environment.md") {
    folder.Write("environment.md",
                 "# Environment variables\n\n| Variable | Default |\n| --- | --- "
                 "|\n| `HOME` | unset |\n");
    folder.Write(shape.file, shape.text(n));
  } else {
    folder.Write("m.py", "import os\n" + Repeat(n, "V@ = os.getenv('APP_V@')\nprint(V@)\n"));
    folder.Write(shape.file, shape.text(n));
  }
  if (shape.more) shape.more(folder, n);
  const uint64_t before = WorkDone();
  std::vector<std::string> words = shape.command;
  words.push_back(folder.path());
  // An audit has no catalog.
  if (words[0] != "audit" && !shape.finds_pages)
    words.insert(words.end(), {"--catalog", folder / "environment.md"});
  RunOn(folder.path(), std::move(words));
  return WorkDone() - before;
}

class Growth : public testing::TestWithParam<Shape> {};

// Expects that the work on n, 2n and 4n grows with the input and no faster.
void ExpectGrowth(size_t n, const std::function<uint64_t(size_t n)>& work_of) {
  const auto first = static_cast<double>(work_of(n));
  const auto second = static_cast<double>(work_of(2 * n));
  const auto fourth = static_cast<double>(work_of(4 * n));
  testing::Test::RecordProperty(
      "work", std::to_string(first) + " " + std::to_string(second) + " " + std::to_string(fourth));
  EXPECT_LE(second / first, kMost) << first << " " << second << " " << fourth;
  EXPECT_LE(fourth / second, kMost) << first << " " << second << " " << fourth;
}

TEST_P(Growth, IsThatOfTheInput) {
  ExpectGrowth(GetParam().least, [](size_t n) { return WorkOf(GetParam(), n); });
}

// The work of a server on `n` documents that an editor has open and that change at once, each in
// its imports, as after a change of branch.
uint64_t WorkOfDocuments(size_t n) {
  const ScratchFolder scratch;
  scratch.Write("environment.md", "# Environment variables\n\n- `APP_V0`: the first\n");
  Documents documents;
  std::vector<ChangedFile> changed;
  const auto open = [&](const std::string& path, const std::string& text) {
    OpenDocument document;
    document.lines = std::make_shared<const TextLines>(std::make_shared<const std::string>(text));
    documents.Open(path, document);
  };
  for (size_t i = 0; i < n; ++i) {
    const std::string name = "m" + std::to_string(i) + ".py";
    const std::string text = "import os\nV = os.getenv('APP_V" + std::to_string(i) + "')\n";
    scratch.Write(name, text);
    changed.push_back({scratch / name, false});
    open(changed.back().path, text);
  }
  FolderSettings settings;
  settings.clang = false;
  settings.jobs = 1;
  const uint64_t before = WorkDone();
  ProjectFolder folder(scratch.path(), settings);
  folder.Open(documents);
  folder.Check(documents);
  for (size_t i = 0; i < n; ++i) {
    open(changed[i].path,
         "import os, m" + std::to_string((i + 1) % n) + "\nV = os.getenv('APP_W')\n");
  }
  folder.Take(changed, documents);
  EXPECT_TRUE(folder.IsDue());
  folder.Check(documents);
  return WorkDone() - before;
}

TEST(Server, DocumentsThatChangeAtOnceCostTheirNumber) { ExpectGrowth(100, WorkOfDocuments); }

// How several projects are passed.
struct Passed {
  const char* command;
  bool each;  // as a PATH of its own; else as one folder
  friend void PrintTo(const Passed& one, std::ostream* out) {
    *out << one.command << (one.each ? " of several PATHs" : " of a folder");
  }
};

// The work of `passed` on `n` projects, whose names, modules and wrappers are alike.
uint64_t WorkOfProjects(const Passed& passed, size_t n) {
  const ScratchFolder folder;
  std::vector<std::string> words = {passed.command};
  for (size_t i = 0; i < n; ++i) {
    const std::string project = "p" + std::to_string(i) + "/";
    if (passed.each) words.push_back(folder / project);
    folder.Write(project + ".git/HEAD", "ref: refs/heads/main\n");
    folder.Write(project + "conf.py", "import os\ndef get(name, d): return os.getenv(name, d)\n");
    folder.Write(project + "m.py",
                 "import conf\n" + Repeat(20, "V@ = conf.get('APP_V@', '@')\nprint(V@)\n"));
    folder.Write(project + "m.c", "const char* look(const char* n) { return getenv(n); }\n" +
                                      Repeat(20, "void f@(void) { use(look(\"APP_W@\")); }\n"));
    folder.Write(project + "README.md",
                 "# Environment variables\n\n" + Repeat(20, "- `APP_V@`: one (default: `@`)\n"));
  }
  if (!passed.each) words.push_back(folder.path());
  words.emplace_back(
      "--stats");  // several projects are then examined in this process, which counts
  const uint64_t before = WorkDone();
  RunOn(folder.path(), std::move(words));
  return WorkDone() - before;
}

class GrowthOfProjects : public testing::TestWithParam<Passed> {};

// Projects of one run are examined apart: n of them cost n times one.
TEST_P(GrowthOfProjects, IsTheirSum) {
  constexpr double kMostOfSum = 1.2;
  WorkOfProjects(GetParam(), 1);  // tables are read once
  const auto one = static_cast<double>(WorkOfProjects(GetParam(), 1));
  for (const size_t n : {size_t{5}, size_t{10}, size_t{20}}) {
    const auto all = static_cast<double>(WorkOfProjects(GetParam(), n));
    EXPECT_LE(all / (static_cast<double>(n) * one), kMostOfSum) << n << ": " << all << " " << one;
  }
}

INSTANTIATE_TEST_SUITE_P(Commands, GrowthOfProjects,
                         testing::Values(Passed{"scan", false}, Passed{"scan", true},
                                         Passed{"check", false}, Passed{"check", true}));

// What is measured from commit to commit: a command on folders of fixtures.
struct Measured {
  const char* command;
  const char* folder;
};
constexpr Measured kMeasured[] = {
    {"scan", "fixtures/python"},    {"scan", "fixtures/c"},
    {"scan", "fixtures/languages"}, {"check", "fixtures/projects/demo"},
    {"check", "fixtures/rules"},    {"check", "fixtures/catalog"},
};

// The work of each command that tests/growth/work.txt lists is what the file says, give or take 5
// %. A commit that costs more, or saves, renews the file (FLAGCENSUS_RENEW=1) and says why.
#ifdef FLAGCENSUS_LEDGER
TEST(Work, IsThatOfTheLastCommit) {
  constexpr double kTolerance = 1.05;
  const std::string root = FLAGCENSUS_SOURCE_DIR;
  const std::string file = root + "/tests/growth/work.txt";
  std::map<std::string, double> before;
  std::ifstream list(file);
  std::string command, folder;
  for (double work = 0; list >> command >> folder >> work;) before[command + " " + folder] = work;
  const auto run = [&](const Measured& one) {
    std::vector<std::string> words = {one.command, root + "/" + one.folder, "--stats"};
    for (const std::string& language : AskedLanguageNames()) {
      words.insert(words.end(), {"--language", language});
    }
    RunOn(root + "/" + one.folder, std::move(words));
  };
  // The first run of a process also reads the program's own tables.
  run({"check", "fixtures/rules"});
  std::string now;
  for (const Measured& one : kMeasured) {
    const std::string name = std::string(one.command) + " " + one.folder;
    const uint64_t begin = WorkDone();
    run(one);
    const auto work = static_cast<double>(WorkDone() - begin);
    now += name + " " + std::to_string(static_cast<uint64_t>(work)) + "\n";
    if (std::getenv("FLAGCENSUS_RENEW") != nullptr) continue;
    ASSERT_TRUE(before.contains(name)) << name << " is not in " << file;
    EXPECT_LE(work / before[name], kTolerance) << name << ": more than before; see " << file;
    EXPECT_LE(before[name] / work, kTolerance) << name << ": less than before; see " << file;
  }
  if (std::getenv("FLAGCENSUS_RENEW") != nullptr) std::ofstream(file, std::ios::binary) << now;
}
#endif

const std::string kImport = "import os\n";
const std::string kRead = "X = os.getenv('APP_X')\n";
const std::string kTable = "# Environment variables\n\n| Variable | Default |\n| --- | --- |\n";

const Shape kShapes[] = {
    {"comments that name what is used", "m.py", 2000,
     [](size_t n) { return kImport + kRead + Repeat(n, "# X\n"); }},
    {"comments that name an accessor", "m.py", 2000,
     [](size_t n) { return kImport + Repeat(n, "# os.environ\n") + kRead; }},
    {"names", "m.py", 250,
     [](size_t n) { return kImport + Repeat(n, "V@ = os.getenv('APP_V@')\n"); }},
    {"reads in a function", "m.py", 250,
     [](size_t n) { return kImport + "def f():\n" + Repeat(n, "    v@ = os.getenv('APP_V@')\n"); }},
    {"reads into one local", "m.py", 250,
     [](size_t n) { return kImport + "def f():\n" + Repeat(n, "    v = os.getenv('APP_V@')\n"); }},
    {"names that hang on the next", "m.py", 1000,
     [](size_t n) { return kImport + Repeat(n, "V@ = V%\n") + "os.getenv(V0)\n"; }},
    {"wrappers around each other", "m.py", 200,
     [](size_t n) {
       return kImport + Repeat(n, "def w@(n): return w%(n) or os.getenv(n)\n") + "w0('APP_X')\n";
     }},
    {"wrappers that call the one before twice", "m.py", 300,
     [](size_t n) {
       return kImport + Repeat(n, "def w%(n): return w@(n + 'A') or w@(n + 'B')\n") +
              "def w0(n): return os.getenv(n)\n";
     }},
    {"properties that fall back on the one before", "m.py", 2000,
     [](size_t n) {
       return "import os\nclass C:\n @property\n def p0(self):\n  return os.getenv('APP_P')\n" +
              Repeat(n, " @property\n def p%(self):\n  return self.p@ or os.getenv('APP_P%')\n");
     }},
    {"methods", "m.py", 250,
     [](size_t n) {
       return kImport + "class A:\n    def __init__(self): pass\n" +
              Repeat(n, "    def f@(self): return os.getenv('APP_V@')\n");
     }},
    {"elif", "m.py", 400,
     [](size_t n) { return kImport + "if X: pass\n" + Repeat(n, "elif os.getenv('A@'): pass\n"); }},
    {"sum", "m.py", 300,
     [](size_t n) { return kImport + "x = ''" + Repeat(n, " + os.getenv('A@')") + "\n"; }},
    {"either", "m.py", 300,
     [](size_t n) { return kImport + "x = ''" + Repeat(n, " or os.getenv('A@')") + "\n"; }},
    {"list", "m.py", 700,
     [](size_t n) { return kImport + "x = [" + Repeat(n, "os.getenv('A@'), ") + "]\n"; }},
    {"nested calls", "m.py", 500,
     [](size_t n) {
       return kImport + "x = " + Repeat(n, "os.getenv(") + "'A'" + Repeat(n, ")") + "\n";
     }},
    {"subclasses that name what their base reads", "m.py", 100,
     [](size_t n) {
       return kImport + "class B:\n name = ''\n def read(self): return os.getenv(self.name)\n" +
              Repeat(n, "class C@(B):\n name = 'APP_C@'\n");
     }},
    {"rows of a table that a loop reads", "m.py", 240,
     [](size_t n) {
       return kImport + "T = {" + Repeat(n, "'ROW_@': '@',\n") +
              "}\nfor k, v in T.items():\n os.getenv(k, v)\n";
     }},
    {"alternatives of a name", "m.py", 100,
     [](size_t n) {
       return kImport + "def f(x):\n n = ''\n" + Repeat(n, " if x == @: n = 'ALT_@'\n") +
              " return os.getenv(n)\n";
     }},
    {"functions around functions", "m.py", 10,
     [](size_t n) {
       std::string text = kImport + "def f0(n): return os.getenv(n)\n";
       for (size_t i = 1; i <= n; ++i) {
         const std::string at = std::to_string(i);
         text += "def f" + at + "(n): return f" + std::to_string(i - 1) + "(n)\nf" + at + "('APP_" +
                 at + "')\n";
       }
       return text;
     }},
    {"lists in lists that call for themselves", "m.py", 100,
     [](size_t n) {
       return kImport +
              "def walk(t):\n for k in t:\n  if isinstance(k, list): walk(k)\n"
              "  else: os.getenv(k)\nwalk(" +
              Repeat(n, "['IN_@',") + Repeat(n, "]") + ")\n";
     }},
    {"functions that call a reader", "m.py", 250,
     [](size_t n) {
       return kImport + "def look(n): return os.getenv(n)\n" +
              Repeat(n, "def f@(): return look('APP_F@')\n");
     }},
    {"branches that no run takes", "m.py", 250,
     [](size_t n) {
       return kImport + "FAST = False\ndef look(n): return os.getenv(n)\n" +
              Repeat(n, "def f@():\n if FAST: return look('APP_F@')\n");
     }},
    {"options of a command", "m.py", 100,
     [](size_t n) {
       return "import click\n@click.command(context_settings={'auto_envvar_prefix': 'APP'})\n" +
              Repeat(n, "@click.option('--o@')\n") + "def main(**k): pass\n";
     }},
    {"commands of a group", "m.py", 100,
     [](size_t n) {
       return "import click\n@click.group(context_settings={'auto_envvar_prefix': 'APP'})\n"
              "def main(**k): pass\n" +
              Repeat(n, "@main.command()\n@click.option('--o')\ndef c@(o): pass\n");
     }},
    {"attributes of attributes", "m.py", 2000,
     [](size_t n) { return kImport + kRead + "y = a" + Repeat(n, ".X") + "\n"; }},
    {"items of with in parentheses", "m.py", 300,
     [](size_t n) {
       return kImport + "with (" + Repeat(n, "f(os.getenv('A@')) as v@, ") + "): pass\n";
     }},
    {"cases", "m.py", 300,
     [](size_t n) {
       return kImport + "match os.environ:\n" +
              Repeat(n, " case [1 | v@, *_] if os.getenv('A@'): pass\n");
     }},
    {"calls of match", "m.py", 300,
     [](size_t n) { return kImport + Repeat(n, "match(os.getenv('A@'))\n"); }},
    {"subjects", "m.py", 300,
     [](size_t n) {
       return kImport + "match " + Repeat(n, "os.getenv('A@'), ") + "1:\n case _: pass\n";
     }},
    {"brackets in an index", "m.py", 500,
     [](size_t n) {
       return kImport + "x = " + Repeat(n, "a[") + "os.getenv('A')" + Repeat(n, ":]") + "\n";
     }},
    {"open strings", "m.py", 2000, [](size_t n) { return Repeat(n, "os.getenv(\"\n"); }},
    // From here on what a call is used for is no longer looked at (CCallReader::kMaxStudied).
    {"open strings in C", "m.c", 4000, [](size_t n) { return Repeat(n, "getenv(\"\n"); }},
    {"nested calls in C", "m.c", 2000,
     [](size_t n) { return "void f() { x = " + Repeat(n, "getenv(") + Repeat(n, ")") + "; }\n"; }},
    {"nested blocks in C", "m.c", 2000,
     [](size_t n) { return "void f() " + Repeat(n, "{") + "getenv(\"A\");" + Repeat(n, "}"); }},
    {"names in C", "m.c", 250,
     [](size_t n) { return Repeat(n, "static const char* v@ = getenv(\"APP_V@\");\n"); }},
    {"conditions in C", "m.c", 500,
     [](size_t n) { return Repeat(n, "#if A@\n") + "char* x = getenv(\"A\");\n"; }},
    {"uses of a macro that hides a name in C", "m.c", 800,
     [](size_t n) { return kHider + "void f() {\n" + Repeat(n, "READ(A@);\n") + "}\n"; }},
    {"macros of macros that hide a name in C", "m.c", 100,
     [](size_t n) {
       return kHider + "#define M0 x READ(A)\n" + Repeat(n, "#define N% N@ N@ M0\n") +
              "void f() { N1; }\n";
     }},
    {"open brackets of a macro that hides a name in C", "m.c", 400,
     [](size_t n) { return kHider + "void f() {\n" + Repeat(n, "READ(") + "\n"; }},
    {"definitions by #if of a macro that hides a name in C", "m.c", 100,
     [](size_t n) {
       return kHider + Repeat(n, "#ifdef A@\n#define READ(n) getenv(TEXT_OF(B@_##n))\n#endif\n") +
              "void f() { READ(A); }\n";
     }},
    {"files that include each other beside a hidden name in C", "m.c", 30,
     [](size_t) { return kHider + "#include \"h0.h\"\nvoid f() { READ(A); }\n"; },
     [](const ScratchFolder& folder, size_t n) {
       for (size_t i = 0; i < n; ++i) {
         folder.Write("h" + std::to_string(i) + ".h", "#include \"h" + std::to_string((i + 1) % n) +
                                                          ".h\"\n#define H" + std::to_string(i) +
                                                          " 1\n");
       }
     }},
    {"look-ups of a member in C", "m.c", 150,
     [](size_t n) {
       return "void keep(struct e* e, char* name) { e->var = name; }\n" +
              Repeat(n,
                     "char* get@(char* name) { struct e* e = find(name); return getenv(e->var); "
                     "}\n") +
              "void f() { get0(\"A\"); }\n";
     }},
    {"keepers and look-ups in C", "m.c", 100,
     [](size_t n) {
       return Repeat(n,
                     "void keep@(struct e* e, char* name) { e->var = name; }\n"
                     "char* get@(char* name) { struct e* e = find(name); return getenv(e->var); "
                     "}\n") +
              "void f() { get0(\"A\"); }\n";
     }},
    {"keepers and look-ups by parameters of their own in C", "m.c", 100,
     [](size_t n) {
       return Repeat(n,
                     "void keep@(struct e* e, char* n@) { e->var = n@; }\n"
                     "char* get@(char* n@) { struct e* e = find(n@); return getenv(e->var); }\n") +
              "void f() { get0(\"A\"); }\n";
     }},
    {"methods of classes in C++", "m.cc", 100,
     [](size_t n) {
       return Repeat(n,
                     "struct C@ { C@(const char* n) : n_(n) {} char* Get() { return getenv(n_); "
                     "} const char* n_; };\nC@ c@(\"APP_V@\");\n");
     }},
    {"reads in defaults of reads in C++", "m.cc", 200,
     [](size_t n) {
       return "const char* Env(const char* name, const char* def) { char* t = getenv(name); return "
              "t ? t : def; }\nvoid f() {\n" +
              Repeat(n, "use(Env(\"APP_V@\", Env(\"APP_W@\", \"1\")));\n") + "}\n";
     }},
    {"tests in tests in C", "m.c", 25,
     [](size_t n) {
       return "void f(void) {\n" + Repeat(n, "if (getenv(\"APP_V@\")) {\n") + "g();" +
              Repeat(n, "}") + "}\n";
     }},
    {"else-ifs in C", "m.c", 50,
     [](size_t n) {
       return "int f(int x) {\nconst char* t = getenv(\"APP_V\");\nif (!t) return 1;\n" +
              Repeat(n, "else if (!strcmp(t, \"v@\")) x = @;\n") + "return x; }\n";
     }},
    {"functions that call a wrapper in C", "m.c", 150,
     [](size_t n) {
       return "int look(const char* n, int d) { char* t = getenv(n); return t ? atoi(t) : d; }\n" +
              Repeat(n, "int f@(void) { return look(\"APP_V@\", @); }\n");
     }},
    {"wrappers around each other in C", "m.c", 40,
     [](size_t n) {
       std::string text = "int w0(const char* n, int d) { return getenv(n) ? 2 : d; }\n";
       for (size_t i = 1; i <= n; ++i) {
         text += "int w" + std::to_string(i) + "(const char* n, int d) { return w" +
                 std::to_string(i - 1) + "(n, d); }\n";
       }
       return text + "int f(void) { return w" + std::to_string(n) + "(\"APP_X\", 1); }\n";
     }},
    {"rows of a table that a loop reads in C", "m.c", 60,
     [](size_t n) {
       return "struct row { const char* name; int value; };\nstatic struct row rows[] = {\n" +
              Repeat(n, "{\"ROW_@\", @},\n") +
              "};\nvoid f(void) { for (int i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {\n"
              "const char* t = getenv(rows[i].name); if (t) rows[i].value = atoi(t); } }\n";
     }},
    {"brackets around a read in C", "m.c", 200,
     [](size_t n) {
       return "int f(void) { return " + Repeat(n, "(1 + ") + "atoi(getenv(\"APP_X\"))" +
              Repeat(n, ")") + "; }\n";
     }},
    {"sum of reads in C", "m.c", 100,
     [](size_t n) {
       return "int f(void) { return 0" + Repeat(n, " + atoi(getenv(\"APP_V@\"))") + "; }\n";
     }},
    {"braces of initialisers in C", "m.c", 200,
     [](size_t n) {
       return "struct s v = " + Repeat(n, "{@, ") + "getenv(\"APP_X\")" + Repeat(n, "}") + ";\n";
     }},
    {"declarations with a word behind their parameters in C", "m.c", 300,
     [](size_t n) {
       return Repeat(n, "int g@(int) NOTHROW;\n") + "char* f(void) { return getenv(\"APP_X\"); }\n";
     }},
    {"uses of macros with texts between them in C", "m.c", 300,
     [](size_t n) {
       return Repeat(n, "X(@) \"t\"\n") + "char* f(void) { return getenv(\"APP_X\"); }\n";
     }},
    {"ignore rules and files", ".gitignore", 400,
     [](size_t n) { return Repeat(n, "name@\n*.end@\nstart@*\n*mid@*\n/src/@/name\n"); },
     [](const ScratchFolder& folder, size_t n) {
       folder.Write(".git/HEAD", "ref: refs/heads/main\n");
       for (size_t i = 0; i < n / 4; ++i) folder.Write("src/file" + std::to_string(i) + ".py", "");
     }},
    {"variables of a Compose file", "m.py", 250,
     [](size_t n) { return kImport + Repeat(n, "V@ = os.getenv('APP_V@', '@')\n"); },
     [](const ScratchFolder& folder, size_t n) {
       folder.Write("compose.yml", "services:\n  web:\n    build: .\n    environment:\n" +
                                       Repeat(n, "      APP_V@: \"@\"\n"));
     }},
    {"Compose files", "m.py", 250,
     [](size_t) { return kImport + Repeat(5, "V@ = os.getenv('APP_V@', '@')\n"); },
     [](const ScratchFolder& folder, size_t n) {
       for (size_t i = 0; i < n; ++i) {
         folder.Write("deploy/" + std::to_string(i) + "/compose.yml",
                      "services:\n  web:\n    build: ../..\n    environment:\n" +
                          Repeat(5, "      APP_V@: \"@\"\n") + "      APP_W" + std::to_string(i) +
                          ": \"1\"\n");
       }
     }},
    {"rows of a page", "environment.md", 500,
     [](size_t n) { return kTable + Repeat(n, "| `APP_V@` | `1` |\n"); }},
    {"rows of a page with the defaults of other variables", "environment.md", 2000,
     [](size_t n) { return kTable + Repeat(n, "| `APP_V@` | `APP_V%` |\n"); }},
    {"rows of one variable", "environment.md", 500,
     [](size_t n) { return kTable + Repeat(n, "| `APP_V1` | `@` |\n"); }},
    {"reads of one variable", "m.py", 250,
     [](size_t n) { return kImport + Repeat(n, "V@ = os.getenv('APP_X', '7')\n"); }},
    {"reads of one variable behind a test of it", "m.py", 250,
     [](size_t n) {
       return kImport + "def f():\n" +
              Repeat(n, "    if 'APP_X' in os.environ:\n        v@ = os.getenv('APP_X', '@')\n");
     }},
    {"reads and rows of one variable", "m.py", 250,
     [](size_t n) { return kImport + Repeat(n, "V@ = os.getenv('APP_X', '7')\n"); },
     [](const ScratchFolder& folder, size_t n) {
       folder.Write("environment.md", kTable + Repeat(n, "| `APP_X` | `8` |\n"));
     }},
    {"reads and rows of one variable, each with its own default", "m.py", 250,
     [](size_t n) { return kImport + Repeat(n, "V@ = os.getenv('APP_X', '@')\n"); },
     [](const ScratchFolder& folder, size_t n) {
       folder.Write("environment.md", kTable + Repeat(n, "| `APP_X` | `-@` |\n"));
     }},
};

// What many sites, names and pages cost the commands that write a page or an audit.
std::vector<Shape> ShapesOfCommands() {
  const std::vector<Shape> shapes = {
      {"reads on a line", "m.py", 250,
       [](size_t n) { return kImport + Repeat(n, "os.getenv('APP_V@'); ") + "\n"; }},
      {"reads of one variable on a line", "m.py", 250,
       [](size_t n) { return kImport + Repeat(n, "os.getenv('APP_V'); ") + "\n"; }},
      {"reads on lines", "m.py", 250,
       [](size_t n) { return kImport + Repeat(n, "V@ = os.getenv('APP_V@')\n"); }},
      {"reads in a list", "m.py", 250,
       [](size_t n) { return kImport + "x = [" + Repeat(n, "os.getenv('APP_V@'), ") + "]\n"; }},
      {"reads on a line in C", "m.c", 250,
       [](size_t n) { return "void f(void) { " + Repeat(n, "use(getenv(\"APP_V@\")); ") + "}\n"; }},
      {"reads on lines in C", "m.c", 500,
       [](size_t n) {
         return "void f(void) {\n" + Repeat(n, "  use(getenv(\"APP_V@\"));\n") + "}\n";
       }},
      {"names in a table", "m.py", 250,
       [](size_t n) {
         return kImport + "NAMES = {\n" + Repeat(n, "    'APP_V@': '@',\n") +
                "}\nfor name, value in NAMES.items():\n    os.getenv(name, value)\n";
       }},
      {"names in a table in C", "m.c", 250,
       [](size_t n) {
         return "struct row { const char* name; const char* value; } rows[] = {\n" +
                Repeat(n, "  {\"APP_V@\", \"@\"},\n") +
                "};\nvoid f(void) { for (int i = 0; i < 9; ++i) use(getenv(rows[i].name)); }\n";
       }},
      {"pages of one name",
       "m.py",
       100,
       [](size_t n) { return kImport + Repeat(n, "V@ = os.getenv('APP_V@')\n"); },
       [](const ScratchFolder& folder, size_t n) {
         for (size_t i = 0; i < n; ++i) {
           const std::string number = std::to_string(i);
           folder.Write("part" + number + "/README.md",
                        "# Environment variables\n\n- `APP_V" + number + "`: one\n");
         }
       },
       {"check"},
       true},
      {"samples", "m.py", 100,
       [](size_t n) { return kImport + Repeat(n, "V@ = os.getenv('APP_V@')\n"); },
       [](const ScratchFolder& folder, size_t n) {
         for (size_t i = 0; i < n; ++i)
           folder.Write("part" + std::to_string(i) + "/.env.example",
                        Repeat(10, "APP_V@=1\n") + "APP_V" + std::to_string(i) + "=2\n");
       }},
  };
  std::vector<Shape> out;
  for (const char* command : {"check", "docs", "audit"}) {
    for (Shape shape : shapes) {
      shape.command = {command};
      out.push_back(std::move(shape));
    }
  }
  // Only an audit looks for the uses of values in the text of a file.
  out.push_back({.what = "classes that no expression closes on a line",
                 .file = "m.jsx",
                 .least = 500,
                 .text =
                     [](size_t n) {
                       // Lines of usual length, so that the file does not count as minified.
                       return "const x = process.env.APP_X;\n" + Repeat(n, "//\n") +
                              "const y = <p>" + Repeat(n, "(/[") + "</p>;\n";
                     },
                 .command = {"audit"}});
  return out;
}

INSTANTIATE_TEST_SUITE_P(Shapes, Growth, testing::ValuesIn(kShapes));
INSTANTIATE_TEST_SUITE_P(Commands, Growth, testing::ValuesIn(ShapesOfCommands()));

}  // namespace
}  // namespace flagcensus
