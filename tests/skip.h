// Skips that name what is lacking, for scripts/test to list; where nothing may lack they fail.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <string_view>

namespace flagcensus {

// Whether a test that lacks a tool fails: CI installs them all (scripts/bootstrap --ci).
inline bool MustNotSkip() {
  const auto is_set = [](const char* name, std::string_view value) {
    const char* const set = std::getenv(name);
    return set != nullptr && set == value;
  };
  return is_set("CI", "true") || is_set("FLAGCENSUS_NO_SKIP", "1");
}

}  // namespace flagcensus

// Ends a test that needs something which can be installed and is not: `lack` says what. A lack of
// the machine itself, which CI may have too, is GTEST_SKIP() with the same first word.
#define FLAGCENSUS_SKIP(lack)                                                                \
  if (::flagcensus::MustNotSkip()) FAIL() << "lacks " << lack << ": scripts/bootstrap --ci"; \
  GTEST_SKIP() << "skipped: lacks " << lack
