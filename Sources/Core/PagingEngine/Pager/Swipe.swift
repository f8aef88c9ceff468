/// A hand as it lets go.
public struct Swipe: Hashable, Sendable {
    /// From the base page to where the pager stands.
    public let fromBase: Distance
    /// From where the pager was grabbed to where the hand is.
    public let sinceGrab: Distance
    public let velocity: Velocity
    public let viewport: Viewport

    public init(fromBase: Distance, sinceGrab: Distance, velocity: Velocity, viewport: Viewport) {
        self.fromBase = fromBase
        self.sinceGrab = sinceGrab
        self.velocity = velocity
        self.viewport = viewport
    }
}

extension Swipe {
    /// Pages from the base that this swipe goes, within `maximumStep` either way.
    ///
    /// The greater of what the place and the hand's own way ask for, in the hand's direction: whoever grabs a moving
    /// pager goes on from where it is going to, and a page lost to the flight counts as much as one from rest.
    public func pages(_ configuration: Configuration) -> Int64 {
        let isFling = velocity.unitsPerSecond.magnitude >= configuration.flingVelocity.unitsPerSecond.magnitude
        if sinceGrab.units.magnitude < configuration.dragSlop.units.magnitude, !isFling { return 0 }
        let byPlace = pages(of: fromBase, configuration.release)
        let byHand = pages(of: sinceGrab, configuration.release)
        let hand = sinceGrab.units.signum()
        // A flick that moved nothing goes where it flew, so that a mirrored one goes the mirrored way.
        let direction = hand == 0 ? velocity.unitsPerSecond.signum() : hand
        var step = direction > 0 ? max(byPlace, byHand) : min(byPlace, byHand)
        if isFling, hand != 0 {
            let flight = velocity.unitsPerSecond.signum()
            if flight == hand { step = hand > 0 ? max(step, 1) : min(step, -1) }
            if flight == -hand, step.signum() == hand { step = 0 }
        }
        return step.limited(to: -configuration.maximumStep...configuration.maximumStep)
    }

    /// Pages that `way` counts for by itself.
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

    /// So many thousandths of the viewport in units; rounded as a client rounds its translation, so that exactly the
    /// limit is never more than it.
    private func limit(_ viewportThousandths: Int64) -> UInt64 {
        let dividend = viewportThousandths * viewport.width * Position.unitsPerPage
        return dividend.dividedRoundingHalfAway(by: 1_000 * viewport.stride).magnitude
    }
}

extension Distance {
    /// Whole pages nearest to this distance; exactly half a page counts as one, either way.
    var nearestPages: Int64 { units.dividedRoundingHalfAway(by: Position.unitsPerPage) }
}
