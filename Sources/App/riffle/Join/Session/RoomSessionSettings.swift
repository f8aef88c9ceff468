import Scripting

/// The options of a session.
struct RoomSessionSettings {
    var framesPerSecond = 30
    /// Changes pages without animation.
    var reducesMotion = false
    /// Begins with reading alone.
    var beginsAlone = false
    var hasPresenterView = false
    var mouse = MouseUse.auto
    var durationMilliseconds: Int64?
    /// The planned times of the pages, from a rehearsal.
    var pace: Pace?
    /// The commands with which others join; the first is shown while this member is alone.
    var invitation: [String] = []
    /// Prints who joins and leaves.
    var isVerbose = false
    var isQuiet = false
    /// The command, as the prefix of printed lines.
    var command = "riffle join"
}
