"""The build backend (PEP 517) of the hooks: a wheel that contains nothing and depends on the one with the program.

pip fetches no other backend for it.
"""
import pathlib
import re
import zipfile

HERE = pathlib.Path(__file__).parent


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    version = re.search(r'^version = "(.*)"$', (HERE / "pyproject.toml").read_text(), re.M)[1]
    metadata = ["Metadata-Version: 2.1", "Name: flagcensus-hook", f"Version: {version}"]
    metadata += [f"Requires-Dist: {line}" for line in (HERE / "requirements.txt").read_text().splitlines()]
    wheel = ["Wheel-Version: 1.0", "Generator: flagcensus", "Root-Is-Purelib: true", "Tag: py3-none-any"]
    stem = f"flagcensus_hook-{version}"
    names = [f"{stem}.dist-info/{name}" for name in ("METADATA", "WHEEL", "RECORD")]
    texts = [metadata, wheel, [f"{name},," for name in names]]
    with zipfile.ZipFile(pathlib.Path(wheel_directory) / f"{stem}-py3-none-any.whl", "w") as archive:
        for name, lines in zip(names, texts):
            archive.writestr(name, "\n".join(lines) + "\n")
    return f"{stem}-py3-none-any.whl"
