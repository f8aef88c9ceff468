import Glibc

/// Descriptor that reports changes of the files in a folder (Linux, inotify).
///
/// Watches the folder instead of a file, because editors replace a file by a new one.
package final class FolderDescriptor {
    /// Readable after a change; non-blocking.
    package let descriptor: Int32

    /// Size of the kernel's `struct inotify_event` without the name, and the offset of the name's length.
    private static let headBytes = 16
    private static let lengthOffset = 12

    /// Watches the folder at `path`.
    package init(path: String) throws(TerminalError) {
        // The flags are the open flags of the same name.
        descriptor = inotify_init1(O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw .failed(call: "inotify_init1", code: errno) }
        try add(path: path)
    }

    /// Watches another folder, too. Watching one twice changes nothing.
    package func add(path: String) throws(TerminalError) {
        let events = UInt32(IN_CLOSE_WRITE) | UInt32(IN_MOVED_TO)
        guard inotify_add_watch(descriptor, path, events) >= 0 else {
            throw .failed(call: "watch \(path)", code: errno)
        }
    }

    deinit {
        close(descriptor)
    }

    /// Names of the files that have changed since the last call.
    package func read() throws(TerminalError) -> Set<String> {
        var names: Set<String> = []
        while case .bytes(let bytes) = try Descriptor.read(descriptor) {
            names.formUnion(FolderDescriptor.names(in: bytes))
        }
        return names
    }

    private static func names(in bytes: [UInt8]) -> [String] {
        var names: [String] = []
        var place = 0
        while place + headBytes <= bytes.count {
            let length = bytes.withUnsafeBytes {
                Int($0.loadUnaligned(fromByteOffset: place + lengthOffset, as: UInt32.self))
            }
            let end = min(place + headBytes + length, bytes.count)
            let name = bytes[place + headBytes..<end].prefix { $0 != 0 }
            names.append(String(decoding: name, as: UTF8.self))
            place = place + headBytes + length
        }
        return names
    }
}
