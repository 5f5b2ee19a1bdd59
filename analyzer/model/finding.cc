#include "analyzer/model/finding.h"

#include <xxhash.h>

#include <cstdio>
#include <tuple>

namespace flagcensus {

const Place* MainPlace(const Finding& finding) {
  const bool page = finding.at_page && !finding.doc.empty();
  const std::vector<Place>& places = page || finding.code.empty() ? finding.doc : finding.code;
  return places.empty() ? nullptr : &places.front();
}

int ScoreOf(const Finding& finding) {
  int out = 0;
  for (const ScorePart& part : finding.score) out += part.points;
  return out;
}

std::string DescribeScore(const Finding& finding) {
  std::string out;
  for (const ScorePart& part : finding.score) {
    out += (out.empty() ? "score " + std::to_string(ScoreOf(finding)) + ": " : std::string(", ")) +
           (part.points > 0 ? "+" : "") + std::to_string(part.points) + " " + part.says;
  }
  return out;
}

bool FindingLess(const Finding& a, const Finding& b) {
  // Findings in code come before those on pages. One without a place has an empty file name and so
  // comes first among the latter.
  const auto first = [](const Finding& f) {
    const Place* const place = MainPlace(f);
    const bool in_code = !f.code.empty() && place == &f.code.front();
    return std::make_tuple(!in_code, place == nullptr ? Place() : *place);
  };
  return std::make_tuple(first(a), a.name, a.rule, a.message) <
         std::make_tuple(first(b), b.name, b.rule, b.message);
}

std::string WholeMessage(const Finding& finding) {
  return finding.remedy.empty() ? finding.message : finding.message + ": " + finding.remedy;
}

std::string_view ToString(Severity severity) {
  switch (severity) {
    case Severity::kInfo:
      return "info";
    case Severity::kWarning:
      return "warning";
    case Severity::kError:
      return "error";
  }
  return "";
}

std::string_view ToString(Confidence confidence) {
  switch (confidence) {
    case Confidence::kLow:
      return "low";
    case Confidence::kMedium:
      return "medium";
    case Confidence::kHigh:
      return "high";
  }
  return "";
}

std::optional<Severity> ParseSeverity(std::string_view text) {
  for (const Severity s : {Severity::kInfo, Severity::kWarning, Severity::kError}) {
    if (ToString(s) == text) return s;
  }
  return std::nullopt;
}

std::string Fingerprint(const std::vector<std::string_view>& parts) {
  std::string bytes;
  for (const std::string_view part : parts) bytes.append(part).push_back('\0');
  char out[17];
  std::snprintf(out, sizeof out, "%016llx",
                static_cast<unsigned long long>(XXH3_64bits(bytes.data(), bytes.size())));
  return out;
}

bool DiagnosticLess(const Diagnostic& a, const Diagnostic& b) {
  return std::tie(a.place, a.kind, a.message) < std::tie(b.place, b.kind, b.message);
}

}  // namespace flagcensus
