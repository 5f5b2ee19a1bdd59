// The read, or the call of a wrapper, with a context that is examined, and what the context says
// about it: the default, the type, the name that receives the value.
//
//   x == "true"               ─→ Equal: type bool, truthy {"true"}
//   x != ""                   ─→ Equal: any value is true
//   const {X: y = "d"} = env  ─→ Field: default "d", bound to y
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "analyzer/base/text.h"
#include "analyzer/languages/sites.h"

namespace flagcensus {

class ReadContext {
 public:
  ReadContext(const Names& names, std::string_view text, const OtherFiles* others,
              const std::vector<Site>& sites, Site* site)
      : names_(names),
        program_(names.program()),
        rows_(names.rows()),
        text_(text),
        others_(others),
        sites_(sites),
        site_(*site) {}

 protected:
  // The site that is exactly this term; null if it does not read.
  const Site* SiteAt(TermId id) const {
    const auto at =
        std::find_if(sites_.begin(), sites_.end(), [&](const Site& one) { return one.at == id; });
    return at == sites_.end() ? nullptr : &*at;
  }

  // The first default that is found counts: it is the one nearest to the read.
  // Sets the default unless there is one. `certain`: it is in the expression that reads.
  void Default(SiteDefault found, bool certain) {
    if (site_.fallback.kind != DefaultKind::kNone) return;
    site_.fallback = std::move(found);
    site_.certain = certain;
  }

  // A field of a destructuring pattern that reads the variable.
  void Field(TermId at) {
    const Term& field = program_[at];
    if (!field.parts.empty()) Default(DefaultOf(names_, text_, others_, field.parts[0]), true);
    if (field.text.empty()) return;
    Bind(at, field.text);
    Behind(program_.parent(at), field.text, "");
  }

  // The name that receives the value: of the module outside of functions, otherwise local.
  void Bind(TermId at, const std::string& name) {
    site_.bound_to = name;
    site_.bound_kind =
        names_.declared().FunctionAround(at) == kNoTerm ? BoundKind::kModule : BoundKind::kLocal;
  }

  // The statements after a declaration, unless the expression has a default.
  void Behind(TermId declaration, const std::string& name, const std::string& also) {
    if (site_.fallback.kind != DefaultKind::kNone) return;
    Default(DefaultAfterRead(names_, text_, others_, declaration, name, also), false);
  }

  // The last read of a chain `a || b || c`, and its first; null if that operand does not read.
  const Site* LastRead(TermId id) const {
    while (program_.kind(id) == TermKind::kOr) id = program_.part(id, 1);
    return SiteAt(id);
  }
  const Site* FirstRead(TermId id) const {
    while (program_.kind(id) == TermKind::kOr) id = program_.part(id, 0);
    return SiteAt(id);
  }

  // The source of a term.
  std::string_view TextOfTerm(TermId id) const {
    const Term& term = program_[id];
    const size_t begin = std::min<size_t>(term.begin, text_.size());
    return text_.substr(begin, std::min<size_t>(term.end, text_.size()) - begin);
  }

  // A comparison with nothing or with an empty text only tests whether it is set. Any other text
  // must be a word for on or off: a comparison with "production" says nothing about the type.
  // A comparison of the value; `first`: the value is the left operand.
  void Equal(const Term& term, bool first) {
    const TermId other = term.parts.size() < 2 ? kNoTerm : term.parts[first ? 1 : 0];
    const std::optional<std::string> text = names_.TextOf(other, others_).Known();
    if (program_.kind(other) == TermKind::kNothing || !text || text->empty()) {
      site_.any_true = program_.kind(other) == TermKind::kNothing || (text && text->empty());
      return;
    }
    bool on = false;
    const std::string lower = ToLower(*text);
    if (!IsSwitchWord(lower, &on)) return;
    site_.type = ValueType::kBool;
    site_.parsed = true;
    // A word for on is true and a word for off is false, for `x == "1"` and for `x != "1"` alike.
    (term.text == "==" ? on ? site_.truthy : site_.falsy
     : on              ? site_.truthy
                       : site_.falsy)
        .push_back(lower);
  }

  void Type(ValueType type) {
    // The first conversion counts: Number(parseInt(x)).
    if (site_.parsed || type == ValueType::kUnknown) return;
    site_.type = type;
    site_.parsed = true;
  }

  const Names& names_;
  const Program& program_;
  const LanguageRows& rows_;
  std::string_view text_;
  const OtherFiles* others_;
  const std::vector<Site>& sites_;
  Site& site_;
  TermId read_ = kNoTerm;
};

}  // namespace flagcensus
