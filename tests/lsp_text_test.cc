// Positions, frames and URIs of the language server.
#include <gtest/gtest.h>

#include <cstdint>
#include <iterator>
#include <string>

#include "analyzer/lsp/documents.h"
#include "analyzer/lsp/frames.h"
#include "analyzer/lsp/text_lines.h"

namespace flagcensus {
namespace {

TextLines LinesOf(std::string text) {
  return TextLines(std::make_shared<const std::string>(std::move(text)));
}

TEST(LspText, PositionsCountUnits) {
  // a, an e with an accent (2 bytes), a face (4 bytes, 2 units), b; then each kind of line end.
  const TextLines lines = LinesOf(
      "a\xC3\xA9\xF0\x9F\x98\x80"
      "b\r\nc\rd\n");
  const auto at = [&](size_t line, size_t character, PositionUnit unit) {
    return lines.OffsetOf(LspPosition{line, character}, unit);
  };
  EXPECT_EQ(at(0, 2, PositionUnit::kUtf16), 3U);
  EXPECT_EQ(at(0, 3, PositionUnit::kUtf16), 3U);  // inside the face
  EXPECT_EQ(at(0, 4, PositionUnit::kUtf16), 7U);
  EXPECT_EQ(at(0, 7, PositionUnit::kUtf8), 7U);
  EXPECT_EQ(at(0, 99, PositionUnit::kUtf16), 8U);  // the end of the line
  EXPECT_EQ(at(1, 0, PositionUnit::kUtf16), 10U);
  EXPECT_EQ(at(2, 0, PositionUnit::kUtf16), 12U);
  EXPECT_EQ(at(3, 0, PositionUnit::kUtf16), 14U);
  EXPECT_EQ(at(99, 1, PositionUnit::kUtf16), 14U);
  for (size_t offset : {0U, 1U, 3U, 7U, 8U, 10U, 12U, 14U}) {
    for (const PositionUnit unit : {PositionUnit::kUtf16, PositionUnit::kUtf8}) {
      EXPECT_EQ(lines.OffsetOf(lines.PositionOf(offset, unit), unit), offset);
    }
  }
  // The program's lines end with "\n" alone.
  EXPECT_EQ(lines.OffsetOf(Place{"", 2, 3}), 12U);
  EXPECT_EQ(lines.OffsetOf(Place{"", 1, 0}), 0U);
  EXPECT_EQ(lines.OffsetOf(Place{"", 9, 1}), 14U);
  EXPECT_EQ(lines.OffsetOfCharacter(1, 4), 7U);
}

// The lines of a text under edit are those of the text as a whole: edits with every kind of line
// end, at every place, also between "\r" and "\n".
TEST(LspText, EditsKeepTheLines) {
  uint32_t random = 7;
  const auto draw = [&](size_t below) {
    random = random * 1664525 + 1013904223;
    return static_cast<size_t>(random >> 8) % below;
  };
  const std::string pieces[] = {"",    "a",   "\r",          "\n",      "\r\n",
                                "b\r", "\nc", "x\ry\nz\r\n", "\xC3\xA9"};
  for (int round = 0; round < 200; ++round) {
    std::string whole = "a\r\nb\rc\n";
    EditedText edited(LinesOf(whole));
    for (int i = 0; i < 50; ++i) {
      const LspPosition start = {draw(8), draw(4)};
      const LspPosition end = {start.line + draw(3), draw(4)};
      const std::string& piece = pieces[draw(std::size(pieces))];
      const TextLines lines = LinesOf(whole);
      const size_t begin = lines.OffsetOf(start, PositionUnit::kUtf16);
      const size_t until = lines.OffsetOf(end, PositionUnit::kUtf16);
      ASSERT_EQ(edited.Replace(start, end, PositionUnit::kUtf16, piece), until >= begin);
      if (until >= begin) whole.replace(begin, until - begin, piece);
      ASSERT_EQ(edited.text(), whole);
    }
  }
}

TEST(LspText, ADocumentThatGrowsTooLargeIsDroppedUntilAllOfItIsSent) {
  Documents documents;
  const auto text = std::make_shared<const std::string>("a\n");
  documents.Open("/a", {"file:///a", 1, std::make_shared<const TextLines>(text)});
  const LspAny start = {{"line", 0}, {"character", 0}};
  const LspAny range = {{"start", start}, {"end", start}};
  const auto change = [&](const LspAny& one) {
    return documents.Change("/a", std::nullopt, LspAny::array({one}), PositionUnit::kUtf8);
  };
  const std::string large(kMaxOpenBytes / 2, 'x');
  EXPECT_EQ(change({{"range", range}, {"text", large}}), std::nullopt);
  EXPECT_TRUE(change({{"range", range}, {"text", large}})->starts_with("the document is larger"));
  EXPECT_EQ(change({{"range", range}, {"text", "b"}}), std::nullopt);
  EXPECT_EQ(documents.Find("/a")->lines->text(), "");
  EXPECT_EQ(change({{"text", "c"}}), std::nullopt);
  EXPECT_EQ(change({{"range", range}, {"text", "b"}}), std::nullopt);
  EXPECT_EQ(documents.Find("/a")->lines->text(), "bc");
}

TEST(LspText, BytesThatAreNoUtf8AreCharacters) {
  const TextLines lines = LinesOf("\xff\xe2\x82x\xf0");
  EXPECT_EQ(lines.PositionOf(3, PositionUnit::kUtf16).character, 3U);
  EXPECT_EQ(lines.OffsetOf(LspPosition{0, 4}, PositionUnit::kUtf16), 4U);
  EXPECT_EQ(lines.OffsetOf(LspPosition{0, 9}, PositionUnit::kUtf16), 5U);
}

TEST(LspText, PlacesMarkTheName) {
  const TextLines lines = LinesOf("x = getenv(\"APP_A\") + APP_AB\n  rest \n");
  const auto span = [&](const Place& place, std::string_view name) {
    const TextSpan found = SpanOf(lines, place, name);
    return lines.text().substr(found.begin, found.end - found.begin);
  };
  EXPECT_EQ(span({"", 1, 5}, "APP_A"), "APP_A");
  EXPECT_EQ(span({"", 1, 25}, "APP_A"), "APP_A");  // before the column
  EXPECT_EQ(span({"", 1, 5}, "APP_B"), "getenv(\"APP_A\") + APP_AB");
  EXPECT_EQ(span({"", 2, 0}, "APP_B"), "rest");
  EXPECT_EQ(span({"", 0, 0}, "APP_A"), "");
  EXPECT_EQ(span({"", 7, 3}, "APP_A"), "");
}

TEST(LspText, FramesOfAnySplitAreMessages) {
  const std::string bytes =
      "Content-Length: 2\r\n\r\n{}content-length:3\r\nContent-Type: "
      "application/vscode-jsonrpc; charset=utf-8\r\n\r\n[1]";
  for (size_t part = 1; part <= bytes.size(); ++part) {
    FrameReader frames;
    std::string read;
    for (size_t at = 0; at < bytes.size(); at += part) {
      frames.Feed(bytes.substr(at, part));
      while (const auto frame = frames.Next()) read += frame->content + frame->wrong + ";";
    }
    EXPECT_EQ(read, "{};[1];") << part;
  }
}

TEST(LspText, BytesThatAreNoFrameAreSkippedToTheNext) {
  for (const std::string& noise :
       {std::string("x\r\n\r\n"), std::string("Content-Length: x\r\n\r\n"),
        std::string("Content-Length: 99999999999\r\n\r\n"), std::string(100000, 'a'),
        std::string("Content-Length: 5"), std::string("Content-Type: a;charset=x\r\n\r\n")}) {
    FrameReader frames;
    frames.Feed(noise + "Content-Length: 2\r\n\r\n{}");
    std::string read;
    size_t wrong = 0;
    while (const auto frame = frames.Next()) {
      read += frame->content;
      wrong += frame->wrong.empty() ? 0 : 1;
    }
    EXPECT_EQ(read, "{}") << noise.substr(0, 40);
    EXPECT_EQ(wrong, 1U) << noise.substr(0, 40);
  }
}

// Found by hand: each took a level of recursion, and the stack ended.
TEST(LspText, AnyNumberOfHeadersWithoutALengthIsSkipped) {
  std::string noise;
  for (int i = 0; i < 1'000'000; ++i) noise += "\r\n\r\n";
  FrameReader frames;
  frames.Feed(noise + "Content-Length: 2\r\n\r\n{}");
  std::string read;
  while (const auto frame = frames.Next()) read += frame->content + frame->wrong + ";";
  EXPECT_EQ(read, "a header line without a colon;{};");
}

TEST(LspText, UrisArePaths) {
  EXPECT_EQ(PathOfUri("file:///a/b%20c.py"), "/a/b c.py");
  EXPECT_EQ(PathOfUri("file://localhost/a/../b"), "/b");
  EXPECT_EQ(PathOfUri("FILE:/a#L3"), "/a");
  EXPECT_EQ(PathOfUri("file:///a%2"), "/a%2");
  EXPECT_EQ(PathOfUri("file://other/a"), std::nullopt);
  EXPECT_EQ(PathOfUri("untitled:Untitled-1"), std::nullopt);
  EXPECT_EQ(PathOfUri("file:///a%00b"), std::nullopt);
  EXPECT_EQ(PathOfUri("file:a"), std::nullopt);
  EXPECT_EQ(UriOfPath("/a/b c.py"), "file:///a/b%20c.py");
}

}  // namespace
}  // namespace flagcensus
