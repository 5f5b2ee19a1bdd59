// How aliases and merges are followed.
//
//   a: &x {APP_PORT: 80}
//   b: {<<: *x, APP_X: 1}     Each(b): APP_X, then APP_PORT
// The parser keeps aliases as references, since expanding them can multiply the size of a file.
#include "analyzer/base/text.h"
#include "analyzer/surfaces/reading.h"

namespace flagcensus {
namespace {

using Kind = RegistryNode::Kind;

// Beyond these, aliases are not followed and children not visited: the file is a bomb or a mistake.
constexpr size_t kMaxSteps = 1'000'000;  // visits of nodes through aliases, of one file
constexpr int kMaxMerges = 16;           // of a map that merges one that merges ...

void FindAnchors(const RegistryNode& node,
                 std::unordered_map<size_t, const RegistryNode*>& anchors) {
  if (node.anchor != 0) anchors[node.anchor] = &node;
  for (const RegistryNode& child : node.children) FindAnchors(child, anchors);
}

// `SetByExpansion` for surfaces that do not expand their values.
// Kubernetes passes "${X}" to the program as it is.
void SetPlainly(std::string_view value, SurfaceSetting& setting) {
  setting.how = Given::kValue;
  setting.value = value;
}

// Compose sets an empty text for an unset variable: `APP_PORT: ${APP_PORT}`.
void SetAsCompose(std::string_view value, SurfaceSetting& setting) {
  SetByExpansion(value, setting);
  if (setting.how == Given::kPassed && !setting.demanded) setting.how = Given::kFilled;
}

// The name that a `valueFrom` refers to: "secret app-keys/token".
std::string ReferenceOf(const YamlView& yaml, const RegistryNode& from) {
  for (const std::string_view kind : {"secretKeyRef", "configMapKeyRef"}) {
    if (const RegistryNode* reference = yaml.At(from, kind)) {
      return (kind == "secretKeyRef" ? "secret " : "config map ") +
             yaml.TextAt(*reference, "name") + "/" + yaml.TextAt(*reference, "key");
    }
  }
  return "a field";
}

}  // namespace

YamlView::YamlView(const SurfaceText& in, bool json) {
  RegistryTree tree;
  const RegistryError error = json ? ParseJson(in.text, tree) : ParseYaml(in.text, tree);
  if (!error.message.empty()) {
    in.diagnostics.push_back({"syntax-error",
                              {std::string(in.file), error.line, error.column},
                              "what follows is not read: " + error.message});
  }
  if (tree.Cut()) {
    in.diagnostics.push_back({"page-truncated",
                              {std::string(in.file), 0, 0},
                              "the file has too many values or nests them too deep; the rest is "
                              "not read"});
  }
  root_ = tree.Take();
  FindAnchors(root_, anchors_);
}

// Counts a visit; false if the file has used up its number.
bool YamlView::Pays() const { return steps_ < kMaxSteps && ++steps_ > 0; }

const RegistryNode& YamlView::Follow(const RegistryNode& node) const {
  if (node.alias == 0 || !Pays()) return node;
  const auto found = anchors_.find(node.alias);
  return found == anchors_.end() ? node : *found->second;
}

void YamlView::Each(const RegistryNode& node, const Visit& visit) const {
  std::set<std::string_view> seen;
  EachOf(Follow(node), 0, seen, visit);
}

// The keys of a map itself win over those that it merges, wherever the merge is written.
void YamlView::EachOf(const RegistryNode& node, int depth, std::set<std::string_view>& seen,
                      const Visit& visit) const {
  const bool map = node.kind == Kind::kMap;
  for (const RegistryNode& child : node.children) {
    if (!Pays()) return;
    if (map && (child.key == "<<" || !seen.insert(child.key).second)) continue;
    visit(child);
  }
  if (!map || depth >= kMaxMerges) return;
  for (const RegistryNode& child : node.children) {
    if (child.key != "<<") continue;
    const RegistryNode& merged = Follow(child);
    if (merged.kind == Kind::kMap) EachOf(merged, depth + 1, seen, visit);
    for (const RegistryNode& each : merged.children) {
      if (merged.kind != Kind::kList || !Pays()) continue;
      if (Follow(each).kind == Kind::kMap) EachOf(Follow(each), depth + 1, seen, visit);
    }
  }
}

// If keys are equal, the first one counts, as in Each.
const RegistryNode* YamlView::At(const RegistryNode& map, std::string_view key) const {
  const RegistryNode& own = Follow(map);
  if (own.kind != Kind::kMap) return nullptr;
  const RegistryNode* out = nullptr;
  Each(own, [&](const RegistryNode& child) {
    if (out == nullptr && child.key == key) out = &Follow(child);
  });
  return out;
}

// "" if the key is missing or its value is a map, a list or null.
std::string YamlView::TextAt(const RegistryNode& map, std::string_view key) const {
  const RegistryNode* node = At(map, key);
  return node != nullptr && node->kind == Kind::kScalar ? node->text : std::string();
}

// The variables of an `environment:` or `env:`, in each of the forms of the formats:
//
//   APP_PORT: 80                        a map
//   - APP_PORT=80                       a list of texts
//   - {name: APP_PORT, value: "80"}     a list of maps
void AddEnvironment(const YamlView& yaml, const RegistryNode& node, std::string_view file,
                    int program, bool expands, Surface& out) {
  const auto set = expands ? SetAsCompose : SetPlainly;
  const RegistryNode& holder = yaml.Follow(node);
  const auto add = [&](std::string_view name, int line, int column) -> SurfaceSetting* {
    if (!IsVariableName(name)) return nullptr;
    SurfaceSetting& setting = out.settings.emplace_back();
    setting.name = name;
    setting.place = {std::string(file), line, column};
    setting.program = program;
    return &setting;
  };
  yaml.Each(holder, [&](const RegistryNode& child) {
    const RegistryNode& value = yaml.Follow(child);
    // A map: NAME: value; NAME without one; NAME: {value: ...} of app.json; NAME: {valueFrom: ...}.
    if (holder.kind == Kind::kMap) {
      SurfaceSetting* setting = add(child.key, child.key_line, child.key_column);
      if (setting == nullptr) return;
      if (value.kind == Kind::kScalar) {
        set(value.text, *setting);
      } else if (value.kind == Kind::kNull) {
        setting->how = expands ? Given::kPassed : Given::kValue;
      } else {
        const RegistryNode* from = yaml.At(value, "valueFrom");
        const RegistryNode* plain = yaml.At(value, "value");
        if (plain != nullptr && plain->kind == Kind::kScalar) {
          set(plain->text, *setting);
        } else {
          setting->how = from != nullptr ? Given::kReferred : Given::kUnknown;
          if (from != nullptr) setting->value = ReferenceOf(yaml, *from);
        }
      }
    } else if (value.kind == Kind::kScalar) {
      // A list of texts: "NAME=value", or "NAME", which is passed on.
      const size_t sign = value.text.find('=');
      SurfaceSetting* setting =
          add(std::string_view(value.text).substr(0, sign), value.line, value.column);
      if (setting == nullptr) return;
      if (sign == std::string::npos) {
        setting->how = Given::kPassed;
      } else {
        set(std::string_view(value.text).substr(sign + 1), *setting);
      }
    } else if (value.kind == Kind::kMap) {
      // A list of maps: {name: NAME, value: ...} of Kubernetes.
      const RegistryNode* name = yaml.At(value, "name");
      if (name == nullptr || name->kind != Kind::kScalar) return;
      SurfaceSetting* setting = add(name->text, name->line, name->column);
      if (setting == nullptr) return;
      const RegistryNode* plain = yaml.At(value, "value");
      const RegistryNode* from = yaml.At(value, "valueFrom");
      if (plain != nullptr && plain->kind == Kind::kScalar) {
        set(plain->text, *setting);
      } else if (from != nullptr) {
        setting->how = Given::kReferred;
        setting->value = ReferenceOf(yaml, *from);
      } else {
        setting->how = Given::kValue;  // Kubernetes: "Defaults to \"\""
      }
    }
  });
}

}  // namespace flagcensus
