// Registries of variables stored as data → Document.
//
//   - name: APP_PORT               record APP_PORT: name, default 8080, description "..."
//     default: 8080
//     description: The port.
//
// The file is parsed into the same kind of tree for each format, and the tree is searched for maps
// that describe variables. How a name must be spelled depends on how clearly the file identifies
// it: under a key such as "env_var" any identifier is a name, but a key that is itself the name
// must be in capitals. Files with the keys of a CI system, a compose file or a manifest set
// variables and describe none.
#include "analyzer/pages/data/registry.h"

#include <algorithm>
#include <array>
#include <tuple>

#include "analyzer/base/text.h"
#include "analyzer/pages/data/deployment.h"
#include "analyzer/pages/data/registry_tree.h"
#include "analyzer/pages/data/settings.h"
#include "analyzer/pages/vocabulary.h"
#include "analyzer/tree/page_format.h"

namespace flagcensus {
namespace {

using Kind = RegistryNode::Kind;

// Top-level keys of files that use variables: CI systems, Compose, Kubernetes, actions. A registry
// with one of these as a top-level key is not read.
constexpr std::array<std::string_view, 16> kUsers = {
    "apiversion", "jobs",  "services", "stages",  "steps",  "runs",  "pipeline", "workflow",
    "on",         "image", "kind",     "volumes", "script", "stage", "matrix",   "before_script"};
// Keys of a map that lists variables with plain values. A map "env" is not one: it sets variables
// instead of describing them.
constexpr std::array<std::string_view, 6> kHolders = {"env_vars",
                                                      "envvars",
                                                      "env-vars",
                                                      "environment_variables",
                                                      "environment-variables",
                                                      "environmentvariables"};
// Keys that identify their value as the name of an environment variable. The value of "name" may be
// the name of anything.
constexpr std::array<std::string_view, 6> kPlain = {
    "env", "env_var", "envvar", "environment_variable", "env_name", "environment"};

template <size_t N>
bool Among(const std::array<std::string_view, N>& names, std::string_view name) {
  const std::string lower = ToLower(name);
  return std::find(names.begin(), names.end(), lower) != names.end();
}

// Longer identifiers are generated keys.
bool IsName(std::string_view name) { return IsIdentifier(name) && name.size() <= 200; }

// A name in capitals, with or without an underscore.
// "APP_PORT", "DEBUG" ─→ true; "X", "port", "App" ─→ false
bool IsCapital(std::string_view name) {
  return IsName(name) && name.size() > 1 && HasUpper(name) && !HasLower(name);
}

// The child of `map` with the first of the `keys` that it has.
const RegistryNode* Find(const RegistryNode& map, const std::vector<std::string>& keys) {
  for (const std::string& key : keys) {
    for (const RegistryNode& child : map.children) {
      if (EqualsIgnoreCase(child.key, key)) return &child;
    }
  }
  return nullptr;
}

// Searches a tree for the three shapes, and adds a record for each variable.
//
//   - {name: APP_PORT, default: 80}      a map with its name in it
//   APP_PORT: {default: 80}              a map with its name as the key
//   {APP_PORT: 80, APP_HOST: a}          a map of values
class Finder {
 public:
  explicit Finder(const RegistryKeys& keys) : keys_(keys) {}

  // `whole`: the node is a whole document, so a map of values needs no further evidence.
  void FindIn(const RegistryNode& node, bool whole) {
    if (node.kind == Kind::kList) {
      AddHeading(node);
      for (const RegistryNode& child : node.children) {
        if (!AddNamed(child)) FindIn(child, false);
      }
      return;
    }
    if (node.kind != Kind::kMap) return;
    // A map of values is a registry if all its keys are in capitals; one other key excludes it.
    if (IsMapOfValues(node, whole || Among(kHolders, node.key))) {
      for (const RegistryNode& child : node.children) AddValue(child);
      return;
    }
    const bool manifest = IsManifestEnv(node);
    for (const RegistryNode& child : node.children) {
      if (manifest) {
        AddManifest(child);
      } else if (!AddKeyed(child)) {
        FindIn(child, false);
      }
    }
  }

  Document document;

 private:
  // Adds a heading for a list if its key says that the code does not have the variables in it:
  // "not_found_in_the_code". The rules read it like a heading of a page.
  void AddHeading(const RegistryNode& list) {
    static const PhraseList& kGone = Phrases("not_in_code");
    const std::string title = ReplaceAll(ToLower(list.key), "_", " ");
    if (list.children.empty() || !HasAnyPhrase(title, kGone)) return;
    Block heading = MakeRecord("", list.key_line, list.key_column);
    heading.kind = Block::Kind::kHeading;
    heading.level = 2;
    Run run;
    run.text = title;
    run.line = list.key_line;
    heading.inlines.push_back(std::move(run));
    document.blocks.push_back(std::move(heading));
  }

  // Whether a map describes the variable that it belongs to.
  bool Describes(const RegistryNode& map) const {
    return map.kind == Kind::kMap &&
           (Find(map, keys_.default_value) != nullptr || Find(map, keys_.type) != nullptr ||
            Find(map, keys_.description) != nullptr);
  }

  // Whether a node is the environment of an app.json ("app.json Schema" of Heroku): "env" with the
  // variables below it, each with its value or a map with a "description".
  bool IsManifestEnv(const RegistryNode& node) const {
    return EqualsIgnoreCase(node.key, "env") && node.kind == Kind::kMap &&
           std::all_of(node.children.begin(), node.children.end(),
                       [](const RegistryNode& child) { return IsCapital(child.key); }) &&
           std::any_of(node.children.begin(), node.children.end(),
                       [this](const RegistryNode& child) { return Describes(child); });
  }

  // Adds a variable of an app.json. Its "value" is the default, unless there is a key for the
  // default as well.
  void AddManifest(const RegistryNode& node) {
    Block record = MakeRecord(node.key, node.key_line, node.key_column);
    if (node.kind == Kind::kMap) {
      AddFields(node, record);
      const RegistryNode* value = Find(node, {"value"});
      const bool stated = Find(node, keys_.default_value) != nullptr;
      if (value != nullptr && value->kind == Kind::kScalar && !stated) {
        record.children.push_back(MakeField("default", *value));
      }
    } else if (node.kind == Kind::kScalar) {
      record.children.push_back(MakeField("default", node));
    }
    document.blocks.push_back(std::move(record));
  }

  // Two variables at least: a single key in capitals is too little evidence.
  bool IsMapOfValues(const RegistryNode& map, bool named) const {
    return named && map.children.size() >= 2 &&
           std::all_of(map.children.begin(), map.children.end(), [](const RegistryNode& child) {
             return IsCapital(child.key) && child.kind != Kind::kMap;
           });
  }

  // A map that contains the variable's name: {"name": "X", "default": 1, ...}. Adds it; false if it
  // is not one.
  bool AddNamed(const RegistryNode& node) {
    if (!Describes(node)) return false;
    for (const std::string& key : keys_.name) {
      const RegistryNode* name = Find(node, {key});
      if (name == nullptr || name->kind != Kind::kScalar) continue;
      const bool fits = Among(kPlain, key) ? IsName(name->text) : IsCapital(name->text);
      if (!fits) continue;
      Block record = MakeRecord(name->text, name->line, name->column);
      record.children.push_back(MakeField("name", *name));
      AddFields(node, record);
      document.blocks.push_back(std::move(record));
      return true;
    }
    return false;
  }

  // A map below the variable's name: "X": {"default": 1, ...}. Adds it; false if it is not one.
  bool AddKeyed(const RegistryNode& node) {
    if (!IsCapital(node.key) || !Describes(node)) return false;
    Block record = MakeRecord(node.key, node.key_line, node.key_column);
    AddFields(node, record);
    document.blocks.push_back(std::move(record));
    return true;
  }

  // Adds a variable with a plain value, "X": 1.
  // The value is its default.
  void AddValue(const RegistryNode& node) {
    Block record = MakeRecord(node.key, node.key_line, node.key_column);
    record.children.push_back(MakeField("default", node));
    document.blocks.push_back(std::move(record));
  }

  // Adds the fields that the map has, under the labels that the catalog knows.
  void AddFields(const RegistryNode& node, Block& record) const {
    const auto add = [&](std::string_view label, const std::vector<std::string>& keys) {
      const RegistryNode* child = Find(node, keys);
      // A default of null is a default; a null description counts as missing.
      const bool said = child != nullptr && (child->kind != Kind::kNull || label == "default");
      if (said) record.children.push_back(MakeField(label, *child));
    };
    add("default", keys_.default_value);
    add("type", keys_.type);
    add("description", keys_.description);
  }

  // A record with the place of the variable's name.
  static Block MakeRecord(const std::string& name, int line, int column) {
    Block record;
    record.kind = Block::Kind::kRecord;
    record.label = name;
    record.line = line;
    record.column = column;
    return record;
  }

  // A field has the place of its key, and its run that of the value.
  static Block MakeField(std::string_view label, const RegistryNode& node) {
    Block field;
    field.kind = Block::Kind::kField;
    field.label = label;
    field.line = node.key_line > 0 ? node.key_line : node.line;
    field.column = node.key_column > 0 ? node.key_column : node.column;
    Run run;
    run.line = node.line;
    run.column = node.column;
    run.text = Text(node);
    // A value in the data is exact and therefore code; null means that there is no default.
    run.code = label == "name" || (label == "default" && node.kind != Kind::kNull);
    // An empty default is written as a page would write it.
    if (label == "default" && node.kind == Kind::kScalar && node.text.empty()) run.text = "\"\"";
    field.inlines.push_back(std::move(run));
    return field;
  }

  // The text of a value: a list is joined by commas, without nested values.
  // [a, b] ─→ "a,b"; null ─→ "none"
  static std::string Text(const RegistryNode& node) {
    if (node.kind == Kind::kNull) return "none";
    if (node.kind != Kind::kList) return node.text;
    std::string out;
    for (const RegistryNode& child : node.children) {
      if (child.kind != Kind::kScalar || out.size() > 1000) continue;
      if (!out.empty()) out += ",";
      out += child.text;
    }
    return out;
  }

  const RegistryKeys& keys_;
};

std::string_view NameOf(RegistrySyntax syntax) {
  return syntax == RegistrySyntax::kJson   ? "json"
         : syntax == RegistrySyntax::kYaml ? "yaml"
                                           : "toml";
}

}  // namespace

// Parses the file and searches each of its documents. A file with a syntax error is read up to it,
// and the error is reported.
Document ReadRegistry(std::string_view file, std::string_view text, RegistrySyntax syntax,
                      const RegistryKeys& keys, std::vector<Diagnostic>& diagnostics) {
  RegistryTree tree;
  const RegistryError error = syntax == RegistrySyntax::kJson   ? ParseJson(text, tree)
                              : syntax == RegistrySyntax::kYaml ? ParseYaml(text, tree)
                                                                : ParseToml(text, tree);
  if (!error.message.empty() && !tree.Full()) {
    diagnostics.push_back({"syntax-error",
                           {std::string(file), error.line, error.column},
                           "not valid " + std::string(NameOf(syntax)) + ": " + error.message});
  } else if (tree.Cut()) {
    diagnostics.push_back({"page-too-complex",
                           {std::string(file), 0, 0},
                           "the file has too many values or nests them too deep, only a part of it "
                           "is read; split it"});
  }
  // Each document of the file is judged by its own keys.
  const RegistryNode root = tree.Take();
  Finder finder(keys);
  for (const RegistryNode& top : root.children) {
    // A document that uses variables, by one of its top-level keys, is not searched.
    const bool user =
        top.kind == Kind::kMap &&
        std::any_of(top.children.begin(), top.children.end(),
                    [](const RegistryNode& child) { return Among(kUsers, child.key); });
    if (!user) finder.FindIn(top, true);
  }
  // YAML in which no registry is found may be a deployment file: its variables are read if they
  // have comments.
  if (finder.document.blocks.empty() && syntax == RegistrySyntax::kYaml) {
    finder.document.blocks = ReadDeployment(root, text);
  }
  std::sort(finder.document.blocks.begin(), finder.document.blocks.end(),
            [](const Block& a, const Block& b) {
              return std::tie(a.line, a.column, a.label) < std::tie(b.line, b.column, b.label);
            });
  return std::move(finder.document);
}

namespace {

// JSON begins with '{' or '[', followed by a string, '{' or '}'; text in brackets, "[see below]",
// does not.
bool OpensAsJson(std::string_view text) {
  text = Trim(text);
  if (text.empty() || (text[0] != '{' && (text[0] != '[' || text.size() < 2))) return false;
  const size_t inner = text.find_first_not_of(" \t\r\n", 1);
  return inner != std::string_view::npos &&
         (text[inner] == '"' || text[inner] == '{' || text[inner] == '}');
}

template <RegistrySyntax kSyntax>
Document ReadRegistryPage(const PageInput& page) {
  return ReadRegistry(page.file, page.text, kSyntax, page.registry, page.diagnostics);
}

constexpr std::string_view kJsonEndings[] = {"json"};
constexpr std::string_view kYamlEndings[] = {"yaml", "yml"};
constexpr std::string_view kTomlEndings[] = {"toml"};

}  // namespace

extern constexpr PageFormat kJsonFormat = {
    .rank = 110,
    .name = "json",
    .title = "registries in JSON",
    .files = "{}, if named explicitly; `app.json` of Heroku",
    .endings = kJsonEndings,
    .search = PageSearch::kNamed,
    .templates = false,
    .read = ReadRegistryPage<RegistrySyntax::kJson>,
    .detect = {.is_text = OpensAsJson},
    .entries = {.variables = true},
    .whole = true,
};

extern constexpr PageFormat kYamlFormat = {
    .rank = 120,
    .name = "yaml",
    .title = "registries in YAML, deployments",
    .files =
        "{}, if named explicitly; of Compose, Kubernetes and Helm files the variables of an "
        "environment with a comment above or after them",
    .endings = kYamlEndings,
    .search = PageSearch::kNamed,
    .templates = false,
    .read = ReadRegistryPage<RegistrySyntax::kYaml>,
    .entries = {.variables = true},
    .whole = true,
};

extern constexpr PageFormat kTomlFormat = {
    .rank = 130,
    .name = "toml",
    .title = "registries in TOML",
    .files = "{}, if named explicitly",
    .endings = kTomlEndings,
    .search = PageSearch::kByContents,
    .templates = false,
    .read = ReadRegistryPage<RegistrySyntax::kToml>,
    .detect = {.instead = [](std::string_view text) -> std::string_view {
      return OpensAsSettings(text) ? "settings" : "";
    }},
    .entries = {.variables = true},
    .whole = true,
};

}  // namespace flagcensus
