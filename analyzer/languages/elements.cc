// a literal list or object ─→ the texts of its elements
//
//   ["A", "B"]                          ─→ values "A", "B"
//   {a: "A", b: {env: "B"}}             ─→ key a, value "A"; key b, members {env: "B"}
//   []struct{key, env string}{{"a", "A"}}  ─→ members {"0": "a", "1": "A", "key": "a", "env": "A"}
//   Object.keys({A: 1})                 ─→ value "A"
#include <algorithm>

#include "analyzer/base/text.h"
#include "analyzer/languages/text_reader.h"

namespace flagcensus {
namespace {

constexpr size_t kMaxElements = 500;  // of a list; a longer one counts as unknown

// Whether the list contains the text.
bool IsIn(const std::vector<std::string>& list, std::string_view text) {
  return std::find(list.begin(), list.end(), text) != list.end();
}

// The field names of `struct { key, env string; def string }`, in order.
std::vector<std::string> FieldsOfText(std::string_view type) {
  std::vector<std::string> out;
  const size_t open = type.find('{');
  if (open == std::string_view::npos) return out;
  std::string inside(type.substr(open + 1, type.rfind('}') - open - 1));
  std::replace(inside.begin(), inside.end(), ';', '\n');
  for (const std::string_view line : Split(inside, '\n')) {
    const std::string_view field = Trim(line);
    const size_t end = field.find_last_of(" \t");
    if (end == std::string_view::npos || field.starts_with("//")) continue;
    for (const std::string_view name : Split(field.substr(0, end), ',')) {
      out.emplace_back(Trim(name));
    }
  }
  return out;
}

}  // namespace

// The fields of the record type of a list's elements, so that positions get their names.
std::vector<std::string> TextReader::FieldsOf(std::string type) const {
  if (type.find("struct") != std::string::npos) return FieldsOfText(type);
  type = type.substr(type.find_last_of("]*") + 1);  // npos + 1 is 0
  const Declaration* const found = declared_.OfFile(type);
  std::vector<std::string> out;
  if (found == nullptr || program_.kind(found->at) != TermKind::kClass) return out;
  const auto add = [&](TermId id) {
    if (program_.kind(id) == TermKind::kField) out.push_back(program_[id].text);
  };
  for (const TermId part : program_[found->at].parts) {
    add(part);
    if (program_.kind(part) != TermKind::kOther) continue;
    for (const TermId inner : program_[part].parts) add(inner);
  }
  return out;
}

// Adds the element of a literal: a text, a pair with a text, or a record with texts as members.
void TextReader::AddElement(TermId part, const std::vector<std::string>& fields, int depth,
                            Elements* out) const {
  // Each element of a top-level list is a query with its own limit of depth.
  const int next = depth == 0 ? 0 : depth + 1;
  Element one;
  TermId value = part;
  if (program_.kind(part) == TermKind::kPair) {
    one.key = program_[part].text;
    value = program_.part(part, 0);
  }
  // A conversion or a reference around the element.
  while (program_.kind(value) == TermKind::kOther && program_[value].parts.size() == 1) {
    value = program_.part(value, 0);
  }
  if (program_.kind(value) == TermKind::kObject) {
    // A record: members by name, or by position and field name.
    size_t at = 0;
    for (const TermId member : program_[value].parts) {
      const bool pair = program_.kind(member) == TermKind::kPair;
      const TermId of = pair ? program_.part(member, 0) : member;
      const std::optional<std::string> text = TextOf(of, next).Known();
      if (text && pair) one.members.emplace(program_[member].text, *text);
      if (text && !pair) {
        one.members.emplace(std::to_string(at), *text);
        if (at < fields.size()) one.members.emplace(fields[at], *text);
      }
      ++at;
    }
  } else {
    one.value = TextOf(value, next).Known();
  }
  out->push_back(std::move(one));
}

// `LIST.map(...)`-like methods of the rows, makers of lists, and Object.keys and its siblings.
std::optional<Elements> TextReader::ElementsOfCall(TermId call, int depth) const {
  const TermId callee = program_.part(call, 0);
  if (program_.kind(callee) == TermKind::kMember &&
      IsIn(rows_.lists.lists, program_[callee].text)) {
    return ElementsOf(program_.part(callee, 0), depth + 1);
  }
  const std::string path = names_.PathOf(callee, depth + 1);
  if (IsIn(rows_.lists.lists, path)) return ElementsOf(program_.part(call, 1), depth + 1);
  if (IsIn(rows_.lists.makers, path)) {
    Elements out;
    for (size_t i = 1; i < program_[call].parts.size() && i <= kMaxElements; ++i) {
      AddElement(program_.part(call, i), {}, depth, &out);
    }
    return out;
  }
  // The standard functions of JavaScript; other functions of an object are not followed.
  if (path != "Object.keys" && path != "Object.values" && path != "Object.entries") {
    return std::nullopt;
  }
  std::optional<Elements> out = ElementsOf(program_.part(call, 1), depth + 1);
  if (!out || path == "Object.values") return out;
  // Keys become values; entries become records of key and value.
  for (Element& one : *out) {
    if (path == "Object.entries") {
      if (one.value) one.members = {{"1", *one.value}};
      if (one.key) one.members["0"] = *one.key;
    } else {
      one.value = one.key;
      one.members.clear();
    }
  }
  return out;
}

// A literal, a name of one, or a call that yields its elements.
std::optional<Elements> TextReader::ElementsOf(TermId list, int depth) const {
  if (list == kNoTerm || names_.CountStep(depth)) return std::nullopt;
  const Term& term = program_[list];
  const auto elsewhere = [&](const std::string& path) {
    return others_ == nullptr || path.empty() ? std::nullopt : others_->ElementsOf(path);
  };
  switch (term.kind) {
    case TermKind::kOther:
      return term.parts.size() == 1 ? ElementsOf(term.parts[0], depth + 1) : std::nullopt;
    case TermKind::kCall:
      return ElementsOfCall(list, depth);
    case TermKind::kMember:
      return elsewhere(names_.PathOf(list, depth + 1));
    case TermKind::kName: {
      const Declaration* const found = declared_.Find(term.text, list);
      if (found == nullptr) return elsewhere(term.text);
      const Term& declared = program_[found->at];
      if (declared.kind == TermKind::kImport) {
        return elsewhere(declared.constant ? declared.more + ".default" : declared.more);
      }
      // A list that is assigned again, or a parameter.
      if (found->assigned || declared.kind != TermKind::kDeclare) return std::nullopt;
      return ElementsOf(program_.part(found->at, 0), depth + 1);
    }
    case TermKind::kObject: {
      // More elements are data, not names of variables.
      if (term.parts.size() > kMaxElements) return std::nullopt;
      // The literal's own type names its fields.
      const std::vector<std::string> fields = FieldsOf(term.more);
      Elements out;
      for (const TermId part : term.parts) {
        if (program_.kind(part) != TermKind::kSpread) {
          AddElement(part, fields, depth, &out);
          continue;
        }
        // `[...A, "x"]`: known if A is.
        const auto more = ElementsOf(program_.part(part, 0), depth + 1);
        if (!more || out.size() + more->size() > kMaxElements) return std::nullopt;
        out.insert(out.end(), more->begin(), more->end());
      }
      return out;
    }
    default:
      return std::nullopt;
  }
}

// The lists that other files may iterate over.
std::map<std::string, Elements> TextReader::Lists() const {
  std::map<std::string, Elements> out;
  for (const Declaration* const one : declared_.AllIn(program_.root)) {
    const Term& term = program_[one->at];
    if (one->assigned || term.kind != TermKind::kDeclare || term.parts.empty()) continue;
    if (auto elements = ElementsOf(term.parts[0])) {
      out.emplace(term.text, *std::move(elements));
    }
  }
  return out;
}

}  // namespace flagcensus
