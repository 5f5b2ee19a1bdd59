// words ─→ a table ─────────────────────────────→ candidates ─→ boundaries checked ─→ hits
//       └→ one Hyperscan database of literals ─→ candidate ends ─┘
//
// Compiling a database takes as long as searching a few megabytes with a table of the words by
// their first runs of identifier bytes. It is compiled when that much has been searched, or if a
// word has no such run. Hyperscan (Wang et al., NSDI 2019) reports the end of a literal; its length
// gives the start. Only the first kPrefix bytes of a word are compiled and the rest is compared at
// the hit, so a name of a megabyte in a hostile page cannot exceed the compiler's limits. If no
// database can be made (a processor without SSSE3, no memory), each word is searched for
// separately: slower, but with the same hits.
#include "analyzer/tree/word_search.h"

#include <hs.h>

#include <algorithm>
#include <atomic>
#include <mutex>
#include <tuple>

#include "analyzer/base/text.h"
#include "analyzer/tree/word_table.h"

namespace flagcensus {
namespace {

// Longer than any identifier in practice.
constexpr size_t kPrefix = 256;
// Hyperscan accepts a 32-bit length; larger texts are searched in overlapping pieces.
constexpr size_t kPiece = size_t{1} << 30;
// The number of bytes from which on a database pays: its cost grows with the number of words.
size_t ManyFor(size_t words) {
  constexpr size_t kLeast = size_t{2} << 20;
  constexpr size_t kPerWord = size_t{2} << 10;
  return std::max(kLeast, words * kPerWord);
}

// Whether `word` occurs at `offset` and no identifier byte continues it, as its shape requires.
bool OccursAt(std::string_view text, size_t offset, std::string_view word, WordShape shape) {
  const std::string_view there = text.substr(offset, word.size());
  if (shape.any_case ? !EqualsIgnoreCase(there, word) : there != word) return false;
  const size_t end = offset + word.size();
  return !DividesWord(text, offset) && (shape.prefix || !DividesWord(text, end));
}

// The runs of identifier bytes in `word` that every text with it contains as words, or as the
// prefix of one: "app.settings" ─→ "app" and "settings".
std::vector<FileWords::Key> PartsOf(std::string_view word, WordShape shape) {
  std::vector<FileWords::Key> out;
  for (size_t at = 0; at < word.size();) {
    const size_t end = EndOfRun(word, at, IsIdentifierByte);
    const std::string_view part = word.substr(at, end - at);
    if (shape.prefix && end == word.size()) {  // the text may continue it
      const auto key = shape.any_case ? std::nullopt : FileWords::KeyOfBeginning(part);
      if (key) out.push_back(*key);
    } else if (end > at) {
      out.push_back(FileWords::KeyOf(part, shape.any_case));
    }
    at = end + 1;
  }
  return out;
}

bool MayHoldAll(const FileWords& file, const std::vector<FileWords::Key>& parts) {
  return std::all_of(parts.begin(), parts.end(),
                     [&](const FileWords::Key& key) { return file.MayContain(key); });
}

}  // namespace

class WordSearch::Scratch {
 public:
  ~Scratch() { hs_free_scratch(space); }
  hs_scratch_t* space = nullptr;
};

namespace {

// The argument of Hyperscan's callback.
struct Scan {
  std::string_view text;
  size_t base = 0;  // the offset of the piece that is scanned
  const std::vector<std::string>* words = nullptr;
  const std::vector<WordShape>* shapes = nullptr;
  const std::vector<size_t>* compiled = nullptr;
  std::vector<WordHit>* hits = nullptr;  // null: stop at the first
  bool found = false;
};

// A returned 1 ends the scan.
int OnMatch(unsigned id, unsigned long long /*from*/, unsigned long long to, unsigned /*flags*/,
            void* context) {
  Scan& scan = *static_cast<Scan*>(context);
  const size_t offset = scan.base + static_cast<size_t>(to) - (*scan.compiled)[id];
  if (!OccursAt(scan.text, offset, (*scan.words)[id], (*scan.shapes)[id])) return 0;
  scan.found = true;
  if (scan.hits == nullptr) return 1;
  scan.hits->push_back({id, static_cast<uint32_t>(offset)});
  return 0;
}

// The next place from `from` on where `word` may occur.
size_t NextOf(std::string_view text, const std::string& word, bool any_case, size_t from) {
  if (!any_case) return text.find(word, from);
  const auto same = [](char a, char b) { return EqualsIgnoreCase({&a, 1}, {&b, 1}); };
  const auto at = std::search(text.begin() + static_cast<std::ptrdiff_t>(from), text.end(),
                              word.begin(), word.end(), same);
  return at == text.end() ? std::string_view::npos : static_cast<size_t>(at - text.begin());
}

// A scan without a database.
void SearchEach(Scan& scan) {
  for (uint32_t id = 0; id < scan.words->size(); ++id) {
    const std::string& word = (*scan.words)[id];
    if (word.empty()) continue;
    const WordShape shape = (*scan.shapes)[id];
    for (size_t at = NextOf(scan.text, word, shape.any_case, 0); at != std::string_view::npos;
         at = NextOf(scan.text, word, shape.any_case, at + 1)) {
      if (!OccursAt(scan.text, at, word, shape)) continue;
      scan.found = true;
      if (scan.hits == nullptr) return;
      scan.hits->push_back({id, static_cast<uint32_t>(at)});
    }
  }
}

// A hit in the overlap of two pieces is found twice; FindAll removes the second.
void SearchDatabase(const hs_database_t* database, hs_scratch_t* space, Scan& scan) {
  for (scan.base = 0; scan.base < scan.text.size(); scan.base += kPiece) {
    const size_t length = std::min(scan.text.size() - scan.base, kPiece + kPrefix - 1);
    const hs_error_t status = hs_scan(database, scan.text.data() + scan.base,
                                      static_cast<unsigned>(length), 0, space, OnMatch, &scan);
    if (status == HS_SCAN_TERMINATED) return;
  }
}

// The table reports candidates by the first run of a word.
void SearchTable(const WordTable& table, Scan& scan) {
  table.Search(scan.text, [&](uint32_t id, size_t offset) {
    if (!OccursAt(scan.text, offset, (*scan.words)[id], (*scan.shapes)[id])) return false;
    scan.found = true;
    if (scan.hits == nullptr) return true;
    scan.hits->push_back({id, static_cast<uint32_t>(offset)});
    return false;
  });
}

// Fills `compiled` and returns the database; nullptr if it cannot be made.
hs_database_t* Compile(const std::vector<std::string>& words, const std::vector<WordShape>& shapes,
                       std::vector<size_t>* compiled) {
  std::vector<const char*> texts;
  std::vector<unsigned> flags;
  std::vector<unsigned> ids;
  std::vector<size_t> lengths;
  for (size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i];
    compiled->push_back(std::min(word.size(), kPrefix));
    if (word.empty()) continue;  // matches nothing; Hyperscan crashes on it
    texts.push_back(word.data());
    flags.push_back(shapes[i].any_case ? HS_FLAG_CASELESS : 0U);
    ids.push_back(static_cast<unsigned>(i));
    lengths.push_back(compiled->back());
  }
  hs_database_t* out = nullptr;
  if (texts.empty()) return out;
  hs_compile_error_t* error = nullptr;
  hs_compile_lit_multi(texts.data(), flags.data(), ids.data(), lengths.data(),
                       static_cast<unsigned>(texts.size()), HS_MODE_BLOCK, nullptr, &out, &error);
  hs_free_compile_error(error);
  return out;
}

}  // namespace

struct WordSearch::State {
  // Searches in the way that is cheapest at this point.
  void Search(Scan& scan, Scratch& scratch);

  WordTable table;
  const size_t many;
  std::atomic<size_t> searched = 0;  // bytes
  std::once_flag once;
  hs_database_t* database = nullptr;
  std::vector<size_t> compiled;  // the compiled length of each word

  State(const std::vector<std::string>& words, const std::vector<WordShape>& shapes)
      : table(words, shapes), many(ManyFor(words.size())) {}
  ~State() { hs_free_database(database); }
};

void WordSearch::State::Search(Scan& scan, Scratch& scratch) {
  if (scan.words->empty()) return;
  // Threads add to `searched` concurrently; one of them passes the limit first and compiles.
  if (table.complete() && (searched += scan.text.size()) < many) return SearchTable(table, scan);
  std::call_once(once, [&] { database = Compile(*scan.words, *scan.shapes, &compiled); });
  if (database != nullptr && scratch.space == nullptr) hs_alloc_scratch(database, &scratch.space);
  if (database == nullptr || scratch.space == nullptr) return SearchEach(scan);
  SearchDatabase(database, scratch.space, scan);
}

WordSearch::WordSearch(std::vector<std::string> words) : WordSearch(std::move(words), {}) {}

WordSearch::WordSearch(std::vector<std::string> words, std::vector<WordShape> shapes)
    : words_(std::move(words)), shapes_(std::move(shapes)) {
  shapes_.resize(words_.size());
  for (size_t i = 0; i < words_.size(); ++i) parts_.push_back(PartsOf(words_[i], shapes_[i]));
  state_ = std::make_unique<State>(words_, shapes_);
}

WordSearch WordSearch::Of(const std::set<std::pair<std::string, WordShape>>& words) {
  std::vector<std::string> texts;
  std::vector<WordShape> shapes;
  for (const auto& [text, shape] : words) {
    texts.push_back(text);
    shapes.push_back(shape);
  }
  return WordSearch(std::move(texts), std::move(shapes));
}

WordSearch::~WordSearch() = default;
WordSearch::WordSearch(WordSearch&&) noexcept = default;
WordSearch& WordSearch::operator=(WordSearch&&) noexcept = default;

std::shared_ptr<WordSearch::Scratch> WordSearch::MakeScratch() const {
  return std::make_shared<Scratch>();
}

bool WordSearch::MayStandIn(const FileWords& file) const {
  return std::any_of(parts_.begin(), parts_.end(),
                     [&](const auto& parts) { return MayHoldAll(file, parts); });
}

bool WordSearch::Contains(std::string_view text, Scratch& scratch) const {
  Scan scan{text, 0, &words_, &shapes_, &state_->compiled, nullptr, false};
  state_->Search(scan, scratch);
  return scan.found;
}

// Both ways of searching yield the hits in different orders, so they are sorted.
void WordSearch::FindAll(std::string_view text, Scratch& scratch,
                         std::vector<WordHit>* hits) const {
  hits->clear();
  Scan scan{text, 0, &words_, &shapes_, &state_->compiled, hits, false};
  state_->Search(scan, scratch);
  const auto key = [](const WordHit& hit) { return std::tie(hit.offset, hit.word); };
  const auto less = [&](const WordHit& a, const WordHit& b) { return key(a) < key(b); };
  const auto same = [&](const WordHit& a, const WordHit& b) { return key(a) == key(b); };
  std::sort(hits->begin(), hits->end(), less);
  // A hit where two pieces overlap is reported by both.
  hits->erase(std::unique(hits->begin(), hits->end(), same), hits->end());
}

}  // namespace flagcensus
