import FoundationEssentials
import Glibc

/// The limits for connections of this process and this machine.
struct DescriptorFacts {
    /// The soft and the hard limit for descriptors of a process.
    var soft: UInt64
    var hard: UInt64
    /// Local ports for outgoing connections to one address.
    var localPorts: Int
    /// Connections to check for.
    var users: Int

    /// Descriptors besides connections: streams, stores, loops, and connections being closed.
    static let reserve = 64

    init(users: Int) {
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        soft = UInt64(limit.rlim_cur)
        hard = UInt64(limit.rlim_max)
        let text = try? String(contentsOfFile: "/proc/sys/net/ipv4/ip_local_port_range", encoding: .utf8)
        let range = text?.split(whereSeparator: \.isWhitespace).compactMap { Int($0) } ?? []
        localPorts = range.count == 2 ? range[1] - range[0] + 1 : 28_232
        self.users = users
    }

    init(soft: UInt64, hard: UInt64, localPorts: Int, users: Int) {
        self.soft = soft
        self.hard = hard
        self.localPorts = localPorts
        self.users = users
    }

    var diagnoses: [Diagnosis] {
        [descriptors] + (users > 0 ? [ports] : [])
    }

    private var descriptors: Diagnosis {
        let need = UInt64(users + DescriptorFacts.reserve)
        let words = "\(soft) at most\(users > 0 ? ", \(need) needed for \(users) users" : "")"
        guard soft < need else { return Diagnosis(.good, "descriptors", words) }
        let remedy =
            hard >= need
            ? "ulimit -n \(need)" : "the hard limit is \(hard): raise it (limits.conf, or LimitNOFILE= of the unit)"
        return Diagnosis(.bad, "descriptors", words, remedy: remedy)
    }

    private var ports: Diagnosis {
        let words = "\(localPorts) to one server from here, \(users) needed"
        guard localPorts < users else { return Diagnosis(.good, "local ports", words) }
        return Diagnosis(
            .bad, "local ports", words,
            remedy: "sysctl -w net.ipv4.ip_local_port_range='1024 65535', or spread the users over machines")
    }
}
