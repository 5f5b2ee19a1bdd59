// A made-up credential of each kind that the program knows: of each row of its tables, and of each
// other way to find one. Made anew from the tables, so that a new row has its sample; none of them
// was ever issued, and none stands in a file of this repository.
#pragma once

#include <string>
#include <vector>

namespace flagcensus {

struct SecretSample {
  std::string kind;
  std::string text;    // with what must stand around it: "Bearer ...", "APP_TOKEN=..."
  std::string needle;  // letters and digits of the credential itself, which no output may hold
};

// Kinds of which none could be made have an empty text.
std::vector<SecretSample> SecretSamples();

// A text that the expression matches whole, drawn by `seed`: of the syntax that the tables use.
std::string SampleOf(const std::string& pattern, unsigned seed);

}  // namespace flagcensus
