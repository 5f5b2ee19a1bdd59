"""scripts/field-trial and scripts/field-sum over made-up projects and a program that prints what it is given."""
import json
import os
import pathlib
import shlex
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent
KILN = {
    "kiln/oven.py": 'import os\nHEAT = os.getenv("KILN_HEAT", "60")\n\n\n\n\n# os.getenv("KILN_COMMENT")\n'
                    'DOOR = read_env("KILN_DOOR")\nFAN = {"KILN_FAN": 3}\n',
    "tests/test_oven.py": 'import os\nos.environ["KILN_TEST"] = "1"\n',
    "docs/environment.md": "# Environment variables\n\n| Variable | Default |\n| --- | --- |\n| `KILN_HEAT` | `30` |\n| `KILN_LAMP` | `1` |\n",
}


def access(name, line, default, kind="literal", of="str"):
    return {"name": name, "file": "kiln/oven.py", "line": line, "default": default, "default_kind": kind, "type": of}


def finding(rule, severity, name, line, message):
    return {"rule": rule, "severity": severity, "name": name, "message": message, "code": [{"file": "kiln/oven.py", "line": line}], "doc": []}


def entry(name, line, default):
    return {"name": name, "file": "docs/environment.md", "line": line, "default": default, "default_kind": "literal"}


SAID = {
    "scan": "".join(json.dumps(row) + "\n" for row in [access("KILN_HEAT", 2, "60"), access("KILN_DOOR", 8, None, "none")]),
    "check": json.dumps({"summary": {"pages": ["docs/environment.md"]}, "findings": [
        finding("unused", "info", "KILN_LAMP", 1, "KILN_LAMP is read by nothing"),
        finding("default-mismatch", "warning", "KILN_HEAT", 2, "KILN_HEAT is documented as 30"),
        finding("undocumented", "warning", "KILN_DOOR", 8, "KILN_DOOR is read")]}),
    "check.txt": "warning[undocumented]: KILN_DOOR is read\n",
    "catalog": json.dumps(entry("KILN_HEAT", 5, "30")) + "\n" + json.dumps(entry("KILN_LAMP", 6, "1")) + "\n",
    "docs": json.dumps({"variables": [{"name": "KILN_HEAT", "type": "int", "default": "60"}]}),
}
FAKE = """#!/bin/sh
said={said}
test "$1" = --version && echo "flagcensus 9.9" && exit 0
test -f crash && kill -SEGV $$
test -f hang && sleep 60
for word; do case $word in text=*) cat $said/check.txt >"${{word#text=}}";; esac; done
cat $said/$1
test "$1" != check
"""
FILLED = {"site": {"site": "yes", "name": "KILN_HEAT", "default": "60", "by": "direct"}, "stretch": {"read": "yes"},
          "entry": {"entry": "yes", "default_right": "yes"}, "warning": {"verdict": "true"}, "info": {"verdict": "noise"},
          "row": {"name_right": "yes", "type_right": "no", "default_right": "yes", "description_right": "yes"}}


class Trial(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="flagcensus-")
        self.addCleanup(folder.cleanup)
        self.folder, self.listed = pathlib.Path(folder.name), []
        (self.folder / "said").mkdir()
        for name, text in SAID.items():
            (self.folder / "said" / name).write_text(text)
        (self.folder / "program").write_text(FAKE.format(said=shlex.quote(str(self.folder / "said"))))
        (self.folder / "program").chmod(0o755)

    def git(self, repository, *arguments, text=None):
        environment = {**os.environ, "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_NOSYSTEM": "1"}
        return subprocess.run(["git", "-c", "user.name=x", "-c", "user.email=x@x", "-C", str(repository), *arguments], env=environment,
                              input=text, check=True, capture_output=True, text=True).stdout.strip()

    def project(self, name, files, place="{}+{}/repo"):
        tree = self.folder / "mirror" / place.format("potter", name)
        for path, text in files.items():
            (tree / path).parent.mkdir(parents=True, exist_ok=True)
            (tree / path).write_text(text)
        self.git(tree, "init", "-q")
        self.git(tree, "add", "-f", "-A")
        self.git(tree, "commit", "-q", "-m", "x")
        self.listed.append(f"{name} potter/{name} {self.git(tree, 'rev-parse', 'HEAD')}")
        return tree

    def trial(self, *options, out="out"):
        (self.folder / "LIST").write_text("# made up\n" + "\n".join(self.listed) + "\n")
        run = subprocess.run([sys.executable, str(ROOT / "scripts/field-trial"), str(self.folder / "LIST"), "--mirror", str(self.folder / "mirror"),
                              "--out", str(self.folder / out), "--program", str(self.folder / "program"), *options],
                             capture_output=True, text=True, timeout=300)
        return run.returncode, run.stdout + run.stderr

    def rows(self, path, out="out"):
        return [json.loads(line) for line in (self.folder / out / path).read_text().splitlines()]

    def write(self, path, rows):
        (self.folder / "out" / path).write_text("".join(json.dumps(row) + "\n" for row in rows))

    # A reader who is content with everything, but for `changes`: by id, or rows to add.
    def fill(self, name="kiln", changes=None, added=()):
        for sheet in ("sites", "pages", "findings", "rows"):
            path = f"sheets/{name}/{sheet}.jsonl"
            rows = [row | FILLED[row["kind"]] | (changes or {}).get(row["id"], {}) for row in self.rows(path)]
            self.write(path, rows + (list(added) if sheet == "pages" else []))

    def sum(self, *options):
        run = subprocess.run([sys.executable, str(ROOT / "scripts/field-sum"), str(self.folder / "out"), *options],
                             capture_output=True, text=True, timeout=60)
        return run.returncode, run.stdout, run.stderr.replace(str(self.folder / "out") + "/", "")

    def figures(self, *options):
        status, said, errors = self.sum(*options)
        self.assertEqual((status, errors), (0, ""))
        return {line[2:32].strip(): line.split()[-1] for line in said.partition("all 1\n")[2].splitlines()}

    def test_a_project_is_laid_out_run_and_drawn(self):
        self.project("kiln", KILN)
        status, said = self.trial()
        self.assertEqual(status, 0, said)
        self.assertEqual([(row["file"], row["line"], row["site"]) for row in self.rows("sheets/kiln/sites.jsonl")],
                         [("kiln/oven.py", 2, ""), ("kiln/oven.py", 8, ""), ("kiln/oven.py", 9, "")])
        self.assertEqual([(row["kind"], row["line"], row.get("name")) for row in self.rows("sheets/kiln/pages.jsonl")],
                         [("stretch", 1, None), ("entry", 5, "KILN_HEAT"), ("entry", 6, "KILN_LAMP")])
        self.assertEqual([(row["kind"], row["name"], row.get("first")) for row in self.rows("sheets/kiln/findings.jsonl")],
                         [("warning", "KILN_HEAT", None), ("warning", "KILN_DOOR", "drawn"), ("info", "KILN_LAMP", None)])
        self.assertEqual([row["name"] for row in self.rows("sheets/kiln/rows.jsonl")], ["KILN_HEAT"])
        self.assertEqual([(row["run"], row["ended"], row["exit"]) for row in self.rows("said/kiln/runs.jsonl")],
                         [("lay out", "ok", None), ("scan", "ok", 0), ("check", "ok", 1), ("catalog", "ok", 0), ("docs", "ok", 0)])
        self.assertEqual(self.git(self.folder / "out/trees/kiln", "status", "--porcelain"), "")
        self.assertIn("missed-entry", (self.folder / "out/READ.md").read_text())

    def test_sites_say_nothing_of_what_the_program_said(self):
        self.project("kiln", KILN)
        self.trial()
        before = self.rows("sheets/kiln/sites.jsonl")
        (self.folder / "said/scan").write_text("")
        self.trial(out="other")
        self.assertEqual(self.rows("sheets/kiln/sites.jsonl", "other"), before)

    def test_a_draw_depends_on_the_seed_and_not_on_other_projects(self):
        many = {"a.py": "".join(f'x{at} = os.getenv("KILN_{at}")\n' for at in range(200))}
        self.project("kiln", many)
        self.trial("--draw", "8", "--seed", "3")
        self.listed.insert(0, self.listed[0].replace("kiln ", "oven ", 1))
        self.trial("--draw", "8", "--seed", "3", out="two")
        self.trial("--draw", "8", "--seed", "4", out="other")
        drawn = self.rows("sheets/kiln/sites.jsonl")
        self.assertEqual(len(drawn), 8)
        self.assertEqual([row["line"] for row in drawn], [6, 15, 24, 31, 98, 111, 118, 160])  # the same on every machine
        self.assertEqual(self.rows("sheets/kiln/sites.jsonl", "two"), drawn)
        self.assertNotEqual(self.rows("sheets/kiln/sites.jsonl", "other"), drawn)
        self.assertNotEqual([row["line"] for row in self.rows("sheets/oven/sites.jsonl", "two")], [row["line"] for row in drawn])

    def test_each_kind_of_site_is_drawn_from_in_turn(self):
        self.project("kiln", {"a.c": 'x = getenv("A");\n' * 50 + 'OPTION(KILN_ONE, 1)\n' + 'row("KILN_TWO");\n'})
        self.trial("--draw", "4")
        self.assertEqual({51, 52} - {row["line"] for row in self.rows("sheets/kiln/sites.jsonl")}, set())

    def test_the_first_finding_beyond_the_draw_counts_for_the_first_screen_alone(self):
        self.project("kiln", KILN)
        findings = [finding("undocumented", "warning", f"KILN_{at}", 2, f"{at} is read") for at in range(40)]
        (self.folder / "said/check").write_text(json.dumps({"summary": {}, "findings": findings}))
        (self.folder / "said/check.txt").write_text("warning[undocumented]: 7 is read\n")
        self.trial("--draw", "2")
        drawn = self.rows("sheets/kiln/findings.jsonl")
        self.assertEqual([(row["name"], row.get("first")) for row in drawn][:1] + [row.get("first") for row in drawn[1:]], [("KILN_7", "alone"), None, None])
        self.fill()
        figures = self.figures()
        self.assertEqual((figures["first finding"], figures["warnings true"]), ("1/1", "2/2"))

    def test_crash_time_out_and_absent_tree_are_rows(self):
        self.project("kiln", KILN)
        self.project("crash", {"crash": "", "a.py": 'os.getenv("A")\n'})
        self.project("hang", {"hang": "", "a.py": 'os.getenv("A")\n'})
        self.listed += ["none potter/none " + "0" * 40, "gone potter/kiln " + "1" * 40]
        status, _ = self.trial("--seconds", "1")
        self.assertEqual(status, 1)
        ended = {name: [(row["run"], row["ended"]) for row in self.rows(f"said/{name}/runs.jsonl")] for name in ("crash", "hang", "none", "gone")}
        self.assertEqual(ended["crash"], [("lay out", "ok"), ("scan", "crash"), ("check", "crash"), ("docs", "crash")])
        self.assertEqual(ended["hang"], [("lay out", "ok"), ("scan", "time-out"), ("check", "time-out"), ("docs", "time-out")])
        self.assertEqual((ended["none"], ended["gone"]), ([("lay out", "no tree")], [("lay out", "no tree")]))
        self.assertEqual(len(self.rows("sheets/crash/sites.jsonl")), 1)  # what it could not read is drawn, too
        for name in ("kiln", "crash", "hang"):
            self.fill(name)
        self.assertRegex(self.sum()[1], r"\n  runs +\S+ +\[\S+ \S+\]  7/15\n")

    def test_an_answer_that_cannot_be_read_is_a_row(self):
        self.project("kiln", KILN)
        for name, text in (("scan", '{"name": 1'), ("check", '{"findings": [{}]}'), ("docs", "[]")):
            (self.folder / "said" / name).write_text(text)
        self.assertEqual(self.trial()[0], 1)
        self.assertEqual([(row["run"], row["ended"]) for row in self.rows("said/kiln/runs.jsonl")],
                         [("lay out", "ok"), ("scan", "unreadable"), ("check", "unreadable"), ("docs", "unreadable")])
        self.fill()
        figures = self.figures()
        self.assertEqual((figures["sites"], figures["runs"]), ("0/3", "1/4"))

    def test_mirrors_of_other_layouts(self):
        for name, place in (("one", "{}/{}.git"), ("two", "{}/{}"), ("three", "{}+{}")):
            self.project(name, KILN, place)
        bare = self.folder / "mirror/potter/one.git"
        (bare / ".git").rename(self.folder / "bare")
        shutil.rmtree(bare)
        (self.folder / "bare").rename(bare)
        self.assertEqual(self.trial()[0], 0)

    def test_hooks_and_names_that_lead_elsewhere(self):
        tree = self.project("kiln", KILN)
        for name in ("pre-commit", "post-checkout", "post-commit"):
            (tree / ".git/hooks").mkdir(exist_ok=True)
            (tree / ".git/hooks" / name).write_text(f"#!/bin/sh\ntouch {self.folder}/ran\n")
            (tree / ".git/hooks" / name).chmod(0o755)
        self.git(tree, "config", "core.fsmonitor", f"touch {self.folder}/ran")
        blob = self.git(tree, "hash-object", "-w", "--stdin", text="print(1)\n")
        out, inner = (self.git(tree, "hash-object", "-w", "--stdin", text=text) for text in ("../../outside", "b.py"))
        hooks = self.git(tree, "mktree", text=f"100755 blob {blob}\tpre-commit\n")
        listing = (f"100644 blob {blob}\ta.py\n100644 blob {blob}\tb\\001.py\n120000 blob {out}\tlink\n120000 blob {inner}\tinner\n"
                   f"160000 commit {'2' * 40}\tmodule\n040000 tree {hooks}\t.GIT\n").replace("b\\001.py", '"b\\001.py"')
        commit = self.git(tree, "commit-tree", "-m", "x", self.git(tree, "mktree", "--missing", text=listing))
        self.listed = [f"kiln potter/kiln {commit}"]
        status, said = self.trial()
        self.assertEqual(status, 0, said)
        self.assertEqual(sorted(os.listdir(self.folder / "out/trees/kiln")), [".git", "a.py", "inner"])
        self.assertEqual(self.rows("said/kiln/runs.jsonl")[0]["left_out"],
                         {"name that leads elsewhere": 1, "name with control characters": 1, "submodule": 1, "link that leads elsewhere": 1})
        self.assertFalse((self.folder / "ran").exists())

    def test_labels_are_never_overwritten(self):
        self.project("kiln", KILN)
        self.trial()
        self.fill()
        filled = self.rows("sheets/kiln/sites.jsonl")
        self.assertEqual(self.trial()[0], 0)
        self.assertEqual(self.rows("sheets/kiln/sites.jsonl"), filled)
        status, said = self.trial("--seed", "2")
        self.assertEqual(status, 2)
        self.assertIn("is of another program, list or draw", said)

    def test_lists_that_are_refused(self):
        good = "kiln potter/kiln " + "0" * 40
        for lines, message in ((["kiln potter/kiln HEAD"], "LIST:2: not `name owner/repository commit`"), (["../x potter/kiln " + "0" * 40], "LIST:2: not"),
                               ([good, good], "LIST:3: kiln is listed twice"), ([], "no project")):
            self.listed = lines
            status, said = self.trial()
            self.assertEqual(status, 2)
            self.assertIn(message, said)

    def test_figures(self):
        self.project("kiln", KILN)
        self.trial()
        self.fill(changes={"sites-2": {"name": "KILN_DOOR", "default": ["required", "none"], "by": "own"}, "sites-3": {"name": "KILN_FAN", "default": "3", "by": "own"},
                           "findings-2": {"verdict": "false"}, "pages-3": {"default_right": "no"}},
                  added=[{"kind": "missed-entry", "page": "docs/environment.md", "line": 6, "name": "KILN_FAN"},
                         {"kind": "drift", "rule": "default-mismatch", "name": "KILN_HEAT", "page": "docs/environment.md", "line": 5, "why": "30, 60"},
                         {"kind": "drift", "rule": "unused", "name": "KILN_LAMP", "page": "docs/environment.md", "line": 6, "why": "not read"},
                         {"kind": "drift", "rule": "*", "name": "KILN_FAN", "page": "docs/environment.md", "line": 6, "why": "not there"}])
        self.assertEqual(self.figures(), {
            "sites": "2/3", "sites, own mechanism": "1/2", "sites, others": "1/1", "names": "2/2", "defaults": "2/2", "warnings true": "1/2",
            "warnings noise": "0/2", "warnings false": "1/2", "infos false": "0/1", "first finding": "0/1", "entries, recall": "2/3",
            "entries, precision": "2/2", "entries, defaults": "1/2", "rows, all right": "0/1", "drift, reported as a warning": "1/3",
            "drift, reported at all": "2/3", "runs": "5/5"})
        self.assertIn("sheets/kiln/sites.jsonl:3: kiln/oven.py:9 KILN_FAN", self.sum("--show")[1])
        row = self.sum("--markdown")[1]
        self.assertRegex(row, r"^\| \d{4}-\d\d-\d\d: 1 project, 3 labelled sites, 3 disagreements found by reading pages \(flagcensus 9\.9, seed 1\) \| "
                              r"sites \.667 \(2 of 3, \.208 to \.939\), .* \| \|\n$")

    def test_defaults_are_compared_by_value(self):
        self.project("kiln", KILN)
        self.trial()
        for said, label, right in ((access("KILN_HEAT", 2, "60"), "60.0", 1), (access("KILN_HEAT", 2, "60"), "61", 0), (access("KILN_HEAT", 2, "true", of="bool"), "1", 1),
                                   (access("KILN_HEAT", 2, "true"), "1", 0), (access("KILN_HEAT", 2, None, "none"), "none", 1), (access("KILN_HEAT", 2, "none"), "none", 0),
                                   (access("KILN_HEAT", 2, "none"), "'none'", 1), (access("KILN_HEAT", 5, "60"), "60", 1), (access("KILN_HEAT", 6, "60"), "60", None),
                                   (access("KILN_*", 2, "60"), "doubtful", None)):
            with self.subTest(said=said, label=label):
                self.write("said/kiln/scan.jsonl", [said])
                self.fill(changes={"sites-1": {"default": label}, "sites-2": {"site": "no"}, "sites-3": {"site": "doubtful"}})
                self.assertEqual(self.figures().get("defaults"), None if right is None else f"{right}/1")

    def test_a_part_of_a_name_may_be_unknown_on_either_side(self):
        self.project("kiln", KILN)
        self.trial()
        for said, label, right in (("KILN_*", "KILN_HEAT", 1), ("KILN_HEAT", "KILN_*", 1), ("OVEN_*", "KILN_HEAT", 0), ("*", "KILN_HEAT", 0),
                                   (None, "KILN_HEAT", 0), ("KILN_HEAT", ["KILN_DOOR", "KILN_HEAT"], 1), ("KILN_HEATER", "KILN_HEAT", 0)):
            with self.subTest(said=said, label=label):
                self.write("said/kiln/scan.jsonl", [access(said, 2, "60")])
                self.fill(changes={"sites-1": {"name": label}, "sites-2": {"name": "?", "by": ""}, "sites-3": {"site": "no", "name": ""}})
                self.assertEqual(self.figures()["sites"], f"{right}/1")

    def test_the_interval_is_wilsons(self):
        self.project("kiln", {"a.py": "".join(f'x{at} = os.getenv("KILN_{at}")\n' for at in range(10))})
        (self.folder / "said/scan").write_text("")
        self.trial()
        self.fill()
        self.assertRegex(self.sum()[1], r"\n  sites +\.000  \[\.000, \.278\]  0/10\n")

    def test_sheets_that_are_refused(self):
        self.project("kiln", KILN)
        self.trial()
        self.assertIn("sheets/kiln/sites.jsonl:1: `site` is not filled\n", self.sum()[2])
        blank = self.rows("sheets/kiln/sites.jsonl")
        shutil.copytree(self.folder / "out/sheets", self.folder / "blank")
        drift = {"kind": "drift", "rule": "default-mismatch", "name": "KILN_HEAT", "page": "docs/environment.md", "line": 5, "why": "x"}
        for changes, added, message in (
                ({"sites-2": {"site": "maybe"}}, [], 'sites.jsonl:2: `site` is "maybe", not yes, no, doubtful'),
                ({"sites-2": {"default": ""}}, [], "sites.jsonl:2: `default` is not filled"),
                ({"sites-2": {"default": 3}}, [], "sites.jsonl:2: `default` is not filled"),
                ({"sites-2": {"by": "wrapper"}}, [], 'sites.jsonl:2: `by` is "wrapper", not own, direct'),
                ({"sites-2": {"line": 9}}, [], "sites.jsonl:2: `line` is not as it was drawn"),
                ({"sites-2": {"id": "sites-1"}}, [], "sites.jsonl:2: sites-1 is in"),
                ({"sites-2": {"id": "mine"}}, [], "sites.jsonl:2: a row that was not drawn"),
                ({"findings-1": {"verdict": "yes"}}, [], 'findings.jsonl:1: `verdict` is "yes", not true, noise, false, doubtful'),
                ({"pages-1": {"read": "no"}}, [], 'pages.jsonl:1: `read` is "no", not yes'),
                ({}, [drift | {"why": ""}], "pages.jsonl:4: `why` is not filled"),
                ({}, [drift | {"rule": "wrong-default"}], "pages.jsonl:4: there is no rule wrong-default"),
                ({}, [drift | {"line": "5"}], "pages.jsonl:4: `line` is no number")):
            with self.subTest(message):
                shutil.copytree(self.folder / "blank", self.folder / "out/sheets", dirs_exist_ok=True)
                self.fill(changes=changes, added=added)
                status, said, errors = self.sum()
                self.assertEqual((status, said), (2, ""))
                self.assertIn(f"sheets/kiln/{message}", errors)
        self.write("sheets/kiln/sites.jsonl", [row | FILLED["site"] for row in blank[:2]])
        self.assertIn("sheets/kiln: sites-3 of the draw is gone\n", self.sum()[2])
        (self.folder / "out/sheets/kiln/rows.jsonl").write_text("{\n")
        self.assertIn("sheets/kiln/rows.jsonl:1: no JSON object", self.sum()[2])


if __name__ == "__main__":
    unittest.main()
