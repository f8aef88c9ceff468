import PagingEngine
import PagingRoom
import PagingWire

/// A fault of the server in a simulated load run, to test that the run finds it.
package enum LoadFault: Hashable, Sendable {
    /// Every fourth connection misses an event now and then.
    case eventsDropped
    /// It gets one twice.
    case eventsRepeated
    /// Two change places.
    case eventsReordered
    /// It gets other pages than the others.
    case eventsCorrupted
    /// The server does nothing at all for a while; what comes to it waits.
    case stalled(atMilliseconds: Int64, forMilliseconds: Int64)

    /// Whether messages of the connection with this number are tampered with.
    func concerns(line: Int) -> Bool {
        if case .stalled = self { false } else { line % 4 == 1 }
    }

    /// A message as the server sends it instead. Those who are just being let in are spared: what they get decides where
    /// they begin.
    func tampered(_ messages: [ServerMessage]) -> [ServerMessage] {
        let events = messages.indices.filter { if case .event = messages[$0] { true } else { false } }
        guard let first = events.first else { return messages }
        var changed = messages
        switch self {
        case .eventsDropped: changed.remove(at: first)
        case .eventsRepeated: changed.insert(messages[first], at: first + 1)
        case .eventsReordered: if events.count > 1 { changed.swapAt(first, events[1]) }
        case .eventsCorrupted: changed = messages.map(LoadFault.corrupted)
        case .stalled: break
        }
        return changed
    }

    private static func corrupted(_ message: ServerMessage) -> ServerMessage {
        guard case .event(let event) = message else { return message }
        let change: Event.Change
        switch event.change {
        case .selected(let old, let new, let item, let place):
            change = .selected(old: old, new: new + 1, item: item, at: place)
        case .target(let old, let new): change = .target(from: old, to: new + 1)
        default: return message
        }
        return .event(Event(sequence: event.sequence, change: change))
    }
}
