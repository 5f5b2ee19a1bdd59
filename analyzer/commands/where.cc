// flagcensus where: every place that gives a variable a value, in the order of precedence
//
//   os.environ.get("APP_PORT", "80"), ENV APP_PORT=8080, a Compose file's APP_PORT: 81
//   ─→ code 80, image 8080, deployment 81: each overrides those above it
//
// The order is the usual one. It does not know which of the files a user really runs.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "analyzer/base/text.h"
#include "analyzer/commands/command.h"
#include "analyzer/config/output_options.h"
#include "analyzer/model/secrets.h"
#include "analyzer/model/unset.h"
#include "analyzer/pipeline/print.h"
#include "analyzer/pipeline/projects.h"
#include "analyzer/report/excerpt.h"
#include "analyzer/report/json.h"
#include "analyzer/report/table.h"

namespace flagcensus {
namespace {

// What gives a value; each layer overrides the previous ones.
enum class Layer {
  kDefault,      // the code, if nothing sets it
  kImage,        // ENV of a Dockerfile
  kEnvFile,      // a .env file or its sample
  kDeployment,   // Compose, Kubernetes, Helm, systemd, app.json, a Procfile
  kDevelopment,  // a dev container
  kScript,       // what a script of the project exports
  kCi,           // a CI file, tox.ini
  kCode,         // what the program itself sets
};

// In the order of Layer.
constexpr std::string_view kLayers[] = {"default",     "image",  "env file", "deployment",
                                        "development", "script", "ci",       "code"};

struct GivenRow {
  Layer layer = Layer::kDefault;
  Place place;
  std::string value;  // as shown; "required" or "not set" if there is none
  std::string by;     // "web": the service; "os.environ.get"
  std::string how;    // for programs: literal, dynamic, required, none; value, filled, ...
};

// The layer of a surface by its kind.
// A kind without its own layer is a deployment: Compose, Kubernetes, Helm, systemd, ...
Layer LayerOf(SurfaceKind kind) {
  switch (kind) {
    case SurfaceKind::kDockerfile:
      return Layer::kImage;
    case SurfaceKind::kDotenv:
      return Layer::kEnvFile;
    case SurfaceKind::kDevcontainer:
      return Layer::kDevelopment;
    case SurfaceKind::kCi:
    case SurfaceKind::kTox:
      return Layer::kCi;
    default:
      return Layer::kDeployment;
  }
}

// The defaults of the code, and the values that it sets.
//
//   os.environ.get("APP_PORT", "80")       ─→ default, "80"
//   os.environ["APP_PORT"]                 ─→ default, "required"
//   os.environ["APP_PORT"] = "81"          ─→ code, "81"
void AddCode(const Flag& flag, std::vector<GivenRow>& out) {
  for (const FlagAccess& one : flag.accesses) {
    const Access& access = *one.access;
    // Tests set what they need, and docstrings are not run.
    if (access.scope == Scope::kTest || access.scope == Scope::kDocstring) continue;
    if (access.op == AccessOp::kTest || access.op == AccessOp::kBulk) continue;
    GivenRow row;
    row.place = access.place;
    row.by = access.via;
    if (access.op == AccessOp::kRead) {
      const Unset unset = UnsetOf(access);
      row.how = ToString(unset.kind);
      if (unset.kind == DefaultKind::kLiteral) row.value = unset.text.empty() ? "\"\"" : unset.text;
      if (unset.kind == DefaultKind::kDynamic) row.value = "computed: " + std::string(unset.text);
      if (unset.kind == DefaultKind::kRequired) row.value = "required";
      if (unset.kind == DefaultKind::kNone) row.value = "not set";
    } else {
      row.layer = access.scope == Scope::kScript ? Layer::kScript : Layer::kCode;
      row.how = ToString(access.op);
      row.value = access.op == AccessOp::kDelete ? "removed" : access.value.value_or("computed");
    }
    out.push_back(std::move(row));
  }
}

// What each surface line gives, in the words of reports.
//
//   ENV APP_PORT=8080 in a Dockerfile ─→ image, "8080"
void AddSurfaces(const Flag& flag, std::vector<GivenRow>& out) {
  for (const GivenAt& given : flag.given) {
    GivenRow row;
    row.layer = LayerOf(given.surface->kind);
    row.place = given.setting->place;
    row.how = ToString(given.setting->how);
    GivenWords words = WordsOfGiven(*given.surface, *given.setting);
    row.by = std::move(words.by);
    row.value = std::move(words.value);
    out.push_back(std::move(row));
  }
}

// Scripts of other languages, and CI files, that set it. A file that is a surface is already
// listed.
void AddScripts(const Flag& flag, std::vector<GivenRow>& out) {
  std::set<std::string> listed;
  for (const GivenRow& row : out) listed.insert(row.place.file);
  for (const LightAccess& light : flag.light) {
    if (light.op != AccessOp::kWrite || listed.contains(light.place.file)) continue;
    GivenRow row;
    row.layer = light.role == LightRole::kCi ? Layer::kCi : Layer::kScript;
    row.place = light.place;
    row.by = light.language;
    row.how = "write";
    row.value = light.default_text.empty() ? "computed" : light.default_text;
    out.push_back(std::move(row));
  }
}

// Within a layer the order is that of the sources.
//
//   defaults in two files, ENV in a Dockerfile ─→ default, default, image
std::vector<GivenRow> RowsOf(const Flag& flag) {
  std::vector<GivenRow> out;
  AddCode(flag, out);
  AddSurfaces(flag, out);
  AddScripts(flag, out);
  std::stable_sort(out.begin(), out.end(),
                   [](const GivenRow& a, const GivenRow& b) { return a.layer < b.layer; });
  // A value is not printed if the name says that it is a secret.
  for (GivenRow& row : out) {
    const bool literal = row.how == "literal" || row.how == "write" || row.how == "setdefault";
    if (literal && IsSecretName(flag.name) && row.value != "\"\"") row.value = "***";
  }
  return out;
}

constexpr int kWidest = 60;  // bytes of a value in the table

// Values and names are cut to a width that a terminal can show.
//
//   layer (the last wins)  value  given by          place
//   default                80     os.environ.get    app.py:3
std::string TableOf(const Flag& flag, bool colour) {
  Table table;
  table.header = {"layer (the last wins)", "value", "given by", "place"};
  for (const GivenRow& row : RowsOf(flag)) {
    table.rows.push_back({std::string(kLayers[static_cast<size_t>(row.layer)]),
                          TableCell(row.value, flag.name, kWidest), TableCell(row.by, {}, kWidest),
                          PlaceText(row.place)});
  }
  return WriteTable(table, colour);
}

// All rows with the whole value, in the same order; only secrets are masked.
std::string JsonOf(const Flag& flag) {
  Json out;
  out["schema"] = 1;
  out["tool"] = {{"name", "flagcensus"}, {"version", FLAGCENSUS_VERSION}};
  out["name"] = JsonText(std::string_view(flag.name), {});
  out["given"] = Json::array();
  for (const GivenRow& row : RowsOf(flag)) {
    Json one = JsonPlace(row.place);
    one["layer"] = kLayers[static_cast<size_t>(row.layer)];
    one["by"] = JsonText(std::string_view(row.by), {});
    one["how"] = row.how;
    one["value"] = JsonText(std::string_view(row.value), flag.name);
    out["given"].push_back(std::move(one));
  }
  return ToLine(out) + "\n";
}

// Needs both sides, and no findings.
class WhereRun : public CommandRun {
 public:
  void AddOptions(CommandApp& command) override {
    command.add_option("NAME", name_, "The variable")->required();
    AddPaths(command, project_);
    AddClang(command, project_);
    AddConfig(command, project_);
    AddFormat(command, output_, {"table", "json"});
    AddRun(command, project_);
  }

  std::optional<std::string> Finish(const CommandApp&) override {
    UseTerminal(output_);
    return FinishProject(project_);
  }

  ProjectOptions* project() override { return &project_; }
  Needs needs() const override { return Needs::kProjects; }

  std::optional<Error> Examine(Workspace& project, RunBudget& budget) override {
    return project.ReadSides(budget);
  }

  int Report(std::vector<Workspace>& projects, const std::vector<Diagnostic>& failed,
             RunBudget&) override {
    std::string out;
    for (const Workspace& project : projects) {
      const Comparison& both = project.comparison();
      // Variables of code or pages, otherwise those that only deployments set.
      for (const auto* flags : {&both.flags, &both.surfaces.unread}) {
        const auto flag = std::find_if(flags->begin(), flags->end(),
                                       [&](const Flag& one) { return one.name == name_; });
        if (flag == flags->end()) continue;
        out += output_.format == "json" ? JsonOf(*flag) : TableOf(*flag, output_.colour);
        break;
      }
    }
    if (out.empty()) {
      return std::max(Fail("nothing in " + Join(project_.paths, " ") + " reads or sets " + name_),
                      PrintFailed(failed));
    }
    return std::max(WriteOutput(out, kSuccess), PrintFailed(failed));
  }

 private:
  std::string name_;
  ProjectOptions project_;
  OutputOptions output_;
};

}  // namespace

extern const Command kWhere;
const Command kWhere = {"where", "List every place that gives a variable a value, and which wins",
                        "  flagcensus where APP_PORT                        as a table\n"
                        "  flagcensus where APP_PORT deploy --format json   as JSON\n",
                        "0 success, 2 failure.", MakeRun<WhereRun>};

}  // namespace flagcensus
