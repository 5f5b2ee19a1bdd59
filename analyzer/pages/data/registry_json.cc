// JSON → tree, with nlohmann's event parser.
//
//   {"port": 80}   ─→   a map 1:1 with the key "port" 1:3 and the scalar "80" 1:10
//
// The parser does not report places, but it reads through our iterator, which counts bytes. A token
// ends at the iterator's position, and its start is found by walking back over it.
#include <algorithm>
#include <nlohmann/json.hpp>

#include "analyzer/base/characters.h"
#include "analyzer/pages/data/registry_tree.h"

namespace flagcensus {
namespace {

// An iterator over the text that stores the furthest position in `furthest`.
class CountingIterator {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;

  CountingIterator(const char* at, const char** furthest) : at_(at), furthest_(furthest) {}
  reference operator*() const { return *at_; }
  CountingIterator& operator++() {
    *furthest_ = ++at_;
    return *this;
  }
  CountingIterator operator++(int) {
    CountingIterator before = *this;
    ++*this;
    return before;
  }
  friend bool operator==(const CountingIterator& a, const CountingIterator& b) {
    return a.at_ == b.at_;
  }
  friend bool operator!=(const CountingIterator& a, const CountingIterator& b) { return !(a == b); }

 private:
  const char* at_;
  const char** furthest_;
};

// Events of the parser → nodes with their places. Each returns whether to continue.
class JsonEvents : public nlohmann::json_sax<nlohmann::json> {
 public:
  JsonEvents(std::string_view text, const char* const& furthest, RegistryTree& tree)
      : text_(text), furthest_(furthest), tree_(tree) {}

  bool null() override {
    Word();
    tree_.Null(line_, column_);
    return !tree_.Full();
  }
  bool boolean(bool) override { return Plain(); }
  bool number_integer(number_integer_t) override { return Plain(); }
  bool number_unsigned(number_unsigned_t) override { return Plain(); }
  bool number_float(number_float_t, const string_t&) override { return Plain(); }
  bool string(string_t& value) override {
    // The place of a string is that of its first byte, after the quote.
    SeekTo(StartOfString() + 1);
    tree_.Scalar(std::move(value), true, line_, column_);
    return !tree_.Full();
  }
  bool binary(binary_t&) override { return true; }
  bool start_object(size_t) override { return Begin(RegistryNode::Kind::kMap); }
  bool start_array(size_t) override { return Begin(RegistryNode::Kind::kList); }
  bool end_object() override { return End(); }
  bool end_array() override { return End(); }
  bool key(string_t& value) override {
    SeekTo(StartOfString() + 1);
    tree_.Key(std::move(value), line_, column_);
    return true;
  }
  // The parser stops at the first error; nodes so far are in the tree.
  bool parse_error(size_t position, const std::string&,
                   const nlohmann::json::exception& error) override {
    SeekTo(position > 0 ? position - 1 : 0);
    std::string message = error.what();
    // Only the last part of "[json.exception.parse_error.101] parse error at line 1, column 5:
    // syntax error ..." is of interest; the place is reported separately.
    const size_t at = message.find(": ");
    error_ = {line_, column_, at == std::string::npos ? message : message.substr(at + 2)};
    return false;
  }

  RegistryError error_;

 private:
  size_t Offset() const { return static_cast<size_t>(furthest_ - text_.data()); }

  // Sets line_ and column_ to those of `offset`; offsets only grow, so lines are counted once.
  void SeekTo(size_t offset) {
    for (; seen_ < std::min(offset, text_.size()); ++seen_) {
      if (text_[seen_] == '\n') {
        ++line_;
        line_start_ = seen_ + 1;
      }
    }
    column_ = static_cast<int>(seen_ - line_start_) + 1;
  }

  // The offset of the opening quote of the string that ends here. A quote with an odd number of
  // backslashes before it is part of the string.
  size_t StartOfString() const {
    size_t at = Offset() - 1;  // the closing quote
    while (at > 0) {
      --at;
      if (text_[at] != '"') continue;
      size_t slashes = 0;
      while (slashes < at && text_[at - 1 - slashes] == '\\') ++slashes;
      if (slashes % 2 == 0) return at;
    }
    return 0;
  }

  // The number or literal that ends here or one byte before: the parser reads past a number.
  std::string_view Word() {
    const auto word = [](char c) {
      return IsDigit(c) || IsLower(c) || c == 'E' || c == '+' || c == '-' || c == '.';
    };
    size_t end = Offset();
    while (end > 0 && !word(text_[end - 1])) --end;
    size_t start = end;
    while (start > 0 && word(text_[start - 1])) --start;
    SeekTo(start);
    return text_.substr(start, end - start);
  }

  // A number or a boolean, as it is written: 1e3 is not changed to 1000.
  bool Plain() {
    const std::string_view word = Word();
    tree_.Scalar(std::string(word), false, line_, column_);
    return !tree_.Full();
  }
  bool Begin(RegistryNode::Kind kind) {
    SeekTo(Offset() - 1);
    tree_.Begin(kind, line_, column_);
    return !tree_.Full();
  }
  bool End() {
    tree_.End();
    return !tree_.Full();
  }

  std::string_view text_;
  const char* const& furthest_;
  RegistryTree& tree_;
  size_t seen_ = 0;
  size_t line_start_ = 0;
  int line_ = 1;
  int column_ = 1;
};

}  // namespace

// The two last arguments: the text has to end after the value, and comments are ignored.
RegistryError ParseJson(std::string_view text, RegistryTree& tree) {
  const char* furthest = text.data();
  JsonEvents events(text, furthest, tree);
  nlohmann::json::sax_parse(CountingIterator(text.data(), &furthest),
                            CountingIterator(text.data() + text.size(), &furthest), &events,
                            nlohmann::json::input_format_t::json, true, true);
  return events.error_;
}

}  // namespace flagcensus
