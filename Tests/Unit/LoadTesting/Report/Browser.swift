import Foundation
import Platform

/// Chromium without a window and without a network (Debian package `chromium`).
struct Browser {
    struct Output {
        let status: Int32
        let words: String
        let complaints: String
    }

    private let program: URL
    private let folder: URL

    static let installed: URL? = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        .map { URL(filePath: String($0)).appending(path: "chromium") }
        .first { FileManager.default.isExecutableFile(atPath: $0.path()) }

    /// - Parameter folder: For its profile and whatever it writes.
    init(_ program: URL, folder: URL) {
        self.program = program
        self.folder = folder
    }

    func run(_ arguments: [String]) throws -> Output {
        let process = Process()
        let (words, complaints) = (folder.appending(path: "words"), folder.appending(path: "complaints"))
        for file in [words, complaints] { try Data().write(to: file) }
        process.executableURL = program
        process.arguments =
            [
                "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
                "--host-resolver-rules=MAP * ~NOTFOUND", "--disable-background-networking", "--disable-sync",
                "--user-data-dir=\(folder.appending(path: "profile").path())", "--allow-file-access-from-files",
                "--enable-logging=stderr", "--log-level=0", "--timeout=120000",
            ] + arguments
        process.environment = ProcessInfo.processInfo.environment.merging(["HOME": folder.path()]) { $1 }
        // Files, which no program can fill while nobody reads.
        process.standardOutput = try FileHandle(forWritingTo: words)
        process.standardError = try FileHandle(forWritingTo: complaints)
        try process.start()
        process.waitUntilExit()
        return Output(
            status: process.terminationStatus, words: String(decoding: try Data(contentsOf: words), as: UTF8.self),
            complaints: String(decoding: try Data(contentsOf: complaints), as: UTF8.self))
    }
}
