import CSSH

/// One SSH connection: key exchange, login, and one channel for a terminal or for text. Nothing else is ever granted.
///
/// Never blocks. The owner calls `pump` when the descriptor is ready, then takes the events, and watches the descriptor
/// for writing while `wantsWrite`. Callbacks of the library only note events here, as it may call them during a write.
package final class SSHSession {
    package let descriptor: Int32
    private let session: ssh_session
    private let poll: ssh_event?
    private let calls: SSHCallbacks
    private var channel: ssh_channel?
    private var events: [SSHEvent] = []
    private let banner: String?
    private var isBannerSent = false
    private let decide: (SSHLogin) -> Bool
    private var user = ""
    private var hasTerminal: SSHTerminalRequest?
    private var hasShell = false
    private var isFinished = false
    private var isFreed = false
    /// The largest window that this client has announced.
    private var largestWindow = 0
    /// Whether the connection has failed or was closed by the client.
    package private(set) var isBroken = false
    package private(set) var isLoggedIn = false

    init(_ session: ssh_session, _ descriptor: Int32, banner: String?, decide: @escaping (SSHLogin) -> Bool) {
        self.session = session
        self.descriptor = descriptor
        self.banner = banner
        self.decide = decide
        poll = ssh_event_new()
        calls = SSHCallbacks()
        calls.owner = self
        ssh_set_blocking(session, 0)
        ssh_set_auth_methods(
            session, Int32(SSH_AUTH_METHOD_PUBLICKEY | SSH_AUTH_METHOD_INTERACTIVE | SSH_AUTH_METHOD_PASSWORD))
        calls.attach(session: session)
        // Only the first step of the key exchange makes what an event polls.
        guard let poll, ssh_handle_key_exchange(session) != SSH_ERROR, ssh_event_add_session(poll, session) == SSH_OK
        else {
            isBroken = true
            return
        }
    }

    deinit { precondition(isFreed, "a session is freed by its owner, outside its callbacks") }

    // MARK: Owner

    /// Handles all that the socket has; never waits.
    package func pump() {
        guard !isBroken, !isFreed else { return }
        let outcome = ssh_event_dopoll(poll, 0)
        let status = ssh_get_status(session)
        isBroken = outcome == SSH_ERROR || status & (SSH_CLOSED | SSH_CLOSED_ERROR) != 0
    }

    /// The events since the last call, oldest first.
    package func takeEvents() -> [SSHEvent] {
        defer { events = [] }
        return events
    }

    package var hasEvents: Bool { !events.isEmpty }

    /// Whether bytes wait for the socket.
    package var wantsWrite: Bool { !isBroken && ssh_get_poll_flags(session) & SSH_WRITE_PENDING != 0 }

    /// Whether a picture of so many bytes would go out at once and whole. A picture that is larger than half of this
    /// client's window may go in parts (`write`): many clients open their window again only when half of it is used.
    ///
    /// Bytes on the way are bounded by the buffers of the socket (`SSHServer.prepare`) and the client's window.
    package func takes(_ count: Int) -> Bool {
        guard let channel, hasShell, !isFinished, !isBroken, !wantsWrite else { return false }
        let window = Int(ssh_channel_window_size(channel))
        largestWindow = max(largestWindow, window)
        return window > 0 && window >= min(count, largestWindow / 2)
    }

    /// Writes as much as the client's window takes; returns the number of bytes.
    package func write(_ bytes: ArraySlice<UInt8>) -> Int {
        guard let channel, !isBroken else { return 0 }
        let count = min(bytes.count, Int(ssh_channel_window_size(channel)))
        guard count > 0 else { return 0 }
        let written = bytes.withUnsafeBytes { ssh_channel_write(channel, $0.baseAddress, UInt32(count)) }
        if written < 0 { isBroken = true }
        return max(0, Int(written))
    }

    /// Writes a message beside the pages.
    package func writeError(_ bytes: [UInt8]) {
        guard let channel, !isBroken, Int(ssh_channel_window_size(channel)) >= bytes.count else { return }
        _ = bytes.withUnsafeBytes { ssh_channel_write_stderr(channel, $0.baseAddress, UInt32($0.count)) }
    }

    /// Tells the client how its program ended, and closes the channel; the client then closes the connection.
    package func finish(status: Int32) {
        guard let channel, !isFinished, !isBroken else { return }
        isFinished = true
        ssh_channel_request_send_exit_status(channel, status)
        ssh_channel_send_eof(channel)
        ssh_channel_close(channel)
    }

    /// Ends the connection and closes the socket. Call it outside of `pump`, after the descriptor is no longer watched.
    package func free() {
        guard !isFreed else { return }
        isFreed = true
        calls.owner = nil
        // Frees the poll's hold of the session first: the library would poll a closed socket.
        if let poll { ssh_event_remove_session(poll, session) }
        ssh_silent_disconnect(session)
        if let poll { ssh_event_free(poll) }
        ssh_free(session)
    }

    // MARK: Calls of the library

    func logIn(_ user: String?, _ credential: SSHLogin.OfferedCredential) -> Bool {
        if let user { self.user = user }
        sendBanner()
        let isAccepted = !isLoggedIn && decide(SSHLogin(user: self.user, credential: credential))
        if case .key(_, isProven: false) = credential { return isAccepted }
        if isAccepted { isLoggedIn = true }
        return isAccepted
    }

    /// Notes the user of a question for a token; its answer does not name the user again.
    func asked(_ user: String?) {
        if let user { self.user = user }
        sendBanner()
    }

    private func sendBanner() {
        guard !isBannerSent, let banner else { return }
        isBannerSent = true
        guard let text = ssh_string_from_char(banner) else { return }
        ssh_send_issue_banner(session, text)
        ssh_string_free(text)
    }

    /// The one channel of the session; nil refuses another one.
    func openChannel() -> ssh_channel? {
        guard isLoggedIn, channel == nil, let opened = ssh_channel_new(session) else { return nil }
        ssh_channel_set_blocking(opened, 0)
        calls.attach(channel: opened)
        channel = opened
        return opened
    }

    func requestTerminal(_ request: SSHTerminalRequest) -> Bool {
        guard isLoggedIn, hasTerminal == nil, !hasShell else { return false }
        hasTerminal = request
        return true
    }

    func requestShell() -> Bool {
        guard isLoggedIn, !hasShell else { return false }
        hasShell = true
        events.append(.shell(hasTerminal))
        return true
    }

    func resized(columns: Int, rows: Int) {
        if hasShell { return events.append(.resized(columns: columns, rows: rows)) }
        hasTerminal?.columns = columns
        hasTerminal?.rows = rows
    }

    func received(_ bytes: UnsafeRawBufferPointer) {
        if hasShell { events.append(.bytes(Array(bytes))) }
    }

    func inputEnded() { events.append(.endOfInput) }

    func refused(_ what: String) { if events.count < 16 { events.append(.refused(what)) } }

    func channelClosed() {
        // The library frees the channel with the session.
        isBroken = true
    }
}
