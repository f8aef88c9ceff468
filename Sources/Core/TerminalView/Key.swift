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
    /// No key, but it comes the same way.
    case mouse(MouseReport)
    /// The terminal's window has become the one that is typed into, or is it no longer.
    case focus(Bool)
    /// Bytes that mean no key known here.
    case unknown([UInt8])

    /// What is written on the key, as the help prints it.
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
        case .unknown: "this key"
        }
    }
}
