// The text is passed in small pieces, so text which a scanner reads repeatedly (a run of lines
// after each of them) is requested repeatedly, and counted.
#include "analyzer/python/bounded_parse.h"

#include <time.h>

#include <algorithm>
#include <map>

namespace flagcensus {
namespace {

// Bounds for malicious text. A usual text is read twice, with at most one step for each byte, so
// the factors have a large margin; texts below the free amounts are not bounded by their size.
constexpr uint64_t kPiece = 1024;           // bytes that are passed at once
constexpr uint64_t kLooks = 100;            // reads of each byte, on average
constexpr uint64_t kSteps = 50;             // steps for each byte, on average
constexpr uint64_t kStepsBetween = 100;     // between two calls of the parser's progress callback
constexpr uint64_t kFreeBytes = 8'000'000;  // bytes read, however small the text is
constexpr uint64_t kFreeSteps = 1'000'000;

struct ParserDeleter {
  void operator()(TSParser* parser) const { ts_parser_delete(parser); }
};

// The time of the thread and not of the process: other parses run at the same time.
double ThreadSeconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

// One parse: what it has read and done so far.
struct Parse {
  std::string_view text;
  uint64_t looked = 0;
  uint64_t steps = 0;
  double end = 0;  // in ThreadSeconds
};

// tree-sitter calls it for the text at an offset; a size of 0 is the end.
const char* Read(void* payload, uint32_t offset, TSPoint, uint32_t* size) {
  Parse& parse = *static_cast<Parse*>(payload);
  // The rest of the text, at most one piece.
  const uint64_t left = parse.text.size() - std::min<uint64_t>(offset, parse.text.size());
  *size = static_cast<uint32_t>(std::min(left, kPiece));
  parse.looked += *size;
  return *size == 0 ? "" : parse.text.data() + offset;
}

// Called by tree-sitter from time to time; true ends the parse.
bool Exceeds(TSParseState* state) {
  Parse& parse = *static_cast<Parse*>(state->payload);
  parse.steps += kStepsBetween;
  // Any of the three bounds ends the parse.
  return parse.looked > kFreeBytes + kLooks * parse.text.size() ||
         parse.steps > kFreeSteps + kSteps * parse.text.size() || ThreadSeconds() > parse.end;
}

}  // namespace

TreePointer ParseBounded(const TSLanguage* language, std::string_view text) {
  // Creating a parser is expensive, so each thread keeps one for each grammar.
  thread_local std::map<const TSLanguage*, std::unique_ptr<TSParser, ParserDeleter>> parsers;
  // One parser for each thread and grammar.
  std::unique_ptr<TSParser, ParserDeleter>& parser = parsers[language];
  if (parser == nullptr) {
    parser.reset(ts_parser_new());
    ts_parser_set_language(parser.get(), language);
  }
  // The bounds of this text.
  Parse parse;
  parse.text = text;
  // One second, and three more for each megabyte.
  parse.end = ThreadSeconds() + 1 + static_cast<double>(text.size()) * 3e-6;
  TSInput input{};
  input.payload = &parse;
  input.read = Read;
  input.encoding = TSInputEncodingUTF8;
  // tree-sitter calls Exceeds every kStepsBetween steps.
  TSParseOptions options{};
  options.payload = &parse;
  options.progress_callback = Exceeds;
  TreePointer tree(ts_parser_parse_with_options(parser.get(), nullptr, input, options));
  // Without a reset, the next parse would continue this one.
  if (tree == nullptr) ts_parser_reset(parser.get());
  return tree;
}

}  // namespace flagcensus
