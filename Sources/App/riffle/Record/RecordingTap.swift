import Foundation
import PagingClient
import PagingEngine
import PagingWire
import Scripting
import WebSocketLoop

/// Records a room for a member that does something else there.
final class RecordingTap {
    private let sink: RecordingSink
    private var transcript: Transcript

    /// Records into a new file at `path`, without the notes of presenters.
    init(path: String, endpoint: Endpoint, title: String?) throws(FileError) {
        let header = RecordingHeader(endpoint, title: title, date: .now)
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
