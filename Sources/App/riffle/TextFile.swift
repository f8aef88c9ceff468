import ArgumentParser
import Foundation
import Glibc

/// A file that cannot be used, and why.
struct FileError: Error, Hashable, Sendable, CustomStringConvertible {
    enum Kind: Sendable {
        /// The file cannot be opened, read or written.
        case access
        /// The content does not parse.
        case content
        /// The command names the wrong file.
        case usage
    }

    let kind: Kind
    /// `PATH: reason`, or `PATH:LINE: reason`.
    let description: String

    init(_ path: String, line: Int? = nil, _ reason: String, _ kind: Kind = .access) {
        self.init(kind, description: path + (line.map { ":\($0)" } ?? "") + ": " + reason)
    }

    /// The error of a module that states the place in its own description.
    init(_ kind: Kind, description: String) {
        self.kind = kind
        self.description = description
    }

    var isUsage: Bool { kind == .usage }
    var isMissing: Bool { kind == .access }

    /// The error of the last system call.
    static func system(_ path: String) -> FileError { FileError(path, String(cString: strerror(errno))) }
}

/// Reads files that people write.
enum TextFile {
    /// The text of the file at `path`; `-` is standard input.
    static func read(_ path: String) throws(FileError) -> String {
        guard let text = String(validating: try bytes(of: path), as: UTF8.self) else {
            throw FileError(path, "expected UTF-8 text", .content)
        }
        return text
    }

    /// The bytes of the file at `path`; `-` is standard input.
    static func bytes(of path: String) throws(FileError) -> [UInt8] {
        do {
            return try FileBundle.bytes(of: path) {
                let isInput = path == "-"
                guard isInput || !isFolder(path) else { throw FileError(path, "expected a file, got a folder") }
                guard isInput || !isDevice(path) else {
                    throw FileError(path, "expected a file, got a pipe or a device; `-` reads the standard input")
                }
                let data =
                    try isInput
                    ? FileHandle.standardInput.readToEnd() ?? Data() : Data(contentsOf: URL(fileURLWithPath: path))
                return Array(data)
            }
        } catch let error as FileError {
            throw error
        } catch CocoaError.fileReadNoSuchFile {
            throw FileError(path, "there is no such file")
        } catch {
            throw FileError(path, error.localizedDescription)
        }
    }

    /// Writes a whole file, in place of one that is there.
    static func write(_ text: String, to path: String) throws(FileError) {
        do {
            try Data(text.utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
        } catch {
            if let missing = missingFolder(of: path) { throw missing }
            throw FileError(path, isFolder(path) ? "expected a file, got a folder" : error.localizedDescription)
        }
    }

    /// The error of a file that cannot be made because its folder is missing; nil where the folder is there.
    static func missingFolder(of path: String) -> FileError? {
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
        return isFolder(folder) ? nil : FileError(path, "expected a folder that exists, got \(folder)")
    }

    /// Whether a path is that of a deck, where another kind of file is expected.
    static func isDeck(_ path: String) -> Bool {
        [".md", ".markdown"].contains { path.lowercased().hasSuffix($0) }
    }

    /// Whether a path leads to something that is there, and is neither a file nor a folder.
    private static func isDevice(_ path: String) -> Bool {
        var information = stat()
        return stat(path, &information) == 0 && ![S_IFREG, S_IFDIR].contains(information.st_mode & S_IFMT)
    }

    private static func isFolder(_ path: String) -> Bool {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue
    }

    /// The token in the file at `path`, without the end of its line; nil without a path.
    static func token(in path: String?) throws -> String? {
        guard let path else { return nil }
        do {
            return try read(path).split(whereSeparator: \.isWhitespace).first.map(String.init)
        } catch {
            throw ValidationError("--token-file \(error)")
        }
    }
}
