import Foundation
import Glibc
import TestPeers
import TestSupport
import Testing

/// People who come by SSH, with the client of OpenSSH.
@Suite(.serialized, .enabled(if: GateFixture.isPossible, "a client of SSH is needed")) struct GateTests {
    private static let presenterKey = ["--presenter-key-file", "FOLDER/presenter-key"]

    @Test func aViewerSeesThePageAndFollows() throws {
        try GateFixture.with(server: Self.presenterKey) { gate in
            let viewer = try gate.watch()
            let second = try gate.watch(columns: 120, rows: 40)
            let presenter = try gate.present()
            presenter.type(" ")
            for terminal in [viewer, second] { try terminal.wait(for: "The boat floats.", "page 2") }
            // One connection for both: the room counts one viewer.
            presenter.type(" ")
            for terminal in [viewer, second] { try terminal.wait(for: "The goat climbs.", "page 3") }
            viewer.type("q")
            #expect(try viewer.exitCode() == 0)
            presenter.type("\u{1B}[D")
            try second.wait(for: "page 2")
        }
    }

    @Test func aViewerSeesPictures() throws {
        let hills = Repository.file("Examples/decks/pictures/hills.png")
        try GateFixture.with(talk: "# Hills\n\n![the hills](hills.png)\n", files: [hills], gate: ["--unicode"]) {
            gate in
            for viewer in [try gate.watch(page: "Hills"), try gate.watch(columns: 60, rows: 20, page: "Hills")] {
                try viewer.wait("a picture") { screen in screen.lines.contains { $0.contains("▀▀▀▀▀▀▀▀▀▀") } }
            }
        }
    }

    /// DEC's terminals have no colours, so blocks would be one grey area.
    @Test func aTerminalWithoutColoursGetsLetters() throws {
        let hills = Repository.file("Examples/decks/pictures/hills.png")
        try GateFixture.with(talk: "# Hills\n\n![the hills](hills.png)\n", files: [hills], gate: ["--unicode"]) {
            gate in
            let viewer = try gate.open("talk", before: "TERM=vt220; export TERM")
            try viewer.wait("a picture of letters") { screen in screen.lines.contains { $0.contains("@@@@") } }
            #expect(!viewer.screen.lines.contains { $0.contains("▀") })
        }
    }

    @Test func aViewerReadsAlone() throws {
        try GateFixture.with { gate in
            let viewer = try gate.watch()
            let other = try gate.watch()
            viewer.type("f")
            try viewer.wait(for: "alone")
            viewer.type(" ")
            try viewer.wait(for: "The boat floats.")
            #expect(other.screen.shows("The apple falls."))
            viewer.type("?")
            try viewer.wait(for: "Keys")
        }
    }

    /// All of them ask for all pages on one connection, which the server would end for asking too often.
    @Test func viewersSearchAtOnce() throws {
        try GateFixture.with(server: ["--max-input-rate", "100"]) { gate in
            let viewers = try (1...8).map { _ in try gate.watch() }
            for _ in 1...3 {
                for (place, viewer) in viewers.enumerated() { viewer.type("/Line \(250 + place)\r") }
                for (place, viewer) in viewers.enumerated() { try viewer.wait(for: "Line \(250 + place).") }
                for viewer in viewers { viewer.type("f") }
                for viewer in viewers { try viewer.wait(for: "The apple falls.") }
            }
        }
    }

    @Test func aChangedWindowIsDrawnAgain() throws {
        try GateFixture.with { gate in
            let viewer = try gate.watch()
            viewer.resize(columns: 100, rows: 12)
            try viewer.wait("a picture of 100 columns") { screen in
                // Running text of 80 columns stands in the middle of 100.
                screen.lines[0].hasPrefix(String(repeating: " ", count: 10) + "Alpha")
                    && screen.lines[11].contains("page 1")
            }
        }
    }

    @Test func withoutATerminalEachPageIsText() throws {
        try GateFixture.with(server: Self.presenterKey) { gate in
            let reader = try gate.run(gate.client("talk", ["-T"]))
            try reader.wait(for: "the first page") { $0.contains("The apple falls.") }
            let presenter = try gate.present()
            presenter.type(" ")
            try reader.wait(for: "the second page") { $0.contains("The boat floats.") }
            #expect(!reader.hasPrinted("\u{1B}"))
        }
    }

    @Test(arguments: [(0, 0), (1, 1), (10_000, 10_000), (20, 6)])
    func anySizeOfATerminalIsServed(columns: Int, rows: Int) throws {
        try GateFixture.with { gate in
            let terminal = try gate.open("talk", before: "stty cols \(columns) rows \(rows)")
            try eventually("a picture", instead: "\(terminal.bytesWritten.count) bytes") {
                String(decoding: terminal.bytesWritten, as: UTF8.self).contains("\u{1B}[?1049h")
                    && terminal.bytesWritten.count > 80
            }
            terminal.type("q")
            #expect(try terminal.exitCode() == 0)
        }
    }

    /// Its pictures have megabytes in all, far more than sockets keep for a client that does not read.
    @Test func aClientThatNeverReadsDelaysNobody() throws {
        let pages = ["Alpha", "Beta"].map { title in
            "# \(title)\n\n" + (1...55).map { String(repeating: "\(title)\($0) ", count: 20) }.joined(separator: "  \n")
        }
        try GateFixture.with(talk: pages.joined(separator: "\n\n---\n\n"), server: Self.presenterKey) { gate in
            let silent = try gate.watch(columns: 200, rows: 60)
            let viewer = try gate.watch()
            kill(silent.process, SIGSTOP)
            defer { kill(silent.process, SIGCONT) }
            let presenter = try gate.present()
            for _ in 1...20 {
                presenter.type(" ")
                try viewer.wait(for: "page 2")
                presenter.type("\u{1B}[D")
                try viewer.wait(for: "page 1")
            }
            presenter.type(" ")
            try viewer.wait(for: "page 2")
            // It shows the newest page as soon as it reads again.
            kill(silent.process, SIGCONT)
            try silent.wait(for: "page 2")
        }
    }

    @Test func aStalledHandshakeEnds() throws {
        try GateFixture.with { gate in
            let stalled = try (1...20).map { _ in
                let descriptor = Loopback.socket()
                try Loopback.connect(descriptor, port: gate.port)
                return descriptor
            }
            defer { stalled.forEach { close($0) } }
            _ = try gate.watch()
            for descriptor in stalled {
                // The banner of SSH comes, and then the end.
                var bytes = [UInt8](repeating: 0, count: 4_096)
                var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
                while poll(&wait, 1, Int32(WaitLimit.milliseconds)) > 0 {
                    guard read(descriptor, &bytes, bytes.count) > 0 else { break }
                }
                #expect(wait.revents != 0, "expected the end of the handshake")
            }
        }
    }

    @Test func aStoppedGateRestoresTheTerminal() throws {
        try GateFixture.with { gate in
            let viewer = try gate.watch()
            gate.stopGate()
            #expect(try viewer.exitCode() != 0)
            #expect(String(decoding: viewer.bytesWritten, as: UTF8.self).contains("\u{1B}[?1049l"))
            #expect(viewer.screen.shows("the gate was stopped"))
        }
    }

    @Test func theBannerIsShown() throws {
        let banner = FileManager.default.temporaryDirectory.appendingPathComponent("banner-\(UUID().uuidString)")
        try Data("Welcome to the talk.\n".utf8).write(to: banner)
        defer { try? FileManager.default.removeItem(at: banner) }
        try GateFixture.with(gate: ["--banner", banner.path]) { gate in
            let reader = try gate.run(gate.client("talk", ["-T", "-o", "LogLevel=INFO"]))
            try reader.waitForComplaint("Welcome to the talk.")
        }
    }

    @Test func anIdleSessionEnds() throws {
        try GateFixture.with(gate: ["--idle", "1s"]) { gate in
            let viewer = try gate.open("talk")
            #expect(try viewer.exitCode() == 1)
            #expect(viewer.screen.shows("no key for a long time"))
        }
    }
}
