/// Calls from a loop to its owner, always on the loop's own thread, one at a time.
///
/// Every method may call back into the loop. A connection exists from `opened` to `closed`; a call for it after
/// `closed` does nothing. `opened` may never follow `upgradeRequested`: keep no state between them.
package protocol SocketLoopDelegate: AnyObject {
    /// Server role: decides whether this peer gets a WebSocket. Peers that offer only other subprotocols are refused before.
    func upgradeRequested(_ request: UpgradeRequest) -> UpgradeDecision

    /// The handshake is done, in either role. Sending is allowed from here on.
    func opened(_ connection: ConnectionID, request: UpgradeRequest)

    /// One whole text message, valid UTF-8, fragments joined. The bytes live for this call only; a message that came
    /// in one piece is passed on without a copy.
    func received(_ connection: ConnectionID, text: UnsafeRawBufferPointer)

    /// Whether this connection may send binary messages; otherwise the first one closes it with 1003.
    func takesBinary(_ connection: ConnectionID) -> Bool

    /// One whole binary message, of a connection that may send them; the bytes live for this call only.
    func received(_ connection: ConnectionID, binary: UnsafeRawBufferPointer)

    /// The peer answered a ping.
    func receivedPong(_ connection: ConnectionID)

    /// A choked connection has passed everything to the kernel and takes messages again.
    func writable(_ connection: ConnectionID)

    /// The connection has ended. Called exactly once for every `opened`, whichever side ended it, also when the loop stops.
    ///
    /// - Parameters:
    ///   - code: our own when we closed, the peer's when it did (1005 when it gave none), nil when TCP just ended.
    ///   - reason: the text that came with the code.
    func closed(_ connection: ConnectionID, code: UInt16?, reason: String)

    /// Client role, instead of `opened`; never from inside `connect`.
    func connectFailed(_ connection: ConnectionID, reason: String)

    /// Client role, instead of `connectFailed` where the server's certificate was not accepted: another attempt
    /// fails as long as the server has the same certificate.
    func certificateRejected(_ connection: ConnectionID, reason: String)

    /// A `GET` or `HEAD` that does not ask for an upgrade. Nil passes a `GET` on to the method below, and answers that
    /// `HEAD` is not allowed.
    func resourceRequested(_ request: HTTPGet) -> HTTPResponse?

    /// A `GET` that does not ask for an upgrade.
    ///
    /// - Parameters:
    ///   - path: without the query.
    ///   - host: the `Host` header as it came, several joined; nil when there was none.
    func httpRequested(path: String, host: String?) -> HTTPResponse

    /// A `POST`, whose body is not read; nil answers that the method is not allowed.
    func httpPosted(_ request: HTTPPost) -> HTTPResponse?

    /// `Waker.wake` was called; several calls may arrive as one.
    func woken()

    /// The time given to `schedule` has come; the timer is off again.
    func timerFired()

    /// A watched descriptor can be read; called again and again until it is drained or unwatched.
    func readable(descriptor: Int32)
}

extension SocketLoopDelegate {
    package func upgradeRequested(_ request: UpgradeRequest) -> UpgradeDecision {
        request.offersSubprotocol ? .accept : .refuse(status: 400, reason: "unsupported subprotocol")
    }

    package func takesBinary(_ connection: ConnectionID) -> Bool { false }

    package func received(_ connection: ConnectionID, binary: UnsafeRawBufferPointer) {}

    package func receivedPong(_ connection: ConnectionID) {}

    package func writable(_ connection: ConnectionID) {}

    package func connectFailed(_ connection: ConnectionID, reason: String) {}

    package func certificateRejected(_ connection: ConnectionID, reason: String) {
        connectFailed(connection, reason: reason)
    }

    package func resourceRequested(_ request: HTTPGet) -> HTTPResponse? { nil }

    package func httpRequested(path: String, host: String?) -> HTTPResponse {
        HTTPResponse(status: 404, text: "not found")
    }

    package func httpPosted(_ request: HTTPPost) -> HTTPResponse? { nil }

    package func woken() {}

    package func timerFired() {}

    package func readable(descriptor: Int32) {}
}
