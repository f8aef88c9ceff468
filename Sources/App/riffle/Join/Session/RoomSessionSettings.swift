import Scripting

/// How somebody wants to follow a room.
struct RoomSessionSettings {
    var framesPerSecond = 30
    /// Pages change without moving.
    var reducesMotion = false
    /// Reads alone from the beginning.
    var beginsAlone = false
    var hasPresenterView = false
    var mouse = MouseUse.auto
    var durationMilliseconds: Int64?
    /// When which page is due, after a rehearsal.
    var pace: Pace?
    /// How others come to the room, as they would type it; told as long as nobody has.
    var invitation: [String] = []
    /// Says who comes and goes.
    var isVerbose = false
    var isQuiet = false
    /// The command, in front of what is said.
    var command = "riffle join"
}
