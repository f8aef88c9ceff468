import FoundationEssentials
import WebSocketLoop

/// Diagrams that programs have drawn, as files in `riffle/diagrams` of `$XDG_CACHE_HOME`, by default of `~/.cache`. Each is named by the
/// SHA-256 of its program and its text.
struct DiagramCache {
    /// The beginning of a picture's address in a page. No other kind of address has it, so that a page does not name a file of
    /// this machine.
    static let scheme = "diagram:"
    private static let mostFiles = 500
    private static let endings = ["txt", "svg", "png"]

    private let folder: URL

    init(_ environment: [String: String] = ProcessInfo.processInfo.environment) {
        let home = environment["HOME"] ?? "/"
        let cache = environment["XDG_CACHE_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? home + "/.cache"
        folder = URL(fileURLWithPath: cache).appendingPathComponent("riffle/diagrams")
    }

    static func name(of parts: [String]) -> String {
        ContentHash.sha256(parts.joined(separator: "\0").utf8).map { byte in
            let digits = String(byte, radix: 16)
            return digits.count == 1 ? "0" + digits : digits
        }.joined()
    }

    /// The path of a picture's file; nil for an address that is none of a diagram.
    func path(of address: String) -> String? {
        guard address.hasPrefix(DiagramCache.scheme) else { return nil }
        let parts = address.dropFirst(DiagramCache.scheme.count).split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, DiagramCache.endings.contains(String(parts[1])), parts[0].count == 64,
            parts[0].allSatisfy(\.isHexDigit)
        else { return nil }
        return folder.appendingPathComponent("\(parts[0]).\(parts[1])").path
    }

    func bytes(_ name: String, _ ending: String) -> [UInt8]? {
        try? Array(Data(contentsOf: folder.appendingPathComponent("\(name).\(ending)")))
    }

    func has(_ name: String, _ ending: String) -> Bool {
        FileManager.default.fileExists(atPath: folder.appendingPathComponent("\(name).\(ending)").path)
    }

    /// Returns whether the file is there now.
    func write(_ bytes: [UInt8], _ name: String, _ ending: String) -> Bool {
        do {
            try FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            makeRoom()
            try Data(bytes).write(to: folder.appendingPathComponent("\(name).\(ending)"), options: .atomic)
            return true
        } catch {
            return false
        }
    }

    /// Removes the oldest files where there are too many.
    private func makeRoom() {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        guard names.count >= DiagramCache.mostFiles else { return }
        let files = names.map { name -> (path: String, date: Date) in
            let path = folder.appendingPathComponent(name).path
            let facts = try? FileManager.default.attributesOfItem(atPath: path)
            return (path, facts?[.modificationDate] as? Date ?? .distantPast)
        }
        for file in files.sorted(by: { $0.date < $1.date }).prefix(names.count / 2) {
            try? FileManager.default.removeItem(atPath: file.path)
        }
    }
}
