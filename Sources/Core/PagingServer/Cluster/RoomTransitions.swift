import Metrics
import PagingEngine
import PagingRoom
import PagingWire

/// The rooms of this loop that start or are handed over, and the messages that wait for that. In a cluster, every message
/// to a home passes here: to the home, into its queue, or on to the cluster loop when this loop does not host the room.
///
///     host → starting ──started──→ (ordinary) ──prepareHandOver──→ handing over ──unhost──→ (elsewhere)
///                                      ↑                                │
///                                      └──────started: it failed────────┘
struct RoomTransitions: Sendable {
    private struct Transition {
        /// Starting: what the cluster loop sends is older than what waits, so it is handled at once.
        var isStarting: Bool
        var queue: [(message: LoopMessage, isForeign: Bool)] = []
    }

    /// Requests that may wait for a room before others are refused: seconds of a lively room.
    static let waitingLimit = 1_024

    private var transitions: [String: Transition] = [:]

    /// Whether a room is starting or being handed over.
    var isEmpty: Bool { transitions.isEmpty }

    // MARK: Commands

    /// Performs a command; returns the messages that waited for it and are to be handled now. `messages` are not handled
    /// here, because one of them may change the way of the next.
    mutating func perform(
        _ command: ClusterCommand, on hosted: inout HostedRooms, at now: Instant, into output: inout LoopOutput
    ) -> [LoopMessage] {
        switch command {
        case .host(let spec, let epoch, let number):
            hosted.host(spec, epoch: epoch, after: number, at: now, into: &output)
            transitions[spec.name] = Transition(isStarting: true)
            output.send(.roomHosted(room: spec.name), to: output.loops)
        case .started(let room):
            hosted.cancelHandOver(of: room)
            return transitions.removeValue(forKey: room)?.queue.map(\.message) ?? []
        case .speak(let room): hosted.speak(room, into: &output)
        case .follow(let room, let isFollowed): hosted.follow(room, isFollowed, from: output.loops)
        case .hold(let room): hosted.hold(room)
        case .leaseEnded: hosted.holdAll()
        case .prepareHandOver(let room, let isForced):
            hosted.prepareHandOver(of: room, isForced: isForced)
            transitions[room, default: Transition(isStarting: false)].isStarting = false
        case .unhost(let room, let reason):
            hosted.unhost(room, reason, into: &output)
            forwardQueue(of: room, into: &output)
        case .messages: break
        }
        return []
    }

    /// Reports rooms that are ready to be handed over, and forwards what waits for rooms that were removed meanwhile.
    mutating func settle(_ hosted: inout HostedRooms, into output: inout LoopOutput) {
        for room in transitions.keys.sorted() {
            if !hosted.contains(room) {
                forwardQueue(of: room, into: &output)
            } else if hosted.freezeIfReady(room) {
                output.send(.readyToHandOver(room: room), to: output.loops)
            }
        }
    }

    // MARK: Messages

    /// Whether a message waits, or goes on to the cluster loop, instead of being handled now.
    ///
    /// - Parameter isForeign: whether the cluster loop has sent it.
    mutating func diverts(
        _ message: LoopMessage, isForeign: Bool, of hosted: HostedRooms, into output: inout LoopOutput
    ) -> Bool {
        guard let room = message.homeRoom else { return false }
        guard hosted.contains(room) else {
            forwardQueue(of: room, into: &output)
            // Edges send again what they have sent to a room that is gone; only a join has nobody yet who would.
            guard !isForeign || message.isJoin else { return false }
            output.send(message, to: output.loops)
            return true
        }
        guard let transition = transitions[room] else { return false }
        if transition.isStarting, isForeign { return false }
        // A drag goes on until its end: a hand-over would end it.
        if transition.queue.isEmpty, hosted.isDraggedBeforeHandOver(room) { return false }
        if transition.queue.count < RoomTransitions.waitingLimit && !message.isLarge || !message.isRepeatable {
            transitions[room]?.queue.append((message, isForeign))
        } else {
            RoomTransitions.refuse(message, at: hosted.newestSequence(of: room), into: &output)
        }
        return true
    }

    /// Sends what waited for a room on to the cluster loop. The edges of other nodes send theirs again themselves.
    private mutating func forwardQueue(of room: String, into output: inout LoopOutput) {
        guard let queue = transitions.removeValue(forKey: room)?.queue else { return }
        for (message, isForeign) in queue where !isForeign { output.send(message, to: output.loops) }
    }

    private static func refuse(_ message: LoopMessage, at sequence: Sequence, into output: inout LoopOutput) {
        let reason = "the room is changing its server; try again"
        switch message {
        case .request(_, _, let address, let id, let request, _):
            output.refuse(request, id, of: address, reason, at: sequence)
        case .sideRequest(_, _, let address, let id, let request),
            .audienceRequest(_, let address, let id, let request):
            output.count(InputLabel.Kind(request), .rate)
            let frame = output.encode(.answer(.refused(id, Refusal(.rate, reason), sequence)))
            output.answerSide(frame, to: address, answers: id)
        default: break
        }
    }
}
