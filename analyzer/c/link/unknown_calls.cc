// C and C++ files ─→ calls of functions that no file of the tree defines, with literals
//
//   cfg_get_env("APP_X", 1)     conf::Number("APP_Y")
//
// These may read a variable in a library. Methods are omitted: they are found by their object
// alone, which an entry cannot name.
#include "analyzer/link/engine/unknown_calls.h"

#include <algorithm>
#include <iterator>
#include <mutex>

#include "analyzer/base/parallel.h"
#include "analyzer/base/text.h"
#include "analyzer/c/syntax.h"
#include "analyzer/c/tokens.h"

namespace flagcensus {
namespace {

using Kind = CToken::Kind;

bool ContainsOne(const std::string& lower, const std::vector<std::string>& words) {
  return std::any_of(words.begin(), words.end(), [&](const std::string& word) {
    return lower.find(word) != std::string::npos;
  });
}

// "conf::Number" of the name at `at`; "" if it is a method or its qualifier is unknown.
std::string CalleeAt(const std::vector<CToken>& t, size_t at) {
  std::string out = t[at].text;
  while (at >= 2 && t[at - 1].Is("::") && t[at - 2].kind == Kind::kName) {
    at -= 2;
    out = t[at].text + "::" + out;
  }
  if (at > 0 && (t[at - 1].Is(".") || t[at - 1].Is("->") || t[at - 1].Is("::"))) return "";
  return out;
}

// The bracket of the arguments after the name at `i` and its template arguments; 0 if it is not a
// call.
size_t ArgumentsAt(const std::vector<CToken>& t, size_t i) {
  constexpr size_t kMost = 12;  // tokens of the template's arguments
  if (t[i].kind != Kind::kName) return 0;
  if (t[i + 1].Is("(")) return i + 1;
  if (!t[i + 1].Is("<")) return 0;
  for (size_t k = i + 2; k < i + kMost && t[k].kind != Kind::kEnd; ++k) {
    if (t[k].Is(">")) return t[k + 1].Is("(") ? k + 1 : 0;
    if (t[k].kind != Kind::kName && !t[k].Is("::") && !t[k].Is("*")) return 0;
  }
  return 0;
}

void AddCalls(const SourceFile& file, const CTokens& all, const std::vector<std::string>& words,
              std::vector<UnknownCall>* out) {
  const std::vector<CToken>& t = all.tokens;
  for (size_t i = 0; t[i].kind != Kind::kEnd; ++i) {
    const size_t open = ArgumentsAt(t, i);
    if (open == 0) continue;
    UnknownCall call;
    call.callee = CalleeAt(t, i);
    // `words`: parts of names that suggest the environment, such as "env".
    if (call.callee.empty() || !ContainsOne(ToLower(call.callee), words)) continue;
    call.language = Language::kC;
    call.place = {file.path, static_cast<int>(t[i].line), static_cast<int>(t[i].column)};
    const auto arguments = SplitArguments(t, open + 1, MatchBracket(t, open));
    for (size_t k = 0; k < arguments.size(); ++k) {
      const auto [begin, end] = arguments[k];
      if (end != begin + 1 || t[begin].kind != Kind::kString) continue;
      call.position = static_cast<int>(k);
      call.text = t[begin].text;
      out->push_back(call);
    }
  }
}

// The names of macros, and of functions with a body.
void AddDefined(const CTokens& all, std::set<std::string>* out) {
  for (const CMacro& macro : all.macros) out->insert(macro.name);
  const std::vector<CToken>& t = all.tokens;
  for (size_t i = 0; t[i].kind != Kind::kEnd; ++i) {
    if (t[i].kind != Kind::kName || !t[i + 1].Is("(")) continue;
    size_t behind = MatchBracket(t, i + 1);
    if (t[behind].kind == Kind::kEnd) continue;
    ++behind;
    while (t[behind].kind == Kind::kName && !t[behind + 1].Is("(")) ++behind;  // const, override
    if (t[behind].Is("{") || t[behind].Is("->")) out->insert(t[i].text);
  }
}

std::string LastPart(const std::string& callee) { return callee.substr(callee.rfind(':') + 1); }

}  // namespace

std::vector<UnknownCall> FindUnknownCCalls(const Tree& tree, const ResolveOptions& options,
                                           const std::vector<std::string>& words) {
  std::set<std::string> defined;
  for (const auto& [call, row] : options.tables().c.calls) defined.insert(LastPart(call));
  std::vector<std::vector<UnknownCall>> found(tree.files.size());
  const unsigned threads = ThreadCount(options.jobs);
  std::vector<std::string> buffers(threads);
  std::mutex mutex;
  ParallelFor(tree.files.size(), threads, [&](size_t i, unsigned thread) {
    const SourceFile& file = tree.files[i];
    if (!IsC(file.kind) || !ReadSource(file, &buffers[thread]).empty()) return;
    if (!ContainsOne(ToLower(buffers[thread]), words)) return;
    const CTokens all = TokenizeC(buffers[thread]);
    std::set<std::string> here;
    AddDefined(all, &here);
    // Tests call functions of test frameworks; only sources count. But what a test defines is
    // defined.
    if (file.scope == Scope::kSrc) AddCalls(file, all, words, &found[i]);
    const std::lock_guard<std::mutex> lock(mutex);
    defined.merge(here);
  });
  std::vector<UnknownCall> out;
  for (const std::vector<UnknownCall>& calls : found) {
    // What any file defines is read as a wrapper, if it is one.
    std::copy_if(calls.begin(), calls.end(), std::back_inserter(out), [&](const UnknownCall& call) {
      return defined.count(LastPart(call.callee)) == 0;
    });
  }
  return out;
}

}  // namespace flagcensus
