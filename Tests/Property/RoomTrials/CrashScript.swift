import PagingContent
import PagingEngine
import PagingRoom

/// Random requests to a room, with their answers and the room's records when nothing goes wrong.
struct CrashScript {
    /// A request, or without one the return of the member on a new connection.
    struct Entry {
        let member: MemberID
        let connection: ConnectionKey
        let id: RequestID
        let request: Request?
        var isAccepted = true
        /// Whether a record followed.
        var isRecorded = false
        /// Records of the room after it.
        var recordCount = 0
    }

    /// Time after which the room rests.
    static let restMilliseconds: Int64 = 150
    private static let members = [MemberID(1), MemberID(2), MemberID(3)]
    /// Members that send nothing and may be removed.
    private static let silent = [MemberID(4), MemberID(5)]

    private(set) var entries: [Entry] = []
    private(set) var records: [RoomRecord] = []
    /// The kept state at the end.
    private(set) var end: RoomRecord?
    private var connections: [MemberID: Int] = [:]
    private var lastIDs: [MemberID: Int64] = [:]
    private let firstCount: Int

    /// Plays a room from beginning to end.
    init(_ random: inout SplitMix) {
        var now = Instant(milliseconds: 0)
        var room = Room(
            name: "crash", epoch: Epoch("first"), supplier: .listed(CrashScript.pages(0..<6)),
            configuration: CrashScript.configuration(.threePage), now: now)
        var effects: [RoomEffect] = []
        for member in CrashScript.members + CrashScript.silent {
            let role = member == MemberID(1) ? Role.presenter : .member
            _ = room.join(
                name: nil, role: role, session: CrashScript.session(of: member),
                connection: CrashScript.connection(0, of: member), at: now, into: &effects)
            connections[member] = 0
        }
        records = [room.takeRecord(whole: true)].compactMap(\.self)
        firstCount = records.count
        for _ in 0..<random.integer(5...40) {
            let entry = next(room, &random)
            // Whether the room moves makes a difference to these.
            let needsRest = entry.request?.isSensitiveToMotion == true
            let wait = needsRest ? CrashScript.restMilliseconds : random.pick([0, 20, 60, 150, 400])
            now = now.advanced(byMilliseconds: wait)
            room.tick(at: now, into: &effects)
            note(room.takeRecord())
            perform(entry, in: &room, at: now, isWhole: random.rarely(10))
        }
        end = CrashScript.kept(of: &room, at: now.advanced(byMilliseconds: CrashScript.restMilliseconds))
    }

    static func session(of member: MemberID) -> Session { Session("session-\(member.number)") }

    private static func connection(_ number: Int, of member: MemberID) -> ConnectionKey {
        ConnectionKey("edge-\(member.number)-\(number)")
    }

    /// Everything that records keep once the room rests, without the numbers of events and requests.
    static func kept(of room: inout Room, at now: Instant) -> RoomRecord? {
        var effects: [RoomEffect] = []
        room.tick(at: now, into: &effects)
        var record = room.takeRecord(whole: true)
        record?.sequence = Sequence(0)
        record?.done = [:]
        return record
    }

    /// The records of the room after the first `count` entries.
    func recordCount(after count: Int) -> Int { count == 0 ? firstCount : entries[count - 1].recordCount }

    /// The connections that are open after the first `count` entries.
    func connections(after count: Int) -> [MemberID: ConnectionKey] {
        var open: [MemberID: ConnectionKey] = [:]
        for member in CrashScript.members + CrashScript.silent { open[member] = CrashScript.connection(0, of: member) }
        for entry in entries[..<count] {
            open[entry.member] = entry.connection
            if case .remove(let other)? = entry.request, entry.isAccepted { open[other] = nil }
        }
        return open
    }

    /// Whether a record of the first `count` entries tells what became of the request: its own, or that of a later one
    /// from the same connection.
    func isRecorded(_ place: Int, within count: Int) -> Bool {
        guard place < count else { return false }
        let connection = entries[place].connection
        return entries[place..<count].contains { $0.connection == connection && $0.isAccepted && $0.isRecorded }
    }

    static func bringBack(_ entry: Entry, to room: inout Room, at now: Instant) {
        var effects: [RoomEffect] = []
        _ = room.rejoin(session(of: entry.member), connection: entry.connection, at: now, into: &effects)
        _ = room.takeRecord()
    }

    private mutating func note(_ record: RoomRecord?) {
        if let record { records.append(record) }
    }

    private mutating func perform(_ entry: Entry, in room: inout Room, at now: Instant, isWhole: Bool) {
        var entry = entry
        if let request = entry.request {
            var effects: [RoomEffect] = []
            room.handle(request, id: entry.id, from: entry.member, at: now, into: &effects)
            if case .answer(_, .refused)? = effects.last { entry.isAccepted = false }
            let record = room.takeRecord()
            entry.isRecorded = record != nil
            note(record)
            if isWhole { note(room.takeRecord(whole: true)) }
        } else {
            CrashScript.bringBack(entry, to: &room, at: now)
        }
        entry.recordCount = records.count
        entries.append(entry)
    }
}

/// Random entries.
extension CrashScript {
    private mutating func next(_ room: Room, _ random: inout SplitMix) -> Entry {
        let member = random.pick(CrashScript.members)
        let isReturn = random.rarely(12)
        if isReturn {
            connections[member, default: 0] += 1
            lastIDs[member] = 0
        }
        // Other objects of the client have numbers, too.
        lastIDs[member, default: 0] += random.integer(1...2)
        return Entry(
            member: member, connection: CrashScript.connection(connections[member] ?? 0, of: member),
            id: RequestID(isReturn ? 0 : lastIDs[member] ?? 0),
            request: isReturn ? nil : CrashScript.request(of: member, room, &random))
    }

    private static func request(of member: MemberID, _ room: Room, _ random: inout SplitMix) -> Request {
        let isPresenter = member == MemberID(1)
        switch random.next() % (isPresenter ? 16 : 8) {
        case 0...2:
            let direction: Input.Direction = random.rarely(3) ? .back : .forward
            return .step(direction, from: room.pager.target, shown: random.flag() ? room.shown : nil)
        case 3: return .jump(PageIndex(random.integer(0...5)), animated: random.flag())
        case 4: return .jumpToItem(Int(random.integer(0...2)), animated: random.flag())
        case 5: return random.flag() ? .resize(width: 80, height: 24) : .pointNowhere
        // These are refused, whatever the room is like.
        case 6: return .step(.forward, from: PageIndex(5_000))
        case 7: return isPresenter ? .content(revision: 5_000, [], wrap: nil) : .lock(true)
        case 8, 9: return .content(revision: room.pager.revision, pages(0..<Int(random.integer(2...8))), wrap: nil)
        case 10: return .configure(configuration(random.pick(Preset.allCases)))
        case 11: return .dragEnabled(random.flag())
        case 12: return .lock(random.flag())
        case 13: return .leash(random.pick(Leash.allCases))
        case 14: return .control(.policy(random.pick([.open, .open, .presenters])))
        default: return random.flag() ? .remove(random.pick(silent)) : .blank(random.flag())
        }
    }

    private static func pages(_ numbers: Range<Int>) -> [Page] {
        numbers.map { Page(id: PageID("\($0)"), title: "\($0)", steps: $0 % 3) }
    }

    /// The preset with short animations.
    private static func configuration(_ preset: Preset) -> Configuration {
        var configuration = Configuration(preset)
        configuration.settle = .linear(durationMilliseconds: 100)
        configuration.wrap = .finite
        return configuration
    }
}

extension Request {
    fileprivate var isSensitiveToMotion: Bool {
        switch self {
        case .content, .configure: true
        default: false
        }
    }
}
