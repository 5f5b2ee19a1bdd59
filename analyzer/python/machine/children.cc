// Environments of other processes: mappings that are passed to one, mappings that are named like
// one, and the options that set variables of a container.
//
//   subprocess.run(cmd, env={"APP_MODE": "x"})    ─→ a write of APP_MODE
//   env["APP_MODE"] = "x"                          ─→ a likely write, if env is unknown
//   ["docker", "run", "-e", "APP_MODE=x"]          ─→ a write of APP_MODE via docker -e
//   ["docker", "run", "-e", "APP_MODE"]            ─→ a read: its value is passed on

#include "analyzer/base/text.h"
#include "analyzer/python/machine/machine.h"

namespace flagcensus {
namespace {

// Whether the text alone could be a variable's name: letters, digits and underscores.
bool LooksLikeVariable(std::string_view name) {
  return !name.empty() && !IsDigit(name[0]) && AllBytes(name, IsVariableNameByte);
}

// Whether the value may be a text. A number, a list or a function cannot be in an environment, so a
// mapping with one is not an environment.
bool MayBeText(Val value) {
  bool may = true;
  ForEachLeaf(value, [&](Val leaf) {
    const ConstantVal* constant = AsConstant(leaf);
    const bool plain = constant != nullptr && constant->type != ConstantType::kText;
    may = may && !plain && ObjectOf(leaf) == nullptr;
  });
  return may;
}

// Writes the contents of the mapping, each at the place where its key is spelled, in any frame.
void WriteAll(Machine& m, const MappingObject& mapping, NodeId node, bool likely) {
  // A mapping's values are written side by side, each with its own key.
  for (const auto& [key, name] : mapping.keys) {
    const ConstantVal* text = AsTextConstant(name);
    Val value = mapping.slots.Get(key);
    if (text == nullptr || value == nullptr || !LooksLikeVariable(m.symbols.TextOf(text->text)))
      continue;
    if (IsValueOf(value, text->text)) continue;  // the child inherits it unchanged
    Emission write;
    write.op = AccessOp::kWrite;
    const Mark mark{Mark::kDeclared, text->mark.unit, text->mark.node};
    write.name = m.values.Text(text->text, text->mark.frame == 0 ? Mark{} : mark);
    write.node = node;
    write.written = value;
    write.likely = likely;
    write.via = m.symbols.Intern("env-dict");
    Emit(m, write);
  }
}

// NAME=value, split into a name and a value; a NAME alone has no value.
struct Assigned {
  Val name = nullptr;
  Val value = nullptr;
};

Assigned SplitAssignment(Machine& m, Val option) {
  // Cuts a text at its first "=".
  const auto cut = [&](Symbol symbol, const Mark& mark, Assigned* out) {
    const std::string& text = m.symbols.TextOf(symbol);
    const size_t sign = text.find('=');
    if (sign == std::string::npos) return false;
    out->name = m.values.Text(m.symbols.Intern(std::string_view(text).substr(0, sign)), mark);
    out->value = m.values.Text(m.symbols.Intern(std::string_view(text).substr(sign + 1)));
    return true;
  };
  Assigned out;
  if (const ConstantVal* text = AsTextConstant(option)) {
    if (!cut(text->text, text->mark, &out)) out.name = option;
  } else if (const TextVal* holes = AsTextWithHoles(option)) {
    // The name ends in the literal beginning of the text; the value is what follows, with unknown
    // parts.
    const TextPart& first = holes->parts[0];
    const bool literal = first.kind == TextPart::Kind::kLiteral;
    if (literal && cut(first.text, holes->mark, &out)) out.value = m.values.unknown();
  }
  return out;
}

// Whether the expression is an f-string that begins with NAME=.
bool SpellsName(const Machine& m, NodeId node) {
  const Syntax& syntax = SyntaxHere(m);
  if (syntax.kind(node) != NodeKind::kFormat || syntax.count(node) == 0) return false;
  const NodeId first = syntax.child(node, 0);
  return syntax.kind(first) == NodeKind::kString &&
         syntax.text(first).find('=') != std::string::npos;
}

}  // namespace

void PassToChild(Machine& m, Val mapping, NodeId node) {
  if (m.run.over) return;
  // A mapping is written out; a parameter makes its function a wrapper; a copy of the environment
  // was written before.
  ForEachLeaf(mapping, [&](Val leaf) {
    const MappingObject* held = AsMapping(leaf);
    if (held != nullptr && !IsEnvironmentLike(leaf)) WriteAll(m, *held, node, false);
    // The parameter is an environment that is passed on: its function's callers are searched for.
    const TextVal* text = AsTextWithHoles(leaf);
    if (text == nullptr || text->parts.size() != 1) return;
    const TextPart& part = text->parts[0];
    if (part.kind == TextPart::Kind::kParameter && part.owner != nullptr) NoteWrapper(m, part);
  });
}

void NoteCalledEnvironment(Machine& m, Val mapping, NodeId node) {
  const MappingObject* held = AsMapping(mapping);
  if (held == nullptr || IsEnvironmentLike(mapping)) return;
  // One value that cannot be a text excludes the whole mapping: it contains other options.
  for (const auto& [key, value] : held->slots.entries()) {
    if (value != nullptr && !MayBeText(value)) return;
  }
  WriteAll(m, *held, node, true);
}

void PutInCalledEnvironment(Machine& m, Val object, Val key, Val value, NodeId node) {
  // Such writes are reported only if the program reads the variable; see AskedNames.
  const MappingObject* mapping = AsMapping(object);
  const bool unknown = AsUnknown(object) != nullptr || AsTextWithHoles(object) != nullptr ||
                       // An object of a library: request.environ, os.environ.copy() are known;
                       // others are written by name only.
                       AsLibrary(object) != nullptr;
  const ConstantVal* name = AsTextConstant(key);
  const bool may = unknown || (mapping != nullptr && !IsEnvironmentLike(object));
  if (!may || name == nullptr || !LooksLikeVariable(m.symbols.TextOf(name->text))) return;
  if (IsValueOf(value, name->text)) return;
  Emission write;
  write.op = AccessOp::kWrite;
  write.name = key;
  write.node = node;
  write.written = value;
  write.likely = true;
  write.via = m.symbols.Intern("env-dict");
  Emit(m, write);
}

void ReadOptionsOfContainer(Machine& m, const std::vector<Val>& items,
                            const std::vector<NodeId>& nodes) {
  const auto text_of = [&](Val value) {
    // The program may be named by shutil.which("docker") or by a path.
    const LibraryVal* found = AsLibrary(value);  // shutil.which("docker")
    const bool which = found != nullptr && m.symbols.TextOf(found->path) == "shutil.which()" &&
                       !found->arguments.positional.empty();
    const ConstantVal* text = AsTextConstant(which ? found->arguments.positional[0] : value);
    return text == nullptr ? std::string_view() : std::string_view(m.symbols.TextOf(text->text));
  };
  // The program's name may be anywhere in the list: sudo docker run.
  for (Val item : items) {
    const std::string_view text = text_of(item);
    const std::string program(text.substr(text.rfind('/') + 1));
    // The flag is the frame's: a program extends the list in later statements, `command += ["-e",
    // ...]`. Any later list of the same function with "-e" counts, too.
    m.run.frame->container =
        m.run.frame->container || m.program.table.children.containers.count(program) > 0;
  }
  if (!m.run.frame->container) return;
  // Each option with the element after it.
  for (size_t i = 0; i + 1 < items.size(); ++i) {
    const std::string_view option = text_of(items[i]);
    if (option != "-e" && option != "--env") continue;
    ForEachLeaf(items[i + 1], [&](Val leaf) {
      const Assigned given = SplitAssignment(m, leaf);
      const ConstantVal* name = AsTextConstant(given.name);
      if (name == nullptr || !LooksLikeVariable(m.symbols.TextOf(name->text))) return;
      Emission access;
      access.op = given.value == nullptr ? AccessOp::kRead : AccessOp::kWrite;
      // f"NAME={value}": the value's mark does not say where the name is spelled.
      const bool here = SpellsName(m, nodes[i + 1]);
      const Mark mark{m.run.frame->id, m.run.frame->unit, nodes[i + 1]};
      access.name = here ? m.values.Text(name->text, mark) : given.name;
      access.node = nodes[i + 1];
      access.written = given.value;
      access.via = m.symbols.Intern("docker -e");
      Emit(m, access);
    });
  }
}

}  // namespace flagcensus
