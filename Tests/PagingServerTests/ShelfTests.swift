import Testing

@testable import PagingServer

@Suite struct ShelfTests {
    @Test func whatIsPutOnItIsFoundChangedAndTakenAway() {
        var shelf = Shelf<String, [Int]>()
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
        var shelf = Shelf<String, Int>()
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

    /// Names and values stay together, whoever leaves in between and whatever is changed by name.
    @Test func aPlaceIsOfItsNameUntilOneLeaves() throws {
        var shelf = Shelf<String, [Int]>()
        for number in 0..<4 { shelf["\(number)"] = [number] }
        let one = try #require(shelf.place(of: "1"))
        let last = try #require(shelf.place(of: "3"))
        shelf["1"]?.append(10)
        shelf[one].append(11)
        #expect(shelf["1"] == [1, 10, 11] && shelf[one] == [1, 10, 11] && shelf[last] == [3])
        shelf["0"] = nil
        #expect(shelf.place(of: "0") == nil && shelf["0"] == nil)
        for name in shelf.names {
            let place = try #require(shelf.place(of: name))
            #expect(shelf[place] == shelf[name] && shelf[place].first == Int(name))
        }
        let new = shelf.place(of: "4", orNew: [4])
        #expect(shelf[new] == [4] && shelf.count == 4)
        let same = shelf.place(of: "4", orNew: [5])
        #expect(shelf[same] == [4] && shelf.count == 4, "who is there stays")
    }
}
