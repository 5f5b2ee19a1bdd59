// Signs → score, with the weights of queries/pages/evidence.toml, which are read once.
//
//   {name.underscore, place.item}  ─→  bias + 1.4 + 0.3 - threshold; above 0: an entry
//   a veto                         ─→  -100, however high the sum is
#include "analyzer/catalog/evidence.h"

#include <toml++/toml.h>

#include <array>
#include <cstdio>
#include <string>

#include "analyzer/base/embedded.h"

namespace flagcensus {
namespace {

// In the order of Sign. A test compares them with the keys of the data (EvidenceErrors).
constexpr std::array<std::string_view, kSignCount> kSigns = {"name.two_underscores",
                                                             "name.underscore",
                                                             "name.mixed",
                                                             "name.short",
                                                             "name.lower_underscore",
                                                             "name.lower",
                                                             "name.proxy",
                                                             "name.common_word",
                                                             "name.family",
                                                             "name.open_family",
                                                             "markup.code",
                                                             "markup.bold",
                                                             "markup.link",
                                                             "markup.role",
                                                             "markup.dollar",
                                                             "place.dotenv",
                                                             "place.label",
                                                             "place.envvar",
                                                             "place.directive",
                                                             "place.record",
                                                             "place.term",
                                                             "place.item",
                                                             "place.cell",
                                                             "place.heading",
                                                             "place.paragraph",
                                                             "place.code_line",
                                                             "place.man",
                                                             "lead.first",
                                                             "lead.alone",
                                                             "lead.colon",
                                                             "lead.verb",
                                                             "lead.text",
                                                             "lead.beside",
                                                             "lead.value",
                                                             "lead.linked",
                                                             "lead.several",
                                                             "context.heading",
                                                             "context.outer",
                                                             "context.lead_in",
                                                             "context.section",
                                                             "context.any",
                                                             "context.announced",
                                                             "context.body",
                                                             "context.other_heading",
                                                             "context.other_lead_in",
                                                             "context.settings",
                                                             "context.values",
                                                             "context.example",
                                                             "context.sample",
                                                             "context.inside",
                                                             "context.stranger",
                                                             "context.sibling",
                                                             "table.env_column",
                                                             "table.whole_cell",
                                                             "table.name_column",
                                                             "table.variable_column",
                                                             "table.rival_column",
                                                             "table.value_column",
                                                             "table.other_column",
                                                             "table.description_column",
                                                             "table.default_column",
                                                             "body.default",
                                                             "body.set",
                                                             "code.comment_above",
                                                             "code.exported",
                                                             "group.share",
                                                             "group.eight",
                                                             "group.three",
                                                             "group.defaults",
                                                             "group.env_words",
                                                             "group.prefix",
                                                             "group.strong",
                                                             "group.upper",
                                                             "group.values",
                                                             "group.none",
                                                             "page.used",
                                                             "page.silent",
                                                             "page.no_word",
                                                             "page.prefix",
                                                             "page.tooling",
                                                             "page.siblings",
                                                             "cross.lead_without_context",
                                                             "cross.code_without_context",
                                                             "cross.weak_without_context",
                                                             "cross.weak_stranger",
                                                             "cross.lower_without_evidence",
                                                             "cross.man_without_context",
                                                             "cross.plain"};

struct Weights {
  std::array<double, kSignCount> of{};
  double bias = 0;
  double threshold = 0;
  std::string errors;
};

// A missing weight counts as 0 and is reported in `errors`.
Weights ReadWeights() {
  Weights out;
  toml::table file;
  try {
    file = toml::parse(EmbeddedQuery("pages/evidence.toml"));
  } catch (const toml::parse_error& error) {
    out.errors = std::string(error.description()) + "\n";
    return out;
  }
  const auto take = [&](toml::node_view<toml::node> node, std::string_view name, double& into) {
    const std::optional<double> weight = node.value<double>();
    if (!weight) out.errors += std::string(name) + " has no number\n";
    into = weight.value_or(0);
  };
  take(file["bias"], "bias", out.bias);
  take(file["threshold"], "threshold", out.threshold);
  for (size_t i = 0; i < kSignCount; ++i) {
    const size_t dot = kSigns[i].find('.');
    take(file[kSigns[i].substr(0, dot)][kSigns[i].substr(dot + 1)], kSigns[i], out.of[i]);
  }
  size_t rows = 0;
  for (const auto& [key, node] : file) {
    if (const toml::table* section = node.as_table()) rows += section->size();
  }
  if (rows != kSignCount) out.errors += "it has rows that are no signs\n";
  return out;
}

const Weights& TheWeights() {
  static const Weights kWeights = ReadWeights();
  return kWeights;
}

}  // namespace

std::string_view NameOf(Sign sign) { return kSigns[static_cast<size_t>(sign)]; }

double ScoreOf(const Evidence& evidence) {
  const Weights& weights = TheWeights();
  double sum = weights.bias - weights.threshold;
  for (size_t i = 0; i < kSignCount; ++i) {
    if (evidence.signs.test(i)) sum += weights.of[i];
  }
  // Below any sum of weights; only its sign matters.
  constexpr double kForbidden = -100;
  return evidence.veto.empty() ? sum : kForbidden;
}

// The veto first, then every signal with its weight.
std::string Explain(const Evidence& evidence) {
  std::string out;
  if (!evidence.veto.empty()) out = "never: " + std::string(evidence.veto);
  for (size_t i = 0; i < kSignCount; ++i) {
    if (!evidence.signs.test(i)) continue;
    std::array<char, 16> weight{};
    std::snprintf(weight.data(), weight.size(), " %+.1f", TheWeights().of[i]);
    if (!out.empty()) out += ", ";
    out += std::string(kSigns[i]) + weight.data();
  }
  return out;
}

std::string EvidenceErrors() { return TheWeights().errors; }

}  // namespace flagcensus
