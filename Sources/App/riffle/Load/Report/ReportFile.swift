import Foundation
import LoadTesting

/// A report and its file.
struct ReportFile {
    enum Format: String, CaseIterable {
        case json, csv, html, hdr, junit, tap, markdown, github
    }

    let format: Format
    /// `-` is standard output.
    let path: String

    var isStandardOutput: Bool { path == "-" }

    /// Whether the file can be written, checked before the run.
    var isWritable: Bool {
        if isStandardOutput || access(path, W_OK) == 0 { return true }
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
        return access(path, F_OK) != 0 && access(folder, W_OK) == 0
    }

    func write(_ report: LoadReport) throws(CommandFailure) {
        let text =
            switch format {
            case .json: report.json
            case .csv: report.csv
            case .html: report.html
            case .hdr: report.histogramLog
            case .junit: report.junit
            case .tap: report.tap
            case .markdown: report.markdown
            case .github: report.annotations
            }
        guard !isStandardOutput else {
            StandardStreams.write(Array(text.utf8), to: STDOUT_FILENO)
            return
        }
        do {
            try Data(text.utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
        } catch {
            throw CommandFailure(description: "\(path): \(error.localizedDescription)")
        }
    }
}
