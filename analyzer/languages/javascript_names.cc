// Names that scripts import, export and destructure (javascript_names.h).
//
//   import conf, { get as g } from "./a"   ─→ kImport conf, more "./a", constant;
//                                             kImport g, more "./a.get"
//   export { a as b } from "./c"           ─→ kExport b, more "./c.a"
//   for (const [k, v] of LIST)             ─→ kPattern of LIST: kField k takes "value.0",
//                                             kField v takes "value.1"
#include "analyzer/languages/javascript_names.h"

#include "analyzer/python/node.h"

namespace flagcensus {

std::string ScriptNames::KeyOf(TSNode key) {
  const std::string_view type = NodeType(key);
  if (type == "string") return Unescape(Inner(Source(key)));
  return type == "computed_property_name" ? std::string() : Source(key);
}

std::string ScriptNames::Inner(const std::string& quoted) {
  return quoted.size() < 2 ? std::string() : quoted.substr(1, quoted.size() - 2);
}

// `declares`: `const {...}`, a parameter or a loop; false for an assignment.
TermId ScriptNames::Pattern(TSNode pattern, TSNode node, TermId value, bool declares) {
  Terms parts = {value == kNoTerm ? Add(TermKind::kOther, node) : value};
  if (NodeType(pattern) == "object_pattern") {
    Each(pattern, [&](TSNode child, std::string_view) { parts.push_back(Field(child)); });
  } else {
    for (const std::string& name : NamesIn(pattern)) {
      parts.push_back(Add(TermKind::kField, pattern, {}, name, "[]"));
    }
  }
  const TermId id = Add(TermKind::kPattern, node, std::move(parts));
  At(id).constant = declares;
  return id;
}

// `X`, `X = 1`, `X: y`, `X: y = 1`, `...rest`, `[key]: y` ─→ kField y, more "X"; "[]" if unknown
TermId ScriptNames::Field(TSNode node) {
  const std::string_view type = NodeType(node);
  // `...rest` has no key: the rest of the object.
  if (type == "rest_pattern") {
    const std::vector<std::string> names = NamesIn(node);
    return Add(TermKind::kField, node, {}, names.empty() ? "" : names[0]);
  }
  TSNode key = node;
  TSNode local = node;
  if (type == "pair_pattern") {
    key = NodeField(node, "key");
    local = NodeField(node, "value");
  }
  TermId fallback = kNoTerm;
  const std::string_view inner = NodeType(local);
  // `{ a = 1 }` and `{ b: c = 1 }`
  if (inner == "assignment_pattern" || inner == "object_assignment_pattern") {
    fallback = OneField(local, "right");
    local = NodeField(local, "left");
    if (type == "object_assignment_pattern") key = local;
  }
  // A nested pattern has no local name here.
  const bool named = NodeType(local).ends_with("identifier") ||
                     NodeType(local) == "shorthand_property_identifier_pattern";
  const std::string name = KeyOf(key);
  return Add(TermKind::kField, node, {fallback}, named ? Source(local) : std::string(),
             name.empty() ? "[]" : name);
}

// The names at the top of the pattern: those in nested patterns are not declared.
std::vector<std::string> ScriptNames::NamesIn(TSNode pattern) {
  std::vector<std::string> out;
  Each(pattern, [&](TSNode child, std::string_view) {
    const std::string_view type = NodeType(child);
    if (type == "identifier" || type == "shorthand_property_identifier_pattern") {
      out.push_back(Source(child));
    }
  });
  return out;
}

// The variable becomes a field of a kPattern, with the part of the element in `takes`.
TermId ScriptNames::ForIn(TSNode node) {
  const TSNode left = NodeField(node, "left");
  // `in` iterates over keys, `of` over values.
  const bool keys = Source(NodeField(node, "operator")) == "in";
  Terms parts = {Need(node, "right")};
  const auto take = [&](const std::string& name, const std::string& what) {
    parts.push_back(Add(TermKind::kField, left, {}, name, "[]"));
    program_.takes[parts.back()] = what;
  };
  if (NodeType(left) == "identifier") {
    take(Source(left), keys ? "key" : "value");
  } else {
    TakeParts(left, take);
  }
  const TermId pattern = Add(TermKind::kPattern, left, std::move(parts));
  At(pattern).constant = true;
  return Add(TermKind::kBlock, node, {pattern, OneField(node, "body")});
}

// `[a, b]` takes positions, `{ a, b: c }` members; nested patterns take nothing.
void ScriptNames::TakeParts(TSNode pattern, const TakePart& take) {
  int at = 0;
  Each(pattern, [&](TSNode child, std::string_view) {
    const std::string_view type = NodeType(child);
    if (type == "identifier") take(Source(child), "value." + std::to_string(at));
    if (type == "shorthand_property_identifier_pattern") {
      take(Source(child), "value." + Source(child));
    }
    if (type == "pair_pattern" && NodeType(NodeField(child, "value")) == "identifier") {
      take(Source(NodeField(child, "value")), "value." + KeyOf(NodeField(child, "key")));
    }
    ++at;
  });
}

// `import "./a"` without a clause imports no name.
Terms ScriptNames::Imports(TSNode node) {
  Terms out;
  const std::string module = ModuleOf(node);
  const auto import = [&](TSNode at, TSNode local, const std::string& what) {
    if (!ts_node_is_null(local)) {
      out.push_back(Add(TermKind::kImport, at, {}, Source(local), what));
      Typed(out.back(), module);
    }
  };
  Each(node, [&](TSNode clause, std::string_view) {
    if (NodeType(clause) != "import_clause") return;
    Each(clause, [&](TSNode child, std::string_view) {
      const std::string_view type = NodeType(child);
      // The default import may be the whole module, for CommonJS.
      if (type == "identifier") {
        import(child, child, module);
        At(out.back()).constant = true;  // the default
      }
      if (type == "namespace_import") import(child, NamedChild(child, 0), module);
      if (type != "named_imports") return;
      Each(child, [&](TSNode one, std::string_view) {
        const TSNode name = NodeField(one, "name");
        const TSNode alias = NodeField(one, "alias");
        import(one, ts_node_is_null(alias) ? name : alias, module + "." + Source(name));
      });
    });
  });
  return out;
}

std::string ScriptNames::ModuleOf(TSNode node) {
  std::string module = Inner(Source(NodeField(node, "source")));
  return module.starts_with("node:") ? module.substr(5) : module;
}

// A declaration keeps its own term; its name is found as a top-level name.
Terms ScriptNames::Exports(TSNode node) {
  const std::string module = ModuleOf(node);
  Terms out;
  bool clause = false;
  Each(node, [&](TSNode child, std::string_view field) {
    const std::string_view type = NodeType(child);
    if (type == "export_clause") {
      clause = true;
      Each(child, [&](TSNode one, std::string_view) { out.push_back(Export(one, module)); });
    } else if (type == "namespace_export") {
      clause = true;
      out.push_back(Add(TermKind::kExport, child, {}, Source(NamedChild(child, 0)), module));
      Typed(out.back(), module);
    } else if (field != "source") {
      for (const TermId id : Of(child)) out.push_back(id);
    }
  });
  // `export * from "./x"`
  if (!clause && !module.empty()) {
    out.push_back(Add(TermKind::kExport, node, {}, "*", module));
    Typed(out.back(), module);
  }
  // `export default value`
  const bool whole = text_.substr(StartByte(node), 15) == "export default ";
  if (whole && out.size() == 1) return {Add(TermKind::kExport, node, out, "default")};
  return out;
}

// `export { a as b }` ─→ kExport b: kName a
TermId ScriptNames::Export(TSNode node, const std::string& module) {
  const TSNode alias = NodeField(node, "alias");
  const TSNode name = NodeField(node, "name");
  const std::string outside = Source(ts_node_is_null(alias) ? name : alias);
  if (module.empty()) {
    const TermId value = Add(TermKind::kName, name, {}, Source(name));
    return Add(TermKind::kExport, node, {value}, outside);
  }
  const TermId id = Add(TermKind::kExport, node, {}, outside, module + "." + Source(name));
  return Typed(id, module);
}

}  // namespace flagcensus
