/// A colour of ink or paper.
package struct PaperColour: Hashable, Sendable {
    package let red: UInt8
    package let green: UInt8
    package let blue: UInt8

    package init(red: UInt8, green: UInt8, blue: UInt8) {
        self.red = red
        self.green = green
        self.blue = blue
    }

    /// Red, green and blue in one number: 0xRRGGBB.
    package init(_ number: UInt32) {
        self.init(
            red: UInt8(number >> 16 & 0xFF), green: UInt8(number >> 8 & 0xFF), blue: UInt8(number & 0xFF))
    }

    package var number: UInt32 { UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue) }

    package static let white = PaperColour(0xFFFFFF)
    package static let black = PaperColour(0)

    /// So many hundredths of this colour, and the rest of another one.
    package func mixed(_ hundredths: Int, with other: PaperColour) -> PaperColour {
        func level(_ own: UInt8, _ other: UInt8) -> UInt8 {
            UInt8((Int(own) * hundredths + Int(other) * (100 - hundredths) + 50) / 100)
        }
        return PaperColour(
            red: level(red, other.red), green: level(green, other.green), blue: level(blue, other.blue))
    }

    /// Hundredths of the contrast to another colour (WCAG 2.2, 1.4.3): from 100 for the same to 2,100.
    package func contrast(to other: PaperColour) -> Int {
        let (one, two) = (luminance + 0.05, other.luminance + 0.05)
        return Int((max(one, two) / min(one, two) * 100).rounded())
    }

    /// The colour, darker or brighter until it is readable on `ground`: a contrast of 4.5.
    package func readable(on ground: PaperColour) -> PaperColour {
        let end = ground.luminance > 0.18 ? PaperColour.black : .white
        return stride(from: 100, through: 0, by: -10).lazy.map { mixed($0, with: end) }
            .first { $0.contrast(to: ground) >= 450 } ?? end
    }

    private var luminance: Double {
        func linear(_ level: UInt8) -> Double {
            let part = Double(level) / 255
            // The curve of sRGB within 1/250, which needs no library.
            return part <= 0.04045 ? part / 12.92 : part * part * (0.48 * part.squareRoot() + 0.52)
        }
        return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
    }
}
