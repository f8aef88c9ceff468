import Scripting
import TerminalView

/// Plays a recording to standard output without a terminal, as fast as it is read.
struct RecordingPrinter {
    enum Form {
        /// A frame every so many milliseconds of the recording, unless it is the one before.
        case frames(RecordingPicture, everyMilliseconds: Int64)
        /// Pages as they come to rest, as text.
        case plain
        /// One JSON object for each moment at rest.
        case json
    }

    let form: Form
    let range: ClosedRange<Int64>

    func play(_ recording: Recording) {
        var playback = Playback(recording)
        playback.seek(to: range.lowerBound)
        switch form {
        case .frames(let picture, let every): printFrames(&playback, picture, every)
        case .plain: printPages(&playback)
        case .json: printObjects(&playback)
        }
    }

    private func printFrames(_ playback: inout Playback, _ picture: RecordingPicture, _ every: Int64) {
        var (frames, picture) = (MovingPicture(isRedrawn: false), picture)
        var place = range.lowerBound
        while true {
            playback.seek(to: place)
            if let screen = picture.screen(of: playback) { frames.show(screen) }
            guard place < end(of: playback) else { return }
            place = min(place + every, end(of: playback))
        }
    }

    private func printPages(_ playback: inout Playback) {
        var (text, shelf) = (LinearText(), DocumentCache())
        forEachChange(&playback) { playback in
            guard let replica = playback.view.replica else { return }
            let documents = shelf.documents(of: replica.window.map(\.page))
            guard let block = text.next(replica, documents: documents) else { return }
            StandardStreams.print(String(block.dropLast()))
        }
    }

    private func printObjects(_ playback: inout Playback) {
        let name = playback.recording.header.room
        var last: Int64 = -1
        forEachChange(&playback) { playback in
            guard let replica = playback.view.replica, replica.isAtRest, replica.sequence.number != last else { return }
            last = replica.sequence.number
            StandardStreams.print(ActorResult(name: name, replica: replica).json)
        }
    }

    private func end(of playback: Playback) -> Int64 {
        min(range.upperBound, playback.recording.durationMilliseconds)
    }

    private func forEachChange(_ playback: inout Playback, _ body: (Playback) -> Void) {
        body(playback)
        while let next = playback.nextChangeMilliseconds, next <= end(of: playback) {
            playback.seek(to: next)
            body(playback)
        }
    }
}
