// A kept answer as bytes: what was printed, and the stamps of all that it depends on.
//
// The bytes are hostile input: whoever can write the cache's folder can write anything. Every
// length is checked against what is left, a checksum stands over everything, and a file that is not
// wholly right is none.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/tree/dependency_tracker.h"

namespace flagcensus {

// A file that a run wrote, by the name that the user gave it.
struct AnswerFile {
  std::string path;
  std::string text;
};

// What a run printed and wrote.
struct Answer {
  std::string out;  // standard output
  std::string err;  // standard error, without progress
  int status = 0;   // the exit status
  std::vector<AnswerFile> files = {};
};

// xxh3-128 of everything that an answer depends on and that is no file.
using CacheKey = std::array<uint8_t, 16>;
CacheKey KeyOf(std::string_view text);
// 32 hexadecimal digits.
std::string HexOf(const CacheKey& key);

struct KeptAnswer {
  Answer answer;
  std::vector<LookedPath> dependencies;
};

// What every kept answer begins with: another one with each change of the format.
inline constexpr std::string_view kAnswerMagic = "flagcensus answer 2\n";

std::string WriteKeptAnswer(const CacheKey& key, const KeptAnswer& kept);
// Nothing where the bytes are of another version or another key, or are broken.
std::optional<KeptAnswer> ReadKeptAnswer(const CacheKey& key, std::string_view bytes);

}  // namespace flagcensus
