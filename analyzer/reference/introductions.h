// What a page says about each of its sections before it lists variables.
#pragma once

#include <map>
#include <string>
#include <string_view>

namespace flagcensus {

// The paragraph that follows each heading of the page, by the heading's text: whole sentences of
// plain prose that name no variable and no default. A heading without one is not in the result.
std::map<std::string, std::string> IntroductionsOf(std::string_view file, std::string_view text);

}  // namespace flagcensus
