import PagingContent
import PagingRoom
import Pictures
import Scripting
import TerminalView

/// The options of a session.
struct RoomSessionSettings {
    var framesPerSecond = 30
    /// Changes pages without animation.
    var reducesMotion = false
    /// Draws frames around pages that rest, too.
    var hasBorders = false
    /// Columns of running text at most; nil takes the usual number.
    var measure: Int?
    var keys = KeyTable.standard
    /// The theme that this member wants; nil takes the deck's.
    var theme: Theme?
    /// The characters that this window draws pictures with.
    var pictureStyle = PictureStyle.words
    /// The pictures of the room's pages; nil where there are none.
    var pictures: AssetPictures?
    /// Draws all parts of the status line.
    var hasFullStatus = false
    /// Begins with reading alone.
    var beginsAlone = false
    var hasPresenterView = false
    var mouse = MouseUse.auto
    var durationMilliseconds: Int64?
    /// The planned times of the pages, from a rehearsal.
    var pace: Pace?
    /// The commands with which others join; the first is shown while this member is alone.
    var invitation: [String] = []
    /// How others get in; nil where that is not known.
    var lobby: Lobby?
    /// Begins with the lobby instead of the first page.
    var beginsInLobby = false
    /// The key with which others present in an open room. Shown only beside notes, which the audience does not see either.
    var presenterKey: String?
    /// The role that this member asked for.
    var role = Role.viewer
    /// A note in the status line when the window opens, until the first key.
    var openingNote: String?
    /// Prints who joins and leaves.
    var isVerbose = false
    var isQuiet = false
    /// The command, as the prefix of printed lines.
    var command = "riffle join"
}

extension RoomSessionSettings {
    /// The note where no lobby can be shown; nil where it can.
    func note(insteadOfLobbyIn size: WindowSize?) -> String? {
        guard let lobby else { return "the address of this room is not known here" }
        return size == nil ? "others join with: \(lobby.ways.joined(separator: ", "))" : nil
    }

    /// The note for a member that has joined with a role: the first note, and whether it asked for more rights.
    func note(joinedAs given: Role, isFirst: Bool) -> String? {
        var notes = isFirst ? [openingNote].compactMap(\.self) : []
        if given != role, role.limited(to: given) == given {
            let isNoted = hasPresenterView ? ", and only presenters get notes" : ""
            notes.append("you are a \(given.rawValue) here\(isNoted)")
        }
        return notes.isEmpty ? nil : notes.joined(separator: "; ")
    }
}
