// What a whole page says before any of its blocks is read: its topic, and the names that its code
// uses.
//
//   # Environment variables, and in a shell block `export APP_HOME=/srv`
//     ─→ speaks; assigned: APP_HOME
#pragma once

#include <set>
#include <string>
#include <string_view>

#include "analyzer/catalog/catalog.h"
#include "analyzer/catalog/entries.h"
#include "analyzer/catalog/leading_names.h"
#include "analyzer/model/entry.h"
#include "analyzer/pages/document.h"
#include "analyzer/pages/topic.h"
#include "analyzer/tree/page_format.h"

namespace flagcensus {

struct PageFacts {
  std::string file;
  const PageFormat* format = nullptr;
  Topic file_topic = Topic::kNeutral;
  bool settings_file = false;           // its name says that it contains settings
  bool announced_page = false;          // another page says that this page's settings are variables
  bool announces_itself = false;        // its introduction says so about the settings it lists
  bool speaks = false;                  // the page mentions environment variables
  std::set<std::string> parts;          // placeholders in names: APP_${PART}
  std::set<std::string> metavariables;  // placeholders of options: --unset=GLOB
  std::set<std::string> assigned, expanded;  // names that code on the page assigns or expands

  bool IsMan() const { return format->entries.manual; }
  EntryHow How(EntryHow how) const { return IsMan() ? EntryHow::kMan : how; }
  // Whether a code block of the page sets, exports or reads the name.
  bool IsUsed(const std::string& name) const;
  bool IsUsed(const LeadingNames& lead) const;
};

PageFacts ReadPageFacts(std::string_view file, const Document& document, const PageFormat& format,
                        const EntryOptions& options);

}  // namespace flagcensus
