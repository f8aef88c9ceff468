import PagingLoad

/// One worker's share of a run, whatever its users speak.
protocol LoadWork: AnyObject {
    /// Told about once a second.
    var progress: (LoadProgress) -> Void { get set }

    /// Calls `act` while `descriptor` can be read, as long as the run goes on.
    func watch(_ descriptor: Int32, _ act: @escaping () -> Void)

    func unwatch(_ descriptor: Int32)

    /// Lets everybody leave; said again, ends at once.
    func stop()

    /// Plays the share to its end.
    func run() -> LoadResult
}
