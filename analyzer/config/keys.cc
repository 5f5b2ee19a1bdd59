// The keys of Config and of the tables in it, as one list: ─→ {"paths", "catalog", ..., then "name"
// and "reason" with table "internal", ...}.
#include "analyzer/config/keys.h"

#include <functional>

#include "analyzer/config/key_values.h"

namespace flagcensus {
namespace {

// Visits the keys of `table`, and after them those of its inner tables.
struct KeyLister {
  std::vector<ConfigKey>& out;
  std::string_view table;
  std::vector<std::function<void()>> inner = {};

  template <typename Row>
  static void List(std::vector<ConfigKey>& keys, std::string_view name) {
    KeyLister lister{keys, name};
    Row::EachKey(lister);
    for (const std::function<void()>& list : lister.inner) list();
  }

  template <typename Value, typename Owner>
  void operator()(const KeyText& key, Value Owner::* /*member*/) {
    Add<KeyValue<Value>>(key);
  }
  template <typename Value, typename Owner, typename Codec>
  void operator()(const KeyText& key, Value Owner::* /*member*/, WithCodec<Codec> /*codec*/) {
    Add<Codec>(key);
  }
  template <typename Codec>
  void operator()(const KeyText& key, WithCodec<Codec> /*codec*/) {
    Add<Codec>(key);
  }
  // DocsRow lists the keys of DocsOptions as keys of [[docs]].
  template <typename Part, typename Row>
  void Within(Part Row::* /*member*/) {
    Part::EachKey(*this);
  }

 private:
  template <typename Codec>
  void Add(const KeyText& key) {
    // Tables of a key are listed after the table that contains it.
    out.push_back({key, table, Codec::kKind});
    if constexpr (requires { typename Codec::Row; }) {
      inner.push_back([&keys = out, name = key.name] { List<typename Codec::Row>(keys, name); });
    }
  }
};

}  // namespace

// Made once from the structs of config.h. A test compares the JSON schema with this list.
const std::vector<ConfigKey>& ConfigKeys() {
  static const std::vector<ConfigKey> kKeys = [] {
    std::vector<ConfigKey> out;
    KeyLister::List<Config>(out, "");
    return out;
  }();
  return kKeys;
}

// NamesOfKeys("internal") ─→ {"name", "reason"}
std::vector<std::string_view> NamesOfKeys(std::string_view table) {
  std::vector<std::string_view> out;
  for (const ConfigKey& key : ConfigKeys()) {
    if (key.table == table) out.push_back(key.name);
  }
  return out;
}

// A linear search: it is called for each key of a file, and there are few of both.
const ConfigKey* FindConfigKey(std::string_view table, std::string_view name) {
  for (const ConfigKey& key : ConfigKeys()) {
    if (key.table == table && key.name == name) return &key;
  }
  return nullptr;
}

}  // namespace flagcensus
