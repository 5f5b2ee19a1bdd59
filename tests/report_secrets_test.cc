#include <gtest/gtest.h>

#include <string>

#include "analyzer/model/secrets.h"
#include "analyzer/model/token_patterns.h"
#include "analyzer/report/excerpt.h"
#include "tests/run_program.h"
#include "tests/scratch_folder.h"

namespace flagcensus {
namespace {

struct SecretRow {
  const char* name;
  std::string text;
  const char* masked;  // nullptr: stays as it is
};

// Made up for these tests: no such credential was ever issued. Written in two pieces, so that no
// scanner of this repository takes them for real ones.
const std::string kGithub = std::string("gh") + "p_" + "1aB2cD3eF4gH5iJ6kL7mN8oP9qR0sT1uV2wX";
const std::string kAws = std::string("AK") + "IA" + "Q3EGRTX7MB2K9WLD";
const std::string kOpenAi = std::string("s") + "k-" + "proj-9fK2mX7vQ4tR8wZ1bN6cL3";
const std::string kJwt =
    std::string("ey") + "JhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N";
const std::string kRandom = std::string("9f8A7s6D5f4G3h2") + "J1k0LqW";

const std::string kGithubPat =
    std::string("github") + "_pat_11ABCDEFG0q1w2e3r4t5y6_u7i8o9p0a1s2d3f4g5h6j7k8l9z0x1c2v3b4n5m6";
const std::string kHex64 = "3f2a9c1b7e5d4860a1b2c3d4e5f6071893f2a9c1b7e5d4860a1b2c3d4e5f6071";
const std::string kUuid = "3f2a9c1b-7e5d-4860-a1b2-c3d4e5f60718";

// 40 bytes of base64, 32 of hexadecimal digits; a bot's number and its code; two forms of HTTP.
const std::string kAwsSecret = std::string("wK7jR2qXbT9vL/4mZc") + "N8pYdF3sGh6+aE1uQo5iWx";
const std::string kHex32 = "3f2a9c1b7e5d4860a1b2c3d4e5f60718";
const std::string kTwilio = std::string("S") + "K" + kHex32;
const std::string kTelegram =
    std::string("110201") + "543:A" + "AHq3kPz7vR1xLw9TnB5cYdF2sGh8jM4uE6";
const std::string kDiscord = std::string("MTEwMjAx") + "NTQzMTEwMjAxNTQz" + ".G3kPz7" +
                             ".vR1xLw9TnB5cYdF2sGh8jM4uE6oQ0aZiXb-K_5";

const std::string kLongJwt = [] {
  std::string out = kJwt;
  while (out.size() < 5000) out += kHex64;
  return out;
}();

const SecretRow kSecretRows[] = {
    // What its length and a word beside it tell.
    {"AWS_SECRET_ACCESS_KEY", kAwsSecret, "***"},
    {"AWS_SECRET_ACCESS_KEY", "/" + kAwsSecret.substr(1), "***"},  // no path
    {"", "the AWS secret is " + kAwsSecret + ".", "the AWS secret is ***."},
    {"", "aws_secret_access_key = " + kAwsSecret, "aws_secret_access_key = ***"},
    {"S3_SETTINGS", "secret_key:" + kAwsSecret, "secret_key:***"},
    {"", "Twilio's token " + kHex32, "Twilio's token ***"},
    {"TWILIO_SETTING", kHex32, "***"},
    // Good: nothing says whose it is; a digest of git; a part of a longer word; a path; an image.
    {"", "built from " + kAwsSecret, nullptr},
    {"", "aws release 3f2a9c1b7e5d4860a1b2c3d4e5f6071893f2a9c1", nullptr},
    {"", "AWS release 3F2A9C1B7E5D4860A1B2C3D4E5F6071893F2A9C1", nullptr},
    {"", "aws " + kAwsSecret + "A", nullptr},
    {"", "aws " + kAwsSecret.substr(1), nullptr},
    {"", "aws x_" + kAwsSecret, nullptr},
    {"AWS_PATH", "models/Llama3/checkpoints/Step40/weights", nullptr},
    {"AWS_REGION_LIST", "thequickbrownfoxjumpsoverthelazydogagain", nullptr},
    {"AWS_LOGO",
     "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAUAAAAFCAYAAACNbyblAAAAHElEQVQI12P4", nullptr},
    {"BUILD_DIGEST", kHex32, nullptr},
    {"", "md5 " + kHex32, nullptr},
    {"TWILIO_SETTING", kHex64, nullptr},
    // Twilio, Telegram, Discord.
    {"", "with " + kTwilio, "with ***"},
    {"", "A" + kTwilio.substr(1), nullptr},
    {"", kTwilio + "0", nullptr},
    {"", "SK" + std::string(32, '0'), nullptr},
    {"BOT", kTelegram, "***"},
    {"", "https://api.telegram.org/bot" + kTelegram + "/getMe",
     "https://api.telegram.org/bot***/getMe"},
    {"", kTelegram.substr(0, 40), nullptr},
    {"", "at 1102015430:AAAA", nullptr},
    {"", "110201543:AA" + std::string(33, 'x'), nullptr},
    {"", "image@sha256 11020154:" + kHex32, nullptr},
    {"", "the bot " + kDiscord, "the bot ***"},
    {"", "MTEwMjAxNTQzMTEwMjAxNTQz.short.x", nullptr},
    {"", "MTEwMjAxNTQzMTEwMjAxNTQz", nullptr},
    {"", "Nz.example.com.is.a.host.of.some.length.that.is.not.a.token.at.all", nullptr},
    // One that is longer than what is looked at.
    {"", "x=" + kLongJwt + " y", "x=*** y"},
    // Cut, or of another length than is known; and a word that only begins so.
    {"", std::string("dop") + "_v1_" + kHex32, "***"},
    {"", std::string("sntryu") + "_" + kHex32 + "...", "***"},
    {"", "shippo_live_rates_of_all_carriers_by_weight", nullptr},
    {"", std::string("sntryu") + "_3f2a9c1b", nullptr},
    // Authorization.
    {"", "Authorization: Bearer 9fK2mX7vQ4tR8wZ1bN6c", "Authorization: Bearer ***"},
    {"", "-H 'authorization: bearer 9fK2mX7vQ4tR8wZ1bN6c=='", "-H 'authorization: bearer ***'"},
    {"", "Authorization: Basic Y2Vuc3VzOmg0eC10cm9tYm9uZQ==", "Authorization: Basic ***"},
    {"", "basic Y2Vuc3VzOmg0eA==", "basic ***"},
    {"", "Bearer authentication-is-supported", nullptr},
    {"", "Bearer <token>", nullptr},
    {"", "Bearer ${TOKEN_0123456789abcdef}", nullptr},
    {"", "Bearer your-token-0123456789", nullptr},
    {"", "Bearer tokens of 2024", nullptr},
    {"", "Basic authentication", nullptr},
    {"", "Basic Configuration and Basic examples1", nullptr},
    {"", "Basic settings/defaults", nullptr},
    // Credentials.
    {"", kGithub, "***"},
    {"ANYTHING", kAws, "***"},
    {"", kOpenAi, "***"},
    {"", kJwt, "***"},
    {"", "token " + kGithub + " in prose", "token *** in prose"},
    {"", "os.getenv(\"X\", \"" + kGithub + "\")", "os.getenv(\"X\", \"***\")"},
    {"APP_API_KEY", kRandom, "***"},
    {"app_secret", kRandom, "***"},
    {"APP_API_KEY", "3f2a9c1b7e5d4860a1b2c3d4e5f60718", "***"},
    {"APP_TOKEN", "3f2a9c1b-7e5d4860a1-b2c3d4e5f60718", "***"},
    {"DB_PASSWORD", "hunter2hunter2", "***"},
    {"", "os.getenv(\"APP_TOKEN\", \"" + kRandom + "\")", "os.getenv(\"APP_TOKEN\", \"***\")"},
    {"", "APP_TOKEN=" + kRandom, "APP_TOKEN=***"},
    {"DATABASE_URL", "postgres://app:s3cr3tpw@db:5432/app", "postgres://app:***@db:5432/app"},
    {"", "see redis://:s3cr3tpw@cache", "see redis://:***@cache"},
    {"", "-----BEGIN RSA PRIVATE KEY-----\nMIIEow==\n-----END RSA PRIVATE KEY-----",
     "-----BEGIN RSA PRIVATE KEY-----***-----END RSA PRIVATE KEY-----"},
    {"", "-----BEGIN PRIVATE KEY-----MIIEow", "-----BEGIN PRIVATE KEY-----***"},
    // Names are looked at as values are, and before what they say of others.
    {"", "APP: " + kGithub + " is read", "APP: *** is read"},
    {kGithubPat.c_str(), "os.getenv(\"" + kGithubPat + "\")", "os.getenv(\"***\")"},
    {"", "\"" + kGithubPat + "\", 3", "\"***\", 3"},
    {"",
     "dckr"
     "_pat_9fK2mX7vQ4tR8wZ1bN6cL3xY5",
     "***"},
    {"", "x(\"token\", \"" + kGithub + "\")", "x(\"token\", \"***\")"},
    {"", "https://h/x?access_token=" + kGithub + "&a=b", "https://h/x?access_token=***&a=b"},
    {"", "\\n" + kGithub + "\\n", "\\n***\\n"},
    {"", kGithub + "\\n" + kAws, "***\\n***"},
    // From the rules of others.
    {"", std::string("dop") + "_v1_" + kHex64, "***"},
    {"", std::string("glrt") + "-9fK2mX7vQ4tR8wZ1bN6c", "***"},
    {"", std::string("PMA") + "K-3f2a9c1b7e5d4860a1b2c3d4-3f2a9c1b7e5d4860a1b2c3d4e5f6071800",
     "***"},
    {"", std::string("ops") + "_eyJ" + kHex64 + kHex64 + kHex64 + kHex64, "***"},
    {"",
     std::string("https://hooks.slack.com/") +
         "services/T0AB1CD2E/B0FG3HI4J/9fK2mX7vQ4tR8wZ1bN6cL3xY",
     "https://hooks.slack.com/***"},
    {"", std::string("https://discord.com/") + "api/webhooks/123456789012345678/" + kHex64,
     "https://discord.com/***"},
    {"",
     std::string("https://acme.webhook.office.com/") + "webhookb2/" + kUuid + "@" + kUuid +
         "/IncomingWebhook/3f2a9c1b7e5d4860a1b2c3d4e5f60718/" + kUuid,
     "https://acme.webhook.office.com/***"},
    // Parameters of URLs and connection strings.
    {"", "jdbc:postgresql://db/app?user=app&password=hunter",
     "jdbc:postgresql://db/app?user=app&password=***"},
    {"", "Server=db;User Id=app;Password=hunter;Timeout=3",
     "Server=db;User Id=app;Password=***;Timeout=3"},
    {"", "amqp://h/?ssl=1;sslpassword=h4x", "amqp://h/?ssl=1;sslpassword=***"},
    {"", "https://h/x?sig=" + kRandom, "https://h/x?sig=***"},
    {"", "u = \"https://h?a=b&api_key=" + kRandom + "\"", "u = \"https://h?a=b&api_key=***\""},
    // PEM after anything.
    {"", "KEY=-----BEGIN RSA PRIVATE KEY-----\\nMIIEow", "KEY=-----BEGIN RSA PRIVATE KEY-----***"},
    {"", "k: \"-----BEGIN PGP PRIVATE KEY BLOCK-----abc-----END PGP PRIVATE KEY BLOCK-----\"",
     "k: \"-----BEGIN PGP PRIVATE KEY BLOCK-----***-----END PGP PRIVATE KEY BLOCK-----\""},
    // Literals side by side.
    {"", "f(\"" + kGithub.substr(0, 12) + "\" \"" + kGithub.substr(12) + "\")", "f(\"***\")"},
    {"", "f('" + kGithub.substr(0, 2) + "' + b'" + kGithub.substr(2) + "', 1)", "f('***', 1)"},
    {"", "getenv(\"APP_TOKEN\", \"9f8A7s6D5f\" \"4G3h2J1k0LqW\")",
     "getenv(\"APP_TOKEN\", \"***\")"},
    // Good twins.
    {"", "f(\"" + kGithub.substr(0, 12) + "\", \"" + kGithub.substr(12) + "\")", nullptr},
    {"", "x" + kGithub, nullptr},
    {"", kGithub + "AndMore", "***"},
    {"", "https://h/x?password=${PASSWORD}&token=<token>&key=name", nullptr},
    {"", "https://h/x?user=a&password=", nullptr},
    {"", "https://h/x?a=1&password=required&passwd=your-password", nullptr},
    {"", "https://h/x?next=1&sort_key=created_at&token=abc", nullptr},
    {"", "x = 1; password = read_password()", nullptr},
    {"", "a=1;password=read(path)", nullptr},
    {"", "a=1;password_file=/run/secrets/x", nullptr},
    {"APP_TOKEN_FILE", "/run/secrets/app-token-0123456789abcdef", nullptr},
    {"", "https://hooks.slack.com/services/T00000000/B00000000/XXXXXXXXXXXXXXXXXXXXXXXX", nullptr},
    {"", "https://discord.com/api/webhooks/<id>/<token>", nullptr},
    {"", "sk-xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx", nullptr},
    {"",
     "AKIA"
     "IOSFODNN7EXAMPLE",
     nullptr},
    {"", "the patch-level patterns and the API-LEVEL", nullptr},
    {"", "-----BEGIN CERTIFICATE----- and a PRIVATE KEY", nullptr},
    {"", kRandom, nullptr},  // nothing says that it is secret
    {"BUILD_ID", kRandom, nullptr},
    {"APP_API_KEY", "your-api-key-goes-here-123", nullptr},
    {"APP_API_KEY", "<api key>", nullptr},
    {"APP_API_KEY", "${VAULT_KEY_0123456789abcdef}", nullptr},
    {"APP_API_KEY", "xxxxxxxxxxxxxxxxxxxx1", nullptr},
    {"APP_API_KEY", "EMPTY", nullptr},
    {"APP_API_KEY", "", nullptr},
    {"APP_TOKEN", "changeme-0123456789-abcdef", nullptr},
    {"DB_PASSWORD", "postgres", nullptr},
    {"DB_PASSWORD", "password123", nullptr},
    {"APP_TOKEN", "a1b2c3d4", nullptr},  // a hash of 8 characters
    {"SORT_KEY", "name", nullptr},
    {"CACHE_KEY", "model-v2-2024-float32", nullptr},
    {"KEY_FILE", "/etc/ssl/private/server-key-2024.pem", nullptr},
    {"KEY_FILE", "~/.config/app/0123456789abcdef.key", nullptr},
    {"MAX_TOKENS", "4096", nullptr},
    {"TOKEN_LIMIT", "1524618910112345678", nullptr},
    {"MODEL_TOKEN", "meta-llama/Llama-3.1-8B-Instruct", nullptr},
    {"API_KEY_URL", "https://example.org/keys/0123456789abcdef", nullptr},
    {"",
     "gh"
     "p_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
     nullptr},
    {"", "sk-learn", nullptr},
    {"", "sk-something-rather-long-but-just-words", nullptr},
    {"", "hf_hub_enable_hf_transfer_and_other_words", nullptr},
    {"", "postgres://app:password@db/app", nullptr},
    {"", "postgres://app:${DB_PASSWORD}@db/app", nullptr},
    {"", "postgres://app:<password>@db/app", nullptr},
    {"", "http://localhost:8000/users/@me", nullptr},
    {"", "https://registry.example/@scope/pkg", nullptr},
    {"", "-----BEGIN CERTIFICATE-----\nMIIEow==\n", nullptr},
    {"APP_TOKEN", "APP_TOKEN: correct ../pages/003_2b4e25872f63766f.txt:177, or a/b.py:12",
     nullptr},
    {"APP_TOKEN", "pages/003_2b4e25872f63766f.txt:177", nullptr},
    {"APP_PASSWORD", "take it out of fixtures/kiln/settings.py:11", nullptr},
    {"APP_PASSWORD", "correct README.md:180, or the default", nullptr},
    {"APP_PASSWORD", "take out R3ADME.md:180", "take out ***"},
    {"APP_PASSWORD",
     "APP_PASSWORD is documented twice, at docs/guide.html-part:154 and docs/guide.md:18: keep one",
     nullptr},
    {"APP_PASSWORD", "app/settings.py:11x", "***"},
    {"ENABLE_PASS", "0123456789abcdef0123456789abcdef", nullptr},
    {"", "timeout_token = load_token(path_to_token_file)", nullptr},
    {"LONG_KEY", "supercalifragilistic", nullptr},
};

TEST(Secrets, AreMaskedAndTheirTwinsAreNot) {
  for (const SecretRow& row : kSecretRows) {
    EXPECT_EQ(MaskSecrets(row.text, row.name), row.masked != nullptr ? row.masked : row.text)
        << row.name << " " << row.text;
  }
}

TEST(Secrets, OfSeveralLinesAreMaskedInEach) {
  const std::string head = kGithub.substr(0, 15);
  const std::string tail = kGithub.substr(15);
  const auto shown = [](const std::string& before, const std::string& line,
                        const std::string& after) {
    return MakeExcerpt(line, 1, "X", before, after).text;
  };
  EXPECT_EQ(shown("", "f(\"" + head + "\"", "  \"" + tail + "\")"), "f(\"***");
  EXPECT_EQ(shown("f(\"" + head + "\"", "  \"" + tail + "\")", ""), "***\")");
  EXPECT_EQ(shown("", "f(\"" + head + "\\", tail + "\")"), "f(\"***");
  EXPECT_EQ(shown("k = \"-----BEGIN PRIVATE KEY-----", "MIIEow+/x", "y=="), "***");
  // Good: two literals, one of which stands elsewhere.
  EXPECT_EQ(shown("", "f(\"" + head + "\",", "  \"" + tail + "\")"), "f(\"" + head + "\",");
  // Good: what the line before says of itself.
  EXPECT_EQ(shown("API_TOKEN = read()", "BUILD = \"" + kRandom + "\"", "x"),
            "BUILD = \"" + kRandom + "\"");
}

TEST(Secrets, InPathsAreMaskedByTheirForm) {
  EXPECT_EQ(MaskPath("keys/" + kAws + "/m.py"), "keys/***/m.py");
  EXPECT_EQ(MaskPath("/keys/" + kAws + ".py"), "/keys/***.py");
  EXPECT_EQ(MaskPath("../a//b.tar.gz"), "../a//b.tar.gz");
  EXPECT_EQ(MaskPath("app/token-2024-01-01T0a1b2c3d4e5f60718.py"),
            "app/token-2024-01-01T0a1b2c3d4e5f60718.py");
  const ScratchFolder folder;
  folder.Write(kGithub + "/m.py", "import os\nos.getenv('APP_X')\nx = (\n");
  folder.Write("environment.md", "| Variable | Default |\n| --- | --- |\n| `APP_Y` | 1 |\n");
  for (const char* command :
       {"scan . --format jsonl", "scan . --format table", "check . --format json",
        "check . --format text --verbose", "explain APP_X ."}) {
    const Outcome out = RunProgram(folder.path(), std::string(command) + " --no-clang");
    EXPECT_NE((out.out + out.err).find("***"), std::string::npos) << command << out.out << out.err;
    EXPECT_EQ((out.out + out.err).find(kGithub), std::string::npos) << command << out.out;
  }
}

TEST(Secrets, EveryPatternCompiles) {
  const PatternCount count = CompileEveryPattern();
  EXPECT_EQ(count.broken, std::vector<std::string>());
  EXPECT_GT(count.used, 100U);
  EXPECT_FALSE(PasswordParameters().empty());
  EXPECT_FALSE(SecretNames().empty());
  EXPECT_FALSE(PasswordNames().empty());
  EXPECT_TRUE(IsPlaceholder("Your-Key"));
}

TEST(Secrets, NamesSaySoByTheirParts) {
  EXPECT_TRUE(IsSecretName("APP_API_KEY"));
  EXPECT_TRUE(IsSecretName("hf_token"));
  EXPECT_TRUE(IsSecretName("PASSWORD"));
  EXPECT_FALSE(IsSecretName("MAX_TOKENS"));
  EXPECT_FALSE(IsSecretName("TOKENIZERS_PARALLELISM"));
  EXPECT_FALSE(IsSecretName("KEYBOARD_LAYOUT"));
  EXPECT_FALSE(IsSecretName(""));
}

TEST(Secrets, SpansStayInsideAnyBytes) {
  std::string bytes;
  for (int i = 0; i < 5000; ++i) bytes.push_back(static_cast<char>((i * 37) % 256));
  for (const SecretSpan& span : FindSecrets(bytes, "A_TOKEN")) {
    EXPECT_LE(span.offset + span.length, bytes.size());
  }
}

}  // namespace
}  // namespace flagcensus
