// Names → the files that define them, for the functions to which values are passed
// (follow_values.cc).
//
//   load(getenv("APP_PLUGIN"));      ─→ the file with `void load(const char* path) {`
#include <algorithm>
#include <map>
#include <memory>
#include <tuple>
#include <utility>
#include <vector>

#include "analyzer/c/definition.h"
#include "analyzer/c/link/later_values.h"
#include "analyzer/tree/step_memory.h"
#include "analyzer/tree/word_search.h"

namespace flagcensus {
namespace {

// Whether the name in [begin, end) is defined there: a function with its body, a type, an
// enumerator, a constant. Only the surrounding bytes are examined, so a definition in a comment
// counts as well.
//
//   void load(const char* path) {     ─→ true    load(path);     ─→ false
//   struct load, enum { kA, kLoad }   ─→ true    return kLoad;   ─→ false
bool IsDefinedAt(std::string_view text, size_t begin, size_t end) {
  constexpr std::string_view kBlanks = " \t\r\n";
  size_t before = text.find_last_not_of(kBlanks, begin == 0 ? 0 : begin - 1);
  if (before == std::string_view::npos) before = 0;
  const std::string_view head = text.substr(0, before + 1);
  for (const std::string_view word : {"struct", "class", "union", "enum"}) {
    if (head.ends_with(word)) return true;
  }
  size_t at = text.find_first_not_of(kBlanks, end);
  if (at == std::string_view::npos) return false;
  if (text[at] == '(') {
    // Bytes of a parameter list. Only generated code has longer ones.
    constexpr size_t kMaxParameterBytes = 800;
    int depth = 0;
    for (size_t i = at; i < text.size() && i - at < kMaxParameterBytes; ++i) {
      if (text[i] == '(') ++depth;
      if (text[i] != ')' || --depth != 0) continue;
      size_t behind = text.find_first_not_of(kBlanks, i + 1);
      for (const std::string_view word : {"const", "noexcept", "override"}) {
        if (behind != std::string_view::npos && text.substr(behind).starts_with(word)) {
          behind = text.find_first_not_of(kBlanks, behind + word.size());
        }
      }
      return behind != std::string_view::npos && text[behind] == '{';
    }
    return false;
  }
  // `, kName,`: an enumerator. An argument between two others looks the same, which costs reading
  // one file.
  const bool listed = text[at] == ',' || text[at] == '}';
  if (listed) return text[before] == ',' || text[before] == '{';
  return MayBeDefined(text, begin, end);
}

}  // namespace

// A function is likely to be defined near its callers: two tools of one tree often have functions
// of one name.
std::set<int> CValueFollower::DefiningFiles(const std::string& question_name,
                                            const std::set<std::string>& names,
                                            const std::set<int>& known) {
  if (names.empty()) return {};
  CFileQuestions::Question question;
  question.kept = questions_.Kept(question_name, names);
  question.first = false;
  question.of = [known](int file) { return known.count(file) == 0; };
  const auto any = [](const WordSearch& search, std::string_view text,
                      WordSearch::Scratch& scratch) { return search.Contains(text, scratch); };
  const auto asked_for = questions_.AskForWords(names, any, &question);
  using Defined = std::set<size_t>;  // the names that a file defines, by their numbers
  question.make = [asked_for](const CFileQuestions::Asked& asked) -> std::shared_ptr<Defined> {
    const WordSearch& search = asked_for->search;
    std::vector<WordHit> hits;
    search.FindAll(asked.text, *asked_for->scratches[asked.thread], &hits);
    auto defines = std::make_shared<Defined>();
    for (const WordHit& hit : hits) {
      if (defines->count(hit.word) > 0) continue;
      const size_t end = hit.offset + search.words()[hit.word].size();
      if (IsDefinedAt(asked.text, hit.offset, end)) defines->insert(hit.word);
    }
    return defines->empty() ? nullptr : defines;
  };
  std::map<int, std::shared_ptr<Defined>> found;
  questions_.Ask<Defined>(question, [&](int file, std::shared_ptr<Defined> defines) {
    found[file] = std::move(defines);
  });
  // Each file that defines a name not yet covered is taken. Files in the folders of `known` come
  // first, then those that define more names.
  std::set<std::string> folders;
  const auto folder = [&](int file) {
    const std::string& path = sources_.File(file).path;
    return path.substr(0, path.rfind('/') + 1);
  };
  for (const int file : known) folders.insert(folder(file));
  std::vector<std::tuple<bool, size_t, int>> order;
  for (const auto& [file, words] : found) {
    order.emplace_back(folders.count(folder(file)) == 0, words->size(), file);
  }
  std::sort(order.begin(), order.end(), [](const auto& a, const auto& b) {
    return std::tuple(std::get<0>(a), std::get<1>(b), std::get<2>(a)) <
           std::tuple(std::get<0>(b), std::get<1>(a), std::get<2>(b));
  });
  std::set<int> out;
  std::set<size_t> covered;
  for (const auto& [far, count, file] : order) {
    const size_t before = covered.size();
    covered.insert(found[file]->begin(), found[file]->end());
    if (covered.size() > before) out.insert(file);
  }
  return out;
}

}  // namespace flagcensus
