import Foundation
import LoadTesting
import Testing

@Suite struct DistributionTests {
    @Test func mergesAsIfRecordedInOne() {
        var left = Distribution()
        var right = Distribution()
        var whole = Distribution()
        for value: Int64 in 1...1_000 {
            if value % 2 == 0 { left.record(value) } else { right.record(value) }
            whole.record(value)
        }
        left.merge(right)
        #expect(left == whole)
        #expect(left.count == 1_000)
        #expect(left.value(atPercentile: 50) == 500)
        #expect(left.maximum == 1_000)
    }

    /// Workers send distributions to another process.
    @Test func nothingIsLostOnTheWay() throws {
        var distribution = Distribution()
        for value: Int64 in 1...20_000 { distribution.record(value) }
        let bytes = try JSONEncoder().encode(distribution)
        #expect(try JSONDecoder().decode(Distribution.self, from: bytes) == distribution)
        let odd = try JSONDecoder().decode(Distribution.self, from: Data("[5, 2, 7, 0, 9, -1, 3]".utf8))
        #expect(odd.steps.map(\.value) == [5] && odd.count == 2)
    }

    @Test func isEmptyWithoutValues() {
        #expect(Distribution().value(atPercentile: 99) == 0)
        #expect(Distribution() == Distribution())
    }

    /// Few values are kept one by one and many in a histogram: nobody sees which.
    @Test func stepsAreThoseOfTheHistogram() {
        var few = Distribution()
        for value: Int64 in [70_001, 3, 5_000_000, 3, 0] { few.record(value) }
        var many = few
        for value: Int64 in 1...500 { many.record(value * 1_000_000) }
        #expect(few.steps.map(\.count) == [1, 2, 1, 1])
        #expect(many.steps.prefix(3) == few.steps.prefix(3))
        #expect(many.steps.first { $0.value == few.steps[3].value }?.count == 2)
    }
}

/// Few values are kept by themselves; nobody may notice.
@Suite struct DistributionFormTests {
    /// Parts change their form at 128 different values each, the whole and the merged one at 128 in all.
    @Test(arguments: [1, 100, 127, 128, 129, 300, 512, 516, 5_000]) func theFormMakesNoDifference(count: Int) {
        var once = Distribution()
        var parts = (0..<4).map { _ in Distribution() }
        for number in 0..<count {
            let value = Int64(number * number * 37 % 4_000_000_000)
            once.record(value)
            parts[number % 4].record(value)
        }
        var merged = Distribution()
        for part in parts { merged.merge(part) }
        #expect(merged == once)
        #expect(merged.count == Int64(count))
        for percent in [0, 50, 90, 99, 99.9, 100.0] {
            #expect(merged.value(atPercentile: percent) == once.value(atPercentile: percent))
        }
        #expect(merged.maximum == once.maximum)
        #expect(merged.steps.map(\.count).reduce(0, +) == Int64(count))
    }

    /// Values of one form are merged into the other, in both directions.
    @Test(arguments: [1, 128, 129]) func eitherFormTakesTheOther(count: Int) {
        var (part, many, whole) = (Distribution(), Distribution(), Distribution())
        for number in 0..<(count + 1_000) {
            let value = Int64(number * number * 37)
            if number < count { part.record(value) } else { many.record(value) }
            whole.record(value)
        }
        var (left, right) = (part, many)
        left.merge(many)
        right.merge(part)
        #expect(left == whole && right == whole)
        for percent in [50, 99, 100.0] {
            #expect(left.value(atPercentile: percent) == whole.value(atPercentile: percent))
            #expect(right.value(atPercentile: percent) == whole.value(atPercentile: percent))
        }
    }

    @Test func valuesAreTrueToThreeDigits() {
        for value: Int64 in [0, 1, 999, 2_047, 2_048, 123_456, 9_999_999, Distribution.highest] {
            var distribution = Distribution()
            distribution.record(value)
            let found = distribution.value(atPercentile: 50)
            #expect(found >= value && Double(found - value) <= Double(value) / 1_000)
        }
    }
}
