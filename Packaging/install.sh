#!/bin/sh
# Installs this folder below a prefix:  ./install.sh [PREFIX], by default /usr/local. It may also be used where it lies: bin/riffle.
# `./install.sh --remove [PREFIX]` takes it away again; rooms and settings stay.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
action=install
if [ "${1:-}" = --remove ]; then
    action=remove
    shift
fi
prefix=${1:-/usr/local}
case $prefix in
/*) ;;
*) prefix=$PWD/$prefix ;;
esac

cd "$here"
find bin lib share ! -type d | while read -r file; do
    if [ "$action" = remove ]; then
        rm -f "$prefix/$file"
    else
        mkdir -p "$prefix/$(dirname "$file")"
        # Replaced by renaming, so that a program that runs keeps its own file.
        cp -p "$file" "$prefix/$file.new"
        mv -f "$prefix/$file.new" "$prefix/$file"
    fi
done
if [ "$action" = remove ]; then
    rm -rf "$prefix/lib/riffle" "$prefix/share/riffle"
    echo "removed from $prefix"
    exit 0
fi
# The unit names the program and the decks by their full path.
sed -e "s|/usr/bin/riffle|$prefix/bin/riffle|g" -e "s|/usr/share/riffle|$prefix/share/riffle|g" \
    share/riffle/riffle.service >"$prefix/share/riffle/riffle.service"
"$prefix/bin/riffle" --version >/dev/null
echo "installed: $prefix/bin/riffle"
echo "as a service: cp $prefix/share/riffle/riffle.service /etc/systemd/system/ && systemctl enable --now riffle"
