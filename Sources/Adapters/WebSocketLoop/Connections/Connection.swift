/// State of one connection.
struct Connection {
    /// Transitions: free → handshaking (adopted) or connecting; those → open or free; open → closing → free.
    enum Stage {
        case free
        case handshaking
        case connecting
        case open
        case closing
    }

    /// Why a connection ends, for `closed`.
    struct Ending: Equatable {
        var code: UInt16?
        var reason: String
    }

    /// The values that a frame needs, small enough to copy.
    struct Target {
        let wsi: OpaquePointer
        let descriptor: Int32
        let isClient: Bool
        let isChoked: Bool
    }

    // Each frame that is sent reads these; they stand together.
    private(set) var stage: Stage
    private(set) var isClient: Bool
    /// The owner got `.choked`, so a `writable` must follow.
    private(set) var isChoked = false
    /// The socket of a server's connection without TLS, to which frames are written directly; -1 otherwise.
    private var descriptor: Int32 = -1
    /// Belongs to the library, which keeps it as long as the connection is in the table.
    private(set) var wsi: OpaquePointer?

    /// Whether the library already handles the close, from either side. A second call would only abort it.
    private(set) var isLibraryClosing = false
    /// Whether the owner got `opened`.
    private(set) var wasOpened = false
    /// The server's certificate was not accepted.
    private(set) var isCertificateRejected = false
    /// A ping waits for room.
    private var owesPing = false
    /// A message accepted while the library was sending a frame of its own.
    private(set) var held: Packet?
    private(set) var ending: Ending?
    /// Released with the connection.
    private(set) var permit: ConnectionPermit?
    /// The fragments of an unfinished message.
    var assembler = MessageAssembler()

    private init(_ stage: Stage, isClient: Bool = false, permit: ConnectionPermit? = nil) {
        self.stage = stage
        self.isClient = isClient
        self.permit = permit
    }

    /// The content of a slot without a connection.
    static var free: Connection { Connection(.free) }

    /// A connection in the server role.
    static func adopted(permit: ConnectionPermit?) -> Connection { Connection(.handshaking, permit: permit) }

    /// A connection in the client role.
    static func connecting() -> Connection { Connection(.connecting, isClient: true) }

    /// Whether its handshake is under way.
    var isInHandshake: Bool { stage == .handshaking || stage == .connecting }

    /// Nil before the library knows the connection.
    var target: Target? {
        wsi.map { Target(wsi: $0, descriptor: descriptor, isClient: isClient, isChoked: isChoked) }
    }

    /// Nil unless the connection is open, which lets its owner send.
    var openTarget: Target? { stage == .open ? target : nil }

    mutating func attach(_ wsi: OpaquePointer) {
        self.wsi = wsi
    }

    /// The handshake is complete.
    ///
    /// - Parameter descriptor: the socket, if frames may be written to it directly.
    mutating func open(_ wsi: OpaquePointer, writingTo descriptor: Int32?) {
        self.wsi = wsi
        stage = .open
        wasOpened = true
        self.descriptor = descriptor ?? -1
    }

    // MARK: Sending

    mutating func choke() { isChoked = true }

    mutating func unchoke() { isChoked = false }

    mutating func hold(_ packet: Packet) { held = packet }

    mutating func takeHeld() -> Packet? { held.take() }

    mutating func owePing() { owesPing = true }

    /// Whether a ping waited and can be sent; it no longer waits.
    mutating func takeOwedPing() -> Bool {
        guard owesPing, stage == .open else { return false }
        owesPing = false
        return true
    }

    // MARK: Closing

    /// From here on the connection sends and receives nothing. The first ending counts.
    mutating func beginClosing(_ ending: Ending?) {
        stage = .closing
        if self.ending == nil { self.ending = ending }
    }

    /// The connection ends without a close handshake. The first ending counts; a handshake stays in its stage.
    mutating func beginAbort(_ reason: String) {
        if ending == nil { fail(reason) }
        if stage == .open { stage = .closing }
    }

    /// The peer is gone, and the library will report it.
    mutating func losePeer(_ reason: String) {
        fail(reason)
        stage = .closing
    }

    /// Sets the reason for `closed` or `connectFailed`.
    mutating func fail(_ reason: String, isCertificateRejected: Bool = false) {
        ending = Ending(code: nil, reason: reason)
        self.isCertificateRejected = isCertificateRejected
    }

    mutating func noteLibraryClosing() { isLibraryClosing = true }
}
