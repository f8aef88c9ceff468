import PagingEngine
import PagingRoom
import PagingServer
import PagingWire

/// The server of a world with its disk: performs the effects of its loops, starts from what the disk has, and dies.
struct SimulatedServer {
    private(set) var process = SimulatedProcess()
    private var disk: Disk
    private let table = FrameTable()

    init(plan: WorldPlan) {
        disk = Disk(limit: plan.diskLimit)
    }

    /// Every message sent so far, in order.
    var messages: [ServerMessage] { table.messages }

    func isCurrent(_ life: Int) -> Bool { process.isAlive && process.life == life }

    /// Hands a tick to every loop whose deadline has passed.
    mutating func tick(in world: inout WorldContext) {
        for loop in process.loops where process.needsTick(loop, at: world.milliseconds) {
            serve(loop, .tick, in: &world)
            guard process.loops.contains(loop) else { continue }
            let served = world.network.servedCount(on: loop, life: process.life)
            world.audit.check(process.holdings(of: loop), of: loop, served: served, at: world.milliseconds)
        }
    }

    /// The process dies within the next few effects.
    mutating func doom(in world: inout WorldContext) {
        if process.isAlive { process.lightFuse(effects: Int(world.random.within(0...25))) }
    }

    mutating func receive(_ line: Int, _ signal: SimEvent.Signal, in world: inout WorldContext) {
        guard isCurrent(world.network[line].life), world.network.reachesServer(signal, over: line) else { return }
        let (loop, peer) = (world.network[line].loop, PeerID(UInt64(line)))
        switch signal {
        case .opened:
            let room = world.plan.rooms[world.network[line].room].name
            serve(loop, .opened(peer, room: room, secret: .init("secret-\(line)")), in: &world)
        case .closed: if world.fault != .endUnheard { serve(loop, .closed(peer), in: &world) }
        case .objects(let objects): serve(loop, .received(peer, objects.map { .success($0) }), in: &world)
        case .pong: serve(loop, .pong(peer), in: &world)
        case .messages: break
        }
    }

    /// Hands an event to a loop and performs its effects, until the process dies.
    mutating func serve(_ loop: Int, _ event: ServerEvent, in world: inout WorldContext) {
        guard process.loops.contains(loop) else { return }
        var effects: [ServerEffect] = []
        process.handle(event, on: loop, at: world.milliseconds, into: &effects)
        let records = recorded(effects, on: loop, in: event, in: &world)
        hearRooms(on: loop, in: &world)
        var choked: [PeerID] = []
        var served: Set<PeerID> = []
        let life = process.life
        for effect in effects {
            if burnsDown(in: &world) { return }
            switch effect {
            case .send(let bytes, let peers):
                let messages = table.decode(bytes)
                for peer in peers {
                    if burnsDown(in: &world) { return }
                    if !served.insert(peer).inserted {
                        world.complain(.backpressure, "line \(peer.number): two messages from one event")
                    }
                    if deliver(messages, to: Int(peer.number), in: &world) { choked.append(peer) }
                }
            case .authorize: world.complain(.backpressure, "a token was looked at in an open world")
            case .ping(let peers): for peer in peers { world.sendDown(Int(peer.number), .pong) }
            case .close(let peer, let code, _): close(Int(peer.number), code, in: &world)
            case .message(let message, let other): carry(.messages([message]), from: loop, to: other, in: &world)
            case .journal(let room, _, let number, let record, _):
                commit(
                    Disk.Write(room: room, loop: loop, number: number, record: record, left: records[room]?[number]),
                    in: &world)
            case .deleteRecords(let room, _): world.complain(.backpressure, "\(room) is forgotten, and it is to last")
            case .log(.diverged(let room, let member, let sequence)):
                world.complain(.picture, "\(room): member \(member) shows something else after event \(sequence)")
            case .joinCompleted, .log: break
            }
        }
        for peer in choked where life == process.life && world.fault != .chokeUnheard {
            serve(loop, .choked(peer), in: &world)
        }
    }

    /// Tells the audit which events the records of a call belong to, and returns the rooms after the call.
    private mutating func recorded(
        _ effects: [ServerEffect], on loop: Int, in event: ServerEvent, in world: inout WorldContext
    ) -> [String: [RecordNumber: Replica]] {
        // The events of several steps in one call do not show which record they belong to.
        var isOneStep = true
        if case .drain = event { isOneStep = false }
        if case .tick = event, process.isDraining { isOneStep = false }
        var left: [String: [RecordNumber: Replica]] = [:]
        for case .journal(let name, _, let number, let record, _) in effects {
            guard let room = world.plan.number(of: name) else { continue }
            world.audit.issued(number, record, of: room, isFirst: isOneStep && left[name] == nil)
            left[name] = process.room(name, on: loop, at: world.milliseconds).map { [number: $0] }
        }
        return left
    }

    /// Hands the new events of a loop's rooms to the audit.
    private mutating func hearRooms(on loop: Int, in world: inout WorldContext) {
        for room in process.rooms(on: loop) {
            let (name, last) = (world.plan.rooms[room].name, world.audit[room].lastPublished)
            guard let new = process.published(in: name, on: loop, after: last) else { continue }
            if let newest = process.sequence(of: name, on: loop) { world.audit.advance(room, to: newest) }
            guard new.last > last else { continue }
            world.audit.published(table.events(new.frames, after: last), in: room, at: world.milliseconds)
        }
    }

    /// Puts a message on its line and returns whether the line took it only in part.
    private mutating func deliver(_ messages: [ServerMessage], to line: Int, in world: inout WorldContext) -> Bool {
        if world.network[line].isChoked { world.complain(.backpressure, "line \(line): sent to although it is choked") }
        if world.network[line].isEndNoticed {
            world.complain(.backpressure, "line \(line): sent to although it is closed")
        }
        check(messages, on: line, in: &world)
        if isDropped(messages, on: line, in: &world) { return false }
        return world.network.deliver(
            messages, to: line, isBusy: world.isBusy, at: world.milliseconds, into: &world.schedule)
    }

    private mutating func check(_ messages: [ServerMessage], on line: Int, in world: inout WorldContext) {
        world.audit.check(
            messages, on: line, hasChoked: world.network[line].hasChoked, life: process.life, at: world.milliseconds)
    }

    /// Applies the fault on purpose to messages on their way; true: they are dropped.
    private mutating func isDropped(_ messages: [ServerMessage], on line: Int, in world: inout WorldContext) -> Bool {
        guard let fault = world.fault else { return false }
        let hasEvent = messages.contains { if case .event = $0 { true } else { false } }
        switch fault {
        case .messageLost: return hasEvent && world.isBusy && world.random.chance(2)
        case .lastMessageLost: return hasEvent && world.milliseconds > world.plan.busyMilliseconds + 3_000
        case .notesLeaked where messages.contains { if case .notes = $0 { true } else { false } }:
            misdeliver(messages, of: line, inSameRoom: true, in: &world)
        case .roomsCrossed where hasEvent: misdeliver(messages, of: line, inSameRoom: false, in: &world)
        default: break
        }
        return false
    }

    /// Sends messages also to another member.
    private mutating func misdeliver(
        _ messages: [ServerMessage], of line: Int, inSameRoom: Bool, in world: inout WorldContext
    ) {
        let room = world.network[line].room
        let other = world.network.lastServed(besides: line, life: process.life) { ($0.room == room) == inSameRoom }
        if let other { check(messages, on: other, in: &world) }
    }

    private mutating func close(_ line: Int, _ code: CloseCode, in world: inout WorldContext) {
        world.note("server closes line \(line): \(code)")
        world.sendDown(line, .closed(code: code.rawValue))
        // The server's end is gone soon, whatever the other does.
        let end = world.milliseconds + world.random.within(0...800)
        world.schedule.plan(.up(line: line, .closed(code: code.rawValue)), at: end, of: .line(line))
    }

    /// A message to a loop, from another one or, without `loop`, from the disk.
    private mutating func carry(_ message: ServerEvent, from loop: Int?, to other: Int, in world: inout WorldContext) {
        world.network.carry(
            message, from: loop, to: other, delay: world.random.within(0...3), at: world.milliseconds,
            into: &world.schedule)
    }

    private mutating func commit(_ write: Disk.Write, in world: inout WorldContext) {
        world.note("\(write.room): record \(write.number.number)")
        disk.append(write)
        if world.fault == .safeTooEarly {
            carry(.committed([write.room: write.number]), from: nil, to: write.loop, in: &world)
        }
        if disk.begin() { attemptCommit(in: &world) }
    }

    mutating func attemptCommit(in world: inout WorldContext) {
        var time = world.random.within(1...8)
        if case .slow(let more)? = world.plan.diskFault(at: world.milliseconds) {
            time += world.random.within(more / 2...more)
        }
        world.plan(.commitEnds(life: process.life), after: time)
    }

    mutating func endCommit(in world: inout WorldContext) {
        switch world.plan.diskFault(at: world.milliseconds) {
        case .failing: return failCommit("the disk fails", in: &world)
        case .full: return failCommit("the disk is full", in: &world)
        case .slow, nil: break
        }
        let hadTrouble = disk.trouble != nil
        var committed: [Int: [String: RecordNumber]] = [:]
        for write in disk.committed() {
            committed[write.loop, default: [:]][write.room] = write.number
            if let room = world.plan.number(of: write.room) { world.audit.committed(write.number, of: room) }
        }
        world.note("the disk has \(committed)")
        for loop in process.loops {
            if hadTrouble { carry(.storeTrouble(nil), from: nil, to: loop, in: &world) }
            if let positions = committed[loop], world.fault != .safeTooEarly {
                carry(.committed(positions), from: nil, to: loop, in: &world)
            }
        }
        if disk.begin() { attemptCommit(in: &world) }
    }

    private mutating func failCommit(_ reason: String, in world: inout WorldContext) {
        world.audit.count(\.failedCommits)
        if disk.failed(reason) {
            for loop in process.loops { carry(.storeTrouble(reason), from: nil, to: loop, in: &world) }
        }
        let again = world.milliseconds + disk.pauseMilliseconds
        world.schedule.plan(.commitAgain(life: process.life), at: again, of: .world)
    }

    mutating func start(in world: inout WorldContext) {
        process.beginLife()
        let clock = SkewedClock(
            aheadMilliseconds: world.random.within(0...900_000), driftPerMillion: world.random.within(-200...200))
        let loops = process.life == 1 ? world.plan.loops : Int(world.random.within(1...3))
        if process.life > 1, world.fault == .recordLost { disk.loseNewest() }
        let rooms = world.plan.rooms.map { room in
            let sum = world.plan.isDurable ? disk.sum(of: room.name) : nil
            return RoomSpec(
                name: room.name, supplier: room.supplier, configuration: room.configuration, policy: room.policy,
                persisted: sum.map { world.fault?.tampered($0) ?? $0 })
        }
        let (table, fault) = (table, world.fault)
        process.start(loops: loops, plan: world.plan, rooms: rooms, clock: clock, at: world.milliseconds) { message in
            table.encode(fault?.tampered(message) ?? message)
        }
        world.network.listen(life: process.life, loops: loops)
        world.note("a server starts on \(loops) loops")
        world.audit.beginLife()
        for index in world.plan.rooms.indices {
            let name = world.plan.rooms[index].name
            guard let room = process.room(name, on: process.home(of: index), at: world.milliseconds) else { continue }
            world.audit.begin(index, as: room, life: process.life, from: disk.safe[name]?.last, at: world.milliseconds)
        }
    }

    /// Counts an effect of the process; true: it has died.
    private mutating func burnsDown(in world: inout WorldContext) -> Bool {
        guard process.burnsDown() else { return false }
        // Records on their way to the disk may be written or not.
        world.audit.count(\.crashes)
        let kept = world.random.chance(50) ? 0 : Int(world.random.within(0...Int64(disk.pendingCount)))
        world.note("server dies; \(kept) more records get to the disk")
        disk.crash(keeping: kept)
        endProcess(restartAfter: world.random.within(20...1_200), in: &world)
        return true
    }

    /// All connections are informed and ended.
    mutating func drain(in world: inout WorldContext) {
        guard process.isAlive, !process.isDraining else { return }
        world.audit.count(\.drains)
        process.beginDraining()
        let (time, life) = (world.random.within(0...1_500), process.life)
        world.note("server drains within \(time) ms")
        for loop in process.loops where life == process.life { serve(loop, .drain(milliseconds: time), in: &world) }
        world.plan(.exit(life: life), after: time + 1_500)
    }

    /// A draining process writes what waits, if the disk takes it.
    mutating func exit(in world: inout WorldContext) {
        let isFailing =
            world.plan.diskFault(at: world.milliseconds).map { if case .slow = $0 { false } else { true } } ?? false
        world.note("server exits")
        disk.crash(keeping: isFailing ? 0 : disk.pendingCount)
        endProcess(restartAfter: world.random.within(20...1_000), in: &world)
    }

    private mutating func endProcess(restartAfter pause: Int64, in world: inout WorldContext) {
        process.end()
        world.network.loseServer(at: world.milliseconds, into: &world.schedule)
        world.plan(.start, after: pause)
    }
}
