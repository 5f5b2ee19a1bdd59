// Source text published by documentation: directives on pages → which files, and what of them.
//
//   .. automodule:: app.env        ─→ {kDocstrings, "app/env"}
//   app/env.py, a docstring: "APP_HOME: the directory."  ─→ IsPublished: users read it
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "analyzer/model/place.h"

namespace flagcensus {

// One page directive that shows text of a source: `.. automodule:: app.env`, `.. click::
// app.cli:main`, `.. literalinclude:: ../app/envs.py`, `--8<-- "app/envs.py"`.
struct Publication {
  enum class What { kDocstrings, kOptions, kText };
  What what = What::kText;
  std::string target;    // "app/env" (a module with '/'), or the file's path as spelled
  int objects = 0;       // how many of the module's last parts may be a class, a method
  Place place;           // of the directive
  bool members = false;  // also of what the package imports from its private modules: app/_env.py

  bool operator==(const Publication&) const = default;
};

// The directives of a page's text, at most a few thousand.
std::vector<Publication> FindPublications(std::string_view file, std::string_view text);

// Whether the directive names the source at `path`: the module itself, the module that contains the
// object, the package's __init__, or a file by the end of its path.
bool Publishes(const Publication& publication, std::string_view path);

// The text of a source, for queries about names in it. Keeps views into it; built in one pass.
class PublishedText {
 public:
  explicit PublishedText(std::string_view text);

  // Whether the name at `offset` is in a string that users read: for kDocstrings a docstring, for
  // kOptions also an option's declaration, for kText anything.
  bool IsPublished(size_t offset, Publication::What what) const;
  // Whether it is in the program's own help: a `help=` text, an epilog, a string in a function that
  // prints the usage. Searches back at most a few hundred lines.
  bool IsHelp(size_t offset) const;
  // Whether the name of `length` bytes is set in a text that the program writes: a shell's
  // `NAME=value`, `export NAME`, `set -x NAME` in a string that is not a docstring.
  bool IsWrittenOut(size_t offset, size_t length) const;
  // Whether it is stored in a mapping called an environment: `self.env["NAME"] = value`.
  bool IsPutInto(size_t offset, size_t length) const;
  int LineNumber(size_t offset) const;  // 1-based

 private:
  // The beginning of the long string around the offset; nullopt outside of one.
  std::optional<size_t> LongStringAt(size_t offset) const;
  bool InLongString(size_t offset) const { return LongStringAt(offset).has_value(); }
  bool IsOfPrivate(size_t offset) const;  // inside a function or class that begins with one '_'
  size_t LineIndex(size_t offset) const;
  std::string_view Line(size_t index) const;

  std::string_view text_;
  std::vector<size_t> lines_;                            // where each one begins
  std::vector<std::pair<size_t, size_t>> long_strings_;  // from the opening quotes to the end
};

}  // namespace flagcensus
