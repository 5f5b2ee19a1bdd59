// a term ─→ the text that it is, as far as it is known
//
//   "APP_" + "PORT"               ─→ literal "APP_PORT"
//   "APP_" + name.toUpperCase()   ─→ literal "APP_", parameter `name` in upper case
//   KEYS.HOME                     ─→ the text of the pair HOME of the constant object
//   for (const k of ["A", "B"]) process.env[k]   ─→ kEach with the choices "A" and "B"
#include <algorithm>
#include <cstddef>

#include "analyzer/base/text.h"
#include "analyzer/languages/names.h"
#include "analyzer/languages/sites.h"
#include "analyzer/languages/text_reader.h"

namespace flagcensus {
namespace {

constexpr size_t kMaxPieces = 64;  // of a text; the rest becomes one unknown piece
// Maximum bytes of joined literals: names are far shorter, and concatenation could grow
// exponentially.
constexpr size_t kLongestText = 4096;

// Whether the list contains the text.
bool Holds(const std::vector<std::string>& list, std::string_view text) {
  return std::find(list.begin(), list.end(), text) != list.end();
}

// Appends the pieces of `more`; neighbouring literals are joined.
void Append(const TextValue& more, TextValue* out) {
  for (const TextPiece& piece : more.pieces) {
    std::vector<TextPiece>& pieces = out->pieces;
    const bool joins = piece.kind == TextPiece::Kind::kLiteral && !pieces.empty() &&
                       pieces.back().kind == TextPiece::Kind::kLiteral;
    if (joins && pieces.back().text.size() + piece.text.size() <= kLongestText) {
      pieces.back().text += piece.text;
    } else if (pieces.size() < kMaxPieces) {
      pieces.push_back(piece);
    } else {
      pieces.back() = {TextPiece::Kind::kUnknown, {}};
    }
  }
}

// The part `what` ("key", "value", "value.MEMBER") of each element, as one piece for the loop.
TextValue EachOf(TermId loop, const Elements& elements, const std::string& what) {
  auto choices = std::make_shared<std::vector<std::optional<std::string>>>();
  bool any = false;
  for (const Element& one : elements) {
    std::optional<std::string> text = what == "key" ? one.key : one.value;
    if (what.starts_with("value.")) {
      const auto member = one.members.find(what.substr(6));
      text = member == one.members.end() ? std::nullopt : std::optional(member->second);
    }
    any = any || text.has_value();
    choices->push_back(std::move(text));
  }
  // A list without texts at this place says nothing about the name.
  if (!any) return TextValue::Unknown();
  TextPiece piece{TextPiece::Kind::kEach, {}};
  piece.loop = loop;
  piece.choices = std::move(choices);
  return {{std::move(piece)}};
}

}  // namespace

// A text without pieces is not the empty text: nothing is known about it.
std::optional<std::string> TextValue::Known() const {
  std::string out;
  for (const TextPiece& piece : pieces) {
    if (piece.kind != TextPiece::Kind::kLiteral) return std::nullopt;
    out += piece.text;
  }
  return pieces.empty() ? std::nullopt : std::optional(std::move(out));
}

// A text may contain parameters of one function only: the one around it.
TermId TextValue::Function() const {
  for (const TextPiece& piece : pieces) {
    if (piece.kind == TextPiece::Kind::kParameter) return piece.function;
  }
  return kNoTerm;
}

std::optional<std::string> TextValue::Pattern() const {
  // "APP_" and a parameter ─→ "APP_*"; two unknown pieces in a row are one `*`.
  std::string out;
  bool known = false;
  for (const TextPiece& piece : pieces) {
    if (piece.kind == TextPiece::Kind::kLiteral) {
      known = known || !piece.text.empty();
      out += piece.text;
    } else if (!out.ends_with('*')) {
      out += '*';
    }
  }
  return known ? std::optional(std::move(out)) : std::nullopt;
}

// "APP_MODE=" + mode ─→ the name stays in `text`, the value is unknown.
std::optional<std::string> TakeValue(TextValue* text, AccessOp* op) {
  for (size_t i = 0; i < text->pieces.size(); ++i) {
    TextPiece& piece = text->pieces[i];
    const size_t equals =
        piece.kind == TextPiece::Kind::kLiteral ? piece.text.find('=') : std::string::npos;
    if (equals == std::string::npos) continue;
    TextValue value = TextValue::Literal(piece.text.substr(equals + 1));
    const auto rest = text->pieces.begin() + static_cast<std::ptrdiff_t>(i) + 1;
    value.pieces.insert(value.pieces.end(), rest, text->pieces.end());
    piece.text.resize(equals);
    text->pieces.resize(i + 1);
    return value.Known();
  }
  if (text->Known()) *op = AccessOp::kDelete;
  return std::nullopt;
}

TextValue Names::TextOf(TermId id, const OtherFiles* others, int depth) const {
  return TextReader(*this, others).TextOf(id, depth);
}

TextValue Names::MemberText(TermId object, const std::string& key, const OtherFiles* others) const {
  return TextReader(*this, others).MemberText(object, key);
}

std::map<std::string, std::string> Names::Constants() const {
  return TextReader(*this, nullptr).Constants();
}

std::map<std::string, Elements> Names::Lists() const { return TextReader(*this, nullptr).Lists(); }

// The text of a parameter. In a function that a method of a list calls for each element
// (`KEYS.forEach(k => ...)`), it is the element.
TextValue TextReader::TextOfParameter(TermId parameter, const std::string& key, int depth) const {
  const TermId function = program_.parent(parameter);
  if (program_.kind(function) != TermKind::kFunction) return TextValue::Unknown();
  // The index of the parameter counts receivers, too; ArgumentOf subtracts them.
  const std::vector<TermId>& parts = program_[function].parts;
  const auto at =
      static_cast<uint32_t>(std::find(parts.begin(), parts.end(), parameter) - parts.begin());
  const TermId call = program_.parent(function);
  const TermId callee = program_.kind(call) == TermKind::kCall ? program_.part(call, 0) : kNoTerm;
  // The callback of a loop method: its first parameter is the element.
  if (at == 0 && program_.kind(callee) == TermKind::kMember && program_.part(call, 1) == function &&
      Holds(rows_.lists.loops, program_[callee].text)) {
    const std::optional<Elements> elements = ElementsOf(program_.part(callee, 0), depth + 1);
    if (elements) return EachOf(function, *elements, key.empty() ? "value" : "value." + key);
  }
  // The member of a receiver would be a field, which may be set anywhere.
  if (program_[parameter].constant && !key.empty()) return TextValue::Unknown();  // of a receiver
  return {{{TextPiece::Kind::kParameter, "", function, at, false, key}}};
}

// The text of a name that a pattern declares: of a loop, or of a destructured parameter or object.
TextValue TextReader::TextOfField(TermId field, const std::string& key, int depth) const {
  const TermId pattern = program_.parent(field);
  // A loop that the lowering has marked: the name gets a part of each element.
  const auto taken = program_.takes.find(field);
  if (taken != program_.takes.end()) {
    std::string what = taken->second;
    if (!key.empty()) what = what == "value" ? "value." + key : "";
    const std::optional<Elements> elements = ElementsOf(program_.part(pattern, 0), depth + 1);
    return elements && !what.empty() ? EachOf(pattern, *elements, what) : TextValue::Unknown();
  }
  // A rest, an element of a list, or a member of a member: unknown.
  const std::string& more = program_[field].more;
  if (more.empty() || more == "[]" || !key.empty()) return TextValue::Unknown();
  // `function f({name}) {}`: the member of the argument.
  const TermId parameter = program_.parent(pattern);
  if (program_.kind(parameter) == TermKind::kParameter) {
    return TextOfParameter(parameter, more, depth + 1);
  }
  return MemberText(program_.part(pattern, 0), more, depth + 1);
}

// Declared in the file, inherited, imported or unknown, in this order.
TextValue TextReader::TextOfName(TermId id, int depth) const {
  const std::string& name = program_[id].text;
  const Declaration* const found = declared_.Find(name, id);
  // The constant of another file.
  const auto elsewhere = [&](const std::string& path) {
    const std::optional<std::string> text =
        others_ == nullptr ? std::nullopt : others_->ConstantOf(path);
    return text ? TextValue::Literal(*text) : TextValue::Unknown();
  };
  // Inherited, or a name of another file of the package.
  if (found == nullptr) {
    for (const std::string& path : names_.InheritedPathsOf(id)) {
      if (TextValue text = elsewhere(path); text.Known()) return text;
    }
    return elsewhere(name);
  }
  const Term& term = program_[found->at];
  if (term.kind == TermKind::kImport) {
    // `import X from "./x"`: the default export of that file.
    return elsewhere(term.constant ? term.more + ".default" : term.more);
  }
  // Two values: none of them is certain.
  if (found->assigned) return TextValue::Unknown();
  if (term.kind == TermKind::kParameter) return TextOfParameter(found->at, "", depth);
  if (term.kind == TermKind::kField) return TextOfField(found->at, "", depth);
  // A field that other code may assign.
  if (!declared_.IsConstant(*found)) return TextValue::Unknown();
  return TextOf(term.parts[0], depth + 1);
}

// The object itself is a literal, a name of one, or a conversion around it.
TextValue TextReader::MemberText(TermId object, const std::string& key, int depth) const {
  if (object == kNoTerm || key.empty() || names_.CountStep(depth)) return TextValue::Unknown();
  const Term& term = program_[object];
  if (term.kind == TermKind::kOther && term.parts.size() == 1) {
    return MemberText(term.parts[0], key, depth + 1);
  }
  // A list is an object with positions as keys: KEYS[0] and KEYS.HOME are treated alike.
  if (term.kind == TermKind::kObject) {
    size_t at = 0;
    for (const TermId part : term.parts) {
      const bool pair = program_.kind(part) == TermKind::kPair;
      if (pair && program_[part].text == key) {
        return TextOf(program_.part(part, 0), depth + 1);
      }
      if (!pair && std::to_string(at) == key) return TextOf(part, depth + 1);
      ++at;
    }
    return TextValue::Unknown();
  }
  if (term.kind != TermKind::kName) return TextValue::Unknown();
  const Declaration* const found = declared_.Find(term.text, object);
  if (found == nullptr || found->assigned) return TextValue::Unknown();
  const TermId value = program_.part(found->at, 0);
  switch (program_.kind(found->at)) {
    case TermKind::kDeclare:
      return MemberText(value, key, depth + 1);
    case TermKind::kParameter:
      return TextOfParameter(found->at, key, depth);
    case TermKind::kField:
      return TextOfField(found->at, key, depth);
    default:
      return TextValue::Unknown();
  }
}

// A member of a constant object or a class: `KEYS.HOME`, `Keys.HOME`.
TextValue TextReader::TextOfMember(TermId id, int depth) const {
  const TermId object = program_.part(id, 0);
  std::string key = program_[id].text;
  if (program_.kind(id) == TermKind::kIndex) {
    key = TextReader(names_, nullptr).TextOf(program_.part(id, 1), depth + 1).Known().value_or("");
  }
  if (key.empty()) return TextValue::Unknown();
  // Java, Kotlin and C#: a constant of a class of the file.
  if (const TermId owner = declared_.ClassOf(object); owner != kNoTerm) {
    const Declaration* const member = declared_.InScope(owner, key);
    if (member == nullptr || !declared_.IsConstant(*member)) return TextValue::Unknown();
    return TextOf(program_.part(member->at, 0), depth + 1);
  }
  const TermKind kind = program_.kind(object);
  // An object of the function itself comes first, since it may hide a class of that name.
  if (kind == TermKind::kName && !rows_.classes) {
    const Declaration* const found = declared_.Find(program_[object].text, object);
    const TermKind as = found == nullptr ? TermKind::kOther : program_.kind(found->at);
    if (as == TermKind::kDeclare || as == TermKind::kParameter || as == TermKind::kField) {
      TextValue own = MemberText(object, key, depth + 1);
      if (own.Pattern() || own.Function() != kNoTerm) return own;
      if (std::any_of(own.pieces.begin(), own.pieces.end(), [](const TextPiece& piece) {
            return piece.kind == TextPiece::Kind::kEach;
          })) {
        return own;
      }
    }
  } else if (kind != TermKind::kMember && !rows_.classes) {
    return TextValue::Unknown();
  }
  // `Type.KEY` or `self.KEY`, then a constant of another file.
  if (const TermId constant = declared_.MemberConstant(object, key); constant != kNoTerm) {
    return TextOf(program_.part(constant, 0), depth + 1);
  }
  // Last, the path may be a constant of another file: `conf.KEYS.HOME`.
  const std::string path = names_.PathOf(id, depth + 1);
  const std::optional<std::string> text =
      others_ == nullptr || path.empty() ? std::nullopt : others_->ConstantOf(path);
  return text ? TextValue::Literal(*text) : TextValue::Unknown();
}

// Conversions that keep the text, and conversions to upper case, by the rows.
TextValue TextReader::TextOfCall(TermId id, int depth) const {
  const TermId callee = program_.part(id, 0);
  const std::string path = rows_.RowPath(names_.PathOf(callee, depth + 1));
  const bool method = program_.kind(callee) == TermKind::kMember;
  const bool upper = Holds(rows_.forwarding.uppers, path) ||
                     (method && Holds(rows_.forwarding.uppers, program_[callee].text));
  TermId of = kNoTerm;
  if (Holds(rows_.forwarding.texts, path) || (upper && Holds(rows_.forwarding.uppers, path))) {
    of = program_.part(id, 1);
  } else if (method && (upper || Holds(rows_.forwarding.text_methods, program_[callee].text))) {
    of = program_.part(callee, 0);
  }
  if (of == kNoTerm) return TextValue::Unknown();
  TextValue out = TextOf(of, depth + 1);
  // A parameter becomes upper case when its argument is known.
  for (TextPiece& piece : out.pieces) {
    if (upper && piece.kind == TextPiece::Kind::kLiteral) piece.text = ToUpper(piece.text);
    piece.upper = piece.upper || upper;
  }
  return out;
}

// One step per kind of term. Names of which a part is unknown keep their literal parts, for a
// pattern.
TextValue TextReader::TextOf(TermId id, int depth) const {
  if (id == kNoTerm || names_.CountStep(depth)) return TextValue::Unknown();
  const Term& term = program_[id];
  switch (term.kind) {
    case TermKind::kString:
    case TermKind::kLiteral:
      return TextValue::Literal(term.text);
    // "APP_" + x, `APP_${x}`
    case TermKind::kConcat: {
      TextValue out;
      for (const TermId part : term.parts) Append(TextOf(part, depth + 1), &out);
      return out;
    }
    case TermKind::kName:
      return TextOfName(id, depth);
    case TermKind::kMember:
    case TermKind::kIndex:
      return TextOfMember(id, depth);
    case TermKind::kCall:
      return TextOfCall(id, depth);
    case TermKind::kPair:  // an argument with its name
      return TextOf(program_.part(id, 0), depth + 1);
    case TermKind::kOther:  // a conversion, a reference, a block with one value
      return term.parts.size() == 1 ? TextOf(term.parts[0], depth + 1) : TextValue::Unknown();
    default:
      return TextValue::Unknown();
  }
}

// Nested classes are prefixed: "Keys.Inner.HOME".
void TextReader::AddConstants(TermId scope, const std::string& before, int depth,
                              std::map<std::string, std::string>* out) const {
  for (const Declaration* const one : declared_.AllIn(scope)) {
    const Term& term = program_[one->at];
    if (rows_.classes && term.kind == TermKind::kClass && depth < kDeepestClass) {
      AddConstants(one->at, before + term.text + ".", depth + 1, out);
    }
    if (!declared_.IsConstant(*one)) continue;
    const std::string name = before + term.text;
    if (const auto text = TextOf(term.parts[0]).Known()) out->emplace(name, *text);
    if (program_.kind(term.parts[0]) != TermKind::kObject) continue;
    for (const TermId pair : program_[term.parts[0]].parts) {
      if (program_.kind(pair) != TermKind::kPair) continue;
      const auto text = TextOf(program_.part(pair, 0)).Known();
      if (text) out->emplace(name + "." + program_[pair].text, *text);
    }
  }
}

// All constants of which the text is known in the file itself.
std::map<std::string, std::string> TextReader::Constants() const {
  std::map<std::string, std::string> out;
  AddConstants(program_.root, "", 0, &out);
  for (const auto& [key, at] : declared_.constants()) {
    const auto text = TextOf(program_.part(at, 0)).Known();
    if (text) out.emplace(key.first + "." + key.second, *text);
  }
  return out;
}

}  // namespace flagcensus
