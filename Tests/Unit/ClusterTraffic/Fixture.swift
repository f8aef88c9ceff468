import PagingEngine

@testable import ClusterTraffic

enum Fixture {
    static let cluster = cluster("test")

    static func cluster(_ text: String) -> ClusterName {
        guard let name = ClusterName(text) else { preconditionFailure("\(text) names a cluster.") }
        return name
    }

    static func node(_ number: UInt64) -> NodeID {
        guard let node = NodeID(number) else { preconditionFailure("\(number) is an id.") }
        return node
    }

    static func at(_ milliseconds: Int64) -> Instant { Instant(milliseconds: milliseconds) }

    /// The parts of a message, one after another.
    static func joined(_ parts: [UInt8]...) -> [UInt8] { parts.flatMap { $0 } }

    /// A number as eight bytes.
    static func eight(_ number: UInt64) -> [UInt8] {
        (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * UInt64($0))) }
    }

    /// Bytes that differ from place to place.
    static func payload(_ count: Int) -> [UInt8] {
        var bytes: [UInt8] = (0..<251).map { UInt8($0) }
        while bytes.count < count { bytes += bytes + [UInt8(truncatingIfNeeded: bytes.count)] }
        return Array(bytes.prefix(count))
    }

    static func parts(_ count: Int, number: UInt64 = 1) -> [Part] {
        Part.parts(of: payload(count), number: number)
    }
}
