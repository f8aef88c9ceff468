import ArgumentParser
import FoundationEssentials
import Glibc
import LoadTesting
import Scripting
import Support

extension Load {
    /// Plays one run, writes its summary and reports, and throws its exit status.
    func play(_ order: LoadOrder, _ scene: LoadScene, _ session: LoadSession) throws {
        guard let result = try playing({ try session.play(order, scene) })?.folded() else {
            throw ExitCode(128 + (session.signal ?? SIGTERM))
        }
        var report = report(on: result, scene, session)
        if session.signal == nil || result.connectFailure != nil {
            report.joinFailure = joinFailure(of: result)?.sentence(report.target)
        }
        report.commands = session.commands
        try write(report)
        if let note = pushNote(on: result, scene) { StandardStreams.printError("riffle load: \(note)") }
        if let signal = session.signal { throw ExitCode(128 + signal) }
        try checkThatAUserJoined(result, report.target)
        if report.isLate { throw ExitStatus.late }
        if report.outcome == .failed { throw ExitStatus.threshold }
    }

    /// Reports the reason when no user joined; then thresholds say nothing about the server.
    func checkThatAUserJoined(_ result: LoadResult, _ target: String) throws {
        guard let failure = joinFailure(of: result) else { return }
        StandardStreams.printError("riffle load: \(failure.sentence(target))")
        throw failure.exitCode
    }

    /// Everything that watches the runs. A search prints its course, and commands of a script print what they like, so
    /// both leave the terminal alone.
    func runWatch(of scene: LoadScene) throws -> RunWatch {
        try RunWatch(
            watching, lines: out.first(where: \.isLive)?.path, isSimulated: sim,
            hasTerminal: findMax == nil && scene.script.load.commands.isEmpty)
    }

    /// The reason why no user joined; nil when one did.
    private func joinFailure(of result: LoadResult) -> ConnectFailure? {
        guard !sim, !result.hasAdmitted, result.wholeCounts.started > 0 else { return nil }
        return result.connectFailure ?? ConnectFailure(.unreachable, "nobody was in when the run ended")
    }

    /// A note where no message was a push as the script describes them.
    private func pushNote(on result: LoadResult, _ scene: LoadScene) -> String? {
        guard let push = scene.script.load.plain?.push, result.latencies[.push] == nil,
            result.wholeCounts.receivedMessages > 0
        else { return nil }
        return "no message was a push: expected JSON in a text message with the \(push.stamp.clock.rawValue) time in "
            + "\(push.stamp.unit.rawValue) in its field `\(push.field.printableLine)`, got none among "
            + "\(result.wholeCounts.receivedMessages) received; see `target.push`"
    }

    /// Runs `body`, reports its error and throws the exit status. Such an error is not caused by the server.
    func playing<Result>(_ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch {
            StandardStreams.printError("riffle load: \(error)")
            throw error is ScriptError ? ExitStatus.unreadable : ExitStatus.failure
        }
    }

    func report(on result: LoadResult, _ scene: LoadScene, _ session: LoadSession) -> LoadReport {
        let start = session.start
        let moment = LoadReport.Start(
            text: start.formatted(.iso8601), unixMilliseconds: Int64(start.timeIntervalSince1970 * 1_000))
        var conditions = [LoadReport.Condition("program", "riffle \(Riffle.version)")]
        if !sim {
            conditions.append(.init("workers", "\(workers)"))
            conditions.append(.init("processors", "\(ProcessInfo.processInfo.activeProcessorCount)"))
            if let profile = scene.script.load.plain?.profile { conditions.append(.init("profile", profile.title)) }
            if !source.isEmpty { conditions.append(.init("sources", source.joined(separator: ", "))) }
        }
        var report = LoadReport(
            result, target: targetText(scene) ?? "", start: sim ? nil : moment, conditions: conditions,
            verdicts: Verdict.judge(scene.script.load.thresholds, result, abort: session.abort),
            lagBound: lateness.value * 1_000, wasInterrupted: session.signal != nil)
        report.abort = session.abort
        report.agents = session.agents
        return report
    }

    /// Writes the summary and the report files.
    private func write(_ report: LoadReport) throws {
        // A report on standard output must not be mixed with the summary.
        let isTaken = out.contains(where: \.isStandardOutput)
        let output = isTaken ? STDERR_FILENO : STDOUT_FILENO
        let summary = ProgressLine.columns(of: output).map { report.summary(columns: $0) } ?? report.summary()
        StandardStreams.write(Array(summary.printableOutput.utf8), to: output)
        for file in out { try playing { try file.write(report) } }
    }
}

extension ConnectFailure {
    /// Text about the failed connections: the result, the reason, and a remedy where there is one.
    fileprivate func sentence(_ target: String) -> String { words(target).printableLine }

    private func words(_ target: String) -> String {
        switch kind {
        case .unreachable: "no user could connect to \(target): \(plainReason)"
        case .certificateRejected:
            "no user could connect to \(target): \(reason); give a private authority with --tls-ca FILE"
        case .refused, .version: "no user was admitted at \(target): \(reason)"
        }
    }

    /// The reason without the library's words for an unexpected reply to the handshake.
    private var plainReason: String {
        guard reason.hasPrefix("HS: "), let found = reason.firstMatch(of: /\(HTTP (\d+)\)/) else { return reason }
        return "the server replied to the WebSocket handshake with HTTP status \(found.1), expected 101; check the URL"
    }

    fileprivate var exitCode: ExitCode {
        switch kind {
        case .unreachable: ExitStatus.unreachable
        case .certificateRejected, .refused: ExitStatus.refused
        case .version: ExitStatus.version
        }
    }
}
