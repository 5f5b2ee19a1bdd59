#include "analyzer/python/syntax.h"

#include <utility>

namespace flagcensus {
namespace {

// Writes expressions as source; stops growing once the limit is reached.
class Printer {
 public:
  Printer(const Syntax& syntax, size_t limit) : syntax_(syntax), limit_(limit) {}

  std::string Take() {
    if (out_.size() > limit_) {
      out_.resize(limit_);
      out_ += "...";
    }
    return std::move(out_);
  }

  void Print(NodeId id) {
    if (out_.size() > limit_ || depth_ > 50) return;
    ++depth_;
    PrintNode(id);
    --depth_;
  }

 private:
  void List(NodeId id, size_t from, std::string_view separator = ", ") {
    for (size_t i = from; i < syntax_.count(id); ++i) {
      if (i > from) out_ += separator;
      Print(syntax_.child(id, i));
    }
  }

  void Quote(std::string_view text) {
    out_ += '"';
    for (const char c : text.substr(0, limit_)) {
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

  const Syntax& syntax_;
  size_t limit_;
  int depth_ = 0;
  std::string out_;
};

void Printer::PrintNode(NodeId id) {
  const std::string& text = syntax_.text(id);
  const auto child = [&](size_t i) {
    if (i < syntax_.count(id)) Print(syntax_.child(id, i));
  };
  switch (syntax_.kind(id)) {
    case NodeKind::kName:
    case NodeKind::kInteger:
    case NodeKind::kFloat:
    case NodeKind::kOpaque:
      out_ += text;
      return;
    case NodeKind::kString:
      Quote(text);
      return;
    case NodeKind::kFormat:
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
      return;
    case NodeKind::kTrue:
      out_ += "True";
      return;
    case NodeKind::kFalse:
      out_ += "False";
      return;
    case NodeKind::kNone:
      out_ += "None";
      return;
    case NodeKind::kEllipsis:
      out_ += "...";
      return;
    case NodeKind::kTuple:
      out_ += '(';
      List(id, 0);
      out_ += syntax_.count(id) == 1 ? ",)" : ")";
      return;
    case NodeKind::kList:
      out_ += '[';
      List(id, 0);
      out_ += ']';
      return;
    case NodeKind::kSet:
    case NodeKind::kDict:
      out_ += '{';
      List(id, 0);
      out_ += '}';
      return;
    case NodeKind::kPair:
      List(id, 0, ": ");
      return;
    case NodeKind::kSplat:
      out_ += '*';
      child(0);
      return;
    case NodeKind::kDoubleSplat:
      out_ += "**";
      child(0);
      return;
    case NodeKind::kAttribute:
      child(0);
      out_ += '.';
      out_ += text;
      return;
    case NodeKind::kSubscript:
      child(0);
      out_ += '[';
      child(1);
      out_ += ']';
      return;
    case NodeKind::kSlice:
      out_ += text;
      return;
    case NodeKind::kCall:
      child(0);
      out_ += '(';
      List(id, 1);
      out_ += ')';
      return;
    case NodeKind::kKeyword:
      out_ += text;
      out_ += '=';
      child(0);
      return;
    case NodeKind::kUnary:
      out_ += text;
      child(0);
      return;
    case NodeKind::kNot:
      out_ += "not ";
      child(0);
      return;
    case NodeKind::kBinary:
      child(0);
      out_ += ' ';
      out_ += text;
      out_ += ' ';
      child(1);
      return;
    case NodeKind::kCompare: {
      size_t from = 0;
      for (size_t i = 0; i < syntax_.count(id); ++i) {
        if (i > 0) {
          const size_t comma = text.find(',', from);
          out_ += ' ';
          out_ += text.substr(from, comma - from);
          out_ += ' ';
          from = comma == std::string::npos ? text.size() : comma + 1;
        }
        child(i);
      }
      return;
    }
    case NodeKind::kAnd:
      List(id, 0, " and ");
      return;
    case NodeKind::kOr:
      List(id, 0, " or ");
      return;
    case NodeKind::kConditional:
      child(1);
      out_ += " if ";
      child(0);
      out_ += " else ";
      child(2);
      return;
    case NodeKind::kLambda:
      out_ += syntax_.count(syntax_.child(id, 0)) > 0 ? "lambda " : "lambda";
      child(0);
      out_ += ": ";
      child(1);
      return;
    case NodeKind::kParameters:
      List(id, 0);
      return;
    case NodeKind::kParameter:
      out_.append(syntax_[id].flag, '*');
      out_ += text;
      if (syntax_.count(id) > 1) {
        out_ += '=';
        child(1);
      }
      return;
    case NodeKind::kWalrus:
      List(id, 0, " := ");
      return;
    case NodeKind::kAwait:
      out_ += "await ";
      child(0);
      return;
    case NodeKind::kComprehension:
      child(0);
      out_ += " for ...";
      return;
    default:
      out_ += "...";
      return;
  }
}

}  // namespace

uint32_t SyntaxBuilder::Intern(std::string_view text) {
  const auto [at, added] =
      index_.try_emplace(std::string(text), static_cast<uint32_t>(syntax_.strings.size()));
  if (added) syntax_.strings.emplace_back(text);
  return at->second;
}

NodeId SyntaxBuilder::Add(Node node, const std::vector<NodeId>& children) {
  node.first_child = static_cast<uint32_t>(syntax_.children.size());
  node.child_count = static_cast<uint32_t>(children.size());
  syntax_.children.insert(syntax_.children.end(), children.begin(), children.end());
  syntax_.nodes.push_back(node);
  return static_cast<NodeId>(syntax_.nodes.size() - 1);
}

Syntax SyntaxBuilder::Finish(NodeId root) {
  syntax_.root = root;
  syntax_.nodes.shrink_to_fit();
  syntax_.children.shrink_to_fit();
  syntax_.strings.shrink_to_fit();
  index_.clear();
  return std::move(syntax_);
}

std::string Unparse(const Syntax& syntax, NodeId id, size_t limit) {
  Printer printer(syntax, limit);
  printer.Print(id);
  return printer.Take();
}

}  // namespace flagcensus
