// `check --format junit`: the XML that CI systems show as tests.
//
//   <testsuite name="default-mismatch" tests="1" failures="1" errors="0" skipped="0">
//     <testcase name="APP_PORT at app/server.py:12:11" classname="default-mismatch" ...>
//       <failure message="APP_PORT is documented as 80 ..." type="warning">...</failure>
//
// A testsuite for each rule with findings, a testcase for each finding: error and warning are
// failures, info is skipped. A report without findings has one testcase that passed, since some
// systems reject a report without tests. libxml2 writes it and escapes. The elements and attributes
// are those that the readers of GitLab, Jenkins and Azure share.
#include <map>
#include <memory>

#include "analyzer/base/text.h"
#include "analyzer/base/xml_library.h"
#include "analyzer/report/shared.h"

namespace flagcensus {
namespace {

// The writer and its buffer.
// Characters that XML does not allow must be removed by the caller.
class Xml {
 public:
  Xml() : buffer_(xmlBufferCreate()), writer_(xmlNewTextWriterMemory(buffer_.get(), 0)) {
    xmlTextWriterSetIndent(writer_.get(), 1);
    xmlTextWriterSetIndentString(writer_.get(), Bytes("  "));
    xmlTextWriterStartDocument(writer_.get(), nullptr, "UTF-8", nullptr);
  }

  void Open(const char* element) { xmlTextWriterStartElement(writer_.get(), Bytes(element)); }
  void Close() { xmlTextWriterEndElement(writer_.get()); }
  void Attribute(const char* name, const std::string& value) {
    xmlTextWriterWriteAttribute(writer_.get(), Bytes(name), Bytes(value.c_str()));
  }
  void Text(const std::string& text) {
    xmlTextWriterWriteString(writer_.get(), Bytes(text.c_str()));
  }

  std::string Take() {
    xmlTextWriterEndDocument(writer_.get());
    xmlTextWriterFlush(writer_.get());
    return reinterpret_cast<const char*>(xmlBufferContent(buffer_.get()));
  }

 private:
  static const xmlChar* Bytes(const char* text) { return reinterpret_cast<const xmlChar*>(text); }

  struct FreeBuffer {
    void operator()(xmlBuffer* buffer) const { xmlBufferFree(buffer); }
  };
  struct FreeWriter {
    void operator()(xmlTextWriter* writer) const { xmlFreeTextWriter(writer); }
  };
  std::unique_ptr<xmlBuffer, FreeBuffer> buffer_;
  std::unique_ptr<xmlTextWriter, FreeWriter> writer_;  // destroyed first
};

// Attributes that a testsuite and the root have.
struct Counts {
  uint64_t tests = 0;
  uint64_t failures = 0;
  uint64_t skipped = 0;
};

void WriteCounts(const Counts& counts, Xml& xml) {
  xml.Attribute("tests", std::to_string(counts.tests));
  xml.Attribute("failures", std::to_string(counts.failures));
  xml.Attribute("errors", "0");
  xml.Attribute("skipped", std::to_string(counts.skipped));
}

// Findings at severity info are skipped tests: they do not fail a build.
Counts CountsOf(const std::vector<const Finding*>& findings) {
  Counts out;
  for (const Finding* finding : findings) {
    ++out.tests;
    ++(finding->severity == Severity::kInfo ? out.skipped : out.failures);
  }
  return out;
}

// One testcase; its text lists all places, since the format has one file and line.
void WriteFinding(const Finding& finding, Xml& xml) {
  const Place* place = MainPlace(finding);
  const std::string where = place == nullptr ? "" : ToValidUtf8(PlaceText(*place));
  const std::string names = ShownNames(finding);
  xml.Open("testcase");
  xml.Attribute("name",
                (names.empty() ? finding.rule : names) + (where.empty() ? "" : " at " + where));
  xml.Attribute("classname", finding.rule);
  if (place != nullptr) {
    xml.Attribute("file", ShownFile(place->file));
    if (place->line > 0) xml.Attribute("line", std::to_string(place->line));
  }
  const bool fails = finding.severity != Severity::kInfo;
  xml.Open(fails ? "failure" : "skipped");
  xml.Attribute("message", ShownMessage(finding));
  if (fails) {
    xml.Attribute("type", std::string(ToString(finding.severity)));
    std::string text = ShownMessage(finding) + "\n";
    for (const Place& one : finding.code) text += "code: " + ToValidUtf8(PlaceText(one)) + "\n";
    for (const Place& one : finding.doc) text += "page: " + ToValidUtf8(PlaceText(one)) + "\n";
    xml.Text(text);
  }
  xml.Close();
  xml.Close();
}

void WriteSuite(std::string_view rule, const std::vector<const Finding*>& findings, Xml& xml) {
  xml.Open("testsuite");
  xml.Attribute("name", std::string(rule));
  WriteCounts(CountsOf(findings), xml);
  for (const Finding* finding : findings) WriteFinding(*finding, xml);
  xml.Close();
}

std::string WriteCheckJunit(const CheckReport& report, const PrintOptions&) {
  std::map<std::string_view, std::vector<const Finding*>> by_rule;
  std::vector<const Finding*> all;
  for (const Finding& finding : report.findings) {
    by_rule[finding.rule].push_back(&finding);
    all.push_back(&finding);
  }
  Xml xml;
  xml.Open("testsuites");
  xml.Attribute("name", "flagcensus");
  WriteCounts(all.empty() ? Counts{1, 0, 0} : CountsOf(all), xml);
  for (const RuleNote& rule : report.rules) {  // in the order of reports
    const auto found = by_rule.find(rule.rule);
    if (found == by_rule.end()) continue;
    WriteSuite(found->first, found->second, xml);
    by_rule.erase(found);
  }
  for (const auto& [rule, findings] : by_rule) WriteSuite(rule, findings, xml);
  if (all.empty()) {
    xml.Open("testsuite");
    xml.Attribute("name", "flagcensus");
    WriteCounts({1, 0, 0}, xml);
    xml.Open("testcase");
    xml.Attribute("name", "documentation and code agree");
    xml.Attribute("classname", "flagcensus");
    xml.Close();
    xml.Close();
  }
  xml.Close();
  return xml.Take();
}

// Whether the root element is ours. It follows the XML declaration; 100 bytes are more than any
// declaration that libxml2 writes.
bool IsOwnJunit(std::string_view head) {
  return head.find("<testsuites name=\"flagcensus\"") < 100;
}

}  // namespace

extern constexpr CheckFormat kCheckJunitFormat = {
    .rank = 80,
    .name = "junit",
    .machine = true,
    .write = WriteCheckJunit,
    .is_own = IsOwnJunit,
    .commands = Commands::kBrokenXml,
};

}  // namespace flagcensus
