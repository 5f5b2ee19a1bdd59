// A row of a table of queries/, or an entry of a user's flagcensus.toml ─→ its struct
//
//   [[accessor]]
//   call = "os.getenv"     ─→ AccessorRow of Python, or LanguageAccessor of another language: each
//   name = [0]                struct lists its keys in EachKey, and how a value is read is one
//                             function for all of them (KeyValue<...>::Parse, accessor_reader.cc)
#pragma once

#include <fmt/format.h>
#include <toml++/toml.h>

#include <optional>
#include <set>
#include <string_view>

#include "analyzer/base/result.h"
#include "analyzer/base/toml_values.h"
#include "analyzer/config/key_values.h"
#include "analyzer/config/keys.h"

namespace flagcensus {

// Visits the keys of `Row` that `table` sets, and reads each into its member of `row`. A key that
// no visit has named is unknown, and an error.
//
//   { call = "os.getenv", nmae = 0 }    ─→ "...: unknown key 'nmae' in an accessor row"
//   { name = 0 }                        ─→ "...: an accessor row needs 'call'"
template <typename Row>
struct QueryRowReader {
  const toml::table& table;
  std::string_view file;
  std::string_view noun;  // "an accessor row"
  Row& row;
  std::optional<Error> error = std::nullopt;
  std::set<std::string_view> known = {};

  template <typename Value, typename Owner>
  void operator()(const KeyText& key, Value Owner::* member) {
    Take<KeyValue<Value>>(key, row.*member);
  }
  template <typename Value, typename Owner, typename Codec>
  void operator()(const KeyText& key, Value Owner::* member, WithCodec<Codec> /*codec*/) {
    Take<Codec>(key, row.*member);
  }
  template <typename Codec>
  void operator()(const KeyText& key, WithCodec<Codec> /*codec*/) {
    Take<Codec>(key, row);
  }
  // The keys of a member, which are keys of the same table.
  template <typename Part>
  void Within(Part Row::* member) {
    QueryRowReader<Part> part{table, file, noun, row.*member, error};
    Part::EachKey(part);
    error = part.error;
    known.merge(part.known);
  }

  std::optional<Error> Read() {
    Row::EachKey(*this);
    for (const auto& [key, node] : table) {
      if (error || known.contains(key.str())) continue;
      error = ErrorAt(file, node, fmt::format("unknown key '{}' in {}", key.str(), noun));
    }
    return error;
  }

 private:
  template <typename Codec, typename Value>
  void Take(const KeyText& key, Value& value) {
    known.insert(key.name);
    const toml::node* node = error ? nullptr : table.get(key.name);
    if (node != nullptr && !Codec::Parse(*node, value)) {
      error = ErrorAt(file, *node, fmt::format("'{}' of {} has a wrong value", key.name, noun));
    } else if (node == nullptr && key.required && !error) {
      error = ErrorAt(file, table, fmt::format("{} needs '{}'", noun, key.name));
    }
  }
};

template <typename Row>
std::optional<Error> ReadRow(const toml::table& table, std::string_view file, std::string_view noun,
                             Row* row) {
  return QueryRowReader<Row>{table, file, noun, *row}.Read();
}

}  // namespace flagcensus
