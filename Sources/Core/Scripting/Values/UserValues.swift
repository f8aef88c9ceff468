import Support

/// The values of one user: its number, its rows of data, and what it has captured.
package struct UserValues: Sendable {
    /// One user's way through the rows of a file.
    package struct Feed: Sendable {
        let table: DataTable
        /// The user's place among all users that take rows of the file, and their number.
        let place: Int
        let users: Int
        let seed: UInt64
        /// The rows in the order in which users take them; empty for the order of the file.
        let shuffled: [Int32]

        package init(table: DataTable, place: Int, users: Int, seed: UInt64, shuffled: [Int32]) {
            self.table = table
            (self.place, self.users) = (place, max(1, users))
            self.seed = seed
            self.shuffled = shuffled
        }

        /// The row of a round. It depends on nothing but the seed, the user and the round, so every worker has a part of its
        /// own without a word between them.
        func row(round: Int) -> Int {
            let count = table.rows.count
            switch (table.plan.use, table.plan.order) {
            case (.user, .sequential): return place % count
            case (.user, .random): return Int(shuffled[place % count])
            case (.shared, .sequential): return (place % count + (users % count) * (round % count)) % count
            case (.shared, .random):
                var random = SeedStream(seed: seed, part: Feed.part, table.plan.line, place, round)
                return Int.random(in: 0..<count, using: &random)
            }
        }

        private static let part: UInt64 = 41

        /// The rows of a file by chance, each once.
        package static func shuffle(_ table: DataTable, seed: UInt64) -> [Int32] {
            guard table.plan.use == .user, table.plan.order == .random else { return [] }
            var random = SeedStream(seed: seed, part: part, table.plan.line)
            var rows = Array(0..<Int32(table.rows.count))
            for last in stride(from: rows.count - 1, to: 0, by: -1) {
                rows.swapAt(last, Int.random(in: 0...last, using: &random))
            }
            return rows
        }
    }

    private let user: Int
    private let feeds: [Feed]
    private var captured: [String: String] = [:]
    /// The round of the innermost repetition, from 0.
    var iteration = 0
    /// The rounds of outermost repetitions before the present one.
    var rounds = 0

    /// - Parameter user: its number over the whole run, from 0.
    package init(user: Int, feeds: [Feed] = []) {
        self.user = user
        self.feeds = feeds
    }

    /// The values of an actor of a scene, where each actor is one user.
    init(actor: Int, of script: Script, seed: UInt64) {
        let feeds = script.load.tables.map { table in
            Feed(
                table: table, place: actor, users: script.actors.count, seed: seed,
                shuffled: Feed.shuffle(table, seed: seed))
        }
        self.init(user: actor, feeds: feeds)
    }

    /// Notes where the user is among its repetitions.
    package mutating func reach(iteration: Int, rounds: Int) {
        (self.iteration, self.rounds) = (iteration, rounds)
    }

    package mutating func capture(_ value: String, as name: String) {
        captured[name] = value
    }

    package func value(of reference: Reference) throws(MissingValue) -> String {
        let name = reference.name
        if name == "user" { return String(user) }
        if name == "iteration" { return String(iteration) }
        if let value = captured[name] { return value }
        if let point = name.firstIndex(of: "."),
            let feed = feeds.first(where: { $0.table.plan.name == name[..<point] }),
            let value = feed.table.value(of: String(name[name.index(after: point)...]), row: feed.row(round: rounds))
        {
            return value
        }
        throw MissingValue(reference: reference)
    }

    package func filled(_ text: ReferenceText) throws(MissingValue) -> String {
        try text.filled { reference throws(MissingValue) in try value(of: reference) }
    }
}
