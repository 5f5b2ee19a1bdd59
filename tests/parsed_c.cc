#include "tests/parsed_c.h"

namespace flagcensus {

std::string ParsedC::Functions() {
  std::string out;
  for (size_t i = 0; i < unit_.routines().size(); ++i) {
    CRoutine* one = unit_.routines()[i].get();
    if (one->name == 0) continue;
    std::string formals;
    for (const CFormal& formal : one->formals)
      formals += (formals.empty() ? "" : ",") + Text(formal.name);
    const std::string owner = one->class_name == 0 ? "" : Text(one->class_name) + "::";
    out += (out.empty() ? "" : "\n") + owner + Text(one->name) + "(" + formals + ") " +
           Shown(unit_.Body(one));
  }
  return out;
}

std::string ParsedC::Globals() {
  std::string out;
  for (const CGlobal& one : unit_.globals()) {
    const std::string owner = one.class_name == 0 ? "" : Text(one.class_name) + "::";
    out += (out.empty() ? "" : " ") + owner + Text(one.name);
    if (!one.initial.empty()) out += "=" + Shown(unit_.Initial(one.initial));
  }
  return out;
}

std::string ParsedC::Structures() {
  std::string out;
  for (const CStructure& one : unit_.structures()) {
    std::string fields;
    for (const CGlobal& field : one.fields)
      fields += (fields.empty() ? "" : ",") + Text(field.name);
    out += (out.empty() ? "" : " ") + Text(one.name) + "{" + fields + "}";
  }
  return out;
}

std::string ParsedC::WordOf(CNodeKind kind) {
  switch (kind) {
    case CNodeKind::kCall:
      return "call";
    case CNodeKind::kMember:
      return "member";
    case CNodeKind::kIndex:
      return "index";
    case CNodeKind::kConditional:
      return "?";
    case CNodeKind::kCast:
      return "cast";
    case CNodeKind::kList:
      return "list";
    case CNodeKind::kDesignated:
      return "at";
    case CNodeKind::kLambda:
      return "lambda";
    case CNodeKind::kConstruct:
      return "make";
    case CNodeKind::kComma:
      return ",";
    case CNodeKind::kBlock:
      return "block";
    case CNodeKind::kDeclare:
      return "declare";
    case CNodeKind::kVariable:
      return "var";
    case CNodeKind::kIf:
      return "if";
    case CNodeKind::kLoop:
      return "loop";
    case CNodeKind::kRangeFor:
      return "each";
    case CNodeKind::kSwitch:
      return "switch";
    case CNodeKind::kCase:
      return "case";
    case CNodeKind::kReturn:
      return "return";
    case CNodeKind::kBreak:
      return "break";
    case CNodeKind::kContinue:
      return "continue";
    case CNodeKind::kGoto:
      return "goto";
    case CNodeKind::kLabel:
      return "label";
    case CNodeKind::kThrow:
      return "throw";
    case CNodeKind::kTry:
      return "try";
    case CNodeKind::kEither:
      return "either";
    default:
      return "";
  }
}

// (if (> a 1) (return b) -): a node's word or operator, its text, its parts; - for none.
std::string ParsedC::Shown(CNodeId id) {
  if (id == kNoCNode) return "-";
  const CNode node = unit_.node(id);
  switch (node.kind) {
    case CNodeKind::kUnknown:
      return "unknown";
    case CNodeKind::kNull:
      return "null";
    case CNodeKind::kThis:
      return "this";
    case CNodeKind::kName:
      return Text(node.text);
    case CNodeKind::kText:
      return "\"" + Text(node.text) + "\"";
    case CNodeKind::kCharacter:
      return "'" + std::string(1, static_cast<char>(node.number)) + "'";
    case CNodeKind::kNumber:
      return node.text != 0 ? Text(node.text) : std::to_string(node.number);
    case CNodeKind::kExpression:
      return Shown(node.parts[0]);
    default:
      break;
  }
  std::string out = WordOf(node.kind);
  const bool typed = node.kind == CNodeKind::kCast || node.kind == CNodeKind::kConstruct;
  if (typed) out += ":" + Text(node.type);
  if (node.text != 0) out += (out.empty() ? "" : " ") + Text(node.text);
  if (node.kind == CNodeKind::kLambda) {
    out += " " + Shown(unit_.Body(unit_.routines()[static_cast<size_t>(node.number)].get()));
  }
  for (const CNodeId part : node.parts) out += " " + Shown(part);
  return "(" + out + ")";
}

}  // namespace flagcensus
