import Foundation
import Testing

/// Files and functions stay small enough to be read at a glance.
@Suite struct SizeTests {
    private static let functionLines = 70
    private static let hardLimit = 400
    private static let softLimit = 250

    /// Files above the soft limit, each with the reason why it is one noun all the same.
    private static let long: [String: String] = [
        "Sources/Adapters/WebSocketLoop/Connections/Connections.swift": "the wiring of a loop's connections",
        "Sources/App/riffle/Join/Session/SessionController.swift": "the wiring of a session's seven parts",
        "Sources/App/riffle/Load/Run/LoadShell.swift": "the wiring of a run over sockets",
        "Sources/App/riffle/Member/ClientLoop.swift": "the wiring of clients over sockets",
        "Sources/App/riffle/Serve/Loop/ServerLoop.swift": "the wiring of a loop",
        "Sources/Core/ClusterMembership/ClusterNode.swift": "the wiring of a node's seven parts",
        "Sources/Core/ClusterServer/ClusterCore.swift": "the wiring of the cluster loop",
        "Sources/Core/ClusterServer/Edge/EdgeAudience.swift":
            "the ways of all messages between connections of an edge and an owner; three parts have own state",
        "Sources/Core/ClusterServer/Edge/EdgeRoom.swift": "the wiring of a room at an edge; four parts have own state",
        "Sources/Core/ClusterServer/Edge/EdgeViewers.swift": "the wiring of an edge's viewers; three parts have state",
        "Sources/Core/ClusterServer/Served/ServedRoom.swift": "the wiring of a room at its owner",
        "Sources/Core/ClusterServer/Served/ServedRooms.swift": "the ways of all messages between homes and edges",
        "Sources/Core/LoadTesting/Plain/PlainUser.swift": "the steps of one user; three parts have own state",
        "Sources/Core/LoadTesting/Rooms/RoomLoad.swift": "the wiring of a run; state is in its parts",
        "Sources/Core/LoadTesting/Rooms/VirtualUser.swift": "the life of one user; five parts have own state",
        "Sources/Core/PagingClient/ClientCore.swift": "the wiring of a client",
        "Sources/Core/PagingContent/Dialects/DialectPage.swift": "one case for each idea of each program",
        "Sources/Core/PagingContent/Formulas/FormulaParser.swift": "the grammar of TeX; tokens and symbols are parts",
        "Sources/Core/PagingRoom/Members/Roster.swift": "the numbers, names and sessions of all members",
        "Sources/Core/PagingRoom/Room.swift": "the wiring of a room",
        "Sources/Core/PagingRoom/Sync/Replica.swift": "the state of a room and its changes",
        "Sources/Core/PagingRoom/SharedPager.swift": "the wiring of what a room shows",
        "Sources/Core/PagingServer/HostedRooms/Home.swift": "the wiring of one hosted room",
        "Sources/Core/PagingServer/HostedRooms/HostedRooms.swift": "the only place where a room is changed",
        "Sources/Core/PagingServer/ServerCore.swift": "the wiring of a server",
        "Sources/Core/PagingServer/Sessions/SessionTable.swift":
            "the stage of each connection, which every entry point reads; limits, replies and samples are parts",
        "Sources/Core/Scripting/Runner/Performer.swift": "the wiring of an actor",
        "Sources/Core/Scripting/Stage/OfflineStage.swift": "the wiring of an offline run",
        "Sources/Core/Simulation/Cluster/Nodes/NodeWorld.swift": "the wiring of a simulated cluster",
        "Sources/Core/Simulation/Cluster/Nodes/SimulatedDatabase.swift":
            "connections and transactions; tables and locks are parts",
        "Sources/Core/Simulation/Cluster/Rooms/ClusterAudit.swift": "rules about the same words to members",
        "Sources/Core/Simulation/Cluster/Rooms/ClusterStage.swift": "the shell of all processes of a cluster",
        "Sources/Core/Simulation/Cluster/Rooms/ClusterWorld.swift": "the wiring of a simulated cluster with members",
        "Sources/Core/Simulation/SimulatedServer.swift": "the wiring of a simulated server",
        "Sources/Core/TerminalView/Text/Typesetter.swift": "one case for each kind of block; their lines are parts",
        "Sources/Core/Scripting/Recording/Conversion/SceneDraft.swift": "one case for each kind of event",
        "Tests/Unit/Scripting/ScriptErrorTests.swift": "tables of scripts with the message of each error",
    ]

    /// Types whose slices still share state. They are to become compositions of parts; no type may join them.
    private static let sliced: Set = ["Pager"]

    @Test(arguments: ["Sources", "Tests"])
    func filesAreOneNoun(folder: String) throws {
        for file in try SourceFile.all(in: folder) {
            // The newline at the end does not begin another line.
            let lines = file.lines.count - 1
            if lines > Self.hardLimit {
                Issue.record("\(file.path): expected at most \(Self.hardLimit) lines, got \(lines): split it by state")
            } else if lines > Self.softLimit, Self.long[file.path] == nil {
                Issue.record(
                    "\(file.path): expected at most \(Self.softLimit) lines, got \(lines): split it by state, or add the reason"
                )
            }
        }
    }

    /// `Type+Aspect.swift` holds conformances and derived values. A part that changes its type belongs to the type's file,
    /// or is a type with private state.
    @Test func anAspectDoesNotChangeItsType() throws {
        let files = try SourceFile.all(in: "Sources")
        for file in files where file.path.contains("+") {
            let name = URL(fileURLWithPath: file.path).deletingPathExtension().lastPathComponent
            let type = String(name.prefix { $0 != "+" })
            let isOurs = files.contains {
                $0.module == file.module && $0.lines.contains { $0.contains("struct \(type)") && $0.hasSuffix("{") }
            }
            guard isOurs, !Self.sliced.contains(type),
                let line = file.lines.firstIndex(where: { $0.contains("mutating func ") })
            else { continue }
            Issue.record("\(file.path):\(line + 1): expected derived values only, got a change of \(type)")
        }
    }

    @Test(arguments: ["Sources", "Tests"])
    func functionsFitAScreen(folder: String) throws {
        for file in try SourceFile.all(in: folder) {
            for (name, length) in Self.functions(in: file.lines) where length > Self.functionLines {
                Issue.record("\(file.path): \(name) has \(length) lines: let helpers compute and the parent decide")
            }
        }
    }

    @Test func aLongFunctionWouldBeSeen() {
        let body = Array(repeating: "        work()", count: 80)
        let functions = Self.functions(in: ["    func long() {"] + body + ["    }"])
        #expect(functions.first?.length == 82)
    }

    /// Functions and initializers by the indentation of their first and last line, as the formatter leaves them.
    private static func functions(in lines: [String]) -> [(name: String, length: Int)] {
        var found: [(String, Int)] = []
        for (start, line) in lines.enumerated() {
            let words = line.split(separator: " ").map(String.init)
            guard words.contains("func") || words.contains(where: { $0.hasPrefix("init(") }), !line.contains("//")
            else {
                continue
            }
            let indent = line.prefix { $0 == " " }
            guard let end = lines[start...].firstIndex(of: indent + "}") else { continue }
            found.append((line.drop { $0 == " " }.description, end - start + 1))
        }
        return found
    }
}
