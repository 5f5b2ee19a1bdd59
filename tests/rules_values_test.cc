#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

#include "analyzer/values/values.h"

namespace flagcensus {
namespace {

constexpr ValueType kBool = ValueType::kBool;
constexpr ValueType kInt = ValueType::kInt;
constexpr ValueType kFloat = ValueType::kFloat;
constexpr ValueType kStr = ValueType::kStr;
constexpr ValueType kPath = ValueType::kPath;
constexpr ValueType kList = ValueType::kList;
constexpr ValueType kEnum = ValueType::kEnum;
constexpr ValueType kAny = ValueType::kUnknown;
constexpr Verdict kSame = Verdict::kEqual;
constexpr Verdict kDiffer = Verdict::kDiffer;
constexpr Verdict kSilent = Verdict::kUnknown;

struct LiteralRow {
  const char* documented;
  const char* actual;
  ValueType type;
  Verdict verdict;
  std::vector<std::string> truthy = {};
};

// Two literals: each pair that must be equal and each that must differ.
const LiteralRow kLiterals[] = {
    // The same text, and quoting.
    {"autotune", "autotune", kStr, kSame},
    {"\"autotune\"", "autotune", kStr, kSame},
    {"`cpu`", "cpu", kStr, kSame},
    {"'O2'", "O2", kStr, kSame},
    {"“1”", "1", kAny, kSame},
    {"`\"x\"`", "x", kStr, kSame},
    {"'a', 'b'", "a,b", kList, kSame},
    {"cpu", "gpu", kStr, kDiffer},
    {"O2", "O3", kStr, kDiffer},
    {"lib_ops#", "lib_ops#", kStr, kSame},
    {"lib_ops#", "lib_ops", kStr, kDiffer},
    // Booleans.
    {"true", "True", kBool, kSame},
    {"true", "1", kBool, kSame},
    {"on", "1", kAny, kSame},
    {"yes", "true", kStr, kSame},
    {"enabled", "1", kBool, kSame},
    {"disabled", "0", kBool, kSame},
    {"disabled", "0", kAny, kSame},
    {"off", "false", kBool, kSame},
    {"0", "", kBool, kSame},
    {"false", "", kStr, kSame},
    {"0", "", kAny, kSilent},
    {"0", "", kInt, kDiffer},
    {"0", "none", kBool, kSame},
    {"T", "True", kBool, kSame},
    {"false", "true", kBool, kDiffer},
    {"0", "1", kBool, kDiffer},
    {"true", "0", kAny, kDiffer},
    {"enabled", "0", kStr, kDiffer},
    {"off", "1", kInt, kDiffer},
    {"1", "", kBool, kDiffer, {"1", "true"}},
    {"1", "", kBool, kSilent},
    {"true", "easy", kBool, kSame, {"true", "yes", "ok", "1", "easy"}},
    {"ok", "true", kBool, kSame, {"true", "yes", "ok", "1", "easy"}},
    {"false", "easy", kBool, kDiffer, {"true", "yes", "ok", "1", "easy"}},
    {"true", "easy", kBool, kDiffer, {"true", "1"}},
    {"true", "True", kBool, kSame, {"1"}},
    {"1", "10", kInt, kDiffer},
    {"0", "-1", kInt, kDiffer},
    // Numbers.
    {"16384", "16384", kInt, kSame},
    {"\"16384\"", "16384", kInt, kSame},
    {"2**14", "16384", kInt, kSame},
    {"2 ** 14", "16384", kAny, kSame},
    {"2^14", "16384", kInt, kSame},
    {"1 << 20", "1048576", kInt, kSame},
    {"99 * 1024", "101376", kInt, kSame},
    {"20 * 60 * 1000", "1200000", kInt, kSame},
    {"2 * (3 + 4)", "14", kInt, kSame},
    {"2**31 - 1", "2147483647", kInt, kSame},
    {"60 / 2", "30", kInt, kSame},
    {"60 / 2", "60", kInt, kDiffer},
    {"60 + 1", "61", kInt, kSame},
    {"60 / 2 seconds", "30000", kInt, kSame},
    {"60 +", "60", kStr, kDiffer},
    {"1 - 10", "-9", kStr, kDiffer},
    {"80 / 443", "80", kStr, kDiffer},
    {"1/2", "0.5", kStr, kDiffer},
    {"-2", "-2", kInt, kSame},
    {"-2", "2", kInt, kDiffer},
    {"1.0", "1", kFloat, kSame},
    {"1.", "1", kAny, kSame},
    {".5", "0.50", kFloat, kSame},
    {"1e6", "1000000", kFloat, kSame},
    {"1E-3", "0.001", kFloat, kSame},
    {"2e9", "2000000000", kInt, kSame},
    {"16,384", "16384", kInt, kSame},
    {"33_554_432", "33554432", kInt, kSame},
    {"0x4000", "16384", kInt, kSame},
    {"0b101", "5", kInt, kSame},
    {"0755", "493", kInt, kSame},
    {"0o755", "493", kInt, kSame},
    {"007", "7", kInt, kSame},
    {"inf", "Infinity", kFloat, kSame},
    {"0.333", "0.3333333333333333", kFloat, kSame},
    {"0.334", "0.3333333333333333", kFloat, kDiffer},
    {"0.33", "0.333", kFloat, kDiffer},
    {"10", "100", kInt, kDiffer},
    {"9", "10", kInt, kDiffer},
    {"1.0", "1.1", kFloat, kDiffer},
    {"16384", "16383", kInt, kDiffer},
    {"18446744073709551615", "18446744073709551614", kInt, kDiffer},
    {"99999999999999999999998", "99999999999999999999999", kInt, kDiffer},
    {"2 ** 14", "16385", kInt, kDiffer},
    {"2024-01-02", "2024-02-01", kStr, kDiffer},
    {"1-4", "-3", kStr, kDiffer},
    {"1.2.3", "1.2.4", kStr, kDiffer},
    // Units.
    {"64 MB", "67108864", kInt, kSame},
    {"64MiB", "67108864", kInt, kSame},
    {"64 MB", "64000000", kInt, kSame},
    {"64 MB", "64", kInt, kSame},
    {"1 GB", "1024", kInt, kSame},
    {"30s", "30", kInt, kSame},
    {"30 seconds", "30000", kInt, kSame},
    {"5 minutes", "300", kInt, kSame},
    {"500ms", "0.5", kFloat, kSame},
    {"7 days", "604800", kInt, kSame},
    {"1h", "60min", kStr, kSame},
    {"50%", "0.5", kFloat, kSame},
    {"10k", "10000", kInt, kSame},
    {"60 (one minute)", "60", kInt, kSame},
    {"60 (one minute)", "30", kInt, kDiffer},
    {"10k", "10", kInt, kDiffer},
    {"64 MB", "64 KB", kStr, kDiffer},
    {"30s", "30ms", kStr, kDiffer},
    {"30s", "60", kInt, kDiffer},
    {"64 MB", "32", kInt, kDiffer},
    {"1 GB", "1h", kStr, kDiffer},
    // Paths.
    {"~/.app", "${HOME}/.app", kPath, kSame},
    {"~/.app", "$HOME/.app/", kStr, kSame},
    {"%USERPROFILE%\\app", "~/app", kPath, kSame},
    {"<home>/app", "~/app", kPath, kSame},
    {"/tmp", "/tmp/", kPath, kSame},
    {"./out", "out", kPath, kSame},
    {"$PWD/out", "./out", kPath, kSame},
    {"/a//b", "/a/b", kPath, kSame},
    {"${XDG_CACHE_HOME:-~/.cache}/app", "~/.cache/app", kPath, kSame},
    {"${XDG_CACHE_HOME:-$HOME/.cache}/app", "~/.cache/app", kPath, kSame},
    {"${CACHE_DIR}/compiled", "$CACHE_DIR/compiled", kPath, kSame},
    {"<cache_dir>/compiled", "${CACHE_DIR}/compiled/", kPath, kSame},
    {"${CACHE_DIR}/compiled", "/var/cache/app/compiled", kPath, kSame},
    {"http://localhost:8000/", "http://localhost:8000", kStr, kSame},
    {"$CACHE_DIR", "/var/cache/app", kPath, kSilent},
    {"${A_DIR}/x", "${B_DIR}/x", kPath, kSilent},
    {"${CACHE_DIR}/compiled", "/var/cache/app/objects", kPath, kDiffer},
    {"~/.app", "/root/.app", kPath, kDiffer},
    {"/root/.app", "~/.app", kPath, kSame},
    {"2**16 = 65536", "65536", kInt, kSame},
    {"2**16 = 65536", "1024", kInt, kDiffer},
    {"~/.app", "~/.App", kPath, kDiffer},
    {"/tmp", "/var/tmp", kPath, kDiffer},
    {"http://localhost:8000", "http://localhost:8080", kStr, kDiffer},
    // Lists.
    {"SIMPLE,LL,LL128", "SIMPLE, LL, LL128", kStr, kSame},
    {"['a', 'b']", "a,b", kList, kSame},
    {"[]", "", kList, kSame},
    {"a,b,", "a,b", kList, kSame},
    {"a b", "a  b", kStr, kDiffer},
    {"a;b", "a; b", kList, kSame},
    {"{\"a\":1}", "{\"a\": 1}", kStr, kSame},
    {"a,b", "b,a", kList, kDiffer},
    {"a,b", "a,b,c", kList, kDiffer},
    {"1,2", "12", kStr, kDiffer},
    // Words and members of enumerations.
    {"info", "INFO", kStr, kSame},
    {"INFO", "20", kInt, kSame},
    {"logging.WARN", "30", kInt, kSame},
    {"WARN", "WARNING", kStr, kSame},
    {"GuardState.ALLOW", "allow", kEnum, kSame},
    {"<GuardState.ALLOW: 'allow'>", "allow", kEnum, kSame},
    {"torch.float32", "float32", kStr, kSame},
    {"config.json", "json", kStr, kDiffer},
    {"-O3", "-o3", kStr, kDiffer},
    {"-O3", "-O3", kStr, kSame},
    {"INFO", "30", kInt, kDiffer},
    {"allow", "warn", kEnum, kDiffer},
    // Unset, none, empty: a documented code span `none` is a string.
    {"none", "none", kStr, kSame},
    {"none", "None", kStr, kSame},
    {"unset", "none", kStr, kSame},
    {"none", "", kStr, kSame},
    {"empty", "", kStr, kSame},
    {"''", "", kStr, kSame},
    {"none", "0", kInt, kDiffer},
    {"none", "auto", kStr, kDiffer},
    {"auto", "", kStr, kSame},
    {"auto", "none", kStr, kDiffer},
    {"auto", "1", kInt, kDiffer},
    {"EMPTY", "EMPTY", kStr, kSame},
    {"EMPTY", "x", kStr, kDiffer},
    {"8080", "", kInt, kDiffer},
    // Spellings seen on pages and in code, one kind after another.
    {"yes", "y", kBool, kSame},
    {"no", "n", kBool, kSame},
    {"`True`", "true", kBool, kSame},
    {"\"1\"", "1", kInt, kSame},
    {"'NOTSET'", "NOTSET", kStr, kSame},
    {"1", "True", kInt, kSame},
    {".true.", "true", kBool, kSame},
    {"enable", "on", kBool, kSame},
    {"disable", "on", kBool, kDiffer},
    {"no", "yes", kStr, kDiffer},
    {"1e-05", "0.00001", kFloat, kSame},
    {"1e-5", "1E-05", kFloat, kSame},
    {"+5", "5", kInt, kSame},
    {"1_000", "1000", kInt, kSame},
    {"1GiB", "1073741824", kInt, kSame},
    {"512K", "524288", kInt, kSame},
    {"1d", "86400", kInt, kSame},
    {"-1", "1", kInt, kDiffer},
    {"0.5", "5", kFloat, kDiffer},
    {"1e3", "1e4", kFloat, kDiffer},
    {"~", "$HOME", kPath, kSame},
    {"~/", "${HOME}", kPath, kSame},
    {"$HOME/.cache", "~/.config", kPath, kDiffer},
    {"/dev/null", "/dev/zero", kPath, kDiffer},
    {"(a, b)", "a,b", kList, kSame},
    {"[1, 2]", "1,2", kList, kSame},
    {"[1, 2]", "[1, 3]", kList, kDiffer},
    {"cuda:0", "cuda:1", kStr, kDiffer},
    {"127.0.0.1", "0.0.0.0", kStr, kDiffer},
    {"utf-8", "UTF-8", kStr, kSame},
    {"INFO", "DEBUG", kStr, kDiffer},
    {"n/a", "", kStr, kSame},
    {"\"\"", "", kStr, kSame},
    // A recipe is no value.
    {"$(nproc)", "4", kInt, kSilent},
    {"***", "hunter2hunter2", kStr, kSilent},
    {"postgres://app:***@db/app", "postgres://app:hunter2@db/app", kStr, kSilent},
    {"os.cpu_count()", "4", kInt, kSilent},
    {"<your path>", "/srv/x", kStr, kSilent},
    {"a, b, ...", "a", kStr, kSilent},
};

TEST(Values, LiteralsCompareAsTheTypeThatTheCodeParses) {
  for (const LiteralRow& row : kLiterals) {
    EXPECT_EQ(CompareLiterals(row.documented, row.actual, row.type, row.truthy), row.verdict)
        << "documented " << row.documented << ", actual " << row.actual << ", "
        << ToString(row.type);
  }
}

struct DefaultRow {
  DocumentedDefault documented_kind;
  const char* documented;
  DefaultKind actual_kind;
  const char* actual;
  ValueType type;
  Verdict verdict;
  std::vector<std::string> truthy = {};
};

constexpr auto kReported = DocumentedDefault::kLiteral;
constexpr auto kToldNone = DocumentedDefault::kNone;
constexpr auto kUntold = DocumentedDefault::kUnstated;
constexpr auto kProse = DocumentedDefault::kProse;
constexpr auto kIs = DefaultKind::kLiteral;
constexpr auto kNothing = DefaultKind::kNone;
constexpr auto kRequired = DefaultKind::kRequired;
constexpr auto kDynamic = DefaultKind::kDynamic;

// What the page says of the default, against what a read does.
const DefaultRow kDefaults[] = {
    {kReported, "30", kIs, "60", kInt, kDiffer},
    {kReported, "60", kIs, "60", kInt, kSame},
    {kReported, "60", kDynamic, "limit()", kInt, kSilent},
    {kProse, "number of cores", kIs, "4", kInt, kSilent},
    {kProse, "number of cores", kDynamic, "os.cpu_count()", kInt, kSilent},
    {kProse, "number of cores", kNothing, "", kInt, kSilent},
    {kProse, "OS default", kIs, "/x", kPath, kSilent},
    {kUntold, "", kIs, "60", kInt, kSilent},
    {kUntold, "", kRequired, "", kStr, kSilent},
    // Documented as unset.
    {kToldNone, "", kNothing, "", kStr, kSame},
    {kToldNone, "", kRequired, "", kStr, kSame},
    {kToldNone, "", kDynamic, "f()", kStr, kSilent},
    {kToldNone, "", kIs, "", kStr, kSame},
    {kToldNone, "", kIs, "none", kStr, kSame},
    {kToldNone, "", kIs, "0", kBool, kSame},
    {kToldNone, "", kIs, "false", kStr, kSame},
    {kToldNone, "", kIs, "0", kStr, kDiffer},
    {kToldNone, "", kIs, "60", kInt, kDiffer},
    {kToldNone, "", kIs, "1", kBool, kDiffer},
    {kToldNone, "", kIs, "/tmp/x", kPath, kDiffer},
    // Read without a default.
    {kReported, "1524618", kNothing, "", kInt, kDiffer},
    {kReported, "/var/x", kNothing, "", kPath, kDiffer},
    {kReported, "none", kNothing, "", kStr, kSame},
    {kReported, "None", kNothing, "", kStr, kSame},
    {kReported, "", kNothing, "", kStr, kSame},
    {kReported, "auto", kNothing, "", kStr, kSame},
    {kReported, "disabled", kNothing, "", kStr, kSame},
    {kReported, "0", kNothing, "", kBool, kSame},
    {kReported, "false", kNothing, "", kBool, kSame, {"1"}},
    {kReported, "1", kNothing, "", kBool, kDiffer, {"1"}},
    {kReported, "1", kNothing, "", kBool, kSilent},
    {kReported, "0", kNothing, "", kAny, kSilent},
    {kReported, "0", kNothing, "", kInt, kDiffer},
    {kReported, "$(nproc)", kNothing, "", kInt, kSilent},
    // Not known before it runs.
    {kReported, "NOTSET", kDynamic, "logging.getLevelName(log.level)", kStr, kSilent},
    {kReported, "${CACHE_DIR}/objects", kDynamic, "CACHE_DIR / \"objects\"", kPath, kSilent},
    {kProse, "the OS default", kDynamic, "home / \"x\"", kPath, kSilent},
    // Required.
    {kReported, "8080", kRequired, "", kInt, kDiffer},
    {kReported, "none", kRequired, "", kInt, kSame},
    {kReported, "required", kRequired, "", kStr, kSame},
    {kReported, "<host>", kRequired, "", kStr, kSilent},
};

TEST(Values, DefaultsCompareWithWhatAReadDoes) {
  for (const DefaultRow& row : kDefaults) {
    Entry entry;
    entry.default_kind = row.documented_kind;
    if (row.documented_kind == kReported || row.documented_kind == kProse) {
      entry.default_text = row.documented;
    }
    Access access;
    access.default_kind = row.actual_kind;
    if (row.actual_kind == kIs || row.actual_kind == kDynamic) access.default_text = row.actual;
    access.type = row.type;
    access.use.truthy = row.truthy;
    EXPECT_EQ(CompareDefault(entry, access).verdict, row.verdict)
        << ToString(row.documented_kind) << " " << row.documented << ", "
        << ToString(row.actual_kind) << " " << row.actual << ", " << ToString(row.type);
  }
}

TEST(Values, TheDocumentedTypeServesWhereTheCodeShowsNone) {
  Entry entry;
  entry.default_kind = kReported;
  entry.default_text = "0";
  entry.type = kBool;
  EXPECT_EQ(CompareDefault(entry, Access{}).verdict, kSame);
  entry.type = kAny;
  EXPECT_EQ(CompareDefault(entry, Access{}).verdict, kSilent);
}

TEST(Values, WhatIsWeaklyKnownIsReportedAtMediumConfidence) {
  Entry entry;
  entry.default_kind = kReported;
  entry.default_text = "8080";
  Access access;
  access.type = kInt;
  EXPECT_EQ(CompareDefault(entry, access).confidence, Confidence::kMedium);
  access.default_kind = kIs;
  access.default_text = "80";
  EXPECT_EQ(CompareDefault(entry, access).confidence, Confidence::kHigh);
}

TEST(Values, WhatTheCodeTakesWhenUnsetIsFollowed) {
  struct Row {
    const char* documented;
    DefaultKind unset_kind;
    const char* unset;
    Verdict verdict;
  };
  const Row rows[] = {
      {"~/.app", kIs, "${HOME}/.app", kSame},
      {"~/.app", kIs, "/var/app", kDiffer},
      {"INFO", kDynamic, "logging.getLogger().level", kSilent},
      {"1524618", kDynamic, "os.urandom(32).hex()", kDiffer},
      {"auto", kDynamic, "uuid.uuid4().hex", kSilent},
      {"8080", kRequired, "", kDiffer},
      {"none", kIs, "~/.app", kSame},
  };
  for (const Row& row : rows) {
    Entry entry;
    entry.default_kind = kReported;
    entry.default_text = row.documented;
    Access access;
    access.type = kStr;
    access.use.unset_kind = row.unset_kind;
    access.use.unset_text = row.unset;
    EXPECT_EQ(CompareDefault(entry, access).verdict, row.verdict) << row.documented;
    access.default_kind = kIs;
    access.default_text = "";
    EXPECT_EQ(CompareDefault(entry, access).verdict, row.verdict) << row.documented << ", empty";
    access.default_text = row.documented;  // a default of its own: nothing is followed
    EXPECT_EQ(CompareDefault(entry, access).verdict, kSame) << row.documented;
  }
  Entry unset;
  unset.default_kind = kToldNone;
  Access access;
  access.use.unset_kind = kIs;
  access.use.unset_text = "4";
  EXPECT_EQ(CompareDefault(unset, access).verdict, kSame);
}

TEST(Values, HostileTextIsBounded) {
  const std::string deep(100'000, '(');
  EXPECT_EQ(CompareLiterals(deep, "1", kInt, {}), kDiffer);
  EXPECT_EQ(CompareLiterals(std::string(100'000, '-') + "1", "1", kInt, {}), kDiffer);
  EXPECT_EQ(CompareLiterals("1e999999999", "1", kInt, {}), kDiffer);
  EXPECT_EQ(CompareLiterals("9**9**9**9**9", "1", kInt, {}), kDiffer);
  EXPECT_EQ(CompareLiterals("1 << 999999", "1", kInt, {}), kDiffer);
  EXPECT_EQ(CompareLiterals("1 // 0", "1", kInt, {}), kDiffer);
  EXPECT_EQ(CompareLiterals("\xff\xfe", "\xff", kStr, {}), kDiffer);
  EXPECT_EQ(CompareLiterals("${${${${${x:-${y:-${z", "1", kStr, {}), kDiffer);
}

}  // namespace
}  // namespace flagcensus
