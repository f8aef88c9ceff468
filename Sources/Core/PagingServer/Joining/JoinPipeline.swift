import PagingContent
import PagingEngine
import PagingRoom

/// The way of a join: token → home → commit → subscriber.
///
/// 1. `SessionTable` takes the join and, with `ServerSettings.authorizesJoins`, has the shell authorize it.
/// 2. This pipeline, on the loop of the room's home, finds the room or has it created. Loop 0 counts the rooms of the
///    process and decides whether one more may be created.
/// 3. `Home` makes the member. In a durable room the join waits in `HeldJoins` until its record is committed; then the
///    home answers with welcome and picture, in order with what it published before.
/// 4. `RelayTable`, on the connection's loop, adds the subscriber.
struct JoinPipeline: Sendable {
    /// Joins that wait for a room of this loop to be created.
    private var waiting: [String: [JoinRequest]] = [:]
    /// Rooms of the process; only loop 0 keeps it.
    private(set) var roomCount: Int
    /// Rooms this loop has created.
    private var created = 0
    private let settings: ServerSettings

    init(_ settings: ServerSettings, rooms: Int) {
        self.settings = settings
        roomCount = rooms
    }

    /// As the room's home: decides the join, or asks loop 0 for a room that does not exist yet.
    mutating func requestJoin(
        _ name: String, _ request: JoinRequest, in hosted: inout HostedRooms, at now: Instant,
        into output: inout LoopOutput
    ) {
        if hosted.contains(name) { return hosted.join(name, request, at: now, into: &output) }
        let isAsked = waiting[name] != nil
        guard request.mayCreate || isAsked else {
            output.count(.join, .forbidden)
            return output.dismiss(request.address, .noSuchRoom, "there is no room \(name)")
        }
        waiting[name, default: []].append(request)
        if !isAsked { output.send(.roomWanted(name, by: output.loop), to: 0) }
    }

    /// As loop 0: decides whether one more room may be created.
    mutating func decideRoom(_ name: String, for other: Int, into output: inout LoopOutput) {
        let isGranted = roomCount < settings.roomLimit
        roomCount += isGranted ? 1 : 0
        output.send(.roomDecided(name, isGranted: isGranted), to: other)
    }

    /// As loop 0: counts one room less.
    mutating func roomGone() { roomCount -= 1 }

    /// Creates the room and lets in the joins that wait for it, or refuses them.
    mutating func createRoom(
        _ name: String, isGranted: Bool, in hosted: inout HostedRooms, at now: Instant, into output: inout LoopOutput
    ) {
        let requests = waiting.removeValue(forKey: name) ?? []
        guard isGranted else {
            for request in requests {
                output.count(.join, .forbidden)
                output.dismiss(request.address, .serverFull, "the server has its \(settings.roomLimit) rooms")
            }
            return
        }
        guard !requests.isEmpty else { return output.send(.roomGone(room: name), to: 0) }
        created += 1
        let spec = RoomSpec(
            name: name, supplier: .numbers, configuration: Configuration(.threePage), policy: settings.policy,
            isOnDemand: true)
        // A name may be used again. The epoch differs, so that a returning member does not take the events of this room
        // for those of the earlier one.
        hosted.create(spec, epoch: Epoch("\(settings.epoch.text)-\(created)"), at: now)
        output.log(.roomCreated(room: name))
        for request in requests { hosted.join(name, request, at: now, into: &output) }
    }

    /// Drops a join whose connection is gone; a member that exists already becomes away.
    mutating func withdraw(
        _ name: String, _ address: Address, in hosted: inout HostedRooms, at now: Instant,
        into output: inout LoopOutput
    ) {
        waiting[name]?.removeAll { $0.address == address }
        hosted.withdraw(name, address, at: now, into: &output)
    }
}
