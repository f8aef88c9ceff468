import FoundationEssentials
import Glibc
import LoadTesting

/// Everything that watches the runs of a command while they go on, each fed with every second: the terminal, a file of
/// lines, an endpoint for Prometheus, a collector. None of them can delay a run.
final class RunWatch {
    private let display: ProgressDisplay
    private let lines: SecondLinesFile?
    private let metrics: LiveMetrics?
    private let listener: HTTPListener?
    private let exporter: OTLPExporter?
    private let isSimulated: Bool
    private var run = 0
    private var start = Date()
    /// The next second of the run.
    private var next = 0

    /// - Parameter hasTerminal: whether nothing else writes to the terminal during a run.
    init(_ options: WatchOptions, lines path: String?, isSimulated: Bool, hasTerminal: Bool) throws {
        display = ProgressDisplay(options.progress, mayDraw: hasTerminal)
        lines = try path.map { path throws(CommandFailure) in try SecondLinesFile(path) }
        self.isSimulated = isSimulated
        let isExported = options.otlp != nil
        let metrics = options.metricsAddress != nil || isExported ? LiveMetrics(isExported: isExported) : nil
        self.metrics = metrics
        do {
            listener = try options.metricsAddress.flatMap { address in
                try metrics.map { try HTTPListener("load metrics", listen: address, site: $0) }
            }
        } catch {
            throw CommandFailure(
                description: "--metrics-address \(options.metricsAddress?.description ?? ""): \(error)")
        }
        exporter = try options.otlp.flatMap { target in
            try metrics.map { try OTLPExporter(target, headers: options.otlpHeaders(), metrics: $0) }
        }
        if let listener { StandardStreams.printError("riffle load: metrics on http://\(listener.address)/metrics") }
    }

    /// Begins a run.
    func begin(_ scene: LoadScene, target: String?) {
        run += 1
        (next, start) = (0, Date())
        let title = scene.script.name
        metrics?.begin(title: title, seed: scene.seed)
        display.begin(
            title: title,
            "\(scene.plan.users) users\(target.map { " to \($0)" } ?? ""), seed \(scene.seed)")
    }

    /// Takes a second of the run, in order.
    func add(_ second: LoadSecond) { add(second, microseconds: 1_000_000) }

    private func add(_ second: LoadSecond, microseconds: Int64) {
        guard second.number >= next else { return }
        next = second.number + 1
        let end = start.timeIntervalSince1970 * 1_000 + Double(second.number) * 1_000 + Double(microseconds) / 1_000
        lines?.add(
            SecondLine(
                second, run: run, microseconds: microseconds, unixMilliseconds: isSimulated ? nil : Int64(end)))
        metrics?.add(second, microseconds: microseconds)
        display.show(second)
    }

    /// Shows a sentence about the run that goes on.
    func note(_ sentence: String) { display.note(sentence) }

    /// Ends a run: the rest of its seconds are those of the result. Nil: it ended without one.
    func end(_ result: LoadResult?) {
        if let result {
            for number in result.timeline.indices.dropFirst(next) {
                let rest = min(1_000_000, result.duration - Int64(number) * 1_000_000)
                if rest > 0 { add(LoadSecond(number: number, result.timeline[number]), microseconds: rest) }
            }
        }
        display.end()
    }

    /// Ends all watching, and says on standard error what did not reach its reader.
    func close() {
        metrics?.close()
        listener?.stop()
        for sentence in [lines?.close(), exporter?.close()].compactMap(\.self) {
            StandardStreams.printError("riffle load: \(sentence)")
        }
    }
}

/// Where the progress of a run is shown: charts on a terminal, or lines.
private final class ProgressDisplay {
    private let line: ProgressLine
    private let use: ProgressUse
    private let mayDraw: Bool
    private var view: ChartView?

    init(_ use: ProgressUse, mayDraw: Bool) {
        line = ProgressLine(use)
        self.use = use
        self.mayDraw = mayDraw
    }

    func begin(title: String, _ description: String) {
        line.begin(description)
        view = use == .auto && mayDraw ? ChartView(title: title) : nil
        line.isHidden = view != nil
    }

    func show(_ second: LoadSecond) {
        view?.show(second)
        line.show(second)
    }

    func note(_ sentence: String) {
        view?.note(sentence)
        line.note("riffle load: \(sentence)")
    }

    /// Gives the terminal back, with the last line of the progress on it.
    func end() {
        view?.end()
        view = nil
        line.end()
    }
}
