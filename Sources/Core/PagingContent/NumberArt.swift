/// A number in large digits of three rows, drawn with `_` and `|` like a seven-segment display.
///
/// Three rows are enough to be read across a room, and few enough to travel with every page.
enum NumberArt {
    private static let rows: [[Character: String]] = [
        [
            "0": " _ ", "1": "   ", "2": " _ ", "3": " _ ", "4": "   ", "5": " _ ", "6": " _ ", "7": " _ ", "8": " _ ",
            "9": " _ ", "-": "   ",
        ],
        [
            "0": "| |", "1": "  |", "2": " _|", "3": " _|", "4": "|_|", "5": "|_ ", "6": "|_ ", "7": "  |", "8": "|_|",
            "9": "|_|", "-": " _ ",
        ],
        [
            "0": "|_|", "1": "  |", "2": "|_ ", "3": " _|", "4": "  |", "5": " _|", "6": "|_|", "7": "  |", "8": "|_|",
            "9": " _|", "-": "   ",
        ],
    ]

    /// Three lines divided by `\n`, without blanks at their ends.
    static func text(of number: Int64) -> String {
        let digits = Array(String(number))
        return rows.map { row in
            var line = digits.map { row[$0] ?? "   " }.joined(separator: " ")
            while line.last == " " { line.removeLast() }
            return line
        }.joined(separator: "\n")
    }
}
