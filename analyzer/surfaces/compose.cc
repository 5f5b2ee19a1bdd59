// docker-compose.yml ─→ Surface. Source: the Compose specification, "services", "Interpolation".
//
//   services: {web: {build: ., env_file: .env, environment: {APP_PORT: "${PORT:-80}"}}}
//   ─→ program web, built, with .env; APP_PORT filled with 80; expands PORT
#include "analyzer/surfaces/reading.h"

namespace flagcensus {
namespace {

using Kind = RegistryNode::Kind;

// `env_file`: a path, a list of paths, or a list of {path: ...}.
void TakeEnvFiles(const YamlView& yaml, const RegistryNode& node, SurfaceProgram& program) {
  if (node.kind == Kind::kScalar) program.env_files.push_back(node.text);
  if (node.kind != Kind::kList) return;
  yaml.Each(node, [&](const RegistryNode& child) {
    const RegistryNode& file = yaml.Follow(child);
    std::string path = file.kind == Kind::kScalar ? file.text : yaml.TextAt(file, "path");
    if (!path.empty()) program.env_files.push_back(std::move(path));
  });
}

// A build from the tree: of a folder, not of an address.
bool IsOfTree(const YamlView& yaml, const RegistryNode& build) {
  const std::string context =
      build.kind == Kind::kScalar ? build.text : yaml.TextAt(build, "context");
  return context.find("://") == std::string::npos && !context.starts_with("git@");
}

}  // namespace

void ReadComposeSurface(const SurfaceText& in, Surface& out) {
  const YamlView yaml(in);
  for (const RegistryNode& document : yaml.documents()) {
    const RegistryNode* services = yaml.At(document, "services");
    // A version 1 file has its services at the top.
    if (services == nullptr) services = &document;
    if (services->kind != Kind::kMap) continue;
    yaml.Each(*services, [&](const RegistryNode& child) {
      const RegistryNode& service = yaml.Follow(child);
      if (service.kind != Kind::kMap) return;
      const RegistryNode* build = yaml.At(service, "build");
      SurfaceProgram program;
      program.name = child.key;
      program.image = yaml.TextAt(service, "image");
      program.built = build != nullptr && IsOfTree(yaml, *build);
      program.open = yaml.At(service, "extends") != nullptr;
      if (const RegistryNode* files = yaml.At(service, "env_file")) {
        TakeEnvFiles(yaml, *files, program);
      }
      const int index = static_cast<int>(out.programs.size());
      out.programs.push_back(std::move(program));
      if (const RegistryNode* environment = yaml.At(service, "environment")) {
        AddEnvironment(yaml, *environment, in.file, index, true, out);
      }
    });
  }
  AddCommented(in, out);
}

}  // namespace flagcensus
