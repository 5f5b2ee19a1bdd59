// PassageReader: the blocks of one text → what each passage says about each name.
//
//   ## `APP_PORT`                 section: strength 12, default 8080
//   Where it listens (default 8080). Set `APP_HOST` to choose the interface.
//                                 APP_HOST, sentence: strength 8
//
// The smallest unit around a name is its passage. It is a term with its body, a row, the section
// under a heading, a record, or a line of code with its comment. Otherwise it is the sentence with
// those that follow it. The same words count more for a name that the code accesses: see
// known_names.h.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/documents/block_facts.h"
#include "analyzer/documents/known_names.h"
#include "analyzer/documents/text_block.h"
#include "analyzer/model/statement.h"

namespace flagcensus {

// What is known about the text before it is read.
struct TextContext {
  std::string file;
  TextKind kind = TextKind::kPage;
  FileRole role = FileRole::kGuide;
};

// The statements of a page's document, in page order, and the mentions of names that the code
// accesses. Costs some microseconds a line that has a name; linear.
std::vector<Statement> ReadPassages(const Document& document, const KnownNames& names,
                                    const TextContext& context);

class PassageReader {
 public:
  PassageReader(TextBlocks& blocks, const KnownNames& names, const TextContext& context);

  std::vector<Statement> Read();

 private:
  using Names = std::set<std::string, std::less<>>;
  // What is said about a name: the block with the name, and the texts that belong to it.
  struct Passage {
    const TextBlock* block = nullptr;
    std::vector<std::string> pieces;
    bool row = false;
    bool sentence = false;
    size_t default_from = 0;               // the first piece that may state the default
    std::vector<std::string> fields = {};  // may state it, too, but are not text
  };
  void ReadBlock(const TextBlock& block);
  // Statements about the names that the block begins with, which are added to `done`.
  void ReadHeads(const TextBlock& block, Names* done);
  // `pieces`: the text after the name, of `words` words.
  int StrengthOfHead(const TextBlock& block, const std::string& name, size_t words,
                     const std::vector<std::string>& pieces);
  void ReadSentence(const TextBlock& block, std::string_view sentence, size_t at,
                    const std::vector<Occurrence>& names, Names* done);
  int StrengthInSentence(const TextBlock& block, std::string_view sentence, const Occurrence& name,
                         size_t at, bool* path);
  // samples.cc
  bool ReadHelpTags(const TextBlock& block);
  bool ReadTitledBlock(const TextBlock& block);
  void ReadCode(const TextBlock& block);
  void ReadCodeLine(const TextBlock& block, const TextLine& part, const std::string& intro_last,
                    const std::string& intro, std::string* comment);
  void ReadSample(const TextBlock& block, const TextLine& part, const Occurrence& name,
                  const std::string& said, const std::string& intro_last, const std::string& intro);
  // What a section says about the only setting that its only block of code shows: the text before
  // the block and after it, otherwise its heading. Empty for other blocks.
  Passage AroundOnlySetting(const TextBlock& block);

  // The lines of the record of fields that the part belongs to; empty if it is not in a record.
  std::vector<std::string> RecordAround(const TextBlock& block, const TextLine& part) const;
  std::vector<std::string> PassageOf(const TextBlock& block, std::string_view sentence, size_t end);
  Statement& Say(const Occurrence* occurrence, const std::string& name, const TextLine& part,
                 int strength, StatementForm form, const Passage& passage);
  // Adds a statement without strength: the text has the name and says nothing about it.
  void Mention(const Occurrence& name, const TextLine& part);

  TextBlocks* blocks_;
  const KnownNames* names_;
  const TextContext* context_;
  BlockFacts facts_;
  size_t settings_ = 0;  // of the block of code that is read, if it has nothing else
  std::vector<Statement> out_;
};

}  // namespace flagcensus
