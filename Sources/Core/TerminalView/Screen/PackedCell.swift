/// A cell as a screen keeps it: numbers without references, so that cells are copied and compared as memory.
///
/// A frame of a drag copies and compares every cell several times. Counting references to characters took most of the
/// time of a frame.
struct PackedCell: BitwiseCopyable, Hashable, Sendable {
    let text: CellText
    let style: Style
    private let columns: UInt8

    init(_ text: CellText, width: Int, style: Style) {
        self.text = text
        self.style = style
        columns = UInt8(width)
    }

    static let blank = PackedCell(.space, width: 1, style: .plain)

    static func continuation(_ style: Style) -> PackedCell { PackedCell(.space, width: 0, style: style) }

    /// Columns of the cluster; 0 for the second column of a wide one.
    var width: Int { Int(columns) }
    var isContinuation: Bool { columns == 0 }
    var isWide: Bool { columns == 2 }

    /// A blank that looks like the row around it.
    var blanked: PackedCell { PackedCell(.space, width: 1, style: style) }

    /// The same text in another style.
    func styled(_ style: Style) -> PackedCell { PackedCell(text, width: width, style: style) }

    /// A quick hash: equal for cells that look the same, and different for nearly all others. A wrong guess only costs
    /// bytes.
    var estimate: UInt32 { (text.estimate << 10 | UInt32(columns)) ^ style.estimate }
}

/// The cluster of a cell: a single scalar, or a stand-in for several, whose cluster the screen knows.
///
/// The stand-in is made from the cluster (FNV-1a, 64 bits), so that screens that are drawn apart agree. Two clusters with
/// the same stand-in would look the same; a deck that is made for that harms nobody but itself.
struct CellText: BitwiseCopyable, Hashable, Sendable {
    static let space = CellText(rawValue: 0x20)
    /// No text has it: a cell with it differs from each that is drawn.
    static let none = CellText(rawValue: 0)
    private static let standIn: UInt64 = 1 << 63

    private let rawValue: UInt64

    private init(rawValue: UInt64) {
        self.rawValue = rawValue
    }

    init(_ character: Character) {
        let scalars = character.unicodeScalars
        if let first = scalars.first, scalars.index(after: scalars.startIndex) == scalars.endIndex {
            rawValue = UInt64(first.value)
        } else {
            let hash = character.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
            rawValue = hash | CellText.standIn
        }
    }

    /// Nil for a cluster of several scalars.
    var scalar: Unicode.Scalar? { rawValue < CellText.standIn ? Unicode.Scalar(UInt32(rawValue)) : nil }

    /// Part of a cell's hash.
    var estimate: UInt32 { UInt32(truncatingIfNeeded: rawValue) }

    /// Whether terminals agree on the columns: one scalar that is a letter of an alphabet, a drawn line or a block. Signs are
    /// in doubt, since many are Ambiguous in Annex 11 and wide where East Asian fonts are used.
    var hasCertainColumns: Bool {
        switch rawValue {
        case 0x20...0x7E, 0xC0...0x2FF, 0x370...0x482, 0x48A...0x58F, 0x1E00...0x1FFF, 0x2500...0x259F: true
        default: false
        }
    }
}
