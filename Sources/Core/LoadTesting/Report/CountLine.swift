import Support

/// One count of a run with its name, for tables.
struct CountLine: Hashable {
    let name: String
    let value: String
    /// Whether it counts something that went wrong.
    var isTrouble = false

    /// All lines with a value, in the order in which they are shown.
    static func all(of result: LoadResult) -> [CountLine] {
        let counts = result.counts
        var lines = [CountLine(name: "users", value: users(counts))]
        if result.warmupSeconds > 0 { lines.append(warmup(result)) }
        lines.append(traffic("sent", counts.sentMessages, counts.sentBytes))
        lines.append(traffic("received", counts.receivedMessages, counts.receivedBytes))
        if counts.expectedEvents > 0 || counts.receivedEvents > 0 { lines.append(reach(counts)) }
        if counts.offsets > 0 { lines.append(CountLine(name: "offsets", value: Format.grouped(counts.offsets))) }
        lines += [
            trouble("dropped starts", counts.droppedStarts), trouble("connect failures", counts.connectFailures),
            trouble("gaps", counts.gaps), trouble("duplicates", counts.duplicates),
            trouble("diverged", counts.diverged), trouble("unreadable", counts.unreadable),
            trouble("unanswered", counts.unanswered),
        ].compactMap { $0 }
        lines += checks(counts)
        lines += codes("rejected", counts.rejections) + codes("closed", counts.closes)
        lines += codes("HTTP error", counts.httpErrors)
        if result.processorTime > 0 { lines.append(processor(result)) }
        if let memory = result.memory { lines.append(self.memory(memory, users: result.peakUsers)) }
        return lines
    }

    private static func users(_ counts: LoadCounts) -> String { "\(Format.grouped(counts.started)) started" }

    /// The counts that the warm-up leaves out of the other lines, faults first.
    private static func warmup(_ result: LoadResult) -> CountLine {
        let counts = result.warmupCounts
        let faults = [
            ("gaps", counts.gaps), ("duplicates", counts.duplicates), ("diverged", counts.diverged),
            ("unreadable", counts.unreadable), ("unanswered", counts.unanswered),
            ("connect failures", counts.connectFailures),
            ("rejected", counts.refused), ("closed", counts.closes.values.reduce(0, +)),
            ("HTTP errors", counts.httpErrors.values.reduce(0, +)),
        ].filter { $0.1 > 0 }.map { "\($0) \(Format.grouped($1))" }
        let traffic = Format.count(counts.receivedMessages, "message") + " received"
        return CountLine(
            name: "warm-up",
            value: "\(result.warmupSeconds) s left out: " + (faults + [traffic]).joined(separator: ", "),
            isTrouble: !faults.isEmpty)
    }

    private static func traffic(_ name: String, _ messages: Int, _ bytes: Int) -> CountLine {
        let size = bytes > 0 ? ", \(Format.bytes(bytes))" : ""
        return CountLine(name: name, value: Format.count(messages, "message") + size)
    }

    private static func reach(_ counts: LoadCounts) -> CountLine {
        let events = "\(Format.grouped(counts.receivedEvents)) of \(Format.count(counts.expectedEvents, "event"))"
        // Rounded down: only a complete reach is shown as 100 %.
        let part = Format.percent(counts.reach)
        return CountLine(
            name: "reach", value: "\(Format.decimal(part, places: 3)) %, \(events)", isTrouble: counts.reach < 1)
    }

    private static func checks(_ counts: LoadCounts) -> [CountLine] {
        counts.checks.sorted { $0.key < $1.key }.map { name, count in
            // Rounded down: only checks that always held are shown with 100 %.
            let part = Format.percent(count.rate ?? 0)
            let value =
                "\(Format.decimal(part, places: 3)) %, \(Format.grouped(count.passed)) of \(Format.grouped(count.all))"
            return CountLine(name: "check \(name.printableLine)", value: value, isTrouble: count.failed > 0)
        }
    }

    /// Nil for a count of 0.
    private static func trouble(_ name: String, _ count: Int) -> CountLine? {
        count == 0 ? nil : CountLine(name: name, value: Format.grouped(count), isTrouble: true)
    }

    private static func codes(_ name: String, _ counts: [String: Int]) -> [CountLine] {
        counts.sorted { $0.key < $1.key }.map { code, count in
            CountLine(
                name: "\(name) \(code.printableLine)", value: Format.grouped(count), isTrouble: code != "1000")
        }
    }

    private static let usersForMemory = 100

    private static func memory(_ memory: GeneratorMemory, users: Int) -> CountLine {
        // With few users the program's own changes are larger than their memory.
        let isKnown = users >= CountLine.usersForMemory
        let each = memory.bytesPerUser(of: users).flatMap { isKnown ? ", \(Format.bytes($0)) a user" : nil } ?? ""
        return CountLine(
            name: "generator memory",
            value: "\(Format.bytes(memory.peakBytes)) at most, \(Format.bytes(memory.startBytes)) before the first user"
                + each)
    }

    private static func processor(_ result: LoadResult) -> CountLine {
        let share = result.duration > 0 ? Double(result.processorTime) / Double(result.duration) * 100 : 0
        return CountLine(
            name: "generator",
            value: "\(Format.time(microseconds: Double(result.processorTime))) of processor time, "
                + "\(Format.decimal(share, places: 0)) % of one")
    }
}
