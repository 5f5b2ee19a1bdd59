#include "analyzer/python/read_file.h"

#include <new>
#include <optional>
#include <utility>

#include "analyzer/base/guarded.h"
#include "analyzer/base/text.h"
#include "analyzer/python/variants.h"
#include "analyzer/tree/python_template.h"
#include "analyzer/tree/step_memory.h"

namespace flagcensus {
namespace {

// A notebook's JSON is parsed, and then its code cells as one text.
PythonFile ParseText(const SourceFile& file, std::string_view text) {
  if (file.kind != FileKind::kNotebook) return ParsePython(text);
  // The cells are one text; their rows are kept.
  std::optional<NotebookText> notebook = ReadNotebook(text);
  PythonFile parsed;
  parsed.broken = !notebook;
  if (notebook) {
    parsed = ParsePython(notebook->text);
    parsed.cells = std::move(notebook->cells);
  }
  return parsed;
}

// The reason why the file was not parsed; "" if it was.
std::string Parse(const SourceFile& file, RunBudget* budget, RunCost* cost, PythonFile* out) {
  std::string text;
  // The text is read once, for the search and for the parse.
  if (std::string error = ReadSource(file, &text); !error.empty()) return error;
  // Words of the file, for later searches of the same tree.
  file.words->Note(text);
  std::string converted;
  const std::string_view python = TextAsPython(file.kind, text, &converted);
  // The share limits the memory of parses that run at once; it may wait here.
  std::optional<RunBudget::Share> share;
  if (budget != nullptr) {
    if (std::string error = budget->ParseRefusalReason(python.size()); !error.empty()) return error;
    if (std::string error = budget->RefusalReason(); !error.empty()) return error;
    share.emplace(*budget, RunBudget::ParseBytes(python.size()));
  }
  const PhasePart part(cost, Phase::kParse);
  // A parser may run out of memory or fail otherwise: the file is then reported.
  if (std::string error = Guarded([&] { *out = ParseText(file, python); }); !error.empty())
    return error;
  // A template that is Python apart from its placeholders would give wrong code; one without errors
  // is read.
  const bool other = MayBePython(file.path) && out->error_line != 0;
  return other ? "skipped: a template that is not Python" : "";
}

}  // namespace

std::string_view TextAsPython(FileKind kind, std::string_view text, std::string* converted) {
  if (kind != FileKind::kCython) return text;
  *converted = CythonAsPython(text);
  return *converted;
}

PythonRead ReadPythonFile(const SourceFile& file, RunBudget* budget, RunCost* cost) {
  PythonRead out;
  PythonFile parsed;
  // A file that is too large for the memory is reported, and the run continues.
  try {
    out.error = Parse(file, budget, cost, &parsed);
  } catch (const std::bad_alloc&) {
    out.error = kNoMemory;
  }
  if (!out.error.empty()) parsed = {};
  out.parsed = std::make_shared<const PythonFile>(std::move(parsed));
  return out;
}

KeptPythonReads* KeptReads(const Tree& tree) {
  if (tree.memory == nullptr || !tree.memory->parsed()) return nullptr;
  return &tree.memory->Parsed<PythonRead>("Python", 0, tree.files.size());
}

PythonRead ReadPythonFile(const Tree& tree, size_t number, KeptPythonReads* kept, RunBudget* budget,
                          RunCost* cost) {
  const SourceFile& file = tree.files[number];
  std::optional<PythonRead>* const known = kept == nullptr ? nullptr : &(*kept)[number];
  if (known != nullptr && *known) {
    tree.memory->NoteRead(file.absolute);
    return **known;
  }
  PythonRead read = ReadPythonFile(file, budget, cost);
  if (known != nullptr && read.error.empty()) *known = read;
  return read;
}

}  // namespace flagcensus
