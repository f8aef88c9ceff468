import CSSH
import Glibc

/// The key by which clients recognise a gate: ed25519, made on first use and kept in a file that only its owner reads.
package final class HostKey {
    let path: String
    private let key: ssh_key

    /// Reads the key at `path`, or makes it.
    package init(path: String) throws(SSHError) {
        if access(path, F_OK) != 0 { try HostKey.make(at: path) }
        let text = try HostKey.read(path)
        var read: ssh_key?
        guard ssh_pki_import_privkey_base64(text, nil, nil, nil, &read) == SSH_OK, let read else {
            throw SSHError(
                "expected a private key of SSH without a passphrase, got something else, at \(path): move it away for a new one"
            )
        }
        guard ssh_key_type(read) == SSH_KEYTYPE_ED25519 else {
            ssh_key_free(read)
            throw SSHError("expected an ed25519 key, got another type, at \(path): make it with ssh-keygen -t ed25519")
        }
        key = read
        self.path = path
    }

    deinit { ssh_key_free(key) }

    /// The fingerprint as OpenSSH shows it on a first connection.
    package var fingerprint: String {
        var hash: UnsafeMutablePointer<UInt8>?
        var count = 0
        guard ssh_get_publickey_hash(key, SSH_PUBLICKEY_HASH_SHA256, &hash, &count) == SSH_OK, let hash else {
            return "?"
        }
        defer { freeHash(hash) }
        guard let text = ssh_get_fingerprint_hash(SSH_PUBLICKEY_HASH_SHA256, hash, count) else { return "?" }
        defer { ssh_string_free_char(text) }
        return String(cString: text)
    }

    private static func read(_ path: String) throws(SSHError) -> String {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure("read", path) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw failure("read", path) }
        guard status.st_mode & 0o077 == 0 else {
            let mode = String(status.st_mode & 0o777, radix: 8)
            throw SSHError("expected a host key that only its owner reads, got mode \(mode), at \(path): chmod 600 it")
        }
        var bytes = [UInt8](repeating: 0, count: 16_384)
        let count = Glibc.read(descriptor, &bytes, bytes.count)
        guard count >= 0 else { throw failure("read", path) }
        return String(decoding: bytes.prefix(count), as: UTF8.self)
    }

    /// Writes a new key under another name first, so that a half-written key never stands at `path`.
    private static func make(at path: String) throws(SSHError) {
        var made: ssh_key?
        guard ssh_pki_generate(SSH_KEYTYPE_ED25519, 0, &made) == SSH_OK, let made else {
            throw SSHError("libssh cannot make an ed25519 key")
        }
        defer { ssh_key_free(made) }
        var text: UnsafeMutablePointer<CChar>?
        guard ssh_pki_export_privkey_base64(made, nil, nil, nil, &text) == SSH_OK, let text else {
            throw SSHError("libssh cannot write an ed25519 key")
        }
        defer { ssh_string_free_char(text) }
        makeFolder(of: path)
        let draft = "\(path).\(getpid())"
        let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw failure("write", path) }
        let count = strlen(text)
        let isWritten = write(descriptor, text, count) == count && fsync(descriptor) == 0
        close(descriptor)
        // A key that another process made meanwhile stays.
        let isKept = isWritten && (link(draft, path) == 0 || errno == EEXIST)
        let error = failure("write", path)
        unlink(draft)
        if !isKept { throw error }
    }

    private static func makeFolder(of path: String) {
        guard let slash = path.lastIndex(of: "/"), slash > path.startIndex else { return }
        let folder = String(path[..<slash])
        guard access(folder, F_OK) != 0 else { return }
        makeFolder(of: folder)
        mkdir(folder, 0o700)
    }

    private static func failure(_ verb: String, _ path: String) -> SSHError {
        SSHError("cannot \(verb) the host key \(path): \(String(cString: strerror(errno)))")
    }
}

private func freeHash(_ hash: UnsafeMutablePointer<UInt8>) {
    var hash: UnsafeMutablePointer<UInt8>? = hash
    ssh_clean_pubkey_hash(&hash)
}
