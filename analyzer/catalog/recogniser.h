// Recogniser: the walk over a document's blocks that FindEntries makes; in the catalog's own use
// only.
//
// Its parts are in entries.cc (the walk, headings, paragraphs), entries_list.cc (lists,
// definitions, sub-flags), entries_table.cc (tables) and entries_block.cc (directives, fields,
// records, dotenv).
#pragma once

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/catalog/body.h"
#include "analyzer/catalog/catalog.h"
#include "analyzer/catalog/document.h"
#include "analyzer/catalog/names.h"
#include "analyzer/catalog/topic.h"
#include "analyzer/model/entry.h"

namespace flagcensus {

class Recogniser {
 public:
  Recogniser(std::string_view file, const Document& document, PageKind kind);
  std::vector<Entry> Find();

 private:
  struct Section {
    int level = 0;
    std::string title;
    Topic topic = Topic::kNeutral;
    std::vector<std::string> claims;
    std::vector<LeadName> names;  // where the heading is itself an entry
    bool speaks = false;          // its text speaks of environment variables
    bool announces = false;       // and says so of what its own sections hold
  };
  // What the blocks that come now stand under.
  struct Context {
    std::vector<Section> sections;
    Topic intro_topic = Topic::kNeutral;  // of the sentence right before
    std::vector<std::string> intro_claims;
    bool intro_sets = false;
    bool intro_values = false;          // "Possible values:"
    std::optional<std::string> parent;  // the entry that the block belongs to
    std::vector<std::string> parent_claims;
    bool announces = false;  // text above the first heading speaks of environment variables
    bool evidence = false;   // a name of this list, table or row of headings is used as a variable
  };

  // entries.cc
  void Walk(const std::vector<Block>& blocks, size_t begin, size_t end, Context context);
  void Heading(const std::vector<Block>& blocks, size_t at, Context& context);
  // Returns the index of the last block that it took.
  size_t Paragraph(const std::vector<Block>& blocks, size_t at, Context& context);
  void SetIntro(const Block& paragraph, Context& context) const;
  bool IsNearEnvironment(const Context& context) const;
  bool IsUsed(const Lead& lead) const;
  void CollectUses(const std::vector<Block>& blocks, int depth);
  Topic TopicOf(const Context& context) const;
  std::string SectionOf(const Context& context) const;
  std::vector<std::string> ClaimsAbove(const Context& context) const;
  enum class Where { kList, kParagraph, kHeading, kDefinition, kTable };
  bool AcceptName(const LeadName& name, const Lead& lead, Where where, const Context& context,
                  bool supported) const;
  // The names of the lead that are variables there.
  std::vector<LeadName> Accepted(const Lead& lead, Where where, const Context& context,
                                 bool supported) const;
  void Add(const std::vector<LeadName>& names, EntryHow how, Body body, const Context& context);
  void AddNote(const Lead& lead, const Prose& text, const Context& context);
  void CollectMentions(const std::vector<Block>& blocks, int depth);
  void Mention(const Prose& text, const Block& block);

  // entries_list.cc
  void List(const Block& list, const Context& context);
  void Item(const Block& item, const Lead& lead, const Prose& text, const Context& context,
            bool supported);
  bool SubFlags(const Block& list, const std::string& parent,
                const std::vector<std::string>& claims, const std::string& section);
  size_t Definitions(const std::vector<Block>& blocks, size_t at, const Context& context);

  // entries_table.cc
  void Table(const Block& table, const Context& context);

  // entries_block.cc
  void Directive(const Block& block, const Context& context);
  size_t Fields(const std::vector<Block>& blocks, size_t at, const Context& context);
  void Record(const Block& block, const Context& context);
  size_t Assignments(const std::vector<Block>& blocks, size_t at, const Context& context);

  EntryHow How(EntryHow how) const { return kind_ == PageKind::kMan ? EntryHow::kMan : how; }

  std::string file_;
  const Document& document_;
  PageKind kind_;
  Topic file_topic_ = Topic::kNeutral;
  bool speaks_ = false;  // the page speaks of environment variables
  std::vector<Entry> entries_;
  std::vector<Entry> candidates_;  // paragraphs that only begin with a name: entries where no other
  std::set<std::string> used_;     // names that code on the page assigns or expands
  std::set<std::pair<int, std::string>> mentioned_;
};

// Whether what follows a name describes it: "controls …", "is the path …", not "must be set first".
bool Describes(const Prose& text);

}  // namespace flagcensus
