import Scripting
import TerminalView

/// The time spent on each page, as a table with bars.
enum RehearsalTable {
    private static let barColumns = 24
    private static let titleColumns = 32

    static func lines(_ times: RehearsalTimes) -> [String] {
        let longest = max(1, times.entries.map(\.milliseconds).max() ?? 1)
        let titles = times.entries.map { entry in
            ColumnText.cut(
                entry.title.isEmpty ? entry.page.text : entry.title, columns: titleColumns, ellipsis: "...")
        }
        let width = max(4, titles.map { ColumnText.width($0) }.max() ?? 0)
        func row(_ number: String, _ title: String, _ time: String, _ rest: String) -> String {
            let title = title + String(repeating: " ", count: width - ColumnText.width(title))
            return [left(number, 4), title, left(time, 8), rest].joined(separator: "  ")
        }
        let rows = zip(times.entries, titles).map { entry, title in
            let length = Int((Double(entry.milliseconds) * Double(barColumns) / Double(longest)).rounded())
            let time = ClockTime(milliseconds: entry.milliseconds).description
            return row("\(entry.number)", title, time, String(repeating: "#", count: length))
        }
        let total = ClockTime(milliseconds: times.totalMilliseconds).description
        return [row("page", "", "time", "").trimmedEnd] + rows.map(\.trimmedEnd) + [row("", "", total, "").trimmedEnd]
    }

    private static func left(_ text: String, _ columns: Int) -> String {
        String(repeating: " ", count: max(0, columns - text.count)) + text
    }
}

extension String {
    fileprivate var trimmedEnd: String {
        var text = self[...]
        while text.last == " " { text.removeLast() }
        return String(text)
    }
}
