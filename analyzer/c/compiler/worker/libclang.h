// libclang's C interface, loaded by the worker when it starts.
//
//   if (!LoadClang()) return kNoLibclang;
//   Clang().getCursorKind(cursor)              calls clang_getCursorKind
//
// The program itself is not linked to it. Its libraries would cost every run 55 MB and 10 ms, even
// if no C is scanned, and the program could not start without them.
#pragma once

#include <clang-c/Index.h>

#include <string>

// The functions in use; all exist in libclang 14 and later.
// clang-format off
#define FLAGCENSUS_LIBCLANG_FUNCTIONS(F) \
  F(Cursor_Evaluate) \
  F(Cursor_getArgument) \
  F(Cursor_getNumArguments) \
  F(EvalResult_dispose) \
  F(EvalResult_getAsDouble) \
  F(EvalResult_getAsInt) \
  F(EvalResult_getAsLongLong) \
  F(EvalResult_getAsStr) \
  F(EvalResult_getAsUnsigned) \
  F(EvalResult_getKind) \
  F(EvalResult_isUnsignedInt) \
  F(File_isEqual) \
  F(createIndex) \
  F(disposeIndex) \
  F(disposeSourceRangeList) \
  F(disposeString) \
  F(disposeTranslationUnit) \
  F(getArrayElementType) \
  F(getCString) \
  F(getCanonicalType) \
  F(getCursorExtent) \
  F(getCursorKind) \
  F(getCursorReferenced) \
  F(getCursorSemanticParent) \
  F(getCursorSpelling) \
  F(getCursorType) \
  F(getFile) \
  F(getFileContents) \
  F(getFileLocation) \
  F(getFileName) \
  F(getInclusions) \
  F(getRangeEnd) \
  F(getRangeStart) \
  F(getSkippedRanges) \
  F(getSpellingLocation) \
  F(getTranslationUnitCursor) \
  F(isConstQualifiedType) \
  F(isExpression) \
  F(parseTranslationUnit2) \
  F(visitChildren)
// clang-format on

namespace flagcensus {

struct LibClang {
#define FLAGCENSUS_DECLARE(name) decltype(&clang_##name) name = nullptr;
  FLAGCENSUS_LIBCLANG_FUNCTIONS(FLAGCENSUS_DECLARE)
#undef FLAGCENSUS_DECLARE
};

// Loads the library that the worker was built against (FLAGCENSUS_LIBCLANG, its full path), or one
// of the same name from the system's library folders. False if it or a function is missing.
bool LoadClang();

// The path that LoadClang tries first; "" if it tries none.
std::string WantedLibrary();

// The loaded functions; requires that LoadClang has returned true.
const LibClang& Clang();

}  // namespace flagcensus
