package import Scripting

/// The answer to a user's HTTP request, or the reason why there is none.
package struct HTTPAnswer: Hashable, Sendable {
    package enum AnswerOutcome: Hashable, Sendable {
        case answered(status: Int, headers: [KeyedValue<String>], body: String)
        case failed(HTTPError, reason: String)
    }

    package var outcome: AnswerOutcome
    /// Microseconds that the generator took until it began the request.
    package var lagMicroseconds: Int64

    package init(_ outcome: AnswerOutcome, lagMicroseconds: Int64 = 0) {
        self.outcome = outcome
        self.lagMicroseconds = lagMicroseconds
    }

    /// Reads the value as it should be: the expected status, or the error.
    func judged(by call: HTTPCall) -> Result<(headers: [KeyedValue<String>], body: String), HTTPProblem> {
        switch outcome {
        case .failed(let kind, let reason): .failure(HTTPProblem(kind: kind, found: reason))
        case .answered(let status, let headers, let body):
            call.expects(status)
                ? .success((headers, body)) : .failure(HTTPProblem(kind: .status, found: "the status \(status)"))
        }
    }
}

/// Why a request has not the expected answer.
struct HTTPProblem: Error, Hashable {
    let kind: HTTPError
    let found: String

    /// The failure of a user that wants to come in.
    func connectFailure(_ call: HTTPCall) -> ConnectFailure {
        let text = "\(call.words): expected \(call.statusWords), got \(found)"
        switch kind {
        case .status: return ConnectFailure(.refused, text)
        case .tls: return ConnectFailure(.certificateRejected, text)
        case .timeout, .refused, .broken: return ConnectFailure(.unreachable, text)
        }
    }
}
