// accesses of one Python file ─→ its syntax tree ─→ the texts around each
//
//   def timeout():
//     """How long a call may take."""
//     return int(os.environ.get("APP_TIMEOUT", 60))  # seconds to wait
//     ─→ doc "How long a call may take.", giver "timeout", comment "seconds to wait"
//
// From the access outwards, up to its statement: help arguments of the calls that contain it as the
// default or the name. On the lines and above them: comments. Below the statement: a string. Around
// it: the docstring of a function that reads only this variable and returns its value.
#include <algorithm>
#include <map>
#include <set>

#include "analyzer/base/text.h"
#include "analyzer/evidence/phrases.h"
#include "analyzer/evidence/source_texts.h"
#include "analyzer/pages/sentence.h"
#include "analyzer/python/parser.h"
#include "analyzer/python/source.h"

namespace flagcensus {
namespace {

// A docstring up to its sections, as one line.
//
//   """The port. ⏎ ⏎ Returns: ⏎ an int"""  ─→ "The port."
std::string Summary(const std::string& docstring) {
  std::string out;
  for (const std::string_view raw : Split(docstring, '\n')) {
    const std::string_view line = Trim(raw);
    const std::string lower = ToLower(line);
    const auto& heads = Phrases("descriptions", "docstring_sections");
    if (std::any_of(heads.begin(), heads.end(), [&](const std::string& head) {
          return lower == head ||
                 (head.size() > 1 && !head.ends_with('s') && lower.starts_with(head));
        })) {
      break;
    }
    out += line;
    out += ' ';
  }
  return FoldText(out);
}

// The item or sentence that names this variable, in the docstring of a function that reads several.
//
//   "- APP_A: the first ⏎ - APP_B: the second", APP_B  ─→ "APP_B: the second"
std::string PartNaming(const std::string& docstring, const std::string& name) {
  std::vector<std::string> parts(1);  // items and paragraphs
  for (const std::string_view raw : Split(docstring, '\n')) {
    const std::string_view line = Trim(raw);
    const bool item = line.starts_with("- ") || line.starts_with("* ");
    if (line.empty() || item) parts.emplace_back();
    parts.back() += std::string(item ? line.substr(2) : line) + " ";
  }
  for (const std::string& part : parts) {
    const size_t at = FindWord(part, name);
    if (at == std::string::npos) continue;
    return FoldText(SentenceAround(part, at));
  }
  return {};
}

// The first list of strings in `node`, a few levels down.
std::vector<std::string> StringsIn(const PythonSource& source, NodeId node, int depth) {
  const Syntax& syntax = source.syntax();
  std::vector<std::string> out;
  if (node == kNoNode || depth < 0) return out;
  const NodeKind kind = syntax.kind(node);
  const bool call = kind == NodeKind::kCall;
  // Choice(["a", "b"]) contains a list; the arguments of other calls are not a list of values.
  if (call && source.TextOf(syntax.child(node, 0)).find("Choice") == std::string_view::npos)
    return out;
  const size_t first = call ? 1 : 0;
  if (call || kind == NodeKind::kList || kind == NodeKind::kTuple || kind == NodeKind::kSet) {
    for (size_t i = first; i < syntax.count(node); ++i) {
      const NodeId element = syntax.child(node, i);
      if (syntax.kind(element) != NodeKind::kString) {
        out.clear();
        break;
      }
      out.push_back(syntax.text(element));
    }
    if (out.size() > 1) return out;
    out.clear();
  }
  for (size_t i = first; i < syntax.count(node) && out.empty(); ++i) {
    out = StringsIn(source, syntax.child(node, i), depth - (call ? 2 : 1));
  }
  return out;
}

// Reads what the other arguments of a call, or pairs of a dictionary, say about the access. `inner`
// is the argument or pair that contains the access (kNoNode: the call is the access itself).
//
//   option("--port", default=env("APP_PORT"), help="The port.", choices=["80", "443"])
//     ─→ help "The port.", values 80, 443
void TakeArguments(const PythonSource& source, NodeId holder, NodeId inner, SourceText& out) {
  const Syntax& syntax = source.syntax();
  const bool dictionary = source.kind(holder) == NodeKind::kDict;
  const auto key_of = [&](NodeId node) {
    return dictionary ? source.StringOf(syntax.child(node, 0)) : syntax.text(node);
  };
  const bool named =
      source.kind(inner) == NodeKind::kKeyword || source.kind(inner) == NodeKind::kPair;
  const std::string_view keys = dictionary ? "default_keys" : "default";
  // A keyword argument must be one for a default: in retry(limit=getenv("X"), help="…") the help
  // may be about the whole call.
  if (named && !IsPhrase("descriptions", keys, ToLower(key_of(inner)))) return;
  if (dictionary && !named) return;
  for (size_t i = dictionary ? 0 : 1; i < syntax.count(holder); ++i) {
    const NodeId argument = syntax.child(holder, i);
    if (syntax.kind(argument) != (dictionary ? NodeKind::kPair : NodeKind::kKeyword)) continue;
    const std::string key = ToLower(key_of(argument));
    const NodeId value = syntax.child(argument, dictionary ? 1 : 0);
    if (out.help.empty() && IsPhrase("descriptions", "help", key)) {
      out.help = FoldText(source.StringOf(value));
    } else if (out.values.empty() && !dictionary && IsPhrase("descriptions", "choices", key)) {
      constexpr int kDeep = 3;
      out.values = StringsIn(source, value, kDeep);
    }
  }
}

// A text of several words in a wrapper's call, next to the name and the default.
std::string PlainHelp(const PythonSource& source, NodeId call, const Access& access) {
  // Words: fewer may be a unit, a group or a type.
  constexpr long kWords = 3;
  const Syntax& syntax = source.syntax();
  for (size_t i = 2; i < syntax.count(call); ++i) {
    const std::string text = source.StringOf(syntax.child(call, i));
    if (std::count(text.begin(), text.end(), ' ') + 1 < kWords || text == access.default_text ||
        text.find("%s") != std::string::npos) {
      continue;
    }
    return FoldText(text);
  }
  return {};
}

// For a declarator's call, flag("app_x", read("APP_X"), "what it is for"), the text after the read,
// which is the argument `inner`.
std::string HelpBehind(const PythonSource& source, NodeId call, NodeId inner) {
  constexpr long kBlanks = 3;
  const Syntax& syntax = source.syntax();
  const std::string name = source.StringOf(source.Child(call, 1));
  if (name.empty() || name.find(' ') != std::string::npos) return {};
  size_t at = 1;
  while (at < syntax.count(call) && syntax.child(call, at) != inner) ++at;
  const std::string text = source.StringOf(source.Child(call, at + 1));
  const bool words =
      std::count(text.begin(), text.end(), ' ') >= kBlanks && text.find("%s") == std::string::npos;
  return words ? FoldText(text) : std::string();
}

// Collects help texts and comments from the access to its statement. Returns the statement.
NodeId TakeInside(const PythonSource& source, const Access& access, SourceText& out) {
  const Syntax& syntax = source.syntax();
  bool own = true;  // the innermost call is the access itself
  NodeId below = kNoNode;
  for (NodeId node = source.At(access.place); node != kNoNode; node = source.Parent(node)) {
    if (syntax.kind(node) == NodeKind::kCall) {
      const NodeId inner = below == kNoNode || below == syntax.child(node, 0) ? kNoNode : below;
      TakeArguments(source, node, inner, out);
      if (own && out.help.empty() && !access.chain.empty()) {
        out.help = PlainHelp(source, node, access);
      } else if (!own && out.help.empty() && source.kind(inner) == NodeKind::kCall) {
        out.help = HelpBehind(source, node, inner);
      }
      own = false;
    } else if (syntax.kind(node) == NodeKind::kPair) {
      TakeArguments(source, source.Parent(node), node, out);
    }
    const bool statement = source.IsStatement(node);
    if (out.comment.empty() && (statement || source.BeginsLine(node))) {
      out.comment = CommentOf(source, node);
    }
    if (statement) return node;
    below = node;
  }
  return kNoNode;
}

// Whether a `return` of the function itself, not of a nested one, returns `name`.
bool Returns(const PythonSource& source, NodeId node, std::string_view name, int depth) {
  constexpr int kDeep = 30;
  if (depth > kDeep) return false;
  const Syntax& syntax = source.syntax();
  for (size_t i = 0; i < syntax.count(node); ++i) {
    const NodeId child = syntax.child(node, i);
    if (syntax.kind(child) == NodeKind::kFunction) continue;
    if (syntax.kind(child) == NodeKind::kReturn) {
      if (FindWord(source.TextOf(child), name) != std::string_view::npos) return true;
    } else if (Returns(source, child, name, depth + 1)) {
      return true;
    }
  }
  return false;
}

// Whether the function returns what `statement`, which contains the access, reads.
bool ReturnsValueOf(const PythonSource& source, NodeId function, NodeId statement,
                    const Access& access) {
  if (source.kind(statement) == NodeKind::kReturn) return true;
  if (access.bound_kind == BoundKind::kReturn) return true;
  const std::vector<NodeId> targets = source.TargetsOf(statement);
  return !targets.empty() && source.kind(targets.back()) == NodeKind::kName &&
         Returns(source, BodyOf(source.syntax(), function), source.syntax().text(targets.back()),
                 0);
}

// Whether the function is little more than the read: then its purpose is that of the variable.
bool IsSmall(const PythonSource& source, NodeId function) {
  constexpr uint32_t kRows = 8;  // of its body, without the docstring
  const NodeId body = BodyOf(source.syntax(), function);
  const uint32_t begin = source.DocstringOf(function).empty()
                             ? source.FirstLine(body)
                             : source.LastLine(source.Child(body, 0));
  return source.LastLine(body) - begin <= kRows;
}

// The string below an assignment of a module or class.
std::string StringBelow(const PythonSource& source, NodeId statement) {
  if (source.TargetsOf(statement).empty()) return {};
  const NodeId next = source.NextStatement(statement);
  if (next == kNoNode || source.FirstLine(next) > source.LastLine(statement) + 1) return {};
  return Summary(source.StringStatement(next));
}

}  // namespace

std::string CommentOf(const PythonSource& source, NodeId node) {
  const std::string behind = CommentAsDescription(source.TrailingComment(source.LastLine(node)));
  if (!behind.empty()) return behind;
  return CommentAsDescription(source.CommentAbove(source.FirstLine(node)));
}

void FindPythonTexts(std::string_view text, const std::vector<const Access*>& accesses,
                     std::vector<SourceText>& out) {
  const PythonFile parsed = ParsePython(text);
  if (parsed.syntax.root == kNoNode) return;
  const PythonSource source(text, parsed.syntax);
  std::vector<AccessTarget> targets = FindPythonTargets(source, accesses);
  for (size_t i = 0; i < accesses.size(); ++i) out[i].target = std::move(targets[i]);
  // The variables that each function reads, and those that it returns. Its docstring describes the
  // only variable that it reads, or the only one that it returns.
  struct Reading {
    std::set<std::string_view> read, given;
  };
  std::map<NodeId, Reading> functions;
  std::vector<NodeId> statements;
  std::vector<bool> gives(accesses.size(), false);
  for (size_t i = 0; i < accesses.size(); ++i) {
    statements.push_back(TakeInside(source, *accesses[i], out[i]));
    const NodeId function = source.FunctionAround(statements.back());
    if (function == kNoNode) continue;
    gives[i] = ReturnsValueOf(source, function, statements[i], *accesses[i]);
    Reading& reading = functions[function];
    reading.read.insert(*accesses[i]->name);
    if (gives[i]) reading.given.insert(*accesses[i]->name);
  }
  for (size_t i = 0; i < accesses.size(); ++i) {
    // In this order: the part of the docstring that names the variable, the whole docstring, the
    // comment above.
    if (statements[i] == kNoNode) continue;
    const NodeId function = source.FunctionAround(statements[i]);
    if (function == kNoNode) {
      out[i].doc = StringBelow(source, statements[i]);
      continue;
    }
    const Reading& reading = functions[function];
    const bool alone = reading.read.size() == 1;
    const bool given = gives[i] && reading.given.size() == 1;
    const auto its = [&](const std::string& words, bool one) {
      return FindWord(words, *accesses[i]->name) != std::string::npos || given ||
             (one && IsSmall(source, function));
    };
    if (given) out[i].giver = parsed.syntax.text(function);
    const std::string docstring = source.DocstringOf(function);
    const std::string words = Summary(docstring);
    if (!alone) out[i].doc = PartNaming(docstring, *accesses[i]->name);
    if (out[i].doc.empty() && (alone || given) && its(words, alone)) out[i].doc = words;
    if (!out[i].doc.empty() || !out[i].comment.empty() || !words.empty()) continue;
    // Above the function, where a comment may describe all that it reads by name.
    const std::string above = CommentAsDescription(source.CommentAbove(source.FirstLine(function)));
    if (its(above, alone)) out[i].comment = above;
  }
}

}  // namespace flagcensus
