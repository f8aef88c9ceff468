import PagingEngine
import Testing

/// Positions of animations equal those of the vectors.
@Suite struct KeyframeVectorTests {
    @Test(arguments: ["keyframes.json", "decay.json"])
    func positionsAreRightWithinAUnit(file: String) throws {
        let rows = try Vectors.rows(file)
        #expect(rows.count >= 3)
        for row in rows {
            let animation = try animation(try #require(row["animation"]))
            for sample in try #require(row["at"]?.list) {
                let now = Instant(milliseconds: Int64(try #require(sample["now"]?.integer)))
                let due = Int64(try #require(sample["pos"]?.integer))
                #expect(abs(animation.position(at: now).units - due) <= 1, "\(row["about"]?.string ?? "") at \(now)")
            }
        }
    }

    private func animation(_ fields: JSONValue) throws -> Animation {
        func number(_ name: String) throws -> Int64 { Int64(try #require(fields[name]?.integer)) }
        let curve: Curve =
            switch fields["curve"]?.string {
            case "linear": .linear
            case "spring": .spring(responseMilliseconds: try number("response"))
            default: .decay
            }
        return Animation(
            id: AnimationID(1), from: Position(units: try number("from")), to: Position(units: try number("to")),
            startVelocity: Velocity(unitsPerSecond: try number("velocity")),
            start: Instant(milliseconds: try number("start")), end: Instant(milliseconds: try number("end")),
            curve: curve, cause: .release, by: nil)
    }
}
