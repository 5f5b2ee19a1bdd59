// @Value("${X:default}"), @ConfigProperty(name = "X") ─→ the variables that fill the annotated
// field
//
//   @Value("${APP_PORT:80}") int port;   ─→ a read of APP_PORT, default 80, int, bound to port
//   @Value("${app.port}") int port;      ─→ nothing: a property, not in capitals
//   @Value("${A:${B:1}}") String x;      ─→ reads of A (falls back) and of B, default 1
//
// A property "app.port" can be set by the variable APP_PORT as well, which is not followed: the
// name would be a guess.
#include <algorithm>

#include "analyzer/base/characters.h"
#include "analyzer/languages/tags.h"

namespace flagcensus {
namespace {

// Placeholders in the defaults of others; deeper ones are not read.
constexpr int kDeepestPlaceholder = 5;  // placeholders nested in defaults

struct Placeholder {
  std::string name;
  std::optional<std::string> fallback;
};

// The `}` that closes the placeholder with contents that begin at `at`; npos if there is none.
size_t CloseOf(std::string_view text, size_t at) {
  int depth = 1;
  for (; at < text.size(); ++at) {
    if (text[at] == '{') ++depth;
    if (text[at] == '}' && --depth == 0) return at;
  }
  return std::string_view::npos;
}

// The variables in `text`, as the form spells them: ${X}, ${X:default}, ${env:X:-default}.
void ReadPlaceholders(std::string_view text, AnnotationRow::Form form, int depth,
                      std::vector<Placeholder>* out) {
  if (depth > kDeepestPlaceholder) return;
  for (size_t at = text.find("${"); at != std::string_view::npos; at = text.find("${", at)) {
    at += 2;
    const size_t end = CloseOf(text, at);
    if (end == std::string_view::npos) return;
    std::string_view inside = text.substr(at, end - at);
    at = end;
    const bool env = inside.starts_with("env:");
    if (env) inside = inside.substr(4);
    const size_t colon = inside.find(':');
    const std::string name(inside.substr(0, colon));
    std::optional<std::string> fallback;
    if (colon != std::string_view::npos) {
      std::string_view rest = inside.substr(colon + 1);
      // Variables in a default are found first, and are in the list before the outer one.
      ReadPlaceholders(rest, form, depth + 1, out);
      if (form == AnnotationRow::Form::kEnv && rest.starts_with('-')) rest = rest.substr(1);
      fallback = std::string(rest);
    }
    // Only names in capitals, or marked as "env:": all others are properties.
    const bool means =
        form == AnnotationRow::Form::kEnv ? env && IsIdentifier(name) : IsUpperName(name);
    if (means) out->push_back({name, fallback});
  }
}

class AnnotationReader {
 public:
  AnnotationReader(const Names& names, const OtherFiles* others, TermId id)
      : names_(names), program_(names.program()), others_(others), id_(id) {}

  // A row without an argument's name fits any argument of its annotation.
  std::vector<Site> Read() {
    const std::string name = program_[id_].text.substr(1);
    for (const AnnotationRow& row : names_.rows().annotations) {
      if (row.key != "*" && row.key != name) continue;
      for (size_t i = 1; i < program_[id_].parts.size(); ++i) {
        const TermId pair = program_.part(id_, i);
        if (!row.name.empty() && program_[pair].text != row.name) continue;
        Argument(row, program_.part(pair, 0));
      }
    }
    return std::move(out_);
  }

 private:
  // One argument of the annotation: a text that is a name, or a text with placeholders.
  void Argument(const AnnotationRow& row, TermId value) {
    const std::optional<std::string> text = names_.TextOf(value, others_).Known();
    // A text that is not known at compile time names nothing.
    if (!text) return;
    if (row.form == AnnotationRow::Form::kPlain) {
      if (IsUpperName(*text)) AddSite(row, {*text, Beside(row)});
      return;
    }
    std::vector<Placeholder> found;
    ReadPlaceholders(*text, row.form, 0, &found);
    for (const Placeholder& one : found) AddSite(row, one);
  }

  // The argument that the row names as the default.
  std::optional<std::string> Beside(const AnnotationRow& row) const {
    for (size_t i = 1; i < program_[id_].parts.size(); ++i) {
      const TermId pair = program_.part(id_, i);
      if (!row.fallback.empty() && program_[pair].text == row.fallback) {
        return names_.TextOf(program_.part(pair, 0), others_).Known();
      }
    }
    return std::nullopt;
  }

  // Adds a read of the variable that fills the field `more`, with the type of the field.
  void AddSite(const AnnotationRow& row, const Placeholder& found) {
    Site site;
    site.at = id_;
    site.name = TextValue::Literal(found.name);
    site.via = row.via;
    site.declarator = true;
    const std::string& type = program_[program_.part(id_, 0)].text;
    site.type = TypeOfField(names_.rows(), type);
    site.parsed = site.type != ValueType::kUnknown;
    site.bound_to = program_[id_].more;
    site.bound_kind = BoundKind::kClass;
    const bool nested = found.fallback && found.fallback->find("${") != std::string::npos;
    if (nested) {
      site.falls_back = true;
    } else if (found.fallback) {
      site.fallback = {DefaultKind::kLiteral, TextValue::Literal(*found.fallback), *found.fallback};
    } else if (row.form != AnnotationRow::Form::kEnv && type != "Optional") {
      // Without a default, the framework does not start if the value is missing; an Optional may be
      // empty.
      site.fallback = {DefaultKind::kRequired, {}, {}};
    }
    out_.push_back(std::move(site));
  }

  const Names& names_;
  const Program& program_;
  const OtherFiles* others_;
  TermId id_;
  std::vector<Site> out_;
};

}  // namespace

std::vector<Site> AnnotationSites(const Names& names, const OtherFiles* others, TermId id) {
  return AnnotationReader(names, others, id).Read();
}

}  // namespace flagcensus
