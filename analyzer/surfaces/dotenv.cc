// A .env file or its sample ─→ Surface, by the page's reader (pages/data/dotenv.h).
//
//   APP_PORT=80       APP_PORT = 80
//   # APP_X=1         APP_X, commented, 1
#include "analyzer/pages/data/dotenv.h"

#include "analyzer/surfaces/reading.h"

namespace flagcensus {

void ReadDotenvSurface(const SurfaceText& in, Surface& out) {
  const Document document = ReadDotenv(in.file, in.text, in.diagnostics);
  for (const Block& block : document.blocks) {
    if (block.kind != Block::Kind::kAssignment || !IsVariableName(block.label)) continue;
    SurfaceSetting setting;
    SetByExpansion(block.text, setting);
    if (block.commented) setting.how = Given::kCommented;
    if (block.commented) setting.value = block.text;
    setting.name = block.label;
    setting.place = {std::string(in.file), block.line, block.column};
    out.settings.push_back(std::move(setting));
  }
}

}  // namespace flagcensus
