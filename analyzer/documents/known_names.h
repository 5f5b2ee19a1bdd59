// KnownNames: which words of a text are names of variables, and how well they are known.
//
//   code accesses APP_PORT and APP_HOME  ─→  APP_PORT    kAccessed
//                                            APP_MODE    kRelated: the code shows the family APP_
//                                            OTHER_MODE  kLooksLike
//                                            Mode, API-KEY  kNone
//
// A name that the code accesses needs little evidence around it; one that only looks like a name
// needs much.
#pragma once

#include <cstddef>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "analyzer/model/census.h"
#include "analyzer/tree/word_search.h"

namespace flagcensus {

enum class NameTier {
  kNone,
  kLooksLike,  // capitals and underscores
  kOfTests,    // only tests or vendored code access it
  kRelated,    // shares its prefix with two variables or more that the project's sources access
  kAccessed,
};

class KnownNames {
 public:
  KnownNames() = default;  // no name is accessed
  // The names that the code accesses. Linear in the accesses.
  explicit KnownNames(const Census& census);

  NameTier TierOf(std::string_view name) const;
  bool IsAccessed(std::string_view name) const {
    return known_->tiers.contains(name) && TierOf(name) == NameTier::kAccessed;
  }
  // All that the code accesses, sorted: what a search looks for.
  const std::set<std::string>& accessed() const { return known_->accessed; }
  // What results depend on: the names and their families.
  struct Key {
    std::vector<std::string> accessed;
    std::vector<std::string> of_tests;
    std::vector<std::string> families;
    std::vector<std::string> prefixes;

    bool operator==(const Key&) const = default;
  };
  Key KeyOfAll() const;
  // The words that are known in one of the two and not in the other. Of a text without any of
  // them both know the same.
  static WordSearch ChangedWords(const Key& a, const Key& b);

  // The families that one page shows, by listing several members; replaces those of the last page.
  KnownNames WithPageFamilies(std::set<std::string, std::less<>> families) const;
  bool IsPageFamily(std::string_view name) const;
  bool IsFamily(std::string_view name) const;
  // Whether the sources access a variable with the same prefix; one is enough.
  bool HasSibling(std::string_view name) const;

  // "APP_" of APP_PORT; "" if the name has no such prefix.
  static std::string_view FamilyOf(std::string_view name);

 private:
  // What the code shows, shared by copies of this.
  struct Known {
    std::set<std::string> accessed;
    std::set<std::string> of_tests;
    std::set<std::string, std::less<>> families;
    std::set<std::string, std::less<>> prefixes;  // of single names, too
    std::unordered_map<std::string_view, NameTier>
        tiers;  // of the first two, whose strings it uses
  };
  std::shared_ptr<const Known> known_ = std::make_shared<const Known>();
  std::set<std::string, std::less<>> page_families_;
};

// Whether all programs know the variable: HOME, PATH.
bool IsCommonToAll(std::string_view name);
// Whether many programs share it: TMPDIR, CFLAGS. A page about a program that does not access it
// does not describe it.
bool IsOwnedByNobody(std::string_view name);

// A name in a text with marks.
struct Occurrence {
  std::string name;
  NameTier tier = NameTier::kNone;
  size_t begin = 0;  // in the text
  size_t end = 0;
  bool marked = false;    // in a span or in quotes
  bool called = false;    // the markup itself says "variable"
  bool dollar = false;    // $NAME, ${NAME}, %NAME%
  bool assigned = false;  // NAME=...
  bool path = false;      // $NAME/dir, ${NAME:-value}
};
// The names in `text` in order. Linear.
std::vector<Occurrence> FindOccurrences(std::string_view text, const KnownNames& names);

// The names that `text` begins with, "`A`, `B`=1 or C: ...", at most a few dozen, and the position
// of the text after them; empty if it begins with something else.
struct LeadNames {
  std::vector<std::string> names;
  size_t end = 0;  // of the last name with its value and its marks
};
LeadNames FindLeadNames(std::string_view text, const KnownNames& names);

}  // namespace flagcensus
