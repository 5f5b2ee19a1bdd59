// Glob: a wildcard pattern in git's syntax (gitignore(5), "PATTERN FORMAT"), matched in bounded
// time.
//
//   Glob("src/**/*.py").Matches("src/a/b/c.py")   ─→ true
//   Glob("src/*.py").Matches("src/a/b.py")        ─→ false: `*` does not match '/'
#pragma once

#include <bitset>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace flagcensus {

// `*` and `?` match within a path component, `**` between slashes matches across them, `[a-z]`,
// `[!a]`, `[[:alpha:]]` and `\` as in a shell. A malformed pattern matches nothing. Matching costs
// O(pattern * text) at worst, for any pattern: patterns come from scanned trees.
class Glob {
 public:
  explicit Glob(std::string_view pattern);

  bool Matches(std::string_view text) const;

 private:
  enum class Kind : uint8_t {
    kByte,      // this byte
    kAny,       // any byte but '/'
    kSet,       // a byte of the set; never '/'
    kStar,      // any run of bytes without '/'
    kGlobStar,  // any run of bytes
    kFolders,   // nothing, or any run of bytes that ends in '/'
  };
  struct Step {
    Kind kind;
    unsigned char byte = 0;
    uint32_t set = 0;  // index into sets_
  };

  size_t AddSet(std::string_view pattern, size_t at);
  void Add(Kind kind, unsigned char byte = 0) { steps_.push_back({kind, byte, 0}); }
  bool Skips(size_t step) const;
  bool Takes(const Step& step, unsigned char byte) const;

  // The texts that every match begins and ends with.
  std::string begins_;
  std::string ends_;
  std::vector<Step> steps_;
  std::vector<std::bitset<256>> sets_;
  bool broken_ = false;
};

// Several globs, compiled once.
class Globs {
 public:
  void Add(std::string_view pattern) { globs_.emplace_back(pattern); }
  bool empty() const { return globs_.empty(); }
  // Whether any of them matches.
  bool Matches(std::string_view text) const;

 private:
  std::vector<Glob> globs_;
};

}  // namespace flagcensus
