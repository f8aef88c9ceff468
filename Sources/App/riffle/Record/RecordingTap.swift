import Foundation
import PagingClient
import PagingEngine
import PagingWire
import Scripting
import WebSocketLoop

/// Records on the side what somebody who does something else in a room sees.
final class RecordingTap {
    private let sink: RecordingSink
    private var transcript: Transcript

    /// Records into a new file at `path`; presenters' notes stay out.
    init(path: String, endpoint: Endpoint, title: String?) throws(RecordingSink.Failure) {
        let header = RecordingHeader(endpoint, title: title, date: .now)
        sink = try RecordingSink(path: path, mode: .refuse, header: header)
        transcript = Transcript(continuingAt: nil, includesNotes: false)
    }

    /// Takes note of `effect`, which `core` gave back at `now`.
    func note(_ effect: ClientEffect, of core: ClientCore, at now: Instant) throws(RecordingSink.Failure) {
        try sink.write(transcript.lines(for: effect, of: core, at: now))
    }

    /// Nothing more is to come; `core` is as it was last.
    func finish(_ core: ClientCore, at now: Instant) {
        // A disk that takes no more has been told of already, or it is too late to tell.
        try? sink.write(transcript.end(of: core, at: now).map { [$0] } ?? [])
        sink.finish()
    }
}
