#include "analyzer/code/bounded_parse.h"

#include <time.h>

#include <map>

namespace flagcensus {
namespace {

struct ParserDeleter {
  void operator()(TSParser* parser) const { ts_parser_delete(parser); }
};

double ThreadSeconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

const char* Read(void* payload, uint32_t offset, TSPoint, uint32_t* size) {
  const std::string_view text = *static_cast<const std::string_view*>(payload);
  *size = offset < text.size() ? static_cast<uint32_t>(text.size() - offset) : 0;
  return *size == 0 ? "" : text.data() + offset;
}

}  // namespace

TreePointer ParseBounded(const TSLanguage* language, std::string_view text) {
  thread_local std::map<const TSLanguage*, std::unique_ptr<TSParser, ParserDeleter>> parsers;
  std::unique_ptr<TSParser, ParserDeleter>& parser = parsers[language];
  if (parser == nullptr) {
    parser.reset(ts_parser_new());
    ts_parser_set_language(parser.get(), language);
  }
  double end = ThreadSeconds() + 5 + static_cast<double>(text.size()) * 3e-6;
  TSInput input{};
  input.payload = &text;
  input.read = Read;
  input.encoding = TSInputEncodingUTF8;
  TSParseOptions options{};
  options.payload = &end;
  options.progress_callback = [](TSParseState* state) {
    return ThreadSeconds() > *static_cast<const double*>(state->payload);
  };
  TreePointer tree(ts_parser_parse_with_options(parser.get(), nullptr, input, options));
  if (tree == nullptr) ts_parser_reset(parser.get());
  return tree;
}

}  // namespace flagcensus
