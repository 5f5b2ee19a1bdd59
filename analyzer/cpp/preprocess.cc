#include "analyzer/cpp/preprocess.h"

#include <algorithm>
#include <utility>

#include "analyzer/cpp/evaluate.h"

namespace flagcensus {
namespace {

constexpr size_t kMaxKept = size_t{256} << 20;  // bytes of tokens and texts
constexpr size_t kMaxLevels = 400;              // #if within #if
constexpr size_t kMaxPending = 2'000'000;       // tokens of one text

PpToken Told(const PpToken& like, std::optional<bool> value) {
  PpToken made = like;
  made.kind = value ? PpToken::Kind::kNumber : PpToken::Kind::kOther;
  made.text = !value ? "?" : *value ? "1" : "0";
  return made;
}

// The token that closes the bracket at `open`; `end` if none does.
size_t Closing(const PpTokens& tokens, size_t open, size_t end) {
  int depth = 0;
  for (size_t i = open; i < end; ++i) {
    if (tokens[i].Is("(")) ++depth;
    if (tokens[i].Is(")") && --depth == 0) return i;
  }
  return end;
}

}  // namespace

const PpFile* PpSources::Get(int file, bool text_too) {
  Kept& kept = kept_[file];
  if (kept.file != nullptr && (kept.text_too || !text_too)) return kept.file.get();
  std::optional<std::string> text =
      kept.file != nullptr ? std::optional(kept.file->text) : read_(file);
  if (!text || bytes_ + text->size() > kMaxKept) return nullptr;
  std::unique_ptr<const PpFile> made = LexPp(std::move(*text), file, text_too);
  if (!made->guarded && !text_too) {
    text_too = true;
    made = LexPp(made->text, file, true);
  }
  bytes_ += made->text.size() + made->logical.size() + made->tokens.size() * sizeof(PpToken);
  if (kept.file != nullptr) replaced_.push_back(std::move(kept.file));
  kept = {std::move(made), text_too};
  return kept.file.get();
}

bool Preprocessor::Run(int file, const TakeText& take) {
  take_ = &take;
  const PpFile* main = sources_.Get(file, true);
  if (main == nullptr) return false;
  Enter(file, 0);
  Flush();
  return true;
}

void Preprocessor::Enter(int number, int depth) {
  const PpFile* file = sources_.Get(number, depth == 0 || options_.closed);
  if (file == nullptr || depth > options_.depth || ++files_ > options_.files) {
    ++cut_;
    return;
  }
  if (file->guarded && !entered_.insert(number).second) return;
  const size_t outer = levels_.size();
  const bool text = depth == 0 || options_.closed || !file->guarded;
  bool guard = file->guarded && !options_.closed;  // its first #if says nothing
  for (const PpLine& line : file->lines) {
    if (++lines_ > options_.lines) {
      ++cut_;
      break;
    }
    if (line.kind == PpLine::Kind::kText) {
      if (!text || dead_) continue;
      if (!options_.closed && pending_condition_ != condition_) Flush();
      pending_condition_ = condition_;
      pending_.insert(pending_.end(), file->tokens.begin() + static_cast<long>(line.begin),
                      file->tokens.begin() + static_cast<long>(line.end));
      if (pending_.size() > kMaxPending) Flush();
      continue;
    }
    const bool opens = line.kind == PpLine::Kind::kIfndef || line.kind == PpLine::Kind::kIf;
    if (guard && opens) {
      guard = false;
      Level level;
      level.outer = condition_;
      level.taken = true;
      level.outer_dead = dead_;
      levels_.push_back(std::move(level));
      continue;
    }
    if (line.kind != PpLine::Kind::kOther && line.kind != PpLine::Kind::kOnce) guard = false;
    Directive(*file, line, depth);
  }
  while (levels_.size() > outer) Close();
}

void Preprocessor::Directive(const PpFile& file, const PpLine& line, int depth) {
  using L = PpLine::Kind;
  switch (line.kind) {
    case L::kIf:
    case L::kIfdef:
    case L::kIfndef:
      Open(file, line);
      break;
    case L::kElif:
    case L::kElifdef:
    case L::kElifndef:
    case L::kElse:
      Else(file, line);
      break;
    case L::kEndif:
      if (beyond_ > 0) {
        --beyond_;
      } else if (!levels_.empty()) {
        Close();
      }
      break;
    case L::kDefine:
    case L::kUndef:
      if (!dead_) Define(file, line);
      break;
    case L::kInclude:
      if (!dead_) Include(file, line, depth);
      break;
    default:
      break;
  }
}

void Preprocessor::Open(const PpFile& file, const PpLine& line) {
  if (levels_.size() >= kMaxLevels) {
    ++beyond_;
    ++cut_;
    return;
  }
  Level& level = levels_.emplace_back();
  level.outer = condition_;
  level.outer_dead = dead_;
  if (dead_) {
    level.taken = true;
    level.dead = true;
    return;
  }
  Branch(file, line, &level);
  Refresh();
}

void Preprocessor::Else(const PpFile& file, const PpLine& line) {
  if (levels_.empty() || beyond_ > 0) return;
  Level& level = levels_.back();
  if (level.outer_dead) return;
  if (level.taken) {
    level.dead = true;
  } else if (line.kind == PpLine::Kind::kElse) {
    level.assumed = level.before;
    level.otherwise.clear();
    if (level.before.size() == 1) level.otherwise = {level.before[0] ^ 1U};
    level.taken = true;
    level.dead = Excludes(level.outer, level.before);
  } else {
    condition_ = Both(level.outer, level.before);
    dead_ = false;
    Branch(file, line, &level);
  }
  Refresh();
}

void Preprocessor::Close() {
  condition_ = std::move(levels_.back().outer);
  dead_ = levels_.back().outer_dead;
  levels_.pop_back();
}

// What holds where the place at hand is not compiled. Where several #if stand around it, no
// conjunction says that.
const PpCondition& Preprocessor::Otherwise() const {
  static const PpCondition kNone;
  const Level* only = nullptr;
  for (const Level& level : levels_) {
    if (level.assumed.empty()) continue;
    if (only != nullptr) return kNone;
    only = &level;
  }
  return only == nullptr ? kNone : only->otherwise;
}

// What holds behind the directive that begins the innermost branch.
void Preprocessor::Refresh() {
  const Level& level = levels_.back();
  condition_ = Both(level.outer, level.assumed);
  dead_ = level.outer_dead || level.dead;
}

void Preprocessor::Branch(const PpFile& file, const PpLine& line, Level* level) {
  using L = PpLine::Kind;
  const bool by_name = line.kind == L::kIfdef || line.kind == L::kIfndef ||
                       line.kind == L::kElifdef || line.kind == L::kElifndef;
  const bool negated = line.kind == L::kIfndef || line.kind == L::kElifndef;
  std::optional<bool> value;
  std::pair<PpCondition, PpCondition> says;
  if (by_name) {
    if (line.begin == line.end) value = false;
    const std::string_view name = line.begin < line.end ? file.tokens[line.begin].text : "";
    if (!value) value = IsDefined(name);
    if (value && negated) value = !*value;
    if (!value) says = atoms_.OfDefined(name, environment_.EpochOf(name));
    if (negated) std::swap(says.first, says.second);
  } else {
    const std::optional<int64_t> number = Decide(file, line);
    if (number) value = *number != 0;
    if (options_.closed && !number) value = false;
    const PpTokens expression(file.tokens.begin() + static_cast<long>(line.begin),
                              file.tokens.begin() + static_cast<long>(line.end));
    if (!value) says = atoms_.Of(expression, EpochOf(expression));
  }
  // What the directives around say decides it, too.
  if (!value && Excludes(condition_, says.first)) value = false;
  if (!value && Implies(condition_, says.first)) value = true;
  level->dead = value && !*value;
  level->assumed = level->before;
  level->otherwise.clear();
  if (value) {
    level->taken = *value;
    return;
  }
  if (level->before.empty()) level->otherwise = says.second;
  level->assumed = Both(level->before, says.first);
  level->before = Both(level->before, says.second);
}

void Preprocessor::Define(const PpFile& file, const PpLine& line) {
  if (line.begin == line.end || file.tokens[line.begin].kind != PpToken::Kind::kName) return;
  Flush();
  const PpToken& name = file.tokens[line.begin];
  if (line.kind == PpLine::Kind::kUndef) {
    environment_.Set(name.text, nullptr, condition_, Otherwise());
    return;
  }
  const auto [at, added] = read_.try_emplace(&name, nullptr);
  if (added) {
    if (std::optional<PpMacro> macro = ReadPpMacro(file.tokens, line.begin, line.end)) {
      at->second =
          macros_.emplace_back(std::make_unique<const PpMacro>(std::move(*macro))).get();
    }
  }
  if (at->second != nullptr) environment_.Set(name.text, at->second, condition_, Otherwise());
}

std::string Preprocessor::IncludedName(const PpTokens& tokens) {
  if (tokens.empty()) return "";
  const std::string_view first = tokens[0].text;
  if (tokens[0].kind == PpToken::Kind::kString && first.size() > 2) {
    return std::string(first.substr(1, first.size() - 2));
  }
  if (!tokens[0].Is("<")) return "";
  std::string name;  // of a macro
  for (size_t i = 1; i < tokens.size() && !tokens[i].Is(">"); ++i) name += tokens[i].text;
  return name;
}

void Preprocessor::Include(const PpFile& file, const PpLine& line, int depth) {
  PpTokens tokens(file.tokens.begin() + static_cast<long>(line.begin),
                  file.tokens.begin() + static_cast<long>(line.end));
  if (!tokens.empty() && tokens[0].kind == PpToken::Kind::kName) tokens = ExpandKnown(tokens);
  const std::string name = IncludedName(tokens);
  const int found = name.empty() ? -1 : sources_.Find(name, line.place.file);
  if (found < 0) return;
  Flush();
  if (depth == 0) include_ = line.place;
  Enter(found, depth + 1);
  Flush();
  if (depth == 0) include_ = {};
}

void Preprocessor::Flush() {
  if (!pending_.empty()) (*take_)({pending_, pending_condition_, include_, environment_});
  pending_.clear();
}

std::optional<bool> Preprocessor::IsDefined(std::string_view name) const {
  const std::vector<const PpDefinition*> may = environment_.At(name, condition_);
  size_t defined = 0;
  size_t unknown = 0;
  for (const PpDefinition* one : may) {
    if (one->macro != nullptr) ++defined;
    if (one->macro == nullptr && !one->known) ++unknown;
  }
  if (options_.closed) return defined > 0;
  if (may.empty() || unknown > 0 || (defined > 0 && defined < may.size())) return std::nullopt;
  return defined > 0;
}

// The tokens of an #if, `defined` and `__has_include` answered.
PpTokens Preprocessor::Prepared(const PpFile& file, const PpLine& line) {
  const PpTokens& t = file.tokens;
  PpTokens out;
  for (size_t i = line.begin; i < line.end; ++i) {
    const bool bracket = i + 1 < line.end && t[i + 1].Is("(");
    if (t[i].IsName("defined") && i + 1 < line.end) {
      const size_t name = i + (bracket ? 2 : 1);
      if (name >= line.end) break;
      out.push_back(Told(t[i], IsDefined(t[name].text)));
      i = bracket ? Closing(t, i + 1, line.end) : name;
    } else if (bracket && (t[i].IsName("__has_include") || t[i].IsName("__has_include_next"))) {
      const size_t close = Closing(t, i + 1, line.end);
      const PpTokens inside(t.begin() + static_cast<long>(std::min(i + 2, line.end)),
                            t.begin() + static_cast<long>(std::max(close, std::min(i + 2, close))));
      const std::string name = IncludedName(inside);
      const bool found = !name.empty() && sources_.Find(name, line.place.file) >= 0;
      const bool known = found || options_.closed;  // a system may have it
      out.push_back(Told(t[i], known ? std::optional(found) : std::nullopt));
      i = close;
    } else {
      out.push_back(t[i]);
    }
  }
  return out;
}

std::optional<int64_t> Preprocessor::Decide(const PpFile& file, const PpLine& line) {
  return EvaluatePpCondition(ExpandKnown(Prepared(file, line)), options_.closed);
}

// Expands the macros that have one definition here.
PpTokens Preprocessor::ExpandKnown(const PpTokens& tokens) {
  const auto lookup = [&](const PpToken& token) -> const PpMacro* {
    if (!environment_.Knows(token.text)) return nullptr;
    const std::vector<const PpDefinition*> may = environment_.At(token.text, condition_);
    return may.size() == 1 ? may[0]->macro : nullptr;
  };
  PpExpander expander(lookup, &spellings_, options_.condition);
  PpTokens out = expander.Expand(tokens);
  if (expander.cut()) ++cut_;
  return out;
}

uint64_t Preprocessor::EpochOf(const PpTokens& tokens) const {
  uint64_t epoch = 0;
  for (const PpToken& token : tokens) {
    if (token.kind == PpToken::Kind::kName) epoch += environment_.EpochOf(token.text);
  }
  return epoch;
}

}  // namespace flagcensus
