import PagingEngine
import PagingRoom
import PagingServer
import PagingWire

/// Faults on purpose, only in a world that was asked for one.
extension World {
    /// Applies the fault to messages on their way; true: they are dropped.
    mutating func isSabotaged(_ messages: [ServerMessage], on line: Int) -> Bool {
        let hasEvent = messages.contains { if case .event = $0 { true } else { false } }
        let hasNotes = messages.contains { if case .notes = $0 { true } else { false } }
        switch sabotage {
        case .messageLost: return hasEvent && isBusy && random.chance(2)
        case .lastMessageLost: return hasEvent && milliseconds > plan.busyMilliseconds + 3_000
        case .notesLeaked where hasNotes: inspectElsewhere(messages, than: line, inSameRoom: true)
        case .roomsCrossed where hasEvent: inspectElsewhere(messages, than: line, inSameRoom: false)
        default: break
        }
        return false
    }

    /// Sends messages also to somebody else.
    private mutating func inspectElsewhere(_ messages: [ServerMessage], than line: Int, inSameRoom: Bool) {
        let room = actors[lines[line].member].room
        let other = lines.indices.last { other in
            let candidate = lines[other]
            return other != line && candidate.life == life && candidate.isOpen && !candidate.serverKnows
                && (actors[candidate.member].room == room) == inSameRoom
        }
        if let other { inspect(messages, on: other) }
    }
}

extension FaultInjection {
    /// The message that the faulty server sends instead.
    func tampered(_ message: ServerMessage) -> ServerMessage {
        guard case .event(let event) = message else { return message }
        switch (self, event.change) {
        case (.shiftDoubled, .shift(let pages, let origin, let window)) where pages != 0:
            return .event(
                Event(sequence: event.sequence, change: .shift(by: 2 * pages, origin: origin, window: window)))
        case (.pageMiscounted, .selected(let old, let new, let item, let place)) where new.value % 3 == 0:
            return .event(
                Event(sequence: event.sequence, change: .selected(old: old, new: new + 1, item: item, at: place)))
        default: return message
        }
    }
}
