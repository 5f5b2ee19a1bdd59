// Frames of the base protocol (LSP 3.17, "Base Protocol"): bytes ─→ the contents of messages.
//
//   Feed("Content-Length: 2\r\n\r\n{}Content-Le")
//   Next() ─→ {"{}"}; Next() ─→ nullopt, as the next header is incomplete
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace flagcensus {

struct Frame {
  std::string content;  // the message
  std::string wrong;    // why there is no message; "" if there is one
};

class FrameReader {
 public:
  // The largest message: a document of the largest size that is read, 4 MiB, with each byte escaped
  // as six, and some more for the rest of the message.
  static constexpr uint64_t kMaxContent = uint64_t{32} << 20;
  // A larger length is taken for a corrupt header: the bytes after it are searched for the next
  // header.
  static constexpr uint64_t kMaxPlausibleContent = uint64_t{1} << 30;
  static constexpr size_t kMaxHeader = 4096;

  void Feed(std::string_view bytes);
  // The next frame, or nullopt if more bytes are needed. A message above kMaxContent is skipped,
  // and bytes that are not a frame are skipped up to the next header; each of these gives one frame
  // that says so. Costs O(bytes fed) in total, and stores at most one message.
  std::optional<Frame> Next();

 private:
  enum class Step { kNeedsMore, kTaken };
  // Reads the header up to the next blank line, if that has arrived. Sets `out` to report an error.
  Step ReadHeader(std::optional<Frame>& out);
  // Drops `drop` bytes, or those up to the next header if that comes first. Returns a frame that
  // reports `why`; nullopt if this loss is already reported.
  std::optional<Frame> SkipToNextHeader(size_t drop, std::string why);

  std::string buffer_;
  size_t at_ = 0;                   // the bytes before it are consumed
  uint64_t skip_ = 0;               // remaining bytes of a message that is too long
  std::optional<uint64_t> length_;  // of the message after the header that was read
  bool lost_ = false;               // the last bytes were not a frame, which is already reported
};

}  // namespace flagcensus
