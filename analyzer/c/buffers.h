// Texts that functions fill one step after the other, and conversions to upper case: buffers.cc.
//
//   strcpy(name, "APP_"); strcat(name, key);     Buffer(name) at a later use ─→ "APP_" and key
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "analyzer/c/defined_functions.h"
#include "analyzer/c/expressions.h"
#include "analyzer/c/file_view.h"
#include "analyzer/c/limits.h"
#include "analyzer/c/local_scopes.h"

namespace flagcensus {

class CBuffers {
 public:
  CBuffers(const CFileView& file, CLimits& limits, const CDefinedFunctions& functions,
           const CPlace& place, CExpressions& expressions)
      : file_(file),
        t_(file.tokens()),
        limits_(limits),
        functions_(functions),
        place_(place),
        expressions_(expressions) {}

  // The contents at the current use of a buffer filled by text functions: strcpy(name, "A_");
  // strcat(name, key);
  std::optional<CValue> Buffer(const std::string& name, std::pair<size_t, size_t> block,
                               const CFunction& function, int depth);
  // What the call or assignment at `i` puts into the local there; sets *behind if it appends.
  std::optional<CValue> Put(size_t i, const CFunction& function, int depth, bool* behind);
  // Whether the current function has converted its parameter to upper case before the current use.
  bool IsTurnedUpper(const std::string& name, const CFunction& function);
  static bool TurnsUpper(std::string_view callee);
  static void Upper(std::vector<CPart>* parts);

 private:
  using Kind = CToken::Kind;

  static constexpr size_t kMaxAlternatives = CListReader::kMaxAlternatives;

  // What a library function puts there, by its entry; `first`..`close`: its arguments.
  std::optional<CValue> PutByLibrary(size_t first, size_t close, const CFunction& function,
                                     int depth, bool* behind);
  std::optional<CValue> Append(size_t i, const CFunction& function, int depth);
  bool IsString(size_t i) const;
  // The text that a call at `k` converts to upper case in place; "": none.
  std::string TurnedAt(size_t k) const;

  const CFileView& file_;
  const std::vector<CToken>& t_;
  CLimits& limits_;
  const CDefinedFunctions& functions_;
  const CPlace& place_;
  CExpressions& expressions_;
  std::map<int, std::map<std::string, size_t>> turned_;  // by function: texts, and their positions
};

}  // namespace flagcensus
