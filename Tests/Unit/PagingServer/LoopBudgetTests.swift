import Foundation
import TestSupport
import Testing

@testable import PagingServer

@Suite struct LoopBudgetTests {
    @Test func everyRowIsCompleteAndNamesItsWorkOnce() {
        let rows = LoopBudget.standard.rows
        #expect(Set(rows.map(\.work)).count == rows.count && rows.count == 12)
        for row in rows { #expect(![row.work, row.budget, row.spacing, row.reason].contains(""), "\(row.work)") }
    }

    /// With `RECORD=1` the table is written again; read the difference.
    @Test func theDocumentHasTheTable() throws {
        let file = Repository.file("docs/limits.md")
        let text = try String(contentsOf: file, encoding: .utf8)
        let table = /(?<heading>\| class of work \|.*\n\|[-|]+\n)(?<rows>(?:\|.*\n)*)/
        let match = try #require(text.firstMatch(of: table))
        let expected = LoopBudget.standard.markdown
        if ProcessInfo.processInfo.environment["RECORD"] == "1" {
            try text.replacing(table, with: match.heading + expected).write(to: file, atomically: true, encoding: .utf8)
            Issue.record("recorded docs/limits.md: read the difference, then run without RECORD")
            return
        }
        #expect(String(match.rows) == expected, "docs/limits.md is out of date: record it with RECORD=1")
    }

    @Test func theTableShowsTheFiguresInUse() {
        var budget = LoopBudget.standard
        budget.subscribersPerTurn = 77
        budget.crowdSpacingMilliseconds = 88
        let changed = zip(budget.rows, LoopBudget.standard.rows).filter { $0 != $1 }.map(\.0)
        #expect(changed.map(\.budget).contains { $0.contains("77") })
        #expect(changed.map(\.spacing).contains { $0.contains("88 ms") })
        #expect(changed.count == 2)
    }

    @Test func aCrowdAtRestIsServedInABoundedNumberOfTurns() {
        let budget = LoopBudget.standard
        #expect(budget.idleSubscribers(of: 100) == 32)
        #expect(budget.idleSubscribers(of: 25_600) == 100)
    }
}
