// JSON ─→ Baseline, and back
#include "analyzer/review/baseline.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <tuple>

#include "analyzer/base/bounded_json.h"
#include "analyzer/base/date.h"
#include "analyzer/base/json_text.h"
#include "analyzer/base/text.h"
#include "analyzer/model/secrets.h"
#include "analyzer/tree/tree.h"

namespace flagcensus {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kSchema = 1;
constexpr int kDepth = 4;  // a baseline has three levels
constexpr std::string_view kNoJson = "not valid JSON: 'flagcensus baseline' rewrites the file";
constexpr size_t kLongestHead = 200;  // bytes before the findings of a baseline
constexpr size_t kMaxBytes = size_t{64} << 20;

Error At(const std::string& file, int line, std::string_view message) {
  return Error{fmt::format("{}:{}: {}", EscapeControl(file), line, message)};
}

// The row of one finding; nullopt if a key is missing or has the wrong type.
std::optional<BaselineRow> ReadRow(const nlohmann::json& value) {
  if (!value.is_object()) return std::nullopt;
  BaselineRow row;
  const auto read = [&](const char* key, auto& into) {
    const auto found = value.find(key);
    if (found == value.end() || found->is_null()) return true;
    if (found->is_string()) into = found->template get<std::string>();
    return found->is_string();
  };
  const bool whole = read("rule", row.rule) && read("name", row.name) &&
                     read("documented", row.documented) && read("actual", row.actual) &&
                     read("fingerprint", row.fingerprint);
  if (!whole || row.rule.empty() || row.fingerprint.empty()) return std::nullopt;
  return row;
}

// The lines of the fingerprints: the parsed values have no positions.
std::map<std::string, int, std::less<>> LinesOf(std::string_view text) {
  constexpr std::string_view kKey = "\"fingerprint\"";
  std::map<std::string, int, std::less<>> out;
  int line = 0;
  for (const std::string_view one : Split(text, '\n')) {
    ++line;
    const size_t at = one.find(kKey);
    if (at == std::string_view::npos) continue;
    const size_t begin = one.find('"', one.find(':', at));
    if (begin == std::string_view::npos) continue;
    const size_t end = one.find('"', begin + 1);
    if (end != std::string_view::npos) out.emplace(one.substr(begin + 1, end - begin - 1), line);
  }
  return out;
}

}  // namespace

Result<Baseline> ParseBaseline(std::string_view text, const std::string& file) {
  if (text.size() > kMaxBytes)
    return At(file, 1, "the baseline is larger than 64 MiB and was not read");
  size_t failed_at = 0;
  const std::optional<nlohmann::json> root = ParseBoundedJson(text, kDepth, &failed_at);
  // From the outside in: each failure has the line that a user has to correct.
  if (!root) return At(file, LineNumberAt(text, std::min(failed_at, text.size())), kNoJson);
  if (!root->is_object() || !root->contains("schema") || !(*root)["schema"].is_number_integer()) {
    return At(file, 1, "not a baseline: \"schema\" is missing");
  }
  if ((*root)["schema"].get<int64_t>() > kSchema) {
    return At(file, 1,
              fmt::format(
                  "the baseline was written by a newer flagcensus (schema {}, expected {}): update "
                  "flagcensus, or write the baseline again",
                  (*root)["schema"].get<int64_t>(), kSchema));
  }
  Baseline out;
  out.file = file;
  if (root->contains("until")) {
    const nlohmann::json& until = (*root)["until"];
    if (!until.is_string() || !IsDate(until.get_ref<const std::string&>())) {
      return At(file, LineNumberAt(text, text.find("\"until\"")),
                "\"until\" must be a date such as \"2027-01-31\"");
    }
    out.until = until.get<std::string>();
  }
  const auto findings = root->find("findings");
  if (findings == root->end() || !findings->is_array()) {
    return At(file, 1, "not a baseline: the list \"findings\" is missing");
  }
  // A row without a known line gets the one of the row before it.
  const auto lines = LinesOf(text);
  int last = 1;
  for (const nlohmann::json& value : *findings) {
    std::optional<BaselineRow> row = ReadRow(value);
    if (!row) {
      return At(file, last, "a finding after this line has no \"rule\" or \"fingerprint\"");
    }
    const auto line = lines.find(row->fingerprint);
    row->line = last = line == lines.end() ? last : line->second;
    out.rows.push_back(std::move(*row));
  }
  return out;
}

// The file with its path as shown in messages; a binary file is not JSON.
Result<Baseline> ReadBaseline(const std::string& path, const std::string& shown) {
  std::string text;
  std::string error;
  bool binary = false;
  if (!ReadWhole(path, &text, &binary, &error)) {
    return Error{EscapeControl(shown) + ": the baseline cannot be read: " + error};
  }
  if (binary) return At(shown, 1, kNoJson);
  return ParseBaseline(text, shown);
}

std::vector<BaselineRow> BaselineRowsOf(const std::vector<Finding>& findings) {
  std::vector<BaselineRow> out;
  // Values are only for readers, so credentials are masked.
  const auto shown = [](const Finding& finding, const std::optional<std::string>& value) {
    return value ? std::optional(ToValidUtf8(MaskSecrets(*value, finding.name))) : std::nullopt;
  };
  for (const Finding& finding : findings) {
    out.push_back({finding.rule, ToValidUtf8(MaskSecrets(finding.name, {})),
                   shown(finding, finding.documented), shown(finding, finding.actual),
                   finding.fingerprint, 0});
  }
  const auto key = [](const BaselineRow& row) {
    return std::tie(row.rule, row.name, row.fingerprint);
  };
  std::sort(out.begin(), out.end(),
            [&](const BaselineRow& a, const BaselineRow& b) { return key(a) < key(b); });
  out.erase(
      std::unique(out.begin(), out.end(),
                  [&](const BaselineRow& a, const BaselineRow& b) { return key(a) == key(b); }),
      out.end());
  return out;
}

bool IsOwnBaseline(std::string_view head) {
  // Unresolved merge conflicts: the file will be rewritten.
  if (head.starts_with("<<<<<<< ")) {
    head.remove_prefix(std::min(head.find('{'), head.size()));
  }
  // {"schema": 1, then "until" or "findings"
  std::string begin;
  for (const char c : head.substr(0, kLongestHead)) {
    if (c > ' ') begin += c;
  }
  constexpr std::string_view kOpen = "{\"schema\":";
  if (!begin.starts_with(kOpen)) return false;
  const size_t next = begin.find_first_not_of("0123456789", kOpen.size());
  if (next == std::string::npos) return false;
  const std::string_view rest = std::string_view(begin).substr(next);
  return rest.starts_with(",\"until\":\"") || rest.starts_with(",\"findings\":[");
}

// Written by hand up to the rows: one finding on a line, for merges of branches.
std::string WriteBaseline(const Baseline& baseline) {
  std::string out = fmt::format("{{\n  \"schema\": {},\n", kSchema);
  if (!baseline.until.empty()) out += fmt::format("  \"until\": \"{}\",\n", baseline.until);
  out += "  \"findings\": [";
  const char* between = "\n    ";
  for (const BaselineRow& row : baseline.rows) {
    Json value;
    value["rule"] = row.rule;
    if (!row.name.empty()) value["name"] = row.name;
    if (row.documented) value["documented"] = *row.documented;
    if (row.actual) value["actual"] = *row.actual;
    value["fingerprint"] = row.fingerprint;
    out += between + EscapeHiddenInJson(value.dump(-1, ' ', false, Json::error_handler_t::replace));
    between = ",\n    ";
  }
  return out + (baseline.rows.empty() ? "]\n}\n" : "\n  ]\n}\n");
}

}  // namespace flagcensus
