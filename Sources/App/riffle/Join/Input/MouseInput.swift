import PagingClient
import PagingEngine
import PagingRoom
import TerminalView

/// Mouse gestures on the pages: drags of the pager and of the strip, pointing, clicks and the wheel.
struct MouseInput {
    /// The result of a gesture that the session carries out.
    enum Outcome: Equatable {
        case note(String)
        case turn(Input.Direction)
        case go(PageIndex)
        case scroll(lines: Int64)
    }

    /// The picture that the gesture was made on.
    struct Context {
        let view: RoomViewModel
        let size: WindowSize
        let planner: ActionPlanner
        let time: RoomTime
        var replica: Replica { view.replica }
        /// Whether this member reads alone.
        var isDetached: Bool { view.reader != nil }
    }

    private static let wheelLines: Int64 = 3
    /// A wheel often goes on turning after the hand has left it.
    private static let wheelPageMilliseconds: Int64 = 250

    private(set) var pointer = MousePointer()
    private var wheelTurnedAt: Instant?

    /// Begins to point or ends it; returns a note.
    mutating func togglePointing(_ planner: ActionPlanner, send: LocalDrags.Send) -> String? {
        if pointer.isOn {
            pointer.stop()
            _ = send(.pointNowhere)
            return nil
        }
        if let objection = planner.objection { return objection }
        pointer.start()
        return "press on a word to point at it; c ends that"
    }

    /// The mark to send to the room now.
    mutating func nextMark(at now: Instant) -> PageMark? { pointer.next(at: now) }

    mutating func handle(
        _ gesture: Gesture, _ context: Context, drags: inout LocalDrags, send: LocalDrags.Send
    ) -> Outcome? {
        if pointer.isOn, !context.isDetached, !gesture.isWheel {
            point(gesture, context)
            return nil
        }
        switch gesture {
        case .press: return nil
        case .grab(let column, let row): return grab(column, row, context, &drags, send)
        case .drag(let columns, let rows):
            moveStrip(columns, context, &drags, send)
            drags.movePager(columns: columns, rows: rows, at: context.time.own, send: send)
            return nil
        case .release(let columns, let rows):
            moveStrip(columns, context, &drags, send)
            drags.releaseStrip(send: send)
            if context.isDetached { return swipe(columns, rows, context) }
            drags.releasePager(columns: columns, rows: rows, at: context.time.own, send: send)
            return nil
        case .cancel:
            drags.cancelStrip(send: send)
            drags.cancelPager(send: send)
            return nil
        case .click(let column, let row):
            switch context.view.click(column: column, row: row, context.size) {
            case .tab(let page): return .go(page)
            case .edge(let direction): return .turn(direction)
            case nil: return nil
            }
        case .wheel(let notches): return wheel(notches, context)
        }
    }

    private func grab(
        _ column: Int, _ row: Int, _ context: Context, _ drags: inout LocalDrags, _ send: LocalDrags.Send
    ) -> Outcome? {
        guard !context.isDetached else { return nil }
        if context.view.isOnStrip(column: column, row: row, context.size) {
            if let objection = context.planner.stripObjection { return .note(objection) }
            drags.grabStrip(context.replica)
        } else if let viewport = context.view.viewport(context.size) {
            if let objection = context.planner.dragObjection { return .note(objection) }
            drags.grabPager(viewport, context.replica, at: context.time, send: send)
        }
        return nil
    }

    private func moveStrip(
        _ columns: Int, _ context: Context, _ drags: inout LocalDrags, _ send: LocalDrags.Send
    ) {
        guard let start = drags.stripStart,
            let position = context.view.stripPosition(draggedBy: columns, from: start, context.size)
        else { return }
        drags.moveStrip(to: position, send: send)
    }

    /// A member that reads alone swipes from page to page, without the room.
    private func swipe(_ columns: Int, _ rows: Int, _ context: Context) -> Outcome? {
        let isVertical = context.replica.configuration.axis == .vertical
        let (cells, extent) = isVertical ? (rows, context.size.rows) : (columns, context.size.columns)
        return abs(cells) * 8 > extent ? .turn(cells < 0 ? .forward : .back) : nil
    }

    private mutating func point(_ gesture: Gesture, _ context: Context) {
        guard let cell = pointer.cell(of: gesture),
            let mark = context.view.character(column: cell.column, row: cell.row, context.size)
        else { return }
        pointer.point(at: mark)
    }

    private mutating func wheel(_ notches: Int, _ context: Context) -> Outcome? {
        let overflow = context.view.overflow(context.size)
        let canScroll = notches > 0 ? overflow.below > 0 : overflow.above > 0
        if !canScroll {
            let now = context.time.own
            if let last = wheelTurnedAt, now.milliseconds(since: last) < MouseInput.wheelPageMilliseconds { return nil }
            wheelTurnedAt = now
        }
        return .scroll(lines: Int64(notches) * MouseInput.wheelLines)
    }
}

extension Gesture {
    fileprivate var isWheel: Bool {
        if case .wheel = self { true } else { false }
    }
}
