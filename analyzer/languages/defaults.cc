// a term ─→ the default that it is
//
//   "80"                    ─→ literal 80
//   null, nil, return;      ─→ no default
//   throw new Error()       ─→ required
//   || "d".to_string()      ─→ literal d
//   os.hostname()           ─→ dynamic, shown as "os.hostname()"
#include <algorithm>

#include "analyzer/base/text.h"
#include "analyzer/languages/sites.h"

namespace flagcensus {
namespace {

// Maximum bytes of the source of an unknown default; the rest becomes "...".
constexpr size_t kLongestSource = 200;

}  // namespace

// "a ||\n b" ─→ "a || b". Twice the length is enough for the blanks that are joined.
std::string ProgramLine(std::string_view text) {
  std::string out;
  for (const char c : text.substr(0, kLongestSource * 2)) {
    const bool blank = IsPlainSpace(c);
    if (blank && (out.empty() || out.back() == ' ')) continue;
    out += blank ? ' ' : c;
  }
  if (out.size() > kLongestSource) out = out.substr(0, kLongestSource) + "...";
  return ToValidUtf8(out);
}

bool IsSwitchWord(std::string_view lower, bool* on) {
  // Words that libraries accept as booleans. Others, such as "ja" or "active", are texts.
  constexpr std::string_view kOn[] = {"true", "1", "yes", "on", "y", "t", "enabled", "enable"};
  constexpr std::string_view kOff[] = {"false", "0", "no", "off", "n", "f", "disabled", "disable"};
  *on = std::find(std::begin(kOn), std::end(kOn), lower) != std::end(kOn);
  return *on || std::find(std::begin(kOff), std::end(kOff), lower) != std::end(kOff);
}

// In this order: no default, required, a literal, or an expression that is shown as source.
SiteDefault DefaultOf(const Names& names, std::string_view text, const OtherFiles* others,
                      TermId term) {
  const Program& program = names.program();
  if (term == kNoTerm || program.kind(term) == TermKind::kNothing) return {};
  const bool ends = program.kind(term) == TermKind::kThrow ||
                    (program.kind(term) == TermKind::kCall && IsExit(names, term));
  if (ends) return {DefaultKind::kRequired, {}, {}};
  // `read ?: return`
  if (program.kind(term) == TermKind::kReturn && program[term].parts.empty()) return {};
  // A function or a block without a parameter yields what it returns: `|| "d".to_string()`.
  TermId value = term;
  for (int i = 0; i < 4; ++i) {
    const Term& here = program[value];
    const bool holds = here.kind == TermKind::kFunction || here.kind == TermKind::kBlock ||
                       here.kind == TermKind::kReturn || here.kind == TermKind::kPair;
    if (!holds || here.parts.empty()) break;
    if (IsExit(names, value)) return {DefaultKind::kRequired, {}, {}};
    value = here.parts.back();
  }
  const size_t begin = std::min<size_t>(program[term].begin, text.size());
  const size_t end = std::min<size_t>(program[term].end, text.size());
  const std::string source = ProgramLine(text.substr(begin, end - begin));
  TextValue found = names.TextOf(value, others);
  // A text with a parameter is literal: its calls give the value. One with an unknown part is
  // dynamic, except for a string literal itself.
  const bool known = !found.pieces.empty() &&
                     std::none_of(found.pieces.begin(), found.pieces.end(), [](const TextPiece& p) {
                       return p.kind == TextPiece::Kind::kUnknown;
                     });
  if (known || (program.kind(value) == TermKind::kString)) {
    return {DefaultKind::kLiteral, std::move(found), source};
  }
  return {DefaultKind::kDynamic, {}, source};
}

}  // namespace flagcensus
