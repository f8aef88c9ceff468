extension SocketLoop {
    /// The limits of one loop.
    package struct Options: Hashable, Sendable {
        /// Offered by the client role, required by the server role.
        package var subprotocol: String
        /// Bytes of one received text message, fragments joined; a longer one closes with 1009.
        package var maximumMessageBytes: Int
        /// Connections at one time, handshakes included; further adopted sockets are closed at once.
        package var maximumConnections: Int
        /// Whether a full loop drops its oldest unfinished handshake for a new connection, in place of refusing it. For
        /// a listener whose requests take milliseconds: clients that never finish one cannot keep others out.
        package var replacesOldestHandshake: Bool
        /// Time from adoption or connection to `opened`; a peer that takes longer is dropped.
        package var handshakeTimeoutSeconds: Int
        /// Bytes of all headers of one request; a longer request is refused.
        package var maximumHeaderBytes: Int
        /// Bytes read at once, and kept for each connection: idle members should be cheap, and messages are small.
        package var receiveBufferBytes: Int
        /// The way of a message to many connections into the kernel.
        package var sending: SendMethod
        /// The least receivers of a message for which io_uring is used: a server with ten viewers gains nothing by it
        /// (Benchmarks/README.md, `sends`).
        package var ringReceivers: Int
        /// With an identity, adopted sockets use TLS only.
        package var identity: TLSIdentity?
        /// Proxies that name the address of their clients.
        package var proxies: TrustedProxies
        /// Authorities that the client role trusts; nil takes the system's.
        package var authorities: TLSAuthorities?

        package init(
            subprotocol: String = "riffle.v1", maximumMessageBytes: Int = 1 << 20, maximumConnections: Int = 100_000,
            replacesOldestHandshake: Bool = false,
            handshakeTimeoutSeconds: Int = 5, maximumHeaderBytes: Int = 4_096, receiveBufferBytes: Int = 2_048,
            sending: SendMethod = .write, ringReceivers: Int = 16, identity: TLSIdentity? = nil,
            proxies: TrustedProxies = TrustedProxies(),
            authorities: TLSAuthorities? = nil
        ) {
            self.subprotocol = subprotocol
            self.maximumMessageBytes = maximumMessageBytes
            self.maximumConnections = maximumConnections
            self.replacesOldestHandshake = replacesOldestHandshake
            self.handshakeTimeoutSeconds = handshakeTimeoutSeconds
            self.maximumHeaderBytes = maximumHeaderBytes
            self.receiveBufferBytes = receiveBufferBytes
            self.sending = sending
            self.ringReceivers = ringReceivers
            self.identity = identity
            self.proxies = proxies
            self.authorities = authorities
        }
    }
}
