import CPostgres

/// Rows of a statement, in PostgreSQL's binary format. A value of another type or length than expected is a programming
/// error.
final class PostgresRows {
    private let result: OpaquePointer

    /// Takes over `result`.
    init(_ result: OpaquePointer) {
        self.result = result
    }

    deinit { PQclear(result) }

    /// Error that the statement had instead of rows; without a state when libpq has found it.
    var error: (state: String?, message: String)? {
        switch PQresultStatus(result) {
        case PGRES_COMMAND_OK, PGRES_TUPLES_OK: return nil
        default:
            let whole = PQresultErrorMessage(result).map { String(cString: $0) } ?? ""
            let line = whole.split(whereSeparator: \.isNewline).joined(separator: "; ")
            return (field("C"), field("M") ?? (line.isEmpty ? "no answer" : line))
        }
    }

    private func field(_ code: Unicode.Scalar) -> String? {
        PQresultErrorField(result, Int32(code.value)).map { String(cString: $0) }
    }

    var count: Int { Int(PQntuples(result)) }

    var isEmpty: Bool { count == 0 }

    func int8(_ row: Int, _ column: Int32) -> Int64? { integer(row, column).map { (value: Int64) in value } }

    func int4(_ row: Int, _ column: Int32) -> Int32? { integer(row, column).map { (value: Int32) in value } }

    func bool(_ row: Int, _ column: Int32) -> Bool { bytes(row, column)?.first == 1 }

    func text(_ row: Int, _ column: Int32) -> String? {
        bytes(row, column).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Nil for NULL.
    func bytes(_ row: Int, _ column: Int32) -> [UInt8]? { value(row, column).map { Array($0) } }

    private func integer<Integer: FixedWidthInteger>(_ row: Int, _ column: Int32) -> Integer? {
        guard let value = value(row, column) else { return nil }
        precondition(value.count == MemoryLayout<Integer>.size, "Expected \(Integer.self), got \(value.count) bytes.")
        return Integer(bigEndian: value.loadUnaligned(as: Integer.self))
    }

    /// The bytes of a value, valid as long as the rows; nil for NULL.
    private func value(_ row: Int, _ column: Int32) -> UnsafeRawBufferPointer? {
        let row = Int32(row)
        guard PQgetisnull(result, row, column) == 0 else { return nil }
        return UnsafeRawBufferPointer(
            start: PQgetvalue(result, row, column), count: Int(PQgetlength(result, row, column)))
    }
}
