import Glibc
import TerminalView

/// Processor time and bytes of the frames of dragged pages: with highlighted code, and with a picture. Prints a line of JSON for
/// each.
///
/// `frames [DRAGS]`: drags per run, twenty when not given.
@main
enum FramesBenchmark {
    static let runs = 5

    static func main() {
        let drags = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 20
        measure(DraggedPage.code(), "code", drags: drags)
        measure(DraggedPage.pictures(), "picture", drags: drags)
    }

    private static func measure(_ page: DraggedPage, _ content: String, drags: Int) {
        var page = page
        var drawing: [Double] = []
        var writing: [Double] = []
        var bytes = 0
        for _ in 0..<runs {
            var (drawn, written) = (0.0, 0.0)
            bytes = 0
            for _ in 0..<drags {
                // The first picture is drawn when the page rests, and its bytes are those of the drag's first frame.
                var shown = page.draw(0)
                for sample in 1...DraggedPage.samples {
                    let begin = processorMicroseconds()
                    let next = page.draw(sample)
                    let between = processorMicroseconds()
                    bytes += ScreenDiff.bytes(from: shown, to: next).count
                    written += processorMicroseconds() - between
                    drawn += between - begin
                    shown = next
                }
            }
            let frames = Double(drags * DraggedPage.samples)
            drawing.append(drawn / frames)
            writing.append(written / frames)
        }
        let repaint = ScreenDiff.bytes(from: nil, to: page.draw(DraggedPage.samples / 2)).count
        // Rows of half blocks; the size of the picture as it is drawn.
        let blocks = page.draw(0).lines.map { line in line.count { $0 == "▀" } }.filter { $0 > 0 }
        print(
            """
            {"content":"\(content)","columns":\(blocks.max() ?? 0),"rows":\(blocks.count),"frames":\(drags * DraggedPage.samples),"runs":\(runs),\
            "drawMicroseconds":\(drawing),"writeMicroseconds":\(writing),"bytes":\(bytes / (drags * DraggedPage.samples)),\
            "repaintBytes":\(repaint)}
            """)
    }

    /// Processor time of this process so far.
    static func processorMicroseconds() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1e6 + Double(time.tv_nsec) / 1e3
    }
}
