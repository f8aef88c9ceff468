import Scripting

@testable import LoadTesting

/// A server without sockets on a virtual clock, and the users of a plain run at it: the server echoes after a time,
/// stands still when it is told to, and pushes.
struct PlainServer {
    static let beginning = LoadTime(microseconds: 5_000_000)
    static let unixOffset: Int64 = 1_700_000_000_000_000

    private enum SimEvent {
        case opened(Int)
        case arrived(Int, PlainMessage)
        case delivered(Int, PlainMessage)
        case closed(Int, UInt16?)
        case failed(Int)
        case answered(Int, HTTPAnswer)
    }

    var load: PlainLoad
    var now = PlainServer.beginning
    /// Each way, in microseconds.
    var travel: Int64 = 200
    /// The server does nothing in these times of the run, in microseconds from its beginning.
    var stalls: [Range<Int64>] = []
    /// Answers to a user's message; empty for none.
    var answer: (Int, PlainMessage) -> [PlainMessage] = { [$1] }
    /// How many connections it refuses first.
    var refusals = 0
    /// It refuses connections in these times of the run, in microseconds from its beginning.
    var absences: [Range<Int64>] = []
    /// Ends the connection of the user that sends this.
    var offence: PlainMessage?
    var isFinished = false
    var messages: [(user: Int, at: LoadTime, message: PlainMessage)] = []
    var reads: [(user: Int, isOn: Bool)] = []
    var connects: [(user: Int, path: String, at: LoadTime)] = []
    var handshakes: [Int: [PlainEndpoint.Header]] = [:]
    /// Answers to HTTP requests, after 1 ms.
    var answerHTTP: (Int, HTTPCall) -> HTTPAnswer = { _, _ in
        HTTPAnswer(.answered(status: 200, headers: [], body: "{}"))
    }
    var calls: [(user: Int, call: HTTPCall, at: LoadTime)] = []
    /// Users that make no more requests, in their order.
    var callsOver: [Int] = []
    /// Reports of one of several workers on its barriers.
    var barriers: [BarrierState] = []
    /// The users that have left, in the order of leaving.
    var gone: [Int] = []
    private var happenings: [(at: LoadTime, order: Int, what: SimEvent)] = []
    private var order = 0
    private var open: Set<Int> = []

    init(
        _ script: Script, seed: UInt64 = 1, share: LoadShare = LoadShare(), content: ContentReader = PlainServer.content
    ) throws {
        load = try PlainLoad(
            script: script, share: share, seed: seed, start: PlainServer.beginning,
            unixOffset: PlainServer.unixOffset, content: content)
    }

    /// Enough of JSON for these tests: `"name": value` or `"name": "value"`.
    static func field(_ name: String, of message: PlainMessage) -> String? {
        guard case .text(let text) = message, let place = text.firstRange(of: "\"\(name)\":") else { return nil }
        let value = text[place.upperBound...].drop { $0 == " " || $0 == "\"" }.prefix { $0.isNumber || $0.isLetter }
        return value.isEmpty ? nil : String(value)
    }

    /// Looks for whole values by their last names.
    static let content: ContentReader = {
        var content = ContentReader()
        content.values = { message, pointers in
            pointers.map { PlainServer.field(String($0.dropFirst()), of: .text(message)) }
        }
        return content
    }()

    /// Plays to the end, but no longer than `seconds`.
    mutating func play(seconds: Int64 = 600) -> LoadResult {
        tell(.tick)
        let end = PlainServer.beginning.advanced(byMicroseconds: seconds * 1_000_000)
        while !isFinished {
            let next = happenings.min { ($0.at, $0.order) < ($1.at, $1.order) }
            let moments = [next?.at, load.nextDeadline].compactMap(\.self)
            guard let moment = moments.min(), moment <= end else { break }
            now = max(now, moment)
            if let next, next.at <= now {
                happenings.removeAll { $0.order == next.order }
                happen(next.what)
            } else {
                tell(.tick)
            }
        }
        return load.result(at: now)
    }

    mutating func stop() {
        tell(.stop)
    }

    /// Opens a barrier, as all workers do.
    mutating func open(barrier name: String) {
        tell(.barrierOpens(name))
    }

    /// Lets the server say something to everybody at a moment of the run.
    mutating func push(_ message: PlainMessage, to users: Range<Int>, atMilliseconds moment: Int64) {
        for user in users {
            add(.delivered(user, message), PlainServer.beginning.advanced(byMicroseconds: moment * 1_000))
        }
    }

    private mutating func happen(_ what: SimEvent) {
        switch what {
        case .opened(let user):
            open.insert(user)
            tell(.opened(user: user))
        case .answered(let user, let answer): tell(.answered(user: user, answer))
        case .failed(let user): tell(.failed(user: user, reason: "refused"))
        case .closed(let user, let code):
            guard open.remove(user) != nil else { return }
            tell(.closed(user: user, code: code, reason: "offence"))
        case .arrived(let user, let message):
            messages.append((user, now, message))
            if message == offence { return add(.closed(user, 1_008), now) }
            for reply in answer(user, message) { add(.delivered(user, reply), now.advanced(byMicroseconds: travel)) }
        case .delivered(let user, let message):
            guard open.contains(user) else { return }
            tell(.received(user: user, [message], bytes: message.byteCount))
        }
    }

    private mutating func tell(_ event: LoadEvent<PlainMessage>) {
        var effects: [LoadEffect<PlainMessage>] = []
        load.handle(event, at: now, into: &effects)
        for effect in effects { perform(effect) }
    }

    private mutating func perform(_ effect: LoadEffect<PlainMessage>) {
        switch effect {
        case .request(let user, let call):
            calls.append((user, call, now))
            add(.answered(user, answerHTTP(user, call)), now.advanced(byMicroseconds: 1_000))
        case .requestsOver(let user): callsOver.append(user)
        case .handshake(let user, let headers): handshakes[user] = headers
        case .connect(let user, let path):
            connects.append((user, path, now))
            refusals -= 1
            let isAway = absences.contains { $0.contains(now.microseconds(since: PlainServer.beginning)) }
            add(refusals >= 0 || isAway ? .failed(user) : .opened(user), now.advanced(byMicroseconds: 2 * travel))
        case .send(let user, let message):
            load.sent(bytes: message.byteCount, at: now)
            add(.arrived(user, message), served(now.advanced(byMicroseconds: travel)))
        case .close(let user), .drop(let user), .giveUp(let user):
            open.remove(user)
            happenings.removeAll { PlainServer.concerns($0.what, user) }
        case .gone(let user): gone.append(user)
        case .read(let user, let isOn): reads.append((user, isOn))
        case .barrier(let state): barriers.append(state)
        case .eventsCaused: preconditionFailure("Only rooms have events")
        case .finished: isFinished = true
        }
    }

    private static func concerns(_ what: SimEvent, _ user: Int) -> Bool {
        switch what {
        case .opened(let other), .failed(let other), .closed(let other, _), .delivered(let other, _): other == user
        case .arrived, .answered: false
        }
    }

    /// When the server comes to what arrives at a moment.
    private func served(_ moment: LoadTime) -> LoadTime {
        let time = moment.microseconds(since: PlainServer.beginning)
        guard let stall = stalls.first(where: { $0.contains(time) }) else { return moment }
        return PlainServer.beginning.advanced(byMicroseconds: stall.upperBound)
    }

    private mutating func add(_ what: SimEvent, _ moment: LoadTime) {
        order += 1
        happenings.append((moment, order, what))
    }
}
