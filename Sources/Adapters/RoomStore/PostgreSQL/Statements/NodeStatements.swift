/// Statements on the table of nodes. Renewal and expulsion write the same row: a renewal waits for an expulsion and then
/// finds no row; an expulsion leaves a row alone that is being renewed.
package struct NodeStatements {
    /// Row of a node.
    package struct Row: Hashable, Sendable {
        package let id: Int64
        package let name: String
        /// Number of the last renewal.
        package let beat: Int64
        /// Whether it hears its own beats from the other nodes' fabric.
        package let isHeard: Bool
    }

    /// Answer to a renewal.
    package struct Renewal: Hashable, Sendable {
        /// The part of the write-ahead log's name that changes when a standby takes over.
        package let timeline: String
        /// The database's clock, in microseconds since 1970.
        package let microseconds: Int64
        /// The oldest of the formats that all nodes read.
        package let lowestFormat: Int32
        /// Number of other nodes that hear their own beats.
        package let othersHeard: Int64
    }

    let connection: PostgresConnection

    init(_ connection: PostgresConnection) {
        self.connection = connection
    }

    /// Statements over the same connection.
    var revocations: RevocationStatements { RevocationStatements(connection) }

    /// Registers a life of a process; false when the name is in use.
    package func register(_ id: Int64, name: String, format: Int32) throws(PostgresError) -> Bool {
        let rows = try connection.execute(
            "INSERT INTO node VALUES ($1, $2, 0, $3, true) ON CONFLICT (name) DO NOTHING RETURNING id",
            [.int8(id), .text(name), .int4(format)])
        return !rows.isEmpty
    }

    /// The rows of all nodes, or the one of this name.
    package func nodes(named name: String? = nil) throws(PostgresError) -> [Row] {
        let condition = name == nil ? "" : "WHERE name = $1"
        let rows = try connection.execute(
            "SELECT id, name, beat, heard FROM node \(condition)", name.map { [.text($0)] } ?? [])
        return (0..<rows.count).compactMap { row in
            guard let id = rows.int8(row, 0), let name = rows.text(row, 1), let beat = rows.int8(row, 2) else {
                return nil
            }
            return Row(id: id, name: name, beat: beat, isHeard: rows.bool(row, 3))
        }
    }

    /// Writes the beat `beat`, which is higher than every one sent before. Nil when there is no such row: the life has
    /// ended.
    ///
    /// - Parameters:
    ///   - confirmed: the last beat that was answered. A database that has gone back behind it ends the life.
    ///   - isHeard: whether the node hears its own beats from the other nodes' fabric.
    package func renew(_ id: Int64, beat: Int64, confirmed: Int64, isHeard: Bool) throws(PostgresError) -> Renewal? {
        let rows = try connection.execute(
            """
            UPDATE node SET beat = $2, heard = $4 WHERE id = $1 AND beat BETWEEN $3 AND $2 - 1
            RETURNING substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8),
                (extract(epoch FROM clock_timestamp()) * 1000000)::bigint, (SELECT min(format) FROM node),
                (SELECT count(*) FROM node WHERE heard AND id <> $1)
            """,
            [.int8(id), .int8(beat), .int8(confirmed), .bool(isHeard)])
        guard !rows.isEmpty, let timeline = rows.text(0, 0), let microseconds = rows.int8(0, 1),
            let format = rows.int4(0, 2), let others = rows.int8(0, 3)
        else { return nil }
        return Renewal(timeline: timeline, microseconds: microseconds, lowestFormat: format, othersHeard: others)
    }

    /// Removes a node whose beat is still `beat`; false when it has renewed its lease, is renewing it or is gone. Waits for
    /// no renewal: behind a slow commit the renewals of this connection would wait, too.
    package func expel(_ id: Int64, beat: Int64) throws(PostgresError) -> Bool {
        let rows = try connection.execute(
            """
            DELETE FROM node WHERE id IN
                (SELECT id FROM node WHERE id = $1 AND beat = $2 FOR UPDATE SKIP LOCKED) RETURNING id
            """,
            [.int8(id), .int8(beat)])
        return !rows.isEmpty
    }

    /// Removes the own registration; false when there is none.
    @discardableResult
    package func leave(_ id: Int64) throws(PostgresError) -> Bool {
        !(try connection.execute("DELETE FROM node WHERE id = $1 RETURNING id", [.int8(id)]).isEmpty)
    }
}
