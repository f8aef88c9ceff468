import Foundation
import PagingClient
import PagingContent
import Platform
import TerminalView

/// A server in a child process for the length of one talk.
///
/// The child goes on serving while the presenter's process is stopped by Ctrl-Z. It ends when its standard input ends,
/// and so together with the presenter, even after a kill. When it ends earlier, it is restarted at the same address
/// with the persisted room, and all clients reconnect.
///
/// `@unchecked Sendable`: mutable state is accessed only while `condition` is locked. `LineReader` allows access to a
/// process's lines and its end from any thread.
final class OwnServer: @unchecked Sendable {
    /// The served room, its address and its access rules.
    struct Plan: Sendable {
        let room: String
        /// Nil listens at the usual port of this machine, or at a free one.
        var listen: ListenAddress?
        /// Whether everybody may join without a token.
        var isOpen = false
        /// Whether browsers get a page that follows the room.
        var hasWebPage = false
        /// The file of token secrets; with it everybody needs a token.
        var secretFile: String?
        /// The key of presenters, where there are no tokens and other machines may join.
        var presenterKey: String?
        /// The folder for the file that announces the room on the network; nil announces nothing.
        var announcesInto: String?
        /// With a certificate the server accepts TLS only.
        var certificate: OwnCertificate?
        /// Bytes of pictures that the room keeps; nil for the usual limit.
        var assetBytes: Int?
    }

    private static let startSeconds = 10.0
    /// A server that has run for so long did not end because of its start.
    private static let steadySeconds = 10.0
    private static let longestPauseSeconds = 5.0
    /// Time for a server whose talk is over to tell all members.
    private static let goodbyeMilliseconds: Int64 = 2_000

    private let plan: Plan
    private let folder: TalkFolder
    /// The bound HOST:PORT, also of every restarted server.
    let address: String
    /// The usual address, when another program has it and this server listens elsewhere.
    let takenAddress: String?
    private let condition = NSCondition()
    private var process: ChildProcess?
    private var isOver = false
    private var restartCount = 0

    /// Starts a server for the bytes of a deck.
    init(_ plan: Plan, deck: [UInt8]) throws {
        self.plan = plan
        folder = try TalkFolder(deck: deck, presenterKey: plan.presenterKey)
        let places = plan.listen.map { [$0.description] } ?? ["127.0.0.1:7420", "127.0.0.1:0"]
        var found: (process: ChildProcess, address: String)?
        var failure: any Error = CommandFailure(description: "no address to listen at")
        for place in places where found == nil {
            do { found = try OwnServer.begin(plan, folder, at: place) } catch { failure = error }
        }
        guard let found else {
            folder.remove()
            throw failure
        }
        (process, address) = (found.process, found.address)
        takenAddress = plan.listen == nil && found.address != places[0] ? places[0] : nil
        NamedThread.start("server") { [self] in superviseUntilEnd() }
    }

    /// Ends the server with the talk.
    func end() {
        let process = condition.withLock {
            isOver = true
            condition.broadcast()
            return self.process
        }
        // Members are told that the talk is over; without this line they would wait for the server to return. A signal
        // would end the server before all are told.
        process?.say("over")
        process?.waitForEnd(milliseconds: OwnServer.goodbyeMilliseconds)
        process?.end()
        folder.remove()
    }

    /// The number of restarts.
    var restarts: Int { condition.withLock { restartCount } }

    /// Starts a server at HOST:PORT and waits until it listens.
    private static func begin(
        _ plan: Plan, _ folder: TalkFolder, at place: String
    ) throws -> (process: ChildProcess, address: String) {
        var words = ["serve", "--until-input-ends", "--scratch", folder.path, "--store", folder.storePath]
        // Every valid deck fits, also with the escapes of a message.
        words += ["--max-content-bytes", "\(8 * DeckLimits.deckBytes)"]
        if let bytes = plan.assetBytes { words += ["--max-asset-bytes", "\(bytes)"] }
        // The deck has its diagrams already.
        words.append("--no-programs")
        words += ["--listen", place, "--room", "\(plan.room)=\(folder.deckPath)", "--drain", "100ms"]
        if plan.isOpen { words.append("--open") }
        if plan.hasWebPage { words.append("--web") }
        if plan.presenterKey != nil { words += ["--presenter-key-file", folder.keyPath] }
        if let secretFile = plan.secretFile { words += ["--secret-file", secretFile] }
        if let folder = plan.announcesInto { words += ["--announce", "--announce-into", folder] }
        if let files = plan.certificate?.files { words += ["--tls-cert", files.certificate, "--tls-key", files.key] }
        let process = try ChildProcess(words)
        let line = process.nextLine(before: Date(timeIntervalSinceNow: startSeconds))
        guard let line, let start = line.range(of: "://") else {
            process.end()
            throw CommandFailure(description: "cannot serve: \(complaint(of: process))")
        }
        return (process, String(line[start.upperBound...]))
    }

    /// The reason that a server gave, without its log.
    private static func complaint(of process: ChildProcess) -> String {
        let complaints = process.complaints
        guard let mark = complaints.range(of: "riffle serve: ", options: .backwards) else {
            return complaints.isEmpty ? "no output from the server" : complaints
        }
        return String(complaints[mark.upperBound...])
    }

    /// Restarts the server whenever it ends, until the talk is over.
    private func superviseUntilEnd() {
        var failures = 0
        while true {
            let beganAt = Date()
            condition.withLock { process }?.waitForEnd()
            failures = Date().timeIntervalSince(beganAt) < OwnServer.steadySeconds ? failures + 1 : 0
            // The first restart is immediate; a server that ends again and again is restarted with growing pauses.
            guard pause(seconds: min(Double(max(0, failures - 1)) / 2, OwnServer.longestPauseSeconds)) else { return }
            restart()
        }
    }

    /// Waits, unless the talk ends before; returns whether it goes on.
    private func pause(seconds: Double) -> Bool {
        let deadline = Date(timeIntervalSinceNow: seconds)
        return condition.withLock {
            while !isOver, condition.wait(until: deadline) {}
            return !isOver
        }
    }

    private func restart() {
        condition.withLock { process }?.end()
        let next = try? OwnServer.begin(plan, folder, at: address)
        let isLate = condition.withLock {
            process = next?.process
            if next != nil { restartCount += 1 }
            return isOver
        }
        if isLate { next?.process.end() }
    }
}

extension OwnServer {
    /// The URL for the presenter.
    var url: String { invitation.ownURL }

    /// The commands with which others join.
    var invitations: [String] { invitation.lines(hosts: MachineAddress.all) }

    /// The lobby of the room.
    func lobby(title: String, gate: GateAddress?) -> Lobby {
        invitation.lobby(title: title, hosts: MachineAddress.all, gate: gate)
    }

    private var invitation: Invitation {
        Invitation(
            address: address, room: plan.room, secretFile: plan.secretFile, certified: plan.certificate?.hosts,
            hasWebPage: plan.hasWebPage)
    }
}
