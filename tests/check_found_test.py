"""scripts/check-found over made-up pages and a made-up tree: tests/check_found_test.py BINARY [unittest's options]"""
import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent
BINARY = str(pathlib.Path(sys.argv.pop(1)).resolve())
COMMIT = "0123456789abcdef0123456789abcdef01234567"
TREE = {
    "pyproject.toml": '[project]\nname = "kiln"\n',
    "docs/environment.md": "# Environment variables\n\n| Variable | Default |\n| --- | --- |\n"
                           "| `KILN_HEAT` | `30` |\n| `KILN_LAMP` | `1` |\n",
    "kiln/oven.py": 'import os\nHEAT = os.getenv("KILN_HEAT", "60")\nprint(HEAT, os.getenv("KILN_DOOR", "0"))\n',
}
HEAD = "# Found\n\n| Project | Variable, rule | Page | Code | What differs |\n| --- | --- | --- | --- | --- |\n"


def place(at, commit=COMMIT):
    path, line = at.rsplit(":", 1)
    return f"[{pathlib.PurePosixPath(path).name}:{line}](https://github.com/potter/kiln/blob/{commit}/{path}#L{line})"


def row(variable, rule, page, code, project="potter/kiln", fact="The page says 30; the code's default is 60."):
    return (f"| [{project}](https://github.com/{project}/tree/{COMMIT})<br>`{COMMIT[:12]}` | "
            f"`{variable}`<br>[{rule}](rules/{rule}.md) | {page} | {code} | {fact} |\n")


HEAT = row("KILN_HEAT", "default-mismatch", place("docs/environment.md:5"), place("kiln/oven.py:2"))
LAMP = row("KILN_LAMP", "unused", place("docs/environment.md:6"), "–")
DOOR = row("KILN_DOOR", "undocumented", place("docs/environment.md:4"), place("kiln/oven.py:3"))


class CheckFound(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="flagcensus-")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        for name, text in TREE.items():
            file = self.folder / "trees/kiln" / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text)

    def run_on(self, text, *options, binary=BINARY):
        page = self.folder / "found.md"
        page.write_text(text)
        run = subprocess.run([sys.executable, str(ROOT / "scripts/check-found"), binary, str(self.folder / "trees"),
                              "--page", str(page), *options], capture_output=True, text=True, timeout=120)
        said = [line.partition("found.md:")[2] for line in run.stdout.splitlines()[:-1]]
        return run.returncode, said, run.stderr.replace(str(page), "found.md")

    def test_rows_are_found_again(self):
        status, said, errors = self.run_on(HEAD + HEAT + LAMP + DOOR)
        self.assertEqual((status, errors), (0, ""))
        self.assertEqual(said, ["5: found again: potter/kiln default-mismatch KILN_HEAT",
                                "6: found again: potter/kiln unused KILN_LAMP",
                                "7: found again: potter/kiln undocumented KILN_DOOR"])

    def test_what_the_program_does_not_report_is_not_found(self):
        (self.folder / "trees/kiln/kiln/oven.py").write_text(TREE["kiln/oven.py"].replace("60", "30"))
        status, said, _ = self.run_on(HEAD + HEAT + LAMP)
        self.assertEqual(status, 1)
        self.assertEqual(said, ["5: not found: potter/kiln default-mismatch KILN_HEAT (no such finding)",
                                "6: found again: potter/kiln unused KILN_LAMP"])

    def test_another_place_is_not_the_rows_place(self):
        (self.folder / "trees/kiln/kiln/oven.py").write_text("#\n" + TREE["kiln/oven.py"])
        status, said, _ = self.run_on(HEAD + HEAT)
        self.assertEqual((status, said), (1, ["5: not found: potter/kiln default-mismatch KILN_HEAT "
                                              "(its code is kiln/oven.py:3)"]))

    def test_a_place_that_the_finding_lacks_is_a_line_of_the_tree(self):
        status, said, _ = self.run_on(HEAD + DOOR.replace("environment.md:4", "environment.md:99").replace("#L4)", "#L99)"))
        self.assertEqual((status, said), (1, ["5: not found: potter/kiln undocumented KILN_DOOR "
                                              "(docs/environment.md:99 is no line of the tree)"]))

    def test_a_project_without_a_tree_is_passed_over(self):
        other = LAMP.replace("potter/kiln", "potter/wheel")
        status, said, errors = self.run_on(HEAD + LAMP + other)
        self.assertEqual((status, errors), (0, ""))
        self.assertEqual(said[1], "6: no tree: potter/wheel unused KILN_LAMP")
        self.assertEqual(self.run_on(HEAD + HEAT + other, "--project", "potter/wheel")[1],
                         ["6: no tree: potter/wheel unused KILN_LAMP"])

    def test_malformed_rows_are_told_with_their_line(self):
        for text, line, message in [
            (HEAT + LAMP.replace(" | – |", " |"), 6, "4 cells instead of 5"),
            (HEAT.replace("`0123456789ab`", "`0123`"), 5, "'Project' is not"),
            (HEAT.replace("`0123456789ab`", "`ba9876543210`"), 5, "potter/kiln at ba9876543210 is linked to"),
            (HEAT.replace("`KILN_HEAT`", "KILN_HEAT"), 5, "'Variable, rule' is not"),
            (HEAT.replace("default-mismatch", "wrong-default"), 5, "there is no rule wrong-default"),
            (row("KILN_HEAT", "unused", "docs/environment.md:5", "–"), 5, "'Page' is no link to a line"),
            (row("KILN_HEAT", "unused", place("docs/environment.md:5", "f" * 40), "–"), 5, "the link of 'Page' leads to"),
            (HEAT.replace("#L2)", "#L3)"), 5, "the text of 'Code' is oven.py:2, and its link leads to kiln/oven.py:3"),
            (row("KILN_HEAT", "unused", "–", "–", fact=""), 5, "nothing says what differs"),
            (HEAT + LAMP.replace("potter/kiln", "baker/oven"), 6, "baker/oven stands below potter/kiln"),
            (HEAT + DOOR + HEAT, 7, "default-mismatch of KILN_HEAT stands in line 5 already"),
            ("", 1, "no row"),
        ]:
            with self.subTest(message):
                status, said, errors = self.run_on(HEAD + text)
                self.assertEqual((status, said), (2, []))
                self.assertTrue(errors.startswith(f"found.md:{line}: {message}"), errors)
        self.assertIn("found.md:3: a table of other columns", self.run_on(HEAD.replace("Page", "Document") + HEAT)[2])

    def test_a_program_that_cannot_run_is_told(self):
        status, said, errors = self.run_on(HEAD + HEAT, binary=str(self.folder / "none"))
        self.assertEqual((status, said), (2, ["5: not found: potter/kiln default-mismatch KILN_HEAT (the program could not run)"]))
        self.assertIn("No such file", errors)

    def test_the_repositorys_page_is_well_formed(self):
        status, said, errors = self.run_on((ROOT / "docs/found.md").read_text(), binary="/nowhere")
        self.assertEqual((status, errors), (0, ""))
        self.assertGreaterEqual(len(said), 40)
        self.assertGreaterEqual(len({line.split()[3] for line in said}), 15)


if __name__ == "__main__":
    unittest.main()
