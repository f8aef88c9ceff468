import Testing

@testable import PagingServer

@Suite struct LoopBudgetTests {
    @Test func everyRowIsCompleteAndNamesItsWorkOnce() {
        let rows = LoopBudget.standard.rows
        #expect(Set(rows.map(\.work)).count == rows.count && rows.count == 11)
        for row in rows { #expect(![row.work, row.budget, row.spacing, row.reason].contains(""), "\(row.work)") }
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
