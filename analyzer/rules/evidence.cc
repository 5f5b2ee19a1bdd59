// Evidence: small questions about flags that more than one rule asks, so that all give one answer.
#include "analyzer/rules/evidence.h"

#include <fmt/format.h>

#include "analyzer/model/secrets.h"

namespace flagcensus {

std::vector<const Access*> SourceAccesses(const Flag& flag) {
  std::vector<const Access*> out;
  for (const FlagAccess& access : flag.accesses) {
    if (access.access->scope == Scope::kSrc) out.push_back(access.access);
  }
  return out;
}

bool IsWrite(AccessOp op) {
  return op == AccessOp::kWrite || op == AccessOp::kSetDefault || op == AccessOp::kAppend ||
         op == AccessOp::kDelete;
}

std::vector<Place> PlacesOf(const std::vector<const Access*>& accesses) {
  std::vector<Place> out;
  for (const Access* access : accesses) out.push_back(access->place);
  return out;
}

std::vector<Place> PlacesOf(const std::vector<const Entry*>& entries) {
  std::vector<Place> out;
  for (const Entry* entry : entries) out.push_back(entry->place);
  return out;
}

std::string ToText(const Place& place) {
  return place.line == 0 ? place.file : fmt::format("{}:{}", place.file, place.line);
}

std::string ToText(const std::vector<Place>& places) {
  if (places.empty()) return {};
  if (places.size() == 1) return ToText(places.front());
  return fmt::format("{} and {} more place{}", ToText(places.front()), places.size() - 1,
                     places.size() == 2 ? "" : "s");
}

std::string ShowValue(std::string_view name, std::string_view value) {
  return value.empty() ? "\"\"" : MaskSecrets(value, name);
}

Finding MakeFinding(std::string_view rule, std::string_view name, Severity severity,
                    Confidence confidence) {
  Finding out;
  out.rule = rule;
  out.name = name;
  out.severity = severity;
  out.confidence = confidence;
  out.fingerprint = Fingerprint({rule, name});
  return out;
}

const Entry* EntryWithClaim(const std::vector<const Entry*>& entries, std::string_view claim) {
  for (const Entry* entry : entries) {
    if (entry->HasClaim(claim)) return entry;
  }
  return nullptr;
}

}  // namespace flagcensus
