// The direct parser against tree-sitter's tree and its lowering: the same nodes, or none at all.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "analyzer/python/direct/parser.h"
#include "analyzer/python/lower.h"
#include "analyzer/python/node.h"
#include "analyzer/python/tree.h"
#include "tests/paths.h"
#include "tests/scratch_folder.h"
#include "tests/syntax_difference.h"

namespace flagcensus {
namespace {

namespace fs = std::filesystem;

std::optional<Syntax> Direct(std::string_view text) { return ParseDirectly(text); }

// None where the grammar finds an error, or something else than stands there.
std::optional<Syntax> ByGrammar(std::string_view text) {
  const PythonTree parsed = ParsePythonTree(text);
  if (parsed.tree == nullptr) return std::nullopt;
  const TSNode root = ts_tree_root_node(parsed.tree.get());
  if (ts_node_has_error(root) || IsMisread(root)) return std::nullopt;
  return LowerPython(root, text);
}

// Whether it was parsed directly; what the grammar makes of it must then be the same.
bool ParsesTheSame(std::string_view text, const std::string& name) {
  const std::optional<Syntax> direct = Direct(text);
  if (!direct) return false;
  const std::optional<Syntax> grammar = ByGrammar(text);
  if (!grammar) return true;  // Python that the grammar does not know, or knows otherwise
  EXPECT_EQ(grammar->cuts.size(), direct->cuts.size()) << name;
  for (size_t i = 0; i < std::min(grammar->cuts.size(), direct->cuts.size()); ++i) {
    EXPECT_EQ(grammar->cuts[i].begin, direct->cuts[i].begin) << name;
    EXPECT_STREQ(grammar->cuts[i].what, direct->cuts[i].what) << name;
  }
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
  const auto [files, direct] = CompareBelow(fs::path(kRoot) / "fixtures");
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

TEST(DirectParser, TakesItemsInParentheses) {
  const std::vector<std::string> texts = {
      "with (a as b): pass\n",
      "with (a as b, c as d): pass\n",
      "with (a, b): pass\n",
      "with (a, b,): pass\n",
      "with (a): pass\n",
      "with (a,): pass\n",
      "with (a as b,): pass\n",
      "with (a() as b, c): pass\n",
      "with (a, b) as c: pass\n",
      "with (a), (b): pass\n",
      "with (a if b else c as d): pass\n",
      "with (a if b else c as d, e): pass\n",
      "with a if b else c as d: pass\n",
      "with (a := b): pass\n",
      "with (a as (b, c), d as e.f, g as h[i]): pass\n",
      "with (a and b as c): pass\n",
      "with (not a as c): pass\n",
      "with (lambda: a as c): pass\n",
      "with ((a, b)): pass\n",
      "with ((a, b), c): pass\n",
      "with (a for b in c) as d, e: pass\n",
      "with (a as b, c as [d, e]): pass\n",
      "with a as [d, e]: pass\n",
      "with (open(x)) as f: pass\n",
      "with a as b, (c): pass\n",
  };
  for (const std::string& text : texts) EXPECT_TRUE(ParsesTheSame(text, text)) << text;
}

TEST(DirectParser, TakesMatchStatements) {
  const std::vector<std::string> texts = {
      "match x:\n    case 1: pass\n    case -1.5: pass\n    case 1+2j | -3-4j: pass\n    case "
      "\"a\" \"b\": pass\n    case f.g: pass\n    case y: pass\n",
      "match x, y:\n    case (a, b) if a: pass\n    case [c, *d]: pass\n    case {\"k\": e, "
      "**rest}: pass\n    case P(f, x=g, y=Q(h)): pass\n    case (P() | R()) as i: pass\n    case "
      "P(x=1) as j: pass\n    case *k, l: pass\n    case a.b(): pass\n    case {a.b: m, -1: n}: "
      "pass\n    case _: pass\n",
      "match x:\n    case (a): pass\n    case (a,): pass\n    case (): pass\n    case []: pass\n   "
      " case {}: pass\n    case (1 | 2 as b): pass\n    case None | True: pass\n    case P(x=(a, "
      "b)): pass\n    case P(x=1 as c): pass\n    case [1 as d, P(e)]: pass\n    case P(x=y | z): "
      "pass\n    case P(x=y as w): pass\n",
      "match x:\n    # first\n    case 1:\n        a\n        # in a\n    # in match\n    case 2 "
      "if b(c) and d:\n        e\n        # deep\n    # mid\n# after\nf\n",
      "match (x):\n    case 1: pass\n",
      "match *x, y:\n    case 1: pass\n",
      "match x,:\n    case 1: pass\n",
      "match -x:\n    case 1: pass\n",
      "match [a, b]:\n    case 1: pass\n",
      "match match:\n    case match: pass\n",
      "match x:\n    case case: pass\n",
      "match x:\n    case type(): pass\n    case print: pass\n    case match.a: pass\n    case "
      "type.a(b): pass\n    case type: pass\n",
      "match not x:\n    case 1: pass\n",
      "match lambda: x:\n    case 1: pass\n",
      "match x := y:\n    case 1: pass\n",
      "match await x:\n    case 1: pass\n",
      "match {}:\n    case 1: pass\n",
      "match \"a\":\n    case 1: pass\n",
      "match(x)\nmatch[x]\nmatch[x]: int = 3\nmatch -x\nmatch *x\nmatch in x\nmatch\nmatch: "
      "Callable\nmatch.x\nmatch, y = z\nmatch += 1\nmatch = 1\nmatch if x else y\nmatch is "
      "None\nmatch @ x\nmatch[a:b]\nmatch(x)[a:b].c\nmatch(lambda: x)\n",
      "class A:\n    match: Callable[[Any], bool]\n",
      "if a:\n    match x:\n        case 1: pass\n# c\nb\n",
      "match x:\n    case 1:\n        pass\n\n# c\n",
      "match x:\n    case 1: pass\n    # end\n\ny\n",
      "match x:\n    case \"a\" | None as b if c: pass\n    case \"a\", True: pass\n    case \"a\" "
      "| "
      "_: pass\n    case (\"a\" | \"b\"): pass\n    case \"a\" | 1: pass\n    case False: pass\n",
      "match x:\n    case \"a\":\n        match y:\n            case \"b\": pass\n            case "
      "z: pass\n    case \"c\" | \"d\" \"e\": pass\n",
  };
  for (const std::string& text : texts) EXPECT_TRUE(ParsesTheSame(text, text)) << text;
}

TEST(DirectParser, TakesNewerSyntax) {
  const std::vector<std::string> texts = {
      "x = f\"{a:#x} b\"\n",
      "x = f\"{a:#x}\"\n",
      "x = f\"{a:`#x}. b\"\n",
      "x = f\"{a:{w}.{p}f}\"\n",
      "x = f\"{a:>#{w}x}c\"\n",
      "x = f\"{a!r:#x}{b:#o}\" f\"{c:#}\"\n",
      "x = f\"\"\"{a:#x}\n{b:x}\"\"\"\n",
      "x = f\"\\N{EN DASH}{a}\"\n",
      "x = f\"\"\"\\\n {a}\"\"\"\n",
      "x[*a]\n",
      "x[*a.b, c]\n",
      "x[*a, :]\n",
      "x[*a] = y\n",
      "x = y if print else exec\n",
      "for exec in a: pass\n",
      "exec = a\n",
      "print, a = b\n",
      "(a) = b\n",
      "a = (b) = c\n",
      "for (a) in b: pass\n",
      "for ((a), b) in c: pass\n",
      "(a), b = c\n",
      "try: a\nexcept* B as c: d\n",
      "try: a\nexcept *B: d\n",
      "x[lambda a: b, c]\n",
      "x[lambda a: b]\n",
      "x[lambda: a : b]\n",
      "x = [lambda a: b for c in d]\n",
      "x = [c for d in (lambda: e, f) if g]\n",
      "def f[T: int, **P, *Ts](a: T) -> T: pass\n",
      "class A[T](B): pass\n",
      "class A[T = int]: pass\n",
      "type X = int | str\n",
      "type X[T] = list[T]\n",
      "if a:\n  type X = int\n",
      "x: list[lambda: a] = b\n",
      "x = a if b else lambda: c\n",
      "type (a).b = c\n",
      "type(a).b = c\n",
      "type(a).b.c = d\n",
      "type(a)[0] = c\n",
      "with (\n   a as b  # c\n   # d\n   ,\n   e,\n): # f\n  pass\n",
      "async with (a as b, c): pass\n",
      "[a for (b) in c]\n",
      "f(a)(b for c in d)\n",
      "x = {**a}\n",
      "x = {*a}\n",
      "print(*a, sep=\"\") ; exec(\"a\")\n",
      "del (a), [b]\n",
      "x = f\"{a!r}\" f\"{b=}\" f\"{c=!r:>{d}}\"\n",
      "x = f\"{a:{b:{c}}}\"\n",
      "x = f'{a['b']}'\n",
      "x = f\"{'a' 'b'}\"\n",
      "x = f\"{ {1: 2}[1] }\"\n",
      "x = f\"{lambda: 1}\"\n",
      "x = f\"{a:%H:%M}\"\n",
      "x = f\"{*a,}\"\n",
      "x = rf\"\\N{a}\"\n",
      "f\"{a}\" if b else c\n",
      "x = \"a\" f\"{b}\" \"c\"\n",
      "lambda *, a: b\n",
      "lambda a, /, b: c\n",
      "lambda **k: k\n",
      "x[(a)]\n",
      "x = f\"{a:{b:{c}}}\" f\"{d!r:{e!s:>{f}}x}y\"\n",
      "m\xC3\xA4 = f(\xD1\x84)\n",
      "\n",
      "\n\n  ",
      "def f[T = int](a): pass\n",
      "x[*(a, b)]\n",
  };
  for (const std::string& text : texts) EXPECT_TRUE(ParsesTheSame(text, text)) << text;
}

// What the grammar has otherwise, as the language means it.
TEST(DirectParser, AssignsToMembersOfATypeThatIsAskedFor) {
  const std::optional<Syntax> syntax = Direct("type(a).b = c\n");
  ASSERT_TRUE(syntax);
  const NodeId statement = syntax->child(syntax->root, 0);
  ASSERT_EQ(syntax->kind(statement), NodeKind::kAssign);
  const NodeId target = syntax->child(statement, 1);
  EXPECT_EQ(syntax->kind(target), NodeKind::kAttribute);
  EXPECT_EQ(syntax->kind(syntax->child(target, 0)), NodeKind::kCall);
}

TEST(DirectParser, LeavesTheRestToTheGrammar) {
  const std::vector<std::string> texts = {
      "print 'a'\n",
      "exec code\n",
      "with (yield): pass\n",
      "with (yield a): pass\n",
      "with (a := b, c): pass\n",
      "with (a := b as c): pass\n",
      "with (a as *b, d as e): pass\n",
      "with (a for a in b): pass\n",
      "with (*a, b): pass\n",
      "with (): pass\n",
      "with ((a as b), c): pass\n",
      "exec[a]\n",
      "print[a]\n",
      "def f(a: \"x\" = 1, *b: *c): pass\n",
      "x: list[*a] = b\n",
      "x = a or lambda: c\n",
      "def f(*b: *c): pass\n",
      "x: list[a].b = c\n",
      "def f(a: b[c].d, e: f[g] | None): pass\n",
      "x = a or lambda: c\n",
      "x = a or lambda: c, d\n",
      "x = a and lambda: c or d\n",
      "x = not lambda: c\n",
      "(a): int = 1\n",
      "[a] += b\n",
      "(a) += b\n",
      "(a).b += c\n",
      "[a][0] += b\n",
      "(a): b\n",
      "(a).b: c = d\n",
      "x = 1if y else 2\n",
      "[x for y in *a, b]\n",
      "x = [a for b in c, d]\n",
      "x = await a ** b\n",
      "x = a if b else yield\n",
      "x = f\"{a:{{}}}\"\n",
      "x = f\"{x:\\n}\"\n",
      "x = f\"{a!s:\\x41}\"\n",
      "x = f\"{a # c\n}\"\n",
      "try: a\nexcept A, B: c\n",
      "x = f'''{a:{b\n}}{c}'''\n",
      "match x:\n  case f'a':\n    pass\n",
      "match x:\n  case {a: 1}:\n    pass\n",
      "match x:\n  case +1:\n    pass\n",
      "match x:\n  pass\n",
      "match x:\n",
      "match:\n  case 1: pass\n",
      "def f[](a): pass\n",
      "type X\n",
      "x = f'\\N{a'\n",
      "\xC2\xB5 = 1\n",
      "\xE2\x82\xAC = 1\n",
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
      std::string("x = 1\0\n", 7),
      std::string(500, '(') + std::string(500, ')') + "\n",
      "x = " + std::string(200, '-') + "1\n",
  };
  for (const std::string& text : texts) EXPECT_FALSE(Direct(text)) << text;
}

TEST(DirectParser, GivesAConditionToTheNameBeforeIt) {
  for (const std::string text :
       {"x = (y := a if b else c)\n", "x = [(y := a if b else c), d]\n", "(y := lambda: a)\n"}) {
    const std::optional<Syntax> syntax = Direct(text);
    ASSERT_TRUE(syntax) << text;
    size_t names = 0;
    for (NodeId id = 0; id < syntax->nodes.size(); ++id) {
      if (syntax->kind(id) != NodeKind::kWalrus) continue;
      ++names;
      EXPECT_EQ(syntax->text(syntax->child(id, 0)), "y") << text;
      const NodeKind value = syntax->kind(syntax->child(id, 1));
      EXPECT_TRUE(value == NodeKind::kConditional || value == NodeKind::kLambda) << text;
    }
    EXPECT_EQ(names, 1U) << text;
  }
}

TEST(DirectParser, TakesLongLiteralsAndManyArms) {
  for (const std::string open : {"[", "(", "{"}) {
    const std::string close = open == "[" ? "]" : open == "(" ? ")" : "}";
    std::string text = "x = " + open;
    for (int i = 0; i < 6000; ++i) text += i % 1000 == 7 ? "f(a)," : "(1, 'a', -2),";
    text += close + "\n";
    EXPECT_TRUE(ParsesTheSame(text, open));
  }
  std::string pairs = "x = {";
  for (int i = 0; i < 6000; ++i) pairs += i % 1000 == 7 ? "f(a): 1, 'b': {c: g()}," : "'a': [1],";
  EXPECT_TRUE(ParsesTheSame(pairs + "}\n", "pairs"));
  for (const int arms : {40, 99, 100, 101, 250}) {
    std::string text = "if a:\n  b\n";
    for (int i = 0; i < arms; ++i) text += "elif c == " + std::to_string(i) + ":\n  d\n";
    EXPECT_TRUE(ParsesTheSame(text, std::to_string(arms)));
    EXPECT_TRUE(ParsesTheSame(text + "else:\n  e\n", std::to_string(arms)));
  }
}

// The statements of a text with an error, as source.
std::string Recovered(std::string_view text, uint32_t line) {
  std::optional<uint32_t> error;
  const std::optional<Syntax> syntax = ParseWithErrors(text, &error);
  if (!syntax || !error) return "stopped";
  EXPECT_EQ(syntax->LineOf(*error), line) << text;
  std::string out;
  for (NodeId id = 0; id < syntax->nodes.size(); ++id) {
    if (syntax->kind(id) != NodeKind::kExpression) continue;
    out += Unparse(*syntax, syntax->child(id, 0)) + ";";
  }
  return out;
}

TEST(DirectParser, GoesOnBehindAnError) {
  EXPECT_EQ(Recovered("a\nb c\nd\n", 2), "a;b;d;");
  EXPECT_EQ(Recovered("a\nx = (b\nc\nd\n", 3), "a;x;b;c;d;");
  EXPECT_EQ(Recovered("f(a, k=b, c d)\ne\n", 1), "f;a;b;c;e;");
  EXPECT_EQ(Recovered("def f():\n  a b\n  c\nd\n", 2), "a;c;d;");
  EXPECT_EQ(Recovered("if a b:\n  c\nd\n", 1), "a;c;d;");
  EXPECT_EQ(Recovered("a\n  b\n  c\nd\n", 2), "a;b;c;d;");
  EXPECT_EQ(Recovered("if a:\n    b\n  c\nd\n", 3), "b;c;d;");
  EXPECT_EQ(Recovered("if a:\nb\n", 2), "b;");
  EXPECT_EQ(Recovered("x = 'a\nb\n", 1), "x;b;");
  EXPECT_EQ(Recovered("x = \nb\n", 1), "x;b;");
  EXPECT_EQ(Recovered("{% if a %}\nb\n{% endif %}\n", 1), "b;");
  EXPECT_EQ(Recovered("x = [\n  f(a),\n  b c,\n]\nd\n", 3), "x;f(a);b;d;");
  EXPECT_EQ(Recovered("try:\n  a\nelse b:\n  c\nd\n", 3), "a;c;d;");
  EXPECT_EQ(Recovered("x = $a\nb\n", 1), "x;b;");
}

TEST(DirectParser, StopsAtManyErrors) {
  std::string text;
  for (int i = 0; i < 200; ++i) text += "a b\n";
  EXPECT_EQ(Recovered(text, 1), "stopped");
}

// A chain and a nesting as long as LowerPython cuts them are none of ours.
TEST(DirectParser, LeavesWhatIsCutToTheLowering) {
  std::string chain = "x = a";
  for (int i = 0; i < 300; ++i) chain += ".b()";
  EXPECT_FALSE(Direct(chain + "\n"));
  std::string nested = "x = ";
  for (int i = 0; i < 100; ++i) nested += "f(";
  EXPECT_FALSE(Direct(nested + std::string(100, ')') + "\n"));
  const std::string deep(12, '[');
  EXPECT_FALSE(Direct("match x:\n  case " + deep + "a" + std::string(12, ']') + ": pass\n"));
  std::string names = "match x:\n  case [";
  for (int i = 0; i < 300; ++i) names += "a,";
  EXPECT_FALSE(Direct(names + "]: pass\n"));
}

TEST(DirectParser, SaysWhereItStopped) {
  uint32_t at = 0;
  EXPECT_FALSE(ParseDirectly("a = 1\nb = 2\nprint c\n", &at));
  EXPECT_EQ(at, 12U);
}

}  // namespace
}  // namespace flagcensus
