/// The rules of a pager, constant while it moves. A preset is a name for a set of values.
public struct Configuration: Hashable, Sendable {
    /// The rule for the target of a released drag.
    public enum Release: Hashable, Sendable {
        /// The nearest page; exactly half way counts as the next one.
        case half
        /// As `half`, for the position the drag would reach in this time at its velocity.
        case projected(timeMilliseconds: Int64)
        /// One page if more than this many thousandths of the viewport were dragged.
        case threshold(viewportThousandths: Int64)
        /// No page: the movement decays and may end between pages.
        case free
        /// Drags are refused.
        case refused
    }

    /// The movement after a release, a step or a jump.
    public enum Settle: Hashable, Sendable {
        /// Constant speed for this time, 0 to 60,000 ms; 0 for no animation.
        case linear(durationMilliseconds: Int64)
        /// A critically damped spring with this response, 1 to 60,000 ms.
        case spring(responseMilliseconds: Int64)
        /// Exponential decay of the velocity, for `Release.free`.
        case decay
    }

    /// The time at which the window follows the position.
    public enum Recentring: String, Hashable, Sendable, CaseIterable {
        /// At rest, to the settled page.
        case onCompletion
        /// As soon as a neighbour covers the majority of the view, with hysteresis against jitter at the middle.
        case inFlight
        /// At every change, to the nearest page.
        case always
        /// At rest, only as far as needed to have the settled page in the window.
        case never
    }

    /// The members that may take hold of a pager while it settles.
    public enum GrabWhileSettling: String, Hashable, Sendable, CaseIterable {
        /// Every member that may drag.
        case anyone
        /// The member whose input started the animation.
        case sameHolder
        /// No member.
        case nobody
    }

    /// The resistance of a drag beyond a limit.
    public enum Edge: String, Hashable, Sendable, CaseIterable {
        /// The pager follows with growing resistance (`RubberBand`).
        case rubber
        /// The pager stops at the limit.
        case clamp
    }

    /// The direction of the row, for drawing only.
    public enum Axis: String, Hashable, Sendable, CaseIterable {
        /// Pages side by side.
        case horizontal
        /// Pages one below the other.
        case vertical
    }

    /// The preset these values started from.
    public var preset: Preset
    /// Number of slots in the window, odd, 1 to 99; the origin is the middle one.
    public var windowSlots: Int
    /// The rule for the target of a released drag.
    public var release: Release
    /// The movement to the target.
    public var settle: Settle
    /// The time at which the window follows the position.
    public var recentring: Recentring
    /// The wrap of the row for content that does not specify one.
    public var wrap: PageOrder.Wrap
    /// A loop with fewer pages is finite and cannot be dragged; 1 to 1,000,000.
    public var loopMinimum: Int
    /// Whether a strip of tabs can be dragged to choose a page.
    public var hasStrip: Bool
    /// Number of pages that a drag goes at most, 1 to 1,000,000.
    public var maximumStep: Int64
    /// The members that may take hold of the pager while it settles.
    public var grabWhileSettling: GrabWhileSettling
    /// The resistance of a drag beyond a limit.
    public var edge: Edge
    /// The direction of the row, for drawing only.
    public var axis: Axis
    /// A drag shorter than this and slower than a fling is a tap.
    public var dragSlop: Distance
    /// A release at this speed or more goes at least one page.
    public var flingVelocity: Velocity
    /// Width of a page in thousandths of the viewport, 1 to 10,000.
    public var itemThousandths: Int64
    /// Space between pages, 0 to 10,000 points at the reference width of 390 points.
    public var spacingPoints: Int64
    /// A drag without a sample for this many milliseconds is lost; 1 to 3,600,000.
    public var leaseMilliseconds: Int64
}

extension Configuration {
    /// The values of a preset.
    ///
    /// The slop is 10 points and a fling 500 points per second, both for a page of 390 points.
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

extension Configuration {
    /// The width, in points, to which lengths in points refer.
    static let referenceWidth: Int64 = 390

    /// The viewport of a drag without one.
    var referenceViewport: Viewport {
        guard let viewport = Viewport(width: Configuration.referenceWidth, stride: referenceStride) else {
            preconditionFailure("expected a configuration within its limits")
        }
        return viewport
    }

    /// Response of the spring that moves a pager with `Settle.decay` to a page, for steps and jumps.
    private static let freeResponseMilliseconds: Int64 = 350

    /// The curve of an animation to a page.
    var curve: Curve {
        switch settle {
        case .linear: .linear
        case .spring(let response): .spring(responseMilliseconds: response)
        case .decay: .spring(responseMilliseconds: Configuration.freeResponseMilliseconds)
        }
    }

    /// Length of an animation to a page, whatever the distance; 0 for no animation.
    var durationMilliseconds: Int64 {
        if case .linear(let duration) = settle { return duration }
        guard case .spring(let response) = curve else { return 0 }
        return Spring(responseMilliseconds: response).durationMilliseconds
    }

    /// Whether the pager may rest between pages.
    var isFree: Bool { release == .free }

    /// The first value beyond its limits, as a sentence, or nil when all values are within their limits.
    ///
    /// The limits are far beyond useful values; they keep every product in the pager below 2^63.
    public var flaw: String? {
        if windowSlots < 1 || windowSlots > 99 || windowSlots % 2 == 0 { return "window slots are odd, 1 to 99" }
        if loopMinimum < 1 || loopMinimum > 1_000_000 { return "a loop needs 1 to 1,000,000 pages at least" }
        if maximumStep < 1 || maximumStep > 1_000_000 { return "a drag goes 1 to 1,000,000 pages at most" }
        if itemThousandths < 1 || itemThousandths > 10_000 { return "a page is 1 to 10,000 thousandths wide" }
        if spacingPoints < 0 || spacingPoints > 10_000 { return "pages are 0 to 10,000 points apart" }
        if referenceStride < 1 { return "pages are at least one point from one another" }
        if leaseMilliseconds < 1 || leaseMilliseconds > 3_600_000 { return "a lease takes 1 ms to an hour" }
        if dragSlop < .zero || dragSlop.units > Position.unitsPerPage { return "the slop is 0 to 1 page" }
        if flingVelocity < .zero { return "a fling's speed is not negative" }
        return release.flaw ?? settle.flaw
    }

    private var referenceStride: Int64 {
        Configuration.referenceWidth * itemThousandths / 1_000 + spacingPoints
    }
}

extension Configuration.Release {
    fileprivate var flaw: String? {
        switch self {
        case .half, .free, .refused: nil
        case .projected(let time): time < 0 || time > 60_000 ? "a drag is projected by 0 to 60,000 ms" : nil
        case .threshold(let limit): limit < 0 || limit > 10_000 ? "a threshold is 0 to 10,000 thousandths" : nil
        }
    }
}

extension Configuration.Settle {
    fileprivate var flaw: String? {
        switch self {
        case .linear(let duration): duration < 0 || duration > 60_000 ? "an animation takes 0 to 60,000 ms" : nil
        case .spring(let response): response < 1 || response > 60_000 ? "a spring's response is 1 to 60,000 ms" : nil
        case .decay: nil
        }
    }
}

/// A name for a set of configuration values.
public enum Preset: String, Hashable, Sendable, CaseIterable {
    /// Three full-width pages in a row; half a page decides.
    case threePage
    /// The same, decided by the position the drag would have reached.
    case threePagePredicted
    /// A loop that shows parts of the neighbouring pages; three tenths of the viewport decide.
    case carousel
    /// A loop under a strip of tabs that follows it.
    case tabs
    /// A list turned by buttons alone.
    case buttons
    /// An endless row whose window follows as soon as a neighbour covers the majority of the view.
    case majority
    /// An endless row whose movement decays and may end between pages.
    case continuous
}
