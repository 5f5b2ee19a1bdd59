#include "analyzer/model/access.h"

#include <array>
#include <tuple>

namespace flagcensus {
namespace {

// The names of the enumerators in their order: a new enumerator needs a name at the same index.
constexpr std::array<std::string_view, 7> kOps = {"read",   "test",   "write", "setdefault",
                                                  "append", "delete", "bulk"};
constexpr std::array<std::string_view, 4> kDefaultKinds = {"literal", "none", "required",
                                                           "dynamic"};
constexpr std::array<std::string_view, 8> kTypes = {"bool", "int",  "float", "str",
                                                    "path", "list", "enum",  "unknown"};
constexpr std::array<std::string_view, 7> kScopes = {"src",  "test",     "example",  "script",
                                                     "docs", "vendored", "docstring"};
constexpr std::array kLanguages = std::to_array<std::string_view>(
    {"python", "cython", "notebook", "c", "cpp", "cuda", "go", "javascript", "rust", "java",
     "kotlin", "csharp", "ruby", "php", "shell"});

template <typename E, size_t kCount>
std::optional<E> Find(const std::array<std::string_view, kCount>& names, std::string_view text) {
  for (size_t i = 0; i < kCount; ++i) {
    if (names[i] == text) return static_cast<E>(i);
  }
  return std::nullopt;
}

}  // namespace

bool AccessLess(const Access& a, const Access& b) {
  return std::tie(a.place, a.name, a.op, a.via, a.default_text) <
         std::tie(b.place, b.name, b.op, b.via, b.default_text);
}

std::string_view ToString(AccessOp op) { return kOps[static_cast<size_t>(op)]; }
std::string_view ToString(DefaultKind kind) { return kDefaultKinds[static_cast<size_t>(kind)]; }
std::string_view ToString(ValueType type) { return kTypes[static_cast<size_t>(type)]; }
std::string_view ToString(Scope scope) { return kScopes[static_cast<size_t>(scope)]; }
std::string_view ToString(Language language) { return kLanguages[static_cast<size_t>(language)]; }
std::optional<Scope> ParseScope(std::string_view text) { return Find<Scope>(kScopes, text); }
std::optional<ValueType> ParseValueType(std::string_view text) {
  return Find<ValueType>(kTypes, text);
}

std::optional<Language> ParseAskedLanguage(std::string_view text) {
  for (const Language language : AllAskedLanguages()) {
    if (ToString(language) == text) return language;
  }
  return std::nullopt;
}

const std::vector<Language>& AllAskedLanguages() {
  static const std::vector<Language> kAll = {
      Language::kGo,   Language::kJavaScript, Language::kRust,
      Language::kJava, Language::kKotlin,     Language::kCSharp,
      Language::kRuby, Language::kPhp,        Language::kShell,
  };
  return kAll;
}

bool IsUnresolved(const Access& access) {
  return !access.name && access.op != AccessOp::kBulk && !access.evidence.by_parameter &&
         access.scope != Scope::kDocstring;
}

std::vector<std::string> AskedLanguageNames() {
  std::vector<std::string> out;
  for (const Language language : AllAskedLanguages()) out.emplace_back(ToString(language));
  return out;
}

}  // namespace flagcensus
