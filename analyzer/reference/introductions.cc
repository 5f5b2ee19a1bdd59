// A page ─→ its blocks ─→ the paragraph directly below each heading.
//
//   ## Ovens
//   What heats the bakery.     ─→  {"Ovens": "What heats the bakery."}
//
// The paragraph introduces the section also on a rewritten page. A paragraph that leads to the
// list, "The following are read:", does not.
#include "analyzer/reference/introductions.h"

#include "analyzer/base/text.h"
#include "analyzer/pages/detect_format.h"
#include "analyzer/pages/document.h"
#include "analyzer/pages/prose.h"
#include "analyzer/pages/sentence.h"
#include "analyzer/reference/prose.h"
#include "analyzer/tree/page_format.h"

namespace flagcensus {
namespace {

// The part of the paragraph that introduces; "" if it says something else.
std::string Introducing(const Block& paragraph) {
  // A longer paragraph is a part of a guide.
  constexpr size_t kLongest = 600;
  const Prose prose = ToProse(paragraph.inlines);
  std::string out;
  for (const char c : prose.text) {
    const bool space = static_cast<unsigned char>(c) <= ' ';
    if (!space || (!out.empty() && out.back() != ' ')) out += space ? ' ' : c;
  }
  out = std::string(Trim(out));
  const bool sentence = !out.empty() && IsUpper(out.front()) && EndsSentence(out, out.size() - 1);
  const std::string lower = ToLower(out);
  // Words that refer to the layout of the old page, or that state a value.
  for (const std::string_view word :
       {"default", "following", "below", "above", "=", "table", "://"}) {
    if (lower.find(word) != std::string::npos) return {};
  }
  return sentence && out.size() <= kLongest && !NamesVariable(out) ? out : std::string();
}

void CollectIntroductions(const std::vector<Block>& blocks,
                          std::map<std::string, std::string>& out) {
  for (size_t i = 0; i < blocks.size(); ++i) {
    if (blocks[i].kind != Block::Kind::kHeading) {
      CollectIntroductions(blocks[i].children, out);
      continue;
    }
    if (i + 1 == blocks.size() || blocks[i + 1].kind != Block::Kind::kParagraph) continue;
    std::string text = Introducing(blocks[i + 1]);
    if (!text.empty()) out.emplace(PlainText(blocks[i].inlines), std::move(text));
  }
}

}  // namespace

std::map<std::string, std::string> IntroductionsOf(std::string_view file, std::string_view text) {
  std::map<std::string, std::string> out;
  const PageFormat* const format = DetectPageFormat(file.substr(file.rfind('/') + 1), text);
  if (format == nullptr || format->entries.variables) return out;
  std::vector<Diagnostic> ignored;
  const std::string shown(file);
  const RegistryKeys keys;
  CollectIntroductions(format->read({shown, text, keys, ignored}).blocks, out);
  return out;
}

}  // namespace flagcensus
