// Declarations of a Rust file other than values: `use`, fields filled by attributes, macros and the
// contents of their arguments.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "analyzer/languages/lowering.h"
#include "analyzer/languages/rust_tokens.h"

namespace flagcensus {

class RustMacros : public TermLowering {
 public:
  using TermLowering::TermLowering;

 protected:
  // The tokens of a macro as terms.
  Terms Tokens(TSNode tree);
  // The same for tokens inside of `depth` brackets; deeper ones than a bound are cut.
  Terms ReadTokens(std::span<const RustToken> tokens, int depth);
  // A use of a macro: a call of "name!", a text or a throw.
  TermId Macro(TSNode node);
  // `macro_rules!` with one arm is a function of its metavariables; with several, each arm is an
  // unnamed function, which nothing calls.
  TermId MacroDefinition(TSNode node);
  // format!("{}_X", prefix), format!("{prefix}_X")
  struct FormatArgument {
    std::string name;  // of `name = value`; "" without one
    TermId term = kNoTerm;
  };
  std::vector<FormatArgument> FormatArguments(TSNode tree);
  TermId Format(TSNode node, const std::vector<FormatArgument>& arguments);
};

class RustItems : public RustMacros {
 public:
  using RustMacros::RustMacros;

 protected:
  // Whether an attribute marks the next item as a test; resets the mark.
  bool TakeTest();
  // `use a::{b, c as d, e::*};` ─→ kImport each; `before`: the path of the lists around
  void Use(TSNode node, const std::string& before, Terms* out);
  // Fields filled from variables by an attribute: #[arg(long, env = "X", default_value = "d")].
  TermId Struct(TSNode node);
  // The tag of an attribute of a field; kNoTerm for other attributes.
  TermId Attribute(TSNode item, TSNode field);

  bool of_test_ = false;  // an attribute marks the next item as a test
};

}  // namespace flagcensus
