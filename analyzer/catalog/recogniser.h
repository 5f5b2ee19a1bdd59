// Recogniser: the walk over a document's blocks for FindEntries. Internal to the catalog.
//
// The walk proposes candidates: each lead of a row, item, term, heading, field, line of code or
// sentence, with statistics of its peers. Weigh (weigh.cc) turns a candidate into signals
// (evidence.h), whose sum decides. The walk is implemented in entries.cc (blocks),
// entries_section.cc (headings, paragraphs), entries_list.cc (lists, definitions, sub-flags),
// entries_table.cc, entries_block.cc (directives, fields, records, dotenv), entries_code.cc and
// entries_shown.cc (blocks of code) and entries_prose.cc (sentences).
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "analyzer/catalog/body.h"
#include "analyzer/catalog/catalog.h"
#include "analyzer/catalog/entries.h"
#include "analyzer/catalog/evidence.h"
#include "analyzer/catalog/lead.h"
#include "analyzer/model/entry.h"
#include "analyzer/pages/document.h"
#include "analyzer/pages/names.h"
#include "analyzer/pages/topic.h"

namespace flagcensus {

// Statistics of the rows, items or headings next to a candidate.
struct SiblingStats {
  size_t rows = 0;
  size_t named = 0;          // that begin with a name of any shape
  size_t strong = 0;         // APP_HOME
  size_t upper = 0;          // APP_HOME, CC
  size_t customary = 0;      // DEBUG, OFF: customary values
  size_t dollars = 0;        // $APP_HOME
  size_t defaults = 0;       // that mention a default
  bool environment = false;  // one mentions environment variables
  bool used = false;         // one is used as a variable elsewhere on the page
  bool sentences = false;    // one continues as a sentence: "NAME is ..."
  bool typed_as_c = false;   // one is followed by a C type: "NAME (char*)"
  std::string prefix;        // of the strong ones, up to the first '_'; "" if they differ

  void Count(const LeadingName& lead, std::string_view lower);

 private:
  bool differ_ = false;
};

// A column of a table: what its header says, and what its cells contain.
struct TableColumn {
  Label label = Label::kNone;
  bool variable = false;  // the header says "variable"
  bool names = false;     // its cells are candidates
  std::string prefix;     // shared by its names, by the header: "Variable (prefix `APP_`)"
  SiblingStats peers;
};

class Recogniser {
 public:
  Recogniser(std::string_view file, const Document& document, const PageFormat& format,
             const EntryOptions& options);
  FoundEntries Find();

 private:
  // The names with one first word in one kind of structure of the page, and those accepted.
  struct Siblings {
    std::set<std::string> all;
    std::set<std::string> taken;
  };
  struct Section {
    int level = 0;
    std::string title;
    Topic topic = Topic::kNeutral;
    std::vector<std::string> claims;
    std::vector<LeadName> names;  // if the heading is itself an entry
    bool speaks = false;          // its text mentions environment variables
    bool announces = false;       // and says so of its subsections
    std::string prefix;           // that its text says all names have
    bool settings = false;        // its title calls its contents settings
    int settings_said = 0;        // its own paragraphs that mention settings,
    int environment_said = 0;     // and of environment variables
  };
  // What precedes and encloses the blocks that follow.
  struct Context {
    std::vector<Section> sections;
    Topic intro_topic = Topic::kNeutral;  // of the sentence directly before
    std::vector<std::string> intro_claims;
    bool intro_sets = false;
    bool intro_settings = false;        // "the settings are:"
    bool intro_lists = false;           // "the following environment variables:"
    bool intro_values = false;          // "Possible values:"
    bool intro_example = false;         // "For example:"
    bool intro_sample = false;          // "Example 2: Keep the variables of a kind:"
    std::optional<std::string> parent;  // the entry that the block belongs to
    std::vector<std::string> parent_claims;
    bool announces = false;       // text above the first heading mentions environment variables
    std::string prefix;           // that this text says all names have
    bool announces_all = false;   // the introduction says that all its settings are variables
    const Block* said = nullptr;  // the paragraph directly before
    const Block* told_default = nullptr;  // directly below the heading: "default 5 - options: ..."
  };

  // entries.cc
  void Walk(const std::vector<Block>& blocks, size_t begin, size_t end, Context context);
  void Heading(const std::vector<Block>& blocks, size_t at, Context& context);
  // Returns the index of the last block it consumed.
  size_t Paragraph(const std::vector<Block>& blocks, size_t at, Context& context);
  std::vector<LeadName> HeadingNames(const std::vector<Block>& blocks, size_t at,
                                     const LeadingName& lead, const Context& context);
  SiblingStats ParagraphPeers(const std::vector<Block>& blocks, size_t at) const;
  void SetIntro(const Block& paragraph, Context& context) const;
  // Whether a code block of the page sets, exports or reads the name.
  bool IsUsed(const std::string& name) const;
  bool IsUsed(const LeadingName& lead) const;
  void CollectUses(const std::vector<Block>& blocks, int depth);
  Topic TopicOf(const Context& context) const;
  bool IsOfSettings(const Context& context) const;
  std::string SectionOf(const Context& context) const;
  std::vector<std::string> ClaimsAbove(const Context& context) const;
  // The prefix that, according to the nearest text that mentions one, all names have.
  std::string PrefixAbove(const Context& context) const;
  // Adds the shared prefix that the leads of a list omit.
  void AddPrefix(const std::vector<LeadingName*>& leads, const std::string& prefix) const;
  enum class Where {
    kList,
    kParagraph,
    kHeading,
    kDefinition,
    kTable,
    kCode,
    kSentence,
    kDirective,
    kField,
    kRecord
  };
  // Where a candidate is, and the context that counts besides its name and lead.
  struct CandidateContext {
    Where where;
    const Context& context;
    const SiblingStats& peers;
    const Body* body = nullptr;
    Evidence own;  // signals known only there: of its column, its line of code
  };
  // weigh.cc
  Evidence Weigh(const LeadName& name, const LeadingName& lead, const CandidateContext& stand);
  void WeighName(const LeadName& name, const CandidateContext& stand, Evidence& evidence) const;
  void WeighLead(const LeadName& name, const LeadingName& lead, const CandidateContext& stand,
                 Evidence& evidence) const;
  void WeighContext(const LeadName& name, const CandidateContext& stand, Evidence& evidence) const;
  bool IsAnnounced(const CandidateContext& stand) const;
  void WeighPeers(const LeadName& name, const CandidateContext& stand, Evidence& evidence) const;
  void NoteCalled(const LeadName& name, const Evidence& evidence);
  // siblings.cc
  static bool IsSiblingPlace(const LeadName& name, const LeadingName& lead,
                             const CandidateContext& stand);
  void NoteSibling(const LeadName& name, const LeadingName& lead, const CandidateContext& stand,
                   bool taken);
  bool HasSiblings(const LeadName& name, const LeadingName& lead,
                   const CandidateContext& stand) const;
  void WalkWithSiblings();
  // The names of the lead that are variables in this context.
  std::vector<LeadName> Accepted(const LeadingName& lead, const CandidateContext& stand);
  void Add(const std::vector<LeadName>& names, EntryHow how, Body body, const Context& context);
  void AddNote(const LeadingName& lead, const Prose& text, const Context& context);
  void CollectMentions(const std::vector<Block>& blocks, int depth);
  void Mention(const Prose& text, const Block& block);

  // entries_list.cc
  void List(const Block& list, const Context& context);
  void Item(const Block& item, const LeadingName& lead, const Prose& text, const Context& context,
            const SiblingStats& peers);
  bool SubFlags(const Block& list, const std::string& parent,
                const std::vector<std::string>& claims, const std::string& section);
  void Group(const Block& item, const Context& context);
  void Term(const Block& block, const LeadingName& lead, const Prose& term, const Context& context,
            const SiblingStats& peers);
  size_t Definitions(const std::vector<Block>& blocks, size_t at, const Context& context);

  // entries_table.cc
  void Table(const Block& table, const Context& context);
  void NoteBuild(const Block& table);
  void Cell(const Block& row, const Prose& cell, const LeadingName& lead,
            const std::vector<TableColumn>& columns, size_t column, const Context& context);

  // entries_code.cc
  // entries_help.cc. Whether the block is a help text with tags of variables; adds those variables.
  bool HelpTags(const Block& block, const Context& context);
  void Code(const Block& block, const Context& context);
  bool Introduces(const Context& context) const;

  // entries_expanded.cc
  void Expansions(const Block& block, const Context& context);

  // entries_shown.cc
  bool Shown(const std::vector<Block>& blocks, size_t at, const Context& context);
  SiblingStats ShownPeers(const std::vector<Block>& blocks, size_t at) const;

  // entries_prose.cc
  void Sentences(const std::vector<Block>& blocks, int depth, bool history);
  void Sentence(const Prose& text, const Block& block, bool history);
  // Where the names of a chain are in a text, and the words around them.
  struct Told {
    size_t begin = 0;  // of the sentence
    size_t end = 0;
    std::string_view before;  // of the sentence, in lower case, before the chain
    std::string_view behind;  // of the text, after the chain and its value
    bool assigned = false;    // a value follows: "X=1"
    bool beside = false;      // the sentence calls them variables
    bool listed = false;      // and they are the list that the sentence announces
    size_t names = 0;
  };
  // sentence_told.cc
  void AddWays(const LeadName& name, size_t at, const Prose& text, const Told& told, Evidence& own);
  bool IsKnownStart(std::string_view name);
  void TellSentences();
  void PathsIn(const Prose& text, const Block& block);
  void NameInSentence(const NameAt& found, const Prose& text, const Block& block, bool history,
                      const Told& told);

  // entries_block.cc
  void Directive(const std::vector<Block>& blocks, size_t at, const Context& context);
  void Labelled(Body body, const Context& context);
  size_t Fields(const std::vector<Block>& blocks, size_t at, const Context& context);
  void Record(const Block& block, const Context& context);
  size_t Assignments(const std::vector<Block>& blocks, size_t at, const Context& context);

  bool IsMan() const { return format_.manual; }
  EntryHow How(EntryHow how) const { return IsMan() ? EntryHow::kMan : how; }

  std::string file_;
  const Document& document_;
  const PageFormat& format_;
  Topic file_topic_ = Topic::kNeutral;
  bool settings_file_ = false;     // its name says that it contains settings
  bool announced_page_ = false;    // another page says that this page's settings are variables
  bool announces_itself_ = false;  // its introduction says so of the settings it lists
  bool speaks_ = false;            // the page mentions environment variables
  std::vector<Entry> entries_;
  // Entries to use if the page has no better place for the name, with their scores.
  std::vector<std::pair<double, Entry>> candidates_;
  double best_ = 0;  // the highest score among the names accepted last
  // Cache: leads of headings and their lower-case texts, which all sibling headings need.
  std::unordered_map<const Block*, std::pair<LeadingName, std::string>> titles_;
  std::set<std::string> called_;  // names that the page calls environment variables
  std::set<std::string> headed_;  // that are in a section or a table of them
  std::set<std::string> shown_;   // that are set by commands where they are called variables
  bool explain_ = false;
  const std::set<std::string, std::less<>>* read_names_ = nullptr;  // see CatalogOptions
  std::vector<Judged> judged_;
  std::set<std::string> starts_;  // first words of the names that the page calls variables
  bool asked_start_ = false;      // a first word was looked up there and not found
  std::set<std::string> parts_;   // placeholders in names: APP_${PART}
  std::map<std::pair<Where, std::string>, Siblings> siblings_;  // by structure and first word
  // Groups whose accepted siblings support the others, and the common start of the accepted.
  std::map<std::pair<Where, std::string>, std::string> carried_;
  std::set<std::string> metavariables_;        // placeholders of options: --unset=GLOB
  std::set<std::string> of_build_;             // that a table above calls build options
  std::set<std::string> assigned_, expanded_;  // names that code on the page assigns or expands
  std::set<std::pair<int, std::string>> mentioned_;
};

}  // namespace flagcensus
