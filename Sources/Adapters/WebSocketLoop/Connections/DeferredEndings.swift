/// Endings that wait until no callback of the library is running, which allows neither a close nor an abort.
struct DeferredEndings {
    /// A client connection that did not open.
    struct ConnectFailure: Equatable {
        let connection: ConnectionID
        let reason: String
        let isCertificateRejected: Bool
    }

    private var closes: [ConnectionID] = []
    private var closeFrames: [ConnectionID] = []
    private var aborts: [ConnectionID] = []
    private var failures: [ConnectFailure] = []

    var isEmpty: Bool { closes.isEmpty && closeFrames.isEmpty && aborts.isEmpty && failures.isEmpty }

    /// The close handshake of the connection is to begin.
    mutating func close(_ connection: ConnectionID) { closes.append(connection) }

    /// The library has a close frame ready for the connection.
    mutating func writeCloseFrame(_ connection: ConnectionID) { closeFrames.append(connection) }

    /// TCP of the connection is to end.
    mutating func abort(_ connection: ConnectionID) { aborts.append(connection) }

    mutating func fail(_ failure: ConnectFailure) { failures.append(failure) }

    mutating func takeCloses() -> [ConnectionID] { DeferredEndings.take(&closes) }

    mutating func takeCloseFrames() -> [ConnectionID] { DeferredEndings.take(&closeFrames) }

    mutating func takeAborts() -> [ConnectionID] { DeferredEndings.take(&aborts) }

    mutating func takeFailures() -> [ConnectFailure] { DeferredEndings.take(&failures) }

    private static func take<Element>(_ elements: inout [Element]) -> [Element] {
        var taken: [Element] = []
        swap(&taken, &elements)
        return taken
    }
}
