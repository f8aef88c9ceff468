import Paper
import Testing

@Suite struct PaperColourTests {
    @Test func contrastIsThatOfTheGuidelines() {
        #expect(PaperColour.black.contrast(to: .white) == 2_100)
        #expect(PaperColour.white.contrast(to: .white) == 100)
        // #767676 is the lightest grey that is readable on white.
        #expect((445...465).contains(PaperColour(0x767676).contrast(to: .white)))
    }

    @Test(arguments: [0x00FFFF, 0xFFFF00, 0x00FF00, 0xCDCD00, 0x7F7F7F, 0xFFFFFF] as [UInt32])
    func inksBecomeReadable(number: UInt32) {
        let ink = PaperColour(number).readable(on: .white)
        #expect(ink.contrast(to: .white) >= 450)
        #expect(PaperColour(number).readable(on: .black).contrast(to: .black) >= 450)
    }

    @Test func readableInksStay() {
        #expect(PaperColour(0x8B0000).readable(on: .white) == PaperColour(0x8B0000))
        #expect(PaperColour(0x00FFFF).readable(on: .black) == PaperColour(0x00FFFF))
    }

    @Test func numbersAndMixtures() {
        #expect(PaperColour(0x123456).number == 0x123456)
        #expect(PaperColour.black.mixed(50, with: .white) == PaperColour(0x808080))
        #expect(PaperColour(0x102030).mixed(100, with: .white) == PaperColour(0x102030))
    }

    @Test(arguments: ["", "../a", "a.b", "A", "a b", "é", String(repeating: "a", count: 65)])
    func namesThatAreNoFiles(name: String) { #expect(!PaperSheet.isName(name)) }

    @Test func namesOfFiles() { #expect(PaperSheet.isName("page-001-2")) }
}
