// Events of the parser ─→ a stack with a pointer to each open value. Lists and maps below the limit
// are only counted, so a text of a million '[' costs a number and no stack.
#include "analyzer/base/bounded_json.h"

#include <string>
#include <utility>
#include <vector>

namespace flagcensus {
namespace {

using nlohmann::json;

class Builder : public nlohmann::json_sax<json> {
 public:
  explicit Builder(size_t depth) : depth_(depth) {}

  bool null() override { return Add(json()); }
  bool boolean(bool value) override { return Add(value); }
  bool number_integer(number_integer_t value) override { return Add(value); }
  bool number_unsigned(number_unsigned_t value) override { return Add(value); }
  bool number_float(number_float_t value, const string_t&) override { return Add(value); }
  bool string(string_t& value) override { return Add(std::move(value)); }
  bool binary(binary_t&) override { return false; }  // not in text
  bool start_object(size_t) override { return Begin(json::object()); }
  bool start_array(size_t) override { return Begin(json::array()); }
  bool end_object() override { return End(); }
  bool end_array() override { return End(); }
  bool key(string_t& value) override {
    if (dropped_ == 0) key_ = std::move(value);
    return true;
  }
  bool parse_error(size_t byte, const std::string&, const json::exception&) override {
    failed_at = byte;
    return false;
  }

  json root;
  size_t failed_at = 0;

 private:
  // Adds a value to the innermost open one, and returns where it is.
  json* Put(json value) {
    if (open_.empty()) return &(root = std::move(value));
    json& around = *open_.back();
    if (around.is_object()) return &(around[key_] = std::move(value));
    around.push_back(std::move(value));
    return &around.back();
  }
  bool Add(json value) {
    if (dropped_ == 0) Put(std::move(value));
    return true;
  }
  bool Begin(json value) {
    if (dropped_ > 0 || open_.size() >= depth_) {
      if (dropped_++ == 0) Put(json());
    } else {
      // An open value receives nothing new before this one ends, so the pointer remains valid.
      open_.push_back(Put(std::move(value)));
    }
    return true;
  }
  bool End() {
    if (dropped_ > 0) {
      --dropped_;
    } else {
      open_.pop_back();
    }
    return true;
  }

  const size_t depth_;
  std::vector<json*> open_;
  std::string key_;
  size_t dropped_ = 0;
};

}  // namespace

std::optional<nlohmann::json> ParseBoundedJson(std::string_view text, int depth,
                                               size_t* failed_at) {
  Builder builder(static_cast<size_t>(depth));
  if (json::sax_parse(text, &builder)) return std::move(builder.root);
  if (failed_at != nullptr) *failed_at = builder.failed_at;
  return std::nullopt;
}

}  // namespace flagcensus
