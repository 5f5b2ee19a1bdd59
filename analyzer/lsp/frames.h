// Frames of the base protocol (LSP 3.17, "Base Protocol"): bytes ─→ the contents of messages.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace flagcensus {

struct Frame {
  std::string content;  // the message
  std::string wrong;    // why there is none; "" if there is
};

class FrameReader {
 public:
  // The largest message: a document of the largest size that is read, 4 MiB, with each byte escaped
  // in six, and what is around it.
  static constexpr uint64_t kMaxContent = uint64_t{32} << 20;
  // A length above this is not believed: whatever follows is searched for the next header.
  static constexpr uint64_t kMaxBelieved = uint64_t{1} << 30;
  static constexpr size_t kMaxHeader = 4096;

  void Feed(std::string_view bytes);
  // The next frame, or nullopt if more bytes are needed. A message above kMaxContent is skipped,
  // and bytes that are no frame up to the next header; each gives one frame that says so. Costs
  // O(bytes fed) in total, and keeps at most one message.
  std::optional<Frame> Next();

 private:
  enum class Step { kNeedsMore, kTaken };
  // Takes the header in front of the next blank line, if that has come; `out` if that is reported.
  Step ReadHeader(std::optional<Frame>& out);
  std::optional<Frame> Resume(size_t drop, std::string why);

  std::string buffer_;
  size_t at_ = 0;                   // the bytes before it are consumed
  uint64_t skip_ = 0;               // bytes of a message that is too long
  std::optional<uint64_t> length_;  // of the message whose header was read
  bool lost_ = false;               // the last bytes were no frame, and this was reported
};

}  // namespace flagcensus
