/// The parts of a page and of a window that a theme gives colours to.
package enum ThemeRole: UInt8, Hashable, Sendable, CaseIterable {
    // Pages.
    case text
    case title
    case heading
    case link
    case quote
    case bullet
    case tableHeader
    case border
    /// Texts for orientation: page numbers, the language of code, the words in place of a picture.
    case faint

    // Alerts, as GitHub names them.
    case alertNote
    case alertTip
    case alertImportant
    case alertWarning
    case alertCaution

    // Code.
    case code
    case codeKeyword
    case codeType
    case codeFunction
    case codeVariable
    case codeString
    case codeNumber
    case codeComment
    case codeInserted
    case codeDeleted

    // The window.
    case status
    /// Something that its reader may mend, such as a page that is behind.
    case statusWarning
    /// Something that stops the talk, such as a lost connection.
    case statusAlarm
    case progress
}
