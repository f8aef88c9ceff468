import ArgumentParser
import FoundationEssentials
import LoadTesting
import Support

extension Load {
    /// Compares the JSON reports of two runs, prints a table, and throws an exit status when the new run is worse.
    func compare(_ old: String) throws {
        let result = RunComparison(
            old: try Load.reportedRun(old), new: try Load.reportedRun(script), tolerance: comparison.tolerance / 100)
        for warning in result.warnings { StandardStreams.printError("riffle load: \(warning)") }
        StandardStreams.print(Load.verdict(of: result, tolerance: comparison.tolerance))
        let head = ["measure", "old run", "new run", "by second", "99 % interval", "verdict"]
        let rows = result.rows.map { row in
            [
                row.name, row.old, row.new, row.ratio.map(Load.decimals) ?? "-",
                row.interval.map { "\(Load.decimals($0.lowerBound)) to \(Load.decimals($0.upperBound))" }
                    ?? "too short",
                row.verdict.rawValue + (row.hasSlowSeconds ? ", some slow seconds" : ""),
            ]
        }
        for line in TextTable.lines([head] + rows, numbers: [1, 2, 3, 4]) { StandardStreams.print(line) }
        for count in result.counts {
            StandardStreams.print("\(count.name): \(count.old), then \(count.new)\(count.isWorse ? ", worse" : "")")
        }
        switch result.verdict {
        case .worse: throw ExitStatus.threshold
        case .undecided: throw ExitStatus.late
        case .notWorse: break
        }
    }

    private static func verdict(of result: RunComparison, tolerance: Double) -> String {
        func count(_ verdict: RunComparison.ComparisonVerdict) -> Int { result.rows.count { $0.verdict == verdict } }
        let (all, undecided) = (result.rows.count, count(.undecided))
        switch result.verdict {
        case .worse:
            let worse = result.counts.count(where: \.isWorse)
            let failed = result.failsNow ? ", and the new run failed" : ""
            return "WORSE: \(count(.slower)) of \(all) figures are slower, \(worse) counts are higher\(failed)"
        case .undecided where result.isVoid: return "NOT DECIDED: a run is void or was interrupted"
        case .undecided:
            let slow = result.rows.count(where: \.hasSlowSeconds)
            let missing = result.rows.count(where: \.isMissing)
            let reasons = [
                slow == 0 ? nil : "; far higher in the new run because of some slow seconds: \(slow)",
                missing == 0 ? nil : "; missing in the new run: \(missing)",
            ]
            return "NOT DECIDED: \(all - undecided) of \(all) figures are decided" + reasons.compactMap(\.self).joined()
        case .notWorse:
            let rest = undecided == 0 ? "" : "; \(undecided) of \(all) figures are not decided, longer runs help"
            return "NOT WORSE: no figure is slower by more than \(decimals(tolerance)) %\(rest)"
        }
    }

    private static func reportedRun(_ path: String) throws -> ReportedRun {
        let bytes: [UInt8]
        do {
            bytes = try TextFile.bytes(of: path)
        } catch {
            throw ValidationError("--compare: \(error)")
        }
        do {
            let version = try JSONDecoder().decode(ReportedVersion.self, from: Data(bytes)).riffleLoad
            guard version <= ReportedRun.newestVersion else {
                StandardStreams.printError(
                    "riffle load: \(path): expected a report of version \(ReportedRun.newestVersion) or older, got "
                        + "\(version); a newer riffle wrote it")
                throw ExitStatus.unreadable
            }
            let run = try JSONDecoder().decode(ReportedRun.self, from: Data(bytes))
            guard run.isPlausible else {
                throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "counts of no run"))
            }
            return run
        } catch let status as ExitCode {
            throw status
        } catch {
            StandardStreams.printError(
                "riffle load: \(path): expected a report of `riffle load … --out json=FILE`, got \(Load.reason(error))")
            throw ExitStatus.unreadable
        }
    }

    /// The place in the file that does not fit, in words.
    private static func reason(_ error: any Error) -> String {
        switch error as? DecodingError {
        case .keyNotFound(let key, let context):
            "no `\((context.codingPath + [key]).map(\.stringValue).joined(separator: "."))`"
        case .typeMismatch(_, let context), .valueNotFound(_, let context):
            "another value at `\(context.codingPath.map(\.stringValue).joined(separator: "."))`"
        case .dataCorrupted(let context) where context.codingPath.isEmpty && context.underlyingError == nil:
            context.debugDescription
        default: "no JSON"
        }
    }

    private static func decimals(_ number: Double) -> String {
        let hundredths = Int((min(number, 1e9) * 100).rounded())
        let cents = hundredths % 100
        return "\(hundredths / 100).\(cents < 10 ? "0" : "")\(cents)"
    }
}

/// The version of a report, which may be too new for the rest to be read.
private struct ReportedVersion: Decodable {
    var riffleLoad: Int
}
