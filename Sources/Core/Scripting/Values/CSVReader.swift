/// Rows of comma-separated values as RFC 4180 has them: values in quotes may hold commas, quotes written twice, and ends of
/// lines.
struct CSVReader {
    private let bytes: [UInt8]
    private var place = 0
    private var line = 1

    private static let (quote, comma) = (UInt8(ascii: "\""), UInt8(ascii: ","))
    private static let (carriageReturn, lineFeed) = (UInt8(ascii: "\r"), UInt8(ascii: "\n"))
    /// The mark that some programs write before UTF-8.
    private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        if bytes.starts(with: CSVReader.mark) { place = CSVReader.mark.count }
    }

    /// The next row; nil at the end.
    mutating func next() throws(DataProblem) -> CSVRow? {
        guard place < bytes.count else { return nil }
        let start = line
        var values: [String] = []
        while true {
            values.append(try value())
            guard place < bytes.count else { break }
            let separator = bytes[place]
            place += 1
            if separator == CSVReader.comma { continue }
            if separator == CSVReader.carriageReturn, place < bytes.count, bytes[place] == CSVReader.lineFeed {
                place += 1
            }
            line += 1
            break
        }
        return CSVRow(values: values, line: start)
    }

    /// The value up to a comma or the end of a line.
    private mutating func value() throws(DataProblem) -> String {
        guard place < bytes.count, bytes[place] == CSVReader.quote else {
            let start = place
            while place < bytes.count, !CSVReader.endsValue(bytes[place]) { place += 1 }
            return text(bytes[start..<place])
        }
        let opening = line
        place += 1
        var value: [UInt8] = []
        while place < bytes.count {
            let byte = bytes[place]
            place += 1
            if byte == CSVReader.lineFeed { line += 1 }
            guard byte == CSVReader.quote else {
                value.append(byte)
                continue
            }
            guard place < bytes.count, bytes[place] == CSVReader.quote else {
                guard place == bytes.count || CSVReader.endsValue(bytes[place]) else {
                    throw DataProblem(
                        line: line, message: "expected a comma or the end of the line behind a closing quote")
                }
                return text(value[...])
            }
            value.append(byte)
            place += 1
        }
        throw DataProblem(line: opening, message: "expected a closing quote, got the end of the file")
    }

    private static func endsValue(_ byte: UInt8) -> Bool { byte == comma || byte == carriageReturn || byte == lineFeed }

    private func text(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }
}

struct CSVRow: Hashable {
    let values: [String]
    /// The line in which it begins, from 1.
    let line: Int
}
