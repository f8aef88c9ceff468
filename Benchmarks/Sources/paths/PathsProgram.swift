import Glibc
import PagingContent

/// Plays one path of the work as often as it is told and prints how many messages or pages came of it, so that a counter of
/// instructions tells what one time costs: the difference between two runs.
///
/// `paths PATH TIMES`
@main
enum PathsProgram {
    enum Path: String, CaseIterable {
        /// A page turn for 40 members, from the request to the end of its animation.
        case delivery
        /// A sample of a drag for 40 members.
        case drag
        /// A member that comes to 20 others, and leaves.
        case join
        /// A page of a deck, with a list, code and notes, read from its text.
        case page
    }

    static func main() {
        let words = CommandLine.arguments.dropFirst()
        guard words.count == 2, let path = words.first.flatMap(Path.init), let times = words.last.flatMap({ Int($0) })
        else {
            let paths = Path.allCases.map(\.rawValue).joined(separator: ", ")
            stop("expected one of \(paths) and a number of times, got \(words.joined(separator: " "))")
        }
        print(played(path, times: times))
    }

    /// Ends the program with a sentence.
    static func stop(_ sentence: String) -> Never {
        _ = "paths: \(sentence)\n".withCString { write(STDERR_FILENO, $0, strlen($0)) }
        exit(70)
    }

    /// How many messages went out, or pages were read.
    private static func played(_ path: Path, times: Int) -> Int {
        var server = QuietServer()
        for member in 1...(path == .join ? 20 : 40) { server.join(member) }
        let before = server.deliveries
        switch path {
        case .delivery:
            for turn in 0..<times {
                server.receive(#"{"type":"step","id":\#(turn + 2),"by":1,"from":\#(turn)}"#, from: 1)
                server.wait(1_000)
            }
        case .drag:
            server.receive(#"{"type":"dragBegan","id":2,"drag":1,"width":80,"stride":80}"#, from: 1)
            for sample in 0..<times {
                server.receive(#"{"type":"dragMoved","drag":1,"by":\#(sample * 100)}"#, from: 1)
                server.wait(17)
            }
        case .join:
            for number in 0..<times {
                server.join(1_000 + number)
                server.wait(100)
                server.leave(1_000 + number)
                server.wait(100)
            }
        case .page: return pages(times)
        }
        return server.deliveries - before
    }

    private static func pages(_ count: Int) -> Int {
        let page = """
            # A page

            - one line of **many**
            - and a second one

            ```swift
            let width = 80  // of the page
            ```

            <!-- notes: what nobody sees -->

            """
        do {
            return try Deck(parsing: Array(repeating: page, count: count).joined(separator: "\n---\n\n")).pages.count
        } catch { stop("expected a deck of \(count) pages, got \(error)") }
    }
}
