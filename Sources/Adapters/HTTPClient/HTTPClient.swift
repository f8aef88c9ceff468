import CCurl
import Platform

/// HTTP requests of many users, on a thread of its own so that handshakes and look-ups of names never stop the caller's loop.
///
/// A user makes one request at a time. Its cookies and connections are its own.
package final class HTTPClient: Sendable {
    /// The authorities that servers are checked with.
    package enum HTTPAuthorities: Sendable {
        case system
        /// Those of a PEM file.
        case file(path: String)
        /// Those of the text of a PEM file.
        case pem([UInt8])
    }

    package struct HTTPOptions: Sendable {
        package var authorities = HTTPAuthorities.system
        /// The only hosts that requests reach, by themselves or by redirects; nil: all.
        package var hosts: [String]?
        /// The value of `User-Agent`.
        package var agent = "riffle"
        /// The address of a host; nil lets the library look it up.
        package var lookup: @Sendable (_ host: String) -> String? = { _ in nil }

        package init() {}
    }

    private static let isReady: Bool = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

    private let inbox: HTTPInbox

    /// Nil when the process has no descriptors or no memory left.
    package init?(_ options: HTTPOptions = HTTPOptions()) {
        guard HTTPClient.isReady, let inbox = HTTPInbox() else { return nil }
        self.inbox = inbox
        NamedThread.start("http") {
            let loop = HTTPThread(options, inbox)
            inbox.began(loop != nil)
            loop?.run()
            inbox.ended()
        }
        guard inbox.waitForBegin() else { return nil }
    }

    /// Readable while outcomes wait.
    package var descriptor: Int32 { inbox.outcomesWait }

    package func send(_ request: HTTPRequest, user: Int) {
        inbox.add(.send(request, user: user, at: MonotonicClock.microseconds))
    }

    /// The user makes no more requests: its connections are closed.
    package func end(user: Int) {
        inbox.add(.end(user: user))
    }

    package func takeOutcomes() -> [(user: Int, outcome: HTTPOutcome)] { inbox.takeOutcomes() }

    /// Ends the thread and all requests.
    package func close() {
        inbox.close()
    }
}
