import CSSH

/// The tables of functions that the library calls for one session. They stay where they are as long as it exists.
///
/// Trust nothing of a message: fields may be missing before a login, and every default is a refusal.
final class SSHCallbacks {
    private let server = UnsafeMutablePointer<ssh_server_callbacks_struct>.allocate(capacity: 1)
    private let channel = UnsafeMutablePointer<ssh_channel_callbacks_struct>.allocate(capacity: 1)
    weak var owner: SSHSession?

    init() {
        let data = Unmanaged.passUnretained(self).toOpaque()
        server.initialize(to: SSHCallbacks.serverCalls)
        server.pointee.size = MemoryLayout<ssh_server_callbacks_struct>.size
        server.pointee.userdata = data
        channel.initialize(to: SSHCallbacks.channelCalls)
        channel.pointee.size = MemoryLayout<ssh_channel_callbacks_struct>.size
        channel.pointee.userdata = data
    }

    deinit {
        server.deallocate()
        channel.deallocate()
    }

    func attach(session: ssh_session) {
        ssh_set_server_callbacks(session, server)
        ssh_set_message_callback(session, answerMessage, Unmanaged.passUnretained(self).toOpaque())
    }

    func attach(channel opened: ssh_channel) { ssh_set_channel_callbacks(opened, channel) }

    private static var serverCalls: ssh_server_callbacks_struct {
        var calls = ssh_server_callbacks_struct()
        calls.auth_none_function = { _, user, data in logIn(data, user, .none) }
        calls.auth_password_function = { _, user, password, data in
            logIn(data, user, .password(password.map { String(cString: $0) } ?? ""))
        }
        calls.auth_pubkey_function = { _, user, key, state, data in
            guard let text = base64(key) else { return SSH_AUTH_DENIED.rawValue }
            switch Int32(state) {
            case Int32(SSH_PUBLICKEY_STATE_NONE.rawValue): return logIn(data, user, .key(text, isProven: false))
            case Int32(SSH_PUBLICKEY_STATE_VALID.rawValue): return logIn(data, user, .key(text, isProven: true))
            default: return SSH_AUTH_DENIED.rawValue
            }
        }
        calls.channel_open_request_session_function = { _, data in sessionBehind(data)?.openChannel() }
        return calls
    }

    private static var channelCalls: ssh_channel_callbacks_struct {
        var calls = ssh_channel_callbacks_struct()
        calls.channel_data_function = { _, _, bytes, count, isError, data in
            if isError == 0 {
                sessionBehind(data)?.received(UnsafeRawBufferPointer(start: bytes, count: Int(count)))
            }
            return Int32(count)
        }
        calls.channel_eof_function = { _, _, data in sessionBehind(data)?.inputEnded() }
        calls.channel_close_function = { _, _, data in sessionBehind(data)?.channelClosed() }
        calls.channel_pty_request_function = { _, _, type, columns, rows, _, _, data in
            let request = SSHTerminalRequest(
                type: type.map { String(cString: $0) } ?? "", columns: Int(columns), rows: Int(rows))
            return sessionBehind(data)?.requestTerminal(request) == true ? 0 : -1
        }
        calls.channel_pty_window_change_function = { _, _, columns, rows, _, _, data in
            sessionBehind(data)?.resized(columns: Int(columns), rows: Int(rows))
            return 0
        }
        // 0 grants and 1 refuses.
        calls.channel_shell_request_function = { _, _, data in sessionBehind(data)?.requestShell() == true ? 0 : 1 }
        calls.channel_exec_request_function = { _, _, _, data in
            sessionBehind(data)?.refused("a command")
            return 1
        }
        calls.channel_subsystem_request_function = { _, _, name, data in
            sessionBehind(data)?.refused("a subsystem")
            return 1
        }
        calls.channel_env_request_function = { _, _, _, _, _ in 1 }
        return calls
    }
}

/// The session behind the data of a callback; nil once it is freed.
private func sessionBehind(_ data: UnsafeMutableRawPointer?) -> SSHSession? {
    data.flatMap { Unmanaged<SSHCallbacks>.fromOpaque($0).takeUnretainedValue().owner }
}

private func logIn(
    _ data: UnsafeMutableRawPointer?, _ user: UnsafePointer<CChar>?, _ credential: SSHLogin.OfferedCredential
) -> Int32 {
    guard let session = sessionBehind(data), let user else { return SSH_AUTH_DENIED.rawValue }
    let isAccepted = session.logIn(String(cString: user), credential)
    return isAccepted ? SSH_AUTH_SUCCESS.rawValue : SSH_AUTH_DENIED.rawValue
}

private func base64(_ key: ssh_key?) -> String? {
    var text: UnsafeMutablePointer<CChar>?
    guard let key, ssh_pki_export_pubkey_base64(key, &text) == SSH_OK, let text else { return nil }
    defer { ssh_string_free_char(text) }
    return String(cString: text)
}

/// Answers a message that no other function takes; 1 lets the library refuse it.
private func answerMessage(
    _ raw: ssh_session?, _ message: ssh_message?, _ data: UnsafeMutableRawPointer?
) -> Int32 {
    guard let message, let raw, let session = sessionBehind(data), !session.isLoggedIn,
        riffle_ssh_is_keyboard_interactive(message) != 0
    else { return 1 }
    guard ssh_message_auth_kbdint_is_response(message) != 0 else {
        session.asked(ssh_message_auth_user(message).map { String(cString: $0) })
        return riffle_ssh_ask(message, "Token: ") == SSH_OK ? 0 : 1
    }
    guard ssh_userauth_kbdint_getnanswers(raw) == 1, let answer = ssh_userauth_kbdint_getanswer(raw, 0),
        session.logIn(nil, .password(String(cString: answer)))
    else { return 1 }
    return ssh_message_auth_reply_success(message, 0) == SSH_OK ? 0 : 1
}
