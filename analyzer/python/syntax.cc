// Building and printing of syntax: Unparse shows the source of a computed default on a page.
#include "analyzer/python/syntax.h"

#include <algorithm>
#include <utility>

#include "analyzer/base/quick_hash.h"
#include "analyzer/base/text.h"
#include "analyzer/model/secrets.h"

namespace flagcensus {
namespace {

// Writes expressions as source; stops growing once the limit is reached.
class Printer {
 public:
  Printer(const Syntax& syntax, size_t limit) : syntax_(syntax), limit_(limit) {}

  std::string Take() {
    // The limit is exceeded by the last piece that was added.
    if (out_.size() > limit_) {
      out_ = MaskSecrets(out_, {});  // half a credential would not be recognised
      out_.resize(std::min(out_.size(), limit_));
      out_ += "...";
    }
    return std::move(out_);
  }

  // Stops at the limit, so a long literal costs nothing.
  void Print(NodeId id) {
    // Fifty levels, for an expression that is cut off long before.
    if (out_.size() > limit_ || depth_ > 50) return;
    ++depth_;
    // Depth is bounded for expressions that the text nests by thousands.
    PrintNode(id);
    --depth_;
  }

 private:
  // Separated by commas, from a child on.
  void List(NodeId id, size_t from) {
    for (size_t i = from; i < syntax_.count(id); ++i) {
      if (i > from) out_ += ", ";
      Print(syntax_.child(id, i));
    }
  }

  void Quote(std::string_view text) {
    out_ += '"';
    // Masked before it is cut, for the same reason.
    const std::string masked = text.size() > limit_ ? MaskSecrets(text, {}) : std::string(text);
    // Line ends are shown, so the result is one line.
    for (const char c : masked.substr(0, limit_)) {
      if (c == '\n') {
        out_ += "\\n";
      } else {
        if (c == '"' || c == '\\') out_ += '\\';
        out_ += c;
      }
    }
    out_ += '"';
  }

  void PrintNode(NodeId id);
  void PrintForm(NodeId id, std::string_view form);
  void PrintFormat(NodeId id);
  void PrintCompare(NodeId id);
  void Child(NodeId id, size_t i);

  const Syntax& syntax_;
  size_t limit_;
  int depth_ = 0;
  std::string out_;
};

// The form of a node: $0 is its first child, $* are all of them, $+ those after the first, $t is
// its text. "": written by code.
std::string_view FormOf(NodeKind kind) {
  // Kinds that are not in the list are shown as "...".
  static constexpr std::pair<NodeKind, std::string_view> kForms[] = {
      {NodeKind::kName, "$t"},         {NodeKind::kInteger, "$t"},
      {NodeKind::kFloat, "$t"},        {NodeKind::kOpaque, "$t"},
      {NodeKind::kSlice, "$t"},        {NodeKind::kTrue, "True"},
      {NodeKind::kFalse, "False"},     {NodeKind::kNone, "None"},
      {NodeKind::kList, "[$*]"},       {NodeKind::kSet, "{$*}"},
      {NodeKind::kDict, "{$*}"},       {NodeKind::kPair, "$0: $1"},
      {NodeKind::kSplat, "*$0"},       {NodeKind::kDoubleSplat, "**$0"},
      {NodeKind::kAttribute, "$0.$t"}, {NodeKind::kSubscript, "$0[$1]"},
      {NodeKind::kCall, "$0($+)"},     {NodeKind::kKeyword, "$t=$0"},
      {NodeKind::kUnary, "$t$0"},      {NodeKind::kNot, "not $0"},
      {NodeKind::kBinary, "$0 $t $1"}, {NodeKind::kAnd, "$0 and $1"},
      {NodeKind::kOr, "$0 or $1"},     {NodeKind::kConditional, "$1 if $0 else $2"},
      {NodeKind::kParameters, "$*"},   {NodeKind::kWalrus, "$0 := $1"},
      {NodeKind::kAwait, "await $0"},  {NodeKind::kComprehension, "$0 for ..."},
      {NodeKind::kString, ""},         {NodeKind::kFormat, ""},
      {NodeKind::kTuple, ""},          {NodeKind::kCompare, ""},
      {NodeKind::kField, "$0$t"},      {NodeKind::kLambda, ""},
      {NodeKind::kParameter, ""},
  };
  for (const auto& [known, form] : kForms) {
    if (known == kind) return form;
  }
  return "...";
}

void Printer::Child(NodeId id, size_t i) {
  if (i < syntax_.count(id)) Print(syntax_.child(id, i));
}

void Printer::PrintForm(NodeId id, std::string_view form) {
  for (size_t at = 0; at < form.size(); ++at) {
    if (form[at] != '$') {
      out_ += form[at];
      continue;
    }
    // The character after "$" selects what is printed.
    switch (const char what = form[++at]) {
      case 't':
        out_ += syntax_.text(id);
        break;
      case '*':
        List(id, 0);
        break;
      case '+':
        List(id, 1);
        break;
      default:
        Child(id, static_cast<size_t>(what - '0'));
    }
  }
}

// Text and expressions in braces, as in the source.
void Printer::PrintFormat(NodeId id) {
  out_ += "f\"";
  for (size_t i = 0; i < syntax_.count(id); ++i) {
    const NodeId part = syntax_.child(id, i);
    if (syntax_.kind(part) == NodeKind::kString) {
      out_ += syntax_.text(part);
    } else {
      out_ += '{';
      Print(part);
      out_ += '}';
    }
  }
  out_ += '"';
}

// The operators are in the node's text, separated by commas.
void Printer::PrintCompare(NodeId id) {
  // Operands and operators alternate.
  const std::vector<std::string_view> operators = Split(syntax_.text(id), ',');
  for (size_t i = 0; i < syntax_.count(id); ++i) {
    if (i > 0) {
      out_ += ' ';
      if (i <= operators.size()) out_ += operators[i - 1];
      out_ += ' ';
    }
    Child(id, i);
  }
}

// Kinds with a form that depends on the node.
void Printer::PrintNode(NodeId id) {
  switch (syntax_.kind(id)) {
    case NodeKind::kString:
      Quote(syntax_.text(id));
      return;
    case NodeKind::kFormat:
      PrintFormat(id);
      return;
    case NodeKind::kCompare:
      PrintCompare(id);
      return;
    // A tuple of one element needs its comma.
    case NodeKind::kTuple:
      PrintForm(id, syntax_.count(id) == 1 ? "($*,)" : "($*)");
      return;
    case NodeKind::kLambda:
      PrintForm(id, syntax_.count(syntax_.child(id, 0)) > 0 ? "lambda $0: $1" : "lambda$0: $1");
      return;
    case NodeKind::kParameter:
      // One star or two.
      out_.append(syntax_[id].flag, '*');
      PrintForm(id, syntax_.count(id) > 1 ? "$t=$1" : "$t");
      return;
    default:
      PrintForm(id, FormOf(syntax_.kind(id)));
  }
}

}  // namespace

uint32_t SyntaxBuilder::Intern(std::string_view text) {
  if (text.empty()) return 0;
  // Open addressing: a text's place is its hash, or the next free one.
  std::vector<std::string>& strings = syntax_.strings;
  const auto place_of = [&](std::string_view one) {
    const size_t mask = index_.size() - 1;
    size_t at = QuickHash(one) & mask;
    while (index_[at] != 0 && strings[index_[at]] != one) at = (at + 1) & mask;
    return at;
  };
  if (2 * strings.size() >= index_.size()) {  // at most half of the places are used
    // The table grows by doubling.
    index_.assign(std::max<size_t>(64, 2 * index_.size()), 0);
    for (size_t i = 1; i < strings.size(); ++i) {
      index_[place_of(strings[i])] = static_cast<uint32_t>(i);
    }
  }
  // New texts are added at the end.
  uint32_t& place = index_[place_of(text)];
  if (place == 0) {
    place = static_cast<uint32_t>(strings.size());
    strings.emplace_back(text);
  }
  return place;
}

void SyntaxBuilder::Reserve(size_t bytes) {
  // Estimates; the vectors are shrunk at the end.
  constexpr size_t kBytesPerNode = 8;
  syntax_.nodes.reserve(bytes / kBytesPerNode);
  syntax_.children.reserve(bytes / kBytesPerNode);
}

// Children are stored in one array, in the order of their parents.
NodeId SyntaxBuilder::Add(Node node, std::span<const NodeId> children) {
  node.first_child = static_cast<uint32_t>(syntax_.children.size());
  syntax_.children.insert(syntax_.children.end(), children.begin(), children.end());
  syntax_.nodes.push_back(node);
  return static_cast<NodeId>(syntax_.nodes.size() - 1);
}

Syntax SyntaxBuilder::Finish(NodeId root, std::string_view text) {
  syntax_.root = root;
  constexpr size_t kBytesPerLine = 32;
  syntax_.lines.reserve(text.size() / kBytesPerLine + 1);
  syntax_.lines.push_back(0);
  // Offsets of the lines, for positions.
  for (size_t at = text.find('\n'); at != std::string_view::npos; at = text.find('\n', at + 1)) {
    syntax_.lines.push_back(static_cast<uint32_t>(at + 1));
  }
  syntax_.nodes.shrink_to_fit();
  syntax_.children.shrink_to_fit();
  syntax_.strings.shrink_to_fit();
  index_ = {};
  return std::move(syntax_);
}

void AddCut(uint32_t begin, const char* what, std::vector<SyntaxCut>* cuts) {
  // Twenty places, and a note that there are more.
  constexpr size_t kMaxCuts = 20;
  // The last entry of a full list represents all further ones.
  if (cuts->size() > kMaxCuts) return;
  cuts->push_back({begin, what});
  if (cuts->size() > kMaxCuts)
    cuts->back().what = "the same applies to further places in this file";
}

uint32_t Syntax::LineOf(uint32_t offset) const {
  return static_cast<uint32_t>(std::upper_bound(lines.begin(), lines.end(), offset) -
                               lines.begin());
}

std::vector<NodeId> ParentsOf(const Syntax& syntax) {
  std::vector<NodeId> out(syntax.nodes.size(), kNoNode);
  // Each child has one parent.
  for (NodeId id = 0; id < out.size(); ++id) {
    for (size_t i = 0; i < syntax.count(id); ++i) {
      const NodeId child = syntax.child(id, i);
      if (child < id) out[child] = id;  // the builder adds children first
    }
  }
  return out;
}

std::string Unparse(const Syntax& syntax, NodeId id, size_t limit) {
  Printer printer(syntax, limit);
  printer.Print(id);
  return printer.Take();
}

}  // namespace flagcensus
