#!/usr/bin/env bash
# What a packager does, on the build of the tests: cmake --install, the .deb, the sources of a
# release, the script that makes one, the packages for npm and Python, and the hooks that use the latter.
#
#   tests/install_test.sh install|deb|dist|release|npm|wheel|pre-commit|static CMAKE SOURCE BUILD
#
# 77 where what a part needs is not installed, with a line that names it: ctest calls that skipped.
# Where no test may be skipped (CI=true, FLAGCENSUS_NO_SKIP=1) it fails.
set -euo pipefail
part=$1 cmake=$2 source=$3 build=$4
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
. "$source/scripts/skip.sh"

fail() {
  printf 'FAILED: %s\n' "$*" >&2
  exit 1
}
holds() { [ -e "$1" ] || fail "$1 is missing"; }

# The program of a prefix runs, and finds in the demo what it finds there.
runs() {
  "$1/bin/flagcensus" --version | grep -qx 'flagcensus [0-9.]*' || fail "$1/bin/flagcensus does not tell its version"
  cp -r "$source/fixtures/projects/demo" "$folder/demo"
  local status=0
  (cd "$folder/demo" && XDG_CACHE_HOME=/dev/null "$1/bin/flagcensus" check --format concise) >"$folder/out" || status=$?
  [ $status = 1 ] || fail "check of the demo ends with $status"
  grep -q 'KILN_TIMEOUT is documented to default to 30 but defaults to 60' "$folder/out" || fail "the demo's finding is missing: $(cat "$folder/out")"
}

if [ "$part" = install ]; then
  prefix=$folder/prefix
  "$cmake" --install "$build" --prefix "$prefix" >"$folder/log" || fail "$(cat "$folder/log")"
  for file in share/man/man1/flagcensus.1 share/bash-completion/completions/flagcensus share/zsh/site-functions/_flagcensus \
    share/fish/vendor_completions.d/flagcensus.fish share/doc/flagcensus/{LICENSE,copyright,README.md,CHANGELOG.md} \
    share/doc/flagcensus/docs/{configuration.md,options.md,rules/unused.md,schema/check.schema.json}; do
    holds "$prefix/$file"
  done
  runs "$prefix"
  # A second prefix below a root of its own, as packagers of other systems do it.
  DESTDIR=$folder/root "$cmake" --install "$build" --prefix /opt/flagcensus >"$folder/log"
  holds "$folder/root/opt/flagcensus/bin/flagcensus"
fi

if [ "$part" = deb ]; then
  needs dpkg-deb dpkg-shlibdeps cpack file
  cpack -G DEB --config "$build/CPackConfig.cmake" -B "$folder/package" >"$folder/log" 2>&1 || fail "$(cat "$folder/log")"
  deb=$(echo "$folder"/package/*.deb)
  dpkg-deb -c "$deb" | awk '{print $6}' >"$folder/contents"
  for file in ./usr/bin/flagcensus ./usr/share/man/man1/flagcensus.1.gz ./usr/share/zsh/vendor-completions/_flagcensus \
    ./usr/share/bash-completion/completions/flagcensus ./usr/share/doc/flagcensus/copyright ./usr/share/doc/flagcensus/changelog{,.Debian}.gz; do
    grep -qxF "$file" "$folder/contents" || fail "$file is not in the package: $(cat "$folder/contents")"
  done
  ! grep -vE '^\./(usr/((bin|share)/.*)?)?$' "$folder/contents" || fail "the package writes outside of /usr/bin and /usr/share"
  # Everything the binary needs at its start is named, by packages that exist here.
  depends=$(dpkg-deb -f "$deb" Depends)
  for library in libc6 libstdc++6 libxml2 libarchive libgit2 libsqlite3 libyaml-cpp libcmark-gfm; do
    case $depends in *"$library"*) ;; *) fail "Depends lacks $library: $depends" ;; esac
  done
  case $(dpkg-deb -f "$deb" Recommends) in libclang*) ;; *) fail "libclang is not recommended" ;; esac
  dpkg-deb -x "$deb" "$folder/unpacked"
  runs "$folder/unpacked/usr"
fi

if [ "$part" = dist ]; then
  git -C "$source" rev-parse HEAD >/dev/null 2>&1 || skip "git, or a repository around $source"
  grammars=$(sed -n 's/^FLAGCENSUS_GRAMMARS:PATH=//p' "$build/CMakeCache.txt")
  file=$("$source/scripts/dist" --grammars "$grammars" --output "$folder/one")
  again=$("$source/scripts/dist" --grammars "$grammars" --output "$folder/two")
  cmp "$file" "$again" || fail "two runs give other bytes"
  (cd "$folder/one" && sha256sum -c --quiet ./*.sha256) || fail "the checksum is another"
  tar -xzf "$file" -C "$folder"
  sources=$(echo "$folder"/flagcensus-*)
  for path in CMakeLists.txt COPYRIGHT grammars/tree-sitter/vendor/tree-sitter/lib/src/lib.c grammars/tree-sitter/LICENSE \
    grammars/tree-sitter-python/src/{parser,scanner}.c fixtures/projects/demo tests; do
    holds "$sources/$path"
  done
  # Its grammars are the ones it takes; that it needs no npm is what bootstrap says of it.
  "$cmake" -S "$sources" -B "$folder/build" -G Ninja -DFLAGCENSUS_TESTS=OFF >"$folder/log" 2>&1 || fail "$(tail -n 20 "$folder/log")"
  grep -qxF "FLAGCENSUS_GRAMMARS:PATH=$sources/grammars" "$folder/build/CMakeCache.txt" || fail "it takes other grammars"
  # The address of a rule's page: a pattern, or the folder of the pages; nothing else is taken.
  pages() { "$cmake" -S "$sources" -B "$folder/build" "-DFLAGCENSUS_RULE_PAGES=$1" >"$folder/log" 2>&1; }
  pages 'https://example.org/{rule}.html' || fail "$(tail -n 20 "$folder/log")"
  grep -qF 'FLAGCENSUS_RULE_PAGES=\"https://example.org/{rule}.html\"' "$folder/build/build.ninja" || fail "the pattern is another"
  pages https://example.org/rules/ || fail "$(tail -n 20 "$folder/log")"
  grep -qF 'FLAGCENSUS_RULE_PAGES=\"https://example.org/rules/{rule}.md\"' "$folder/build/build.ninja" || fail "the folder gives another pattern"
  ! pages https://example.org/rules || fail "an address that names no rule is taken"
  if status=$("$source/scripts/dist" --grammars "$folder" --output "$folder/three" 2>&1); then fail "a folder without grammars is taken"; fi
  case $status in *"has no "*tree-sitter*) ;; *) fail "it says: $status" ;; esac
fi

if [ "$part" = release ]; then
  git -C "$source" rev-parse HEAD >/dev/null 2>&1 || skip "git, or a repository around $source"
  # A repository of its own with what the script reads; the checkout is not touched.
  mkdir -p "$folder/project/scripts" "$folder/project/editors/vscode"
  cp "$source"/editors/vscode/package*.json "$folder/project/editors/vscode/"
  printf '# Changelog\n\n## Unreleased\n\n- A thing.\n' >"$folder/project/editors/vscode/CHANGELOG.md"
  cp "$source/CMakeLists.txt" "$source/CHANGELOG.md" "$folder/project/"
  cp "$source/scripts/release" "$folder/project/scripts/"
  cd "$folder/project"
  printf '# Changelog\n\n## Unreleased\n\n### Added\n\n- A thing.\n\n## 0.0.9 (2020-01-01)\n' >CHANGELOG.md
  git init -q . && git add -A
  git -c user.name=a -c user.email=a@example.org commit -q -m "first"
  ! scripts/release nine 2>/dev/null || fail "a version that is none is taken"
  ! scripts/release 0.0.1 --prepare 2>/dev/null || fail "an older version is taken"
  SOURCE_DATE_EPOCH=1893456000 scripts/release 987.6.5 --prepare 2>/dev/null
  grep -q '^project(flagcensus VERSION 987.6.5 ' CMakeLists.txt || fail "the version is not written"
  grep -qF 'FLAGCENSUS_DATE "2030-01-01"' CMakeLists.txt || fail "the date is not written"
  grep -qF '"version": "987.6.5"' editors/vscode/package.json || fail "the extension has another version"
  grep -qxF '## 987.6.5 (2030-01-01)' editors/vscode/CHANGELOG.md || fail "the extension's change log has another version"
  [ "$(grep -cF '"version": "987.6.5"' editors/vscode/package-lock.json)" = 2 ] || fail "the extension's lock has another version"
  sed -n 3,7p CHANGELOG.md | tr '\n' '|' | grep -qF '## Unreleased||## 987.6.5 (2030-01-01)||### Added|' || fail "$(cat CHANGELOG.md)"
  ! scripts/release 987.6.6 --prepare 2>/dev/null || fail "a checkout with changes is taken"
  git -c user.name=a -c user.email=a@example.org commit -q -am "second"
  ! scripts/release 987.6.6 --prepare 2>/dev/null || fail "a release without news is made"
fi

[ -e "$build/flagcensus.d" ] || any=--any # the tests' program has shared libraries

# The built file is installed by its own client, without a network, and what that put there runs.
if [ "$part" = npm ] || [ "$part" = wheel ]; then
  needs python3
  if [ "$part" = npm ]; then needs npm; fi
  file=$("$source/scripts/package" "$part" "$build/flagcensus" ${any:-} --output "$folder/one")
  again=$("$source/scripts/package" "$part" "$build/flagcensus" ${any:-} --output "$folder/two")
  cmp "$file" "$again" || fail "two runs give other bytes"
  if "$source/scripts/package" "$part" "$source/README.md" --output "$folder/three" 2>/dev/null; then fail "a page is taken for a program"; fi
  [ -z "${any:-}" ] || ! "$source/scripts/package" "$part" "$build/flagcensus" --output "$folder/three" 2>/dev/null ||
    fail "a program that needs shared libraries is taken"
fi
if [ "$part" = npm ]; then
  mkdir "$folder/project"
  (cd "$folder/project" && npm install --offline --no-audit --no-fund --loglevel=error "$file") >"$folder/log" 2>&1 || fail "$(cat "$folder/log")"
  holds "$folder/project/node_modules/flagcensus/licences/LICENSE"
  mkdir "$folder/prefix"
  ln -s "$folder/project/node_modules/.bin" "$folder/prefix/bin"
  runs "$folder/prefix"
fi
if [ "$part" = wheel ]; then
  # Debian's Python makes an environment only with the package python3-venv: without, it leaves half of one.
  if python3 -c 'import ensurepip' 2>/dev/null && python3 -m venv "$folder/prefix" >"$folder/log" 2>&1; then
    "$folder/prefix/bin/python3" -m pip install --no-index --disable-pip-version-check -q "$file" >"$folder/log" 2>&1 || fail "$(cat "$folder/log")"
    # Uninstalling takes what RECORD lists: it is complete.
    runs "$folder/prefix"
    "$folder/prefix/bin/python3" -m pip uninstall -q -y flagcensus >"$folder/log" 2>&1 || fail "$(cat "$folder/log")"
    ! find "$folder/prefix" -path '*flagcensus*' | grep . || fail "uninstalling leaves files"
  else # Debian's Python has no pip of its own: what pip does with scripts, by hand
    python3 -m zipfile -e "$file" "$folder/unpacked"
    rm -rf "$folder/prefix"
    mkdir "$folder/prefix" && mv "$folder"/unpacked/flagcensus-*.data/scripts "$folder/prefix/bin"
    chmod +x "$folder/prefix/bin/flagcensus"
    runs "$folder/prefix"
  fi
fi

# pre-commit makes the environment of the hooks from a wheel, without a network and without the program on the PATH.
if [ "$part" = pre-commit ]; then
  needs python3 pre-commit git
  export HOME=$folder/home PIP_NO_INDEX=1 GIT_CONFIG_GLOBAL=$folder/gitconfig XDG_CACHE_HOME=$folder/cache
  git config --file "$GIT_CONFIG_GLOBAL" user.name a && git config --file "$GIT_CONFIG_GLOBAL" user.email a@example.org
  ! command -v flagcensus >/dev/null || fail "the PATH has a flagcensus, so that this would try nothing"
  wheel=$("$source/scripts/package" wheel "$build/flagcensus" ${any:-} --output "$folder/wheels")
  # commits DIR TAG
  commits() { (cd "$1" && { [ -e .git ] || git init -q; } && git add -A && git commit -q -m "$2" && git tag "$2"); }
  cp -r "$source/fixtures/projects/demo" "$folder/demo"
  # hooks REV: what they report of the demo
  hooks() {
    printf 'repos:\n  - repo: %s\n    rev: %s\n    hooks:\n      - id: flagcensus\n' "$folder/hooks" "$1" >"$folder/demo/.pre-commit-config.yaml"
    (cd "$folder/demo" && { [ -e .git ] || git init -q; } && git add -A && pre-commit run --all-files) >"$folder/out" 2>&1
  }
  export PIP_FIND_LINKS=$folder/wheels
  "$source/scripts/package" pre-commit "$wheel" --output "$folder/hooks" >"$folder/log"
  commits "$folder/hooks" by-version
  ! hooks by-version || fail "the hook finds nothing"
  grep -q 'KILN_TIMEOUT is documented to default to 30 but defaults to 60' "$folder/out" || fail "the hook reports: $(cat "$folder/out")"
  export PIP_FIND_LINKS=
  "$source/scripts/package" pre-commit "$wheel" --address "file://$folder/wheels/" --output "$folder/hooks" >"$folder/log"
  commits "$folder/hooks" by-address
  ! hooks by-address || fail "the hook finds nothing"
  grep -q 'KILN_TIMEOUT is documented to default to 30 but defaults to 60' "$folder/out" || fail "the hook reports: $(cat "$folder/out")"
  # Another file at the address is not installed.
  python3 - "$wheel" <<'EOF'
import sys, zipfile
with zipfile.ZipFile(sys.argv[1], "a") as archive:
    archive.writestr("more.txt", "more")
EOF
  rm -rf "$folder/cache"
  ! hooks by-address || fail "the hook finds nothing"
  grep -qi 'hash' "$folder/out" || fail "a wheel with another checksum is installed: $(cat "$folder/out")"
fi

# Of a build with FLAGCENSUS_STATIC: the file alone in an empty root.
if [ "$part" = static ]; then
  mkdir -p "$folder/root"
  cp "$build/flagcensus" "$folder/root/"
  cp -r "$source/fixtures/projects/demo" "$folder/root/demo"
  printf 'int main(void) { return getenv("APP_C") != 0; }\n' >"$folder/root/main.c"
  ! readelf -d "$build/flagcensus" | grep -q NEEDED || fail "it needs shared libraries"
  inside() { unshare -r chroot "$folder/root" /flagcensus "$@"; }
  inside --version | grep -q '^flagcensus ' || fail "it does not run in an empty root"
  status=0
  inside check /demo --root /demo --format concise >"$folder/out" || status=$?
  [ $status = 1 ] || fail "check of the demo ends with $status"
  grep -q 'KILN_TIMEOUT is documented to default to 30 but defaults to 60' "$folder/out" || fail "the demo's finding is missing"
  inside scan /main.c | grep -q 'APP_C' || fail "C is not read without libclang"
fi
