// The preprocessor against a compiler's: every C and C++ fixture, and texts that were made to be
// hard, give the tokens that `clang -E` gives.
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cstdlib>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "analyzer/cpp/preprocess.h"
#include "tests/paths.h"
#include "tests/scratch_folder.h"
#include "tests/skip.h"

namespace flagcensus {
namespace {

namespace fs = std::filesystem;

int Shell(const std::string& command) {
  const int status = std::system(command.c_str());
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

std::string Compiler() {
  for (const char* name : {"clang-19", "clang", "clang-14"}) {
    if (Shell(std::string(name) + " --version >/dev/null 2>&1") == 0) return name;
  }
  return "";
}

std::vector<std::string> TokensOf(const std::string& text) {
  std::vector<std::string> out;
  const auto file = LexPp(text, 0, true);
  for (const PpLine& line : file->lines) {
    if (line.kind != PpLine::Kind::kText) continue;
    for (size_t i = line.begin; i < line.end; ++i) out.emplace_back(file->tokens[i].text);
  }
  return out;
}

// Headers that a file includes and that are not beside it: both see empty ones.
struct Includes {
  std::vector<fs::path> files;
  fs::path empty;
  int Find(const std::string& name, int from) {
    for (const fs::path& folder : {files[static_cast<size_t>(from)].parent_path(), empty}) {
      const fs::path path = fs::weakly_canonical(folder / name);
      if (!fs::is_regular_file(path)) continue;
      for (size_t i = 0; i < files.size(); ++i) {
        if (files[i] == path) return static_cast<int>(i);
      }
      files.push_back(path);
      return static_cast<int>(files.size()) - 1;
    }
    return -1;
  }
};

std::vector<std::string> OursOf(const fs::path& file, const fs::path& empty) {
  Includes includes = {{fs::weakly_canonical(file)}, empty};
  PpSources sources(
      [&](int number) {
        return std::optional(ReadText(includes.files[static_cast<size_t>(number)]));
      },
      [&](const std::string& name, int from) { return includes.Find(name, from); });
  PpOptions options;
  options.closed = true;
  Preprocessor preprocessor(&sources, options);
  std::vector<std::string> out;
  const bool cpp = file.extension() != ".c";
  preprocessor.Run(0, [&](const Preprocessor::Text& text) {
    bool cut = false;
    const auto made = ExpandAll(text.tokens, text.environment, text.condition, 1, {},
                                preprocessor.spellings(), &cut);
    EXPECT_FALSE(cut) << file;
    for (const PpToken& token : made.at(0).tokens) {
      out.emplace_back(cpp && token.text == "__cplusplus" ? "202002L" : token.text);
    }
  });
  return out;
}

// What clang gives; false where it refuses the file.
bool TheirsOf(const std::string& compiler, const fs::path& file, const ScratchFolder& scratch,
              std::vector<std::string>* out) {
  const bool c = file.extension() == ".c";
  const std::string command =
      compiler + " -E -P -undef -U__cplusplus -nostdinc -Wno-everything -x " +
      (c ? "c -std=gnu2x" : "c++ -std=gnu++20") + " -I '" + scratch / "empty" + "' '" +
      file.string() + "' >'" + scratch / "out" + "' 2>'" + scratch / "error" + "'";
  constexpr int kMaxHeaders = 40;
  for (int i = 0; i < kMaxHeaders; ++i) {
    if (Shell(command) == 0) {
      *out = TokensOf(ReadText(scratch / "out"));
      return true;
    }
    const std::string error = ReadText(scratch / "error");
    const size_t end = error.find("' file not found");
    if (end == std::string::npos) return false;
    const size_t begin = error.rfind('\'', end - 1) + 1;
    scratch.Write("empty/" + error.substr(begin, end - begin));
  }
  return false;
}

void Compare(const std::string& compiler, const fs::path& file, size_t* compared) {
  const ScratchFolder scratch;
  fs::create_directories(scratch / "empty");
  std::vector<std::string> theirs;
  if (!TheirsOf(compiler, file, scratch, &theirs)) return;
  ++*compared;
  const std::vector<std::string> ours = OursOf(file, scratch / "empty");
  const auto at = std::mismatch(ours.begin(), ours.end(), theirs.begin(), theirs.end());
  if (at.first == ours.end() && at.second == theirs.end()) return;
  ADD_FAILURE() << file << ", token " << at.first - ours.begin() << ": ours "
                << (at.first == ours.end() ? "ends" : *at.first) << ", theirs "
                << (at.second == theirs.end() ? "ends" : *at.second);
}

TEST(PpDifference, FixturesGiveWhatClangGives) {
  const std::string compiler = Compiler();
  if (compiler.empty()) {
    FLAGCENSUS_SKIP("clang");
  }
  size_t compared = 0;
  for (const auto& entry :
       fs::recursive_directory_iterator(fs::path(FLAGCENSUS_SOURCE_DIR) / "fixtures" / "c")) {
    const fs::path extension = entry.path().extension();
    if (extension == ".c" || extension == ".cc") Compare(compiler, entry.path(), &compared);
  }
  EXPECT_GT(compared, 50U);
}

TEST(PpDifference, HardTextsGiveWhatClangGives) {
  const std::string compiler = Compiler();
  if (compiler.empty()) {
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
      "a /* b */ // c \\\nd\ne \"/*\" '\\'' \"\\\"\" .5e+3.x 1..2 0x1p-3 <:0:> <%%> a+++++b\n",
  };
  const ScratchFolder scratch;
  size_t compared = 0;
  for (size_t i = 0; i < texts.size(); ++i) {
    Compare(compiler, scratch.Write("hard" + std::to_string(i) + ".c", texts[i]), &compared);
  }
  EXPECT_EQ(compared, texts.size());
}

}  // namespace
}  // namespace flagcensus
