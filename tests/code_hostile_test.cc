// Python sources made to hurt: each is read in bounded time and memory, and the plain access at its
// end, or beside it, is still found.
#include <gtest/gtest.h>

#include <algorithm>
#include <ostream>
#include <random>
#include <string>
#include <vector>

#include "analyzer/link/census.h"
#include "analyzer/project/walk_tree.h"
#include "analyzer/tree/tree.h"
#include "tests/census_of.h"
#include "tests/scratch_folder.h"
#include "tests/text.h"

namespace flagcensus {
namespace {

constexpr std::string_view kPlain = "\nimport os\nPLAIN = os.environ.get('APP_PLAIN', '1')\n";

std::vector<std::string> NamesIn(const ScratchFolder& folder) {
  WalkOptions options;
  options.root = folder.path();
  RunBudget budget(RunBudget::kSeconds, 4 * RunBudget::kBytes);  // sanitizers hold more memory
  ResolveOptions resolve;
  resolve.budget = &budget;
  std::vector<std::string> names;
  for (const Access& access :
       CollectAccesses(WalkTree({folder.path()}, options), resolve).accesses) {
    names.push_back(access.name.value_or("?"));
  }
  return names;
}

bool Finds(const ScratchFolder& folder, std::string_view name) {
  const std::vector<std::string> names = NamesIn(folder);
  return std::find(names.begin(), names.end(), name) != names.end();
}

struct HostileCode {
  const char* what;
  std::string (*make)();
  friend void PrintTo(const HostileCode& one, std::ostream* out) { *out << one.what; }
};

class PythonHostile : public testing::TestWithParam<HostileCode> {};

TEST_P(PythonHostile, ThePlainAccessIsFound) {
  const ScratchFolder folder;
  folder.Write("app.py", "import os\n" + GetParam().make() + std::string(kPlain));
  EXPECT_TRUE(Finds(folder, "APP_PLAIN"));
}

std::string NestedBlocks(std::string_view header, size_t depth) {
  std::string out;
  for (size_t i = 0; i < depth; ++i) out += std::string(i, ' ') + std::string(header) + "\n";
  return out + std::string(depth, ' ') + "os.environ.get('APP_DEEP')\n";
}

const HostileCode kHostileCode[] = {
    {"parentheses",
     [] { return "x = os.getenv(" + Repeat("(", 20000) + "'A'" + Repeat(")", 20000) + ")\n"; }},
    {"calls",
     [] { return "x = " + Repeat("os.getenv(", 5000) + "'A'" + Repeat(")", 5000) + "\n"; }},
    {"attributes", [] { return "x = os.environ" + Repeat(".a", 50000) + "\n"; }},
    {"additions", [] { return "x = os.getenv('A'" + Repeat(" + 'b'", 50000) + ")\n"; }},
    {"ifs", [] { return NestedBlocks("if x:", 500); }},
    {"functions", [] { return NestedBlocks("def f(x):", 300); }},
    {"classes", [] { return NestedBlocks("class C:", 300); }},
    {"loops",
     [] {
       // Eight nested loops over ten names each: a hundred million turns if they were taken.
       std::string out;
       for (int i = 0; i < 8; ++i) {
         out += std::string(static_cast<size_t>(i), ' ') + "for v" + std::to_string(i) +
                " in ('A','B','C','D','E','F','G','H','I','J'):\n";
       }
       return out + std::string(8, ' ') + "os.getenv(v0 + v1 + v2 + v3 + v4 + v5 + v6 + v7)\n";
     }},
    {"a list of half a million names",
     [] { return "NAMES = [" + Repeat("'A', ", 500000) + "]\nfor n in NAMES: os.getenv(n)\n"; }},
    {"a string of megabytes",
     [] { return "x = os.getenv('" + std::string(3900000, 'A') + "')\n"; }},
    {"a number of a million digits",
     [] { return "x = os.getenv('A', " + std::string(1000000, '9') + ")\n"; }},
    {"doubling strings",
     [] { return "a = 'A'\n" + Repeat("a = a + a\n", 200) + "os.getenv(a)\n"; }},
    {"doubling lists",
     [] { return "a = ['A', 'B']\n" + Repeat("a = a + a\n", 60) + "[os.getenv(n) for n in a]\n"; }},
    {"doubling names of unknown parts",
     [] {
       return "def f(n):\n" + Repeat("    n = n + n\n", 200) + "    return os.getenv(n)\nf('A')\n";
     }},
    {"doubling texts of unknown parts",
     [] {
       return "def f(n):\n" + Repeat("    n = f'{n}_{n}'\n", 200) +
              "    return os.getenv(n)\nf('A')\n";
     }},
    {"doubling conditions",
     [] {
       return "def f(n, m):\n" + Repeat("    n = n if n == m else m if m else n\n", 100) +
              "    return os.getenv(n)\nf('A', 'B')\n";
     }},
    {"powers", [] { return std::string("x = os.getenv('A', 9 ** 9 ** 9 ** 9)\n"); }},
    {"repetition", [] { return std::string("os.getenv('A' * 10 ** 12)\n"); }},
    {"itself", [] { return std::string("def f(n): return f(n) or os.getenv(n)\nf('A')\n"); }},
    {"each other",
     [] {
       return std::string("def f(n): return g(n)\ndef g(n): os.getenv(n); return f(n)\nf('A')\n");
     }},
    {"growing names",
     [] { return std::string("def f(n): os.getenv(n); return f(n + 'x')\nf('A')\n"); }},
    {"a chain of wrappers",
     [] {
       std::string out = "def w0(n): return os.getenv(n)\n";
       for (int i = 1; i < 500; ++i) {
         out += "def w" + std::to_string(i) + "(n): return w" + std::to_string(i - 1) + "(n)\n";
       }
       return out + "w499('A')\n";
     }},
    {"a fan of wrappers",
     [] {
       // Each calls the one before twice: two to the fortieth sites if all were made.
       std::string out = "def w0(n): return os.getenv(n)\n";
       for (int i = 1; i < 40; ++i) {
         const std::string before = "w" + std::to_string(i - 1);
         out += "def w" + std::to_string(i) + "(n): " + before + "(n + 'a'); " + before +
                "(n + 'b')\n";
       }
       return out + "w39('A')\n";
     }},
    {"a class that is its own base",
     [] {
       return std::string("class A(A): pass\nclass B(C): pass\nclass C(B): pass\nC().x('A')\n");
     }},
    {"lambdas in lambdas", [] { return "f = " + Repeat("lambda n: ", 2000) + "os.getenv(n)\n"; }},
    {"dictionaries in dictionaries",
     [] { return "d = " + Repeat("{'a': ", 3000) + "os.environ" + Repeat("}", 3000) + "\n"; }},
    {"formats in formats",
     [] { return "x = os.getenv(" + Repeat("f'{", 200) + "1" + Repeat("}'", 200) + ")\n"; }},
    {"tabs and spaces mixed",
     [] {
       return std::string("if x:\n\tos.getenv('A')\n        os.getenv('B')\n  os.getenv('C')\n");
     }},
    {"decorators", [] { return Repeat("@os.getenv('A')\n", 20000) + "def f(): pass\n"; }},
    {"nulls and controls",
     [] { return std::string("x = '\x01\x02\x7f'\nos.getenv('A\x1b[31m')\n"); }},
    {"broken encoding", [] { return std::string("x = '\xff\xfe\xc0'\nos.getenv('\xff')\n"); }},
};

INSTANTIATE_TEST_SUITE_P(Sources, PythonHostile, testing::ValuesIn(kHostileCode),
                         [](const testing::TestParamInfo<HostileCode>& one) {
                           std::string name = one.param.what;
                           std::replace(name.begin(), name.end(), ' ', '_');
                           return name;
                         });

TEST(PythonHostileTree, ModulesThatImportThemselvesAndEachOther) {
  const ScratchFolder folder;
  folder.Write("me.py",
               "import me\nfrom me import *\nfrom me import x as y\nimport os\n"
               "os.getenv(me.x); os.getenv(y)\n");
  folder.Write("a.py", "from b import *\nfrom b import n\nimport os\nos.getenv(n)\n");
  folder.Write("b.py", "from a import *\nfrom a import n\nimport os\nos.getenv(n)\n");
  folder.Write("plain.py", kPlain);
  EXPECT_TRUE(Finds(folder, "APP_PLAIN"));
}

// The grammar reads a run of joined lines again from each of them.
TEST(PythonHostileTree, AFileThatTakesTooLongIsLeftOutAndNamed) {
  const ScratchFolder folder;
  // Only what the direct parser does not know goes to the grammar.
  folder.Write("slow.py", "print 'a'\nimport os\nmatch x:\n  case \\\n" + Repeat("\\\n", 100000) +
                              "os.getenv('A')\n");
  folder.Write("plain.py", kPlain);
  WalkOptions options;
  options.root = folder.path();
  const Census census = CollectAccesses(WalkTree({folder.path()}, options), {});
  ASSERT_EQ(census.accesses.size(), 1u);
  EXPECT_EQ(census.accesses[0].name, "APP_PLAIN");
  ASSERT_EQ(census.diagnostics.size(), 1u);
  EXPECT_EQ(census.diagnostics[0].kind, "parse-limit");
  EXPECT_EQ(census.diagnostics[0].place.file, "slow.py");
}

TEST(PythonHostileTree, RandomBytesAndCutFilesDoNoHarm) {
  const ScratchFolder folder;
  std::mt19937 random(7);
  const std::string pieces[] = {
      "os.environ", "[",  "]",        "(",    ")",    "'A'", "\"\"\"", "def f(x):", "\n",
      "\n  ",       "=",  "lambda",   "for ", " in ", "{",   "}",      "import os", "f'{",
      "#",          "\\", "class C:", "@",    "if x", ":",   ".get",   "getenv"};
  for (int i = 0; i < 200; ++i) {
    std::string text;
    for (int n = 0; n < 200; ++n) text += pieces[random() % std::size(pieces)];
    folder.Write("m" + std::to_string(i) + ".py", text);
  }
  const std::string whole =
      "import os\ndef w(n, d=None):\n    return os.environ.get(n, d)\n"
      "class C:\n    x = w('APP_X', f'{1}')\n";
  for (size_t end = 0; end < whole.size(); ++end) {
    folder.Write("cut" + std::to_string(end) + ".py", whole.substr(0, end));
  }
  folder.Write("plain.py", kPlain);
  EXPECT_TRUE(Finds(folder, "APP_PLAIN"));
}

TEST(HostileCode, ADeclarationThatBeginsTheFileIsInNoTest) {
  const Census census = CensusOf("a.c", "char *x = getenv(\"APP_FIRST\"))");
  ASSERT_EQ(census.accesses.size(), 1U);
  EXPECT_EQ(census.accesses[0].name, "APP_FIRST");
}

}  // namespace
}  // namespace flagcensus
