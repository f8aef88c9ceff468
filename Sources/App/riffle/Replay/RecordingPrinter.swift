import PagingContent
import Pictures
import Scripting
import TerminalView

/// Prints a recording to standard output, as fast as possible.
struct RecordingPrinter {
    enum Form {
        /// A frame at this interval, unless it equals the last one.
        case frames(RecordingPicture, everyMilliseconds: Int64)
        /// Pages as text when they come to rest.
        case plain
        /// One JSON object whenever the pager rests.
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
        var text = LinearText()
        let cache = DocumentCache()
        forEachChange(&playback) { playback in
            guard let replica = playback.view.replica else { return }
            let documents = cache.documents(of: replica.window.map(\.page))
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

/// Draws the state of a recording as a member saw it.
struct RecordingPicture {
    let size: WindowSize
    let borders: Borders
    /// Columns of running text at most; nil takes the usual number.
    var measure: Int?
    private let documents = DocumentCache()
    private let pictures: PictureSupply
    private var layouts = LayoutCache()

    /// - Parameter pictureStyle: the characters that pictures of the recording are drawn with.
    init(of recording: Recording, size: WindowSize, borders: Borders, pictureStyle: PictureStyle) {
        self.size = size
        self.borders = borders
        pictures = AssetPictures { recording.assets[$0]?.bytes }.supply(pictureStyle)
    }

    /// The frame at the position of `playback`; nil before the first state of the room.
    mutating func screen(of playback: Playback, size: WindowSize? = nil, note: String? = nil, overlay: Page? = nil)
        -> Screen?
    {
        guard let replica = playback.view.replica else { return nil }
        let now = playback.roomTime
        var scene = Scene(
            replica: replica, position: replica.position(at: now), now: now, room: playback.recording.header.room,
            connection: playback.view.isLost ? .reconnecting : .inStep, note: note, borders: borders, overlay: overlay)
        scene.theme = replica.theme
        scene.measure = measure ?? scene.measure
        scene.beyond = playback.view.beyond
        scene.pictures = pictures
        scene.documents = documents.documents(of: (replica.window + scene.beyond).map(\.page))
        let size = size ?? self.size
        return scene.draw(columns: size.columns, rows: size.rows, layouts: &layouts)
    }
}
