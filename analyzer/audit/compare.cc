#include "analyzer/audit/compare.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>

#include "analyzer/base/text.h"

namespace flagcensus {
namespace {

struct Version {
  std::string name;
  std::map<std::string, std::set<std::string>> defaults;  // of each variable of the sources
  std::set<std::string> read, written, required;
};

Version ReadVersion(const Database& census, int64_t project) {
  Version out;
  Statement about = census.Ask("SELECT source FROM project WHERE id = ?");
  about.Bind(project);
  if (about.Step()) out.name = about.Text(0);
  Statement ask = census.Ask(
      "SELECT variable.name, site.op, site.default_kind, site.default_value FROM variable "
      "JOIN site ON site.variable = variable.id WHERE variable.project = ? AND site.scope = 'src'");
  ask.Bind(project);
  while (ask.Step()) {
    const std::string name(ask.Text(0));
    const std::string_view op = ask.Text(1), kind = ask.Text(2);
    std::set<std::string>& defaults = out.defaults[name];
    if (op == "write" || op == "setdefault" || op == "append" || op == "delete") {
      out.written.insert(name);
    } else if (op == "read") {
      out.read.insert(name);
      if (kind == "required") out.required.insert(name);
      const bool valued = kind == "literal" || kind == "dynamic";
      defaults.insert(valued ? (ask.Text(3).empty() ? "\"\"" : std::string(ask.Text(3)))
                             : std::string(kind));
    }
  }
  return out;
}

std::vector<std::string> Without(const std::set<std::string>& all,
                                 const std::set<std::string>& those) {
  std::vector<std::string> out;
  std::set_difference(all.begin(), all.end(), those.begin(), those.end(), std::back_inserter(out));
  return out;
}

std::string Told(const std::set<std::string>& defaults) {
  return Join({defaults.begin(), defaults.end()}, " or ");
}

}  // namespace

VersionChanges CompareVersions(const Database& census) {
  const Version before = ReadVersion(census, 0), after = ReadVersion(census, 1);
  VersionChanges out;
  out.before = before.name;
  out.after = after.name;
  for (const auto& [name, defaults] : after.defaults) {
    const auto old = before.defaults.find(name);
    if (old == before.defaults.end()) {
      out.added.push_back(name);
    } else if (old->second != defaults && before.read.contains(name) && after.read.contains(name)) {
      out.defaults.push_back({name, Told(old->second), Told(defaults)});
    }
  }
  for (const auto& [name, defaults] : before.defaults) {
    if (!after.defaults.contains(name)) out.removed.push_back(name);
  }
  out.written = Without(after.written, before.written);
  out.required = Without(after.required, before.required);
  return out;
}

}  // namespace flagcensus
