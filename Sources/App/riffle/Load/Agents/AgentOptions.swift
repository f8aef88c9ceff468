import ArgumentParser
import FabricNATS

/// The options for the NATS servers that agents and coordinators meet at.
struct AgentServerOptions: ParsableArguments {
    @Option(help: "A PEM file with the authorities of the NATS servers, instead of the system's.")
    var natsCa: String?

    @Option(help: "A file with the credentials of a NATS user.")
    var natsCredentials: String?

    @Flag(help: "Use NATS servers on other machines without TLS or without a password.")
    var natsOpen = false

    func address(_ servers: String) throws -> NATSAddress {
        // The library would try again for ever.
        for (option, path) in [("--nats-ca", natsCa), ("--nats-credentials", natsCredentials)] {
            guard let path else { continue }
            do { _ = try TextFile.bytes(of: path) } catch { throw ValidationError("\(option): \(error)") }
        }
        do {
            return try NATSAddress(servers, hasCredentials: natsCredentials != nil, isOpen: natsOpen)
        } catch {
            let isAllowedOpen = (try? NATSAddress(servers, isOpen: true)) != nil
            throw ValidationError("NATS: \(error)" + (isAllowedOpen ? "; --nats-open allows it" : ""))
        }
    }
}

/// The options for a run on several machines.
struct AgentOptions: ParsableArguments {
    @Option(
        help:
            "NATS servers, nats://[USER:PASSWORD@]HOST:PORT or tls://…, with commas between them: the agents of `riffle load agent` there play the run, each with --workers processes."
    )
    var agents: String?

    @Option(help: "With --agents: number of agents to wait for. By default 1.", transform: LoadArguments.number)
    var agentsCount = 1

    @Option(help: "With --agents: time to wait for them. By default 60s.", transform: LoadArguments.time)
    var agentsWait = Milliseconds(60_000)

    @OptionGroup var servers: AgentServerOptions

    /// Processes on all machines.
    func processes(_ workers: Int) -> Int { agents == nil ? workers : workers * agentsCount }

    func check(isSimulated: Bool, sources: [String]) throws {
        guard let agents else { return }
        _ = try servers.address(agents)
        guard !isSimulated else { throw ValidationError("--agents: expected a run over sockets, got --sim") }
        guard sources.isEmpty else {
            throw ValidationError("--source: expected none with --agents, whose machines have other addresses")
        }
        guard (1...256).contains(agentsCount) else {
            throw ValidationError("--agents-count: expected 1 to 256, got \(agentsCount)")
        }
    }
}
