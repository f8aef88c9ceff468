import Foundation
import JSONCodec
import PagingWire
import Scripting

/// A recording read from disk.
struct RecordingFile {
    private(set) var recording: Recording
    /// Bytes of the whole lines; what follows them was cut off in the middle of being written.
    private(set) var wholeBytes = 0
    /// What is odd about it, with its place.
    private(set) var warnings: [String] = []

    struct Failure: Error, CustomStringConvertible {
        let description: String
        /// Whether the file cannot be read at all.
        let isMissing: Bool
    }

    /// Whether the file at `path` is a recording rather than a script: by its name, else by its first line.
    static func isRecording(_ path: String) -> Bool {
        if path.hasSuffix(".jsonl") { return true }
        guard path != "-", let file = FileHandle(forReadingAtPath: path) else { return false }
        defer { try? file.close() }
        let head = (try? file.read(upToCount: 256)) ?? Data()
        return head.starts(with: Data("{\"type\":\"recording\"".utf8))
    }

    /// Reads the recording at `path`; `-` is standard input.
    init(path: String) throws(Failure) {
        let bytes: [UInt8]
        do {
            bytes = Array(
                try path == "-"
                    ? FileHandle.standardInput.readToEnd() ?? Data() : Data(contentsOf: URL(fileURLWithPath: path)))
        } catch CocoaError.fileReadNoSuchFile {
            throw Failure(description: "\(path): there is no such file", isMissing: true)
        } catch {
            throw Failure(description: "\(path): \(error.localizedDescription)", isMissing: true)
        }
        try self.init(bytes: bytes, name: path)
    }

    /// Reads the lines of a recording; `name` is for messages.
    init(bytes: [UInt8], name: String) throws(Failure) {
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        do throws(Malformed) {
            recording = Recording(header: try RecordingReader.header(lines[0]))
        } catch {
            throw Failure(description: "\(name):1: \(error.refusal.reason)", isMissing: false)
        }
        wholeBytes = min(lines[0].count + 1, bytes.count)
        var strange = 0
        for (number, line) in lines.enumerated().dropFirst() {
            let isLast = number == lines.count - 1
            if isLast, line.isEmpty { break }
            do throws(LineFailure) {
                if try !RecordingFile.add(line, to: &recording) { strange += 1 }
            } catch {
                guard isLast, error.isMalformed else {
                    throw Failure(description: "\(name):\(number + 1): \(error.reason)", isMissing: false)
                }
                warnings.append("\(name):\(number + 1): the last line is cut off; it is left out")
                break
            }
            wholeBytes = min(wholeBytes + line.count + 1, bytes.count)
        }
        if strange > 0 { warnings.append("\(name): \(strange) lines of a kind unknown here are passed over") }
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
