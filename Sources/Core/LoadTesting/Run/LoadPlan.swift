package import Scripting

/// Who takes part in a run, when each begins and in which room: the same in every worker from the same seed.
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
        /// When it leaves if its steps have not ended before; nil: it stays.
        package var untilMicroseconds: Int64?

        package static func < (left: Start, right: Start) -> Bool {
            (left.afterMicroseconds, left.user) < (right.afterMicroseconds, right.user)
        }
    }

    /// The users of one actor.
    struct Crowd: Sendable {
        let population: Population
        let firstUser: Int
        let schedule: Schedule
        /// How long one of them can take.
        let longestMilliseconds: Int64

        var count: Int { schedule.count }
    }

    package let rooms: Int
    /// Starts of the whole run, those included that may find no place.
    package let users: Int
    let crowds: [Crowd]
    /// When everybody leaves whatever is left to do; nil: when all have come to their end.
    package let durationMilliseconds: Int64?

    /// - Parameter seed: chooses when the users of open populations come.
    /// - Throws: when a population would go on for ever.
    package init(script: Script, seed: UInt64) throws(ScriptError) {
        rooms = max(1, script.load.rooms)
        durationMilliseconds = script.load.durationMilliseconds
        var crowds: [Crowd] = []
        var first = 0
        for (number, actor) in script.actors.enumerated() {
            let dice = LoadDice(seed: seed, stream: .arrivals, number)
            guard
                let schedule = Schedule(
                    of: actor.population, rooms: rooms, within: script.load.durationMilliseconds, dice: dice)
            else {
                throw ScriptError(
                    file: script.file, line: actor.line, column: 1,
                    message: "users of `\(actor.name)` would come for ever: say `for` how long, or the run's `duration`"
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
        precondition((0..<users).contains(user), "A user is one of the plan's")
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
        guard case .open(_, _, let most) = crowds[actor].population else { return nil }
        return most / share.workers + (share.worker < most % share.workers ? 1 : 0)
    }

    /// When everybody is gone at the latest, in milliseconds from the start, while connections hold.
    package var latestEndMilliseconds: Int64 {
        let ends = crowds.filter { $0.count > 0 }.map { crowd in
            (0..<crowd.count).map { place -> Int64 in
                let start = crowd.schedule.start(of: crowd.firstUser + place, place: place)
                let end = start.afterMicroseconds / 1_000 + crowd.longestMilliseconds + RoomLoad.partingMilliseconds
                return start.untilMicroseconds.map { min($0 / 1_000, end) } ?? end
            }.max() ?? 0
        }
        let end = ends.max() ?? 0
        return durationMilliseconds.map { min($0, end) } ?? end
    }

    /// The most users a worker can have at a time: so many descriptors it needs.
    package func usersAtMost(of share: LoadShare = LoadShare()) -> Int {
        crowds.indices.reduce(0) { sum, actor in
            let crowd = crowds[actor]
            let mine = (0..<crowd.count).count { share.contains(user: crowd.firstUser + $0) }
            switch crowd.population {
            case .one, .closed: return sum + mine
            case .open: return sum + min(mine, most(ofActor: actor, share: share) ?? mine)
            case .staged(let stages):
                // Users come and go in turn, so every worker has its even part of them, give or take one.
                let most = stages.map(\.users).max() ?? 0
                return sum + min(mine, most / share.workers + 1)
            }
        }
    }
}
