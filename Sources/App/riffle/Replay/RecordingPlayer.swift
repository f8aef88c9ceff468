import PagingEngine
import PagingWire
import Scripting

/// The player of a recording: position, speed and the actions of keys. It reads no clock.
struct RecordingPlayer {
    static let speeds = 0.01...1_000.0
    private static let jumpMilliseconds: Int64 = 10_000

    private(set) var playback: Playback
    private(set) var isPaused = false
    private(set) var speed: Double
    let range: ClosedRange<Int64>
    let loops: Bool
    /// The last mark passed, or jumped to.
    private(set) var mark: String?
    /// A time and the position then, from which it has played evenly.
    private var since: (now: Instant, milliseconds: Int64)?

    /// - Parameters:
    ///   - marks: those outside the recording.
    ///   - range: the part to play, in milliseconds; it is cut to the recording.
    init(
        _ recording: Recording, marks: [Recording.Mark] = [], range: ClosedRange<Int64>, speed: Double, loops: Bool
    ) {
        let duration = recording.durationMilliseconds
        let first = min(range.lowerBound, duration)
        self.range = first...max(first, min(range.upperBound, duration))
        self.speed = speed
        self.loops = loops
        playback = Playback(recording)
        playback.add(marks)
        playback.seek(to: first)
    }

    var isAtEnd: Bool { playback.milliseconds >= range.upperBound }

    /// Moves to the position for `now`.
    mutating func tick(at now: Instant) {
        guard !isPaused, let since else {
            self.since = (now, playback.milliseconds)
            return
        }
        let way = Double(now.milliseconds(since: since.now)) * speed
        let place = since.milliseconds + Int64(min(way, 1e15))
        guard place >= range.upperBound else { return playback.seek(to: max(place, playback.milliseconds)) }
        playback.seek(to: loops ? range.lowerBound : range.upperBound)
        self.since = (now, playback.milliseconds)
        if !loops { isPaused = true }
    }

    /// The time of the next change; nil while paused.
    func nextDeadline(at now: Instant, frameMilliseconds: Int64) -> Instant? {
        guard !isPaused, let since else { return isPaused ? nil : now }
        // The displayed time changes every second.
        var place = (playback.milliseconds / 1_000 + 1) * 1_000
        if playback.isMoving { place = playback.milliseconds + 1 }
        if let change = playback.nextChangeMilliseconds { place = min(place, change) }
        let due = since.now.advanced(
            byMilliseconds: Int64((Double(place - since.milliseconds) / speed).rounded(.up)))
        return max(due, now.advanced(byMilliseconds: frameMilliseconds))
    }

    mutating func perform(_ action: ReplayKeys.Action, at now: Instant) {
        if action != .pause { mark = nil }
        switch action {
        case .pause:
            if isPaused, isAtEnd { playback.seek(to: range.lowerBound) }
            isPaused.toggle()
        case .nextEvent, .lastEvent:
            isPaused = true
            playback.stepEvent(action == .nextEvent ? .forward : .back)
        case .nextPage: playback.stepPage(.forward)
        case .lastPage: playback.stepPage(.back)
        case .nextMark: mark = playback.stepMark(.forward)?.text
        case .lastMark: mark = playback.stepMark(.back)?.text
        case .forward: playback.seek(to: playback.milliseconds + RecordingPlayer.jumpMilliseconds)
        case .backward: playback.seek(to: playback.milliseconds - RecordingPlayer.jumpMilliseconds)
        case .faster: speed = min(speed * 2, RecordingPlayer.speeds.upperBound)
        case .slower: speed = max(speed / 2, RecordingPlayer.speeds.lowerBound)
        case .beginning: playback.seek(to: range.lowerBound)
        case .end: playback.seek(to: range.upperBound)
        case .mark, .help, .suspend, .quit: break
        }
        since = (now, playback.milliseconds)
    }

    /// Sets a mark at the current position and returns it.
    mutating func setMark(number: Int) -> Recording.Mark {
        let page = playback.view.pageAtRest.map { ", " + ($0.title.isEmpty ? $0.id.text : $0.title) } ?? ""
        var text = "mark \(number)\(page)"
        while text.utf8.count > RecordingHeader.textBytes { text.removeLast() }
        let new = Recording.Mark(milliseconds: playback.milliseconds, text: text)
        playback.add([new])
        mark = text
        return new
    }

    /// Shows a text beside the position until the next one.
    mutating func show(_ text: String) { mark = text }

    /// The position, state and speed, for the status line.
    var caption: String {
        // Events may be milliseconds apart, so a paused player shows the fraction.
        let rest = playback.milliseconds % 1_000
        let fraction = isPaused && rest > 0 ? "." + String(1_000 + rest).dropFirst() : ""
        let place = "\(ClockTime(milliseconds: playback.milliseconds))\(fraction)"
        let whole = ClockTime(milliseconds: playback.recording.durationMilliseconds)
        var words = ["\(place) of \(whole)"]
        if isPaused { words.append(isAtEnd ? "end" : "paused") }
        if speed != 1 { words.append("x" + RecordingPlayer.words(speed)) }
        if let mark { words.append(mark) }
        return words.joined(separator: ", ")
    }

    private static func words(_ speed: Double) -> String {
        let thousandths = Int((speed * 1_000).rounded())
        guard !thousandths.isMultiple(of: 1_000) else { return String(thousandths / 1_000) }
        let digits = String(1_000 + thousandths % 1_000).dropFirst()
        return "\(thousandths / 1_000)." + digits.reversed().drop { $0 == "0" }.reversed()
    }
}
