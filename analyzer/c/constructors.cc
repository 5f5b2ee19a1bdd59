// Constructors: the member initialisers between their parameters and their body, and the calls in
// them.
//
//   Box(const char* name) : Base(name), text_(getenv(name)) {
//
// records the fields Base and text_, a call of Base if it is a wanted name, and the call of getenv
// as one of this constructor.
#include <algorithm>

#include "analyzer/c/scopes.h"

namespace flagcensus {

void CScopeReader::ReadInitializers(size_t begin, size_t brace, CFunction* made,
                                    std::vector<CCall>* bases) {
  for (size_t i = begin; i + 1 < brace; ++i) {
    // `name(value)`, `name{value}` and `Base<T>(value)`; anything else is skipped.
    if (t_[i].kind != Kind::kName) continue;
    size_t open = i + 1;
    if (t_[open].Is("<")) {  // of a base class: Base<T>(name)
      const size_t angle = file_.SkipAngles(open, brace);
      if (angle == open) continue;
      open = angle + 1;
    }
    if (!t_[open].Is("(") && !t_[open].Is("{")) continue;
    const size_t close = file_.Match(open);
    if (close > brace) return;
    made->fields[t_[i].text] = expressions_.Evaluate(t_, open + 1, close, made, 0);
    // The initialiser of a base class or member of a wanted class is a call of its constructor.
    if (names_.count(t_[i].text) > 0) {
      CCall call;
      call.callee = call.qualified = t_[i].text;
      call.line = t_[i].line;
      call.column = t_[i].column;
      call.condition = t_[i].condition;
      for (const auto& [from, to] : SplitArguments(t_, open + 1, close)) {
        call.arguments.push_back(expressions_.Evaluate(t_, from, to, made, 0));
      }
      bases->push_back(std::move(call));
    }
    i = close;
  }
}

void CScopeReader::ReadInitializerCalls(size_t close, size_t brace, int function) {
  const auto place = [](const auto& at) { return std::pair(at.line, at.column); };
  const auto read = [&](const CCall& call) {
    return call.function < 0 && place(call) > place(t_[close]) && place(call) < place(t_[brace]);
  };
  // Those that were read before it was known that they belong to this constructor.
  const size_t calls = calls_.size();
  std::erase_if(calls_, read);
  if (calls_.size() == calls) return;
  const std::string class_name = functions_.At(function).class_name;
  size_t member = close + 1;  // the beginning of the current initialiser
  size_t end = close;         // and its bracket closes
  for (size_t i = close + 1; i < brace; ++i) {
    const bool opens = t_[i].Is("(") || t_[i].Is("{");
    if (opens && i > end) {
      end = file_.Match(i);
      member = i - 1;
    }
    // A lambda in an initialiser is a function itself, with its own calls.
    const bool lambda = std::any_of(
        functions_.bodies().begin(), functions_.bodies().end(),
        [&](const auto& body) { return body.first > close && body.first < i && i < body.second; });
    if (i < end && !lambda && t_[i].kind == Kind::kName && names_.count(t_[i].text) > 0) {
      call_reader_.ReadCall(i, function, class_name, member);
    }
  }
}

}  // namespace flagcensus
