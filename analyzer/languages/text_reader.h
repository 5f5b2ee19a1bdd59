// The texts of terms and the elements of literal lists, as seen from one file.
//
//   TextReader(names, others).TextOf("APP_" + KEY)   ─→ "APP_PORT", with KEY = "PORT" in this file
//                                                        or, by `others`, in another one
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "analyzer/languages/names.h"

namespace flagcensus {

class TextReader {
 public:
  // `others`: for constants of other files; nullptr: they are unknown.
  TextReader(const Names& names, const OtherFiles* others)
      : names_(names),
        declared_(names.declared()),
        program_(names.program()),
        rows_(names.rows()),
        others_(others) {}

  // The text of a term, as far as it is known.
  TextValue TextOf(TermId id, int depth = 0) const;
  // The text of a member of a term: of a constant object, a parameter or a loop variable.
  TextValue MemberText(TermId object, const std::string& key, int depth = 0) const;
  // Texts of the file's own constants, by name, and of members of constant objects ("KEYS.HOME").
  std::map<std::string, std::string> Constants() const;
  // Top-level lists and objects of the file, by name.
  std::map<std::string, Elements> Lists() const;

 private:
  TextValue TextOfCall(TermId id, int depth) const;
  TextValue TextOfName(TermId id, int depth) const;
  TextValue TextOfMember(TermId id, int depth) const;
  // `key`: a member of the value, "" for the value itself.
  TextValue TextOfField(TermId field, const std::string& key, int depth) const;
  TextValue TextOfParameter(TermId parameter, const std::string& key, int depth) const;
  void AddConstants(TermId scope, const std::string& before, int depth,
                    std::map<std::string, std::string>* out) const;
  // The elements of a literal list or object; nullopt if it has a part that is not known to be an
  // element, such as a spread of a parameter.
  std::optional<Elements> ElementsOf(TermId list, int depth = 0) const;
  std::optional<Elements> ElementsOfCall(TermId call, int depth) const;
  void AddElement(TermId part, const std::vector<std::string>& fields, int depth,
                  Elements* out) const;
  std::vector<std::string> FieldsOf(std::string type) const;

  const Names& names_;
  const Declarations& declared_;
  const Program& program_;
  const LanguageRows& rows_;
  const OtherFiles* others_;
};

}  // namespace flagcensus
