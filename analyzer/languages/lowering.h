// Shared by the lowerings of all languages: terms are added bottom-up, to a bounded depth.
//
// A lowering derives from TermLowering and implements Of for the nodes of its grammar. A node that
// it does not handle becomes kOther with the terms of its children: nothing is lost, and an
// accessor call inside is still found.
#pragma once

#include <tree_sitter/api.h>

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "analyzer/languages/program.h"

namespace flagcensus {

using Terms = std::vector<TermId>;

// The base of all lowerings: access to nodes, and functions that add terms.
class TermLowering {
 public:
  TermLowering(std::string_view text, Program* program) : text_(text), program_(*program) {}
  virtual ~TermLowering() = default;

  // Lowers the whole file.
  void Run(TSNode root);

 protected:
  // Whether a node is a comment or another extra of the grammar, which yields no term.
  virtual bool Skips(TSNode node) const;

  // Lowers one node that is not a comment: none or several terms if it declares some.
  virtual Terms Of(TSNode node) = 0;

  // The same as a single term; kNoTerm for null.
  TermId One(TSNode node);
  // The same for a field of the node.
  TermId OneField(TSNode node, std::string_view field);
  // All named children (of one field if `field` is set) without comments.
  Terms All(TSNode node, std::string_view field = {});
  // If `kinds` has the type of the node, the term of that kind of all its children:
  //   {"block", kBlock}    `{ a; b; }` ─→ kBlock of a and b
  using KindsOfNodes = std::map<std::string_view, TermKind>;
  std::optional<Terms> OfChildren(const KindsOfNodes& kinds, TSNode node);
  // Calls visit(child, field) for each named child that is not a comment. Linear in their number.
  using Visit = std::function<void(TSNode child, std::string_view field)>;
  void Each(TSNode node, const Visit& visit);
  // The term of a field, or an empty one if it is missing.
  TermId Need(TSNode node, std::string_view field);

  // Adds a term at the place of `node`. Parts that are kNoTerm are dropped; they must be added
  // before.
  TermId Add(TermKind kind, TSNode node, Terms parts = {}, std::string text = {},
             std::string more = {});
  // Returns `id` after setting its declared type; "" changes nothing.
  TermId Typed(TermId id, std::string type);
  // `form` with its %s, %d and %v replaced by `values`, as in format strings of Go, Java and PHP.
  TermId Percent(TSNode node, const std::string& form, const Terms& values);
  // A part of a text that a format makes of `value`, and which is not known.
  TermId Formatted(TSNode node, TermId value);
  // `a ? b : c` and `if (a) b else c`, in the fields condition, consequence and alternative.
  TermId Choice(TSNode node);
  TermId Condition(TSNode node);
  // A text with interpolated values, in the order of the source.
  class TextBuilder {
   public:
    TextBuilder(TermLowering* lowering, TSNode node) : lowering_(*lowering), node_(node) {}
    void AddText(std::string_view text) { text_ += text; }
    // `lower` adds the value's terms: after the text before it.
    template <typename Lower>
    void AddValue(Lower lower) {
      Flush();
      parts_.push_back(lower());
    }
    void DropLastByte() { text_.pop_back(); }
    // kString if there are no values, otherwise kConcat.
    TermId Done();

   private:
    void Flush();
    TermLowering& lowering_;
    const TSNode node_;
    std::string text_;
    Terms parts_;
  };
  // kOther of `parts`, or the part itself if there is only one.
  TermId Wrap(TSNode node, Terms parts);
  // Skips the contents of the node and records a cut.
  void Cut(TSNode node);
  // The term, to be changed. The reference is valid until the next Add.
  Term& At(TermId id) { return program_.terms[id]; }
  // The text of a node.
  std::string Source(TSNode node) const;

  std::string_view text_;
  Program& program_;

 private:
  // The depth of nested calls of Of.
  int depth_ = 0;
};

// `text` of a literal between quotes, with the escapes common to C, Go, JavaScript and Rust
// resolved.
std::string Unescape(std::string_view text);

// One lowering per grammar: appends the terms of `root` to the program and sets its root.
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
