import PagingEngine
import Testing

/// Follows a pager by its outputs alone, as a remote member does, and checks the rules that span several inputs.
struct Auditor {
    private enum Doing: Equatable {
        case empty
        case idle
        case dragging(DragID, MemberID)
        case settling(Animation)
        /// State between two outputs of one input.
        case between
    }

    private var doing: Doing
    private var settled: PageIndex
    private var target: PageIndex
    private var position: Position
    private var origin: PageIndex
    private var revision: Int64
    private var strip: Position?
    private var lastAnimation = AnimationID(0)
    /// After new content: the old target in new numbers. A shift must follow.
    private var carriedTarget: PageIndex?
    private var owesShift = false
    private let book = Book()

    /// Broken rules. They are collected, not thrown, so that a script can be shrunk to the first one.
    private final class Book {
        var complaints: [String] = []
    }

    var complaints: [String] { book.complaints }

    init(_ pager: Pager) {
        doing = pager.order.isEmpty ? .empty : .idle
        settled = pager.settled
        target = pager.target
        position = pager.position
        origin = pager.origin
        revision = pager.revision
    }

    private func demand(_ condition: Bool, _ rule: @autoclosure () -> String) {
        if !condition { book.complaints.append(rule()) }
    }

    mutating func audit(_ input: Input, by member: MemberID?, from before: Pager, to after: Pager, _ outputs: [Output])
    {
        var rank = 0
        for output in outputs {
            demand(output.rank >= rank, "\(output) came too late in \(outputs)")
            rank = output.rank
            // Several deadlines may fall into one interval, each with its own outputs.
            if case .shifted = output, input == .tick { rank = 0 }
            follow(output, after)
        }
        demand(!owesShift, "no shift after new content")
        demand(carriedTarget == nil, "the target changed with the content, and nobody said so")
        owesShift = false
        carriedTarget = nil
        compare(with: after)
        if before.origin != after.origin || before.revision != after.revision { auditWindow(after) }
        auditRefusal(before, after, outputs)
        auditStrangers(input, by: member, before, after)
        auditMovement(input, by: member, before, after)
    }

    private mutating func follow(_ output: Output, _ pager: Pager) {
        switch output {
        case .rejected, .configured, .dragEnabledChanged, .loadingChanged: break
        case .stripMoved(let place, let page, let member):
            demand(doing == .idle || member == nil, "the strip moved while \(doing)")
            strip = member == nil ? nil : place
            let isTab = pager.order.isEmpty || pager.order.nearest(place.nearestPage) == page
            demand(isTab, "the strip's tab \(page) at \(place)")
        case .animationInterrupted(let id, let place, _): followInterruption(id, place, pager)
        case .dragBegan(let id, let member, let place, let base):
            demand(doing == .idle || doing == .between, "a drag began while \(doing)")
            demand(base == target, "a drag began at base \(base), the target is \(target)")
            demand(place == position, "a grab jumped from \(position) to \(place)")
            doing = .dragging(id, member)
        case .dragEnded(let id, let member, let place, _):
            demand(doing == .dragging(id, member), "drag \(id) of \(member) ended while \(doing)")
            position = place
            doing = .between
        case .targetChanged(let from, let to):
            demand(from == carriedTarget ?? target, "target from \(from), it was \(carriedTarget ?? target)")
            demand(from != to, "target changed to itself")
            target = to
            carriedTarget = nil
        case .animationStarted(let animation): followStart(animation, pager)
        case .offset(let place): position = place
        case .animationCompleted(let id, let place):
            guard case .settling(let animation) = doing, animation.id == id else {
                return demand(false, "animation \(id) completed while \(doing)")
            }
            demand(place == animation.to && position == place, "animation completed at \(place)")
            doing = .between
        case .selectionChanged(let from, let to):
            demand(from == settled && from != to, "selection from \(from), it was \(settled)")
            demand(doing == .between || doing == .idle, "selection changed while \(doing)")
            let isExact = position == Position(page: to)
            demand(isExact || pager.configuration.isFree && position.nearestPage == to, "selected \(to) at \(position)")
            settled = to
        case .shifted(let pages, let centre):
            demand(origin + pages == centre, "shift by \(pages) from \(origin) to \(centre)")
            origin = centre
            owesShift = false
        case .contentChanged(let change): followContent(change, pager)
        case .idle:
            demand(doing == .between || doing == .idle, "idle while \(doing)")
            doing = .idle
        }
    }

    private mutating func followInterruption(_ id: AnimationID, _ place: Position, _ pager: Pager) {
        guard case .settling(let animation) = doing, animation.id == id else {
            return demand(false, "animation \(id) interrupted while \(doing)")
        }
        demand(animation.position(at: pager.now) == place, "interrupted at \(place), off the keyframe")
        position = place
        doing = .between
    }

    private mutating func followStart(_ animation: Animation, _ pager: Pager) {
        demand(doing == .between || doing == .idle, "an animation started while \(doing)")
        demand(animation.from == position, "an animation starts at \(animation.from), not at \(position)")
        let isExact = animation.to == Position(page: target) || animation.curve == .decay
        demand(isExact && animation.to.nearestPage == target, "an animation goes to \(animation.to), not to \(target)")
        demand(animation.from != animation.to && animation.start < animation.end, "an animation of no length")
        demand(animation.id > lastAnimation, "animation numbers rise")
        lastAnimation = animation.id
        doing = .settling(animation)
    }

    private mutating func followContent(_ change: ContentChange, _ pager: Pager) {
        demand(change.revision == revision + 1, "revision \(change.revision) after \(revision)")
        revision = change.revision
        origin = origin + change.carried
        settled = change.settled
        position = change.position
        strip = strip.map { $0 + Distance(pages: change.carried) }
        owesShift = true
        let carried = target + change.carried
        target = change.target
        let isEmpty = change.wrap != .unbounded && change.count == 0
        if isEmpty {
            doing = .empty
        } else {
            let wasEmpty = doing == .empty
            if wasEmpty { doing = .idle }
            if !wasEmpty, carried != change.target { carriedTarget = carried }
        }
        if case .settling(let animation) = doing {
            doing = .settling(animation.rebased(by: Distance(pages: change.carried)))
        }
        if case .settling = doing {
        } else if doing == .between, position == Position(page: settled), target == settled {
            doing = .idle
        }
    }

    private mutating func compare(with pager: Pager) {
        demand(pager.settled == settled, "settled \(pager.settled), told \(settled)")
        demand(pager.target == target, "target \(pager.target), told \(target)")
        demand(pager.origin == origin, "origin \(pager.origin), told \(origin)")
        demand(pager.revision == revision, "revision \(pager.revision), told \(revision)")
        switch (doing, pager.phase) {
        case (.empty, .empty), (.idle, .idle): break
        case (.dragging(let id, let member), .dragging(let drag)):
            demand(drag.id == id && drag.holder == member, "another drag than told")
        case (.settling(let told), .settling(let animation)):
            demand(told == animation, "another animation than told")
            position = animation.position(at: pager.now)
        default: demand(false, "phase \(pager.phase.name), told \(doing)")
        }
        demand(pager.strip == nil || pager.phase == .idle, "the strip is held while \(pager.phase.name)")
        demand((pager.strip == nil) == (strip == nil), "strip \(String(describing: pager.strip)), told otherwise")
        auditCentre(pager)
        demand(pager.position == position, "position \(pager.position), told \(position)")
    }

    /// Checks that the window's centre follows the configuration.
    private func auditCentre(_ pager: Pager) {
        guard pager.phase != .empty else { return }
        let isIdle = pager.phase == .idle
        let way = (pager.position - Position(page: pager.origin)).units.magnitude
        switch pager.configuration.recentring {
        case .onCompletion: demand(!isIdle || pager.origin == pager.settled, "at rest off centre")
        case .never: demand(!isIdle || pager.window.contains(pager.settled), "the settled page is not in the window")
        case .inFlight: demand(way <= 32_768 + 1_311 || pager.current == pager.origin, "off centre by \(way)")
        case .always: demand(way <= 32_768 || pager.current == pager.origin, "off centre by \(way)")
        }
    }

    /// Checks that the window is a run of pages around its origin, without gap or duplicate.
    private func auditWindow(_ pager: Pager) {
        let window = pager.window
        guard !pager.order.isEmpty else { return demand(window.isEmpty, "a window without pages") }
        demand(window.contains(pager.origin), "the origin is not in the window")
        demand(zip(window, window.dropFirst()).allSatisfy { $1 - $0 == 1 }, "a hole in \(window)")
        demand(window.allSatisfy(pager.order.contains), "a page that is not there in \(window)")
        guard pager.order.wrap != .finite else { return }
        let atBound = pager.origin.value.magnitude > PageIndex.bound - 100
        demand(atBound || window.count == pager.configuration.windowSlots, "slots missing in \(window)")
    }

    /// Checks that a refused input is reported once and changes nothing.
    private func auditRefusal(_ before: Pager, _ after: Pager, _ outputs: [Output]) {
        guard outputs.contains(where: { if case .rejected = $0 { true } else { false } }) else { return }
        demand(outputs.count == 1, "a refusal with company: \(outputs)")
        demand(before == after, "a refused input changed something")
    }

    /// Checks that drags of other members change nothing while one member drags.
    private func auditStrangers(_ input: Input, by member: MemberID?, _ before: Pager, _ after: Pager) {
        guard case .dragging(let drag) = before.phase, drag.holder != member else { return }
        switch input {
        case .content, .configure, .dragEnabled, .loadBegan, .loadEnded, .tick: break
        default: demand(before == after, "\(input) of a stranger changed something")
        }
    }

    /// Checks that only the holder's drag, new content or a jump without animation changes the position at once.
    private func auditMovement(_ input: Input, by member: MemberID?, _ before: Pager, _ after: Pager) {
        guard before.position != after.position else { return }
        switch input {
        case .dragMoved(let id, _), .dragEnded(let id, _, _):
            guard case .dragging(let drag) = before.phase else { return demand(false, "moved by a drag that is over") }
            demand(drag.holder == member && drag.id == id, "moved by a drag of another")
        case .content, .jump(_, animated: false), .jumpToItem(_, animated: false), .tick: break
        default: demand(after.configuration.settle == .linear(durationMilliseconds: 0), "moved by \(input)")
        }
    }
}
