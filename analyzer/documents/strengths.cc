#include "analyzer/documents/strengths.h"

#include <toml++/toml.h>

#include "analyzer/base/embedded.h"

namespace flagcensus {

const Strengths& StrengthsOfStatements() {
  static const Strengths kAll = [] {
    Strengths out;
    const toml::table file = toml::parse(EmbeddedQuery("documents/strengths.toml"));
    const auto read = [&](const char* key) {
      // A missing weight is 0, which makes the statement a mention.
      return static_cast<int>(file[key].value_or(int64_t{0}));
    };
    out.structure = read("structure");
    out.family = read("family");
    out.sentence = read("sentence");
    out.path = read("path");
    out.sample = read("sample");
    return out;
  }();
  return kAll;
}

}  // namespace flagcensus
