import LoadTesting

/// One worker's share of a run, whatever its users speak.
protocol LoadWork: AnyObject {
    /// Told about once a second.
    var progress: (LoadProgress) -> Void { get set }

    /// Told how many stand at a barrier, when others' users are to meet them there.
    var meets: (BarrierStanding) -> Void { get set }

    /// Lets those who stand at a barrier go on.
    func open(barrier name: String)

    /// Calls `act` while `descriptor` can be read, as long as the run goes on.
    func watch(_ descriptor: Int32, _ act: @escaping () -> Void)

    func unwatch(_ descriptor: Int32)

    /// Lets everybody leave; said again, ends at once.
    func stop()

    /// Plays the share to its end.
    func run() -> LoadResult
}
