// Where names stand as words, in whatever kind of file.
#include <algorithm>
#include <set>

#include "analyzer/project/search_files.h"
#include "analyzer/resolve/census.h"

namespace flagcensus {

std::map<std::string, std::vector<Place>> FindWords(const Tree& tree,
                                                    const std::vector<std::string>& names,
                                                    const std::vector<std::string>& quoted,
                                                    const std::vector<std::string>& pages,
                                                    int limit, unsigned jobs) {
  std::map<std::string, std::vector<Place>> out;
  std::vector<std::string> words = names;
  words.insert(words.end(), quoted.begin(), quoted.end());
  std::sort(words.begin(), words.end());
  words.erase(std::unique(words.begin(), words.end()), words.end());
  words.erase(std::remove(words.begin(), words.end(), ""), words.end());
  if (words.empty()) return out;
  const std::set<std::string> own(pages.begin(), pages.end());
  const std::set<std::string> in_quotes(quoted.begin(), quoted.end());
  const WordSearch search(words);
  // Other pages of the tree say what the catalog says, or said once: they are no use of a name.
  const auto wanted = [&](const SourceFile& file) {
    return file.kind != FileKind::kPage && own.count(file.path) == 0;
  };
  std::vector<std::vector<std::pair<uint32_t, Place>>> found(tree.files.size());
  SearchFiles(tree, search, jobs, wanted,
              [&](size_t i, std::string_view text, const std::vector<WordHit>& hits) {
                const SourceFile& file = tree.files[i];
                int line = 1;
                size_t counted = 0;
                size_t line_start = 0;
                for (const WordHit& hit : hits) {
                  if (in_quotes.count(words[hit.word]) > 0) {
                    const size_t end = hit.offset + words[hit.word].size();
                    const char quote = hit.offset > 0 ? text[hit.offset - 1] : ' ';
                    const bool whole =
                        (quote == '"' || quote == '\'') && end < text.size() && text[end] == quote;
                    if (!whole || file.scope != Scope::kSrc) continue;
                  }
                  for (; counted < hit.offset; ++counted) {
                    if (text[counted] == '\n') {
                      ++line;
                      line_start = counted + 1;
                    }
                  }
                  found[i].push_back(
                      {hit.word, {file.path, line, static_cast<int>(hit.offset - line_start) + 1}});
                }
              });
  for (const auto& places : found) {
    for (const auto& [word, place] : places) {
      std::vector<Place>& of = out[words[word]];
      if (static_cast<int>(of.size()) < limit) of.push_back(place);
    }
  }
  return out;
}

}  // namespace flagcensus
