import Foundation
import Platform
import TestSupport

/// A shell script as a program that other programs start.
package enum ScriptProgram {
    /// Writes the program.
    ///
    /// Another process writes the file: one that tests start at the same moment would inherit it while it is open for
    /// writing here, and the system starts no program that somebody writes ("Text file busy").
    package static func write(_ script: String, to path: String) throws {
        let writer = Process()
        writer.executableURL = URL(fileURLWithPath: "/bin/sh")
        writer.arguments = ["-c", "printf '%s\\n' '#!/bin/sh' \"$1\" >\"$2\" && chmod 755 \"$2\"", "sh", script, path]
        try writer.start()
        writer.waitUntilExit()
        guard writer.terminationStatus == 0 else {
            throw CocoaError(.fileWriteUnknown, userInfo: [NSFilePathErrorKey: path])
        }
    }
}
