/// A colour of a theme.
package enum ThemeColour: Hashable, Sendable, CustomStringConvertible {
    /// One of a terminal's colours by its number: 0 to 15, which its owner chooses, as in ECMA-48 and its usual extension;
    /// then a cube of 216 and 24 greys, as in xterm.
    case terminal(UInt8)
    case rgb(red: UInt8, green: UInt8, blue: UInt8)

    /// Names of the first 16 colours.
    package static let names = [
        "black", "red", "green", "yellow", "blue", "magenta", "cyan", "white", "bright-black", "bright-red",
        "bright-green", "bright-yellow", "bright-blue", "bright-magenta", "bright-cyan", "bright-white",
    ]

    /// Reads `#rrggbb`, a number from 0 to 255 or a name.
    package init?(_ text: String) {
        let text = text.lowercased()
        if let number = UInt8(text) ?? ThemeColour.names.firstIndex(of: text).map({ UInt8($0) }) {
            self = .terminal(number)
            return
        }
        guard text.first == "#", text.utf8.count == 7, text.dropFirst().allSatisfy(\.isHexDigit),
            let value = UInt32(text.dropFirst(), radix: 16)
        else {
            return nil
        }
        self = .rgb(red: UInt8(value >> 16), green: UInt8(value >> 8 & 0xFF), blue: UInt8(value & 0xFF))
    }

    /// The text that the initialiser reads.
    package var description: String {
        switch self {
        case .terminal(let number): return "\(number)"
        case .rgb(let red, let green, let blue):
            let digits = String(UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue), radix: 16)
            return "#" + String(repeating: "0", count: 6 - digits.count) + digits
        }
    }

    /// The nearest colour of the cube and the greys.
    package var in256Colours: ThemeColour {
        guard case .rgb(let r, let g, let b) = self else { return self }
        // Pictures ask for thousands of cells, so nothing is allocated here.
        let red = Int(r)
        let green = Int(g)
        let blue = Int(b)
        func distance(_ one: Int, _ two: Int, _ three: Int) -> Int {
            let (first, second, third) = (red - one, green - two, blue - three)
            return first * first + second * second + third * third
        }
        // Half way between two levels the lower one counts.
        func step(_ level: Int) -> Int { level <= 47 ? 0 : level <= 115 ? 1 : (level - 36) / 40 }
        func level(_ step: Int) -> Int { step == 0 ? 0 : 55 + 40 * step }
        let (first, second, third) = (step(red), step(green), step(blue))
        let mean = (red + green + blue) / 3
        let grey = max(0, min(23, (mean - 3) / 10))
        let shade = 8 + 10 * grey
        let isGrey = distance(shade, shade, shade) < distance(level(first), level(second), level(third))
        let number = isGrey ? 232 + grey : 16 + 36 * first + 6 * second + third
        return .terminal(UInt8(number))
    }

    /// Levels of the cube.
    package static let levels = [0, 95, 135, 175, 215, 255]
}
