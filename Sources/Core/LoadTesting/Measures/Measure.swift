/// The times a load run measures. All are in microseconds but `skew`.
package enum Measure: String, Hashable, Comparable, Sendable, Codable, CaseIterable {
    /// From the intended start to the open connection.
    case connect
    /// From the intended start to the first whole state of the room.
    case join
    /// From the intended moment of a request to its answer.
    case ack
    /// From when the server made an event to when a member received it; the server's clock has milliseconds.
    case deliver
    /// From the first member that received an event to the last one.
    case spread
    /// From the intended moment of a reconnect to a state as new as its welcome.
    case catchUp
    /// The largest distance between two members' windows at one moment, in 1/65,536 page.
    case skew
    /// How late the generator itself did what was intended.
    case lag
    /// Plain endpoints: from the intended moment of a message to the reply that matches it.
    case reply
    /// Plain endpoints: from the time a push carries to its arrival.
    case push

    package static func < (left: Measure, right: Measure) -> Bool { left.order < right.order }

    /// Its index among all.
    var order: Int {
        switch self {
        case .connect: 0
        case .join: 1
        case .ack: 2
        case .deliver: 3
        case .spread: 4
        case .catchUp: 5
        case .skew: 6
        case .lag: 7
        case .reply: 8
        case .push: 9
        }
    }

    /// Whether it is a distance in 1/65,536 page instead of a time.
    package var isDistance: Bool { self == .skew }
}
