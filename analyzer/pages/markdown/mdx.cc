#include "analyzer/pages/markdown/mdx.h"

#include <algorithm>
#include <array>
#include <utility>

#include "analyzer/base/text.h"
#include "analyzer/pages/names.h"

namespace flagcensus {
namespace {

// A longer "tag" is a "<" in a text that is never closed, and its search would be quadratic.
// Real tags of fields have a few hundred bytes.
constexpr size_t kMaxTagBytes = 4096;

// Attributes that contain the name of the documented thing. In this order: the kinds of parameters
// of an HTTP interface come first, since "name" may be the name of a type.
constexpr std::array<std::string_view, 8> kNaming = {"path", "body", "query",    "header",
                                                     "name", "env",  "variable", "param"};

// An attribute of a tag, as a view of the page.
struct Attribute {
  std::string_view name;
  std::string_view value;  // without quotes or braces
  size_t at = 0;           // of `value`
};

// An opening tag, with its attributes.
//
//   <ParamField path="APP_PORT" default={8080} required>
//       ─→  ParamField, {path: APP_PORT, default: 8080, required: ""}, not closed
struct Tag {
  std::string_view name;
  std::vector<Attribute> attributes;
  size_t end = 0;       // after its '>'
  bool closed = false;  // "/>": there is no closing tag
};

// Names of components may have a namespace: "Api.Param", "x:y".
bool IsTagNameByte(char c) { return IsIdentifierByte(c) || c == '.' || c == '-' || c == ':'; }

// "{`auto`}", "{8080}": the literal in braces, without quotes. Another expression is returned as it
// is written.
std::string_view LiteralIn(std::string_view braces) {
  std::string_view text = Trim(braces.substr(1, braces.size() - 2));
  const bool quoted = text.size() >= 2 && text.front() == text.back() &&
                      (text[0] == '"' || text[0] == '\'' || text[0] == '`');
  return quoted ? text.substr(1, text.size() - 2) : text;
}

// Parses one tag. It gives up after kMaxTagBytes, or at the first byte that a tag cannot contain.
// "a <B and c." is not a tag: after the attributes "and" and "c" there is a byte that is not '>'.
class TagParser {
 public:
  TagParser(std::string_view text, size_t at)
      : text_(text.substr(0, std::min(text.size(), at + kMaxTagBytes))), at_(at) {}

  // Parses the tag that opens at '<'; false if there is no complete tag.
  bool Parse(Tag* out) {
    ++at_;
    out->name = Word();
    while (true) {
      while (at_ < text_.size() && IsPlainSpace(text_[at_])) ++at_;
      if (at_ >= text_.size()) return false;
      if (text_[at_] == '>' || text_.substr(at_).starts_with("/>")) {
        out->closed = text_[at_] == '/';
        out->end = at_ + (out->closed ? 2 : 1);
        return true;
      }
      Attribute attribute;
      attribute.name = Word();
      if (attribute.name.empty() || !Value(&attribute)) return false;
      out->attributes.push_back(attribute);
    }
  }

 private:
  std::string_view Word() {
    const size_t begin = at_;
    while (at_ < text_.size() && IsTagNameByte(text_[at_])) ++at_;
    return text_.substr(begin, at_ - begin);
  }

  // ="value", ='value', ={value}; an attribute may be written without a value.
  bool Value(Attribute* out) {
    if (at_ >= text_.size() || text_[at_] != '=') return true;
    if (++at_ >= text_.size()) return false;
    const char open = text_[at_];
    if (open == '"' || open == '\'') {
      const size_t end = text_.find(open, at_ + 1);
      if (end == std::string_view::npos) return false;
      out->value = text_.substr(at_ + 1, end - at_ - 1);
      out->at = at_ + 1;
      at_ = end + 1;
      return true;
    }
    if (open != '{') return false;
    // Braces nest, "{{a: 1}}". A brace in a string inside of them is counted, too.
    const size_t begin = at_;
    int depth = 0;
    for (; at_ < text_.size(); ++at_) {
      depth += text_[at_] == '{' ? 1 : text_[at_] == '}' ? -1 : 0;
      if (depth == 0) break;
    }
    if (at_ >= text_.size()) return false;
    out->value = LiteralIn(text_.substr(begin, ++at_ - begin));
    out->at = static_cast<size_t>(out->value.data() - text_.data());
    return true;
  }

  std::string_view text_;
  size_t at_;
};

// The attribute with this name; null if the tag does not have it. Case matters, as in JSX.
const Attribute* Find(const Tag& tag, std::string_view name) {
  const auto found =
      std::find_if(tag.attributes.begin(), tag.attributes.end(),
                   [&](const Attribute& attribute) { return attribute.name == name; });
  return found == tag.attributes.end() ? nullptr : &*found;
}

// The attribute that contains a variable's name, if the tag is a field or has a type, a default or
// "required". Names in lower case are parameters of an interface and not variables.
//
//   <ParamField path="APP_PORT">          ─→  APP_PORT
//   <Card name="APP_PORT" type="x">       ─→  APP_PORT
//   <Card name="APP_PORT">                ─→  null: any component may have a name
//   <ParamField path="user_id">           ─→  null
const Attribute* NameOf(const Tag& tag) {
  const bool field = tag.name.ends_with("Field") || tag.name.ends_with("Param");
  if (!field && Find(tag, "type") == nullptr && Find(tag, "default") == nullptr &&
      Find(tag, "required") == nullptr) {
    return nullptr;
  }
  for (const std::string_view name : kNaming) {
    const Attribute* attribute = Find(tag, name);
    if (attribute == nullptr) continue;
    const NameShape shape = ShapeOf(attribute->value);
    if (shape == NameShape::kStrong || shape == NameShape::kWeak) return attribute;
  }
  return nullptr;
}

// One pass over a page: code blocks are skipped, comments and the tags of components are blanked.
// Blanks keep lines and columns, so the places of what remains are true.
class Mdx {
 public:
  Mdx(std::string_view text, std::vector<MdxComponent>* components)
      : text_(text), out_(text), components_(components) {}

  // Byte by byte; each start of a line may be the fence of a code block.
  std::string Run() {
    for (at_ = 0; at_ < text_.size();) {
      if (at_ == 0 || text_[at_ - 1] == '\n') {
        ++line_;
        if (Fence()) continue;
      }
      if (fence_.empty() && Part()) continue;
      ++at_;
    }
    return std::move(out_);
  }

 private:
  // Whether the line opens, closes or belongs to a code block; then it is skipped.
  bool Fence() {
    const std::string_view line = text_.substr(at_, text_.find('\n', at_) - at_);
    const std::string_view text = Trim(line);
    const size_t marks =
        std::min(text.find_first_not_of(text.empty() ? ' ' : text[0]), text.size());
    const bool mark = marks >= 3 && (text[0] == '`' || text[0] == '~');
    if (fence_.empty()) {
      if (!mark) return false;
      fence_ = text.substr(0, marks);
    } else if (mark && text.size() == marks && text.starts_with(fence_)) {
      fence_ = {};
    }
    at_ += line.size() + 1;
    return true;
  }

  // Whether there is a comment, or a tag of a component, at the cursor; it is blanked, and the
  // cursor is moved after it. Other tags are only recorded, to match their closing tags.
  bool Part() {
    const std::string_view rest = text_.substr(at_);
    if (rest.starts_with("{/*")) {
      const size_t end = rest.find("*/}");
      if (end == std::string_view::npos) return false;
      Blank(at_ + end + 3);
      return true;
    }
    if (!rest.starts_with('<')) return false;
    if (rest.starts_with("</")) return Close(rest.substr(2));
    // A component's name begins with a capital; HTML is lower case.
    if (rest.size() < 2 || !IsUpper(rest[1])) return false;
    Tag tag;
    if (!TagParser(text_, at_).Parse(&tag)) return false;
    const Attribute* name = NameOf(tag);
    if (name != nullptr) Add(tag, *name);
    if (!tag.closed && open_.size() < kMaxOpen) {
      open_.push_back({tag.name, name != nullptr ? components_->size() - 1 : kNone});
    }
    if (name == nullptr) return false;
    Blank(tag.end);
    return true;
  }

  // Adds the record of a tag: its name, and the default and the type if it has them.
  // The description is added later, from the paragraph between the tags (PlaceMdxComponents).
  void Add(const Tag& tag, const Attribute& name) {
    MdxComponent component;
    component.record.kind = Block::Kind::kRecord;
    component.record.label = name.value;
    component.record.line = LineOf(name.at);
    component.record.column = ColumnOf(name.at);
    component.last_line = line_;
    for (const std::string_view label : {"default", "type"}) {
      const Attribute* attribute = Find(tag, label);
      if (attribute == nullptr || attribute->value.empty()) continue;
      Block field;
      field.kind = Block::Kind::kField;
      field.label = label;
      field.line = LineOf(attribute->at);
      field.column = ColumnOf(attribute->at);
      flagcensus::Run run;
      run.text = attribute->value;
      run.code = label == "default";
      run.line = field.line;
      run.column = field.column;
      field.inlines.push_back(std::move(run));
      component.record.children.push_back(std::move(field));
    }
    components_->push_back(std::move(component));
  }

  // A closing tag; true if it was that of a component and is blanked.
  bool Close(std::string_view rest) {
    size_t end = 0;
    while (end < rest.size() && IsTagNameByte(rest[end])) ++end;
    if (end == 0 || end >= rest.size() || rest[end] != '>') return false;
    const std::string_view name = rest.substr(0, end);
    // Tags that are open above it were never closed.
    const auto found = std::find_if(open_.rbegin(), open_.rend(),
                                    [&](const Open& open) { return open.name == name; });
    if (found == open_.rend()) return false;
    open_.erase(found.base(), open_.end());
    const size_t component = open_.back().component;
    open_.pop_back();
    if (component == kNone) return false;
    (*components_)[component].last_line = line_;
    Blank(at_ + 2 + end + 1);
    return true;
  }

  // Bytes up to `end` become blanks; line feeds remain.
  void Blank(size_t end) {
    for (; at_ < end; ++at_) {
      if (text_[at_] == '\n') {
        ++line_;
      } else {
        out_[at_] = ' ';
      }
    }
  }

  // The line of a place at or after the cursor.
  int LineOf(size_t place) const {
    const std::string_view between = text_.substr(at_, place - at_);
    return line_ + static_cast<int>(std::count(between.begin(), between.end(), '\n'));
  }

  // The column of a place, by the line feed before it.
  int ColumnOf(size_t place) const {
    const size_t end = text_.rfind('\n', place);
    return static_cast<int>(place - (end == std::string_view::npos ? 0 : end + 1)) + 1;
  }

  // Tags of HTML in capitals, and "<T>" in prose, are never closed; the list of open tags is
  // bounded to bound its search.
  static constexpr size_t kMaxOpen = 1000;
  static constexpr size_t kNone = static_cast<size_t>(-1);
  struct Open {
    std::string_view name;
    size_t component;  // kNone: a tag that does not document a variable
  };

  std::string_view text_;
  std::string out_;
  std::vector<MdxComponent>* components_;
  std::vector<Open> open_;
  std::string_view fence_;  // the marks that close the code block that is open
  size_t at_ = 0;
  int line_ = 0;
};

// Whether a block is between the tags of the component.
bool IsIn(const Block& block, const MdxComponent& component) {
  return block.line >= component.record.line && block.line <= component.last_line;
}

}  // namespace

// HTML in capitals and "<T>" in code pass this test; they cost a full pass and change nothing.
bool MayBeMdx(std::string_view text) {
  if (text.find("{/*") != std::string_view::npos) return true;
  for (size_t at = text.find('<'); at != std::string_view::npos; at = text.find('<', at + 1)) {
    if (at + 1 < text.size() && IsUpper(text[at + 1])) return true;
  }
  return false;
}

std::string WithoutMdx(std::string_view text, std::vector<MdxComponent>* components) {
  return Mdx(text, components).Run();
}

// Merges two sequences that are sorted by line.
// The first paragraph between the tags becomes the description of the record; others remain blocks.
void PlaceMdxComponents(std::vector<MdxComponent> components, std::vector<Block>& blocks) {
  if (components.empty()) return;
  std::vector<Block> out;
  out.reserve(blocks.size() + components.size());
  size_t next = 0;
  for (Block& block : blocks) {
    bool described = false;
    // Several components may begin before the block; the last one that contains it is described.
    for (; next < components.size() && components[next].record.line <= block.line; ++next) {
      MdxComponent& component = components[next];
      described = block.kind == Block::Kind::kParagraph && IsIn(block, component);
      if (described) {
        Block field;
        field.kind = Block::Kind::kField;
        field.label = "description";
        field.line = block.line;
        field.column = block.column;
        field.inlines = block.inlines;
        component.record.children.push_back(std::move(field));
      }
      out.push_back(std::move(component.record));
    }
    // The paragraph is the description of a record, and is not added again.
    if (!described) out.push_back(std::move(block));
  }
  for (; next < components.size(); ++next) out.push_back(std::move(components[next].record));
  blocks = std::move(out);
}

}  // namespace flagcensus
