// pattern ─→ steps ─→ the set of steps that a text can have reached, byte by byte
//
//   a*.c      ─→ kByte a, kStar, kByte '.', kByte c     begins "a", ends ".c"
//   **/x      ─→ kFolders, kByte x                      matches "x" and "a/b/x"
//   x/**      ─→ kByte x, kByte '/', kGlobStar          matches "x/a/b"
//   a**b      ─→ kByte a, kStar, kByte b                `**` not between slashes is `*`
//   [a        ─→ broken: matches nothing
//
// The set simulation of a nondeterministic automaton (Thompson 1968): no backtracking, so a pattern
// of many stars costs no more than its length times the text's. The meaning of the pieces follows
// gitignore(5); `git check-ignore` is the arbiter in the tests.
#include "analyzer/tree/glob.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cctype>
#include <utility>

#include "analyzer/base/characters.h"

namespace flagcensus {
namespace {

// Whether `byte` is in the POSIX class `name` of the C locale. `*known` is false if there is no
// class of that name.
bool InClass(std::string_view name, unsigned char byte, bool* known) {
  *known = true;
  const char c = static_cast<char>(byte);
  if (byte > 0x7f) byte = 0;  // only cntrl contains NUL, and a path does not
  if (name == "alnum") return IsAlnum(c);
  if (name == "alpha") return IsAlpha(c);
  if (name == "blank") return IsBlank(c);
  if (name == "cntrl") return byte != 0 && std::iscntrl(byte) != 0;
  if (name == "digit") return IsDigit(c);
  if (name == "graph") return std::isgraph(byte) != 0;
  if (name == "lower") return IsLower(c);
  if (name == "print") return std::isprint(byte) != 0;
  if (name == "punct") return std::ispunct(byte) != 0;
  if (name == "space") return IsSpace(c);
  if (name == "upper") return IsUpper(c);
  if (name == "xdigit") return IsHexDigit(c);
  *known = false;
  return false;
}

}  // namespace

Glob::Glob(std::string_view pattern) {
  for (size_t at = 0; at < pattern.size() && !broken_;) {
    const char c = pattern[at];
    if (c == '[') {
      at = AddSet(pattern, at);
    } else if (c == '?') {
      Add(Kind::kAny);
      ++at;
    } else if (c == '\\') {
      broken_ = at + 1 == pattern.size();
      if (!broken_) Add(Kind::kByte, static_cast<unsigned char>(pattern[at + 1]));
      at += 2;
    } else if (c == '*') {
      // `**` has its meaning only after a slash or at the beginning.
      const bool opens = at == 0 || pattern[at - 1] == '/';
      const size_t first = at;
      while (at < pattern.size() && pattern[at] == '*') ++at;
      const std::string_view rest = pattern.substr(at);
      if (at - first == 1 || !opens) {
        Add(Kind::kStar);
      } else if (rest.starts_with('/')) {
        Add(Kind::kFolders);
        ++at;
      } else {
        Add(rest.empty() || rest.starts_with("\\/") ? Kind::kGlobStar : Kind::kStar);
      }
    } else {
      Add(Kind::kByte, static_cast<unsigned char>(c));
      ++at;
    }
  }
  // The literal beginning and end reject most texts before the simulation.
  const auto is_byte = [](const Step& step) { return step.kind == Kind::kByte; };
  const auto literal = std::find_if_not(steps_.begin(), steps_.end(), is_byte);
  const auto behind = std::find_if_not(steps_.rbegin(), steps_.rend(), is_byte).base();
  for (auto step = steps_.begin(); step != literal; ++step) {
    begins_ += static_cast<char>(step->byte);
  }
  for (auto step = behind; step != steps_.end(); ++step) ends_ += static_cast<char>(step->byte);
}

// Reads the bracket expression that starts at `at` and returns the place after it.
size_t Glob::AddSet(std::string_view pattern, size_t at) {
  const auto byte = [&](size_t i) {
    return i < pattern.size() ? static_cast<unsigned char>(pattern[i]) : '\0';
  };
  std::bitset<256> set;
  ++at;
  const bool negated = byte(at) == '!' || byte(at) == '^';
  if (negated) ++at;
  int low = -1;  // the first byte of a range, if a '-' follows
  // A ']' as the first byte of a set is an ordinary one.
  for (bool first = true; first || byte(at) != ']'; first = false) {
    if (at >= pattern.size()) break;
    if (byte(at) == '-' && low >= 0 && at + 1 < pattern.size() && byte(at + 1) != ']') {
      ++at;
      if (byte(at) == '\\') ++at;
      for (int i = low; i <= byte(at); ++i) set.set(static_cast<size_t>(i));
      low = -1;
      ++at;
    } else if (byte(at) == '[' && byte(at + 1) == ':') {
      // [:alpha:] inside the set.
      const size_t close = pattern.find(']', at + 2);
      if (close == std::string_view::npos) break;
      if (close < at + 3 || byte(close - 1) != ':') {  // "[:" without ":]": an ordinary '['
        low = '[';
        set.set('[');
        ++at;
        continue;
      }
      const std::string_view name = pattern.substr(at + 2, close - at - 3);
      bool known = false;
      for (int i = 1; i < 256; ++i) {
        if (InClass(name, static_cast<unsigned char>(i), &known)) set.set(static_cast<size_t>(i));
      }
      // git matches nothing with an unknown class.
      if (!known) broken_ = true;
      low = -1;
      at = close + 1;
    } else {
      if (byte(at) == '\\') ++at;
      if (at >= pattern.size()) break;
      low = byte(at);
      set.set(static_cast<size_t>(low));
      ++at;
    }
  }
  if (at >= pattern.size()) broken_ = true;  // no closing bracket
  if (negated) set.flip();
  // A set never matches a slash, even if it is negated.
  set.reset('/');
  steps_.push_back({Kind::kSet, 0, static_cast<uint32_t>(sets_.size())});
  sets_.push_back(set);
  return at + 1;
}

bool Glob::Takes(const Step& step, unsigned char byte) const {
  switch (step.kind) {
    case Kind::kByte:
      return byte == step.byte;
    case Kind::kAny:
    case Kind::kStar:
      return byte != '/';
    case Kind::kSet:
      return sets_[step.set][byte];
    case Kind::kGlobStar:
    case Kind::kFolders:
      return true;
  }
  return false;
}

// Whether a step may match nothing.
bool Glob::Skips(size_t step) const {
  const Kind kind = steps_[step].kind;
  return kind == Kind::kStar || kind == Kind::kGlobStar || kind == Kind::kFolders;
}

// Reads the text once, with the set of reached steps.
bool Glob::Matches(std::string_view text) const {
  if (broken_ || !text.starts_with(begins_) || !text.ends_with(ends_)) return false;
  if (begins_.size() == steps_.size()) return text.size() == begins_.size();
  // The steps that are reached, and each kFolders that has consumed bytes of a folder, with the '/'
  // not read yet. Most patterns have fewer steps than a word has bits, so no memory is
  // allocated.
  const size_t words = steps_.size() / 64 + 1;
  std::array<uint64_t, 3> few = {};
  std::vector<uint64_t> many;
  uint64_t* now = few.data();
  if (words > 1) {
    many.resize(3 * words);
    now = many.data();
  }
  uint64_t* next = now + words;
  uint64_t* inside = next + words;
  // Marks a step as reached, and those after it as long as they may match nothing.
  const auto enter = [&](size_t step, uint64_t* states) {
    for (;; ++step) {
      uint64_t& word = states[step / 64];
      const uint64_t bit = uint64_t{1} << step % 64;
      if ((word & bit) != 0) return;
      word |= bit;
      if (step == steps_.size() || !Skips(step)) return;
    }
  };
  enter(0, now);
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    std::fill(next, next + words, 0);
    uint64_t alive = 0;
    for (size_t word = 0; word < words; ++word) {
      alive |= now[word] | inside[word];
      // Each set bit of both sets, from the lowest.
      for (uint64_t left = now[word] | inside[word]; left != 0; left &= left - 1) {
        const uint64_t bit = left & (~left + 1);
        const size_t i = word * 64 + static_cast<size_t>(std::countr_zero(left));
        if (i == steps_.size()) continue;
        const Step& step = steps_[i];
        // Any byte goes on in the folder, and a slash may also be its end.
        if (step.kind == Kind::kFolders) {
          inside[word] |= bit;
          if (byte == '/') enter(i + 1, next);
        } else if (Takes(step, byte)) {
          enter(step.kind == Kind::kStar || step.kind == Kind::kGlobStar ? i : i + 1, next);
        }
      }
    }
    // There are no more steps: the rest of the text cannot matter.
    if (alive == 0) return false;
    std::swap(now, next);
  }
  return (now[steps_.size() / 64] >> steps_.size() % 64 & 1) != 0;
}

bool Globs::Matches(std::string_view text) const {
  return std::any_of(globs_.begin(), globs_.end(),
                     [&](const Glob& glob) { return glob.Matches(text); });
}

}  // namespace flagcensus
