// Words and punctuators of C and C++ with fixed numbers, so that the parser compares tokens with
// them, and asks of which kind they are, in one step.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>

namespace flagcensus {

inline constexpr auto kUnitWords = std::to_array<std::string_view>(
    {"",
     // Types: IsTypeWordOfC
     "void", "char", "short", "int", "long", "float", "double", "signed", "unsigned", "bool",
     "_Bool", "wchar_t", "auto", "char8_t", "char16_t", "char32_t", "__int64", "__int128",
     // Qualifiers: IsQualifierOfC
     "const", "static", "extern", "volatile", "register", "inline", "constexpr", "constinit",
     "consteval", "thread_local", "_Thread_local", "__thread", "mutable", "typename", "struct",
     "union", "enum", "class", "virtual", "friend", "restrict", "__restrict", "__restrict__",
     "_Atomic", "__inline", "__inline__", "__extension__", "_Noreturn",
     // Of statements: IsStatementWordOfC
     "if", "for", "while", "do", "switch", "return", "break", "continue", "goto", "case", "default",
     "else", "try", "catch", "throw", "delete", "new", "sizeof", "using", "typedef", "operator",
     "co_return", "co_await", "co_yield",
     // Of attributes: PastAttribute
     "__attribute__", "__attribute", "alignas", "_Alignas", "__declspec", "__asm__", "asm", "__asm",
     "explicit", "_Pragma",
     // Others
     "template", "requires", "public", "private", "protected", "noexcept", "namespace",
     "static_assert", "_Static_assert", "final", "decltype", "typeof", "__typeof__", "__typeof",
     "typeof_unqual", "__auto_type", "override", "concept", "alignof", "_Alignof", "interface",
     "implementation", "protocol", "end", "optional", "required", "NULL", "nullptr", "nil", "this",
     "_Generic", "static_cast", "const_cast", "reinterpret_cast", "dynamic_cast", "not", "or",
     "and", "xor", "bitand", "bitor", "not_eq", "and_eq", "or_eq", "__either",
     // Assignments
     "=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>=",
     // Other punctuators, and the marks of an #if
     "(", ")", "[", "]", "{", "}", ";", ",", ".", "...", ":", "::", "?", "~", "!", "++", "--", "->",
     "@", "#if", "#else", "#endif", "||", "&&", "|", "^", "&", "==", "!=", "<", ">",
     "<=", ">=", "<=>", "<<", ">>", "+", "-", "*", "/", "%", ".*", "->*"});

// A word's number: its index in kUnitWords. A text that is none of them does not compile.
class UnitWord {
 public:
  consteval UnitWord(const char* text) : number_(NumberOf(text)) {}  // implicit: t.Is("(")
  constexpr uint32_t number() const { return number_; }

 private:
  static consteval uint32_t NumberOf(std::string_view text) {
    for (size_t i = 0; i < kUnitWords.size(); ++i) {
      if (kUnitWords[i] == text) return static_cast<uint32_t>(i);
    }
    throw "not in kUnitWords";
  }

  uint32_t number_;
};

// Whether `number` is between those of the two words.
constexpr bool IsBetween(uint32_t number, UnitWord first, UnitWord last) {
  return number - first.number() <= last.number() - first.number();
}

}  // namespace flagcensus
