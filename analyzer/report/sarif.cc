// Parts that the SARIF reports of `check` and `audit` share.
#include "analyzer/report/sarif.h"

#include <algorithm>

#include "analyzer/base/text.h"
#include "analyzer/model/secrets.h"

namespace flagcensus {

// "is not documented" ─→ {"text": "is not documented."}: a SARIF message is a sentence with its
// period.
Json SarifText(std::string text) {
  if (!text.empty() && std::string_view(".?!").find(text.back()) == std::string_view::npos) {
    text += '.';
  }
  return {{"text", std::move(text)}};
}

// "default-mismatch" ─→ "DefaultMismatch"; "undocumented" ─→ "UndocumentedVariable", since viewers
// expect a name of several words in Pascal case.
std::string SarifRuleName(std::string_view rule) {
  std::string out;
  for (const std::string_view word : Split(rule, '-')) {
    out += ToUpper(word.substr(0, 1));
    out += word.substr(std::min<size_t>(1, word.size()));
  }
  return rule.find('-') == std::string_view::npos ? out + "Variable" : out;
}

// "docs/my env.md" ─→ {"uri": "docs/my%20env.md", "uriBaseId": ...}
Json SarifArtifactLocation(std::string_view file) {
  return {{"uri", UriPath(MaskPath(file))}, {"uriBaseId", kSarifBase}};
}

// The tool that wrote the report; the caller adds its rules.
Json SarifDriver() {
  Json driver = {{"name", "flagcensus"},
                 {"version", FLAGCENSUS_VERSION},
                 {"semanticVersion", FLAGCENSUS_VERSION},
                 {"rules", Json::array()}};
#ifdef FLAGCENSUS_HOMEPAGE
  driver["informationUri"] = FLAGCENSUS_HOMEPAGE;
#endif
  return driver;
}

}  // namespace flagcensus
