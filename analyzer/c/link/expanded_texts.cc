// Texts with "${NAME:default}" in a tree that expands them itself → accesses.
//
//   std::string Expand(const std::string& key) { ... getenv(key.c_str()) ... }   the expander
//   add("level = ${APP_LEVEL:3}");                                          ─→ APP_LEVEL, default 3
//
// The expander is a function with parameters that reads a variable with a name that no source
// spells, in a file that compares with `$` and `{`. The other files are searched only if there is
// one.
#include "analyzer/c/expanded_texts.h"

#include <memory>
#include <utility>

#include "analyzer/c/link/later_values.h"

namespace flagcensus {
namespace {

// Texts in tests and documentation show the syntax with names that exist nowhere.
bool IsTested(const SourceFile& file) {
  return file.scope == Scope::kTest || file.scope == Scope::kDocs;
}

}  // namespace

// Direct reads of an unknown name in a function with parameters; of these, those in a file that
// parses references.
std::vector<CTextExpanders::Expander> CTextExpanders::FindExpanders(
    const std::vector<Access>& accesses, size_t first) {
  std::set<Place> open;  // direct reads
  for (size_t i = first; i < accesses.size(); ++i) {
    const Access& access = accesses[i];
    const bool direct = !access.name && access.op == AccessOp::kRead && access.chain.empty();
    if (direct) open.insert(access.place);
  }
  std::vector<Expander> out;
  if (open.empty()) return out;
  std::set<std::string> paths;
  for (const auto& [file, facts] : facts_) {
    const SourceFile& source = sources_.File(file);
    if (IsTested(source)) continue;
    for (const CCall& call : facts.calls) {
      const Place place = sources_.At(file, call.line, call.column);
      if (call.function < 0 || !accessors_.Has(call.callee) || open.count(place) == 0) continue;
      const CFunction& around = facts.functions[static_cast<size_t>(call.function)];
      if (around.macro || around.parameters.empty()) continue;
      out.push_back({file, around.name, place});
      paths.insert(source.path);
    }
  }
  std::set<int> reading;  // files that compare with `$` and `{`
  CFileQuestions::Question question;
  question.kept = questions_.Kept("expanders", 0);
  question.of = [&sources = sources_, paths](int file) {
    return paths.count(sources.File(file).path) > 0;
  };
  question.holds = [](const CFileQuestions::Asked& asked) {
    return asked.text.find('$') != std::string_view::npos ? CFileQuestions::Words::kWanted
                                                          : CFileQuestions::Words::kNotWanted;
  };
  question.make = [&questions =
                       questions_](const CFileQuestions::Asked& asked) -> std::shared_ptr<bool> {
    return ReadsReferences(*questions.TokensOf(asked)) ? std::make_shared<bool>(true) : nullptr;
  };
  questions_.Ask<bool>(question, [&](int file, const auto&) { reading.insert(file); });
  std::erase_if(out, [&](const Expander& one) { return reading.count(one.file) == 0; });
  return out;
}

// Which of several expanders reads a text is unknown: the first one is shown as the way.
void CTextExpanders::EmitExpandedTexts(size_t first, std::vector<Access>* accesses) {
  const std::vector<Expander> expanders = FindExpanders(*accesses, first);
  if (expanders.empty()) return;
  struct Found {
    std::vector<CExpandedText> texts;
    std::vector<CCut> cuts;
    std::vector<std::string> conditions;
  };
  CFileQuestions::Question question;
  question.kept = questions_.Kept("expanded texts", 0);
  question.of = [&sources = sources_](int file) { return !IsTested(sources.File(file)); };
  question.holds = [](const CFileQuestions::Asked& asked) {
    return MayHoldExpandedTexts(asked.text) ? CFileQuestions::Words::kWanted
                                            : CFileQuestions::Words::kNotWanted;
  };
  question.make = [&questions = questions_,
                   &accessors = accessors_](const CFileQuestions::Asked& asked) {
    auto found = std::make_shared<Found>();
    const std::shared_ptr<const CTokens> tokens = questions.TokensOf(asked);
    found->texts = FindExpandedTexts(*tokens, accessors.functions().text_sinks, &found->cuts);
    if (!found->texts.empty()) found->conditions = tokens->conditions;
    return found;
  };
  questions_.Ask<Found>(question, [&](int file, const std::shared_ptr<Found>& found) {
    for (const CCut& cut : found->cuts) limits_.Report(file, cut.line, cut.column, cut.what);
    for (const CExpandedText& one : found->texts) {
      Access access = sources_.Start(file, one.line, one.column);
      access.name = one.name;
      access.via = expanders.front().name;
      access.chain = {expanders.front().read};
      if (one.default_text) {
        access.default_kind = one.computed ? DefaultKind::kDynamic : DefaultKind::kLiteral;
        access.default_text = one.default_text;
        access.use.default_certain = !one.computed;
      }
      if (one.condition >= 0) {
        access.condition = found->conditions[static_cast<size_t>(one.condition)];
      }
      accesses->push_back(std::move(access));
    }
  });
}

}  // namespace flagcensus
