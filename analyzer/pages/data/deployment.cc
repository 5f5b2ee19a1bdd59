#include "analyzer/pages/data/deployment.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "analyzer/base/text.h"
#include "analyzer/pages/names.h"

namespace flagcensus {
namespace {

using Kind = RegistryNode::Kind;

// A single commented variable is a coincidence. A deployment that documents only one is missed.
constexpr size_t kFew = 2;
// A longer comment is a license or disabled settings.
constexpr size_t kMaxCommentLines = 40;

// The text of a line that is a comment, "# text" or "# -- text" (helm-docs); "" for other lines.
std::string_view TextOfComment(std::string_view line) {
  std::string_view text = Trim(line);
  if (!text.starts_with('#')) return {};
  while (text.starts_with('#')) text.remove_prefix(1);
  text = Trim(text);
  if (text.starts_with("-- ")) text = Trim(text.substr(3));
  return text;
}

// "NAME: value", "- NAME=value": a setting that is commented out, which describes nothing.
bool IsSetting(std::string_view comment) {
  if (comment.starts_with("- ")) comment = Trim(comment.substr(2));
  const size_t end = comment.find_first_of(":=");
  return end != std::string_view::npos && ShapeOf(comment.substr(0, end)) == NameShape::kStrong;
}

// Searches a tree for environments and collects their documented variables.
class Deployment {
 public:
  explicit Deployment(std::string_view text) : lines_(Split(text, '\n')) {}

  // Recursive; the tree is at most kMaxBlockDepth deep.
  void FindIn(const RegistryNode& node) {
    if (IsEnvironmentKey(node.key)) Environment(node);
    for (const RegistryNode& child : node.children) FindIn(child);
  }

  std::vector<Block> records;

 private:
  // Adds the variables of an environment, in each of the three notations.
  void Environment(const RegistryNode& holder) {
    for (const RegistryNode& child : holder.children) {
      // NAME: value
      if (holder.kind == Kind::kMap && child.kind != Kind::kMap && child.kind != Kind::kList) {
        Add(child.key, child.text, child.key_line, child.key_column);
      } else if (holder.kind == Kind::kList && child.kind == Kind::kScalar) {
        // - NAME=value
        const size_t sign = std::min(child.text.find('='), child.text.size());
        Add(child.text.substr(0, sign),
            sign < child.text.size() ? child.text.substr(sign + 1) : std::string(), child.line,
            child.column);
      } else if (holder.kind == Kind::kList && child.kind == Kind::kMap) {
        Named(child);
      }
    }
  }

  // Adds a variable written as {name: NAME, value: value}.
  void Named(const RegistryNode& map) {
    const RegistryNode* name = nullptr;
    std::string value;
    for (const RegistryNode& child : map.children) {
      if (child.key == "name" && child.kind == Kind::kScalar) name = &child;
      if (child.key == "value" && child.kind == Kind::kScalar) value = child.text;
    }
    if (name != nullptr) Add(name->text, value, name->line, name->column);
  }

  // Adds a variable, unless its name is not in capitals or it has no comment.
  void Add(const std::string& name, std::string_view value, int line, int column) {
    const NameShape shape = ShapeOf(name);
    if (shape != NameShape::kStrong && shape != NameShape::kWeak) return;
    const std::vector<Run> comment = CommentOf(line);
    if (comment.empty()) return;
    Block record;
    record.kind = Block::Kind::kRecord;
    record.label = name;
    record.line = line;
    record.column = column;
    Block description = FieldAt("description", comment.front().line);
    description.inlines = comment;
    record.children.push_back(std::move(description));
    // ${NAME:-value} and ${NAME-value}: the value if the variable is not set when Compose runs.
    const std::string open = "${" + name;
    if (value.starts_with(open) && value.ends_with('}')) {
      std::string_view fallback = value.substr(open.size(), value.size() - open.size() - 1);
      if (fallback.starts_with(':')) fallback.remove_prefix(1);
      if (fallback.starts_with('-') && fallback.size() > 1) {
        Block field = FieldAt("default", line);
        Run run;
        run.text = fallback.substr(1);
        run.code = true;
        run.line = line;
        field.inlines.push_back(std::move(run));
        record.children.push_back(std::move(field));
      }
    }
    records.push_back(std::move(record));
  }

  // An empty field; columns are unknown, since YAML may quote and fold a value.
  static Block FieldAt(std::string_view label, int line) {
    Block field;
    field.kind = Block::Kind::kField;
    field.label = label;
    field.line = line;
    return field;
  }

  // The comment lines directly above a line or, without these, the comment after its value.
  std::vector<Run> CommentOf(int line) const {
    std::vector<Run> runs;
    if (line < 1 || static_cast<size_t>(line) > lines_.size()) return runs;
    size_t first = static_cast<size_t>(line) - 1;
    const size_t own = first;
    // The block of comment lines above, up to a blank line or a commented setting.
    while (first > 0 && own - first < kMaxCommentLines) {
      const std::string_view text = TextOfComment(lines_[first - 1]);
      if (text.empty() || IsSetting(text)) break;
      --first;
    }
    for (size_t at = first; at < own; ++at) AddRun(TextOfComment(lines_[at]), at, runs);
    if (!runs.empty()) return runs;
    const size_t mark = lines_[own].find(" #");
    if (mark != std::string_view::npos)
      AddRun(TextOfComment(lines_[own].substr(mark + 1)), own, runs);
    return runs;
  }

  // Further lines begin with a blank, since runs are joined without one.
  static void AddRun(std::string_view text, size_t at, std::vector<Run>& runs) {
    if (text.empty()) return;
    Run run;
    run.text = runs.empty() ? std::string(text) : " " + std::string(text);
    run.line = static_cast<int>(at) + 1;
    runs.push_back(std::move(run));
  }

  std::vector<std::string_view> lines_;
};

}  // namespace

bool IsEnvironmentKey(std::string_view key) {
  // Case, '_' and '-' do not matter: "extraEnvVars" and "extra-env-vars" end in "envvars".
  std::string word = ToLower(key);
  std::erase_if(word, [](char c) { return c == '_' || c == '-'; });
  constexpr std::array<std::string_view, 6> kEndings = {
      "env", "envs", "envvar", "envvars", "environment", "environmentvariables"};
  return std::any_of(kEndings.begin(), kEndings.end(),
                     [&](std::string_view ending) { return word.ends_with(ending); });
}

// All environments of the file count together.
std::vector<Block> ReadDeployment(const RegistryNode& root, std::string_view text) {
  Deployment deployment(text);
  deployment.FindIn(root);
  if (deployment.records.size() < kFew) return {};
  return std::move(deployment.records);
}

}  // namespace flagcensus
