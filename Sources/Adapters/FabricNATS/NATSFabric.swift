package import ClusterTraffic
import Platform

/// The fabric over NATS: one connection of a process, on a thread of its own.
///
/// It keeps the order of the messages that one thread publishes. While there is no connection it loses what is
/// published, and says `connected` when there is one again.
package final class NATSFabric: Sendable {
    package struct Settings: Hashable, Sendable {
        package var address: NATSAddress
        package var cluster: ClusterName
        /// A file with the certificates that sign those of the servers; nil takes the system's.
        package var authoritiesFile: String?
        /// A file with a user's token and key.
        package var credentialsFile: String?

        package init(address: NATSAddress, cluster: ClusterName) {
            self.address = address
            self.cluster = cluster
        }
    }

    /// Numbers for operators.
    package struct Counts: Hashable, Sendable {
        /// Messages that were published without a connection or beyond the limit of what waits.
        package var lost = 0
        package var published = 0
        package var received = 0
        package var connections = 0
    }

    /// Seconds without an answer after which a connection counts as broken.
    static let silenceSeconds: Int32 = 3
    static let connectMilliseconds: Int64 = 2_000
    static let reconnectMilliseconds: Int64 = 100
    static let retryMilliseconds: Int64 = 250
    /// Bytes that wait for the thread, and for the server; beyond it the connection is made again.
    static let waitingBytes = 32 << 20

    private let inbox: NATSInbox

    /// Begins to connect. `receive` and `report` are called on the fabric's thread; `report` gets errors for the log.
    ///
    /// Nil when there are no descriptors left.
    package init?(
        _ settings: Settings, receive: @escaping @Sendable ([FabricEvent]) -> Void,
        report: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        guard let wake = NATSWake() else { return nil }
        let inbox = NATSInbox(wake: wake)
        self.inbox = inbox
        NamedThread.start("riffle-fabric") {
            var loop = NATSLoop(settings, inbox: inbox, receive: receive, report: report)
            loop.run()
            inbox.end()
        }
    }

    deinit {
        inbox.close()
    }

    package var counts: Counts { inbox.counts }

    /// Passes a command to the fabric's thread, from any thread.
    package func perform(_ command: FabricCommand) { inbox.add([command]) }

    package func perform(_ commands: [FabricCommand]) { inbox.add(commands) }

    /// Ends the connection and waits until no call comes any longer; takes a few seconds at most. Not on the fabric's thread.
    package func close() {
        inbox.close()
        inbox.waitForEnd()
    }
}
