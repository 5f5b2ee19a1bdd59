// What a Rust file declares besides values: `use`, fields that attributes fill, macros and what is
// in their arguments.
#pragma once

#include <string>

#include "analyzer/languages/lowering.h"

namespace flagcensus {

class RustMacros : public TermLowering {
 public:
  using TermLowering::TermLowering;

 protected:
  // The tokens of a macro, in terms.
  Terms Tokens(TSNode tree);
  Terms ReadTokens(TSNode tree, int depth);
  TermId Macro(TSNode node);
  // `macro_rules!` of one arm is a function of its metavariables; of several each is one without a
  // name, which nothing calls.
  TermId MacroDefinition(TSNode node);
  // format!("{}_X", prefix), format!("{prefix}_X")
  TermId Format(TSNode node, const Terms& arguments);
};

class RustItems : public RustMacros {
 public:
  using RustMacros::RustMacros;

 protected:
  bool TakeTest();
  void Use(TSNode node, const std::string& before, Terms* out);
  // Fields that an attribute fills from variables: #[arg(long, env = "X", default_value = "d")].
  TermId Struct(TSNode node);
  TermId Attribute(TSNode item, TSNode field);

  bool of_test_ = false;  // an attribute says so of what follows
};

}  // namespace flagcensus
