import Foundation
import TestPeers
import Testing

@testable import RoomStore

/// The statements of nodes that share a database, under stress. `make soak-cluster` plays the first test for longer.
@Suite(.needsPostgres, .serialized) struct ClusterStressTests {
    /// The longest that a short run may take, in seconds: beside the other suites it gets little of the machine.
    private static let limit = 10 * WaitLimit.seconds

    private static func number(_ name: String) -> Int? { ProcessInfo.processInfo.environment[name].flatMap(Int.init) }

    @Test func nothingIsLostAndNothingIsThereTwice() throws {
        let plan = StressPlan(cuts: Self.number("CLUSTER_CUTS"), records: Self.number("CLUSTER_RECORDS"))
        let isLong = Self.number("CLUSTER_CUTS") != nil
        var told = Date()
        let (counts, findings) = try StressRun.play(plan, within: isLong ? 86_400 : Self.limit) { counts in
            guard isLong, Date().timeIntervalSince(told) >= 1 else { return }
            told = Date()
            FileHandle.standardError.write(
                Data("\(counts.cuts) of \(plan.cuts) cuts, \(counts.records) of \(plan.records) records\n".utf8))
        }
        #expect(findings.isEmpty, "\(findings.count): \(findings.prefix(5))")
        #expect(counts.claims > plan.rooms && counts.compactions > 0 && counts.fenced > 0)
        if isLong { FileHandle.standardError.write(Data("\(counts): \(findings.count) findings\n".utf8)) }
    }

    /// A statement lingers in each of some tries; one of them must show the fault.
    @Test(arguments: StressPlan.FaultInjection.allCases)
    func theAuditorFindsAProtectionThatIsTakenOut(fault: StressPlan.FaultInjection) throws {
        let (counts, findings) = try StressRun.play(StressPlan(fault: fault), within: Self.limit)
        #expect(findings.contains { $0.rule == .late || $0.rule == .writers }, "\(counts): \(findings.prefix(5))")
    }

    private static func record(_ index: Int64, epoch: Int64 = 5, by writer: Int64 = 7) -> StressRecord {
        StressRecord(
            room: "a", index: index, epoch: epoch, isWhole: index == 2,
            content: StressContent(writer: writer, number: index))
    }

    @Test func aBrokenJournalIsFound() {
        let (one, two, three) = (Self.record(1), Self.record(2), Self.record(3))
        var ledger = StressLedger()
        ledger.committed = [three]
        func rules(_ history: [StressRecord], left journal: [StressRecord]? = nil) -> [StressAudit.Rule] {
            StressAudit.findings(ledger, history: history, journal: journal ?? history).map(\.rule)
        }
        #expect(rules([one, two, three]) == [])
        #expect(rules([one, two, three], left: [two, three]) == [], "the second is whole")
        #expect(rules([one, two, three], left: [three]) == [.compaction])
        #expect(rules([one, two, three], left: [one, two]) == [.compaction])
        #expect(rules([one, two]) == [.lost])
        #expect(rules([one, three]) == [.gap])
        #expect(rules([one, two, three, three]) == [.twice, .twice], "the content and the place")
        #expect(rules([one, two, three, Self.record(4, epoch: 4)]) == [.order])
        #expect(rules([one, two, three, Self.record(4, by: 8)]) == [.writers])
    }

    @Test func aBrokenPromiseToANodeIsFound() {
        let history = (Int64(1)...3).map { Self.record($0) }
        func rules(_ change: (inout StressLedger) -> Void) -> [StressAudit.Rule] {
            var ledger = StressLedger()
            ledger.claims = [StressLedger.Claim(room: "a", epoch: 5, writer: 7, last: 0)]
            ledger.expulsions = [StressLedger.Expulsion(id: 7, beat: 4)]
            ledger.beats = [7: 4]
            change(&ledger)
            return StressAudit.findings(ledger, history: history, journal: history).map(\.rule)
        }
        #expect(rules { _ in } == [])
        #expect(rules { $0.absent = [history[2].content] } == [.late])
        #expect(rules { $0.claims.append(StressLedger.Claim(room: "a", epoch: 6, writer: 8, last: 2)) } == [.unread])
        #expect(rules { $0.claims.append(StressLedger.Claim(room: "a", epoch: 5, writer: 8, last: 0)) } == [.writers])
        #expect(rules { $0.beats[7] = 5 } == [.expulsion])
        #expect(rules { $0.expulsions.append(StressLedger.Expulsion(id: 7, beat: 5)) } == [.expulsion])
        #expect(rules { $0.refusals = ["deadlock detected"] } == [.refusal])
    }
}
