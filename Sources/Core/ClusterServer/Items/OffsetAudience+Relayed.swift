import PagingRoom

/// The number of an audience in `RelayedOffset`.
extension OffsetAudience {
    private static let relayed: [OffsetAudience] = [.everybody, .frames, .keyframes]

    init?(relayed number: UInt8) {
        guard OffsetAudience.relayed.indices.contains(Int(number)) else { return nil }
        self = OffsetAudience.relayed[Int(number)]
    }

    var relayedNumber: UInt8 {
        switch self {
        case .everybody: 0
        case .frames: 1
        case .keyframes: 2
        }
    }
}
