// Unset: what the program uses if a variable is not set, from all that is known about one read.
//
//   os.getenv("APP_PORT", "80")                          literal "80"
//   v = os.getenv("APP_HOST"); if not v: v = "::"        literal "::", after the read
//   os.getenv("APP_A") or os.getenv("APP_B") or "x"      APP_A falls back, in the end to "x"
//   os.getenv("APP_JOBS") or os.cpu_count()              dynamic, after the read
//   os.environ["APP_KEY"]                                required
//
// The only answer to this question: the rules and the reference page both use it.
#pragma once

#include <string_view>

#include "analyzer/model/access.h"

namespace flagcensus {

struct Unset {
  DefaultKind kind = DefaultKind::kNone;
  // The literal, or the expression if `kind` is kDynamic; "" if that is not known. A view into the
  // access, which must outlive this.
  std::string_view text;
  bool behind = false;      // decided by code after the read, which itself gives nothing or ""
  bool falls_back = false;  // another variable is read before the literal is used
  bool open = false;        // decided by code after the read, and nothing more is known

  // Whether to report what is decided after the read. False if that is not known, or if the program
  // uses a literal instead of the variable's value.
  bool stated() const { return falls_back || (behind && !open && kind != DefaultKind::kLiteral); }
};

// Whether the write happens only if the variable is unset: `if (!getenv("X")) setenv("X", "1", 0)`.
bool FillsIn(const Access& access);

// The answer for the read `access`. Costs nothing.
Unset UnsetOf(const Access& access);

}  // namespace flagcensus
