import PagingLoad
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

    @Test func isEmptyWithoutValues() {
        #expect(Distribution().value(atPercentile: 99) == 0)
        #expect(Distribution() == Distribution())
    }
}
