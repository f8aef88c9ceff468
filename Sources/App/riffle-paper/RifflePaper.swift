import ArgumentParser
import Glibc
import JSONCodec
import Paper
import PaperDrawing

/// A program of its own, so that `riffle` loads neither Cairo and Pango nor a reader of SVG (docs/decisions/0054).
@main
struct RifflePaper: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "riffle-paper",
        abstract: "Draws pages as PDF or PNG, and SVG as PNG, for `riffle export` and `riffle present`.",
        discussion: "pdf and png read pages on standard input, one JSON object a line: docs/paper.md.",
        version: "0.1.0", subcommands: [PDF.self, PNG.self, SVG.self])

    static func main() {
        do {
            var command = try parseAsRoot()
            try command.run()
        } catch let failure as PaperFailure {
            report("\(failure)")
            Glibc.exit(failure.part == .content ? 65 : 1)
        } catch {
            exit(withError: error)
        }
    }

    static func report(_ text: String) {
        let line = Array("riffle-paper: \(text)\n".utf8)
        _ = write(STDERR_FILENO, line, line.count)
    }
}

/// Ends this process when the input costs more than a document may.
enum ProcessLimits {
    private static let bytes: rlim_t = 2 << 30

    /// - Parameter seconds: of processor time; three times as many may pass on the clock where `isTimed`.
    static func set(seconds: UInt32, isTimed: Bool = false) {
        var memory = rlimit(rlim_cur: bytes, rlim_max: bytes)
        var time = rlimit(rlim_cur: rlim_t(seconds), rlim_max: rlim_t(seconds))
        setrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &memory)
        setrlimit(__rlimit_resource_t(RLIMIT_CPU.rawValue), &time)
        if isTimed { alarm(3 * seconds) }
    }
}

extension RifflePaper {
    struct PDF: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "pdf", abstract: "Draw pages as a PDF.")

        @Option(name: .shortAndLong, help: "Path of the file.")
        var output: String

        func run() throws {
            ProcessLimits.set(seconds: 60)
            var input = PaperInput()
            let document = try PaperPDF(try input.header(), path: output)
            while let sheet = try input.next() { try document.add(sheet) }
            try document.finish()
        }
    }

    struct PNG: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "png", abstract: "Draw pages as PNG, NAME.png for each.")

        @Option(name: .shortAndLong, help: "Path of a folder that exists.")
        var output: String

        @Option(help: "Number of the only page to draw, from 1.")
        var page: Int?

        @Option(help: "Pixels of a point; the paper has 960 by 540 points unless its header says otherwise.")
        var scale = 2.0

        func run() throws {
            ProcessLimits.set(seconds: 600)
            var input = PaperInput()
            let pictures = try PaperPNG(try input.header(), folder: output, scale: scale)
            while let sheet = try input.next() {
                if page == nil || page == input.count { try pictures.write(sheet) }
            }
        }
    }

    struct SVG: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "svg", abstract: "Draw the SVG on standard input as a PNG on standard output.")

        @Option(help: "Pixels at most.")
        var width: Int

        @Option(help: "Pixels at most.")
        var height: Int

        func run() throws {
            ProcessLimits.set(seconds: 5, isTimed: true)
            var svg: [UInt8] = []
            var part = [UInt8](repeating: 0, count: 65_536)
            while svg.count <= PaperLimits.drawingBytes {
                let count = read(STDIN_FILENO, &part, part.count)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { break }
                svg += part[..<count]
            }
            var rest = try VectorDrawing.png(svg, width: width, height: height)[...]
            while !rest.isEmpty {
                let count = rest.withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress, $0.count) }
                if count < 0, errno == EINTR { continue }
                guard count > 0 else {
                    throw PaperFailure(.file, "standard output: \(String(cString: strerror(errno)))")
                }
                rest = rest.dropFirst(count)
            }
        }
    }
}
