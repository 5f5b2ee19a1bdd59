// The rest of the analysis reads these calls as it reads getenv. A dictionary that a method returns
// or a property contains is not followed.
#include "analyzer/c/objective_c.h"

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "analyzer/c/syntax.h"

namespace flagcensus {
namespace {

constexpr std::string_view kProcess = "NSProcessInfo";

class EnvironmentCalls {
 public:
  explicit EnvironmentCalls(CTokens tokens) : all_(std::move(tokens)), t_(all_.tokens) {}

  CTokens Run() {
    std::vector<CToken> out;
    // The branches of #if refer to tokens by position, which each rewritten look-up changes.
    std::vector<size_t> moved(t_.size() + 1);  // the new position of each token
    const size_t size = t_.size() - kCTokenPadding;
    for (size_t i = 0; i < size;) {
      moved[i] = out.size();
      NoteHolder(i);
      size_t end = 0;
      const auto [from, to] = LookUpAt(i, &end);
      if (end == 0) {
        out.push_back(t_[i++]);
        continue;
      }
      for (size_t k = i; k < end; ++k) moved[k] = out.size();
      Call(i, from, to, &out);
      i = end;
    }
    for (size_t i = size; i <= t_.size(); ++i) moved[i] = out.size() + (i - size);
    out.insert(out.end(), t_.begin() + static_cast<long>(size), t_.end());
    for (CBranch& branch : all_.branches) branch.token = moved[std::min(branch.token, t_.size())];
    MatchBrackets(&out);
    t_ = std::move(out);
    return std::move(all_);
  }

 private:
  // Past `[NSProcessInfo processInfo]` or `NSProcessInfo.processInfo` at `i`; 0 if there is
  // neither.
  // Reading beyond the end is safe: the tokens end in padding.
  size_t ProcessEnd(size_t i) const {
    if (t_[i].IsName(kProcess)) {
      return t_[i + 1].Is(".") && t_[i + 2].IsName("processInfo") ? i + 3 : 0;
    }
    const bool message = t_[i].Is("[") && t_[i + 1].IsName(kProcess) &&
                         t_[i + 2].IsName("processInfo") && t_[i + 3].Is("]");
    return message ? i + 4 : 0;
  }

  // The same of its environment, and of a name that contains it.
  size_t EnvironmentEnd(size_t i) const {
    if (const size_t end = ProcessEnd(i); end > 0) {
      return t_[end].Is(".") && t_[end + 1].IsName("environment") ? end + 2 : 0;
    }
    if (t_[i].Is("[")) {
      const size_t end = ProcessEnd(i + 1);
      return end > 0 && t_[end].IsName("environment") && t_[end + 1].Is("]") ? end + 2 : 0;
    }
    if (t_[i].kind != CToken::Kind::kName) return 0;
    const auto held = holders_.find(t_[i].text);
    // `self.env[key]` is a property, not the local variable of that name.
    const bool member = i > 0 && (t_[i - 1].Is(".") || t_[i - 1].Is("->"));
    return held != holders_.end() && i < held->second && !member ? i + 1 : 0;
  }

  // `env = [[NSProcessInfo processInfo] environment];` with `env` at `i`.
  // It ends with the block around it: another function may use the name for another dictionary.
  void NoteHolder(size_t i) {
    if (t_[i].kind != CToken::Kind::kName || !t_[i + 1].Is("=")) return;
    const size_t end = EnvironmentEnd(i + 2);
    // Any other assignment to the name ends its being the environment.
    if (end == 0 || !t_[end].Is(";")) {
      holders_.erase(t_[i].text);
      return;
    }
    const size_t brace = EnclosingBrace(t_, i, 0, t_.size());
    holders_[t_[i].text] = brace < t_.size() ? MatchBracket(t_, brace) : t_.size();
  }

  // The key of the look-up at `i`, and its end in *end.
  std::pair<size_t, size_t> LookUpAt(size_t i, size_t* end) const {
    if (const size_t open = EnvironmentEnd(i); open > 0 && t_[open].Is("[")) {  // env[key]
      const size_t close = MatchBracket(t_, open);
      if (t_[close].Is("]")) *end = close + 1;
      return {open + 1, close};
    }
    if (!t_[i].Is("[")) return {};
    const size_t selector = EnvironmentEnd(i + 1);  // [env objectForKey:key]
    if (selector == 0 || !t_[selector + 1].Is(":")) return {};
    // Other selectors (allKeys, count) read no single variable.
    const bool asks = t_[selector].IsName("objectForKey") || t_[selector].IsName("valueForKey") ||
                      t_[selector].IsName("objectForKeyedSubscript");
    const size_t close = MatchBracket(t_, i);
    if (asks && t_[close].Is("]")) *end = close + 1;
    return {selector + 2, close};
  }

  // NSProcessInfo(key). The key is a C string if it is made from one; '@' is dropped.
  // The call has the position of the first token of the look-up, where a report points.
  void Call(size_t at, size_t from, size_t to, std::vector<CToken>* out) const {
    if (t_[from].Is("[") && t_[from + 1].IsName("NSString") &&
        (t_[from + 2].IsName("stringWithUTF8String") || t_[from + 2].IsName("stringWithCString")) &&
        t_[from + 3].Is(":")) {
      size_t end = from + 4;
      // `[NSString stringWithUTF8String:name]`: its argument, up to the bracket or an encoding.
      while (end + 1 < to && !t_[end].Is("]") && !t_[end].IsName("encoding")) {
        if (t_[end].Is("(") || t_[end].Is("[")) end = std::min(MatchBracket(t_, end), to);
        ++end;
      }
      from += 4;
      to = std::min(end, to);
    }
    CToken token = t_[at];
    token.close = CToken::kNoClose;
    token.kind = CToken::Kind::kName;
    token.text = kProcess;
    out->push_back(token);
    token.kind = CToken::Kind::kPunctuation;
    token.text = "(";
    out->push_back(token);
    for (size_t k = from; k < to; ++k) {
      if (!t_[k].Is("@")) out->push_back(t_[k]);
    }
    token.text = ")";
    out->push_back(token);
  }

  CTokens all_;
  std::vector<CToken>& t_;
  std::map<std::string, size_t> holders_;  // the end of the block in which they contain it
};

}  // namespace

std::optional<CTokens> WithEnvironmentCalls(const CTokens& tokens) {
  const bool any = std::any_of(tokens.tokens.begin(), tokens.tokens.end(),
                               [](const CToken& token) { return token.IsName(kProcess); });
  if (!any) return std::nullopt;
  return EnvironmentCalls(tokens).Run();
}

}  // namespace flagcensus
