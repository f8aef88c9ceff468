import Metrics
import PagingRoom
import PagingWire

/// The home of a message, and its kind where a queue asks for it.
extension LoopMessage {
    /// The room to whose home the message goes; nil for all other messages.
    package var homeRoom: String? {
        switch self {
        case .requestJoin(let room, _), .withdrawn(let room, _), .request(let room, _, _, _, _, _),
            .sideRequest(let room, _, _, _, _), .left(let room, _, _, _), .drawn(let room, _), .resync(let room, _),
            .reopen(let room, _), .audience(let room, _), .audienceRequest(let room, _, _, _):
            room
        case .joinGranted, .publish, .reply, .sideAnswer, .reset, .epochChanged, .dismissed, .roomWanted,
            .roomDecided, .roomGone, .roomHosted, .readyToHandOver, .seats, .audienceRules, .audienceNumbers:
            nil
        }
    }

    /// Whether it brings so much that it cannot wait for a room that changes its server.
    var isLarge: Bool {
        switch self {
        case .sideRequest(_, _, _, _, let request), .audienceRequest(_, _, _, let request): request.isLarge
        default: false
        }
    }

    var isJoin: Bool { if case .requestJoin = self { true } else { false } }

    /// Whether a connection may send it as often as it likes, so that the number that waits needs a limit.
    var isRepeatable: Bool {
        switch self {
        case .request, .sideRequest, .drawn, .audienceRequest: true
        default: false
        }
    }
}
