/// A key as a terminal reports it.
package enum Key: Hashable, Sendable {
    /// A character that is no control character; Space is one.
    case character(Character)
    /// A letter or sign with the control key.
    case control(Character)
    /// A character with the alternate key.
    case alternate(Character)
    case enter
    case backspace
    case tab
    case escape
    case up
    case down
    case left
    case right
    case pageUp
    case pageDown
    case home
    case end
    case insert
    case delete
    /// A mouse report, which comes in the same stream.
    case mouse(MouseReport)
    /// The terminal's window has gained or lost the focus.
    case focus(Bool)
    /// Text was pasted; it is not read as keys.
    case paste
    /// Bytes of an unknown key.
    case unknown([UInt8])

    /// The label of the key, as the help prints it.
    package var name: String {
        switch self {
        case .character(" "): "Space"
        case .character(let character): String(character)
        case .control(let character): "Ctrl-\(character.uppercased())"
        case .alternate(let character): "Alt-\(character)"
        case .enter: "Enter"
        case .backspace: "Backspace"
        case .tab: "Tab"
        case .escape: "Esc"
        case .up: "Up"
        case .down: "Down"
        case .left: "Left"
        case .right: "Right"
        case .pageUp: "PgUp"
        case .pageDown: "PgDn"
        case .home: "Home"
        case .end: "End"
        case .insert: "Insert"
        case .delete: "Delete"
        case .mouse: "mouse"
        case .focus: "focus"
        case .paste: "paste"
        case .unknown: "this key"
        }
    }
}

/// A terminal's report of the mouse, in cells from 0.
package struct MouseReport: Hashable, Sendable {
    package enum Button: Hashable, Sendable {
        case left
        case middle
        case right
    }

    package enum Action: Hashable, Sendable {
        case press(Button)
        /// Moved with a button down; terminals do not always know which one.
        case drag
        case release
        case move
        case wheelUp
        case wheelDown
        case wheelLeft
        case wheelRight
    }

    /// Largest column or row of a report, beyond any terminal.
    static let bound = 10_000

    package let action: Action
    package let column: Int
    package let row: Int

    package init(_ action: Action, column: Int, row: Int) {
        self.action = action
        self.column = column
        self.row = row
    }
}

extension MouseReport {
    /// Reads a report in the SGR form (xterm's mode 1006): `<`, three numbers divided by `;`, and `M` or for a release
    /// `m`. Nil for anything else. Shift, Alt and Control are left out.
    init?(parameters: ArraySlice<UInt8>, final: UInt8) {
        let isRelease = final == UInt8(ascii: "m")
        guard isRelease || final == UInt8(ascii: "M"), parameters.first == UInt8(ascii: "<") else { return nil }
        let fields = parameters.dropFirst().split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
        let numbers = fields.compactMap(MouseReport.number)
        guard fields.count == 3, numbers.count == 3, numbers[1] > 0, numbers[2] > 0,
            let action = MouseReport.action(numbers[0], isRelease: isRelease)
        else { return nil }
        self.init(action, column: numbers[1] - 1, row: numbers[2] - 1)
    }

    private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
        guard !digits.isEmpty, digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
            let number = Int(String(decoding: digits, as: UTF8.self)), number <= bound
        else { return nil }
        return number
    }

    private static func action(_ code: Int, isRelease: Bool) -> Action? {
        let (button, isMotion, isWheel) = (code & 3, code & 32 != 0, code & 64 != 0)
        // Buttons 8 to 11 are not used.
        guard code & 128 == 0 else { return nil }
        if isWheel { return [.wheelUp, .wheelDown, .wheelLeft, .wheelRight][button] }
        if isMotion { return button == 3 ? .move : .drag }
        if isRelease || button == 3 { return .release }
        return .press([.left, .middle, .right][button])
    }
}
