// Results of commands in the formats of the registry, by name.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "analyzer/report/formats.h"

namespace flagcensus {

template <typename Row>
const Row& FormatNamed(const std::vector<Row>& rows, std::string_view name) {
  const Row& row = FormatOf(rows, name);
  EXPECT_EQ(row.name, name);
  return row;
}

inline std::string CheckAs(std::string_view format, const CheckReport& report,
                           const PrintOptions& options = {}) {
  return FormatNamed(CheckFormats(), format).write(report, options);
}

inline std::string ScanAs(std::string_view format, const std::vector<Access>& accesses,
                          const PrintOptions& options = {}) {
  return FormatNamed(ScanFormats(), format).write(accesses, options);
}

inline std::string CatalogAs(std::string_view format, const std::vector<Entry>& entries,
                             const PrintOptions& options = {}) {
  return FormatNamed(CatalogFormats(), format).write(entries, options);
}

inline std::string ExplainAs(std::string_view format, const Flag& flag,
                             const std::vector<Finding>& findings,
                             const std::vector<InventoryRow>& inventory = {}) {
  return FormatNamed(ExplainFormats(), format).write(flag, findings, inventory, {});
}

inline std::string DiffAs(std::string_view format, const std::vector<FlagChange>& changes) {
  return FormatNamed(ChangesFormats(), format).write(changes, {});
}

}  // namespace flagcensus
