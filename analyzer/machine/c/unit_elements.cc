#include "analyzer/machine/c/unit_elements.h"

#include <algorithm>
#include <utility>

namespace flagcensus {
namespace {

using Kind = CToken::Kind;
using Range = std::pair<size_t, size_t>;  // begin and end, without the comma

int StepOf(const UnitToken& token) {
  if (token.Is("(") || token.Is("[") || token.Is("{")) return 1;
  return token.Is(")") || token.Is("]") || token.Is("}") ? -1 : 0;
}

std::vector<Range> ElementsOf(const std::vector<UnitToken>& branch) {
  std::vector<Range> out;
  int depth = 0;
  size_t from = 0;
  for (size_t i = 0; i < branch.size(); ++i) {
    depth += StepOf(branch[i]);
    if (depth != 0 || !branch[i].Is(",")) continue;
    out.emplace_back(from, i);
    from = i + 1;
  }
  return out;
}

// Whether what follows stands in the braces of an enum.
bool IsInEnumeration(const std::vector<UnitToken>& before) {
  constexpr size_t kMaxTokens = 4000;
  constexpr size_t kMaxHead = 8;  // of `enum class Name : uint8_t`
  int depth = 0;
  const size_t last = before.size() - std::min(before.size(), kMaxTokens);
  for (size_t i = before.size(); i-- > last;) {
    depth += StepOf(before[i]);
    if (depth <= 0) continue;
    if (!before[i].Is("{")) return false;
    for (size_t k = i; k-- > i - std::min(i, kMaxHead);) {
      if (before[k].IsName("enum")) return true;
      if (!before[k].IsName() && !before[k].Is(":") && !before[k].Is("::")) return false;
    }
    return false;
  }
  return false;
}

// A value that is no list of its own and has no designator, of which some literal is a part.
bool IsPlainValue(const std::vector<UnitToken>& branch, const Range& range) {
  if (range.first >= range.second) return false;
  const UnitToken& first = branch[range.first];
  if (first.Is("{") || first.Is(".") || first.Is("[")) return false;
  bool literal = false;
  for (size_t i = range.first; i < range.second; ++i) {
    if (branch[i].Is("=") || branch[i].Is("#if")) return false;
    literal = literal || branch[i].kind == Kind::kString || branch[i].kind == Kind::kNumber;
  }
  return literal;
}

bool IsPlainName(const std::vector<UnitToken>& branch, const Range& range) {
  return range.second == range.first + 1 && branch[range.first].IsName();
}

void Put(UnitWord text, Kind kind, const PpPlace& place, std::vector<UnitToken>* out) {
  UnitToken& made = out->emplace_back();
  made.kind = kind;
  made.text = text.number();
  made.place = place;
}

}  // namespace

void AppendEither(const std::vector<std::span<const UnitToken>>& branches,
                  std::vector<UnitToken>* out) {
  const PpPlace place = branches.front().front().place;
  Put("__either", Kind::kName, place, out);
  for (size_t i = 0; i < branches.size(); ++i) {
    Put(i == 0 ? UnitWord("(") : UnitWord(","), Kind::kPunctuation, place, out);
    out->insert(out->end(), branches[i].begin(), branches[i].end());
  }
  Put(")", Kind::kPunctuation, place, out);
}

void AppendElements(const std::vector<std::vector<UnitToken>>& branches,
                    std::vector<UnitToken>* out) {
  std::vector<std::vector<Range>> elements;
  for (const auto& one : branches) elements.push_back(ElementsOf(one));
  const size_t count = elements.front().size();
  const auto all = [&](const auto& is) {
    for (size_t i = 0; i < branches.size(); ++i) {
      if (elements[i].size() != count) return false;
      for (const Range& range : elements[i]) {
        if (!is(branches[i], range)) return false;
      }
    }
    return branches.size() > 1;
  };
  const auto append = [&](const std::vector<UnitToken>& from, const Range& range) {
    out->insert(out->end(), from.begin() + static_cast<long>(range.first),
                from.begin() + static_cast<long>(range.second));
  };
  const PpPlace place = branches.front().front().place;
  if (all(IsPlainValue)) {
    for (size_t k = 0; k < count; ++k) {
      std::vector<std::span<const UnitToken>> either;
      for (size_t i = 0; i < branches.size(); ++i) {
        const auto [begin, end] = elements[i][k];
        either.push_back(std::span(branches[i]).subspan(begin, end - begin));
      }
      AppendEither(either, out);
      Put(",", Kind::kPunctuation, place, out);
    }
    return;
  }
  const bool counted = all(IsPlainName) && IsInEnumeration(*out);
  for (size_t i = 0; i < branches.size(); ++i) {
    if (!counted || i == 0) {
      append(branches[i], {0, branches[i].size()});
      continue;
    }
    for (size_t k = 0; k < count; ++k) {
      append(branches[i], elements[i][k]);
      Put("=", Kind::kPunctuation, place, out);
      append(branches[0], elements[0][k]);
      Put(",", Kind::kPunctuation, place, out);
    }
  }
}

}  // namespace flagcensus
