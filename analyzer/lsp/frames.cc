// bytes ─→ headers with a length ─→ as many bytes of content
#include "analyzer/lsp/frames.h"

#include <algorithm>
#include <charconv>

#include "analyzer/base/text.h"

namespace flagcensus {
namespace {

constexpr std::string_view kLength = "content-length:";
constexpr std::string_view kBlank = "\r\n\r\n";

// The length that a header block states; otherwise `wrong` explains why it does not state one.
//
//   "Content-Length: 38"                          ─→ 38
//   "Content-Type: application/vscode-jsonrpc"    ─→ wrong: a header without Content-Length
//   "Content-Length: x"                           ─→ wrong
uint64_t LengthIn(std::string_view header, std::string& wrong) {
  std::optional<uint64_t> length;
  for (std::string_view line : Split(header, '\n')) {
    line = Trim(line);
    const size_t colon = line.find(':');
    if (colon == std::string_view::npos) {
      wrong = "a header line without a colon";
      return 0;
    }
    const std::string_view value = Trim(line.substr(colon + 1));
    if (EqualsIgnoreCase(Trim(line.substr(0, colon)), "content-type")) {
      const std::string type = ToLower(value);
      const size_t charset = type.find("charset=");
      if (charset != std::string::npos && type.find("utf-8", charset) == std::string::npos &&
          type.find("utf8", charset) == std::string::npos) {
        wrong = "a content type whose charset is not utf-8";
      }
    }
    if (!EqualsIgnoreCase(Trim(line.substr(0, colon)), "content-length")) continue;
    uint64_t number = 0;
    const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
    if (error != std::errc() || end != value.data() + value.size() ||
        number > FrameReader::kMaxPlausibleContent) {
      wrong = "a Content-Length that is not a sensible number";
      return 0;
    }
    length = number;
  }
  if (!length) wrong = "a header without Content-Length";
  return length.value_or(0);
}

}  // namespace

// The rest of a skipped message never enters the buffer.
void FrameReader::Feed(std::string_view bytes) {
  if (skip_ > 0) {
    const size_t skipped = static_cast<size_t>(std::min<uint64_t>(skip_, bytes.size()));
    skip_ -= skipped;
    bytes.remove_prefix(skipped);
  }
  // Consumed bytes are removed only when they are half of the buffer, so each byte is moved
  // once on average.
  if (at_ > 0 && at_ >= buffer_.size() / 2) {
    buffer_.erase(0, at_);
    at_ = 0;
  }
  buffer_ += bytes;
}

// Continues after `drop` bytes, or at the next header after the first byte, if that is earlier. Of
// consecutive bytes that are not a frame, only the first are reported.
//
//   "noise Content-Length: 2\r\n\r\n{}" ─→ continues at "Content-Length"
std::optional<Frame> FrameReader::SkipToNextHeader(size_t drop, std::string why) {
  const std::string rest = ToLower(std::string_view(buffer_).substr(at_, drop + kLength.size()));
  at_ += std::min({rest.size() < 2 ? drop : rest.find(kLength, 1), drop, buffer_.size() - at_});
  if (lost_) return std::nullopt;
  lost_ = true;
  return Frame{"", std::move(why)};
}

// Four outcomes: more bytes are needed, no header in a buffer full of bytes, a wrong header, or a
// length.
FrameReader::Step FrameReader::ReadHeader(std::optional<Frame>& out) {
  const std::string_view rest = std::string_view(buffer_).substr(at_, kMaxHeader + kBlank.size());
  const size_t blank = rest.find(kBlank);
  if (blank == std::string_view::npos) {
    if (rest.size() <= kMaxHeader) return Step::kNeedsMore;
    out = SkipToNextHeader(kMaxHeader - kLength.size(), "no header in the first 4096 bytes");
    return Step::kTaken;
  }
  std::string wrong;
  const uint64_t length = LengthIn(rest.substr(0, blank), wrong);
  if (!wrong.empty()) {
    out = SkipToNextHeader(blank + kBlank.size(), std::move(wrong));
    return Step::kTaken;
  }
  at_ += blank + kBlank.size();
  lost_ = false;
  if (length <= kMaxContent) {
    length_ = length;
    return Step::kTaken;
  }
  const uint64_t here = std::min<uint64_t>(length, buffer_.size() - at_);
  at_ += static_cast<size_t>(here);
  skip_ = length - here;
  out = Frame{"", "a message of " + std::to_string(length) + " bytes was skipped: at most " +
                      std::to_string(kMaxContent) +
                      " are read (a document in it counts as it is saved)"};
  return Step::kTaken;
}

// A loop instead of a recursion: a client may send any number of invalid headers.
std::optional<Frame> FrameReader::Next() {
  while (!length_) {
    std::optional<Frame> out;
    if (ReadHeader(out) == Step::kNeedsMore) return std::nullopt;
    if (out) return out;
  }
  if (buffer_.size() - at_ < *length_) return std::nullopt;
  Frame out{buffer_.substr(at_, static_cast<size_t>(*length_)), ""};
  at_ += static_cast<size_t>(*length_);
  length_.reset();
  return out;
}

}  // namespace flagcensus
