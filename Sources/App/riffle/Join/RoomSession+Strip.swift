import PagingClient
import PagingEngine
import PagingRoom
import TerminalView

/// What a hand on the strip of tabs does: the strip goes with it on all screens, and the pages follow when it lets go.
extension RoomSession {
    func grabStrip(_ replica: Replica, at now: Instant) {
        guard let member = core.welcome?.member else { return }
        if let objection = replica.objection(toMovesOf: member, role) { return tell(objection) }
        guard replica.dragEnabled else { return tell("drags are switched off; Space and h turn the page") }
        guard replica.isAtRest, replica.row != nil else { return tell("the tabs can be drawn once the pages rest") }
        guard replica.strip == nil else { return tell("somebody else has the tabs") }
        dragNumber += 1
        stripHand = StripHand(DragID(dragNumber), on: replica.settled)
        strip.move(to: Position(page: replica.settled))
    }

    func dragStrip(columns: Int, _ view: RoomViewModel, _ size: WindowSize) {
        guard var held = stripHand,
            let place = view.stripPlace(draggedBy: columns, from: held.start, size), place != held.place
        else { return }
        held.place = place
        stripHand = held
        strip.move(to: place)
        shell.request(.stripMoved(held.drag, by: held.translation), seat: seat)
    }

    func letGoOfStrip() {
        guard let held = stripHand else { return }
        stripHand = nil
        strip.letGo()
        stripRequest = shell.request(.stripEnded(held.drag, by: held.translation), seat: seat)
    }

    func cancelStrip() {
        guard let held = stripHand else { return }
        stripHand = nil
        strip.letGo()
        stripRequest = shell.request(.dragCancelled(held.drag), seat: seat)
    }

    /// The room has said what became of the release, or never will.
    func stripAnswered(_ request: RequestID? = nil, at now: Instant) {
        guard request == nil || request == stripRequest else { return }
        (stripHand, stripRequest) = (nil, nil)
        if let replica = core.replica { strip.giveUp(replica: replica, roomNow: roomNow(at: now), now: now) }
    }
}
