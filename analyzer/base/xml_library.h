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

namespace flagcensus {

inline constinit LoadedLibrary kLibXml2(FLAGCENSUS_LIBXML2);
// The functions in use. A new one needs a line here.
// clang-format off
FLAGCENSUS_LOADED(kLibXml2, htmlCreateMemoryParserCtxt)
FLAGCENSUS_LOADED(kLibXml2, htmlCtxtUseOptions)
FLAGCENSUS_LOADED(kLibXml2, htmlFreeParserCtxt)
FLAGCENSUS_LOADED(kLibXml2, htmlParseDocument)
FLAGCENSUS_LOADED(kLibXml2, xmlBufferContent)
FLAGCENSUS_LOADED(kLibXml2, xmlBufferCreate)
FLAGCENSUS_LOADED(kLibXml2, xmlBufferFree)
FLAGCENSUS_LOADED(kLibXml2, xmlDocGetRootElement)
FLAGCENSUS_LOADED(kLibXml2, xmlFreeDoc)
FLAGCENSUS_LOADED(kLibXml2, xmlFreeTextWriter)
FLAGCENSUS_LOADED(kLibXml2, xmlGetLineNo)
FLAGCENSUS_LOADED(kLibXml2, xmlInitParser)
FLAGCENSUS_LOADED(kLibXml2, xmlNewTextWriterMemory)
FLAGCENSUS_LOADED(kLibXml2, xmlReadMemory)
FLAGCENSUS_LOADED(kLibXml2, xmlStopParser)
FLAGCENSUS_LOADED(kLibXml2, xmlSwitchEncoding)
FLAGCENSUS_LOADED(kLibXml2, xmlTextWriterEndDocument)
FLAGCENSUS_LOADED(kLibXml2, xmlTextWriterEndElement)
FLAGCENSUS_LOADED(kLibXml2, xmlTextWriterFlush)
FLAGCENSUS_LOADED(kLibXml2, xmlTextWriterSetIndent)
FLAGCENSUS_LOADED(kLibXml2, xmlTextWriterSetIndentString)
FLAGCENSUS_LOADED(kLibXml2, xmlTextWriterStartDocument)
FLAGCENSUS_LOADED(kLibXml2, xmlTextWriterStartElement)
FLAGCENSUS_LOADED(kLibXml2, xmlTextWriterWriteAttribute)
FLAGCENSUS_LOADED(kLibXml2, xmlTextWriterWriteString)
// clang-format on

}  // namespace flagcensus
#endif
