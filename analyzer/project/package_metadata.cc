// The metadata of packages and the manifests of registries that only an audit reads ─→ identity.
//
//   METADATA, PKG-INFO   Core metadata specifications of Python: fields as in the head of an e-mail
//   control              deb-control(5): the same form
//   metadata             a gem's, YAML of Gem::Specification
//   go.mod, *.gemspec    the one line that states the name
//   composer.json        JSON
//   pom.xml              XML
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>

#include "analyzer/base/bounded_json.h"
#include "analyzer/base/text.h"
#include "analyzer/base/xml_library.h"
#include "analyzer/project/identity.h"
#include "analyzer/project/project_names.h"

namespace flagcensus {
namespace {

// A name in the form that registries accept.
// A name becomes part of reports and of a package URL, so any other byte is refused.
bool IsPublishedName(std::string_view text) {
  constexpr size_t kMost = 214;  // npm's; the longest of all
  return !text.empty() && text.size() <= kMost && text[0] != '.' &&
         std::all_of(text.begin(), text.end(), [](unsigned char c) {
           return c < 0x80 &&
                  (IsIdentifierByte(c) ||
                   std::string_view("-.+~").find(static_cast<char>(c)) != std::string_view::npos);
         });
}

// What a manifest says, unchecked; `line` is that of the name.
struct Stated {
  std::string name, version, group;
  int line = 0;
};

// The usable parts of `stated`. A name that is not valid is an error.
// A version that is not valid, such as "${version}", is unknown and not an error.
ProjectIdentity Usable(const Stated& stated, std::string_view type, std::string* error, int* line) {
  ProjectIdentity out;
  *line = stated.line;
  if (stated.name.empty()) return out;
  const std::vector<std::string_view> groups = Split(stated.group, '/');
  const bool grouped =
      stated.group.empty() || std::all_of(groups.begin(), groups.end(), IsPublishedName);
  if (!IsPublishedName(stated.name) || !grouped) {
    *error = "the stated name is not a valid package name";
    return out;
  }
  out.base = stated.name;
  out.group = stated.group;
  out.name = stated.name;
  if (IsVersionText(stated.version)) out.version = stated.version;
  out.type = type;
  return out;
}

// The value of a field in the head of `text`: "Name: requests". The first line without text ends
// the head.
std::string HeadField(std::string_view text, std::string_view field, int* line = nullptr) {
  int number = 0;
  for (std::string_view rest = text; !rest.empty();) {
    ++number;
    const std::string_view one = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(rest.size(), one.size() + 1));
    if (Trim(one).empty()) break;  // the body
    const size_t colon = one.find(':');
    if (colon == std::string_view::npos || !EqualsIgnoreCase(one.substr(0, colon), field)) continue;
    if (line != nullptr) *line = number;
    return std::string(Trim(one.substr(colon + 1)));
  }
  return "";
}

// METADATA and PKG-INFO: "Name: requests", "Version: 2.31.0".
ProjectIdentity ReadHead(std::string_view text, std::string* error, int* line) {
  Stated stated;
  stated.name = HeadField(text, "Name", &stated.line);
  stated.version = HeadField(text, "Version");
  return Usable(stated, "pypi", error, line);
}

// The distribution of a Debian package, by the address of its maintainer. A package of another
// vendor has none.
// "Someone <someone@lists.debian.org>" ─→ "debian"; "<a@example.org>" ─→ ""
std::string DistributionOf(std::string_view maintainer) {
  const size_t at = maintainer.rfind('@');
  if (at == std::string_view::npos) return "";
  std::string domain = ToLower(maintainer.substr(at + 1));
  if (domain.ends_with('>')) domain.pop_back();
  const std::string dotted = "." + domain;
  if (dotted.ends_with(".debian.org")) return "debian";
  return dotted.ends_with(".ubuntu.com") ? "ubuntu" : "";
}

// "Package: libfoo", "Version: 1.2-3", "Architecture: amd64", with the distribution as the group.
ProjectIdentity ReadControl(std::string_view text, std::string* error, int* line) {
  Stated stated;
  stated.name = HeadField(text, "Package", &stated.line);
  stated.version = HeadField(text, "Version");
  ProjectIdentity out = Usable(stated, "deb", error, line);
  if (out.name.empty()) return out;
  out.group = DistributionOf(HeadField(text, "Maintainer"));
  const std::string architecture = HeadField(text, "Architecture");
  if (IsPublishedName(architecture)) out.architecture = architecture;
  return out;
}

// `name: shop` at the top, and `version: {version: 1.2}`, as Gem::Version is serialised.
ProjectIdentity ReadGem(std::string_view text, std::string* error, int* line) {
  Stated stated;
  try {
    // Only members at the top of the first document are read, so nothing below them is
    // expanded.
    const YAML::Node root = YAML::Load(std::string(text));
    if (root.IsMap() && root["name"] && root["name"].IsScalar()) {
      stated.name = root["name"].Scalar();
      stated.line = root["name"].Mark().line + 1;
      const YAML::Node version = root["version"];
      if (version && version.IsMap() && version["version"] && version["version"].IsScalar()) {
        stated.version = version["version"].Scalar();
      }
    }
  } catch (const std::exception& broken) {
    *error = broken.what();
    return {};
  }
  return Usable(stated, "gem", error, line);
}

// `spec.name = "x"` of a gemspec, a program in which one literal counts. The variable before the
// dot may have any name.
std::string GemspecLiteral(std::string_view text, std::string_view field, int* line) {
  int number = 0;
  for (std::string_view one : Split(text, '\n')) {
    ++number;
    one = Trim(one);
    const size_t dot = one.find('.');
    if (dot == std::string_view::npos || !one.substr(dot + 1).starts_with(field)) continue;
    if (!std::all_of(one.begin(), one.begin() + static_cast<long>(dot), IsIdentifierByte)) {
      continue;
    }
    std::string_view rest = Trim(one.substr(dot + 1 + field.size()));
    if (!rest.starts_with('=')) continue;
    rest = Trim(rest.substr(1));
    if (rest.empty() || (rest[0] != '"' && rest[0] != '\'')) continue;
    const size_t end = rest.find(rest[0], 1);
    if (end == std::string_view::npos) continue;
    if (line != nullptr) *line = number;
    return std::string(rest.substr(1, end - 1));
  }
  return "";
}

ProjectIdentity ReadGemspec(std::string_view text, std::string* error, int* line) {
  Stated stated;
  stated.name = GemspecLiteral(text, "name", &stated.line);
  stated.version = GemspecLiteral(text, "version", nullptr);
  return Usable(stated, "gem", error, line);
}

// `module github.com/a/b/v2`: group github.com/a/b, base v2, name b.
ProjectIdentity ReadGoModule(std::string_view text, std::string* error, int* line) {
  Stated stated;
  int number = 0;
  for (std::string_view one : Split(text, '\n')) {
    ++number;
    one = Trim(one.substr(0, one.find("//")));
    if (!one.starts_with("module") || one.size() < 8 || (one[6] != ' ' && one[6] != '\t')) continue;
    one = Trim(one.substr(6));
    if (one.size() > 2 && one.front() == '"' && one.back() == '"') {
      one = one.substr(1, one.size() - 2);
    }
    stated.line = number;
    const std::string path(one);
    const size_t slash = path.rfind('/');
    stated.name = path.substr(slash == std::string::npos ? 0 : slash + 1);
    if (slash != std::string::npos) stated.group = path.substr(0, slash);
    break;
  }
  ProjectIdentity out = Usable(stated, "golang", error, line);
  // The last part of a module of another major version is "v2"; the part before it is the name.
  const bool major = out.base.size() > 1 && out.base[0] == 'v' &&
                     std::all_of(out.base.begin() + 1, out.base.end(), IsDigit);
  if (major && !out.group.empty()) out.name = out.group.substr(out.group.rfind('/') + 1);
  return out;
}

// "name": "group/shop" ─→ group "group", base "shop", name "group/shop"
ProjectIdentity ReadComposer(std::string_view text, std::string* error, int* line) {
  // The object and its members; deeper values are not read.
  constexpr int kLevels = 2;
  const std::optional<nlohmann::json> json = ParseBoundedJson(text, kLevels);
  if (!json) {
    *error = "is not valid JSON";
    return {};
  }
  Stated stated;
  if (!json->is_object() || !json->contains("name") || !(*json)["name"].is_string()) return {};
  const std::string whole = (*json)["name"].get<std::string>();
  const size_t slash = whole.find('/');
  stated.name = whole.substr(slash == std::string::npos ? 0 : slash + 1);
  if (slash != std::string::npos) stated.group = whole.substr(0, slash);
  if (json->contains("version") && (*json)["version"].is_string()) {
    stated.version = (*json)["version"].get<std::string>();
  }
  const size_t at = std::min(text.find("\"name\""), text.size());
  stated.line = LineNumberAt(text, at);
  ProjectIdentity out = Usable(stated, "composer", error, line);
  if (!out.group.empty()) out.name = out.group + "/" + out.base;
  return out;
}

// The text of the child `name` of `node`; "" if there is no such child.
// Direct children only: <parent><artifactId> is not the project's.
std::string ChildText(const xmlNode* node, std::string_view name, int* line = nullptr) {
  for (const xmlNode* one = node->children; one != nullptr; one = one->next) {
    if (one->type != XML_ELEMENT_NODE || reinterpret_cast<const char*>(one->name) != name) continue;
    if (line != nullptr) *line = static_cast<int>(xmlGetLineNo(one));
    for (const xmlNode* text = one->children; text != nullptr; text = text->next) {
      if (text->type == XML_TEXT_NODE && text->content != nullptr) {
        return std::string(Trim(reinterpret_cast<const char*>(text->content)));
      }
    }
  }
  return "";
}

// groupId, artifactId and version at the top; a property such as ${revision} is not evaluated.
ProjectIdentity ReadPom(std::string_view text, std::string* error, int* line) {
  // No entity is expanded and nothing is fetched. libxml2 bounds depth and size.
  constexpr int kFlags = XML_PARSE_NONET | XML_PARSE_NOERROR | XML_PARSE_NOWARNING;
  const std::unique_ptr<xmlDoc, void (*)(xmlDoc*)> document(
      xmlReadMemory(text.data(), static_cast<int>(text.size()), "pom.xml", nullptr, kFlags),
      [](xmlDoc* one) { xmlFreeDoc(one); });
  const xmlNode* const root = document ? xmlDocGetRootElement(document.get()) : nullptr;
  if (root == nullptr) {
    *error = "is not well-formed XML";
    return {};
  }
  Stated stated;
  stated.name = ChildText(root, "artifactId", &stated.line);
  stated.group = ChildText(root, "groupId");
  stated.version = ChildText(root, "version");
  // Maven inherits the group and the version of the parent.
  for (const xmlNode* one = root->children; one != nullptr; one = one->next) {
    if (one->type != XML_ELEMENT_NODE ||
        std::string_view(reinterpret_cast<const char*>(one->name)) != "parent") {
      continue;
    }
    if (stated.group.empty()) stated.group = ChildText(one, "groupId");
    if (stated.version.empty()) stated.version = ChildText(one, "version");
  }
  if (!IsPublishedName(stated.group)) stated.group.clear();  // ${a.property}
  return Usable(stated, "maven", error, line);
}

}  // namespace

// `file` is a base name. An identity without a name, and without an error, states nothing.
ProjectIdentity ReadPackageMetadata(std::string_view file, std::string_view text,
                                    std::string* error, int* line) {
  if (file == "METADATA" || file == "PKG-INFO") return ReadHead(text, error, line);
  if (file == "control") return ReadControl(text, error, line);
  if (file == "metadata") return ReadGem(text, error, line);
  if (file == "go.mod") return ReadGoModule(text, error, line);
  if (file == "composer.json") return ReadComposer(text, error, line);
  if (file == "pom.xml") return ReadPom(text, error, line);
  if (file.ends_with(".gemspec")) return ReadGemspec(text, error, line);
  return {};
}

}  // namespace flagcensus
