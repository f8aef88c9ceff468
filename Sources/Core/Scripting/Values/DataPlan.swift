/// A file with rows of values, and the way its rows come to users.
package struct DataPlan: Hashable, Sendable {
    /// The name before the point of a reference.
    package var name: String
    package var format: DataFormat
    /// Relative to the script.
    package var path: String
    package var order = DataOrder.sequential
    package var use = DataUse.user
    package var line = 1

    /// The path as it is from where the script's path begins, for messages.
    func path(beside script: String) -> String {
        guard !path.hasPrefix("/"), let end = script.lastIndex(of: "/") else { return path }
        return "\(script[...end])\(path)"
    }
}

/// The rows of a file.
package struct DataTable: Hashable, Sendable {
    package let plan: DataPlan
    package let columns: [String]
    /// As many values in each as there are columns.
    package let rows: [[String]]

    /// The value of a column in a row; nil for an unknown column.
    func value(of column: String, row: Int) -> String? {
        columns.firstIndex(of: column).map { rows[row][$0] }
    }
}

/// Reads the rows of a file.
enum DataReader {
    static func table(
        _ bytes: [UInt8], of plan: DataPlan, fields: (_ line: [UInt8]) -> [(name: String, value: String)]?
    ) throws(DataProblem) -> DataTable {
        guard bytes.count <= ScriptLimits.dataBytes else {
            throw DataProblem(
                line: 1, message: "expected at most \(ScriptLimits.dataBytes) bytes, got \(bytes.count)")
        }
        if String(validating: bytes, as: UTF8.self) == nil {
            let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            let line = lines.firstIndex { String(validating: $0, as: UTF8.self) == nil } ?? 0
            throw DataProblem(line: line + 1, message: "expected UTF-8, got other bytes; save the file as UTF-8")
        }
        let table =
            switch plan.format {
            case .csv: try csv(bytes, plan)
            case .jsonl: try jsonLines(bytes, plan, fields)
            }
        guard !table.rows.isEmpty else { throw DataProblem(line: 1, message: "expected at least one row, got none") }
        return table
    }

    private static func csv(_ bytes: [UInt8], _ plan: DataPlan) throws(DataProblem) -> DataTable {
        var reader = CSVReader(bytes)
        guard let head = try reader.next(), head.values != [""] else {
            throw DataProblem(line: 1, message: "expected the names of the columns in the first line, got none")
        }
        try check(head.values, line: head.line)
        var rows: [[String]] = []
        while let row = try reader.next() {
            // An empty line at the end, or between rows.
            if row.values == [""], head.values.count > 1 { continue }
            guard row.values.count == head.values.count else {
                throw DataProblem(
                    line: row.line,
                    message: "expected \(head.values.count) values as in the first line, got \(row.values.count)")
            }
            try add(row.values, to: &rows, line: row.line)
        }
        return DataTable(plan: plan, columns: head.values, rows: rows)
    }

    private static func check(_ columns: [String], line: Int) throws(DataProblem) {
        guard columns.count <= ScriptLimits.dataColumns else {
            throw DataProblem(
                line: line, message: "expected at most \(ScriptLimits.dataColumns) columns, got \(columns.count)")
        }
        var seen: Set<String> = []
        for column in columns {
            guard ReferenceText.isName(column) else {
                throw DataProblem(
                    line: line,
                    message: "expected names of letters, digits, _, - and points, got `\(column.prefix(40))`")
            }
            guard seen.insert(column).inserted else {
                throw DataProblem(line: line, message: "the column `\(column)` is there twice; give each its own name")
            }
        }
    }

    private static func add(_ row: [String], to rows: inout [[String]], line: Int) throws(DataProblem) {
        guard rows.count < ScriptLimits.dataRows else {
            throw DataProblem(line: line, message: "expected at most \(ScriptLimits.dataRows) rows")
        }
        rows.append(row)
    }

    private static func jsonLines(
        _ bytes: [UInt8], _ plan: DataPlan, _ fields: (_ line: [UInt8]) -> [(name: String, value: String)]?
    ) throws(DataProblem) -> DataTable {
        var columns: [String] = []
        var rows: [[String]] = []
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for (index, text) in lines.enumerated() {
            let line = index + 1
            guard text.contains(where: { $0 != 0x20 && $0 != 0x0D && $0 != 0x09 }) else { continue }
            guard let found = fields(Array(text)) else {
                throw DataProblem(line: line, message: "expected a JSON object in the line, got something else")
            }
            if rows.isEmpty {
                columns = found.map(\.name)
                try check(columns, line: line)
            }
            var row: [String] = []
            for column in columns {
                guard let value = found.first(where: { $0.name == column })?.value else {
                    throw DataProblem(
                        line: line, message: "expected a field `\(column)` as in the first line, got none")
                }
                row.append(value)
            }
            try add(row, to: &rows, line: line)
        }
        return DataTable(plan: plan, columns: columns, rows: rows)
    }
}

package enum DataFormat: String, Hashable, Sendable, CaseIterable {
    /// A line of names, then a line for each row (RFC 4180).
    case csv
    /// A JSON object in each line.
    case jsonl
}

package enum DataOrder: String, Hashable, Sendable, CaseIterable {
    case sequential
    case random
}

package enum DataUse: String, Hashable, Sendable, CaseIterable {
    /// A user keeps its row.
    case user
    /// All users take rows of one queue: each a new one at every round of its outermost repetition.
    case shared
}

/// An error in a file, with its line from 1.
struct DataProblem: Error, Hashable {
    let line: Int
    let message: String
}
