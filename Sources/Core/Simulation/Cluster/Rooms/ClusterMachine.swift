import ClusterServer
import ClusterTraffic
import PagingEngine
import PagingRoom
import PagingServer

/// A machine of a simulated cluster: its clock, and the process on it.
struct ClusterMachine {
    var clock: BootClock
    /// Processes so far.
    var starts = 0
    var process: ClusterProcess?
}

/// A process of a simulated cluster: its loops, its cluster loop and its store, each a thread without a thread. A class: a copy
/// of a loop, however short-lived, is half of a world's work.
final class ClusterProcess {
    /// Something to do for a thread of the process.
    enum ThreadInput {
        case loop(ServerEvent)
        case cluster(ClusterEvent)
        /// Records are committed: the cluster loop passes this on.
        case committed(String, epoch: UInt64, RecordNumber)
        case store(SimulatedDatabase.Answer)
    }

    /// A thread, which may stand still.
    struct Thread {
        var isPaused = false
        /// Whether one more turn happens in the pause, whose output comes when the thread wakes: it had begun before.
        var isInTurn = false
        var inbox: [ThreadInput] = []
        var heldByLoop: [ServerEffect] = []
        var heldByCluster: [ClusterEffect] = []
        /// The time of the world of the next `tick`.
        var deadline: Instant?
    }

    /// The number of the process among all of the world, from 1.
    let number: Int
    var core: ClusterCore
    var loops: [ServerCore]
    var journal: SimulatedJournal
    var threads: [Thread]
    /// The time on the own clock until which homes may speak, as the cluster loop told the loops.
    var leaseEnd: Instant?
    /// Whether all rooms of a loop hold: no room has spoken since they were told to.
    private var isHolding: [Bool]
    /// The ownership of each room that has its home here.
    private(set) var hosted: [String: UInt64] = [:]
    /// The time that all nodes share minus the own clock; nil before it is known, when no members come.
    private(set) var timeLead: Int64?
    /// The time that the quickest reading of the database's clock took, and a millisecond for each reading since: the time of
    /// the node is as exact as that.
    private(set) var quickestReading: Int64?
    private var renewedAt: Instant?
    /// The time on the own clock at which it stood still, until the clock of the database was read since.
    var frozenAt: Instant?
    /// The newest time of each loop.
    private var newest: [Instant]
    private let fault: ClusterFault?

    init(number: Int, core: ClusterCore, loops: [ServerCore], journal: SimulatedJournal, fault: ClusterFault?) {
        (self.number, self.core, self.loops, self.journal, self.fault) = (number, core, loops, journal, fault)
        threads = (0..<loops.count + 2).map { _ in Thread() }
        isHolding = loops.map { _ in true }
        newest = loops.map { _ in Instant(milliseconds: .min) }
    }

    /// The numbers of the threads after the loops.
    var clusterThread: Int { loops.count }
    var storeThread: Int { loops.count + 1 }

    /// The time of a loop, which members see; it never goes back.
    func time(of loop: Int, at now: Instant) -> Instant {
        let lead = fault == .clocksDiffer ? 0 : timeLead ?? 0
        newest[loop] = max(newest[loop], now.advanced(byMilliseconds: lead))
        return newest[loop]
    }

    /// The time on the own clock at which a thread has something to do.
    func nextDeadline(of thread: Int, at now: Instant) -> Instant? {
        guard thread < loops.count else { return thread == clusterThread ? core.nextDeadline : nil }
        return loops[thread].nextDeadline.map {
            now.advanced(byMilliseconds: $0.milliseconds(since: time(of: thread, at: now)))
        }
    }

    private func hasLease(at now: Instant) -> Bool {
        fault == .leaseIgnored && leaseEnd != nil || leaseEnd.map { now < $0 } ?? false
    }

    /// Handles an event on a loop, which looks at the lease first. Without one all rooms hold, and none speaks. Returns whether
    /// the cluster loop is to know.
    func handle(
        _ event: ServerEvent, on loop: Int, at now: Instant, into effects: inout [ServerEffect]
    ) -> Bool {
        var events = [event]
        var isTold = false
        if hasLease(at: now) {
            isHolding[loop] = false
        } else {
            if case .cluster(.speak) = event { events = [] }
            isTold = !isHolding[loop] || events.isEmpty
            if !isHolding[loop] { events.insert(.cluster(.leaseEnded), at: 0) }
            isHolding[loop] = true
        }
        if case .cluster(.host(let spec, let epoch, _)) = event { hosted[spec.name] = epoch.ownership }
        if !events.isEmpty { loops[loop].handle(events, at: time(of: loop, at: now), into: &effects) }
        if case .cluster(.unhost(let room, _)) = event { hosted[room] = nil }
        return isTold
    }

    func handle(_ event: ClusterEvent, at now: Instant, into effects: inout [ClusterEffect]) {
        let count = effects.count
        core.handle(event, at: now, into: &effects)
        // Of an answer that ends the life nothing is taken.
        if case .node(.renew, .renewed) = event, core.leaseEnd != nil, let renewedAt {
            // What it knew of the other clock counts no more.
            if let frozenAt, renewedAt > frozenAt { (self.frozenAt, quickestReading) = (nil, nil) }
            let took = now.milliseconds(since: renewedAt)
            quickestReading = min(quickestReading.map { $0 + 1 } ?? took, took)
        }
        for case .executeNode(.renew) in effects[count...] { renewedAt = now }
        leaseEnd = core.leaseEnd
        timeLead = core.clusterTime(at: now)?.milliseconds(since: now)
    }

    /// The rooms of others, with their epochs, of which `effects` tell members here what happens.
    func obeyed(in effects: [ClusterEffect], at now: Instant) -> [(room: String, epoch: RoomEpoch)] {
        var obeyed: [(room: String, epoch: RoomEpoch)] = []
        for case .loop(_, .cluster(.messages(let messages))) in effects {
            for case .publish(let room, _) in messages {
                let followed = core.status(at: now).followed.first { $0.name == room }
                if let epoch = followed?.epoch { obeyed.append((room, epoch)) }
            }
        }
        return obeyed
    }

    /// Whether a home of this ownership is here: commits of others come too late.
    func hosts(_ room: String, _ epoch: UInt64) -> Bool { hosted[room] == epoch }
}

extension Epoch {
    /// The number of the ownership that it names.
    var ownership: UInt64? { UInt64(text.prefix { $0 != "-" }) }
}
