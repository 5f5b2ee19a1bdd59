// The weights of queries/documents/strengths.toml: how much a statement says about its variable,
// from a term or row for it (structure) to a line that only sets it (sample).
#pragma once

namespace flagcensus {

struct Strengths {
  // A structure about a name that only shares its prefix with accessed ones (family), and a path
  // that contains the variable (path), are in between.
  int structure = 0;
  int family = 0;
  int sentence = 0;
  int path = 0;
  int sample = 0;
};
// Parsed on the first call.
const Strengths& StrengthsOfStatements();

}  // namespace flagcensus
