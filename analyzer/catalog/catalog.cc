// ReadPage: detects the format, reads the page into a Document, finds its entries.
//
//   "docs/env.md", "| `APP_PORT` | 80 |…"  ─→ Markdown ─→ Document ─→ entries and statements
//     a line `--8<-- "more.md"`            ─→ the entries of more.md, at their places in that file
#include "analyzer/catalog/catalog.h"

#include <algorithm>
#include <iterator>

#include "analyzer/base/text.h"
#include "analyzer/catalog/entries.h"
#include "analyzer/catalog/folder.h"
#include "analyzer/catalog/include.h"
#include "analyzer/documents/passage_reader.h"
#include "analyzer/documents/texts.h"
#include "analyzer/pages/document.h"
#include "analyzer/pages/text/preformatted.h"
#include "analyzer/pages/topic.h"
#include "analyzer/pages/vocabulary.h"
#include "analyzer/tree/page_format.h"
#include "analyzer/tree/tree.h"

namespace flagcensus {
namespace {

// Reads the text with its format's reader, and the blocks of preformatted text once more.
Document ReadDocument(std::string_view file, std::string_view text, const PageFormat& format,
                      const CatalogOptions& options, std::vector<Diagnostic>& diagnostics) {
  Document document = format.read({file, text, options.registry, diagnostics});
  if (format.preformatted) ReadPreformatted(file, document, diagnostics);
  return document;
}

// "rename it to .md, .rst or .txt": one file ending for each format.
std::string EndingsInWords() {
  std::string out;
  for (const PageFormat& format : PageFormats()) {
    if (format.endings.empty()) continue;
    if (!out.empty()) out += &format == &PageFormats().back() ? " or " : ", ";
    out.append(".").append(format.endings.front());
  }
  return out;
}

// English is recognised by its most frequent words: one word in twelve must be one of them. For a
// short text the function returns false.
bool IsEnglish(std::string_view text) {
  static const PhraseList& kWords = Phrases("english");
  // Bytes that are examined: a page does not change its language later.
  constexpr size_t kEnough = 20'000;
  constexpr size_t kFew = 40;
  constexpr size_t kShare = 12;
  text = text.substr(0, kEnough);
  size_t words = 0;
  size_t known = 0;
  size_t foreign = 0;
  for (size_t at = 0; at < text.size();) {
    const unsigned char c = static_cast<unsigned char>(text[at]);
    // The first byte of a character outside ASCII: letters of other scripts, and accents.
    if (c >= 0xc0) ++foreign;
    const size_t end = EndOfRun(text, at, IsLower);
    if (end > at) {
      ++words;
      const std::string_view word = text.substr(at, end - at);
      if (kWords.Holds(word)) ++known;
    }
    at = std::max(end, at + 1);
  }
  if (words + foreign < kFew) return false;
  return known * kShare >= words && foreign * 2 < words;
}

// `format`: the one that reads the file if neither its name nor its text decides; null if none
// does.
Page ReadIncluding(std::string_view file, std::string_view text, const PageFormat* format,
                   const CatalogOptions& options, std::vector<std::string>& stack);

// The format in which the including page's reader reads the included text: its own, unless the file
// is code or its name has the ending of a page. "x.inc" is code in some languages, but text if a
// page includes it.
const PageFormat* FormatOfIncluded(const Page& page, const Inclusion& inclusion,
                                   std::string_view file) {
  const FileKind kind = FileKindOf(file);
  const bool piece = file.ends_with(".inc") && kind != FileKind::kPage;
  const bool is_page = !piece && (IsSource(kind) || IsPageName(file));
  return inclusion.literal || is_page ? nullptr : page.format;
}

// Adds the entries of what the page includes to its own. `stack`: the files that are being read.
void AddIncluded(std::string_view file, std::string_view text, const CatalogOptions& options,
                 std::vector<std::string>& stack, Page& page) {
  // Real pages nest one or two levels; the limit bounds the work on a hostile tree.
  constexpr size_t kMaxDepth = 4;
  size_t number = 0;
  const std::vector<Inclusion> inclusions = FindInclusions(text);
  // The reader of the format reports every inclusion as not read; those found here are.
  std::erase_if(page.diagnostics, [&](const Diagnostic& diagnostic) {
    return diagnostic.kind == "include-not-read" &&
           std::any_of(inclusions.begin(), inclusions.end(), [&](const Inclusion& inclusion) {
             return inclusion.line == diagnostic.place.line;
           });
  });
  for (const Inclusion& inclusion : inclusions) {
    const auto note = [&](std::string_view kind, std::string message) {
      page.diagnostics.push_back(
          {std::string(kind), {std::string(file), inclusion.line, 0}, std::move(message)});
    };
    if (++number > kMaxInclusions) {
      note("too-many-inclusions", "the page includes more than " + std::to_string(kMaxInclusions) +
                                      " files; this one and further ones are not read");
      break;
    }
    const IncludedFile included = options.include(file, inclusion.path);
    if (!included.error.empty()) {
      note("include-not-read", inclusion.path + " is not included: " + included.error);
      if (included.missing) {
        page.missing.push_back({{std::string(file), inclusion.line, 0}, inclusion.path});
      }
      continue;
    }
    if (std::find(stack.begin(), stack.end(), included.file) != stack.end()) {
      note("include-cycle", inclusion.path + " includes itself; it is read once");
      continue;
    }
    if (stack.size() > kMaxDepth) {
      note("include-too-deep", inclusion.path + " is not read: inclusions are nested more than " +
                                   std::to_string(kMaxDepth) + " deep");
      continue;
    }
    const std::string shown = ShownPart(included.text, inclusion);
    std::vector<Entry> entries;
    const PageFormat* const as_page = FormatOfIncluded(page, inclusion, included.file);
    if (as_page != nullptr || IsPageName(included.file)) {
      stack.push_back(included.file);
      Page inner = ReadIncluding(included.file, shown, as_page, options, stack);
      stack.pop_back();
      entries = std::move(inner.entries);
      page.statements.insert(page.statements.end(), inner.statements.begin(),
                             inner.statements.end());
      page.called += inner.called;
      page.headed += inner.headed;
    } else {
      // Source: its reads are the variables, and the page calls them so by showing them.
      entries = EntriesOfSource(included.file, shown);
      page.called += static_cast<int>(entries.size());
    }
    page.entries.insert(page.entries.end(), std::make_move_iterator(entries.begin()),
                        std::make_move_iterator(entries.end()));
  }
}

Page ReadIncluding(std::string_view file, std::string_view text, const PageFormat* format,
                   const CatalogOptions& options, std::vector<std::string>& stack) {
  Page page;
  const auto note = [&](std::string_view kind, std::string message) {
    page.diagnostics.push_back({std::string(kind), {std::string(file), 0, 0}, std::move(message)});
  };
  page.format = format != nullptr ? format : DetectPageFormat(file, text);
  // What ends the reading immediately, with a diagnostic for the user.
  if (text.size() > options.max_page_bytes) {
    note("page-too-large", "the page has " + std::to_string(text.size()) +
                               " bytes, more than the limit of " +
                               std::to_string(options.max_page_bytes) + "; split it");
    return page;
  }
  if (Trim(text).empty()) {
    note("empty-page", "the page is empty");
    return page;
  }
  if (page.format == nullptr) {
    note("unknown-page-kind",
         "the format of the page cannot be determined from its name or content; rename it to " +
             EndingsInWords());
    return page;
  }
  // What remains is a page in a known format.
  const Document document = ReadDocument(file, text, *page.format, options, page.diagnostics);
  // The structures of the page.
  page.speaks_of_environment = page.format->entries.variables ||
                               TopicOfFile(file) == Topic::kEnvironment ||
                               SpeaksOfEnvironment(document);
  page.english = IsEnglish(text);
  page.announces_folder = AnnouncesFolder(file, document);
  FoundEntries found =
      FindEntries(file, document, *page.format,
                  {.explain = options.explain, .folder_announces = options.folder_announces});
  page.entries = std::move(found.entries);
  page.judged = std::move(found.judged);
  page.called = found.called;
  page.headed = found.headed;
  page.expanded = std::move(found.expanded);
  // A page in English in the folder of a translation is not a translation.
  page.role =
      options.role == FileRole::kTranslation && page.english ? FileRole::kGuide : options.role;
  // Its statements about the names of the code. Registries and dotenv files have only structures.
  if (options.names != nullptr && !page.format->entries.variables &&
      page.role != FileRole::kAside) {
    const TextContext context = {.file = std::string(file), .role = page.role};
    const FileKind kind = format != nullptr ? FileKind::kPage : FileKindOf(file);
    if (IsSource(kind)) {
      page.statements = ReadSourceTexts(text, kind, *options.names, context);
    } else if (page.format->whole || page.format->entries.needs_opening) {
      // Of data that is not named, only its structure counts.
      if (options.named && document.blocks.empty())
        page.statements =
            ReadDataTexts(text, *options.names,
                          {.file = std::string(file), .kind = TextKind::kData, .role = page.role});
    } else {
      page.statements = ReadPassages(document, *options.names, context);
    }
    if (!IsSource(kind) && !page.format->whole && !page.format->entries.needs_opening) {
      AddMentions(text, *options.names, context, &page.statements);
    }
    PlaceStatements(text, &page.statements);
  }
  // The files that the page includes. Two inclusions of one file give each entry once.
  if (options.include) {
    AddIncluded(file, text, options, stack, page);
    std::sort(page.entries.begin(), page.entries.end(), EntryLess);
    const auto same = [](const Entry& a, const Entry& b) {
      return !EntryLess(a, b) && !EntryLess(b, a);
    };
    page.entries.erase(std::unique(page.entries.begin(), page.entries.end(), same),
                       page.entries.end());
  }
  const bool any = std::any_of(page.entries.begin(), page.entries.end(),
                               [](const Entry& e) { return e.how != EntryHow::kMention; });
  if (!any) note("page-without-entries", "the page documents no environment variables");
  return page;
}

}  // namespace

Page ReadPage(std::string_view file, std::string_view text, const CatalogOptions& options) {
  std::vector<std::string> stack = {std::string(file)};
  return ReadIncluding(file, text, nullptr, options, stack);
}

}  // namespace flagcensus
