/// The metrics of one loop of a server.
///
/// A value: each loop owns one and changes it on its thread; a scrape merges copies of all.
package struct ServerMetrics: Hashable, Sendable {
    package private(set) var connections = Gauge()
    package private(set) var connectionsOpened = Counter()
    /// Sockets refused before the upgrade: by a limit, a refused upgrade, or a slow handshake.
    /// By reason.
    package private(set) var refusals = LabelledCounter<String>()
    package private(set) var closes = LabelledCounter<CloseLabel>()
    package private(set) var rooms = Gauge()
    package private(set) var lockedRooms = Gauge()
    package private(set) var members = Gauge()
    package private(set) var damagedRooms = Gauge()
    package private(set) var assetBytes = Gauge()
    package private(set) var inputs = LabelledCounter<InputLabel>()
    package private(set) var events = Counter()
    package private(set) var divergences = Counter()
    package private(set) var deliveries = Counter()
    package private(set) var sentBytes = Counter()
    package private(set) var receivedBytes = Counter()
    package private(set) var ringLoops = Gauge()
    package private(set) var resumes = LabelledCounter<ResumeOutcome>()
    package private(set) var outboxAgeMilliseconds = Gauge(merging: .largest)
    package private(set) var journalPending = Gauge()
    package private(set) var journalLagMilliseconds = Gauge(merging: .largest)
    package private(set) var storeFailing = Gauge(merging: .largest)
    package private(set) var lastCommitSecond = Gauge(merging: .largest)
    package private(set) var journalCommits = Histogram.delays
    package private(set) var loopLags = Histogram.delays
    package private(set) var flights = Gauge()
    package private(set) var flightsEnded = LabelledCounter<FlightOutcome>()

    package init() {}

    package mutating func connectionOpened() {
        connections.add(1)
        connectionsOpened.add()
    }

    /// Counts the end of an opened connection; others are `connectionsRefused`.
    package mutating func connectionClosed(_ label: CloseLabel) {
        connections.add(-1)
        closes.add(label)
    }

    /// - Parameter reason: one of few words that this program chooses. A count of 0 makes it known to scrapers.
    package mutating func record(connectionsRefused count: Int, reason: String) {
        refusals.add(reason, UInt64(max(0, count)))
    }

    /// Refused sockets of all reasons.
    package var connectionsRefused: Counter {
        refusals.counters.values.reduce(into: Counter()) { $0.merge($1) }
    }

    /// Rooms whose home is this loop, and the members connected to it, as they are now.
    package mutating func set(rooms: Int, members: Int) {
        self.rooms.value = Int64(rooms)
        self.members.value = Int64(members)
    }

    /// Rooms that are not open because their stored records are damaged.
    package mutating func set(damagedRooms count: Int) {
        damagedRooms.value = Int64(count)
    }

    /// Whether this loop sends a message to many connections in one call.
    package mutating func set(sendsWithRing: Bool) {
        ringLoops.value = sendsWithRing ? 1 : 0
    }

    /// Bytes of files that the rooms of this loop keep for their pages.
    package mutating func set(assetBytes: Int) {
        self.assetBytes.value = Int64(assetBytes)
    }

    /// Rooms whose home is this loop and that refuse new members.
    package mutating func set(lockedRooms: Int) {
        self.lockedRooms.value = Int64(lockedRooms)
    }

    package mutating func record(_ input: InputLabel) {
        inputs.add(input)
    }

    /// Reliable events of the rooms of this loop.
    package mutating func record(events count: Int) {
        events.add(UInt64(max(0, count)))
    }

    /// Members whose picture differed from their room's, once for each time the room came to rest.
    package mutating func record(divergences count: Int) {
        divergences.add(UInt64(max(0, count)))
    }

    /// One message of `bytes`, sent to as many connections as `deliveries` says.
    package mutating func record(deliveries count: Int, bytes: Int) {
        deliveries.add(UInt64(max(0, count)))
        sentBytes.add(UInt64(max(0, count)) &* UInt64(max(0, bytes)))
    }

    /// A message from a peer.
    package mutating func record(receivedBytes count: Int) {
        receivedBytes.add(UInt64(max(0, count)))
    }

    package mutating func record(_ resume: ResumeOutcome) {
        resumes.add(resume)
    }

    /// The time for which the longest stuck connection has not read; 0 when none is stuck.
    package mutating func set(outboxAgeMilliseconds age: Int64) {
        outboxAgeMilliseconds.value = age
    }

    /// Records that are not committed, and the age of the oldest; 0 and 0 when all are committed.
    package mutating func set(journalPending records: Int, lagMilliseconds: Int64) {
        journalPending.value = Int64(records)
        journalLagMilliseconds.value = lagMilliseconds
    }

    /// Whether writes do not reach the disk, and the second of the last commit since 1970; nil before the first.
    package mutating func set(storeFails: Bool, lastCommitSecond second: Int64?) {
        storeFailing.value = storeFails ? 1 : 0
        lastCommitSecond.value = second ?? 0
    }

    /// One commit of records, from handing over the first to the commit.
    package mutating func record(journalCommitMicroseconds duration: Int64) {
        journalCommits.record(microseconds: duration)
    }

    /// The delay with which a timer of the loop was served.
    package mutating func record(loopLagMicroseconds lag: Int64) {
        loopLags.record(microseconds: lag)
    }

    /// Animations under way in the rooms of this loop, as they are now.
    package mutating func set(flights: Int) {
        self.flights.value = Int64(flights)
    }

    package mutating func record(_ flight: FlightOutcome) {
        flightsEnded.add(flight)
    }
}

extension ServerMetrics {
    /// Adds the metrics of another loop.
    package mutating func merge(_ other: ServerMetrics) {
        connections.merge(other.connections)
        connectionsOpened.merge(other.connectionsOpened)
        refusals.merge(other.refusals)
        closes.merge(other.closes)
        rooms.merge(other.rooms)
        lockedRooms.merge(other.lockedRooms)
        members.merge(other.members)
        damagedRooms.merge(other.damagedRooms)
        assetBytes.merge(other.assetBytes)
        inputs.merge(other.inputs)
        events.merge(other.events)
        divergences.merge(other.divergences)
        deliveries.merge(other.deliveries)
        sentBytes.merge(other.sentBytes)
        receivedBytes.merge(other.receivedBytes)
        ringLoops.merge(other.ringLoops)
        resumes.merge(other.resumes)
        outboxAgeMilliseconds.merge(other.outboxAgeMilliseconds)
        journalPending.merge(other.journalPending)
        journalLagMilliseconds.merge(other.journalLagMilliseconds)
        storeFailing.merge(other.storeFailing)
        lastCommitSecond.merge(other.lastCommitSecond)
        journalCommits.merge(other.journalCommits)
        loopLags.merge(other.loopLags)
        flights.merge(other.flights)
        flightsEnded.merge(other.flightsEnded)
    }
}
