// Parser of a git index: bytes → the names of its entries.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "analyzer/base/result.h"

namespace flagcensus {

// A name ("src/app.c") is only compared, never opened, so one that no checkout could have
// ("/etc/x", "../x") is harmless.
struct GitIndex {
  // In file order, one for each stage of an unmerged file. A name with a trailing '/' is a
  // directory of a sparse index, with files that are not listed; "" changes an entry of the shared
  // index.
  std::vector<std::string> names;
  // For a split index: the hash in the name of the shared file ("sharedindex.HASH"), and a bitmap
  // (git's format) of the entries of that file to delete. Both "" otherwise.
  std::string shared;
  std::string deleted;
};

// Parses any index of gitformat-index(5): versions 2 to 4, object names by SHA-1 or SHA-256, split,
// sparse. Fails if the bytes are not an index, or if the index needs an unknown extension. Costs
// one pass over the bytes; the total size of names is bounded, however they are packed.
Result<GitIndex> ParseGitIndex(std::string_view bytes);

// The names of `own`, which may be split, sorted and without duplicates. `shared`: the content of
// the file that `own` names, unused if it names none. Fails if the two do not match.
Result<std::vector<std::string>> JoinGitIndex(GitIndex own, GitIndex shared);

}  // namespace flagcensus
