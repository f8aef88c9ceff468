import Foundation
import HTTPClient
import Support

/// Headers of each request to a collector, as all exporters of OpenTelemetry take them from the environment:
/// `name=value,name=value`, with `%XX` in values (OpenTelemetry Protocol Exporter, section *Specifying headers via environment
/// variables*).
struct OTLPHeaders: Sendable {
    static let variable = "OTEL_EXPORTER_OTLP_HEADERS"

    let lines: [HTTPRequest.HeaderLine]

    /// An entry that is no header. What it holds may be secret, so it is named by its place.
    struct MalformedEntry: Error, CustomStringConvertible {
        let place: Int

        var description: String {
            "\(OTLPHeaders.variable): expected name=value,name=value, got another text at entry \(place)"
        }
    }

    /// - Parameter text: the value of the variable; nil: no headers.
    init(_ text: String?) throws(MalformedEntry) {
        var lines: [HTTPRequest.HeaderLine] = []
        for (place, entry) in (text ?? "").split(separator: ",").enumerated() {
            let parts = entry.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = parts[0].trimmingCharacters(in: .whitespaces)
            guard parts.count == 2, name.isHTTPToken,
                let value = parts[1].trimmingCharacters(in: .whitespaces).removingPercentEncoding,
                value.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F })
            else { throw MalformedEntry(place: place + 1) }
            lines.append(HTTPRequest.HeaderLine(name, value))
        }
        self.lines = lines
    }
}
