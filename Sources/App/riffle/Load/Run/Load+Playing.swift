import ArgumentParser
import Foundation
import LoadTesting
import Scripting

extension Load {
    /// One run, its summary, its reports and what became of it.
    func play(_ order: LoadOrder, _ scene: LoadScene, _ session: LoadSession) throws {
        let start = Date()
        guard let result = try playing({ try session.play(order, scene) })?.folded() else {
            throw ExitCode(128 + (session.signal ?? SIGTERM))
        }
        let report = report(on: result, scene, session, start: start)
        try tell(report)
        if let signal = session.signal { throw ExitCode(128 + signal) }
        try tellWhenNobodyCameIn(result, order, scene)
        if report.isLate { throw ExitStatus.late }
        if report.outcome == .failed { throw ExitStatus.threshold }
    }

    /// A run without anybody in it says nothing of the server, whatever else did not hold.
    func tellWhenNobodyCameIn(_ result: LoadResult, _ order: LoadOrder, _ scene: LoadScene) throws {
        let isPlain = scene.script.load.plain != nil
        let isEmpty = isPlain ? result.counts.receivedMessages == 0 : result.latencies[.join] == nil
        guard !sim, isEmpty, let turnedAway = result.turnedAway else { return }
        StandardStreams.say("riffle load: \(turnedAway.sentence(order.target))")
        throw turnedAway.exitCode
    }

    /// Runs `body`, reports its error and throws the exit status. Such an error is no fault of the server.
    func playing<Result>(_ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch {
            StandardStreams.say("riffle load: \(error)")
            throw error is ScriptError ? ExitStatus.unreadable : ExitStatus.failure
        }
    }

    func report(on result: LoadResult, _ scene: LoadScene, _ session: LoadSession, start: Date) -> LoadReport {
        let moment = LoadReport.Start(
            text: start.formatted(.iso8601), unixMilliseconds: Int64(start.timeIntervalSince1970 * 1_000))
        var conditions = [LoadReport.Condition("program", "riffle \(Riffle.version)")]
        if !sim {
            conditions.append(.init("workers", "\(workers)"))
            conditions.append(.init("processors", "\(ProcessInfo.processInfo.activeProcessorCount)"))
            if !source.isEmpty { conditions.append(.init("sources", source.joined(separator: ", "))) }
        }
        return LoadReport(
            result, target: sim ? "simulated" : target ?? "", start: sim ? nil : moment, conditions: conditions,
            verdicts: Verdict.judge(scene.script.load.thresholds + threshold, result),
            lagBound: lateness.value * 1_000, wasInterrupted: session.signal != nil)
    }

    /// The summary for people, and the files.
    private func tell(_ report: LoadReport) throws {
        // Standard output holds one thing at a time.
        let isTaken = out.contains(where: \.isStandardOutput)
        StandardStreams.write(Array(report.summary.utf8), to: isTaken ? STDERR_FILENO : STDOUT_FILENO)
        for file in out { try playing { try file.write(report) } }
    }
}

extension ConnectFailure {
    /// Text about the failed connections: the result, the reason, and a remedy where there is one.
    fileprivate func sentence(_ target: String) -> String {
        switch kind {
        case .unreachable: "nobody got through to \(target): \(reason)"
        case .distrusted:
            "nobody came in at \(target): \(reason); a private authority is named with --tls-ca FILE"
        case .refused, .version: "nobody was let in at \(target): \(reason)"
        }
    }

    fileprivate var exitCode: ExitCode {
        switch kind {
        case .unreachable: ExitStatus.unreachable
        case .distrusted, .refused: ExitStatus.refused
        case .version: ExitStatus.version
        }
    }
}
