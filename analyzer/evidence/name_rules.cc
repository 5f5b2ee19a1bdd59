// page text ─→ sentences with a prefix ─→ rules; rules, names ─→ keys ─→ places that describe them
//
//   "Each setting can be set by an environment variable that begins with `APP_`."  ─→ {"APP_"}
//   "Variables that begin with `APP_` are passed on."  ─→ no rule: no word for settings
#include "analyzer/evidence/name_rules.h"

#include <algorithm>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <utility>

#include "analyzer/base/characters.h"
#include "analyzer/base/text.h"
#include "analyzer/documents/file_role.h"
#include "analyzer/evidence/documentation.h"
#include "analyzer/evidence/phrases.h"
#include "analyzer/pages/sentence.h"
#include "analyzer/project/changelog.h"
#include "analyzer/tree/search_files.h"

namespace flagcensus {
namespace {

constexpr size_t kMostRules = 32;         // of one page
constexpr size_t kMostKeys = 4000;        // searched
constexpr size_t kLongestKeyLine = 1000;  // bytes of the line of a key that are examined
constexpr int kOptionLines = 12;          // from an option to the access by its name
constexpr size_t kShortestPrefix = 3;     // "X_" is not a project's prefix

// Whether a phrase of the list occurs as whole words.
bool HasPhraseOf(std::string_view lower, std::string_view key) {
  const std::vector<std::string>& all = Phrases("name_rules", key);
  return std::any_of(all.begin(), all.end(), [&](const std::string& one) {
    for (size_t at = lower.find(one); at != std::string_view::npos; at = lower.find(one, at + 1)) {
      const size_t end = at + one.size();
      const bool begins = at == 0 || !IsIdentifierByte(lower[at - 1]);
      if (begins && (end == lower.size() || !IsIdentifierByte(lower[end]))) return true;
    }
    return false;
  });
}

// The words of a sentence in lower case, without marks around them.
std::vector<std::string_view> Words(std::string_view lower) {
  std::vector<std::string_view> out;
  for (size_t at = 0; at < lower.size();) {
    if (!IsIdentifierByte(lower[at])) {
      ++at;
      continue;
    }
    const size_t end = EndOfRun(lower, at, IsIdentifierByte);
    out.push_back(lower.substr(at, end - at));
    at = end;
  }
  return out;
}

// What "all", "each" and the like refer to: 'o' options, 'k' keys, 0 something else.
//
//   "each of these configuration keys …"      ─→ 'k'
//   "all command line options …"              ─→ 'o'
//   "any environment variable …"              ─→ 0
char SubjectOf(std::string_view lower) {
  constexpr size_t kBetween = 4;  // words: "each of these configuration keys"
  const std::vector<std::string_view> words = Words(lower);
  char found = 0;
  for (size_t i = 0; i < words.size(); ++i) {
    if (!IsPhrase("name_rules", "all", words[i])) continue;
    for (size_t j = i + 1; j < std::min(words.size(), i + 1 + kBetween); ++j) {
      // "any environment variable" does not refer to settings.
      if (words[j] == "environment" || words[j] == "env") break;
      if (IsPhrase("name_rules", "option", words[j])) return 'o';
      if (IsPhrase("name_rules", "key", words[j])) found = 'k';
    }
  }
  if (found == 0 && HasPhraseOf(lower, "fully")) found = 'k';
  return found;
}

// "APP_" of the text in capitals that begins at `at` and ends before `end`: "APP_",
// "APP_SOMETHING", "APP_<KEY>", "APP_*". Empty for a name.
std::string_view PrefixAt(std::string_view text, size_t at, size_t end) {
  const std::string_view word = text.substr(at, end - at);
  const char next = end < text.size() ? text[end] : ' ';
  if (word.ends_with('_')) return word;
  if (IsIdentifierByte(next)) return {};
  for (size_t bar = word.find('_'); bar != std::string_view::npos; bar = word.find('_', bar + 1)) {
    if (IsPhrase("name_rules", "placeholder", word.substr(bar + 1))) return word.substr(0, bar + 1);
  }
  return {};
}

// The bounds of the paragraph or item around `at`.
std::pair<size_t, size_t> ParagraphAround(std::string_view text, size_t at) {
  // Bytes in each direction: a page without blank lines is not one paragraph.
  constexpr size_t kLongest = 3000;
  const auto begins = [&](size_t line) {  // a line that begins at `line` begins a paragraph
    const size_t first = text.find_first_not_of(" \t", line);
    if (first == std::string_view::npos || text[first] == '\n') return true;
    const bool mark = std::string_view("-*+|#").find(text[first]) != std::string_view::npos;
    return mark && first + 1 < text.size() && std::string_view(" |#").find(text[first + 1]) < 3;
  };
  size_t begin = at;
  while (begin > 0 && at - begin < kLongest) {
    const size_t line = text.rfind('\n', begin - 1);
    const size_t start = line == std::string_view::npos ? 0 : line + 1;
    begin = start;
    if (begins(start) || start == 0) break;
    begin = start - 1;
    const size_t above = begin == 0 ? 0 : text.rfind('\n', begin - 1);
    const size_t above_start = above == std::string_view::npos ? 0 : above + 1;
    if (Trim(text.substr(above_start, begin - above_start)).empty()) {
      begin = start;
      break;
    }
  }
  size_t end = at;
  while (end < text.size() && end - at < kLongest) {
    const size_t line = text.find('\n', end);
    if (line == std::string_view::npos) {
      end = text.size();
      break;
    }
    end = line + 1;
    if (begins(end)) break;
  }
  return {begin, std::min(end, text.size())};
}

int LinesIn(std::string_view text) {
  return static_cast<int>(std::count(text.begin(), text.end(), '\n'));
}

// The line around `offset`; of a long one a few thousand bytes, so a page without line ends
// does not cost more for each key.
std::string_view LineAround(std::string_view text, size_t offset, size_t& begin) {
  const size_t first = offset > kLongestKeyLine ? offset - kLongestKeyLine - 1 : 0;
  const size_t before = text.substr(first, offset - first).rfind('\n');
  begin = before == std::string_view::npos ? first : first + before + 1;
  const size_t end = std::min(text.substr(offset, kLongestKeyLine).find('\n'), kLongestKeyLine);
  return text.substr(begin, offset + end - begin);
}

// Whether the key at `offset` is used as a name on the page and not as a word. It is if it begins a
// line, an item or a row and a value or a cell follows; if it has marks around it and consists of
// several words; or if it is an option.
//
//   cache_dir: where files are kept          a key, a value follows
//   | `port` | the port |                    a key in a row
//   set the `cache_dir` to a directory       a key with marks, of two words
//   the port of the server                   a word
bool IsKeyAt(std::string_view text, size_t offset, size_t length) {
  size_t begin = 0;
  const std::string_view line = LineAround(text, offset, begin);
  const size_t column = offset - begin;
  if (column > kLongestKeyLine) return false;
  const std::string_view before = line.substr(0, column);
  const std::string_view after = line.substr(column + length);
  const std::string_view word = line.substr(column, length);
  if (before.ends_with("--")) return before.size() == 2 || !IsIdentifierByte(before[column - 3]);
  constexpr std::string_view kQuotes = "`\"'*";
  const bool quoted = !before.empty() && !after.empty() &&
                      kQuotes.find(before.back()) != std::string_view::npos &&
                      kQuotes.find(after.front()) != std::string_view::npos;
  const bool leads = before.find_first_not_of(" \t|*-+`\"'#;.[") == std::string_view::npos;
  const size_t next = after.find_first_not_of("`\"'* \t)]");
  const char follows = next == std::string_view::npos ? '\n' : after[next];
  // "port" in plain text is a word unless a value follows; "cache_dir" is a name.
  const bool ends_key = std::string_view("\n:=|(,").find(follows) != std::string_view::npos;
  const bool several = word.find_first_of("_-") != std::string_view::npos;
  if (leads && ends_key &&
      (quoted || several || follows == ':' || follows == '=' || follows == '|')) {
    return true;
  }
  return quoted && several;
}

// Whether a source describes the key at `offset` for the pages that are generated from it: a
// declaration below a line with "#:".
bool IsDescribedMember(std::string_view text, size_t offset, size_t length) {
  size_t begin = 0;
  const std::string_view line = LineAround(text, offset, begin);
  if (!Trim(line.substr(0, offset - begin)).empty() || begin < 2) return false;
  const std::string_view after = Trim(line.substr(offset - begin + length));
  if (!after.starts_with(':') && !after.starts_with('=')) return false;
  size_t above_begin = 0;
  return Trim(LineAround(text, begin - 1, above_begin)).starts_with("#:");
}

// Whether a source declares the option at `offset`, "--cache-dir", with a help text.
// "help" may be that of the next declaration: then the option is wrongly assumed to have a text.
bool IsOptionWithHelp(std::string_view text, size_t offset, size_t length) {
  constexpr size_t kNear = 600;  // bytes of a declaration
  if (offset < 3 || text.substr(offset - 2, 2) != "--") return false;
  const char quote = text[offset - 3];
  if (quote != '"' && quote != '\'') return false;
  const size_t end = offset + length;
  const bool whole = end < text.size() && std::string_view("\"' =/,").find(text[end]) < 6;
  return whole && text.substr(end, kNear).find("help") != std::string_view::npos;
}

// A key, and the names that may be derived from it.
struct Key {
  bool of_options = false;  // only the end of the name: APP_SERVE_PORT of `serve --port`
  std::vector<size_t> flags;
};

// Derives keys from the names of the flags, searches for them, and adds the places found.
class KeySearch {
 public:
  KeySearch(const std::vector<NameRule>& rules, std::vector<Flag>& flags) : flags_(flags) {
    for (size_t i = 0; i < flags.size(); ++i) {
      const Flag& flag = flags[i];
      if (!IsUndocumented(flag)) continue;
      if (!flag.passages.empty() && flag.passages.front().described) continue;
      for (const NameRule& rule : rules) {
        if (flag.name.size() <= rule.prefix.size() || !flag.name.starts_with(rule.prefix)) continue;
        AddKeys(i, rule);
      }
    }
  }

  bool empty() const { return keys_.empty(); }

  void Search(const Tree& tree, unsigned jobs) {
    std::vector<std::string> words;
    for (const auto& [word, key] : keys_) words.push_back(word);
    SearchFiles(
        tree, WordSearch(words), jobs, [&](const SourceFile& file) { return IsWanted(file); },
        [&](size_t index, std::string_view text, const std::vector<WordHit>& hits) {
          const SourceFile& file = tree.files[index];
          int line = 1;
          size_t counted = 0;
          for (const WordHit& hit : hits) {
            line += LinesIn(text.substr(counted, hit.offset - counted));
            counted = hit.offset;
            Look(file, text, hit.offset, line, words[hit.word]);
          }
        });
  }

  void AddPassages() {
    for (const auto& [flag, found] : found_) {
      std::vector<Passage>& passages = flags_[flag].passages;
      Passage rule;
      rule.place = rule_of_.at(flag);
      rule.described = true;
      Passage key;
      key.place = found;
      key.described = true;
      passages.insert(passages.begin(), {key, rule});
    }
  }

 private:
  void AddKey(std::string word, size_t flag, bool of_options) {
    if (word.size() < 2 || (keys_.size() >= kMostKeys && !keys_.contains(word))) return;
    Key& key = keys_[std::move(word)];
    key.of_options = key.of_options || of_options;
    if (key.flags.empty() || key.flags.back() != flag) key.flags.push_back(flag);
  }

  void AddKeys(size_t flag, const NameRule& rule) {
    const std::string& name = flags_[flag].name;
    const std::string rest = name.substr(rule.prefix.size());
    const auto dashed = [](std::string text) {
      std::replace(text.begin(), text.end(), '_', '-');
      return text;
    };
    rule_of_.emplace(flag, rule.place);
    // The spellings in which pages and settings files write the key.
    AddKey(ToLower(rest), flag, false);
    AddKey(dashed(ToLower(rest)), flag, false);
    AddKey(ToLower(name), flag, false);  // a key with the prefix
    if (rest != ToLower(rest)) AddKey(rest, flag, false);
    if (!rule.options) return;
    // A command's name may come before that of its option.
    for (size_t bar = rest.find('_'); bar != std::string::npos; bar = rest.find('_', bar + 1)) {
      AddKey(dashed(ToLower(rest.substr(bar + 1))), flag, true);
    }
  }

  bool IsWanted(const SourceFile& file) const {
    if (file.scope == Scope::kTest || file.scope == Scope::kVendored) return false;
    if (IsChangelog(file.path)) return false;
    if (IsPythonSource(file.kind)) return true;
    return (file.kind == FileKind::kPage || IsSettingsFile(file.path)) &&
           RoleOfFile(file.PathBelow(), file.scope, true, {}) == FileRole::kGuide;
  }

  void Look(const SourceFile& file, std::string_view text, size_t offset, int line,
            const std::string& word) {
    const Key& key = keys_.at(word);
    const bool source = IsSource(file.kind);
    const bool option = source && IsOptionWithHelp(text, offset, word.size());
    const bool member = source && IsDescribedMember(text, offset, word.size());
    if (source ? !option && !member : !IsKeyAt(text, offset, word.size())) return;
    const Place place = {file.path, line, 0};
    const std::lock_guard<std::mutex> lock(mutex_);
    // A key may be that of several variables, with different prefixes.
    for (const size_t flag : key.flags) {
      // An option's name may be common; it counts only next to an access of the variable.
      if ((option || key.of_options) && !IsBeside(flag, place)) continue;
      const auto [at, added] = found_.try_emplace(flag, place);
      if (!added && place < at->second) at->second = place;
    }
  }

  // Whether the source accesses the variable near the option's declaration.
  bool IsBeside(size_t flag, const Place& place) const {
    const std::vector<FlagAccess>& all = flags_[flag].accesses;
    return std::any_of(all.begin(), all.end(), [&](const FlagAccess& one) {
      const auto near = [&](const Place& other) {
        return other.file == place.file && std::abs(other.line - place.line) <= kOptionLines;
      };
      return near(one.access->place);
    });
  }

  std::vector<Flag>& flags_;
  std::map<std::string, Key, std::less<>> keys_;
  std::map<size_t, Place> rule_of_;
  std::mutex mutex_;
  std::map<size_t, Place> found_;  // by flag
};

// The key at the start of a table's row: "| `cache_dir` |", "* - ``cache_dir``". Empty for others.
std::string_view KeyOfRow(std::string_view line, bool list_table) {
  std::string_view rest = Trim(line);
  const std::string_view mark = list_table ? "* -" : "|";
  if (!rest.starts_with(mark)) return {};
  const std::string_view cell = Trim(rest.substr(mark.size()));
  const size_t begin = cell.find_first_not_of("`*\"");
  if (begin == std::string_view::npos) return {};
  const size_t end = EndOfRun(cell, begin, IsIdentifierByte);
  const std::string_view key = cell.substr(begin, end - begin);
  const bool lower = !key.empty() && IsLower(key.front()) && key == ToLower(key);
  const std::string_view after = Trim(cell.substr(end));
  const size_t next = after.find_first_not_of("`*\" \t");
  const bool ends = next == std::string_view::npos || after[next] == '|' || after[next] == '(';
  return lower && ends ? key : std::string_view();
}

// A row of a table: its line, and the key in it.
struct KeyRow {
  size_t offset = 0;  // of the key
  std::string_view key;
};

// The rows of each table of the page that begin with keys, except for grid tables, which have
// aligned columns.
// Replacing a key by a longer name would shift the columns of such a table.
std::vector<std::vector<KeyRow>> TablesOfKeys(std::string_view file, std::string_view text) {
  const bool rst = file.ends_with(".rst") || file.ends_with(".rst.inc");
  std::vector<std::vector<KeyRow>> out;
  bool inside = false;
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find('\n', at), text.size());
    const std::string_view line = text.substr(at, end - at);
    const bool blank = Trim(line).empty();
    const bool opens =
        rst ? line.find(".. list-table::") != std::string_view::npos : Trim(line).starts_with('|');
    if (opens && (rst || !inside)) out.emplace_back();
    inside = opens || (inside && (rst ? blank || IsTextSpace(line.front()) : false));
    if (inside) {
      const std::string_view key = KeyOfRow(line, rst);
      if (!key.empty()) {
        out.back().push_back({static_cast<size_t>(key.data() - text.data()), key});
      }
    }
    at = end + 1;
  }
  return out;
}

}  // namespace

std::string WithNamesForKeys(std::string_view file, std::string_view text,
                             const std::vector<NameRule>& rules,
                             const std::function<bool(std::string_view)>& is_accessed) {
  // Three keys and half of the table: below that the table is about something else, and its keys
  // match names by chance.
  constexpr size_t kLeast = 3;
  // Which keys are replaced, by the first rule that fits the table.
  std::vector<std::pair<size_t, const NameRule*>> places;  // of keys to replace
  std::map<size_t, size_t> lengths;
  for (const std::vector<KeyRow>& table : TablesOfKeys(file, text)) {
    if (table.size() < kLeast) continue;
    for (const NameRule& rule : rules) {
      const auto known =
          static_cast<size_t>(std::count_if(table.begin(), table.end(), [&](const KeyRow& row) {
            return is_accessed(rule.prefix + ToUpper(row.key));
          }));
      if (known < kLeast || known * 2 < table.size()) continue;
      for (const KeyRow& row : table) {
        if (lengths.emplace(row.offset, row.key.size()).second)
          places.emplace_back(row.offset, &rule);
      }
      break;
    }
  }
  std::sort(places.begin(), places.end());
  std::string out;
  size_t done = 0;
  for (const auto& [offset, rule] : places) {
    out += text.substr(done, offset - done);
    done = offset + lengths.at(offset);
    out += rule->prefix + ToUpper(text.substr(offset, done - offset));
  }
  if (!out.empty()) out += text.substr(done);
  return out;
}

std::vector<NameRule> NameRulesIn(std::string_view file, std::string_view text) {
  std::vector<NameRule> out;
  // Most pages have no such word and are not searched.
  if (text.find("nvironment") == std::string_view::npos &&
      text.find("env") == std::string_view::npos) {
    return out;
  }
  for (size_t at = 0; at < text.size() && out.size() < kMostRules;) {
    if (!IsIdentifierByte(text[at])) {
      ++at;
      continue;
    }
    const size_t begin = at;
    at = EndOfRun(text, at, IsIdentifierByte);
    const std::string_view word = text.substr(begin, at - begin);
    if (!IsVariableNameByte(word.front()) || word.find('_') == std::string_view::npos) continue;
    if (!AllBytes(word, IsVariableNameByte)) continue;
    const std::string_view prefix = PrefixAt(text, begin, at);
    if (prefix.size() < kShortestPrefix) continue;
    const auto [first, last] = ParagraphAround(text, begin);
    const std::string lower = ToLower(text.substr(first, last - first));
    const std::string_view sentence = SentenceAround(lower, begin - first);
    // The sentence must mention the environment, the derivation and all settings, without a
    // negation.
    const bool environment = sentence.find("environment") != std::string_view::npos ||
                             sentence.find("env var") != std::string_view::npos;
    if (!environment || !HasPhraseOf(sentence, "derived") || HasPhraseOf(sentence, "not")) continue;
    const char subject = SubjectOf(sentence);
    if (subject == 0) continue;
    const bool options = subject == 'o';
    const bool known = std::any_of(out.begin(), out.end(), [&](const NameRule& one) {
      return one.prefix == prefix && one.options == options;
    });
    if (known) continue;
    const int line = 1 + LinesIn(text.substr(0, begin));
    out.push_back({std::string(prefix), options, {std::string(file), line, 0}});
  }
  return out;
}

void TakeKeys(const Tree& tree, const std::vector<NameRule>& rules, unsigned jobs,
              std::vector<Flag>& flags) {
  if (rules.empty()) return;
  KeySearch search(rules, flags);
  if (search.empty()) return;
  search.Search(tree, jobs);
  search.AddPassages();
}

}  // namespace flagcensus
