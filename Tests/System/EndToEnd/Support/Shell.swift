import Foundation
import Platform
import TestSupport

/// Runs a command in the folder of the repository; its standard output and error are one text.
func shell(_ words: [String]) throws -> (code: Int32, text: String) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = words
    process.currentDirectoryURL = Repository.root
    let output = Pipe()
    (process.standardOutput, process.standardError) = (output, output)
    try process.start()
    let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    process.waitUntilExit()
    return (process.terminationStatus, text)
}
