import ClusterTraffic
import PagingEngine
import PagingRoom
import PagingServer
import PagingWire

/// The viewers of a room who are the business of this edge: their joins, their requests, and what the owner has to know.
struct EdgeViewers: Sendable {
    /// Items and questions for the owner.
    struct OwnerQuestions {
        var items: [UpItem] = []
        /// Joins about which the owner decides.
        var forwarded: [JoinRequest] = []
        var wantsSnapshot = false
    }

    private static let tallyMilliseconds: Int64 = 250
    /// Joins of this edge about which the owner decides at one time. The first viewers of a room fill its list; a crowd that
    /// comes with them waits for that.
    private static let forwardedLimit = 256
    /// Removed viewers that the next owner is told of.
    private static let voidLimit = 64
    /// The beginning of the sessions of viewers whom edges have admitted. Other sessions are hexadecimal.
    private static let sessionPrefix = "audience-"

    /// Joins that wait for rules, a number or a snapshot.
    var joins = WaitingJoins()
    private(set) var table: ViewerTable
    private var admission = ViewerAdmission()
    private var snapshot = SharedSnapshot()
    /// When the present owner was told a tally; nil before the first one.
    private var toldAt: Instant?
    /// Whether any owner was told one, which it may still count.
    private var hasTold = false
    private var void: [Credential] = []
    private var isVoidTold = true
    private let room: String
    private let settings: ClusterCoreSettings

    init(_ room: String, _ settings: ClusterCoreSettings) {
        self.room = room
        self.settings = settings
        table = ViewerTable(loops: settings.loops)
    }

    var isEmpty: Bool { table.isEmpty && joins.isEmpty }
    /// Whether the owner has to be told of a change, also that nobody is left.
    var owesTally: Bool { table.hasChanged && toldAt != nil }

    // MARK: Joins

    /// Whether an edge may decide about the join: of a new viewer, or of one whom an edge has admitted.
    static func isConcerned(_ join: JoinRequest) -> Bool {
        join.join.role == .viewer && join.join.session.map { $0.text.hasPrefix(sessionPrefix) } ?? true
    }

    // MARK: Owner

    /// A link begins: its owner knows nothing of the viewers here, or something old. Returns the tally, and requests without
    /// an answer.
    mutating func linked(at now: Instant) -> [UpItem] {
        toldAt = nil
        admission.restart()
        snapshot.forgetQuestion()
        isVoidTold = void.isEmpty
        let requests = table.all.flatMap { $0.requests.map(\.item) }
        return isTallyDue(at: now) ? [takeTally(at: now)] + requests : requests
    }

    /// Takes the rules, and ends the connections of viewers that were removed.
    mutating func take(_ rules: AudienceRules, into output: inout ClusterOutput) {
        admission.take(rules, count: table.count)
        for viewer in rules.removed.compactMap({ table[$0] }) {
            table.remove(viewer.member)
            var credentials = [Credential(session: viewer.session)]
            // A token that others have, too, is that of an audience.
            if let token = viewer.credential, !table.all.contains(where: { $0.credential == token }) {
                credentials.append(token)
            }
            void = (void + credentials).suffix(EdgeViewers.voidLimit)
            isVoidTold = false
            if let address = viewer.address {
                dismiss(address, .removed, JoinDenial.removed.reason, into: &output)
            }
        }
    }

    mutating func take(numbersFrom first: MemberID) { admission.take(numbersFrom: first) }

    // MARK: Connections

    mutating func leave(_ address: Address, politely: Bool, at now: Instant) -> Bool {
        snapshot.remove(address)
        return table.leave(address, politely: politely, at: now)
    }

    mutating func removeAll() -> [Address] {
        defer { table = ViewerTable(loops: settings.loops) }
        return table.all.compactMap(\.address)
    }

    /// Answers a request as the room would. A viewer has none that changes anything.
    mutating func answer(
        _ request: Request, _ id: RequestID?, of address: Address, last: Sequence, into output: inout ClusterOutput
    ) {
        // Samples of a drag have no answer.
        guard let id else { return }
        table.note(id, of: address)
        var answer = Answer.accepted(id, last, changed: true)
        do throws(Refusal) { try request.check(.viewer) } catch { answer = .refused(id, error, last) }
        output.send(.reply(address.peer, output.encode(.answer(answer)), answers: id), to: address.loop)
    }

    /// Notes a request for pages or files, and returns the item for the owner.
    mutating func ask(_ request: SideRequest, _ id: RequestID, of address: Address) -> UpItem {
        let item = UpItem.audienceRequest(address, id, request)
        table.note(item, id, of: address)
        return item
    }

    /// Notes an answer about pages or files; false where nobody waits for it.
    mutating func answered(_ id: RequestID, of address: Address) -> Bool { table.answered(id, of: address) }

    /// Takes the pictures of viewers, and returns those of members.
    mutating func take(_ drawn: [Drawn], last: Sequence) -> [Drawn] { table.take(drawn, last: last) }

    // MARK: Snapshots

    mutating func wantSnapshot(_ address: Address) { snapshot.want(for: address) }

    mutating func take(_ change: EpochChange, of epoch: RoomEpoch, offsets: Int) {
        snapshot.take(change, of: epoch, offsets: offsets)
    }

    /// Another epoch began on all connections.
    mutating func restart() {
        snapshot.restart()
        table.restart()
    }

    // MARK: Serving

    /// Does everything for which it is time, while the owner's events are followed.
    ///
    /// - Parameter undecided: joins about which the owner is deciding.
    mutating func serve(
        _ history: EdgeHistory, undecided: Int, at now: Instant, into output: inout ClusterOutput
    ) -> OwnerQuestions {
        var questions = OwnerQuestions()
        table.expire(at: now)
        if !isVoidTold { questions.items.append(.void(void)) }
        isVoidTold = true
        if admission.hasRules {
            for join in joins.all { decide(join, history, undecided: undecided, at: now, &questions, into: &output) }
        }
        if let (addresses, change) = snapshot.takeServed(in: history) {
            for address in addresses {
                output.send(.reset(address.peer, change.snapshot, change.sequence), to: address.loop)
            }
        }
        if isTallyDue(at: now) { questions.items.append(takeTally(at: now)) }
        questions.wantsSnapshot = snapshot.takeQuestion(at: now)
        return questions
    }

    private func isTallyDue(at now: Instant) -> Bool {
        guard let toldAt else { return !isEmpty || hasTold }
        let isLate = now.milliseconds(since: toldAt) >= EdgeViewers.tallyMilliseconds
        return table.hasChanged && (table.isEmpty || isLate)
    }

    private mutating func takeTally(at now: Instant) -> UpItem {
        (toldAt, hasTold) = (now, true)
        admission.told(table.count)
        return .tally(table.takeTally())
    }

    /// The times of the next `serve` if nothing happens before.
    var deadlines: [Instant?] {
        let tally = owesTally ? toldAt?.advanced(byMilliseconds: EdgeViewers.tallyMilliseconds) : nil
        let ask = !joins.isEmpty || snapshot.hasResyncs ? snapshot.askAt : nil
        return [tally, ask, table.nextDeparture]
    }

    private mutating func decide(
        _ join: JoinRequest, _ history: EdgeHistory, undecided: Int, at now: Instant, _ questions: inout OwnerQuestions,
        into output: inout ClusterOutput
    ) {
        let known = table.viewer(of: join.join.session)
        switch admission.decision(on: join, isKnown: known != nil, removed: void, count: table.count) {
        case .admitted: break
        case .forwarded:
            guard undecided + questions.forwarded.count < EdgeViewers.forwardedLimit else { return }
            _ = joins.take(of: join.address)
            return questions.forwarded.append(join)
        case .removed:
            _ = joins.take(of: join.address)
            return dismiss(join.address, .removed, JoinDenial.removed.reason, into: &output)
        }
        if admission.takeQuestion() { questions.items.append(.wantsNumbers) }
        guard let member = known?.member ?? admission.nextNumber else { return }
        let session = known?.session ?? newSession(of: join)
        guard let granted = grant(join, to: member, session, history, output) else { return }
        if known == nil { admission.takeNumber() }
        _ = joins.take(of: join.address)
        if let other = known?.address, other != join.address {
            dismiss(other, .takenOver, "the session has joined elsewhere", into: &output)
        }
        table.add(
            .init(
                member: member, session: session, credential: join.credential ?? known?.credential,
                name: join.join.name ?? known?.name, address: join.address,
                connection: join.connection ?? ConnectionKey("\(join.address) \(join.secret.text)"),
                offsets: join.join.offsets, newest: join.id))
        output.send(.joinGranted(join.address.peer, granted), to: join.address.loop)
    }

    /// The session of a viewer: that of an edge that is gone is as good as a new one.
    private func newSession(of join: JoinRequest) -> Session {
        join.join.session ?? Session(EdgeViewers.sessionPrefix + join.secret.text)
    }

    /// The welcome with the missed events, or with a snapshot; nil while there is none.
    private mutating func grant(
        _ join: JoinRequest, to member: MemberID, _ session: Session, _ history: EdgeHistory,
        _ output: ClusterOutput
    ) -> JoinGranted? {
        guard let now = output.time, let epoch = history.epoch.map({ Epoch($0.description) }) else { return nil }
        let missed = join.join.since.flatMap {
            $0.epoch == epoch && history.reaches(back: $0.sequence) ? $0.sequence : nil
        }
        let shared = missed == nil ? snapshot.usable(in: history) : nil
        if missed == nil, shared?.change.sequence != history.last { snapshot.want() }
        guard let sequence = missed ?? shared?.change.sequence else { return nil }
        let welcome = Welcome(
            id: join.id, server: settings.server, room: room, member: member, session: session, role: .viewer,
            epoch: epoch, sequence: missed == nil ? sequence : history.last,
            now: now, recovered: missed != nil, limits: settings.limits,
            retry: settings.retry)
        let granted = JoinGranted(
            room: room, member: member, session: session, offsets: join.join.offsets,
            knowsEpochs: join.join.knowsEpochs,
            frames: [output.encode(.welcome(welcome))] + (shared.map { [$0.change.snapshot] } ?? []),
            sequence: sequence, recovered: missed != nil)
        return history.extend(granted, since: shared?.offsets ?? 0)
    }

    private func dismiss(
        _ address: Address, _ code: CloseCode, _ reason: String, into output: inout ClusterOutput
    ) {
        output.send(.dismissed(address.peer, code, reason: reason), to: address.loop)
    }

    // MARK: Moving here

    /// The viewers as the room of this node is to know them, and the connections of those that are here.
    var members: (viewers: [AdmittedViewer], seats: [ReopenRequest], requests: [LoopMessage]) {
        let all = table.all
        let viewers = all.map {
            AdmittedViewer(member: $0.member, name: $0.name, session: $0.session, credential: $0.credential)
        }
        let seats = all.compactMap { viewer in
            viewer.address.map {
                ReopenRequest(
                    address: $0, connection: viewer.connection, session: viewer.session, offsets: viewer.offsets,
                    answered: viewer.newest)
            }
        }
        let items = all.flatMap { $0.requests.map(\.item) }
        let requests = items.compactMap { item in item.address.flatMap { item.message(in: room, from: $0) } }
        return (viewers, seats, requests)
    }
}
