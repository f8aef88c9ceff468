import LoadTesting

/// What a worker tells the process that started it.
enum WorkerEvent: LineWord {
    /// It has read its order and waits for the start.
    case ready
    case progress(LoadProgress)
    /// Who of its users stands at a barrier.
    case barrier(BarrierStanding)
    /// Its last word.
    case result(LoadResult)
    /// It cannot do its work: why, and the exit code that is due.
    case failed(String, code: Int32)
}
