import SSHGate
import Testing

@Suite struct SharedNeedsTests {
    @Test func eachSessionKeepsWhatItNeeds() {
        var needs = SharedNeeds<Int, String>()
        #expect(needs.set(["a", "b"], for: 1) == ["a", "b"])
        #expect(needs.set(["a", "b"], for: 1) == nil, "nothing has changed")
        #expect(needs.set(["b", "c"], for: 2).map(Set.init) == ["a", "b", "c"])
        #expect(needs.set(["c"], for: 2)?.count == 3, "each once")
        #expect(needs.set([], for: 1) == ["c"], "a session that has turned the page needs no more of it")
        needs.remove(2)
        #expect(needs.set(["d"], for: 3) == ["d"])
    }
}
