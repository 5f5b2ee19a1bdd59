// Unset: what the program uses where a variable is not set, of all that is known of one read.
//
//   os.getenv("APP_PORT", "80")                          literal "80"
//   v = os.getenv("APP_HOST"); if not v: v = "::"        literal "::", behind the read
//   os.getenv("APP_A") or os.getenv("APP_B") or "x"      APP_A falls back, in the end to "x"
//   os.getenv("APP_JOBS") or os.cpu_count()              dynamic, behind the read
//   os.environ["APP_KEY"]                                required
//
// The one answer to this question: the rules and the reference page ask it here.
#pragma once

#include <string_view>

#include "analyzer/model/access.h"

namespace flagcensus {

struct Unset {
  DefaultKind kind = DefaultKind::kNone;
  // The literal, or the expression of what is dynamic, "" where that is not known. Of the access,
  // which must outlive this.
  std::string_view text;
  bool behind = false;      // it is decided behind the read, which itself gives nothing or ""
  bool falls_back = false;  // another variable is read before the literal is used
  bool open = false;        // it is decided behind the read, and nothing else is known

  // Whether to tell of it what is decided behind the read: not where that is not known, or where
  // the program answers something of its own instead of the variable's value.
  bool told() const { return falls_back || (behind && !open && kind != DefaultKind::kLiteral); }
};

// Whether the write happens only where the variable is unset.
bool FillsIn(const Access& access);

// What the read `access` says of it. Costs nothing.
Unset UnsetOf(const Access& access);

}  // namespace flagcensus
