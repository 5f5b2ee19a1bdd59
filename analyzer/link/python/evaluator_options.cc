// Options of a parser that names the variable of each by itself (ConfigArgParse's
// auto_env_var_prefix) → a read for each, where the option is added.
//
//   parser = configargparse.ArgumentParser(auto_env_var_prefix="APP_")
//   parser.add_argument("--log-level", default="info")         a read of APP_LOG_LEVEL
//
// A group of the parser is one, too. What has a variable's name of its own is a row of the accessor
// table, and what is no option has none.
#include <algorithm>

#include "analyzer/base/text.h"
#include "analyzer/link/python/evaluator.h"

namespace flagcensus {

// The prefix that a parser is made with.
void Evaluator::NotePrefixed(const Call& call) {
  for (const Argument& argument : call.arguments) {
    const auto row = table_.family_keywords.find(argument.keyword);
    if (argument.keyword.empty() || row == table_.family_keywords.end()) continue;
    const std::optional<std::string> prefix = TextOf(Force(argument.value));
    if (prefix && !prefix->empty()) {
      option_prefixes_[call.callee->text + "()."] = ToUpper(*prefix) + row->second;
    }
  }
}

void Evaluator::NoteOption(const Call& call, Frame& frame) {
  if (option_prefixes_.empty() || !call.method.starts_with("add") || call.method.ends_with("s")) {
    return;
  }
  const std::string& dotted = call.callee->text;
  const auto parser =
      std::find_if(option_prefixes_.begin(), option_prefixes_.end(),
                   [&](const auto& known) { return dotted.starts_with(known.first); });
  if (parser == option_prefixes_.end()) return;
  std::string name;
  NodeId fallback = kNoNode;
  ValueRef value;
  std::string description;
  std::optional<ValueType> type;
  for (const Argument& argument : call.arguments) {
    const std::optional<std::string> text = TextOf(Force(argument.value));
    if (argument.keyword.empty() && name.empty() && text && text->starts_with("--")) {
      name = ToUpper(ReplaceAll(text->substr(2), "-", "_"));
    }
    if (argument.keyword == "default") {
      fallback = argument.node;
      value = argument.value;
    }
    if (argument.keyword == "help" && text) description = *text;
    if (argument.keyword == "type") type = TypeNamed(Force(argument.value));
    if (argument.keyword == "action" && text && text->starts_with("store_")) {
      type = ValueType::kBool;
    }
    if (argument.keyword == "env_var") return;
  }
  if (name.empty()) return;
  const uint32_t site = AddSite(AccessOp::kRead, MakeString(parser->second + name), kNoNode,
                                call.method, call.node, frame);
  if (fallback != kNoNode) SetDefault(site, value, fallback, frame);
  if (type) sites_[site].type = *type;
  sites_[site].description = description;
}

}  // namespace flagcensus
