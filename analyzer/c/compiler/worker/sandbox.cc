// A source may be written by an attacker, and a compiler is a large program. The worker that parses
// it can therefore only read the files that it was started for, and cannot start or reach anything.
//
//   Confine({"/t/", "/usr/include/"})
//   open("/home/x/.ssh/id")     ─→ refused by Landlock
//   execve, socket, kill        ─→ EPERM by seccomp
//
// Both are optional in the kernel; the result states which of them are in force.
#include "analyzer/c/compiler/worker/sandbox.h"

#if defined(__linux__)
#include <fcntl.h>
#include <linux/landlock.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#if defined(FLAGCENSUS_SECCOMP)
#include <seccomp.h>
#endif
#endif

namespace flagcensus {
namespace {

#if defined(__linux__)

// The rights of Landlock's first version, which every later one knows.
constexpr __u64 kRead = LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR;
// A right that is handled is refused everywhere but below a rule.
constexpr __u64 kHandled =
    kRead | LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_WRITE_FILE |
    LANDLOCK_ACCESS_FS_REMOVE_DIR | LANDLOCK_ACCESS_FS_REMOVE_FILE | LANDLOCK_ACCESS_FS_MAKE_CHAR |
    LANDLOCK_ACCESS_FS_MAKE_DIR | LANDLOCK_ACCESS_FS_MAKE_REG | LANDLOCK_ACCESS_FS_MAKE_SOCK |
    LANDLOCK_ACCESS_FS_MAKE_FIFO | LANDLOCK_ACCESS_FS_MAKE_BLOCK | LANDLOCK_ACCESS_FS_MAKE_SYM;
// A library that is loaded late is mapped for execution, which none of these rights concerns.

// A folder that cannot be opened needs no rule: nothing in it can be read.
bool ConfineFiles(const std::vector<std::string>& readable) {
  landlock_ruleset_attr attributes{};
  attributes.handled_access_fs = kHandled;
  const int rules = static_cast<int>(
      syscall(SYS_landlock_create_ruleset, &attributes, sizeof attributes.handled_access_fs, 0));
  if (rules < 0) return false;
  bool added = true;
  for (const std::string& folder : readable) {
    landlock_path_beneath_attr rule{};
    rule.allowed_access = kRead;
    rule.parent_fd = open(folder.c_str(), O_PATH | O_CLOEXEC);
    if (rule.parent_fd < 0) continue;  // no such folder on this system
    added =
        added && syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &rule, 0) == 0;
    close(rule.parent_fd);
  }
  const bool held = added && syscall(SYS_landlock_restrict_self, rules, 0) == 0;
  close(rules);
  return held;
}

#if defined(FLAGCENSUS_SECCOMP)
// Calls that a reader of files never needs: other programs, the network, other processes, the
// system, and names, owners and modes of files. A list of refusals, not of permissions: the calls
// that libclang and the C library need vary with their versions.
constexpr const char* kRefused[] = {"execve",
                                    "execveat",
                                    "fork",
                                    "vfork",
                                    "socket",
                                    "socketpair",
                                    "connect",
                                    "bind",
                                    "listen",
                                    "accept",
                                    "accept4",
                                    "ptrace",
                                    "process_vm_readv",
                                    "process_vm_writev",
                                    "pidfd_getfd",
                                    "kill",
                                    "tkill",
                                    "pidfd_send_signal",
                                    "io_uring_setup",
                                    "bpf",
                                    "perf_event_open",
                                    "keyctl",
                                    "add_key",
                                    "request_key",
                                    "mount",
                                    "umount2",
                                    "move_mount",
                                    "open_tree",
                                    "fsopen",
                                    "pivot_root",
                                    "chroot",
                                    "unshare",
                                    "setns",
                                    "userfaultfd",
                                    "open_by_handle_at",
                                    "symlink",
                                    "symlinkat",
                                    "link",
                                    "linkat",
                                    "rename",
                                    "renameat",
                                    "renameat2",
                                    "truncate",
                                    "chmod",
                                    "fchmod",
                                    "fchmodat",
                                    "chown",
                                    "fchown",
                                    "lchown",
                                    "fchownat",
                                    "setxattr",
                                    "lsetxattr",
                                    "utimensat",
                                    "shmget",
                                    "msgget",
                                    "semget",
                                    "init_module",
                                    "finit_module",
                                    "reboot"};

bool ConfineCalls() {
  scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ALLOW);
  if (filter == nullptr) return false;
  bool added = true;
  const auto refuse = [&](int call) {
    // A call that this machine does not have is refused already.
    if (call != __NR_SCMP_ERROR && call != __NR_SCMP_UNDEF) {
      const int failed = seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM), call, 0);
      // -EDOM: the call exists only on another architecture.
      added = added && (failed == 0 || failed == -EDOM);
    }
  };
  for (const char* name : kRefused) refuse(seccomp_syscall_resolve_name(name));
  // A thread is a process that shares its memory and its signals; no other process may be created.
  // The arguments of clone3 are a structure in memory, which a filter cannot examine: it is
  // reported as absent, and the C library uses clone instead.
  const scmp_arg_cmp no_thread = {0, SCMP_CMP_MASKED_EQ, CLONE_THREAD, 0};
  added = added && seccomp_rule_add_array(filter, SCMP_ACT_ERRNO(EPERM), SCMP_SYS(clone), 1,
                                          &no_thread) == 0;
  added = added && seccomp_rule_add(filter, SCMP_ACT_ERRNO(ENOSYS), SCMP_SYS(clone3), 0) == 0;
  const bool held = added && seccomp_load(filter) == 0;
  seccomp_release(filter);
  return held;
}
#else
bool ConfineCalls() { return false; }
#endif

#endif

}  // namespace

Confinement Confine(const std::vector<std::string>& readable) {
  Confinement out;
#if defined(__linux__)
  // Without new privileges, which both need in an unprivileged process.
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return out;
  out.files = ConfineFiles(readable);
  out.calls = ConfineCalls();
#else
  (void)readable;
#endif
  return out;
}

}  // namespace flagcensus
