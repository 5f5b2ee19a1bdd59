// completions and manual: the table of the program's own commands, written in one of its forms.
#include "analyzer/manual/manual.h"

#include "analyzer/pipeline/pipeline.h"
#include "analyzer/report/formats.h"

namespace flagcensus {

int PrintManual(const Options& options) {
  Manual manual = {CommandLineTable(KnownFormats()), {}};
  for (const Rule& rule : Rules()) manual.rules.emplace_back(rule.name);
  return WriteOutput(FormatOf(ManualForms(), options.manual).write(manual), 0);
}

}  // namespace flagcensus
