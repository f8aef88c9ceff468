import FoundationEssentials
import Platform

/// The programs that a cluster needs beside this one.
struct ClusterPrograms {
    let nats: URL
    /// The folder of `initdb` and `postgres`.
    let postgres: String

    /// Throws a `DemoFailure` that says what to install.
    init(
        nats: URL? = ClusterPrograms.find("nats-server"), postgres: String? = ScratchPostgres.programs
    ) throws(DemoFailure) {
        let missing = [nats == nil ? "nats-server" : nil, postgres == nil ? "postgresql" : nil]
        guard let nats, let postgres else {
            let packages = missing.compactMap(\.self).joined(separator: " ")
            throw DemoFailure("expected nats-server and postgresql, got no \(packages): apt-get install \(packages)")
        }
        (self.nats, self.postgres) = (nats, postgres)
    }

    /// Looks also where Debian puts servers, which the paths of users may lack.
    static func find(_ name: String) -> URL? {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        let folders = path.split(separator: ":").map(String.init) + ["/usr/sbin", "/usr/local/sbin", "/usr/local/bin"]
        return folders.map { "\($0)/\(name)" }.first { FileManager.default.isExecutableFile(atPath: $0) }
            .map { URL(fileURLWithPath: $0) }
    }
}

/// Reason why a demo could not be played.
struct DemoFailure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
