// Expressions → what they may be as a text. Names in them are asked of the lists, locals and
// buffers of the same file; those that are no local remain names.
//
//   prefix + "_PORT"     ─→ parameter `prefix`, "_PORT"
//
// Its parts: operands and library functions (expressions.cc), expressions with #if in them
// (branches.cc), elements of lists (elements.cc), formats and lists of names (values.cc).
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "analyzer/c/facts.h"
#include "analyzer/c/file_view.h"
#include "analyzer/c/lists.h"
#include "analyzer/c/name_filter.h"

namespace flagcensus {

class CBuffers;
class CLocalValues;

class CExpressions {
 public:
  // `names`: of accessors and wrappers. `enumerators`: their numbers.
  CExpressions(const CFileView& file, const CNameFilter& names,
               const std::map<std::string, size_t>& enumerators, CListReader& lists,
               CLocalValues& locals, CBuffers& buffers)
      : file_(file),
        t_(file.tokens()),
        names_(names),
        enumerators_(enumerators),
        lists_(lists),
        locals_(locals),
        buffers_(buffers) {}

  // The value of a token range, as text. Parameters and locals of `function` shadow constants.
  CValue Evaluate(const std::vector<CToken>& t, size_t begin, size_t end, const CFunction* function,
                  int depth);
  // The text that a printf of the arguments makes; `format`: the position of its format.
  CValue Formatted(const std::vector<CToken>& t,
                   const std::vector<std::pair<size_t, size_t>>& arguments, size_t format,
                   const CFunction* function, int depth);
  std::optional<CValue> NamesIn(size_t from, size_t to, const CFunction* function);
  // The name that a macro pastes together at *at, which is set past it.
  static std::vector<std::vector<CPart>> PastedName(const std::vector<CToken>& t, size_t* at,
                                                    size_t end, const CFunction& macro);

 private:
  using Kind = CToken::Kind;
  using Alternatives = std::vector<std::vector<CPart>>;

  // Bounds for one expression. Beyond kMaxDepth its value is unknown. kMaxVariants bounds the texts
  // of an expression with #if in it, which double with each #if.
  static constexpr int kMaxDepth = 40;
  static constexpr size_t kMaxAlternatives = CListReader::kMaxAlternatives;
  static constexpr size_t kMaxVariants = 16;

  // The value of an expression that contains whole #if, in each of their branches. nullopt if it
  // contains none.
  std::optional<CValue> EvaluateBranches(size_t begin, size_t end, const CFunction* function,
                                         int depth);
  // The tokens of begin..end in each branch; `branch`: the first that may be relevant.
  std::vector<std::vector<CToken>> Variants(size_t begin, size_t end, size_t* branch, int depth);
  static ValueType TypeOfLiteral(const CToken& token);
  // Records the position of a call that may be an accessor's or wrapper's, if it is the whole
  // expression.
  void FindNested(const std::vector<CToken>& t, size_t begin, size_t end, CValue* value) const;
  // An integer expression with names of constants (`APP_STEPS * 2`), as spelled. A sum of names
  // alone may be one of texts.
  std::optional<std::string> IntegerExpression(const std::vector<CToken>& t, size_t begin,
                                               size_t end, const CFunction* function);
  // Of `table + 2`: it offsets a pointer and appends no text.
  static bool IsNumber(const CPart& part);
  static CValue WithSource(CValue value, const std::string& source);
  // One operand of a concatenation; sets *at past it. Empty if it is unknown.
  std::vector<std::vector<CPart>> Primary(const std::vector<CToken>& t, size_t* at, size_t end,
                                          const CFunction* function, int depth);
  // The text that a library function returns according to its entry: GLib's concatenation, a copy.
  // Empty if it has no entry.
  Alternatives ResultOfLibraryCall(const std::vector<CToken>& t, const std::string& callee,
                                   size_t open, const CFunction* function, int depth);
  // The number or constant's name that begin..end is, as an index; "" if it is neither.
  std::string IndexIn(const std::vector<CToken>& t, size_t begin, size_t end,
                      const CFunction* function);
  // The element at `index` of a local's value; all of it if the index is unknown.
  static std::vector<std::vector<CPart>> ElementOf(const CValue& value, const std::string& index);
  // `->name`, `.parser.table` at *at, up to a method call; empty if there is none.
  static std::string MemberPath(const std::vector<CToken>& t, size_t* at, size_t end);
  // .c_str(), .data(), ->name
  static void SkipMethods(const std::vector<CToken>& t, size_t* at, size_t end);

  const CFileView& file_;
  const std::vector<CToken>& t_;
  const CNameFilter& names_;
  const std::map<std::string, size_t>& enumerators_;
  CListReader& lists_;
  CLocalValues& locals_;
  CBuffers& buffers_;
  bool more_variants_ = false;  // some were skipped
};

}  // namespace flagcensus
