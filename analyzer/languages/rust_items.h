// Declarations of a Rust file other than values: `use`, fields filled by attributes, macros and the
// contents of their arguments.
#pragma once

#include <string>

#include "analyzer/languages/lowering.h"

namespace flagcensus {

class RustMacros : public TermLowering {
 public:
  using TermLowering::TermLowering;

 protected:
  // The tokens of a macro as terms.
  Terms Tokens(TSNode tree);
  Terms ReadTokens(TSNode tree, int depth);
  TermId Macro(TSNode node);
  // `macro_rules!` with one arm is a function of its metavariables; with several, each arm is an
  // unnamed function, which nothing calls.
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
  // Fields filled from variables by an attribute: #[arg(long, env = "X", default_value = "d")].
  TermId Struct(TSNode node);
  TermId Attribute(TSNode item, TSNode field);

  bool of_test_ = false;  // an attribute marks the next item as a test
};

}  // namespace flagcensus
