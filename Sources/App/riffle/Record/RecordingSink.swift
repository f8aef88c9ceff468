import FoundationEssentials
import Glibc
import JSONCodec
import PagingClient
import PagingEngine
import PagingWire
import Scripting
import WebSocketLoop

/// Writes a recording. Each line goes to the system at once, so that no line is lost when the program ends.
final class RecordingSink {
    /// The treatment of a file that exists already.
    enum Mode {
        /// Leave it unchanged and record nothing.
        case refuse
        case overwrite
        case append
    }

    private let path: String
    private let descriptor: Int32
    private var header: RecordingHeader?
    private let createdFile: Bool
    /// End of the recording that is continued, in milliseconds; nil for a new one.
    let continuesAt: Int64?
    private(set) var lineCount = 0
    private var wholeBytes: Int?

    /// Opens the file at `path`; `-` is standard output. A file to overwrite stays unchanged until the first write.
    ///
    /// - Parameter isPrivate: whether only the owner may read the file, as it gets the notes of presenters.
    init(path: String, mode: Mode, header: RecordingHeader, isPrivate: Bool = false) throws(FileError) {
        self.path = path
        guard path != "-" else {
            (descriptor, self.header, createdFile, continuesAt) = (STDOUT_FILENO, header, false, nil)
            return
        }
        let isThere = access(path, F_OK) == 0
        if isThere, mode == .refuse {
            throw FileError(
                .usage, description: "\(path) exists already; --append continues it, --overwrite replaces it")
        }
        let old = isThere && mode == .append ? try RecordingSink.old(path, room: header.room) : nil
        continuesAt = old?.recording.durationMilliseconds
        wholeBytes = old?.wholeBytes ?? 0
        self.header = old == nil ? header : nil
        createdFile = !isThere
        descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | (isThere ? 0 : O_EXCL), isPrivate ? 0o600 : 0o644)
        guard descriptor >= 0 else { throw TextFile.missingFolder(of: path) ?? .system(path) }
        if isPrivate { fchmod(descriptor, 0o600) }
    }

    private static func old(_ path: String, room: String) throws(FileError) -> RecordingFile {
        let old = try RecordingFile(path: path)
        let other = old.recording.header.room
        guard other == room else {
            throw FileError(.usage, description: "\(path) is a recording of the room \(other), not of \(room)")
        }
        return old
    }

    deinit {
        if descriptor != STDOUT_FILENO { close(descriptor) }
    }

    /// Writes lines; the first call also writes the header.
    func write(_ lines: [RecordingLine]) throws(FileError) {
        guard !lines.isEmpty else { return }
        var bytes = try beginning()
        for line in lines { RecordingWriter.encode(line, into: &bytes) }
        try put(bytes)
        lineCount += lines.count
    }

    /// Cuts an old file after its last whole line; returns the header for a new one.
    private func beginning() throws(FileError) -> [UInt8] {
        if let wholeBytes {
            guard ftruncate(descriptor, off_t(wholeBytes)) == 0, lseek(descriptor, 0, SEEK_END) >= 0 else {
                throw .system(path)
            }
            self.wholeBytes = nil
        }
        var bytes: [UInt8] = []
        if let header { RecordingWriter.encode(header, into: &bytes) }
        header = nil
        return bytes
    }

    private func put(_ bytes: [UInt8]) throws(FileError) {
        guard StandardStreams.write(bytes, to: descriptor) else { throw .system(path) }
    }

    /// Ends the recording and removes the file if it was created and nothing was written.
    func finish() {
        if lineCount == 0, createdFile { unlink(path) }
    }
}

/// Records a room for a member that does something else there.
final class RecordingTap {
    private let sink: RecordingSink
    private var transcript: Transcript

    /// Records into a new file at `path`, without the notes of presenters.
    init(path: String, room: String, title: String?) throws(FileError) {
        let header = RecordingHeader(room: room, title: title, date: .now)
        sink = try RecordingSink(path: path, mode: .refuse, header: header)
        transcript = Transcript(continuingAt: nil, includesNotes: false)
    }

    /// Records `effect`, which `core` returned at `now`.
    func note(_ effect: ClientEffect, of core: ClientCore, at now: Instant) throws(FileError) {
        try sink.write(transcript.lines(for: effect, of: core, at: now))
    }

    /// Ends the recording with the last state of `core`.
    func finish(_ core: ClientCore, at now: Instant) {
        // An earlier write has reported a full disk already, or nobody can act on the error now.
        try? sink.write(transcript.end(of: core, at: now).map { [$0] } ?? [])
        sink.finish()
    }
}
