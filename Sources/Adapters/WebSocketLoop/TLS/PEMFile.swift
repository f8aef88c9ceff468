import Glibc

/// Files with certificates and keys.
enum PEMFile {
    /// Beyond the longest list of a system's authorities.
    private static let mostBytes = 1 << 20

    static func read(_ path: String) throws(TLSError) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .unreadable(path: path, detail: reason()) }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            guard count >= 0 else { throw .unreadable(path: path, detail: reason()) }
            guard count > 0 else { return bytes }
            bytes += buffer.prefix(count)
            guard bytes.count <= mostBytes else {
                throw .unreadable(path: path, detail: "more than \(mostBytes) bytes")
            }
        }
    }

    private static func reason() -> String {
        errno == ENOENT ? "there is no such file" : String(cString: strerror(errno))
    }
}
