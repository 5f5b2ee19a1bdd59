// Texts that reads store in members of objects → the uses of these members in any file of the tree.
//
//   options.order = getenv("APP_ORDER");                  ─→ the key "options.order"
//   if (atoi(app->options.order) > 0) ...   elsewhere     ─→ APP_ORDER is an int
#include "analyzer/c/kept_uses.h"

#include <memory>
#include <set>
#include <string>

#include "analyzer/base/text.h"
#include "analyzer/c/link/initials.h"

namespace flagcensus {
namespace {

// A tree with more keys is generated; the others have the type that their read shows.
constexpr size_t kMaxKeys = 2'000;

// A path may still be a list of paths.
bool IsOpen(ValueType type) {
  return type == ValueType::kUnknown || type == ValueType::kStr || type == ValueType::kPath;
}

// The member that keeps the text which the call reads; "" if there is none.
std::string KeyOfKept(const CCall& call, const CMeaning& meaning) {
  if (meaning.op != AccessOp::kRead || !IsOpen(meaning.type)) return "";
  if (!meaning.out.empty()) return KeptKey(meaning.out);
  return IsOpen(call.result.type) ? KeptKey(call.receiver.stored) : "";
}

}  // namespace

void CKeptUses::FindKeptUses() {
  std::set<std::string> keys;
  std::set<std::string> words;
  for (const auto& [file, facts] : facts_) {
    for (const CCall& call : facts.calls) {
      for (const CMeaning& meaning : meanings_.MeaningsOf(file, facts, call)) {
        const std::string key = KeyOfKept(call, meaning);
        if (key.empty() || keys.size() >= kMaxKeys) continue;
        keys.insert(key);
        words.insert(key.substr(key.find('.') + 1));
      }
    }
  }
  if (keys.empty()) return;
  using Uses = std::map<std::string, CTextUse>;
  CFileQuestions::Question question;
  question.kept = questions_.Kept("kept uses", keys);
  const auto holds = [](const WordSearch& search, std::string_view text,
                        WordSearch::Scratch& scratch) { return search.Contains(text, scratch); };
  questions_.AskForWords(words, holds, &question);
  question.make = [&questions = questions_, keys](const CFileQuestions::Asked& asked) {
    return std::make_shared<Uses>(flagcensus::FindKeptUses(*questions.TokensOf(asked), keys));
  };
  std::set<std::string> unclear;  // with different types
  questions_.Ask<Uses>(question, [&](int, const std::shared_ptr<Uses>& found) {
    for (const auto& [key, use] : *found) {
      if (use.type == ValueType::kUnknown) continue;
      const auto [at, added] = kept_uses_.try_emplace(key, use);
      if (!added && at->second.type != use.type) unclear.insert(key);
    }
  });
  // Words that are compared without a final else are not all words: the type stays open.
  for (const auto& [key, use] : kept_uses_) {
    if (use.type == ValueType::kEnum && !use.choice) unclear.insert(key);
  }
  for (const std::string& key : unclear) kept_uses_.erase(key);
}

// Only a type that the read itself does not show: the use nearest to the read is more reliable.
void CKeptUses::TakeKeptUse(const CCall& call, const CMeaning& meaning, Access* access) const {
  const auto use = kept_uses_.find(KeyOfKept(call, meaning));
  const bool list = access->type == ValueType::kPath && use != kept_uses_.end() &&
                    use->second.type == ValueType::kList;
  if (use == kept_uses_.end() ||
      !(list || (access->type != ValueType::kPath && IsOpen(access->type)))) {
    return;
  }
  access->type = use->second.type;
  access->use.parsed = access->use.parsed || use->second.choice;
  if (access->use.truthy.empty()) access->use.truthy = use->second.truthy;
}

}  // namespace flagcensus
