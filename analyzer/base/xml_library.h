// libxml2, loaded when one of its functions is called (base/loaded_library.h).
#pragma once

#include <libxml/HTMLparser.h>
#include <libxml/parser.h>
#include <libxml/parserInternals.h>
#include <libxml/tree.h>
#include <libxml/xmlwriter.h>

#include "loaded_libraries.h"

#ifdef FLAGCENSUS_LIBXML2
#include "analyzer/base/loaded_library.h"

// The functions in use.
// clang-format off
#define FLAGCENSUS_XML_FUNCTIONS(F) \
  F(htmlCreateMemoryParserCtxt) \
  F(htmlCtxtUseOptions) \
  F(htmlFreeParserCtxt) \
  F(htmlParseDocument) \
  F(xmlBufferContent) \
  F(xmlBufferCreate) \
  F(xmlBufferFree) \
  F(xmlDocGetRootElement) \
  F(xmlFreeDoc) \
  F(xmlFreeTextWriter) \
  F(xmlGetLineNo) \
  F(xmlInitParser) \
  F(xmlNewTextWriterMemory) \
  F(xmlReadMemory) \
  F(xmlStopParser) \
  F(xmlSwitchEncoding) \
  F(xmlTextWriterEndDocument) \
  F(xmlTextWriterEndElement) \
  F(xmlTextWriterFlush) \
  F(xmlTextWriterSetIndent) \
  F(xmlTextWriterSetIndentString) \
  F(xmlTextWriterStartDocument) \
  F(xmlTextWriterStartElement) \
  F(xmlTextWriterWriteAttribute) \
  F(xmlTextWriterWriteString)
// clang-format on

namespace flagcensus {

inline constinit LoadedLibrary kLibXml2(FLAGCENSUS_LIBXML2);
#define FLAGCENSUS_DECLARE(name) \
  inline constinit const LoadedFunction<decltype(::name)> name{kLibXml2, #name};
FLAGCENSUS_XML_FUNCTIONS(FLAGCENSUS_DECLARE)
#undef FLAGCENSUS_DECLARE

}  // namespace flagcensus
#endif
