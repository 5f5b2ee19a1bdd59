// libFuzzer entry point: any bytes as a Python or Cython source of which `docs` looks at what is
// around the accesses. Every line is an access of each kind, wherever its text leads. See
// catalog_fuzz.cc for the build.
#include <cstdint>
#include <cstdlib>
#include <string_view>
#include <vector>

#include "analyzer/evidence/source_texts.h"
#include "analyzer/model/access.h"
#include "analyzer/python/source.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace flagcensus;
  constexpr int kMaxAccesses = 60;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  std::vector<Access> accesses;
  int line = 1, column = 1;
  for (const char c : text) {
    // Where a word begins an access may be; its number says which kind.
    const bool word = c == 'o' || c == 'e' || c == '"' || c == '(';
    if (word && static_cast<int>(accesses.size()) < kMaxAccesses) {
      Access access;
      access.place.line = line;
      access.place.column = column;
      access.name = accesses.size() % 3 == 0 ? "X" : "APP_X";
      access.op = static_cast<AccessOp>(accesses.size() % 7);
      access.default_kind = static_cast<DefaultKind>(accesses.size() % 4);
      if (accesses.size() % 2 == 0) access.chain.emplace_back();
      accesses.push_back(access);
    }
    column = c == '\n' ? 1 : column + 1;
    if (c == '\n') ++line;
  }
  Access behind;  // a place that the text does not have
  behind.place.line = line + 1;
  behind.place.column = 5;
  behind.name = "X";
  accesses.push_back(behind);
  std::vector<const Access*> asked;
  for (const Access& access : accesses) asked.push_back(&access);
  std::vector<SourceText> out(asked.size());
  FindPythonTexts(text, asked, out);
  for (const SourceText& one : out) {
    if (one.help.size() + one.doc.size() + one.comment.size() > 10 * size + 1000) std::abort();
  }
  return 0;
}
