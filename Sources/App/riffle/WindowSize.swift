import ArgumentParser

/// The size of a window in cells, written COLUMNSxROWS.
struct WindowSize: ExpressibleByArgument, CustomStringConvertible {
    let columns: Int
    let rows: Int

    var description: String { "\(columns)x\(rows)" }

    static let standard = WindowSize(columns: 80, rows: 24)

    init(columns: Int, rows: Int) {
        self.columns = columns
        self.rows = rows
    }

    init?(argument: String) {
        let parts = argument.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
        guard parts.count == 2, let columns = parts[0], let rows = parts[1], (1...1_000).contains(columns),
            (1...1_000).contains(rows)
        else { return nil }
        self.init(columns: columns, rows: rows)
    }
}
