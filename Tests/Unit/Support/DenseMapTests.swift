import Support
import Testing

@Suite struct DenseMapTests {
    @Test func valuesAreFoundChangedAndRemovedByKey() {
        var map = DenseMap<String, [Int]>()
        map["a"] = [1]
        map["b"] = [2]
        map["a"]?.append(3)
        map["c"]?.append(4)
        #expect(map["a"] == [1, 3] && map["b"] == [2] && map["c"] == nil)
        #expect(map.keys == ["a", "b"] && map.count == 2)
        map["a"] = nil
        #expect(map["a"] == nil && map["b"] == [2] && map.count == 1)
    }

    @Test func aFreedIndexIsReusedOnce() {
        var map = DenseMap<String, Int>()
        for round in 0..<3 {
            for number in 0..<5 { map["\(number)"] = number + round }
            #expect(map.keys.map { map[$0] } == (0..<5).map { $0 + round })
            for number in 0..<5 where number != round { map["\(number)"] = nil }
            map["missing"] = nil
            #expect(map.keys == ["\(round)"] && map["\(round)"] == 2 * round)
            map["\(round)"] = nil
        }
        #expect(map.count == 0)
    }

    /// Keys and values stay together while others are removed and changed by key.
    @Test func anIndexKeepsItsKeyUntilAValueIsRemoved() throws {
        var map = DenseMap<String, [Int]>()
        for number in 0..<4 { map["\(number)"] = [number] }
        let one = try #require(map.index(of: "1"))
        let last = try #require(map.index(of: "3"))
        map["1"]?.append(10)
        map[one].append(11)
        #expect(map["1"] == [1, 10, 11] && map[one] == [1, 10, 11] && map[last] == [3])
        map["0"] = nil
        #expect(map.index(of: "0") == nil && map["0"] == nil)
        for name in map.keys {
            let index = try #require(map.index(of: name))
            #expect(map[index] == map[name] && map[index].first == Int(name))
        }
        let new = map.index(of: "4", orAdd: [4])
        #expect(map[new] == [4] && map.count == 4)
        let same = map.index(of: "4", orAdd: [5])
        #expect(map[same] == [4] && map.count == 4, "the first value stays")
    }
}
