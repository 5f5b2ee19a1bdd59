// The direct parser against tree-sitter's tree and its lowering: the same nodes, or none at all.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "analyzer/python/direct/parser.h"
#include "analyzer/python/lower.h"
#include "analyzer/python/tree.h"
#include "tests/paths.h"
#include "tests/scratch_folder.h"
#include "tests/syntax_difference.h"

namespace flagcensus {
namespace {

namespace fs = std::filesystem;

bool Keep(uint32_t begin, uint32_t) { return begin % 2 == 0; }

std::optional<Syntax> Direct(std::string_view text) { return ParseDirectly(text, Keep); }

// None where the grammar finds an error.
std::optional<Syntax> ByGrammar(std::string_view text) {
  const PythonTree parsed = ParsePythonTree(text);
  if (parsed.tree == nullptr) return std::nullopt;
  const TSNode root = ts_tree_root_node(parsed.tree.get());
  if (ts_node_has_error(root)) return std::nullopt;
  return LowerPython(root, text, Keep);
}

// Whether it was parsed directly; what the grammar makes of it must then be the same.
bool ParsesTheSame(std::string_view text, const std::string& name) {
  const std::optional<Syntax> direct = Direct(text);
  if (!direct) return false;
  const std::optional<Syntax> grammar = ByGrammar(text);
  if (!grammar) return true;  // Python that the grammar does not know
  EXPECT_TRUE(grammar->cuts.empty()) << name;
  EXPECT_EQ(Difference(*grammar, grammar->root, *direct, direct->root), "") << name;
  return true;
}

// How many of the Python files below `root` there are, and how many of them were parsed directly.
std::pair<size_t, size_t> CompareBelow(const fs::path& root) {
  size_t files = 0;
  size_t direct = 0;
  for (const auto& entry :
       fs::recursive_directory_iterator(root, fs::directory_options::skip_permission_denied)) {
    if (entry.path().extension() != ".py" || !entry.is_regular_file()) continue;
    ++files;
    direct += ParsesTheSame(ReadText(entry.path()), entry.path().string()) ? 1 : 0;
  }
  return {files, direct};
}

TEST(DirectParser, MakesTheGrammarsNodesOfEveryFixture) {
  const auto [files, direct] = CompareBelow(fs::path(FLAGCENSUS_SOURCE_DIR) / "fixtures");
  EXPECT_GT(files, 100U);
  EXPECT_GT(direct * 10, files * 8) << direct << " of " << files;
  // Real code, where somebody names a tree of it.
  if (const char* const tree = std::getenv("FLAGCENSUS_SYNTAX_TREE")) CompareBelow(tree);
}

TEST(DirectParser, TakesTheCommonSyntax) {
  const std::vector<std::string> texts = {
      "x = 1\n",
      "x = 1",
      "# only\nx = 1  # behind\n# after\n",
      "\xEF\xBB\xBFx = 1\r\ny = 2\r\n",
      "a = b = c, d\n",
      "a, (b, [c, *d]) = e\n",
      "a += 1; b -= 2;\n",
      "x: int\ny: List[int] = []\nz: Dict[str, List[int]] | None = None\nw: None | dict[str, "
      "int]\n",
      "x = a or b and not c == d < e is not f not in g\n",
      "x = a + b * c ** -d ** e // f % g - h << i | j & k ^ l\n",
      "x = -a.b[c](d)\ny = ~a ** b\n",
      "x = a if b else c if d else e\n",
      "f = lambda: 0\ng = lambda a, *b, c=1, **d: a if b else c\n",
      "f(a, *b, c=d, **e)\nf(x for x in y if z)\nf((yield), (a := b))\n",
      "x = [a for b, c in d if e if f for g in h]\n",
      "x = {a: b for c in d}\ny = {a for b in c}\nz = {**a, 'b': c, **d}\nw = {1, *a}\n",
      "x = a[b], a[b:c], a[:], a[::d], a[b, c:d], a[{'x': 1}['x']]\n",
      "x = 'a' \"b\" '''c\nd''' r'\\d' b'\\x00' u'\\u1234'\n",
      "x = f'a{b}c{{d}}{e!r:>{f}}{g=}' f'plain {{}}' 'plain'\ny = f'{a[\"b\"]}{c, d}'\n",
      "x = f'''a\n{b\n+ c}\n{d:%Y}'''\n",
      "x = 0x1F, 0o17, 0b11, 1_000, 1.5, .5, 1e-3, 2j, 1., 3.e4\n",
      "x = (a)\ny = ()\nz = (a,)\nw = ((a))\nv = ...\n",
      "x = a.b \\\n  .c\n",
      "if a:\n  b\nelif c:\n  d\nelif e:\n  f\nelse:\n  g\n",
      "if a: b\nelse: c; d\n",
      "for a, b in c, d:\n\te\n\tcontinue\nelse:\n\tbreak\n",
      "while a:\n    b\n    # own\n\n    # too\n# not\nelse:\n    c\n",
      "try:\n  a\nexcept B:\n  c\nexcept (D, E) as e:\n  f\nexcept:\n  g\nelse:\n  h\nfinally:\n  "
      "i\n",
      "with a as b, c() as (d, e), f:\n  g\nwith (a or b) as c: pass\n",
      "@a\n# between\n@b.c(d)\nclass E(F, metaclass=G):\n  '''h'''\n  i = 1\n",
      "def f(a, b: int, /, *, c=1, d: str = 'x') -> List[int]:\n  return a\n",
      "def f(*a, **b): yield a; yield from b; x = yield\n",
      "async def f():\n  async with a: await b\n  async for c in d: pass\n  return [e async for e "
      "in f]\n",
      "import a, b.c as d\nfrom . import e\nfrom .f.g import (h as i, j,)\nfrom k import *\n",
      "from __future__ import annotations\n",
      "global a\ndel a, b[c]\nassert a, b\nraise\nraise a from b\nreturn\n",
      "print(a)\nprint = log\nx = [print]\nmatch = 1\nmatch.group(1)\ntype(x)\n",
      "x = [*a.b(c), *d[e]]\ny = f, *g.h[1:]\nz = {*a | b.c, *(d or e)}\nw = (*a.b, c)\n",
      "return a, *b.c\nfor a in b, *c.d(): pass\nprint(*a.b, *c[d], e)\nf(*a.b(c), d)\n",
      "x = r'\\\\' + rb'\\'' + r'\\\\' 'b' + r'a\\\\'\ny = rf'{a}\\\\' rf'b{c}\\'' 'd'\n",
      "class A:\n  def f(self):\n    if a:\n      b\n      # deep\n    # middle\n  # shallow\n  c "
      "= 1\n",
  };
  for (const std::string& text : texts) EXPECT_TRUE(ParsesTheSame(text, text)) << text;
}

TEST(DirectParser, LeavesTheRestToTheGrammar) {
  const std::vector<std::string> texts = {
      "print 'a'\n",
      "exec code\n",
      "match x:\n  case 1:\n    pass\n",
      "type X = int\n",
      "def f[T](a): pass\n",
      "x = 10L\n",
      "x <> y\n",
      "x = `a`\n",
      "x = t'a'\n",
      "x = \n",
      "x = (a\n",
      "if a:\nb\n",
      "if a:\n    b\n  c\n",
      "  x = 1\n",
      "x = 'a\n",
      "x = f'{a'\n",
      "x = a b\n",
      "except A, e:\n",
      "n\xC3\xA4me = 1\n",
      "x = 1\0\n",
      "",
      "# nothing\n" + std::string(),
      std::string(500, '(') + std::string(500, ')') + "\n",
      "x = " + std::string(200, '-') + "1\n",
  };
  size_t left = 0;
  for (const std::string& text : texts) left += ParsesTheSame(text, text) ? 0 : 1;
  EXPECT_GE(left, texts.size() - 2);
}

// A chain, a literal and a nesting as long as LowerPython cuts them are none of ours.
TEST(DirectParser, LeavesWhatIsCutToTheLowering) {
  std::string chain = "x = a";
  for (int i = 0; i < 300; ++i) chain += ".b()";
  EXPECT_FALSE(Direct(chain + "\n"));
  std::string list = "x = [";
  for (int i = 0; i < 6000; ++i) list += "1,";
  EXPECT_FALSE(Direct(list + "]\n"));
  std::string nested = "x = ";
  for (int i = 0; i < 100; ++i) nested += "f(";
  EXPECT_FALSE(Direct(nested + std::string(100, ')') + "\n"));
}

TEST(DirectParser, SaysWhereItStopped) {
  uint32_t row = 0;
  EXPECT_FALSE(ParseDirectly("a = 1\nb = 2\nprint c\n", Keep, {}, &row));
  EXPECT_EQ(row, 2U);
}

TEST(DirectParser, TellsTheRowsOfTheSource) {
  const std::vector<uint32_t> rows = {4, 9};
  const std::optional<Syntax> syntax = ParseDirectly("a = 1\nb = 2", Keep, rows);
  ASSERT_TRUE(syntax);
  EXPECT_EQ((*syntax)[syntax->child(syntax->root, 0)].line, 5U);
  EXPECT_EQ((*syntax)[syntax->child(syntax->root, 1)].line, 10U);
}

}  // namespace
}  // namespace flagcensus
