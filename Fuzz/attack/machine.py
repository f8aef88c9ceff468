"""What happens to the machine under a server: a small disk, a thread that stands still, limits of the process."""

import contextlib
import ctypes
import os
import pathlib
import resource
import subprocess


class NotPermitted(Exception):
    """This machine does not allow what an attack needs."""


class SmallDisk:
    """A file system of some kilobytes in memory at `folder`. Only programs started with `wrapper` see it, so nothing is
    left behind; from outside it is at `path`."""

    def __init__(self, folder, kilobytes):
        mapping = () if os.geteuid() == 0 else ("--user", "--map-root-user")
        script = 'mount -t tmpfs -o size="$1"k none "$2" && echo mounted && exec cat'
        words = ["unshare", *mapping, "--mount", "/bin/sh", "-c", script, "sh", str(kilobytes), str(folder)]
        try:
            self.holder = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        except FileNotFoundError:
            raise NotPermitted("there is no `unshare`") from None
        if self.holder.stdout.readline() != b"mounted\n":
            self.end()
            raise NotPermitted("mounting a small file system takes a privilege")
        users = ("--user", "--preserve-credentials") if mapping else ()
        self.wrapper = ("nsenter", f"--target={self.holder.pid}", *users, "--mount", "--wd=" + os.getcwd())
        self.path = pathlib.Path(f"/proc/{self.holder.pid}/root{folder}")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.end()

    def end(self):
        self.holder.kill()
        self.holder.communicate()

    def fill(self):
        """Leaves no free byte."""
        with open(self.path / "filler", "wb", buffering=0) as filler:
            with contextlib.suppress(OSError):
                while filler.write(bytes(4096)):
                    pass

    def empty(self):
        (self.path / "filler").unlink()


SEIZE, INTERRUPT, DETACH, WAIT_FOR_THREADS = 0x4206, 0x4207, 17, 0x40000000


def _ptrace(request, thread):
    library = ctypes.CDLL(None, use_errno=True)
    library.ptrace.argtypes = [ctypes.c_long, ctypes.c_long, ctypes.c_void_p, ctypes.c_void_p]
    if library.ptrace(request, thread, None, None) != 0:
        raise NotPermitted(f"stopping a thread takes a privilege: {os.strerror(ctypes.get_errno())}")


@contextlib.contextmanager
def stopped(server, name):
    """Lets the thread of this name stand still, as a debugger does; the others run on."""
    tasks = pathlib.Path(f"/proc/{server.pid}/task")
    thread = [int(task.name) for task in tasks.iterdir() if (task / "comm").read_text().strip() == name][0]
    _ptrace(SEIZE, thread)
    try:
        _ptrace(INTERRUPT, thread)
        os.waitpid(thread, WAIT_FOR_THREADS)
        yield
    finally:
        _ptrace(DETACH, thread)


@contextlib.contextmanager
def descriptors(count):
    """Allows this process, and those that it starts, so many descriptors."""
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    if before[1] != resource.RLIM_INFINITY and before[1] < count:
        raise NotPermitted(f"it takes {count:,} descriptors, and {before[1]:,} are allowed")
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(count, before[0]), before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)
