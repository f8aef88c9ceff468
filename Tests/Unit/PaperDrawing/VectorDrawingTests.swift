import FoundationEssentials
import Paper
import Testing

@testable import PaperDrawing

@Suite struct VectorDrawingTests {
    private static let start = "<svg xmlns='http://www.w3.org/2000/svg' xmlns:xlink='http://www.w3.org/1999/xlink' "
    private func png(_ inside: String, _ attributes: String = "viewBox='0 0 20 10'") throws -> [UInt8] {
        try VectorDrawing.png(Array("\(Self.start)\(attributes)>\(inside)</svg>".utf8), width: 100, height: 100)
    }

    private func size(_ png: [UInt8]) -> [Int] {
        [16, 20].map { start in png[start..<start + 4].reduce(0) { $0 << 8 | Int($1) } }
    }

    @Test func proportionsAreKept() throws {
        #expect(size(try png("")) == [100, 50])
        #expect(size(try png("", "width='10' height='40'")) == [25, 100])
        #expect(size(try png("", "")) == [100, 100])
    }

    /// A file that a drawing names is not opened: the picture is as if the name were not there.
    @Test func nothingElseIsOpened() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("svg-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let file = "\(folder)/red.svg"
        try Data("\(Self.start) width='9' height='9'><rect width='9' height='9' fill='red'/></svg>".utf8)
            .write(to: URL(fileURLWithPath: file))
        let blank = try png("")
        func image(_ address: String) throws -> [UInt8] {
            try png("<image width='20' height='10' xlink:href='\(address)' href='\(address)'/>")
        }
        // What is inside the drawing itself shows that the test would see a picture.
        #expect(try image("data:image/png;base64,\(PaperPNGTests.redPixel)") != blank)
        for address in [file, "file://\(file)", "red.svg", "http://127.0.0.1:9/red.svg"] {
            #expect(try image(address) == blank, "\(address)")
        }
    }

    @Test func whatIsNoDrawingIsRefused() throws {
        for text in ["", "no", "<svg", "<html/>"] {
            let failure = #expect(throws: PaperFailure.self, "\(text)") {
                try VectorDrawing.png(Array(text.utf8), width: 10, height: 10)
            }
            #expect(failure?.part == .content)
        }
    }

    @Test func limitsHold() throws {
        let drawing = Array("\(Self.start)/>".utf8)
        let sizes: [(Int, Int)] = [(0, 10), (-1, -1), (4_000_001, 1), (2_001, 2_000), (.max, .max)]
        for (width, height) in sizes {
            #expect(throws: PaperFailure.self) { try VectorDrawing.png(drawing, width: width, height: height) }
        }
        let long = Array(repeating: UInt8(ascii: " "), count: PaperLimits.drawingBytes + 1)
        #expect(throws: PaperFailure.self) { try VectorDrawing.png(long, width: 10, height: 10) }
        // Entities that grow by a thousand million.
        let entities = (1..<10).map { "<!ENTITY e\($0) '\(String(repeating: "&e\($0 - 1);", count: 10))'>" }.joined()
        let bomb = "<!DOCTYPE svg [<!ENTITY e0 'x'>\(entities)]>\(Self.start)><text>&e9;</text></svg>"
        #expect(throws: PaperFailure.self) { try VectorDrawing.png(Array(bomb.utf8), width: 10, height: 10) }
    }
}
