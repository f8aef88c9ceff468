package import Scripting
import Support

/// The users of a run, when each begins and in which room: the same in every worker from the same seed.
///
/// Users are numbered over the whole plan, actor by actor, and within an actor in the order in which they begin.
package struct LoadPlan: Sendable {
    /// A user's part.
    package struct Part: Hashable, Sendable {
        /// The actor's place in the script.
        package var actor: Int
        /// The user's place among those of its actor, from 0.
        package var place: Int
        /// From 0; user n of an actor goes to room n mod rooms.
        package var room: Int
    }

    /// When one user begins.
    package struct Start: Hashable, Comparable, Sendable {
        package var user: Int
        /// From the start of the run, as intended.
        package var afterMicroseconds: Int64
        /// When it leaves even if it has steps left; nil: never.
        package var untilMicroseconds: Int64?

        package static func < (left: Start, right: Start) -> Bool {
            (left.afterMicroseconds, left.user) < (right.afterMicroseconds, right.user)
        }
    }

    /// The users of one actor.
    struct Crowd: Sendable {
        let population: Population
        let firstUser: Int
        let schedule: ArrivalSchedule
        /// How long one of them can take.
        let longestMilliseconds: Int64

        var count: Int { schedule.count }
    }

    package let rooms: Int
    /// Starts of the whole run, those included that an open population may have no place for.
    package let users: Int
    let crowds: [Crowd]
    /// When all users leave, even those with steps left; nil: when all steps are done.
    package let durationMilliseconds: Int64?

    /// - Parameter seed: chooses when the users of open populations come.
    /// - Throws: an error when users of a population would arrive without end.
    package init(script: Script, seed: UInt64) throws(ScriptError) {
        rooms = max(1, script.load.rooms)
        durationMilliseconds = script.load.durationMilliseconds
        var crowds: [Crowd] = []
        var first = 0
        for (number, actor) in script.actors.enumerated() {
            let random = SeedStream(seed: seed, part: RandomPart.arrivals, number)
            guard
                let schedule = ArrivalSchedule(
                    of: actor.population, rooms: rooms, within: script.load.durationMilliseconds, random: random)
            else {
                throw ScriptError(
                    file: script.file, line: actor.line, column: 1,
                    message:
                        "users of `\(actor.name)` would arrive without end: expected `for` with their time, or the "
                        + "run's `duration`"
                )
            }
            crowds.append(
                Crowd(
                    population: actor.population, firstUser: first, schedule: schedule,
                    longestMilliseconds: actor.longestMilliseconds))
            first += schedule.count
        }
        self.crowds = crowds
        users = first
    }

    /// The part of the user with this number.
    package func part(of user: Int) -> Part {
        precondition((0..<users).contains(user), "expected a user of the plan")
        // An actor without users begins where the next one does.
        let actor = (crowds.firstIndex { $0.firstUser > user } ?? crowds.count) - 1
        let place = user - crowds[actor].firstUser
        return Part(actor: actor, place: place, room: place % rooms)
    }

    /// The starts of a worker's users in the order of time.
    package func starts(of share: LoadShare = LoadShare()) -> [Start] {
        var starts: [Start] = []
        for crowd in crowds {
            for place in 0..<crowd.count where share.contains(user: crowd.firstUser + place) {
                starts.append(crowd.schedule.start(of: crowd.firstUser + place, place: place))
            }
        }
        return starts.sorted()
    }

    /// How many users of an open population a worker may have at a time; nil: as many as come.
    func most(ofActor actor: Int, share: LoadShare) -> Int? {
        let most: Int
        switch crowds[actor].population {
        case .open(_, _, let number), .ramping(_, let number): most = number
        case .one, .closed, .staged: return nil
        }
        return most / share.workers + (share.worker < most % share.workers ? 1 : 0)
    }

    /// The latest end of the run, in milliseconds from the start, if no connection breaks.
    package var latestEndMilliseconds: Int64 {
        let ends = crowds.filter { $0.count > 0 }.map { crowd in
            (0..<crowd.count).map { place -> Int64 in
                let start = crowd.schedule.start(of: crowd.firstUser + place, place: place)
                let end = start.afterMicroseconds / 1_000 + crowd.longestMilliseconds + VirtualUser.partingMilliseconds
                return start.untilMicroseconds.map { min($0 / 1_000, end) } ?? end
            }.max() ?? 0
        }
        let end = ends.max() ?? 0
        return durationMilliseconds.map { min($0, end) } ?? end
    }

    /// The part of the users that a worker plays, 0 … 1.
    package func fraction(of share: LoadShare) -> Double {
        // Users are numbered from 0, and a worker plays each `workers`th one.
        users == 0 ? 0 : Double((users - share.worker + share.workers - 1) / share.workers) / Double(users)
    }

    /// The most users a worker can have at a time, and so the sockets it needs.
    package func usersAtMost(of share: LoadShare = LoadShare()) -> Int {
        crowds.indices.reduce(0) { sum, actor in
            let crowd = crowds[actor]
            let mine = (0..<crowd.count).count { share.contains(user: crowd.firstUser + $0) }
            switch crowd.population {
            case .one, .closed: return sum + mine
            case .open, .ramping: return sum + min(mine, most(ofActor: actor, share: share) ?? mine)
            case .staged(let stages):
                // Users come and go in turn, so every worker has an even part of them, one more or less.
                let most = stages.map(\.users).max() ?? 0
                return sum + min(mine, most / share.workers + 1)
            }
        }
    }
}

/// Names of the rooms of a run.
package enum LoadRoom {
    /// The target's own name for a single room; several rooms have their number, from 1, at the end.
    package static func name(_ number: Int, of rooms: Int, target: String) -> String {
        rooms == 1 ? target : "\(target)-\(number + 1)"
    }
}

/// Parts of a run with their own `SeedStream`: what one part draws does not depend on the other parts, on other users or
/// on the number of workers.
enum RandomPart {
    static let arrivals: UInt64 = 1
    static let client: UInt64 = 2
    static let steps: UInt64 = 3
    static let hit: UInt64 = 4
    static let delay: UInt64 = 5
    static let before: UInt64 = 6
}
