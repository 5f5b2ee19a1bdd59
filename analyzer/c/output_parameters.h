// Output parameters of calls and functions, and values that a call may leave unchanged:
// output_parameters.cc.
//
//   void get(const char* name, int& level) { if (char* v = getenv(name)) level = atoi(v); }
//
// UnchangedOutParameter of that read is 1; for `int n = 3; get("A", n);` HeldBefore is 3.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "analyzer/c/expressions.h"
#include "analyzer/c/file_view.h"
#include "analyzer/c/limits.h"

namespace flagcensus {

class COutputParameters {
 public:
  COutputParameters(const CFileView& file, CLimits& limits, CExpressions& expressions)
      : file_(file), t_(file.tokens()), limits_(limits), expressions_(expressions) {}

  // The position of the parameter that stays unchanged if the call returns nothing.
  int UnchangedOutParameter(std::pair<size_t, size_t> call, const std::string& bound,
                            std::pair<size_t, size_t> body, const CFunction& function) const;
  bool WalksParameter(size_t i, size_t body, const CFunction& function) const;
  std::optional<CValue> HeldBefore(size_t from, size_t to, std::pair<size_t, size_t> body,
                                   size_t begin, const CFunction* function);
  std::string KeptIn(const std::string& name, std::pair<size_t, size_t> call,
                     std::pair<size_t, size_t> body) const;

 private:
  using Kind = CToken::Kind;

  int TestPolarity(size_t open, const std::string& variable, std::pair<size_t, size_t> call) const;
  bool NeedsValue(size_t i, const std::string& variable, std::pair<size_t, size_t> call,
                  size_t body) const;
  bool GivesUp(size_t then, size_t end) const;
  bool IsDeclaredWith(size_t i, size_t body) const;

  const CFileView& file_;
  const std::vector<CToken>& t_;
  CLimits& limits_;
  CExpressions& expressions_;
};

}  // namespace flagcensus
