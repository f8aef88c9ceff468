import PagingClient
import PagingEngine
import PagingRoom

/// The drags of this member: of the pager, with the mouse or played by a key, and of the strip of tabs. All are drawn
/// before the room confirms them.
struct LocalDrags {
    /// Sends a request to the room; returns its number when it will be answered.
    typealias Send = (Request) -> RequestID?

    private var lastDrag: Int64 = 0
    private var pager = OptimisticDrag()
    private var mouse: MouseDrag?
    private var played: PlayedDrag?
    private var strip = OptimisticStrip()
    private var stripDrag: StripDrag?
    /// The request that ended the drag of the strip.
    private var stripRequest: RequestID?

    // MARK: Picture

    /// Whether this member drags the pager.
    var isPagerHeld: Bool { pager.isHeld }
    var isStripHeld: Bool { strip.isHeld }

    func isFading(at now: Instant) -> Bool { pager.isFading(at: now) || strip.isFading(at: now) }

    func position(of replica: Replica, at time: RoomTime) -> Position { pager.position(of: replica, at: time) }

    /// The drawn position of the strip; nil where it is the one of the room or the pager.
    func stripPosition(of replica: Replica, at time: RoomTime, reducesMotion: Bool) -> Position? {
        guard strip.isHeld || (!reducesMotion && strip.isApart(at: time.own)) else { return nil }
        return strip.position(of: replica, at: time)
    }

    // MARK: Pager

    mutating func grabPager(_ viewport: Viewport, _ replica: Replica, at time: RoomTime, send: Send) {
        played = nil
        let drag = nextDrag()
        guard let request = send(.dragBegan(drag, viewport: viewport)) else { return }
        let isVertical = replica.configuration.axis == .vertical
        mouse = MouseDrag(drag, request: request, viewport: viewport, isVertical: isVertical, at: time.own)
        pager.begin(drag, viewport: viewport, replica: replica, at: time)
    }

    mutating func movePager(columns: Int, rows: Int, at now: Instant, send: Send) {
        guard mouse != nil else { return }
        mouse?.move(columns: columns, rows: rows, at: now)
        guard let mouse else { return }
        pager.move(by: mouse.translation)
        _ = send(.dragMoved(mouse.drag, by: mouse.translation))
    }

    mutating func releasePager(columns: Int, rows: Int, at now: Instant, send: Send) {
        guard mouse != nil else { return }
        // The place of the release was reported before; only a new place is one more sample.
        let before = mouse?.translation
        mouse?.move(columns: columns, rows: rows, at: now)
        guard let mouse else { return }
        if mouse.translation != before { pager.move(by: mouse.translation) }
        pager.release()
        self.mouse = nil
        _ = send(.dragEnded(mouse.drag, by: mouse.translation, velocity: mouse.velocity(at: now)))
    }

    mutating func cancelPager(send: Send) {
        guard let mouse else { return }
        self.mouse = nil
        pager.release()
        _ = send(.dragCancelled(mouse.drag))
    }

    /// The own window has another size.
    mutating func resize(_ viewport: Viewport) {
        pager.resize(viewport)
        mouse?.resize(viewport)
    }

    // MARK: Played drags

    /// Whether a drag of the pager is under way.
    var isDragging: Bool { played != nil || mouse != nil }
    var nextDeadline: Instant? { played?.nextDeadline }

    /// Plays a drag to the next page, unless something is in the way, which it returns.
    mutating func swipe(
        _ direction: Input.Direction, _ viewport: Viewport, _ planner: ActionPlanner, _ replica: Replica,
        at time: RoomTime, send: Send
    ) -> String? {
        guard !isDragging else { return "the drag before has not ended yet" }
        if let objection = planner.objection { return objection }
        play(direction, viewport, replica, at: time, send: send)
        return nil
    }

    mutating func play(
        _ direction: Input.Direction, _ viewport: Viewport, _ replica: Replica, at time: RoomTime, send: Send
    ) {
        let drag = nextDrag()
        let request = send(.dragBegan(drag, viewport: viewport))
        played = PlayedDrag(drag, request: request, direction, at: time.own)
        pager.begin(drag, viewport: viewport, replica: replica, at: time)
    }

    /// Sends the samples of a played drag whose time has come; returns whether there were any.
    mutating func advance(at now: Instant, send: Send) -> Bool {
        var hasMoved = false
        while let sample = played?.next(at: now) {
            hasMoved = true
            _ = send(sample.request)
            pager.move(by: sample.translation)
            guard sample.isLast else { continue }
            pager.release()
            played = nil
        }
        return hasMoved
    }

    // MARK: Strip

    /// The position of the strip when its drag began; nil while it is not dragged.
    var stripStart: Position? { stripDrag?.start }

    mutating func grabStrip(_ replica: Replica) {
        stripDrag = StripDrag(nextDrag(), on: replica.settled)
        strip.move(to: Position(page: replica.settled))
    }

    mutating func moveStrip(to position: Position, send: Send) {
        guard let held = stripDrag, held.position != position else { return }
        stripDrag?.position = position
        strip.move(to: position)
        guard let stripDrag else { return }
        _ = send(.stripMoved(stripDrag.drag, by: stripDrag.translation))
    }

    mutating func releaseStrip(send: Send) {
        guard let held = stripDrag else { return }
        stripDrag = nil
        strip.release()
        stripRequest = send(.stripEnded(held.drag, by: held.translation))
    }

    mutating func cancelStrip(send: Send) {
        guard let held = stripDrag else { return }
        stripDrag = nil
        strip.release()
        stripRequest = send(.dragCancelled(held.drag))
    }

    // MARK: Room

    /// Follows an event; `member` is the own one.
    mutating func apply(
        _ change: Event.Change, for member: MemberID, before: Replica, after: Replica, at time: RoomTime
    ) {
        pager.apply(change, for: member, before: before, after: after, at: time)
        strip.apply(change, for: member, before: before, after: after, at: time)
    }

    mutating func accepted(_ request: RequestID, _ replica: Replica?, at time: RoomTime) {
        if request == stripRequest { endStrip(replica, at: time) }
    }

    /// A refused drag ends where the room is.
    mutating func refused(_ request: RequestID, _ replica: Replica?, at time: RoomTime) {
        accepted(request, replica, at: time)
        guard request == played?.request || request == mouse?.request else { return }
        endPager(replica, at: time)
    }

    mutating func connectionLost(_ replica: Replica?, at time: RoomTime) {
        endStrip(replica, at: time)
        endPager(replica, at: time)
    }

    /// The replica was replaced as a whole.
    mutating func reset() {
        let last = lastDrag
        self = LocalDrags()
        lastDrag = last
    }

    private mutating func endPager(_ replica: Replica?, at time: RoomTime) {
        (mouse, played) = (nil, nil)
        if let replica { pager.revert(to: replica, at: time) }
    }

    private mutating func endStrip(_ replica: Replica?, at time: RoomTime) {
        (stripDrag, stripRequest) = (nil, nil)
        if let replica { strip.revert(to: replica, at: time) }
    }

    private mutating func nextDrag() -> DragID {
        lastDrag += 1
        return DragID(lastDrag)
    }
}
