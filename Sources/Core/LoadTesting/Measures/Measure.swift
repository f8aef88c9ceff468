/// The values a load run measures. All are times in microseconds but `skew`. `Measure+Definition` defines each.
package enum Measure: String, Hashable, Comparable, Sendable, Codable, CaseIterable {
    case connect
    case join
    case ack
    case deliver
    case transit
    case spread
    case catchUp
    case skew
    case lag
    case reply
    case push
    case http

    package static func < (left: Measure, right: Measure) -> Bool { left.order < right.order }

    /// Its index among all.
    var order: Int {
        switch self {
        case .connect: 0
        case .join: 1
        case .ack: 2
        case .deliver: 3
        case .transit: 4
        case .spread: 5
        case .catchUp: 6
        case .skew: 7
        case .lag: 8
        case .reply: 9
        case .push: 10
        case .http: 11
        }
    }

    /// Whether it is a distance in 1/65,536 page instead of a time.
    package var isDistance: Bool { self == .skew }
}
