// A Helm chart's values and templates ─→ Surface. Source: Helm, "Chart Development Guide".
//
//   values.yaml      env: {APP_PORT: "80"}                        APP_PORT = 80
//   templates/*.yaml - name: APP_TOKEN                            APP_TOKEN, by an expression
//                      value: {{ .Values.token | quote }}
//
// Templates are text: nothing is rendered. A line `- name: NAME` is a setting if the next lines of
// its item have a value, and `NAME: ...` is one below the `data:` of a ConfigMap or a Secret. Names
// that a template computes, and values from an included template, are not seen.
#include <algorithm>

#include "analyzer/base/characters.h"
#include "analyzer/base/text.h"
#include "analyzer/pages/data/deployment.h"
#include "analyzer/surfaces/reading.h"

namespace flagcensus {
namespace {

using Kind = RegistryNode::Kind;

// A name that only a variable has: APP_PORT. A name of one word counts only below an `env` key,
// since charts have keys such as HOST for other purposes.
bool IsPlainlyVariable(std::string_view name) {
  bool joined = false;
  for (const char c : name) {
    if (!IsUpper(c) && !IsDigit(c) && c != '_') return false;
    joined = joined || c == '_';
  }
  return joined && IsVariableName(name);
}

// The settings of a values.yaml, and of the maps in it.
class Values {
 public:
  Values(const YamlView& yaml, const SurfaceText& in, Surface& out)
      : yaml_(yaml), file_(in.file), subcharts_(in.subcharts), out_(out) {}

  // Maps of variables at any depth and under any key.
  void Find(const RegistryNode& node, int depth) {
    if (depth > kMaxYamlDepth) return;
    if (node.kind == Kind::kMap) TakeNamed(node);
    yaml_.Each(node, [&](const RegistryNode& child) {
      // The values of another chart are its variables, not those of this one.
      if (depth == 0 && IsSubchart(child.key)) return;
      const RegistryNode& value = yaml_.Follow(child);
      if (value.kind == Kind::kList && IsEnvironmentKey(child.key)) {
        AddEnvironment(yaml_, value, file_, -1, false, out_);
      } else if (value.kind == Kind::kMap || value.kind == Kind::kList) {
        Find(value, depth + 1);
      }
    });
  }

 private:
  bool IsSubchart(std::string_view key) const {
    return std::find(subcharts_.begin(), subcharts_.end(), key) != subcharts_.end();
  }

  void TakeNamed(const RegistryNode& map) {
    yaml_.Each(map, [&](const RegistryNode& child) {
      const RegistryNode& value = yaml_.Follow(child);
      if (!IsPlainlyVariable(child.key) || value.kind == Kind::kMap || value.kind == Kind::kList)
        return;
      SurfaceSetting& setting = out_.settings.emplace_back();
      setting.name = child.key;
      setting.value = value.text;
      setting.place = {std::string(file_), child.key_line, child.key_column};
    });
  }

  const YamlView& yaml_;
  std::string_view file_;
  const std::vector<std::string>& subcharts_;
  Surface& out_;
};

// Only blanks count: YAML does not allow tabs. A blank line is indented by all of its length.
size_t IndentOf(std::string_view line) {
  const size_t at = line.find_first_not_of(' ');
  return at == std::string_view::npos ? line.size() : at;
}

// The value of a line of YAML, without a comment ` # ...` after it.
// `"a # b" # c` ─→ `"a # b"`; `a # c` ─→ `a`; `a#b` is unchanged
std::string_view WithoutComment(std::string_view text) {
  text = Trim(text);
  const bool quoted = text.starts_with('"') || text.starts_with('\'');
  const size_t close = quoted ? text.find(text[0], 1) : std::string_view::npos;
  if (quoted && close != std::string_view::npos) return text.substr(0, close + 1);
  return Trim(text.substr(0, text.find(" #")));
}

// A text with a template action in it is not known: `"{{ .Values.port }}"`.
void SetByTemplate(std::string_view text, SurfaceSetting& setting) {
  if (text.find("{{") != std::string_view::npos) {
    setting.how = Given::kUnknown;
    return;
  }
  text = WithoutComment(text);
  if (text.size() > 1 && (text[0] == '"' || text[0] == '\'') && text.back() == text[0]) {
    text = text.substr(1, text.size() - 2);
  }
  setting.how = Given::kValue;
  setting.value = text;
}

// The settings of a file in templates/, read as lines.
class Template {
 public:
  Template(std::string_view file, std::string_view text, Surface& out)
      : file_(file), lines_(LinesOf(text)), out_(out) {}

  // Line by line. Documents are separated by "---"; the last `kind:` is that of the document.
  void Read() {
    std::string kind;
    for (size_t at = 0; at < lines_.size(); ++at) {
      const std::string_view text = Trim(lines_[at]);
      if (text == "---") kind.clear();
      if (text.starts_with("kind:")) kind = Trim(text.substr(5));
      // The program gets more variables than the template shows.
      if (text == "envFrom:" || text.find("toYaml") != std::string_view::npos) Opened();
      const bool data = text == "data:" || text == "stringData:";
      if (data && (kind == "ConfigMap" || kind == "Secret")) {
        at = TakeData(at, kind == "Secret");
      } else if (text.starts_with("- name:")) {
        TakeItem(at);
      }
    }
  }

 private:
  // The whole template is one program, which gets variables that are not listed here.
  void Opened() {
    if (out_.programs.empty()) out_.programs.emplace_back();
    out_.programs.front().open = true;
  }

  // The place of the name within its line.
  SurfaceSetting& Add(std::string_view name, size_t at) {
    SurfaceSetting& setting = out_.settings.emplace_back();
    setting.name = name;
    setting.place = {std::string(file_), static_cast<int>(at) + 1,
                     static_cast<int>(lines_[at].find(name)) + 1};
    return setting;
  }

  // The lines below `data:` that are deeper than it. Returns the last of them.
  size_t TakeData(size_t at, bool secret) {
    const size_t indent = IndentOf(lines_[at]);
    size_t deeper = 0;  // of the first key: lines that are indented further are its value
    for (size_t next = at + 1; next < lines_.size(); ++next) {
      const std::string_view text = Trim(lines_[next]);
      if (text.empty() || text[0] == '#' || text.starts_with("{{")) continue;
      const size_t own = IndentOf(lines_[next]);
      if (own <= indent) return next - 1;
      if (deeper == 0) deeper = own;
      const size_t colon = text.find(':');
      if (own > deeper || colon == std::string_view::npos) continue;
      const std::string_view name = text.substr(0, colon);
      if (!IsVariableName(name) || !IsPlainlyVariable(name)) continue;
      SurfaceSetting& setting = Add(name, next);
      SetByTemplate(text.substr(colon + 1), setting);
      // The value of a secret is not shown.
      if (secret) setting.how = Given::kReferred;
      if (secret) setting.value = "secret";
    }
    return lines_.size();
  }

  // `- name: NAME` and the lines of its item. A list of containers or volumes has the same key,
  // hence the shape of the name and the search for a value.
  void TakeItem(size_t at) {
    std::string_view name = WithoutComment(lines_[at].substr(lines_[at].find("name:") + 5));
    if (name.size() > 1 && (name[0] == '"' || name[0] == '\'')) {
      name = name.substr(1, name.size() - 2);
    }
    if (!IsVariableName(name) || name.find_first_of("abcdefghijklmnopqrstuvwxyz") == 0) return;
    const size_t indent = IndentOf(lines_[at]);
    for (size_t next = at + 1; next < lines_.size(); ++next) {
      const std::string_view text = Trim(lines_[next]);
      if (text.empty() || text[0] == '#' || text.starts_with("{{")) continue;
      if (IndentOf(lines_[next]) <= indent) return;
      if (text.starts_with("value:")) {
        SetByTemplate(text.substr(6), Add(name, at));
        return;
      }
      if (text.starts_with("valueFrom:")) {
        SurfaceSetting& setting = Add(name, at);
        setting.how = Given::kReferred;
        setting.value = "a field";
        return;
      }
    }
  }

  std::string_view file_;
  std::vector<std::string_view> lines_;
  Surface& out_;
};

}  // namespace

// dependencies: [{name: db}, {name: cache, alias: fast}] ─→ db, fast
std::vector<std::string> SubchartsOf(std::string_view file, std::string_view text) {
  std::vector<std::string> out;
  std::vector<Diagnostic> unheard;  // the reader of the chart reports what is wrong with it
  const std::vector<std::string> none;
  const YamlView yaml({file, text, unheard, none});
  // A dependency's values are below its alias, otherwise below its name.
  for (const RegistryNode& document : yaml.documents()) {
    const RegistryNode* dependencies = yaml.At(document, "dependencies");
    if (dependencies == nullptr) continue;
    yaml.Each(*dependencies, [&](const RegistryNode& child) {
      const std::string alias = yaml.TextAt(child, "alias");
      out.push_back(alias.empty() ? yaml.TextAt(child, "name") : alias);
    });
  }
  return out;
}

void ReadChartSurface(const SurfaceText& in, Surface& out) {
  const std::string_view base = in.file.substr(in.file.rfind('/') + 1);
  if (in.file.find("/templates/") != std::string_view::npos || in.file.starts_with("templates/")) {
    Template(in.file, in.text, out).Read();
    return;
  }
  if (base == "Chart.yaml") return;
  const YamlView yaml(in);
  for (const RegistryNode& document : yaml.documents()) Values(yaml, in, out).Find(document, 0);
  AddCommented(in, out);
}

}  // namespace flagcensus
