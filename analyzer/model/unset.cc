#include "analyzer/model/unset.h"

namespace flagcensus {

bool FillsIn(const Access& access) {
  return access.op == AccessOp::kWrite && access.use.unset_kind != DefaultKind::kNone;
}

Unset UnsetOf(const Access& access) {
  const auto text_of = [](const std::optional<std::string>& text) {
    return text ? std::string_view(*text) : std::string_view();
  };
  // An empty default is not a decision: `os.getenv("X", "") or "x"` uses "x", decided after the
  // read.
  const std::string_view given = text_of(access.default_text);
  const bool empty = given.empty() || given == "\"\"" || given == "''";
  const bool nothing = access.default_kind == DefaultKind::kNone ||
                       (access.default_kind == DefaultKind::kLiteral && empty);
  // The read itself decides, or nothing after it is known.
  if (!nothing || access.use.unset_kind == DefaultKind::kNone)
    return {access.default_kind, given, false, false, false};
  // The next variable is read before the literal is used; so the literal alone would not be true.
  const bool other = access.use.falls_back && access.default_kind == DefaultKind::kNone &&
                     access.use.unset_kind == DefaultKind::kLiteral;
  const bool open = access.use.unset_kind == DefaultKind::kDynamic && !access.use.unset_text;
  return {access.use.unset_kind, text_of(access.use.unset_text), true, other, open};
}

}  // namespace flagcensus
