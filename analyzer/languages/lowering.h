// What the lowerings of all languages share: terms added bottom-up, with a bound on their depth.
#pragma once

#include <tree_sitter/api.h>

#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "analyzer/languages/program.h"

namespace flagcensus {

using Terms = std::vector<TermId>;

class TermLowering {
 public:
  TermLowering(std::string_view text, Program* program) : text_(text), program_(*program) {}
  virtual ~TermLowering() = default;

  // The whole file.
  void Run(TSNode root);

 protected:
  // Whether a node is a comment, or another that the grammar takes anywhere: it gives no term.
  virtual bool Skips(TSNode node) const;

  // One node that is no comment: the terms that it gives, none or several where it declares some.
  virtual Terms Of(TSNode node) = 0;

  // The same, in one term; kNoTerm of null.
  TermId One(TSNode node);
  TermId OneField(TSNode node, std::string_view field);
  // All named children (those of one field where `field` is given), comments left out.
  Terms All(TSNode node, std::string_view field = {});
  // Calls visit(child, field) for each named child that is no comment. Costs their number.
  using Visit = std::function<void(TSNode child, std::string_view field)>;
  void Each(TSNode node, const Visit& visit);
  // The term of a field, or an empty one in its place.
  TermId Need(TSNode node, std::string_view field);

  TermId Add(TermKind kind, TSNode node, Terms parts = {}, std::string text = {},
             std::string more = {});
  // `id`, with the type that is written for it; "" changes nothing.
  TermId Typed(TermId id, std::string type);
  // `form` with its %s, %d and %v in turn as the terms of `values`, as Go and Java format texts.
  TermId Percent(TSNode node, const std::string& form, const Terms& values);
  // kOther of `parts`, or the part itself where it is one.
  TermId Wrap(TSNode node, Terms parts);
  // What is inside the node is left out, and that is told.
  void Cut(TSNode node);
  Term& At(TermId id) { return program_.terms[id]; }
  std::string Source(TSNode node) const;

  std::string_view text_;
  Program& program_;

 private:
  int depth_ = 0;
};

// `text` of a literal between quotes, its escapes resolved as C, Go, JavaScript and Rust share
// them.
std::string Unescape(std::string_view text);

void LowerJavaScript(TSNode root, std::string_view text, Program* program);
void LowerGo(TSNode root, std::string_view text, Program* program);
void LowerRust(TSNode root, std::string_view text, Program* program);
void LowerJava(TSNode root, std::string_view text, Program* program);
void LowerKotlin(TSNode root, std::string_view text, Program* program);
void LowerCSharp(TSNode root, std::string_view text, Program* program);
void LowerRuby(TSNode root, std::string_view text, Program* program);
void LowerPhp(TSNode root, std::string_view text, Program* program);
void LowerShell(TSNode root, std::string_view text, Program* program);

}  // namespace flagcensus
