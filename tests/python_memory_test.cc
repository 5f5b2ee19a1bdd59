// The machine's last run, after edits of a few files (analyzer/python/machine/unseen.h): a repeated
// census finds exactly what a first one finds.
#include <gtest/gtest.h>

#include <cstdlib>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "analyzer/base/text.h"
#include "tests/edited_tree.h"

namespace flagcensus {
namespace {

// Files of which each has what another one's accesses depend on.
const std::map<std::string, std::string>& Sources() {
  static const std::map<std::string, std::string> sources = {
      {"app/__init__.py", "from app.settings import *\n"},
      {"app/env.py", R"(import os

PREFIX = "APP_"


def flag(name, default=None):
    """Reads a flag.

    >>> os.environ.get("APP_SHOWN", "1")
    """
    value = os.environ.get(PREFIX + name)
    return default if value is None else value == "1"


def number(name, default):
    return int(os.getenv(name, default))


def total(items):
    count = 0
    for item in items:
        count += item
    return count
)"},
      {"app/settings.py", R"(import os
from app.env import flag, number
from .base import Base, limit_of

DEBUG = flag("DEBUG", False)
TRIES = number("APP_TRIES", "3")
FOLDER = os.environ.get("APP_FOLDER", "data")
mode_of_app = os.environ.get("APP_MODE", "fast")
RATE = limit_of(TRIES)


class Settings(Base):
    size = 3
    port = os.environ.get("APP_PORT", "80")

    def __init__(self):
        self.kind = os.environ.get("APP_KIND", "tcp")
        self.host = flag("HOST")

    def names(self):
        if self.kind == "tcp":
            return []
        return sorted(self.rows)

    def reset(self):
        self.kind = None
)"},
      {"app/base.py", R"(KEYS = ["APP_ONE", "APP_TWO"]
BOUND = 5


def limit_of(value):
    if value > BOUND:
        return BOUND
    return value


class Base:
    prefix = "APP_BASE_"

    def load(self, name):
        import os
        return os.environ[self.prefix + name]

    def rows_of(self, count):
        def one(at):
            return at + count
        return [one(i) for i in range(count)]
)"},
      {"app/use.py", R"(import os
import subprocess
from app import settings
from app.base import KEYS, Base
from app.env import flag as get_flag, total


def start():
    child = dict(os.environ, APP_CHILD="1")
    subprocess.run(["tool"], env=child)


def show(size):
    global LAST
    LAST = size
    if settings.FOLDER == "x" or settings.mode_of_app == "slow":
        print("folder")
    return open(settings.FOLDER)


for key in KEYS:
    print(os.environ.get(key, "none"))

LAST = 1
if get_flag("VERBOSE"):
    print(total([1]))
elif __name__ == "__main__":
    show(2)
Base().load("USER")
)"},
      {"app/plain.py", R"(def first_of(items):
    return items[0]


class Row:
    size = 3

    def area(self):
        return self.size * 2
)"},
      {"tests/test_app.py", R"(from app.env import number


def test_number(monkeypatch):
    monkeypatch.setenv("APP_TRIES", "4")
    assert number("APP_TRIES", "3") == 4
)"},
  };
  return sources;
}

class PythonMemoryTest : public EditedTreeTest {
 protected:
  PythonMemoryTest() : EditedTreeTest(Sources()) {}
};

TEST_F(PythonMemoryTest, CodeThatNoRunHasSeenOnlyMovesPlaces) {
  Warm();
  const auto check = [&](const std::string& name, const std::string& text, bool adapted) {
    const size_t missed = memory_.asked() - memory_.held();
    Change(name, text);
    EXPECT_EQ(Warm(), Cold()) << text;
    EXPECT_EQ(memory_.asked() - memory_.held() - missed, adapted ? 0U : 1U) << text;
  };
  std::string text = Sources().at("app/env.py");
  check("app/env.py", text = "# a remark\n\n" + text, true);
  check("app/env.py", text += "\n\ndef mean_of(values):\n    return sum(values)\n", true);
  check("app/env.py", text += "\nMOST_ROWS = 12\n", true);
  check("app/env.py", text += "\n\nclass RowOf:\n    size = 3\n", true);
  // A name that another file asks for, a word, and code that was run.
  check("app/env.py", text + "\n\ndef start(values):\n    return sum(values)\n", false);
  check("app/env.py", text, false);
  check("app/env.py", text + "\ndef more_of(name):\n    return flag(name)\n", false);
  check("app/env.py", text, false);
  check("app/env.py", text + "PREFIX = 'OTHER_'\n", false);
  check("app/env.py", text, false);
  // A use of a name that holds a variable's value says what it is.
  text = Sources().at("app/plain.py");
  check("app/plain.py", text + "FOLDER = 1\n", true);
}

// The node at which an access is found begins elsewhere then.
TEST_F(PythonMemoryTest, ParenthesesMoveTheCallAndNotTheName) {
  Warm();
  const std::string text = Sources().at("app/settings.py");
  const std::string before = "os.environ.get(\"APP_FOLDER\"";
  Change("app/settings.py", ReplaceAll(text, before, "(os.environ).get(\"APP_FOLDER\""));
  EXPECT_EQ(Warm(), Cold());
}

// The machine calls it, although no code does.
TEST_F(PythonMemoryTest, ANewSetUpIsRun) {
  const std::string text =
      "import os\n\n\nclass Case:\n    names = [\"APP_A\"]\n\n    def load(self):\n"
      "        for name in self.names:\n            os.environ[name]\n";
  Change("app/plain.py", text);
  Warm();
  Change("app/plain.py", text + "\n    def setUp(self):\n        self.names.append(\"APP_B\")\n");
  EXPECT_EQ(Warm(), Cold());
}

// Each level of these is compared once: with twice, it would take an hour.
TEST_F(PythonMemoryTest, ClassesWithinClassesTakeNoTime) {
  constexpr int kLevels = 32;
  std::string text = "import os\nA = os.environ.get(\"APP_A\")\n";
  for (int i = 0; i < kLevels; ++i) {
    const std::string space(static_cast<size_t>(i), ' ');
    text += space + "class Inner" + std::to_string(i) + ":\n";
  }
  text += std::string(kLevels, ' ') + "size = 1\n";
  Change("app/plain.py", text);
  Warm();
  Change("app/plain.py", ReplaceAll(text, "size = 1", "size = 2"));
  EXPECT_EQ(Warm(), Cold());
}

TEST_F(PythonMemoryTest, RandomEditsFindWhatAFirstRunFinds) {
  std::vector<std::string> names;
  std::vector<std::string> parts = {"\n",
                                    "",
                                    "# a remark\n",
                                    "x = 1\n",
                                    "    x = 1\n",
                                    "        \"\"\"\n",
                                    "def later_one(a, b):\n    return a + b\n",
                                    "    def later_two(self):\n        return self\n",
                                    "LATER_THREE = 4\n",
                                    "class LaterFour:\n    size = 3\n",
                                    "FLAG = flag(\"NEW\")\n",
                                    "    if FOLDER == \"a\": pass\n",
                                    "    if TRIES > 5: return 5\n",
                                    "        self.kind = compute()\n",
                                    "    global PREFIX\n",
                                    "    os.environ[\"APP_WRITTEN\"] = \"1\"\n",
                                    "class Extra(Base):\n    prefix = \"APP_EXTRA_\"\n",
                                    "print(vars(Settings))\n",
                                    "import os\n",
                                    "    import os\n"};
  for (const auto& [name, text] : Sources()) {
    names.push_back(name);
    for (const std::string_view line : Split(text, '\n')) parts.push_back(std::string(line) + "\n");
  }
  const bool slow = std::getenv("FLAGCENSUS_SLOW_TESTS") != nullptr;
  for (uint32_t seed = 1; seed <= (slow ? 20 : 3); ++seed) {
    std::mt19937 random(seed);
    const auto pick = [&](size_t count) { return static_cast<size_t>(random()) % count; };
    for (int i = 0; i < (slow ? 1000 : 150); ++i) {
      const std::string& name = names[pick(names.size())];
      std::vector<std::string> lines;
      for (const std::string_view line : Split(texts_[name], '\n')) {
        lines.push_back(std::string(line) + "\n");
      }
      const size_t at = pick(lines.size());
      switch (pick(6)) {
        case 0:
        case 1:
          lines.insert(lines.begin() + static_cast<long>(at), parts[pick(parts.size())]);
          break;
        case 2:
          lines[at] = parts[pick(parts.size())];
          break;
        case 3:
          for (char& c : lines[at]) {
            if (c >= '0' && c <= '9') c = static_cast<char>('0' + pick(10));
          }
          break;
        case 4:
          lines.erase(lines.begin() + static_cast<long>(at));
          break;
        default:
          lines = {Sources().at(name)};
      }
      std::string text;
      for (const std::string& line : lines) text += line;
      Change(name, text);
      // Several edits before a check, as well.
      if (pick(4) == 0) continue;
      const bool flows = i % 7 == 0;
      ASSERT_EQ(Warm(flows), Cold(flows))
          << "seed " << seed << ", edit " << i << " of " << name << ":\n"
          << text;
    }
  }
}

}  // namespace
}  // namespace flagcensus
