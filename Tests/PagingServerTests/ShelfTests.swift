import Testing

@testable import PagingServer

@Suite struct ShelfTests {
    @Test func whatIsPutOnItIsFoundChangedAndTakenAway() {
        var shelf = Shelf<[Int]>()
        shelf["a"] = [1]
        shelf["b"] = [2]
        shelf["a"]?.append(3)
        shelf["c"]?.append(4)
        #expect(shelf["a"] == [1, 3] && shelf["b"] == [2] && shelf["c"] == nil)
        #expect(shelf.names == ["a", "b"] && shelf.count == 2)
        shelf["a"] = nil
        #expect(shelf["a"] == nil && shelf["b"] == [2] && shelf.count == 1)
    }

    @Test func aPlaceThatWasLeftIsTakenAgainByOneOnly() {
        var shelf = Shelf<Int>()
        for round in 0..<3 {
            for number in 0..<5 { shelf["\(number)"] = number + round }
            #expect(shelf.names.map { shelf[$0] } == (0..<5).map { $0 + round })
            for number in 0..<5 where number != round { shelf["\(number)"] = nil }
            shelf["missing"] = nil
            #expect(shelf.names == ["\(round)"] && shelf["\(round)"] == 2 * round)
            shelf["\(round)"] = nil
        }
        #expect(shelf.count == 0)
    }
}
