import Foundation
import PagingContent
import Platform

/// A server in a process of its own for the length of one talk.
///
/// A process of its own goes on serving while the presenter's is stopped by Ctrl-Z. It ends when its standard input
/// does, and so with the presenter whatever ends that, a kill included. When it ends before, whatever ended it, it is
/// started again where it was, with what it remembers of the room: everybody comes back by themselves.
///
/// `@unchecked Sendable`: what is mutable is touched only while `condition` is locked; a process is asked for its lines
/// and its end, which `LineReader` allows from any thread.
final class OwnServer: @unchecked Sendable {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// Which room is served, where, and to whom.
    struct Plan: Sendable {
        let room: String
        /// Nil: at the usual port of this machine, or at a free one.
        var listen: ListenAddress?
        /// Whether everybody may come who reaches it.
        var isOpen = false
        /// Secrets of tokens, one of which everybody then needs.
        var secretFile: String?
        /// With it TLS is spoken, and nothing else.
        var certificate: OwnCertificate?
    }

    private static let patienceSeconds = 10.0
    /// One that has lived so long did not end because of how it was started.
    private static let steadySeconds = 10.0
    private static let longestPauseSeconds = 5.0

    private let plan: Plan
    private let folder: TalkFolder
    /// HOST:PORT as bound, and the same for every server that follows.
    let address: String
    private let condition = NSCondition()
    private var process: ChildProcess?
    private var isOver = false
    private var endings = 0

    /// Serves the bytes of a deck.
    init(_ plan: Plan, deck: [UInt8]) throws {
        self.plan = plan
        folder = try TalkFolder(deck: deck)
        let places = plan.listen.map { [$0.description] } ?? ["127.0.0.1:7420", "127.0.0.1:0"]
        var found: (process: ChildProcess, address: String)?
        var complaint: any Error = Failure(description: "nowhere to listen")
        for place in places where found == nil {
            do { found = try OwnServer.begin(plan, folder, at: place) } catch { complaint = error }
        }
        guard let found else {
            folder.remove()
            throw complaint
        }
        (process, address) = (found.process, found.address)
        let thread = Thread { [self] in keep() }
        thread.name = "server"
        thread.start()
    }

    /// Ends it with the talk.
    func end() {
        let process = condition.withLock {
            isOver = true
            condition.broadcast()
            return self.process
        }
        process?.end()
        folder.remove()
    }

    /// How often it had to be started again.
    var restarts: Int { condition.withLock { endings } }

    /// Starts a server at HOST:PORT and waits until it listens.
    private static func begin(
        _ plan: Plan, _ folder: TalkFolder, at place: String
    ) throws -> (process: ChildProcess, address: String) {
        var words = ["serve", "--until-input-ends", "--scratch", folder.path, "--store", folder.storePath]
        // Whatever a deck may be fits, however it is written on the way.
        words += ["--max-content-bytes", "\(8 * DeckLimits.deckBytes)"]
        words += ["--listen", place, "--room", "\(plan.room)=\(folder.deckPath)", "--drain", "100ms"]
        if plan.isOpen { words.append("--open") }
        if let secretFile = plan.secretFile { words += ["--secret-file", secretFile] }
        if let files = plan.certificate?.files { words += ["--tls-cert", files.certificate, "--tls-key", files.key] }
        let process = try ChildProcess(words)
        let line = process.nextLine(before: Date(timeIntervalSinceNow: patienceSeconds))
        guard let line, let start = line.range(of: "://") else {
            process.end()
            let complaints = process.complaints
            throw Failure(description: "cannot serve: \(complaints.isEmpty ? "no word from the server" : complaints)")
        }
        return (process, String(line[start.upperBound...]))
    }

    /// Starts another one whenever one has ended before the talk, until the talk is over.
    private func keep() {
        var failures = 0
        while true {
            let beganAt = Date()
            condition.withLock { process }?.waitForEnd()
            failures = Date().timeIntervalSince(beganAt) < OwnServer.steadySeconds ? failures + 1 : 0
            // The first time at once; a server that cannot live is not started over and over.
            guard pause(seconds: min(Double(max(0, failures - 1)) / 2, OwnServer.longestPauseSeconds)) else { return }
            beginAgain()
        }
    }

    /// Whether the talk goes on.
    private func pause(seconds: Double) -> Bool {
        let deadline = Date(timeIntervalSinceNow: seconds)
        return condition.withLock {
            while !isOver, condition.wait(until: deadline) {}
            return !isOver
        }
    }

    private func beginAgain() {
        condition.withLock { process }?.end()
        let next = try? OwnServer.begin(plan, folder, at: address)
        let isLate = condition.withLock {
            process = next?.process
            if next != nil { endings += 1 }
            return isOver
        }
        if isLate { next?.process.end() }
    }
}

extension OwnServer {
    /// How its presenter reaches it.
    var url: String { invitation.ownURL }

    /// How others join, as they would type it.
    var invitations: [String] { invitation.lines(hosts: MachineAddress.all) }

    private var invitation: Invitation {
        Invitation(
            address: address, room: plan.room, secretFile: plan.secretFile, certified: plan.certificate?.hosts)
    }
}
