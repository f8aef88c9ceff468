import ClusterTraffic
import PagingEngine

/// A machine of a world of nodes: its clock, and the process on it.
struct SimulatedMachine {
    enum Input {
        case fabric([UInt8], Subject)
        case answer(SimulatedDatabase.Answer)
    }

    var clock: BootClock
    var process: SimulatedNode?
    /// Processes so far.
    var starts = 0
    var isPaused = false
    /// Up to here the own members cannot tell how old the own words are: the clock stood still.
    var isBehindUntil: Instant?
    /// Output that was decided before the pause, and input that came since.
    var held: [SimulatedNode.Output] = []
    var inbox: [Input] = []
    /// The time of the world at which the process has something to do.
    var deadline: Instant?
}
