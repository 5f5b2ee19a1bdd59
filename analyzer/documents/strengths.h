// The weights of queries/documents/strengths.toml.
#pragma once

namespace flagcensus {

struct Strengths {
  int structure = 0;
  int family = 0;
  int sentence = 0;
  int path = 0;
  int sample = 0;
};
// Read once.
const Strengths& StrengthsOfStatements();

}  // namespace flagcensus
