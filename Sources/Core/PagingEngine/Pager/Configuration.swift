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

extension Configuration {
    /// The width in points a number without a viewport is meant for.
    static let referenceWidth: Int64 = 390

    /// Width and stride of a holder that did not tell its own.
    var referenceViewport: Viewport {
        guard let viewport = Viewport(width: Configuration.referenceWidth, stride: referenceStride) else {
            preconditionFailure("a configuration within its limits has a stride")
        }
        return viewport
    }

    /// Response of the spring that takes a freely running pager to a page, when asked to go to one.
    private static let freeResponseMilliseconds: Int64 = 350

    /// How an animation to a page moves.
    var curve: Curve {
        switch settle {
        case .linear: .linear
        case .spring(let response): .spring(responseMilliseconds: response)
        case .decay: .spring(responseMilliseconds: Configuration.freeResponseMilliseconds)
        }
    }

    /// How long an animation to a page takes, whatever the way; 0 for none at all.
    var durationMilliseconds: Int64 {
        if case .linear(let duration) = settle { return duration }
        guard case .spring(let response) = curve else { return 0 }
        return Spring(responseMilliseconds: response).durationMilliseconds
    }

    /// Whether the pager may rest between pages.
    var isFree: Bool { release == .free }

    /// What is wrong with this configuration, or nil when every value is within its limits.
    ///
    /// The limits are far beyond any sensible value; they keep every product of the machine below 2^63.
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
    /// The same, judged by where the drag would have ended.
    case threePagePredicted
    /// A loop with its neighbours peeking in; three tenths of the viewport decide.
    case carousel
    /// A loop under a strip of tabs that follows it.
    case tabs
    /// A list turned by buttons alone.
    case buttons
    /// An endless row whose window follows as soon as a neighbour holds the majority.
    case majority
    /// An endless row that runs out freely and knows no pages to rest on.
    case continuous
}
