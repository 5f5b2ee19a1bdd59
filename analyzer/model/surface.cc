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

GivenWords WordsOfGiven(const Surface& surface, const SurfaceSetting& setting) {
  GivenWords out;
  if (setting.program >= 0) out.by = surface.programs[static_cast<size_t>(setting.program)].name;
  if (out.by.empty()) out.by = ToString(surface.kind);
  const std::string value = setting.value.empty() ? "nothing" : ShownSetting(setting);
  switch (setting.how) {
    case Given::kValue:
      out.value = value;
      break;
    case Given::kFilled:
      out.value = value + " unless it is set";
      break;
    case Given::kPassed:
      out.value = setting.demanded ? "passed, and it must be set" : "passed if it is set";
      break;
    case Given::kReferred:
      out.value = "from " + (setting.value.empty() ? "elsewhere" : setting.value);
      break;
    case Given::kCommented:
      out.value = "commented out: " + value;
      break;
    case Given::kUnknown:
      out.value = "computed";
      break;
  }
  return out;
}

std::string DescribeGiven(const Surface& surface, const SurfaceSetting& setting) {
  const GivenWords words = WordsOfGiven(surface, setting);
  std::string out(ToString(surface.kind));
  if (words.by != out) out += " (" + words.by + ")";
  return out + ", " + words.value;
}

}  // namespace flagcensus
