package import FoundationEssentials

/// How to run a PostgreSQL server in a folder of its own, for demonstrations and tests.
package enum ScratchPostgres {
    /// The folder of `initdb` and `postgres`, of the newest version; nil where PostgreSQL is not installed.
    package static let programs: String? = {
        let top = "/usr/lib/postgresql"
        let versions = ((try? FileManager.default.contentsOfDirectory(atPath: top)) ?? []).compactMap(Int.init)
        return versions.sorted().reversed().map { "\(top)/\($0)/bin" }
            .first { FileManager.default.isExecutableFile(atPath: "\($0)/initdb") }
    }()

    package static let shell = URL(fileURLWithPath: "/bin/sh")

    /// Arguments of `shell` that make a server with the user `riffle`. The shell prints `ready` once it answers, and ends it with
    /// its standard input; its folder goes.
    ///
    /// - Parameters:
    ///   - programs: as `ScratchPostgres.programs`.
    ///   - data: the path of a new folder, which other users may enter.
    ///   - options: settings such as `fsync=off`, with the addresses at which it listens.
    package static func arguments(programs: String, data: String, options: [String]) -> [String] {
        ["-c", script, "sh", programs, data] + options.flatMap { ["-c", $0] }
    }

    /// The server refuses to run as root; the shell then runs all as the user `postgres`.
    private static let script = """
        set -eu
        programs=$1 data=$2
        shift 2
        trap : INT TERM
        trap 'rm -rf "$data"' EXIT
        user=
        if [ "$(id -u)" = 0 ]; then
            user="setpriv --reuid=postgres --regid=postgres --clear-groups --"
            chown postgres: "$data"
        fi
        cd "$data"
        $user "$programs/initdb" -D "$data/db" -U riffle --auth=trust --encoding=UTF8 --locale=C >"$data/log" 2>&1
        $user "$programs/postgres" -D "$data/db" -c log_min_messages=warning "$@" >>"$data/log" 2>&1 </dev/null &
        server=$!
        until grep -q '^ready' "$data/db/postmaster.pid" 2>/dev/null; do
            kill -0 "$server" 2>/dev/null || { cat "$data/log" >&2; exit 1; }
            sleep 0.05
        done
        echo ready
        read -r line || true
        kill -QUIT "$server" 2>/dev/null || true
        wait "$server" 2>/dev/null || true
        """
}
