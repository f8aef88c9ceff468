import ArgumentParser
import FoundationEssentials

struct AdminCluster: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cluster", abstract: "List the nodes of a cluster, and the rooms of the node at URL.",
        discussion: """
            Roles: owner (decides what happens), holding (owns the room and waits for its lease or the database), damaged \
            (owns it and cannot read its records), edge (follows the owner), searching (no owner is known).

            A node with the state "edge" has members only: it owns no rooms and needs no lease.

            MEMBERS are those of this node. LAG is the age of the oldest change that is not saved or, at an edge, the time \
            for which the owner is missing.
            """)

    @OptionGroup var options: AdminOptions

    func run() throws {
        let body = try options.send("POST", "/admin/cluster")
        if options.json { return StandardStreams.print(body) }
        guard let page = try? JSONDecoder().decode(ClusterPage.self, from: Data(body.utf8)) else {
            StandardStreams.printError("riffle admin: expected nodes and rooms, got something else")
            throw ExitStatus.failure
        }
        page.lines.forEach(StandardStreams.print)
    }
}

extension ClusterPage {
    /// Two tables for people, with an empty line in between.
    var lines: [String] {
        let nodes = nodes.map { node in
            [
                node.name + (node.isThis ? " (this)" : ""), node.id,
                (node.isLive ? "live" : "not heard") + (node.isEdge ? ", edge" : "")
                    + (node.isDraining ? ", draining" : ""),
                Self.text(node.leaseAgeMilliseconds), Self.text(node.beatLagMilliseconds),
            ].map(\.printableLine)
        }
        let rooms = rooms.map { room in
            [
                room.name, room.epoch ?? "-", room.owner ?? "-", room.role, "\(room.members)",
                Self.text(room.lagMilliseconds),
            ].map(\.printableLine)
        }
        let nodeHeading = ["NODE", "ID", "STATE", "LEASE AGE", "BEAT LAG"]
        let roomHeading = ["ROOM", "EPOCH", "OWNER", "ROLE", "MEMBERS", "LAG"]
        return TextTable.lines([nodeHeading] + nodes, numbers: [3, 4]) + [""]
            + TextTable.lines([roomHeading] + rooms, numbers: [4, 5])
    }

    private static func text(_ milliseconds: Int64?) -> String { milliseconds.map { "\($0) ms" } ?? "-" }
}
