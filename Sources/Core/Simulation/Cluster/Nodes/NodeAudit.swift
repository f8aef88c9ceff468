package import ClusterMembership
import ClusterTraffic
import PagingEngine

/// Compares what nodes say and obey with what the database has committed.
struct NodeAudit {
    private struct Ownership: Hashable {
        let room: String
        let epoch: UInt64
    }

    private struct Word {
        let ownership: Ownership
        let owner: NodeID
        let saidAt: Instant
    }

    private struct NodeRoom: Hashable {
        let node: Int
        let room: String
    }

    private(set) var violations: [NodeViolation] = []
    private(set) var counts = NodeCounts()
    private var words: [Word] = []
    private var owners: [Ownership: NodeID] = [:]
    private var ends: [Ownership: Instant] = [:]
    private var newest: [String: UInt64] = [:]
    private var lastRecord: [String: JournalPlace] = [:]
    private var followed: [NodeRoom: RoomEpoch] = [:]
    /// The last commit of each row of a registered node.
    private var renewals: [NodeID: Instant] = [:]
    private var expelledAt: [NodeID: Instant] = [:]
    /// Times in which a machine, or its own connection, was at fault, by node.
    private var excuses: [Int: [ClosedRange<Instant>]] = [:]

    // MARK: Database

    /// A change is committed. `running` has the nodes whose life goes on, by id.
    mutating func committed(_ change: DatabaseChange, at now: Instant, running: [NodeID: Int]) {
        switch change {
        case .addNode(let row), .renew(let row): renewals[row.id] = now
        case .removeNode(let row, let isExpelled):
            if isExpelled {
                expelledAt[row.id] = now
                expelled(row.id, node: running[row.id], at: now)
            }
            renewals[row.id] = nil
            for (ownership, owner) in owners where owner == row.id && ends[ownership] == nil { ends[ownership] = now }
        case .rooms(let rooms):
            for (name, room) in rooms.sorted(by: { $0.key < $1.key }) { owned(name, room, at: now) }
        case .append(let records):
            for (room, records) in records.sorted(by: { $0.key < $1.key }) {
                for record in records { appended(record, to: room, at: now) }
            }
        case .compact: break
        }
    }

    private mutating func appended(_ record: DatabaseTables.Record, to room: String, at now: Instant) {
        counts.records += 1
        let (lastIndex, lastEpoch) = (lastRecord[room]?.index ?? 0, lastRecord[room]?.epoch ?? 0)
        if record.index != lastIndex + 1 {
            note(.epochs, at: now, "\(room) has record \(record.index) after \(lastIndex)")
        }
        if record.epoch < lastEpoch {
            note(.epochs, at: now, "\(room) has a record of epoch \(record.epoch) after \(lastEpoch)")
        }
        if owners[Ownership(room: room, epoch: record.epoch)] != record.writer {
            note(.epochs, at: now, "node \(record.writer) wrote a record of epoch \(record.epoch) of \(room)")
        }
        lastRecord[room] = JournalPlace(index: record.index, epoch: max(lastEpoch, record.epoch))
    }

    private mutating func owned(_ name: String, _ room: DatabaseTables.Room, at now: Instant) {
        guard let owner = room.owner else { return }
        let ownership = Ownership(room: name, epoch: room.epoch)
        let last = newest[name] ?? 0
        // A new fence only.
        if owners[ownership] == owner, room.epoch == last { return }
        if room.epoch <= last { note(.epochs, at: now, "\(name) has epoch \(room.epoch) after \(last)") }
        for (old, _) in owners where old.room == name && ends[old] == nil { ends[old] = now }
        owners[ownership] = owner
        newest[name] = max(last, room.epoch)
        counts.ownerships += 1
        // A claim of a node that was expelled meanwhile gives it nothing.
        ends[ownership] = renewals[owner] == nil ? now : nil
    }

    private mutating func expelled(_ id: NodeID, node: Int?, at now: Instant) {
        counts.expulsions += 1
        guard let node, let renewed = renewals[id] else { return }
        let span = renewed.advanced(byMilliseconds: -300)...max(now, renewed)
        guard !(excuses[node] ?? []).contains(where: { $0.overlaps(span) }) else { return }
        note(.expulsion, at: now, "node \(node) was expelled, \(now.milliseconds(since: renewed)) ms after its renewal")
    }

    /// The moment at which a node was expelled.
    func expulsion(of node: NodeID) -> Instant? { expelledAt[node] }

    /// The end of an ownership; nil while it lasts.
    func end(of room: String, epoch: UInt64) -> Instant? { ends[Ownership(room: room, epoch: epoch)] }

    /// A fault of one node, for which it may be expelled.
    mutating func excuse(_ node: Int, from start: Instant, to end: Instant) {
        excuses[node, default: []].append(start...max(start, end))
    }

    // MARK: Words

    /// A node says a word. Returns its number.
    mutating func said(room: String, _ epoch: RoomEpoch, at now: Instant) -> UInt64 {
        words.append(
            Word(ownership: Ownership(room: room, epoch: epoch.number), owner: epoch.owner, saidAt: now))
        return UInt64(words.count - 1)
    }

    /// A node obeys a word.
    mutating func obeyed(_ number: UInt64, by node: Int, at now: Instant) {
        guard number < UInt64(words.count) else {
            return note(.ended, at: now, "node \(node) obeyed a word that nobody said")
        }
        let word = words[Int(number)]
        let (room, epoch) = (word.ownership.room, word.ownership.epoch)
        counts.obeyed += 1
        if owners[word.ownership] != word.owner {
            note(.ended, at: now, "node \(node) obeyed epoch \(epoch) of \(room), of no owner")
        } else if let end = ends[word.ownership], end < word.saidAt {
            let late = word.saidAt.milliseconds(since: end)
            note(.ended, at: now, "node \(node) obeyed epoch \(epoch) of \(room), said \(late) ms after its end")
        }
        let place = NodeRoom(node: node, room: room)
        let told = RoomEpoch(number: epoch, owner: word.owner)
        if let last = followed[place], told < last {
            note(.order, at: now, "node \(node) obeyed epoch \(told) of \(room) after \(last)")
        }
        followed[place] = max(followed[place] ?? told, told)
    }

    mutating func dropped() { counts.dropped += 1 }

    /// A node's process starts again: it follows nothing yet.
    mutating func started(_ node: Int) {
        followed = followed.filter { $0.key.node != node }
        counts.starts += 1
    }

    mutating func ended(_ reason: NodeEndReason) { counts.ends[reason, default: 0] += 1 }

    mutating func diverged(_ text: String, at now: Instant) { note(.convergence, at: now, text) }

    private mutating func note(_ rule: NodeViolation.Rule, at now: Instant, _ text: String) {
        guard violations.count < 20 else { return }
        violations.append(NodeViolation(rule: rule, milliseconds: now.milliseconds, text: text))
    }
}

/// Figures of a world, to see that it tests what it should.
package struct NodeCounts: Hashable, Sendable {
    package var obeyed = 0
    package var dropped = 0
    package var records = 0
    package var ownerships = 0
    package var expulsions = 0
    package var starts = 0
    package var ends: [NodeEndReason: Int] = [:]

    package init() {}

    package static func += (left: inout NodeCounts, right: NodeCounts) {
        left.obeyed += right.obeyed
        left.dropped += right.dropped
        left.records += right.records
        left.ownerships += right.ownerships
        left.expulsions += right.expulsions
        left.starts += right.starts
        left.ends.merge(right.ends, uniquingKeysWith: +)
    }
}
