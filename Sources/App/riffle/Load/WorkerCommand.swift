/// What a worker is told once it plays. The end of its input says that its users are to leave.
enum WorkerCommand: LineWord {
    /// Everybody has come to this barrier.
    case open(barrier: String)
}
