/// A drag of the strip of tabs, while the pager rests.
public struct Strip: Hashable, Sendable {
    /// The identity of a strip drag.
    struct Key: Hashable, Sendable {
        let id: DragID
        let holder: MemberID
    }

    /// The drag's number, from its holder.
    public let id: DragID
    /// The member that drags the strip.
    public let holder: MemberID
    /// The translation since the drag began, in tabs.
    public internal(set) var translation: Distance
    /// Time of the newest sample.
    public internal(set) var lastSampleAt: Instant

    /// A strip drag with these values.
    public init(id: DragID, holder: MemberID, translation: Distance, lastSampleAt: Instant) {
        self.id = id
        self.holder = holder
        self.translation = translation
        self.lastSampleAt = lastSampleAt
    }

    var key: Key { Key(id: id, holder: holder) }
}

/// The layout of an endless strip: tabs of different widths, repeated side by side.
///
/// All lengths are in one unit of the caller's choice.
public struct StripLayout: Hashable, Sendable {
    /// Upper limit of lengths, exclusive, so that JSON carries their sums exactly.
    public static let bound: Int64 = 1 << 40

    /// Widths of the tabs, for one lap.
    public let widths: [Int64]
    /// Width of the view that shows the strip.
    public let view: Int64
    /// Width of one lap: the sum of the tabs.
    public let lap: Int64

    /// A strip of tabs with these widths; nil without tabs, for a width below 1, and beyond the bound.
    public init?(widths: [Int64], view: Int64) {
        var lap: Int64 = 0
        for width in widths {
            guard width > 0, width < StripLayout.bound, lap < StripLayout.bound else { return nil }
            lap += width
        }
        guard lap > 0, lap < StripLayout.bound, view >= 0, view < StripLayout.bound else { return nil }
        self.widths = widths
        self.view = view
        self.lap = lap
    }

    /// Number of laps to lay out: two before the origin's and the origin's, and as many as the view and one tab more show.
    ///
    /// With fewer, a strip of few tabs ends inside the view before it is recentred.
    public var copies: Int64 {
        let shown = view + (widths.max() ?? 0)
        return 3 + (shown + lap - 1) / lap
    }

    /// The offset that shows the same as `offset` and lies in the third lap: 2L + mod(x − 2L, L).
    ///
    /// The remainder within the lap is kept, so that the strip does not jump.
    public func recentred(_ offset: Int64) -> Int64 {
        2 * lap + PageOrder.flooredModulo(offset.limited(to: -(1 << 60)...(1 << 60)) - 2 * lap, lap)
    }
}
