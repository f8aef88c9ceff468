/// The release of a drag, from which the target follows.
public struct Swipe: Hashable, Sendable {
    /// Distance from the base page to the position.
    public let fromBase: Distance
    /// Translation since the drag began.
    public let sinceGrab: Distance
    /// Velocity of the drag at its end.
    public let velocity: Velocity
    /// The viewport of the member that drags.
    public let viewport: Viewport

    /// A release with these values.
    public init(fromBase: Distance, sinceGrab: Distance, velocity: Velocity, viewport: Viewport) {
        self.fromBase = fromBase
        self.sinceGrab = sinceGrab
        self.velocity = velocity
        self.viewport = viewport
    }
}

extension Swipe {
    /// Number of pages from the base to the target, at most `maximumStep` in either direction.
    ///
    /// The release rule is applied to the distance from the base and to the translation; in the direction of the
    /// translation the greater result counts. So a member that takes hold of a moving pager goes on from its target, and
    /// a page that the interrupted animation had not covered yet is not lost.
    public func pages(_ configuration: Configuration) -> Int64 {
        let isFling = velocity.unitsPerSecond.magnitude >= configuration.flingVelocity.unitsPerSecond.magnitude
        if sinceGrab.units.magnitude < configuration.dragSlop.units.magnitude, !isFling { return 0 }
        let byPlace = pages(of: fromBase, configuration.release)
        let byTranslation = pages(of: sinceGrab, configuration.release)
        let hand = sinceGrab.units.signum()
        // A flick without translation takes the direction of its velocity, so that mirrored flicks stay mirrored.
        let direction = hand == 0 ? velocity.unitsPerSecond.signum() : hand
        var step = direction > 0 ? max(byPlace, byTranslation) : min(byPlace, byTranslation)
        if isFling, hand != 0 {
            let flight = velocity.unitsPerSecond.signum()
            if flight == hand { step = hand > 0 ? max(step, 1) : min(step, -1) }
            if flight == -hand, step.signum() == hand { step = 0 }
        }
        return step.limited(to: -configuration.maximumStep...configuration.maximumStep)
    }

    /// Number of pages that the release rule gives for `way` alone.
    private func pages(of way: Distance, _ release: Configuration.Release) -> Int64 {
        switch release {
        case .half:
            return way.nearestPages
        case .projected(let timeMilliseconds):
            let flown = (velocity.unitsPerSecond * timeMilliseconds).dividedRoundingHalfAway(by: 1_000)
            return Distance(units: way.units + flown).nearestPages
        case .threshold(let viewportThousandths):
            return way.units.magnitude > limit(viewportThousandths) ? way.units.signum() : 0
        case .free, .refused:
            return 0
        }
    }

    /// Thousandths of the viewport in units. They are rounded as a client rounds its translation, so that a translation
    /// of exactly the limit never exceeds it.
    private func limit(_ viewportThousandths: Int64) -> UInt64 {
        let dividend = viewportThousandths * viewport.width * Position.unitsPerPage
        return dividend.dividedRoundingHalfAway(by: 1_000 * viewport.stride).magnitude
    }
}

extension Distance {
    /// The nearest number of whole pages; exactly half a page rounds away from zero.
    var nearestPages: Int64 { units.dividedRoundingHalfAway(by: Position.unitsPerPage) }
}
