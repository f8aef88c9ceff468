import PagingClient
import PagingContent
import PagingEngine
import PagingRoom
import PagingWire
import Scripting

/// A room, somebody who moves it by chance, and a client that records it: no socket, and clocks that differ.
struct RecordedScene {
    /// The picture of the client at one moment.
    struct Glimpse {
        let milliseconds: Int64
        let replica: Replica
        let position: Position
    }

    /// The client's clock minus the room's; a restarted server's clock begins somewhere else.
    private var clockDifference: Int64 = 5_000

    private static let clockJump: Int64 = 1_000_000

    private(set) var now = Instant(milliseconds: 100)
    private var room: Room
    private var ann = MemberID(0)
    private var dice: SplitMix
    private var lastID: Int64 = 0
    private var isHeld = false
    private var drags: Int64 = 0
    private var missed: [ServerMessage] = []
    private var isCut = false
    private var anchor: Instant?

    private(set) var client: ClientCore
    private var transcript: Transcript
    private(set) var lines: [RecordingLine] = []
    private(set) var glimpses: [Glimpse] = []

    init(seed: UInt64, includesNotes: Bool = false) {
        dice = SplitMix(seed: seed)
        let names = ["one", "two", "three", "four", "five"]
        let pages = names.map { Page(id: PageID($0), title: $0, steps: $0 == "two" ? 2 : 0, notes: "say \($0)") }
        room = Room(
            name: "room", epoch: Epoch("life"), supplier: .listed(pages), configuration: Configuration(.threePage),
            now: now)
        client = ClientCore(settings: ClientSettings(join: Join(name: "recorder")), seed: seed)
        transcript = Transcript(includesNotes: includesNotes)
        var effects: [RoomEffect] = []
        ann = room.join(name: "ann", role: .presenter, session: Session("ann"), at: now, into: &effects)
    }

    private var ownNow: Instant { now.advanced(byMilliseconds: clockDifference) }

    /// Lets the client in, with everything it must know.
    mutating func enter() {
        tell(.start)
        tell(.opened)
        tell(.received([welcome(recovered: false), snapshot]))
        anchor = now
    }

    /// Lets time pass in steps of 10 ms, in each of which ann may do something.
    mutating func play(milliseconds: Int64) {
        let end = now.advanced(byMilliseconds: milliseconds)
        while now < end {
            now = now.advanced(byMilliseconds: 10)
            run { room, now, effects in room.tick(at: now, into: &effects) }
            if Int.random(in: 0..<6, using: &dice) == 0 { act() }
            glimpse()
        }
    }

    /// Releases the drag and lets everything come to rest.
    mutating func rest() {
        if isHeld {
            isHeld = false
            lastID += 1
            let (id, ann) = (RequestID(lastID), ann)
            let end = Request.dragEnded(DragID(drags), by: Distance(units: 1_000), velocity: .zero)
            run { room, now, effects in room.handle(end, id: id, from: ann, at: now, into: &effects) }
        }
        let end = now.advanced(byMilliseconds: 2_000)
        while now < end {
            now = now.advanced(byMilliseconds: 10)
            run { room, now, effects in room.tick(at: now, into: &effects) }
        }
    }

    /// The connection breaks; what happens from now on is missed.
    mutating func cut() {
        isCut = true
        tell(.closed(code: nil, reason: "the wire broke"))
    }

    /// It comes back; with `epoch` as to another life of the room, and without what was missed.
    mutating func comeBack(epoch: String? = nil) {
        while case .waiting(let moment) = client.stage {
            now = max(now, moment.advanced(byMilliseconds: -clockDifference))
            tell(.tick)
        }
        isCut = false
        tell(.opened)
        if let epoch {
            now = now.advanced(byMilliseconds: RecordedScene.clockJump)
            clockDifference -= RecordedScene.clockJump
            tell(.received([welcome(recovered: false, epoch: epoch), snapshot(epoch: epoch)]))
        } else {
            tell(.received([welcome(recovered: true)] + missed))
        }
        missed = []
    }

    /// Presenters hear what pages say to them alone.
    mutating func hearNotes() {
        let page = WindowPage(
            index: PageIndex(0), item: 0, page: Page(id: PageID("one"), title: "one", notes: "say one"))
        tell(.received([.notes([PageNotes(page: PageID("one"), text: "say one")]), .pages(RequestID(9), [page])]))
    }

    /// A file of a page comes.
    mutating func receive(_ asset: Asset) { tell(.received([.asset(RequestID(12), asset)])) }

    mutating func mark(_ text: String) {
        if let line = transcript.mark(text, of: client, at: ownNow) { lines.append(line) }
    }

    func recording() throws(RecordingFault) -> Recording {
        var recording = Recording(header: RecordingHeader(room: "room", date: "today", recorder: "test"))
        for line in lines { try recording.append(line) }
        return recording
    }

    private mutating func act() {
        lastID += 1
        let request: Request
        switch (isHeld, Int.random(in: 0..<8, using: &dice)) {
        case (true, 0...4):
            request = .dragMoved(DragID(drags), by: Distance(units: Int64.random(in: -90_000...90_000, using: &dice)))
        case (true, _):
            isHeld = false
            request = .dragEnded(DragID(drags), by: Distance(units: 50_000), velocity: .zero)
        case (false, 0...2):
            drags += 1
            isHeld = true
            request = .dragBegan(DragID(drags), viewport: nil)
        case (false, 3): request = .jump(PageIndex(Int64.random(in: 0..<5, using: &dice)), animated: true)
        case (false, 4): request = .blank(Bool.random(using: &dice))
        default:
            let replica = room.snapshot(at: now)
            request = .step(Bool.random(using: &dice) ? .forward : .back, from: replica.target, shown: replica.shown)
        }
        let (id, ann) = (request.isSample ? nil : RequestID(lastID), ann)
        run { room, now, effects in room.handle(request, id: id, from: ann, at: now, into: &effects) }
    }

    private mutating func run(_ action: (inout Room, Instant, inout [RoomEffect]) -> Void) {
        var effects: [RoomEffect] = []
        action(&room, now, &effects)
        let messages = effects.compactMap { effect -> ServerMessage? in
            switch effect {
            case .event(let event): .event(event)
            case .offset(let offset, _): .offset(offset)
            default: nil
            }
        }
        guard !messages.isEmpty else { return }
        if isCut {
            missed += messages.filter { if case .event = $0 { true } else { false } }
        } else {
            tell(.received(messages))
        }
    }

    private mutating func tell(_ event: ClientEvent) {
        var effects: [ClientEffect] = []
        client.handle(event, at: ownNow, into: &effects)
        for effect in effects { lines += transcript.lines(for: effect, of: client, at: ownNow) }
    }

    private mutating func glimpse() {
        guard let anchor, let replica = client.replica else { return }
        glimpses.append(
            Glimpse(
                milliseconds: now.milliseconds(since: anchor), replica: replica, position: replica.position(at: now)))
    }

    private func welcome(recovered: Bool, epoch: String = "life") -> ServerMessage {
        .welcome(
            Welcome(
                id: RequestID(1), server: "test", room: "room", member: MemberID(9), session: Session("s"),
                role: .viewer, epoch: Epoch(epoch), sequence: room.sequence, now: now, recovered: recovered,
                limits: Limits(), retry: Retry(minimumMilliseconds: 100, maximumMilliseconds: 1_000)))
    }

    private var snapshot: ServerMessage { snapshot(epoch: "life") }

    private func snapshot(epoch: String) -> ServerMessage {
        let replica = room.snapshot(at: now)
        return .snapshot(Snapshot(epoch: Epoch(epoch), now: now, replica: replica, digest: replica.digest))
    }
}
