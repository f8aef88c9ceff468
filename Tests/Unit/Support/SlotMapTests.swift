import Support
import Testing

@Suite struct SlotMapTests {
    @Test func valuesAreFoundAndChangedByKey() throws {
        var map = SlotMap<[String]>(keyCount: 4)
        _ = map.add(["three"], for: 3)
        let slot = map.add(["one"], for: 1)
        map[slot].append("more")
        #expect(map.slot(of: 1) == slot && map.key(at: slot) == 1)
        #expect(map[slot] == ["one", "more"])
        #expect(map.keys == [1, 3] && map.count == 2)
        #expect(map.slot(of: 0) == nil && map.slot(of: 4) == nil && map.slot(of: -1) == nil)
    }

    @Test func otherSlotsStayWhereTheyAre() throws {
        var map = SlotMap<Int>(keyCount: 10)
        let slots = (0..<10).map { map.add(100 + $0, for: $0) }
        for key in [0, 4, 9] { map.remove(slots[key]) }
        for key in 0..<10 where ![0, 4, 9].contains(key) {
            #expect(map.slot(of: key) == slots[key] && map[slots[key]] == 100 + key)
        }
        #expect(map.keys == [1, 2, 3, 5, 6, 7, 8] && map.count == 7)
    }

    @Test func anOldSlotNeverStandsForALaterValue() throws {
        var map = SlotMap<String>(keyCount: 2)
        let old = map.add("old", for: 0)
        map.remove(old)
        #expect(!map.contains(old) && map.slot(of: 0) == nil && map.count == 0)
        let new = map.add("new", for: 1)
        #expect(map.contains(new) && !map.contains(old))
        map.remove(old)
        #expect(map[new] == "new" && map.keys == [1])
    }

    @Test func slotsAreUsedAgain() throws {
        var map = SlotMap<Int>(keyCount: 1_000)
        for key in 0..<1_000 {
            let slot = map.add(key, for: key)
            #expect(map[slot] == key)
            if key >= 3, let old = map.slot(of: key - 3) { map.remove(old) }
        }
        #expect(map.keys == [997, 998, 999] && map.count == 3)
    }
}
