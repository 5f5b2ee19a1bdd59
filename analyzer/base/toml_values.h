// Values of TOML of which tables in several rooms consist, and the error for a wrong one.
//
//   text_sinks = ["log"]    StringsOf    ─→ {"log"}
//   strdup = 0              PositionOf   ─→ 0
//   strdup = "x"            PositionOf   ─→ nullopt; ErrorAt gives "c.toml:3: an argument is ..."
#pragma once

#include <toml++/toml.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/base/result.h"

namespace flagcensus {

// "FILE:LINE: message". Errors name the line: a table may have thousands.
Error ErrorAt(std::string_view file, const toml::node& node, std::string_view message);

// A list of strings, which may be empty; nullopt: another value.
std::optional<std::vector<std::string>> StringsOf(const toml::node& node);

// The position of a call's argument, from 0; nullopt: another value.
std::optional<int> PositionOf(const toml::node& node);

}  // namespace flagcensus
