import PagingEngine
import Testing

let ann = MemberID(1)
let ben = MemberID(2)
let cem = MemberID(3)

/// A pager under audit, with short functions that drive it.
struct Scene {
    private(set) var pager: Pager
    private(set) var auditor: Auditor
    private(set) var outputs: [Output] = []
    /// Every output since the start.
    private(set) var history: [Output] = []
    var milliseconds: Int64 = 1_000
    private var lastDrag: Int64 = 0

    init(_ configuration: Configuration, _ order: PageOrder = .unbounded) {
        pager = Pager(configuration: configuration, order: order, now: Instant(milliseconds: 1_000))
        auditor = Auditor(pager)
    }

    init(_ preset: Preset, _ order: PageOrder = .unbounded) { self.init(Configuration(preset), order) }

    var now: Instant { Instant(milliseconds: milliseconds) }

    /// Sends `input` after `delay` ms. Outputs due before it come first and are audited separately.
    @discardableResult
    mutating func send(_ input: Input, by member: MemberID? = ann, after delay: Int64 = 0) -> [Output] {
        milliseconds += delay
        if delay > 0, input != .tick { handle(.tick, by: nil) }
        handle(input, by: member)
        return outputs
    }

    private mutating func handle(_ input: Input, by member: MemberID?) {
        let before = pager
        outputs.removeAll(keepingCapacity: true)
        pager.handle(input, by: member, at: now, into: &outputs)
        auditor.audit(input, by: member, from: before, to: pager, outputs)
        history += outputs
    }

    /// Lets `delay` ms pass and returns the outputs.
    @discardableResult
    mutating func wait(_ delay: Int64) -> [Output] {
        let told = history.count
        send(.tick, by: nil, after: delay)
        return Array(history[told...])
    }

    /// Lets enough time pass for any animation to end.
    @discardableResult
    mutating func waitForRest() -> [Output] { wait(120_000) }

    mutating func grab(by member: MemberID = ann, width: Int64 = 390, stride: Int64? = nil) {
        lastDrag += 1
        send(.dragBegan(DragID(lastDrag), viewport: Viewport(width: width, stride: stride ?? width)), by: member)
    }

    mutating func drag(to way: Distance, by member: MemberID = ann) {
        send(.dragMoved(DragID(lastDrag), by: way), by: member)
    }

    mutating func release(at way: Distance, velocity: Double = 0, by member: MemberID = ann) {
        send(.dragEnded(DragID(lastDrag), by: way, velocity: .pages(velocity)), by: member)
    }

    /// A whole swipe at one instant; the velocity in pages a second.
    mutating func swipe(_ pages: Double, velocity: Double = 0, by member: MemberID = ann) {
        grab(by: member)
        drag(to: .pages(pages), by: member)
        release(at: .pages(pages), velocity: velocity, by: member)
    }
}

extension Distance {
    static func pages(_ pages: Double) -> Distance { Distance(units: Int64((pages * 65_536).rounded())) }
}

extension Position {
    static func pages(_ pages: Double) -> Position { Position(units: Int64((pages * 65_536).rounded())) }
}

extension Velocity {
    static func pages(_ pages: Double) -> Velocity { Velocity(unitsPerSecond: Int64((pages * 65_536).rounded())) }
}

extension PageOrder {
    static func named(_ names: String, loops: Bool = false) -> PageOrder {
        guard let order = PageOrder(names.map { PageID(String($0)) }, loops: loops) else {
            preconditionFailure("the names in a test are distinct")
        }
        return order
    }
}

extension PageOrder {
    func nearest(_ page: PageIndex) -> PageIndex {
        guard wrap == .finite else { return page }
        return min(max(page, PageIndex(0)), PageIndex(max(0, Int64(count) - 1)))
    }
}

extension Configuration {
    var isFree: Bool { release == .free }
}

extension Pager {
    var animation: Animation? {
        guard case .settling(let animation) = phase else { return nil }
        return animation
    }

    var drag: Drag? {
        guard case .dragging(let drag) = phase else { return nil }
        return drag
    }
}
