// Recogniser: the walk over a document's blocks that FindEntries makes; in the catalog's own use
// only.
//
// The walk proposes: each lead of a row, item, term, heading, field, line of code or sentence, with
// what its peers tell. Weigh (weigh.cc) turns that into signs (evidence.h), whose sum decides. The
// walk's parts are in entries.cc (blocks), entries_section.cc (headings, paragraphs),
// entries_list.cc (lists, definitions, sub-flags), entries_table.cc, entries_block.cc (directives,
// fields, records, dotenv), entries_code.cc and entries_shown.cc (blocks of code) and
// entries_prose.cc (sentences).
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

// What the rows, items or headings beside a candidate tell.
struct SiblingStats {
  size_t rows = 0;
  size_t named = 0;          // that begin with a name of any shape
  size_t strong = 0;         // APP_HOME
  size_t upper = 0;          // APP_HOME, CC
  size_t customary = 0;      // DEBUG, OFF: values of something
  size_t dollars = 0;        // $APP_HOME
  size_t defaults = 0;       // that speak of a default
  bool environment = false;  // one speaks of environment variables
  bool used = false;         // one is used as a variable elsewhere on the page
  bool sentences = false;    // one goes on as a sentence: "NAME is …"
  bool typed_as_c = false;   // behind one stands a type of C: "NAME (char*)"
  std::string prefix;        // of the strong ones, up to the first '_'; "" where they differ

  void Count(const LeadingName& lead, std::string_view lower);

 private:
  bool differ_ = false;
};

// A column of a table: what its header says, and what its cells are.
struct TableColumn {
  Label label = Label::kNone;
  bool variable = false;  // the header says "variable"
  bool names = false;     // its cells are proposed
  std::string prefix;     // the header says that its names have it: "Variable (prefix `APP_`)"
  SiblingStats peers;
};

class Recogniser {
 public:
  Recogniser(std::string_view file, const Document& document, PageKind kind,
             const EntryOptions& options);
  FoundEntries Find();

 private:
  // The names of one first word that stand in one structure of the page, and those taken of them.
  struct Siblings {
    std::set<std::string> all;
    std::set<std::string> taken;
  };
  struct Section {
    int level = 0;
    std::string title;
    Topic topic = Topic::kNeutral;
    std::vector<std::string> claims;
    std::vector<LeadName> names;  // where the heading is itself an entry
    bool speaks = false;          // its text speaks of environment variables
    bool announces = false;       // and says so of what its own sections hold
    std::string prefix;           // that its text says all names have
    bool settings = false;        // its title calls what it holds settings
    int settings_said = 0;        // paragraphs of its own that speak of settings,
    int environment_said = 0;     // and of environment variables
  };
  // What the blocks that come now stand under.
  struct Context {
    std::vector<Section> sections;
    Topic intro_topic = Topic::kNeutral;  // of the sentence right before
    std::vector<std::string> intro_claims;
    bool intro_sets = false;
    bool intro_settings = false;        // "the settings are:"
    bool intro_lists = false;           // "the following environment variables:"
    bool intro_values = false;          // "Possible values:"
    bool intro_example = false;         // "For example:"
    bool intro_sample = false;          // "Example 2: Keep the variables of a kind:"
    std::optional<std::string> parent;  // the entry that the block belongs to
    std::vector<std::string> parent_claims;
    bool announces = false;       // text above the first heading speaks of environment variables
    std::string prefix;           // that it says all names have
    bool announces_all = false;   // the page's opening says that all its settings are variables
    const Block* said = nullptr;  // the paragraph right before
    const Block* told_default = nullptr;  // right below the heading: "default 5 - options: …"
  };

  // entries.cc
  void Walk(const std::vector<Block>& blocks, size_t begin, size_t end, Context context);
  void Heading(const std::vector<Block>& blocks, size_t at, Context& context);
  // Returns the index of the last block that it took.
  size_t Paragraph(const std::vector<Block>& blocks, size_t at, Context& context);
  std::vector<LeadName> HeadingNames(const std::vector<Block>& blocks, size_t at,
                                     const LeadingName& lead, const Context& context);
  SiblingStats ParagraphPeers(const std::vector<Block>& blocks, size_t at) const;
  void SetIntro(const Block& paragraph, Context& context) const;
  // A code block of the page sets, exports or reads the name.
  bool IsUsed(const std::string& name) const;
  bool IsUsed(const LeadingName& lead) const;
  void CollectUses(const std::vector<Block>& blocks, int depth);
  Topic TopicOf(const Context& context) const;
  bool IsOfSettings(const Context& context) const;
  std::string SectionOf(const Context& context) const;
  std::vector<std::string> ClaimsAbove(const Context& context) const;
  // The prefix of which the nearest text that says so says that all names have it.
  std::string PrefixAbove(const Context& context) const;
  // The leads of a list, with the prefix that they leave out.
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
  // Where a candidate stands, and what speaks for it beside its name and lead.
  struct CandidateContext {
    Where where;
    const Context& context;
    const SiblingStats& peers;
    const Body* body = nullptr;
    Evidence own;  // signs that only its place knows: of its column, its line of code
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
  // The names of the lead that are variables there.
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
  // entries_help.cc. Whether the block is a help text with tags of variables, which are added.
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
  // Where the names of a chain stand, and in what words.
  struct Told {
    size_t begin = 0;  // of the sentence
    size_t end = 0;
    std::string_view before;  // of the sentence, in lower case, in front of the chain
    std::string_view behind;  // of the text, behind the chain and its value
    bool assigned = false;    // a value follows: "X=1"
    bool beside = false;      // the sentence calls them variables
    bool listed = false;      // and they are the list that it announces
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

  bool IsMan() const { return kind_ == PageKind::kMan || kind_ == PageKind::kScdoc; }
  EntryHow How(EntryHow how) const { return IsMan() ? EntryHow::kMan : how; }

  std::string file_;
  const Document& document_;
  PageKind kind_;
  Topic file_topic_ = Topic::kNeutral;
  bool settings_file_ = false;     // its name says that it holds settings
  bool announced_page_ = false;    // another page says that its settings are variables
  bool announces_itself_ = false;  // its introduction says so of the settings that it lists
  bool speaks_ = false;            // the page speaks of environment variables
  std::vector<Entry> entries_;
  // Entries where the page has no better place for the name, with their scores.
  std::vector<std::pair<double, Entry>> candidates_;
  double best_ = 0;  // the highest score of the names that were accepted last
  // Leads of headings and their texts in lower case, which all headings beside them ask for.
  std::unordered_map<const Block*, std::pair<LeadingName, std::string>> titles_;
  std::set<std::string> called_;  // names that the page calls environment variables
  std::set<std::string> headed_;  // that stand in a section or a table of them
  std::set<std::string> shown_;   // that commands set where they are called so
  bool explain_ = false;
  const std::set<std::string, std::less<>>* read_names_ = nullptr;  // see CatalogOptions
  std::vector<Judged> judged_;
  std::set<std::string> starts_;  // first words of the names that the page calls variables
  bool asked_start_ = false;      // one was sought among them and is none
  std::set<std::string> parts_;   // placeholders that stand in names: APP_${PART}
  std::map<std::pair<Where, std::string>, Siblings> siblings_;  // by structure and first word
  // Those whose taken siblings speak for the others, and what all of the taken begin with.
  std::map<std::pair<Where, std::string>, std::string> carried_;
  std::set<std::string> metavariables_;        // placeholders of options: --unset=GLOB
  std::set<std::string> of_build_;             // that a table above calls options of the build
  std::set<std::string> assigned_, expanded_;  // names that code on the page assigns, expands
  std::set<std::pair<int, std::string>> mentioned_;
};

}  // namespace flagcensus
