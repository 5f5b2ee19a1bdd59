// `check --format gitlab`: a Code Quality report, as GitLab shows it in merge requests.
//
// The fields are those of GitLab's documentation ("Code Quality report format"): description,
// check_name, fingerprint, severity, location with path and lines.begin. GitLab merges findings
// with equal fingerprints: a second finding with the same one gets the hash of it and its number.
//
//   [{"description":"APP_PORT is ...","check_name":"default-mismatch","fingerprint":"9f...",
//     "severity":"major","location":{"path":"app/server.py","lines":{"begin":12}}}]
#include <map>

#include "analyzer/report/json.h"
#include "analyzer/report/own_report.h"
#include "analyzer/report/shared.h"

namespace flagcensus {
namespace {

// GitLab has info, minor, major, critical and blocker.
std::string_view SeverityName(Severity severity) {
  switch (severity) {
    case Severity::kError:
      return "critical";
    case Severity::kWarning:
      return "major";
    case Severity::kInfo:
      return "info";
  }
  return {};
}

// A line is required; that of a file as a whole is 1.
Json LocationOf(const Place& place) {
  return {{"path", ShownFile(place.file)}, {"lines", {{"begin", std::max(1, place.line)}}}};
}

std::string WriteCheckGitlab(const CheckReport& report, const PrintOptions&) {
  Json out = Json::array();
  std::map<std::string_view, int> seen;
  for (const Finding& finding : report.findings) {
    const int before = seen[finding.fingerprint]++;
    Json one;
    one["description"] = ShownMessage(finding);
    one["check_name"] = finding.rule;
    one["fingerprint"] = before == 0 ? finding.fingerprint
                                     : Fingerprint({finding.fingerprint, std::to_string(before)});
    one["severity"] = SeverityName(finding.severity);
    const Place* place = MainPlace(finding);
    // A location is required. A finding about the run as a whole is at the root of the tree.
    one["location"] = LocationOf(place == nullptr ? Place{".", 1, 1} : *place);
    if (!finding.code.empty() && !finding.doc.empty()) {
      const Place& page = finding.doc.front();
      const Place& other = place == &page ? finding.code.front() : page;
      one["other_locations"] = Json::array({LocationOf(other)});
    }
    out.push_back(std::move(one));
  }
  return ToLine(out) + "\n";
}

bool IsOwnGitlab(std::string_view head) {
  // An empty report has no sign of its producer; another tool's empty report looks the same.
  return head == "[]\n" || (head.starts_with("[{\"description\":") &&
                            IsRuleName(NameBetween(head, "\"check_name\":\"", '"')));
}

}  // namespace

extern constexpr CheckFormat kCheckGitlabFormat = {
    .rank = 70,
    .name = "gitlab",
    .machine = true,
    .write = WriteCheckGitlab,
    .is_own = IsOwnGitlab,
};

}  // namespace flagcensus
