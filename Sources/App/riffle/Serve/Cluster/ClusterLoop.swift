import ClusterMembership
import ClusterServer
import ClusterTraffic
import FabricNATS
import Metrics
import PagingEngine
import PagingRoom
import PagingServer
import Platform
import WebSocketLoop

/// The shell around one `ClusterCore`: turns messages of loops, the fabric and the store into events, and runs the effects.
/// Used by one thread.
struct ClusterLoop {
    /// The time between checks for a database that hangs, which no event reports.
    private static let checkMilliseconds = LoopBudget.standard.storeHealthSpacingMilliseconds

    private let mailbox: ClusterMailbox
    private let fabric: NATSFabric
    /// Nil at an edge, whose core has no statements.
    private let persistence: ClusterPersistence?
    /// The mailboxes of the other loops, by number.
    private let loops: [Mailbox<LoopCommand>]
    private let state: NodeState
    private let revoked: RevokedTokens
    private let log: ServerLogger
    private var core: ClusterCore
    private var effects: [ClusterEffect] = []
    private var drained: OneShot<Void>?
    private var left: OneShot<Void>?
    private var lastStoreTrouble: String?
    private var lastFabricTrouble: String?
    /// Dropped messages that the log has not told of.
    private var dropCount = 0
    private var dropTotal: UInt64 = 0
    private var checkAt: Int64 = 0
    private var isStopped = false

    init(
        _ core: ClusterCore, mailbox: ClusterMailbox, fabric: NATSFabric, persistence: ClusterPersistence?,
        loops: [Mailbox<LoopCommand>], state: NodeState, revoked: RevokedTokens, log: ServerLogger
    ) {
        (self.core, self.mailbox, self.fabric, self.persistence) = (core, mailbox, fabric, persistence)
        (self.loops, self.state, self.revoked, self.log) = (loops, state, revoked, log)
    }

    /// Blocks until the command to stop.
    mutating func run() {
        handle(.start)
        while !isStopped {
            let deadline = min(core.nextDeadline?.milliseconds ?? .max, checkAt)
            perform(mailbox.take(waitingMilliseconds: deadline - BootClock.milliseconds))
            let now = BootClock.milliseconds
            if let deadline = core.nextDeadline, deadline.milliseconds <= now { handle(.tick) }
            if checkAt <= now {
                checkAt = now + ClusterLoop.checkMilliseconds
                note(storeTrouble: persistence?.storeTrouble)
                persistence?.revocations.read { [mailbox] in mailbox.push(.revoked($0)) }
                if dropCount > 0 { log.fabricDropped(messages: dropCount) }
                dropCount = 0
            }
        }
    }

    // MARK: Commands

    private mutating func perform(_ commands: [ClusterMailbox.MailboxCommand]) {
        // Messages of one loop that follow each other are one event.
        var batch: (loop: Int, messages: [LoopMessage])?
        for command in commands {
            if case .message(let message, let loop) = command {
                if batch?.loop == loop {
                    batch?.messages.append(message)
                    continue
                }
                if let batch { handle(.loop(batch.loop, batch.messages)) }
                batch = (loop, [message])
                continue
            }
            if let batch { handle(.loop(batch.loop, batch.messages)) }
            batch = nil
            perform(command)
        }
        if let batch { handle(.loop(batch.loop, batch.messages)) }
    }

    private mutating func perform(_ command: ClusterMailbox.MailboxCommand) {
        switch command {
        case .message(let message, let loop): handle(.loop(loop, [message]))
        case .leaseEnded(let loop): handle(.leaseEnded(loop: loop))
        case .fabric(let events): for event in events { take(event) }
        case .fabricDropped(let count):
            dropCount += count
            dropTotal += UInt64(count)
            // What was lost is asked for, as after a lost connection.
            handle(.fabric(.connected))
        case .fabricTrouble(let trouble): note(fabricTrouble: trouble)
        case .store(let event): take(event)
        case .drain(let answer):
            drained = answer
            state.isDraining = true
            handle(.drain)
        case .leave(let answer):
            left = answer
            handle(.leave)
        case .revoked(let tokens): if revoked.learn(tokens) { send(.endRevoked) }
        case .report(let answer): answer.give(report)
        case .stop: isStopped = true
        }
    }

    private var report: ClusterReport {
        var report = core.report(at: Instant(milliseconds: BootClock.milliseconds))
        report.metrics.storeLagMilliseconds[.journal] = persistence?.store.lag.oldestMilliseconds
        report.metrics.messagesDropped.add("mailbox", dropTotal)
        report.metrics.messagesDropped.add("unsent", UInt64(fabric.counts.lost))
        return report
    }

    private mutating func take(_ event: FabricEvent) {
        switch event {
        case .connected:
            (state.fabricTrouble, lastFabricTrouble) = (nil, nil)
            log.fabricConnected()
        case .disconnected: state.fabricTrouble = "no connection to NATS"
        case .received: break
        }
        handle(.fabric(event))
    }

    private mutating func note(fabricTrouble trouble: String) {
        guard trouble != lastFabricTrouble else { return }
        lastFabricTrouble = trouble
        log.warn(trouble)
    }

    private mutating func take(_ event: ClusterPersistence.Event) {
        switch event {
        case .node(let statement, let outcome): handle(.node(statement, outcome))
        case .room(let statement, let outcome, let restored):
            handle(.room(statement, outcome, restored.map { LoadedRoom($0) }))
        case .committed(let rooms): send(.recordsCommitted(rooms))
        case .fenced(let room, let epoch): handle(.fenced(room, epoch: epoch))
        case .journalLost: handle(.journalLost)
        case .storeTrouble: note(storeTrouble: persistence?.storeTrouble)
        }
    }

    private mutating func note(storeTrouble trouble: String?) {
        guard trouble != lastStoreTrouble else { return }
        lastStoreTrouble = trouble
        send(.storeTrouble(trouble))
    }

    private func send(_ command: LoopCommand) {
        for loop in loops { loop.push(command) }
    }

    // MARK: Events and effects

    private mutating func handle(_ event: ClusterEvent) {
        let now = Instant(milliseconds: BootClock.milliseconds)
        core.handle(event, at: now, into: &effects)
        // First: a lease that has ended must be known before anything that follows from its end.
        state.leaseEnd = core.leaseEnd?.milliseconds ?? NodeState.noLease
        state.servesUntil = core.servesUntil(at: now)?.milliseconds ?? NodeState.noLease
        state.timeLead = core.clusterTime(at: now)?.milliseconds(since: now)
        for effect in effects { run(effect) }
        effects.removeAll(keepingCapacity: true)
    }

    private mutating func run(_ effect: ClusterEffect) {
        switch effect {
        case .loop(let loop, .cluster(let command)): loops[loop].push(.cluster(command))
        case .loop: preconditionFailure("expected a command for a loop, got another event")
        case .fabric(let command): fabric.perform(command)
        case .executeNode(let statement): persistence?.execute(statement)
        case .executeRoom(let statement): persistence?.execute(statement)
        case .drained: drained.take()?.give(())
        case .left: left.take()?.give(())
        case .log(let entry): log.note(entry)
        }
    }
}

extension LoadedRoom {
    init(_ restored: RestoredRoom) {
        self.init(
            record: restored.state, last: RecordNumber(restored.last.number),
            damage: restored.damages.isEmpty ? nil : restored.summary)
    }
}
