/// The colours of the roles of texts.
package struct Theme: Hashable, Sendable {
    package var name: String
    /// Colours of characters; a role without one has the colour of the text around it.
    package var inks: [ThemeRole: ThemeColour]

    package init(name: String, inks: [ThemeRole: ThemeColour]) {
        self.name = name
        self.inks = inks
    }

    /// Colours that terminals have names for and people choose themselves, of those that are read on light and on dark.
    package static let standard = Theme(
        name: "terminal",
        inks: [
            .title: .terminal(6), .subtitle: .terminal(6), .heading: .terminal(6), .link: .terminal(4),
            .quote: .terminal(6), .bullet: .terminal(6), .tableHeader: .terminal(6), .code: .terminal(6),
            .codeKeyword: .terminal(5), .codeType: .terminal(6), .codeFunction: .terminal(4),
            .codeVariable: .terminal(6),
            .codeString: .terminal(2), .codeNumber: .terminal(3), .codeComment: .terminal(8),
            .codeInserted: .terminal(2), .codeDeleted: .terminal(1), .alertNote: .terminal(4),
            .alertTip: .terminal(2), .alertImportant: .terminal(5), .alertWarning: .terminal(3),
            .alertCaution: .terminal(1), .statusWarning: .terminal(3), .statusAlarm: .terminal(1),
            .progress: .terminal(6), .border: .terminal(8),
        ])
}

package enum ThemeColour: Hashable, Sendable {
    /// One of the 16 colours that a terminal's owner chooses, 0 to 15 as in ECMA-48 and its usual extension.
    case terminal(UInt8)
    case rgb(red: UInt8, green: UInt8, blue: UInt8)
}
