import Foundation
import Glibc
import TestPeers
import TestSupport
import Testing

private enum OpenSSH {
    /// The server of OpenSSH: installed, or unpacked by `.ci/setup tests`.
    static let program = ["/usr/sbin/sshd", Repository.file(".build/tools/sshd").path].first {
        FileManager.default.isExecutableFile(atPath: $0)
    }

    /// With mounts of its own, and processes that end with it.
    static let apart = ["--mount", "--pid", "--fork", "--kill-child"]

    static let isPossible: Bool = {
        guard getuid() == 0, program != nil, GateFixture.isPossible else { return false }
        let unshare = try? RunningProgram(
            URL(fileURLWithPath: "/usr/bin/unshare"), arguments: OpenSSH.apart + ["/bin/true"])
        return (try? unshare?.exitCode()) == 0
    }()
}

/// OpenSSH in front of `riffle join`, as docs/ssh.md describes it. The server of OpenSSH needs users of its own, so it runs
/// with a list of users that only it sees, which takes root.
@Suite(.serialized, .enabled(if: OpenSSH.isPossible, "root, unshare and sshd are needed"))
struct OpenSSHTests {
    /// Starts sshd with the users `sshd` and `talk`, the second without a password.
    private static let script = """
        cd "$1" && { cat /etc/passwd; echo sshd:x:742:65534::/run/sshd:/usr/sbin/nologin; echo talk::743:65534::/tmp:/bin/sh; } \
        > passwd && mount --bind passwd /etc/passwd && mount -t tmpfs tmpfs /run && mkdir -m 755 /run/sshd && exec "$2" -D -e -f sshd_config
        """

    private func configuration(port: UInt16, key: String, room: String) -> String {
        """
        Port \(port)
        ListenAddress 127.0.0.1
        HostKey \(key)
        PidFile none
        UsePAM no
        PermitEmptyPasswords yes
        Match User talk
            ForceCommand test -t 0 && exec \(ServedRooms.executable.path) join \(room)
            PermitTTY yes
            DisableForwarding yes
        """
    }

    @Test func aForcedCommandLetsPeopleWatch() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("sshd-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        func path(_ name: String) -> String { folder.appendingPathComponent(name).path }
        try Data(GateFixture.talk.utf8).write(to: folder.appendingPathComponent("talk.md"))
        let rooms = try ServedRooms(arguments: ["--loops", "1", "--room", "talk=\(path("talk.md"))"])
        defer { rooms.end() }
        let made = try RunningProgram(
            URL(fileURLWithPath: "/usr/bin/ssh-keygen"),
            arguments: ["-q", "-t", "ed25519", "-N", "", "-f", path("key")])
        _ = try made.exitCode()
        let port = try Loopback.freePort()
        let room = "ws://127.0.0.1:\(rooms.port)/rooms/talk"
        try Data(configuration(port: port, key: path("key"), room: room).utf8).write(
            to: folder.appendingPathComponent("sshd_config"))
        let server = try RunningProgram(
            URL(fileURLWithPath: "/usr/bin/unshare"),
            arguments: OpenSSH.apart + ["/bin/sh", "-c", Self.script, "sh", folder.path, try #require(OpenSSH.program)])
        defer {
            server.signal(SIGKILL)
            server.end()
        }
        try server.waitForComplaint("Server listening on 127.0.0.1")
        let client = [
            "/usr/bin/ssh", "-F", "/dev/null", "-p", "\(port)", "-o", "StrictHostKeyChecking=no", "-o",
            "UserKnownHostsFile=/dev/null", "-o", "IdentityFile=none", "-o", "LogLevel=ERROR",
        ]
        let viewer = try Terminal(client + ["talk@127.0.0.1"])
        defer { viewer.end() }
        try viewer.wait(for: "The apple falls.", "page 1")
        // Another command is not run, and without a terminal nothing is.
        let command = try RunningProgram(
            URL(fileURLWithPath: client[0]), arguments: client.dropFirst() + ["-T", "talk@127.0.0.1", "id"])
        defer { command.end() }
        #expect(try command.exitCode() == 1 && command.remainingLines().isEmpty)
        viewer.type("q")
        #expect(try viewer.exitCode() == 0)
    }
}
