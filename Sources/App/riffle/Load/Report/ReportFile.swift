import FoundationEssentials
import Glibc
import LoadTesting

/// A report and its file.
struct ReportFile {
    enum Format: String, CaseIterable {
        case json, jsonl, csv, html, hdr, junit, tap, markdown, github
    }

    let format: Format
    /// `-` is standard output.
    let path: String

    /// Whether it is written while the run goes on, by `SecondLinesFile`.
    var isLive: Bool { format == .jsonl }

    var isStandardOutput: Bool { path == "-" }

    /// Whether the file can be written, checked before the run.
    var isWritable: Bool {
        if isStandardOutput || access(path, W_OK) == 0 { return true }
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
        return access(path, F_OK) != 0 && access(folder, W_OK) == 0
    }

    func write(_ report: LoadReport) throws(CommandFailure) {
        guard let text = text(of: report) else { return }
        guard !isStandardOutput else {
            StandardStreams.write(Array(text.utf8), to: STDOUT_FILENO)
            return
        }
        do {
            try TextFile.write(text, to: path)
        } catch {
            throw CommandFailure(description: error.description)
        }
    }

    /// The content of the file; nil when it is written while the run goes on.
    private func text(of report: LoadReport) -> String? {
        switch format {
        case .json: report.json
        case .jsonl: nil
        case .csv: report.csv
        case .html: report.html
        case .hdr: report.histogramLog
        case .junit: report.junit
        case .tap: report.tap
        case .markdown: report.markdown
        case .github: report.annotations
        }
    }
}
