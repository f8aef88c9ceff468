import Testing

@testable import PagingContent

@Suite struct ThemeTests {
    /// The colours that xterm gives the first 16 numbers.
    private static let xterm: [[Int]] = [
        [0, 0, 0], [205, 0, 0], [0, 205, 0], [205, 205, 0], [0, 0, 238], [205, 0, 205], [0, 205, 205], [229, 229, 229],
        [127, 127, 127], [255, 0, 0], [0, 255, 0], [255, 255, 0], [92, 92, 255], [255, 0, 255], [0, 255, 255],
        [255, 255, 255],
    ]

    private func levels(_ colour: ThemeColour) -> [Int] {
        switch colour {
        case .rgb(let red, let green, let blue): return [Int(red), Int(green), Int(blue)]
        case .terminal(let number) where number < 16: return Self.xterm[Int(number)]
        case .terminal(let number) where number >= 232: return Array(repeating: 8 + 10 * (Int(number) - 232), count: 3)
        case .terminal(let number):
            let place = Int(number) - 16
            return [place / 36, place / 6 % 6, place % 6].map { ThemeColour.levels[$0] }
        }
    }

    /// Relative luminance (WCAG 2.2).
    private func luminance(_ colour: ThemeColour) -> Double {
        let parts = levels(colour).map { level -> Double in
            let part = Double(level) / 255
            return part <= 0.04045 ? part / 12.92 : power((part + 0.055) / 1.055)
        }
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
    }

    /// `x` to the power of 2.4, as the fifth root of its twelfth power (Newton).
    private func power(_ x: Double) -> Double {
        let wanted = x * x * x * x * x * x * x * x * x * x * x * x
        var root = x
        for _ in 0..<60 { root -= (root * root * root * root * root - wanted) / (5 * root * root * root * root) }
        return root
    }

    private func contrast(_ one: ThemeColour, _ other: ThemeColour) -> Double {
        let both = [luminance(one), luminance(other)].sorted()
        return (both[1] + 0.05) / (both[0] + 0.05)
    }

    @Test func contrastIsComputedAsWCAGDoes() {
        #expect(abs(contrast(.rgb(red: 0, green: 0, blue: 0), .rgb(red: 255, green: 255, blue: 255)) - 21) < 0.001)
        #expect(
            abs(contrast(.rgb(red: 119, green: 119, blue: 119), .rgb(red: 255, green: 255, blue: 255)) - 4.48) < 0.01)
    }

    @Test(arguments: Theme.builtIn) func everyInkStandsOutFromTheGround(theme: Theme) {
        let ground = theme.ground ?? .terminal(theme.name == "terminal-light" ? 15 : 0)
        for role in ThemeRole.allCases {
            guard let ink = theme[role] else { continue }
            #expect(contrast(ink, ground) >= 4.5, "\(theme.name): \(role.name)")
            guard theme.ground != nil else { continue }
            let indexed = theme.in256Colours
            if let ink = indexed[role], let ground = indexed.ground {
                #expect(contrast(ink, ground) >= 4.5, "\(theme.name) in 256 colours: \(role.name)")
            }
        }
    }

    @Test func themesTravelAsText() throws {
        #expect(Theme.builtIn.map(\.text) == Theme.builtIn.map(\.name))
        for theme in Theme.builtIn { #expect(Theme(theme.text) == theme) }
        let odd = Theme(name: "a\u{1B}\n" + String(repeating: "b", count: 100))
        #expect(odd.name == "a" + String(repeating: "b", count: 63))
        var own = Theme(name: "my;own=")
        own.ground = ThemeColour("#002b36")
        own[.codeKeyword] = ThemeColour("bright-blue")
        #expect(own.text == "myown;ground=#002b36;code-keyword=12" && Theme(own.text) == own)
        #expect(Theme("no such theme") == nil && Theme("") == nil)
        let lenient = try #require(Theme("odd;title=#12;ground=256;nothing=1;link;=;heading=3"))
        #expect(lenient.text == "odd;heading=3")
        #expect(Theme("x;" + String(repeating: " ", count: 3_000)) == nil)
    }

    @Test func aRoleWithoutAColourHasThatOfTheText() {
        let theme = Theme(name: "x", inks: [.text: .terminal(7), .link: .terminal(4)])
        #expect(theme[.link] == .terminal(4) && theme[.heading] == .terminal(7))
        #expect(Theme(name: "x")[.heading] == nil)
    }

    @Test(arguments: [
        ("#ff0000", 196), ("#000000", 16), ("#ffffff", 231), ("#808080", 244), ("#5f87af", 67), ("#1e1e2e", 235),
    ])
    func coloursBecomeTheNearestOf256(text: String, number: UInt8) throws {
        #expect(try #require(ThemeColour(text)).in256Colours == .terminal(number))
    }

    @Test func coloursAreRead() {
        #expect(ThemeColour("Bright-Red") == .terminal(9) && ThemeColour("255") == .terminal(255))
        #expect(ThemeColour("#01aB0c") == .rgb(red: 1, green: 0xAB, blue: 12))
        #expect(ThemeColour("#01aB0c")?.description == "#01ab0c")
        for text in ["", "#", "#12345", "#1234567", "#+12345", "256", "-1", "pink"] {
            #expect(ThemeColour(text) == nil)
        }
    }
}
