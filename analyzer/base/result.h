// Result<T>: a value, or the reason why there is none.
//
//   const Result<Config> config = ReadConfig(path);
//   if (!config) return config.error();      // Error{"flagcensus.toml:3: unknown key 'catlog'"}
//   Use(config.value());
//
// C++20 has no std::expected. Exceptions do not cross a folder; a function that can fail on its
// input returns a Result with an Error that is one sentence for the user (lower case, no final
// period).
#pragma once

#include <string>
#include <utility>
#include <variant>

namespace flagcensus {

struct Error {
  std::string message;  // for the user: what, where, and what to do about it
};

template <typename T>
class Result {
 public:
  Result(T value) : state_(std::move(value)) {}      // NOLINT(google-explicit-constructor)
  Result(Error error) : state_(std::move(error)) {}  // NOLINT(google-explicit-constructor)

  bool ok() const { return std::holds_alternative<T>(state_); }
  explicit operator bool() const { return ok(); }

  // Requires ok().
  const T& value() const& { return std::get<T>(state_); }
  T& value() & { return std::get<T>(state_); }
  T&& value() && { return std::get<T>(std::move(state_)); }
  // Requires !ok().
  const Error& error() const { return std::get<Error>(state_); }

 private:
  std::variant<T, Error> state_;
};

}  // namespace flagcensus
