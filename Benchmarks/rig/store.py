"""Packages of Debian and of PyPI for the benchmarks alone: unpacked in a folder of their own, nothing is started."""

import os
import pathlib
import shutil
import subprocess
import sys

PATIENCE_SECONDS = 300


class Absent(Exception):
    """Something cannot be had on this machine; the text says why."""


def carry_out(arguments, **more):
    """Runs a program to its end, or raises `Absent` with its last words."""
    try:
        done = subprocess.run(
            [str(argument) for argument in arguments], capture_output=True, text=True, check=False,
            timeout=PATIENCE_SECONDS, stdin=subprocess.DEVNULL, **more)
    except (OSError, subprocess.TimeoutExpired) as reason:
        raise Absent(str(reason)) from None
    if done.returncode != 0:
        words = (done.stderr.strip() or done.stdout.strip() or "no word").splitlines()
        raise Absent(f"{pathlib.Path(str(arguments[0])).name}: {words[-1][:200]}")
    return done.stdout


class Store:
    """A folder that keeps what was fetched, so that a second run fetches nothing."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        self.folder.mkdir(parents=True, exist_ok=True)
        self.versions = {}

    def debian(self, *packages):
        """Unpacks Debian packages and gives the folder that stands for `/`; dependencies have to be named."""
        root, archives = self.folder / "debian", self.folder / "archives"
        archives.mkdir(exist_ok=True)
        missing = [package for package in packages if not list(archives.glob(f"{package}_*.deb"))]
        if missing:
            try:
                carry_out(["apt-get", "download", "-qq", *missing], cwd=archives)
            except Absent:
                # A fresh machine has no lists of packages yet.
                carry_out([*as_root(), "apt-get", "update", "-qq"])
                carry_out(["apt-get", "download", "-qq", *missing], cwd=archives)
        for package in packages:
            archive = max(archives.glob(f"{package}_*.deb"))
            self.versions[package] = archive.name.split("_")[1].replace("%3a", ":")
            mark = self.folder / f"{archive.stem}.unpacked"
            if not mark.exists():
                carry_out(["dpkg-deb", "-x", archive, root])
                mark.touch()
        return root

    def install(self, package):
        """Installs a Debian package for good, one that starts nothing and whose dependencies are too many to name."""
        carry_out([*as_root(), "apt-get", "install", "-y", "-qq", "--no-install-recommends", package],
                  env=os.environ | {"DEBIAN_FRONTEND": "noninteractive"})

    def python(self, *requirements):
        """Installs packages of PyPI and gives the folder of the programs; a requirement is a word or a file of words."""
        place = self.folder / "python"
        pip = place / "bin/pip"
        if not pip.exists():
            carry_out([sys.executable, "-m", "venv", place])
        for requirement in requirements:
            mark = place / f"{pathlib.Path(str(requirement)).name}.installed"
            if not mark.exists():
                words = ["-r", requirement] if isinstance(requirement, pathlib.Path) else [requirement]
                carry_out([pip, "install", "--quiet", "--disable-pip-version-check", *words])
                mark.touch()
        return place / "bin"

    def source(self, requirement):
        """Unpacks the source archive of a PyPI package, which is not installed; gives its folder."""
        place = self.folder / requirement
        if not place.exists():
            fetched = self.folder / "sources"
            carry_out([self.python() / "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps",
                       "--no-binary", ":all:", "--dest", fetched, requirement])
            archive = next(fetched.glob(f"{requirement.replace('==', '-')}*.tar.gz"), None)
            if archive is None:
                raise Absent(f"{requirement} has no source archive")
            unpacking = self.folder / "unpacking"
            shutil.rmtree(unpacking, ignore_errors=True)
            unpacking.mkdir()
            carry_out(["tar", "-xzf", archive, "-C", unpacking, "--no-same-owner"])
            unpacking.rename(place)
        return place


def as_root():
    """What to put before a command that changes the machine."""
    if os.getuid() == 0:
        return []
    asked = ["sudo", "-n", "true"]
    if shutil.which("sudo") and subprocess.run(asked, check=False, capture_output=True).returncode == 0:
        return ["sudo", "-n"]
    raise Absent("this needs root, and there is no sudo without a password")
