import ArgumentParser
import Scripting

/// Checks before the first run.
extension Load {
    /// Checks the resources of this machine, and that the server accepts connections from each source address.
    func check(_ preflight: Preflight) throws {
        if let refusal = preflight.refusal {
            StandardStreams.printError("riffle load: \(refusal)")
            throw ExitStatus.failure
        }
        for server in try LoadTargets(urls: target, sources: source).servers {
            for address in source.isEmpty ? [nil] : source.map(Optional.some) {
                let failure = Reachability.failure(host: server.host, port: server.port, source: address)
                guard let failure else { continue }
                StandardStreams.printError("riffle load: no server at \(server.host):\(server.port): \(failure)")
                throw ExitStatus.unreachable
            }
        }
    }

    /// Checks that commands of the script may be run, by its first one.
    func check(_ command: CommandPlan) throws {
        let place = "line \(command.line) of \(script), `run: \(command.text.printableLine)`"
        guard !sim else {
            throw ValidationError("--sim: expected a script without commands, which act on real servers, got \(place)")
        }
        guard findMax == nil else {
            throw ValidationError("--find-max: expected a script without commands, as it plays many runs, got \(place)")
        }
        guard allowRun else {
            throw ValidationError("expected --allow-run for a script that runs commands on this machine, got \(place)")
        }
    }
}
