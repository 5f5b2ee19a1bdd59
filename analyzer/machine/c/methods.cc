// Methods of texts, streams and containers (ISO/IEC 14882, [strings], [containers], [optional]).
#include "analyzer/machine/c/machine.h"

namespace flagcensus {

// None where no method of that name is known of what `receiver` is.
std::optional<Val> CMachine::Method(Val receiver, const CSlot& place, std::string_view name,
                                    const std::vector<Val>& arguments) {
  CRecord* record = RecordAt(receiver);
  if (record != nullptr && record->form == CRecord::Form::kStream) {
    Val held = record->slots.Get(kTextSlot);
    if (name == "str" || name == "c_str") return held == nullptr ? values_.Text(0) : held;
    return std::nullopt;
  }
  if (record != nullptr && record->form != CRecord::Form::kBuffer) {
    return ContainerMethod(record, name, arguments);
  }
  std::optional<Val> out = AskedText(TextOf(receiver), name, arguments);
  return out ? out : MadeText(TextOf(receiver), place, name, arguments);
}

std::optional<Val> CMachine::ContainerMethod(CRecord* record, std::string_view name,
                                             const std::vector<Val>& arguments) {
  Val size = record->slots.Get(kCountSlot);
  const auto counted = [&]() -> int64_t {
    const ConstantVal* known = size == nullptr ? nullptr : AsConstant(size);
    return known == nullptr ? 0 : known->integer;
  };
  if (name == "push_back" || name == "emplace_back" || name == "push" || name == "append" ||
      name == "add") {
    if (arguments.empty()) return values_.unknown();
    const int64_t at = counted();
    heap_.Put(record, {SlotKey::Kind::kInteger, static_cast<uint64_t>(at)}, arguments[0]);
    heap_.Put(record, kCountSlot, values_.Integer(at + 1));
    return values_.unknown();
  }
  if ((name == "emplace" || name == "insert" || name == "insert_or_assign") && !arguments.empty()) {
    const ConstantVal* key = AsTextConstant(arguments[0]);
    if (key != nullptr && arguments.size() > 1) heap_.Put(record, TextKey(key->text), arguments[1]);
    return values_.unknown();
  }
  if (name == "size" || name == "length" || name == "count")
    return size == nullptr ? values_.unknown() : size;
  if (name == "empty") {
    return size == nullptr ? values_.unknown() : values_.boolean(counted() == 0);
  }
  if ((name == "at" || name == "find") && !arguments.empty())
    return Index(record->self, arguments[0]);
  if (name == "begin" || name == "cbegin" || name == "data") {
    return values_.Pointer(record, static_cast<uint8_t>(SlotKey::Kind::kInteger), 0);
  }
  if ((name == "end" || name == "cend") && size != nullptr) {
    return values_.Pointer(record, static_cast<uint8_t>(SlotKey::Kind::kInteger),
                           static_cast<uint64_t>(counted()));
  }
  if (name == "front") return Index(record->self, values_.Integer(0));
  if (name == "get" || name == "value") return record->self;
  return std::nullopt;
}

// What asks a text, or gives it as it is.
std::optional<Val> CMachine::AskedText(Val text, std::string_view name,
                                       const std::vector<Val>& arguments) {
  if (name == "c_str" || name == "data" || name == "str" || name == "toStdString" ||
      name == "value" || name == "get" || name == "count" || name == "string" ||
      name == "u8string" || name == "view" || name == "UTF8String") {
    if (arguments.empty()) return text;
  }
  if (name == "has_value" || name == "isNull") {
    Val truth = Lift1(values_, text, [&](Val leaf) { return values_.boolean(!IsNone(leaf)); });
    return name == "has_value" ? truth : Negate(values_, truth);
  }
  if (name == "value_or" && arguments.size() == 1) {
    return Lift1(values_, text,
                 [&](Val leaf) { return IsNone(leaf) ? UnsetSide(arguments[0]) : leaf; });
  }
  if (name == "empty" || name == "isEmpty") {
    return Lift1(values_, text, [&](Val leaf) -> Val {
      const std::optional<std::string> known = Known(leaf);
      if (known) return values_.boolean(known->empty());
      if (IsNone(leaf)) return values_.boolean(true);
      if (AsTextWithHoles(leaf) != nullptr) return values_.boolean(false);
      return Mixed(leaf, leaf, ValueType::kUnknown);
    });
  }
  if (name == "size" || name == "length") {
    return Lift1(values_, text, [&](Val leaf) -> Val {
      const std::optional<std::string> known = Known(leaf);
      return known ? values_.Integer(static_cast<int64_t>(known->size()))
                   : Mixed(leaf, leaf, ValueType::kUnknown);
    });
  }
  if (name == "compare" && arguments.size() == 1)
    return SameText(text, arguments[0], false, std::nullopt);
  return std::nullopt;
}

// What makes another text of it, or puts one in its place.
std::optional<Val> CMachine::MadeText(Val text, const CSlot& place, std::string_view name,
                                      const std::vector<Val>& arguments) {
  if ((name == "append" || name == "push_back") && !arguments.empty()) {
    Val one = arguments[0];
    const ConstantVal* character = AsConstant(one);
    if (character != nullptr && character->type == ConstantType::kInteger) {
      one = MakeText(std::string(1, static_cast<char>(character->integer)), {});
    }
    Val made = Concat(text, one);
    Assign(place, made);
    return made;
  }
  if (name == "assign" && !arguments.empty())
    return Assign(place, TextOf(arguments[0])), arguments[0];
  if (name == "clear") return Assign(place, values_.Text(0)), values_.unknown();
  if (name == "substr" || name == "mid") {
    const ConstantVal* from = arguments.empty() ? nullptr : AsConstant(arguments[0]);
    const ConstantVal* length = arguments.size() < 2 ? nullptr : AsConstant(arguments[1]);
    if (from == nullptr || from->type != ConstantType::kInteger)
      return Mixed(text, text, ValueType::kUnknown);
    return Substring(text, from->integer,
                     length == nullptr ? std::nullopt : std::optional(length->integer));
  }
  if (name == "toUpper" || name == "toLower" || name == "upper" || name == "lower") {
    return Upper(text, name.find("pper") != std::string_view::npos);
  }
  if (name == "begin" || name == "end" || name == "cbegin" || name == "cend") {
    if (place.object == nullptr) return std::nullopt;
    return values_.Pointer(place.object, static_cast<uint8_t>(place.key.kind), place.key.number);
  }
  if (name == "toInt" || name == "toUInt") return Convert(text, ValueType::kInt);
  if (name == "toDouble" || name == "toFloat") return Convert(text, ValueType::kFloat);
  return std::nullopt;
}

}  // namespace flagcensus
