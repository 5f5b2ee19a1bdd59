// Texts: literals, buffers, strings, and what functions make of them.
#include <algorithm>

#include "analyzer/base/text.h"
#include "analyzer/machine/c/machine.h"

namespace flagcensus {
namespace {

std::vector<TextPart> PartsOf(Val text) {
  if (const ConstantVal* constant = AsTextConstant(text)) {
    TextPart part;
    part.text = constant->text;
    return {part};
  }
  if (const TextVal* several = AsTextWithHoles(text)) return several->parts;
  TextPart part;
  part.kind = TextPart::Kind::kAnything;
  const UnknownVal* unknown = AsUnknown(text);
  if (unknown != nullptr && !unknown->events.empty()) part.read = unknown->events.front() + 1;
  return {part};
}

Mark MarkOf(Val text) {
  if (const ConstantVal* constant = AsTextConstant(text)) return constant->mark;
  if (const TextVal* several = AsTextWithHoles(text)) return several->mark;
  return {};
}

}  // namespace

Val CMachine::TextOf(Val value) {
  constexpr int kMaxTexts = 12;
  if (texts_ > kMaxTexts) return values_.unknown();
  ++texts_;
  Val out = Lift1(values_, value, [&](Val leaf) -> Val {
    if (const PointerVal* pointer = AsPointer(leaf)) {
      Val held = Load(SlotAt(*pointer));
      if (held == nullptr || AsPointer(held) != nullptr) return values_.unknown();
      const bool inside = SlotAt(*pointer).key == kTextSlot && pointer->number > 0;
      return inside ? Substring(held, static_cast<int64_t>(pointer->number), std::nullopt)
                    : TextOf(held);
    }
    if (const CRecord* record = AsRecord(leaf)) {
      Val held = record->slots.Get(kTextSlot);
      if (held != nullptr) return held;
      if (record->form == CRecord::Form::kBuffer || record->form == CRecord::Form::kStream)
        return values_.unknown();
      return record->origin != nullptr ? record->origin : leaf;
    }
    return leaf;
  });
  --texts_;
  return out;
}

std::optional<std::string> CMachine::Known(Val value) const {
  const ConstantVal* constant = AsTextConstant(value);
  if (constant == nullptr) return std::nullopt;
  return Text(constant->text);
}

Val CMachine::Concat(Val a, Val b) {
  return Lift2(values_, TextOf(a), TextOf(b), [&](Val x, Val y) -> Val {
    std::vector<TextPart> parts;
    const auto add = [&](Val one) {
      const ConstantVal* constant = AsConstant(one);
      if (constant != nullptr && constant->type == ConstantType::kInteger) {
        TextPart part;
        part.text = symbols_.Intern(std::to_string(constant->integer));
        parts.push_back(part);
        return;
      }
      for (TextPart& part : PartsOf(one)) parts.push_back(std::move(part));
    };
    add(x);
    add(y);
    const Mark first = MarkOf(x);
    const Mark second = MarkOf(y);
    // Of the frames that spell its parts the outermost that still runs has the name.
    Mark mark = first;
    const bool first_empty = AsTextConstant(x) != nullptr && AsTextConstant(x)->text == 0;
    if (first_empty || first.frame == 0 ||
        (second.frame != 0 && second.frame < first.frame && IsRunning(second.frame))) {
      mark = second.frame != 0 || first_empty ? second : first;
    }
    return values_.Parts(std::move(parts), mark, symbols_);
  });
}

Val CMachine::Upper(Val value, bool up) {
  return Lift1(values_, TextOf(value), [&](Val leaf) -> Val {
    const bool text = AsTextConstant(leaf) != nullptr || AsTextWithHoles(leaf) != nullptr;
    if (!text) return leaf;
    std::vector<TextPart> parts = PartsOf(leaf);
    for (TextPart& part : parts) {
      if (part.kind == TextPart::Kind::kLiteral) {
        part.text = symbols_.Intern(up ? ToUpper(Text(part.text)) : ToLower(Text(part.text)));
      }
    }
    return values_.Parts(std::move(parts), MarkOf(leaf), symbols_);
  });
}

Val CMachine::Substring(Val value, int64_t from, std::optional<int64_t> count) {
  return Lift1(values_, TextOf(value), [&](Val leaf) -> Val {
    if (const std::optional<std::string> known = Known(leaf)) {
      const size_t at = std::min(known->size(), static_cast<size_t>(std::max<int64_t>(from, 0)));
      const size_t most = count && *count >= 0 ? static_cast<size_t>(*count) : std::string::npos;
      return MakeText(known->substr(at, most), MarkOf(leaf));
    }
    if (from == 0 && !count) return leaf;
    if (AsTextWithHoles(leaf) != nullptr) return leaf;
    return Mixed(leaf, leaf, ValueType::kUnknown);
  });
}

Val CMachine::CharacterAt(Val text, Val index) {
  return Lift2(values_, TextOf(text), index, [&](Val leaf, Val at) -> Val {
    const ConstantVal* position = AsConstant(at);
    const std::optional<std::string> known = Known(leaf);
    if (known && position != nullptr && position->type == ConstantType::kInteger &&
        position->integer >= 0) {
      const auto i = static_cast<size_t>(position->integer);
      return values_.Integer(i < known->size() ? static_cast<unsigned char>((*known)[i]) : 0);
    }
    if (AsTextWithHoles(leaf) != nullptr) return leaf;
    const UnknownVal* read = AsUnknown(leaf);
    if (read == nullptr || read->events.empty() || read->unit == kOpaque)
      return Mixed(leaf, leaf, ValueType::kUnknown);
    return values_.Unknown(kCharacter, 0, ValueType::kStr, read->events, true);
  });
}

// printf's format, or std::format's where `braces`.
Val CMachine::Format(Val format, const std::vector<Val>& arguments, size_t first, bool braces) {
  const std::optional<std::string> known = Known(TextOf(format));
  if (!known) return values_.unknown();
  const bool whole = *known == (braces ? "{}" : "%s") && first < arguments.size();
  if (whole && !EventsOf(TextOf(arguments[first])).empty()) return TextOf(arguments[first]);
  const Mark mark = MarkOf(TextOf(format));
  Val out = values_.Text(0, mark);
  size_t next = first;
  const auto take = [&]() -> Val {
    return next < arguments.size() ? arguments[next++] : values_.unknown();
  };
  const auto literal = [&](const std::string& text) {
    if (!text.empty()) out = Concat(out, MakeText(text, mark));
  };
  std::string plain;
  for (size_t i = 0; i < known->size(); ++i) {
    const char c = (*known)[i];
    if (braces ? c != '{' : c != '%') {
      plain += c;
      continue;
    }
    if (i + 1 < known->size() && (*known)[i + 1] == c) {
      plain += c;
      ++i;
      continue;
    }
    literal(plain);
    plain.clear();
    if (braces) {
      const size_t close = known->find('}', i);
      if (close == std::string::npos) break;
      const bool numbered = i + 1 < close && IsDigit((*known)[i + 1]);
      if (numbered) next = first + static_cast<size_t>((*known)[i + 1] - '0');
      i = close;
      out = Concat(out, TextOf(take()));
      continue;
    }
    size_t at = i + 1;
    std::optional<int64_t> most;
    bool precise = false;
    while (at < known->size() && std::string_view("-+ #0123456789.*hlLzjtq").find((*known)[at]) !=
                                     std::string_view::npos) {
      if ((*known)[at] == '.') {
        precise = true;
        most = 0;
      } else if ((*known)[at] == '*') {
        const ConstantVal* width = AsConstant(take());
        if (precise)
          most = width != nullptr && width->type == ConstantType::kInteger
                     ? std::optional(width->integer)
                     : std::nullopt;
      } else if (precise && most && IsDigit((*known)[at])) {
        most = *most * 10 + ((*known)[at] - '0');
      }
      ++at;
    }
    Val argument = TextOf(take());
    const char kind = at < known->size() ? (*known)[at] : 's';
    const ConstantVal* character = AsConstant(argument);
    if (kind == 'c' && character != nullptr && character->type == ConstantType::kInteger) {
      argument = MakeText(std::string(1, static_cast<char>(character->integer)), mark);
    } else if (kind == 's' && most) {
      argument = Substring(argument, 0, most);
    }
    out = Concat(out, argument);
    i = at;
  }
  literal(plain);
  return out;
}

}  // namespace flagcensus
