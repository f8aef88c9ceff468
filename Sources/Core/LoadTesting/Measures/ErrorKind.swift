/// A kind of error of a run, for charts and metrics. A refused request is none, and has a code.
package enum ErrorKind: String, Hashable, Sendable, CaseIterable {
    /// A connection that could not be opened.
    case connect
    /// A connection that the other side ended.
    case close
    /// An event that was left out or came twice, or a picture that differs.
    case gap
    case duplicate
    case diverged
    case unreadable
    /// A request, connection or join without an answer.
    case unanswered
    /// An HTTP request without the expected answer.
    case http
    /// An expectation of the script that did not hold.
    case expectation
    /// A check of the script that did not hold.
    case check
}

extension LoadResult.Slice {
    /// The errors of one kind in this second.
    package func count(of kind: ErrorKind) -> Int {
        switch kind {
        case .connect: counts.connectFailures
        case .close: counts.closes.values.reduce(0, +)
        case .gap: counts.gaps
        case .duplicate: counts.duplicates
        case .diverged: counts.diverged
        case .unreadable: counts.unreadable
        case .unanswered: counts.unanswered
        case .http: counts.httpErrors.values.reduce(0, +)
        case .expectation: failures
        case .check: counts.checks(named: nil).failed
        }
    }

    /// Errors of all kinds, without refused requests.
    package var faults: Int { max(0, errors - counts.refused) }
}
