import ClusterMembership
import ClusterTraffic
import PagingEngine
import RoomStore

extension NodeStatement {
    /// Executes the statement in the database.
    func execute(with nodes: NodeStatements) throws(PostgresError) -> NodeOutcome {
        switch self {
        case .register(let id, let name, let format):
            return try nodes.register(id.stored, name: name, format: Int32(clamping: format)) ? .done : .noRow
        case .renew(let id, let beat, let confirmed, let isHeard):
            let renewal = try nodes.renew(
                id.stored, beat: beat.stored, confirmed: confirmed.stored, isHeard: isHeard)
            guard let renewal else { return .noRow }
            return LeaseRenewal(renewal).map { .renewed($0) } ?? .unknown
        case .leave(let id): return try nodes.leave(id.stored) ? .done : .noRow
        case .readNodes: return .nodes(try nodes.nodes().compactMap { NodeRow($0) })
        case .expel(let id, let beat): return try nodes.expel(id.stored, beat: beat.stored) ? .done : .noRow
        }
    }
}

extension LeaseRenewal {
    /// Nil when the timeline is not a number in hexadecimal digits.
    init?(_ renewal: NodeStatements.Renewal) {
        guard let timeline = UInt32(renewal.timeline, radix: 16) else { return nil }
        self.init(
            timeline: timeline, clock: Instant(milliseconds: renewal.microseconds / 1_000),
            lowestFormat: UInt32(clamping: renewal.lowestFormat), othersHeard: Int(clamping: renewal.othersHeard))
    }
}

extension NodeRow {
    /// Nil for a row with an id that no node has.
    init?(_ row: NodeStatements.Row) {
        guard let id = NodeID(stored: row.id) else { return nil }
        self.init(id: id, name: row.name, beat: UInt64(stored: row.beat), isHeard: row.isHeard)
    }
}
