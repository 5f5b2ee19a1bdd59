// Where a line for a variable belongs among the lines of others.
//
//   lines SHOP_DB_HOST, SHOP_PORT, MAIL_HOST   SHOP_DB_WAIT  ─→  below SHOP_DB_HOST
//                                              SHOP_NAME     ─→  below SHOP_PORT
//                                              OTHER         ─→  nullopt
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace flagcensus {

// The lines of a file that list variables, by the beginnings of their names up to each `_`.
class Siblings {
 public:
  // The line `id` lists the variable, below all that were added before.
  void Add(std::string_view name, size_t id);
  // The new line `id` lists the variable, directly below the line `above`.
  void AddBelow(std::string_view name, size_t id, size_t above);

  struct Found {
    size_t id = 0;     // the last line of the names with the longest common beginning
    size_t count = 0;  // how many names have that beginning
  };
  // nullopt: no name has a common beginning. Costs a lookup for each `_` of the name.
  std::optional<Found> Find(std::string_view name) const;
  size_t count() const { return count_; }

 private:
  std::map<std::string, Found, std::less<>> last_;  // by beginning: SHOP_, SHOP_PORT_
  size_t count_ = 0;
};

}  // namespace flagcensus
