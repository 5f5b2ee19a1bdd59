// Shell expansions: `$X`, `${X:-d}`, `${X:?}`, `${X+alt}`, `${!name}`. Those that read the
// environment (shell_flow.h) become an index of "$".
//
//   $X          ─→ kIndex X, more "plain"
//   ${X:-d}     ─→ kOr of kIndex X and d
//   ${X:?text}  ─→ kRequired of kIndex X
//   ${X+alt}    ─→ kHas X
//   ${!name}    ─→ kIndex of kName name
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "analyzer/languages/lowering.h"
#include "analyzer/languages/shell_flow.h"
#include "analyzer/python/node.h"

namespace flagcensus {

class ShellExpansions : public TermLowering {
 public:
  ShellExpansions(std::string_view text, Program* program, const ShellFlow& flow)
      : TermLowering(text, program), flow_(flow) {}

 protected:
  static constexpr std::string_view kEnvironment = "$";

  // Whether the analysis found a read at this node.
  bool Reads(TSNode node) const { return flow_.reads.contains(StartByte(node)); }

  // The grammar includes blanks before an expansion in a text in its node.
  uint32_t BlanksBefore(TSNode node) const {
    const size_t dollar = TextOfNode(node, text_).find('$');
    const bool expands = NodeType(node).ends_with("expansion");
    return expands && dollar != std::string_view::npos ? static_cast<uint32_t>(dollar) : 0;
  }

  // The environment variable `name`. `plain`: only the name identifies it.
  TermId Environment(TSNode node, const std::string& name, bool plain) {
    const TermId of = Add(TermKind::kName, node, {}, std::string(kEnvironment));
    const TermId key = Add(TermKind::kString, node, {}, name);
    const TermId id = Add(TermKind::kIndex, node, {of, key});
    At(id).begin += BlanksBefore(node);
    if (text_.substr(StartByte(node), BlanksBefore(node)).find('\n') == std::string_view::npos) {
      At(id).column += BlanksBefore(node);
    }
    if (plain) {
      At(id).more = kPlainUse;
      const auto found = flow_.reads.find(StartByte(node));
      if (found != flow_.reads.end()) program_.sourced[At(id).begin] = found->second;
    }
    return id;
  }

  // A name that the script sets is a kName.
  TermId Variable(TSNode node, const std::string& name, bool plain) {
    if (Reads(node)) return Environment(node, name, plain);
    return Add(TermKind::kName, node, {}, name);
  }

  TermId Plain(TSNode node) { return Variable(node, ShellName(node, text_), true); }

  // A name without a `$`: in arithmetic, or a piece of a text that the grammar parses as a name.
  TermId Bare(TSNode node) {
    if (Reads(node)) return Environment(node, Source(node), true);
    return Add(TermKind::kString, node, {}, Source(node));
  }

  // The sign is collected from all operator tokens, as the grammar splits some of them.
  TermId Expansion(TSNode node) {
    std::string name, sign;
    Terms rest;
    bool indexed = false;
    // Operands are lowered in the order of the source, `regex` patterns are not texts.
    TSTreeCursor cursor = ts_tree_cursor_new(node);
    if (ts_tree_cursor_goto_first_child(&cursor)) {
      do {
        const TSNode child = ts_tree_cursor_current_node(&cursor);
        const char* const field = ts_tree_cursor_current_field_name(&cursor);
        const std::string_view type = NodeType(child);
        if (field != nullptr && std::string_view(field) == "operator") sign += Source(child);
        indexed = indexed || type == "subscript";
        if (type == "variable_name" && name.empty()) {
          name = Source(child);
        } else if (IsNamed(child) && type != "regex" && !IsExtra(child)) {
          rest.push_back(One(child));
        }
      } while (ts_tree_cursor_goto_next_sibling(&cursor));
    }
    ts_tree_cursor_delete(&cursor);
    if (sign.starts_with('!')) return Indirect(node, name, sign, indexed);
    // `${X[1]}`: elements of arrays are not followed.
    if (indexed || name.empty()) return Add(TermKind::kOther, node, std::move(rest));
    return Applied(node, name, sign, std::move(rest));
  }

  // `${X:-d}`, `${X:?}`, `${X+alt}`, `${X%end}`
  TermId Applied(TSNode node, const std::string& name, const std::string& sign, Terms rest) {
    const bool reads = Reads(node);
    const bool mark = sign == ":-" || sign == "-" || sign == ":=" || sign == "=" || sign == ":?" ||
                      sign == "?" || sign == ":+" || sign == "+";
    // `${X+alt}` does not use the value, it only tests for it.
    if (reads && (sign == "+" || sign == ":+")) {
      const TermId key = Add(TermKind::kString, node, {}, name);
      const TermId of = Add(TermKind::kName, node, {}, std::string(kEnvironment));
      rest.insert(rest.begin(), Add(TermKind::kHas, node, {key, of}));
      return Add(TermKind::kOther, node, std::move(rest));
    }
    // With a default or a test, the name is a read on its own; without, other files may set it.
    const TermId value = Variable(node, name, !mark);
    if (mark && sign.ends_with('?')) {
      rest.insert(rest.begin(), Add(TermKind::kRequired, node, {value}));
      return Wrap(node, std::move(rest));
    }
    // `${X:-}` replaces unset by empty, which is not a default.
    const bool nothing = rest.empty() || (rest.size() == 1 && IsEmptyText(rest[0]));
    if (mark && nothing) return value;
    if (mark) return Add(TermKind::kOr, node, {value, Wrap(node, std::move(rest))});
    // `${X%end}`, `${X/a/b}`: the value, changed; `${X:1}` is an unchanged value here.
    if (rest.empty() || sign == ":") return value;
    rest.insert(rest.begin(), value);
    return Add(TermKind::kOther, node, std::move(rest));
  }

  bool IsEmptyText(TermId id) const {
    return program_[id].kind == TermKind::kString && program_[id].text.empty();
  }

  // `${!name}` reads the variable named by another one, `${!APP_*}` lists all with that prefix.
  TermId Indirect(TSNode node, const std::string& name, const std::string& sign, bool indexed) {
    // With names that are set dynamically, the value of `name` is not known.
    if (indexed || flow_.dynamic || !IsShellName(name)) return Add(TermKind::kOther, node);
    const TermId of = Add(TermKind::kName, node, {}, std::string(kEnvironment));
    TermId key = Add(TermKind::kName, node, {}, name);
    if (sign.size() > 1 && (sign[1] == '*' || sign[1] == '@')) {
      const TermId begin = Add(TermKind::kString, node, {}, name);
      key = Add(TermKind::kConcat, node, {begin, Add(TermKind::kOther, node)});
    }
    return Add(TermKind::kIndex, node, {of, key});
  }

  const ShellFlow& flow_;
};

}  // namespace flagcensus
