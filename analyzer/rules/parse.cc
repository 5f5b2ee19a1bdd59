#include "analyzer/rules/parse.h"

#include <algorithm>

#include "analyzer/rules/evidence.h"

namespace flagcensus {
namespace {

void Collect(const std::vector<std::string>& from, std::vector<std::string>* into) {
  for (const std::string& word : from) {
    if (std::find(into->begin(), into->end(), word) == into->end()) into->push_back(word);
  }
}

// Types in C come from how the value is used; in Python a default may imply one.
bool IsParsed(const Access& access) { return access.use.parsed || IsC(access.language); }

}  // namespace

Parse ParseOf(const Flag& flag) {
  Parse out;
  std::vector<const Access*> tests;
  bool written = false;
  for (const Access* access : SourceAccesses(flag)) {
    written = written || IsWrite(access->op);
    if (access->op == AccessOp::kTest) tests.push_back(access);
    if (access->op == AccessOp::kRead) out.reads.push_back(access);
  }
  const bool only_tests = out.reads.empty();
  if (only_tests) out.reads = tests;
  // A value that the sources set may reach the reads instead of the user's.
  if (out.reads.empty() || written) return out;
  out.any_true = std::all_of(out.reads.begin(), out.reads.end(), [&](const Access* read) {
    return only_tests ||
           (read->use.any_true && read->use.truthy.empty() && read->use.falsy.empty());
  });
  out.type = out.reads.front()->type;
  for (const Access* read : out.reads) {
    if (read->type != out.type || !IsParsed(*read)) out.type = ValueType::kUnknown;
    out.in_c = out.in_c || IsC(read->language);
    Collect(read->use.truthy, &out.truthy);
    Collect(read->use.falsy, &out.falsy);
    Collect(read->use.spelled, &out.spelled);
  }
  return out;
}

}  // namespace flagcensus
