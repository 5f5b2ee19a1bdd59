// Tables of records with members that are read as names: the types and objects of them in a tree,
// with macros expanded.
//
//   struct row { const char* name; int def; };
//   static const struct row rows[] = {{"APP_A", 1}, {"APP_B", 2}};
//   for (i = 0; i < 2; ++i) getenv(rows[i].name);         ─→ the records of `rows`, of type `row`
//
// Rounds: what the calls ask for, files with these words, what the types and macros in them ask
// for.
#include <algorithm>
#include <iterator>
#include <memory>
#include <utility>

#include "analyzer/base/parallel.h"
#include "analyzer/base/text.h"
#include "analyzer/c/link/texts.h"
#include "analyzer/c/syntax.h"
#include "analyzer/tree/step_memory.h"
#include "analyzer/tree/word_search.h"

namespace flagcensus {
namespace {

// A table of records of records of records needs a round for each type and for each macro level.
// A tree with more kinds of records than kMaxWanted reads names by generic code.
constexpr int kMaxRecordRounds = 12;
constexpr int kTooMany = -1;              // kinds of records
constexpr int kTooFar = -2;               // from record to record
constexpr size_t kMaxWanted = 500;        // words of one round
constexpr size_t kMaxRows = 20'000;       // of one object
constexpr size_t kMaxTokens = 1'000'000;  // of one initialiser, its macros expanded

// Types that occur in every tree: a search for them finds nothing specific.
// Short names (`T`, `it`) as well: nearly every file contains them.
bool StatesNothing(const std::string& type) {
  static const std::set<std::string_view> kPlain = {
      "char",   "int",  "void",   "long",  "bool",        "string", "unsigned", "size_t",
      "double", "auto", "struct", "float", "string_view", "short",  "path",     "signed"};
  return type.size() < 3 || kPlain.count(type) > 0;
}

using RecordTypes = std::map<std::string, std::shared_ptr<CRecordType>>;  // by name

// `other` is another name of the type `name`, if that is known. Its names share one type, which a
// tree may rename thousands of times. Returns whether there was room for it.
//
//   typedef struct row row_t;     ─→ ShareType("row", "row_t"): both names have one list of fields
bool ShareType(const std::string& name, const std::string& other, RecordTypes* types) {
  const auto known = types->find(name);
  if (known == types->end()) return true;
  std::vector<std::string>& names = known->second->names;
  if (std::find(names.begin(), names.end(), other) != names.end()) return true;
  if (names.size() >= kMaxWanted) return false;
  names.push_back(other);
  types->try_emplace(other, known->second);
  return true;
}

}  // namespace

// Every member in the name of a call: its type or its object, and the members on the path to it.
//
//   getenv(rows[i].name)              ─→ object `rows`
//   getenv(row->spec->name)           ─→ the type of `row`, and the step `spec`
CRecordsWanted CRecordReader::WantedRecords(std::set<std::string>* steps) const {
  CRecordsWanted wanted;
  for (const auto& [file, facts] : facts_) {
    for (const CCall& call : facts.calls) {
      if (!call.origin.list.empty() || call.qualified == "=") continue;
      for (const CMeaning& meaning : meanings_.MeaningsOf(file, facts, call)) {
        for (const auto& name : meaning.names) {
          for (const CPart& part : name) {
            if (part.kind != CPart::Kind::kMember) continue;
            if (!part.type.empty() && !StatesNothing(part.type)) wanted.types.insert(part.type);
            if (!part.object.empty()) wanted.objects.insert(part.object);
            const std::vector<std::string> path = CRecords::PathOf(part.text);
            if (!path.empty()) steps->insert(path.begin(), path.end() - 1);
          }
        }
      }
    }
  }
  return wanted;
}

// The records in a file depend only on those of the wanted words that occur in it. It is read again
// only if it contains a word that was not searched for before.
void CRecordReader::ReadRecords(int round, const CRecordsWanted& wanted,
                                std::set<std::string>* asked, CRecordsByFile* out,
                                std::set<int>* cut) {
  std::set<std::string> words = wanted.types;
  for (const auto* more : {&wanted.objects, &wanted.macros, &wanted.makers}) {
    for (const std::string& word : *more) {
      if (words.size() < kMaxWanted) words.insert(word);
    }
  }
  if (words.size() >= kMaxWanted) cut->insert(kTooMany);
  // The words of this round that no earlier round has searched for.
  std::set<std::string> fresh;
  std::set_difference(words.begin(), words.end(), asked->begin(), asked->end(),
                      std::inserter(fresh, fresh.end()));
  *asked = std::move(words);
  if (fresh.empty()) return;
  CFileQuestions::Question question;
  question.kept = questions_.Kept("records " + std::to_string(round), std::pair(wanted, fresh));
  question.first = false;
  const auto holds = [](const WordSearch& search, std::string_view text,
                        WordSearch::Scratch& scratch) { return search.Contains(text, scratch); };
  questions_.AskForWords(fresh, holds, &question);
  question.make = [&questions = questions_, wanted](const CFileQuestions::Asked& file) {
    size_t lost = 0;
    CRecordFacts facts = FindCRecords(*questions.TokensOf(file), wanted, &lost);
    return std::make_shared<CReadRecords>(CReadRecords{std::move(facts), lost > 0});
  };
  questions_.Ask<CReadRecords>(question, [&](int file, std::shared_ptr<CReadRecords> record) {
    (*out)[file] = std::move(record);
  });
}

// Ends if a round adds no type, maker or macro; a limit that is reached is reported for the file,
// or for the tree.
void CRecordReader::FindRecords(Census* census) {
  std::set<std::string> steps;  // from record to record
  CRecordsWanted wanted = WantedRecords(&steps);
  if (wanted.types.empty() && wanted.objects.empty()) return;
  records_.SetNamed(wanted.objects);
  CRecordsByFile found;
  std::set<std::string> asked;
  std::set<int> cut;  // files
  for (int round = 0; round < kMaxRecordRounds; ++round) {
    cut.clear();
    ReadRecords(round, wanted, &asked, &found, &cut);
    CRecordsWanted more = wanted;
    for (const auto& [file, read] : found) {
      const CRecordFacts& facts = read->facts;
      if (read->cut) cut.insert(file);
      for (const CRecordType& type : facts.types) {
        for (const std::string& name : type.names) {
          if (!StatesNothing(name) && !name.starts_with("struct ")) more.types.insert(name);
        }
        for (const auto& [field, word] : type.fields) {
          if (steps.count(field) > 0 && !StatesNothing(word)) more.types.insert(word);
        }
      }
      for (const CRecordAlias& alias : facts.aliases) {
        for (const std::string* name : {&alias.name, &alias.other}) {
          if (!StatesNothing(*name)) more.types.insert(*name);
        }
      }
      for (const CObject& object : facts.objects) {
        const bool own = object.type.starts_with("struct ") || StatesNothing(object.type);
        if (!own && wanted.objects.count(object.name) > 0) more.types.insert(object.type);
      }
      more.makers.insert(facts.makers.begin(), facts.makers.end());
    }
    records_.ExpandObjects(found, &more, &cut);
    const bool same =
        more.types == wanted.types && more.makers == wanted.makers && more.macros == wanted.macros;
    wanted = std::move(more);
    if (same) break;
    if (round + 1 == kMaxRecordRounds) cut.insert(kTooFar);
    if (wanted.types.size() > kMaxWanted) {
      cut.insert(kTooMany);
      break;
    }
  }
  for (const int file : cut) {
    if (file >= 0) {
      limits_.Report(file, 0, 0,
                     "its tables of records are too long: only their first part is read");
      continue;
    }
    const std::string what = file == kTooMany
                                 ? "names are read from more than " + std::to_string(kMaxWanted) +
                                       " kinds of records: the rows of others are skipped"
                                 : "records that lead to records are followed through " +
                                       std::to_string(kMaxRecordRounds) +
                                       " kinds of them: the rows of others are skipped";
    census->diagnostics.push_back({"limit", {}, what});
  }
}

// NAME( may be a macro that produces members, another name of one (`#define ROW_OF MAKE_ROW`), or
// one with others in its body. A macro that only passes its argument to another, `#define QUOTE(x)
// TEXT_OF(x)`, may receive the name of a macro.
void CRecords::AskForMacros(const std::vector<CToken>& tokens, const CMacroLookup& lookup,
                            CRecordsWanted* wanted) {
  std::set<const CMacro*> seen;
  std::vector<const std::vector<CToken>*> open = {&tokens};
  const auto follow = [&](const std::string& name) -> const CMacro* {
    if (name == "sizeof" || wanted->macros.size() >= kMaxWanted) return nullptr;
    wanted->macros.insert(name);
    const CMacro* macro = lookup(name);
    if (macro != nullptr && seen.insert(macro).second) open.push_back(&macro->body);
    return macro;
  };
  while (!open.empty()) {
    const std::vector<CToken>& t = *open.back();
    open.pop_back();
    if (&t != &tokens && t.size() == 1 && t[0].kind == CToken::Kind::kName) follow(t[0].text);
    for (size_t i = 0; i + 1 < t.size(); ++i) {
      if (t[i].kind != CToken::Kind::kName || !t[i + 1].Is("(")) continue;
      const CMacro* macro = follow(t[i].text);
      // The body is `OTHER ( parameter )`, four tokens.
      const bool hands = macro != nullptr && macro->parameters.size() == 1 &&
                         macro->body.size() == 4 && macro->body[1].Is("(") &&
                         macro->body[2].IsName(macro->parameters[0]) && i + 2 < t.size();
      if (hands && t[i + 2].kind == CToken::Kind::kName) follow(t[i + 2].text);
    }
  }
}

namespace {

// `settings = {{"LEVEL", "1"}, {"MODE", "fast"}}` of a type that names a container: rows that each
// begin with a text.
bool ListsRows(const std::vector<CToken>& t, size_t size) {
  if (size < 2 || !t[0].Is("{") || MatchBracket(t, 0) != size - 1) return false;
  const auto rows = SplitArguments(t, 1, size - 1);
  return !rows.empty() && std::all_of(rows.begin(), rows.end(), [&](const auto& row) {
    const auto& [from, to] = row;
    return from == to || (t[from].Is("{") && t[from + 1].kind == CToken::Kind::kString &&
                          MatchBracket(t, from) == to - 1);
  });
}

}  // namespace

// Everything is built again in each round from all files found so far: types with their names, then
// objects with their macros expanded, then the records in them, and last their rows.
void CRecords::ExpandObjects(const CRecordsByFile& found, CRecordsWanted* wanted,
                             std::set<int>* cut) {
  records_.clear();
  records_by_name_.clear();
  records_by_type_.clear();
  types_.clear();
  std::map<std::string, const CMacro*> macros;
  for (const auto& [file, read] : found) {
    for (const CMacro& macro : read->facts.macros) macros.try_emplace(macro.name, &macro);
    for (const CRecordType& type : read->facts.types) {
      const auto shared = std::make_shared<CRecordType>(type);
      for (const std::string& name : type.names) types_.try_emplace(name, shared);
    }
  }
  for (const auto& [file, read] : found) {  // other names of them
    for (const CRecordAlias& alias : read->facts.aliases) {
      const bool room = ShareType(alias.name, alias.other, &types_) &&
                        ShareType(alias.other, alias.name, &types_);
      if (!room) cut->insert(kTooMany);
    }
  }
  const CMacroLookup lookup = [&](const std::string& name) -> const CMacro* {
    const auto at = macros.find(name);
    return at == macros.end() ? nullptr : at->second;
  };
  const auto keep = [&](int file, CObject object) {
    AskForMacros(object.tokens, lookup, wanted);
    CRecord record;
    record.file = file;
    bool more = false;
    object.tokens = ExpandC(object.tokens, lookup, kMaxTokens, &more);
    if (more) cut->insert(file);
    const size_t size = object.tokens.size();
    object.tokens.resize(size + kCTokenPadding);
    record.object = std::move(object);
    records_.push_back(std::move(record));
  };
  for (const auto& [file, read] : found) {
    for (const CMacro& macro : read->facts.macros) {
      if (wanted->makers.count(macro.name) > 0) AskForMacros(macro.body, lookup, wanted);
    }
    for (const CObject& object : read->facts.objects) keep(file, object);
    // Macro uses that declare whole objects: `ROWS(settings, ...)`. Their expansion is read as a
    // file is.
    for (const std::vector<CToken>& call : read->facts.made) {
      CTokens made;
      bool more = false;
      made.tokens = ExpandC(call, lookup, kMaxTokens, &more);
      if (more) cut->insert(file);
      made.tokens.resize(made.tokens.size() + kCTokenPadding);
      CRecordsWanted declared;
      declared.types = wanted->types;
      declared.objects = wanted->objects;
      size_t lost = 0;
      for (CObject& object : FindCRecords(made, declared, &lost).objects) {
        if (wanted->objects.count(object.name) > 0 && !StatesNothing(object.type)) {
          wanted->types.insert(object.type);
        }
        keep(file, std::move(object));
      }
      if (lost > 0) cut->insert(file);
    }
  }
  // Records in records are objects of their own types; the added ones are appended to the list.
  constexpr size_t kMaxNested = 50'000;
  for (size_t i = 0; i < records_.size(); ++i) {
    if (records_.size() >= kMaxNested) {
      cut->insert(records_[i].file);
      break;
    }
    AddNested(records_[i], kMaxNested);
  }
  for (size_t i = 0; i < records_.size(); ++i) {
    CRecord& record = records_[i];
    bool more = false;
    const size_t size = record.object.tokens.size() - kCTokenPadding;
    const auto known = types_.find(record.object.type);
    // If the type is unknown, a list of lists is an array of rows: an std::vector, for instance.
    // A type with known fields has one row in its braces: {"LEVEL", {1, 2}} is one record.
    const bool open = known == types_.end() || known->second->fields.empty();
    if (open && ListsRows(record.object.tokens, size)) record.object.array = true;
    record.rows = RowsOf(record.object.tokens, 0, size, record.object.array, kMaxRows, &more);
    if (more) cut->insert(record.file);
    records_by_name_[record.object.name].push_back(static_cast<int>(i));
    const auto type = types_.find(record.object.type);
    const std::vector<std::string> names =
        type == types_.end() ? std::vector<std::string>{record.object.type} : type->second->names;
    for (const std::string& name : names) records_by_type_[name].push_back(static_cast<int>(i));
  }
}

// In one record, each member in braces with a record's type is a record itself.
//
//   struct group { row first; row second; };
//   group g = {{"A", 1}, {"B", 2}};        ─→ two further records of type row
void CRecords::AddNested(const CRecord& around, size_t limit) {
  const auto type = types_.find(around.object.type);
  if (type == types_.end() || around.object.array) return;
  bool cut = false;
  const std::vector<CToken> tokens = around.object.tokens;  // records_ grows
  const int file = around.file;
  const auto add = [&](const std::string& word, const CRow::Member& member) {
    const bool record = types_.count(word) > 0 && tokens[member.begin].Is("{");
    if (!record || records_.size() >= limit) return;
    CRecord inner;
    inner.file = file;
    inner.object.type = word;
    inner.object.tokens.assign(tokens.begin() + static_cast<long>(member.begin),
                               tokens.begin() + static_cast<long>(member.end));
    inner.object.tokens.resize(inner.object.tokens.size() + kCTokenPadding);
    records_.push_back(std::move(inner));
  };
  for (const CRow& row : RowsOf(tokens, 0, tokens.size() - kCTokenPadding, false, 1, &cut)) {
    for (const auto& [field, word] : type->second->fields) {
      const CRow::Member* member = MemberIn(row, type->first, field);
      if (member != nullptr) add(word, *member);
    }
    for (const CRow::Member& member : row.members) {
      if (member.field.find('.') == std::string::npos) continue;
      add(TypeAt(type->first, PathOf(member.field)), member);
    }
  }
}

// The types of the fields on the path, one after the other; unknown from the first unknown one on.
//
//   type "group", path {"first", "name"}     ─→ char
std::string CRecords::TypeAt(std::string type, const std::vector<std::string>& path) const {
  for (const std::string& step : path) {
    const auto known = types_.find(type);
    if (known == types_.end()) return {};
    type.clear();
    for (const auto& [field, word] : known->second->fields) {
      if (field == step) type = word;
    }
  }
  return type;
}

const CRecordType* CRecords::TypeOf(const std::string& name) const {
  const auto known = types_.find(name);
  return known == types_.end() ? nullptr : known->second.get();
}

std::vector<std::string> CRecords::PathOf(const std::string& text) {
  std::vector<std::string> path;
  for (const std::string_view step : Split(text, '.')) path.emplace_back(step);
  return path;
}

// Static tables of different files often share a name, such as `options`.
std::vector<const CRecord*> CRecords::ObjectsOf(int file, const CPart& member) const {
  std::vector<const CRecord*> out;
  const auto& index = member.object.empty() ? records_by_type_ : records_by_name_;
  const auto at = index.find(member.object.empty() ? member.type : member.object);
  if (at == index.end()) return out;
  for (const int i : at->second) out.push_back(&records_[static_cast<size_t>(i)]);
  // A name belongs to the file itself before another.
  const bool own =
      !member.object.empty() &&
      std::any_of(out.begin(), out.end(), [&](const CRecord* r) { return r->file == file; });
  if (own) std::erase_if(out, [&](const CRecord* record) { return record->file != file; });
  return out;
}

const CRow::Member* CRecords::MemberIn(const CRow& row, const std::string& type,
                                       const std::string& field) const {
  // The member by its designator `.name =`; otherwise by its position: of the field in the type, of
  // a number, of `first` and `second` in a pair.
  size_t wanted = row.members.size();
  if (field == "first") wanted = 0;
  if (field == "second") wanted = 1;
  if (!field.empty() && field.find_first_not_of("0123456789") == std::string::npos) {
    wanted = field.size() < 4 ? static_cast<size_t>(std::stoi(field)) : wanted;
  }
  for (const CRow::Member& member : row.members) {
    if (member.field == field) return &member;
  }
  if (const auto known = types_.find(type); known != types_.end()) {
    for (size_t i = 0; i < known->second->fields.size(); ++i) {
      if (known->second->fields[i].first == field) wanted = i;
    }
  }
  if (wanted >= row.members.size() || !row.members[wanted].field.empty()) return nullptr;
  return &row.members[wanted];
}

// Follows the path from a row: the last step is the result; a record in braces continues in itself,
// a name in the records of that name.
//
//   path {"spec", "name"}, row {&level_spec, 1}     ─→ the member `name` in the object level_spec
//   path {"spec", "name"}, row {{"LEVEL", 2}, 1}    ─→ "LEVEL", in the row itself
void CRecords::Reach(const CRecord& home, const CRow& row, const std::string& type,
                     const std::vector<std::string>& path, std::vector<CReached::Step> trail,
                     std::vector<CReached>* out, bool* cut) const {
  // Records that refer to each other in a circle end here.
  constexpr size_t kMaxDepth = 8;
  constexpr size_t kMaxReached = 20'000;
  const size_t at = trail.size();
  if (at >= path.size()) return;
  if (at > kMaxDepth || out->size() >= kMaxReached) {
    *cut = true;
    return;
  }
  const CRow::Member* member = MemberIn(row, type, path[at]);
  if (member == nullptr) return;
  trail.push_back({&home, row, type});
  if (at + 1 == path.size()) {
    out->push_back({&home, row, type, *member, std::move(trail)});
    return;
  }
  const std::vector<CToken>& t = home.object.tokens;
  if (t[member->begin].Is("{")) {  // a record in the record
    std::string field_type;
    if (const auto known = types_.find(type); known != types_.end()) {
      for (const auto& [name, word] : known->second->fields) {
        if (name == path[at]) field_type = word;
      }
    }
    bool more = false;
    for (const CRow& inner : RowsOf(t, member->begin, member->end, false, 1, &more)) {
      Reach(home, inner, field_type, path, trail, out, cut);
    }
    return;
  }
  // `&other`, `(other)`: a reference to another object by its name.
  size_t name = member->begin;
  while (name < member->end && (t[name].Is("&") || t[name].Is("("))) ++name;
  if (name >= member->end || t[name].kind != CToken::Kind::kName) return;
  CPart part;
  part.object = t[name].text;
  for (const CRecord* record : ObjectsOf(home.file, part)) {
    for (const CRow& inner : record->rows) {
      Reach(*record, inner, record->object.type, path, trail, out, cut);
    }
  }
}

// `{"server", server_rows}`: a row that contains a table of the same type is a group, and its name
// is a part of the names in that table, not a variable.
bool CRecords::LeadsOn(const CReached& at) const {
  const std::vector<CToken>& t = at.home->object.tokens;
  for (const CRow::Member& member : at.row.members) {
    for (size_t i = member.begin; i < member.end; ++i) {
      if (t[i].kind != CToken::Kind::kName) continue;
      const auto named = records_by_name_.find(t[i].text);
      if (named == records_by_name_.end()) continue;
      for (const int index : named->second) {
        const CObject& object = records_[static_cast<size_t>(index)].object;
        if (object.array && object.type == at.home->object.type) return true;
      }
    }
  }
  return false;
}

}  // namespace flagcensus
