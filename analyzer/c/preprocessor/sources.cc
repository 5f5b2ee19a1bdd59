// The files that a preprocessor reads: lexed once for all units, and kept until Clear.
#include <utility>

#include "analyzer/c/preprocessor/preprocess.h"

namespace flagcensus {
namespace {

constexpr size_t kMaxKept = size_t{256} << 20;  // bytes of tokens and texts

}  // namespace

// A header is first lexed without its text. If it has no guard, or the text is requested later, it
// is lexed again; the first version remains, since macros refer to it.
const PpFile* PpSources::Get(int file, bool text_too) {
  const std::lock_guard<std::mutex> lock(mutex_);
  Kept& kept = kept_[file];
  if (kept.file != nullptr && (kept.text_too || !text_too)) return kept.file.get();
  std::optional<std::string> text =
      kept.file != nullptr ? std::optional(kept.file->text) : read_(file);
  if (!text) return nullptr;
  if (bytes_ + text->size() > kMaxKept) {
    full_ = true;
    return nullptr;
  }
  std::unique_ptr<const PpFile> made = LexPp(std::move(*text), file, text_too);
  if (!made->guarded && !text_too) {
    text_too = true;
    made = LexPp(made->text, file, true);
  }
  bytes_ += made->text.size() + made->logical.size() + made->tokens.size() * sizeof(PpToken);
  if (kept.file != nullptr) replaced_.push_back(std::move(kept.file));
  kept = {std::move(made), text_too};
  return kept.file.get();
}

// The file itself is lexed with its text for this use only, unless it is cached as a list that
// others include.
std::shared_ptr<const PpFile> PpSources::Main(int file) {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    const auto known = kept_.find(file);
    if (known != kept_.end() && known->second.file != nullptr && known->second.text_too) {
      return {std::shared_ptr<const PpFile>(), known->second.file.get()};
    }
  }
  std::optional<std::string> text = read_(file);
  return text ? LexPp(std::move(*text), file, true) : nullptr;
}

bool PpSources::HalfFull() const { return bytes_ > kMaxKept / 2; }

void PpSources::Clear() {
  kept_.clear();
  replaced_.clear();
  bytes_ = 0;
  full_ = false;
}

}  // namespace flagcensus
