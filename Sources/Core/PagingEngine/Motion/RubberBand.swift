/// The resistance of a drag beyond a limit: the distance shown grows ever more slowly, and stays below a page.
///
/// b = c·x / (1 + c·x) in pages, c = 0.55, the curve of iOS scroll views. Both directions are computed in integers, and
/// `drawn(dragged: dragged(drawn: d))` is `d`, so a drag that begins beyond the limit does not jump.
public enum RubberBand {
    /// Distances beyond this show as the limit; below it the products do not overflow.
    private static let longest: Int64 = 1 << 40
    /// A page less one unit.
    private static let limit = Position.unitsPerPage - 1

    /// The distance shown beyond a limit for the distance dragged beyond it.
    public static func drawn(dragged: Distance) -> Distance {
        let way = min(Int64(clamping: dragged.units.magnitude), longest)
        let divisor = 20 * Position.unitsPerPage + 11 * way
        let drawn = min((11 * way * Position.unitsPerPage + divisor / 2) / divisor, limit)
        return Distance(units: dragged.units < 0 ? -drawn : drawn)
    }

    /// The distance dragged beyond a limit that shows as `drawn`, which is less than a page.
    public static func dragged(drawn: Distance) -> Distance {
        let way = Int64(clamping: drawn.units.magnitude)
        precondition(way <= limit, "expected a distance below one page")
        let divisor = 11 * (Position.unitsPerPage - way)
        let dragged = (20 * way * Position.unitsPerPage + divisor / 2) / divisor
        return Distance(units: drawn.units < 0 ? -dragged : dragged)
    }

    /// The velocity shown at `drawn` for a drag at `velocity`: the slope there is c·(1 − b)².
    static func velocity(_ velocity: Velocity, drawn: Distance) -> Velocity {
        let page = Double(Position.unitsPerPage)
        let left = 1 - Double(drawn.units.magnitude) / page
        return Velocity(unitsPerSecond: Int64(roundingHalfAway: Double(velocity.unitsPerSecond) * 0.55 * left * left))
    }
}
