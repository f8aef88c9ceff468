import Foundation
import Glibc
import JSONCodec
import PagingWire
import Scripting

/// Marks somebody has set while a recording was shown, in a file beside it: `NAME.marks.jsonl`.
///
/// The recording itself stays as it is: it may still be written to, and may be somebody else's. The first line is the
/// recording's header again, so that marks of another recording of the same name are not taken for this one's.
struct OwnMarks {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    let path: String
    private let header: RecordingHeader
    /// Whether the file there is this recording's.
    private var isBegun = false
    /// In the order they were set.
    private(set) var marks: [Recording.Mark] = []
    /// What is odd about the file.
    private(set) var warning: String?

    /// More than anybody sets; a file that is longer is none of ours.
    private static let mostBytes = 1 << 20

    /// Reads the marks of the recording at `recording`, if there are any.
    init(of header: RecordingHeader, recording: String) {
        self.header = header
        path = OwnMarks.path(of: recording)
        guard FileManager.default.fileExists(atPath: path) else { return }
        do {
            try read(TextFile.bytes(of: path))
        } catch {
            warning = "\(error)"
        }
    }

    /// `talk.marks.jsonl` for `talk.riffle.jsonl`.
    static func path(of recording: String) -> String {
        for ending in [".riffle.jsonl", ".jsonl"] where recording.hasSuffix(ending) {
            return recording.dropLast(ending.count) + ".marks.jsonl"
        }
        return recording + ".marks.jsonl"
    }

    private mutating func read(_ bytes: [UInt8]) throws {
        guard bytes.count <= OwnMarks.mostBytes else { throw Failure(description: "\(path): too long for marks") }
        let lines = bytes.split(separator: UInt8(ascii: "\n"))
        do throws(Malformed) {
            guard let first = lines.first, try RecordingReader.header(first) == header else {
                warning = "\(path): the marks of another recording; they are passed over"
                return
            }
            for line in lines.dropFirst() {
                guard let line = try RecordingReader.line(line), case .mark(let text) = line.content else { continue }
                marks.append(Recording.Mark(milliseconds: line.milliseconds, text: text))
            }
            isBegun = true
        } catch {
            throw Failure(description: "\(path): \(error.refusal.reason)")
        }
    }

    /// Adds a mark to the file, which is made where there is none. Marks of another recording are not written over.
    mutating func add(_ mark: Recording.Mark) throws(Failure) {
        marks.append(mark)
        if let warning { throw Failure(description: warning) }
        var bytes: [UInt8] = []
        if !isBegun { RecordingWriter.encode(header, into: &bytes) }
        RecordingWriter.encode(RecordingLine(milliseconds: mark.milliseconds, .mark(mark.text)), into: &bytes)
        let descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | (isBegun ? 0 : O_EXCL), 0o644)
        guard descriptor >= 0 else { throw failure }
        defer { close(descriptor) }
        guard bytes.withUnsafeBytes({ write(descriptor, $0.baseAddress, $0.count) }) == bytes.count else {
            throw failure
        }
        isBegun = true
    }

    private var failure: Failure { Failure(description: "\(path): \(String(cString: strerror(errno)))") }
}
