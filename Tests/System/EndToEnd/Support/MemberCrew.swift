import Glibc
import PagingClient
import PagingEngine
import PagingRoom
import PagingWire
import WebSocketLoop

@testable import riffle

/// The part of a `TestMember` that lives on its thread: the real shell around the real core.
final class MemberCrew: MemberOwner {
    let shell: ClientLoop
    let client: Int
    private let orders: Mailbox<TestMember.Order>
    private let bell: Int32
    private let log: ObservationLog
    /// Changes since the last `settled`; they are written down together, so that nobody sees half of a moment.
    private var news: [(inout Observation) -> Void] = []
    private var score: [Request] = []
    private var paceMilliseconds: Int64 = 0
    private var nextNoteAt = Instant(milliseconds: 0)

    /// - Parameter bell: the reading end of a pipe that gets a byte when there are orders.
    init(
        _ endpoints: [Endpoint], _ settings: ClientSettings, orders: Mailbox<TestMember.Order>, bell: Int32,
        log: ObservationLog
    ) throws {
        shell = try ClientLoop()
        client = shell.add(RoomAddresses(endpoints), settings)
        self.orders = orders
        self.bell = bell
        self.log = log
        shell.owner = self
        shell.sockets.watch(descriptor: bell)
    }

    func run() {
        shell.handle(.start, client: client)
        shell.run()
    }

    /// Sends `requests` one by one, `milliseconds` apart.
    func play(_ requests: [Request], everyMilliseconds milliseconds: Int64) {
        score = requests
        paceMilliseconds = milliseconds
        nextNoteAt = ClientLoop.now
        log.write { $0.unplayed = requests.count }
    }

    func happened(_ effect: ClientEffect, client: Int) {
        news.append { $0.note(effect) }
    }

    func settled(at now: Instant) -> Instant? {
        if !score.isEmpty, nextNoteAt <= now {
            shell.request(score.removeFirst(), client: client)
            nextNoteAt = now.advanced(byMilliseconds: paceMilliseconds)
            log.write { $0.unplayed = score.count }
        }
        let core = shell.core(of: client)
        log.write { observation in
            for note in news { note(&observation) }
            observation.replica = core.replica
            observation.stage = core.stage
            observation.clock = core.clock
        }
        news.removeAll()
        return score.isEmpty ? nil : nextNoteAt
    }

    func readable(descriptor: Int32) {
        var bytes = [UInt8](repeating: 0, count: 64)
        _ = Glibc.read(bell, &bytes, bytes.count)
        for order in orders.drain() { order(self) }
    }
}
