// devcontainer.json and app.json ─→ Surface. Sources: the Development Container specification,
// "containerEnv", "remoteEnv"; Heroku, "app.json schema", "env".
//
//   "containerEnv": {"APP_PORT": "80"}                 APP_PORT = 80
//   "env": {"APP_KEY": {"generator": "secret"}}        APP_KEY, from a secret
#include "analyzer/surfaces/reading.h"

namespace flagcensus {
namespace {

using Kind = RegistryNode::Kind;

// JSON without the comments and trailing commas of devcontainer.json. Blanks replace them, so
// lines and columns are unchanged.
std::string WithoutComments(std::string_view text) {
  std::string out(text);
  bool quoted = false;
  for (size_t at = 0; at < out.size(); ++at) {
    if (quoted) {
      if (out[at] == '\\')
        ++at;
      else if (out[at] == '"')
        quoted = false;
    } else if (out[at] == '"') {
      quoted = true;
    } else if (out[at] == '/' && at + 1 < out.size() &&
               (out[at + 1] == '/' || out[at + 1] == '*')) {
      const bool line = out[at + 1] == '/';
      const size_t found = line ? out.find('\n', at) : out.find("*/", at + 2);
      const size_t end = found == std::string::npos ? out.size() : found + (line ? 0 : 2);
      for (; at < end; ++at) {
        if (out[at] != '\n') out[at] = ' ';
      }
      --at;
    } else if (out[at] == ',') {
      const size_t next = out.find_first_not_of(" \t\r\n", at + 1);
      if (next != std::string::npos && (out[next] == '}' || out[next] == ']')) out[at] = ' ';
    }
  }
  return out;
}

}  // namespace

void ReadJsonSurface(const SurfaceText& in, Surface& out) {
  const std::string plain = WithoutComments(in.text);
  const YamlView json({in.file, plain, in.diagnostics, in.subcharts}, true);
  for (const RegistryNode& document : json.documents()) {
    for (const std::string_view key : {"containerEnv", "remoteEnv", "env"}) {
      const RegistryNode* holder = json.At(document, key);
      if (holder == nullptr || holder->kind != Kind::kMap) continue;
      const size_t before = out.settings.size();
      AddEnvironment(json, *holder, in.file, -1, false, out);
      for (size_t i = before; i < out.settings.size(); ++i) {
        SurfaceSetting& setting = out.settings[i];
        const RegistryNode* row = json.At(*holder, setting.name);
        // "${localEnv:HOME}" is evaluated by the editor.
        if (setting.value.find("${") != std::string::npos) {
          setting.how = Given::kUnknown;
          setting.value.clear();
        }
        if (row == nullptr || row->kind != Kind::kMap) continue;
        // A map without a value: the user is asked for it when the program is deployed, or it is
        // generated.
        const bool generated = !json.TextAt(*row, "generator").empty();
        if (setting.how != Given::kUnknown) continue;
        setting.how = generated ? Given::kReferred : Given::kPassed;
        setting.value = generated ? "generated" : "";
        const RegistryNode* required = json.At(*row, "required");
        setting.demanded = required == nullptr || required->text != "false";
      }
    }
  }
}

}  // namespace flagcensus
