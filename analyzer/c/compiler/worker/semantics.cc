// A site is looked up by its position: the smallest call around it, or the macro that is used
// there. A default is looked up by its source text: in the call, then in the function around it,
// then in the wrappers that the call goes through. The token layer knows which expression is the
// default, the compiler its value.
#include "analyzer/c/compiler/worker/semantics.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "analyzer/c/compiler/worker/evaluate.h"
#include "analyzer/c/compiler/worker/libclang.h"
#include "analyzer/c/compiler/worker/report.h"
#include "analyzer/c/compiler/worker/unit.h"

namespace flagcensus {
namespace {

// Sources are compared without blanks: the token layer has its own spacing.
//
//   "kBase+80" and "kBase + 80" ─→ equal    "int x" and "intx" ─→ equal, too
std::string WithoutSpace(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (static_cast<unsigned char>(c) > ' ') out += c;
  }
  return out;
}

// "APP_*" and "APP_DEPTH": a star matches any text.
bool Matches(std::string_view pattern, std::string_view text) {
  const size_t star = pattern.find('*');
  if (star == std::string_view::npos) return pattern == text;
  if (text.substr(0, star) != pattern.substr(0, star)) return false;
  for (size_t at = star; at <= text.size(); ++at) {
    if (Matches(pattern.substr(star + 1), text.substr(at))) return true;
  }
  return false;
}

struct Span {
  int file = -1;
  unsigned begin = 0;
  unsigned end = 0;
};

bool IsFunction(CXCursorKind kind) {
  return kind == CXCursor_FunctionDecl || kind == CXCursor_CXXMethod ||
         kind == CXCursor_Constructor || kind == CXCursor_Destructor ||
         kind == CXCursor_ConversionFunction || kind == CXCursor_FunctionTemplate;
}

bool IsVariable(CXCursorKind kind) {
  return kind == CXCursor_VarDecl || kind == CXCursor_FieldDecl;
}

bool IsCall(CXCursorKind kind) {
  return kind == CXCursor_CallExpr || kind == CXCursor_MacroExpansion;
}

class Lookup {
 public:
  Lookup(const UnitRequest& request, const Unit& unit) : request_(request), unit_(unit) {}

  // A site without a call at its position is inactive if a skipped branch contains it; otherwise it
  // is only known to be compiled.
  SiteAnswer Answer(const AskedSite& site) const {
    SiteAnswer out;
    const int file = unit_.FileOf(site.file);
    if (file < 0) return out;
    const UnitFile& source = unit_.files[static_cast<size_t>(file)];
    const long offset = source.OffsetOf(site.line, site.column);
    if (offset < 0) return out;
    const UnitNode* call = Smallest(file, offset, IsCall);
    if (call == nullptr && source.IsSkipped(site.line)) {
      out.state = SiteAnswer::State::kInactive;
      return out;
    }
    out.state = call != nullptr ? SiteAnswer::State::kSeen : SiteAnswer::State::kActive;
    if (call != nullptr && Clang().getCursorKind(call->cursor) == CXCursor_CallExpr) {
      out.type = TypeOfCall(call->cursor);
    }
    // Where to search for the default's expression, nearest first.
    std::vector<Span> spans;
    if (call != nullptr) spans.push_back({file, call->begin, call->end});
    AddAround(file, offset, &spans);
    // The name: the value of its expression, `PREFIX "PORT"`, or that of the call's first argument
    // if it matches the known parts.
    if (!site.name_source.empty()) {
      if (auto value = Value(spans, site.name_source, true)) out.name = std::move(value->text);
    }
    if (!site.name_pattern.empty() && call != nullptr && site.chain.empty()) {
      out.name = NameLike(*call, site.name_pattern);
    }
    if (site.default_source.empty()) return out;
    for (const Place& place : site.chain) {
      const int wrapper = unit_.FileOf(place.file);
      if (wrapper < 0) continue;
      const long at = unit_.files[static_cast<size_t>(wrapper)].OffsetOf(place.line, place.column);
      if (at >= 0) AddAround(wrapper, at, &spans);
    }
    if (auto value = Value(spans, site.default_source, false)) {
      out.returned_enumerator = value->enumerator;
      out.default_text = std::move(value->text);
    }
    return out;
  }

  // All calls of the requested functions with a constant name. The parent adds those that it does
  // not have.
  std::vector<AddedSite> Added() const {
    std::map<std::string, int> wanted;
    for (size_t i = 0; i < request_.calls.size(); ++i) {
      wanted[request_.calls[i].function] = static_cast<int>(i);
    }
    std::map<std::tuple<std::string, int, int, std::string>, AddedSite> out;
    for (const UnitNode& node : unit_.nodes) {
      // In a template, the arguments may depend on parameters.
      if (Clang().getCursorKind(node.cursor) != CXCursor_CallExpr || node.in_template) continue;
      const CXCursor callee = Clang().getCursorReferenced(node.cursor);
      const auto found = wanted.find(TakeString(Clang().getCursorSpelling(callee)));
      if (found == wanted.end() || !IsLibrary(callee)) continue;
      const AskedCall& asked = request_.calls[static_cast<size_t>(found->second)];
      const int count = Clang().Cursor_getNumArguments(node.cursor);
      if (asked.name < 0 || asked.name >= count) continue;
      const auto name =
          Evaluate(Clang().Cursor_getArgument(node.cursor, static_cast<unsigned>(asked.name)));
      if (!name || !name->string) continue;
      AddedSite site;
      const UnitFile& file = unit_.files[static_cast<size_t>(node.file)];
      if (!InTree(file.path)) continue;
      site.file = file.path;
      unsigned line = 0;
      unsigned column = 0;
      const CXSourceLocation start = Clang().getRangeStart(Clang().getCursorExtent(node.cursor));
      Clang().getFileLocation(start, nullptr, &line, &column, nullptr);
      site.line = static_cast<int>(line);
      site.column = static_cast<int>(column);
      site.call = found->second;
      site.name = name->text;
      // Whether the call is spelled in a macro's definition outside the tree. One in an argument of
      // the macro is spelled here.
      CXFile spelled = nullptr;
      Clang().getSpellingLocation(start, &spelled, nullptr, nullptr, nullptr);
      site.outside = spelled != nullptr && !InTree(TakeString(Clang().getFileName(spelled)));
      out.emplace(std::tuple(site.file, site.line, site.column, site.name), site);
    }
    std::vector<AddedSite> list;
    for (auto& [key, site] : out) list.push_back(std::move(site));
    return list;
  }

 private:
  bool InTree(const std::string& path) const {
    return std::any_of(request_.tree.begin(), request_.tree.end(),
                       [&](const std::string& folder) { return path.starts_with(folder); });
  }

  // A function of the C library: not a method, and in no namespace but std.
  static bool IsLibrary(CXCursor callee) {
    if (Clang().getCursorKind(callee) != CXCursor_FunctionDecl) return false;
    const CXCursor parent = Clang().getCursorSemanticParent(callee);
    return Clang().getCursorKind(parent) != CXCursor_Namespace ||
           TakeString(Clang().getCursorSpelling(parent)) == "std";
  }

  // Linear in the nodes, which are those of the requested files alone.
  const UnitNode* Smallest(int file, long offset, bool (*wanted)(CXCursorKind)) const {
    const auto at = static_cast<unsigned>(offset);
    const UnitNode* best = nullptr;
    for (const UnitNode& node : unit_.nodes) {
      if (node.file != file || node.begin > at || node.end <= at) continue;
      if (best != nullptr && best->end - best->begin <= node.end - node.begin) continue;
      const CXCursorKind kind = Clang().getCursorKind(node.cursor);
      if (!wanted(kind) || (kind == CXCursor_CallExpr && !BeforeArguments(node, at))) continue;
      best = &node;
    }
    return best;
  }

  // Whether `at` is in the called expression, not in an argument.
  static bool BeforeArguments(const UnitNode& call, unsigned at) {
    if (Clang().Cursor_getNumArguments(call.cursor) < 1) return true;
    unsigned first = 0;
    const CXSourceRange range = Clang().getCursorExtent(Clang().Cursor_getArgument(call.cursor, 0));
    Clang().getFileLocation(Clang().getRangeStart(range), nullptr, nullptr, nullptr, &first);
    return at < first || first == 0 || first == call.begin;
  }

  // The function or, outside of functions, the variable around the position.
  void AddAround(int file, long offset, std::vector<Span>* spans) const {
    const UnitNode* around = Smallest(file, offset, IsFunction);
    if (around == nullptr) around = Smallest(file, offset, IsVariable);
    if (around != nullptr) spans->push_back({file, around->begin, around->end});
  }

  // Whether the expression is all that a return statement returns.
  bool IsReturned(const UnitNode& expression) const {
    const std::string_view text = unit_.files[static_cast<size_t>(expression.file)].text;
    return std::any_of(unit_.nodes.begin(), unit_.nodes.end(), [&](const UnitNode& node) {
      return node.file == expression.file && node.end == expression.end &&
             node.begin < expression.begin &&
             Clang().getCursorKind(node.cursor) == CXCursor_ReturnStmt &&
             WithoutSpace(text.substr(node.begin, expression.begin - node.begin)) == "return";
    });
  }

  // The value of the expressions with that source in the first span that contains any; nullopt if
  // they differ.
  //
  //   source "kBase + 80", spans {the call, the function}
  //   ─→ every expression with that text in the call, otherwise in the function
  //
  // Two expressions with one text may differ in value, as of a variable that a block hides:
  // nullopt.
  std::optional<Evaluated> Value(const std::vector<Span>& spans, const std::string& source,
                                 bool string) const {
    const std::string wanted = WithoutSpace(source);
    for (const Span& span : spans) {
      std::set<unsigned> null;               // where pointers begin, except strings
      std::map<unsigned, Evaluated> values;  // by where they begin; of several, the outermost
      for (const UnitNode& node : unit_.nodes) {
        if (node.file != span.file || node.begin < span.begin || node.end > span.end) continue;
        if (node.end <= node.begin || node.end - node.begin < wanted.size()) continue;
        if (Clang().isExpression(Clang().getCursorKind(node.cursor)) == 0 || node.in_template)
          continue;
        if (values.count(node.begin) > 0) continue;
        const std::string_view text = unit_.files[static_cast<size_t>(node.file)].text;
        if (WithoutSpace(text.substr(node.begin, node.end - node.begin)) != wanted) continue;
        std::optional<Evaluated> value = Evaluate(node.cursor);
        // NULL, in any spelling, is not a number.
        if (IsPointer(node.cursor) && !(value && value->string)) null.insert(node.begin);
        if (null.count(node.begin) > 0) continue;
        if (value) value->enumerator = value->enumerator && IsReturned(node);
        if (value && (value->string || !string)) values.emplace(node.begin, std::move(*value));
      }
      if (values.empty()) continue;
      Evaluated first = values.begin()->second;
      const bool one = std::all_of(values.begin(), values.end(), [&](const auto& entry) {
        return entry.second.text == first.text;
      });
      // Any of them may be the default.
      for (const auto& [begin, value] : values) {
        first.enumerator = first.enumerator || value.enumerator;
      }
      return one ? std::optional(first) : std::nullopt;
    }
    return std::nullopt;
  }

  // The text of the call's first argument, if it matches the pattern and is more than the known
  // part.
  static std::optional<std::string> NameLike(const UnitNode& call, const std::string& pattern) {
    const bool usable = Clang().getCursorKind(call.cursor) == CXCursor_CallExpr &&
                        !call.in_template && Clang().Cursor_getNumArguments(call.cursor) > 0;
    if (!usable) return std::nullopt;
    const std::optional<Evaluated> value = Evaluate(Clang().Cursor_getArgument(call.cursor, 0));
    const bool fits = value && value->string && value->text.size() >= pattern.size() &&
                      Matches(pattern, value->text);
    return fits ? std::optional(value->text) : std::nullopt;
  }

  const UnitRequest& request_;
  const Unit& unit_;
};

}  // namespace

// The parse may fail, and still has dependencies to be reported.
UnitAnswer AnswerUnit(const UnitRequest& request) {
  UnitAnswer answer;
  Unit unit;
  answer.problem = ParseUnit(request, &unit);
  if (answer.problem.empty()) {
    const Lookup lookup(request, unit);
    for (const AskedSite& site : request.sites) answer.sites.push_back(lookup.Answer(site));
    if (!request.calls.empty()) answer.added = lookup.Added();
  }
  if (request.tell) ReportDependencies(request, unit, &answer);
  return answer;
}

}  // namespace flagcensus
