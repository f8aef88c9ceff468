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
        /// At rest, to the settled page.
        case onCompletion
        /// As soon as a neighbour holds the majority, and a little more so that a hand at the middle does not dither.
        case inFlight
        /// With every change, to the nearest page.
        case always
        /// At rest, and only so far that the settled page is in the window.
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
    /// A loop of fewer pages than this is a plain row, and not to be dragged.
    public var loopMinimum: Int
    /// Whether a strip of tabs can be dragged to choose a page.
    public var hasStrip: Bool
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
            recentring: .onCompletion, wrap: .unbounded, loopMinimum: 1, hasStrip: false, maximumStep: 1,
            grabWhileSettling: .anyone, edge: .rubber,
            axis: .horizontal, dragSlop: Distance(units: 1_680), flingVelocity: Velocity(unitsPerSecond: 84_021),
            itemThousandths: 1_000, spacingPoints: 0, leaseMilliseconds: 3_000)
        switch preset {
        case .threePage: break
        case .threePagePredicted: become(.projected(timeMilliseconds: 250), .spring(responseMilliseconds: 100))
        case .carousel:
            become(.threshold(viewportThousandths: 300), .linear(durationMilliseconds: 200))
            (windowSlots, wrap, loopMinimum, itemThousandths, spacingPoints) = (5, .loop, 2, 800, 20)
        case .tabs:
            become(.projected(timeMilliseconds: 99), .spring(responseMilliseconds: 350))
            (wrap, hasStrip) = (.loop, true)
        case .buttons:
            become(.refused, .spring(responseMilliseconds: 500))
            (windowSlots, recentring, wrap) = (1, .never, .finite)
        case .majority:
            become(.projected(timeMilliseconds: 99), .spring(responseMilliseconds: 350))
            recentring = .inFlight
        case .continuous:
            become(.free, .decay)
            recentring = .always
        }
    }

    private mutating func become(_ release: Release, _ settle: Settle) {
        self.release = release
        self.settle = settle
    }
}
