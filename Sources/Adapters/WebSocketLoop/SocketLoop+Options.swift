extension SocketLoop {
    /// The limits of one loop.
    package struct Options: Hashable, Sendable {
        /// Offered by the client role, required by the server role.
        package var subprotocol: String
        /// Bytes of one received text message, fragments joined; a longer one closes with 1009.
        package var maximumMessageBytes: Int
        /// Connections at one time, handshakes included; sockets adopted beyond are closed at once.
        package var maximumConnections: Int
        /// Time from adoption or connection to `opened`; a peer that takes longer is dropped.
        package var handshakeTimeoutSeconds: Int
        /// Bytes of all the headers of one request; more refuses it.
        package var maximumHeaderBytes: Int
        /// Bytes read at once, and kept for each connection: idle members should be cheap, and messages are small.
        package var receiveBufferBytes: Int
        /// With one, adopted sockets speak TLS, and nothing else.
        package var identity: TLSIdentity?
        /// Authorities that the client role trusts; nil takes the system's.
        package var authorities: TLSAuthorities?

        package init(
            subprotocol: String = "riffle.v1", maximumMessageBytes: Int = 1 << 20, maximumConnections: Int = 100_000,
            handshakeTimeoutSeconds: Int = 5, maximumHeaderBytes: Int = 4_096, receiveBufferBytes: Int = 2_048,
            identity: TLSIdentity? = nil, authorities: TLSAuthorities? = nil
        ) {
            self.subprotocol = subprotocol
            self.maximumMessageBytes = maximumMessageBytes
            self.maximumConnections = maximumConnections
            self.handshakeTimeoutSeconds = handshakeTimeoutSeconds
            self.maximumHeaderBytes = maximumHeaderBytes
            self.receiveBufferBytes = receiveBufferBytes
            self.identity = identity
            self.authorities = authorities
        }
    }
}
