// Texts with unknown parts: joined, cut and changed in case.
//
//   "APP_" + name                     APP_, an unknown part       ─→ APP_*
//   key[4:].lower(), key = APP_*      a key with two steps; "port" comes from APP_PORT
//   key.startswith("APP_")            a read of the family APP_*
#include "analyzer/base/text.h"

#include <algorithm>

#include "analyzer/python/machine/machine.h"

namespace flagcensus {

std::string SpelledConstant(const SymbolTable& symbols, const ConstantVal& constant) {
  switch (constant.type) {
    case ConstantType::kNone:
      return "None";
    case ConstantType::kBool:
      return constant.integer != 0 ? "True" : "False";
    case ConstantType::kInteger:
      return std::to_string(constant.integer);
    case ConstantType::kText:
    case ConstantType::kFloat:
      return symbols.TextOf(constant.text);
    case ConstantType::kEllipsis:
      return "Ellipsis";
  }
  return "";
}

namespace {

// Whether mark `a` was made further out than `b`: the outermost one decides where the site is.
bool IsFurtherOut(const RunState& run, const Mark& a, const Mark& b) {
  // A mark without a frame is the innermost.
  if (b.frame == 0) return a.frame != 0;
  int depth_a = 1 << 20;
  int depth_b = 1 << 20;
  int depth = 0;
  for (const Activation* frame = run.frame; frame != nullptr; frame = frame->caller, ++depth) {
    if (frame->id == a.frame) depth_a = depth;
    if (frame->id == b.frame) depth_b = depth;
  }
  return a.frame != 0 && depth_a > depth_b;
}

// A text of the pieces. Its place is that of the outermost piece; an empty piece at the beginning
// does not count.
Val JoinLeaves(Machine& m, const std::vector<Val>& pieces, NodeId node) {
  std::vector<TextPart> parts;
  bool derived = false;
  bool start = false;
  Mark mark;
  Mark row;
  // Constants and texts contribute their parts, other values an unknown one.
  for (Val piece : pieces) {
    Mark own;
    if (const ConstantVal* constant = AsConstant(piece)) {
      start = start || constant->start;
      const bool empty =
          parts.empty() && constant->type == ConstantType::kText && constant->text == 0;
      if (!empty) own = constant->mark;  // an empty prefix names nothing
      parts.push_back({TextPart::Kind::kLiteral,
                       m.symbols.Intern(SpelledConstant(m.symbols, *constant)),
                       nullptr,
                       0,
                       {}});
    } else if (const TextVal* text = AsTextWithHoles(piece)) {
      own = text->mark;
      parts.insert(parts.end(), text->parts.begin(), text->parts.end());
    } else {
      derived = derived || IsMadeOfReads(piece);
      parts.push_back({TextPart::Kind::kAnything, 0, nullptr, 0, {}});
    }
    if (own.row_unit >= 0) row = own;
    if (own.frame != 0 && (mark.frame == 0 || IsFurtherOut(m.run, own, mark))) mark = own;
  }
  if (mark.frame != 0 && mark.row_unit < 0) {  // f"APP_{key}", of a key of a table
    mark.row_unit = row.row_unit;
    mark.row_node = row.row_node;
  }
  // A text made from a variable's value is not a name with a known part.
  if (derived) return m.values.MadeOf(m.run.frame->unit, node, true, pieces);
  Val out = m.values.Parts(std::move(parts), mark, m.symbols);
  return start ? m.values.Start(out) : out;
}

// The text of a literal part after the step.
std::string Applied(const TextStep& step, const Machine& m, std::string text) {
  // The effect on a literal part.
  switch (step.kind) {
    case TextStep::Kind::kUpper:
      return ToUpper(text);
    case TextStep::Kind::kLower:
      return ToLower(text);
    case TextStep::Kind::kStrip:
      return std::string(Trim(text));
    case TextStep::Kind::kReplace: {
      const std::string& from = m.symbols.TextOf(step.from);
      const std::string& to = m.symbols.TextOf(step.to);
      if (from.empty()) return text;
      for (size_t at = text.find(from); at != std::string::npos;
           at = text.find(from, at + to.size())) {
        text.replace(at, from.size(), to);
      }
      return text;
    }
    default:
      return text;
  }
}

// A text with eight steps is not a name any more; further steps are dropped.
Val Stepped(Machine& m, Val value, const TextStep& step) {
  if (const ConstantVal* constant = AsTextConstant(value)) {
    const std::string text = Applied(step, m, m.symbols.TextOf(constant->text));
    return m.values.Text(m.symbols.Intern(text), constant->mark);
  }
  const TextVal* text = AsTextWithHoles(value);
  // Literal parts are changed, unknown ones record the step.
  std::vector<TextPart> parts = text->parts;
  constexpr size_t kMaxSteps = 8;
  for (TextPart& part : parts) {
    if (part.kind == TextPart::Kind::kLiteral) {
      // strip() affects only the ends of the whole text.
      const bool inner = step.kind == TextStep::Kind::kStrip;
      if (!inner) part.text = m.symbols.Intern(Applied(step, m, m.symbols.TextOf(part.text)));
    } else if (part.steps.size() < kMaxSteps) {
      part.steps.push_back(step);
    }
  }
  return m.values.Parts(std::move(parts), text->mark, m.symbols);
}

const ConstantVal* TextArgument(const CallArguments& arguments, size_t i) {
  return i < arguments.positional.size() ? AsTextConstant(arguments.positional[i]) : nullptr;
}

// The prefixes of "x".startswith(("a", "b")).
std::vector<Symbol> AffixesOf(const CallArguments& arguments) {
  std::vector<Symbol> out;
  // A tuple of prefixes, or the alternatives of one.
  if (arguments.positional.empty()) return out;
  const auto add = [&](Val value) {
    if (const ConstantVal* one = AsTextConstant(value)) out.push_back(one->text);
  };
  if (const auto several = AsSequence(arguments.positional[0])) {
    for (Val one : ItemsOf(*several)) add(one);
  } else {
    ForEachLeaf(arguments.positional[0], add);
  }
  return out;
}

void ReadFamily(Machine& m, Symbol prefix, const Mark& mark, NodeId node) {
  Emission read;
  read.name = m.values.Parts({{TextPart::Kind::kLiteral, prefix, nullptr, 0, {}},
                              {TextPart::Kind::kAnything, 0, nullptr, 0, {}}},
                             mark, m.symbols);
  read.node = node;
  read.via = m.symbols.Intern("os.environ");
  Emit(m, read);
}

// For a constant the result is known. For a key of the environment, the test selects a family,
// unless it selects the keys to skip. For other texts the literal part decides as far as it goes.
Val StartsWith(Machine& m, Val value, const CallArguments& arguments, NodeId node) {
  const std::vector<Symbol> prefixes = AffixesOf(arguments);
  if (prefixes.empty()) return m.values.unknown();
  if (const ConstantVal* constant = AsTextConstant(value)) {
    // A constant has a known beginning.
    const std::string& text = m.symbols.TextOf(constant->text);
    return m.values.boolean(std::any_of(prefixes.begin(), prefixes.end(), [&](Symbol prefix) {
      return text.starts_with(m.symbols.TextOf(prefix));
    }));
  }
  const TextPart& first = AsTextWithHoles(value)->parts[0];
  if (first.kind == TextPart::Kind::kKey) {
    if (IsOmitted(UnitHere(m), node, false)) return m.values.unknown();
    for (const Symbol start : prefixes) {
      const Symbol prefix = PrefixOfKey(m.symbols, first, start);
      if (prefix == 0) continue;
      Mark mark;
      ForEachLeaf(arguments.positional[0], [&](Val leaf) {
        if (const ConstantVal* one = AsTextConstant(leaf)) mark = one->mark;
      });
      ReadFamily(m, prefix, mark, node);
    }
    return m.values.unknown();
  }
  // A literal beginning decides if it is long enough.
  if (first.kind != TextPart::Kind::kLiteral) return m.values.unknown();
  const std::string& literal = m.symbols.TextOf(first.text);
  bool may = false;
  for (const Symbol prefix : prefixes) {
    const std::string& text = m.symbols.TextOf(prefix);
    if (literal.starts_with(text)) return m.values.boolean(true);
    may = may || text.starts_with(literal);
  }
  return may ? m.values.unknown() : m.values.boolean(false);
}

// The lines of a text, without their ends.
std::vector<std::string_view> LinesIn(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const size_t end = std::min(text.find_first_of("\r\n"), text.size());
    lines.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + (text.substr(end).starts_with("\r\n") ? 2 : 1), text.size()));
  }
  return lines;
}

// The words of a text: at most `most` splits, from the left.
std::vector<std::string_view> BlankSplit(std::string_view text, size_t most) {
  std::vector<std::string_view> words;
  size_t at = EndOfRun(text, 0, IsSpace);
  while (at < text.size()) {
    size_t end = at;
    while (end < text.size() && !IsSpace(text[end])) ++end;
    if (words.size() == most) end = text.size();
    words.push_back(text.substr(at, end - at));
    at = EndOfRun(text, end, IsSpace);
  }
  return words;
}

// The pieces between the separators: at most `most` splits, from the left or from the right.
std::vector<std::string_view> SplitBy(std::string_view text, std::string_view by, size_t most,
                                      bool from_right) {
  std::vector<std::string_view> pieces;
  while (pieces.size() < most) {
    const size_t found = from_right ? text.rfind(by) : text.find(by);
    if (found == std::string_view::npos) break;
    const size_t after = found + by.size();
    pieces.push_back(from_right ? text.substr(after) : text.substr(0, found));
    text = from_right ? text.substr(0, found) : text.substr(after);
  }
  pieces.push_back(text);
  if (from_right) std::reverse(pieces.begin(), pieces.end());
  return pieces;
}

// split, rsplit, splitlines, partition and rpartition (Python Library Reference, "String Methods").
// The pieces of a known text; of an unknown one, any number of unknown pieces.
Val SplitText(Machine& m, Val value, std::string_view name, const CallArguments& arguments) {
  const ConstantVal* constant = AsTextConstant(value);
  static const ArgumentPlace kSeparator{0, {"sep"}};
  static const ArgumentPlace kMost{1, {"maxsplit"}};
  const bool partition = name.ends_with("partition");
  const bool lines = name == "splitlines";
  Val by = lines ? nullptr : ArgumentOf(m, kSeparator, arguments);
  Val limit = lines || partition ? nullptr : ArgumentOf(m, kMost, arguments);
  if (by != nullptr && IsNone(by)) by = nullptr;
  const ConstantVal* separator = by == nullptr ? nullptr : AsTextConstant(by);
  const ConstantVal* number = limit == nullptr ? nullptr : AsConstant(limit);
  const bool known =
      constant != nullptr && (by == nullptr) == (separator == nullptr) &&
      (limit == nullptr || (number != nullptr && number->type == ConstantType::kInteger)) &&
      !(lines && !arguments.positional.empty());
  const std::string text = constant == nullptr ? "" : m.symbols.TextOf(constant->text);
  constexpr size_t kMaxPieces = 1000;
  const size_t most = number == nullptr || number->integer < 0
                          ? kMaxPieces
                          : static_cast<size_t>(std::min<int64_t>(number->integer, kMaxPieces));
  const std::string sign = separator == nullptr ? "" : m.symbols.TextOf(separator->text);
  // From the right at blanks, with a limit: not computed.
  const bool odd = separator == nullptr ? name == "rsplit" && most < kMaxPieces : sign.empty();
  if (!known || odd || (partition && separator == nullptr)) {
    Val any = m.values.Parts({{TextPart::Kind::kAnything, 0, nullptr, 0, {}}}, {}, m.symbols);
    return m.heap.Sequence(SequenceKind::kList, {}, any);
  }
  std::vector<std::string_view> pieces;
  if (partition) {
    pieces = SplitBy(text, sign, 1, name == "rpartition");
    const bool found = pieces.size() > 1;
    // Without the separator, the whole text is the first part, or the last one from the right.
    pieces.insert(name == "rpartition" && !found ? pieces.begin() : pieces.begin() + 1,
                  found ? std::string_view(sign) : "");
    if (!found) pieces.insert(name == "rpartition" ? pieces.begin() : pieces.end(), "");
  } else if (lines) {
    pieces = LinesIn(text);
  } else {
    pieces =
        separator == nullptr ? BlankSplit(text, most) : SplitBy(text, sign, most, name == "rsplit");
  }
  std::vector<Val> items;
  for (const std::string_view piece : pieces) {
    items.push_back(m.values.Text(m.symbols.Intern(piece), constant->mark));
  }
  return m.heap.Sequence(partition ? SequenceKind::kTuple : SequenceKind::kList, std::move(items));
}

// str.strip, lstrip and rstrip of a known text.
Val StripText(Machine& m, const ConstantVal& text, std::string_view name, std::string_view bytes) {
  // From both ends, or from one.
  std::string_view rest = m.symbols.TextOf(text.text);
  const auto inside = [&](char c) { return bytes.find(c) != std::string_view::npos; };
  while (name != "rstrip" && !rest.empty() && inside(rest.front())) rest.remove_prefix(1);
  while (name != "lstrip" && !rest.empty() && inside(rest.back())) rest.remove_suffix(1);
  return m.values.Text(m.symbols.Intern(rest), text.mark);
}

// text.replace(old, new, count)
Val ReplaceSome(Machine& m, const ConstantVal& text, const CallArguments& arguments, NodeId node) {
  const ConstantVal* from = TextArgument(arguments, 0);
  const ConstantVal* to = TextArgument(arguments, 1);
  const ConstantVal* count = AsConstant(arguments.positional[2]);
  const bool known = from != nullptr && to != nullptr && count != nullptr &&
                     count->type == ConstantType::kInteger && count->integer >= 0;
  if (!known || m.symbols.TextOf(from->text).empty()) return Opaque(m, node);
  std::string whole = m.symbols.TextOf(text.text);
  const std::string by = m.symbols.TextOf(to->text);
  const std::string old = m.symbols.TextOf(from->text);
  size_t at = whole.find(old);
  for (int64_t i = 0; i < count->integer && at != std::string::npos; ++i) {
    whole.replace(at, old.size(), by);
    at = whole.find(old, at + by.size());
  }
  return m.values.Text(m.symbols.Intern(whole), text.mark);
}

// Methods that can be a step of an unknown part. The number of replacements is ignored: it is that
// of a prefix, key.replace("APP_", "", 1).
std::optional<TextStep> StepOf(std::string_view name, const CallArguments& arguments) {
  if (name == "upper") return TextStep{TextStep::Kind::kUpper, 0, 0, 0};
  if (name == "lower" || name == "casefold") return TextStep{TextStep::Kind::kLower, 0, 0, 0};
  const bool strips = name == "strip" || name == "lstrip" || name == "rstrip";
  if (strips && arguments.positional.empty()) return TextStep{TextStep::Kind::kStrip, 0, 0, 0};
  const ConstantVal* from = TextArgument(arguments, 0);
  if (name == "replace" && from != nullptr && TextArgument(arguments, 1) != nullptr) {
    return TextStep{TextStep::Kind::kReplace, from->text, TextArgument(arguments, 1)->text, 0};
  }
  return std::nullopt;
}

// text.removeprefix(affix): for an unknown text, a cut of as many bytes. A key that loses a prefix
// is assumed to have it.
Val RemoveAffix(Machine& m, Val value, const ConstantVal& affix, bool prefix) {
  const std::string& text = m.symbols.TextOf(affix.text);
  // A constant loses the affix if it has it.
  if (const ConstantVal* constant = AsTextConstant(value)) {
    std::string whole = m.symbols.TextOf(constant->text);
    if (prefix && whole.starts_with(text)) whole.erase(0, text.size());
    if (!prefix && whole.ends_with(text)) whole.erase(whole.size() - text.size());
    return m.values.Text(m.symbols.Intern(whole), constant->mark);
  }
  const TextVal* holes = AsTextWithHoles(value);
  if (!prefix || holes->parts.size() != 1) return m.values.unknown();
  std::vector<TextPart> parts = holes->parts;
  const auto size = static_cast<int64_t>(text.size());
  parts[0].steps.push_back({TextStep::Kind::kCut, 0, 0, size});
  if (parts[0].kind == TextPart::Kind::kKey && parts[0].prefix == 0) {
    // key.lower().removeprefix("app_"): the key itself is in capitals.
    const auto lowers = [](const TextStep& step) { return step.kind == TextStep::Kind::kLower; };
    const bool lowered = std::any_of(parts[0].steps.begin(), parts[0].steps.end(), lowers);
    parts[0].prefix = lowered ? m.symbols.Intern(ToUpper(text)) : affix.text;
  }
  return m.values.Parts(std::move(parts), holes->mark, m.symbols);
}

// The parts of key.split("APP_", 1), for a key of the environment with that prefix; null: the value
// is not such a key.
Val SplitKey(Machine& m, Val value, const CallArguments& arguments, bool partition) {
  const TextVal* holes = AsTextWithHoles(value);
  const ConstantVal* separator = TextArgument(arguments, 0);
  // The key has to begin with the separator: split("APP_")[1] is the rest.
  if (holes == nullptr || separator == nullptr || holes->parts.size() != 1) return nullptr;
  const TextPart& part = holes->parts[0];
  const bool begins = part.kind == TextPart::Kind::kKey && part.prefix == separator->text;
  if (!begins || part.prefix == 0 || !part.steps.empty()) return nullptr;
  std::vector<Val> items = {m.values.Text(0)};
  if (partition) items.push_back(m.values.Text(separator->text));
  items.push_back(RemoveAffix(m, value, *separator, true));
  return m.heap.Sequence(partition ? SequenceKind::kTuple : SequenceKind::kList, std::move(items));
}

Val JoinSequence(Machine& m, Val separator, const CallArguments& arguments, NodeId node) {
  if (arguments.positional.empty()) return Opaque(m, node);
  return Lift1(m.values, arguments.positional[0], [&](Val list) -> Val {
    // Known elements are joined one by one; otherwise the text is unknown.
    const auto items = KnownElements(m, list);
    if (!items) {
      Val any = AnyElement(m, list);
      if (IsMadeOfReads(any)) return Opaque(m, node, any);
      const ConstantVal* own = AsTextConstant(separator);
      return m.values.Parts({{TextPart::Kind::kAnything, 0, nullptr, 0, {}}},
                            own == nullptr ? Mark{} : own->mark, m.symbols);
    }
    const ConstantVal* plain = AsTextConstant(separator);
    std::vector<Val> pieces;
    for (Val item : *items) {
      if (!pieces.empty()) {
        // The place of the separator is not that of the name.
        pieces.push_back(plain == nullptr ? separator : m.values.Text(plain->text));
      }
      pieces.push_back(item);
    }
    if (pieces.empty()) return m.values.Text(0);
    return JoinTexts(m, pieces, node);
  });
}

}  // namespace

Val JoinTexts(Machine& m, const std::vector<Val>& pieces, NodeId node) {
  return Lift(m.values, pieces,
              [&](const std::vector<Val>& leaves) { return JoinLeaves(m, leaves, node); });
}

Val TextMethod(Machine& m, Val text, std::string_view name, const CallArguments& arguments,
               NodeId node) {
  // In this order: methods with arguments of their own, steps, and those that keep the text.
  if (name == "join") return JoinSequence(m, text, arguments, node);
  const ConstantVal* constant = AsTextConstant(text);
  if (name == "format" && constant != nullptr) return BraceFormat(m, *constant, arguments, node);
  if (name == "startswith") return StartsWith(m, text, arguments, node);
  if (name == "split" || name == "partition") {
    if (Val items = SplitKey(m, text, arguments, name == "partition")) return items;
  }
  static const std::unordered_set<std::string_view> kSplits = {"split", "rsplit", "splitlines",
                                                               "partition", "rpartition"};
  if (kSplits.count(name) > 0) return SplitText(m, text, name, arguments);
  if (constant != nullptr && (name == "strip" || name == "lstrip" || name == "rstrip")) {
    const ConstantVal* bytes = TextArgument(arguments, 0);
    if (bytes != nullptr || arguments.positional.empty()) {
      return StripText(m, *constant, name,
                       bytes == nullptr ? " \t\r\n\f\v" : m.symbols.TextOf(bytes->text));
    }
  }
  if (name == "replace" && constant != nullptr && arguments.positional.size() > 2) {
    return ReplaceSome(m, *constant, arguments, node);
  }
  if (const auto step = StepOf(name, arguments)) {
    // Cases of letters are known of ASCII.
    const bool cases = step->kind == TextStep::Kind::kUpper || step->kind == TextStep::Kind::kLower;
    const bool other =
        constant != nullptr && cases && AnyByte(m.symbols.TextOf(constant->text), IsNonAscii);
    return other ? Opaque(m, node) : Stepped(m, text, *step);
  }
  // The contents of a mapping that is an unknown argument are as unknown as the argument.
  static const std::unordered_set<std::string_view> kOfMappings = {"items", "keys", "values",
                                                                   "copy"};
  if (kOfMappings.count(name) > 0 && IsBareParameter(text)) return text;
  if (const ConstantVal* affix = TextArgument(arguments, 0)) {
    if (name == "removeprefix") return RemoveAffix(m, text, *affix, true);
    if (name == "removesuffix") return RemoveAffix(m, text, *affix, false);
    if (name == "endswith" && constant != nullptr) {
      return m.values.boolean(
          m.symbols.TextOf(constant->text).ends_with(m.symbols.TextOf(affix->text)));
    }
  }
  // Methods that keep a text, or the path that was made from it.
  static const std::unordered_set<std::string_view> kSame = {
      "encode", "decode", "expandtabs", "resolve", "absolute", "expanduser", "as_posix"};
  if (kSame.count(name) > 0) return text;
  if (name == "joinpath" && constant != nullptr) {
    std::vector<Val> pieces = {text};
    pieces.insert(pieces.end(), arguments.positional.begin(), arguments.positional.end());
    return JoinPaths(m, pieces, node);
  }
  if (constant != nullptr && (name == "isdigit" || name == "isdecimal" || name == "isnumeric")) {
    const std::string& digits = m.symbols.TextOf(constant->text);
    return m.values.boolean(!digits.empty() && AllBytes(digits, IsDigit));
  }
  if (name == "isdigit" || name == "isupper" || name == "isidentifier") return m.values.unknown();
  if (AsTextWithHoles(text) != nullptr && (name == "title" || name == "capitalize")) {
    return Stepped(m, text, {TextStep::Kind::kOther, 0, 0, 0});
  }
  return Opaque(m, node);
}

// Only changes of case are undone: key.strip().startswith(...) is not followed.
Symbol PrefixOfKey(SymbolTable& symbols, const TextPart& key, Symbol start) {
  bool lower = false;
  for (const TextStep& step : key.steps) {
    if (step.kind != TextStep::Kind::kLower && step.kind != TextStep::Kind::kUpper) return 0;
    lower = step.kind == TextStep::Kind::kLower;
  }
  return lower ? symbols.Intern(ToUpper(symbols.TextOf(start))) : start;
}

// The steps of the key are undone from the last to the first: for key[4:].lower() == "port", "port"
// → "PORT" → "APP_PORT". Null if a step cannot be undone, or a known part of the text does not
// match.
Val VariableOfKey(Machine& m, Val text, Val constant) {
  const TextVal* holes = AsTextWithHoles(text);
  const ConstantVal* wanted = AsTextConstant(constant);
  if (holes == nullptr || wanted == nullptr) return nullptr;
  // The text has one key; literal parts before and after it have to match.
  const TextPart* key = nullptr;
  std::string before;
  std::string after;
  for (const TextPart& part : holes->parts) {
    if (part.kind == TextPart::Kind::kKey && key == nullptr) {
      key = &part;
    } else if (part.kind == TextPart::Kind::kLiteral) {
      (key == nullptr ? before : after) += m.symbols.TextOf(part.text);
    } else {
      return nullptr;
    }
  }
  std::string name = m.symbols.TextOf(wanted->text);
  if (key == nullptr || !name.starts_with(before) || name.size() < before.size() + after.size() ||
      !name.ends_with(after)) {
    return nullptr;
  }
  name = name.substr(before.size(), name.size() - before.size() - after.size());
  for (size_t i = key->steps.size(); i-- > 0;) {
    // Each step is undone.
    const TextStep& step = key->steps[i];
    switch (step.kind) {
      case TextStep::Kind::kLower:
        name = Applied({TextStep::Kind::kUpper, 0, 0, 0}, m, name);
        break;
      case TextStep::Kind::kUpper:
      case TextStep::Kind::kStrip:
        break;
      case TextStep::Kind::kCut: {
        const std::string& prefix = m.symbols.TextOf(key->prefix);
        if (prefix.size() < static_cast<size_t>(step.count))
          return nullptr;  // the removed text is not known
        name = prefix.substr(0, static_cast<size_t>(step.count)) + name;
        break;
      }
      case TextStep::Kind::kReplace:
        // A text that is replaced by nothing can only be the prefix.
        if (step.to == 0 && (step.from == 0 || (key->prefix != 0 && step.from != key->prefix)))
          return nullptr;
        // A name cannot contain the original of such a replacement: "." for "_".
        if (!AllBytes(m.symbols.TextOf(step.from), IsVariableNameByte)) break;
        name = step.to == 0 ? m.symbols.TextOf(step.from) + name
                            : Applied({TextStep::Kind::kReplace, step.to, step.from, 0}, m, name);
        break;
      default:
        return nullptr;
    }
  }
  // One character is not a variable's name.
  return name.size() < 2 ? nullptr : m.values.Text(m.symbols.Intern(name), wanted->mark);
}

namespace {

// Whether the literal is a key of a table, or declares something: {"app_port": 80}, define("port",
// default=80). The variable is reported at such a row.
bool IsRow(const Machine& m, const CodePoint& literal) {
  const PythonUnit& unit = UnitAt(m, literal.unit);
  const NodeId up = unit.ParentOf(literal.node);
  if (up == kNoNode || unit.syntax().kind(literal.node) != NodeKind::kString) return false;
  const NodeKind around = unit.syntax().kind(up);
  const bool first = unit.syntax().child(up, 0) == literal.node;
  return (around == NodeKind::kPair && first) ||
         (around == NodeKind::kCall && !first && unit.syntax().count(up) > 2);
}

// The place of a table's row, if its name is to be reported there.
Mark MarkOfRow(const Machine& m, const Mark& mark) {
  if (mark.frame >= Mark::kDeclared) return mark;
  const CodePoint row = mark.row_unit >= 0 ? CodePoint{mark.row_unit, mark.row_node}
                                           : CodePoint{mark.unit, mark.node};
  if (row.unit < 0 || !IsRow(m, row)) return {};
  return {Mark::kDeclared, row.unit, row.node};
}

}  // namespace

void MeetKey(Machine& m, Val text, Val constant, NodeId node, Val held) {
  // The variable of the key, if there is one.
  Val name = VariableOfKey(m, text, constant);
  if (name == nullptr) return;
  Emission read;
  // The name of a field keeps the place where it is declared.
  read.name = m.values.Text(AsTextConstant(name)->text, MarkOfRow(m, AsTextConstant(name)->mark));
  read.node = node;
  read.via = m.symbols.Intern("os.environ");
  if (held != nullptr) {
    read.default_value = DefaultInRecord(m, held);
    read.type = TypeInRecord(m, held);
  }
  Emit(m, read);
}

}  // namespace flagcensus
