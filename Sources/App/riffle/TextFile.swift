import ArgumentParser
import Foundation

/// Reads files that people write.
enum TextFile {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// The text of the file at `path`; `-` is standard input.
    static func read(_ path: String) throws(Failure) -> String {
        guard let text = String(validating: try bytes(of: path), as: UTF8.self) else {
            throw Failure(description: "\(path): not UTF-8")
        }
        return text
    }

    /// The bytes of the file at `path`, whatever they are; `-` is standard input.
    static func bytes(of path: String) throws(Failure) -> [UInt8] {
        do {
            let isInput = path == "-"
            let data =
                try isInput
                ? FileHandle.standardInput.readToEnd() ?? Data() : Data(contentsOf: URL(fileURLWithPath: path))
            return Array(data)
        } catch CocoaError.fileReadNoSuchFile {
            throw Failure(description: "\(path): there is no such file")
        } catch {
            throw Failure(description: "\(path): \(error.localizedDescription)")
        }
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
