// A chart's values ─→ the map or list of variables to which lines can be added.
//
//   web:
//     env:
//       APP_PORT: "80"        a line
//       # APP_WAIT: "5"       a line, too
//   image: ...                after it
#include <algorithm>
#include <set>
#include <utility>

#include "analyzer/base/text.h"
#include "analyzer/fix/add_rows.h"
#include "analyzer/fix/page.h"
#include "analyzer/pages/data/deployment.h"
#include "analyzer/pages/data/registry_tree.h"

namespace flagcensus {
namespace {

using Kind = RegistryNode::Kind;
using Names = std::set<std::string, std::less<>>;

// The variable of a child of such a map, or of an item of such a list; "" if it has no name.
// "APP_X: 1" ─→ APP_X; "- {name: APP_X, value: 1}" ─→ APP_X
std::string_view NameOf(const RegistryNode& child, bool item) {
  if (!item) return child.key;
  for (const RegistryNode& one : child.children) {
    if (one.key == "name") return one.text;
  }
  return {};
}

// The map that is best so far. A name counts 2 and the top of the file 1, so one variable of
// the project outweighs the place.
struct Candidates {
  const Names& names;
  const RegistryNode* best = nullptr;
  size_t most = 0;
  size_t nested = 0;  // below other keys
};

// The map with most of the names. At the top of the file it counts also if it contains none of
// them: "env:" of a chart is the usual place.
void FindMap(const RegistryNode& node, bool top, Candidates& out) {
  for (const RegistryNode& child : node.children) {
    if (node.kind == Kind::kMap && child.kind != Kind::kScalar && IsEnvironmentKey(child.key)) {
      size_t count = top ? 1 : 0;
      for (const RegistryNode& one : child.children) {
        count += out.names.contains(NameOf(one, child.kind == Kind::kList)) ? 2 : 0;
      }
      if (count > out.most) {
        out.best = &child;
        out.most = count;
      }
      out.nested += top ? 0 : 1;
    }
    FindMap(child, false, out);
  }
}

size_t SpacesBefore(std::string_view line) {
  return std::min(line.find_first_not_of(' '), line.size());
}

// A comment without its marks, with its indentation after them.
// "  # APP_X: 1" ─→ " APP_X: 1"
std::string_view Uncommented(std::string_view line) {
  const std::string_view text = Trim(line);
  return text.substr(std::min(text.find_first_not_of('#'), text.size()));
}

// The variable of a comment `# NAME: value`, `# NAME:`, or `# - name: NAME`; "" if it is another
// comment.
std::string_view CommentedName(std::string_view line, bool item) {
  constexpr std::string_view kItem = "- name:";
  const std::string_view text = Trim(Uncommented(line));
  if (item) return text.starts_with(kItem) ? Trim(text.substr(kItem.size())) : std::string_view();
  const size_t end = std::min(EndOfRun(text, 0, IsIdentifierByte), text.size());
  if (end == 0 || end == text.size() || text[end] != ':') return {};
  const std::string_view value = Trim(text.substr(end + 1));
  const bool quoted = value.starts_with('"') || value.starts_with('\'');
  // Prose may contain "NOTE: the following"; an unquoted value of one word is a setting.
  return quoted || value.find(' ') == std::string_view::npos ? text.substr(0, end)
                                                             : std::string_view();
}

// The lines of a text below the line with a map's key.
// YAML's parser has no comments, so the text is read line by line beside its nodes.
class MapLines {
 public:
  MapLines(std::string_view text, const RegistryNode& map)
      : text_(text), starts_(LineStarts(text)), map_(map), items_(map.kind == Kind::kList) {}

  Listing Read() {
    const auto first = static_cast<size_t>(map_.key_line);  // the number of the line below it
    const size_t outer = SpacesBefore(LineAt(first - 1));
    size_t indent = outer + 2;
    for (size_t at = first; at < CountOfLines(); ++at) {
      if (Trim(LineAt(at)).empty()) continue;
      if (SpacesBefore(LineAt(at)) > outer) indent = SpacesBefore(LineAt(at));
      break;
    }
    // The indentation is that of the children, otherwise that of the first line further in (a
    // comment), otherwise two blanks.
    if (!map_.children.empty()) {
      indent = SpacesBefore(LineAt(LineOf(map_.children.front())));
    }
    Listing out;
    out.indent = std::string(indent, ' ');
    out.items = items_;
    out.end = EndOf(first - 1);
    std::set<size_t> keys;
    for (const RegistryNode& one : map_.children) {
      const size_t line = LineOf(one);
      if (line < first || !keys.insert(line).second) continue;
      names_.emplace_back(line, NameOf(one, items_));
    }
    std::sort(names_.begin(), names_.end());
    TakeLines(first, indent, out);
    return out;
  }

 private:
  std::string_view LineAt(size_t number) const {
    if (number >= CountOfLines()) return {};
    return text_.substr(starts_[number], EndOf(number) - starts_[number]);
  }
  // The line of a child, from 0.
  size_t LineOf(const RegistryNode& child) const {
    return static_cast<size_t>(items_ ? child.line : child.key_line) - 1;
  }
  size_t CountOfLines() const { return starts_.size() - (text_.ends_with('\n') ? 1 : 0); }
  size_t EndOf(size_t number) const {
    return number + 1 < starts_.size() ? starts_[number + 1] : text_.size();
  }

  // The keys, and those that are commented out among them, until a line is less indented. A line
  // that is more indented belongs to the value above it. A list may have the indentation of its
  // key.
  void TakeLines(size_t first, size_t indent, Listing& out) {
    size_t key = 0;
    bool in_comment = false;  // the line above is a part of an item that is commented out
    for (size_t at = first; at < CountOfLines(); ++at) {
      const std::string_view line = LineAt(at), text = Trim(line);
      if (text.empty()) continue;
      const bool own = key < names_.size() && names_[key].first == at;
      const bool comment = text.starts_with('#');
      if (SpacesBefore(line) < indent) return;
      if (!own && !comment && items_ && SpacesBefore(line) == indent) return;
      std::string_view name;
      bool goes_on = !own && SpacesBefore(line) > indent;
      if (own) name = names_[key++].second;
      if (!own && !goes_on && comment) name = CommentedName(line, items_);
      goes_on =
          goes_on || (name.empty() && comment && in_comment && Uncommented(line).starts_with("  "));
      in_comment = items_ && comment && (goes_on || !name.empty());
      if (goes_on && !out.lines.empty()) out.lines.back().end = out.end = EndOf(at);
      if (name.empty()) continue;
      out.end = EndOf(at);
      out.lines.push_back({std::string(name), starts_[at], out.end});
    }
  }

  std::string_view text_;
  std::vector<size_t> starts_;
  const RegistryNode& map_;
  const bool items_;
  std::vector<std::pair<size_t, std::string>> names_;  // of the keys, by their lines from 0
};

Error NotChanged(const std::string& file, int line, const std::string& why) {
  return {file + (line > 0 ? ":" + std::to_string(line) : "") + ": was not changed: " + why};
}

// A listing of a file without a map of variables: it gets one at its end.
// The line "env:", and the variables below it with two blanks.
Listing AtTheEnd(std::string_view text) {
  Listing out;
  const size_t last = text.find_last_not_of(" \t\r\n");
  out.end = last == std::string_view::npos ? 0 : text.find('\n', last) + 1;
  out.indent = "  ";
  out.opening = "env:";
  return out;
}

}  // namespace

Result<Listing> ListingOfValues(const std::string& file, const std::vector<std::string>& names,
                                std::string& text) {
  RegistryTree tree;
  const RegistryError error = ParseYaml(text, tree);
  if (!error.message.empty()) return NotChanged(file, error.line, error.message);
  if (tree.Cut()) return NotChanged(file, 0, "it has too many values or nests them too deep");
  const RegistryNode root = tree.Take();
  // An empty file, or one of comments, has no map but may get one.
  const bool none = root.children.empty() || root.children.front().kind == Kind::kNull;
  if (root.children.size() > 1 || (!none && root.children.front().kind != Kind::kMap) ||
      (!none && text[std::min(text.find_first_not_of(" \n"), text.size() - 1)] == '{')) {
    return NotChanged(file, 0, "it is not one map in block style");
  }
  if (none) return AtTheEnd(text);
  const Names known(names.begin(), names.end());
  Candidates found{known};
  FindMap(root.children.front(), true, found);
  const std::vector<RegistryNode>& keys = root.children.front().children;
  const auto taken = std::find_if(keys.begin(), keys.end(),
                                  [](const RegistryNode& one) { return one.key == "env"; });
  // Without any key for variables the map can be added; with one that has other names, it is
  // uncertain where they belong.
  if (found.best == nullptr && found.nested == 0 && taken == keys.end()) return AtTheEnd(text);
  if (found.best == nullptr) {
    return NotChanged(file, 0,
                      "no map in it has a variable of this project: write the first one where "
                      "they belong");
  }
  const RegistryNode& map = *found.best;
  if (map.alias != 0) return NotChanged(file, map.key_line, map.key + " is an alias");
  // The text after the key on its line.
  const std::vector<size_t> starts = LineStarts(text);
  const size_t line = starts[static_cast<size_t>(map.key_line) - 1];
  const size_t key = line + static_cast<size_t>(map.key_column) - 1;
  const size_t colon = text.find(':', key + map.key.size());
  const size_t end = std::min(text.find('\n', key), text.size());
  if (colon >= end) return NotChanged(file, map.key_line, map.key + " is not in block style");
  const size_t value = text.find_first_not_of(" \t\r", colon + 1);
  if (value < end && (text[value] == '{' || text[value] == '[')) {
    const size_t close = text.find_first_not_of(" \t", value + 1);
    if (!map.children.empty() || close >= end || (text[close] != '}' && text[close] != ']')) {
      return NotChanged(file, map.key_line,
                        map.key + " is in brackets: write it in lines, one for each variable");
    }
    text.erase(colon + 1, close - colon);
  }
  return MapLines(text, map).Read();
}

}  // namespace flagcensus
