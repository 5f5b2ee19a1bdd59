// A key's row ─→ how its value is read, inherited and shown, by the type of its member.
//
//   KeyValue<type of the member>, or the codec that the row names, has
//     kKind              its kind in TOML, for docs/schema and docs/configuration.md
//     Read               the TOML node → the member; errors with their position
//     Merge              the member of the extended configuration → that of the extending one
//     Show               the node as lines of --show-config
//   Merge and Show are inherited from OneValue, AddedRows or OwnKeys. A type or codec without one
//   of them does not compile, and neither does a member whose type has no KeyValue.
//
// The types of rows that describe libraries ([[accessor]] and the like) have `Parse` instead: they
// are read in the same way from flagcensus.toml and from queries/, those of queries/languages/ too
// (row_reader.h).
#pragma once

#include <functional>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "analyzer/config/accessor_rows.h"
#include "analyzer/config/config.h"
#include "analyzer/config/keys.h"
#include "analyzer/config/toml_reader.h"

namespace flagcensus {

// The string, or each of the list of strings, at `key` of an entry; empty if it has no such key.
std::vector<PathGlob> ReadOneOrMore(TomlReader& reader, const toml::table& row,
                                    std::string_view key);
std::vector<PathGlob> ReadPaths(TomlReader& reader, std::string_view key, const toml::node& node);

// Both configurations of a merge; `own` extends `base`.
struct Extending {
  const Config& own;
  const Config& base;
  std::string above = "";  // "registry."

  bool OwnHas(std::string_view key) const;
  bool BaseHas(std::string_view key) const;
};

// Receives a setting for --show-config: "severity.unused", its value, its position.
using AddShown =
    std::function<void(std::string name, const toml::node& value, const toml::source_region& at)>;

// The own value replaces the inherited one.
//
//   base: catalog = ["a.md"]; own: catalog = ["b.md"]    ─→ ["b.md"]
//   base: catalog = ["a.md"]; own: nothing               ─→ ["a.md"]
struct OneValue {
  template <typename Value>
  static void Merge(Value& own, Value& base, std::string_view key, const Extending& files) {
    if (!files.OwnHas(key)) own = std::move(base);
  }
  static void Show(const KeyText& key, const toml::node& node, const AddShown& add) {
    add(std::string(key.name), node, node.source());
  }
};

// Inherited rows follow the file's own rows; the first row that applies decides.
struct AddedRows {
  template <typename Row>
  static void Merge(std::vector<Row>& own, std::vector<Row>& base, std::string_view /*key*/,
                    const Extending& /*files*/) {
    own.insert(own.end(), std::make_move_iterator(base.begin()),
               std::make_move_iterator(base.end()));
    base.clear();
  }
  static void Show(const KeyText& key, const toml::node& node, const AddShown& add);
};

// Each key of the table is a separate setting. Derived types merge them.
struct OwnKeys {
  static void Show(const KeyText& key, const toml::node& node, const AddShown& add);
};

template <typename Value>
struct KeyValue;

template <>
struct KeyValue<std::string> : OneValue {
  static constexpr KeyKind kKind = KeyKind::kString;
  static void Read(TomlReader& reader, const KeyText& key, const toml::node& node,
                   std::string& out);
  static bool Parse(const toml::node& node, std::string& out);
};

template <>
struct KeyValue<std::vector<std::string>> : OneValue {
  static constexpr KeyKind kKind = KeyKind::kStrings;
  static void Read(TomlReader& reader, const KeyText& key, const toml::node& node,
                   std::vector<std::string>& out);
  static bool Parse(const toml::node& node, std::vector<std::string>& out);
};

template <>
struct KeyValue<bool> : OneValue {
  static constexpr KeyKind kKind = KeyKind::kBoolean;
  static void Read(TomlReader& reader, const KeyText& key, const toml::node& node, bool& out);
  static bool Parse(const toml::node& node, bool& out);
};

template <>
struct KeyValue<PathGlob> : OneValue {
  static constexpr KeyKind kKind = KeyKind::kString;
  static void Read(TomlReader& reader, const KeyText& key, const toml::node& node, PathGlob& out);
};

template <>
struct KeyValue<std::vector<PathGlob>> : OneValue {
  static constexpr KeyKind kKind = KeyKind::kStrings;
  static void Read(TomlReader& reader, const KeyText& key, const toml::node& node,
                   std::vector<PathGlob>& out);
};

template <>
struct KeyValue<std::vector<Language>> : OneValue {
  static constexpr KeyKind kKind = KeyKind::kStrings;
  static void Read(TomlReader& reader, const KeyText& key, const toml::node& node,
                   std::vector<Language>& out);
};

template <>
struct KeyValue<Scope> : OneValue {
  static constexpr KeyKind kKind = KeyKind::kString;
  static void Read(TomlReader& reader, const KeyText& key, const toml::node& node, Scope& out);
};

template <>
struct KeyValue<ArgumentPlace> : OneValue {
  static constexpr KeyKind kKind = KeyKind::kArgument;
  static bool Parse(const toml::node& node, ArgumentPlace& out);  // [0, "key"], 0 or "key"
};

// [0] or 0 ─→ 0; a keyword is an error.
struct ArgumentPosition {
  static bool Parse(const toml::node& node, int& out);
};

template <>
struct KeyValue<ValueType> {
  static bool Parse(const toml::node& node, ValueType& out);
};

template <>
struct KeyValue<std::optional<ValueType>> : OneValue {
  static constexpr KeyKind kKind = KeyKind::kString;
  static bool Parse(const toml::node& node, std::optional<ValueType>& out);
};

template <>
struct KeyValue<std::optional<Language>> : OneValue {
  static constexpr KeyKind kKind = KeyKind::kString;
  static bool Parse(const toml::node& node, std::optional<Language>& out);
};

template <>
struct KeyValue<std::vector<std::pair<std::string, ValueType>>> : OneValue {
  static constexpr KeyKind kKind = KeyKind::kMethods;
  static bool Parse(const toml::node& node, std::vector<std::pair<std::string, ValueType>>& out);
};

// "write" ─→ kWrite
template <>
struct KeyValue<AccessOp> {
  static bool Parse(const toml::node& node, AccessOp& out);
};

// "write" ─→ op kWrite; "update" ─→ op kWrite with `update`
struct CallOp : OneValue {
  static constexpr KeyKind kKind = KeyKind::kString;
  static bool Parse(const toml::node& node, AccessorRow& out);
};

// "a" ─→ {"a"}; ["a", "b"] ─→ {"a", "b"}
struct OneOrMore : OneValue {
  static constexpr KeyKind kKind = KeyKind::kOneOrMore;
  static void Read(TomlReader& reader, const KeyText& key, const toml::node& node,
                   std::vector<PathGlob>& out);
  static void Read(TomlReader& reader, const KeyText& key, const toml::node& node,
                   std::vector<std::string>& out);
  static bool Parse(const toml::node& node, std::vector<std::string>& out);
};

// "unused"; the name is recorded with its position, and checked when the rules are known.
struct RuleName : OneValue {
  static constexpr KeyKind kKind = KeyKind::kString;
  static void Read(TomlReader& reader, const KeyText& key, const toml::node& node,
                   std::string& out);
};

// { unused = "off" } of an [[override]] ─→ {("unused", nullopt)}
struct RowSeverities : OneValue {
  static constexpr KeyKind kKind = KeyKind::kSeverities;
  static void Read(TomlReader& reader, const KeyText& key, const toml::node& node,
                   std::vector<std::pair<std::string, std::optional<Severity>>>& out);
};

// ["Name", "KEY"] ─→ {"name", "key"}: keys of registries are compared in any case.
struct LowerCase : OneValue {
  static constexpr KeyKind kKind = KeyKind::kStrings;
  static void Read(TomlReader& reader, const KeyText& key, const toml::node& node,
                   std::vector<std::string>& out);
};

// ["sidebar_position=3"]; a line without "=" is an error.
struct KeyValueLines : OneValue {
  static constexpr KeyKind kKind = KeyKind::kStrings;
  static void Read(TomlReader& reader, const KeyText& key, const toml::node& node,
                   std::vector<std::string>& out);
};

// documented-by = "catalog" ─→ true
struct CatalogAlone : OneValue {
  static constexpr KeyKind kKind = KeyKind::kString;
  static void Read(TomlReader& reader, const KeyText& key, const toml::node& node, bool& out);
};

// A file for a newer program may have keys that this one does not know. So this key is read before
// all others (ReadKeys in config.cc), and applies only to its own file.
struct RequiredVersion : OneValue {
  static constexpr KeyKind kKind = KeyKind::kString;
  static void Read(TomlReader&, const KeyText&, const toml::node&, Config&) {}
  static void Merge(Config&, Config&, std::string_view, const Extending&) {}
};

// ReadConfigChain reads this key of each file, to find the next one; it is not inherited.
struct Extended : OneValue {
  static constexpr KeyKind kKind = KeyKind::kString;
  static void Read(TomlReader& reader, const KeyText& key, const toml::node& node,
                   std::optional<PathGlob>& out);
  static void Merge(std::optional<PathGlob>&, std::optional<PathGlob>&, std::string_view,
                    const Extending&) {}
};

// ["unused"] has the same effect as `unused = "off"` in [severity].
struct DisabledRules : OneValue {
  static constexpr KeyKind kKind = KeyKind::kStrings;
  static void Read(TomlReader& reader, const KeyText& key, const toml::node& node,
                   std::vector<std::string>& out);
  // Severities::Merge merges both ways of disabling a rule.
  static void Merge(std::vector<std::string>&, std::vector<std::string>&, std::string_view,
                    const Extending&) {}
};

// One table for two members: severities, and rules that are off.
struct Severities : OwnKeys {
  static constexpr KeyKind kKind = KeyKind::kSeverities;
  static void Read(TomlReader& reader, const KeyText& key, const toml::node& node, Config& out);
  static void Merge(Config& own, Config& base, std::string_view key, const Extending& files);
};

// The keys of a table that describe a library are kept as text, each on its line (accessor_rows.h).
struct LibraryText {
  static std::string& Of(const TomlReader& reader, Config& out);
  // An entry that is read later replaces the earlier one of its name: the inherited ones come
  // first.
  static void Merge(Config& own, Config& base, std::string_view key, const Extending& files);
};

struct Casts : LibraryText, OneValue {
  static constexpr KeyKind kKind = KeyKind::kMethods;
  using LibraryText::Merge;
  static void Read(TomlReader& reader, const KeyText& /*key*/, const toml::node& node,
                   Config& out) {
    ReadCasts(reader, node, Of(reader, out));
  }
};

template <typename LibraryRow_>
struct LibraryRows : LibraryText {
  using Row = LibraryRow_;
  static constexpr KeyKind kKind = KeyKind::kRows;
  static void Read(TomlReader& reader, const KeyText& key, const toml::node& node, Config& out) {
    ReadAccessorRows(reader, key.name, node, Of(reader, out));
  }
  static void Show(const KeyText& key, const toml::node& node, const AddShown& add) {
    AddedRows::Show(key, node, add);
  }
};

// Visits the keys of `Row` that `table` sets, and reads each into its member of `row`.
template <typename Row>
struct KeyReader {
  TomlReader& reader;
  const toml::table& table;
  Row& row;
  std::string where = "";           // "[[internal]]", for messages about required keys
  const AddShown* shown = nullptr;  // receives what was read

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
    KeyReader<Part> part{reader, table, row.*member, where, shown};
    Part::EachKey(part);
  }

 private:
  template <typename Codec, typename Value>
  void Take(const KeyText& key, Value& value) {
    if (reader.error) return;
    const toml::node* node = table.get(key.name);
    if (node == nullptr) {
      if (key.required) reader.Fail(table.source(), where + " needs " + QuotedText(key.name));
      return;
    }
    Codec::Read(reader, key, *node, value);
    if (shown != nullptr && !reader.error) Codec::Show(key, *node, *shown);
  }
};

// Checks the conditions between the keys of a row.
template <typename Row>
void FinishRow(TomlReader& /*reader*/, const toml::table& /*table*/, Row& /*row*/) {}
void FinishRow(TomlReader& reader, const toml::table& table, FamilyRow& row);
void FinishRow(TomlReader& reader, const toml::table& table, IgnoreRow& row);
void FinishRow(TomlReader& reader, const toml::table& table, DocsRow& row);

// [[key]]
template <typename RowOfKeys>
struct KeyValue<std::vector<RowOfKeys>> : AddedRows {
  using Row = RowOfKeys;
  static constexpr KeyKind kKind = KeyKind::kRows;
  static void Read(TomlReader& reader, const KeyText& key, const toml::node& node,
                   std::vector<Row>& out) {
    ReadTables(reader, key.name, node, [&](const toml::table& table) {
      const std::string where = reader.RowName(key.name);
      if (!CheckKeys(reader, table, " in " + where, NamesOfKeys(key.name))) return;
      Row row;
      if constexpr (requires { row.place.file; }) row.place = reader.PlaceOf(table.source());
      const std::string above = reader.above;  // of rows within this one: [[docs.section]]
      reader.above += std::string(key.name) + ".";
      KeyReader<Row> keys{reader, table, row, where};
      Row::EachKey(keys);
      reader.above = above;
      if (!reader.error) FinishRow(reader, table, row);
      out.push_back(std::move(row));
    });
  }
};

// [key]
template <>
struct KeyValue<RegistryTable> : OwnKeys {
  using Row = RegistryTable;
  static constexpr KeyKind kKind = KeyKind::kKeys;
  static void Read(TomlReader& reader, const KeyText& key, const toml::node& node,
                   RegistryTable& out);
  static void Merge(RegistryTable& own, RegistryTable& base, std::string_view key,
                    const Extending& files);
};

// Visits the keys of `Row`, and merges each inherited member into the row's own.
template <typename Row>
struct KeyMerger {
  Row& own;
  Row& base;
  const Extending& files;

  template <typename Value, typename Owner>
  void operator()(const KeyText& key, Value Owner::* member) {
    KeyValue<Value>::Merge(own.*member, base.*member, key.name, files);
  }
  template <typename Value, typename Owner, typename Codec>
  void operator()(const KeyText& key, Value Owner::* member, WithCodec<Codec> /*codec*/) {
    Codec::Merge(own.*member, base.*member, key.name, files);
  }
  template <typename Codec>
  void operator()(const KeyText& key, WithCodec<Codec> /*codec*/) {
    Codec::Merge(own, base, key.name, files);
  }
};

}  // namespace flagcensus
