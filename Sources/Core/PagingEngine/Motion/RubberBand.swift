/// How a drag beyond a limit shows: ever less the further it goes, and never a whole page.
///
/// b = c·x / (1 + c·x) in pages, c = 0.55, the curve scroll views use. Both ways are computed in whole numbers, and
/// taking a drawn distance back and forth again gives the same one, so a grab in the band does not jump.
public enum RubberBand {
    /// Beyond this many units the band is at its end anyway; below it the products fit.
    private static let longest: Int64 = 1 << 40
    /// A page less one unit.
    private static let limit = Position.unitsPerPage - 1

    /// The distance beyond a limit that shows, for the distance dragged beyond it.
    public static func drawn(dragged: Distance) -> Distance {
        let way = min(Int64(clamping: dragged.units.magnitude), longest)
        let divisor = 20 * Position.unitsPerPage + 11 * way
        let drawn = min((11 * way * Position.unitsPerPage + divisor / 2) / divisor, limit)
        return Distance(units: dragged.units < 0 ? -drawn : drawn)
    }

    /// The distance dragged beyond a limit that shows as `drawn`, which is less than a page.
    public static func dragged(drawn: Distance) -> Distance {
        let way = Int64(clamping: drawn.units.magnitude)
        precondition(way <= limit, "a rubber band is never drawn out by a page")
        let divisor = 11 * (Position.unitsPerPage - way)
        let dragged = (20 * way * Position.unitsPerPage + divisor / 2) / divisor
        return Distance(units: drawn.units < 0 ? -dragged : dragged)
    }

    /// The velocity that shows at `drawn` when the hand moves at `velocity`: the slope there is c·(1 − b)².
    static func velocity(_ velocity: Velocity, drawn: Distance) -> Velocity {
        let page = Double(Position.unitsPerPage)
        let left = 1 - Double(drawn.units.magnitude) / page
        return Velocity(unitsPerSecond: Int64(roundingHalfAway: Double(velocity.unitsPerSecond) * 0.55 * left * left))
    }
}
