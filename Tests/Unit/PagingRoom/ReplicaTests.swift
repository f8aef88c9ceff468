import Foundation
import PagingEngine
import TestSupport
import Testing

@testable import PagingRoom

/// Someone who applies every event knows what a snapshot would say.
@Suite struct ReplicaTests {
    @Test(arguments: 1...UInt64(Effort.rounds(15, of: 60)))
    func aReplicaIsASnapshot(seed: UInt64) {
        let script = Script(seed: 1_000 + seed, milliseconds: 4_000)
        var scene = Scene(pages: seed % 3 == 0 ? nil : 5, seed % 2 == 0 ? .threePage : .threePagePredicted)
        var replica = scene.snapshot(at: 0)
        func follow(at moment: Int64) -> Bool {
            for effect in scene.said {
                switch effect {
                case .event(let event):
                    guard replica.apply(event) == .applied else { return false }
                case .offset(let offset, _): replica.apply(offset)
                case .answer, .notes, .inStep, .removed, .audienceRules, .audienceNumbers: break
                }
            }
            return Self.sees(replica, scene.snapshot(at: moment), at: moment)
        }
        for moment in Int64(0)...16_000 {
            let acts = script.acts[moment] ?? []
            guard !acts.isEmpty || scene.room.nextDeadline.map({ $0.milliseconds <= moment }) == true else { continue }
            scene.tick(at: moment)
            guard follow(at: moment) else {
                Issue.record(
                    "seed \(seed), \(moment) ms, after a tick: \(replica) against \(scene.snapshot(at: moment))")
                return
            }
            for act in acts {
                // An act that does several things is followed as one.
                let known = scene.history.count
                act(&scene, moment)
                for event in scene.history[known...].dropLast(scene.events.count) { replica.apply(event) }
                guard follow(at: moment) else {
                    Issue.record("seed \(seed), \(moment) ms: \(replica) against \(scene.snapshot(at: moment))")
                    return
                }
            }
        }
        #expect(scene.history.count > 40, "something happened")
    }

    /// Everything alike, but for a place under a hand that is foreseen or not due yet.
    private static func sees(_ replica: Replica, _ snapshot: Replica, at moment: Int64) -> Bool {
        var (replica, snapshot) = (replica, snapshot)
        if case .dragging = snapshot.phase {
            (replica.position, replica.motion) = (snapshot.position, snapshot.motion)
        }
        replica.position = replica.position(at: Instant(milliseconds: moment))
        snapshot.position = snapshot.position(at: Instant(milliseconds: moment))
        return replica == snapshot && replica.digest == snapshot.digest
    }

    @Test func gapsAndRepetitionsAreSeenAndChangeNothing() {
        var scene = Scene()
        var replica = scene.snapshot(at: 0)
        for _ in 0..<3 { _ = scene.join() }
        let events = scene.history
        #expect(replica.apply(events[0]) == .applied)
        let before = replica
        #expect(replica.apply(events[0]) == .repeated)
        #expect(replica.apply(events[2]) == .gap)
        #expect(replica == before)
        #expect(replica.apply(events[1]) == .applied)
        #expect(replica.apply(events[2]) == .applied)
        #expect(replica == scene.snapshot(at: 0))
    }

    @Test func anOffsetOvertakenByAnEventIsDropped() {
        var scene = Scene()
        let ann = scene.join()
        scene.ask(.dragBegan(DragID(1), viewport: nil), ann, at: 10)
        var replica = scene.snapshot(at: 10)
        let now = Instant(milliseconds: 20)
        let old = Offset(
            sequence: Sequence(replica.sequence.number - 1), position: Position(units: 5), now: now, by: ann)
        replica.apply(old)
        #expect(replica.position == Position(units: 0))
        let velocity = Velocity(unitsPerSecond: 1_000)
        replica.apply(
            Offset(sequence: replica.sequence, position: Position(units: 7), now: now, velocity: velocity, by: ann))
        #expect(replica.position == Position(units: 7))
        #expect(replica.position(at: Instant(milliseconds: 25)) == Position(units: 12))
        #expect(replica.movesUntil == Instant(milliseconds: 148))
        replica.apply(Offset(sequence: replica.sequence, position: Position(units: 9), now: now, by: ann))
        #expect(replica.position(at: Instant(milliseconds: 25)) == Position(units: 9))
        #expect(replica.movesUntil == nil)
    }

    @Test func aSnapshotOfADragTellsWhatItsEventsTold() {
        var scene = Scene()
        let ann = scene.join()
        scene.ask(.dragBegan(DragID(4), viewport: Viewport(width: 80, stride: 90)), ann, at: 10)
        scene.drag(4, by: 900, ann, at: 20)
        let snapshot = scene.snapshot(at: 20)
        #expect(snapshot.position == Position(units: 900))
        guard case .dragging(let drag) = snapshot.phase else {
            Issue.record("no drag in \(snapshot.phase)")
            return
        }
        #expect(drag == Drag(published: DragID(4), holder: ann, base: PageIndex(0), at: Position(units: 0)))
    }
}
