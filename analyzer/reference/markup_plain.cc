// Text without marks: for comments, and for the inside of strings of JSON and YAML.
#include <nlohmann/json.hpp>

#include "analyzer/base/json_text.h"
#include "analyzer/base/text.h"
#include "analyzer/reference/markup.h"

namespace flagcensus {
namespace {

std::string Plain(std::string_view text) { return OneLine(text); }

// An empty value is visible as "".
std::string Value(std::string_view text) { return text.empty() ? "\"\"" : OneLine(text); }

std::string LinkInPlain(const std::string& shown, std::string_view) { return shown; }

// The inside of a string of JSON, which YAML accepts between double quotes as well.
std::string Quoted(std::string_view text) {
  const std::string json = nlohmann::json(ToValidUtf8(text)).dump();
  return EscapeHiddenInJson(json.substr(1, json.size() - 2));
}

}  // namespace

const Markup& PlainMarkup() {
  static const Markup kMarkup{Plain, Value, LinkInPlain};
  return kMarkup;
}

const Markup& JsonMarkup() {
  static const Markup kMarkup{Quoted, Quoted, LinkInPlain};
  return kMarkup;
}

std::string OneLine(std::string_view text) {
  std::string folded;
  for (const char c : text) folded += c == '\n' || c == '\r' || c == '\t' ? ' ' : c;
  return EscapeControl(folded);
}

}  // namespace flagcensus
