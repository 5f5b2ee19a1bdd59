// The serialisation of a cached answer: what was printed, and the stamps of all dependencies.
//
// The bytes are hostile input: anyone who can write to the cache's folder can write anything. Every
// length is compared with the remaining bytes, a checksum covers everything, and a file with any
// error is rejected.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/tree/dependency_tracker.h"

namespace flagcensus {

// A file that a run wrote, by the name passed by the user.
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

// xxh3-128 of everything that an answer depends on, except files.
using CacheKey = std::array<uint8_t, 16>;
CacheKey KeyOf(std::string_view text);
// 32 hexadecimal digits.
std::string HexOf(const CacheKey& key);
// The name of its file in the cache.
inline std::string AnswerFileOf(const CacheKey& key) { return HexOf(key) + ".answer"; }

struct KeptAnswer {
  Answer answer;
  std::vector<LookupPath> dependencies;
};

// The beginning of every cached answer; it changes with the format.
inline constexpr std::string_view kAnswerMagic = "flagcensus answer 2\n";

std::string WriteKeptAnswer(const CacheKey& key, const KeptAnswer& kept);
// Returns nullopt if the bytes have another version or another key, or are corrupt.
std::optional<KeptAnswer> ReadKeptAnswer(const CacheKey& key, std::string_view bytes);

}  // namespace flagcensus
