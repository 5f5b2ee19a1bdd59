// libFuzzer entry point: any bytes as what a client of the language server sends: its frames and
// messages, and, of each message that is a change, its effect on a text, which is that of the same
// changes one by one. See catalog_fuzz.cc for
// the build.
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "analyzer/base/bounded_json.h"
#include "analyzer/lsp/documents.h"
#include "analyzer/lsp/frames.h"

namespace flagcensus {

// The text after the changes, each applied to all of it; nothing if one is wrong.
std::optional<std::string> ChangedWhole(std::string text, const LspAny& changes,
                                        PositionUnit unit) {
  if (!changes.is_array()) return std::nullopt;
  for (const LspAny& change : changes) {
    const auto piece = TextAt(change, {"text"});
    if (!piece) return std::nullopt;
    const LspAny& range = FieldOf(change, {"range"});
    const TextLines lines(std::make_shared<const std::string>(std::move(text)));
    text = *piece;
    if (range.is_null()) continue;
    const auto span = ReadRange(range, lines, unit);
    if (!span) return std::nullopt;
    text = std::string(lines.text()).replace(span->begin, span->end - span->begin, *piece);
  }
  return text;
}

}  // namespace flagcensus

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace flagcensus;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const size_t part = size == 0 ? 1 : data[0] % 64 + size_t{1};
  FrameReader frames;
  Documents documents;
  const auto text = std::make_shared<const std::string>("a\xC3\xA9\xF0\x9F\x98\x80\r\nb\rc\n");
  documents.Open("/a", {"file:///a", 1, std::make_shared<const TextLines>(text)});
  for (size_t at = 0; at < size; at += part) {
    frames.Feed(bytes.substr(at, part));
    while (const auto frame = frames.Next()) {
      if (frame->content.size() > size) std::abort();
      const auto message = ParseBoundedJson(frame->content, 64);
      if (!message) continue;
      if (const auto uri = TextAt(*message, {"params", "textDocument", "uri"})) PathOfUri(*uri);
      const LspAny& changes = FieldOf(*message, {"params", "contentChanges"});
      const PositionUnit unit = size % 2 == 0 ? PositionUnit::kUtf8 : PositionUnit::kUtf16;
      const auto wanted = ChangedWhole(documents.Find("/a")->lines->text(), changes, unit);
      const auto wrong = documents.Change(
          "/a", NumberAt(*message, {"params", "textDocument", "version"}), changes, unit);
      if (wanted.has_value() == wrong.has_value()) std::abort();
      if (wanted && documents.Find("/a")->lines->text() != *wanted) std::abort();
      if (documents.Find("/a")->lines->text().size() > 64 + size * 2) std::abort();
    }
  }
  return 0;
}
