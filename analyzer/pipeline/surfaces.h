// The tree and the flags ─→ the files that give variables values, and what they set that no code
// accesses.
//
//   compose.yaml: APP_TIMEOUT: ${APP_TIMEOUT:-30}   ─→ a Surface with the setting APP_TIMEOUT, 30
//   .env: APP_OLD=1, which nothing reads            ─→ APP_OLD in `unread`
#pragma once

#include <vector>

#include "analyzer/catalog/catalog.h"
#include "analyzer/config/config.h"
#include "analyzer/config/project_options.h"
#include "analyzer/model/finding.h"
#include "analyzer/model/flag.h"
#include "analyzer/model/surface.h"
#include "analyzer/pipeline/pages.h"
#include "analyzer/rules/rule.h"
#include "analyzer/tree/tree.h"

namespace flagcensus {

// The files that give variables values, and the variables set there that no code accesses.
struct SurfaceSide {
  std::vector<Surface> surfaces;
  std::vector<Flag> unread;  // sorted by name; see RuleInput::unread
};
// Reads them, and searches all other files that are neither pages nor surfaces for the names that
// none of `flags` accesses; sets `given` of both. If there is no surface, it only compares the
// names of the files.
SurfaceSide FindSurfaces(const Tree& tree, const Catalog& catalog, const ProjectOptions& options,
                         const Config& config, std::vector<Flag>& flags,
                         std::vector<Diagnostic>& diagnostics);
// The surfaces with the first entry of the configuration that matches each.
std::vector<JudgedSurface> JudgedSurfaces(const std::vector<Surface>& surfaces,
                                          const Config& config);

}  // namespace flagcensus
