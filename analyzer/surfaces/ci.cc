// CI files ─→ Surface: `env:` of GitHub's workflows, jobs and steps; `variables:` of GitLab's.
//
//   jobs: {test: {env: {APP_MODE: test}, steps: [{run: make, env: {APP_X: "1"}}]}}
//   ─→ APP_MODE = test of no program; program make; APP_X = 1
//
// Sources: GitHub, "Workflow syntax"; GitLab, "CI/CD YAML syntax reference".
#include "analyzer/surfaces/reading.h"

namespace flagcensus {
namespace {

using Kind = RegistryNode::Kind;

class Variables {
 public:
  Variables(const YamlView& yaml, const SurfaceText& in, Surface& out)
      : yaml_(yaml), in_(in), out_(out) {}

  void FindIn(const RegistryNode& node, int depth) {
    if (depth > kMaxYamlDepth) return;
    const int program = ProgramOf(node, depth);
    yaml_.Each(node, [&](const RegistryNode& child) {
      const RegistryNode& value = yaml_.Follow(child);
      if (value.kind != Kind::kMap && value.kind != Kind::kList) return;
      if (value.kind == Kind::kMap && (child.key == "env" || child.key == "variables")) {
        Take(value, program);
      } else {
        FindIn(value, depth + 1);
      }
    });
  }

 private:
  // -1 for the settings of a workflow or job of GitHub's: all of its commands get them, and the
  // commands are in the tree. A step is a program, named after what it runs. So are the images of
  // services, and a pipeline, since its jobs may be extended elsewhere.
  int ProgramOf(const RegistryNode& node, int depth) {
    if (node.kind != Kind::kMap || node.key == "container") return -1;
    std::string name;
    if (depth == 0 && yaml_.At(node, "jobs") == nullptr) name = "pipeline";
    // The first of these keys names the step.
    for (const std::string_view key : {"image", "uses", "run", "name"}) {
      const bool step = yaml_.At(node, "run") != nullptr || yaml_.At(node, "uses") != nullptr ||
                        yaml_.At(node, "image") != nullptr;
      if (step && name.empty()) name = yaml_.TextAt(node, key);
    }
    if (name.empty()) return pipeline_;
    SurfaceProgram& program = out_.programs.emplace_back();
    program.name = name.substr(0, name.find('\n'));
    program.image = yaml_.TextAt(node, "image");
    const int index = static_cast<int>(out_.programs.size()) - 1;
    if (depth == 0) pipeline_ = index;
    return index;
  }

  void Take(const RegistryNode& node, int program) {
    const size_t before = out_.settings.size();
    AddEnvironment(yaml_, node, in_.file, program, false, out_);
    for (size_t i = before; i < out_.settings.size(); ++i) {
      // ${{ secrets.TOKEN }}
      SurfaceSetting& setting = out_.settings[i];
      // Expressions are evaluated by the CI system.
      if (setting.value.find("${{") == std::string::npos) continue;
      const bool kept = setting.value.find("secrets.") != std::string::npos;
      setting.how = kept ? Given::kReferred : Given::kUnknown;
      setting.value.clear();
    }
  }

  const YamlView& yaml_;
  const SurfaceText& in_;
  Surface& out_;
  int pipeline_ = -1;  // the program of a file that is not a workflow
};

}  // namespace

void ReadCiSurface(const SurfaceText& in, Surface& out) {
  const YamlView yaml(in);
  Variables variables(yaml, in, out);
  for (const RegistryNode& document : yaml.documents()) variables.FindIn(document, 0);
}

}  // namespace flagcensus
