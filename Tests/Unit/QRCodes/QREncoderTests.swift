import Foundation
import Platform
import QRCodes
import Testing

@testable import TerminalView

/// Codes hold the text that they were made of: `zbarimg`, a reader that shares nothing with the encoder, reads them.
@Suite struct QREncoderTests {
    static let reader = ["/usr/bin/zbarimg", "/usr/local/bin/zbarimg"].first {
        FileManager.default.isExecutableFile(atPath: $0)
    }

    /// The text in a picture of bits (PBM), as a reader finds it.
    private func read(_ rows: [[Bool]]) throws -> String {
        let side = 4
        var text = "P1\n\((rows.first?.count ?? 0) * side) \(rows.count * side)\n"
        for row in rows {
            let line = row.map { String(repeating: $0 ? "1 " : "0 ", count: side) }.joined() + "\n"
            text += String(repeating: line, count: side)
        }
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).pbm")
        try Data(text.utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let (process, output) = (Process(), Pipe())
        process.executableURL = URL(fileURLWithPath: try #require(QREncoderTests.reader))
        process.arguments = ["--quiet", "--raw", "--oneshot", file.path]
        (process.standardOutput, process.standardError) = (output, FileHandle.nullDevice)
        try process.start()
        let bytes = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .newlines)
    }

    /// The pixels of lines of half blocks, as a camera sees white ink on black: true is dark.
    private func pixels(_ lines: [String]) -> [[Bool]] {
        lines.flatMap { line in
            [
                line.map { $0 == " " || $0 == "▄" },
                line.map { $0 == " " || $0 == "▀" },
            ]
        }
    }

    @Test(
        .enabled(if: reader != nil),
        arguments: [
            "http://192.168.1.20:7420/tour", "wss://talks.example.org/rooms/" + String(repeating: "n", count: 64),
        ])
    func aReaderReadsTheHalfBlocks(address: String) throws {
        let code = try #require(QREncoder.code(of: address))
        for columns in [code.leastColumns, 200] {
            let lines = try #require(code.lines(columns: columns, isColoured: false))
            #expect(try read(pixels(lines)) == address)
        }
        for scale in [2, 3] {
            let large = code.picture(margin: 4).lines(scale: scale)
            #expect(try read(pixels(large)) == address)
        }
    }

    /// The figures of docs: an address of 35 characters takes 29x15 cells.
    @Test func anAddressTakesASmallWindow() throws {
        let address = "http://192.168.1.20:7420/rooms/tour"
        let code = try #require(QREncoder.code(of: address))
        #expect(address.count == 35 && code.size == 25 && code.leastColumns == 29)
        let small = try #require(code.lines(columns: 32, isColoured: false))
        #expect(small.count == 15 && small.allSatisfy { $0.count == 29 })
        let wide = try #require(code.lines(columns: 33, isColoured: false))
        #expect(wide.count == 17 && wide.allSatisfy { $0.count == 33 })
        #expect(code.lines(columns: 28, isColoured: false) == nil)
    }

    /// The colours do not depend on the theme of the terminal.
    @Test func onATerminalEachLineIsWhiteOnBlack() throws {
        let code = try #require(QREncoder.code(of: "ws://a/rooms/b"))
        for line in try #require(code.lines(columns: 80, isColoured: true)) {
            #expect(line.hasPrefix("\u{1B}[97;40;38;5;231;48;5;16m") && line.hasSuffix("\u{1B}[0m"))
        }
    }

    @Test func aTextThatIsTooLongHasNoCode() {
        #expect(QREncoder.code(of: String(repeating: "a", count: 2_953)) != nil)
        #expect(QREncoder.code(of: String(repeating: "a", count: 2_954)) == nil)
        #expect(QREncoder.code(of: "") == nil)
    }
}
