import FoundationEssentials
import Logging

/// Writes one line per entry on standard error: text, or a JSON object. Times are in UTC, as RFC 3339 with milliseconds.
struct LineLogHandler: LogHandler {
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.info
    private let label: String
    private let format: LogFormat

    init(label: String, format: LogFormat) {
        self.label = label
        self.format = format
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        let fields = metadata.merging(event.metadata ?? [:]) { $1 }.mapValues { "\($0)" }
        let time = LineLogHandler.text(of: Date())
        let line =
            switch format {
            case .text: text(event, fields, time: time)
            case .json: json(event, fields, time: time)
            }
        StandardStreams.printError(line)
    }

    /// The time as in `2026-11-22T15:17:05.461Z`.
    static func text(of time: Date) -> String {
        time.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    }

    private func text(_ event: LogEvent, _ fields: [String: String], time: String) -> String {
        let words = fields.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value) " }.joined()
        return "\(time) \(event.level) \(label): \(words)[\(event.source)] \(event.message)"
    }

    private func json(_ event: LogEvent, _ fields: [String: String], time: String) -> String {
        var fields = fields
        fields["time"] = time
        fields["level"] = event.level.rawValue
        fields["message"] = "\(event.message)"
        return (try? fields.jsonLine()) ?? "{}"
    }
}
