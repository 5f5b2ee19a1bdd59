// Forms of fields: {x:02d}, {x!r} (Python Library Reference, "Format Specification Mini-Language").
//
//   {n:03d} of 7       ─→ "007"       {x:.2f} of 3.14159 ─→ "3.14"
//   {s:>5} of "a"      ─→ "    a"     {n:,} of 1024      ─→ "1,024"
//
// What is not computed here is an unknown text: that of the value would be a wrong one.
#include <cstdio>
#include <optional>
#include <string>

#include "analyzer/base/characters.h"
#include "analyzer/base/text.h"
#include "analyzer/python/machine/machine.h"

namespace flagcensus {
namespace {

struct Specification {
  char fill = ' ';
  char align = 0;  // < > ^ =
  char sign = '-';
  bool alternate = false;
  int width = 0;
  char group = 0;  // , _
  int precision = -1;
  char type = 0;
};

// nullopt: malformed, or longer than what people write.
std::optional<Specification> ReadSpecification(std::string_view text) {
  constexpr size_t kMaxDigits = 2;
  Specification out;
  const auto is_align = [](char c) { return c == '<' || c == '>' || c == '^' || c == '='; };
  const auto take = [&] {
    const char c = text.front();
    text.remove_prefix(1);
    return c;
  };
  const auto number = [&](int* value) {
    const size_t end = EndOfRun(text, 0, IsDigit);
    if (end == 0 || end > kMaxDigits) return false;
    for (*value = 0; !text.empty() && IsDigit(text.front());) *value = *value * 10 + (take() - '0');
    return true;
  };
  if (text.size() > 1 && is_align(text[1])) out.fill = take();
  if (!text.empty() && is_align(text.front())) out.align = take();
  if (!text.empty() && std::string_view("+- ").find(text.front()) != std::string::npos) {
    out.sign = take();
  }
  if (text.starts_with('#')) out.alternate = take() == '#';
  if (text.starts_with('0')) {
    take();
    if (out.align == 0) {
      out.align = '=';
      out.fill = '0';
    }
  }
  if (!text.empty() && IsDigit(text.front()) && !number(&out.width)) return std::nullopt;
  if (text.starts_with(',') || text.starts_with('_')) out.group = take();
  if (text.starts_with('.')) {
    take();
    if (!number(&out.precision)) return std::nullopt;
  }
  if (!text.empty()) out.type = take();
  return text.empty() ? std::optional(out) : std::nullopt;
}

// `sign` is written before the fill of the alignment "=".
std::string Padded(const Specification& form, const std::string& sign, const std::string& text,
                   char usual) {
  const char align = form.align == 0 ? usual : form.align;
  const size_t length = sign.size() + text.size();
  const auto width = static_cast<size_t>(form.width);
  const size_t missing = width > length ? width - length : 0;
  if (align == '=') return sign + std::string(missing, form.fill) + text;
  const size_t before = align == '<' ? 0 : align == '>' ? missing : missing / 2;
  return std::string(before, form.fill) + sign + text + std::string(missing - before, form.fill);
}

std::string Grouped(const std::string& digits, char sign) {
  if (sign == 0) return digits;
  const size_t whole = EndOfRun(digits, 0, IsDigit);
  std::string out;
  for (size_t i = 0; i < digits.size(); ++i) {
    if (i > 0 && i < whole && (whole - i) % 3 == 0) out += sign;
    out += digits[i];
  }
  return out;
}

std::string SignOf(const Specification& form, bool negative) {
  if (negative) return "-";
  return form.sign == '-' ? "" : std::string(1, form.sign);
}

std::optional<std::string> FormedText(const Specification& form, std::string text) {
  const bool plain = form.sign == '-' && !form.alternate && form.group == 0 && form.align != '=' &&
                     (form.type == 0 || form.type == 's') && !AnyByte(text, IsNonAscii);
  if (!plain) return std::nullopt;
  if (form.precision >= 0) text = text.substr(0, static_cast<size_t>(form.precision));
  return Padded(form, "", text, '<');
}

std::optional<std::string> FormedInteger(const Specification& form, int64_t value) {
  const bool zeros = form.group != 0 && form.align == '=';  // the zeros are grouped, too
  if (form.precision >= 0 || zeros || value == INT64_MIN) return std::nullopt;
  auto rest = static_cast<uint64_t>(value < 0 ? -value : value);
  const std::string sign = SignOf(form, value < 0);
  if (form.type == 0 || form.type == 'd') {
    return Padded(form, sign, Grouped(std::to_string(rest), form.group), '>');
  }
  const unsigned base = form.type == 'b' ? 2 : form.type == 'o' ? 8 : 16;
  const bool known = form.type == 'b' || form.type == 'o' || form.type == 'x' || form.type == 'X';
  if (!known || form.group != 0) return std::nullopt;
  const char* const digits = form.type == 'X' ? "0123456789ABCDEF" : "0123456789abcdef";
  std::string text;
  do {
    text.insert(text.begin(), digits[rest % base]);
    rest /= base;
  } while (rest > 0);
  const std::string mark = form.alternate ? std::string("0") + form.type : "";
  return Padded(form, sign + mark, text, '>');
}

std::optional<std::string> FormedReal(const Specification& form, double value) {
  if (form.alternate || !(value > -1e15 && value < 1e15)) return std::nullopt;
  const bool negative = value < 0;
  if (negative) value = -value;
  const int precision = form.precision < 0 ? 6 : form.precision;
  char text[160];
  switch (form.type) {
    case 'f':
    case 'F':
      std::snprintf(text, sizeof text, "%.*f", precision, value);
      break;
    case 'e':
      std::snprintf(text, sizeof text, "%.*e", precision, value);
      break;
    case 'g':
      std::snprintf(text, sizeof text, "%.*g", precision, value);
      break;
    case '%':
      std::snprintf(text, sizeof text, "%.*f%%", precision, value * 100);
      break;
    default:
      return std::nullopt;
  }
  if (form.group != 0 && form.align == '=') return std::nullopt;
  return Padded(form, SignOf(form, negative), Grouped(text, form.group), '>');
}

// As str() or repr(), which `conversion` says.
std::optional<std::string> SpelledAs(const SymbolTable& symbols, const ConstantVal& constant,
                                     char conversion) {
  // A number with a point has one text for str() and repr(), which is not always as written.
  if (constant.type == ConstantType::kFloat || constant.type == ConstantType::kEllipsis) {
    return std::nullopt;
  }
  std::string text = SpelledConstant(symbols, constant);
  if (conversion == 's' || constant.type != ConstantType::kText) return text;
  // Only texts whose literal is the text in quotes.
  const bool plain = EscapeControl(text) == text && text.find('\'') == std::string::npos &&
                     text.find('\\') == std::string::npos;
  return plain ? std::optional("'" + text + "'") : std::nullopt;
}

std::optional<std::string> FormedConstant(const SymbolTable& symbols, const ConstantVal& constant,
                                          char conversion, std::string_view specification) {
  const std::optional<Specification> form = ReadSpecification(specification);
  if (!form) return std::nullopt;
  if (conversion != 0) {
    const std::optional<std::string> text = SpelledAs(symbols, constant, conversion);
    return text ? FormedText(*form, *text) : std::nullopt;
  }
  if (constant.type == ConstantType::kText) return FormedText(*form, symbols.TextOf(constant.text));
  const bool real =
      form->type != 0 && std::string_view("fFeg%").find(form->type) != std::string::npos;
  if (constant.type == ConstantType::kInteger) {
    return real ? FormedReal(*form, static_cast<double>(constant.integer))
                : FormedInteger(*form, constant.integer);
  }
  return constant.type == ConstantType::kFloat ? FormedReal(*form, constant.real) : std::nullopt;
}

}  // namespace

Val Formed(Machine& m, Val value, std::string_view form, NodeId node) {
  char conversion = 0;
  if (form.size() > 1 && form[0] == '!') {
    conversion = form[1];
    form.remove_prefix(2);
  }
  const bool spelled = form.starts_with('=');  // {x=}: with the source of x
  const std::string_view specification = form.starts_with(':') ? form.substr(1) : "";
  const bool known = form.empty() || form.starts_with(':');
  const bool same = known && specification.empty() && (conversion == 0 || conversion == 's');
  if (same) return value;
  const Val any = m.values.Parts({{TextPart::Kind::kAnything, 0, nullptr, 0, {}}}, {}, m.symbols);
  if (spelled || !known) return IsMadeOfReads(value) ? Opaque(m, node, value) : any;
  return Lift1(m.values, value, [&](Val leaf) -> Val {
    const ConstantVal* constant = AsConstant(leaf);
    // A parameter in the form of a number or a text without a width.
    const bool plain = conversion == 0 && (specification == "s" || specification == "d");
    if (constant == nullptr) return AsTextWithHoles(leaf) != nullptr && !plain ? any : leaf;
    const std::optional<std::string> text =
        FormedConstant(m.symbols, *constant, conversion, specification);
    if (!text) return any;
    Val out = m.values.Text(m.symbols.Intern(*text), constant->mark);
    return constant->start ? m.values.Start(out) : out;
  });
}

}  // namespace flagcensus
