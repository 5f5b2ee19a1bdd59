// Values to bytes and back: numbers, texts, standard containers, optionals, and structs of these
// (aggregates without bases, field by field: without a list of fields, from which one could be
// missing). A pointer to a constant of the program is stored by its name: NameOfConstant and
// FindConstant, found by argument-dependent lookup.
//
//   struct Point { int x; std::string name; };
//   const std::string bytes = ToBytes(Point{1, "a"});
//   Point out;
//   FromBytes(bytes, &out)                 ─→ true, {1, "a"}
//   FromBytes(bytes.substr(0, 3), &out)    ─→ false
//
// The format is cereal's binary one. Only the same build on the same architecture can read it. The
// bytes are hostile input: each size is compared with the number of remaining bytes before memory
// of that size is allocated.
#pragma once

#include <boost/pfr/core.hpp>
#include <cereal/cereal.hpp>
#include <cereal/types/map.hpp>
#include <cereal/types/optional.hpp>
#include <cereal/types/set.hpp>
#include <cereal/types/string.hpp>
#include <cereal/types/tuple.hpp>
#include <cereal/types/utility.hpp>
#include <cereal/types/vector.hpp>
#include <cstdint>
#include <cstring>
#include <exception>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace flagcensus {

class ByteWriter : public cereal::OutputArchive<ByteWriter, cereal::AllowEmptyClassElision> {
 public:
  ByteWriter() : OutputArchive(this) {}
  void saveBinary(const void* data, size_t size) {
    bytes_.append(static_cast<const char*>(data), size);
  }
  std::string Take() { return std::move(bytes_); }

 private:
  std::string bytes_;
};

class ByteReader : public cereal::InputArchive<ByteReader, cereal::AllowEmptyClassElision> {
 public:
  explicit ByteReader(std::string_view bytes) : InputArchive(this), left_(bytes) {}
  void loadBinary(void* data, size_t size) {
    Demand(size);
    if (size > 0) std::memcpy(data, left_.data(), size);
    left_.remove_prefix(size);
  }
  void Demand(uint64_t size) const {
    if (size > left_.size()) throw std::length_error("bytes end early");
  }
  bool AtEnd() const { return left_.empty(); }

 private:
  std::string_view left_;
};

// How cereal asks an archive for single values, by argument-dependent lookup.
template <class T>
  requires std::is_arithmetic_v<T>
inline void CEREAL_SAVE_FUNCTION_NAME(ByteWriter& out, const T& value) {
  out.saveBinary(&value, sizeof value);
}
template <class T>
  requires std::is_arithmetic_v<T>
inline void CEREAL_LOAD_FUNCTION_NAME(ByteReader& in, T& value) {
  if constexpr (std::is_same_v<T, bool>) {
    unsigned char byte = 0;
    in.loadBinary(&byte, sizeof byte);
    if (byte > 1) throw std::out_of_range("no boolean");
    value = byte == 1;
  } else {
    in.loadBinary(&value, sizeof value);
  }
}
// Whether the enumeration has a name for the value: GCC and Clang write "(Type)7" for a value
// without a name. Thus a number from a damaged file can be rejected without a list of the
// enumerators.
template <auto kValue>
constexpr bool IsNamed() {
  constexpr std::string_view kFunction = __PRETTY_FUNCTION__;
  constexpr std::string_view kMark = "kValue = ";
  return kFunction[kFunction.find(kMark) + kMark.size()] != '(';
}
// One more than the largest named value, for enumerations with values from 0 to 127.
template <class T, size_t... kValues>
constexpr size_t CountOfNames(std::index_sequence<kValues...> /*values*/) {
  size_t count = 0;
  ((count = IsNamed<static_cast<T>(kValues)>() ? kValues + 1 : count), ...);
  return count;
}
template <class T>
inline constexpr size_t kCountOfNames = CountOfNames<T>(std::make_index_sequence<128>());
template <class T>
  requires std::is_enum_v<T>
inline void CEREAL_SAVE_FUNCTION_NAME(ByteWriter& out, const T& value) {
  out(static_cast<uint8_t>(value));
}
template <class T>
  requires std::is_enum_v<T>
inline void CEREAL_LOAD_FUNCTION_NAME(ByteReader& in, T& value) {
  uint8_t number = 0;
  in(number);
  if (number >= kCountOfNames<T>) throw std::out_of_range("no value of the enumeration");
  value = static_cast<T>(number);
}
template <class T>
inline void CEREAL_SAVE_FUNCTION_NAME(ByteWriter& out, const cereal::BinaryData<T>& data) {
  out.saveBinary(data.data, static_cast<size_t>(data.size));
}
template <class T>
inline void CEREAL_LOAD_FUNCTION_NAME(ByteReader& in, cereal::BinaryData<T>& data) {
  in.loadBinary(data.data, static_cast<size_t>(data.size));
}
template <class T>
inline void CEREAL_SAVE_FUNCTION_NAME(ByteWriter& out, const cereal::SizeTag<T>& tag) {
  out(static_cast<uint64_t>(tag.size));
}
template <class T>
inline void CEREAL_LOAD_FUNCTION_NAME(ByteReader& in, cereal::SizeTag<T>& tag) {
  uint64_t size = 0;
  in(size);
  in.Demand(size);  // each element has at least one byte
  tag.size = static_cast<std::remove_reference_t<decltype(tag.size)>>(size);
}
template <class Archive, class T>
  requires(std::is_same_v<Archive, ByteWriter> || std::is_same_v<Archive, ByteReader>)
inline void CEREAL_SERIALIZE_FUNCTION_NAME(Archive& archive, cereal::NameValuePair<T>& pair) {
  archive(pair.value);
}

template <class T>
concept PlainStruct = std::is_aggregate_v<T> && std::is_class_v<T>;

template <class Archive, PlainStruct T>
  requires(std::is_same_v<Archive, ByteWriter> || std::is_same_v<Archive, ByteReader>)
void CEREAL_SERIALIZE_FUNCTION_NAME(Archive& archive, T& value) {
  boost::pfr::for_each_field(value, [&](auto& field) {
    if constexpr (std::is_pointer_v<std::remove_reference_t<decltype(field)>>) {
      std::string name;
      if constexpr (std::is_same_v<Archive, ByteWriter>) name = NameOfConstant(field);
      archive(name);
      if constexpr (std::is_same_v<Archive, ByteReader>) FindConstant(name, field);
    } else {
      archive(field);
    }
  });
}

}  // namespace flagcensus

// Instead of cereal's own functions for enumerations, which accept any number.
template <class T>
  requires std::is_enum_v<T>
struct cereal::specialize<flagcensus::ByteReader, T, cereal::specialization::non_member_load_save>
    : std::true_type {};
template <class T>
  requires std::is_enum_v<T>
struct cereal::specialize<flagcensus::ByteWriter, T, cereal::specialization::non_member_load_save>
    : std::true_type {};

CEREAL_REGISTER_ARCHIVE(flagcensus::ByteWriter)
CEREAL_REGISTER_ARCHIVE(flagcensus::ByteReader)
CEREAL_SETUP_ARCHIVE_TRAITS(flagcensus::ByteReader, flagcensus::ByteWriter)

namespace flagcensus {

template <class T>
std::string ToBytes(const T& value) {
  ByteWriter out;
  out(value);
  return out.Take();
}

// False if the bytes are not exactly one T; `value` is then in an unspecified state.
template <class T>
bool FromBytes(std::string_view bytes, T* value) {
  try {
    ByteReader in(bytes);
    in(*value);
    return in.AtEnd();
  } catch (const std::exception&) {  // the bytes end early, or memory ran out
    return false;
  }
}

}  // namespace flagcensus
