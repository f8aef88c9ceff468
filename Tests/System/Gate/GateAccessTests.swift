import Foundation
import Glibc
import TestPeers
import Testing

/// Rights of people who come by SSH, and everything that they are refused.
@Suite(.serialized, .enabled(if: GateFixture.isPossible, "a client of SSH is needed")) struct GateAccessTests {
    private static let presenterKey = ["--presenter-key-file", "FOLDER/presenter-key"]

    @Test func aTokenAsPasswordMakesAPresenter() throws {
        try GateFixture.with(server: Self.presenterKey) { gate in
            let viewer = try gate.watch()
            let presenter = try gate.open("talk+presenter")
            try presenter.wait(for: "Token:")
            presenter.type("presenter-key-of-this-server\r")
            try presenter.wait(for: "page 1")
            presenter.type(" ")
            try viewer.wait(for: "The boat floats.")
        }
    }

    @Test func aWrongTokenIsRefused() throws {
        try GateFixture.with(server: Self.presenterKey) { gate in
            let presenter = try gate.open("talk+presenter")
            try presenter.wait(for: "Token:")
            presenter.type("a guess\r")
            #expect(try presenter.exitCode() != 0)
            #expect(String(decoding: presenter.bytesWritten, as: UTF8.self).contains("wrong presenter key"))
        }
    }

    /// A server on this machine lets everybody on it present; people behind a gate are elsewhere.
    @Test func aServerWithoutSecretsDoesNotTakeAGateForThisMachine() throws {
        try GateFixture.with { gate in
            let guest = try gate.open("talk+presenter")
            try guest.wait(for: "Token:")
            guest.type("anything\r")
            #expect(try guest.exitCode() != 0)
        }
    }

    @Test func aListedKeyMakesAPresenter() throws {
        try GateFixture.with { gate in
            let viewer = try gate.watch()
            let presenter = try gate.open("talk+presenter", key: "key")
            try presenter.wait(for: "page 1")
            presenter.type(" ")
            try viewer.wait(for: "The boat floats.")
            let stranger = try gate.open(
                "talk+presenter", key: "other", more: ["-o", "PreferredAuthentications=publickey"])
            #expect(try stranger.exitCode() == 255)
        }
    }

    @Test func nothingButARoomIsServed() throws {
        try GateFixture.with { gate in
            let command = try gate.run(gate.client("talk") + ["id"])
            #expect(try command.exitCode() == 255 && command.complaints.contains("exec request failed"))
            #expect(command.remainingLines().isEmpty)
            let files = try gate.run([
                "/usr/bin/sftp", "-F", "/dev/null", "-P", "\(gate.port)", "-o", "StrictHostKeyChecking=accept-new",
                "-o",
                "UserKnownHostsFile=\(gate.path("known_hosts"))", "-b", "/dev/null", "talk@127.0.0.1",
            ])
            #expect(try files.exitCode() == 255)
            let refusing = try Loopback.refusing()
            defer { close(refusing.descriptor) }
            let forward = try gate.run(
                gate.client(
                    "talk",
                    ["-N", "-o", "ExitOnForwardFailure=yes", "-R", "\(refusing.port):127.0.0.1:\(refusing.port)"]))
            #expect(try forward.exitCode() == 255)
            let direct = try gate.run(gate.client("talk", ["-W", "127.0.0.1:\(gate.port)"]))
            #expect(try direct.exitCode() == 255 && direct.complaints.contains("stdio forwarding failed"))
        }
    }

    @Test func anUnknownRoomIsSaid() throws {
        try GateFixture.with { gate in
            let viewer = try gate.open("nowhere")
            #expect(try viewer.exitCode() != 0)
            #expect(viewer.screen.shows("riffle gate: "))
            #expect(try gate.open("talk+root", more: ["-o", "BatchMode=yes"]).exitCode() == 255)
        }
    }

    @Test func theHostKeyIsKept() throws {
        try GateFixture.with { gate in
            let before = try gate.fingerprint()
            #expect(before.hasPrefix("host key SHA256:"))
            let mode = try FileManager.default.attributesOfItem(atPath: gate.path("host_key"))[.posixPermissions]
            #expect(mode as? Int == 0o600)
            _ = try gate.watch()
            try gate.restartGate()
            #expect(try gate.fingerprint() == before)
            // The client refuses a key that has changed.
            _ = try gate.watch()
        }
    }

    @Test func manyWrongTokensAreRefusedForAWhile() throws {
        try GateFixture.with(server: Self.presenterKey) { gate in
            let words = gate.client("talk+presenter", ["-T", "-o", "NumberOfPasswordPrompts=1"])
            for _ in 1...20 {
                let guess = try gate.run(words, token: "a guess")
                #expect(try guess.exitCode() != 0)
                #expect(guess.complaints.contains("wrong presenter key"), "\(guess.complaints)")
            }
            let late = try gate.run(words, token: "presenter-key-of-this-server")
            #expect(try late.exitCode() == 255 && late.complaints.contains("Permission denied"))
            // The same address may still watch, and has its keys.
            _ = try gate.watch()
            try gate.open("talk+presenter", key: "key").wait(for: "page 1")
        }
    }

    @Test func notesReachPresentersOnly() throws {
        try GateFixture.with { gate in
            let viewer = try gate.watch()
            viewer.type("s")
            try viewer.wait(for: "only presenters get notes")
            let presenter = try gate.open("talk+presenter", key: "key")
            try presenter.wait(for: "page 1")
            presenter.type("s")
            try presenter.wait(for: "a secret of the speaker")
            presenter.type(" ")
            try viewer.wait(for: "The boat floats.")
            #expect(!String(decoding: viewer.bytesWritten, as: UTF8.self).contains("secret"))
        }
    }
}
