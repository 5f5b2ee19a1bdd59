// A #define as data, and macro expansion.
//
//   #define STR(x) #x
//   #define NAME(x) STR(APP_##x)
//   NAME(PORT)                       ─→ "APP_PORT"
//
// The algorithm is Dave Prosser's (X3J11/86-196), the origin of the C standard's wording (ISO/IEC
// 9899, 6.10.5). Each token carries its hide set, the macros that must not be expanded at it.
// Supports `#`, `##`, `__VA_ARGS__`, `__VA_OPT__`, and GNU's `args...` and `, ## args`.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "analyzer/c/preprocessor/token.h"

namespace flagcensus {

struct PpMacro {
  std::string_view name;
  bool function = false;
  bool variadic = false;
  std::vector<std::string_view> parameters;  // the last is __VA_ARGS__, or GNU's name for it
  std::span<const PpToken> body;             // in the tokens that it was read from
  PpPlace place;                             // of the name
};

// The macro that the tokens begin..end of a #define define; nullopt if they define none. Views into
// the tokens and their texts.
std::optional<PpMacro> ReadPpMacro(const PpTokens& tokens, size_t begin, size_t end);

// Whether both have the same expansion, which allows a macro to be defined twice.
bool SamePpMacro(const PpMacro& a, const PpMacro& b);

// Sets of names, by number; 0 is the empty set. A repeated union or intersection costs a look-up:
// the same pairs occur at every token of a body.
class PpHideSets {
 public:
  bool Holds(uint32_t set, std::string_view name) const;
  uint32_t With(uint32_t set, std::string_view name);
  uint32_t Union(uint32_t a, uint32_t b);
  uint32_t Intersection(uint32_t a, uint32_t b);

 private:
  using Set = std::vector<uint32_t>;  // numbers of names, ascending
  uint32_t Number(std::string_view name);
  uint32_t Intern(Set set);

  std::vector<Set> sets_ = {{}};
  std::map<Set, uint32_t> by_set_ = {{{}, 0}};
  std::map<std::string_view, uint32_t> names_;
  std::map<std::pair<uint32_t, uint32_t>, uint32_t> unions_;
  std::map<std::pair<uint32_t, uint32_t>, uint32_t> intersections_;
};

// Limits of one expansion.
struct PpLimits {
  size_t steps = 400'000;   // tokens read or made, and bytes of spellings from # and ## / 16
  size_t tokens = 100'000;  // of the output
  int depth = 40;           // of arguments that are expanded within arguments
};

// Expands tokens with the macros of `lookup`, which returns nullptr for other names. Keeps
// references to all its arguments.
class PpExpander {
 public:
  using Lookup = std::function<const PpMacro*(const PpToken& name)>;
  // `keeps_defined`: the operand of `defined` is not a call, as in an #if.
  PpExpander(Lookup lookup, PpSpellings* spellings, const PpLimits& limits,
             bool keeps_defined = false)
      : lookup_(std::move(lookup)),
        spellings_(*spellings),
        limits_(limits),
        keeps_defined_(keeps_defined) {}

  // Expands all of `tokens`. A function-like macro without an opening and a closing bracket in them
  // remains a name. At a limit the rest follows unexpanded, and `cut` is true.
  PpTokens Expand(const PpTokens& tokens);
  bool cut() const { return cut_; }
  size_t steps() const { return steps_; }  // so far

 private:
  struct Arguments {
    std::vector<PpTokens> raw;
    std::vector<std::optional<PpTokens>> expanded;  // on demand
    uint32_t closing_hidden = 0;
    bool absent = false;  // no variadic argument is passed, not even an empty one
  };
  struct Call {
    const PpMacro& macro;
    Arguments& arguments;
    uint32_t hidden;
    const PpToken& name;
  };
  PpTokens Run(PpTokens pending, int depth);
  static void TakeDefined(PpTokens* pending, PpTokens* out);
  bool TakeArguments(const PpMacro& macro, PpTokens* pending, Arguments* out);
  bool Step(size_t count);
  PpTokens Substitute(const Call& call, size_t begin, size_t end, int depth);
  size_t SubstituteOptional(const Call& call, size_t at, size_t end, int depth, PpTokens* out);
  void Append(const Call& call, const PpToken& parameter, std::span<const PpToken> piece, bool glue,
              PpTokens* out);
  const PpTokens& Expanded(const Call& call, size_t index, int depth);
  bool HasVariable(const Call& call, int depth);
  PpToken Spelled(const PpTokens& tokens, const PpToken& at);
  void Glue(PpTokens* out, const PpToken& right);

  Lookup lookup_;
  PpSpellings& spellings_;
  const PpLimits limits_;
  const bool keeps_defined_;
  PpHideSets hide_sets_;
  size_t steps_ = 0;
  bool cut_ = false;
};

}  // namespace flagcensus
