// The value of a local of the function that is being read, at the current use.
//
//   std::string key = prefix + "_PORT";  getenv(key)     Local(key) ─→ parameter `prefix`, "_PORT"
//
// Its parts: assignments and arrays (values.cc), parameters that are lists (elements.cc), members
// and bindings of records (members.cc).
#pragma once

#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "analyzer/c/buffers.h"
#include "analyzer/c/defined_functions.h"
#include "analyzer/c/expressions.h"
#include "analyzer/c/file_view.h"
#include "analyzer/c/limits.h"
#include "analyzer/c/lists.h"
#include "analyzer/c/local_scopes.h"

namespace flagcensus {

class CLocalValues {
 public:
  static constexpr int kMaxFollowed = 200;  // locals, for one call

  CLocalValues(const CFileView& file, CLimits& limits, const CDefinedFunctions& functions,
               CPlace& place, CListReader& lists, const CLocalScopes& scopes,
               CExpressions& expressions, CBuffers& buffers)
      : file_(file),
        t_(file.tokens()),
        limits_(limits),
        functions_(functions),
        place_(place),
        lists_(lists),
        scopes_(scopes),
        expressions_(expressions),
        buffers_(buffers) {}

  // The value assigned to a local of the current function, if it is assigned once.
  std::optional<CValue> Local(const std::string& name, const CFunction& function, int depth);
  // The texts that are assigned to a local array one by one before `end`: `envp[0] = "A=1";`,
  // `asprintf(&envp[1], "B=%d", b);`. nullopt if it is not an array of this form.
  std::optional<CValue> Entries(const std::string& name, std::pair<size_t, size_t> body, size_t end,
                                const CFunction& function);
  // `*name = expression;` before the current use: what a parameter that is a list of texts contains
  // there. nullopt unless exactly one thing is assigned.
  std::optional<CValue> AssignedThroughPointer(const std::string& name, const CFunction& function,
                                               int depth);
  // The value of that member of `base`: a record, an array of records, a parameter, a local.
  // `value`: accessed by '.', not by '->'.
  std::vector<std::vector<CPart>> MemberOf(const std::string& base, const std::string& member,
                                           bool value, const CFunction* function, int depth);

 private:
  using Kind = CToken::Kind;

  static constexpr size_t kMaxAlternatives = CListReader::kMaxAlternatives;

  std::optional<CValue> Given(const std::string& name, const CFunction& function, int depth);
  // `for (auto& [name, value] : table)` with one of its names at `i`.
  std::optional<CValue> Binding(size_t i, size_t end, const CFunction& function, int depth);

  const CFileView& file_;
  const std::vector<CToken>& t_;
  CLimits& limits_;
  const CDefinedFunctions& functions_;
  CPlace& place_;
  CListReader& lists_;
  const CLocalScopes& scopes_;
  CExpressions& expressions_;
  CBuffers& buffers_;
  std::set<std::string> following_;  // the locals that are being followed
};

}  // namespace flagcensus
