import CCurl
import Glibc
import Platform

/// The thread of HTTP: hands requests to libcurl, watches its sockets and its timer, and returns outcomes.
///
/// A user has a share of its own, with its cookies and its connections; they are closed when its requests are over.
final class HTTPThread {
    private struct User {
        let share: UnsafeMutableRawPointer
        var transfer: HTTPTransfer?
    }

    /// Requests that are begun between two looks at the sockets, so that many at once do not keep answers waiting.
    private static let beginnings = 64

    private let options: HTTPClient.HTTPOptions
    private let inbox: HTTPInbox
    private let multi: UnsafeMutableRawPointer
    private let epoll: Int32
    private var commands: ArraySlice<HTTPInbox.HTTPCommand> = []
    private var users: [Int: User] = [:]
    private var usersOfHandles: [UnsafeMutableRawPointer: Int] = [:]
    /// The address of each host that was looked up; nil where there is none.
    private var addresses: [String: String?] = [:]
    /// When the library's timer expires, in milliseconds of the monotonic clock.
    private var timerDue: Int64?

    /// Nil when the process has no descriptors or no memory left.
    init?(_ options: HTTPClient.HTTPOptions, _ inbox: HTTPInbox) {
        let epoll = riffle_http_epoll_new()
        guard epoll >= 0, let multi = curl_multi_init() else { return nil }
        (self.options, self.inbox, self.epoll, self.multi) = (options, inbox, epoll, multi)
        riffle_http_watch(epoll, inbox.commandsWait, CURL_POLL_IN)
    }

    /// Serves until the inbox is closed.
    func run() {
        riffle_curl_multi_callbacks(
            multi,
            { _, socket, what, data, _ in
                if let loop = HTTPThread.at(data) { riffle_http_watch(loop.epoll, socket, what) }
                return 0
            },
            { _, milliseconds, data in
                HTTPThread.at(data)?.timerDue =
                    milliseconds < 0 ? nil : MonotonicClock.milliseconds + Int64(milliseconds)
                return 0
            }, Unmanaged.passUnretained(self).toOpaque())
        var ready = [riffle_http_ready](repeating: riffle_http_ready(), count: 64)
        while let more = inbox.takeCommands() {
            commands += more
            let count = Int(riffle_http_wait(epoll, &ready, wait))
            for event in ready.prefix(count) where event.descriptor != inbox.commandsWait {
                act(event.descriptor, event.events)
            }
            if let due = timerDue, due <= MonotonicClock.milliseconds {
                timerDue = nil
                act(CURL_SOCKET_TIMEOUT, 0)
            }
            collect()
            for command in commands.prefix(HTTPThread.beginnings) { perform(command) }
            commands = commands.dropFirst(HTTPThread.beginnings)
        }
        end()
    }

    private static func at(_ data: UnsafeMutableRawPointer?) -> HTTPThread? {
        data.map { Unmanaged<HTTPThread>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Milliseconds until there is something to do without a socket; -1 for ever.
    private var wait: Int32 {
        guard commands.isEmpty else { return 0 }
        return timerDue.map { Int32(clamping: max(0, $0 - MonotonicClock.milliseconds)) } ?? -1
    }

    private func act(_ socket: Int32, _ events: Int32) {
        var running: Int32 = 0
        curl_multi_socket_action(multi, socket, events, &running)
    }

    private func perform(_ command: HTTPInbox.HTTPCommand) {
        switch command {
        case .send(let request, let user, let handedOver): begin(request, user, handedOver)
        case .end(let user): end(user)
        }
    }

    private func begin(_ request: HTTPRequest, _ number: Int, _ handedOver: Int64) {
        let (waited, place) = (MonotonicClock.microseconds - handedOver, HTTPPlace(url: request.url))
        // Nobody looks up its name, either.
        if let refusal = place?.refusal(among: options.hosts) {
            return inbox.add(HTTPOutcome(answer: .failed(.refused, reason: refusal)), user: number)
        }
        guard let share = users[number]?.share ?? riffle_curl_share_new(),
            let transfer = HTTPTransfer(user: number, waitedMicroseconds: waited)
        else {
            return inbox.add(HTTPOutcome(answer: .failed(.broken, reason: "no memory is left")), user: number)
        }
        transfer.prepare(request, options, share: share, resolved: place.flatMap(resolved))
        users[number] = User(share: share, transfer: transfer)
        usersOfHandles[transfer.handle] = number
        curl_multi_add_handle(multi, transfer.handle)
    }

    /// The entry for the library that keeps it from looking up a name: it would start a thread for each request.
    private func resolved(_ place: HTTPPlace) -> String? {
        let address = addresses[place.host] ?? options.lookup(place.host)
        addresses[place.host] = .some(address)
        return address.map { "\(place.host):\(place.port):\($0)" }
    }

    /// Returns the outcomes of transfers that have ended.
    private func collect() {
        var result = CURLE_OK
        while let handle = riffle_curl_multi_ended(multi, &result) {
            guard let number = usersOfHandles[handle], let transfer = users[number]?.transfer else { continue }
            let outcome = transfer.outcome(result)
            release(number)
            inbox.add(outcome, user: number)
        }
    }

    /// Takes the user's transfer from the library.
    private func release(_ number: Int) {
        guard let transfer = users[number]?.transfer else { return }
        curl_multi_remove_handle(multi, transfer.handle)
        riffle_curl_pointer(transfer.handle, CURLOPT_SHARE, nil)
        usersOfHandles[transfer.handle] = nil
        users[number]?.transfer = nil
    }

    private func end(_ number: Int) {
        release(number)
        if let user = users.removeValue(forKey: number) { curl_share_cleanup(user.share) }
    }

    private func end() {
        for number in users.keys.sorted() { end(number) }
        curl_multi_cleanup(multi)
        close(epoll)
    }
}
