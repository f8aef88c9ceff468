import Foundation
import JSONCodec
import PagingWire
import Scripting

/// A recording read from disk.
struct RecordingFile {
    private(set) var recording: Recording
    /// Bytes of the whole lines; a cut-off line may follow.
    private(set) var wholeBytes = 0
    /// Warnings, with their places.
    private(set) var warnings: [String] = []

    /// Whether the file at `path` is a recording and not a script, by its name or else by its first line.
    static func isRecording(_ path: String) -> Bool {
        if path.hasSuffix(".jsonl") { return true }
        guard path != "-", let file = FileHandle(forReadingAtPath: path) else { return false }
        defer { try? file.close() }
        let head = (try? file.read(upToCount: 256)) ?? Data()
        return head.starts(with: Data("{\"type\":\"recording\"".utf8))
    }

    /// Reads the recording at `path`; `-` is standard input.
    init(path: String) throws(FileError) {
        let bytes = try TextFile.bytes(of: path)
        guard !TextFile.isDeck(path) else {
            throw FileError(path, "expected a recording, got a deck; riffle present shows it", .content)
        }
        try self.init(bytes: bytes, name: path)
    }

    /// Reads the lines of a recording; `name` is for messages.
    init(bytes: [UInt8], name: String) throws(FileError) {
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        do throws(Malformed) {
            recording = Recording(header: try RecordingReader.header(lines[0]))
        } catch {
            let reason = lines[0].first == UInt8(ascii: "{") ? error.refusal.reason : "expected a JSON object"
            throw FileError(name, line: 1, "not a recording (\(reason))", .content)
        }
        wholeBytes = min(lines[0].count + 1, bytes.count)
        var unknown = 0
        for (number, line) in lines.enumerated().dropFirst() {
            let isLast = number == lines.count - 1
            if isLast, line.isEmpty { break }
            do throws(LineFailure) {
                if try !RecordingFile.add(line, to: &recording) { unknown += 1 }
            } catch {
                guard isLast, error.isMalformed else {
                    throw FileError(name, line: number + 1, error.reason, .content)
                }
                warnings.append("\(name):\(number + 1): the last line is cut off; it is ignored")
                break
            }
            wholeBytes = min(wholeBytes + line.count + 1, bytes.count)
        }
        if unknown > 0 { warnings.append("\(name): \(unknown) lines of unknown kinds are ignored") }
    }

    private struct LineFailure: Error {
        let reason: String
        let isMalformed: Bool
    }

    /// Whether the line is of a known kind.
    private static func add(_ bytes: ArraySlice<UInt8>, to recording: inout Recording) throws(LineFailure) -> Bool {
        let line: RecordingLine?
        do throws(Malformed) {
            line = try RecordingReader.line(bytes)
        } catch {
            throw LineFailure(reason: error.refusal.reason, isMalformed: true)
        }
        guard let line else {
            recording.passOver()
            return false
        }
        do throws(RecordingFault) {
            try recording.append(line)
        } catch {
            throw LineFailure(reason: error.description, isMalformed: false)
        }
        return true
    }
}
