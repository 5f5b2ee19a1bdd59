#include "analyzer/pages/sentence.h"

#include <algorithm>
#include <iterator>

#include "analyzer/base/text.h"

namespace flagcensus {
namespace {

// Abbreviations that are followed by the rest of the sentence. "etc." is not one of them: it ends
// sentences as often as not. Others, such as "incl.", end the sentence by mistake.
constexpr std::string_view kShortForms[] = {"e.g", "i.e", "vs", "cf", "approx"};

// The byte after the last mark before `at`, or `most` bytes before `at`.
template <typename EndsAt>
size_t BeginOf(size_t at, size_t most, const EndsAt& ends_at) {
  const size_t first = at - std::min(at, most);
  while (at > first && !ends_at(at - 1)) --at;
  return at;
}

// The byte after the first mark from `at` on.
template <typename EndsAt>
size_t EndOf(size_t size, size_t at, size_t most, const EndsAt& ends_at) {
  const size_t last = size - std::min(at, size) > most ? at + most : size;
  while (at < last && !ends_at(at)) ++at;
  return at < last ? at + 1 : std::min(at, size);
}

}  // namespace

// Compares what is before `at` with the abbreviations, as whole words.
bool EndsShortForm(std::string_view text, size_t at) {
  const std::string_view before = text.substr(0, at);
  return std::any_of(std::begin(kShortForms), std::end(kShortForms), [&](std::string_view form) {
    if (!before.ends_with(form)) return false;
    const size_t begin = before.size() - form.size();
    // "vs." but not "revs.".
    return begin == 0 || !IsIdentifierByte(static_cast<unsigned char>(before[begin - 1]));
  });
}

// "v1.2" and "a.b" do not end a sentence, because no blank follows. "No. 5" does, by mistake.
bool EndsSentence(std::string_view text, size_t at) {
  const char c = text[at];
  if (c != '.' && c != '!' && c != '?') return false;
  const char next = at + 1 < text.size() ? text[at + 1] : '\n';
  if (next != ' ' && next != '\n' && next != '\r' && next != '\t') return false;
  return c != '.' || !EndsShortForm(text, at);
}

size_t SentenceBegin(std::string_view text, size_t at, size_t most) {
  return BeginOf(at, most, [&](size_t mark) { return EndsSentence(text, mark); });
}

size_t SentenceEnd(std::string_view text, size_t at, size_t most) {
  return EndOf(text.size(), at, most, [&](size_t mark) { return EndsSentence(text, mark); });
}

size_t SentenceBegin(const Prose& text, size_t at) {
  return BeginOf(at, kLongSentence,
                 [&](size_t mark) { return EndsSentence(text.text, mark) && !text.IsCode(mark); });
}

size_t SentenceEnd(const Prose& text, size_t at) {
  return EndOf(text.text.size(), at, kLongSentence,
               [&](size_t mark) { return EndsSentence(text.text, mark) && !text.IsCode(mark); });
}

// SentenceAround("One. Two three. Four.", 7) ─→ "Two three."
std::string_view SentenceAround(std::string_view text, size_t at) {
  const size_t begin = SentenceBegin(text, at);
  return Trim(text.substr(begin, SentenceEnd(text, at) - begin));
}

}  // namespace flagcensus
