import PagingEngine
import PagingRoom
import PagingWire

/// Who did what and when in a recording, as it is read line by line.
struct SceneDraft {
    /// What of the recording is in no script, with how often it came.
    private(set) var omissions: [String: Int] = [:]
    var actors: [ActorDraft] = []
    let pages: RecordedPages
    /// The rules the recording begins with.
    private(set) var firstPreset = Script.Room.standard.preset
    private(set) var view: RecordedView
    /// Which list of pages is shown.
    var listNumber = 0
    /// Milliseconds by which the script is behind the recording, so that the room can be prepared.
    private(set) var lead: Int64 = 0
    /// Where the pager is going, as told, until something says how.
    var announced: (from: PageIndex, to: PageIndex, isStep: Bool)?
    /// When a hand let go last, of the pager and of the strip, and whose; what the pager does in that millisecond is its
    /// doing.
    var releasedAt: Int64?
    var released: Int?
    var strippedAt: Int64?
    var stripped: Int?
    /// Who moved the pager last.
    var mover: Int?
    /// Whose actor is whose.
    var places: [MemberID: Int] = [:]
    /// Who does what has to be done and nobody did.
    var director: Int?
    /// Members whose next change is their return, by the number of the event that told they are away.
    private let returns: Set<Int64>

    init(_ recording: Recording) {
        pages = RecordedPages(recording)
        view = recording.view(before: 0)
        returns = SceneDraft.returns(in: recording)
        for line in recording.lines {
            let before = view.replica
            view.replay(line)
            follow(line, before: before)
        }
        for index in actors.indices { endDrag(of: index, at: recording.durationMilliseconds + lead) }
    }

    /// A script prepares its room within this time.
    private static let preparationMilliseconds: Int64 = 1_000

    private mutating func follow(_ line: RecordingLine, before: Replica?) {
        guard let replica = view.replica else { return }
        let time = line.milliseconds + lead
        switch line.content {
        case .message(.snapshot):
            if let before {
                takeUp(replica, after: before, at: time)
            } else {
                prepare(replica)
            }
        case .message(.event(let event)):
            if let before { follow(event, from: before, to: replica, at: time) }
        case .message(.offset(let offset)): move(offset, at: time)
        default: break
        }
    }

    /// Brings a fresh room to where the recording begins.
    private mutating func prepare(_ replica: Replica) {
        firstPreset = replica.configuration.preset
        let edit = ConfigurationEdit(from: Configuration(replica.configuration.preset), to: replica.configuration)
        if let edit { direct(.configure(edit)) }
        if replica.target != PageIndex(0), replica.phase != .empty {
            direct(.jump(replica.number(of: replica.target), animated: false))
            direct(.wait(Wait(.rest)))
        }
        for _ in 0..<replica.shown { direct(.step(.forward, from: nil)) }
        if replica.isBlank { direct(.blank(true)) }
        let policy = replica.control.policy
        if policy != .open { direct(.control(.policy(policy))) }
        if !replica.dragEnabled { omit("drags that are switched off") }
        lead = director == nil ? 0 : SceneDraft.preparationMilliseconds
        for member in replica.members where !member.isAway { enter(member, at: 0) }
        if let holder = replica.control.holder, policy == .baton { act(.control(.request), by: holder, at: 0) }
        if case .dragging(let drag) = replica.phase {
            let time = lead
            change(drag.holder) { $0.grab(at: Position(page: drag.base), base: drag.base, at: time) }
        }
    }

    /// Goes on behind a stretch nobody saw.
    private mutating func takeUp(_ replica: Replica, after before: Replica, at time: Int64) {
        omit("stretches nobody saw")
        for index in actors.indices { endDrag(of: index, at: time) }
        announced = nil
        showNextList(by: nil, at: time)
        guard replica.target != before.target, replica.phase != .empty else { return }
        act(.jump(replica.number(of: replica.target), animated: false), index: anybody(), at: time)
    }

    private mutating func direct(_ action: Step.Action) {
        let index = directorIndex()
        actors[index].act(action, at: 0)
    }

    /// The room has other pages now; who changed them, where that is known.
    mutating func showNextList(by member: MemberID?, at time: Int64) {
        listNumber += 1
        guard !pages.agree(listNumber - 1, listNumber) else { return }
        guard pages.isListed(listNumber) else { return omit("changes to pages without end") }
        act(.content(.pages(pages.list(listNumber))), index: member.map { index(of: $0) } ?? presenter(), at: time)
    }

    mutating func omit(_ what: String) { omissions[what, default: 0] += 1 }

    mutating func act(_ action: Step.Action, by member: MemberID?, at time: Int64) {
        act(action, index: member.map { index(of: $0) } ?? anybody(), at: time)
    }

    mutating func act(_ action: Step.Action, index: Int, at time: Int64) {
        endDrag(of: index, at: time)
        actors[index].enter(at: time)
        actors[index].act(action, at: time)
    }

    mutating func change(_ member: MemberID, _ body: (inout ActorDraft) -> Void) {
        let index = index(of: member)
        body(&actors[index])
    }

    /// A hand that is still on the pager gives it up.
    mutating func endDrag(of index: Int, at time: Int64) {
        guard let hand = actors[index].hand else { return }
        actors[index].letGo(hand.isOnStrip ? .released(nil) : .held)
        if !hand.isOnStrip, !hand.samples.isEmpty { actors[index].act(.cancel, at: time) }
    }

    /// Whether this event's member comes back after it.
    func comesBack(after event: Event) -> Bool { returns.contains(event.sequence.number) }

    private static func returns(in recording: Recording) -> Set<Int64> {
        var next: [MemberID: Member.Change] = [:]
        var found: Set<Int64> = []
        for line in recording.lines.reversed() {
            guard case .message(.event(let event)) = line.content, case .member(let member, let change) = event.change
            else { continue }
            if change == .away, next[member.id] == .back { found.insert(event.sequence.number) }
            next[member.id] = change
        }
        return found
    }
}
