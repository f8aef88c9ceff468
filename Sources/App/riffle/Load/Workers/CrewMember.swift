import Glibc
import LoadTesting

/// A worker of a run, seen from the process that merges the results: a process here, or one of an agent.
protocol CrewMember: AnyObject {
    /// The worker's place in the run, from 0.
    var number: Int { get }
    /// The worker in words.
    var name: String { get }
    /// Descriptors to poll for.
    var queries: [pollfd] { get }
    var hasEnded: Bool { get }
    /// The end in words, such as `worker 1 (process 12) ended with 0 before the end of the run`.
    var ending: String { get }
    /// Whether earlier lines wait for the worker to read.
    var isBehind: Bool { get }

    /// Starts the users at this moment of the clock of this process.
    func begin(at start: LoadTime)
    func send(_ command: WorkerCommand)
    /// Sends what waits, as much as goes.
    func sendRest()
    /// Reads what has come, given the answers to `queries`. An unreadable line is nil.
    func take(_ answers: ArraySlice<pollfd>) -> [WorkerEvent?]
    /// Lets the worker's users leave.
    func stop()
    /// Ends the worker at once.
    func kill()
}

extension WorkerProcess: CrewMember {
    var name: String { "worker \(number + 1)" }
    var ending: String { "\(name) (process \(processID)) \(processEnding) before the end of the run" }

    func begin(at start: LoadTime) { send("\(start.microseconds)") }
    func send(_ command: WorkerCommand) { send(command.line) }

    func take(_ answers: ArraySlice<pollfd>) -> [WorkerEvent?] {
        answers.first.map { $0.revents != 0 } == true ? take().map { WorkerEvent(line: $0) } : []
    }
}
