package import PagingEngine
package import PagingRoom
import PagingWire

/// Translates a member's intent: a request to the room, another page of the own window, or a note that says
/// why it is not possible.
package struct ActionPlanner: Sendable {
    package enum Action: Hashable, Sendable {
        case request(Request)
        /// Show this page in the own window only, with a note when it is not the page that was asked for.
        case read(PageIndex, note: String?)
        case note(String)
    }

    /// A page by its place in the list or by its own number.
    package enum Destination: Hashable, Sendable {
        case item(Int)
        case page(PageIndex)
    }

    private static let noPages = Action.note("there are no pages")

    private let replica: Replica
    private let member: MemberID?
    private let role: Role
    private let stepPlace: StepPlace?
    private let readerPage: PageIndex?
    private let isFollowing: Bool
    /// Whether a further step has to wait for the answer to those before.
    package let isStepUncertain: Bool

    /// - Parameter readerPage: the page of a member that reads alone.
    package init(
        replica: Replica, member: MemberID?, role: Role, stepPlace: StepPlace?, readerPage: PageIndex? = nil,
        isFollowing: Bool = true, isStepUncertain: Bool = false
    ) {
        self.replica = replica
        self.member = member
        self.role = role
        self.stepPlace = stepPlace
        self.readerPage = readerPage
        self.isFollowing = isFollowing
        self.isStepUncertain = isStepUncertain && readerPage == nil
    }

    /// Plans for the member of `core`; nil before the room is known.
    package init?(_ core: ClientCore, readerPage: PageIndex?) {
        guard let replica = core.replica else { return nil }
        self.init(
            replica: replica, member: core.welcome?.member, role: core.welcome?.role ?? .viewer,
            stepPlace: core.stepPlace, readerPage: readerPage, isFollowing: core.stage == .following,
            isStepUncertain: core.isStepUncertain)
    }

    /// Whether the member reads alone.
    package var isReader: Bool { readerPage != nil }

    // MARK: Pages

    /// Turns `count` pages. One press is a step, valid only from the page it was made on; several are a jump.
    ///
    /// - Parameter skipsSteps: whether the steps of the page are left out.
    package func turn(_ direction: Input.Direction, count: Int64, skipsSteps: Bool = false) -> Action? {
        guard let row = replica.row else { return ActionPlanner.noPages }
        if let readerPage { return read(readerPage + count * direction.rawValue) }
        if let objection { return .note(objection) }
        guard let from = stepPlace else { return nil }
        guard count == 1 else {
            let page = from.page + count * direction.rawValue
            return .request(.jump(min(max(page, row.lowerBound), row.upperBound), animated: true))
        }
        let shown = skipsSteps ? nil : from.shown
        let next = replica.place(after: direction, from: from.page, shown: shown)
        // A page that is not known yet may have more steps; the room knows.
        guard next.page != from.page || (!skipsSteps && (next != from || !replica.knows(from.page))) else {
            return .note("no page \(direction == .forward ? "after" : "before") this one")
        }
        return .request(.step(direction, from: from.page, shown: shown))
    }

    /// Goes to a page; a viewer goes there alone.
    package func go(to destination: Destination) -> Action {
        guard replica.row != nil else { return ActionPlanner.noPages }
        if case .item(let item) = destination, replica.wrap != .unbounded, !(0..<replica.count).contains(item) {
            return .note("there are \(replica.count) pages")
        }
        if readerPage != nil || (role == .viewer && isFollowing) { return read(index(of: destination)) }
        if let objection { return .note(objection) }
        switch destination {
        case .item(let item) where replica.wrap != .unbounded: return .request(.jumpToItem(item, animated: true))
        case .item(let item): return .request(.jump(PageIndex(Int64(item)), animated: true))
        case .page(let page): return .request(.jump(page, animated: true))
        }
    }

    /// Goes to the page with a number as people count it: from 1 in a list, any in an endless row.
    package func go(toNumber number: Int64) -> Action {
        guard replica.wrap != .unbounded else { return go(to: .page(PageIndex(number))) }
        return number > 0 ? go(to: .item(Int(number) - 1)) : .note("page numbers begin with 1")
    }

    package func goToLast() -> Action {
        guard replica.wrap != .unbounded else { return .note("an endless row has no last page") }
        return go(to: .item(max(0, replica.count - 1)))
    }

    /// Shows a page in the own window only, as far as the leash allows.
    private func read(_ index: PageIndex) -> Action {
        guard let reach = replica.readable(by: role) else { return ActionPlanner.noPages }
        let page = min(max(index, reach.lowerBound), reach.upperBound)
        guard page != index else { return .read(page, note: nil) }
        let isLeash = replica.row.map { $0.contains(index) } ?? false
        return .read(page, note: isLeash ? "the presenters let you read no further" : "no page there")
    }

    /// The index of a destination that is nearest to the page in the own window.
    private func index(of destination: Destination) -> PageIndex {
        switch destination {
        case .page(let page): return page
        case .item(let item):
            let near = readerPage ?? replica.target
            guard replica.wrap == .loop, let here = replica.rowPlace(of: near) else { return PageIndex(Int64(item)) }
            let count = Int64(replica.count)
            let way = ((Int64(item) - here) % count + count) % count
            return near + (way * 2 > count ? way - count : way)
        }
    }

    // MARK: Drags

    /// Why this member may not move the pager now; nil when it may.
    package var objection: String? { member.flatMap { replica.objection(toMovesOf: $0, role) } }

    /// Why this member may not drag the pager with the mouse now.
    package var dragObjection: String? {
        if let objection { return objection }
        guard replica.configuration.release != .refused else { return "no drags here; Space and h turn the page" }
        return replica.dragEnabled ? nil : "drags are switched off; Space and h turn the page"
    }

    /// Why this member may not drag the strip of tabs now.
    package var stripObjection: String? {
        if let objection { return objection }
        guard replica.dragEnabled else { return "drags are switched off; Space and h turn the page" }
        guard replica.isAtRest, replica.row != nil else { return "the tabs can be dragged once the pages rest" }
        return replica.strip == nil ? nil : "somebody else drags the tabs"
    }

    /// Whether scrolling a page scrolls it for everybody; other members scroll for themselves.
    package var sharesScroll: Bool {
        guard let member, readerPage == nil, isFollowing else { return false }
        return replica.control.sharesScroll(of: member, role)
    }

    // MARK: Room

    /// Asks for the baton, or gives it back, or withdraws the question. A presenter takes it without asking.
    package func toggleBaton() -> Action? {
        guard let member else { return nil }
        let control = replica.control
        guard control.policy == .baton else { return .note("there is no baton in this room") }
        guard role != .viewer else { return .note("viewers watch; the baton is not for them") }
        let isOwn = control.holder == member || control.asked.contains(member)
        return .request(.control(isOwn ? .release : role == .presenter ? .take : .request))
    }

    /// Reason why this member may not pass the baton.
    package var passingObjection: String? {
        guard replica.control.policy == .baton else { return "there is no baton in this room" }
        let mayPass = role == .presenter || (member != nil && replica.control.holder == member)
        return mayPass ? nil : "only the holder of the baton, or a presenter, passes it"
    }

    /// For those who may pass the baton: the note about a member that did not ask for it in `before`.
    package func newBatonRequest(since before: Control) -> String? {
        let control = replica.control
        guard control.holder == member || role == .presenter,
            let asking = control.asked.first(where: { !before.asked.contains($0) }), asking != member,
            let name = replica.members.first(where: { $0.id == asking })?.name
        else { return nil }
        return "\(name) asks for the baton; P passes it"
    }

    package func toggleBlank() -> Action {
        role == .presenter ? .request(.blank(!replica.isBlank)) : .note("only a presenter blanks the screens")
    }
}

extension Refusal {
    /// The note for the person whose request was refused; nil when another request took its place.
    package var note: String? {
        switch code {
        case .coalesced: nil
        case .disabled: reason + "; Space and h turn the page"
        default: reason
        }
    }
}
