package import PagingClient
import PagingContent
package import PagingEngine
import PagingRoom
package import PagingWire

/// Makes the lines of a recording from the effects of a client.
package struct Transcript: Sendable {
    private let includesNotes: Bool
    /// The newest line's time in the recording, and on the local clock.
    private var last: Int64
    private var lastAt: Instant?
    /// The room's clock and the recording's time at the last snapshot.
    private var anchor: (room: Instant, milliseconds: Int64)?
    /// The newest event in the recording, or in the last snapshot.
    private var sequence: Sequence?
    private var isLost = false
    /// The files in the recording, each once.
    private var files: Set<AssetName> = []

    /// - Parameters:
    ///   - milliseconds: the end of the recording that is continued; nil for a new one.
    ///   - includesNotes: whether notes for presenters are recorded.
    package init(continuingAt milliseconds: Int64? = nil, includesNotes: Bool) {
        self.includesNotes = includesNotes
        last = milliseconds ?? 0
        continues = milliseconds != nil
    }

    private var continues: Bool

    /// Whether there is a snapshot already.
    package var hasBegun: Bool { sequence != nil }

    /// The lines for an effect of `core` at `now`.
    package mutating func lines(for effect: ClientEffect, of core: ClientCore, at now: Instant) -> [RecordingLine] {
        switch effect {
        case .joined(let welcome): return joined(welcome, at: now)
        case .replaced: return replaced(core, at: now)
        case .happened(let event):
            guard let known = sequence, event.sequence > known else { return [] }
            sequence = event.sequence
            return line(.event(event), core, at: now)
        case .moved(let offset):
            guard let known = sequence, offset.sequence >= known else { return [] }
            return line(.offset(offset), core, at: now)
        case .pages(let id, let pages): return line(.pages(id, pages), core, at: now)
        case .asset(let id, let asset):
            guard hasBegun, files.insert(asset.name).inserted else { return [] }
            return line(.asset(id, asset), core, at: now)
        case .notes(let notes): return line(.notes(notes), core, at: now)
        case .waiting(_, let reason):
            guard hasBegun, !isLost else { return [] }
            isLost = true
            return [stamp(.lost(reason: Transcript.harmless(reason)), time(core, at: now), at: now)]
        default: return []
        }
    }

    /// The last line of a complete recording, with the time on the last page.
    package mutating func end(of core: ClientCore, at now: Instant) -> RecordingLine? {
        mark("end", of: core, at: now)
    }

    /// A line that marks this moment; nil before the first snapshot.
    package mutating func mark(_ text: String, of core: ClientCore, at now: Instant) -> RecordingLine? {
        guard hasBegun else { return nil }
        let text = String(Transcript.harmless(text).prefix(Transcript.markCharacters))
        return stamp(.mark(text), time(core, at: now), at: now)
    }

    /// The length of a mark, which fits `RecordingHeader.textBytes` with any characters.
    private static let markCharacters = 100

    private static func harmless(_ text: String) -> String {
        String(
            String.UnicodeScalarView(
                text.unicodeScalars.filter { $0.value >= 0x20 && !(0x7F..<0xA0).contains($0.value) }))
    }

    private mutating func joined(_ welcome: Welcome, at now: Instant) -> [RecordingLine] {
        guard isLost else { return [] }
        isLost = false
        if welcome.recovered { return [stamp(.resumed, elapsed(at: now), at: now)] }
        return [stamp(.gap, elapsed(at: now), at: now)]
    }

    private mutating func replaced(_ core: ClientCore, at now: Instant) -> [RecordingLine] {
        guard let replica = core.replica, let welcome = core.welcome, let epoch = core.epoch else { return [] }
        let room = core.clock.time(at: now) ?? welcome.now
        var lines: [RecordingLine] = []
        if continues { lines.append(stamp(.gap, last, at: now)) }
        continues = false
        let milliseconds = elapsed(at: now)
        anchor = (room, milliseconds)
        sequence = replica.sequence
        let snapshot = Snapshot(epoch: epoch, now: room, replica: replica, digest: replica.digest)
        lines += line(.snapshot(snapshot), core, at: now)
        // Notes may arrive before the room itself.
        if !core.notes.isEmpty { lines += line(.notes(core.notes), core, at: now) }
        return lines
    }

    private mutating func line(_ message: ServerMessage, _ core: ClientCore, at now: Instant) -> [RecordingLine] {
        guard hasBegun, let message = includesNotes ? message : message.withoutNotes else { return [] }
        return [stamp(.message(message), time(core, at: now), at: now)]
    }

    private mutating func stamp(
        _ content: RecordingLine.Content, _ milliseconds: Int64, at now: Instant
    ) -> RecordingLine {
        last = max(last, milliseconds)
        lastAt = now
        return RecordingLine(milliseconds: last, content)
    }

    /// The room's clock, counted from the last snapshot.
    private func time(_ core: ClientCore, at now: Instant) -> Int64 {
        guard let anchor, let room = core.clock.time(at: now) else { return last }
        return anchor.milliseconds + room.milliseconds(since: anchor.room)
    }

    /// The local clock, for the room's clock may have been replaced.
    private func elapsed(at now: Instant) -> Int64 {
        last + (lastAt.map { max(0, now.milliseconds(since: $0)) } ?? 0)
    }
}
