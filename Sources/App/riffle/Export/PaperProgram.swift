import FoundationEssentials
import JSONCodec
import Paper
import Platform

/// The program `riffle-paper`, which draws PDF and PNG. It is another program so that this one loads no library for it.
struct PaperProgram {
    /// Limit for its end after the last page.
    private static let endMilliseconds: Int64 = 60_000
    /// The sentence for a system without the packages that the .deb recommends.
    static let lacksLibraries = "riffle-paper misses libraries; install the packages that riffle recommends"

    let url: URL

    /// Finds the program beside this one, in libexec/riffle of the same prefix, or on the PATH.
    init(
        beside own: URL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath(),
        path: String = ProcessInfo.processInfo.environment["PATH"] ?? ""
    ) throws(CommandFailure) {
        let folder = own.deletingLastPathComponent()
        let prefix = folder.deletingLastPathComponent()
        let places = [folder.path, prefix.path + "/libexec/riffle"] + path.split(separator: ":").map(String.init)
        let found = places.map { $0 + "/riffle-paper" }.first { FileManager.default.isExecutableFile(atPath: $0) }
        guard let found else {
            throw CommandFailure(
                description:
                    "PDF and PNG need the program riffle-paper, which is neither beside riffle nor on the PATH; "
                    + "the .deb has it, and `make build` builds it")
        }
        url = URL(fileURLWithPath: found)
    }

    /// Runs the program with a document: `write` gets a function that passes on a sheet, which is false once the program has
    /// ended. The process must ignore SIGPIPE.
    func draw(
        _ arguments: [String], _ header: PaperHeader, _ write: ((PaperSheet) -> Bool) throws -> Void
    ) throws {
        let child: ChildProcess
        do {
            child = try ChildProcess(arguments, of: url)
        } catch {
            throw CommandFailure(description: "\(url.path) cannot be started: \(error)")
        }
        defer { child.kill() }
        var bytes: [UInt8] = []
        PaperWriter.encode(header, into: &bytes)
        try write { sheet in
            PaperWriter.encode(sheet, into: &bytes)
            defer { bytes.removeAll(keepingCapacity: true) }
            return child.say(bytes)
        }
        child.closeInput()
        child.waitForEnd(milliseconds: PaperProgram.endMilliseconds)
        child.kill()
        child.waitForEnd()
        guard child.hasSucceeded else {
            let reason = child.complaints
            // The words of the dynamic linker of glibc.
            let lacks = reason.contains("error while loading shared libraries")
            throw CommandFailure(
                description: lacks
                    ? "\(PaperProgram.lacksLibraries) (\(reason))"
                    : reason.isEmpty ? "riffle-paper \(child.ending)" : reason)
        }
    }
}
