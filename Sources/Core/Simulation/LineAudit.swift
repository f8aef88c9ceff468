import PagingEngine
import PagingRoom
import PagingWire

/// The rules for the messages of the server to one member over one line.
struct LineAudit {
    typealias Finding = (rule: Violation.Rule, text: String)

    let member: Int
    let room: Int
    let role: Role
    private let line: Int
    /// The offsets that the member asked for.
    private let offsets: Join.Offsets
    /// The last event that was sent; an offset for an older one is late.
    private var lastEvent: Int64 = 0
    /// The time of the last report of who is in step.
    private var inStepToldAt: Int64?
    /// The member's number by the server's welcome.
    private var number: MemberID?
    /// The fencing tokens of moves that wait for an answer.
    private var grants: [RequestID: FencingToken] = [:]

    init(line: Int, member: Int, room: Int, role: Role, offsets: Join.Offsets) {
        self.line = line
        self.member = member
        self.room = room
        self.role = role
        self.offsets = offsets
    }

    /// The member sends a move under a fencing token.
    mutating func asked(_ id: RequestID, under grant: FencingToken) { grants[id] = grant }

    mutating func welcomed(as number: MemberID) { self.number = number }

    mutating func sent(_ sequence: Sequence) { lastEvent = sequence.number }

    /// Checks that an offset is not older than the events before it, and that the member asked for it; offsets of an
    /// animation are only for members that asked for frames.
    func check(_ offset: Offset) -> [Finding] {
        var findings: [Finding] = []
        if offset.sequence.number < lastEvent {
            findings.append((.order, "line \(line): an offset of \(offset.sequence.number) behind event \(lastEvent)"))
        }
        if offsets == .none || offsets == .keyframes && offset.by == nil {
            findings.append((.backpressure, "line \(line): an offset for one who wants \(offsets.rawValue)"))
        }
        return findings
    }

    /// Checks that only presenters are told who is in step, with consistent numbers, and once a second unless the line was
    /// choked; clocks drift, and messages between loops take some milliseconds.
    mutating func check(_ inStep: InStep, hasChoked: Bool, at milliseconds: Int64) -> [Finding] {
        var findings: [Finding] = []
        if role != .presenter {
            findings.append((.picture, "line \(line): told who is in step, and no presenter"))
        }
        if inStep.drawn + inStep.diverged + inStep.behind.count > inStep.of
            || inStep.behind.count > InStep.behindLimit
        {
            findings.append((.picture, "line \(line): \(inStep) does not add up"))
        }
        if let before = inStepToldAt, !hasChoked, milliseconds - before < 990 {
            findings.append(
                (.backpressure, "line \(line): told who is in step again after \(milliseconds - before) ms"))
        }
        inStepToldAt = milliseconds
        return findings
    }

    /// An accepted move under a fencing token, and the member that made it; nil for other requests.
    mutating func acceptedMove(_ id: RequestID) -> (grant: FencingToken, member: MemberID)? {
        guard let grant = grants.removeValue(forKey: id), let number else { return nil }
        return (grant, number)
    }
}

extension ServerMessage {
    var hasNotes: Bool {
        switch self {
        case .notes(let notes): !notes.isEmpty
        case .snapshot(let snapshot): snapshot.replica.window.contains { $0.page.notes != nil }
        case .event(let event):
            if case .shift(_, _, let window) = event.change { window.contains { $0.page.notes != nil } } else { false }
        case .pages(_, let pages): pages.contains { $0.page.notes != nil }
        default: false
        }
    }
}
