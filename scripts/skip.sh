# For tests in shell, which source it: what is missing ends a test with 77 and a line that names it; ctest calls that
# skipped. Where no test may be skipped (CI=true, FLAGCENSUS_NO_SKIP=1) it fails.

# report_missing WHAT: 77, or 1 where no test may be skipped.
report_missing() {
  if [ "${CI:-}" = true ] || [ "${FLAGCENSUS_NO_SKIP:-}" = 1 ]; then
    echo "FAILED: $*: scripts/bootstrap --ci" >&2
    return 1
  fi
  echo "skipped: $*"
  return 77
}

# skip WHAT: ends the test, which lacks it.
skip() {
  local status=0
  report_missing "lacks $*" || status=$?
  exit "$status"
}

# needs PROGRAM...
needs() {
  local program
  for program in "$@"; do command -v "$program" >/dev/null || skip "$program"; done
}

# needs_packages FOLDER: those of its package-lock.json, fetched if they are missing.
needs_packages() {
  needs node npm
  "$(dirname "${BASH_SOURCE[0]}")/npm-packages" "$1" || skip "the packages of $1, which npm could not fetch"
}

# needs_browser: its path is in $browser.
needs_browser() {
  browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome) ||
    skip "a browser (scripts/bootstrap --tests --browser installs one)"
}
