// Methods of libraries' objects: on which of them one is called.
//
//   env.value("X")                    `env` is declared as one: its type, or a smart pointer's
//   make()->value("X")                the call that created it: "make()", through a chain of `->`
//   auto* made = make(); made->...    both
//
// A declaration counts if it is visible from the call: in a block around it, a parameter of the
// function, a member of a class or a variable of the file.
#include "analyzer/c/objects.h"

#include <algorithm>

#include "analyzer/base/text.h"

namespace flagcensus {
namespace {

constexpr size_t kMaxType = 24;        // tokens before a declared name
constexpr size_t kMaxInitial = 400;    // and of its initialiser
constexpr int kMaxMakers = 8;          // calls in a chain, and variables assigned to each other
constexpr size_t kMaxSearched = 4000;  // tokens after a call, where a class has its members

std::set<std::string> SetOfWords(const std::string& object) {
  const std::vector<std::string> words = WordsOfObject(object);
  return {words.begin(), words.end()};
}

// Whether a name as written, `base::Environment`, is that of the entry, `Environment`.
bool IsNamed(std::string_view written, std::string_view object) {
  if (!written.ends_with(object)) return false;
  const std::string_view before = written.substr(0, written.size() - object.size());
  return before.empty() || before.ends_with("::");
}

// The object with the written name, among those of the entries; "" if there is none. `make()` names
// a function, and matches only a call.
std::string Named(std::string_view written, const std::set<std::string>& objects, bool call) {
  for (const std::string_view object : objects) {
    const bool maker = object.ends_with("()");
    if (maker && !call) continue;
    if (IsNamed(written, maker ? object.substr(0, object.size() - 2) : object)) {
      return std::string(object);
    }
  }
  return "";
}

// Whether that class template contains one object and gives access to it: shared_ptr, optional. Its
// `->` is that of the object.
bool ContainsOne(std::string_view name) {
  const std::string lower = ToLower(name);
  return lower.ends_with("ptr") || lower == "optional";
}

// The type at begin..end → its name as written, and for a smart pointer that of its object. Another
// template (`vector<Environment>`) is not the object.
std::string TypeWritten(const std::vector<CToken>& t, size_t begin, size_t end) {
  std::string name;
  for (size_t i = begin; i < end; ++i) {
    if (t[i].kind == CToken::Kind::kName) {
      if (t[i].text == "const") continue;
      name = name.ends_with("::") ? name + t[i].text : t[i].text;
    } else if (t[i].Is("::")) {
      name += "::";
    } else if (t[i].Is("<")) {
      const size_t last = name.rfind(':');
      const bool one = ContainsOne(last == std::string::npos ? name : name.substr(last + 1));
      return one ? TypeWritten(t, i + 1, end) : "";
    } else {
      break;
    }
  }
  return name;
}

}  // namespace

// Of a file that names neither the method nor all the words of the object, nothing has to be
// searched: most files end here after a pass or two.
CObjects::Methods CObjects::MethodsIn(const CTokens& all, const Methods& methods) {
  std::map<std::string, std::set<std::string>> out;
  if (methods.empty()) return out;
  const auto seen_of = [&](const std::set<std::string>& words) {
    const CNameFilter filter(words);
    std::set<std::string> seen;
    for (const CToken& token : all.tokens) {
      if (token.kind == Kind::kName && filter.count(token.text) > 0) seen.insert(token.text);
    }
    return seen;
  };
  std::set<std::string> names;
  for (const auto& [method, objects] : methods) names.insert(method);
  const std::set<std::string> called = seen_of(names);
  if (called.empty()) return out;
  std::set<std::string> words;
  for (const std::string& method : called) {
    for (const std::string& object : methods.at(method)) words.merge(SetOfWords(object));
  }
  const std::set<std::string> seen = seen_of(words);
  for (const auto& [method, objects] : methods) {
    if (called.count(method) == 0) continue;
    for (const std::string& object : objects) {
      const std::set<std::string> own = SetOfWords(object);
      if (std::includes(seen.begin(), seen.end(), own.begin(), own.end())) {
        out[method].insert(object);
      }
    }
  }
  return out;
}

// `env.value(`, `env->value(`: from the name before the method back to the object.
CObjects::CMaker CObjects::ObjectOf(size_t i) const {
  if (i < 2 || (!t_[i - 1].Is(".") && !t_[i - 1].Is("->")) || !t_[i + 1].Is("(")) return {};
  const auto objects = methods_.find(t_[i].text);
  if (objects == methods_.end()) return {};
  return ObjectAt(i - 2, t_[i - 1].Is("->"), objects->second, 0);
}

std::vector<std::string> WordsOfObject(std::string_view object) {
  std::vector<std::string> out(1);
  for (const char c : object) {
    if (c != ':' && c != '(' && c != ')') {
      out.back() += c;
    } else if (!out.back().empty()) {
      out.emplace_back();
    }
  }
  if (out.back().empty()) out.pop_back();
  return out;
}

// A call: its function creates the object, or it is a link in a chain of `->`, each of which
// returns the object. A name: its declaration.
CObjects::CMaker CObjects::ObjectAt(size_t at, bool arrow, const std::set<std::string>& objects,
                                    int depth) const {
  if (depth > kMaxMakers) return {};
  if (!t_[at].Is(")")) {
    return t_[at].kind == Kind::kName ? ObjectDeclaredAt(at, objects, depth) : CMaker{};
  }
  const size_t open = file_.OpenOf(at, 0);
  if (open == 0 || !t_[open].Is("(") || t_[open - 1].kind != Kind::kName) return {};
  const size_t begin = file_.CalleeBegin(open - 1);
  std::string written;
  for (size_t k = begin; k < open; ++k) written += t_[k].text;
  std::string object = Named(written, objects, true);
  if (!object.empty()) return {std::move(object), open};
  const bool chained = arrow && begin >= 2 && t_[begin - 1].Is("->");
  return chained ? ObjectAt(begin - 2, true, objects, depth + 1) : CMaker{};
}

// The beginning of the type that declares the name at `i`; `i` if there is no declaration.
size_t CObjects::TypeBegin(size_t i) const {
  static const std::set<std::string_view> kNext = {";", "=", "(", "{", ",", ")", ":", "["};
  if (i < 2 || kNext.count(t_[i + 1].text) == 0) return i;
  if (t_[i - 1].kind == Kind::kName && IsCallContext(t_[i - 1])) return i;
  size_t begin = i;
  for (; begin > 0 && i - begin < kMaxType; --begin) {
    const CToken& token = t_[begin - 1];
    const bool type = token.kind == Kind::kName || token.Is("::") || token.Is("*") ||
                      token.Is("&") || token.Is("&&") || token.Is("<") || token.Is(">");
    if (!type) break;
  }
  const CToken& before = t_[begin > 0 ? begin - 1 : 0];
  const bool ends = begin == 0 || before.Is(";") || before.Is("{") || before.Is("}") ||
                    before.Is("(") || before.Is(",") || before.Is(":");
  return ends && begin < i && t_[begin].kind == Kind::kName ? begin : i;
}

// Whether the declaration at `i` is visible at `use`: a parameter in the body of its function; a
// name in a block around the use; otherwise outside of all bodies and before it.
bool CObjects::IsSeenFrom(size_t i, size_t type, size_t use) const {
  const auto around = [&](uint32_t brace, size_t at) {
    for (uint32_t b = file_.BraceAround(at); b != CFileView::kNone; b = file_.BraceAround(b)) {
      if (b == brace) return true;
    }
    return false;
  };
  if (type > 0 && (t_[type - 1].Is("(") || t_[type - 1].Is(","))) {  // a parameter
    size_t brace = i;
    while (brace < t_.size() && !t_[brace].Is("{") && !t_[brace].Is(";")) ++brace;
    return brace < t_.size() && t_[brace].Is("{") && around(static_cast<uint32_t>(brace), use);
  }
  if (file_.BraceAround(i) == CFileView::kNone) return i < use;
  if (around(file_.BraceAround(i), use)) return true;
  return i < use && std::none_of(
                        functions_.bodies().begin(), functions_.bodies().end(),
                        [&](const auto& body) { return i > body.first && i < body.second; });
}

CObjects::CMaker CObjects::ObjectDeclaredAt(size_t use, const std::set<std::string>& objects,
                                            int depth) const {
  const std::string& name = t_[use].text;
  const auto declares = [&](size_t i) {
    if (!t_[i].IsName(name)) return i;
    const size_t type = TypeBegin(i);
    return type < i && IsSeenFrom(i, type, use) ? type : i;
  };
  // The nearest declaration before the use; then, for a class with its members at the end, the
  // first one after it.
  size_t found = 0;
  size_t type = 0;
  for (size_t i = use; i-- > 0 && found == 0 && limits_.MayLook(1);) {
    if (type = declares(i); type < i) found = i;
  }
  const size_t end = std::min(use + kMaxSearched, t_.size() - kCTokenPadding);
  for (size_t i = use + 1; i < end && found == 0 && limits_.MayLook(1); ++i) {
    if (type = declares(i); type < i) found = i;
  }
  // A variable of the library, which its header declares.
  if (found == 0) return {objects.count(name) > 0 ? name : "", 0};
  const std::string written = TypeWritten(t_, type, found);
  // `auto` leads to the initialiser: the call or name at its end.
  if (written != "auto") return {Named(written, objects, false), 0};
  if (t_[found + 1].Is("(")) {  // auto made(make());
    return ObjectAt(std::max(found + 1, file_.Match(found + 1)) - 1, true, objects, depth + 1);
  }
  if (!t_[found + 1].Is("=")) return {};
  size_t last = found + 1;
  while (last + 1 < t_.size() && !t_[last + 1].Is(";") && last - found < kMaxInitial) {
    ++last;
    if (t_[last].Is("(") || t_[last].Is("{")) last = std::max(last, file_.Match(last));
  }
  return ObjectAt(last, true, objects, depth + 1);
}

// The arguments of the call that created the object, and of the calls chained to it, which may
// state the default: make(kFile)->withDefault(3)->value("X").
void CObjects::ReadMaker(const CFunction* around, CCall* call) {
  if (maker_.object.empty()) return;
  call->origin.object = maker_.object;
  if (maker_.open == 0) return;
  const size_t close = file_.Match(maker_.open);
  for (const auto& [from, to] : SplitArguments(t_, maker_.open + 1, close)) {
    call->origin.maker.push_back(expressions_.Evaluate(t_, from, to, around, 0));
  }
  for (size_t k = close; t_[k].Is(")") && t_[k + 1].Is("->") && t_[k + 3].Is("(");) {
    const auto given = SplitArguments(t_, k + 4, file_.Match(k + 3));
    if (!given.empty()) {
      const auto [from, to] = given[0];
      call->origin.chained.insert_or_assign(t_[k + 2].text,
                                            expressions_.Evaluate(t_, from, to, around, 0));
    }
    const size_t next = file_.Match(k + 3);
    if (next <= k) return;
    k = next;
  }
}

}  // namespace flagcensus
