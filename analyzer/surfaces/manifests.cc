// Kubernetes manifests ─→ Surface. Sources: Kubernetes API reference, Container, EnvVar,
// EnvFromSource, ConfigMap, Secret; Kustomize, configMapGenerator, secretGenerator.
//
//   containers: [{name: web, image: app, env: [{name: APP_PORT, value: "80"}]}]
//   ─→ program web with the image app; APP_PORT = 80
//   configMapGenerator: [{name: web, literals: [APP_PORT=80]}]   ─→ APP_PORT = 80
//
// Resources of other kinds, with unknown schemas, may contain a container at any key: a map with a
// list `env`.
#include "analyzer/surfaces/reading.h"

namespace flagcensus {
namespace {

using Kind = RegistryNode::Kind;

class Manifests {
 public:
  Manifests(const YamlView& yaml, std::string_view file, Surface& out)
      : yaml_(yaml), file_(file), out_(out) {}

  void Read(const RegistryNode& document) {
    const std::string kind = yaml_.TextAt(document, "kind");
    if (kind == "ConfigMap" || kind == "Secret") {
      for (const std::string_view holder : {"data", "stringData"}) {
        if (const RegistryNode* data = yaml_.At(document, holder)) TakeData(*data, kind);
      }
      return;
    }
    for (const std::string_view generator : {"configMapGenerator", "secretGenerator"}) {
      const RegistryNode* maps = yaml_.At(document, generator);
      if (maps == nullptr || maps->kind != Kind::kList) continue;
      yaml_.Each(*maps, [&](const RegistryNode& child) {
        const RegistryNode* literals = yaml_.At(yaml_.Follow(child), "literals");
        if (literals == nullptr) return;
        TakeData(*literals, generator == "secretGenerator" ? "Secret" : "ConfigMap");
      });
    }
    FindContainers(document, 0);
  }

 private:
  // The contents of a ConfigMap or a Secret. The values of the latter are not shown.
  void TakeData(const RegistryNode& data, const std::string& kind) {
    const size_t before = out_.settings.size();
    AddEnvironment(yaml_, data, file_, -1, false, out_);
    for (size_t i = before; i < out_.settings.size() && kind == "Secret"; ++i) {
      out_.settings[i].how = Given::kReferred;
      out_.settings[i].value = "secret";
    }
  }

  void FindContainers(const RegistryNode& node, int depth) {
    if (depth > kMaxYamlDepth) return;
    yaml_.Each(node, [&](const RegistryNode& child) {
      const RegistryNode& value = yaml_.Follow(child);
      if (value.kind != Kind::kMap && value.kind != Kind::kList) return;
      // The key is the same in all workloads: Deployment, Job, CronJob and others.
      const bool containers = child.key == "containers" || child.key == "initContainers";
      if (containers && value.kind == Kind::kList) {
        yaml_.Each(value, [&](const RegistryNode& one) { TakeContainer(yaml_.Follow(one)); });
        return;
      }
      const RegistryNode* environment = yaml_.At(value, "env");
      if (environment != nullptr && environment->kind == Kind::kList) TakeContainer(value);
      FindContainers(value, depth + 1);
    });
  }

  void TakeContainer(const RegistryNode& container) {
    SurfaceProgram program;
    program.name = yaml_.TextAt(container, "name");
    program.image = yaml_.TextAt(container, "image");
    // `envFrom` adds variables of another resource.
    program.open = yaml_.At(container, "envFrom") != nullptr;
    const int index = static_cast<int>(out_.programs.size());
    out_.programs.push_back(std::move(program));
    if (const RegistryNode* environment = yaml_.At(container, "env")) {
      AddEnvironment(yaml_, *environment, file_, index, false, out_);
    }
  }

  const YamlView& yaml_;
  std::string_view file_;
  Surface& out_;
};

}  // namespace

void ReadManifestSurface(const SurfaceText& in, Surface& out) {
  const YamlView yaml(in);
  Manifests manifests(yaml, in.file, out);
  for (const RegistryNode& document : yaml.documents()) manifests.Read(document);
  AddCommented(in, out);
}

}  // namespace flagcensus
