// docker-compose.yml ─→ Surface. Source: the Compose specification, "services", "Interpolation".
//
//   services: {web: {build: ., env_file: .env, environment: {APP_PORT: "${PORT:-80}"}}}
//   ─→ program web, built, with .env; APP_PORT filled with 80; expands PORT
#include <algorithm>
#include <set>

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

// Whether the build is of the tree: of a folder and not of an address.
bool IsOfTree(const YamlView& yaml, const RegistryNode& build) {
  const std::string context =
      build.kind == Kind::kScalar ? build.text : yaml.TextAt(build, "context");
  return context.find("://") == std::string::npos && !context.starts_with("git@");
}

// The service of the same file that a service extends; nullptr if it extends none, or one in
// another file.
const RegistryNode* ExtendedBy(const YamlView& yaml, const RegistryNode& services,
                               const RegistryNode& service) {
  const RegistryNode* extends = yaml.At(service, "extends");
  if (extends == nullptr || yaml.At(*extends, "file") != nullptr) return nullptr;
  const std::string name =
      extends->kind == Kind::kScalar ? extends->text : yaml.TextAt(*extends, "service");
  const RegistryNode* base = name.empty() ? nullptr : yaml.At(services, name);
  return base != nullptr && base->kind == Kind::kMap ? base : nullptr;
}

}  // namespace

void ReadComposeSurface(const SurfaceText& in, Surface& out) {
  const YamlView yaml(in);
  for (const RegistryNode& document : yaml.documents()) {
    const RegistryNode* services = yaml.At(document, "services");
    // In a file of version 1 the services are at the top.
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
      const int index = static_cast<int>(out.programs.size());
      // A service has the variables of the service that it extends, except those that it sets
      // itself.
      const RegistryNode* one = &service;
      std::set<const RegistryNode*> seen;  // some extend each other in a circle
      std::set<std::string> own;
      while (one != nullptr && seen.insert(one).second) {
        const size_t before = out.settings.size();
        if (const RegistryNode* files = yaml.At(*one, "env_file")) {
          TakeEnvFiles(yaml, *files, program);
        }
        if (const RegistryNode* environment = yaml.At(*one, "environment")) {
          AddEnvironment(yaml, *environment, in.file, index, true, out);
        }
        const auto begin = out.settings.begin() + static_cast<std::ptrdiff_t>(before);
        out.settings.erase(std::remove_if(begin, out.settings.end(),
                                          [&](const SurfaceSetting& setting) {
                                            return own.contains(setting.name);
                                          }),
                           out.settings.end());
        for (size_t i = before; i < out.settings.size(); ++i) own.insert(out.settings[i].name);
        const RegistryNode* base = ExtendedBy(yaml, *services, *one);
        // The base is in a file that is not read here: more variables are possible.
        program.open = base == nullptr && yaml.At(*one, "extends") != nullptr;
        one = base;
      }
      out.programs.push_back(std::move(program));
    });
  }
  AddCommented(in, out);
}

}  // namespace flagcensus
