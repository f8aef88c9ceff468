import FoundationEssentials
import Glibc
import Platform
import Scripting

/// The files and values of the environment that a run on another machine needs. They stay in memory there: a worker with a
/// bundle reads no other file and no other value.
struct FileBundle: Codable, Sendable {
    /// By the absolute paths on the coordinator's machine.
    private var files: [String: Data] = [:]
    private var environment: [String: String] = [:]

    /// Adds every file that this task reads.
    private final class FileRecorder: Sendable {
        let bundle = Locked(FileBundle())
    }

    /// Bytes of all files together.
    private static let mostBytes = 32 << 20
    @TaskLocal private static var recorder: FileRecorder?
    /// The only files that this process may read; nil: all.
    private static let only = Locked<FileBundle?>(nil)

    /// Reads everything that `order` needs on this machine. Its paths become absolute.
    static func packed(_ order: LoadOrder) throws -> LoadOrder {
        var order = order
        order.script = key(order.script)
        order.tokenFile = order.tokenFile.map(key)
        order.authorities = order.authorities.map(key)
        if let profile = order.profile, profile.contains("/") || [".yaml", ".yml"].contains(where: profile.hasSuffix) {
            order.profile = key(profile)
        }
        let recorder = FileRecorder()
        let named = [order.tokenFile, order.authorities].compactMap(\.self)
        let scene = try $recorder.withValue(recorder) {
            for path in named { _ = try TextFile.bytes(of: path) }
            return try order.scene()
        }
        var bundle = recorder.bundle.withLock(\.self)
        try bundle.checkSize()
        let folder = order.script.prefix { _ in true }.split(separator: "/").dropLast().map { "/" + $0 }.joined()
        let texts = scene.script.deckPaths.map { key(folder + "/" + $0) } + named + [order.script]
        let data = Set(scene.script.load.tables.map { key(folder + "/" + $0.plan.path) })
        for path in bundle.files.keys.sorted() where !texts.contains(path) && !data.contains(path) {
            guard path.hasSuffix(".yaml") || path.hasSuffix(".yml") else {
                throw CommandFailure(
                    description: "--agents: expected decks without included files, got \(path), which one includes")
            }
        }
        bundle.addEnvironment(of: order.script)
        order.bundle = bundle
        return order
    }

    private func checkSize() throws {
        let bytes = files.values.reduce(0) { $0 + $1.count }
        guard bytes <= FileBundle.mostBytes else {
            throw CommandFailure(
                description:
                    "--agents: expected files of at most \(FileBundle.mostBytes >> 20) MiB, got \(bytes >> 20) MiB")
        }
    }

    /// Adds those values that the script names, and no other: the environment may have secrets.
    private mutating func addEnvironment(of script: String) {
        let text = String(decoding: files[script] ?? Data(), as: UTF8.self)
        let all = ProcessInfo.processInfo.environment
        for name in text.matches(of: /env\.([A-Za-z_][A-Za-z0-9_]*)/).map({ String($0.1) }) {
            environment[name] = all[name]
        }
    }

    /// Makes this the only source of files and of the environment for the rest of the process.
    func install() {
        let bundle = self
        FileBundle.only.withLock { $0 = bundle }
    }

    // MARK: Reading

    /// The bytes of a file, by `read` where files of this machine may be read.
    static func bytes(of path: String, _ read: () throws -> [UInt8]) throws -> [UInt8] {
        if let bundle = only.withLock({ $0 }) {
            guard let data = bundle.files[key(path)] else {
                throw FileError(path, "expected a file that came with the run, got another one")
            }
            return Array(data)
        }
        let bytes = try read()
        recorder?.bundle.withLock { $0.files[key(path)] = Data(bytes) }
        return bytes
    }

    /// The environment of a script.
    static var scriptEnvironment: [String: String] {
        if let bundle = only.withLock({ $0 }) { return bundle.environment }
        return ProcessInfo.processInfo.environment
    }

    /// The absolute path without `.` and `..`.
    static func key(_ path: String) -> String {
        let whole = path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
        var parts: [Substring] = []
        for part in whole.split(separator: "/") where part != "." {
            if part == ".." { _ = parts.popLast() } else { parts.append(part) }
        }
        return "/" + parts.joined(separator: "/")
    }
}
