// request ─→ translation unit ─→ checks of what it read ─→ cursors of the requested files
//
// The compiler sees only the tree and the system's headers (file_view.h). What it read is checked
// again after parsing and before anything is evaluated: each header must be in one of the roots,
// with links followed, and none may embed a file.
//
//   a.c: #include "/etc/app.h"          ─→ "it includes a file from outside the tree"
//   a.c: char k[] = {                   ─→ "it embeds a file"; a macro could otherwise put a key
//        #embed "/t/secret.key"            into a default
//        };
#include "analyzer/c/compiler/worker/unit.h"

#include <algorithm>
#include <filesystem>
#include <set>
#include <system_error>

#include "analyzer/base/text.h"
#include "analyzer/c/compiler/worker/file_view.h"
#include "analyzer/c/compiler/worker/libclang.h"
#include "analyzer/c/compiler/worker/looks.h"

namespace flagcensus {
namespace {

// Bounds for generated sources: beyond them the last declarations have no nodes.
// A node has about 50 bytes: 3 million of them are about 150 MB.
constexpr size_t kMaxNodes = 3'000'000;
constexpr int kMaxDepth = 2'000;

std::string RealPath(const std::string& path) {
  std::error_code error;
  const std::filesystem::path real = std::filesystem::canonical(path, error);
  return error ? std::string() : real.string();
}

// Folders end in '/', so /t/src does not contain /t/srcs/a.c.
bool IsBelow(const std::string& path, const std::vector<std::string>& folders) {
  return std::any_of(folders.begin(), folders.end(),
                     [&](const std::string& folder) { return path.starts_with(folder); });
}

// Whether the text may contain `#embed`, which puts any file's bytes into a constant. Line
// continuations may split the word, and comments may precede it.
//
//   #embed "a"    # /* x */ embed "a"    #em\⏎bed "a"     ─→ true
//   embed(file);  int embedded;                           ─→ false
//   /* x */ embedded = 1;                                 ─→ true, wrongly: it follows a comment
//
// Wrongly true costs an answer about one source; wrongly false could reveal a file.
bool MayEmbed(std::string_view text) {
  // Nearly every text ends here. `??/` is the trigraph of a backslash.
  if (text.find("emb") == std::string_view::npos && text.find("\\\n") == std::string_view::npos &&
      text.find("\\\r") == std::string_view::npos && text.find("\?\?/") == std::string_view::npos) {
    return false;
  }
  // The text without line continuations, then each "embed" after a '#' in one of its spellings, or
  // after a comment.
  std::string joined;
  for (size_t i = 0; i < text.size(); ++i) {
    size_t splice = text[i] == '\\' ? 1 : text.substr(i).starts_with("\?\?/") ? 3 : 0;
    if (splice > 0) {
      while (i + splice < text.size() &&
             (text[i + splice] == ' ' || text[i + splice] == '\t' || text[i + splice] == '\r' ||
              text[i + splice] == '\v' || text[i + splice] == '\f')) {
        ++splice;
      }
      if (i + splice < text.size() && text[i + splice] == '\n') {
        i += splice;
        continue;
      }
    }
    joined += text[i];
  }
  for (size_t at = joined.find("embed"); at != std::string::npos;
       at = joined.find("embed", at + 1)) {
    const std::string_view before =
        std::string_view(joined).substr(0, joined.find_last_not_of(" \t\r\n\v\f", at - 1) + 1);
    for (const std::string_view end : {"#", "%:", "\?\?=", "*/"}) {
      if (at > 0 && before.ends_with(end)) return true;
    }
  }
  return false;
}

// Whether the text may contain the time at which it is compiled.
// In a comment or a string, too: then the answer is not cached, which costs time and nothing else.
bool ContainsTime(std::string_view text) {
  return text.find("__DATE__") != std::string_view::npos ||
         text.find("__TIME__") != std::string_view::npos;
}

struct Inclusions {
  std::set<std::string> paths;
};

void NoteInclusion(CXFile file, CXSourceLocation*, unsigned, CXClientData data) {
  static_cast<Inclusions*>(data)->paths.insert(TakeString(Clang().getFileName(file)));
}

std::string CheckInclusions(const UnitRequest& request, Unit* unit) {
  Inclusions inclusions;
  Clang().getInclusions(unit->unit, NoteInclusion, &inclusions);
  for (const std::string& path : inclusions.paths) {
    const std::string real = RealPath(path);
    if (unit->looks) unit->looks->push_back({path});
    // A file from outside would make the answer depend on it, and could reveal it.
    if (!IsReadable(real, request.roots)) return "it includes a file from outside the tree";
    // Only the tree's own files are checked for #embed: those of the system are trusted.
    if (!IsBelow(real, request.roots)) continue;
    size_t size = 0;
    const char* text =
        Clang().getFileContents(unit->unit, Clang().getFile(unit->unit, path.c_str()), &size);
    if (text == nullptr) continue;
    unit->dated = unit->dated || (request.tell && ContainsTime({text, size}));
    if (MayEmbed({text, size})) return "it embeds a file";
  }
  return "";
}

// Only the files that contain a requested place get a line table and their skipped branches: a unit
// includes hundreds of headers.
void AddFile(const std::string& path, Unit* unit) {
  if (unit->FileOf(path) >= 0) return;
  CXFile file = Clang().getFile(unit->unit, path.c_str());
  if (file == nullptr) return;  // not included
  UnitFile made;
  made.path = path;
  made.file = file;
  size_t size = 0;
  const char* text = Clang().getFileContents(unit->unit, file, &size);
  if (text == nullptr) return;
  made.text = {text, size};
  made.line_begin = {0};
  for (size_t i = 0; i < size; ++i) {
    if (text[i] == '\n') made.line_begin.push_back(static_cast<unsigned>(i + 1));
  }
  // The branches that this configuration skips.
  if (CXSourceRangeList* ranges = Clang().getSkippedRanges(unit->unit, file)) {
    for (unsigned i = 0; i < ranges->count; ++i) {
      unsigned begin = 0;
      unsigned end = 0;
      Clang().getFileLocation(Clang().getRangeStart(ranges->ranges[i]), nullptr, &begin, nullptr,
                              nullptr);
      Clang().getFileLocation(Clang().getRangeEnd(ranges->ranges[i]), nullptr, &end, nullptr,
                              nullptr);
      made.skipped.emplace_back(static_cast<int>(begin), static_cast<int>(end));
    }
    Clang().disposeSourceRangeList(ranges);
  }
  unit->files.push_back(std::move(made));
}

struct Visit {
  Unit* unit;
  bool in_template;
  int depth;
};

bool IsTemplate(CXCursorKind kind) {
  return kind == CXCursor_FunctionTemplate || kind == CXCursor_ClassTemplate ||
         kind == CXCursor_ClassTemplatePartialSpecialization;
}

// Parents come before their children. A child from another file, as of an #include in a function,
// has no node, but its children are visited.
CXChildVisitResult VisitNode(CXCursor cursor, CXCursor, CXClientData data) {
  const Visit& visit = *static_cast<Visit*>(data);
  Unit& unit = *visit.unit;
  const CXSourceRange range = Clang().getCursorExtent(cursor);
  CXFile file = nullptr;
  UnitNode node;
  node.cursor = cursor;
  Clang().getFileLocation(Clang().getRangeStart(range), &file, nullptr, nullptr, &node.begin);
  node.file = file == nullptr ? -1 : unit.FileOf(file);
  // A top-level declaration in a file that was not requested contains nothing of a requested one.
  if (visit.depth == 0 && node.file < 0 && file != nullptr) return CXChildVisit_Continue;
  const CXCursorKind kind = Clang().getCursorKind(cursor);
  Visit inner{&unit, visit.in_template || IsTemplate(kind), visit.depth + 1};
  node.in_template = inner.in_template;
  if (node.file >= 0) {
    Clang().getFileLocation(Clang().getRangeEnd(range), nullptr, nullptr, nullptr, &node.end);
    if (unit.nodes.size() >= kMaxNodes) return CXChildVisit_Break;
    unit.nodes.push_back(node);
  }
  // Deeper nesting would exhaust the stack.
  if (visit.depth < kMaxDepth) Clang().visitChildren(cursor, VisitNode, &inner);
  return CXChildVisit_Continue;
}

}  // namespace

std::string TakeString(CXString string) {
  const char* text = Clang().getCString(string);
  std::string out = text == nullptr ? "" : text;
  Clang().disposeString(string);
  return out;
}

long UnitFile::OffsetOf(int line, int column) const {
  if (line < 1 || column < 1 || static_cast<size_t>(line) > line_begin.size()) return -1;
  const size_t offset = line_begin[static_cast<size_t>(line) - 1] + static_cast<size_t>(column) - 1;
  return offset < text.size() ? static_cast<long>(offset) : -1;
}

// The lines of the two directives are themselves compiled, hence `<` on both sides.
bool UnitFile::IsSkipped(int line) const {
  return std::any_of(skipped.begin(), skipped.end(), [&](const std::pair<int, int>& range) {
    return range.first < line && line < range.second;
  });
}

Unit::~Unit() {
  if (unit != nullptr) Clang().disposeTranslationUnit(unit);
  if (index != nullptr) Clang().disposeIndex(index);
}

// Compares the identity of the file, not its name: two paths with a link between them are one file.
int Unit::FileOf(CXFile file) const {
  for (size_t i = 0; i < files.size(); ++i) {
    if (Clang().File_isEqual(files[i].file, file) != 0) return static_cast<int>(i);
  }
  return -1;
}

int Unit::FileOf(std::string_view path) const {
  for (size_t i = 0; i < files.size(); ++i) {
    if (files[i].path == path) return static_cast<int>(i);
  }
  return -1;
}

// Without -frecovery-ast, a call with an undeclared argument would have no cursor: headers of the
// system or generated ones are often missing.
std::string ParseUnit(const UnitRequest& request, Unit* unit) {
  std::vector<const char*> arguments;
  for (const std::string& argument : request.arguments) arguments.push_back(argument.c_str());
  // Errors are expected, and the code around them is needed.
  for (const char* fixed : {"-ferror-limit=0", "-w", "-Xclang", "-frecovery-ast"}) {
    arguments.push_back(fixed);
  }
  const FileView& view = ViewOf(request.roots);
  if (!view.problem.empty()) return view.problem;
  if (!view.path.empty()) {
    arguments.push_back("-ivfsoverlay");
    arguments.push_back(view.path.c_str());
  }
  // The look-ups of the parse alone: those before and after it are this program's.
  if (request.tell) StartLooks();
  unit->index = Clang().createIndex(0, 0);
  const CXErrorCode code = Clang().parseTranslationUnit2(
      unit->index, request.file.c_str(), arguments.data(), static_cast<int>(arguments.size()),
      nullptr, 0, CXTranslationUnit_KeepGoing | CXTranslationUnit_DetailedPreprocessingRecord,
      &unit->unit);
  if (request.tell) unit->looks = TakeFileLookups();
  if (code == CXError_Crashed) return kCrashedMessage;
  if (code != CXError_Success || unit->unit == nullptr) return "the compiler cannot read it";
  if (std::string problem = CheckInclusions(request, unit); !problem.empty()) return problem;
  AddFile(request.file, unit);
  for (const AskedSite& site : request.sites) {
    AddFile(site.file, unit);
    for (const Place& place : site.chain) AddFile(place.file, unit);
  }
  if (unit->FileOf(request.file) < 0) return "the compiler cannot read it";
  Visit visit{unit, false, 0};
  Clang().visitChildren(Clang().getTranslationUnitCursor(unit->unit), VisitNode, &visit);
  return "";
}

}  // namespace flagcensus
