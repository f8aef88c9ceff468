/// Everything about a pager that does not change while it moves. A preset is only a name for a set of these.
public struct Configuration: Hashable, Sendable {
    /// How far a released drag goes.
    public enum Release: Hashable, Sendable {
        /// To the nearest page, exactly half way counts.
        case half
        /// As `half`, of the place the drag would reach in this time at its velocity.
        case projected(timeMilliseconds: Int64)
        /// One page when strictly more than this many thousandths of the viewport were dragged.
        case threshold(viewportThousandths: Int64)
        /// No pages: the movement runs out freely.
        case free
        /// Drags are refused.
        case refused
    }

    /// How the pager settles.
    public enum Settle: Hashable, Sendable {
        case linear(durationMilliseconds: Int64)
        case spring(responseMilliseconds: Int64)
        case decay
    }

    /// When the window follows the position.
    public enum Recentring: String, Hashable, Sendable, CaseIterable {
        case onCompletion
        /// As soon as a neighbour holds the majority.
        case inFlight
        /// With every change.
        case always
        case never
    }

    /// Who may take hold of a pager that is settling.
    public enum GrabWhileSettling: String, Hashable, Sendable, CaseIterable {
        case anyone
        case sameHolder
        case nobody
    }

    /// What a drag beyond a limit looks like.
    public enum Edge: String, Hashable, Sendable, CaseIterable {
        case rubber
        case clamp
    }

    /// The direction of the row; drawing only.
    public enum Axis: String, Hashable, Sendable, CaseIterable {
        case horizontal
        case vertical
    }

    public var preset: Preset
    /// Slots in the window, odd; the origin is the middle one.
    public var windowSlots: Int
    public var release: Release
    public var settle: Settle
    public var recentring: Recentring
    /// How the row wraps when the supplier does not say.
    public var wrap: PageOrder.Wrap
    /// Pages one drag may go at most.
    public var maximumStep: Int64
    public var grabWhileSettling: GrabWhileSettling
    public var edge: Edge
    public var axis: Axis
    /// A drag shorter than this and slower than a fling is a tap.
    public var dragSlop: Distance
    /// At this speed a release goes at least one page.
    public var flingVelocity: Velocity
    /// Width of a page in thousandths of the viewport.
    public var itemThousandths: Int64
    /// Space between pages in points, at the reference width of 390 points.
    public var spacingPoints: Int64
    /// A drag without a sample for this long is lost.
    public var leaseMilliseconds: Int64
}

extension Configuration {
    /// The values a preset stands for.
    ///
    /// The slop is 10 points and a fling 500 points a second, both over a page of 390 points.
    public init(_ preset: Preset) {
        self.init(
            preset: preset, windowSlots: 3, release: .half, settle: .linear(durationMilliseconds: 100),
            recentring: .onCompletion, wrap: .unbounded, maximumStep: 1, grabWhileSettling: .anyone, edge: .rubber,
            axis: .horizontal, dragSlop: Distance(units: 1_680), flingVelocity: Velocity(unitsPerSecond: 84_021),
            itemThousandths: 1_000, spacingPoints: 0, leaseMilliseconds: 3_000)
        switch preset {
        case .threePage:
            break
        case .threePagePredicted:
            release = .projected(timeMilliseconds: 250)
            settle = .spring(responseMilliseconds: 100)
        }
    }
}
