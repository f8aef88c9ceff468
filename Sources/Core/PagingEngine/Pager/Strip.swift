/// A hand on the strip of tabs while the pager rests.
public struct Strip: Hashable, Sendable {
    /// What tells one strip drag from another.
    struct Key: Hashable, Sendable {
        let id: DragID
        let holder: MemberID
    }

    public let id: DragID
    public let holder: MemberID
    /// The way since the strip was taken hold of, in tabs.
    public internal(set) var translation: Distance
    /// The newest sample's time.
    public internal(set) var lastSampleAt: Instant

    public init(id: DragID, holder: MemberID, translation: Distance, lastSampleAt: Instant) {
        self.id = id
        self.holder = holder
        self.translation = translation
        self.lastSampleAt = lastSampleAt
    }

    var key: Key { Key(id: id, holder: holder) }
}

/// Tabs of different widths repeated side by side, so that a strip of them can be dragged on and on.
///
/// All lengths are in one unit of the caller's choice.
public struct StripLayout: Hashable, Sendable {
    /// No strip is longer than this, so that sums of lengths stay whole numbers in JSON.
    public static let bound: Int64 = 1 << 40

    /// Widths of the tabs of one lap.
    public let widths: [Int64]
    /// Width of the view the strip shows in.
    public let view: Int64
    /// Width of one lap: the sum of the tabs.
    public let lap: Int64

    /// Nil without tabs, with one of no width, or beyond the bound.
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

    /// Laps to lay out: two before and one at the origin's, and as many as the view and one tab more can show.
    ///
    /// With fewer, a strip of few tabs ends inside the view before it is recentred.
    public var copies: Int64 {
        let shown = view + (widths.max() ?? 0)
        return 3 + (shown + lap - 1) / lap
    }

    /// The offset that shows the same as `offset` and lies in the third lap: 2L + mod(x − 2L, L).
    ///
    /// What goes beyond the lap is kept; dropping it would make the strip jump.
    public func recentred(_ offset: Int64) -> Int64 {
        2 * lap + PageOrder.flooredModulo(offset.limited(to: -(1 << 60)...(1 << 60)) - 2 * lap, lap)
    }
}
