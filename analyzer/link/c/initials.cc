// What is handed to a wrapper that leaves it as it is without a value → what it holds at first.
//
// `get("APP_LEVEL", level)`: a local of the function around, as the call's facts tell; a member of
// the function's class or of the object that is named, from the class's constructor or from where
// the class declares it, in whatever file; a variable outside functions. Where several that may be
// meant differ, nothing is known.
#include <mutex>

#include "analyzer/base/text.h"
#include "analyzer/link/c/resolver.h"

namespace flagcensus {

// The variable or member that the expression `&config->level` ends in; "" where it is more.
std::string CResolver::LastName(const std::string& source) {
  size_t at = source.size();
  while (at > 0 && IsIdentifierByte(static_cast<unsigned char>(source[at - 1]))) --at;
  for (size_t i = 0; i < at; ++i) {
    const auto byte = static_cast<unsigned char>(source[i]);
    const bool path = IsIdentifierByte(byte) || source[i] == '.' || source[i] == ':' ||
                      source[i] == '-' || source[i] == '>' || (source[i] == '&' && i == 0) ||
                      source[i] == ' ';
    if (!path) return "";
  }
  return source.substr(at);
}

void CResolver::FindInitials() {
  std::set<std::string> wanted;
  for (const auto& [file, facts] : facts_) {
    for (const CCall& call : facts.calls) {
      for (const CMeaning& meaning : MeaningsOf(file, facts, call)) {
        if (!meaning.filled || meaning.default_value || Writes(meaning.op)) continue;
        const auto kept = call.kept_in.find(meaning.filled_argument);
        if (kept != call.kept_in.end()) wanted.insert(kept->second);
        if (call.held.count(meaning.filled_argument) > 0) continue;
        if (const std::string name = LastName(meaning.filled->source); !name.empty()) {
          wanted.insert(name);
        }
      }
    }
  }
  if (wanted.empty()) return;
  std::map<int, CFacts> found;  // by file, for the order of the files
  EachFileWith(wanted, HoldsAny, [&](int file, const CTokens& tokens, std::mutex& mutex) {
    CWanted asked;
    asked.initials = wanted;
    CFacts facts = FindCFacts(tokens, asked);
    const std::lock_guard<std::mutex> lock(mutex);
    found[file].initials = std::move(facts.initials);
    found[file].constructed = std::move(facts.constructed);
  });
  std::map<std::string, CValue> constructed;
  for (const auto& [file, facts] : found) {
    for (const auto& [name, value] : facts.initials) KeepOne(name, value, &initials_);
    for (const auto& [name, value] : facts.constructed) KeepOne(name, value, &constructed);
  }
  // What a constructor gives goes before what the class says.
  for (auto& [name, value] : constructed) initials_[name] = std::move(value);
}

std::optional<CValue> CResolver::InitialOf(const CFacts& facts, const CCall& call,
                                           const CMeaning& meaning) const {
  if (!meaning.filled || Writes(meaning.op)) return std::nullopt;
  const auto known = [](const CValue& value) -> std::optional<CValue> {
    if (value.source.empty()) return std::nullopt;
    return value;
  };
  if (const auto kept = call.kept_in.find(meaning.filled_argument); kept != call.kept_in.end()) {
    const auto free = initials_.find("::" + kept->second);
    if (free != initials_.end()) return known(free->second);
  }
  if (const auto held = call.held.find(meaning.filled_argument); held != call.held.end()) {
    return known(held->second);
  }
  const std::string& source = meaning.filled->source;
  const std::string name = LastName(source);
  if (name.empty()) return std::nullopt;
  const size_t before = source.size() - name.size();
  const std::string path = source.substr(0, before);
  const std::string around =
      call.function < 0 ? "" : facts.functions[static_cast<size_t>(call.function)].class_name;
  if (path.empty() || path == "&" || path == "this->" || path == "&this->") {
    if (const auto own = initials_.find(around + "::" + name); own != initials_.end()) {
      return known(own->second);
    }
    const auto free = initials_.find("::" + name);
    return free != initials_.end() ? known(free->second) : std::nullopt;
  }
  if (path.ends_with('.')) {  // of an object that is told what it holds
    const auto told = initials_.find(LastName(path.substr(0, path.size() - 1)) + "." + name);
    if (told != initials_.end()) return known(told->second);
  }
  std::optional<CValue> only;
  for (const auto& [full, value] : initials_) {
    const size_t colons = full.rfind("::");
    if (colons == 0 || colons == std::string::npos ||
        full.compare(colons + 2, std::string::npos, name) != 0)
      continue;
    if (only && only->source != value.source) return std::nullopt;
    only = value;
  }
  return only ? known(*only) : std::nullopt;
}

}  // namespace flagcensus
