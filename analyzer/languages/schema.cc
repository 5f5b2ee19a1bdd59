// a schema by which the environment is validated ─→ a read for each of its keys
//
//   z.object({ PORT: z.coerce.number().default(80), KEY: z.string() }).parse(process.env)
//                        ─→ reads of PORT (a number, default 80) and KEY (required)
//   cleanEnv(process.env, { PORT: num({ default: 80 }) })
//                        ─→ a read of PORT, default 80
//
// The use of the whole environment as an argument is then not reported: only the keys are read.
#include <algorithm>

#include "analyzer/languages/sites.h"

namespace flagcensus {
namespace {

constexpr int kMaxCalls = 40;  // calls that are chained on a schema or a field

class SchemaReader {
 public:
  SchemaReader(const Names& names, std::string_view text, const OtherFiles* others)
      : names_(names),
        program_(names.program()),
        rows_(names.rows()),
        text_(text),
        others_(others) {}

  // The first row that fits the call.
  SchemaSites Read(TermId call) {
    const TermId callee = program_.part(call, 0);
    for (const SchemaRow& row : rows_.schemas.rows) {
      // Three forms: a method of the schema (`schema.parse(env)`), an option with the environment
      // (`createEnv({ runtimeEnv: process.env, server: {...} })`), or an argument.
      if (row.environment < 0 && row.source.empty()) {
        const bool method =
            program_.kind(callee) == TermKind::kMember && Has(row.methods, program_[callee].text);
        const TermId given = program_.part(call, 1);
        if (!method || !IsEnvironment(given)) continue;
        const TermId made = MakerOf(program_.part(callee, 0), row.call);
        if (made == kNoTerm) continue;
        return Keys(row, program_.part(made, 1), given);
      }
      if (names_.PathOf(callee) != row.call) continue;
      if (!row.source.empty()) {
        const TermId options = program_.part(call, 1);
        const TermId given = PairOf(options, row.source);
        if (!IsEnvironment(given)) continue;
        SchemaSites out;
        out.environment = given;
        // `server: {...}`, `client: {...}`: each is a list of keys.
        for (const std::string& member : row.members) {
          const TermId keys = PairOf(options, member);
          if (keys == kNoTerm) continue;
          SchemaSites some = Keys(row, keys, given);
          // One list with unknown keys suffices for other variables to be read.
          if (some.environment == kNoTerm) out.environment = kNoTerm;
          std::move(some.sites.begin(), some.sites.end(), std::back_inserter(out.sites));
        }
        return out;
      }
      const TermId given = program_.part(call, static_cast<size_t>(row.environment) + 1);
      if (!IsEnvironment(given)) continue;
      return Keys(row, program_.part(call, static_cast<size_t>(row.schema) + 1), given);
    }
    return {};
  }

 private:
  static bool Has(const std::vector<std::string>& list, const std::string& text) {
    return std::find(list.begin(), list.end(), text) != list.end();
  }

  // Only the environment itself: a copy of it (`{...process.env}`) is not recognised.
  bool IsEnvironment(TermId id) const {
    const TermKind kind = program_.kind(id);
    if (kind != TermKind::kMember && kind != TermKind::kName) return false;
    return rows_.MappingOf(names_.PathOf(id)) != nullptr;
  }

  // The value of the constant that a name denotes; the term itself if it is not a constant.
  TermId ValueOf(TermId id) const {
    for (int i = 0; i < 4 && program_.kind(id) == TermKind::kName; ++i) {
      const Declaration* const found = names_.declared().Find(program_[id].text, id);
      const bool constant = found != nullptr && !found->assigned &&
                            program_.kind(found->at) == TermKind::kDeclare &&
                            !program_[found->at].parts.empty();
      if (!constant) break;
      id = program_.part(found->at, 0);
    }
    return id;
  }

  // The value of a key of an object, or of a constant object; kNoTerm if there is none.
  TermId PairOf(TermId object, const std::string& key) const {
    object = ValueOf(object);
    if (program_.kind(object) != TermKind::kObject) return kNoTerm;
    for (const TermId pair : program_[object].parts) {
      if (program_.kind(pair) == TermKind::kPair && program_[pair].text == key) {
        return program_.part(pair, 0);
      }
    }
    return kNoTerm;
  }

  // The call of `path` with which a schema begins: z.object({...}).strict().
  TermId MakerOf(TermId schema, const std::string& path) const {
    for (int i = 0; i < kMaxCalls; ++i) {
      schema = ValueOf(schema);
      if (program_.kind(schema) != TermKind::kCall) return kNoTerm;
      const TermId callee = program_.part(schema, 0);
      if (names_.PathOf(callee) == path) return schema;
      if (program_.kind(callee) != TermKind::kMember) return kNoTerm;
      schema = program_.part(callee, 0);
    }
    return kNoTerm;
  }

  // `environment` remains kNoTerm if the object has keys that are not known, such as a spread:
  // other variables may be read, too.
  SchemaSites Keys(const SchemaRow& row, TermId object, TermId environment) const {
    SchemaSites out;
    object = ValueOf(object);
    if (program_.kind(object) != TermKind::kObject) return out;
    out.environment = environment;
    for (const TermId pair : program_[object].parts) {
      if (program_.kind(pair) != TermKind::kPair || program_[pair].text.empty()) {
        out.environment = kNoTerm;
        continue;
      }
      Site site;
      site.at = pair;
      site.name = TextValue::Literal(program_[pair].text);
      site.via = row.via;
      // The library reads the variable.
      site.declarator = true;
      Field(program_.part(pair, 0), &site);
      out.sites.push_back(std::move(site));
    }
    return out;
  }

  // z.coerce.number().min(1).default(5); num({ default: 5 }). From the last call inwards: the
  // outermost type and default are those of the result.
  void Field(TermId value, Site* site) const {
    bool optional = false;
    for (int i = 0; i < kMaxCalls; ++i) {
      value = ValueOf(value);
      if (program_.kind(value) != TermKind::kCall) break;
      const TermId callee = program_.part(value, 0);
      const std::string& name = program_[callee].text;
      const auto type = rows_.schemas.types.find(name);
      if (type != rows_.schemas.types.end() && !site->parsed) {
        site->type = type->second;
        site->parsed = type->second != ValueType::kUnknown;
      }
      // `.optional()` anywhere in the chain.
      optional = optional || Has(rows_.schemas.optional, name);
      const TermId given =
          name == "default" ? program_.part(value, 1) : PairOf(program_.part(value, 1), "default");
      if (given != kNoTerm && site->fallback.kind == DefaultKind::kNone) {
        site->fallback = DefaultOf(names_, text_, others_, given);
        site->certain = true;
      }
      if (program_.kind(callee) != TermKind::kMember) break;
      value = program_.part(callee, 0);
    }
    // Without a default, validation fails if the variable is missing.
    if (site->fallback.kind == DefaultKind::kNone && !optional) {
      site->fallback = {DefaultKind::kRequired, {}, {}};
    }
  }

  const Names& names_;
  const Program& program_;
  const LanguageRows& rows_;
  std::string_view text_;
  const OtherFiles* others_;
};

}  // namespace

SchemaSites SitesOfSchema(const Names& names, std::string_view text, const OtherFiles* others,
                          TermId call) {
  if (names.rows().schemas.rows.empty()) return {};
  return SchemaReader(names, text, others).Read(call);
}

}  // namespace flagcensus
