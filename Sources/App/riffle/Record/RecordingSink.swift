import Glibc
import JSONCodec
import PagingWire
import Scripting

/// Where a recording is written: each line goes to the system at once, so the end of this program loses none.
final class RecordingSink {
    /// What happens to a file that is there already.
    enum Mode {
        /// It is left alone, and nothing recorded.
        case refuse
        case overwrite
        case append
    }

    struct Failure: Error, CustomStringConvertible {
        let description: String
        /// Whether it is the caller's choice of a file that is wrong.
        let isUsage: Bool
    }

    private let path: String
    private let descriptor: Int32
    private var header: RecordingHeader?
    private let madeFile: Bool
    /// Where the recording ends that is continued; nil for a new one.
    let continuesAt: Int64?
    private(set) var lineCount = 0
    private var wholeBytes: Int?

    /// Opens the file at `path`, `-` being standard output. A file that is overwritten stays as it is until there is
    /// something to write.
    init(path: String, mode: Mode, header: RecordingHeader) throws(Failure) {
        self.path = path
        guard path != "-" else {
            (descriptor, self.header, madeFile, continuesAt) = (STDOUT_FILENO, header, false, nil)
            return
        }
        let isThere = access(path, F_OK) == 0
        if isThere, mode == .refuse {
            throw Failure(
                description: "\(path) is there already; --append continues it, --overwrite replaces it", isUsage: true)
        }
        let old = isThere && mode == .append ? try RecordingSink.old(path, room: header.room) : nil
        continuesAt = old?.recording.durationMilliseconds
        wholeBytes = old?.wholeBytes ?? 0
        self.header = old == nil ? header : nil
        madeFile = !isThere
        descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | (isThere ? 0 : O_EXCL), 0o644)
        guard descriptor >= 0 else {
            throw Failure(description: "\(path): \(String(cString: strerror(errno)))", isUsage: false)
        }
    }

    private static func old(_ path: String, room: String) throws(Failure) -> RecordingFile {
        do {
            let old = try RecordingFile(path: path)
            guard old.recording.header.room == room else {
                let other = old.recording.header.room
                throw Failure(description: "\(path) is a recording of the room \(other), not of \(room)", isUsage: true)
            }
            return old
        } catch let error as Failure {
            throw error
        } catch {
            throw Failure(description: "\(error)", isUsage: false)
        }
    }

    deinit {
        if descriptor != STDOUT_FILENO { close(descriptor) }
    }

    /// Writes lines, below the header that comes with the first ones.
    func write(_ lines: [RecordingLine]) throws(Failure) {
        guard !lines.isEmpty else { return }
        var bytes = try beginning()
        for line in lines { RecordingWriter.encode(line, into: &bytes) }
        try put(bytes)
        lineCount += lines.count
    }

    /// Makes room behind the whole lines of an old file, and says what stands first in a new one.
    private func beginning() throws(Failure) -> [UInt8] {
        if let wholeBytes {
            guard ftruncate(descriptor, off_t(wholeBytes)) == 0, lseek(descriptor, 0, SEEK_END) >= 0 else {
                throw failure
            }
            self.wholeBytes = nil
        }
        var bytes: [UInt8] = []
        if let header { RecordingWriter.encode(header, into: &bytes) }
        header = nil
        return bytes
    }

    private func put(_ bytes: [UInt8]) throws(Failure) {
        guard StandardStreams.write(bytes, to: descriptor) else { throw failure }
    }

    private var failure: Failure {
        Failure(description: "\(path): \(String(cString: strerror(errno)))", isUsage: false)
    }

    /// Nothing more will be written; a file made for nothing goes.
    func finish() {
        if lineCount == 0, madeFile { unlink(path) }
    }
}
