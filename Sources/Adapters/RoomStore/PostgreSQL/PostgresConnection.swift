import CPostgres

/// One connection of libpq, with blocking calls. Used by one thread at a time.
///
/// Statements are never cancelled: PostgreSQL answers a cancelled wait for a standby as if the commit had succeeded.
final class PostgresConnection {
    /// Receives the warnings of the server.
    private final class Notices {
        /// Text of the first warning since the last statement.
        var warning: String?
    }

    private let connection: OpaquePointer
    private let notices = Notices()
    private var prepared: Set<String> = []

    /// Settings of each session. A role or a database may have others, which would weaken a commit or end a statement.
    private static let session = """
        SET synchronous_commit = on; SET statement_timeout = 0; SET lock_timeout = 0;
        SET idle_in_transaction_session_timeout = 0; SET client_min_messages = warning;
        SET default_transaction_isolation = 'read committed'
        """

    init(_ address: PostgresAddress) throws(PostgresError) {
        guard let connection = Self.connect(address.settings) else { throw .unknown("out of memory") }
        self.connection = connection
        guard PQstatus(connection) == CONNECTION_OK else { throw .unknown(address.redacted(Self.message(connection))) }
        let context = Unmanaged.passUnretained(notices).toOpaque()
        PQsetNoticeReceiver(
            connection,
            { context, result in
                guard let context else { return }
                let severity = PQresultErrorField(result, PostgresConnection.severityField).map { String(cString: $0) }
                guard severity == "WARNING" else { return }
                let text = PQresultErrorField(result, PostgresConnection.messageField).map { String(cString: $0) }
                Unmanaged<Notices>.fromOpaque(context).takeUnretainedValue().warning = text ?? "a warning"
            }, context)
        for statement in Self.session.split(separator: ";") { try execute(String(statement)) }
    }

    deinit { PQfinish(connection) }

    private static let severityField = Int32(UInt8(ascii: "V"))
    private static let messageField = Int32(UInt8(ascii: "M"))

    private static func connect(_ settings: [String: String]) -> OpaquePointer? {
        let sorted = settings.sorted { $0.key < $1.key }
        return withCStrings(sorted.map(\.key)) { keywords in
            withCStrings(sorted.map(\.value)) { values in PQconnectdbParams(keywords, values, 0) }
        }
    }

    /// Calls `body` with C strings and a nil at the end.
    private static func withCStrings<Result>(
        _ texts: [String], _ body: ([UnsafePointer<CChar>?]) -> Result
    ) -> Result {
        let copies = texts.map { Array($0.utf8CString) }
        func collect(_ index: Int, _ pointers: [UnsafePointer<CChar>?]) -> Result {
            guard index < copies.count else { return body(pointers + [nil]) }
            return copies[index].withUnsafeBufferPointer { collect(index + 1, pointers + [$0.baseAddress]) }
        }
        return collect(0, [])
    }

    private static func message(_ connection: OpaquePointer) -> String {
        let text = String(cString: PQerrorMessage(connection))
        return text.split(whereSeparator: \.isNewline).joined(separator: "; ")
    }

    /// Encoding of the database, such as `UTF8`.
    var serverEncoding: String { PQparameterStatus(connection, "server_encoding").map { String(cString: $0) } ?? "" }

    /// Runs one statement and waits for its outcome.
    ///
    /// - Throws: after `unknown` the connection must be closed.
    @discardableResult
    func execute(_ sql: String, _ parameters: [PostgresValue] = []) throws(PostgresError) -> PostgresRows {
        try outcome(
            of: Self.withBytes(of: parameters) { values, lengths in
                PQexecParams(
                    connection, sql, Int32(parameters.count), parameters.map(\.type), values, lengths,
                    Self.binary(parameters), 1)
            })
    }

    /// Runs a statement that the server prepares once for each connection.
    func executePrepared(
        _ name: String, _ sql: String, _ parameters: [PostgresValue]
    ) throws(PostgresError) -> PostgresRows {
        if !prepared.contains(name) {
            _ = try outcome(of: PQprepare(connection, name, sql, Int32(parameters.count), parameters.map(\.type)))
            prepared.insert(name)
        }
        return try outcome(
            of: Self.withBytes(of: parameters) { values, lengths in
                PQexecPrepared(
                    connection, name, Int32(parameters.count), values, lengths, Self.binary(parameters), 1)
            })
    }

    private static func binary(_ parameters: [PostgresValue]) -> [Int32] { parameters.map { _ in 1 } }

    private static func withBytes(
        of parameters: [PostgresValue],
        _ body: ([UnsafePointer<CChar>?], [Int32]) -> OpaquePointer?
    ) -> OpaquePointer? {
        let lengths = parameters.map { Int32($0.bytes?.count ?? 0) }
        func collect(_ index: Int, _ pointers: [UnsafePointer<CChar>?]) -> OpaquePointer? {
            guard index < parameters.count else { return body(pointers, lengths) }
            guard let bytes = parameters[index].bytes else { return collect(index + 1, pointers + [nil]) }
            // An empty value needs an address, too: no address is NULL.
            return (bytes.isEmpty ? [0] : bytes).withUnsafeBytes {
                collect(index + 1, pointers + [$0.baseAddress?.assumingMemoryBound(to: CChar.self)])
            }
        }
        return collect(0, [])
    }

    private func outcome(of result: OpaquePointer?) throws(PostgresError) -> PostgresRows {
        let warning = notices.warning
        notices.warning = nil
        guard let result else { throw .unknown(Self.message(connection)) }
        let rows = PostgresRows(result)
        let error = rows.error
        // An answer counts only when the server is ready for the next statement: the commit comes before that.
        let status = PQtransactionStatus(connection)
        guard PQstatus(connection) == CONNECTION_OK, status != PQTRANS_ACTIVE, status != PQTRANS_UNKNOWN else {
            throw .unknown(error?.message ?? Self.message(connection))
        }
        if let error {
            guard let state = error.state else { throw .unknown(error.message) }
            throw .refused(state: state, message: error.message)
        }
        if let warning { throw .unknown("the server warns: \(warning)") }
        return rows
    }
}
