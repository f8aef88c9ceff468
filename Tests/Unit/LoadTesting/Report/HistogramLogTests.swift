import Foundation
import Testing

@testable import LoadTesting

/// The log read back by the rules of its format.
@Suite struct HistogramLogTests {
    private struct Line {
        let tag: String
        let start: Double
        let length: Double
        let most: Double
        let cells: [Int: Int64]
    }

    @Test func everyTagAddsUpToTheRun() throws {
        let report = try BusyRun.report(seconds: 20)
        let lines = try Self.lines(of: report.histogramLog)
        for (measure, latencies) in report.result.latencies {
            for (tag, found) in [
                (measure.rawValue, latencies.corrected), ("naive.\(measure.rawValue)", latencies.naive),
            ] {
                var cells: [Int: Int64] = [:]
                for line in lines where line.tag == tag { cells.merge(line.cells, uniquingKeysWith: +) }
                let expected = found.steps.map { (HistogramPayload.cell(of: $0.value), $0.count) }
                #expect(cells == Dictionary(uniqueKeysWithValues: expected), "\(tag)")
            }
        }
        #expect(lines.filter { $0.tag == "ack" }.count == 20, "a line for each second")
        #expect(lines.filter { $0.tag == "skew" }.map(\.length) == [20], "known at the end only: one line")
        #expect(lines.filter { $0.tag == "naive.ack" }.map(\.length) == [20])
        #expect(
            lines.map(\.most).max() == Double(report.result.latencies.values.map(\.corrected.maximum).max() ?? 0)
                / 1_000)
    }

    /// The names of actors are free, but readers split lines at commas and blanks.
    @Test func aTagIsOneWord() throws {
        var latencies = LoadResult.Latencies()
        latencies.corrected = SampleRun.distribution([1])
        var result = LoadResult(title: "a talk", seed: 1)
        result.actors = [
            LoadResult.Actor(name: "a,b c\r\nd", tag: nil, isApart: true, latencies: [.deliver: latencies])
        ]
        let lines = try Self.lines(of: LoadReport(result, target: "simulated").histogramLog)
        #expect(lines.map(\.tag) == ["deliver{actor:a_b_c__d}"])
    }

    /// Cells as HdrHistogram counts them: single ones to 2,047, then in steps of two, of four …
    @Test(arguments: [
        (Int64(0), 0), (1, 1), (2_047, 2_047), (2_048, 2_048), (2_049, 2_048), (2_050, 2_049), (4_095, 3_071),
        (4_096, 3_072), (4_099, 3_072), (4_100, 3_073),
    ])
    func valuesHaveTheirCells(value: Int64, cell: Int) {
        #expect(HistogramPayload.cell(of: value) == cell)
    }

    private static let numbers: [(Int64, [UInt8])] = [
        (0, [0]), (-1, [1]), (1, [2]), (63, [126]), (64, [128, 1]), (-64, [127]), (300, [216, 4]),
        (Int64.max, [254, 255, 255, 255, 255, 255, 255, 255, 255]),
    ]

    @Test(arguments: numbers)
    func numbersAreZigZag(number: Int64, bytes: [UInt8]) {
        #expect(HistogramPayload.zigZag(number) == bytes)
    }

    /// The check value of the Adler-32 of "Wikipedia", and the Base64 of RFC 4648, section 10.
    @Test func checksumsAndBase64FollowTheirStandards() {
        #expect(ZlibStream.adler32(Array("Wikipedia".utf8)) == 0x11E6_0398)
        let texts = ["", "Zg==", "Zm8=", "Zm9v", "Zm9vYg==", "Zm9vYmE=", "Zm9vYmFy"]
        for (count, text) in texts.enumerated() {
            #expect(Base64.text(of: Array("foobar".utf8.prefix(count))) == text)
        }
    }

    @Test func longStreamsHaveSeveralBlocks() {
        let bytes = (0..<150_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        #expect(Self.unstored(ZlibStream.stored(bytes)) == bytes)
        #expect(Self.unstored(ZlibStream.stored([])) == [])
    }

    private static func lines(of text: String) throws -> [Line] {
        try text.split(separator: "\n").filter { $0.hasPrefix("Tag=") }.map { line in
            let parts = line.split(separator: ",").map(String.init)
            let data = try #require(Data(base64Encoded: parts[4]))
            return Line(
                tag: String(parts[0].dropFirst(4)), start: try #require(Double(parts[1])),
                length: try #require(Double(parts[2])), most: try #require(Double(parts[3])),
                cells: try cells(of: Array(data)))
        }
    }

    private static func cells(of bytes: [UInt8]) throws -> [Int: Int64] {
        #expect(number(bytes[0..<4]) == 0x1C84_9314)
        #expect(number(bytes[4..<8]) == bytes.count - 8)
        let plain = unstored(Array(bytes[8...]))
        #expect(number(plain[0..<4]) == 0x1C84_9313)
        #expect(number(plain[4..<8]) == plain.count - 40)
        #expect(number(plain[8..<12]) == 0 && number(plain[12..<16]) == 3, "not shifted, three digits")
        #expect(number(plain[16..<24]) == 1 && number(plain[24..<32]) == 3_600_000_000)
        #expect(number(plain[32..<40]) == Int(Double(1).bitPattern))
        var cells: [Int: Int64] = [:]
        var (cell, index) = (0, 40)
        while index < plain.count {
            var (raw, shift): (UInt64, UInt64) = (0, 0)
            while plain[index] & 0x80 != 0, shift < 56 {
                raw |= UInt64(plain[index] & 0x7F) << shift
                shift += 7
                index += 1
            }
            raw |= UInt64(plain[index]) << shift
            index += 1
            let count = Int64(bitPattern: raw >> 1) ^ -Int64(bitPattern: raw & 1)
            if count > 0 { cells[cell] = count }
            cell += count < 0 ? Int(-count) : 1
        }
        return cells
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }

    /// Content of a stream of stored blocks; also checks the sum at its end.
    private static func unstored(_ stream: [UInt8]) -> [UInt8] {
        #expect(number(stream[0..<2]) % 31 == 0 && stream[0] == 0x78)
        var bytes: [UInt8] = []
        var index = 2
        var isLast = false
        while !isLast {
            isLast = stream[index] == 1
            let length = Int(stream[index + 1]) | Int(stream[index + 2]) << 8
            let check = Int(stream[index + 3]) | Int(stream[index + 4]) << 8
            #expect(length ^ check == 0xFFFF)
            bytes += stream[index + 5..<index + 5 + length]
            index += 5 + length
        }
        #expect(number(stream[index...]) == Int(ZlibStream.adler32(bytes)))
        return bytes
    }
}
