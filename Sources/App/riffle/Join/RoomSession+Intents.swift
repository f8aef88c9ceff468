import PagingClient
import PagingEngine
import PagingRoom
import TerminalView

/// What the keys of the table do.
extension RoomSession {
    func perform(_ intent: Intent, at now: Instant) {
        tell(nil)
        switch intent {
        case .quit: return shell.handle(.leave, seat: seat)
        case .suspend: return suspend()
        case .redraw: return display.forgetPicture()
        case .help: return desk.mode = .help
        default: break
        }
        guard let replica = core.replica else { return }
        // Alone one reads on without the others; everything else needs the room.
        guard core.stage == .following || reader != nil else { return tell("not connected; what you see stays") }
        switch intent {
        case .next, .back, .skip, .scroll, .first, .last, .goTo, .swipe: move(intent, replica, at: now)
        case .search, .previousHit, .overview, .follow, .live: look(intent, replica, at: now)
        case .unknown(let key): tell("\(key) does nothing; ? shows the keys")
        default: present(intent, replica, at: now)
        }
    }

    /// Intents that move the window.
    private func move(_ intent: Intent, _ replica: Replica, at now: Instant) {
        desk.isSearchShown = false
        switch intent {
        case .next(let count): turn(.forward, count, replica, at: now)
        case .back(let count): turn(.back, count, replica, at: now)
        case .skip(let count): turn(.forward, count, isWhole: true, replica, at: now)
        case .scroll(let lines): scroll(by: lines, replica, at: now)
        case .first: go(to: .item(0), replica, at: now)
        case .last:
            guard replica.wrap != .unbounded else { return tell("an endless row has no last page") }
            go(to: .item(max(0, replica.count - 1)), replica, at: now)
        case .goTo(let page):
            let isListed = replica.wrap != .unbounded
            guard !isListed || page > 0 else { return tell("pages count from 1") }
            go(to: isListed ? .item(Int(page) - 1) : .page(PageIndex(page)), replica, at: now)
        case .swipe(let direction): beginSwipe(direction, replica, at: now)
        default: break
        }
    }

    /// Intents that change what one looks at, alone.
    private func look(_ intent: Intent, _ replica: Replica, at now: Instant) {
        switch intent {
        case .follow: if reader == nil { leaveOthers(at: now) } else { returnToOthers() }
        case .live: if reader == nil { tell("you are where the others are") } else { returnToOthers() }
        case .previousHit: goToHit(by: -1, at: now)
        case .search:
            guard replica.wrap != .unbounded else { return tell("an endless row cannot be searched") }
            desk.mode = .searching(SearchLine())
        case .overview:
            guard replica.wrap != .unbounded else { return tell("an endless row has no overview") }
            let current = replica.rowPlace(of: reader?.index ?? replica.target) ?? 0
            desk.mode = .overview(GridCursor(count: replica.count, selected: Int(current)))
        default: break
        }
    }

    /// Intents of whoever presents, and of who sits at this terminal.
    private func present(_ intent: Intent, _ replica: Replica, at now: Instant) {
        switch intent {
        case .notes:
            desk.hasPresenterView.toggle()
            if desk.hasPresenterView, role != .presenter { tell("notes come only to presenters") }
        case .blank:
            guard role == .presenter else { return tell("only a presenter darkens the pages") }
            shell.request(.blank(!replica.isBlank), seat: seat)
        case .pointer: togglePointer(replica)
        case .timer: desk.timer.isShown.toggle()
        case .restartTimer:
            desk.timer.startedAt = now
            tell("the time begins anew")
        case .mouse:
            desk.mouse = isMouseWanted ? .off : .on
            tell(isMouseWanted ? "the mouse moves the pages" : "the mouse is the terminal's")
        case .baton: askForBaton(replica)
        case .pass: choosePassing(replica)
        default: break
        }
    }

    private func askForBaton(_ replica: Replica) {
        guard let member = core.welcome?.member else { return }
        guard replica.control.policy == .baton else { return tell("there is no baton in this room") }
        guard role != .viewer else { return tell("viewers watch; the baton is not for them") }
        let control = replica.control
        let isMine = control.holder == member || control.asked.contains(member)
        shell.request(.control(isMine ? .release : .request), seat: seat)
    }

    private func choosePassing(_ replica: Replica) {
        guard let member = core.welcome?.member else { return }
        let control = replica.control
        guard control.policy == .baton else { return tell("there is no baton in this room") }
        guard role == .presenter || control.holder == member else {
            return tell("only who has the baton, or a presenter, passes it")
        }
        let choice = MemberChoice(replica: replica, own: member)
        guard !choice.members.isEmpty else { return tell("nobody else here could take the baton") }
        desk.mode = .passing(choice)
    }

    private func togglePointer(_ replica: Replica) {
        guard !desk.isPointing else {
            desk.isPointing = false
            pointing.forget()
            shell.request(.pointNowhere, seat: seat)
            return
        }
        if let member = core.welcome?.member, let objection = replica.objection(toMovesOf: member, role) {
            return tell(objection)
        }
        desk.isPointing = true
        tell("press on a word to point at it; c ends that")
    }

    /// Says why something was not done; a drag that was not let in ends there.
    func refused(_ refusal: Refusal, request: RequestID, at now: Instant) {
        shelf.failed(request)
        if deck?.refused(request, refusal, self) == true { return }
        stripAnswered(request, at: now)
        if request == swipeRequest || request == hand?.request {
            (swipe, swipeRequest, hand) = (nil, nil, nil)
            if let replica = core.replica { ownDrag.giveUp(replica: replica, roomNow: roomNow(at: now), now: now) }
        }
        switch refusal.code {
        case .coalesced: break
        case .disabled: tell(refusal.reason + "; Space and h turn the page")
        default: tell(refusal.reason)
        }
    }
}
