// program ─→ each term that touches the environment
#include "analyzer/languages/sites.h"

#include <algorithm>

#include "analyzer/base/text.h"

namespace flagcensus {
namespace {

class SiteFinder {
 public:
  SiteFinder(const Names& names, std::string_view text, const OtherFiles* others)
      : names_(names), program_(names.program()), rows_(names.rows()), text_(text),
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
        default:
          break;
      }
    }
    const std::vector<Site> all = out_;
    for (Site& site : out_) {
      site.of_test = site.of_test || IsOfTest(site.at);
      if (site.op == AccessOp::kRead && !site.declarator) {
        FillContext(names_, text_, others_, all, site.at, &site);
      }
    }
    return std::move(out_);
  }

 private:
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
    site.op = sign == "="                      ? AccessOp::kWrite
              : sign == "?\?=" || sign == "||=" ? AccessOp::kSetDefault
              : sign == "+="                   ? AccessOp::kAppend
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
    if (const MappingRow* const row = MappingAt(id)) Add(id, AccessOp::kBulk, {}, kNoTerm, row->via);
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
      TextValue name =
          field.more == "[]" ? TextValue::Unknown() : TextValue::Literal(field.more);
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
      if (!row.method && !path.empty() && row.path == path) return &row;
      if (row.method && member && row.path == program_[callee].text && Speaks(row)) return &row;
    }
    return nullptr;
  }

  // Whether the file holds one of the words that a method's row asks for.
  bool Speaks(const FunctionRow& row) const {
    return row.words.empty() ||
           std::any_of(row.words.begin(), row.words.end(), [&](const std::string& word) {
             return text_.find(word) != std::string_view::npos;
           });
  }

  void Call(TermId id) {
    const FunctionRow* const row = RowOfCall(program_.part(id, 0));
    if (row == nullptr) return;
    if (row->name < 0) {
      Add(id, row->op, row->prefix.empty() ? TextValue() : TextValue::Unknown(), kNoTerm, row->via);
      return;
    }
    const size_t count = program_[id].parts.size();
    const auto first = static_cast<size_t>(row->name) + 1;
    for (size_t at = first; at < count && (at == first || row->rest); ++at) {
      TakeCall(id, *row, program_.part(id, at));
    }
  }

  void TakeCall(TermId id, const FunctionRow& row, TermId name) {
    TextValue text = names_.TextOf(name, others_);
    if (!row.prefix.empty()) {
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
    if (row.required) site.fallback.kind = DefaultKind::kRequired;
  }

  void Tag(TermId) {}

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

}  // namespace flagcensus
