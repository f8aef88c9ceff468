import PagingEngine
import PagingRoom
import TerminalView

/// What keys do.
extension Follower {
    func perform(_ intent: Intent) {
        tell(nil)
        guard core.stage == .following, let replica = core.replica else {
            if intent == .quit { shell.handle(.leave, seat: seat) }
            return
        }
        switch intent {
        case .quit: shell.handle(.leave, seat: seat)
        case .next(let count): turn(.forward, count, replica)
        case .back(let count): turn(.back, count, replica)
        case .first: shell.request(.jump(PageIndex(0), animated: true), seat: seat)
        case .last:
            guard replica.wrap != .unbounded else { return tell("an endless row has no last page") }
            shell.request(.jumpToItem(max(0, replica.count - 1), animated: true), seat: seat)
        case .goTo(let page):
            let isListed = replica.wrap != .unbounded
            guard !isListed || page > 0 else { return tell("pages count from 1") }
            shell.request(
                isListed ? .jumpToItem(Int(page) - 1, animated: true) : .jump(PageIndex(page), animated: true),
                seat: seat)
        case .swipe(let direction): beginSwipe(direction, replica)
        case .baton: askForBaton(replica)
        case .help: break
        case .unknown(let key): tell("\(key) does nothing; ? shows the keys")
        }
    }

    private func askForBaton(_ replica: Replica) {
        guard let member = core.welcome?.member else { return }
        let control = replica.control
        let isMine = control.holder == member || control.asked.contains(member)
        shell.request(.control(isMine ? .release : .request), seat: seat)
    }

    /// Says why something was not done; a drag that was not let in ends there.
    func refused(_ refusal: Refusal, request: RequestID) {
        if request == swipeRequest { (swipe, swipeRequest) = (nil, nil) }
        switch refusal.code {
        case .coalesced: break
        case .disabled: tell(refusal.reason + "; Space and h turn the page")
        default: tell(refusal.reason)
        }
    }

    /// One page is a step, which only goes from the page it was meant for; several are a jump.
    private func turn(_ direction: Input.Direction, _ count: Int64, _ replica: Replica) {
        let from = core.stepTarget ?? replica.target
        guard let row = replica.row else { return tell("there are no pages") }
        let isLast = from == (direction == .forward ? row.upperBound : row.lowerBound)
        guard !isLast else { return tell("no page \(direction == .forward ? "after" : "before") this one") }
        if count == 1 {
            shell.request(.step(direction, from: from), seat: seat)
        } else {
            let page = from + count * direction.rawValue
            shell.request(.jump(min(max(page, row.lowerBound), row.upperBound), animated: true), seat: seat)
        }
    }

    private func beginSwipe(_ direction: Input.Direction, _ replica: Replica) {
        guard swipe == nil else { return tell("the drag before is still under way") }
        dragNumber += 1
        swipe = Swipe(DragID(dragNumber), direction, at: MemberShell.now)
        let size = display.size.map { replica.configuration.axis == .vertical ? $0.rows : $0.columns }
        let viewport = size.flatMap { replica.configuration.viewport(width: Int64($0)) }
        swipeRequest = shell.request(.dragBegan(DragID(dragNumber), viewport: viewport), seat: seat)
    }

    /// Does what is due of the drag a key plays.
    func play(at now: Instant) {
        while let request = swipe?.next(at: now) {
            shell.request(request, seat: seat)
            if case .dragEnded = request { (swipe, swipeRequest) = (nil, nil) }
        }
    }
}
