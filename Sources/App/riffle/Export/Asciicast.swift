import PagingContent
import Scripting
import TerminalView

/// A recording as a terminal shows it, for asciinema (asciicast version 2: a header, and a line for each output with its
/// second).
struct Asciicast {
    private static let milliseconds: Int64 = 33

    /// The whole file.
    let text: String

    /// - Parameters:
    ///   - theme: in place of the deck's.
    ///   - measure: columns of running text at most; nil takes the usual number.
    init(_ recording: Recording, size: WindowSize, theme: Theme?, measure: Int? = nil) throws {
        let header = CastHeader(width: size.columns, height: size.rows, title: recording.header.room)
        var lines = [try header.jsonLine(), try Asciicast.event(0, "o", "\u{1B}[?7l\u{1B}[?25l")]
        var picture = RecordingPicture(of: recording, size: size, borders: .unicode, pictureStyle: .blocks)
        picture.measure = measure
        var playback = Playback(recording)
        var shown: Screen?
        var page: String?
        var place: Int64 = 0
        while true {
            playback.seek(to: place)
            if var screen = picture.screen(of: playback) {
                screen.theme = theme ?? screen.theme
                let bytes = ScreenDiff.bytes(from: shown, to: screen)
                if !bytes.isEmpty {
                    lines.append(try Asciicast.event(place, "o", String(decoding: bytes, as: UTF8.self)))
                }
                shown = screen
            }
            if let replica = playback.view.replica, replica.isAtRest,
                let title = replica.window.first(where: { $0.index == replica.settled })?.page.title, title != page
            {
                page = title
                lines.append(try Asciicast.event(place, "m", title))
            }
            guard place < recording.durationMilliseconds else { break }
            place = min(place + Asciicast.milliseconds, recording.durationMilliseconds)
        }
        text = lines.map { $0 + "\n" }.joined()
    }

    /// A line of the file.
    static func event(_ milliseconds: Int64, _ code: String, _ data: String) throws -> String {
        let rest = String(milliseconds % 1_000)
        let seconds = "\(milliseconds / 1_000).\(String(repeating: "0", count: 3 - rest.count))\(rest)"
        return "[\(seconds), \"\(code)\", \(try data.jsonLine())]"
    }

    private struct CastHeader: Encodable {
        let version = 2
        let width: Int
        let height: Int
        let title: String
    }
}
