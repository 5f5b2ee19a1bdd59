// The context of a block: the headings above it, the sentence before it, the entry it belongs to.
//
//   ## Environment variables       sections: a section with the topic kEnvironment
//   All of them begin with `APP_`. sections.back().prefix is "APP_"
//   For example:                   intro_example: the next block shows a use
//
// The walk (block_walker.h) updates it from block to block and passes a copy to nested blocks.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "analyzer/catalog/leading_names.h"
#include "analyzer/catalog/page_facts.h"
#include "analyzer/pages/document.h"
#include "analyzer/pages/topic.h"

namespace flagcensus {

struct PageSection {
  int level = 0;
  std::string title;
  Topic topic = Topic::kNeutral;
  std::vector<std::string> claims;
  std::vector<LeadName> names;  // if the heading is itself an entry
  bool speaks = false;          // its text mentions environment variables
  bool announces = false;       // and says so about its subsections
  std::string prefix;           // that its text says all names have
  bool settings = false;        // its title calls its contents settings
  int settings_said = 0;        // its own paragraphs that mention settings,
  int environment_said = 0;     // and of environment variables
};

// What precedes and encloses the blocks that follow.
struct BlockContext {
  std::vector<PageSection> sections;
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
  const Block* reported_default =
      nullptr;  // directly below the heading: "default 5 - options: ..."
};

// What `paragraph` says about the blocks after it.
void SetIntro(const Block& paragraph, BlockContext& context);

Topic TopicOf(const BlockContext& context, const PageFacts& page);

// Whether the nearest text on the matter calls what is here settings of a program, in a file or a
// module, rather than environment variables.
bool IsOfSettings(const BlockContext& context, const PageFacts& page);

// The title of the innermost section; "" above the first heading.
std::string SectionOf(const BlockContext& context);

// The claims of the sentence before and of the headings.
std::vector<std::string> ClaimsAbove(const BlockContext& context);

// The prefix that, according to the nearest text that mentions one, all names have.
std::string PrefixAbove(const BlockContext& context);

// Adds the shared prefix that the leads of a list omit.
void AddPrefix(const PageFacts& page, const std::vector<LeadingNames*>& leads,
               const std::string& prefix);

}  // namespace flagcensus
