# For scripts that try things on a machine that has nothing, which source it: a minimal Debian root that debootstrap makes,
# with a user who has sudo. Needs root, debootstrap and a network, and `fail MESSAGE` of the script.
#
# Where packages come from is this machine's own matter: the sources, proxies, certificates and keys of
# its apt, and the configuration of its npm, are carried into the root at run time. All mounts lie in a
# namespace that ends with the script.

# apart SCRIPT ARGUMENT...: goes on in such a namespace.
apart() {
  [ "$(id -u)" = 0 ] || fail "debootstrap needs root"
  command -v debootstrap >/dev/null || fail "debootstrap is not installed"
  [ "${FLAGCENSUS_BARE_APART:-}" = 1 ] ||
    FLAGCENSUS_BARE_APART=1 exec unshare --mount --pid --fork --kill-child --propagation private "$@"
}

# make_root FOLDER: the empty folder becomes one.
make_root() {
  local suite mirror
  suite=$(. /etc/os-release && echo "${VERSION_CODENAME:-}")
  [ -n "$suite" ] || fail "/etc/os-release names no release"
  mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' "Codename: $suite" | head -n 1)
  [ -n "$mirror" ] || fail "apt knows no source of $suite: run apt-get update"
  chmod 755 "$1" # its user looks for libraries in it
  debootstrap --variant=minbase --include=sudo,ca-certificates "$suite" "$1" "$mirror" >"$1.log" 2>&1 || {
    tail -n 20 "$1.log" >&2
    fail "debootstrap failed"
  }
  rm -f "$1.log"
  chroot "$1" useradd --create-home --uid 1000 --shell /bin/bash user
  echo 'user ALL=(ALL) NOPASSWD: ALL' >"$1/etc/sudoers.d/user"
  carry_configuration "$1"
  chroot "$1" update-ca-certificates >/dev/null 2>&1 || true
}

# What of this machine leads to packages: for apt, for npm and for what both believe.
carry_configuration() {
  local name root=$1
  rm -f "$root/etc/apt/sources.list"
  for name in sources.list sources.list.d auth.conf auth.conf.d trusted.gpg trusted.gpg.d keyrings preferences.d; do
    [ ! -e "/etc/apt/$name" ] || { rm -rf "$root/etc/apt/$name" && cp -a "/etc/apt/$name" "$root/etc/apt/"; }
  done
  # Proxies and checks as they hold here; hooks and the rest are this machine's alone.
  apt-config dump | grep '^Acquire::' >"$root/etc/apt/apt.conf.d/90carried" || true
  for name in /usr/share/keyrings /usr/local/share/ca-certificates; do
    [ ! -d $name ] || { mkdir -p "$root$name" && cp -a $name/. "$root$name/"; }
  done
  cp -L /etc/resolv.conf /etc/hosts "$root/etc/"
  # Certificates that this machine believes in, before the package that makes the root's own is there.
  [ ! -e /etc/ssl/certs/ca-certificates.crt ] ||
    install -D -m 644 /etc/ssl/certs/ca-certificates.crt "$root/usr/local/share/carried/ca.crt"
  [ ! -e "$HOME/.npmrc" ] || install -m 600 -o 1000 -g 1000 "$HOME/.npmrc" "$root/home/user/.npmrc"
}

mount_root() {
  mount -t proc proc "$1/proc"
  mount -t devpts -o newinstance,ptmxmode=0666,mode=620 devpts "$1/dev/pts"
  mkdir -p "$1/dev/shm"
  mount -t tmpfs -o mode=1777 tmpfs "$1/dev/shm"
}

# remove_root FOLDER: what is mounted in it is this machine's.
remove_root() {
  umount -R "$1" 2>/dev/null || true # if it is a mount itself
  umount -R "$1/proc" "$1/dev/pts" "$1/dev/shm" 2>/dev/null || true
  grep -q " $1/" /proc/mounts && fail "not removed, something is mounted in it: $1"
  rm -rf "$1" "$1.log"
}

# clone_into ROOT CHECKOUT: the commit that is checked out, at the same path, so that a compiler cache serves it.
clone_into() {
  rm -rf "$1$2"
  git -c safe.directory="$2" clone -q --no-local "$2" "$1$2"
  chown -R 1000:1000 "$1$2"
}

# as_user ROOT FOLDER NAME=VALUE... -- COMMAND...
as_user() {
  local root=$1 folder=$2 name
  local variables=(HOME=/home/user USER=user LOGNAME=user PATH=/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin LANG=C.UTF-8)
  shift 2
  while IFS= read -r name; do variables+=("$name=${!name}"); done < <(compgen -e | grep -iE '^(https?|no|all)_proxy$|^npm_config_' || true)
  [ ! -e "$root/usr/local/share/carried/ca.crt" ] || variables+=(NODE_EXTRA_CA_CERTS=/usr/local/share/carried/ca.crt)
  while [ "$1" != -- ]; do variables+=("$1") && shift; done
  shift
  chroot "$root" setpriv --reuid=1000 --regid=1000 --init-groups env -i "${variables[@]}" bash -c 'cd "$0" && "$@"' "$folder" "$@"
}

# lap: $lapped is the time since the last call, as m:ss.
clock=$SECONDS
lap() {
  lapped=$(printf '%d:%02d' $(((SECONDS - clock) / 60)) $(((SECONDS - clock) % 60)))
  clock=$SECONDS
}
