// The effect of a call on the environment: an entry of the table, or a wrapper, applied to its
// arguments.
//
//   getenv("A")                         OfRows      the entry of queries/c
//   Option("A", 80)                     OfWrappers  a wrapper of the tree
//   lib_getenv_int("A", 1)              OfUnseen    a function of a library, listed by name
//   Env::get("A_B")                     OfUnseenOwner
//   ops->getenv("A")                    IsUnseenMethod
//
// In this order (MeaningsOf); the first with a result decides.
#include "analyzer/c/link/meanings.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "analyzer/base/text.h"

namespace flagcensus {

namespace {

// `&options.NAME` with the argument of the macro's call for NAME.
//
//   #define LOAD(NAME, n) load(n, &options.NAME)     at LOAD(port, "A") ─→ "&options.port"
std::string WithArguments(const std::string& text, const CCall& call, const CFunction& macro) {
  std::string out;
  for (size_t i = 0; i < text.size();) {
    const size_t end = EndOfRun(text, i, IsIdentifierByte);
    if (end == i) {
      out += text[i++];
      continue;
    }
    const std::string word = text.substr(i, end - i);
    const int position = ParameterOf(&macro, word);
    const bool given = position >= 0 && static_cast<size_t>(position) < call.arguments.size();
    out += given ? call.arguments[static_cast<size_t>(position)].source : word;
    i = end;
  }
  return out;
}

// kName, NAME: the spelling of a constant.
bool IsConstant(std::string_view name) {
  const bool k = name.size() > 1 && name[0] == 'k' && IsUpper(name[1]);
  return k || LooksLikeVariable(name);
}

}  // namespace

// The entries that the call matches.
// An entry with a namespace comes before one of any namespace.
std::vector<CMeaning> CMeanings::OfRows(int file, const CFacts& facts, const CCall& call) const {
  std::vector<CMeaning> out;
  if (!call.origin.object.empty()) {
    const auto row = accessors_.table().calls.find(call.origin.object + "." + call.callee);
    if (row != accessors_.table().calls.end()) out.push_back(OfRow(row->second, call));
    return out;
  }
  const auto rows = accessors_.rows().find(call.callee);
  if (rows == accessors_.rows().end() || call.member) return out;
  // getenv<bool>("X") is the project's own template, not the library's function.
  if (!call.result.template_argument.empty() && wrappers_.Has(call.callee)) return out;
  std::vector<CMeaning> of_any;  // by the entries of functions of that name in any namespace
  for (const AccessorRow* row : rows->second) {
    const bool qualified = row->call.find("::") != std::string::npos;
    if (qualified && call.qualified != row->call && !call.qualified.ends_with("::" + row->call)) {
      continue;
    }
    if (!qualified && ShadowedBy(file, facts, call)) continue;
    (qualified ? out : of_any).push_back(OfRow(*row, call));
  }
  return out.empty() ? of_any : out;
}

// `defined_`: the tree defines a function or macro of that name, which is then followed instead.
std::optional<CMeaning> CUnseenFunctions::OfUnseen(const CCall& call) const {
  const int position = PositionIn(accessors_.functions().unseen, call.callee);
  if (position < 0 || call.member || call.qualified != call.callee) return std::nullopt;
  if (defined_.count(call.callee) > 0) return std::nullopt;
  if (static_cast<size_t>(position) >= call.arguments.size()) return std::nullopt;
  const CValue& name = call.arguments[static_cast<size_t>(position)];
  const CPart* first = name.First();
  if (first == nullptr) return std::nullopt;
  // The function is known by its name only, so the argument has to look like a variable:
  // lib_get(row->key) may be anything.
  const bool constant = first->kind == CPart::Kind::kName && IsConstant(first->text);
  const bool text = first->kind == CPart::Kind::kText && LooksLikeVariable(first->text);
  if (!text && !constant) return std::nullopt;
  CMeaning meaning;
  meaning.names = name.alternatives;
  meaning.known = true;
  meaning.via = call.callee;
  const auto behind = static_cast<size_t>(position) + 1;
  if (behind < call.arguments.size()) meaning.default_value = call.arguments[behind];
  return meaning;
}

//   Env::get("APP_PORT")     ─→ "Env", if the tree declares no Env
std::string CUnseenFunctions::UnseenOwnerOf(const CCall& call) const {
  const size_t end = call.qualified.rfind("::");
  if (end == std::string::npos || call.member || call.arguments.empty()) return "";
  const size_t begin = call.qualified.rfind("::", end - 1);
  const std::string owner =
      end == 0 ? ""
               : call.qualified.substr(begin == std::string::npos ? 0 : begin + 2,
                                       end - (begin == std::string::npos ? 0 : begin + 2));
  if (accessors_.functions().unseen_owners.count(owner) == 0 || owners_.count(owner) > 0) return "";
  const std::string callee = ToLower(call.callee);
  const std::set<std::string>& readers = accessors_.functions().unseen_readers;
  const bool reads = std::any_of(readers.begin(), readers.end(), [&](const std::string& reader) {
    return callee.starts_with(reader);
  });
  const std::string_view name = call.arguments[0].LiteralText();
  // With an underscore: a class `Env` may be a different kind of environment, with keys such as
  // "GRAVITY".
  const bool named = name.find('_') != std::string_view::npos && LooksLikeVariable(name) &&
                     AllBytes(name, IsVariableNameByte);
  return reads && named ? owner : "";
}

// A function of an environment class that no file of the tree declares, with several names passed
// to it. With one name only, the similarity may be accidental.
std::optional<CMeaning> CUnseenFunctions::OfUnseenOwner(const CCall& call) const {
  if (UnseenOwnerOf(call).empty()) return std::nullopt;
  const auto known = owned_.find(call.qualified);
  if (known == owned_.end() || known->second.size() < 2) return std::nullopt;
  CMeaning meaning;
  meaning.names = call.arguments[0].alternatives;
  meaning.known = true;
  meaning.via = call.qualified;
  if (call.arguments.size() > 1) meaning.default_value = call.arguments[1];
  return meaning;
}

// Whether it is a method with one of these names, of a class that the tree does not show: an
// environment behind a table of functions.
bool CUnseenFunctions::IsUnseenMethod(const CCall& call) const {
  static const std::set<std::string_view> kProbable = {"getenv", "getEnv", "get_env", "GetEnv"};
  return call.member && kProbable.count(call.callee) > 0 && methods_.count(call.callee) == 0 &&
         !call.arguments.empty() && LooksLikeVariable(call.arguments[0].LiteralText());
}

// Whether a call of the wrapper's name may be one of this wrapper.
bool CMeanings::MayCall(int file, const CFacts& facts, const CCall& call,
                        const CWrapper& wrapper) const {
  const CFunction& function = facts_.FunctionAt(wrapper.owner);
  // The wrapper's own recursive call, except that a table within a table is walked by the same
  // function.
  const bool walks = std::any_of(wrapper.name.begin(), wrapper.name.end(), [](const CPart& part) {
    return part.kind == CPart::Kind::kMember && part.parameter >= 0;
  });
  if (wrapper.owner == FunctionRef{file, call.function} && !walks) return false;
  if (!function.class_name.empty() && !function.constructor && !call.member &&
      call.qualified.find(function.class_name + "::") == std::string::npos) {
    const std::string around =
        call.function < 0 ? "" : facts.functions[static_cast<size_t>(call.function)].class_name;
    // Another class may inherit it from that one.
    const std::set<std::string>& classes = facts_.index().ClassesWith(file, call.callee);
    const bool inherits = !around.empty() && unseen_.IsMethod(call.callee) &&
                          classes.size() == classes.count(function.class_name);
    if (around != function.class_name && !inherits) return false;
  }
  return !function.class_name.empty() || !call.member || function.macro;
}

// The effect of the wrapper with the arguments of this call; nullopt if they name no variable.
std::optional<CMeaning> CMeanings::OfWrapper(int file, const CWrapper& wrapper,
                                             const CCall& call) const {
  const CFunction& function = facts_.FunctionAt(wrapper.owner);
  const auto argument = [&](const ParameterRef& parameter) -> const CValue* {
    const int position = parameter.In(wrapper.owner);
    const bool given = position >= 0 && static_cast<size_t>(position) < call.arguments.size();
    return given ? &call.arguments[static_cast<size_t>(position)] : nullptr;
  };
  bool none = false;
  CMeaning out;
  out.wrapper = true;
  out.names = Substitute(wrapper.name, call, function, &none);
  if (none) return std::nullopt;
  out.known = !out.names.empty();
  for (const CPart& part : wrapper.name) {
    if (part.parameter >= 0) out.taken.insert({part.parameter, part.text});
  }
  out.op = wrapper.op;
  out.type = wrapper.type;
  out.truthy = wrapper.truthy;
  out.via = call.callee;
  out.chain = wrapper.chain;
  out.inherited.stored_by = wrapper.stored_by;
  // Which object it is may be known only to the caller.
  if (wrapper.except && call.function >= 0 &&
      static_cast<size_t>(wrapper.except->parameter) < call.arguments.size()) {
    const auto index = static_cast<size_t>(wrapper.except->parameter);
    out.inherited.except = wrapper.except;
    out.inherited.except->parameter = ParameterIn(call.arguments[index]);
    if (out.inherited.except->parameter < 0) out.inherited.except.reset();
  }
  out.inherited.of_table = wrapper.of_table;
  if (function.made.kind == CPart::Kind::kPasted) out.made = Pasted(function.made, call).text;
  if (wrapper.default_value) out.default_value = DefaultAt(*wrapper.default_value, call, function);
  if (const int position = wrapper.default_parameter.In(wrapper.owner); position >= 0) {
    const CValue* given = GivenFor(position, call, function);
    out.default_value = given == nullptr ? std::nullopt : std::optional(*given);
  }
  if (out.default_value && wrapper.derived) out.default_value->derived = true;
  if (const CValue* value = argument(wrapper.value_parameter)) out.value = *value;
  if (const CValue* filled = argument(wrapper.filled_parameter)) {
    out.filled = CFilled{*filled, wrapper.filled_parameter.In(wrapper.owner)};
  }
  if (const CValue* given = argument(wrapper.out_parameter)) out.out = given->source;
  if (!wrapper.out.empty()) out.out = WithArguments(wrapper.out, call, function);
  // The type as a word (`int`, "unsigned long"), or by the last word of a constant (TYPE_BOOL).
  if (const CValue* type = argument(wrapper.type_parameter)) {
    if (call.function >= 0)
      out.type_parameter = facts_.RefTo({file, call.function}, ParameterIn(*type));
    ValueType stated = TypeOfWords(type->source);
    if (const std::string named = LastName(type->source);
        stated == ValueType::kUnknown && IsConstant(named)) {
      stated = accessors_.TypeOfLastWord(named);
      out.stated = stated != ValueType::kUnknown;
    }
    if (stated != ValueType::kUnknown) {
      out.type = stated;
      if (stated != ValueType::kBool) out.truthy.clear();
    }
  }
  if (const CValue* overwrite = argument(wrapper.overwrite_parameter);
      overwrite != nullptr && out.op == AccessOp::kWrite) {
    out.overwrite = *overwrite;
    if (IsFalse(*overwrite)) out.op = AccessOp::kSetDefault;
  }
  return out;
}

std::vector<CMeaning> CMeanings::OfWrappers(int file, const CFacts& facts,
                                            const CCall& call) const {
  std::vector<CMeaning> out;
  const auto known = wrappers_.by_name().find(call.callee);
  if (known == wrappers_.by_name().end()) return out;
  const std::vector<CWrapper>& wrappers = known->second;
  const bool here = std::any_of(wrappers.begin(), wrappers.end(),
                                [&](const CWrapper& w) { return w.file == file; });
  // A static function of the file hides another file's, whatever that one reads:
  //   static int opt(const char *name, int otherwise) { return otherwise; }
  if (!here && !call.member && facts_.index().HasStatic(file, call.callee)) return out;
  // A wrapper of the file itself excludes those of others: it is a static function, or the
  // definition that the others declare.
  const CWrapper* chosen = nullptr;
  for (const CWrapper& wrapper : wrappers) {
    if (here && wrapper.file != file) continue;
    if (!MayCall(file, facts, call, wrapper)) continue;
    if (chosen != nullptr && chosen->owner != wrapper.owner) {
      // Another definition of the name: the same for callers, or nothing is known.
      const CWrapper& first = *std::find_if(wrappers.begin(), wrappers.end(), [&](const auto& w) {
        return w.owner == chosen->owner;
      });
      const bool cases = SameButCase(first.name, wrapper.name);
      // Two functions `get`, one for the environment and one for a table, exclude each other: a
      // call of either is then missed rather than reported wrongly.
      if (!cases && !SameName(first.name, wrapper.name)) return {};
      for (CMeaning& meaning : out) {
        if (cases && IsUpperCase(wrapper.name)) TurnUpper(&meaning.names);
      }
      continue;
    }
    chosen = &wrapper;
    if (wrapper.except && !Admits(*wrapper.except, call)) continue;
    if (std::optional<CMeaning> meaning = OfWrapper(file, wrapper, call)) {
      out.push_back(std::move(*meaning));
    }
  }
  KeepFuller(&out, false);
  // A function that reads first and then writes is a write.
  std::vector<CMeaning> writes;
  std::copy_if(out.begin(), out.end(), std::back_inserter(writes),
               [](const CMeaning& m) { return Writes(m.op); });
  std::erase_if(out, [&](const CMeaning& read) {
    return !Writes(read.op) && std::any_of(writes.begin(), writes.end(), [&](const CMeaning& m) {
      return SameNames(m.names, read.names);
    });
  });
  return out;
}

std::vector<CMeaning> CMeanings::MeaningsOf(int file, const CFacts& facts,
                                            const CCall& call) const {
  const auto named = [&](const std::vector<std::vector<CPart>>& names) {
    CMeaning meaning;
    meaning.names = names;
    meaning.known = true;
    meaning.via = call.callee;
    return std::vector<CMeaning>{std::move(meaning)};
  };
  if (!call.locals.looped.empty()) return named(call.locals.looped);
  if (std::vector<CMeaning> rows = OfRows(file, facts, call); !rows.empty()) return rows;
  if (std::optional<CMeaning> unseen = unseen_.OfUnseen(call)) return {std::move(*unseen)};
  if (std::optional<CMeaning> owned = unseen_.OfUnseenOwner(call)) return {std::move(*owned)};
  if (unseen_.IsUnseenMethod(call)) return named(call.arguments[0].alternatives);
  return OfWrappers(file, facts, call);
}

void CUnseenFunctions::Find(const CTreeFacts& tree) {
  methods_.clear();
  for (const auto& [file, facts] : tree) {
    methods_.insert(facts.declared.begin(), facts.declared.end());
    for (const auto& [name, position] : accessors_.functions().unseen) {
      if (facts.declared.count(name) > 0 || facts.macros.count(name) > 0) defined_.insert(name);
    }
    for (const CFunction& function : facts.functions) {
      if (accessors_.functions().unseen.count(function.name) > 0) defined_.insert(function.name);
      if (!function.class_name.empty()) methods_.insert(function.name);
    }
  }
  owned_.clear();
  for (const auto& [file, facts] : tree) owners_.insert(facts.owners.begin(), facts.owners.end());
  for (const auto& [file, facts] : tree) {
    for (const CCall& call : facts.calls) {
      if (UnseenOwnerOf(call).empty()) continue;
      owned_[call.qualified].insert(std::string(call.arguments[0].LiteralText()));
    }
  }
}

namespace {

std::string ParameterName(const CFunction& function, int position) {
  const CParameter* parameter = ParameterAt(&function, position);
  return parameter == nullptr ? "" : parameter->name;
}

// The text that a storing function composes, from which names: equal for those that mean the same
// to a look-up.
std::string SignatureOf(const CWrapper& storing, const CFunction& function) {
  std::string out;
  for (const CPart& part : storing.name) {
    out += std::to_string(static_cast<int>(part.kind)) + (part.upper ? "^" : "") + '\x01';
    for (const std::string& text :
         {part.text, ParameterName(function, part.parameter), part.object, part.type, part.index}) {
      out += text + '\x02';
    }
  }
  if (storing.except) out += '\x03' + ParameterName(function, storing.except->parameter);
  return out;
}

}  // namespace

void CFoundWrappers::Clear() {
  wrappers_.clear();
  storing_functions_ = {};
}

// Adds a wrapper unless an equal one is known: the same owner, operation and name.
bool CFoundWrappers::Insert(const std::string& name, CWrapper wrapper) {
  const CFunction& owner = facts_.FunctionAt(wrapper.owner);
  // A parameter number that the owner does not have is a mistake of an earlier step, as in a macro
  // with fewer parameters in another definition.
  const bool own = std::all_of(wrapper.name.begin(), wrapper.name.end(), [&](const CPart& part) {
    return part.parameter < 0 || HasPosition(owner, part.parameter);
  });
  if (!own) return false;
  std::vector<CWrapper>& list = wrappers_[name];
  for (CWrapper& known : list) {
    if (known.file == wrapper.file && known.owner == wrapper.owner && known.op == wrapper.op &&
        SameName(known.name, wrapper.name) &&
        known.except.has_value() == wrapper.except.has_value()) {
      // One that only declares the name, next to one that reads it: the receiver is added.
      const bool fills = known.filled_parameter.IsNone() && known.default_parameter.IsNone() &&
                         !known.default_value && !wrapper.filled_parameter.IsNone();
      if (fills) known.filled_parameter = wrapper.filled_parameter;
      return fills;
    }
  }
  if (list.size() >= kMaxPerName) {
    // Calls of the new wrapper are calls of the known ones, too: if one of them has the same
    // effect, nothing is lost.
    const bool same = std::any_of(list.begin(), list.end(), [&](const CWrapper& known) {
      return known.op == wrapper.op && SameName(known.name, wrapper.name);
    });
    if (same) return false;
    limits_.Report(wrapper.owner.file, owner.line, owner.column,
                   "more than " + std::to_string(kMaxPerName) +
                       " functions of this name read the "
                       "environment: calls of this one are skipped");
    return false;
  }
  if (!wrapper.keeps.empty()) NoteStoringFunction(wrapper);
  list.push_back(std::move(wrapper));
  last_.insert(name);
  return true;
}

void CFoundWrappers::NoteStoringFunction(const CWrapper& wrapper) {
  const CFunction& function = facts_.FunctionAt(wrapper.owner);
  std::string first;  // a look-up without it is not of this function
  for (const CPart& part : wrapper.name) {
    if (first.empty()) first = ParameterName(function, part.parameter);
  }
  CStoringFunctions::Bucket& bucket =
      storing_functions_.buckets[{wrapper.keeps, wrapper.op, first}];
  const auto [at, added] =
      bucket.known.try_emplace(SignatureOf(wrapper, function), bucket.list.size());
  if (added) bucket.list.push_back({wrapper, std::nullopt});
  // A function does not look up what it stores itself: for that, a second one is kept.
  CStoringFunctions::Function& known = bucket.list[at->second];
  if (!known.other && facts_.FunctionAt(known.first.owner).name != function.name)
    known.other = wrapper;
}

}  // namespace flagcensus
