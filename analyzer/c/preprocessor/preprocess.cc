#include "analyzer/c/preprocessor/preprocess.h"

#include <utility>

namespace flagcensus {
namespace {

// Bounds against malformed input; deeper #if are counted, so their #endif match.
// What is deeper is read under the condition of the last level.
constexpr size_t kMaxLevels = 400;         // #if within #if
constexpr size_t kMaxPending = 2'000'000;  // tokens of one text

}  // namespace

bool Preprocessor::Run(int file, const TakeText& take) {
  take_ = &take;
  main_ = sources_.Main(file);
  if (main_ == nullptr) return false;
  Enter(file, 0);
  Flush();
  return true;
}

void Preprocessor::Enter(int number, int depth) {
  // A header that is too deep, missing or beyond the number of files is skipped and counted.
  const PpFile* file = nullptr;
  if (depth == 0) {
    file = main_.get();
  } else if (depth <= options_.depth) {
    file = sources_.Get(number, options_.closed);
  }
  if (file == nullptr || ++files_ > options_.files) {
    ++cut_;
    return;
  }
  seen_.insert(number);
  // An include guard: the second time, nothing in it applies. It is recorded by file, not by the
  // guard's name.
  if (file->guarded && !entered_.insert(number).second) return;
  const size_t outer = levels_.size();
  // In the open world the text of a guarded header is declarations; that of an unguarded one is a
  // list that is included for its text.
  const bool text = depth == 0 || options_.closed || !file->guarded;
  // In the open world `#ifndef APP_H` is undecided, which would put a condition on the whole
  // header.
  bool guard = file->guarded && !options_.closed;  // its first #if decides nothing
  for (const PpLine& line : file->lines) {
    if (++lines_ > options_.lines) {
      ++cut_;
      break;
    }
    if (line.kind == PpLine::Kind::kText) {
      if (!text || dead_) continue;
      // A text has one condition: the pending tokens are passed on before it changes.
      if (!options_.closed && pending_.condition != condition_) Flush();
      pending_.condition = condition_;
      pending_.tokens.insert(pending_.tokens.end(),
                             file->tokens.begin() + static_cast<long>(line.begin),
                             file->tokens.begin() + static_cast<long>(line.end));
      if (pending_.tokens.size() > kMaxPending) Flush();
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
  // An #if that is not closed in its file ends with the file.
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
    // An #endif of a level beyond kMaxLevels closes none of the recorded ones.
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
    case L::kIncludeNext:
    case L::kImport:
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
  // Inside of a dead branch nothing is decided: all branches are dead.
  if (dead_) {
    level.taken = true;
    level.dead = true;
    return;
  }
  Branch(file, line, &level);
  Refresh();
}

//   #if A       ─→ assumed A
//   #elif B     ─→ assumed !A && B
//   #else       ─→ assumed !A && !B
void Preprocessor::Else(const PpFile& file, const PpLine& line) {
  if (levels_.empty() || beyond_ > 0) return;
  Level& level = levels_.back();
  if (level.outer_dead) return;
  // In this order: a branch after one that certainly applies; #else; #elif, which is decided under
  // the negations of the branches before it.
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

// What is true if the current place is not compiled. With several undecided #if around it, that is
// not a conjunction.
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

// The state after the directive that begins the innermost branch.
void Preprocessor::Refresh() {
  const Level& level = levels_.back();
  condition_ = Both(level.outer, level.assumed);
  dead_ = level.outer_dead || level.dead;
}

// The text before the definition was written under the previous macros.
void Preprocessor::Define(const PpFile& file, const PpLine& line) {
  if (line.begin == line.end || file.tokens[line.begin].kind != PpToken::Kind::kName) return;
  Flush();
  const PpToken& name = file.tokens[line.begin];
  if (line.kind == PpLine::Kind::kUndef) {
    environment_.Set(name.text, nullptr, condition_, Otherwise());
    return;
  }
  if (line.macro < 0) return;
  environment_.Set(name.text, &file.macros[static_cast<size_t>(line.macro)], condition_,
                   Otherwise());
}

// `"name"`, `<name>` as one token, or the tokens between < and > after macro expansion.
//
//   "a.h" ─→ a.h    <sys/a.h> ─→ sys/a.h    < sys / a . h > from a macro ─→ sys/a.h
std::string Preprocessor::IncludedName(const PpTokens& tokens) {
  if (tokens.empty()) return "";
  const std::string_view first = tokens[0].text;
  if (tokens[0].kind == PpToken::Kind::kString && first.size() > 2) {
    return std::string(first.substr(1, first.size() - 2));
  }
  if (!tokens[0].Is("<")) return "";
  std::string name;  // in tokens, from a macro
  for (size_t i = 1; i < tokens.size() && !tokens[i].Is(">"); ++i) name += tokens[i].text;
  return name;
}

void Preprocessor::Include(const PpFile& file, const PpLine& line, int depth) {
  PpTokens tokens(file.tokens.begin() + static_cast<long>(line.begin),
                  file.tokens.begin() + static_cast<long>(line.end));
  const bool angled = !tokens.empty() && tokens[0].text.starts_with('<');
  if (!tokens.empty() && tokens[0].kind == PpToken::Kind::kName) tokens = ExpandKnown(tokens);
  const std::string name = IncludedName(tokens);
  const int found = name.empty() ? -1 : sources_.Find(name, line.place.file);
  if (found < 0) return;
  included_.insert(found);
  // A header around another of its name: `#include_next <stdio.h>`, `#include <stdio.h>`. The tree
  // has only the outer one.
  const bool other = line.kind == PpLine::Kind::kIncludeNext || angled;
  if (other && found == line.place.file) return;
  if (line.kind == PpLine::Kind::kImport && seen_.count(found) > 0) return;
  Flush();
  if (depth == 0) include_ = line.place;
  Enter(found, depth + 1);
  Flush();
  if (depth == 0) include_ = {};
}

// The text is passed to the caller, which must not keep references to its tokens.
void Preprocessor::Flush() {
  if (!pending_.tokens.empty())
    (*take_)({pending_.tokens, pending_.condition, include_, environment_});
  pending_.tokens.clear();
}

}  // namespace flagcensus
