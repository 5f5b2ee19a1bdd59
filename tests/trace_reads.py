#!/usr/bin/env python3
"""trace_reads.py PATH: runs each Python file of a folder, or one file, and prints which variables its code reads.

A line each: the variable, a tab, and the places (FILE:LINE, innermost first) of the calls that are in
it, separated by blanks. A file that cannot be run (a module that is not installed, an error)
counts as far as it got. Nothing that the files do leaves their process: other processes, connections
and files that would be written are refused.
"""
import os
import runpy
import signal
import sys

SECONDS = 5


def stop(number, frame):
    raise TimeoutError


def refuse(event, arguments):
    if event == "open":
        mode, flags = arguments[1], arguments[2]
        writes = isinstance(mode, str) and any(letter in mode for letter in "wax+")
        if writes or (isinstance(flags, int) and flags & (os.O_WRONLY | os.O_RDWR)):
            raise PermissionError("not here")
    elif event.startswith(("subprocess.", "os.system", "os.exec", "os.spawn", "os.posix_spawn", "os.fork",
                           "os.remove", "os.rename", "os.mkdir", "os.rmdir", "os.kill", "socket.", "shutil.")):
        raise PermissionError("not here")


def make_traced(root, seen):
    below = root + os.sep

    def note(key):
        if not isinstance(key, str):
            return
        frame = sys._getframe(2)
        own = (os.__file__, __file__)
        while frame and (frame.f_code.co_filename in own or frame.f_code.co_filename.startswith("<frozen")):
            frame = frame.f_back
        if not frame or not frame.f_code.co_filename.startswith(below):
            return  # a library's own
        places = []
        while frame:
            name = frame.f_code.co_filename
            if name.startswith(below):
                places.append(f"{name[len(below):]}:{frame.f_lineno}")
            frame = frame.f_back
        seen.add(f"{key}\t{' '.join(places)}")

    class Traced(type(os.environ)):
        def __getitem__(self, key):
            note(key)
            return super().__getitem__(key)

        def get(self, key, default=None):
            note(key)
            return super().get(key, default)

        def __contains__(self, key):
            note(key)
            return super().__contains__(key)

    traced = Traced.__new__(Traced)
    traced.__dict__.update(os.environ.__dict__)
    return traced


def run(root, path, out):
    """In a process of its own."""
    seen = set()
    signal.signal(signal.SIGALRM, stop)
    signal.alarm(SECONDS)
    sys.path.insert(0, root)
    os.environ.clear()
    os.environ = make_traced(root, seen)
    sys.stdout = sys.stderr = open(os.devnull, "w")
    sys.addaudithook(refuse)
    try:
        runpy.run_path(path, run_name="traced")
    except BaseException:
        pass
    for line in sorted(seen):
        os.write(out, (line + "\n").encode())
    os._exit(0)


def main():
    root = os.path.realpath(sys.argv[1])
    sys.dont_write_bytecode = True
    files = [root] if os.path.isfile(root) else []
    for folder, _, names in sorted(os.walk(root)):
        files += [os.path.join(folder, name) for name in sorted(names) if name.endswith(".py")]
    if os.path.isfile(root):
        root = os.path.dirname(root)
    for path in files:
        sys.stdout.flush()
        child = os.fork()
        if child == 0:
            run(root, path, 1)
        os.waitpid(child, 0)


main()
