import CWebSockets

/// SHA-256, with which a page names its own scripts and styles.
package enum ContentHash {
    package static func sha256(_ bytes: some Sequence<UInt8>) -> [UInt8] {
        let bytes = Array(bytes)
        var digest = [UInt8](repeating: 0, count: 32)
        _ = SHA256(bytes, bytes.count, &digest)
        return digest
    }
}
