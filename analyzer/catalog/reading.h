// EntryReading: what the readers of a page's blocks share: the page, the scorer and the collector.
#pragma once

#include "analyzer/catalog/body.h"
#include "analyzer/catalog/collector.h"
#include "analyzer/catalog/page_facts.h"
#include "analyzer/catalog/scorer.h"

namespace flagcensus {

struct EntryReading {
  const PageFacts& page;
  CandidateScorer& scorer;
  EntryCollector& out;
};

// Adds the one variable that fields describe: "Environment variable: `APP_PORT`", "Type: int".
// `body` must have a name in env_names.
void AddLabelled(const EntryReading& reading, Body body, const BlockContext& context);

}  // namespace flagcensus
