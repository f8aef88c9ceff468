import PagingRoom
import PagingServer

/// The disk: commits take some time, fail, and are repeated.
extension World {
    mutating func commit(_ write: Disk.Write) {
        note("\(write.room): record \(write.number.number)")
        disk.append(write)
        if sabotage == .safeTooEarly { carry(.journaled([write.room: write.number]), from: nil, to: write.loop) }
        beginCommit()
    }

    private mutating func beginCommit() {
        if disk.begin() { attempt() }
    }

    private mutating func attempt() {
        var time = random.within(1...8)
        if case .slow(let more)? = plan.diskFault(at: milliseconds) { time += random.within(more / 2...more) }
        plan(.commitEnds(life: life), at: milliseconds + time, of: .world)
    }

    mutating func endCommit() {
        switch plan.diskFault(at: milliseconds) {
        case .failing: failCommit("the disk fails")
        case .full: failCommit("the disk is full")
        case .slow, nil:
            let hadTrouble = disk.trouble != nil
            var safe: [Int: [String: RecordNumber]] = [:]
            for write in disk.committed() {
                safe[write.loop, default: [:]][write.room] = write.number
                guard let room = plan.rooms.firstIndex(where: { $0.name == write.room }) else { continue }
                books[room].secured(write.number)
            }
            note("the disk has \(safe)")
            for loop in cores.indices {
                if hadTrouble { carry(.storeTrouble(nil), from: nil, to: loop) }
                if let positions = safe[loop], sabotage != .safeTooEarly {
                    carry(.journaled(positions), from: nil, to: loop)
                }
            }
            beginCommit()
        }
    }

    private mutating func failCommit(_ reason: String) {
        counts.failedCommits += 1
        if disk.failed(reason) {
            for loop in cores.indices { carry(.storeTrouble(reason), from: nil, to: loop) }
        }
        plan(.commitAgain(life: life), at: milliseconds + disk.pauseMilliseconds, of: .world)
    }

    mutating func commitAgain() {
        attempt()
    }
}
