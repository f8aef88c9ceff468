import Testing

@testable import PagingEngine

/// Tables computed by another program.
@Suite struct VectorTests {
    struct ReleaseRow: Decodable {
        let preset: String
        let width: Int64
        let translation: Double
        let velocity: Double
        let step: Int64
    }

    struct SpringRow: Decodable {
        let response: Double
        let from: Double
        let to: Double
        let velocity: Double
        let t: Int64
        let position: Int64
    }

    struct RubberRow: Decodable {
        let dragged: Double
        let drawn: Double
    }

    struct DecayRow: Decodable {
        let velocity: Double
        let t: Int64
        let distance: Double
    }

    @Test func aSwipeFromRestFollowsTheTable() throws {
        var rows = 0
        for row in try vectors("release", as: ReleaseRow.self) {
            guard let preset = Preset(rawValue: row.preset) else { continue }
            var scene = Scene(preset)
            let configuration = scene.pager.configuration
            let thousandths = row.width * configuration.itemThousandths + 1_000 * configuration.spacingPoints
            scene.grab(width: 1_000 * row.width, stride: thousandths)
            let stride = Double(thousandths) / 1_000
            let way = Distance.pages(-row.translation / stride)
            scene.drag(to: way)
            scene.release(at: way, velocity: -row.velocity / stride)
            scene.waitForRest()
            #expect(scene.pager.settled == PageIndex(row.step), "\(row)")
            #expect(scene.auditor.complaints == [])
            rows += 1
        }
        #expect(rows == 188)
    }

    @Test func springsFollowTheTable() throws {
        for row in try vectors("spring", as: SpringRow.self) {
            let spring = Spring(responseMilliseconds: Int64((row.response * 1_000).rounded()))
            let left = spring.displacement(
                (row.from - row.to) * 65_536, velocity: row.velocity * 65_536, afterMilliseconds: row.t)
            let position = Int64(roundingHalfAway: row.to * 65_536 + left)
            #expect(abs(position - row.position) <= 1, "\(row): \(position)")
        }
    }

    @Test func theRubberBandFollowsTheTableBothWays() throws {
        for row in try vectors("rubber", as: RubberRow.self) {
            let drawn = Distance.pages(row.drawn)
            #expect(abs(RubberBand.drawn(dragged: .pages(row.dragged)).units - drawn.units) <= 1, "\(row)")
            let dragged = RubberBand.dragged(drawn: drawn).units
            #expect(abs(dragged - Distance.pages(row.dragged).units) <= 50, "\(row): \(dragged)")
        }
    }

    @Test func freeDecelerationFollowsTheTable() throws {
        for row in try vectors("decay", as: DecayRow.self) {
            let way = Decay.way(from: .pages(row.velocity), afterMilliseconds: row.t)
            #expect(abs(way.units - Distance.pages(row.distance).units) <= 1, "\(row): \(way)")
        }
    }

    /// Converting any distance to a drawn one and back returns it; otherwise a grab in the band would jump.
    @Test func theRubberBandInvertsExactly() {
        for drawn in stride(from: -65_535, through: 65_535, by: 1) {
            let way = Distance(units: Int64(drawn))
            let again = RubberBand.drawn(dragged: RubberBand.dragged(drawn: way))
            if again != way { Issue.record("\(drawn) came back as \(again)") }
        }
    }

    /// Values computed with fifty digits. The last bits need not be exact, but always the same.
    @Test func theExponentialIsExact() {
        let table: [(Double, Double)] = [
            (0, 1), (-1, 0.367_879_441_171_442_33), (-0.5, 0.606_530_659_712_633_4), (1, 2.718_281_828_459_045),
            (-9.24, 9.707_759_022_334_712e-05), (-40, 4.248_354_255_291_589e-18), (-701, 0),
        ]
        for (exponent, value) in table {
            let error = Exponential.value(exponent) - value
            #expect(error.magnitude <= 4 * value.ulp, "e^\(exponent)")
        }
    }
}
