/// One page of paper: a grid of cells with texts in it.
package struct PaperSheet: Hashable, Sendable {
    /// Name of its file, without the ending, where each sheet becomes one.
    package var name: String
    /// Entry of the outline; nil for a sheet without one, such as a further step of the same page.
    package var title: String?
    package var columns: Int
    package var rows: Int
    /// Colour of the paper.
    package var ground: PaperColour
    package var runs: [PaperRun] = []
    package var pictures: [PaperPicture] = []

    package init(name: String, title: String?, columns: Int, rows: Int, ground: PaperColour) {
        self.name = name
        self.title = title
        self.columns = columns
        self.rows = rows
        self.ground = ground
    }

    /// Whether a name may become that of a file: letters and digits of ASCII in lower case, and hyphens.
    package static func isName(_ text: String) -> Bool {
        let isPlain = text.utf8.allSatisfy { byte in
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
                || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                || byte == UInt8(ascii: "-")
        }
        return isPlain && (1...64).contains(text.utf8.count)
    }
}

/// A text in one row with one look; all of its characters have as many columns.
package struct PaperRun: Hashable, Sendable {
    package var column: Int
    package var row: Int
    /// Columns of the text.
    package var columns: Int
    package var text: String
    package var ink: PaperColour
    /// Nil for that of the paper.
    package var ground: PaperColour?
    package var marks: Marks = []
    /// Address that opens where the text is clicked.
    package var link: String?
    /// Rows of the letters; their columns grow with them.
    package var scale = 1

    package init(column: Int, row: Int, columns: Int, text: String, ink: PaperColour) {
        self.column = column
        self.row = row
        self.columns = columns
        self.text = text
        self.ink = ink
    }

    package struct Marks: OptionSet, Hashable, Sendable {
        package let rawValue: UInt8

        package init(rawValue: UInt8) {
            self.rawValue = rawValue
        }

        package static let bold = Marks(rawValue: 1)
        package static let italic = Marks(rawValue: 2)
        package static let underlined = Marks(rawValue: 4)
        package static let struck = Marks(rawValue: 8)
    }
}

/// A picture that fills a rectangle of cells; its own proportions are kept.
package struct PaperPicture: Hashable, Sendable {
    package enum Encoding: String, Hashable, Sendable, CaseIterable {
        case png
        case jpeg
    }

    package var column: Int
    package var row: Int
    package var columns: Int
    package var rows: Int
    package var format: Encoding
    /// The bytes of the file in base64.
    package var base64: String

    package init(column: Int, row: Int, columns: Int, rows: Int, format: Encoding, base64: String) {
        self.column = column
        self.row = row
        self.columns = columns
        self.rows = rows
        self.format = format
        self.base64 = base64
    }
}
