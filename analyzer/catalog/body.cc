// Blocks → Body → Entry.
//
//   - `APP_MODE=fast`: How to run.
//     - fast: the default
//     - slow
//     ─→ MarkedIn finds the default fast; the items join the description: "How to run.; fast: …"
//
// The default is that of a field or a marked value; then a literal in the words; then the value
// shown with the name.
#include "analyzer/catalog/body.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "analyzer/base/text.h"
#include "analyzer/catalog/claims.h"
#include "analyzer/catalog/values.h"
#include "analyzer/pages/names.h"
#include "analyzer/pages/vocabulary.h"

namespace flagcensus {
namespace {

// What is read of one description. A longer page says nothing new about its variable, and the limit
// bounds the work on hostile ones.
constexpr size_t kMaxWords = 6000;
constexpr size_t kMaxDescription = 2000;

// The text as one line for the description: runs of white space are one blank, and punctuation that
// only separated it from the name is removed.
std::string Fold(std::string_view text) {
  std::string out;
  for (const char c : text) {
    const bool space = IsPlainSpace(c);
    if (!space) {
      out += c;
    } else if (!out.empty() && out.back() != ' ') {
      out += ' ';
    }
    if (out.size() > kMaxDescription) {
      while (!out.empty() && IsUtf8Continuation(out.back())) out.pop_back();
      out.pop_back();
      out += "...";
      break;
    }
  }
  while (!out.empty() && out.back() == ' ') out.pop_back();
  // The separator between the name and its description: ", if set, …".
  out.erase(0, std::min(out.find_first_not_of(" ,;"), out.size()));
  if (out.starts_with(". ")) out.erase(0, 2);  // the end of words that were removed
  // The separator between the items of a list; not the one of "separated by ;)".
  out = ReplaceAll(out, " ; ", "; ");
  if (out.ends_with(" ;")) out.erase(out.size() - 2, 1);
  return out;
}

Prose PlainProse(std::string_view text) {
  Run run;
  run.text = text;
  return ToProse({run});
}

// Whether the words beside a value begin with "The default.", "Default, which …" or the like.
bool IsMarkOfDefault(std::string_view said) {
  static const PhraseList& kMarks = Phrases("marks_default");
  return std::any_of(kMarks.begin(), kMarks.end(), [&](const std::string& mark) {
    return said.starts_with(mark) && (said.size() == mark.size() || said[mark.size()] == '.' ||
                                      said[mark.size()] == ',' || mark.ends_with(')'));
  });
}

// Whether the words beside a value end in "…, default)", "Enables it (default).", "Enables it. The
// default value.".
bool EndsAsDefault(std::string_view said) {
  said = Trim(said);
  if (said.ends_with('.')) said.remove_suffix(1);
  for (const std::string_view end : {"(default)", ", default)", ". the default",
                                     ". the default value", ". default", ". default value"}) {
    if (said.ends_with(end)) return true;
  }
  return false;
}

// A value, and whether the words beside it mark it as the default.
struct ValueMark {
  std::optional<ValueAt> value;
  bool marked = false;
};

// The value that the item of a list marks: "0 : Default, nothing special", "`x`: default".
ValueMark MarkOfItem(const Block& item) {
  const Prose text = ToProse(item.children.front().inlines);
  const std::optional<ValueAt> value = ValueFrom(text, 0);
  if (!value) return {};
  std::string_view behind = Trim(std::string_view(text.lower).substr(value->end));
  // Without a separator, "fast is the default" is a sentence, which FindStatedDefault reads.
  if (behind.empty() || std::string_view(":=-").find(behind[0]) == std::string_view::npos) {
    return {value, false};
  }
  behind = Trim(behind.substr(1));
  return {value, EndsAsDefault(behind) || IsMarkOfDefault(behind)};
}

// The same for the row of a table: "| `x` (default) | ... |", "| `x` | The default. ... |".
ValueMark MarkOfRow(const Block& row) {
  const Prose text = ToProse(row.children[0].inlines);
  const std::optional<ValueAt> value = ValueFrom(text, 0);
  if (!value) return {};
  const std::string_view lower = text.lower;
  const Prose behind = ToProse(row.children[1].inlines);
  const std::string_view said = Trim(behind.lower);
  return {value, lower.find("(default)", value->end) != std::string_view::npos ||
                     lower.find("[default]", value->end) != std::string_view::npos ||
                     IsMarkOfDefault(said) || EndsAsDefault(said)};
}

// The value that a list or a table of values marks as the default. A list of items that begin with
// variable names is about those. Of two marked values, neither is known to be the default.
DefaultText MarkedIn(const Block& values) {
  constexpr size_t kMost = 100;
  const bool table = values.kind == Block::Kind::kTable;
  DefaultText found;
  for (size_t i = 0; i < std::min(values.children.size(), kMost); ++i) {
    const Block& one = values.children[i];
    if (table ? one.header || one.children.size() < 2 : one.children.empty()) continue;
    const ValueMark mark = table ? MarkOfRow(one) : MarkOfItem(one);
    if (!mark.value || ShapeOf(mark.value->text) == NameShape::kStrong) return {};
    if (!mark.marked) continue;
    if (found.stated()) return {};
    found = {DocumentedDefault::kLiteral, mark.value->text};
  }
  return found;
}

// Whether one of the list's items is the field "Description". Then the other items are separate
// facts.
bool HasDescription(const Block& list) {
  return std::any_of(list.children.begin(), list.children.end(), [](const Block& item) {
    if (item.children.empty()) return false;
    const Field field = ParseField(ToProse(item.children.front().inlines));
    return field.label == Label::kDescription && !Trim(field.value.text).empty();
  });
}

void AddList(Body& body, const Block& list) {
  // The words so far may end in "Possible values:".
  const bool values = AnnouncesValues(body.words.lower);
  if (!body.field_default.stated()) body.field_default = MarkedIn(list);
  const bool described = HasDescription(list);
  for (const Block& item : list.children) {
    if (item.children.empty()) continue;
    const Block& first = item.children.front();
    const Prose text = ToProse(first.inlines);
    const Field field = ParseField(text);
    const bool before = body.aside;
    body.aside = before || (described && field.label != Label::kDescription);
    if (field.label != Label::kNone) {
      AddField(body, field.label, field.value);
      AddBlocks(body, item.children, 1, item.children.size());
      body.aside = before;
      continue;
    }
    if (values) {
      const std::optional<ValueAt> value = ValueFrom(text, 0);
      if (value && (value->marked || IsNumber(value->text)) &&
          value->text.find('=') == std::string::npos) {
        body.values.push_back(value->text);
      }
    }
    // A separator, so a sentence does not go on in the next item.
    if (!body.words.text.empty()) AddWords(body, PlainProse(";"));
    AddBlocks(body, item.children, 0, item.children.size());
    body.aside = before;
    body.in_list = !described;
  }
}

void AddTable(Body& body, const Block& table) {
  // A table that is not one of fields contributes only the value that it marks as the default.
  if (!IsFieldTable(table)) {
    if (!body.field_default.stated()) body.field_default = MarkedIn(table);
    return;
  }
  for (const Block& row : table.children) {
    if (row.children.size() < 2) continue;
    const Label label = FieldLabelOf(PlainText(row.children[0].inlines));
    AddField(body, label, ToProse(row.children[1].inlines));
  }
}

// Adds the claims from above, except those on who sets the variable if the entry makes its own.
// "The variables below are always set" above an entry that is "set if missing": the entry is right.
void MergeClaims(Entry& entry, const std::vector<std::string>& claims) {
  const auto sets = [](const std::string& claim) {
    return claim == "always-set" || claim == "set-if-missing" || claim == "appended";
  };
  const bool set_already = std::any_of(entry.claims.begin(), entry.claims.end(), sets);
  for (const std::string& claim : claims) {
    if (set_already && sets(claim)) continue;  // what the entry says itself wins
    entry.claims.push_back(claim);
  }
}

// A value that only shows the place of one: "<path>", "...", "your-token", "[0|1]", "XXX", "N". A
// real value such as "path" is missed.
bool IsPlaceholder(std::string_view value) {
  if (value.empty()) return true;
  const std::string lower = ToLower(value);
  if (value.find_first_not_of("XxN.%") == std::string_view::npos) return true;
  return value.find_first_of("<|") != std::string_view::npos || value.starts_with('[') ||
         value.find("...") != std::string_view::npos || lower.starts_with("your") ||
         lower.starts_with("xxx") || lower == "value" || lower == "path" || lower == "n";
}

// "`DEBUG=1`: enables debug output" shows how to use DEBUG; it does not state a default. A verb
// begins the description of a switch; "this …" refers to the shown value, of any kind.
bool IsUsage(const std::string& value, const Prose& words) {
  std::string_view lower = Trim(words.lower);
  while (!lower.empty() && !IsIdentifierByte(lower[0])) {
    lower.remove_prefix(1);
  }
  if (lower.starts_with("this ") || lower.starts_with("it ")) return true;
  const std::string word = ToLower(value);
  if (word != "0" && word != "1" && !IsSwitchWord(word)) return false;
  static const PhraseList& kVerbs = Phrases("switch_verbs");
  const std::string_view first = lower.substr(0, lower.find_first_of(" ,.;:"));
  // A verb in the third person ends in 's' and not in "ss" ("less", "class"). Plurals are mistaken
  // for verbs, which costs a default and not a false finding.
  constexpr size_t kShortVerb = 4;  // "runs", "enables": the third person
  if (first.size() >= kShortVerb && first.ends_with('s') && !first.ends_with("ss")) return true;
  return std::any_of(kVerbs.begin(), kVerbs.end(), [&](const std::string& verb) {
    return first == verb || lower.starts_with(verb + " ");
  });
}

// "`BASE_DIR/data`": a path below a directory that has a name in capitals. No literal in code
// equals it.
bool IsBelowName(const DefaultText& found) {
  if (found.kind != DocumentedDefault::kLiteral) return false;
  const size_t slash = found.text->find('/');
  return slash != std::string::npos &&
         ShapeOf(std::string_view(*found.text).substr(0, slash)) == NameShape::kStrong;
}

// The words without stretches that describe nothing; all of them if nothing else remains.
std::string WithoutAsides(const Body& body) {
  std::string text = body.words.text;
  for (const auto& [begin, end] : body.asides) {
    if (begin < text.size())
      std::fill(text.begin() + begin, text.begin() + std::min(end, text.size()), ' ');
  }
  const bool empty = text.find_first_not_of(" ,;") == std::string::npos;
  return empty && body.values.empty() ? body.words.text : text;
}

// The words without the sentences that only introduce a block of code: "For example:".
//
//   "The port. For example:" and a block of code  ─→ "The port."
std::string WithoutLeadIns(const Body& body) {
  const std::string text = WithoutAsides(body);
  std::string out;
  size_t kept = 0;
  for (const size_t code : body.codes) {
    const std::string_view before = Trim(std::string_view(text).substr(kept, code - kept));
    size_t begin = code;
    if (before.ends_with(':')) {
      for (begin = kept; const std::string_view end : {". ", "! ", "? ", ".\n"}) {
        const size_t at = text.rfind(end, code);
        if (at != std::string::npos && at >= kept) begin = std::max(begin, at + 1);
      }
    }
    out += text.substr(kept, begin - kept) + " ";
    kept = code;
  }
  return out + text.substr(kept);
}

bool IsSingleWord(std::string_view text) {
  text = Trim(text);
  return !text.empty() && AllBytes(text, IsAlpha);
}

// Adds words that are read for defaults and claims but do not belong to the description.
void AddAside(Body& body, const Prose& words) {
  const bool before = std::exchange(body.aside, true);
  AddWords(body, words);
  body.aside = before;
}

// "`True`, `False`", "Integer as seconds": whether a field of values contains no sentence. More
// than eight words are one.
bool NamesValues(const Prose& value, bool listed) {
  constexpr long kBlanks = 7;
  return listed || (value.text.find(". ") == std::string::npos &&
                    std::count(value.text.begin(), value.text.end(), ' ') <= kBlanks);
}

// Handles a paragraph that consists of the label of a part, "**Arguments**", or ends in one. The
// description begins below "Description"; there is no description below "Syntax".
//
//   **Description**     what precedes it becomes an aside
//   Sets the port.      the description
//   **Syntax**          what follows is an aside
bool OpensPart(Body& body, const Prose& paragraph) {
  static const PhraseList& kAsides = Phrases("part_aside");
  std::string_view label = Trim(paragraph.lower);
  while (label.ends_with(':')) label.remove_suffix(1);
  const auto is_aside = [&](std::string_view word) {
    return std::find(kAsides.begin(), kAsides.end(), word) != kAsides.end();
  };
  if (FieldLabelOf(label) == Label::kDescription) {
    if (!body.words.text.empty()) body.asides.emplace_back(0, body.words.text.size());
    body.aside = false;
    return true;
  }
  if (is_aside(label)) {
    AddAside(body, paragraph);
    body.aside = true;
    return true;
  }
  // "... of the process. Syntax": a converter joined the label to the paragraph above it.
  const size_t stop = label.rfind(". ");
  if (stop == std::string_view::npos || !is_aside(label.substr(stop + 2))) return false;
  const size_t cut = paragraph.lower.find(label) + stop + 1;
  AddLines(body, Slice(paragraph, 0, cut));
  AddAside(body, Slice(paragraph, cut));
  body.aside = true;
  return true;
}

}  // namespace

namespace {

bool IsWordEnd(char c) { return IsIdentifierByte(c) || c == ')' || c == '"' || c == '\''; }

// Adds a mark that ends the last sentence or term, unless it ends in one.
// Without it, the words of two blocks would be read as one sentence.
void EndWords(Prose& words, char mark = '.') {
  if (words.text.empty() || !IsWordEnd(words.text.back())) return;
  words.text += mark;
  words.lower += mark;
  words.styles += '\0';
}

}  // namespace

std::string DescriptionOf(const Body& body) { return Fold(WithoutLeadIns(body)); }

void AddWords(Body& body, const Prose& words) {
  if (body.words.text.size() >= kMaxWords) return;
  // What follows a list does not continue its last item.
  if (std::exchange(body.in_list, false) && !words.text.starts_with(';')) EndWords(body.words);
  const size_t begin = body.words.text.size();
  if (words.text.size() > kMaxWords) {
    Append(body.words, Slice(words, 0, kMaxWords));
  } else {
    Append(body.words, words);
  }
  if (body.aside) body.asides.emplace_back(begin, body.words.text.size());
}

// Adds each line as fields if it begins with a label, otherwise as words.
void AddLines(Body& body, const Prose& paragraph) {
  for (const Prose& line : LinesOf(paragraph)) {
    const std::vector<Field> fields = FieldsOf(line);
    for (const Field& field : fields) AddField(body, field.label, field.value);
    if (fields.empty()) AddWords(body, line);
  }
}

void AddField(Body& body, Label label, const Prose& value) {
  // The label decides: values, types and names are kept apart from the words.
  switch (label) {
    case Label::kDefault: {
      DefaultText found = DefaultFromCell(value);
      if (!body.field_default.stated()) body.field_default = std::move(found);
      return;
    }
    case Label::kType: {
      if (body.field_type == ValueType::kUnknown) body.field_type = TypeFromCell(value);
      const std::vector<std::string> values = ValuesFromWords(value);
      body.values.insert(body.values.end(), values.begin(), values.end());
      return;
    }
    case Label::kValues: {
      const std::vector<std::string> values = ListedValues(value, 0);
      body.values.insert(body.values.end(), values.begin(), values.end());
      // "Values: `String`" names the type and describes nothing.
      const bool names = NamesValues(value, values.size() > 1);
      const ValueType type = names && values.size() < 2 ? TypeFromCell(value) : ValueType::kUnknown;
      if (type == ValueType::kUnknown || !IsSingleWord(value.text)) {
        names ? AddAside(body, value) : AddWords(body, value);
      }
      if (body.field_type == ValueType::kUnknown) body.field_type = type;
      return;
    }
    case Label::kEnvironment: {
      const LeadingNames lead = ParseLeadingNames(value, false);
      body.env_names.insert(body.env_names.end(), lead.names.begin(), lead.names.end());
      return;
    }
    // Neither describes the variable: "yes", and a value that only shows the form.
    case Label::kRequired:
    case Label::kExample:
      return;
    default:
      AddWords(body, value);
      return;
  }
}

void AddBlock(Body& body, const Block& block) {
  switch (block.kind) {
    case Block::Kind::kParagraph: {
      const Prose text = ToProse(block.inlines);
      // "(default: 5)" before a paragraph is a label, not a sentence.
      const bool label = body.words.text.ends_with(')');
      if (!label && !text.text.empty() && IsUpper(text.text.front())) EndWords(body.words);
      if (!OpensPart(body, text)) AddLines(body, text);
      return;
    }
    case Block::Kind::kList:
      AddList(body, block);
      return;
    case Block::Kind::kTable:
      AddTable(body, block);
      return;
    case Block::Kind::kField: {
      Prose value = ToProse(block.inlines);
      for (const Block& child : block.children) Append(value, ToProse(child.inlines));
      const Label label = FieldLabelOf(block.label);
      // ":Config key: `oven.heat`": a field with an unknown label describes nothing.
      label == Label::kNone ? AddAside(body, value) : AddField(body, label, value);
      return;
    }
    case Block::Kind::kDefinition: {
      const Label label = FieldLabelOf(PlainText(block.inlines));
      if (label != Label::kNone) {
        Prose value;
        for (const Block& child : block.children) Append(value, ToProse(child.inlines));
        AddField(body, label, value);
      } else {
        AddWords(body, PlainProse(";"));
        AddWords(body, ToProse(block.inlines));
        EndWords(body.words, ':');
        AddBlocks(body, block.children, 0, block.children.size());
      }
      return;
    }
    case Block::Kind::kQuote:
      AddBlocks(body, block.children, 0, block.children.size());
      return;
    case Block::Kind::kCode:
      body.codes.push_back(body.words.text.size());
      return;
    default:
      return;
  }
}

namespace {

// "Default (if it is not set):" above a block of one line: `NAME=value`, or the value. A longer
// opening is a sentence that only begins with the word.
bool AddShownDefault(Body& body, const Block& paragraph, const Block& code) {
  constexpr size_t kMaxOpening = 60;
  if (paragraph.kind != Block::Kind::kParagraph || code.kind != Block::Kind::kCode) return false;
  const std::string lower = ToLower(Trim(PlainText(paragraph.inlines)));
  const std::string_view line = Trim(code.text);
  const bool opens = lower.starts_with("default") || lower.starts_with("the default");
  if (!opens || lower.size() > kMaxOpening || !lower.ends_with(':')) return false;
  if (line.empty() || line.find('\n') != std::string_view::npos) return false;
  const size_t equals = line.find('=');
  const bool assigns =
      equals != std::string_view::npos && ShapeOf(line.substr(0, equals)) == NameShape::kStrong;
  if (!body.field_default.stated()) {
    body.field_default = {DocumentedDefault::kLiteral,
                          std::string(assigns ? line.substr(equals + 1) : line)};
  }
  return true;
}

}  // namespace

void AddBlocks(Body& body, const std::vector<Block>& blocks, size_t begin, size_t end) {
  std::vector<const Block*> values;  // lists right below "Type: Enumeration": added after the words
  const auto is_values = [](const std::vector<Field>& fields) {
    return std::any_of(fields.begin(), fields.end(), [](const Field& field) {
      return field.label == Label::kType || field.label == Label::kValues;
    });
  };
  for (size_t i = begin; i < end; ++i) {
    if (i + 1 < end && AddShownDefault(body, blocks[i], blocks[i + 1])) continue;
    if (blocks[i].kind == Block::Kind::kList && i > begin &&
        blocks[i - 1].kind == Block::Kind::kHeading &&
        is_values(FieldsOf(ToProse(blocks[i - 1].inlines)))) {
      values.push_back(&blocks[i]);
      continue;
    }
    if (blocks[i].kind == Block::Kind::kHeading) {
      // A heading that is a label: "Default" above the paragraph with the value.
      const Label label = FieldLabelOf(PlainText(blocks[i].inlines));
      if (label != Label::kNone && i + 1 < end && blocks[i + 1].kind == Block::Kind::kParagraph) {
        AddField(body, label, ToProse(blocks[++i].inlines));
      }
      // Or the whole field: "##### Default: `0`".
      for (const Field& field : FieldsOf(ToProse(blocks[i].inlines))) {
        if (label == Label::kNone) AddField(body, field.label, field.value);
      }
      continue;
    }
    AddBlock(body, blocks[i]);
  }
  for (const Block* list : values) AddBlock(body, *list);
}

bool IsFieldTable(const Block& table) {
  // A table with more rows is a reference of something, not the fields of one variable.
  constexpr size_t kMaxFields = 30;
  if (table.children.size() < 2 || table.children.size() > kMaxFields) return false;
  // More than half of the rows must have known labels, and one must be a default or a variable.
  size_t known = 0;
  bool tells = false;
  for (const Block& row : table.children) {
    if (row.children.size() != 2) return false;
    const Label label = FieldLabelOf(PlainText(row.children[0].inlines));
    if (label != Label::kNone) ++known;
    tells = tells || label == Label::kDefault || label == Label::kEnvironment;
  }
  // "| Env var | Default |" is the header of a table of variables, not the field of one.
  const Label second = FieldLabelOf(PlainText(table.children.front().children[1].inlines));
  return tells && 2 * known > table.children.size() && second != Label::kDefault &&
         second != Label::kDescription;
}

Entry MakeEntry(std::string_view file, const LeadName& lead, EntryHow how, const Body& body,
                const std::string& section) {
  // The place, the text and the claims.
  Entry entry;
  entry.name = lead.name;
  entry.place = {std::string(file), std::max(0, lead.line), std::max(0, lead.column)};
  entry.section = section;
  entry.how = how;
  entry.description = DescriptionOf(body);
  entry.claims = ClaimsFromWords(body.words, lead.name);
  MergeClaims(entry, body.claims);
  const std::vector<std::string> values =
      body.values.empty() ? ValuesFromWords(body.words) : body.values;
  if (!values.empty()) entry.claims.push_back("values:" + Join(values, "|"));
  const bool set = body.set_above || entry.HasClaim("always-set") ||
                   entry.HasClaim("set-if-missing") || entry.HasClaim("appended");
  DefaultText found = body.field_default;
  // "`MODE=1`: Forces it", "`MODE=1` is refused": the description is about this value.
  const bool complete = lead.value && !IsPlaceholder(*lead.value) && !entry.description.empty();
  if (complete && entry.description.starts_with("is ")) {
    entry.description = lead.name + "=" + *lead.value + " " + entry.description;
  } else if (complete && IsUsage(*lead.value, body.words)) {
    entry.description = lead.name + "=" + *lead.value + ": " + entry.description;
  }
  // The default: of a field, or the value shown with the name unless it only shows a use.
  if (lead.value && !IsPlaceholder(*lead.value) && !found.stated()) {
    if (set || !(body.shows_use || IsUsage(*lead.value, body.words))) {
      entry.value = lead.value;
      found = {DocumentedDefault::kLiteral, lead.value};
      entry.default_shown = !set;
      const DefaultText words = DefaultFromWords(body.words, lead.name);
      // "`MODE=fast`: ... The default is `slow`": the value shows a use.
      if (!set && words.kind == DocumentedDefault::kLiteral) {
        found = words;
        entry.default_shown = false;
        entry.value.reset();
      }
    }
  }
  if (!found.stated()) {
    found = DefaultFromWords(body.words, lead.name);
    // "v3 (default)" beside "Linux" is the default on that system only.
    if (body.limited && found.kind == DocumentedDefault::kLiteral) {
      found.kind = DocumentedDefault::kProse;
    }
  }
  if (IsBelowName(found)) found.kind = DocumentedDefault::kProse;
  entry.default_kind = found.kind;
  entry.default_text = std::move(found.text);
  // The type: of a field, of the words, or of a default that only a switch has.
  entry.type = body.field_type;
  if (entry.type == ValueType::kUnknown) entry.type = TypeFromWords(body.words);
  if (entry.type == ValueType::kUnknown && entry.default_kind == DocumentedDefault::kLiteral) {
    const std::string lower = ToLower(*entry.default_text);
    if (IsSwitchWord(lower)) entry.type = ValueType::kBool;
  }
  std::sort(entry.claims.begin(), entry.claims.end());
  entry.claims.erase(std::unique(entry.claims.begin(), entry.claims.end()), entry.claims.end());
  return entry;
}

}  // namespace flagcensus
