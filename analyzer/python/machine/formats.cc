// Texts with places for values: "%s" % x and "{}".format(x) (Python Library Reference,
// "printf-style String Formatting" and "Format String Syntax").
//
//   "APP_%s" % name              ─→ the text APP_ followed by `name`
//   "{}_{key}".format(a, key=b)  ─→ `a`, "_", `b`
//
#include <algorithm>

#include "analyzer/base/text.h"
#include "analyzer/python/machine/machine.h"

namespace flagcensus {

namespace {

// The form of a field with the same effect: "-5s" ─→ "!s:<5", "03d" ─→ ":03d", "s" ─→ "".
std::string FormOfPercent(std::string flags, char type) {
  if (flags.empty() && (type == 's' || type == 'd' || type == 'i' || type == 'u')) return "";
  const size_t first = std::min(flags.find_first_of("123456789."), flags.size());
  const std::string signs = flags.substr(0, first);
  const auto has = [&](char sign) { return signs.find(sign) != std::string::npos; };
  const bool text = type == 's' || type == 'r' || type == 'a';
  const bool zeros = has('0') && !has('-') && !text;  // after the sign, so without an alignment
  std::string form = text ? std::string("!") + type : "";
  form += has('-') ? ":<" : zeros ? ":" : ":>";
  if (has('+') && !text) form += '+';
  if (has(' ') && !has('+') && !text) form += ' ';
  if (has('#')) form += '#';
  if (zeros) form += '0';
  form += flags.substr(first);
  if (!text) form += type == 'i' || type == 'u' ? 'd' : type;
  return form;
}

}  // namespace

// A format that cannot be parsed makes the result opaque, derived from the arguments.
Val PercentFormat(Machine& m, Val format, Val arguments, NodeId node) {
  const ConstantVal* constant = AsTextConstant(format);
  if (constant == nullptr) return Opaque(m, node, arguments);
  const std::string& text = m.symbols.TextOf(constant->text);
  std::vector<Val> positional = {arguments};
  // A tuple has one value for each place; anything else is the only value.
  if (const SequenceObject* tuple = AsSequence(arguments);
      tuple != nullptr && tuple->sequence == SequenceKind::kTuple) {
    positional = ItemsOf(*tuple);
  }
  std::vector<Val> pieces;
  size_t next = 0;
  size_t from = 0;
  const auto literal = [&](size_t end) {
    pieces.push_back(m.values.Text(
        m.symbols.Intern(std::string_view(text).substr(from, end - from)), constant->mark));
  };
  for (size_t at = text.find('%'); at != std::string::npos; at = text.find('%', from)) {
    literal(at);
    size_t end = at + 1;
    std::string key;
    if (end < text.size() && text[end] == '(') {
      const size_t close = text.find(')', end);
      if (close == std::string::npos) return Opaque(m, node, arguments);
      key = text.substr(end + 1, close - end - 1);
      end = close + 1;
    }
    const size_t flags = end;
    while (end < text.size() &&
           std::string_view("-+ #0123456789.").find(text[end]) != std::string::npos)
      ++end;
    if (end >= text.size() || text[end] == '*') return Opaque(m, node, arguments);
    const std::string form = FormOfPercent(text.substr(flags, end - flags), text[end]);
    from = end + 1;
    if (text[end] == '%') {
      pieces.push_back(m.values.Text(m.symbols.Intern("%")));
    } else if (!key.empty()) {
      // %(key)s: the value is an element of a mapping.
      Val name = m.values.Text(m.symbols.Intern(key));
      Val value = GetItem(m, arguments, name, node, m.values.unknown(), true);
      pieces.push_back(Formed(m, value, form, node));
    } else {
      Val value = next < positional.size() ? positional[next] : m.values.unknown();
      pieces.push_back(Formed(m, value, form, node));
      ++next;
    }
  }
  literal(text.size());
  return JoinTexts(m, pieces, node);
}

// Fields by position or keyword. A field of a field, {0.name}, is unknown.
Val BraceFormat(Machine& m, const ConstantVal& format, const CallArguments& arguments,
                NodeId node) {
  const std::string& text = m.symbols.TextOf(format.text);
  std::vector<Val> pieces;
  std::string literal;
  size_t next = 0;
  const auto flush = [&] {
    if (!literal.empty()) pieces.push_back(m.values.Text(m.symbols.Intern(literal), format.mark));
    literal.clear();
  };
  for (size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    if ((c == '{' || c == '}') && at + 1 < text.size() && text[at + 1] == c) {
      literal += c;
      ++at;
      continue;
    }
    if (c != '{') {
      literal += c;
      continue;
    }
    const size_t close = text.find('}', at);
    if (close == std::string::npos) return Opaque(m, node);
    flush();
    std::string field = text.substr(at + 1, close - at - 1);
    // A field in a form: the width is an argument.
    if (field.find('{') != std::string::npos) return Opaque(m, node);
    const size_t end = std::min(field.find_first_of("!:"), field.size());
    const std::string form = field.substr(end);
    field.resize(end);
    at = close;
    const bool digits =
        !field.empty() && field.find_first_not_of("0123456789") == std::string::npos;
    Val value = nullptr;
    if (field.empty()) {
      value = next < arguments.positional.size() ? arguments.positional[next] : nullptr;
      ++next;
    } else if (digits && field.size() < 4) {
      const size_t position = std::stoul(field);
      value = position < arguments.positional.size() ? arguments.positional[position] : nullptr;
    } else {
      value = arguments.Keyword(m.symbols.Intern(field));
    }
    pieces.push_back(value == nullptr ? m.values.unknown() : Formed(m, value, form, node));
  }
  flush();
  return pieces.empty() ? m.values.Text(0, format.mark) : JoinTexts(m, pieces, node);
}

}  // namespace flagcensus
