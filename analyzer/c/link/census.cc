// Files → facts of those that contain an accessor's word → wrappers → facts of those that contain a
// wrapper's → ... → accesses.
//
// A function or macro is a wrapper if the name that an accessor (or wrapper) in it receives
// contains one of its parameters, or a field that its class's constructor initialises from one.
// Constants are searched for in the file first, then in the tree. There, a name with several values
// is unknown.
//
//   const char* Get(const char* key) { return getenv(key); }    round 0, `getenv`: Get is a wrapper
//   int Port() { return atoi(Get("APP_PORT")); }                round 1, `Get`: reads APP_PORT
#include <algorithm>
#include <any>
#include <iterator>
#include <memory>

#include "analyzer/base/parallel.h"
#include "analyzer/c/link/accesses.h"
#include "analyzer/c/link/engine.h"
#include "analyzer/c/link/initials.h"
#include "analyzer/c/link/later_values.h"
#include "analyzer/c/link/record_tables.h"
#include "analyzer/c/link/resolver.h"
#include "analyzer/c/link/texts.h"

namespace flagcensus {
namespace {

// Each round reads the files that contain the new names. A chain of wrappers across more than six
// files is cut, and its last wrappers are reported.
constexpr int kMaxRounds = 6;

// Where the resolver of the last run remains, to ask its questions again; null: nowhere.
std::any* KeptResolver(const Tree& tree) {
  if (tree.memory == nullptr || !tree.memory->parsed()) return nullptr;
  return &tree.memory->PrivateState(std::string(CFileQuestions::kPrefix) + "resolver");
}

}  // namespace

CResolver::CResolver(const Tree& tree, const ResolveOptions& options)
    : tables_(options.tables()),
      follow_values_(options.follow_values),
      sources_(tree),
      questions_(sources_.tree(), sources_.numbers(), ThreadCount(options.jobs), options.budget,
                 options.cost, limits_.diagnostics()),
      accessors_(options.tables().c) {}

// From the words of the tables to the accesses of the tree; the rounds first, then everything that
// needs all facts.
void CResolver::Run(Census* census) {
  census->files_read += sources_.numbers().size();
  if (sources_.numbers().empty()) return;
  for (const auto& [name, rows] : accessors_.rows()) searched_.Add(name);
  for (const auto& [name, position] : accessors_.functions().unseen) searched_.Add(name);
  std::set<std::string> fresh = searched_.names();
  fresh.insert(accessors_.table().words.begin(), accessors_.table().words.end());
  for (const auto& [call, header] : accessors_.functions().headers) {
    searched_.Add(call);
    fresh.insert(call);
  }
  // Per round: the files with the new words are read; then the functions that receive values, the
  // wrappers, what is stored in records, what is looked up in tables, and macros that hide a call
  // yield new words.
  std::set<std::string> consumers;
  std::set<std::string> covered;  // members for which the facts state what is stored in them
  for (int round = 0; round < kMaxRounds && !(fresh.empty() && consumers.empty()); ++round) {
    CSearchWords words = {fresh, consumers};
    if (round == 0) {
      words.objects = accessors_.ObjectWords();
      words.owners = accessors_.functions().unseen_owners;
    }
    reader_.Parse(round, Wanted(), words);
    if (round == 0) {
      reader_.AddLibraryHeaders(facts_.Callees(), Wanted());
      reader_.ExpandMacros();
    }
    consumers = consumers_.FindConsumers();
    fresh = finder_.FindWrappers(searched_.names());
    // The members that contain names are known only now: files that were read before are read again
    // for what they store in them.
    if (covered != finder_.members()) {  // what is kept in members is asked for now
      std::set<std::string> members;
      std::set_difference(finder_.members().begin(), finder_.members().end(), covered.begin(),
                          covered.end(), std::inserter(members, members.end()));
      covered = finder_.members();
      reader_.ParseAgain(round, Wanted(), members);
      fresh.merge(finder_.FindWrappers(searched_.names()));
    }
    fresh.merge(lookups_.FindLookups());
    searched_.AddStems(&fresh);
    const std::set<std::string> hiding_macros = searched_.FindHidingMacros();
    searched_.AddHidingMacros(hiding_macros);
    fresh.insert(hiding_macros.begin(), hiding_macros.end());
    searched_.Add(fresh);
  }
  ReportUnfollowed(fresh, "wrappers of wrappers are followed through " +
                              std::to_string(kMaxRounds) +
                              " files: calls of this one elsewhere are skipped");
  ReportUnfollowed(wrappers_.last(), "wrappers of wrappers of one file are followed through " +
                                         std::to_string(CWrapperFinder::kMaxWrapperRounds) +
                                         ": calls of this one are skipped");
  ReportCuts();
  lookups_.AddLookupReads();
  facts_.BuildIndex();
  EmitAccesses(census);
  const std::vector<Diagnostic>& skipped = *limits_.diagnostics();
  census->diagnostics.insert(census->diagnostics.end(), skipped.begin(), skipped.end());
  questions_.DropUnused();
  facts_ = {};  // large, and not needed to ask again
}

bool CResolver::RunsTheSame(const Tree& tree, const ResolveOptions& options,
                            const std::set<size_t>& changed) {
  // Where values go is not only read by questions.
  if (&options.tables() != &tables_ || options.follow_values || follow_values_) return false;
  sources_.Renew(tree);
  reader_.ExpandMacrosAgain();
  return questions_.AnswersAreTheSame(changed, options.budget, options.cost);
}

CWanted CResolver::Wanted() const {
  return {searched_.names(),
          consumers_.names(),
          finder_.members(),
          {},
          lookups_.environ_users(),
          accessors_.object_methods(),
          accessors_.functions().unseen_owners};
}

// After the rounds, the facts are complete. Records, initial values and constants are read only as
// far as names of them are used.
void CResolver::EmitAccesses(Census* census) {
  CRecords records;
  CRecordReader(questions_, facts_, meanings_, limits_, records).FindRecords(census);
  CInitials initials(questions_, facts_, meanings_);
  initials.FindInitials();
  CKeptUses kept_uses(questions_, facts_, meanings_);
  kept_uses.FindKeptUses();
  CTreeConstants constants;
  CConstantReader(sources_, questions_, facts_, meanings_, records, initials, constants)
      .FindConstants(Wanted(), &reader_);
  questions_.tokens().Clear();
  CTexts texts(facts_, constants, records);
  const CAccessValues values(sources_, facts_, meanings_, texts, initials, kept_uses);
  CRowAccesses rows(sources_, accessors_, facts_, records, texts, values, limits_);
  COpenNames open_names(facts_);
  CAccessEmitter emitter(sources_, facts_, wrappers_, meanings_, searched_, texts, values, rows,
                         open_names, limits_);
  const size_t first = census->accesses.size();
  for (const auto& [file, facts] : facts_) emitter.Emit(file, facts, &census->accesses);
  rows.EmitKept(&census->accesses);
  rows.MarkUnlisted(&census->accesses);
  if (follow_values_) {
    CValueFollower(sources_, questions_, questions_.budget(), limits_)
        .FollowValues(first, &census->accesses);
  }
  CTextExpanders(sources_, questions_, accessors_, facts_, limits_)
      .EmitExpandedTexts(first, &census->accesses);
  open_names.MarkUnresolved(first, &census->accesses);
  RemoveHeaders(first, &census->accesses);
  census->files_parsed += facts_.size() - sources_.headers().size();
}

// Wrappers that the last round found: the files that call them are not searched for.
void CResolver::ReportUnfollowed(const std::set<std::string>& names, const std::string& bound) {
  for (const std::string& name : names) {
    const auto known = wrappers_.by_name().find(name);
    if (known == wrappers_.by_name().end()) continue;
    for (const CWrapper& wrapper : known->second) {
      const CFunction& function = facts_.FunctionAt(wrapper.owner);
      limits_.Report(wrapper.owner.file, function.line, function.column, bound);
    }
  }
}

void CResolver::ReportCuts() {
  for (const auto& [file, facts] : facts_) {
    for (const CCut& cut : facts.cuts) limits_.Report(file, cut.line, cut.column, cut.what);
  }
}

void CEngine::Collect(const Tree& tree, const ResolveOptions& options, Census* census) const {
  if (!ContainsC(tree)) return;
  const PhaseScope phase(options.cost, Phase::kC);
  const size_t first = census->accesses.size();
  std::any* const kept = KeptResolver(tree);
  if (kept != nullptr) kept->reset();  // before the answers to its questions are replaced
  const auto resolver = std::make_shared<CResolver>(tree, options);
  resolver->Run(census);
  if (kept != nullptr) *kept = resolver;
  const auto begin = census->accesses.begin() + static_cast<long>(first);
  std::sort(begin, census->accesses.end(), AccessLess);
  // Of several accesses by which one place does the same to one variable, the first remains.
  census->accesses.erase(std::unique(begin, census->accesses.end(),
                                     [](const Access& a, const Access& b) {
                                       return a.place == b.place && a.name == b.name &&
                                              a.op == b.op;
                                     }),
                         census->accesses.end());
}

// The places of files with accesses are among the answers, so nothing moves.
bool CEngine::Adapt(const Tree& tree, const ResolveOptions& options,
                    const std::set<size_t>& changed, Census* /*census*/) const {
  if (!ContainsC(tree)) return true;
  std::any* const kept = KeptResolver(tree);
  if (kept == nullptr || !kept->has_value()) return false;
  const PhaseScope phase(options.cost, Phase::kC);
  return std::any_cast<std::shared_ptr<CResolver>&>(*kept)->RunsTheSame(tree, options, changed);
}

}  // namespace flagcensus
