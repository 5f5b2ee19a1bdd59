// program ─→ each term that touches the environment
#include "analyzer/languages/sites.h"

#include <algorithm>
#include <iterator>

#include "analyzer/base/text.h"

namespace flagcensus {
namespace {

class SiteFinder {
 public:
  SiteFinder(const Names& names, std::string_view text, const OtherFiles* others)
      : names_(names),
        program_(names.program()),
        rows_(names.rows()),
        text_(text),
        others_(others) {}

  std::vector<Site> Find() {
    const auto count = static_cast<TermId>(program_.terms.size());
    for (TermId id = 0; id < count && out_.size() < kMostSites; ++id) {
      switch (program_.kind(id)) {
        case TermKind::kMember:
        case TermKind::kIndex:
          Member(id);
          Whole(id);
          break;
        case TermKind::kName:
          Whole(id);
          break;
        case TermKind::kPattern:
          Pattern(id);
          break;
        case TermKind::kHas:
          Has(id);
          break;
        case TermKind::kCall:
          Call(id);
          break;
        case TermKind::kTag:
          Tag(id);
          break;
        case TermKind::kPair:
          Option(id);
          break;
        default:
          break;
      }
    }
    return Filled();
  }

  // Those of one call, as of the function of `row`.
  std::vector<Site> OfCall(TermId call, const FunctionRow& row) {
    CallOf(call, &row);
    return Filled();
  }

 private:
  std::vector<Site> Filled() {
    const std::vector<Site> all = out_;
    for (Site& site : out_) {
      site.of_test = site.of_test || IsOfTest(site.at);
      if (site.op == AccessOp::kRead && !site.declarator) {
        FillContext(names_, text_, others_, all, site.at, &site);
      }
    }
    return std::move(out_);
  }

  const MappingRow* MappingAt(TermId id) const {
    const TermKind kind = program_.kind(id);
    if (kind != TermKind::kMember && kind != TermKind::kName && kind != TermKind::kIndex &&
        kind != TermKind::kOr) {
      return nullptr;
    }
    if (rows_.mappings.empty()) return nullptr;
    const std::string path = names_.PathOf(id);
    return path.empty() ? nullptr : rows_.MappingOf(path);
  }

  bool IsOfTest(TermId id) const {
    for (; id != kNoTerm; id = program_.parent(id)) {
      if (program_.kind(id) == TermKind::kBlock && program_[id].constant) return true;
    }
    return false;
  }

  Site& Add(TermId at, AccessOp op, TextValue name, TermId name_term, const std::string& via) {
    Site site;
    site.at = at;
    site.op = op;
    site.name = std::move(name);
    site.name_term = name_term;
    site.via = via;
    out_.push_back(std::move(site));
    return out_.back();
  }

  bool IsFunctionPath(const std::string& path) const {
    return std::any_of(rows_.functions.begin(), rows_.functions.end(),
                       [&](const FunctionRow& row) { return row.path == path; });
  }

  // `process.env.X`, and what is done with it where that is no read.
  void Member(TermId id) {
    const MappingRow* const row = MappingAt(program_.part(id, 0));
    if (row == nullptr) return;
    const bool index = program_.kind(id) == TermKind::kIndex;
    const std::string& key = program_[id].text;
    if (!index && (Has(row->without, key) || IsFunctionPath(row->path + "." + key))) return;
    const TermId name = index ? program_.part(id, 1) : kNoTerm;
    TextValue text = index ? names_.TextOf(name, others_) : TextValue::Literal(key);
    const TermId parent = program_.parent(id);
    Site& site = Add(id, AccessOp::kRead, std::move(text), name, row->via);
    if (program_.kind(parent) == TermKind::kDelete) site.op = AccessOp::kDelete;
    if (program_.kind(parent) != TermKind::kAssign || program_.part(parent, 0) != id) return;
    const std::string& sign = program_[parent].text;
    site.op = sign == "="                       ? AccessOp::kWrite
              : sign == "?\?=" || sign == "||=" ? AccessOp::kSetDefault
              : sign == "+="                    ? AccessOp::kAppend
                                                : AccessOp::kWrite;
    site.value = names_.TextOf(program_.part(parent, 1), others_).Known();
  }

  static bool Has(const std::vector<std::string>& list, const std::string& text) {
    return std::find(list.begin(), list.end(), text) != list.end();
  }

  // The whole environment, where it is handed on.
  void Whole(TermId id) {
    const TermId parent = program_.parent(id);
    const TermKind kind = program_.kind(parent);
    const bool first = program_.part(parent, 0) == id;
    switch (kind) {
      case TermKind::kMember:
      case TermKind::kDeclare:
      case TermKind::kParameter:
      case TermKind::kPattern:
      case TermKind::kDelete:
      case TermKind::kIf:
      case TermKind::kBoth:
      case TermKind::kNot:
      case TermKind::kChoice:
      case TermKind::kEqual:
        return;
      case TermKind::kIndex:
      case TermKind::kOr:
      case TermKind::kCall:
        if (first) return;
        break;
      case TermKind::kHas:
        if (!first) return;
        break;
      case TermKind::kAssign:
        if (first || program_.kind(program_.part(parent, 0)) == TermKind::kName) return;
        break;
      default:
        break;
    }
    if (const MappingRow* const row = MappingAt(id))
      Add(id, AccessOp::kBulk, {}, kNoTerm, row->via);
  }

  // `const {X, Y: y = "d"} = process.env`
  void Pattern(TermId id) {
    const MappingRow* const row = MappingAt(program_.part(id, 0));
    if (row == nullptr) return;
    for (size_t i = 1; i < program_[id].parts.size(); ++i) {
      const TermId at = program_.part(id, i);
      if (program_.kind(at) != TermKind::kField) continue;
      const Term& field = program_[at];
      if (field.more.empty()) {
        Add(at, AccessOp::kBulk, {}, kNoTerm, row->via);
        continue;
      }
      if (Has(row->without, field.more)) continue;
      TextValue name = field.more == "[]" ? TextValue::Unknown() : TextValue::Literal(field.more);
      Add(at, AccessOp::kRead, std::move(name), kNoTerm, row->via);
    }
  }

  void Has(TermId id) {
    const MappingRow* const row = MappingAt(program_.part(id, 1));
    if (row == nullptr) return;
    const TermId name = program_.part(id, 0);
    Add(id, AccessOp::kTest, names_.TextOf(name, others_), name, row->via);
  }

  const FunctionRow* RowOfCall(TermId callee) const {
    const std::string path = names_.PathOf(callee);
    const bool member = program_.kind(callee) == TermKind::kMember;
    for (const FunctionRow& row : rows_.functions) {
      if (!row.method && !path.empty() && row.path == path && Speaks(row)) return &row;
      if (row.method && member && row.path == program_[callee].text && Speaks(row)) return &row;
    }
    return nullptr;
  }

  // Whether the file holds one of the words that the row asks for, and not what speaks against it.
  bool Speaks(const FunctionRow& row) const {
    if (!row.unless.empty() && text_.find(row.unless) != std::string_view::npos) return false;
    return row.words.empty() ||
           std::any_of(row.words.begin(), row.words.end(), [&](const std::string& word) {
             return text_.find(word) != std::string_view::npos;
           });
  }

  void Call(TermId id) {
    SchemaSites schema = SitesOfSchema(names_, text_, others_, id);
    if (schema.environment != kNoTerm) {
      std::erase_if(out_, [&](const Site& site) { return site.at == schema.environment; });
    }
    std::move(schema.sites.begin(), schema.sites.end(), std::back_inserter(out_));
    if (const FunctionRow* const row = RowOfCall(program_.part(id, 0))) CallOf(id, row);
  }

  void CallOf(TermId id, const FunctionRow* row) {
    const auto given = static_cast<int>(program_[id].parts.size()) - 1;
    if (row->arguments >= 0 && given != row->arguments) return;
    if (row->name < 0) {
      Add(id, row->op, row->prefix.empty() ? TextValue() : TextValue::Unknown(), kNoTerm, row->via);
      return;
    }
    const size_t count = program_[id].parts.size();
    const auto first = static_cast<size_t>(row->name) + 1;
    if (first >= count && row->rest) {  // the library makes the name of what it is given
      Add(id, row->op, TextValue::Unknown(), program_.part(id, 1), row->via);
    }
    for (size_t at = first; at < count && (at == first || row->rest); ++at) {
      TakeCall(id, *row, program_.part(id, at));
    }
  }

  void TakeCall(TermId id, const FunctionRow& row, TermId name) {
    TextValue text = names_.TextOf(name, others_);
    if (!row.prefix.empty()) {
      for (TextPiece& piece : text.pieces) piece.text = ToUpper(piece.text);
      text.pieces.push_back({TextPiece::Kind::kLiteral, row.prefix});
    }
    Site& site = Add(id, row.op, std::move(text), name, row.via);
    site.of_test = row.test;
    const auto argument = [&](int at) { return program_.part(id, static_cast<size_t>(at) + 1); };
    if (row.value >= 0) site.value = names_.TextOf(argument(row.value), others_).Known();
    if (row.fallback >= 0 && argument(row.fallback) != kNoTerm) {
      site.fallback = DefaultOf(names_, text_, others_, argument(row.fallback));
      site.certain = true;
    }
    TakeBeside(program_.parent(id), &site);
    if (row.method) TakeBefore(id, &site);
    if (row.required) site.fallback.kind = DefaultKind::kRequired;
  }

  // The default of an option, where the key for it stands beside the one with the variable, and the
  // type that the option's name tells: cli.IntFlag{...}.
  void TakeBeside(TermId pair, Site* site) {
    const TermId object = program_.parent(pair);
    if (program_.kind(pair) != TermKind::kPair || rows_.options.empty()) return;
    for (const TermId other : program_[object].parts) {
      const Term& term = program_[other];
      if (term.kind != TermKind::kPair || term.text != rows_.options.front().fallback) continue;
      site->fallback = DefaultOf(names_, text_, others_, program_.part(other, 0));
      site->certain = true;
    }
    const std::string& type = program_[object].more;
    const auto is = [&](std::string_view word) { return type.find(word) != std::string::npos; };
    site->type = is("SliceFlag")                        ? ValueType::kList
                 : is("IntFlag") || is("UintFlag")      ? ValueType::kInt
                 : is("BoolFlag")                       ? ValueType::kBool
                 : is("FloatFlag") || is("Float64Flag") ? ValueType::kFloat
                                                        : ValueType::kUnknown;
    site->parsed = site->type != ValueType::kUnknown;
    site->declarator = true;
  }

  // `Arg::new("x").default_value("d").env("X")`: what the calls before say.
  void TakeBefore(TermId call, Site* site) {
    TermId at = program_.part(program_.part(call, 0), 0);
    for (int i = 0; i < 40 && program_.kind(at) == TermKind::kCall; ++i) {
      const TermId callee = program_.part(at, 0);
      if (program_.kind(callee) != TermKind::kMember) return;
      if (program_[callee].text == "default_value") {
        site->fallback = DefaultOf(names_, text_, others_, program_.part(at, 1));
        site->certain = true;
      }
      at = program_.part(callee, 0);
    }
  }

  // `EnvVars: []string{"X"}`
  void Option(TermId id) {
    for (const TagRow& row : rows_.options) {
      if (row.key != program_[id].text || text_.find(row.library) == std::string_view::npos)
        continue;
      const TermId value = program_.part(id, 0);
      const bool several = program_.kind(value) == TermKind::kObject;
      const std::vector<TermId> one = {value};
      for (const TermId name : several ? program_[value].parts : one) {
        Site& site = Add(name, AccessOp::kRead, names_.TextOf(name, others_), name, row.via);
        site.declarator = true;
        TakeBeside(id, &site);
      }
      return;
    }
  }

  // A field that is filled from a variable.
  void Tag(TermId id) {
    const std::string tag = program_[id].text;
    const TagRow* best = nullptr;
    for (const TagRow& row : rows_.tags) {
      if (!TagText(tag, row.key)) continue;
      const bool has = !row.fallback.empty() && TagText(tag, row.fallback).has_value();
      if (best == nullptr || has) best = &row;
      if (has) break;
    }
    if (best == nullptr) return;
    const std::string whole = *TagText(tag, best->key);
    const std::vector<std::string_view> words = Split(whole, ',');
    const std::string name(Trim(words[0]));
    if (name == "-" || (name.empty() && words.size() < 2)) return;
    const TermId constant = program_.part(id, 1);
    if (constant != kNoTerm) {
      Add(id, AccessOp::kRead, names_.TextOf(constant, others_), constant, best->via);
    }
    Site& site = constant != kNoTerm
                     ? out_.back()
                     : Add(id, AccessOp::kRead,
                           name.empty() ? TextValue::Unknown() : TextValue::Literal(name), kNoTerm,
                           best->via);
    site.declarator = true;
    site.type = TypeOfTagged(program_[program_.part(id, 0)].text);
    site.parsed = site.type != ValueType::kUnknown;
    site.bound_to = program_[id].more;
    site.bound_kind = BoundKind::kClass;
    TakeTagDefault(tag, *best, words, &site);
  }

  const Names& names_;
  const Program& program_;
  const LanguageRows& rows_;
  std::string_view text_;
  const OtherFiles* others_;
  std::vector<Site> out_;
};

}  // namespace

std::vector<Site> FindSites(const Names& names, std::string_view text, const OtherFiles* others) {
  return SiteFinder(names, text, others).Find();
}

std::vector<Site> SitesOfCall(const Names& names, std::string_view text, const OtherFiles* others,
                              TermId call, const FunctionRow& row) {
  return SiteFinder(names, text, others).OfCall(call, row);
}

}  // namespace flagcensus
