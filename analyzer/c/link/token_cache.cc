#include "analyzer/c/link/token_cache.h"

namespace flagcensus {
namespace {

// Maximum for the tokens, which have about fifteen times the size of their source.
constexpr size_t kMaxTokenBytes = size_t{64} << 20;

size_t BytesOf(const CTokens& tokens) {
  size_t count = tokens.tokens.size();
  for (const CMacro& macro : tokens.macros) count += macro.body.size();
  return count * sizeof(CToken) + tokens.macros.size() * sizeof(CMacro);
}

}  // namespace

std::shared_ptr<const CTokens> CTokenCache::Of(int file, std::string_view text) {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    const auto known = kept_.find(file);
    if (known != kept_.end()) return known->second;
  }
  // Lexed without the lock: two threads may lex the same file, and one result is kept.
  auto tokens = std::make_shared<const CTokens>(TokenizeC(text));
  const size_t bytes = BytesOf(*tokens);
  const std::lock_guard<std::mutex> lock(mutex_);
  if (bytes_ + bytes <= kMaxTokenBytes && kept_.try_emplace(file, tokens).second) bytes_ += bytes;
  return tokens;
}

void CTokenCache::Clear() {
  const std::lock_guard<std::mutex> lock(mutex_);
  kept_.clear();
  bytes_ = 0;
}

}  // namespace flagcensus
