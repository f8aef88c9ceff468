import FoundationEssentials
import Glibc
import JSONCodec
import PagingWire
import Scripting

/// Marks set while a recording was shown, in a file beside it: `NAME.marks.jsonl`.
///
/// The recording itself is not changed: it may still be written to, and may belong to another user. The first line repeats
/// the header of the recording, to detect the marks of another recording with the same name.
struct OwnMarks {
    let path: String
    private let header: RecordingHeader
    /// Whether the file exists with the header of this recording.
    private var isBegun = false
    /// In the order they were set.
    private(set) var marks: [Recording.Mark] = []
    /// A warning about the file.
    private(set) var warning: String?

    /// Limit for the file; a longer one was not written by this program.
    private static let mostBytes = 1 << 20

    /// Reads the marks of the recording at `recording`, if any.
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
        guard bytes.count <= OwnMarks.mostBytes else {
            throw FileError(path, "expected at most \(OwnMarks.mostBytes) bytes", .content)
        }
        let lines = bytes.split(separator: UInt8(ascii: "\n"))
        do throws(Malformed) {
            guard let first = lines.first, try RecordingReader.header(first) == header else {
                warning = "\(path): the marks of another recording; they are ignored"
                return
            }
            for line in lines.dropFirst() {
                guard let line = try RecordingReader.line(line), case .mark(let text) = line.content else { continue }
                marks.append(Recording.Mark(milliseconds: line.milliseconds, text: text))
            }
            isBegun = true
        } catch {
            throw FileError(path, error.refusal.reason, .content)
        }
    }

    /// Adds a mark to the file, which is created if missing. The marks of another recording are not overwritten.
    mutating func add(_ mark: Recording.Mark) throws(FileError) {
        marks.append(mark)
        if let warning { throw FileError(.content, description: warning) }
        var bytes: [UInt8] = []
        if !isBegun { RecordingWriter.encode(header, into: &bytes) }
        RecordingWriter.encode(RecordingLine(milliseconds: mark.milliseconds, .mark(mark.text)), into: &bytes)
        let descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | (isBegun ? 0 : O_EXCL), 0o644)
        guard descriptor >= 0 else { throw .system(path) }
        defer { close(descriptor) }
        guard bytes.withUnsafeBytes({ write(descriptor, $0.baseAddress, $0.count) }) == bytes.count else {
            throw .system(path)
        }
        isBegun = true
    }
}
