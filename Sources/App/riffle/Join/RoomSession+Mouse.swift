import PagingClient
import PagingEngine
import PagingRoom
import TerminalView

/// What a hand on the mouse does: its drag is the drag everybody sees.
extension RoomSession {
    /// A wheel goes on turning for a while after the hand has left it.
    private static let wheelPageMilliseconds: Int64 = 250
    private static let wheelLines: Int64 = 3

    var isMouseWanted: Bool {
        switch desk.mouse {
        case .on: true
        case .off: desk.isPointing
        case .auto: core.replica?.mayEverMove(role) ?? false
        }
    }

    func take(_ gesture: Gesture, at now: Instant) {
        guard let replica = core.replica, let size = display.size, let view = picture(at: now) else { return }
        frames.isDirty = true
        guard case .pages = desk.mode else { return takeOver(gesture, view, size, at: now) }
        if desk.isPointing, reader == nil, takePointing(gesture, view, size) { return }
        switch gesture {
        case .grab, .click: desk.isSearchShown = false
        case .press, .drag, .letGo, .cancel, .wheel: break
        }
        switch gesture {
        case .press: break
        case .grab(let column, let row):
            let isOnStrip = reader == nil && view.isOnStrip(column: column, row: row, size)
            if isOnStrip { grabStrip(replica, at: now) } else { grab(view, size, replica, at: now) }
        case .drag(let columns, let rows):
            dragStrip(columns: columns, view, size)
            drag(columns: columns, rows: rows, at: now)
        case .letGo(let columns, let rows):
            dragStrip(columns: columns, view, size)
            letGoOfStrip()
            letGo(columns: columns, rows: rows, size, at: now)
        case .cancel:
            cancelStrip()
            cancelDrag()
        case .click(let column, let row): clicked(view.click(column: column, row: row, size), replica, at: now)
        case .wheel(let notches): wheel(notches, view, size, replica, at: now)
        }
    }

    /// Where a list, the help or an overview lies over the pages.
    private func takeOver(_ gesture: Gesture, _ view: RoomViewModel, _ size: WindowSize, at now: Instant) {
        switch (gesture, desk.mode) {
        case (.click(let column, let row), .overview):
            guard let place = view.overviewPlace(column: column, row: row, size), let replica = core.replica else {
                return
            }
            desk.mode = .pages
            let listed = shelf.listed(in: replica)
            if listed.indices.contains(place) { go(toItem: listed[place].item, at: now) }
        case (.wheel(let notches), .overview(var cursor)):
            cursor.move(by: notches * OverviewScene.itemsPerRow(columns: size.columns))
            desk.mode = .overview(cursor)
        case (.click, _): desk.mode = .pages
        default: break
        }
    }

    /// Points while the button is down; the wheel still does what it does.
    private func takePointing(_ gesture: Gesture, _ view: RoomViewModel, _ size: WindowSize) -> Bool {
        let cell: (column: Int, row: Int)?
        switch gesture {
        case .press(let column, let row): (cell, pressed) = ((column, row), (column, row))
        case .drag(let columns, let rows): cell = pressed.map { ($0.column + columns, $0.row + rows) }
        case .letGo, .click, .grab, .cancel: cell = nil
        case .wheel: return false
        }
        if let cell, let mark = view.character(column: cell.column, row: cell.row, size) { pointing.point(at: mark) }
        return true
    }

    /// Tells the room the newest place pointed at, as soon as it may be told.
    func pointDue(at now: Instant) {
        guard let mark = pointing.take(at: now) else { return }
        shell.request(.point(mark.page, at: mark.characters.lowerBound), seat: seat)
    }

    private func grab(_ view: RoomViewModel, _ size: WindowSize, _ replica: Replica, at now: Instant) {
        guard reader == nil, let member = core.welcome?.member, let viewport = view.viewport(size) else { return }
        if let objection = replica.objection(toMovesOf: member, role) { return tell(objection) }
        guard replica.configuration.release != .refused else { return tell("no drags here; Space and h turn the page") }
        guard replica.dragEnabled else { return tell("drags are switched off; Space and h turn the page") }
        (swipe, swipeRequest) = (nil, nil)
        dragNumber += 1
        let drag = DragID(dragNumber)
        guard let request = shell.request(.dragBegan(drag, viewport: viewport), seat: seat) else { return }
        let isVertical = replica.configuration.axis == .vertical
        hand = MouseDrag(drag, request: request, viewport: viewport, isVertical: isVertical, at: now)
        ownDrag.grab(drag, viewport: viewport, replica: replica, roomNow: roomNow(at: now), now: now)
    }

    private func drag(columns: Int, rows: Int, at now: Instant) {
        guard hand != nil else { return }
        hand?.move(columns: columns, rows: rows, at: now)
        guard let hand else { return }
        ownDrag.move(by: hand.translation)
        shell.request(.dragMoved(hand.drag, by: hand.translation), seat: seat)
    }

    private func letGo(columns: Int, rows: Int, _ size: WindowSize, at now: Instant) {
        guard reader == nil else { return turnAlone(columns: columns, rows: rows, size, at: now) }
        guard hand != nil else { return }
        // Where the mouse is let go it has been before; only a place that is new is one more sample.
        let before = hand?.translation
        hand?.move(columns: columns, rows: rows, at: now)
        guard let hand else { return }
        if hand.translation != before { ownDrag.move(by: hand.translation) }
        ownDrag.letGo()
        self.hand = nil
        let velocity = hand.velocity(at: now)
        shell.request(.dragEnded(hand.drag, by: hand.translation, velocity: velocity), seat: seat)
    }

    /// Whoever reads alone swipes from page to page, without the room.
    private func turnAlone(columns: Int, rows: Int, _ size: WindowSize, at now: Instant) {
        guard let replica = core.replica, let reader else { return }
        let isVertical = replica.configuration.axis == .vertical
        let (way, extent) = isVertical ? (rows, size.rows) : (columns, size.columns)
        guard abs(way) * 8 > extent else { return }
        read(on: reader.index + (way < 0 ? 1 : -1), replica, at: now)
    }

    private func cancelDrag() {
        guard let hand else { return }
        self.hand = nil
        ownDrag.letGo()
        shell.request(.dragCancelled(hand.drag), seat: seat)
    }

    private func clicked(_ click: Scene.Click?, _ replica: Replica, at now: Instant) {
        switch click {
        case .tab(let page): go(to: .page(page), replica, at: now)
        case .edge(let direction): turn(direction, 1, replica, at: now)
        case nil: break
        }
    }

    private func wheel(
        _ notches: Int, _ view: RoomViewModel, _ size: WindowSize, _ replica: Replica, at now: Instant
    ) {
        let overflow = view.overflow(size)
        let canScroll = notches > 0 ? overflow.below > 0 : overflow.above > 0
        if !canScroll {
            if let last = wheelTurnedAt, now.milliseconds(since: last) < RoomSession.wheelPageMilliseconds { return }
            wheelTurnedAt = now
        }
        scroll(by: Int64(notches) * RoomSession.wheelLines, replica, at: now)
    }
}

/// Drags a key plays.
extension RoomSession {
    func beginSwipe(_ direction: Input.Direction, _ replica: Replica, at now: Instant) {
        guard reader == nil else { return turn(direction, 1, replica, at: now) }
        guard swipe == nil, hand == nil else { return tell("the drag before is still under way") }
        guard let viewport = display.size.flatMap({ picture(at: now)?.viewport($0) }) ?? .reference as Viewport?,
            let member = core.welcome?.member
        else { return }
        if let objection = replica.objection(toMovesOf: member, role) { return tell(objection) }
        dragNumber += 1
        let drag = DragID(dragNumber)
        swipe = Swipe(drag, direction, at: now)
        swipeRequest = shell.request(.dragBegan(drag, viewport: viewport), seat: seat)
        ownDrag.grab(drag, viewport: viewport, replica: replica, roomNow: roomNow(at: now), now: now)
    }

    /// Does what is due of the drag a key plays.
    func play(at now: Instant) {
        while let request = swipe?.next(at: now) {
            shell.request(request, seat: seat)
            frames.isDirty = true
            switch request {
            case .dragMoved(_, let way): ownDrag.move(by: way)
            case .dragEnded(_, let way, _):
                ownDrag.move(by: way)
                ownDrag.letGo()
                (swipe, swipeRequest) = (nil, nil)
            default: break
            }
        }
    }
}
