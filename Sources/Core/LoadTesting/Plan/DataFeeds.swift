package import Scripting

/// The rows of a script's data, and which user takes which.
///
/// A row follows from the user's place among all users that take rows of the file, so every worker has its own part of the
/// file, and no row is used twice before all were used once.
package struct DataFeeds: Sendable {
    private struct FeedFile: Sendable {
        let table: DataTable
        let shuffled: [Int32]
        /// By actor: the place of its first user among those that take rows; nil for an actor without.
        let firstPlaces: [Int?]
        let users: Int
    }

    private let files: [FeedFile]
    private let seed: UInt64

    package init(_ script: Script, plan: LoadPlan, seed: UInt64) {
        self.seed = seed
        files = script.load.tables.map { table in
            var users = 0
            let places = script.actors.indices.map { actor -> Int? in
                guard script.actors[actor].takesRows(of: table.plan.name, in: script) else { return nil }
                defer { users += plan.crowds[actor].count }
                return users
            }
            return FeedFile(
                table: table, shuffled: UserValues.Feed.shuffle(table, seed: seed), firstPlaces: places, users: users)
        }
    }

    /// The values of a user before its first step.
    func values(of user: Int, _ part: LoadPlan.Part) -> UserValues {
        UserValues(
            user: user,
            feeds: files.compactMap { file in
                file.firstPlaces[part.actor].map { first in
                    UserValues.Feed(
                        table: file.table, place: first + part.place, users: file.users, seed: seed,
                        shuffled: file.shuffled)
                }
            })
    }

    /// Files with fewer rows than users that keep one, in words.
    package var shortages: [String] {
        files.compactMap { file in
            let (plan, rows) = (file.table.plan, file.table.rows.count)
            guard plan.use == .user, file.users > rows else { return nil }
            return
                "data `\(plan.name)`: \(file.users) users share the \(rows) rows of \(plan.path), so rows are used again"
        }
    }
}
