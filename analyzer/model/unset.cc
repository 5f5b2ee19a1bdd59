#include "analyzer/model/unset.h"

namespace flagcensus {

bool FillsIn(const Access& access) {
  return access.op == AccessOp::kWrite && access.unset_kind != DefaultKind::kNone;
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
  if (!nothing || access.unset_kind == DefaultKind::kNone)
    return {access.default_kind, given, false, false, false};
  // The next variable is read before the literal is used; so the literal alone would not be true.
  const bool other = access.falls_back && access.default_kind == DefaultKind::kNone &&
                     access.unset_kind == DefaultKind::kLiteral;
  const bool open = access.unset_kind == DefaultKind::kDynamic && !access.unset_text;
  return {access.unset_kind, text_of(access.unset_text), true, other, open};
}

}  // namespace flagcensus
