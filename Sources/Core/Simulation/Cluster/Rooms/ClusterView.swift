import ClusterTraffic
import PagingEngine
import PagingRoom
import PagingServer

/// A look at a cluster with its members: who owns a room, and whether all see what it shows.
struct ClusterView {
    /// A room at its only owner.
    struct HomeView {
        let node: Int
        let process: ClusterProcess
        let loop: Int
        let room: Replica
        let members: [Member]
    }

    let stage: ClusterStage
    let members: [SimulatedMember]

    /// The processes that are registered, by the ids of their nodes.
    var registered: [NodeID: Int] {
        var registered: [NodeID: Int] = [:]
        for node in stage.machines.indices {
            guard let status = stage.machines[node].process?.core.status(at: stage.own(node)) else { continue }
            if status.phase == .registered { registered[status.node] = node }
        }
        return registered
    }

    /// The milliseconds by which the time of nodes may be wrong; nil: by any number, after a clock stood still.
    var timeError: Int64? {
        let processes = stage.machines.compactMap(\.process)
        guard processes.allSatisfy({ $0.frozenAt == nil }) else { return nil }
        return processes.compactMap(\.quickestReading).max() ?? 0
    }

    /// The nodes whose homes of a room speak.
    func owners(of room: String) -> [Int] {
        stage.machines.indices.filter { node in
            guard let core = stage.machines[node].process?.core else { return false }
            return core.leaseEnd.map { stage.own(node) < $0 } ?? false
                && core.status(at: stage.own(node)).rooms.contains { $0.name == room && $0.isSpeaking }
        }
    }

    /// Nil while there is no owner, or more than one.
    func home(of room: String) -> HomeView? {
        let owners = owners(of: room)
        guard let node = owners.first, owners.count == 1, let process = stage.machines[node].process,
            let loop = process.loops.firstIndex(where: { $0.sequence(of: room) != nil }),
            let replica = process.loops[loop].snapshot(of: room, at: process.time(of: loop, at: stage.own(node)))
        else { return nil }
        return HomeView(
            node: node, process: process, loop: loop, room: replica,
            members: process.loops[loop].members(of: room) ?? [])
    }

    /// The rules that a room breaks that should have come to rest.
    func findings(_ number: Int, _ draft: WorldPlan.RoomDraft) -> [(rule: ClusterViolation.Rule, text: String)] {
        guard let home = home(of: draft.name) else {
            return [(.convergence, "\(draft.name) has owners \(owners(of: draft.name)) at the end")]
        }
        var findings: [(rule: ClusterViolation.Rule, text: String)] = []
        if !home.room.isAtRest {
            findings.append((.convergence, "\(draft.name) does not come to rest: \(home.room.phase.name)"))
        }
        let numbers = members.indices.filter { members[$0].room == number }
        for member in numbers {
            guard let replica = members[member].replica else {
                findings.append((.convergence, "member \(member) does not come back: \(members[member].stage)"))
                continue
            }
            if replica != home.room {
                let difference = replica.difference(from: home.room)
                findings.append((.convergence, "member \(member) at the end sees \(difference)"))
            }
            if !members[member].unanswered.isEmpty {
                findings.append((.order, "member \(member) waits for answers to \(members[member].unanswered)"))
            }
        }
        let present = home.members.count { !$0.isAway }
        if present != numbers.count {
            findings.append((.seats, "\(draft.name) has \(present) members present, \(numbers.count) are there"))
        }
        return findings
    }
}
