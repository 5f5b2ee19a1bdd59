// file name ─→ what kind of file it is
//
//   src/config.h.in   ─→ kC           man/tool.8     ─→ kPage
//   settings.py.dist  ─→ kPython      prod.env.dist  ─→ kPage
//   libx.so.1         ─→ kOther       main.go        ─→ kGo if Go is requested
//
// Derived from names only, by tables that are searched in their order. The content is not read,
// except for the first line of a file without an ending.
#include <algorithm>
#include <array>
#include <string_view>

#include "analyzer/base/text.h"
#include "analyzer/tree/man_page.h"
#include "analyzer/tree/page_format.h"
#include "analyzer/tree/python_template.h"
#include "analyzer/tree/tree.h"

namespace flagcensus {
namespace {

struct Extension {
  std::string_view text;
  FileKind kind;
};
// In exact case first, since "C" and "H" are C++ and "c" and "h" are C; then in any case.
constexpr Extension kExtensions[] = {
    {"py", FileKind::kPython},  {"wsgi", FileKind::kPython},
    {"pyw", FileKind::kPython}, {"pyi", FileKind::kPython},
    {"pyx", FileKind::kCython}, {"pxd", FileKind::kCython},
    {"pxi", FileKind::kCython}, {"ipynb", FileKind::kNotebook},
    {"c", FileKind::kC},        {"h", FileKind::kC},
    {"C", FileKind::kCpp},      {"H", FileKind::kCpp},
    {"cc", FileKind::kCpp},     {"cpp", FileKind::kCpp},
    {"cxx", FileKind::kCpp},    {"c++", FileKind::kCpp},
    {"hh", FileKind::kCpp},     {"hpp", FileKind::kCpp},
    {"hxx", FileKind::kCpp},    {"h++", FileKind::kCpp},
    {"inl", FileKind::kCpp},    {"ipp", FileKind::kCpp},
    {"tcc", FileKind::kCpp},    {"tpp", FileKind::kCpp},
    {"txx", FileKind::kCpp},    {"cu", FileKind::kCuda},
    {"cuh", FileKind::kCuda},   {"inc", FileKind::kCpp},
    {"def", FileKind::kCpp},    {"mm", FileKind::kCpp},
    {"m", FileKind::kC},        {"y", FileKind::kC},
    {"l", FileKind::kC},        {"yy", FileKind::kCpp},
    {"ypp", FileKind::kCpp},    {"yxx", FileKind::kCpp},
};

// Languages that are read on request. A file without an ending is found by its whole name.
constexpr Extension kAskedExtensions[] = {
    {"go", FileKind::kGo},          {"js", FileKind::kJavaScript},  {"mjs", FileKind::kJavaScript},
    {"cjs", FileKind::kJavaScript}, {"jsx", FileKind::kJavaScript}, {"ts", FileKind::kJavaScript},
    {"mts", FileKind::kJavaScript}, {"cts", FileKind::kJavaScript}, {"tsx", FileKind::kJavaScript},
    {"rs", FileKind::kRust},        {"java", FileKind::kJava},      {"kt", FileKind::kKotlin},
    {"kts", FileKind::kKotlin},     {"cs", FileKind::kCSharp},      {"rb", FileKind::kRuby},
    {"rake", FileKind::kRuby},      {"gemspec", FileKind::kRuby},   {"ru", FileKind::kRuby},
    {"php", FileKind::kPhp},        {"sh", FileKind::kShell},       {"bash", FileKind::kShell},
    {"Rakefile", FileKind::kRuby},  {"Gemfile", FileKind::kRuby},
};

// The program that a `#!` line names, also with a version: "ruby2.7".
constexpr Extension kInterpreters[] = {
    {"ruby", FileKind::kRuby},  {"php", FileKind::kPhp},    {"sh", FileKind::kShell},
    {"bash", FileKind::kShell}, {"dash", FileKind::kShell}, {"ksh", FileKind::kShell},
};

// "config.h.in", "tool.py.in": a source that the build fills in. Templates of other languages do
// not count as sources.
bool IsSourceTemplate(std::string_view stem, FileKind* kind) {
  const std::string_view extension = stem.substr(stem.rfind('.') + 1);
  for (const Extension& known : kExtensions) {
    if (known.text != extension) continue;
    *kind = known.kind;
    return IsC(known.kind) || known.kind == FileKind::kPython;
  }
  return false;
}

// "environment.rst.inc": a part of pages, which others include.
bool IsPagePart(std::string_view stem) {
  constexpr std::array<std::string_view, 4> kMarkup = {".rst", ".md", ".adoc", ".asciidoc"};
  return std::any_of(kMarkup.begin(), kMarkup.end(),
                     [&](std::string_view ending) { return stem.ends_with(ending); });
}

}  // namespace

bool IsManPage(std::string_view name) {
  name = WithoutTemplateEndings(name);
  const size_t dot = name.rfind('.');
  if (dot == std::string_view::npos || dot == 0 || dot + 1 == name.size()) return false;
  const std::string_view section = name.substr(dot + 1);
  // Sections are 1 to 9, perhaps with a suffix: "3", "1ssl". Longer endings are versions or dates.
  if (!IsDigit(section[0]) || section[0] == '0' || section.size() > 5) return false;
  // Libraries and old logs are numbered, too, and "v1.2" is a version.
  const std::string_view stem = name.substr(0, dot);
  if (stem.starts_with("lib") && stem.ends_with(".so")) return false;
  if (stem.ends_with(".log") || IsDigit(stem.back())) return false;
  return std::all_of(section.begin() + 1, section.end(), IsLower);
}

namespace {

// "man/tool.pre", "man1/tool.tmpl": templates of manual pages. Only in a folder of manual pages, as
// these endings say nothing in others.
bool IsManTemplate(std::string_view folder, std::string_view name, std::string_view extension) {
  // A Makefile.in in the folder is a template of the build.
  if (name.starts_with("Makefile") || name.starts_with("meson")) return false;
  folder = folder.substr(folder.rfind('/') + 1);
  constexpr std::array<std::string_view, 10> kTemplates = {
      "pre", "in", "src", "tmpl", "tpl", "template", "roff", "nroff", "troff", "raw"};
  const bool manuals =
      folder == "man" || folder == "manpages" ||
      (folder.size() == 4 && folder.starts_with("man") && IsDigit(folder[3]) && folder[3] != '0');
  return manuals && std::find(kTemplates.begin(), kTemplates.end(), extension) != kTemplates.end();
}

// ".env.example", "env.sample", "prod.env.template": variables with the defaults from which a user
// starts. They document variables, which a filled-in .env does not.
bool IsEnvSample(std::string_view name) {
  constexpr std::array<std::string_view, 6> kEndings = {"example",  "sample", "template",
                                                        "defaults", "dist",   "tmpl"};
  for (const std::string_view ending : kEndings) {
    if (!name.ends_with(ending)) continue;
    const std::string_view stem = name.substr(0, name.size() - ending.size());
    if (stem.size() < 4 || std::string_view(".-_").find(stem.back()) == std::string_view::npos) {
      continue;
    }
    const std::string_view env = stem.substr(0, stem.size() - 1);
    if (env == "env" || env.ends_with(".env")) return true;
  }
  return name == "example.env" || name == "sample.env" || name == "template.env";
}

// "page.rst", "page.md.in"
bool IsPageEnding(std::string_view name, std::string_view ending) {
  if (const PageFormat* format = FormatOfEnding(ending)) {
    return format->search == PageSearch::kByName && name.find('.') > 0;
  }
  const std::string_view made = WithoutTemplateEndings(name);
  const size_t dot = made.rfind('.');
  if (made.size() == name.size() || dot == std::string_view::npos || dot == 0) return false;
  const PageFormat* format = FormatOfEnding(ToLower(made.substr(dot + 1)));
  return format != nullptr && format->search == PageSearch::kByName && format->templates;
}

// "settings.py.container": a copy of a module to be renamed, which is Python as it is.
bool IsPythonCopy(std::string_view name, std::string_view ending) {
  constexpr std::array<std::string_view, 4> kCopies = {"container", "dist", "example", "sample"};
  return std::find(kCopies.begin(), kCopies.end(), ending) != kCopies.end() &&
         name.substr(0, name.size() - ending.size() - 1).ends_with(".py");
}

constexpr std::array<std::string_view, 3> kPythonNames = {"SConstruct", "SConscript", "wscript"};

}  // namespace

// The engines may fill in such a file, so it is Python only if all of it parses as Python.
bool MayBePython(std::string_view path) {
  constexpr std::array<std::string_view, 6> kEngines = {"template", "tmpl",  "tpl",
                                                        "j2",       "jinja", "jinja2"};
  const std::string_view name = path.substr(path.rfind('/') + 1);
  if (name == "gunicorn.conf") return true;  // a configuration file in Python, by its manual
  const size_t dot = name.rfind('.');
  return dot != std::string_view::npos && name.substr(0, dot).ends_with(".py") &&
         std::find(kEngines.begin(), kEngines.end(), name.substr(dot + 1)) != kEngines.end();
}

// The order matters: templates and manual pages before the tables of endings, samples last.
FileKind FileKindOf(std::string_view path) {
  const std::string_view name = path.substr(path.rfind('/') + 1);
  // Its ending is that of a page.
  if (name == "CMakeLists.txt") return FileKind::kOther;
  const size_t dot = name.rfind('.');
  // No ending, or a hidden file.
  if (dot == std::string_view::npos || dot == 0) {
    if (std::find(kPythonNames.begin(), kPythonNames.end(), name) != kPythonNames.end())
      return FileKind::kPython;
    if (name == "README" || name == "ENVIRONMENT") return FileKind::kPage;
  } else {
    const std::string_view extension = name.substr(dot + 1);
    const std::string lower = ToLower(extension);
    // Templates first: "in" is not an ending of the tables.
    FileKind kind = FileKind::kOther;
    if (extension == "in" && name.rfind('.', dot - 1) != std::string_view::npos &&
        IsSourceTemplate(name.substr(0, dot), &kind)) {
      return kind;
    }
    const std::string_view folder = path.substr(0, path.size() - name.size());
    if (!folder.empty() && IsManTemplate(folder.substr(0, folder.size() - 1), name, extension)) {
      return FileKind::kPage;
    }
    // Before the tables, in which "inc" is C++.
    if (extension == "inc" && IsPagePart(name.substr(0, dot))) return FileKind::kPage;
    for (const Extension& known : kExtensions) {
      if (known.text == extension) return known.kind;
    }
    for (const Extension& known : kExtensions) {
      if (known.text == lower) return known.kind;
    }
    if (MayBePython(name)) return FileKind::kPython;
    if (IsPageEnding(name, lower)) return FileKind::kPage;
    if (IsPythonCopy(name, lower)) return FileKind::kPython;
  }
  return IsEnvSample(name) || IsManPage(name) ? FileKind::kPage : FileKind::kOther;
}

FileKind FileKindOf(std::string_view path, const std::vector<Language>& languages) {
  const FileKind kind = FileKindOf(path);
  if (kind != FileKind::kOther || languages.empty()) return kind;
  // For a file without an ending, its whole name.
  const std::string_view name = path.substr(path.rfind('/') + 1);
  const std::string_view extension = name.substr(name.rfind('.') + 1);
  for (const Extension& known : kAskedExtensions) {
    if (known.text != extension) continue;
    const Language language = AskedLanguageOf(known.kind);
    const bool asked = std::find(languages.begin(), languages.end(), language) != languages.end();
    return asked ? known.kind : kind;
  }
  return kind;
}

// For files without an ending that are executable scripts.
FileKind KindOfFirstLine(std::string_view start, const std::vector<Language>& languages) {
  constexpr size_t kLongest = 128;
  start = start.substr(0, std::min(kLongest, start.find('\n')));
  if (!start.starts_with("#!")) return FileKind::kOther;
  if (start.find("python") != std::string_view::npos) return FileKind::kPython;
  if (languages.empty()) return FileKind::kOther;
  // `#!/bin/sh -e`, `#!/usr/bin/env -S bash -e`: the first word that is neither env nor an option.
  std::string_view program;
  for (std::string_view word : Split(start.substr(2), ' ')) {
    word = Trim(word);
    const std::string_view name = word.substr(word.rfind('/') + 1);
    if (name.empty() || name == "env" || name.starts_with('-')) continue;
    program = name;
    break;
  }
  // "python3.11", "ruby2.7": the version makes no difference.
  while (!program.empty() &&
         std::string_view("0123456789.").find(program.back()) != std::string_view::npos) {
    program.remove_suffix(1);
  }
  for (const Extension& known : kInterpreters) {
    if (known.text != program) continue;
    const Language language = AskedLanguageOf(known.kind);
    const bool asked = std::find(languages.begin(), languages.end(), language) != languages.end();
    return asked ? known.kind : FileKind::kOther;
  }
  return FileKind::kOther;
}

}  // namespace flagcensus
