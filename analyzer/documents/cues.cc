// The patterns are compiled once, on the first use of any cue. A name without a list in the data
// becomes a pattern that matches nothing; CueErrors reports it.
//
//   Matches(Cue::kAboutDefault, "The default is 80.")   ─→  true
//
// Words and patterns are data, so another wording needs no new code.
#include "analyzer/documents/cues.h"

#include <re2/re2.h>

#include <algorithm>
#include <array>
#include <memory>

#include "analyzer/base/embedded_lists.h"
#include "analyzer/documents/patterns.h"

namespace flagcensus {
namespace {

constexpr size_t kCount = static_cast<size_t>(Cue::kCount);

// The keys of queries/documents/cues.toml, in the order of Cue.
constexpr std::array<std::string_view, kCount> kCueNames = {"environment",
                                                            "environment-variable",
                                                            "says",
                                                            "column-of-names",
                                                            "column-of-defaults",
                                                            "column-of-text",
                                                            "separator",
                                                            "body-marks",
                                                            "line-separator",
                                                            "column-separator",
                                                            "lead-skip",
                                                            "lead-value",
                                                            "lead-close",
                                                            "lead-next",
                                                            "path-behind",
                                                            "no-text",
                                                            "prose",
                                                            "field",
                                                            "record-field",
                                                            "term-environment",
                                                            "example-intro",
                                                            "prefix-before",
                                                            "comment-line",
                                                            "assignment-in-comment",
                                                            "setting-in-comment",
                                                            "export-before",
                                                            "set-before",
                                                            "code-read",
                                                            "introduces",
                                                            "expansion",
                                                            "trailing-comment",
                                                            "option",
                                                            "not-subject",
                                                            "marks-default",
                                                            "about-default",
                                                            "usage",
                                                            "values-intro",
                                                            "asked-to-set",
                                                            "page-of-settings",
                                                            "not-a-setting",
                                                            "attacks",
                                                            "manual-page"};

// All patterns are compiled together: a page uses most of them.
const re2::RE2& PatternOf(Cue cue) {
  static const std::vector<std::unique_ptr<re2::RE2>> kAll = [] {
    std::vector<std::unique_ptr<re2::RE2>> out;
    const auto lists = EmbeddedLists("documents/cues.toml");
    for (const std::string_view name : kCueNames) {
      const auto list = lists.find(name);
      out.push_back(CompileAny(list == lists.end() ? std::vector<std::string>() : list->second));
    }
    return out;
  }();
  return *kAll[static_cast<size_t>(cue)];
}

// RE2 of this version has its own view type.
re2::StringPiece PieceOf(std::string_view text) { return {text.data(), text.size()}; }

}  // namespace

bool Matches(Cue cue, std::string_view text) {
  return re2::RE2::PartialMatch(PieceOf(text), PatternOf(cue));
}

// Anchored at the beginning, so a later occurrence does not count.
// For cues that are skipped, such as marks before a name. 0: no match.
size_t MatchLength(Cue cue, std::string_view text) {
  re2::StringPiece found;
  const bool matched =
      PatternOf(cue).Match(PieceOf(text), 0, text.size(), re2::RE2::ANCHOR_START, &found, 1);
  return matched ? found.size() : 0;
}

// The beginning and the end of each match, from left to right, without overlaps.
std::vector<std::pair<size_t, size_t>> FindAll(Cue cue, std::string_view text) {
  std::vector<std::pair<size_t, size_t>> out;
  const re2::RE2& pattern = PatternOf(cue);
  re2::StringPiece found;
  for (size_t at = 0; at < text.size();) {
    if (!pattern.Match(PieceOf(text), at, text.size(), re2::RE2::UNANCHORED, &found, 1)) break;
    const size_t begin = static_cast<size_t>(found.data() - text.data());
    out.emplace_back(begin, begin + found.size());
    // Past the match; an empty match would be found again at the same place.
    at = begin + std::max<size_t>(found.size(), 1);
  }
  return out;
}

// The groups of the first match; "" for a group that did not take part; empty without a match.
//
//   Groups(Cue::kCommentLine, "# The port.")  ─→  {"The port."}
std::vector<std::string_view> Groups(Cue cue, std::string_view text) {
  // No cue has more than three groups that callers use.
  constexpr int kMost = 4;
  const re2::RE2& pattern = PatternOf(cue);
  const int count = std::min(pattern.NumberOfCapturingGroups() + 1, kMost);
  std::array<re2::StringPiece, kMost> found;
  if (!pattern.Match(PieceOf(text), 0, text.size(), re2::RE2::UNANCHORED, found.data(), count)) {
    return {};
  }
  std::vector<std::string_view> out;
  for (int i = 1; i < count; ++i) {
    const re2::StringPiece& one = found[static_cast<size_t>(i)];
    out.emplace_back(one.data() == nullptr ? "" : one.data(), one.size());
  }
  return out;
}

// For a test: lists that are missing, broken, or that no cue uses; "" if there are none.
std::string CueErrors() {
  std::string out;
  const auto lists = EmbeddedLists("documents/cues.toml");
  for (const std::string_view name : kCueNames) {
    const auto list = lists.find(name);
    if (list == lists.end()) {
      out += std::string(name) + ": missing\n";
    } else if (const std::string wrong = CompileAny(list->second)->error(); !wrong.empty()) {
      out += std::string(name) + ": " + wrong + "\n";
    }
  }
  if (lists.size() != kCueNames.size()) out += "a list that no cue is made of\n";
  return out;
}

}  // namespace flagcensus
