#include "analyzer/model/surface.h"

#include <array>
#include <utility>

#include "analyzer/model/secrets.h"

namespace flagcensus {
namespace {

constexpr std::array<std::pair<SurfaceKind, std::string_view>, 11> kKinds = {{
    {SurfaceKind::kDotenv, "dotenv"},
    {SurfaceKind::kCompose, "compose"},
    {SurfaceKind::kKubernetes, "kubernetes"},
    {SurfaceKind::kHelm, "helm"},
    {SurfaceKind::kDockerfile, "dockerfile"},
    {SurfaceKind::kSystemd, "systemd"},
    {SurfaceKind::kCi, "ci"},
    {SurfaceKind::kDevcontainer, "devcontainer"},
    {SurfaceKind::kTox, "tox"},
    {SurfaceKind::kAppJson, "app-json"},
    {SurfaceKind::kProcfile, "procfile"},
}};

}  // namespace

std::string_view ToString(SurfaceKind kind) {
  for (const auto& [one, name] : kKinds) {
    if (one == kind) return name;
  }
  return "";
}

std::optional<SurfaceKind> ParseSurfaceKind(std::string_view text) {
  for (const auto& [kind, name] : kKinds) {
    if (name == text) return kind;
  }
  return std::nullopt;
}

bool IsDeployed(SurfaceKind kind) {
  return kind == SurfaceKind::kCompose || kind == SurfaceKind::kKubernetes ||
         kind == SurfaceKind::kHelm || kind == SurfaceKind::kSystemd ||
         kind == SurfaceKind::kAppJson;
}

std::optional<std::string_view> ValueOf(const SurfaceSetting& setting) {
  if (setting.how != Given::kValue && setting.how != Given::kFilled) return std::nullopt;
  return setting.value;
}

std::string_view ToString(Given how) {
  switch (how) {
    case Given::kValue:
      return "value";
    case Given::kFilled:
      return "filled";
    case Given::kPassed:
      return "passed";
    case Given::kReferred:
      return "referred";
    case Given::kCommented:
      return "commented";
    case Given::kUnknown:
      return "unknown";
  }
  return "";
}

std::string ShownSetting(const SurfaceSetting& setting) {
  return IsSecretName(setting.name) && !setting.value.empty() ? "***" : setting.value;
}

std::string DescribeGiven(const Surface& surface, const SurfaceSetting& setting) {
  std::string out(ToString(surface.kind));
  if (setting.program >= 0) {
    const std::string& name = surface.programs[static_cast<size_t>(setting.program)].name;
    if (!name.empty()) out += " (" + name + ")";
  }
  const std::string value = setting.value.empty() ? "nothing" : ShownSetting(setting);
  switch (setting.how) {
    case Given::kValue:
      return out + ", " + value;
    case Given::kFilled:
      return out + ", " + value + " unless it is set";
    case Given::kPassed:
      return out + (setting.demanded ? ", passed, and it must be set" : ", passed if it is set");
    case Given::kReferred:
      return out + ", from " + (setting.value.empty() ? "elsewhere" : setting.value);
    case Given::kCommented:
      return out + ", commented out: " + value;
    case Given::kUnknown:
      break;
  }
  return out + ", computed";
}

}  // namespace flagcensus
