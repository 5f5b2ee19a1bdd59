// The bytes of a git index → the names of its entries.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "analyzer/base/result.h"

namespace flagcensus {

// A name ("src/app.c") is only ever compared, never opened, so that one that no checkout could have
// ("/etc/x", "../x") does nothing.
struct GitIndex {
  // In the order of the file, one for each stage of an unmerged file. One that ends in '/' is a
  // directory of a sparse index, whose files are not listed; "" changes an entry of the shared
  // index.
  std::vector<std::string> names;
  // Of a split index: the hash in the name of the file that it adds to ("sharedindex.HASH"), and
  // which entries of that it leaves out, as a bitmap of git's. Both "" otherwise.
  std::string shared;
  std::string deleted;
};

// Any index of gitformat-index(5): versions 2 to 4, names of objects by SHA-1 or SHA-256, split,
// sparse. Fails where the bytes are none, and where the index needs an extension that is not known.
// Costs one pass over the bytes; names are bounded together, however they are packed.
Result<GitIndex> ParseGitIndex(std::string_view bytes);

// The names of `own`, which may be split, in order and each once. `shared`: what the file that
// `own` names holds, unused where it names none. Fails where the two do not fit.
Result<std::vector<std::string>> JoinGitIndex(GitIndex own, GitIndex shared);

}  // namespace flagcensus
