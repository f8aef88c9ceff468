import Foundation
import JSONCodec
import Patterns
import Scripting

extension ScriptInputs {
    /// The environment of this process, and the files beside the script at `path`.
    ///
    /// - Parameter variables: values of the command line, by the names of `vars`.
    init(beside path: String, variables: [String: String] = [:]) {
        self.init()
        self.variables = variables
        environment = FileBundle.scriptEnvironment
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
        file = { name in
            let place = folder.appendingPathComponent(name)
            return try FileBundle.bytes(of: place.path) {
                // One byte more than is allowed tells the reader that the file is too long, however long it is.
                do {
                    let handle = try FileHandle(forReadingFrom: place)
                    return Array(try handle.read(upToCount: ScriptLimits.dataBytes + 1) ?? Data())
                } catch CocoaError.fileReadNoSuchFile, CocoaError.fileNoSuchFile {
                    throw FileError(place.path, "there is no such file")
                }
            }
        }
        content = .libraries
    }
}

extension ContentReader {
    /// Looks into messages with json-c and PCRE2.
    static let libraries: ContentReader = {
        let patterns = PatternCache()
        var reader = ContentReader()
        reader.values = { JSONContent.values(at: $1, in: $0) }
        reader.fields = { JSONContent.fields(of: $0) }
        reader.match = { text, pattern in
            switch patterns.match(in: text, pattern) {
            case .found(let groups): .found(groups)
            case .none: .none
            case .tooLong: .tooLong
            }
        }
        reader.patternProblem = { pattern in
            do throws(PatternProblem) {
                _ = try Pattern(pattern)
                return nil
            } catch {
                return error.description
            }
        }
        return reader
    }()
}
