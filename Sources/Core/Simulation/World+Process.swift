import PagingEngine
import PagingRoom
import PagingServer
import PagingWire

/// The process of the loops: it crashes, drains, and restarts from the disk.
extension World {
    var isExiting: Bool { exiting == life }

    mutating func startServer() {
        life += 1
        fuse = nil
        serverClock = SkewedClock(
            aheadMilliseconds: random.within(0...900_000), driftPerMillion: random.within(-200...200))
        let loops = life == 1 ? plan.loops : Int(random.within(1...3))
        var settings = ServerSettings(
            server: "simulation", epoch: Epoch("life-\(life)"),
            retry: Retry(minimumMilliseconds: 50, maximumMilliseconds: 1_000))
        settings.ringFrames = plan.ringFrames
        // In some worlds nearly every room has more subscribers than one turn serves.
        settings.budget.subscribersPerTurn = plan.ringFrames / 16
        settings.budget.idleSubscribersPerTurn = plan.ringFrames / 16
        settings.budget.crowdSubscribers = plan.ringFrames / 16
        settings.chokedMilliseconds = 3_000
        settings.pingMilliseconds = 3_000
        settings.pongMilliseconds = 3_000
        settings.isDurable = plan.isDurable
        if life > 1, sabotage == .recordLost { disk.loseNewest() }
        let rooms = plan.rooms.map { room in
            RoomSpec(
                name: room.name, supplier: room.supplier, configuration: room.configuration, policy: room.policy,
                memory: memory(of: room.name))
        }
        let (table, sabotage) = (table, sabotage)
        let now = serverNow
        cores = (0..<loops).map { loop in
            ServerCore(loop: loop, loops: loops, settings: settings, rooms: rooms, now: now) { message in
                table.encode(sabotage?.tampered(message) ?? message)
            }
        }
        note("a server starts on \(loops) loops")
        openBooks()
    }

    private func memory(of room: String) -> RoomRecord? {
        guard plan.isDurable, var sum = disk.sum(of: room) else { return nil }
        if sabotage == .grantForgotten { sum.control?.grant = FencingToken(0) }
        if sabotage == .seatLost, let last = sum.arrivals.popLast() {
            sum.lastMember = MemberID(last.member.number - 1)
        }
        return sum
    }

    /// Begins a life of every room and checks its restored state.
    private mutating func openBooks() {
        homes = []
        happened = []
        for index in plan.rooms.indices {
            let name = plan.rooms[index].name
            let home = cores.firstIndex { $0.sequence(of: name) != nil } ?? 0
            homes.append(home)
            guard let room = cores[home].snapshot(of: name, at: serverNow) else { continue }
            happened.append(room.sequence)
            let last = disk.safe[name]?.last
            books[index].begin(life: life, as: room, isRemembered: life == 1 || last != nil)
            guard let last else { continue }
            counts.restoredRooms += 1
            var losses = books[index].losses(in: room)
            if plan.rooms[index].isMarch { losses += books[index].lossesOfMarch(in: room) }
            for (rule, text) in losses { complain(rule, text) }
            if let left = last.left { compare(room, with: left, name) }
        }
    }

    /// Checks that a restored room is the room of its newest record, at rest.
    private mutating func compare(_ room: Replica, with left: Replica, _ name: String) {
        for (now, then) in zip(World.lasting(room), World.lasting(left)) where now != then {
            complain(.durability, "\(name) was \(then) and came back as \(now)")
        }
        // A restored page is entered from one side: from behind, all its steps are shown.
        let steps = room.window.first { $0.index == room.settled }?.page.steps ?? 0
        let shown = room.settled == left.target ? left.shown : room.settled < left.target ? steps : 0
        if room.shown != shown {
            complain(.durability, "\(name) showed \(shown) steps and came back with \(room.shown)")
        }
        // A drag that ends leaves the pager at its window, which is reported elsewhere.
        if case .dragging = left.phase { return }
        if room.settled != left.target {
            complain(.durability, "\(name) went to \(left.target.value) and came back on \(room.settled.value)")
        }
    }

    private static func lasting(_ room: Replica) -> [String] {
        let control = room.control
        return [
            "pages \(room.revision) \(room.count) \(room.wrap)", "\(room.configuration)",
            "drags \(room.dragEnabled)", "\(control.policy) \(control.leash) \(control.isLocked)",
        ]
    }

    /// The process dies now; records on their way to the disk may be written or not.
    mutating func crash() {
        counts.crashes += 1
        let kept = random.chance(50) ? 0 : Int(random.within(0...Int64(disk.pendingCount)))
        note("server dies; \(kept) more records get to the disk")
        disk.crash(keeping: kept)
        end(afterMilliseconds: random.within(20...1_200))
    }

    /// All connections are informed and ended.
    mutating func drain() {
        guard !cores.isEmpty, !isExiting else { return }
        counts.drains += 1
        exiting = life
        let time = random.within(0...1_500)
        note("server drains within \(time) ms")
        let present = life
        for loop in cores.indices where life == present { serve(loop, .drain(milliseconds: time)) }
        plan(.exit(life: present), at: milliseconds + time + 1_500, of: .world)
    }

    /// A draining process writes what waits, if the disk takes it.
    mutating func exit() {
        let isFailing = plan.diskFault(at: milliseconds).map { if case .slow = $0 { false } else { true } } ?? false
        note("server exits")
        disk.crash(keeping: isFailing ? 0 : disk.pendingCount)
        end(afterMilliseconds: random.within(20...1_000))
    }

    private mutating func end(afterMilliseconds pause: Int64) {
        cores = []
        fuse = nil
        for line in lines.indices where lines[line].life == life && lines[line].condition != .broken {
            // A machine that is gone sends no close; one that still runs does so for its dead process.
            let isSilent = lines[line].condition == .halfOpen || lines[line].random.chance(25)
            lines[line].condition = .broken
            lines[line].serverKnows = true
            guard !isSilent else { continue }
            let heard = milliseconds + lines[line].random.within(0...300)
            plan(.down(line: line, .closed(code: nil)), at: heard, of: .line(line))
        }
        plan(.start, at: milliseconds + pause, of: .world)
    }
}
