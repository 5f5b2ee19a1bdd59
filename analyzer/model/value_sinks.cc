// queries/value_sinks.toml ─→ rules by language and call
//
//   [[sink]]
//   what = "command"
//   language = "python"
//   calls = ["subprocess.run", ".communicate"]     # a dotted name, or a method of any object
//   argument = 0
#include "analyzer/model/value_sinks.h"

#include <toml++/toml.h>

#include <set>

#include "analyzer/base/embedded.h"

namespace flagcensus {
namespace {

// Reads one row. An unknown key is a mistake: a misspelled condition would otherwise make the row
// match more calls than intended.
class SinkReader {
 public:
  SinkReader(const toml::table& row, std::vector<std::string>* mistakes)
      : row_(row), mistakes_(mistakes) {}

  ValueSink Read() {
    ValueSink out;
    out.what = row_["what"].value_or(std::string());
    if (out.what.empty()) Mistake("a sink has no 'what'");
    out.keyword = row_["keyword"].value_or(std::string());
    out.part = row_["part"].value_or(false);
    if (row_.contains("argument")) out.argument = Argument();
    if (const toml::table* condition = row_["if"].as_table()) {
      out.if_argument = (*condition)["argument"].value_or(ValueSink::kNone);
      out.if_keyword = (*condition)["keyword"].value_or(std::string());
      out.if_condition = (*condition)["holds"].value_or(std::string());
      out.if_true = (*condition)["true"].value_or(false);
      if (!out.HasCondition()) Mistake(out.what + ": 'if' names no argument");
      if (out.if_condition.empty() && !out.if_true) Mistake(out.what + ": 'if' asks nothing");
    }
    static const std::set<std::string, std::less<>> kKeys = {
        "what", "language", "calls", "argument", "keyword", "part", "if"};
    for (const auto& [key, value] : row_) {
      if (!kKeys.contains(key.str()))
        Mistake(out.what + ": unknown key '" + std::string(key.str()) + "'");
    }
    return out;
  }

 private:
  int Argument() {
    if (const auto position = row_["argument"].value<int>()) return *position;
    const std::string word = row_["argument"].value_or(std::string());
    if (word == "none") return ValueSink::kNone;
    if (word == "any") return ValueSink::kAny;
    if (word == "object") return ValueSink::kObject;
    if (word == "before") return ValueSink::kBefore;
    Mistake("unknown argument '" + word + "'");
    return 0;
  }

  void Mistake(std::string text) { mistakes_->push_back(std::move(text)); }

  const toml::table& row_;
  std::vector<std::string>* mistakes_;
};

}  // namespace

ValueSinkTable ValueSinkTable::Read(std::string_view toml, std::vector<std::string>* mistakes) {
  ValueSinkTable out;
  try {
    const toml::table file = toml::parse(toml);
    const toml::array* const rows = file["sink"].as_array();
    for (size_t i = 0; rows != nullptr && i < rows->size(); ++i) {
      const toml::table* const row = (*rows)[i].as_table();
      if (row == nullptr) continue;
      const ValueSink sink = SinkReader(*row, mistakes).Read();
      const std::string language = (*row)["language"].value_or(std::string());
      const toml::array* const calls = (*row)["calls"].as_array();
      if (language.empty() || calls == nullptr)
        mistakes->push_back(sink.what + ": no language, or no calls");
      for (size_t k = 0; calls != nullptr && k < calls->size(); ++k) {
        out.by_language_[language].emplace((*calls)[k].value_or(std::string()), sink);
      }
    }
  } catch (const toml::parse_error& error) {
    mistakes->push_back(std::string(error.description()));
  }
  return out;
}

std::vector<const ValueSink*> ValueSinkTable::Find(std::string_view language,
                                                   std::string_view call) const {
  std::vector<const ValueSink*> out;
  const Calls& calls = CallsOf(language);
  const auto add = [&](std::string_view name) {
    const auto [begin, end] = calls.equal_range(name);
    for (auto at = begin; at != end; ++at) out.push_back(&at->second);
  };
  add(call);
  // `shell.run(x)` with an unknown `shell`: by the method's name, with its dot, if the table has it
  // so. The full name is preferred, because methods of other classes may have the same name.
  const size_t dot = call.rfind('.');
  if (out.empty() && dot != std::string_view::npos) add(call.substr(dot));
  return out;
}

std::vector<std::string> ValueSinkTable::Effects() const {
  std::set<std::string> out;
  for (const auto& [language, calls] : by_language_) {
    for (const auto& [call, sink] : calls) out.insert(sink.what);
  }
  return {out.begin(), out.end()};
}

const ValueSinkTable::Calls& ValueSinkTable::CallsOf(std::string_view language) const {
  static const Calls kEmpty;
  const auto at = by_language_.find(language);
  return at == by_language_.end() ? kEmpty : at->second;
}

const ValueSinkTable& ValueSinks() {
  static const ValueSinkTable kTable = [] {
    std::vector<std::string> ignored;  // the file is part of the program; a test reads it
    return ValueSinkTable::Read(EmbeddedQuery("value_sinks.toml"), &ignored);
  }();
  return kTable;
}

const ValueSink& ShellTextSink() {
  static const ValueSink kSink = [] {
    ValueSink out;
    out.what = "shell";
    return out;
  }();
  return kSink;
}

}  // namespace flagcensus
