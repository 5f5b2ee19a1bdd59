// The values that a function returns in its branches: a parameter beside constants is the default
// of what it reads.
//
//   bool flag(const char* name, bool def) {
//     if (!v) return def;
//     if (is(v, "1")) return true;
//     if (is(v, "0")) return false;
//     return def; }
//
// has the default `def`: it is returned twice, and otherwise only constants.
#include <set>
#include <string>

#include "analyzer/c/unset.h"

namespace flagcensus {
namespace {

// The constant that the token is; "" if it is another expression. NULL means that there is nothing,
// and a number below 0 that something failed.
std::string ConstantText(const CToken& token) {
  const bool word = token.IsName("true") || token.IsName("false") || token.IsName("TRUE") ||
                    token.IsName("FALSE");
  const bool literal = token.kind == CToken::Kind::kNumber || token.kind == CToken::Kind::kString;
  return word || literal ? "=" + token.text : "";
}

}  // namespace

std::string FindReturnedParameter(const std::vector<CToken>& t, const std::vector<size_t>& returns,
                                  size_t close, const CFunction& function) {
  std::string parameter;
  int times = 0;
  std::set<std::string> constants;
  for (const size_t i : returns) {
    if (i + 1 >= close) break;
    if (i + 2 < close && !t[i + 2].Is(";")) return "";  // more than one token
    if (ParameterOf(&function, t[i + 1].text) >= 0) {
      if (times++ > 0 && t[i + 1].text != parameter) return "";
      parameter = t[i + 1].text;
      continue;
    }
    const std::string constant = ConstantText(t[i + 1]);
    if (constant.empty()) return "";
    constants.insert(constant);
  }
  // One constant and one parameter are not evidence: `if (bad) return 0; return n;` returns a
  // result.
  return !constants.empty() && (times > 1 || constants.size() > 1) ? parameter : "";
}

}  // namespace flagcensus
