// Tables of settings: a function looks its parameter up in a table and reads the variable that it
// makes of the same parameter, or that the table's row names. Each row is an access then, where it
// stands, with the default that it tells.
//
//   _SETTINGS = {"log_level": _Setting("info")}              APP_LOG_LEVEL, default info
//   PARAMS = {"level": Param(env_vars=["APP_LEVEL"])}        APP_LEVEL, where Param is called
//   def get(key):
//       row = _SETTINGS[key]
//       return os.environ.get("APP_" + key.upper(), row.default)
#include <algorithm>
#include <utility>

#include "analyzer/link/python/evaluator.h"

namespace flagcensus {
namespace {

constexpr size_t kMaxRows = 5000;  // of one table

// Whether the value is, or takes, what a table gives for a symbol.
bool ComesFromTable(const ValueRef& value) {
  if (value == nullptr || !value->symbolic) return false;
  return value->kind == ValueKind::kLookUp ||
         std::any_of(value->items.begin(), value->items.end(), ComesFromTable);
}

bool HasParameter(const ValueRef& value, int function, const std::string& name) {
  if (value == nullptr || !value->symbolic) return false;
  if (value->kind == ValueKind::kParameter) return value->id == function && value->text == name;
  return std::any_of(value->items.begin(), value->items.end(),
                     [&](const ValueRef& item) { return HasParameter(item, function, name); });
}

}  // namespace

// table[key], where the key is a parameter: noted, and known once the parameter is.
ValueRef Evaluator::TableAt(const ValueRef& table, const ValueRef& given,
                            const ValueRef& otherwise) {
  const ValueRef key = Force(given);
  if (key == nullptr || !key->symbolic) return nullptr;
  if (recording_ && key->kind == ValueKind::kParameter && table->id >= 0 &&
      !key->text.starts_with('*')) {
    looked_up_.emplace(key->id, key->text, table->id);
  }
  return MakeLookUp(table, key, otherwise);
}

// A method of one of several objects, each of which may know the key: what the environment's layer
// reads has what the layers behind it hold as its default. Nothing where they are none.
std::optional<ValueRef> Evaluator::CallLayers(const Call& call, Frame& frame) {
  const ValueRef layers = call.callee->items[0];
  const std::string& name = call.callee->text;
  std::vector<int> methods;
  for (const ValueRef& layer : layers->items) {
    const bool object = layer != nullptr && layer->kind == ValueKind::kInstance;
    methods.push_back(object ? FindMethod(layer->id, name) : -1);
  }
  if (std::find(methods.begin(), methods.end(), -1) != methods.end()) return std::nullopt;
  std::vector<ValueRef> given;
  for (size_t i = 0; i < methods.size(); ++i) {
    given.push_back(
        CallFunction(methods[i], call.arguments, layers->items[i], call.node, name, frame));
  }
  ValueRef behind;
  for (size_t i = given.size(); i-- > 0;) {
    const ValueRef& value = given[i];
    if (value == nullptr) continue;
    if (value->kind == ValueKind::kLookUp) {
      behind = MakeLookUp(value->items[0], value->items[1], behind);
    } else if (TextOf(value)) {
      behind = value;
    } else if (IsReading(value) && behind != nullptr) {
      for (const uint32_t id : value->sites) {
        Site& site = sites_[id];
        const bool open =
            site.default_kind == DefaultKind::kNone || site.default_kind == DefaultKind::kRequired;
        if (site.op != AccessOp::kRead || !open) continue;
        site.default_value = behind;
        site.default_kind =
            behind->kind == ValueKind::kNone ? DefaultKind::kNone : DefaultKind::kLiteral;
      }
    }
  }
  for (const ValueRef& value : given) {
    if (IsReading(value)) return value;
  }
  return MakeOneOf(given);
}

void Evaluator::ResolveTables() {
  for (const auto& [function, parameter, flow] : looked_up_) {
    if (tables_.count(flow) > 0) ReadTable(function, parameter, flow);
  }
}

void Evaluator::ReadTable(int function, const std::string& parameter, int flow) {
  const At table = tables_[flow];
  if (static_cast<size_t>(function) >= summaries_.size()) return;
  if (program_.modules[table.module].replaced_by >= 0) return;
  Summary reads;
  for (const uint32_t id : summaries_[function].effects) {
    const Site& site = sites_[id];
    const bool asks = site.op == AccessOp::kRead || site.op == AccessOp::kTest;
    if (asks && !site.pending && HasParameter(site.name, function, parameter)) {
      reads.effects.push_back(id);
    }
  }
  if (reads.effects.empty()) return;
  const auto tests = [&](uint32_t id) { return sites_[id].op == AccessOp::kTest; };
  if (!std::all_of(reads.effects.begin(), reads.effects.end(), tests)) {
    std::erase_if(reads.effects, tests);  // a guard of the read
  }
  Frame frame;
  frame.module = table.module;
  frame.syntax = &program_.SyntaxOf(table.module);
  const Syntax& syntax = *frame.syntax;
  const size_t rows = std::min(syntax.count(table.node), kMaxRows);
  if (rows < syntax.count(table.node)) {
    TellLimit(table.node, frame, "the table is too long: its last rows are left out");
  }
  for (size_t i = 0; i < rows; ++i) {
    const NodeId pair = syntax.child(table.node, i);
    if (syntax.kind(pair) != NodeKind::kPair) continue;
    const ValueRef key = Quietly([&] { return Force(Evaluate(syntax.child(pair, 0), frame)); });
    if (key == nullptr || key->kind != ValueKind::kString) continue;
    const NodeId held = syntax.child(pair, 1);
    ReadRow(reads, function, parameter, {table.module, syntax.child(pair, 0)}, key,
            Quietly([&] { return Force(Evaluate(held, frame)); }));
  }
}

void Evaluator::ReadRow(const Summary& effects, int function, const std::string& parameter, At at,
                        const ValueRef& key, const ValueRef& row) {
  const bool named = std::any_of(effects.effects.begin(), effects.effects.end(),
                                 [&](uint32_t id) { return ComesFromTable(sites_[id].name); });
  const bool object = row != nullptr && row->kind == ValueKind::kInstance && row->made >= 0;
  if (named && object) at = made_at_[static_cast<size_t>(row->made)];
  Frame frame;
  frame.module = at.module;
  frame.syntax = &program_.SyntaxOf(at.module);
  const FunctionInfo& info = program_.functions[function];
  const Replace replace = [&](const ValueRef& symbol) -> ValueRef {
    if (symbol->kind != ValueKind::kParameter || symbol->id != function) {
      return symbol->kind == ValueKind::kImported ? symbol : nullptr;
    }
    if (symbol->text == parameter) return key;
    for (size_t i = 0; i < info.parameters.size() && i < info.defaults.size(); ++i) {
      const Parameter& other = info.parameters[i];
      const bool has = other.name == symbol->text && other.default_node != kNoNode;
      if (has) return info.defaults[i];
    }
    return nullptr;
  };
  const size_t first = sites_.size();
  Instantiate(effects, replace, at.node, info.name, frame);
  SetRowDefault(row, first);
}

// What the row's object has as its default, where the function did not tell; a row whose name is
// not known is none.
void Evaluator::SetRowDefault(const ValueRef& row, size_t first) {
  for (size_t id = first; id < sites_.size(); ++id) {
    Site& site = sites_[id];
    if (NamesOf(site.name).empty()) site.effect = site.called = true;
    site.name_source.clear();
    if (site.default_kind == DefaultKind::kLiteral) continue;
    for (const std::string& field : table_.default_columns) {
      const ValueRef given = Force(FieldIn(row, field));
      if (given == nullptr || !(TextOf(given) || given->kind == ValueKind::kSequence)) continue;
      const bool none = given->kind == ValueKind::kNone;
      site.default_kind = none ? DefaultKind::kNone : DefaultKind::kLiteral;
      site.default_value = none ? nullptr : given;
      site.op = AccessOp::kRead;
      break;
    }
  }
}

}  // namespace flagcensus
