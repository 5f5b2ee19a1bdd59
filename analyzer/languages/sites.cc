// program ─→ each term that accesses the environment
//
//   process.env.PORT               ─→ Member: a read of PORT
//   process.env[name] = v          ─→ Member: a write, the name is TextOf(name)
//   const {A, ...rest} = process.env   ─→ Pattern: a read of A, and the whole environment (rest)
//   "A" in process.env             ─→ Has: a test of A
//   os.Getenv("A")                 ─→ Call: by the function's row
//   spawn(cmd, process.env)        ─→ Whole: the whole environment is passed on
#include "analyzer/languages/sites.h"

#include <algorithm>
#include <cstddef>
#include <iterator>

#include "analyzer/base/text.h"
#include "analyzer/languages/tags.h"

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

  // All sites of the program, in source order.
  std::vector<Site> Find() {
    const auto count = static_cast<TermId>(program_.terms.size());
    for (TermId id = 0; id < count && out_.size() < kMaxSites; ++id) {
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
          // A getter of the environment, `System.getenv()`, is a call.
          if (rows_.classes) Whole(id);
          break;
        case TermKind::kTag:
          for (Site& site : TagSites(names_, others_, id)) out_.push_back(std::move(site));
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

  // The sites of one call, as if it called the function of `row`.
  std::vector<Site> OfCall(TermId call, const LanguageAccessor& row) {
    CallOf(call, &row);
    return Filled();
  }

 private:
  // Adds the context to each read: its default, its type and its receiver.
  std::vector<Site> Filled() {
    // The context of a site may be another site, so all must be known first.
    const std::vector<Site> all = out_;
    for (Site& site : out_) {
      site.of_test = site.of_test || IsOfTest(site.at);
      if (site.op == AccessOp::kRead && !site.declarator) {
        FillContext(names_, text_, others_, all, site.at, &site);
      }
    }
    return std::move(out_);
  }

  // The row of the object that a term denotes; null if it is not an object with variables.
  const MappingRow* MappingAt(TermId id) const {
    const TermKind kind = program_.kind(id);
    // The kinds that can denote an object: for others the path is not computed, which saves most
    // time.
    if (kind != TermKind::kMember && kind != TermKind::kName && kind != TermKind::kIndex &&
        kind != TermKind::kOr && (kind != TermKind::kCall || !rows_.classes)) {
      return nullptr;
    }
    if (rows_.mappings.empty()) return nullptr;
    const std::string path = names_.PathOf(id);
    if (path.empty()) return nullptr;
    if (const MappingRow* const row = rows_.MappingOf(path)) return IsHidden(path) ? nullptr : row;
    // Without imports, the class may be qualified by any package.
    const MappingRow* const row = rows_.classes ? rows_.MappingOf(WithoutPackage(path)) : nullptr;
    return row != nullptr && row->child ? row : nullptr;
  }

  // "ProcessBuilder.environment()" of "org.x.ProcessBuilder.environment()".
  static std::string WithoutPackage(const std::string& path) {
    size_t begin = 0;
    while (begin < path.size() && IsLower(path[begin])) {
      const size_t dot = path.find('.', begin);
      if (dot == std::string::npos) return path;
      begin = dot + 1;
    }
    return path.substr(begin);
  }

  // Whether a class of the tree, next to the file, hides that of the library: then `System` is the
  // project's own class.
  bool IsHidden(const std::string& path) const {
    if (!rows_.classes || others_ == nullptr) return false;
    return others_->DeclaresClass(path.substr(0, path.find_first_of(".(")));
  }

  // The lowering marks blocks of tests (Rust).
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
    return std::any_of(rows_.accessors.begin(), rows_.accessors.end(),
                       [&](const LanguageAccessor& row) { return row.call == path; });
  }

  // `process.env.X`, and the operation on it if it is not a read.
  void Member(TermId id) {
    const MappingRow* const row = MappingAt(program_.part(id, 0));
    if (row == nullptr) return;
    const bool index = program_.kind(id) == TermKind::kIndex;
    const std::string& key = program_[id].text;
    // A method of the environment, `ENV.fetch`, is a call and not a variable.
    if (!index && (row->Excludes(key) || IsFunctionPath(row->path + "." + key))) return;
    // A mapping with variables as keys only: any member is a use of the whole.
    if (!index && row->indexed) {
      Add(id, AccessOp::kBulk, {}, kNoTerm, row->via);
      return;
    }
    // In `env[name]` the name is a term, in `env.NAME` it is the member.
    const TermId name = index ? program_.part(id, 1) : kNoTerm;
    TextValue text = index ? names_.TextOf(name, others_) : TextValue::Literal(key);
    const std::optional<std::string> known = text.Known();
    // `args[i]` is not a variable if the row wants a literal.
    if (index && !known && row->literal) return;
    if (index && row->Excludes(text.Pattern().value_or(""))) return;
    const TermId parent = program_.parent(id);
    const bool written =
        program_.kind(parent) == TermKind::kAssign && program_.part(parent, 0) == id;
    // For a child process, only what is added to its environment counts.
    if (row->child && !written) return;
    Site& site = Add(id, AccessOp::kRead, std::move(text), name, row->via);
    if (program_.kind(parent) == TermKind::kDelete) site.op = AccessOp::kDelete;
    if (!written) return;
    const std::string& sign = program_[parent].text;
    // `??=` and `||=` set a default, `+=` appends.
    site.op = sign == "="                       ? AccessOp::kWrite
              : sign == "?\?=" || sign == "||=" ? AccessOp::kSetDefault
              : sign == "+="                    ? AccessOp::kAppend
                                                : AccessOp::kWrite;
    site.value = names_.TextOf(program_.part(parent, 1), others_).Known();
  }

  static bool Has(const std::vector<std::string>& list, const std::string& text) {
    return std::find(list.begin(), list.end(), text) != list.end();
  }

  // The whole environment, if it is passed on. Uses that another function examines, or that pass
  // nothing on (a test, a deletion), do not count.
  void Whole(TermId id) {
    const TermId parent = program_.parent(id);
    const TermKind kind = program_.kind(parent);
    // Whether the term is the object of the one around it.
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
      // `env[...]`, `env || {}`, `env()`: a member or a copy that has its own term.
      case TermKind::kIndex:
      case TermKind::kOr:
      case TermKind::kCall:
        if (first) return;
        break;
      case TermKind::kHas:
        if (!first) return;
        break;
      // `x = env` gives it another name, which is followed.
      case TermKind::kAssign:
        if (first || program_.kind(program_.part(parent, 0)) == TermKind::kName) return;
        break;
      default:
        break;
    }
    const MappingRow* const row = MappingAt(id);
    if (row != nullptr && !row->child && !row->literal)
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
      // `...rest` has all remaining variables.
      if (field.more.empty()) {
        Add(at, AccessOp::kBulk, {}, kNoTerm, row->via);
        continue;
      }
      if (Has(row->without, field.more)) continue;
      // An element of a destructured list: its name is not known.
      TextValue name = field.more == "[]" ? TextValue::Unknown() : TextValue::Literal(field.more);
      Add(at, AccessOp::kRead, std::move(name), kNoTerm, row->via);
    }
  }

  // `"X" in process.env`
  void Has(TermId id) {
    const MappingRow* const row = MappingAt(program_.part(id, 1));
    if (row == nullptr) return;
    const TermId name = program_.part(id, 0);
    TextValue text = names_.TextOf(name, others_);
    const std::optional<std::string> known = text.Known();
    if (known ? row->Excludes(*known) : row->literal) return;
    Add(id, AccessOp::kTest, std::move(text), name, row->via);
  }

  // The row of a call, by its paths or, for a method of any object, by its name alone.
  const LanguageAccessor* RowOfCall(TermId callee, int given) const {
    // The callee's own path comes first, then those that wildcard imports make possible.
    std::vector<std::string> paths = names_.WildcardPathsOf(callee);
    paths.insert(paths.begin(), names_.PathOf(callee));
    const bool member = program_.kind(callee) == TermKind::kMember;
    for (const LanguageAccessor& row : rows_.accessors) {
      if ((row.arguments >= 0 && given != row.arguments) || !MentionsLibrary(row)) continue;
      if (row.method && member && row.call == program_[callee].text) return &row;
      const bool means =
          !row.method && std::find(paths.begin(), paths.end(), row.call) != paths.end();
      if (means && !row.call.empty() && !IsHidden(row.call)) return &row;
    }
    return nullptr;
  }

  // Whether the file contains one of the words that the row requires, and not the word that
  // excludes it. The names of methods (`env`, `get`) are too common without such a word.
  bool MentionsLibrary(const LanguageAccessor& row) const {
    if (!row.unless.empty() && text_.find(row.unless) != std::string_view::npos) return false;
    return row.words.empty() ||
           std::any_of(row.words.begin(), row.words.end(), [&](const std::string& word) {
             return text_.find(word) != std::string_view::npos;
           });
  }

  // A call that validates the environment, or a function of the rows.
  void Call(TermId id) {
    SchemaSites schema = SitesOfSchema(names_, text_, others_, id);
    // The schema names the variables, so the argument is not the use of all.
    if (schema.environment != kNoTerm) {
      std::erase_if(out_, [&](const Site& site) { return site.at == schema.environment; });
    }
    std::move(schema.sites.begin(), schema.sites.end(), std::back_inserter(out_));
    const auto given = static_cast<int>(program_[id].parts.size()) - 1;
    if (const LanguageAccessor* const row = RowOfCall(program_.part(id, 0), given)) CallOf(id, row);
  }

  // The arguments of the call that are names.
  void CallOf(TermId id, const LanguageAccessor* row) {
    const auto given = static_cast<int>(program_[id].parts.size()) - 1;
    if (row->arguments >= 0 && given != row->arguments) return;
    // A function of the whole environment.
    if (row->name < 0) {
      Add(id, row->op, row->added.empty() ? TextValue() : TextValue::Unknown(), kNoTerm, row->via);
      return;
    }
    const size_t count = program_[id].parts.size();
    const auto first = static_cast<size_t>(row->name) + 1;
    if (first >= count && row->rest) {  // the library derives the name from its arguments
      Add(id, row->op, TextValue::Unknown(), program_.part(id, 1), row->via);
    }
    for (size_t at = first; at < count && (at == first || row->rest); ++at) {
      TakeCall(id, *row, program_.part(id, at));
    }
  }

  // One access by a call: `name` is the argument with the variable's name.
  void TakeCall(TermId id, const LanguageAccessor& row, TermId name) {
    TextValue text = names_.TextOf(name, others_);
    // The argument is a different kind of key if it is not in capitals.
    if (row.upper && !IsUpperName(text.Known().value_or(""))) return;
    if (row.placeholders) return Placeholders(id, row, text.Known().value_or(""));
    // A library that adds a prefix also converts the name to upper case: `SetEnvPrefix("app")`.
    if (!row.added.empty()) {
      for (TextPiece& piece : text.pieces) piece.text = ToUpper(piece.text);
      text.pieces.push_back({TextPiece::Kind::kLiteral, row.added});
    }
    // putenv("NAME=value") may turn out to be a deletion.
    AccessOp op = row.op;
    std::optional<std::string> value;
    if (row.assigns) value = TakeValue(&text, &op);
    Site& site = Add(id, op, std::move(text), name, row.via);
    site.of_test = row.test;
    site.value = std::move(value);
    const auto argument = [&](int at) { return program_.part(id, static_cast<size_t>(at) + 1); };
    if (row.value >= 0) site.value = names_.TextOf(argument(row.value), others_).Known();
    // SetEnvironmentVariable(name, null) deletes the variable.
    if (row.op == AccessOp::kWrite && row.value >= 0 &&
        program_.kind(argument(row.value)) == TermKind::kNothing) {
      site.op = AccessOp::kDelete;
    }
    if (row.fallback >= 0 && argument(row.fallback) != kNoTerm) {
      site.fallback = DefaultOf(names_, text_, others_, argument(row.fallback));
      site.certain = true;
    }
    // Options and chained calls: the default is next to the name.
    TakeOptionContext(program_.parent(id), &site);
    if (row.method) TakeChainedDefault(id, &site);
    const bool given = row.fallback >= 0 && argument(row.fallback) != kNoTerm;
    if (row.required && !given) site.fallback.kind = DefaultKind::kRequired;
  }

  // %NAME% in a text, as in Windows' ExpandEnvironmentVariables.
  void Placeholders(TermId id, const LanguageAccessor& row, const std::string& text) {
    for (size_t at = text.find('%'); at != std::string::npos; at = text.find('%', at + 1)) {
      const size_t end = text.find('%', at + 1);
      if (end == std::string::npos) return;
      const std::string name = text.substr(at + 1, end - at - 1);
      if (!IsIdentifier(name)) continue;
      Add(id, row.op, TextValue::Literal(name), kNoTerm, row.via);
      at = end;
    }
  }

  // The default of an option, if the key for it is next to the one with the variable, and the type
  // that the option's name indicates: cli.IntFlag{...}.
  void TakeOptionContext(TermId pair, Site* site) {
    const TermId object = program_.parent(pair);
    if (program_.kind(pair) != TermKind::kPair || rows_.options.empty()) return;
    for (const TermId other : program_[object].parts) {
      const Term& term = program_[other];
      if (term.kind != TermKind::kPair || term.text != rows_.options.front().fallback) continue;
      site->fallback = DefaultOf(names_, text_, others_, program_.part(other, 0));
      site->certain = true;
    }
    // The type of a literal: `cli.IntFlag{...}`.
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

  // `Arg::new("x").default_value("d").env("X")`: the calls before. Those after it are its context
  // (context.cc), as of any read.
  void TakeChainedDefault(TermId call, Site* site) {
    TermId at = program_.part(program_.part(call, 0), 0);
    // A chain of that length is not written by hand.
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

  // `EnvVars: []string{"X"}`: the value of a key of an option, one name or a list of them.
  void Option(TermId id) {
    for (const TagRow& row : rows_.options) {
      if (row.key != program_[id].text || text_.find(row.library) == std::string_view::npos)
        continue;
      const TermId value = program_.part(id, 0);
      // The first name that is set wins in the library; all of them are reads.
      const bool several = program_.kind(value) == TermKind::kObject;
      const std::vector<TermId> one = {value};
      for (const TermId name : several ? program_[value].parts : one) {
        Site& site = Add(name, AccessOp::kRead, names_.TextOf(name, others_), name, row.via);
        site.declarator = true;
        TakeOptionContext(id, &site);
      }
      return;
    }
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
                              TermId call, const LanguageAccessor& row) {
  return SiteFinder(names, text, others).OfCall(call, row);
}

}  // namespace flagcensus
