import Testing

@testable import PaperDrawing

@Suite struct BoxDrawingTests {
    /// Names of Unicode become lines; diagonals are left to the font.
    @Test func everyBoxDrawingIsUnderstood() throws {
        let scalars = (0x2500...0x257F as ClosedRange<UInt32>).compactMap { Unicode.Scalar($0) }
        let missing = scalars.filter { BoxDrawing($0) == nil }.map(\.value)
        #expect(missing == [0x2571, 0x2572, 0x2573])
        #expect(BoxDrawing("─")?.isHorizontalLine == true && BoxDrawing("═")?.isHorizontalLine == true)
        // The last ones are heavy at one end.
        for other in ["│", "┼", "┄", "╴", "╭", "╼", "╾"] as [Unicode.Scalar] {
            #expect(BoxDrawing(other)?.isHorizontalLine == false, "\(other)")
        }
        #expect(BoxDrawing("a") == nil)
    }

    @Test func blocksFillTheirPartsOfACell() throws {
        let scalars = (0x2580...0x259F as ClosedRange<UInt32>).compactMap { Unicode.Scalar($0) }
        #expect(scalars.allSatisfy { BlockElement($0) != nil })
        func area(_ scalar: Unicode.Scalar) throws -> Double {
            let block = try #require(BlockElement(scalar))
            return block.parts.reduce(0) { $0 + ($1.2 - $1.0) * ($1.3 - $1.1) } / 64 * block.shade
        }
        let areas: [(Unicode.Scalar, Double)] = [
            ("█", 1), ("▀", 0.5), ("▄", 0.5), ("▌", 0.5), ("▐", 0.5), ("▁", 0.125), ("▏", 0.125), ("░", 0.25),
            ("▓", 0.75), ("▖", 0.25), ("▙", 0.75), ("▚", 0.5), ("▟", 0.75), ("▔", 0.125), ("▉", 0.875),
        ]
        for (scalar, expected) in areas { #expect(try area(scalar) == expected, "\(scalar)") }
        #expect(try #require(BlockElement("▜")).parts.map(\.0) == [0, 4, 4])
        let corners: [(Unicode.Scalar, [Double])] = [("▘", [0, 0]), ("▝", [4, 0]), ("▖", [0, 4]), ("▗", [4, 4])]
        for (scalar, corner) in corners {
            #expect(try #require(BlockElement(scalar)).parts.map { [$0.0, $0.1] } == [corner], "\(scalar)")
        }
    }
}
