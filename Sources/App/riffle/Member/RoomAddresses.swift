import ArgumentParser
import PagingClient
import WebSocketLoop

/// The addresses of one room, tried in turn: each URL with all addresses of its host. A host is looked up once a round, when it
/// is its turn.
struct RoomAddresses {
    typealias Lookup = (String) throws(HostAddresses.LookupFailure) -> [String]

    /// One address to try.
    struct Attempt {
        let endpoint: Endpoint
        /// Why the host has no address; nil when it has one.
        var failure: HostAddresses.LookupFailure?
    }

    /// The endpoints as given, of which there is at least one.
    private let endpoints: [Endpoint]
    private let lookup: Lookup
    /// The attempts of this round at each endpoint whose turn has come.
    private var round: [[Attempt]] = []
    /// The attempts at the last of these endpoints that were made.
    private var tried = 0
    /// The address that was tried last; before the first attempt, the first endpoint.
    private(set) var current: Endpoint

    init(_ endpoints: [Endpoint], lookup: @escaping Lookup = HostAddresses.of) {
        precondition(!endpoints.isEmpty, "expected an address of a room")
        self.endpoints = endpoints
        self.lookup = lookup
        current = endpoints[0]
    }

    /// The name of the room.
    var room: String { endpoints[0].room }

    /// The number of attempts of this round; a host that was not looked up yet counts as one.
    var count: Int { round.reduce(endpoints.count - round.count) { $0 + $1.count } }

    /// Goes on to the next address; behind the last one a new round begins.
    mutating func advance() -> Attempt {
        if round.isEmpty || tried >= round[round.count - 1].count {
            if round.count == endpoints.count { round = [] }
            round.append(attempts(at: endpoints[round.count]))
            tried = 0
        }
        let attempt = round[round.count - 1][tried]
        tried += 1
        current = attempt.endpoint
        return attempt
    }

    private func attempts(at endpoint: Endpoint) -> [Attempt] {
        do throws(HostAddresses.LookupFailure) {
            return try lookup(endpoint.host).map { Attempt(endpoint: endpoint.at($0)) }
        } catch {
            return [Attempt(endpoint: endpoint, failure: error)]
        }
    }
}

extension RoomAddresses {
    /// The addresses of `urls`, in any form of `RoomAddress`, which are all of one room; a usage error otherwise.
    static func parse(_ urls: [String]) throws -> RoomAddresses {
        let endpoints = try urls.map { try Endpoint.parse(try RoomAddress.parse($0).url) }
        guard let first = endpoints.first else { throw ValidationError("expected a URL of a room, got none") }
        for (url, endpoint) in zip(urls, endpoints) where endpoint.room != first.room {
            throw ValidationError(
                "expected the room \(first.room), got \(endpoint.room), at \(url): all URLs are addresses of one room")
        }
        return RoomAddresses(endpoints)
    }
}

extension Endpoint {
    /// The name of the room: the last part of the path.
    var room: String { path.prefix { $0 != "?" }.split(separator: "/").last.map(String.init) ?? path }

    /// Whether it is another address than `before`, of which perhaps only the host is known.
    func isElsewhere(than before: Endpoint) -> Bool {
        before.address == nil ? (host, port) != (before.host, before.port) : self != before
    }
}
