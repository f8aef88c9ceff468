package import PagingEngine

/// A moment of a load run in microseconds of the generator's monotonic clock: an acknowledgement on loopback takes less
/// than one of the protocol's milliseconds.
package struct LoadTime: Hashable, Comparable, Sendable, Codable {
    package var microseconds: Int64

    package init(microseconds: Int64) {
        self.microseconds = microseconds
    }

    /// The same moment for everything that counts in milliseconds, rounded down.
    package var instant: Instant { Instant(milliseconds: microseconds / 1_000) }

    package func advanced(byMicroseconds span: Int64) -> LoadTime { LoadTime(microseconds: microseconds + span) }

    /// Microseconds from `earlier` to this moment.
    package func microseconds(since earlier: LoadTime) -> Int64 { microseconds - earlier.microseconds }

    package static func < (left: LoadTime, right: LoadTime) -> Bool { left.microseconds < right.microseconds }

    /// The first microsecond of a millisecond.
    init(_ instant: Instant) {
        self.init(microseconds: instant.milliseconds * 1_000)
    }
}
