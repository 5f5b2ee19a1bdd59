// CI files ─→ Surface: `env:` of GitHub's workflows, jobs and steps; `variables:` of GitLab's.
// Sources: GitHub, "Workflow syntax"; GitLab, "CI/CD YAML syntax reference".
#include "analyzer/surfaces/reading.h"

namespace flagcensus {
namespace {

using Kind = RegistryNode::Kind;

void FindVariables(const YamlView& yaml, const RegistryNode& node, std::string_view file, int depth,
                   Surface& out) {
  if (depth > kMaxYamlDepth) return;
  yaml.Each(node, [&](const RegistryNode& child) {
    const RegistryNode& value = yaml.Follow(child);
    if (value.kind != Kind::kMap && value.kind != Kind::kList) return;
    if (value.kind == Kind::kMap && (child.key == "env" || child.key == "variables")) {
      const size_t before = out.settings.size();
      AddEnvironment(yaml, value, file, -1, false, out);
      for (size_t i = before; i < out.settings.size(); ++i) {
        // ${{ secrets.TOKEN }}
        SurfaceSetting& setting = out.settings[i];
        if (setting.value.find("${{") == std::string::npos) continue;
        setting.how = Given::kUnknown;
        setting.value.clear();
      }
      return;
    }
    FindVariables(yaml, value, file, depth + 1, out);
  });
}

}  // namespace

void ReadCiSurface(const SurfaceText& in, Surface& out) {
  const YamlView yaml(in);
  for (const RegistryNode& document : yaml.documents())
    FindVariables(yaml, document, in.file, 0, out);
}

}  // namespace flagcensus
