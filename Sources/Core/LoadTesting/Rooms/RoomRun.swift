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

    /// - Parameter life: how often the user has left before.
    func client(named name: String, user: Int, _ part: LoadPlan.Part, life: Int) -> ClientCore {
        let actor = script.actors[part.actor]
        let values = feeds.values(of: user, part)
        // Captures do not exist in rooms, and other values are always there.
        let own = actor.token.flatMap { text in try? values.filled(text) }
        let join = Join(name: name, role: actor.role, token: own ?? token)
        var random = SeedStream(seed: seed, part: RandomPart.client, part.actor, part.place, life)
        return ClientCore(settings: ClientSettings(join: join), seed: random.next())
    }

    func runner(named name: String, user: Int, _ part: LoadPlan.Part, startsAt: LoadTime) -> ScriptRunner {
        var random = SeedStream(seed: seed, part: RandomPart.steps, part.actor, part.place)
        return ScriptRunner(
            script: script, decks: decks, actor: part.actor, as: name, seed: random.next(), start: startsAt.instant,
            values: feeds.values(of: user, part))
    }
}
