// Sizes from the smallest macro up. The size of a macro is the sum of its words: a word that is a
// macro counts with its expansion, and an argument as often as the macro repeats it. Rounds over
// all macros, until nothing changes: each follows one more name within a name.
//
//   M0 = 1, M1 = M0 M0 = 2, M2 = M1 M1 = 4, ..., M22 = 4194304: refused
#include "analyzer/c/compiler/expansions.h"

#include <algorithm>

#include "analyzer/c/tokens.h"

namespace flagcensus {
namespace {

// What a compiler expands within its time. It is an upper bound: a macro in a branch that is not
// compiled counts, too.
constexpr double kMaxTokens = 4'000'000;
constexpr int kMaxRounds = 200;  // names within names
// Headers of the tree for one unit, breadth first; those of the system are not counted.
constexpr size_t kMaxHeadersOfUnit = 64;

// A word is a name, a bracket, or "" for any other token: only the number of the others counts.
std::vector<std::string> WordsOf(const std::vector<CToken>& tokens) {
  std::vector<std::string> out;
  for (const CToken& token : tokens) {
    if (token.kind == CToken::Kind::kEnd) continue;
    const bool kept = token.kind == CToken::Kind::kName || token.Is("(") || token.Is(")");
    out.push_back(kept ? token.text : std::string());
  }
  return out;
}

std::string Refusal(const std::string& what) {
  return what + " to more than " + std::to_string(static_cast<int>(kMaxTokens / 1'000'000)) +
         " million tokens: libclang was not used";
}

}  // namespace

// Lexed once for each file. Macros without a name in their body cannot grow.
const Expansions::Source& Expansions::SourceOf(int file) {
  const auto [at, added] = known_.try_emplace(file);
  Source& source = at->second;
  std::string text;
  if (!added || !ReadSource(tree_.files[static_cast<size_t>(file)], &text).empty()) return source;
  source.includes = IncludedNames(text);
  CTokens tokens = TokenizeC(text);
  for (CMacro& macro : tokens.macros) {
    const bool names = std::any_of(macro.body.begin(), macro.body.end(), [](const CToken& token) {
      return token.kind == CToken::Kind::kName;
    });
    if (!names) continue;
    source.macros.push_back(
        {macro.name, macro.function, std::move(macro.parameters), WordsOf(macro.body)});
  }
  source.words = WordsOf(tokens.tokens);
  return source;
}

//   #define TWICE(x) x x      ─→ tokens 1, argument 2
//   TWICE(TWICE(a b))         ─→ 14 tokens: a and b count 2 * 2 times, the others once or twice
Expansions::Cost Expansions::CostOf(const std::vector<std::string>& words, const Macro* around,
                                    const std::map<std::string, bool, std::less<>>& kinds,
                                    const Costs& costs) {
  Cost sum{0, 0};
  std::map<std::string_view, double> repeated;  // by parameter
  std::vector<double> factors = {1};            // of the contents of each open bracket
  for (size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i];
    if (word == ")" && factors.size() > 1) factors.pop_back();
    double inside = factors.back();
    if (word == "(") {
      const auto before = i == 0 ? costs.end() : costs.find(words[i - 1]);
      // The argument of a function-like macro counts as often as the macro repeats it.
      if (before != costs.end() && kinds.at(before->first)) inside *= before->second.argument;
      factors.push_back(std::min(inside, 2 * kMaxTokens));
      continue;
    }
    if (around != nullptr && !word.empty()) {
      const auto& parameters = around->parameters;
      if (std::find(parameters.begin(), parameters.end(), word) != parameters.end()) {
        repeated[word] += factors.back();
        continue;
      }
    }
    // A macro is not expanded in itself.
    const auto macro = word.empty() || (around != nullptr && word == around->name)
                           ? costs.end()
                           : costs.find(word);
    const bool used = macro != costs.end() &&
                      (!kinds.at(macro->first) || (i + 1 < words.size() && words[i + 1] == "("));
    sum.tokens += factors.back() * (used ? macro->second.tokens : 1);
  }
  for (const auto& [parameter, count] : repeated) sum.argument = std::max(sum.argument, count);
  return {std::min(std::max(sum.tokens, 1.0), 2 * kMaxTokens),
          std::min(std::max(sum.argument, 1.0), 2 * kMaxTokens)};
}

// The macros of the command line, the file and the headers that it includes, directly or through
// others.
std::string Expansions::RefusalReason(int file, const std::vector<std::string>& arguments) {
  std::vector<int> files = {file};
  std::vector<Macro> given;  // by the command line
  for (size_t i = 0; i + 1 < arguments.size(); ++i) {
    const size_t equals = arguments[i] == "-D" ? arguments[i + 1].find('=') : std::string::npos;
    if (equals == std::string::npos) continue;
    given.push_back({arguments[i + 1].substr(0, equals),
                     false,
                     {},
                     WordsOf(TokenizeC(arguments[i + 1].substr(equals + 1)).tokens)});
  }
  std::vector<const Macro*> macros;
  for (const Macro& macro : given) macros.push_back(&macro);
  for (size_t i = 0; i < files.size() && i < kMaxHeadersOfUnit; ++i) {
    const Source& source = SourceOf(files[i]);
    for (const Macro& macro : source.macros) macros.push_back(&macro);
    for (const std::string& name : source.includes) {
      const int header = folders_.Find(name, tree_.files[static_cast<size_t>(files[i])].absolute);
      if (header < 0 || std::find(files.begin(), files.end(), header) != files.end()) continue;
      files.push_back(header);
    }
  }
  Costs costs;
  std::map<std::string, bool, std::less<>> kinds;  // with parameters
  for (const Macro* macro : macros) {
    costs.try_emplace(macro->name);
    kinds.try_emplace(macro->name, macro->function);
  }
  bool changed = true;
  for (int round = 0; changed && round < kMaxRounds; ++round) {
    changed = false;
    for (const Macro* macro : macros) {  // of several definitions the larger one counts
      const Cost cost = CostOf(macro->words, macro, kinds, costs);
      Cost& known = costs.find(macro->name)->second;
      changed = changed || cost.tokens > known.tokens || cost.argument > known.argument;
      known = {std::max(known.tokens, cost.tokens), std::max(known.argument, cost.argument)};
      if (std::max(known.tokens, known.argument) > kMaxTokens) {
        return Refusal("the macro " + macro->name + " expands");
      }
    }
  }
  const Cost own = CostOf(SourceOf(file).words, nullptr, kinds, costs);
  return own.tokens > kMaxTokens ? Refusal("its macros expand") : "";
}

}  // namespace flagcensus
