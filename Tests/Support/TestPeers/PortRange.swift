import Glibc
import Platform

/// Ports that no other process of tests hands out meanwhile.
///
/// A program listens some time after its port was picked. Two tests that pick the same port in that time fail, each far
/// from the cause. The kernel gives out ports from 32,768 on, so ranges lie below it.
package final class PortRange: Sendable {
    private static let size = 1_000
    private static let firstPorts = stride(from: 20_000, to: 32_000, by: size)

    /// The range of this process; nil when all twelve were held as it began.
    static let ofProcess = PortRange()

    /// A UDP socket at the first port, which shows others that the range is taken.
    private let mark: Int32
    /// In the order in which they are handed out.
    private let ports: Locked<[UInt16]>

    /// Takes a range; nil when all are taken.
    package init?() {
        for first in PortRange.firstPorts {
            guard let (mark, _) = try? Loopback.bound(Loopback.socket(SOCK_DGRAM), port: UInt16(first)) else {
                continue
            }
            self.mark = mark
            ports = Locked((first..<first + PortRange.size).map { UInt16($0) }.shuffled())
            return
        }
        return nil
    }

    deinit {
        close(mark)
    }

    /// A port where nobody listens. It comes again when all others have been handed out.
    package func next() throws -> UInt16 {
        try ports.withLock { ports in
            for _ in ports {
                let port = ports.removeFirst()
                ports.append(port)
                guard let (descriptor, _) = try? Loopback.bound(port: port) else { continue }
                close(descriptor)
                return port
            }
            throw Loopback.Failure(code: EADDRINUSE)
        }
    }
}
