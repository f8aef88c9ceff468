import Foundation
import Platform

/// The scene of a demo: the actors of a script, each a process, and another member whose window is shown.
struct DemoScene {
    private let path: String
    private let actors: [String]
    private let size: WindowSize
    private let cast: Cast
    let view: SceneView
    /// The end of the time for all of it.
    let end: Date

    /// - Parameter path: the script's file, which `file` was read from.
    init(_ path: String, _ file: ScriptFile, _ size: WindowSize, _ cast: Cast, before end: Date) {
        (self.path, self.size, self.cast, self.end) = (path, size, cast, end)
        actors = file.script.actors.map(\.name)
        view = SceneView(rows: size.rows)
    }

    var actorCount: Int { actors.count }

    /// Plays the scene to its end. Throws a `DemoFailure` when not all are in step.
    ///
    /// - Parameters:
    ///   - window: addresses of the room for the member whose window is shown.
    ///   - addresses: addresses of the room for the actor of this number.
    func play(window: [String], _ addresses: (Int) -> [String]) throws {
        let window = try showWindow(of: window)
        let processes = try actors.enumerated().map { number, actor in
            let room = addresses(number).flatMap { ["--into", $0] }
            let process = try cast.start(["replay", path, "--as", actor, "--hold", "--json"] + room)
            StandardStreams.print(
                "\(actor.padding(toLength: 8, withPad: " ", startingAt: 0)) process \(process.processID)")
            process.forwardErrors(view.narrate)
            return process
        }
        for process in processes where process.nextLine(before: end) == nil {
            throw DemoFailure("\(process.words) did not finish: \(process.complaints)")
        }
        // The last event may still be on its way, so ask until all agree or the time is over.
        let results = try compare(processes, before: Date(timeIntervalSinceNow: 3))
        window.end()
        StandardStreams.print("\n" + ActorResult.table(results))
        if let divergence = ActorResult.divergence(results) { throw DemoFailure("diverged: \(divergence)") }
    }

    private func compare(_ processes: [ChildProcess], before end: Date) throws -> [ActorResult] {
        while true {
            for process in processes { process.say("report") }
            let results = processes.compactMap { $0.nextLine(before: end).flatMap(ActorResult.init(json:)) }
            guard results.count == processes.count else {
                throw DemoFailure("an actor does not answer: \(processes.map(\.complaints))")
            }
            if ActorResult.divergence(results) == nil || Date() >= end { return results }
        }
    }

    /// Starts another member that draws, and shows its frames.
    private func showWindow(of addresses: [String]) throws -> ChildProcess {
        let words = ["--name", "audience", "--frames", "--size", "\(size.columns)x\(size.rows)"]
        let window = try cast.start(["join"] + addresses + words + ["--fps", view.isRedrawn ? "30" : "4"])
        window.forward(view.add)
        return window
    }
}
