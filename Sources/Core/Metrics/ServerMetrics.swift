/// What one loop of a server counts about itself.
///
/// A value: each loop owns one and changes it on its own thread; whoever answers a scrape merges copies of all.
package struct ServerMetrics: Hashable, Sendable {
    package private(set) var connections = Gauge()
    package private(set) var connectionsOpened = Counter()
    /// Sockets turned away before they were WebSockets: by a limit, a refused upgrade, or a handshake too slow.
    package private(set) var connectionsRefused = Counter()
    package private(set) var closes = Tally<CloseLabel>()
    package private(set) var rooms = Gauge()
    package private(set) var members = Gauge()
    package private(set) var inputs = Tally<InputLabel>()
    package private(set) var events = Counter()
    package private(set) var divergences = Counter()
    package private(set) var deliveries = Counter()
    package private(set) var sentBytes = Counter()
    package private(set) var receivedBytes = Counter()
    package private(set) var resumes = Tally<ResumeOutcome>()
    package private(set) var outboxAgeMilliseconds = Gauge(merging: .largest)
    package private(set) var journalPending = Gauge()
    package private(set) var journalLagMilliseconds = Gauge(merging: .largest)
    package private(set) var journalCommits = Histogram.delays
    package private(set) var loopLags = Histogram.delays
    package private(set) var flights = Gauge()
    package private(set) var flightsEnded = Tally<FlightOutcome>()

    package init() {}

    package mutating func connectionOpened() {
        connections.add(1)
        connectionsOpened.add()
    }

    /// Of a connection that was opened; one that was not is `connectionRefused`.
    package mutating func connectionClosed(_ label: CloseLabel) {
        connections.add(-1)
        closes.add(label)
    }

    package mutating func record(connectionsRefused count: Int) {
        connectionsRefused.add(UInt64(max(0, count)))
    }

    /// Rooms whose home is this loop, and the members connected to it, as they are now.
    package mutating func set(rooms: Int, members: Int) {
        self.rooms.value = Int64(rooms)
        self.members.value = Int64(members)
    }

    package mutating func record(_ input: InputLabel) {
        inputs.add(input)
    }

    /// Reliable events a room of this loop made.
    package mutating func record(events count: Int) {
        events.add(UInt64(max(0, count)))
    }

    /// Members that drew something else than a room of this loop showed, once for each time it came to rest.
    package mutating func record(divergences count: Int) {
        divergences.add(UInt64(max(0, count)))
    }

    /// One message of `bytes`, sent to as many connections as `deliveries` says.
    package mutating func record(deliveries count: Int, bytes: Int) {
        deliveries.add(UInt64(max(0, count)))
        sentBytes.add(UInt64(max(0, count)) &* UInt64(max(0, bytes)))
    }

    /// A message a peer sent.
    package mutating func record(receivedBytes count: Int) {
        receivedBytes.add(UInt64(max(0, count)))
    }

    package mutating func record(_ resume: ResumeOutcome) {
        resumes.add(resume)
    }

    /// How long the reader that has been stuck longest has been; 0 when none is.
    package mutating func set(outboxAgeMilliseconds age: Int64) {
        outboxAgeMilliseconds.value = age
    }

    /// Records not yet safe, and how long the oldest of them has waited; 0 and 0 when all are.
    package mutating func set(journalPending records: Int, lagMilliseconds: Int64) {
        journalPending.value = Int64(records)
        journalLagMilliseconds.value = lagMilliseconds
    }

    /// One group of records made safe, from the first hand-over to the answer of the disk.
    package mutating func record(journalCommitMicroseconds duration: Int64) {
        journalCommits.record(microseconds: duration)
    }

    /// How long after its time a timer of the loop was served.
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
    /// Adds what another loop counted.
    package mutating func merge(_ other: ServerMetrics) {
        connections.merge(other.connections)
        connectionsOpened.merge(other.connectionsOpened)
        connectionsRefused.merge(other.connectionsRefused)
        closes.merge(other.closes)
        rooms.merge(other.rooms)
        members.merge(other.members)
        inputs.merge(other.inputs)
        events.merge(other.events)
        divergences.merge(other.divergences)
        deliveries.merge(other.deliveries)
        sentBytes.merge(other.sentBytes)
        receivedBytes.merge(other.receivedBytes)
        resumes.merge(other.resumes)
        outboxAgeMilliseconds.merge(other.outboxAgeMilliseconds)
        journalPending.merge(other.journalPending)
        journalLagMilliseconds.merge(other.journalLagMilliseconds)
        journalCommits.merge(other.journalCommits)
        loopLags.merge(other.loopLags)
        flights.merge(other.flights)
        flightsEnded.merge(other.flightsEnded)
    }
}
