import PagingClient
import PagingContent
import PagingEngine
import PagingRoom
import Testing

@testable import riffle

/// The requests and the drawn positions of this member's drags.
@Suite struct LocalDragsTests {
    private let viewport = Viewport.reference

    private func time(_ milliseconds: Int64) -> RoomTime {
        RoomTime(room: Instant(milliseconds: milliseconds), own: Instant(milliseconds: milliseconds))
    }

    /// Numbers the requests that have an answer, as a client does.
    private final class Outbox {
        private(set) var requests: [Request] = []

        func send(_ request: Request) -> RequestID? {
            requests.append(request)
            return request.isSample ? nil : RequestID(Int64(requests.count))
        }
    }

    @Test func aMouseDragIsDrawnBeforeTheRoomKnowsIt() {
        let (replica, outbox) = (SessionRoom.replica(), Outbox())
        var drags = LocalDrags()
        drags.grabPager(viewport, replica, at: time(0), send: outbox.send)
        #expect(drags.isDragging && drags.isPagerHeld)
        drags.movePager(columns: -10, rows: 0, at: time(20).own, send: outbox.send)
        let way = Distance(units: 10 * Position.unitsPerPage / viewport.stride)
        #expect(drags.position(of: replica, at: time(20)) == replica.position + way)
        drags.releasePager(columns: -10, rows: 0, at: time(30).own, send: outbox.send)
        #expect(!drags.isDragging && !drags.isPagerHeld)
        guard case .dragEnded(DragID(1), way, _)? = outbox.requests.last else {
            Issue.record("\(outbox.requests)")
            return
        }
        #expect(outbox.requests.first == .dragBegan(DragID(1), viewport: viewport))
        #expect(outbox.requests.count == 3)
    }

    @Test func aRefusedDragFadesBack() {
        let (replica, outbox) = (SessionRoom.replica(), Outbox())
        var drags = LocalDrags()
        drags.grabPager(viewport, replica, at: time(0), send: outbox.send)
        drags.movePager(columns: -10, rows: 0, at: time(20).own, send: outbox.send)
        drags.refused(RequestID(99), replica, at: time(30))
        #expect(drags.isDragging, "another request's refusal")
        drags.refused(RequestID(1), replica, at: time(30))
        #expect(!drags.isDragging && drags.isFading(at: time(40).own))
        drags.movePager(columns: -20, rows: 0, at: time(50).own, send: outbox.send)
        #expect(outbox.requests.count == 2)
        #expect(drags.position(of: replica, at: time(500)) == replica.position)
    }

    @Test func aKeyPlaysAWholeDrag() {
        let (replica, outbox) = (SessionRoom.replica(), Outbox())
        var drags = LocalDrags()
        drags.play(.forward, viewport, replica, at: time(0), send: outbox.send)
        #expect(drags.isDragging && outbox.requests.count == 1)
        #expect(drags.advance(at: Instant(milliseconds: -1), send: outbox.send) == false)
        while let deadline = drags.nextDeadline { #expect(drags.advance(at: deadline, send: outbox.send) == true) }
        #expect(!drags.isDragging && !drags.isPagerHeld)
        guard case .dragEnded(DragID(1), let way, .zero)? = outbox.requests.last else {
            Issue.record("\(outbox.requests)")
            return
        }
        #expect(way == Distance(units: Position.unitsPerPage * 7 / 10))
    }

    @Test func theStripHasNumbersOfTheSameRow() {
        let (replica, outbox) = (SessionRoom.replica(.tabs), Outbox())
        var drags = LocalDrags()
        drags.grabPager(viewport, replica, at: time(0), send: outbox.send)
        drags.cancelPager(send: outbox.send)
        drags.grabStrip(replica)
        #expect(drags.isStripHeld && drags.stripStart == Position(page: replica.settled))
        let goal = Position(units: 70_000)
        drags.moveStrip(to: goal, send: outbox.send)
        drags.moveStrip(to: goal, send: outbox.send)
        #expect(drags.stripPosition(of: replica, at: time(10), reducesMotion: true) == goal)
        drags.releaseStrip(send: outbox.send)
        #expect(drags.stripStart == nil && !drags.isStripHeld)
        let way = goal - Position(page: replica.settled)
        #expect(
            outbox.requests == [
                .dragBegan(DragID(1), viewport: viewport), .dragCancelled(DragID(1)), .stripMoved(DragID(2), by: way),
                .stripEnded(DragID(2), by: way),
            ])
        drags.accepted(RequestID(4), replica, at: time(20))
        #expect(drags.isFading(at: time(30).own))
        #expect(drags.stripPosition(of: replica, at: time(500), reducesMotion: false) == nil)
    }

    @Test func aLostConnectionEndsEveryDragAndNumbersGoOn() {
        let (replica, outbox) = (SessionRoom.replica(), Outbox())
        var drags = LocalDrags()
        drags.grabPager(viewport, replica, at: time(0), send: outbox.send)
        drags.connectionLost(replica, at: time(10))
        #expect(!drags.isDragging && !drags.isPagerHeld)
        drags.reset()
        drags.grabPager(viewport, replica, at: time(20), send: outbox.send)
        #expect(outbox.requests.last == .dragBegan(DragID(2), viewport: viewport))
    }
}
