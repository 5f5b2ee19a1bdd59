// YAML → tree, from the events of yaml-cpp.
//
//   port: &p 80    ─→   a map with "port": 80 and "old": 80
//   old: *p
//
// The events are used and not the nodes of the library: an alias is one event, so nested aliases
// cannot multiply. An alias of a scalar becomes the text of the scalar; any other becomes an empty
// node. yaml-cpp reports an error if values are nested 500 deep.
#include <yaml-cpp/depthguard.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/yaml.h>

#include <map>
#include <sstream>

#include "analyzer/pages/data/registry_tree.h"

namespace flagcensus {
namespace {

// Aliases that would copy more text are empty: memory stays proportional to the file.
constexpr size_t kMaxAnchors = 100'000;
constexpr size_t kMaxAliasText = 1000;

// Events of the parser → nodes. An exception stops the parser.
class YamlEvents : public YAML::EventHandler {
 public:
  explicit YamlEvents(RegistryTree& tree) : tree_(tree) {}

  // For `,` at the top level the library consumes nothing and reports the start of a document, in
  // an endless loop. Two documents that start at one place are this error.
  void OnDocumentStart(const YAML::Mark& mark) override {
    if (mark.pos == begun_) throw YAML::Exception(mark, "this begins no document");
    begun_ = mark.pos;
  }
  void OnDocumentEnd() override {}
  void OnNull(const YAML::Mark& mark, YAML::anchor_t) override { Value("", false, true, mark); }
  // An alias of a scalar is its text; one of a list or map is a null node with the anchor's number.
  void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    const auto found = anchors_.find(anchor);
    if (found == anchors_.end()) return Value("", false, true, mark, anchor);
    Value(found->second.first, found->second.second, false, mark);
  }
  // Scalars with an anchor are stored for the aliases that may follow.
  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& value) override {
    // yaml-cpp tags a quoted scalar "!" and a plain one "?".
    const bool quoted = tag == "!";
    if (anchor != 0 && anchors_.size() < kMaxAnchors && value.size() <= kMaxAliasText) {
      anchors_[anchor] = {value, quoted};
    }
    // The values that mean null in the core schema.
    const bool null = !quoted && (value.empty() || value == "~" || value == "null" ||
                                  value == "Null" || value == "NULL");
    Value(value, quoted, null, mark);
  }
  void OnSequenceStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value) override {
    Begin(RegistryNode::Kind::kList, mark, anchor);
  }
  void OnSequenceEnd() override { End(); }
  void OnMapStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value) override {
    Begin(RegistryNode::Kind::kMap, mark, anchor);
  }
  void OnMapEnd() override { End(); }

 private:
  // A list or map that is open.
  struct Level {
    bool map = false;
    bool key = false;   // the next event is a key
    bool drop = false;  // the list or map is a key, which names nothing
  };

  // Whether the event is a key of the innermost map. Keys and values alternate.
  bool TakesKey() {
    if (levels_.empty() || !levels_.back().map) return false;
    const bool key = levels_.back().key;
    levels_.back().key = !key;
    return key;
  }

  // A scalar or null: a key, part of a skipped key, or a value.
  void Value(const std::string& text, bool quoted, bool null, const YAML::Mark& mark,
             YAML::anchor_t alias = 0) {
    // Places of quoted scalars are after the quote; marks are 0-based.
    const int column = mark.column + (quoted ? 2 : 1);
    if (TakesKey()) {
      if (dropped_ == 0) tree_.Key(text, mark.line + 1, column);
    } else if (dropped_ > 0) {
    } else if (null) {
      tree_.Null(mark.line + 1, column, alias);
    } else {
      tree_.Scalar(text, quoted, mark.line + 1, column);
    }
    if (tree_.Full()) throw YAML::Exception(mark, "the file has too many values");
  }

  void Begin(RegistryNode::Kind kind, const YAML::Mark& mark, YAML::anchor_t anchor) {
    const bool key = TakesKey();
    if (key) ++dropped_;
    levels_.push_back({kind == RegistryNode::Kind::kMap, true, key});
    if (dropped_ == 0) tree_.Begin(kind, mark.line + 1, mark.column + 1, anchor);
  }

  void End() {
    if (levels_.empty()) return;
    if (dropped_ == 0) tree_.End();
    if (levels_.back().drop) {
      --dropped_;
      if (dropped_ == 0) tree_.Key("", 0, 0);
    }
    levels_.pop_back();
  }

  RegistryTree& tree_;
  std::vector<Level> levels_;
  int begun_ = -1;   // the position at which the document before began
  int dropped_ = 0;  // the number of open levels that are part of a key
  std::map<YAML::anchor_t, std::pair<std::string, bool>> anchors_;
};

}  // namespace

// Reads all documents of the file. The library reports errors as exceptions, which end here.
RegistryError ParseYaml(std::string_view text, RegistryTree& tree) {
  try {
    std::istringstream stream{std::string(text)};
    YAML::Parser parser(stream);
    YamlEvents events(tree);
    while (parser.HandleNextDocument(events)) {
    }
  } catch (const YAML::DeepRecursion& error) {
    return {error.mark.line + 1, error.mark.column + 1, "values are nested too deep"};
  } catch (const YAML::Exception& error) {
    return {error.mark.line + 1, error.mark.column + 1, error.msg};
  } catch (const std::exception& error) {
    return {0, 0, error.what()};
  }
  return {};
}

}  // namespace flagcensus
