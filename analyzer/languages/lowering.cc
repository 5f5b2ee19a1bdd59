// concrete tree ─→ terms, for any language
//
//   Run(root): Of(each statement)     the language's own code, which calls
//     One(child), All(child)          for the terms of parts, and
//     Add(kind, node, parts, text)    for the term itself: parts are added before it
#include "analyzer/languages/lowering.h"

#include <algorithm>

#include "analyzer/base/text.h"
#include "analyzer/python/node.h"

namespace flagcensus {
namespace {

// Deeper code is generated; its inner part is skipped and reported.
constexpr int kDeepestTerm = 400;
constexpr size_t kMaxCutsReported = 20;  // of a file: more say nothing new

// Reads up to `most` hexadecimal digits of `text` from *at on.
uint32_t ReadHex(std::string_view text, size_t most, size_t* at) {
  uint32_t out = 0;
  for (size_t n = 0; n < most && *at < text.size() && HexValue(text[*at]) >= 0; ++n) {
    out = out * 16 + static_cast<uint32_t>(HexValue(text[(*at)++]));
  }
  return out;
}

// One conversion of a format string: "%-5s".
struct Conversion {
  size_t end = 0;       // of its text
  size_t argument = 0;  // its number from 1; 0: the next one
  bool resets = false;  // the next one follows it (Go)
  bool again = false;   // the argument of the conversion before
  size_t widths = 0;    // arguments before the value
  bool plain = true;    // without flags, width and precision
  char verb = 0;
};

// "12$" at `*at` and the end '$' ─→ 12, and `*at` is behind it; 0 if there is no such number.
size_t ReadArgumentNumber(std::string_view form, char end, size_t* at) {
  size_t number = 0;
  size_t i = *at;
  while (i < form.size() && IsDigit(form[i]) && number < 1000) {
    number = number * 10 + static_cast<size_t>(form[i++] - '0');
  }
  if (i == form.size() || form[i] != end || number == 0) return 0;
  *at = i + 1;
  return number;
}

// "%-5s" at its '-' ─→ verb 's', not plain. As in C, with "1$" (Java, PHP) and "[1]" (Go) for the
// argument, '<' for the last one again (Java) and a quote before a padding (PHP).
//
//   "%[3]*.[2]*[1]f"   the width is argument 3, the precision 2, the value 1 (Go)
//   "%[2]*d"           the width is argument 2, the value the one that follows it
Conversion ReadConversion(std::string_view form, size_t at) {
  constexpr std::string_view kFlags = "-+ #0,(<'.123456789*";
  Conversion out;
  out.argument = ReadArgumentNumber(form, '$', &at);
  for (; at < form.size(); ++at) {
    if (form[at] == '[') {
      size_t end = at + 1;
      const size_t number = ReadArgumentNumber(form, ']', &end);
      if (number == 0) break;
      out.argument = number;
      out.resets = true;
      at = end - 1;
      continue;
    }
    if (kFlags.find(form[at]) == std::string_view::npos) break;
    if (form[at] == '<') {
      out.again = true;
      continue;
    }
    out.plain = false;
    // An index before the star is that of the width, which the value follows.
    if (form[at] == '*') ++(out.resets ? out.argument : out.widths);
    if (form[at] == '\'') ++at;
  }
  if (at < form.size()) out.verb = form[at++];
  out.end = std::min(at, form.size());
  return out;
}

}  // namespace

// `\n` ─→ a newline, `\x41`, `\u0041`, `\u{41}` ─→ A; an unknown escape is the byte itself.
std::string Unescape(std::string_view text) {
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\\' || i + 1 == text.size()) {
      out += text[i];
      continue;
    }
    const char c = text[++i];
    switch (c) {
      case 'n':
        out += '\n';
        break;
      case 't':
        out += '\t';
        break;
      case 'r':
        out += '\r';
        break;
      case '0':
        out += '\0';
        break;
      // A joined line.
      case '\n':
        break;
      // \x has two digits, \u four, \U eight; in braces there may be up to eight.
      case 'x':
      case 'u':
      case 'U': {
        size_t at = i + 1;
        // \u{1F600}
        const bool braced = at < text.size() && text[at] == '{';
        if (braced) ++at;
        AppendUtf8(ReadHex(text, braced || c == 'U' ? 8 : c == 'x' ? 2 : 4, &at), &out);
        if (braced && at < text.size() && text[at] == '}') ++at;
        i = at - 1;
        break;
      }
      default:
        out += c;
    }
  }
  return out;
}

// Comments are extras in all grammars. Some have others with contents, which they do not skip.
bool TermLowering::Skips(TSNode node) const { return IsExtra(node); }

// With a cursor: a child by its index costs a walk over its siblings.
void TermLowering::Each(TSNode node, const Visit& visit) {
  if (ts_node_is_null(node)) return;
  TSTreeCursor cursor = ts_tree_cursor_new(node);
  if (ts_tree_cursor_goto_first_child(&cursor)) {
    do {
      const TSNode child = ts_tree_cursor_current_node(&cursor);
      if (!IsNamed(child) || Skips(child)) continue;
      const char* const field = ts_tree_cursor_current_field_name(&cursor);
      visit(child, field == nullptr ? std::string_view() : std::string_view(field));
    } while (ts_tree_cursor_goto_next_sibling(&cursor));
  }
  ts_tree_cursor_delete(&cursor);
}

// A file of deep code would report each of its places, so only the first ones are kept.
void TermLowering::Cut(TSNode node) {
  const TSPoint at = StartPoint(node);
  if (program_.cuts.size() < kMaxCutsReported) program_.cuts.push_back({at.row + 1, at.column + 1});
}

std::optional<Terms> TermLowering::OfChildren(const KindsOfNodes& kinds, TSNode node) {
  const auto kind = kinds.find(NodeType(node));
  if (kind == kinds.end()) return std::nullopt;
  return Terms{Add(kind->second, node, All(node))};
}

// The terms of all children. Below the limit of depth, nothing is added, and the place is reported.
Terms TermLowering::All(TSNode node, std::string_view wanted) {
  Terms out;
  Each(node, [&](TSNode child, std::string_view field) {
    if (!wanted.empty() && field != wanted) return;
    if (depth_ >= kDeepestTerm) {
      Cut(child);
      return;
    }
    ++depth_;
    for (const TermId id : Of(child)) out.push_back(id);
    --depth_;
  });
  return out;
}

// Several terms of a node become parts of a kOther, so a caller may rely on one.
TermId TermLowering::One(TSNode node) {
  if (ts_node_is_null(node)) return kNoTerm;
  if (depth_ >= kDeepestTerm) {
    Cut(node);
    return Add(TermKind::kOther, node);
  }
  ++depth_;
  Terms parts = Of(node);
  --depth_;
  return Wrap(node, std::move(parts));
}

TermId TermLowering::OneField(TSNode node, std::string_view field) {
  return One(NodeField(node, field));
}

// Any field can be missing after a syntax error: the term then has an empty part.
TermId TermLowering::Need(TSNode node, std::string_view field) {
  const TermId id = OneField(node, field);
  return id == kNoTerm ? Add(TermKind::kOther, node) : id;
}

TermId TermLowering::Wrap(TSNode node, Terms parts) {
  return parts.size() == 1 ? parts[0] : Add(TermKind::kOther, node, std::move(parts));
}

// The place of the term is that of `node`; a caller that adds terms for parts of it may correct
// that.
TermId TermLowering::Add(TermKind kind, TSNode node, Terms parts, std::string text,
                         std::string more) {
  // A missing optional part is passed as kNoTerm.
  std::erase(parts, kNoTerm);
  const auto id = static_cast<TermId>(program_.terms.size());
  Term term;
  term.kind = kind;
  const TSPoint at = StartPoint(node);
  term.line = at.row + 1;
  term.column = at.column + 1;
  term.begin = StartByte(node);
  term.end = EndByte(node);
  term.parts = std::move(parts);
  term.text = std::move(text);
  term.more = std::move(more);
  // Parts have smaller numbers than the term around them.
  for (const TermId part : term.parts) program_.terms[part].parent = id;
  program_.terms.push_back(std::move(term));
  return id;
}

// Types are rare, so they are in a map and not in each term.
TermId TermLowering::Typed(TermId id, std::string type) {
  if (id != kNoTerm && !type.empty()) program_.types[id] = std::move(type);
  return id;
}

std::string TermLowering::Source(TSNode node) const { return std::string(TextOfNode(node, text_)); }

TermId TermLowering::Choice(TSNode node) {
  const TermId test = Need(node, "condition");
  const TermId value = Need(node, "consequence");
  return Add(TermKind::kChoice, node, {test, value, Need(node, "alternative")});
}

TermId TermLowering::Condition(TSNode node) {
  const TermId test = Need(node, "condition");
  const TermId then = Need(node, "consequence");
  return Add(TermKind::kIf, node, {test, then, OneField(node, "alternative")});
}

// A value's terms are added after those of the text before it, which keeps the order of the source.
void TermLowering::TextBuilder::Flush() {
  if (text_.empty()) return;
  parts_.push_back(lowering_.Add(TermKind::kString, node_, {}, std::exchange(text_, {})));
}

TermId TermLowering::TextBuilder::Done() {
  if (parts_.empty()) return lowering_.Add(TermKind::kString, node_, {}, text_);
  Flush();
  return lowering_.Add(TermKind::kConcat, node_, std::move(parts_));
}

// A part of a text that a format makes of `value`, and which is not known.
TermId TermLowering::Formatted(TSNode node, TermId value) {
  if (value == kNoTerm) return Add(TermKind::kOther, node);
  // With two parts it has the value of neither.
  return Add(TermKind::kOther, node, {Add(TermKind::kOther, node), value});
}

// "%s_PORT" and `prefix` ─→ kConcat of `prefix` and "_PORT"; "%x" and "%-5s" are unknown parts.
TermId TermLowering::Percent(TSNode node, const std::string& form, const Terms& values) {
  Terms parts;
  size_t next = 0;
  size_t last = values.size();  // the argument of the conversion before; that of the first: none
  std::string text;
  for (size_t i = 0; i < form.size(); ++i) {
    if (form[i] != '%' || i + 1 == form.size()) {
      text += form[i];
      continue;
    }
    const Conversion one = ReadConversion(form, i + 1);
    i = one.end - 1;
    if (one.verb == '%') {
      text += one.verb;
      continue;
    }
    if (!text.empty()) parts.push_back(Add(TermKind::kString, node, {}, text));
    text.clear();
    next += one.widths;  // "%*s" takes its width from the argument before the value
    if (!one.again) last = one.argument > 0 ? one.argument - 1 : next++;
    if (one.resets) next = one.argument;
    const TermId value = last < values.size() ? values[last] : kNoTerm;
    const bool same = one.plain && (one.verb == 's' || one.verb == 'v' || one.verb == 'd');
    parts.push_back(same && value != kNoTerm ? value : Formatted(node, value));
  }
  if (!text.empty() || parts.empty()) parts.push_back(Add(TermKind::kString, node, {}, text));
  return Add(TermKind::kConcat, node, std::move(parts));
}

// The root is a block: the scope of top-level names.
void TermLowering::Run(TSNode root) {
  Terms parts = All(root);
  program_.root = Add(TermKind::kBlock, root, std::move(parts));
}

}  // namespace flagcensus
