// A name with members of records in it, `prefix + row->name` → an access for each row with this
// name, at the row's place. The row's other members state its default, type and description.
//
//   {.name = "PORT", .def = "80", .help = "port to use"}      with getenv("APP_" + row->name)
//   ─→ read of APP_PORT, default 80, described as "port to use"
#include <algorithm>

#include "analyzer/base/text.h"
#include "analyzer/c/link/accesses.h"
#include "analyzer/model/type_of_name.h"

namespace flagcensus {
namespace {

constexpr size_t kMaxKept = 100'000;  // rows of a tree
// Names beyond these are of a table that is generated; the limit is reported at the call.
constexpr size_t kMaxOfPlace = 200;  // names for one row
constexpr size_t kMaxPrefixes = 8;   // names of one row; with more, a pattern represents them

bool SameBase(const CPart& a, const CPart& b) {
  return a.kind == CPart::Kind::kMember && b.kind == CPart::Kind::kMember &&
         a.parameter == b.parameter && a.object == b.object && a.type == b.type;
}

// Whether an option of a table can be set by that name: letters, digits, '_', and separators of
// words.
bool MayBeVariable(std::string_view name) {
  return name.empty() || std::all_of(name.begin(), name.end(), [](char c) {
           return IsIdentifierByte(c) || c == '*' || c == '.' || c == '-' || c == '(' || c == ')';
         });
}

// APP_A_X, APP_B_X → APP_*_X: the common beginning and end.
//
//   {"A_X", "A_Y"} ─→ "A_*"    {"X", "Y"} ─→ "*"
std::string PatternOf(const std::set<std::string>& names) {
  std::string head = *names.begin();
  std::string tail = head;
  for (const std::string& name : names) {
    size_t same = 0;
    while (same < head.size() && same < name.size() && head[same] == name[same]) ++same;
    head.resize(same);
    size_t end = 0;
    while (end < tail.size() && end < name.size() &&
           tail[tail.size() - 1 - end] == name[name.size() - 1 - end]) {
      ++end;
    }
    tail = tail.substr(tail.size() - end);
  }
  return head + "*" + tail;
}

// The name of the parser in begin..end: PARSE_UINT, &readBool, {scan_double, print_double}.
std::string_view ParserIn(const std::vector<CToken>& t, size_t begin, size_t end) {
  while (begin < end && t[begin].kind != CToken::Kind::kName) ++begin;
  while (begin + 2 < end && t[begin + 1].Is("::") && t[begin + 2].kind == CToken::Kind::kName) {
    begin += 2;
  }
  return begin == end ? std::string_view() : std::string_view(t[begin].text);
}

}  // namespace

//   struct row { const char* name; int def; };  row rows[] = {{"PORT", 80}, {"HOST", 0}};
//   getenv(("APP_" + rows[i].name))     ─→ rows: reads of APP_PORT and APP_HOST, at their rows
//
// Returns whether the names are reported by rows, so that the call itself is not.
bool CRowAccesses::EmitRows(int file, const CFacts& facts, const CMeaning& meaning,
                            const CCall& call, const std::vector<CPart>& parts) {
  // The member with the longest path is that of the row; the others are of records on the path to
  // it.
  const CPart* base = nullptr;
  for (const CPart& part : parts) {
    if (part.kind == CPart::Kind::kMember) base = &part;
  }
  if (base == nullptr) return false;
  // If the record may be any of its type, only the name alone counts: with other parts it is
  // composed for one specific table.
  const bool any_of_type = base->object.empty() || base->parameter >= 0;
  if (any_of_type && base != &parts.back()) return false;
  for (const CTable& table : facts.tables) {
    if (table.array == base->object) return true;  // the list's items are the places
  }
  CPart asked = *base;
  asked.parameter = -1;
  const std::vector<const CRecord*> objects = records_.ObjectsOf(file, asked);
  const std::vector<std::string> path = CRecords::PathOf(base->text);
  // One object with plain members is not a table: its members are read as values of a name, by
  // texts.cc.
  const bool one = !base->object.empty() && path.size() == 1 &&
                   std::none_of(objects.begin(), objects.end(),
                                [](const CRecord* record) { return record->object.array; });
  const bool array = std::any_of(objects.begin(), objects.end(),
                                 [](const CRecord* record) { return record->object.array; });
  if (objects.empty() || one || (base != &parts.back() && !array)) return false;
  const bool alias = !path.empty() && accessors_.table().alias_columns.count(path.back()) > 0;
  for (const CRecord* object : objects) {
    // A record that is passed by its name is read there.
    const bool by_name = any_of_type && !object->object.array && path.size() == 1 &&
                         records_.IsNamed(object->object.name);
    // The records that tests pass are not tables of the program.
    const bool tested = sources_.File(file).scope == Scope::kTest &&
                        sources_.File(object->file).scope != Scope::kTest;
    if (by_name || (any_of_type && tested)) continue;
    for (const CRow& row : object->rows) {
      std::vector<CReached> reached;
      bool cut = false;
      records_.Reach(*object, row, object->object.type, path, {}, &reached, &cut);
      if (cut) texts_.NoteCut();
      for (const CReached& at : reached) {
        bool null = false;
        std::set<std::string> names = texts_.RowTexts(*at.home, at.member, 0, &null);
        names.erase("");
        if (null || records_.LeadsOn(at)) continue;  // the end of the table, a table in it
        for (const std::string& name : RowNames(facts, parts, *base, path, at, names)) {
          KeepRow(at, name, meaning, call, file, alias);
        }
      }
    }
  }
  return true;
}

// The parts before and after the member: constants, other members of the row or of a row on the
// way, `*` for a parameter.
//
//   "APP_" + row->group + "_" + row->name, row {"NET", "PORT"}     ─→ "APP_NET_PORT"
std::vector<std::string> CRowAccesses::RowNames(const CFacts& facts,
                                                const std::vector<CPart>& parts, const CPart& base,
                                                const std::vector<std::string>& path,
                                                const CReached& at,
                                                const std::set<std::string>& names) const {
  std::vector<std::string> made = {""};
  const auto append = [&](const auto& texts, bool upper) {
    std::vector<std::string> joined;
    for (const std::string& head : made) {
      for (const std::string& text : texts) {
        if (joined.size() < kMaxPrefixes * 2) {
          joined.push_back(head + (upper ? ToUpper(text) : text));
        } else {
          texts_.NoteCut();
        }
      }
    }
    made = std::move(joined);
  };
  for (const CPart& part : parts) {
    if (&part == &base) {
      append(names, part.upper);
      continue;
    }
    if (SameBase(part, base)) {
      // A member of a row on the path to this one.
      const std::vector<std::string> other = CRecords::PathOf(part.text);
      const size_t steps = other.empty() ? 0 : other.size() - 1;
      const bool shared =
          steps < at.trail.size() && steps < path.size() &&
          std::equal(other.begin(), other.begin() + static_cast<long>(steps), path.begin());
      const CReached::Step* step = shared ? &at.trail[steps] : nullptr;
      const CRow::Member* member =
          step == nullptr ? nullptr : records_.MemberIn(step->row, step->type, other.back());
      bool null = member == nullptr;
      std::set<std::string> texts;
      if (!null) texts = texts_.RowTexts(*step->home, *member, 0, &null);
      if (!null) append(texts, part.upper);
      continue;
    }
    bool whole = true;
    append(part.parameter >= 0 ? std::vector<std::string>{"*"}
                               : texts_.TextsOf(facts, {part}, 0, &whole),
           false);
  }
  return made;
}

// A column with a known name (queries/c) that contains parsers: its last word is the type.
void CRowAccesses::TakeParser(const CReached& at, const std::string& field, Access* access) const {
  const CRow::Member* member = records_.MemberIn(at.row, at.type, field);
  if (member == nullptr || access->use.parsed) return;
  const ValueType type =
      accessors_.TypeOfLastWord(ParserIn(at.home->object.tokens, member->begin, member->end));
  if (type == ValueType::kUnknown) return;
  access->type = type;
  access->use.parsed = true;
}

// A row that is reached through several calls or prefixes is one access with several names, up to a
// bound.
void CRowAccesses::KeepRow(const CReached& at, const std::string& name, const CMeaning& meaning,
                           const CCall& call, int file, bool alias) {
  const CToken& token = at.home->object.tokens[at.member.begin];
  std::string spelling;
  for (size_t i = at.member.begin; i < at.member.end; ++i) {
    spelling += at.home->object.tokens[i].text + ' ';
  }
  // The spelling distinguishes rows that one macro use produces at one place.
  const std::tuple place{at.home->file, std::pair{token.line, token.column}, spelling};
  const auto known = kept_.find(place);
  if (known != kept_.end()) {
    if (known->second.names.size() < kMaxOfPlace) {
      known->second.names.insert(name);
      if (alias) known->second.aliases.insert(name);
    } else if (known->second.names.count(name) == 0) {
      texts_.NoteCut();
    }
    return;
  }
  if (kept_.size() >= kMaxKept) {
    return limits_.Report(at.home->file, 0, 0,
                          "rows of records beyond " + std::to_string(kMaxKept) + " are skipped");
  }
  Access access = sources_.Start(at.home->file, token.line, token.column);
  access.op = meaning.op;
  access.via = meaning.via;
  access.chain = meaning.chain;
  access.chain.insert(access.chain.begin(), sources_.PlaceOf(file, call));
  if (access.chain.size() > 8) access.chain.resize(8);
  access.type = meaning.type;
  const CFacts& around = facts_.Of(at.home->file);
  std::vector<std::string> fields;
  for (const CRow::Member& member : at.row.members) {
    if (!member.field.empty()) fields.push_back(member.field);
  }
  if (const CRecordType* type = records_.TypeOf(at.type); type != nullptr) {
    for (const auto& [field, word] : type->fields) fields.push_back(field);
  }
  // The columns by their names, which queries/c lists: parsers, defaults, descriptions.
  for (const std::string& field : fields) {
    if (accessors_.table().parser_columns.count(field) > 0) TakeParser(at, field, &access);
    const bool given = accessors_.table().default_columns.count(field) > 0;
    const bool stated = accessors_.table().help_columns.count(field) > 0;
    if (!given && !stated) continue;
    const CRow::Member* member = records_.MemberIn(at.row, at.type, field);
    if (member == nullptr) continue;
    const CValue value = EvaluateC(at.home->object.tokens, member->begin, member->end);
    if (stated && value.literal && !access.description) {
      // Adjacent literals are one text.
      access.description.emplace();
      for (const CPart& part : value.alternatives[0]) *access.description += part.text;
    }
    if (!given || !access.default_text.value_or("").empty()) continue;
    if (value.null || Writes(access.op)) continue;
    values_.SetDefault(at.home->file, around, value, 0, &access);
    if (access.type == ValueType::kUnknown && value.type != ValueType::kStr) {
      access.type = value.type;
    }
  }
  if (access.default_kind == DefaultKind::kNone) access.use.unset_kind = DefaultKind::kDynamic;
  kept_[place] = {{name}, std::move(access), at.home, {at.row.line, at.row.column}};
  if (alias) kept_[place].aliases.insert(name);
}

// The name of a row beside its aliases; "" if it has several.
std::map<CRowAccesses::RowKey, std::string> CRowAccesses::OwnNames() const {
  std::map<RowKey, std::string> own;
  for (const auto& [place, kept] : kept_) {
    for (const std::string& name : kept.names) {
      if (kept.aliases.count(name) > 0) continue;
      const auto [at, added] = own.try_emplace({kept.home, kept.row}, name);
      if (!added && at->second != name) at->second.clear();  // which of them is unknown
    }
  }
  return own;
}

// A name that is looked up in a known table without such a row: the program never finds it.
void CRowAccesses::MarkUnlisted(std::vector<Access>* out) const {
  for (const auto& [position, table] : table_reads_) {
    Access& access = (*out)[position];
    bool any = false;
    bool has = false;
    for (const auto& [place, kept] : kept_) {
      const bool of = (!table.object.empty() && kept.home->object.name == table.object) ||
                      (table.object.empty() && kept.home->object.type == table.type);
      if (!of) continue;
      any = any || !kept.names.empty();
      has = has || kept.names.count(*access.name) > 0;
    }
    access.c.unlisted = any && !has && access.name->find('*') == std::string::npos;
  }
}

void CRowAccesses::EmitKept(std::vector<Access>* out) {
  // A table with a sentence or a path in the column of names contains texts, of which some look
  // like names. None of its rows is reported.
  std::set<const CRecord*> texts;
  for (const auto& [place, kept] : kept_) {
    for (const std::string& name : kept.names) {
      if (!MayBeVariable(name)) texts.insert(kept.home);
    }
  }
  const std::map<RowKey, std::string> own = OwnNames();
  for (auto& [place, kept] : kept_) {
    if (texts.count(kept.home) > 0) continue;
    std::set<std::string> names = kept.names;
    // A name with a known prefix excludes those with an unknown one.
    const bool known = std::any_of(names.begin(), names.end(),
                                   [](const std::string& name) { return name[0] != '*'; });
    if (known) std::erase_if(names, [](const std::string& name) { return name[0] == '*'; });
    if (names.size() > kMaxPrefixes) names = {PatternOf(names)};
    for (const std::string& name : names) {
      // A look-up among the environment's names also searches among others (keys of settings).
      if (kept.access.via == "environ" && !LooksLikeVariable(name)) continue;
      Access access = kept.access;
      const bool none = name.find_first_not_of('*') == std::string::npos;
      if (!none) access.name = name;
      const auto first = own.find({kept.home, kept.row});
      if (kept.aliases.count(name) > 0 && first != own.end() && !first->second.empty()) {
        access.use.fallback_of = first->second;
      }
      if (access.type == ValueType::kUnknown) access.type = TypeOfName(name);
      out->push_back(std::move(access));
    }
  }
}

}  // namespace flagcensus
