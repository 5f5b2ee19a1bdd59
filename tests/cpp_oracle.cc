#include "tests/cpp_oracle.h"

#include <sys/wait.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <optional>
#include <sstream>

#include "analyzer/c/preprocessor/preprocess.h"
#include "tests/scratch_folder.h"

namespace flagcensus {
namespace {

namespace fs = std::filesystem;

int Shell(const std::string& command) {
  const int status = std::system(command.c_str());
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

std::string Quoted(const std::string& word) {
  std::string out = "'";
  for (const char c : word) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

struct PpSource {
  fs::path path;
  std::vector<std::string> folders;
  fs::path scratch;
  fs::path empty;     // headers that are nowhere
  fs::path prologue;  // what both read first
  std::string language;
};

std::string LanguageOf(const fs::path& file) {
  const std::string extension = file.extension().string();
  if (extension == ".c") return "c -std=gnu2x";
  if (extension == ".m") return "objective-c -std=gnu2x";
  return (extension == ".mm" ? "objective-c++" : "c++") + std::string(" -std=gnu++20");
}

// What a compiler always defines is defined by neither but for the language.
std::string PrologueOf(const std::string& language) {
  std::string out;
  std::istringstream names(
      "__FILE__ __LINE__ __DATE__ __TIME__ __TIMESTAMP__ __COUNTER__ __INCLUDE_LEVEL__ "
      "__BASE_FILE__ __FILE_NAME__ __STDC__ __STDC_VERSION__ __STDC_HOSTED__ __STDC_UTF_16__ "
      "__STDC_UTF_32__ __STDCPP_DEFAULT_NEW_ALIGNMENT__ __STDCPP_THREADS__ "
      "__GCC_HAVE_DWARF2_CFI_ASM __OBJC__ __cplusplus __has_feature __has_extension "
      "__has_builtin __has_attribute __has_cpp_attribute __has_c_attribute "
      "__has_declspec_attribute __has_warning __is_identifier __is_target_arch "
      "__is_target_vendor __is_target_os __is_target_environment __building_module __MODULE__");
  for (std::string name; names >> name;) out += "#undef " + name + "\n";
  return language.find("c++") != std::string::npos ? out + "#define __cplusplus 202002L\n" : out;
}

// The files that are read, by number: 0 is the prologue with the source behind it.
class OracleFiles {
 public:
  explicit OracleFiles(const PpSource& source) : source_(source), paths_(1) {}

  std::string Read(int number) const {
    if (number > 0) return ReadText(paths_[static_cast<size_t>(number)]);
    return ReadText(source_.prologue) + "#include \"" + source_.path.string() + "\"\n";
  }
  int Find(const std::string& name, int from) {
    std::vector<fs::path> folders(source_.folders.begin(), source_.folders.end());
    const bool angled = Read(from).find("<" + name + ">") != std::string::npos;
    if (!angled) folders.insert(folders.begin(), paths_[static_cast<size_t>(from)].parent_path());
    folders.push_back(source_.empty);
    for (const fs::path& folder : folders) {
      std::error_code none;
      const fs::path path = fs::weakly_canonical(folder / name, none);
      if (fs::is_regular_file(path, none)) return NumberOf(path);
    }
    return -1;
  }
  std::string NameOf(int number) const { return paths_[static_cast<size_t>(number)].string(); }

 private:
  int NumberOf(const fs::path& path) {
    const auto [at, added] = numbers_.try_emplace(path.string(), static_cast<int>(paths_.size()));
    if (added) paths_.push_back(path);
    return at->second;
  }

  const PpSource& source_;
  std::vector<fs::path> paths_;
  std::map<std::string, int> numbers_;
};

struct OracleToken {
  std::string text;
  std::string place;
};

// Without what a pragma says, which is not text: `_Pragma("once")`.
void TakeTokens(const PpTokens& tokens, const OracleFiles& files, std::vector<OracleToken>* out) {
  for (size_t i = 0; i < tokens.size(); ++i) {
    if (tokens[i].IsName("_Pragma") && i + 3 < tokens.size() && tokens[i + 1].Is("(")) {
      i += 3;
      continue;
    }
    const PpPlace& place = tokens[i].used;
    out->push_back(
        {std::string(tokens[i].text), files.NameOf(place.file) + ":" + std::to_string(place.line)});
  }
}

// Nothing if a bound of the preprocessor cut it off.
std::optional<std::vector<OracleToken>> OursOf(const PpSource& source) {
  OracleFiles files(source);
  PpSources sources([&](int number) { return std::optional(files.Read(number)); },
                    [&](const std::string& name, int from) { return files.Find(name, from); });
  PpOptions options;
  options.closed = true;
  options.files = 200'000;
  options.lines = 200'000'000;
  options.depth = 200;
  Preprocessor preprocessor(&sources, options);
  std::vector<OracleToken> out;
  bool cut = false;
  preprocessor.Run(0, [&](const Preprocessor::Text& text) {
    PpLimits limits;
    limits.steps = 100 * limits.steps;
    limits.tokens = 100 * limits.tokens;
    const auto made = ExpandAll(text.tokens, text.environment, text.condition, 1, limits,
                                preprocessor.spellings(), &cut);
    TakeTokens(made.at(0).tokens, files, &out);
  });
  if (cut || preprocessor.cut() > 0) return std::nullopt;
  return out;
}

// What clang says first that makes its output no measure: it gave up, or a macro's call is no call.
std::string RefusalIn(const std::string& errors) {
  for (const char* reason :
       {" fatal error: ", "function-like macro invocation", " arguments provided to "}) {
    const size_t at = errors.find(reason);
    if (at == std::string::npos) continue;
    const size_t begin = errors.rfind('\n', at) + 1;
    return errors.substr(begin, errors.find('\n', at) - begin);
  }
  return "";
}

// Puts the header that clang did not find among the empty ones; false if that is not its trouble.
bool AddMissing(const std::string& errors, const PpSource& source) {
  const size_t end = errors.find("' file not found");
  if (end == std::string::npos) return false;
  const size_t begin = errors.rfind('\'', end - 1) + 1;
  const fs::path path = (source.empty / errors.substr(begin, end - begin)).lexically_normal();
  std::error_code failed;
  if (path.string().rfind(source.scratch.string(), 0) != 0 || fs::exists(path, failed))
    return false;
  fs::create_directories(path.parent_path(), failed);
  std::ofstream(path, std::ios::binary) << "";
  return fs::exists(path, failed);
}

// The reason why there is none, or "".
std::string TheirsOf(const std::string& clang, const PpSource& source,
                     std::vector<std::string>* tokens) {
  const fs::path out = source.scratch / "out";
  const fs::path error = source.scratch / "error";
  std::string command = clang + " -E -P -undef -nostdinc -w -fno-color-diagnostics" +
                        " -ferror-limit=0 -x " + source.language + " -imacros " +
                        Quoted(source.prologue.string());
  for (const std::string& folder : source.folders) command += " -I " + Quoted(folder);
  command += " -I " + Quoted(source.empty.string()) + " " + Quoted(source.path.string()) + " >" +
             Quoted(out.string()) + " 2>" + Quoted(error.string());
  constexpr int kMaxHeaders = 400;
  for (int i = 0; i < kMaxHeaders; ++i) {
    Shell(command);
    const std::string errors = ReadText(error);
    if (AddMissing(errors, source)) continue;
    std::string refusal = RefusalIn(errors);
    if (!refusal.empty()) return refusal;
    const auto file = LexPp(ReadText(out), 0, true);
    for (const PpLine& line : file->lines) {
      if (line.kind != PpLine::Kind::kText) continue;  // #pragma
      for (size_t t = line.begin; t < line.end; ++t) tokens->emplace_back(file->tokens[t].text);
    }
    return "";
  }
  return "too many headers are missing";
}

// The token at `at` with a few on either side.
template <typename At, typename TextOf>
std::string ExcerptOf(At begin, At end, At at, const TextOf& text_of) {
  constexpr long kAround = 4;
  constexpr size_t kMaxBytes = 60;  // of a token
  std::string out;
  for (At one = at - std::min(kAround, at - begin); one != at + std::min(kAround, end - at);
       ++one) {
    if (one != begin && !out.empty()) out += ' ';
    out += text_of(*one).substr(0, kMaxBytes);
  }
  return out;
}

}  // namespace

std::string InstalledClang() {
  for (const char* name : {"clang-19", "clang", "clang-14"}) {
    if (Shell(std::string(name) + " --version >/dev/null 2>&1") == 0) return name;
  }
  return "";
}

bool IsTranslationUnit(const fs::path& file) {
  const std::string extension = file.extension().string();
  for (const char* one : {".c", ".cc", ".cpp", ".cxx", ".cu", ".m", ".mm"}) {
    if (extension == one) return true;
  }
  return false;
}

PpComparison ComparePreprocessors(const std::string& clang, const fs::path& file,
                                  const std::vector<std::string>& folders,
                                  const fs::path& scratch) {
  PpSource source;
  source.path = fs::weakly_canonical(file);
  source.folders = folders;
  source.scratch = scratch;
  source.empty = scratch / "empty" / "below" / "which" / "others" / "lie";  // "../../other.h"
  source.prologue = scratch / "prologue.h";
  source.language = LanguageOf(file);
  fs::create_directories(source.empty);
  std::ofstream(source.prologue) << PrologueOf(source.language);

  using Outcome = PpComparison::Outcome;
  std::vector<std::string> theirs;
  const std::string refusal = TheirsOf(clang, source, &theirs);
  if (!refusal.empty()) return {Outcome::kRefused, refusal};
  const std::optional<std::vector<OracleToken>> ours = OursOf(source);
  if (!ours) return {Outcome::kDiffers, "ours is cut off by a bound"};
  const auto at =
      std::mismatch(ours->begin(), ours->end(), theirs.begin(), theirs.end(),
                    [](const OracleToken& a, const std::string& b) { return a.text == b; });
  if (at.first == ours->end() && at.second == theirs.end()) return {};
  std::string place = at.first == ours->end() ? "the end" : at.first->place;
  return {Outcome::kDiffers, place + ": ours `" +
                                 ExcerptOf(ours->begin(), ours->end(), at.first,
                                           [](const OracleToken& one) { return one.text; }) +
                                 "`, theirs `" +
                                 ExcerptOf(theirs.begin(), theirs.end(), at.second,
                                           [](const std::string& one) { return one; }) +
                                 "`"};
}

}  // namespace flagcensus
