"""tools/release.py: each check is content with a release that is ready, and says what to do about one that is not."""

import io
import re
import runpy
import shutil
import subprocess
import tarfile
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.support.paths import ROOT

release: dict[str, Any] = runpy.run_path(str(ROOT / "tools" / "release.py"))
main: Callable[..., int] = release["main"]

READY = {
    "src/imhotep/__init__.py": '"""A game."""\n\n__version__ = "1.2.3"\n',
    "CITATION.cff": "cff-version: 1.2.0\ntitle: imhotep\nversion: 1.2.3\n",
    "CHANGELOG.md": "# Changelog\n\n## Unreleased\n\n## 1.2.3 (2026-11-18)\n- New.\n\n## 1.2.2 (2026-10-01)\n- Old.\n",
    "pyproject.toml": '[project]\nname = "imhotep-game"\ndynamic = ["version"]\n',
    "web/package.json": '{ "name": "imhotep-web", "private": true }\n',
}
METADATA = """\
Metadata-Version: 2.4
Name: imhotep-game
Version: 1.2.3
Summary: A game.
License-Expression: MIT
License-File: LICENSE
Requires-Python: >=3.11
Requires-Dist: msgspec>=0.22
Requires-Dist: numpy==2.4.6; extra == "envs"
Description-Content-Type: text/markdown

# imhotep
"""
INFO = "imhotep_game-1.2.3.dist-info/METADATA"
CLIENT = "imhotep/server/client/index.html"
PURE = {"imhotep/__init__.py": "", "imhotep/py.typed": "", "imhotep/server/web/app.py": "", CLIENT: "", INFO: METADATA}
COMPILED = {**PURE, "imhotep/engine/kernel.cpython-311-x86_64-linux-gnu.so": ""}
SDIST = {
    "PKG-INFO": METADATA,
    "pyproject.toml": "",
    "setup.py": "",
    "LICENSE": "",
    "README.md": "",
    "src/imhotep/__init__.py": "",
    f"src/{CLIENT}": "",
    "tests/rules/test_golden.py": "",
    "web/src/main.ts": "",
}
PURE_WHEEL = "imhotep_game-1.2.3-py3-none-any.whl"
COMPILED_WHEEL = "imhotep_game-1.2.3-cp311-cp311-linux_x86_64.whl"
SOURCES = "imhotep_game-1.2.3.tar.gz"


def git(root: Path, *arguments: str) -> None:
    subprocess.run(["git", *arguments], cwd=root, check=True, capture_output=True)


@pytest.fixture(scope="module", autouse=True)
def _plain_git(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Neither the settings of whoever runs the tests, nor the repository or the make that runs them."""
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("GIT_CONFIG_GLOBAL", str(tmp_path_factory.mktemp("settings") / "none"))
        environment.setenv("GIT_CONFIG_NOSYSTEM", "1")
        for name in ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "MAKEFLAGS", "MAKELEVEL"):
            environment.delenv(name, raising=False)
        for role in ("AUTHOR", "COMMITTER"):
            environment.setenv(f"GIT_{role}_NAME", "Somebody")
            environment.setenv(f"GIT_{role}_EMAIL", "somebody@example.org")
        yield


@pytest.fixture(scope="module")
def ready(_plain_git: None, tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("ready")
    for name, text in READY.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, encoding="utf-8")
    git(root, "-c", "init.defaultBranch=main", "init", "--template=")
    git(root, "add", ".")
    git(root, "commit", "--message", "Ready")
    return root


@pytest.fixture
def root(ready: Path, tmp_path: Path) -> Path:
    """A repository that is ready for its release."""
    return Path(shutil.copytree(ready, tmp_path / "repository"))


def wheel(path: Path, files: dict[str, str]) -> None:
    with zipfile.ZipFile(path, "w") as file:
        for name, text in files.items():
            file.writestr(name, text)


def sdist(path: Path, files: dict[str, str], top: str = "imhotep_game-1.2.3/") -> None:
    with tarfile.open(path, "w:gz") as file:
        for name, text in files.items():
            member = tarfile.TarInfo(top + name)
            member.size = len(text.encode())
            file.addfile(member, io.BytesIO(text.encode()))


@pytest.fixture
def dist(tmp_path: Path) -> Path:
    """A folder with all that a release has."""
    folder = tmp_path / "dist"
    folder.mkdir()
    wheel(folder / PURE_WHEEL, PURE)
    wheel(folder / COMPILED_WHEEL, COMPILED)
    sdist(folder / SOURCES, SDIST)
    return folder


def problems(capsys: pytest.CaptureFixture[str], root: Path, *arguments: str) -> list[str]:
    code = main(list(arguments), root)
    said = capsys.readouterr().err.splitlines()
    assert code == (1 if said else 0)
    return said


def problem(capsys: pytest.CaptureFixture[str], root: Path, *arguments: str) -> str:
    (only,) = problems(capsys, root, *arguments)
    return only


def commit(root: Path, name: str, text: str) -> None:
    (root / name).write_text(text, encoding="utf-8")
    git(root, "commit", "--all", "--message", "Changed")


def test_a_release_that_is_ready_has_no_problems(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert problems(capsys, root, "--check-only") == []
    assert problems(capsys, root, "--tag", "v1.2.3") == []


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("CITATION.cff", "version: 1.2.2\n", "CITATION.cff: write `version: 1.2.3`"),
        ("CITATION.cff", "title: imhotep\n", "CITATION.cff: write `version: 1.2.3`"),
        ("CITATION.cff", "cff-version: 1.2.3\n", "CITATION.cff: write `version: 1.2.3`"),
        ("pyproject.toml", '[project]\nversion = "1.2.3"\n', "pyproject.toml: write `dynamic"),
        ("pyproject.toml", '[project]\nname = "imhotep-game"\n', "pyproject.toml: write `dynamic"),
        ("web/package.json", '{ "version": "1.2.3" }', "web/package.json: take the version out"),
        ("CHANGELOG.md", "## 1.2.2 (2026-10-01)\n- Old.\n", "CHANGELOG.md: write a section `## 1.2.3 ("),
        ("CHANGELOG.md", "## 1.2.3 (unreleased)\n- New.\n", "CHANGELOG.md: give the section of 1.2.3 its date"),
        ("CHANGELOG.md", "## 1.2.3\n- New.\n", "CHANGELOG.md: give the section of 1.2.3 its date"),
        ("CHANGELOG.md", "## 1.2.3 (2026-13-18)\n- New.\n", "CHANGELOG.md: give the section of 1.2.3 its date"),
        ("CHANGELOG.md", "## 1.2.3 (2026-11-18)\n\n## 1.2.2 (2026-10-01)\n- Old.\n", "what is new for users"),
        ("CHANGELOG.md", "## Unreleased\n- More.\n\n## 1.2.3 (2026-11-18)\n- New.\n", "under `Unreleased` into"),
        ("CHANGELOG.md", "## 1.3 (unreleased)\n- More.\n\n## 1.2.3 (2026-11-18)\n- New.\n", "under `1.3 (unreleased)`"),
    ],
)
def test_one_version_everywhere_and_a_dated_section_about_it(
    root: Path, capsys: pytest.CaptureFixture[str], name: str, text: str, said: str
) -> None:
    commit(root, name, text)
    assert said in problem(capsys, root, "--check-only")


def test_without_a_version_nothing_can_be_checked(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    commit(root, "src/imhotep/__init__.py", '"""A game."""\n')
    assert "src/imhotep/__init__.py has no version" in problem(capsys, root, "--check-only")


def test_the_working_tree_is_clean(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (root / "forgotten.txt").write_text("")
    assert problem(capsys, root, "--check-only") == "git: commit, stash or ignore what has changed: forgotten.txt"
    (root / "another.txt").write_text("")
    assert problem(capsys, root, "--check-only").endswith("another.txt and 1 more")


def test_it_is_made_from_main(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    git(root, "switch", "--create", "elsewhere")
    assert "this is elsewhere: `git switch main`" in problem(capsys, root, "--check-only")
    git(root, "switch", "--detach")
    assert "this is no branch" in problem(capsys, root, "--check-only")


def test_the_tag_is_free(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    git(root, "tag", "v1.2.30")
    assert problems(capsys, root, "--check-only") == []
    git(root, "tag", "v1.2.3")
    assert "the tag v1.2.3 exists: raise the version" in problem(capsys, root, "--check-only")


def test_a_tag_that_is_there_already_is_that_of_the_version(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "the tag is v1.2.4 and the version 1.2.3" in problem(capsys, root, "--tag", "v1.2.4")


def test_without_git_it_says_so(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (root / ".git").rename(root / "no git")
    assert "git status has failed" in problem(capsys, root, "--check-only")


def test_all_problems_are_told_at_once_a_line_each(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    git(root, "switch", "--create", "elsewhere")
    for name in ("CITATION.cff", "CHANGELOG.md"):
        (root / name).write_text("nothing\n")
    assert len(problems(capsys, root, "--check-only")) == 4


def test_notes_are_the_section_of_the_version(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--notes"], root) == 0
    assert capsys.readouterr().out == "- New.\n"


def test_wheels_and_sdist_that_are_whole_have_no_problems(
    root: Path, dist: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert problems(capsys, root, "--dist", str(dist)) == []


@pytest.mark.parametrize(
    ("missing", "said"),
    [(PURE_WHEEL, "has no pure wheel"), (COMPILED_WHEEL, "has no compiled wheel"), (SOURCES, "has no sdist")],
)
def test_all_files_are_there(
    root: Path, dist: Path, capsys: pytest.CaptureFixture[str], missing: str, said: str
) -> None:
    (dist / missing).unlink()
    assert said in problem(capsys, root, "--dist", str(dist))


def test_a_folder_that_is_not_there_has_nothing(root: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert len(problems(capsys, root, "--dist", str(tmp_path / "nowhere"))) == 3


@pytest.mark.parametrize("name", ["imhotep_game-1.2.2-py3-none-any.whl", "imhotep_game-1.2.30.tar.gz", "notes.txt"])
def test_no_other_file_is_there(root: Path, dist: Path, capsys: pytest.CaptureFixture[str], name: str) -> None:
    (dist / name).write_text("")
    assert f"{name}: is no file of imhotep-game 1.2.3" in problem(capsys, root, "--dist", str(dist))


@pytest.mark.parametrize("name", [PURE_WHEEL, SOURCES])
def test_a_broken_file_is_named(root: Path, dist: Path, capsys: pytest.CaptureFixture[str], name: str) -> None:
    (dist / name).write_bytes((dist / name).read_bytes()[:60])
    assert f"{name}: can't be read" in problem(capsys, root, "--dist", str(dist))


@pytest.mark.parametrize("missing", [*(name for name in PURE if "/web/" not in name)])
def test_a_wheel_has_the_package_and_the_client(
    root: Path, dist: Path, capsys: pytest.CaptureFixture[str], missing: str
) -> None:
    wheel(dist / PURE_WHEEL, {name: text for name, text in PURE.items() if name != missing})
    assert f"{PURE_WHEEL}: lacks {missing}" in problem(capsys, root, "--dist", str(dist))


@pytest.mark.parametrize(
    "name", ["tests/test_a.py", "web/src/main.ts", "tools/release.py", "imhotep/server/client/node_modules/svelte.js"]
)
def test_a_wheel_has_neither_tests_nor_the_client_s_sources(
    root: Path, dist: Path, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    wheel(dist / PURE_WHEEL, {**PURE, name: ""})
    assert f"{PURE_WHEEL}: must not have {name}" in problem(capsys, root, "--dist", str(dist))


def test_a_wheel_is_as_compiled_as_its_name_says(root: Path, dist: Path, capsys: pytest.CaptureFixture[str]) -> None:
    wheel(dist / PURE_WHEEL, COMPILED)
    wheel(dist / COMPILED_WHEEL, PURE)
    first, second = problems(capsys, root, "--dist", str(dist))
    assert "is called compiled and has no compiled module" in first
    assert "is called pure and has imhotep/engine/kernel" in second


@pytest.mark.parametrize(
    "missing", ["PKG-INFO", "LICENSE", f"src/{CLIENT}", "tests/rules/test_golden.py", "web/src/main.ts"]
)
def test_an_sdist_has_sources_tests_and_the_client(
    root: Path, dist: Path, capsys: pytest.CaptureFixture[str], missing: str
) -> None:
    sdist(dist / SOURCES, {name: text for name, text in SDIST.items() if name != missing})
    said = problem(capsys, root, "--dist", str(dist))
    assert said.startswith(f"{SOURCES}: lacks ")
    assert missing.startswith(said.removeprefix(f"{SOURCES}: lacks ").removeprefix("the folder ").split(":")[0])


@pytest.mark.parametrize("name", ["web/node_modules/svelte/a.js", "src/imhotep/engine/kernel.so"])
def test_an_sdist_has_nothing_that_was_installed_or_compiled(
    root: Path, dist: Path, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    sdist(dist / SOURCES, {**SDIST, name: ""})
    assert name in problem(capsys, root, "--dist", str(dist))


def test_an_sdist_is_one_folder(root: Path, dist: Path, capsys: pytest.CaptureFixture[str]) -> None:
    sdist(dist / SOURCES, SDIST, top="imhotep-1.2.3/")
    assert any("beside the folder imhotep_game-1.2.3/" in line for line in problems(capsys, root, "--dist", str(dist)))


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ("Name: imhotep-game", "Name: imhotep", "Name is 'imhotep' and should be 'imhotep-game'"),
        ("Version: 1.2.3", "Version: 1.2.2", "Version is '1.2.2' and should be '1.2.3'"),
        ("text/markdown", "text/plain", "Description-Content-Type is 'text/plain'"),
        ("Summary: A game.\n", "", "has no Summary"),
        ("Requires-Python: >=3.11\n", "", "has no Requires-Python"),
        ("License-Expression: MIT\n", "", "has no License-Expression"),
        ("License-File: LICENSE\n", "", "has no License-File"),
        ("# imhotep\n", "", "has no description"),
        ("msgspec>=0.22", "msgspec==0.22.0", "msgspec==0.22.0 is exact"),
        ("msgspec>=0.22", "msgspec @ https://example.org/msgspec.whl", "is an address"),
    ],
)
def test_metadata_can_be_published_and_depended_on(
    root: Path, dist: Path, capsys: pytest.CaptureFixture[str], before: str, after: str, said: str
) -> None:
    changed = METADATA.replace(before, after)
    assert changed != METADATA
    wheel(dist / PURE_WHEEL, {**PURE, INFO: changed})
    assert said in problem(capsys, root, "--dist", str(dist))
    wheel(dist / PURE_WHEEL, PURE)
    sdist(dist / SOURCES, {**SDIST, "PKG-INFO": changed})
    assert said in problem(capsys, root, "--dist", str(dist))


MAKEFILE = """\
lint test:
\t@echo $@ >> ../made
wheel:
\t@echo $@ >> ../made
\t@cp -r ../dist .
"""


def make(root: Path, makefile: str) -> None:
    (root / "Makefile").write_text(makefile)
    (root / ".gitignore").write_text("/dist/\n")
    git(root, "add", ".")
    git(root, "commit", "--message", "Can be made")


def test_all_of_it_ends_with_what_to_type(
    root: Path, dist: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    make(root, MAKEFILE)
    assert main([], root) == 0
    said = capsys.readouterr().out
    assert (tmp_path / "made").read_text().split() == ["lint", "test", "wheel"]
    assert 'git tag --annotate v1.2.3 --message "imhotep 1.2.3"' in said
    assert "git push origin v1.2.3" in said


def test_it_stops_at_the_first_command_that_fails(
    root: Path, dist: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    make(root, MAKEFILE.replace("@echo $@ >> ../made\nwheel", "@echo $@ >> ../made; test $@ = lint\nwheel"))
    assert "`make test` has failed" in problems(capsys, root)[-1]
    assert (tmp_path / "made").read_text().split() == ["lint", "test"]


def test_what_was_built_is_looked_at(root: Path, dist: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (dist / SOURCES).unlink()
    make(root, MAKEFILE)
    assert "dist: has no sdist" in problem(capsys, root)


def test_building_leaves_the_working_tree_clean(root: Path, dist: Path, capsys: pytest.CaptureFixture[str]) -> None:
    make(root, MAKEFILE + "\t@touch left\n")
    assert problem(capsys, root) == "git: commit, stash or ignore what has changed: left"


def test_nothing_is_made_while_a_cheap_check_fails(
    root: Path, dist: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    make(root, MAKEFILE)
    git(root, "tag", "v1.2.3")
    assert "the tag v1.2.3 exists" in problem(capsys, root)
    assert not (tmp_path / "made").exists()


def test_the_version_stands_in_one_place() -> None:
    """And in CITATION.cff, which --check-only compares."""
    version = release["version_of"](ROOT)
    texts = {path: path.read_text(encoding="utf-8") for path in (ROOT / "src" / "imhotep").rglob("*.py")}
    (only,) = (path for path, text in texts.items() if re.search(rf"[\"']{re.escape(version)}[\"']", text))
    assert only == ROOT / "src" / "imhotep" / "__init__.py"
