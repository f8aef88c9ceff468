import Foundation
import TestPeers
import TestSupport
import Testing

@testable import riffle

/// Runs the commands of one document in order, in a folder with the examples and certificates for localhost.
///
/// Servers, presenters and recorders run on until the document is done or another one needs their port or file. The ports
/// 7420 and 2222 stand for free ports, HOST for localhost, and load runs last three seconds.
final class DocumentSession {
    private let folder: URL
    private let authority: TestAuthority
    private let port: UInt16
    private let adminPort: UInt16
    private var server: RunningProgram?
    private var presenter: Terminal?
    private var recorder: RunningProgram?
    private var gate: RunningProgram?
    private let gatePort: UInt16

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("document-\(UUID().uuidString)")
        let files = FileManager.default
        try files.createDirectory(at: folder, withIntermediateDirectories: true)
        try files.createSymbolicLink(
            at: folder.appendingPathComponent("Examples"), withDestinationURL: Repository.file("Examples"))
        authority = try TestAuthority()
        let pair = try authority.issue()
        let chain = try String(contentsOfFile: pair.certificate, encoding: .utf8)
        let root = try String(contentsOfFile: authority.certificate, encoding: .utf8)
        try (chain + root).write(to: folder.appendingPathComponent("chain.pem"), atomically: true, encoding: .utf8)
        try files.copyItem(atPath: pair.key, toPath: folder.appendingPathComponent("key.pem").path)
        port = try Loopback.freePort()
        adminPort = try Loopback.freePort()
        gatePort = try Loopback.freePort()
    }

    /// Ends what still runs; servers and presenters must end with status 0.
    func end() throws {
        try endRecorder()
        endGate()
        try endServers()
        try? FileManager.default.removeItem(at: folder)
    }

    func run(_ command: DocumentedCommand) throws {
        switch command.words.first {
        case "make": try expectTarget(command)
        case "export": break
        case "riffle": try runRiffle(command)
        default: Issue.record("\(command): expected make, export or riffle; mark other text with another fence")
        }
    }

    private func expectTarget(_ command: DocumentedCommand) throws {
        let makefile = try String(contentsOf: Repository.file("Makefile"), encoding: .utf8)
        let target = try #require(command.words.dropFirst().first)
        #expect(makefile.contains("\n\(target):"), "\(command): the Makefile has no target \(target)")
    }

    private func runRiffle(_ command: DocumentedCommand) throws {
        let words = command.words.dropFirst().map(localized)
        switch words.first {
        case "serve": try serve(words)
        case "present": try present(words)
        case "join": try join(words, command)
        case "record": try record(words)
        case "gate": try openGate(words)
        default:
            if ["replay", "convert"].contains(words.first) { try endRecorder() }
            try runToEnd(words, command)
        }
    }

    /// The same word for this machine.
    private func localized(_ word: String) -> String {
        Self.localized(word, ports: ["7420": port, "7421": adminPort, "2222": gatePort])
    }

    /// - Parameter ports: the port that is free here for each one that documents name.
    static func localized(_ word: String, ports: [String: UInt16]) -> String {
        // Whole numbers at once, because a port may have the digits of another one in it.
        word.replacingOccurrences(of: "0.0.0.0", with: "127.0.0.1").replacingOccurrences(of: "HOST", with: "localhost")
            .replacing(#/\d+/#) { number in ports[String(number.output)].map { "\($0)" } ?? String(number.output) }
            .replacingOccurrences(of: "20s", with: "3s")
    }

    private var listen: [String] { ["--listen", "127.0.0.1:\(port)"] }

    private func onTerminal(_ words: [String]) throws -> Terminal {
        try Terminal(
            ["/usr/bin/env", "-C", folder.path, Program.riffle.path] + words, columns: 100,
            environment: ["XDG_STATE_HOME": folder.path])
    }

    private func serve(_ words: [String]) throws {
        try endServers()
        let program = try RunningProgram(arguments: words.contains("--listen") ? words : words + listen, folder: folder)
        server = program
        let greeting = try program.nextLine()
        #expect(greeting.hasPrefix("listening on ws"), "\(greeting) \(program.complaints)")
    }

    private func openGate(_ words: [String]) throws {
        endGate()
        let key = ["--host-key", folder.appendingPathComponent("host_key").path]
        let program = try RunningProgram(arguments: words + key, folder: folder)
        gate = program
        let greeting = try program.nextLine()
        #expect(greeting.hasPrefix("listening on "), "\(greeting) \(program.complaints)")
    }

    private func endGate() {
        gate?.end()
        gate = nil
    }

    private func present(_ words: [String]) throws {
        try endRecorder()
        try endServers()
        let terminal = try onTerminal(words.contains("--listen") ? words : words + listen)
        presenter = terminal
        try terminal.wait(for: "page 1 of")
        guard words.contains("--lobby") else { return }
        try terminal.wait(for: "nobody else is here yet")
        terminal.type(" ")
        try terminal.wait(without: "nobody else is here yet")
    }

    private func join(_ words: [String], _ command: DocumentedCommand) throws {
        let terminal = try onTerminal(words)
        defer { terminal.end() }
        try terminal.wait(for: " of ")
        terminal.type("q")
        #expect(try terminal.exitCode() == 0, "\(command)")
    }

    private func record(_ words: [String]) throws {
        let program = try RunningProgram(arguments: words, folder: folder)
        recorder = program
        let name = try #require(words.last)
        let file = folder.appendingPathComponent(name)
        try eventually("a snapshot in \(name)") {
            (try? String(contentsOf: file, encoding: .utf8))?.contains("snapshot") == true
        }
    }

    private func runToEnd(_ words: [String], _ command: DocumentedCommand) throws {
        let input = try command.input.map { try FileHandle(forReadingFrom: folder.appendingPathComponent($0)) }
        let program = try RunningProgram(arguments: words, input: input ?? .nullDevice, folder: folder)
        defer { program.end() }
        let lines = program.remainingLines()
        let code = try program.exitCode()
        if words.first == "load", !words.contains("--dry-run"), !words.contains("--compare") {
            let problem = Self.problem(ofLoadRun: lines, code: code)
            #expect(problem == nil, "\(command): \(problem ?? "")\n\(program.complaints)")
        } else {
            #expect(code == 0, "\(command): exit code \(code)\n\(program.complaints)")
        }
        if let output = command.output {
            try (lines.joined(separator: "\n") + "\n").write(
                to: folder.appendingPathComponent(output), atomically: true, encoding: .utf8)
        }
    }

    /// The difference between the summary of a load run and the expected one; nil for none. On a busy machine a run may end
    /// with `late`: then its first line says how late the generator was, and the figures follow all the same. It may also
    /// miss a threshold on a time. Programs with a sanitizer are several times slower, so that they may miss any threshold.
    static func problem(ofLoadRun lines: [String], code: Int32, isSanitized: Bool = Sanitizer.isOn) -> String? {
        let verdict = lines.first ?? ""
        let lateness = /INVALID: expected a generator at most .+ late at the 99th percentile, got .+/
        let missed = /FAILED: \d+ of \d+ thresholds? did not hold/
        let mayMiss = isSanitized || onlyTimesAreMissed(lines)
        switch code {
        case 0 where verdict.hasPrefix("PASSED: "): break
        case ExitStatus.late.rawValue where verdict.wholeMatch(of: lateness) != nil: break
        case ExitStatus.threshold.rawValue where mayMiss && verdict.wholeMatch(of: missed) != nil: break
        default: return "exit code \(code) with the verdict `\(verdict)`"
        }
        let missing = [", seed ", "  measure ", "  counts "].filter { part in !lines.contains { $0.contains(part) } }
        return missing.isEmpty ? nil : "no line with \(missing)"
    }

    private static func onlyTimesAreMissed(_ lines: [String]) -> Bool {
        let misses = lines.filter { $0.hasPrefix("    FAILED  ") }
        return !misses.isEmpty && misses.allSatisfy { $0.contains(/\s<\s[0-9.]+(us|ms|s)\s/) }
    }

    private func endRecorder() throws {
        guard let recorder else { return }
        self.recorder = nil
        recorder.signal(SIGINT)
        #expect(try recorder.exitCode() == 128 + SIGINT, "\(recorder.complaints)")
    }

    private func endServers() throws {
        if let server {
            self.server = nil
            server.signal(SIGTERM)
            #expect(try server.exitCode() == 0, "\(server.complaints)")
        }
        if let presenter {
            self.presenter = nil
            presenter.type("q")
            #expect(try presenter.exitCode() == 0)
            presenter.end()
        }
    }
}
