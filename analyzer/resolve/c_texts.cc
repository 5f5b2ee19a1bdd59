// Parts of texts → texts, with the constants of the file and of the tree.
#include <algorithm>

#include "analyzer/code/c_syntax.h"
#include "analyzer/resolve/c_resolver.h"

namespace flagcensus {

void CResolver::FindConstants() {
  for (const auto& [file, facts] : facts_) {
    for (const auto& [name, value] : facts.constants) {
      AddConstant(name, value, facts.ambiguous.count(name) > 0);
    }
  }
  std::set<std::string> asked;
  for (int round = 0; round < 3; ++round) {
    std::set<std::string> wanted;
    const auto want = [&](const std::vector<std::vector<CPart>>& values) {
      for (const auto& parts : values) {
        for (const CPart& part : parts) {
          if (part.kind == CPart::Kind::kSum) {
            for (const CToken& token : TokenizeC(part.text).tokens) {
              if (token.kind == CToken::Kind::kName && constants_.count(token.text) == 0 &&
                  asked.insert(token.text).second) {
                wanted.insert(token.text);
              }
            }
          }
          if (part.kind != CPart::Kind::kName || constants_.count(part.text) > 0) continue;
          if (asked.insert(part.text).second) wanted.insert(part.text);
        }
      }
    };
    for (const auto& [file, facts] : facts_) {
      for (const CCall& call : facts.calls) {
        for (const CMeaning& meaning : MeaningsOf(file, facts, call)) {
          want(meaning.names);
          if (meaning.default_value) want(meaning.default_value->alternatives);
          if (meaning.value) want(meaning.value->alternatives);
        }
        if (call.unset) want(call.unset->alternatives);
      }
    }
    for (const auto& [name, value] : constants_) {
      if (asked.count(name) > 0) want(value.alternatives);
    }
    if (wanted.empty()) return;
    Parse(wanted, wanted);
  }
}

const CValue* CResolver::ConstantOf(const CFacts& facts, const std::string& name) const {
  const auto own = facts.constants.find(name);
  if (own != facts.constants.end()) {
    return facts.ambiguous.count(name) == 0 ? &own->second : nullptr;
  }
  const auto any = constants_.find(name);
  return any != constants_.end() && ambiguous_.count(name) == 0 ? &any->second : nullptr;
}

std::optional<std::string> CResolver::Sum(const CFacts& facts, const std::string& source,
                                          int depth) const {
  std::vector<CToken> tokens = TokenizeC(source).tokens;
  for (CToken& token : tokens) {
    if (token.kind != CToken::Kind::kName) continue;
    const CValue* value = ConstantOf(facts, token.text);
    if (value == nullptr || value->alternatives.size() != 1) return std::nullopt;
    bool whole = true;
    const std::vector<std::string> texts =
        TextsOf(facts, value->alternatives[0], depth + 1, &whole);
    if (!whole || texts.size() != 1 || texts[0].empty()) return std::nullopt;
    token.kind = CToken::Kind::kNumber;
    token.text = texts[0];
    if (texts[0].starts_with("-")) return std::nullopt;
  }
  return FoldIntegers(tokens, 0, tokens.size() - kCTokenPadding);
}

std::vector<std::string> CResolver::TextsOf(const CFacts& facts, const std::vector<CPart>& parts,
                                            int depth, bool* whole) const {
  std::vector<std::string> out = {""};
  for (const CPart& part : parts) {
    std::vector<std::string> piece;
    if (part.kind == CPart::Kind::kText) piece = {part.text};
    if (part.kind == CPart::Kind::kSum && depth < 10) {
      if (std::optional<std::string> sum = Sum(facts, part.text, depth)) piece = {*sum};
    }
    if (part.kind == CPart::Kind::kName || part.kind == CPart::Kind::kField) {
      const CValue* value = ConstantOf(facts, part.text);
      if (value != nullptr && depth < 10) {
        for (const auto& one : value->alternatives) {
          for (std::string& text : TextsOf(facts, one, depth + 1, whole)) {
            piece.push_back(std::move(text));
          }
        }
      }
    }
    if (piece.empty()) {
      *whole = false;
      piece = {"*"};
    }
    std::vector<std::string> joined;
    for (const std::string& head : out) {
      for (const std::string& tail : piece) {
        if (joined.size() < kMaxNames) joined.push_back(head + tail);
      }
    }
    out = std::move(joined);
  }
  return out;
}

}  // namespace flagcensus
