import ArgumentParser
import Glibc
import PagingEngine
import PagingServer

struct Serve: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Run the authority: rooms that people join.",
        discussion: """
            Examples:
              riffle serve --room talk=Examples/decks/tour.md
              riffle serve --room count=threePage:numbers --listen 127.0.0.1:0
              riffle serve --room fruit=carousel:items:apple,banana,cherry --room zoo=majority:animals:7

            Presets: threePage, threePagePredicted, carousel, tabs, buttons, majority, continuous.
            Suppliers: numbers, items[:NAME,…], tabs, contents, animals[:SEED]; each preset has one of its own.

            Prints `listening on ws://HOST:PORT` when it is ready. SIGTERM or SIGINT tells everybody to come back
            later and ends with 0.
            """)

    @Option(help: "Where to listen, HOST:PORT; port 0 takes a free one.")
    var listen = ListenAddress(host: "127.0.0.1", port: 7420)

    @Option(
        name: .customLong("room"),
        help: "A room as NAME=SOURCE: a deck's file, PRESET, or PRESET:SUPPLIER. Repeat for more.")
    var rooms: [String] = []

    @Option(help: "Event loops, one thread each; by default one per core.")
    var loops: Int?

    @Flag(help: "Keep rooms in memory only; so it is without --store.")
    var memory = false

    @Option(
        help: ArgumentHelp(
            "Keep pages, settings, members and places in this file, over every end of the server.",
            discussion: "A room the file remembers is served as it was, whatever --room says of it.",
            valueName: "file"))
    var store: String?

    @Option(help: "How the log on standard error is written: text or json.")
    var logFormat = LogFormat.text

    @Option(help: "Within what time everybody is sent away when the server ends.")
    var drain = Milliseconds(1_000)

    @Flag(name: [.short, .long], help: "Log every join and leave.")
    var verbose = false

    func validate() throws {
        guard !memory || store == nil else { throw ValidationError("--memory or --store FILE, not both") }
        guard !rooms.isEmpty || store != nil else {
            throw ValidationError("give at least one room, such as --room talk=Examples/decks/tour.md")
        }
        if let loops, !(1...64).contains(loops) { throw ValidationError("--loops \(loops): between 1 and 64") }
    }

    func run() throws {
        let memory = try openStore()
        let plans = try plans().remembered(by: memory)
        guard !plans.isEmpty else { throw ValidationError("the store remembers no room: give one with --room") }
        let log = ServerLogger(format: logFormat, isVerbose: verbose)
        let server: ServerProcess
        do {
            server = try ServerProcess(
                listen: listen, rooms: plans, memory: memory, loops: loops ?? ServerProcess.cores, log: log)
        } catch {
            StandardStreams.say("riffle serve: \(error)")
            throw ExitStatus.failure
        }
        StandardStreams.print("listening on ws://\(server.address)")
        for plan in plans { log.serving(room: plan.name, at: "ws://\(server.address)/rooms/\(plan.name)") }
        server.waitForSignal()
        do {
            try server.stop(drainMilliseconds: drain.value)
        } catch {
            StandardStreams.say("riffle serve: \(error)")
            throw ExitStatus.failure
        }
    }

    private func openStore() throws -> RoomMemory? {
        do {
            return try store.map { try RoomMemory(path: $0) }
        } catch {
            StandardStreams.say("riffle serve: \(error)")
            throw ExitStatus.failure
        }
    }

    /// The rooms asked for; a word that makes no sense ends with 64, a deck that does not parse with 65.
    private func plans() throws -> [RoomPlan] {
        var plans: [RoomPlan] = []
        for room in rooms {
            let parts = room.split(separator: "=", maxSplits: 1).map(String.init)
            guard parts.count == 2, RoomPlan.isValid(name: parts[0]) else {
                throw ValidationError("--room \(room): NAME=SOURCE, the name of 1 to 64 of A-Z a-z 0-9 . _ -")
            }
            guard !plans.contains(where: { $0.name == parts[0] }) else {
                throw ValidationError("--room \(room): there is a room \(parts[0]) already")
            }
            do {
                let source = try RoomSource(parts[1])
                for warning in source.warnings { StandardStreams.say("riffle serve: \(warning)") }
                plans.append(
                    RoomPlan(name: parts[0], supplier: source.supplier, configuration: source.configuration))
            } catch {
                if error.isUsage { throw ValidationError("--room \(room): \(error)") }
                StandardStreams.say("riffle serve: \(error)")
                throw ExitStatus.unreadable
            }
        }
        return plans
    }
}

extension [RoomPlan] {
    /// These rooms and those remembered, each as it is remembered.
    fileprivate func remembered(by memory: RoomMemory?) -> [RoomPlan] {
        guard let memory else { return self }
        let known = map { plan in
            var plan = plan
            plan.memory = memory.rooms[plan.name]
            return plan
        }
        let others = memory.rooms.filter { room in !contains { $0.name == room.key } }
        return known
            + others.sorted { $0.key < $1.key }.map { name, record in
                RoomPlan(name: name, supplier: .numbers, configuration: Configuration(.threePage), memory: record)
            }
    }
}
