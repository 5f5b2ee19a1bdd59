// Files that are not pages by their names ─→ what they say about the variables of the code
//
// One search for the names finds the files: sources, of which users read the help texts, files of
// unknown formats that are prose, and data. A file without any of the names is not parsed.
//
//   parser.add_argument("--port", help="port to bind; APP_PORT overrides it")
//   ─→ Statement{APP_PORT, kHelp}: the help text documents it
#include "analyzer/documents/texts.h"

#include <algorithm>

#include "analyzer/base/guarded.h"
#include "analyzer/base/text.h"
#include "analyzer/catalog/statement_entries.h"
#include "analyzer/documents/cues.h"
#include "analyzer/documents/file_role.h"
#include "analyzer/documents/strengths.h"
#include "analyzer/evidence/published.h"
#include "analyzer/evidence/schema.h"
#include "analyzer/pages/document.h"
#include "analyzer/pipeline/pages.h"
#include "analyzer/tree/search_files.h"
#include "analyzer/tree/step_memory.h"

namespace flagcensus {
namespace {

// Whether the word that ends at `end` is a key with a record that has a description: {"APP_JOBS":
// {"description": "..."}}. Programs that contain such tables print them. 600 bytes suffice for a
// record up to its description; in a longer one the description is missed.
bool IsDescribedKey(std::string_view text, size_t end) {
  constexpr size_t kRecord = 600;  // bytes
  if (end >= text.size() || (text[end] != '"' && text[end] != '\'')) return false;
  std::string_view rest = Trim(text.substr(end + 1, kRecord));
  if (!rest.starts_with(':')) return false;
  rest = Trim(rest.substr(1));
  if (!rest.starts_with('{')) return false;
  rest = rest.substr(0, rest.find('}'));
  return rest.find("\"description\":") != std::string_view::npos ||
         rest.find("'description':") != std::string_view::npos;
}

// Adds the declarations of command line options that name a variable: a page that shows the options
// (`.. click::`) shows the variable, too.
void AddOptions(std::string_view text, const std::vector<WordHit>& hits,
                const std::vector<std::string>& words, const TextContext& context,
                std::vector<Statement>* out) {
  const PublishedText source(text);
  for (const WordHit& hit : hits) {
    // A declaration is on lines of ordinary length. A minified line may have thousands of hits,
    // each of which would cost a scan of the whole line.
    constexpr size_t kLine = 1000;
    const size_t from = hit.offset > kLine ? hit.offset - kLine : 0;
    const std::string_view before = text.substr(from, hit.offset - from);
    const size_t line = before.rfind('\n');
    // The beginning of the line is farther away than a declaration could be.
    if (line == std::string_view::npos && from > 0) continue;
    if (text.substr(hit.offset, kLine).find('\n') == std::string_view::npos &&
        text.size() - hit.offset > kLine) {
      continue;
    }
    const bool option = source.IsPublished(hit.offset, Publication::What::kOptions);
    const bool access = Matches(Cue::kCodeRead, before.substr(line + 1));
    // A source that reads the variable at this place documents nothing by it.
    const bool help = !access && (source.IsHelp(hit.offset) ||
                                  IsDescribedKey(text, hit.offset + words[hit.word].size()));
    if (!option && !help) continue;
    Statement& one = out->emplace_back();
    one.name = words[hit.word];
    one.place = {context.file, source.LineNumber(hit.offset), 0};
    one.strength = StrengthsOfStatements().sentence;
    one.form = StatementForm::kRecord;
    one.kind = option ? TextKind::kApiDoc : TextKind::kHelp;
    one.role = context.role;
    one.accessed = true;
  }
}

// Adds what a schema says about the names that the code accesses; false if it describes none.
bool AddOfSchema(const std::string& path, std::string_view text, const KnownNames& names,
                 const TextContext& context, std::vector<Statement>* out) {
  for (SchemaPassage& said : FindSchemaPassages(path, text)) {
    if (!names.IsAccessed(said.name)) continue;
    Statement& one = out->emplace_back();
    one.name = said.name;
    one.place = {context.file, said.passage.place.line, 0};
    one.strength = StrengthsOfStatements().path;
    one.form = StatementForm::kSetting;
    one.kind = TextKind::kData;
    one.role = context.role;
    one.accessed = true;
    one.default_kind = said.passage.default_kind;
    one.default_text = said.passage.default_text;
  }
  return !out->empty();
}

std::vector<Statement> ReadText(const SourceFile& file, std::string_view text,
                                const std::vector<WordHit>& hits,
                                const std::vector<std::string>& words, const KnownNames& names,
                                const Config& config) {
  std::vector<Statement> out;
  TextContext context{.file = file.path, .kind = TextKind::kPage, .role = FileRole::kGuide};
  // Tests set variables for themselves; lists of words mention them without a statement.
  context.role = RoleOfFile(file.PathBelow(), file.scope, false, {});
  if (context.role == FileRole::kTest || context.role == FileRole::kAside) return out;
  // The kind of the file selects the reader.
  const PageFormat* prose = IsSource(file.kind) ? nullptr : FormatOfProse(file.path, text);
  if (IsSource(file.kind)) {
    out = ReadSourceTexts(text, file.kind, names, context);
    AddOptions(text, hits, words, context, &out);
  } else if (prose != nullptr) {
    std::vector<Diagnostic> reported;
    out = ReadPassages(prose->read({file.path, text, config.registry, reported}), names, context);
  } else if (IsSchemaName(file.path) && AddOfSchema(file.path, text, names, context, &out)) {
    // A schema describes settings next to the variables that set them.
  } else if (IsSettingsFile(file.path) && context.role == FileRole::kGuide) {
    context.kind = TextKind::kData;
    out = ReadDataTexts(text, names, context);
  }
  PlaceStatements(text, &out);
  return out;
}

// Whether pages show the docstrings of a source: those of its module, or of a class or function in
// it that a package exports under another module's name. The latter is guessed from the package's
// folder in the path and a docstring of that name.
bool IsShown(const std::string& path, const std::vector<Statement>& statements,
             const std::vector<Publication>& publications) {
  return std::any_of(publications.begin(), publications.end(), [&](const Publication& one) {
    if (one.what == Publication::What::kText) return false;
    if (Publishes(one, path)) return true;
    const std::string_view target = one.target;
    const std::string_view package = target.substr(0, target.find('/'));
    const std::string_view object = target.substr(target.rfind('/') + 1);
    const bool inside =
        path.find(std::string(package) + "/") != std::string::npos && package != object;
    return inside && !object.starts_with('_') &&
           std::any_of(statements.begin(), statements.end(), [&](const Statement& said) {
             return said.kind == TextKind::kDocstring && said.section == object;
           });
  });
}

// Whether a script of the manual generates a page for each module: it contains the directive.
bool WritesModulePages(const Tree& tree) {
  std::string text;
  return std::any_of(tree.files.begin(), tree.files.end(), [&](const SourceFile& file) {
    bool binary = false;
    std::string error;
    return file.kind == FileKind::kPython && file.scope == Scope::kDocs &&
           ReadWhole(file, &text, &binary, &error) && !binary &&
           text.find(".. automodule::") != std::string::npos;
  });
}

// Whether such a script generates a page for the module at `path`: no part of it is private. An
// __init__ file has underscores, and is public nevertheless.
bool IsPublicModule(const SourceFile& file) {
  if (file.scope != Scope::kSrc || !IsSource(file.kind)) return false;
  const std::string_view path = file.path;
  return !path.starts_with('_') &&
         (path.find("/_") == std::string_view::npos || path.find("/_") == path.rfind("/__init__."));
}

}  // namespace

void ReadTexts(const Tree& tree, const ProjectOptions& options, const Config& config,
               const KnownNames& names, const std::vector<Publication>& publications,
               Catalog& catalog) {
  if (names.accessed().empty()) return;
  // A file says the same under other names if it has none of those that are new or gone.
  const KnownNames::Key key = names.KeyOfAll();
  ResultsOfFiles<std::vector<Statement>> known(
      tree, "texts", key, [&](const KnownNames::Key& old, auto& results) {
        DropFilesWith(tree, KnownNames::ChangedWords(old, key), results);
      });
  const auto wanted = [&](const SourceFile& file) {
    return file.kind != FileKind::kPage && file.scope != Scope::kTest &&
           file.scope != Scope::kVendored && !known[file].has_value();
  };
  if (std::any_of(tree.files.begin(), tree.files.end(), wanted)) {
    const WordSearch search({names.accessed().begin(), names.accessed().end()});
    SearchFiles(tree, search, options.jobs, wanted,
                [&](size_t index, std::string_view text, const std::vector<WordHit>& hits) {
                  std::vector<Statement> said;
                  const SourceFile& file = tree.files[index];
                  // A text that cannot be read gives no statements, rather than some.
                  const std::string wrong = Guarded(
                      [&] { said = ReadText(file, text, hits, search.words(), names, config); });
                  if (!wrong.empty()) said.clear();
                  known[file] = std::move(said);
                });
  }
  const bool of_modules = WritesModulePages(tree);
  const std::set<std::string> read(catalog.pages.begin(), catalog.pages.end());
  for (const SourceFile& file : tree.files) {
    // A file without a name of the code says nothing.
    if (!known[file]) known[file].emplace();
    const std::vector<Statement>& said = *known[file];
    // A file that is a page by its content has been read as one.
    if (said.empty() || read.contains(file.path)) continue;
    const bool published =
        IsShown(file.path, said, publications) || (of_modules && IsPublicModule(file));
    const bool whole =
        std::any_of(publications.begin(), publications.end(), [&](const Publication& one) {
          return one.what == Publication::What::kText && Publishes(one, file.path);
        });
    std::vector<Entry> entries = EntriesOfStatements(said, published);
    // A string that only mentions the name does not document it.
    const bool documents = std::any_of(said.begin(), said.end(), [&](const Statement& one) {
      return one.kind != TextKind::kString && Documents(one, published);
    });
    if (documents) {
      catalog.pages.push_back(file.path);
      catalog.judged.push_back("using texts of " + file.path + ": " +
                               Count(entries.size(), "variable", "variables"));
    }
    catalog.entries.insert(catalog.entries.end(), std::make_move_iterator(entries.begin()),
                           std::make_move_iterator(entries.end()));
    // The statements that readers can see: help texts and pages always, docstrings if they are
    // published and not of a private name.
    for (const Statement& one : said) {
      const bool shown =
          one.kind == TextKind::kPage || one.kind == TextKind::kHelp || one.kind == TextKind::kData;
      const bool doc = one.kind == TextKind::kDocstring || one.kind == TextKind::kApiDoc;
      const bool hidden = doc && one.section.starts_with('_');
      if (!shown && !(doc && published && !hidden) && !whole) continue;
      catalog.statements.push_back(one);
      if (!shown) catalog.statements.back().kind = TextKind::kPage;
    }
  }
}

}  // namespace flagcensus
