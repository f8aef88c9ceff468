import Testing

@testable import Scripting

@Suite struct UserValuesTests {
    private static func feed(
        _ order: DataOrder, _ use: DataUse, rows: Int, place: Int, users: Int, seed: UInt64 = 1
    ) -> UserValues.Feed {
        let plan = DataPlan(name: "p", format: .csv, path: "p.csv", order: order, use: use)
        let table = DataTable(plan: plan, columns: ["n"], rows: (0..<rows).map { ["\($0)"] })
        return UserValues.Feed(
            table: table, place: place, users: users, seed: seed,
            shuffled: UserValues.Feed.shuffle(table, seed: seed))
    }

    @Test(arguments: [DataOrder.sequential, .random]) func noRowIsUsedTwiceByUsersThatKeepOne(
        order: DataOrder
    ) {
        let rows = (0..<100).map { Self.feed(order, .user, rows: 100, place: $0, users: 100).row(round: 0) }
        #expect(Set(rows).count == 100)
        #expect((rows == Array(0..<100)) == (order == .sequential))
        let later = (0..<100).map { Self.feed(order, .user, rows: 100, place: $0, users: 100).row(round: 9) }
        #expect(later == rows, "a user keeps its row")
        let others = (0..<100).map { Self.feed(order, .user, rows: 100, place: $0, users: 100, seed: 2).row(round: 0) }
        #expect((others == rows) == (order == .sequential), "chance follows the seed")
    }

    /// Ten users take a hundred rows in ten rounds, each row once.
    @Test func sharedRowsAreTakenInTurn() {
        let rows = (0..<10).flatMap { place in
            (0..<10).map { Self.feed(.sequential, .shared, rows: 100, place: place, users: 10).row(round: $0) }
        }
        #expect(rows.sorted() == Array(0..<100))
        let chosen = (0..<1_000).map { Self.feed(.random, .shared, rows: 10, place: 3, users: 10).row(round: $0) }
        #expect(Set(chosen) == Set(0..<10))
        #expect(Self.feed(.random, .shared, rows: 10, place: 3, users: 10).row(round: 7) == chosen[7])
    }

    @Test func valuesAreFoundByName() throws {
        var values = UserValues(user: 4, feeds: [Self.feed(.sequential, .shared, rows: 9, place: 1, users: 3)])
        values.reach(iteration: 2, rounds: 1)
        let text = try ReferenceText("${user} ${iteration} ${p.n}")
        #expect(try values.filled(text) == "4 2 4")
        let missing = try ReferenceText("${token}")
        let error = #expect(throws: MissingValue.self) { try values.filled(missing) }
        #expect(error?.expected == "a value of ${token}")
        values.capture("abc", as: "token")
        #expect(try values.filled(missing) == "abc")
    }
}
