// Expressions that contain whole `#if`: each branch yields a separate text.
//
//   getenv(
//   #ifdef _WIN32
//       "TEMP"
//   #else                        ─→ the alternatives TEMP and TMPDIR
//       "TMPDIR"
//   #endif
//   )
#include <algorithm>
#include <utility>

#include "analyzer/c/expressions.h"

namespace flagcensus {

// The texts double with each #if; from kMaxVariants on the others are dropped, and more_variants_
// is set. An #if of which only a part is inside is ignored: its tokens are read one after the
// other.
std::vector<std::vector<CToken>> CExpressions::Variants(size_t begin, size_t end, size_t* branch,
                                                        int depth) {
  const std::vector<CBranch>& branches = file_.all().branches;
  std::vector<std::vector<CToken>> made = {{}};
  size_t at = begin;
  const auto append = [&](size_t to) {
    for (std::vector<CToken>& one : made) {
      one.insert(one.end(), t_.begin() + static_cast<long>(at), t_.begin() + static_cast<long>(to));
    }
    at = to;
  };
  while (*branch < branches.size() && branches[*branch].token <= end) {
    if (branches[*branch].kind != CBranch::Kind::kIf) {  // of an #if that begins before
      ++*branch;
      continue;
    }
    // The arms of this #if, and whether all of it is inside begin..end.
    std::vector<size_t> arms = {*branch};
    int nested = 0;
    bool rest = false;
    size_t last = *branch + 1;
    for (; last < branches.size() && branches[last].token <= end; ++last) {
      if (branches[last].kind == CBranch::Kind::kIf) ++nested;
      if (nested == 0 && branches[last].kind != CBranch::Kind::kIf) arms.push_back(last);
      rest = rest || (nested == 0 && branches[last].rest);
      if (branches[last].kind == CBranch::Kind::kEnd && nested-- == 0) break;
    }
    const bool whole = last < branches.size() && branches[last].token <= end;
    if (!whole || depth > kMaxDepth) {
      ++*branch;
      continue;
    }
    append(branches[*branch].token);
    std::vector<std::vector<CToken>> given;
    for (size_t k = 0; k + 1 < arms.size(); ++k) {
      if (given.size() >= kMaxVariants) {
        more_variants_ = true;
        break;
      }
      size_t inner = arms[k] + 1;
      for (auto& one :
           Variants(branches[arms[k]].token, branches[arms[k + 1]].token, &inner, depth + 1)) {
        given.push_back(std::move(one));
      }
    }
    // Without an #else, no branch may apply: one more text, in which nothing is inserted.
    if (!rest) given.emplace_back();
    std::vector<std::vector<CToken>> joined;
    for (const std::vector<CToken>& head : made) {
      for (const std::vector<CToken>& tail : given) {
        if (joined.size() >= kMaxVariants) {
          more_variants_ = true;
          break;
        }
        joined.push_back(head);
        joined.back().insert(joined.back().end(), tail.begin(), tail.end());
      }
    }
    made = std::move(joined);
    at = branches[last].token;
    *branch = last + 1;
  }
  append(end);
  return made;
}

std::optional<CValue> CExpressions::EvaluateBranches(size_t begin, size_t end,
                                                     const CFunction* function, int depth) {
  // Beyond 4000 tokens or 100 directives this is a table with conditional rows, which is read
  // element by element.
  constexpr size_t kMaxTokens = 4000;
  constexpr long kMaxBranches = 100;
  const auto before = [](const CBranch& branch, size_t token) { return branch.token < token; };
  const auto first =
      std::lower_bound(file_.all().branches.begin(), file_.all().branches.end(), begin, before);
  const auto last = std::lower_bound(first, file_.all().branches.end(), end + 1, before);
  // Without a directive inside there is nothing to choose from.
  if (first == last || (last - 1)->token == begin || last - first > kMaxBranches ||
      end - begin > kMaxTokens) {
    return std::nullopt;
  }
  auto branch = static_cast<size_t>(first - file_.all().branches.begin());
  const bool outer = std::exchange(more_variants_, false);
  std::vector<std::vector<CToken>> variants = Variants(begin, end, &branch, 0);
  const bool cut = std::exchange(more_variants_, outer);
  if (variants.size() < 2) return std::nullopt;
  std::optional<CValue> value;
  bool same = true;
  // Each text is evaluated as a token list on its own; the values are alternatives. NULL in one
  // branch and a text in another leaves an unknown alternative beside the text.
  for (std::vector<CToken>& one : variants) {
    const size_t length = one.size();
    if (length == 0) continue;  // no argument at all
    one.resize(length + kCTokenPadding);
    MatchBrackets(&one);
    CValue part = Evaluate(one, 0, length, function, depth + 1);
    if (part.IsUnknown() && !part.null) part.alternatives = {{CPart{}}};
    if (!value) {
      value = std::move(part);
      continue;
    }
    same = same && part.null == value->null && part.source == value->source;
    for (auto& parts : part.alternatives) value->alternatives.push_back(std::move(parts));
    value->literal = false;
    value->chooser = -1;
    if (part.null != value->null) value->alternatives.push_back({CPart{}});
    value->null = value->null && part.null;
    if (part.type != value->type) value->type = ValueType::kUnknown;
    KeepFirst(&value->alternatives, kMaxAlternatives);
  }
  // All branches have the same spelling: the #if concerns something else in the expression.
  if (value && same && value->alternatives.size() > 1) value->alternatives.resize(1);
  if (value && cut) {
    value->alternatives.push_back(SkippedAlternatives());
    value->literal = false;
  }
  return value;
}

}  // namespace flagcensus
