// The preprocessor against a compiler's: every C and C++ fixture, and texts that were made to be
// hard, give the tokens that `clang -E` gives.
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "tests/cpp_oracle.h"
#include "tests/paths.h"
#include "tests/scratch_folder.h"
#include "tests/skip.h"

namespace flagcensus {
namespace {

namespace fs = std::filesystem;

TEST(PpDifference, FixturesGiveWhatClangGives) {
  const std::string clang = InstalledClang();
  if (clang.empty()) {
    FLAGCENSUS_SKIP("clang");
  }
  const ScratchFolder scratch;
  size_t compared = 0;
  for (const auto& entry : fs::recursive_directory_iterator(fs::path(kRoot) / "fixtures")) {
    if (!IsTranslationUnit(entry.path())) continue;
    const PpComparison made = ComparePreprocessors(clang, entry.path(), {}, scratch.path());
    EXPECT_EQ(made.outcome, PpComparison::Outcome::kEqual) << entry.path() << ": " << made.what;
    ++compared;
  }
  EXPECT_GT(compared, 100U);
}

TEST(PpDifference, HardTextsGiveWhatClangGives) {
  const std::string clang = InstalledClang();
  if (clang.empty()) {
    FLAGCENSUS_SKIP("clang");
  }
  const std::vector<std::string> texts = {
      "#define f(x) x f\n#define g f(2)(9)\nf(1)(2)(3) g\n",
      "#define NIL(xxx) xxx\n#define G_0(arg) NIL(G_1)(arg)\n#define G_1(arg) NIL(arg)\nG_0(42)\n",
      "#define EMPTY\n#define DEFER(x) x EMPTY\n#define A() 123\nDEFER(A)() A EMPTY ()\n",
      "#define a a b\n#define b b a\na b\n",
      "#define cat(x, ...) x ## __VA_ARGS__\ncat(a, b, c) cat(a) cat(, b) cat(,)\n",
      "#define s(...) # __VA_ARGS__\ns( a  \"\\n\"  ,  'b' , \"\\\\\" ) s() s( )\n",
      "#define L(x) L ## x\n#define W(x) L(x)\n#define N \"n\"\nL(\"a\") W(N) L('c')\n",
      "#define hash_hash # ## #\n#define mk(x) # x\n#define in(x) mk(x)\n#define j(c, d) in(c "
      "hash_hash d)\nchar p[] = j(x, y);\n",
      "#define T(x, y) x + y\n#define U T(\nU 1, 2)\n",
      "#if defined X || (2 > 1 ? 0 : 1) || -1 > 0u + 5\nno\n#elif !defined(X) && 'a' == 0x61\nyes\n"
      "#else\nno\n#endif\n",
      "#define X 1\n#ifdef X\n#undef X\n#ifndef X\nyes\n#endif\n#else\nno\n#endif\n",
      "#define M(a,\\\n b) a\\\nb\nM(1,\n#ifdef NEVER\n 2\n#else\n 3\n#endif\n)\n",
      "#define E(f, a...) p(f, ## a)\n#define V(f, ...) p(f __VA_OPT__(,) __VA_ARGS__)\n"
      "E(x) E(x,) E(x, 1, 2) V(x) V(x,) V(x, 1)\n",
      "#define HAS(x) defined(x)\n#define ON 1\n#if HAS(ON) && !HAS(OFF) && !defined(HAS)\nno\n"
      "#elif HAS(ON)\nyes\n#endif\n#define BOTH defined ON && defined(HAS)\n#if "
      "BOTH\nyes\n#endif\n",
      "#define ASKS(x) __has_include(x)\n#if ASKS(<no.h>) || ASKS(\"no.h\") || !defined(ASKS)\nx\n"
      "#endif\n#ifdef __has_include\nyes\n#endif\n#if defined __has_include_next\nyes\n#endif\n",
      "#!a line for a shell\n#\n# 3 \"file.c\"\n#\"text\"\n#if 0\n#else\nyes\n#endif\nend\n",
      "#if UNKNOWN(1) || 1\nno\n#elif 1 / 0\nno\n#elif 0 && 1 / 0\nno\n#elif 1 || 1 / "
      "0\nyes\n#endif\n",
      "#if 0\n\"open ' #if\n#if 1\nit's\n#else don't\n#endif\n#elif nonsense "
      "(\nno\n#else\nyes\n#endif\n",
      "#if 'ab' == 24930 && '\\n' == 10 && '\\x41' == 65 && '\\101' == 65 && '\\0' == 0 && L'x' == "
      "120\n"
      "yes\n#endif\n#if (-1 >> 1) < 0 && -1 > 0u && ~0 == "
      "-1\nyes\n#else\nno\n#endif\n",
      "#define P(x) x\n#define Q P(\nQ 1) P(P)(2) P (\n3\n) P\n(4) P(P(P(5)))\n",
      "#define F(a, b) a##b #a #b\nF(x y, z w) F(,) F( , 1) F(L, \"a\") F(\"x\\\"\", '\"')\n",
      "#define A(x) B(x\n#define B(x) [x]\nA(1)) A(2))\n#define C() D\n#define D() "
      "C\nC()()()()()\n",
      "#define X X Y\n#define Y X\nX Y\n#undef X\nX Y\n#define X(a) a X\nX(1)(2) Y(3)\n",
      "a /* b */ // c \\\nd\ne \"/*\" '\\'' \"\\\"\" .5e+3.x 1..2 0x1p-3 <:0:> <%%> a+++++b\n",
  };
  const ScratchFolder scratch;
  for (size_t i = 0; i < texts.size(); ++i) {
    const std::string file = scratch.Write("hard" + std::to_string(i) + ".c", texts[i]);
    const PpComparison made = ComparePreprocessors(clang, file, {}, scratch.path());
    EXPECT_EQ(made.outcome, PpComparison::Outcome::kEqual) << texts[i] << made.what;
  }
}

}  // namespace
}  // namespace flagcensus
