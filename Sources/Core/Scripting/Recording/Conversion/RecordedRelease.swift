import PagingEngine

/// The velocity of a release, which no event has: that of the last samples, unless the pager would then go to another
/// page than it went to.
struct RecordedRelease {
    let configuration: Configuration
    /// The distance from the page that counts as the drag's start to the position of the pager.
    let fromBase: Distance
    let sinceGrab: Distance
    /// The slope of the last two samples.
    let slope: Velocity
    /// The start velocity of the animation, where it has one.
    let told: Velocity
    /// Pages from that page to where the pager went.
    let pages: Int64

    /// The velocity; nil: that of the last samples.
    var velocity: Velocity? {
        if configuration.release == .free { return told }
        let candidates = told == .zero ? [slope] + forced : [told, slope] + forced
        let chosen = candidates.first { turns($0) == pages } ?? slope
        return chosen == slope ? nil : chosen
    }

    private var forced: [Velocity] {
        let fling = configuration.flingVelocity.unitsPerSecond.magnitude
        let away = Velocity(unitsPerSecond: pages.signum() * (Int64(clamping: fling) + Position.unitsPerPage / 4))
        guard case .projected(let time) = configuration.release, time > 0 else { return [.zero, away.clamped] }
        let missing = Distance(pages: pages) - fromBase
        return [.zero, Velocity(unitsPerSecond: missing.units * 1_000 / time).clamped, away.clamped]
    }

    private func turns(_ velocity: Velocity) -> Int64? {
        configuration.viewport(width: 390).map { viewport in
            Swipe(fromBase: fromBase, sinceGrab: sinceGrab, velocity: velocity, viewport: viewport)
                .pages(configuration)
        }
    }
}
