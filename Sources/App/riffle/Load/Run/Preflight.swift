import LoadTesting

/// Resources of this machine that a run needs, checked before it begins.
struct Preflight {
    /// Most users of each worker at one time.
    let users: [Int]
    /// Hard limit of the descriptors of a process.
    let descriptors: UInt64
    /// Local ports for connections from one address to one server.
    let ports: Int
    /// Number of source addresses.
    let sources: Int

    /// Connections of each user at one time at most.
    var connectionsPerUser = 1
    /// Whether users connect over TLS, whose buffers need most of their memory.
    var isSecure = false

    /// Memory for each user of a worker; `bytesPerWorker` is the memory of a worker without users. The values are
    /// rounded up from measurements with followers of a room of numbered pages (Benchmarks/README.md): 20 kB each with
    /// 9,999 of them, and 42 kB over TLS with 4,000. The summary of a run gives its own values.
    private static let (bytesPerUser, bytesPerSecureUser) = (25_000, 50_000)
    private static let bytesPerWorker = 40_000_000

    init(_ scene: LoadScene, workers: Int, sources: Int, isSecure: Bool) {
        self.init(
            users: (0..<workers).map { scene.plan.usersAtMost(of: LoadShare(worker: $0, of: workers)) },
            sources: sources)
        (self.isSecure, connectionsPerUser) = (isSecure, scene.connectionsPerUser)
    }

    /// Reads the limits of this machine.
    init(users: [Int], sources: Int) {
        let facts = DescriptorFacts(users: 0)
        self.init(users: users, descriptors: facts.hard, ports: facts.localPorts, sources: max(1, sources))
    }

    init(users: [Int], descriptors: UInt64, ports: Int, sources: Int) {
        self.users = users
        self.descriptors = descriptors
        self.ports = ports
        self.sources = sources
    }

    /// Descriptors that the largest worker needs.
    var neededDescriptors: Int {
        DescriptorLimit.needed(connections: (users.max() ?? 0) * connectionsPerUser, loops: 1)
    }

    /// Reason why the run is impossible, with figures; nil when it is possible.
    var refusal: String? {
        let all = users.reduce(0, +)
        if UInt64(neededDescriptors) > descriptors {
            let each =
                (Int(clamping: descriptors) - DescriptorLimit.needed(connections: 0, loops: 1)) / connectionsPerUser
            let advice = each > 0 ? "; use --workers \((all + each - 1) / each)" : ""
            return
                "a worker with \(users.max() ?? 0) users needs \(neededDescriptors) descriptors, but the system allows "
                + "\(descriptors) (ulimit -Hn)\(advice)"
        }
        if all > ports * sources {
            return
                "\(all) users need as many local ports, but there are \(ports) to one server from each of \(sources) "
                + "source addresses (net.ipv4.ip_local_port_range); give --source ADDRESS \((all + ports - 1) / ports) times"
        }
        return nil
    }

    /// Needed and available resources, for `--dry-run`.
    var rows: [(name: String, value: String)] {
        let all = users.reduce(0, +)
        let each = isSecure ? Preflight.bytesPerSecureUser : Preflight.bytesPerUser
        let megabytes = users.map { ($0 * each + Preflight.bytesPerWorker) / 1_000_000 }
        let crew = users.map(String.init).joined(separator: ", ")
        return [
            ("workers", "\(users.count), with at most \(crew) users"),
            ("descriptors", "\(neededDescriptors) for the largest worker, \(descriptors) allowed"),
            (
                "ports",
                "\(all) needed, \(ports * sources) to one server from \(sources == 1 ? "1 source address" : "\(sources) source addresses")"
            ),
            ("memory", "about \(megabytes.map { "\($0) MB" }.joined(separator: ", "))"),
        ]
    }
}
