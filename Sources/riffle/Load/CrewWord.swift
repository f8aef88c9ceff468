/// What a worker is told once it plays. The end of its input says that its users are to leave.
enum CrewWord: LineWord {
    /// Everybody has come to this barrier.
    case open(barrier: String)
}
