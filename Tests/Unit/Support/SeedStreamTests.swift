import Support
import Testing

@Suite struct SeedStreamTests {
    @Test func aSeedGivesTheNumbersItAlwaysGave() {
        var plain = SeedStream(seed: 7)
        #expect([plain.next(), plain.next()] == [0x63cb_e1e4_5932_0dd7, 0x044c_3cd7_f43c_661c])
        var part = SeedStream(seed: 7, part: 3)
        #expect(part.next() == 0x5920_b40a_371f_e84d)
        var numbered = SeedStream(seed: 7, part: 3, 4, 5)
        #expect(numbered.next() == 0x3198_8b6e_0e60_c318)
        var actor = SeedStream(seed: 7, actor: 4)
        #expect(actor.next() == 0x9e7e_09d8_05fd_31dc)
    }

    @Test func chancesAtTheEndsOfTheirRangeAreCertain() {
        var stream = SeedStream(seed: 1)
        for _ in 0..<100 {
            #expect(!stream.chance(0) && stream.chance(100))
            #expect(!stream.chance(of: 0) && stream.chance(of: 1))
            #expect((3...5).contains(stream.within(3...5)))
        }
    }
}
