import Foundation
import Platform

@testable import RoomStore

/// Journals of a node: claims rooms, appends to them, hands them over, and finds out what a lost connection has done.
/// Writes under a life that has ended until it has noticed.
final class StressWriter {
    private struct Room {
        let epoch: Int64
        var fence: Int64
        /// Number of the last record that is known to be committed.
        var last: Int64
        /// Number of a whole record before which the journal may be deleted.
        var whole: Int64?
    }

    private let run: StressRun
    private let node: StressNode
    private var connection: PostgresConnection?
    private var life: Int64 = 0
    private var rooms: [String: Room] = [:]
    /// Highest epoch of each room that the node has seen.
    private var known: [String: Int64] = [:]
    /// Records to append.
    private var batch: [AppendBatch.NumberedRecord] = []
    /// Whether the batch was sent and its outcome is unknown.
    private var isSent = false
    private var number: Int64 = 0
    private(set) var ledger = StressLedger()

    init(_ run: StressRun, _ node: StressNode) {
        (self.run, self.node) = (run, node)
    }

    func work() {
        while !run.isOver {
            let newest = node.state.withLock { $0.life }
            if newest != life, rooms.isEmpty || Int.random(in: 0..<20) == 0 {
                (life, rooms, batch, isSent) = (newest, [:], [], false)
            }
            guard life != 0 else {
                _ = node.state.wait(milliseconds: 10) { $0.life != 0 ? () : nil }
                continue
            }
            do throws(PostgresError) {
                let statements = RoomStatements(try connect())
                node.planCut(of: node.journal, oneIn: 50)
                try step(statements)
            } catch {
                if case .refused = error { ledger.refusals.append("\(error)") }
                connection = nil
            }
        }
        connection = nil
    }

    private func step(_ statements: RoomStatements) throws(PostgresError) {
        guard batch.isEmpty else { return try send(statements) }
        switch Int.random(in: 0..<100) {
        case _ where rooms.isEmpty, 0..<8: try claim(statements)
        case 8..<12 where run.plan.changes > 0: try handOver(statements)
        case 12..<18: try compact(statements)
        default:
            for (name, room) in rooms.shuffled().prefix(.random(in: 1...4)) {
                for offset in 1...Int64.random(in: 1...5) {
                    batch.append(entry(name, room.last + offset, isWhole: Int.random(in: 0..<16) == 0))
                }
            }
            try send(statements)
        }
    }

    private func entry(_ room: String, _ index: Int64, isWhole: Bool) -> AppendBatch.NumberedRecord {
        number += 1
        let content = StressContent(writer: life, number: number)
        return AppendBatch.NumberedRecord(room: room, index: index, isWhole: isWhole, record: content.bytes)
    }

    private func send(_ statements: RoomStatements) throws(PostgresError) {
        isSent = true
        let answer = try append(batch.map { rooms[$0.room]?.fence ?? 0 }, statements)
        isSent = false
        let rows = answer.reduce(into: [:]) { $0[$1.room, default: Set()].insert($1.index) }
        for entry in batch where rows[entry.room]?.contains(entry.index) == true { commit(entry) }
        let lost = Set(batch.map(\.room)).subtracting(rows.keys)
        for room in lost { rooms[room] = nil }
        batch = []
        run.count {
            $0.batches += 1
            $0.fenced += lost.count
            $0.records += answer.count
        }
    }

    private func append(
        _ fences: [Int64], _ statements: RoomStatements
    ) throws(PostgresError) -> [(room: String, index: Int64)] {
        let fence = "room.fence = b.fence"
        let omitted: String
        switch run.plan.fault {
        case nil, .noRefence:
            return try JournalStatements(statements.connection).append(batch, fences: fences, node: life)
        case .noFence: omitted = fence
        case .noOwnership: omitted = "\(fence) AND room.owner = $6"
        }
        let text = JournalStatements.append.replacingOccurrences(of: omitted, with: "true")
        precondition(text != JournalStatements.append, "Expected \(omitted) in the statement, got another text.")
        let rows = try statements.connection.execute(
            text, JournalStatements.appendParameters(batch, fences: fences, node: life))
        return (0..<rows.count).map { (rows.text($0, 0) ?? "", rows.int8($0, 1) ?? 0) }
    }

    private func commit(_ entry: AppendBatch.NumberedRecord) {
        guard let room = rooms[entry.room] else { return }
        ledger.committed.append(
            StressRecord(
                room: entry.room, index: entry.index, epoch: room.epoch, isWhole: entry.isWhole,
                content: StressContent(entry.record)))
        rooms[entry.room]?.last = max(room.last, entry.index)
        if entry.isWhole { rooms[entry.room]?.whole = max(room.whole ?? 0, entry.index) }
    }
}

// Ownership.
extension StressWriter {
    private func claim(_ statements: RoomStatements) throws(PostgresError) {
        let rows = try statements.rooms()
        for row in rows { known[row.name] = max(known[row.name] ?? 0, row.epoch) }
        let format = StoreDatabaseSchema.format
        let missing = Set(run.plan.roomNames).subtracting(rows.map(\.name)).shuffled().prefix(3)
        if !missing.isEmpty {
            let created = try statements.create(
                missing.map { RoomStatements.NewRoom(name: $0, known: 0) }, for: life, format: format,
                limit: Int64(run.plan.rooms))
            for row in created { own(row, last: 0) }
        }
        let claims = rows.filter { rooms[$0.name] == nil }.shuffled().prefix(3).map { row in
            // Now and then an epoch that the database has never given.
            let told = (known[row.name] ?? 0) + (Int.random(in: 0..<10) == 0 ? 3 : 0)
            return RoomStatements.Claim(name: row.name, read: row.epoch, known: told)
        }
        for row in try statements.claim(claims, for: life, format: format, written: format) {
            let journal = try JournalStatements(statements.connection).read(row.name)
            // Another node may have claimed the room between the two statements.
            if journal.last?.epoch ?? 0 < row.epoch { own(row, last: journal.last?.index ?? 0) }
        }
    }

    private func own(_ row: RoomStatements.Row, last: Int64) {
        rooms[row.name] = Room(epoch: row.epoch, fence: row.fence, last: last)
        ledger.claims.append(
            StressLedger.Claim(room: row.name, epoch: row.epoch, writer: life, last: last))
        run.count { $0.claims += 1 }
    }

    private func handOver(_ statements: RoomStatements) throws(PostgresError) {
        let others = try NodeStatements(statements.connection).nodes().filter { $0.id != life }
        guard let (name, room) = rooms.randomElement(), let other = others.randomElement(),
            try statements.handOver(name, fence: room.fence, to: other.id) != nil
        else { return }
        rooms[name] = nil
        run.count { $0.handOvers += 1 }
    }

    private func compact(_ statements: RoomStatements) throws(PostgresError) {
        let compactions = rooms.compactMap { name, room in
            room.whole.map { JournalStatements.Compaction(room: name, index: $0, epoch: room.epoch) }
        }
        guard !compactions.isEmpty else { return }
        try JournalStatements(statements.connection).compact(compactions)
        for compaction in compactions { rooms[compaction.room]?.whole = nil }
        run.count { $0.compactions += compactions.count }
    }
}

// Lost connections.
extension StressWriter {
    private func connect() throws(PostgresError) -> PostgresConnection {
        if let connection { return connection }
        let open = try PostgresConnection(node.journalAddress)
        try settle(RoomStatements(open))
        connection = open
        node.state.change { $0.settlements += 1 }
        _ = node.state.wait { $0.isHeld ? nil : () }
        return open
    }

    /// Gives the own rooms new fences, and finds out which records of the batch are committed. The others are sent again,
    /// with other content, so that the auditor can tell the two.
    private func settle(_ statements: RoomStatements) throws(PostgresError) {
        let rows =
            run.plan.fault == .noRefence
            ? try statements.rooms().filter { $0.owner == life } : try statements.refence(life)
        let fences = rows.reduce(into: [:]) { $0[$1.name] = $1 }
        for (name, room) in rooms {
            let row = fences[name]
            if let row, row.epoch == room.epoch { rooms[name]?.fence = row.fence } else { rooms[name] = nil }
        }
        batch.removeAll { rooms[$0.room] == nil }
        guard isSent else { return }
        let epochs: [String: Int64] = batch.reduce(into: [:]) { $0[$1.room] = rooms[$1.room]?.epoch }
        let lasts = try JournalStatements(statements.connection).lastIndexes(ofEpochs: epochs)
        isSent = false
        let found = batch.filter { $0.index <= lasts[$0.room] ?? 0 }
        let absent = batch.filter { $0.index > lasts[$0.room] ?? 0 }
        for entry in found { commit(entry) }
        for entry in absent { ledger.absent.insert(StressContent(entry.record)) }
        batch = absent.map { entry($0.room, $0.index, isWhole: $0.isWhole) }
        run.count { $0.records += found.count }
    }
}
