// what was found ─→ flagcensus.toml with comments
#include "analyzer/config/starter.h"

#include "analyzer/base/text.h"
#include "analyzer/config/keys.h"

namespace flagcensus {
namespace {

constexpr size_t kWidth = 100;

// The description of the key from config.h, as comment lines.
std::string About(std::string_view key) {
  std::string out, line = "#";
  for (const std::string_view word : Split(FindConfigKey("", key)->about, ' ')) {
    if (line.size() + 1 + word.size() > kWidth) {
      out += line + "\n";
      line = "#";
    }
    line += " " + std::string(word);
  }
  return out + line + "\n";
}

std::string Comment(const std::string& text) { return "  # " + EscapeControl(text); }

// `key = [...]` with a line for each value; "# " as `before` makes it a comment.
//
//   catalog = [
//     "docs/env.md",  # 34 variables in 3 tables
//   ]
std::string List(std::string_view key, const std::vector<FoundSetting>& values,
                 const std::string& before) {
  std::string out = before + std::string(key) + " = [\n";
  for (const FoundSetting& value : values) {
    // TOML is UTF-8, so a name in another encoding becomes a comment.
    const bool fits = ToValidUtf8(value.value) == value.value;
    out += (fits ? before : "# ") + "  " +
           (fits ? Quote(value.value) : EscapeControl(value.value)) + "," + Comment(value.why) +
           "\n";
  }
  return out + before + "]\n";
}

std::string Pages(const Starter& starter) {
  if (starter.pages.empty()) {
    return About("catalog") + "# No page was found.\n# catalog = [\"docs/environment.md\"]\n";
  }
  return About("catalog") + List("catalog", starter.pages, "");
}

// Certain prefixes are settings, the others a list to copy from.
std::string Prefixes(const Starter& starter) {
  std::string out = About("own-prefixes");
  if (!starter.prefixes.empty()) out += List("own-prefixes", starter.prefixes, "");
  if (!starter.perhaps.empty()) {
    out += "# Less certain; add them if they are yours:\n";
    for (const FoundSetting& prefix : starter.perhaps) {
      out += "#   " + Quote(prefix.value) + "," + Comment(prefix.why) + "\n";
    }
  }
  if (starter.prefixes.empty() && starter.perhaps.empty()) {
    out += "# None was found.\n# own-prefixes = [\"APP_\"]\n";
  }
  return out;
}

// # Sources, classified by their path: src 120, test 80
std::string Scopes(const Starter& starter) {
  std::string out = About("scope");
  if (!starter.scopes.empty()) out += "# Sources, classified by their path:";
  for (const auto& [scope, files] : starter.scopes) {
    out += " " + scope + " " + std::to_string(files) +
           (scope == starter.scopes.back().first ? "\n" : ",");
  }
  return out + "# [[scope]]\n# glob = \"tools/runtime/**\"\n# scope = \"src\"\n";
}

std::string QuotedList(const std::vector<std::string>& values) {
  std::string out;
  for (const std::string& value : values) out += (out.empty() ? "" : ", ") + Quote(value);
  return out;
}

// The setting is active only if nothing else would be read.
std::string Languages(const Starter& starter) {
  if (starter.languages.empty()) return "";
  std::string out = About("languages") + "# More than a third of the programs are in " +
                    (starter.languages.size() == 1 ? "this language:\n" : "these languages:\n");
  return out + (starter.only_languages ? "" : "# ") + "languages = [" +
         QuotedList(starter.languages) + "]\n\n";
}

// A user who searches for the project's own `opt` would otherwise write a row for it.
std::string Wrappers(const Starter& starter) {
  if (starter.wrappers.empty()) return "";
  std::string out = "# Functions of the project that read variables; they need no [[accessor]]:\n";
  for (const FoundSetting& wrapper : starter.wrappers) {
    out += "#   " + EscapeControl(wrapper.value) + " (" + EscapeControl(wrapper.why) + ")\n";
  }
  return out + "\n";
}

// An expression that is not UTF-8 is proposed as "*", since TOML cannot contain it.
std::string Unresolved(const Starter& starter) {
  std::string out = About("unresolved");
  for (const FoundSetting& one : starter.unresolved) {
    const bool fits = ToValidUtf8(one.value) == one.value;
    out += "# [[unresolved]]" + Comment(one.why) +
           "\n# expression = " + (fits ? Quote(one.value) : "\"*\"") + "\n# reason = \"\"\n";
  }
  if (!starter.unresolved.empty()) return out;
  return out +
         "# [[unresolved]]\n# expression = \"plugin.*\"\n# reason = \"plugins choose the name\"\n";
}

// The proposed values are those that the file satisfies for the most part (ProposeSurfaces).
std::string Surfaces(const Starter& starter) {
  std::string out = About("surface");
  for (const ProposedSurface& one : starter.surfaces) {
    if (ToValidUtf8(one.file) != one.file) continue;
    // Without a `/` it would match files of that name in every folder.
    const bool named = one.file.find('/') == std::string::npos;
    out += "[[surface]]" + Comment(one.why) + "\nfiles = " + Quote((named ? "/" : "") + one.file) +
           "\nvariables = " + Quote(one.variables) + "\nvalues = " + Quote(one.values) + "\n";
    if (!one.sections.empty()) out += "section = [" + QuotedList(one.sections) + "]\n";
    out += "\n";
  }
  if (!starter.surfaces.empty()) return out;
  return out + "# [[surface]]\n# files = \".env.example\"\n# variables = \"all\"\n\n";
}

}  // namespace

// Settings that take effect are written only if they were found; everything else is commented out,
// so a new configuration does not change the findings.
std::string WriteStarter(const Starter& starter) {
  std::string out = "# Settings of flagcensus for this project; all are optional.\n\n";
  if (!starter.above.empty()) {
    out += "# A parent directory has a configuration; uncomment this to extend it.\n# extend = " +
           Quote(starter.above) + "\n\n";
  }
  out += Pages(starter) + "\n" + Prefixes(starter) + "\n";
  out += Languages(starter);
  out += About("exclude") + "# exclude = [\"generated/\"]\n\n";
  out += About("severity") +
         "# Rules: flagcensus explain. Severities: error, warning, info, off.\n"
         "# [severity]\n# undocumented = \"error\"\n\n";
  out += Scopes(starter) + "\n";
  out += About("internal") +
         "# [[internal]]\n# name = \"APP_DEBUG_*\"\n# reason = \"for maintainers only\"\n\n";
  out +=
      About("ignore") +
      "# [[ignore]]\n# rule = \"undocumented\"\n# name = \"APP_OLD\"\n# reason = \"will be removed "
      "in the next release\"\n\n";
  out += Surfaces(starter);
  return out + Wrappers(starter) + WriteProposals(starter.proposals) + Unresolved(starter);
}

}  // namespace flagcensus
