import CSSH
import Glibc

/// Makes SSH sessions from accepted sockets: host key, algorithms and the text before the login.
///
/// The library never listens and never reads configuration files of the system. Not safe for concurrent use.
package final class SSHServer {
    /// Algorithms that are offered. Clients of the last ten years know one of each list.
    private static let algorithms: [(ssh_bind_options_e, String)] = [
        (
            SSH_BIND_OPTIONS_KEY_EXCHANGE,
            "curve25519-sha256,curve25519-sha256@libssh.org,ecdh-sha2-nistp256"
        ),
        (SSH_BIND_OPTIONS_HOSTKEY_ALGORITHMS, "ssh-ed25519"),
        (SSH_BIND_OPTIONS_CIPHERS_C_S, ciphers),
        (SSH_BIND_OPTIONS_CIPHERS_S_C, ciphers),
        (SSH_BIND_OPTIONS_HMAC_C_S, authentications),
        (SSH_BIND_OPTIONS_HMAC_S_C, authentications),
    ]
    private static let ciphers =
        "chacha20-poly1305@openssh.com,aes256-gcm@openssh.com,aes128-gcm@openssh.com,aes256-ctr,aes128-ctr"
    private static let authentications =
        "hmac-sha2-256-etm@openssh.com,hmac-sha2-512-etm@openssh.com,hmac-sha2-256,hmac-sha2-512"

    private let bind: ssh_bind
    private let banner: String?

    /// - Parameter banner: shown by clients before the login; nil shows none.
    package init(hostKey: HostKey, banner: String?) throws(SSHError) {
        ssh_init()
        guard let bind = ssh_bind_new() else { throw SSHError("libssh cannot start") }
        self.bind = bind
        self.banner = banner
        var readsFiles = false
        ssh_bind_options_set(bind, SSH_BIND_OPTIONS_PROCESS_CONFIG, &readsFiles)
        for (option, list) in Self.algorithms where ssh_bind_options_set(bind, option, list) != SSH_OK {
            throw SSHError("libssh does not know the algorithms \(list): \(Self.error(bind))")
        }
        // The library reads the file itself: it takes no session without the name of a file.
        guard ssh_bind_options_set(bind, SSH_BIND_OPTIONS_HOSTKEY, hostKey.path) == SSH_OK else {
            throw SSHError("libssh does not take the host key: \(Self.error(bind))")
        }
    }

    deinit { ssh_bind_free(bind) }

    /// Begins a session on an accepted socket, which it owns from now on; nil closes the socket.
    ///
    /// - Parameter decide: whether an attempt to log in succeeds; called during `SSHSession.pump`.
    package func begin(
        descriptor: Int32, decide: @escaping (SSHLogin) -> Bool
    ) -> SSHSession? {
        Self.prepare(descriptor)
        guard let session = ssh_new() else {
            close(descriptor)
            return nil
        }
        var readsFiles = false
        ssh_options_set(session, SSH_OPTIONS_PROCESS_CONFIG, &readsFiles)
        guard ssh_bind_accept_fd(bind, session, descriptor) == SSH_OK else {
            // The session closes the socket if it took it.
            let isTaken = ssh_get_fd(session) == descriptor
            ssh_free(session)
            if !isTaken { close(descriptor) }
            return nil
        }
        return SSHSession(session, descriptor, banner: banner, decide: decide)
    }

    /// Never blocks, sends small frames at once, keeps little unsent in the kernel, and finds dead peers.
    private static func prepare(_ descriptor: Int32) {
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
        set(descriptor, SOL_SOCKET, SO_KEEPALIVE, 1)
        set(descriptor, SOL_SOCKET, SO_SNDBUF, 65_536)
        set(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, 1)
        set(descriptor, Int32(IPPROTO_TCP), TCP_NOTSENT_LOWAT, 32_768)
        set(descriptor, Int32(IPPROTO_TCP), TCP_KEEPIDLE, 30)
        set(descriptor, Int32(IPPROTO_TCP), TCP_KEEPINTVL, 10)
        set(descriptor, Int32(IPPROTO_TCP), TCP_KEEPCNT, 4)
        set(descriptor, Int32(IPPROTO_TCP), TCP_USER_TIMEOUT, 60_000)
    }

    private static func set(_ descriptor: Int32, _ level: Int32, _ option: Int32, _ value: Int32) {
        var value = value
        setsockopt(descriptor, level, option, &value, socklen_t(MemoryLayout<Int32>.size))
    }

    private static func error(_ bind: ssh_bind) -> String {
        ssh_get_error(UnsafeMutableRawPointer(bind)).map { String(cString: $0) } ?? "no reason given"
    }
}
