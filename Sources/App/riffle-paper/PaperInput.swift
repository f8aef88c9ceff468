import Glibc
import JSONCodec
import PagingWire
import Paper
import PaperDrawing

/// The document on standard input: a header, and a sheet a line.
struct PaperInput {
    private var lines = 0
    private var buffer: [UInt8] = []
    /// Bytes of the buffer that were read as lines.
    private var taken = 0
    /// Bytes of the buffer without a line end.
    private var searched = 0
    private var part = [UInt8](repeating: 0, count: 262_144)

    /// Sheets read so far.
    private(set) var count = 0

    mutating func header() throws(PaperFailure) -> PaperHeader {
        guard let line = try nextLine() else { throw PaperFailure(.content, "expected a header, got nothing") }
        return try read(line) { bytes throws(Malformed) in try PaperReader.header(bytes) }
    }

    /// The next sheet; nil at the end.
    mutating func next() throws(PaperFailure) -> PaperSheet? {
        guard let line = try nextLine() else {
            guard count > 0 else { throw PaperFailure(.content, "expected pages after the header, got none") }
            return nil
        }
        count += 1
        guard count <= PaperLimits.sheets else {
            throw PaperFailure(.content, "line \(lines): expected at most \(PaperLimits.sheets) pages")
        }
        return try read(line) { bytes throws(Malformed) in try PaperReader.sheet(bytes) }
    }

    private func read<Value>(
        _ line: [UInt8], _ body: (UnsafeRawBufferPointer) throws(Malformed) -> Value
    ) throws(PaperFailure) -> Value {
        let result = line.withUnsafeBytes { bytes in
            Result { () throws(Malformed) in try body(bytes) }
        }
        switch result {
        case .success(let value): return value
        case .failure(let error): throw PaperFailure(.content, "line \(lines): \(error.refusal.reason)")
        }
    }

    /// The next line without its end; nil at the end of the input.
    private mutating func nextLine() throws(PaperFailure) -> [UInt8]? {
        while true {
            if let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
                defer { (taken, searched) = (end + 1, end + 1) }
                lines += 1
                return Array(buffer[taken..<end])
            }
            buffer.removeSubrange(..<taken)
            (taken, searched) = (0, buffer.count)
            guard buffer.count <= PaperLimits.lineBytes else {
                throw PaperFailure(.content, "line \(lines + 1): expected at most \(PaperLimits.lineBytes) bytes")
            }
            let count = Glibc.read(STDIN_FILENO, &part, part.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                guard !buffer.isEmpty else { return nil }
                defer { (buffer, searched) = ([], 0) }
                lines += 1
                return buffer
            }
            buffer += part[..<count]
        }
    }
}
