// Results that report a failure and are therefore no defaults:
//
//   if (!v) return -EINVAL;                        ─→ IsFailure
//   if (!v) die("APP_PORT is not set");            ─→ EndsProgram
//   if (!v) return other_load(&options);           ─→ IsStatus: the value is in options
//   if (!v) return getenv("APP_OLD_PORT");         ─→ IsAnotherRead
//
// All but the last are recognised by the spelling of names and the form of arguments.
#include "analyzer/c/failures.h"

#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <string_view>

#include "analyzer/base/characters.h"
#include "analyzer/base/text.h"
#include "analyzer/c/syntax.h"

namespace flagcensus {
namespace {

using Kind = CToken::Kind;
using Tokens = std::vector<CToken>;

}  // namespace

bool IsFailure(const Tokens& t, size_t begin, size_t end) {
  for (size_t i = begin; i < end; ++i) {
    if (t[i].kind != Kind::kName) continue;
    // Constants of errors by their spelling: -EINVAL, _ERR, FAIL, SUCCESS. Absence and success are
    // results of the function, too, and not values. A number below 0 that is returned is one of
    // them, whatever its constant is called; `n = -MAX_SIZE` is a value.
    const std::string& name = t[i].text;
    const bool upper = !HasLower(name);
    const bool negative = upper && i > begin && t[i - 1].Is("-");
    const bool code = name[name.rfind('_') + 1] == 'E';  // EINVAL, APP_ENOMEM
    const bool returned = begin > 0 && t[begin - 1].IsName("return");
    if (negative && (code || returned)) return true;
    if (upper && (name.find("_ERR") != std::string::npos || name.starts_with("ERR_") ||
                  name.find("FAIL") != std::string::npos || name.ends_with("SUCCESS"))) {
      return true;
    }
    // Types and helpers of results: absl::InvalidArgumentError, std::nullopt, std::unexpected.
    if (name.ends_with("Error") || name.ends_with("Status") || name == "nullopt" ||
        name == "unexpected" || name == "make_unexpected") {
      return true;
    }
  }
  return false;
}

bool EndsProgram(const std::string& callee) {
  static const std::set<std::string_view> kEnd = {"exit", "_exit", "_Exit", "abort",
                                                  "err",  "errx",  "usage", "quick_exit"};
  if (kEnd.count(callee) > 0) return true;
  const std::string lower = ToLower(callee);
  // The words as a part of the name: die_with, app_panic, failWith, but not `failed` or `diesel`.
  constexpr std::array<std::string_view, 6> kWords = {"throw", "raise", "die",
                                                      "fatal", "panic", "fail"};
  return std::any_of(kWords.begin(), kWords.end(), [&](std::string_view word) {
    return lower == word || lower.starts_with(std::string(word) + "_") ||
           lower.ends_with("_" + std::string(word)) ||
           (callee.starts_with(word) && callee.size() > word.size() &&
            IsUpper(callee[word.size()]));
  });
}

bool IsStatus(const Tokens& t, size_t begin, size_t end) {
  for (size_t i = begin + 1; i < end; ++i) {
    // strtol(text, &end, 10) returns the value; `end` is where it reports failures. So the address
    // in its arguments does not count.
    const bool converts = t[i].Is("(") && t[i - 1].text.find("strto") != std::string::npos;
    if (converts) i = std::max(i, std::min(MatchBracket(t, i), end));
    if (t[i].Is("&") && (t[i - 1].Is(",") || t[i - 1].Is("("))) return true;
  }
  return false;
}

bool IsAnotherRead(const Tokens& t, size_t begin, size_t end) {
  for (size_t i = begin; i + 1 < end; ++i) {
    if (t[i].kind != Kind::kName || !t[i + 1].Is("(")) continue;
    // Only the name of the function decides: a wrapper with a different name is not recognised.
    const std::string lower = ToLower(t[i].text);
    if (lower.find("getenv") != std::string::npos || lower.find("get_env") != std::string::npos) {
      return true;
    }
  }
  return false;
}

}  // namespace flagcensus
