import PagingClient
import PagingContent
import PagingWire
import Scripting
import Support

/// The parts of a run that its users share: what they play, and what is measured while one of them does something.
struct RoomRun {
    let script: Script
    let decks: [String: [Page]]
    let seed: UInt64
    let token: String?
    let feeds: DataFeeds
    var recorder: LoadRecorder
    var observer: RoomObserver
    var faults: FaultSchedule
    var barriers: Barriers
    /// Whether the present event is a tick: what it causes was intended for its deadline, not for the event's moment.
    var isTick = false
    /// Effects of the present user's client and runner that wait to be handled. Kept between events, so that a message
    /// allocates nothing.
    var clientEffects: [ClientEffect] = []
    var runnerEffects: [RunnerEffect] = []

    func actor(of part: LoadPlan.Part) -> Script.Actor { script.actors[part.actor] }

    /// The access token of a user.
    func token(_ part: LoadPlan.Part, _ values: UserValues) throws(MissingValue) -> String? {
        guard let own = script.actors[part.actor].token else { return token }
        return try values.filled(own)
    }

    /// - Parameter life: how often the user has left before.
    func client(named name: String, token: String?, _ part: LoadPlan.Part, life: Int) -> ClientCore {
        let join = Join(name: name, role: script.actors[part.actor].role, token: token)
        var random = SeedStream(seed: seed, part: RandomPart.client, part.actor, part.place, life)
        return ClientCore(settings: ClientSettings(join: join), seed: random.next())
    }

    func runner(
        named name: String, _ part: LoadPlan.Part, startsAt: LoadTime, values: UserValues
    ) -> ScriptRunner {
        var random = SeedStream(seed: seed, part: RandomPart.steps, part.actor, part.place)
        return ScriptRunner(
            script: script, decks: decks, actor: part.actor, as: name, seed: random.next(), start: startsAt.instant,
            values: values)
    }
}
