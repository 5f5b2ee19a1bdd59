// calls of unknown functions ─→ rows that a project might add, tried on the tree
//
// A second census with the rows decides: a row is proposed only if it adds accesses, and these are
// its evidence. So the evidence is exactly what the project gains by the row.
//
//   conf.get("APP_A"), conf.get("APP_B"), conf.get("APP_C")   ─→  a row for conf.get, 3 accesses
//   conf.get("APP_A"), conf.get("a.b")                        ─→  no row: "a.b" is not a variable
#include "analyzer/pipeline/propose.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <tuple>

#include "analyzer/base/embedded_lists.h"
#include "analyzer/base/text.h"
#include "analyzer/config/proposed_row.h"
#include "analyzer/link/engine/unknown_calls.h"
#include "analyzer/pipeline/code.h"

namespace flagcensus {
namespace {

// Two names may be a coincidence. A library that is used for two variables is not proposed.
constexpr size_t kMinNames = 3;
// More rows than this are a list of functions, not a proposal.
constexpr size_t kMaxRows = 20;

using Words = std::vector<std::string>;

// queries/proposals.toml
class WordLists {
 public:
  WordLists() : lists_(EmbeddedLists("proposals.toml")) {}

  const Words& operator[](std::string_view key) const {
    static const Words kNone;
    const auto found = lists_.find(key);
    return found == lists_.end() ? kNone : found->second;
  }
  bool AnyOf(const Words& words, std::string_view key) const {
    const Words& list = (*this)[key];
    return std::any_of(words.begin(), words.end(), [&](const std::string& word) {
      return std::find(list.begin(), list.end(), word) != list.end();
    });
  }

 private:
  std::map<std::string, Words, std::less<>> lists_;
};

// "lookupEnv_int" ─→ lookup, env, int
Words WordsOf(std::string_view name) {
  Words out(1);
  char before = '_';
  for (const char c : name) {
    const bool begins = IsUpper(c) && IsLower(before);
    if (!IsIdentifierByte(c) || c == '_' || begins) out.emplace_back();
    if (IsAlnum(c)) out.back() += ToLower(c);
    before = c;
  }
  std::erase(out, "");
  return out;
}

// Whether the text has the form of a variable's name: capitals, digits and '_', three or more.
bool MayName(std::string_view text) {
  return text.size() >= 3 && IsUpper(text.front()) && AllBytes(text, IsVariableNameByte);
}

// The word up to the first '_' with which all names begin; "" if they differ.
std::string SharedWord(const std::set<std::string>& names) {
  const std::string& first = *names.begin();
  const std::string word = first.substr(0, first.find('_') + 1);
  const bool shared =
      word.size() > 2 && std::all_of(names.begin(), names.end(),
                                     [&](const auto& one) { return one.starts_with(word); });
  return shared ? word : "";
}

// The literals that one function receives at one of its arguments.
struct Given {
  std::set<std::string> names;
  size_t others = 0;  // literals that cannot be the name of a variable
};

struct Candidate {
  UnknownCall first;
  std::map<std::pair<int, std::string>, Given> places;
  std::set<std::string> keywords;
};

// Whether at least half of the names are variables according to the rest of the tree.
bool AreKnownElsewhere(const std::set<std::string>& names, const std::vector<Flag>& flags) {
  size_t known = 0;
  for (const std::string& name : names) {
    const auto at = std::lower_bound(
        flags.begin(), flags.end(), name,
        [](const Flag& flag, const std::string& text) { return flag.name < text; });
    known += at != flags.end() && at->name == name ? 1 : 0;
  }
  return known * 2 >= names.size();
}

// Whether a function of that name, called with these names, reads the environment. The decision
// follows the words of its name (queries/proposals.toml):
//   conf.set_env("APP_X")    other_words: never
//   conf.lookup_env("APP_X") environment_words: if half of the names have an underscore
//   settings.get("APP_X")    setting_words: if the names are known variables, or share a prefix
bool MayRead(const Candidate& candidate, const std::set<std::string>& names,
             const std::vector<Flag>& flags, const WordLists& lists) {
  const UnknownCall& call = candidate.first;
  const std::string dotted = ReplaceAll(ReplaceAll(call.callee, "()", ""), "::", ".");
  std::vector<std::string_view> parts = Split(dotted, '.');
  const Words own = WordsOf(parts.back());
  if (lists.AnyOf(own, "other_words")) return false;
  for (const std::string_view part : parts) {
    if (lists.AnyOf({std::string(part)}, "other_modules")) return false;
  }
  Words near = own;
  if (parts.size() > 2) {
    const Words object = WordsOf(parts[parts.size() - 2]);
    near.insert(near.end(), object.begin(), object.end());
  }
  const auto joined = std::count_if(names.begin(), names.end(), [](const std::string& name) {
    return name.find('_') != std::string::npos;
  });
  // A word such as "env" also names other things; names with underscores confirm it.
  if (lists.AnyOf(near, "environment_words"))
    return static_cast<size_t>(joined) * 2 >= names.size();
  const Words all = WordsOf(dotted);
  if (!lists.AnyOf(all, "setting_words") && !lists.AnyOf(all, "environment_words")) return false;
  if (AreKnownElsewhere(names, flags)) return true;
  // The result of a call with arguments may read a file, and settings in C often come from one.
  return !call.made_of && !IsC(call.language) && !SharedWord(names).empty();
}

// The type that a word of the function's name states: "conf.get_int" ─→ "int"; "" if there is none
std::string TypeOf(const std::string& callee, const WordLists& lists) {
  const Words own = WordsOf(callee.substr(callee.find_last_of(".:") + 1));
  for (const std::string type : {"int", "float", "bool"}) {
    if (lists.AnyOf(own, type + "_words")) return type;
  }
  return "";
}

std::vector<ProposedRow> RowsOf(const std::vector<UnknownCall>& calls,
                                const std::vector<Flag>& flags, const WordLists& lists) {
  std::map<std::string, Candidate> candidates;
  for (const UnknownCall& call : calls) {
    // All calls of one function are one candidate, by argument.
    const auto [at, fresh] = candidates.try_emplace(call.callee);
    if (fresh) at->second.first = call;
    at->second.first.made_of = at->second.first.made_of || call.made_of;
    at->second.keywords.insert(call.keywords.begin(), call.keywords.end());
    Given& given = at->second.places[{call.position, call.keyword}];
    if (MayName(call.text)) {
      given.names.insert(call.text);
    } else {
      ++given.others;
    }
  }
  std::vector<ProposedRow> out;
  for (const auto& [callee, candidate] : candidates) {
    for (const auto& [argument, given] : candidate.places) {
      // One literal that cannot be a name shows that the argument is something else.
      if (given.names.size() < kMinNames || given.others > 0) continue;
      if (!MayRead(candidate, given.names, flags, lists)) continue;
      ProposedRow row;
      row.callee = callee;
      row.object = candidate.first.object;
      row.language = IsC(candidate.first.language) ? "c" : "python";
      row.name = argument.first >= 0 ? "[" + std::to_string(argument.first) + "]"
                                     : "[\"" + argument.second + "\"]";
      for (const std::string& keyword : lists["default_keywords"]) {
        if (candidate.keywords.count(keyword) > 0) row.defaults.push_back(keyword);
      }
      if (lists.AnyOf(WordsOf(callee.substr(callee.find_last_of(".:") + 1)), "test_words"))
        row.op = "test";
      row.type = row.op.empty() ? TypeOf(callee, lists) : "";
      out.push_back(row);
      break;  // only one argument is the name of the variable
    }
  }
  return out;
}

using AccessKey = std::tuple<std::string, int, int, std::string>;

// The place and the name: a call may access several variables.
AccessKey KeyOf(const Access& access) {
  return {access.place.file, access.place.line, access.place.column, *access.name};
}

// Which accesses of `after` are not in `before`, by the row that produced them. Rows with fewer
// than three names in the tree are dropped.
void FillEvidence(const Census& before, const Census& after, std::vector<ProposedRow>& rows) {
  std::set<AccessKey> there;
  for (const Access& access : before.accesses) {
    if (access.name) there.insert(KeyOf(access));
  }
  std::map<std::string, std::pair<ProposedRow*, std::set<std::string>>> by_via;
  for (ProposedRow& row : rows) by_via[row.callee] = {&row, {}};
  for (const Access& access : after.accesses) {
    // An access may have been found before by another rule; then it is not evidence for the row.
    if (!access.name || there.count(KeyOf(access)) > 0) continue;
    const auto found = by_via.find(access.via);
    if (found == by_via.end()) continue;
    auto& [row, names] = found->second;
    if (row->accesses++ == 0) row->place = access.place;
    if (names.insert(*access.name).second) row->names.push_back(*access.name);
  }
  std::erase_if(rows, [](const ProposedRow& row) { return row.names.size() < kMinNames; });
}

}  // namespace

Result<std::vector<ProposedRow>> ProposeRows(const Tree& tree, const ProjectOptions& options,
                                             const Config& config, const Census& census,
                                             const std::vector<Flag>& flags, RunBudget& budget) {
  const WordLists lists;
  Words words = lists["environment_words"];
  words.insert(words.end(), lists["setting_words"].begin(), lists["setting_words"].end());
  const ResolveOptions resolve = {options.jobs, config.source.accessors.get(), &budget,
                                  options.cost.get()};
  std::vector<UnknownCall> calls = FindUnknownPythonCalls(tree, resolve, words);
  std::vector<UnknownCall> of_c = FindUnknownCCalls(tree, resolve, words);
  std::move(of_c.begin(), of_c.end(), std::back_inserter(calls));
  std::vector<ProposedRow> rows = RowsOf(calls, flags, lists);
  if (rows.empty()) return rows;
  std::string text;
  for (const ProposedRow& row : rows) text += Join(RowLines(row), "\n") + "\n";
  Accessors accessors = resolve.tables();
  // The rows are made here; an error in one is a bug.
  if (const auto wrong = AddAccessors(text, "proposals", accessors)) {
    return Error{"no row is proposed: " + wrong->message};
  }
  Config with = config;
  with.source.accessors = std::make_shared<const Accessors>(std::move(accessors));
  FillEvidence(census, ReadCode(tree, options, with, budget), rows);
  std::stable_sort(rows.begin(), rows.end(), [](const ProposedRow& a, const ProposedRow& b) {
    return a.accesses > b.accesses;
  });
  if (rows.size() > kMaxRows) rows.resize(kMaxRows);
  return rows;
}

}  // namespace flagcensus
