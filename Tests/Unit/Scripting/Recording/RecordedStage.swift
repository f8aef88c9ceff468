import PagingContent
import PagingEngine
import PagingRoom
import PagingWire

@testable import Scripting

/// A script played offline with somebody who writes down what happens.
struct RecordedStage {
    private(set) var recording: Recording
    private(set) var stage: OfflineStage
    private var known: Sequence
    private var told: (Position, Position?)?
    private let start: Int64

    /// Plays the whole script, at most a minute of it, and a little longer for what is still moving then.
    init(_ script: Script, decks: [String: [Page]] = [:], fromMilliseconds start: Int64 = 0) throws {
        self.start = start
        stage = try OfflineStage(script: script, decks: decks, seed: 1)
        if start > 0 { stage.advance(to: Instant(milliseconds: start)) }
        recording = Recording(
            header: RecordingHeader(room: "stage", date: "today", title: script.title, recorder: "test"))
        let replica = stage.room.snapshot(at: stage.now)
        known = replica.sequence
        let snapshot = Snapshot(epoch: Epoch("offline"), now: stage.now, replica: replica, digest: replica.digest)
        try note(.snapshot(snapshot))
        let end = Instant(milliseconds: 60_000)
        while !stage.isFinished, let next = stage.nextDeadline, next <= end { try play(to: next) }
        let calm = stage.now.advanced(byMilliseconds: 1_000)
        while let next = stage.nextDeadline, next <= calm { try play(to: next) }
    }

    private mutating func play(to moment: Instant) throws {
        stage.advance(to: moment)
        for event in stage.history where event.sequence > known {
            known = event.sequence
            try note(.event(event))
        }
        let replica = stage.room.snapshot(at: stage.now)
        guard told.map({ $0.0 != replica.position || $0.1 != replica.strip }) ?? true else { return }
        told = (replica.position, replica.strip)
        let holder = recording.view.replica?.holder
        guard holder != nil else { return }
        let place = replica.strip ?? replica.position
        try note(
            .offset(
                Offset(
                    sequence: known, position: place, now: stage.now, by: holder, isOnStrip: replica.strip != nil)))
    }

    private mutating func note(_ message: ServerMessage) throws {
        let milliseconds = stage.now.milliseconds - start
        try recording.append(RecordingLine(milliseconds: milliseconds, .message(message)))
    }
}

extension Replica {
    /// The member that holds the pager.
    fileprivate var holder: MemberID? {
        guard case .dragging(let drag) = phase else { return nil }
        return drag.holder
    }
}
