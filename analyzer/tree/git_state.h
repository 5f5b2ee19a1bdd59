// The state of a GitRepository, for the files that implement it.
#pragma once

#include "analyzer/tree/git_library.h"
#include "analyzer/tree/git_repository.h"

namespace flagcensus {

struct GitRepository::State {
  // libgit2 counts its initialisations; the last shutdown frees its memory.
  struct Library {
    Library() { git_libgit2_init(); }
    ~Library() { git_libgit2_shutdown(); }
  };
  Library library;
  git_repository* repository = nullptr;
  ~State() { git_repository_free(repository); }
};

}  // namespace flagcensus
