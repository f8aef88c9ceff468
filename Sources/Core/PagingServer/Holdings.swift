/// The amounts that a core holds at one moment, for a test that everything has a limit.
package struct Holdings: Hashable, Sendable {
    /// Connections, and those of them that follow a room.
    package var connections = 0
    package var subscribers = 0
    /// Rooms followed here.
    package var mirrors = 0
    /// Frames in the fullest ring, at homes and mirrors.
    package var ringFrames = 0
    /// Bytes of all rings, at homes and mirrors apart; frames are shared by both.
    package var homeRingBytes = 0
    package var mirrorRingBytes = 0
    /// Effects and joins that wait for a commit, in the room with most.
    package var waitingForCommit = 0
    /// Bytes of answers for the subscriber with most of them unread.
    package var answerBytes = 0
    /// Planned wake-ups of rooms, overruled ones included.
    package var wakes = 0
}
