// queries/risks.toml ─→ rows
#include "analyzer/audit/risk_rows.h"

#include <toml++/toml.h>

#include <algorithm>
#include <map>

#include "analyzer/base/embedded.h"
#include "analyzer/base/text.h"

namespace flagcensus {
namespace {

// The words of the file for each value; any other word is a mistake.
//
//   [[risk]]
//   id = "verification-off"
//   by = "name"
//   names = ["*_INSECURE"]     ─→ RiskRow{"verification-off", by: kName, names: {*_INSECURE}}
const std::map<std::string, RiskBy, std::less<>> kKinds = {
    {"name", RiskBy::kName}, {"default", RiskBy::kDefault}, {"secret", RiskBy::kSecret},
    {"sink", RiskBy::kSink}, {"write", RiskBy::kWrite},     {"import", RiskBy::kImport},
    {"near", RiskBy::kNear}};
const std::map<std::string, Severity, std::less<>> kSeverities = {
    {"low", Severity::kInfo}, {"medium", Severity::kWarning}, {"high", Severity::kError}};
const std::map<std::string, Confidence, std::less<>> kConfidences = {
    {"low", Confidence::kLow}, {"medium", Confidence::kMedium}, {"high", Confidence::kHigh}};
const std::map<std::string, DefaultIs, std::less<>> kDefaults = {
    {"any", DefaultIs::kAny}, {"on", DefaultIs::kOn}, {"off", DefaultIs::kOff}};

// Reads one row; errors are appended to `mistakes`. An unknown key is one.
class RowReader {
 public:
  RowReader(const toml::table& row, std::vector<std::string>* mistakes)
      : row_(row), mistakes_(mistakes) {}

  RiskRow Read() {
    RiskRow out;
    out.id = Text("id");
    out.title = Text("title");
    out.reason = Text("reason");
    Choose("severity", kSeverities, out.severity);
    Choose("by", kKinds, out.by);
    if (row_.contains("confidence")) Choose("confidence", kConfidences, out.confidence);
    if (row_.contains("default-is")) Choose("default-is", kDefaults, out.default_is);
    for (const std::string& glob : List("names")) out.names.Add(glob);
    for (const std::string& glob : List("except")) out.except.Add(glob);
    out.values = List("values");
    out.except_values = List("except-values");
    for (const std::string& glob : List("vias")) out.vias.Add(glob);
    for (const std::string& glob : List("except-vias")) out.except_vias.Add(glob);
    out.unless = List("unless");
    known_.insert("same-file");
    out.same_file = row_["same-file"].value_or(false);
    known_.insert("handed-on");
    out.is_passed_on = row_["handed-on"].value_or(false);
    for (std::string& text : List("types")) out.types.insert(std::move(text));
    for (std::string& text : List("ops")) out.ops.insert(std::move(text));
    for (std::string& text : List("sinks")) out.sinks.insert(std::move(text));
    // Most rows are about reads; rows about writes state their operations.
    if (out.ops.empty() && out.by != RiskBy::kWrite) out.ops.insert("read");
    out.examples.matching = Examples("examples");
    out.examples.others = Examples("counterexamples");
    for (const auto& [key, node] : row_) {
      if (!known_.contains(std::string(key.str()))) {
        mistakes_->push_back(out.id + ": unknown key '" + std::string(key.str()) + "'");
      }
    }
    return out;
  }

 private:
  // A key that must be present. Each reader of a key records it as known.
  std::string Text(const char* key) {
    known_.insert(key);
    std::string out = row_[key].value_or(std::string());
    if (out.empty()) mistakes_->push_back(std::string("a row has no ") + key);
    return out;
  }

  // A key that may be missing: an empty list then.
  std::vector<std::string> List(const char* key) {
    known_.insert(key);
    std::vector<std::string> out;
    const toml::array* const list = row_[key].as_array();
    for (size_t i = 0; list != nullptr && i < list->size(); ++i) {
      out.push_back((*list)[i].value_or(std::string()));
    }
    return out;
  }

  // "NAME", "NAME=default" or "NAME:type=default".
  // "APP_DEBUG:bool=1" ─→ {name: "APP_DEBUG", type: "bool", value: "1"}
  std::vector<RiskExample> Examples(const char* key) {
    std::vector<RiskExample> out;
    for (const std::string& text : List(key)) {
      RiskExample one;
      const size_t equals = text.find('=');
      if (equals != std::string::npos) one.value = text.substr(equals + 1);
      const std::string left = text.substr(0, equals);
      const size_t colon = left.find(':');
      one.name = left.substr(0, colon);
      if (colon != std::string::npos) one.type = left.substr(colon + 1);
      out.push_back(std::move(one));
    }
    return out;
  }

  // The value remains the default of the row if the word is unknown.
  template <typename T>
  void Choose(const char* key, const std::map<std::string, T, std::less<>>& words, T& out) {
    const std::string text = Text(key);
    const auto at = words.find(text);
    if (at != words.end()) {
      out = at->second;
    } else {
      mistakes_->push_back(std::string(key) + " '" + text + "' is unknown");
    }
  }

  const toml::table& row_;
  std::vector<std::string>* mistakes_;
  std::set<std::string> known_;
};

}  // namespace

// Errors do not stop the reading: all of them are appended.
// For a text that is not TOML, the result is one mistake and no rows.
RiskTable ReadRiskTable(std::string_view toml, std::vector<std::string>* mistakes) {
  RiskTable out;
  try {
    const toml::table file = toml::parse(toml);
    const toml::array* const same = file["same-value"].as_array();
    for (size_t i = 0; same != nullptr && i < same->size(); ++i) {
      out.same_value.insert((*same)[i].value_or(std::string()));
    }
    const toml::array* const rows = file["risk"].as_array();
    for (size_t i = 0; rows != nullptr && i < rows->size(); ++i) {
      if (const toml::table* row = (*rows)[i].as_table()) {
        out.rows.push_back(RowReader(*row, mistakes).Read());
      }
    }
  } catch (const toml::parse_error& error) {
    mistakes->push_back(std::string(error.description()));
  }
  return out;
}

// Read once, when the first audit needs it.
const RiskTable& Risks() {
  static const RiskTable kTable = [] {
    std::vector<std::string> ignored;  // the file is part of the program; a test reads it
    return ReadRiskTable(EmbeddedQuery("risks.toml"), &ignored);
  }();
  return kTable;
}

// The words of reports; findings of `check` have error, warning and info for the same levels.
std::string_view RiskSeverity(const RiskRow& row) {
  switch (row.severity) {
    case Severity::kError:
      return "high";
    case Severity::kWarning:
      return "medium";
    case Severity::kInfo:
      break;
  }
  return "low";
}

// names = ["*_TOKEN"], except = ["*_MAX_TOKEN"]: APP_TOKEN is named, APP_MAX_TOKEN is not.
bool NamesVariable(const RiskRow& row, std::string_view name) {
  return row.names.Matches(name) && !row.except.Matches(name);
}

}  // namespace flagcensus
