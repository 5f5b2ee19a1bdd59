// A slice parses to the same nodes, at the same places, as the whole file.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <sstream>
#include <string>
#include <tuple>
#include <vector>

#include "analyzer/python/outline.h"
#include "analyzer/python/parser.h"
#include "analyzer/python/slice.h"
#include "tests/paths.h"

namespace flagcensus {
namespace {

std::vector<uint32_t> OffsetsOf(std::string_view text, std::string_view word) {
  std::vector<uint32_t> offsets;
  for (size_t at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1)) {
    offsets.push_back(static_cast<uint32_t>(at));
  }
  return offsets;
}

// What matters of a tree: names, strings and calls, with their places.
using Facts = std::multiset<std::tuple<NodeKind, uint32_t, uint32_t, uint32_t, std::string>>;

Facts FactsOf(const Syntax& syntax) {
  Facts facts;
  for (NodeId id = 0; id < syntax.nodes.size(); ++id) {
    const Node& node = syntax[id];
    if (node.kind != NodeKind::kName && node.kind != NodeKind::kString &&
        node.kind != NodeKind::kCall && node.kind != NodeKind::kAttribute) {
      continue;
    }
    facts.emplace(node.kind, node.line, node.column, node.end_line, syntax.text(id));
  }
  return facts;
}

void ExpectSameNodes(const std::string& text, std::string_view word, const std::string& what) {
  const PythonFile whole = ParsePython(text, {}, true);
  const PythonFile part = ParsePython(text, OffsetsOf(text, word), false);
  const Facts all = FactsOf(whole.syntax);
  for (const auto& fact : FactsOf(part.syntax)) {
    EXPECT_TRUE(all.count(fact) > 0)
        << what << ":" << std::get<1>(fact) << ":" << std::get<2>(fact) << ": " << std::get<4>(fact)
        << " is not a node of the whole file";
  }
  if (whole.error_line == 0) {
    EXPECT_EQ(part.error_line, 0u) << what;
  }
}

// The one line on which `mark` stands, 1-based.
uint32_t LineOf(std::string_view text, std::string_view mark) {
  return static_cast<uint32_t>(std::count(text.begin(), text.begin() + text.find(mark), '\n')) + 1;
}

bool Has(const Syntax& syntax, NodeKind kind, std::string_view text, uint32_t line) {
  for (NodeId id = 0; id < syntax.nodes.size(); ++id) {
    if (syntax.kind(id) == kind && syntax.text(id) == text && syntax[id].line == line) return true;
  }
  return false;
}

constexpr std::string_view kTricky = R"py(# -*- coding: utf-8 -*-
"""Module docstring with def fake(): and (unbalanced."""
import os, sys
TABLE = {
    "a": 1,  # (
    "b": "it's # no comment",
}
UNUSED = [
    1,
2,
]
class Empty:
    """Only a docstring."""
class Tool(object):
	tabbed = 1
	def dropped(self, x=(1,
			2)):
		return '''
unindented text (
'''
	# a comment between
# and one at the margin
	async def kept(self, name, default=None):
		return os.environ.get(name, default)

	@property
	def last(self): return 5

def one(): return TABLE
def two(a, b) -> "int": # trailing (
    text = "quote \" and \
continued"
    if a: return 1
    return f'{b!r:>{a}}'

if sys.version_info > (3,):
    """Nothing but a string."""
else:
    value = Tool().kept("APP_NAME", "x")
TAIL = value
)py";

TEST(PythonSlice, KeepsPlacesThroughEverythingPythonAllows) {
  for (const std::string_view end : {"\n", "\r\n"}) {
    std::string text;
    for (const char c : kTricky) {
      if (c == '\n') {
        text += end;
      } else {
        text += c;
      }
    }
    ExpectSameNodes(text, "environ", "tricky");
    const PythonFile part = ParsePython(text, OffsetsOf(text, "environ"), false);
    EXPECT_FALSE(part.complete);
    EXPECT_TRUE(Has(part.syntax, NodeKind::kAttribute, "environ", LineOf(text, "environ.get")));
    EXPECT_TRUE(Has(part.syntax, NodeKind::kString, "APP_NAME", LineOf(text, "APP_NAME")));
    // What the kept statements do not need is gone, and known to be.
    EXPECT_FALSE(Has(part.syntax, NodeKind::kName, "UNUSED", LineOf(text, "UNUSED")));
    EXPECT_TRUE(std::binary_search(part.left_out.begin(), part.left_out.end(), WordHash("UNUSED")));
    EXPECT_FALSE(Has(part.syntax, NodeKind::kReturn, "", LineOf(text, "unindented") - 1));
  }
}

TEST(PythonSlice, AnUnclosedBracketOrStringKeepsTheWholeText) {
  for (const std::string_view text : {"def f():\n  return (1\ndef g(): pass\n",
                                      "x = 'abc\ndef g(): pass\n", "x = '''abc\n", "x = 1)\n"}) {
    EXPECT_FALSE(FindLogicalLines(text)) << text;
    EXPECT_TRUE(SlicePython(text, {0}).whole) << text;
  }
}

TEST(PythonSlice, EveryFixtureParsesToNodesOfTheWholeFile) {
  namespace fs = std::filesystem;
  size_t files = 0;
  for (const auto& entry :
       fs::recursive_directory_iterator(fs::path(FLAGCENSUS_SOURCE_DIR) / "fixtures")) {
    if (entry.path().extension() != ".py") continue;
    std::ifstream in(entry.path(), std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
    for (const std::string_view word : {"environ", "getenv", "env"}) {
      ExpectSameNodes(text, word, entry.path().filename().string());
    }
    ++files;
  }
  EXPECT_GT(files, 30u);
}

std::set<std::string> ImportsOf(std::string_view text) {
  std::set<std::string> out;
  for (const ImportedName& import : FindImports(text))
    out.insert(import.module + ":" + import.name);
  return out;
}

TEST(FindImports, UnderstandsEveryFormOfTheStatement) {
  const std::set<std::string> wanted = {"a.b:",  "c:",    "d:e", "..f:g", ".:h", "i:*",
                                        "j.k:l", "j.k:m", "n:o", "p:",    "q:r"};
  EXPECT_EQ(ImportsOf("import a.b as x, c\n"
                      "from d import e as y\n"
                      "  from ..f import g\n"
                      "from . import h  # comment\n"
                      "from i import *\n"
                      "from j.k import (\n    l as z,  # why\n    m,\n)\n"
                      "from n \\\n  import o\n"
                      "try: import p\n"
                      "from q import(r)\n"),
            wanted);
  EXPECT_EQ(ImportsOf("important = 1\nx = reimport\n__import__('os')\n"), std::set<std::string>());
}

}  // namespace
}  // namespace flagcensus
