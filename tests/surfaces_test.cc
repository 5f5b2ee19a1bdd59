// The readers of surfaces: each kind with its places, and what is broken or hostile.
#include "analyzer/surfaces/surfaces.h"

#include <gtest/gtest.h>

#include <string>

namespace flagcensus {
namespace {

// "NAME how value @line:column program", a line each.
std::string Settings(std::string_view file, std::string_view text, bool chart = false) {
  const std::vector<std::string_view> charts =
      chart ? std::vector<std::string_view>{"chart/"} : std::vector<std::string_view>();
  const std::optional<SurfaceKind> kind = SurfaceKindOf(file, text, charts);
  if (!kind) return "no surface";
  std::vector<Diagnostic> diagnostics;
  const Surface surface = ReadSurface(file, *kind, text, diagnostics);
  std::string out;
  for (const SurfaceSetting& setting : surface.settings) {
    out += setting.name + " " + std::string(ToString(setting.how));
    if (!setting.value.empty()) out += " " + setting.value;
    if (setting.demanded) out += " demanded";
    out += " @" + std::to_string(setting.place.line) + ":" + std::to_string(setting.place.column);
    if (setting.program >= 0) {
      const std::string& name = surface.programs[static_cast<size_t>(setting.program)].name;
      if (!name.empty()) out += " " + name;
    }
    out += "\n";
  }
  for (const Diagnostic& one : diagnostics) {
    out += one.kind + " @" + std::to_string(one.place.line) + "\n";
  }
  return out;
}

TEST(Surfaces, Compose) {
  EXPECT_EQ(Settings("docker-compose.yml",
                     "x-all: &all\n"
                     "  APP_A: one\n"
                     "  APP_B: two\n"
                     "services:\n"
                     "  web:\n"
                     "    build: .\n"
                     "    environment:\n"
                     "      APP_B: own\n"
                     "      <<: *all\n"
                     "      APP_C: ${APP_C}\n"
                     "      APP_D: ${OTHER:-80}\n"
                     "      APP_E: ${APP_E:?needed}\n"
                     "      APP_F: http://${HOST:-x}:${PORT:-${P:-1}}/$$y\n"
                     "      APP_G: http://${HOST}/\n"
                     "      APP_H:\n"
                     "      # APP_I: 5\n"
                     "      # a sentence: with words\n"
                     "  job:\n"
                     "    environment:\n"
                     "      - APP_A=1\n"
                     "      - APP_B\n"
                     "      - \"APP_C=${C-}\"\n"),
            "APP_B value own @8:7 web\n"
            "APP_C filled @10:7 web\n"
            "APP_D filled 80 @11:7 web\n"
            "APP_E passed demanded @12:7 web\n"
            "APP_F filled http://x:1/$y @13:7 web\n"
            "APP_G unknown @14:7 web\n"
            "APP_H passed @15:7 web\n"
            "APP_A value one @2:3 web\n"
            "APP_A value 1 @20:9 job\n"
            "APP_B passed @21:9 job\n"
            "APP_C filled @22:10 job\n"
            "APP_I commented 5 @16:9 web\n");
}

TEST(Surfaces, ComposeExtends) {
  EXPECT_EQ(Settings("compose.yml",
                     "services:\n"
                     "  base: {environment: {APP_A: 1}}\n"
                     "  web: {extends: {service: base}, environment: {APP_B: 2}}\n"
                     "  round: {extends: round, environment: [APP_C=3]}\n"),
            "APP_A value 1 @2:24 base\n"
            "APP_B value 2 @3:49 web\n"
            "APP_A value 1 @2:24 web\n"
            "APP_C value 3 @4:41 round\n");
}

TEST(Surfaces, Kubernetes) {
  EXPECT_EQ(Settings("deploy/web.yaml",
                     "apiVersion: apps/v1\n"
                     "kind: Deployment\n"
                     "spec:\n"
                     "  containers:\n"
                     "  - name: web\n"
                     "    image: app\n"
                     "    env:\n"
                     "    - name: APP_A\n"
                     "      value: \"1\"\n"
                     "    - {name: APP_B, valueFrom: {secretKeyRef: {name: keys, key: b}}}\n"
                     "---\n"
                     "apiVersion: v1\n"
                     "kind: Secret\n"
                     "stringData:\n"
                     "  APP_KEY: hunter2\n"),
            "APP_A value 1 @8:13 web\n"
            "APP_B referred secret keys/b @10:14 web\n"
            "APP_KEY referred secret @15:3\n");
  EXPECT_EQ(Settings("deploy/notes.yaml", "kind: of\nenv: {APP_A: 1}\n"), "no surface");
}

TEST(Surfaces, Helm) {
  EXPECT_EQ(Settings("chart/values.yaml",
                     "image: app\n"
                     "config: {APP_A: 1, replicas: 2}\n"
                     "extraEnv:\n"
                     "  - name: APP_B\n"
                     "    value: x\n",
                     true),
            "APP_A value 1 @2:10\nAPP_B value x @4:11\n");
  EXPECT_EQ(Settings("chart/templates/web.yaml",
                     "kind: Deployment\n"
                     "env:\n"
                     "  - name: APP_A\n"
                     "    value: {{ .Values.a | quote }}\n"
                     "  {{- if .Values.b }\n"
                     "  - name: \"APP_B\"  # comment\n"
                     "    valueFrom:\n"
                     "  - name: APP_NO_VALUE\n"
                     "  - name: web\n"
                     "    value: no variable\n"
                     "---\n"
                     "kind: ConfigMap\n"
                     "data:\n"
                     "  APP_C: plain\n"
                     "  file.conf: |\n"
                     "    APP_D: text\n",
                     true),
            "APP_A unknown @3:11\nAPP_B referred a field @6:12\nAPP_C value plain @14:3\n");
}

TEST(Surfaces, LinesThatAreCommentedOutAreNearEachOther) {
  std::string text = "env:\n  APP_A: \"1\"\n";
  for (int i = 0; i < 30; ++i) {
    text += "\n  # A sentence about it.\n  # APP_V" + std::to_string(i) + ": \"\"\n";
  }
  std::vector<Diagnostic> diagnostics;
  const auto count = [&](const std::string& values) {
    return ReadSurface("values.yaml", SurfaceKind::kHelm, values, diagnostics).settings.size();
  };
  EXPECT_EQ(count(text), 31U);
  // One that is far from all others belongs to nothing that is known.
  EXPECT_EQ(count(text + std::string(50, '\n') + "# APP_FAR: 1\n"), 31U);
}

TEST(Surfaces, Dockerfile) {
  EXPECT_EQ(Settings("Dockerfile",
                     "ARG APP_ARG=1\n"
                     "FROM python AS build\n"
                     "ENV APP_A=1 \\\n"
                     "    # between\n"
                     "    APP_B=\"two words\"\n"
                     "env APP_C the rest\n"
                     "ENV APP_D=${APP_ARG}\n"
                     "RUN echo APP_E=1\n"),
            "APP_A value 1 @3:5 build\nAPP_B value two words @5:5 build\n"
            "APP_C value the rest @6:5 build\nAPP_D unknown @7:5 build\n");
}

TEST(Surfaces, Systemd) {
  EXPECT_EQ(Settings("app.service",
                     "[Service]\n"
                     "Environment=\"APP_A=two words\" APP_B=2\n"
                     "# Environment=APP_NO=1\n"
                     "PassEnvironment=APP_C\n"
                     "EnvironmentFile=-/etc/default/app\n"),
            "APP_A value two words @2:14 app.service\nAPP_B value 2 @2:31 app.service\n"
            "APP_C passed @4:17 app.service\n");
}

TEST(Surfaces, GeneratedAndUnknownResources) {
  EXPECT_EQ(Settings("deploy/kustomization.yaml",
                     "apiVersion: kustomize.config.k8s.io/v1beta1\n"
                     "kind: Kustomization\n"
                     "configMapGenerator:\n"
                     "  - name: app\n"
                     "    literals: [APP_A=1]\n"
                     "secretGenerator:\n"
                     "  - literals:\n"
                     "      - APP_B=x\n"),
            "APP_A value 1 @5:16\nAPP_B referred secret @8:9\n");
  EXPECT_EQ(Settings("deploy/app.yaml",
                     "apiVersion: v1\n"
                     "kind: Template\n"
                     "objects:\n"
                     "  - kind: Other\n"
                     "    spec:\n"
                     "      replicas: ${{REPLICAS}}\n"
                     "      podSpec:\n"
                     "        image: app\n"
                     "        env:\n"
                     "          - {name: APP_A, value: b}\n"),
            "APP_A value b @10:20\n");
  EXPECT_EQ(Settings("deploy/app.yaml", "apiVersion: v1\nkind: {{ .Kind }}\n"), "no surface");
}

TEST(Surfaces, CiAndTox) {
  EXPECT_EQ(Settings(".github/workflows/test.yml",
                     "env:\n  APP_A: 1\njobs:\n  t:\n    steps:\n"
                     "    - env: {APP_B: \"${{ secrets.B }}\"}\n"),
            "APP_A value 1 @2:3\nAPP_B referred @6:13\n");
  EXPECT_EQ(Settings(".gitlab-ci.yml", "variables:\n  APP_A: x\n"),
            "APP_A value x @2:3 pipeline\n");
  EXPECT_EQ(Settings("tox.ini",
                     "[testenv]\nset_env =\n    APP_A = 1\n    py312: APP_B = {envdir}\n"
                     "passenv = APP_C, APP_D*\ncommands = APP_E=1 x\n"),
            "APP_A value 1 @3:5\nAPP_B unknown @4:12\nAPP_C passed @5:11\n");
  // A name that another one of the line begins with has its own place.
  EXPECT_EQ(Settings("tox.ini", "[testenv]\npassenv = APP_HOMEPAGE, APP_HOME\n"),
            "APP_HOMEPAGE passed @2:11\nAPP_HOME passed @2:25\n");
}

TEST(Surfaces, JsonAndProcfile) {
  EXPECT_EQ(Settings(".devcontainer/devcontainer.json",
                     "{ // comment\n"
                     "  \"containerEnv\": {\"APP_A\": \"1\", \"APP_B\": \"${localEnv:B}\",},\n"
                     "}\n"),
            "APP_A value 1 @2:21\nAPP_B unknown @2:35\n");
  EXPECT_EQ(Settings("app.json",
                     "{\"env\": {\"APP_A\": \"1\", \"APP_B\": {\"description\": \"x\"},\n"
                     "\"APP_C\": {\"generator\": \"secret\"}, \"APP_D\": {\"value\": \"d\"}}}\n"),
            "APP_A value 1 @1:11\nAPP_B passed demanded @1:25\n"
            "APP_C referred generated demanded @2:2\nAPP_D value d @2:36\n");
  EXPECT_EQ(Settings("Procfile", "web: env APP_A=1 gunicorn APP_B=2\n"),
            "APP_A value 1 @1:10 web\n");
}

TEST(Surfaces, WhatALineHandsOnIsNotRead) {
  std::vector<Diagnostic> diagnostics;
  const Surface surface =
      ReadSurface("docker-compose.yml", SurfaceKind::kCompose,
                  "services:\n  web:\n    command: run $APP_A ${APP_B} $$APP_C\n"
                  "    environment:\n      APP_D: ${APP_D}\n      APP_E: ${APP_F:-}\n",
                  diagnostics);
  EXPECT_EQ(surface.expanded, (std::vector<std::string>{"APP_A", "APP_B", "APP_C", "APP_F"}));
}

TEST(Surfaces, BrokenAndHostile) {
  // A circle of anchors, a bomb of aliases, merges of merges.
  std::string bomb = "a: &a {APP_A: 1}\n";
  for (char c = 'b'; c <= 'z'; ++c) {
    const std::string name(1, c), before(1, static_cast<char>(c - 1));
    bomb += name + ": &" + name + " {<<: [*" + before + ", *" + before + ", *" + before + "]}\n";
  }
  bomb += "services: {web: {environment: {<<: [*z, *z]}}}\n";
  EXPECT_EQ(Settings("compose.yml", bomb).substr(0, 5).empty() ? "none" : "some", "none");
  EXPECT_EQ(Settings("compose.yml", "services: &s {web: *s}\n"), "");
  EXPECT_EQ(Settings("compose.yml", "services:\n  web:\n    environment: [APP_A=1\n"),
            "syntax-error @4\n");
  EXPECT_EQ(Settings("compose.yml", std::string("\0\xff\xfe{", 4)).empty(), false);
  EXPECT_EQ(Settings("Dockerfile", "ENV APP_A=\"open\\\n"), "APP_A value open  @1:5\n");
  EXPECT_EQ(Settings("app.service", "Environment=\\\n"), "");
  EXPECT_EQ(Settings("app.json", "{\"env\": {\"APP_A\": /* open"), "syntax-error @1\n");
  std::string many = "services:\n  web:\n    environment:\n";
  for (int i = 0; i < 100'000; ++i) many += "      APP_" + std::to_string(i) + ": 1\n";
  EXPECT_FALSE(Settings("compose.yml", many).empty());
  EXPECT_FALSE(Settings("compose.yml", std::string(100'000, '[')).empty());
}

// Lines that took the square of their length, in time or in what was kept of them.
TEST(Surfaces, LongLines) {
  const auto repeated = [](std::string_view text) {
    std::string out;
    for (int i = 0; i < 100'000; ++i) out += text;
    return out;
  };
  EXPECT_EQ(Settings("compose.yml", "x-a: " + repeated("${A") + "\n"), "");
  EXPECT_EQ(Settings("compose.yml", "x-a: " + repeated("${A}") + "\n"), "");
  EXPECT_EQ(Settings(".env", "APP_A=${" + repeated("${A") + "\n").substr(0, 5), "APP_A");
  EXPECT_EQ(Settings("Dockerfile", repeated(" ") + repeated("a ") + "\n"), "");
  EXPECT_EQ(Settings("Dockerfile", "ENV A=1 \\\n" + repeated("=1 \\\n") + "B=1\n"),
            "A value 1 @1:5\nB value 1 @100002:1\n");
}

TEST(Surfaces, FallbacksOfALine) {
  std::vector<Diagnostic> diagnostics;
  const auto fallbacks = [&](const std::string& line) {
    std::string out;
    for (const SurfaceFallback& one :
         ReadSurface("a.yaml", SurfaceKind::kCompose, line, diagnostics).fallbacks) {
      out += one.name + (one.none ? " none" : "=" + one.text) + ", ";
    }
    return out;
  };
  EXPECT_EQ(fallbacks("a: ${A:-${B:-c}} ${D} } ${E:-{f}}\n"), "B=c, D none, E={f}, ");
  EXPECT_EQ(fallbacks("a: ${A:-b ${C:-d}\n"), "C=d, ");
}

}  // namespace
}  // namespace flagcensus
