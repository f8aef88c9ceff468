import Glibc
import PagingRoom
import PagingServer
import RoomStore
import WebSocketLoop

/// Performs the actions of operators. It runs on the admin thread and waits for the loop that owns a room.
struct AdminOperator: Sendable {
    /// Time for a loop to answer, and for the store to save an order.
    static let milliseconds: Int64 = 1_000

    let loops: [Mailbox<LoopCommand>]
    /// Required for every action; without one there are no actions.
    let token: AdminToken?
    let revoked: RevokedTokens
    /// Keeps what was ordered; nil without a store.
    let store: RoomStore?
    /// Nil for a single server.
    var cluster: ClusterThread?
    let log: ServerLogger

    func answer(_ request: HTTPPost) -> HTTPResponse {
        guard let token else {
            return failure(403, "actions need a server with --admin-token-file")
        }
        guard token.matches(request.authorization) else {
            return failure(
                401, "expected the header `Authorization: Bearer TOKEN` with the token of --admin-token-file")
        }
        guard let action = AdminAction(path: request.path, query: request.query) else {
            return failure(404, "expected one of " + AdminAction.paths.joined(separator: ", "))
        }
        switch action {
        case .operate(let room, let operation): return operate(operation, on: room)
        case .members(let room): return members(of: room)
        case .revoke(let id): return revoke(id)
        case .cluster: return clusterPage()
        case .drain: return drain()
        }
    }

    private func operate(_ operation: RoomOperation, on room: String) -> HTTPResponse {
        let answer = OneShot<RoomOperationOutcome>()
        home(of: room).push(.operate(room: room, operation, answer))
        switch answer.wait(milliseconds: AdminOperator.milliseconds) {
        case .done: return savedResult("done")
        case .unchanged: return savedResult("unchanged")
        case .noSuchRoom: return noRoom(room)
        case .noSuchMember: return failure(404, "the room \(room) has no such member")
        case .moving: return failure(503, "the room \(room) changes its server, or its server has no lease; try again")
        case nil: return failure(503, "the loop or the store of the room does not answer; the action may still happen")
        }
    }

    private struct Row: Encodable {
        let number: UInt32
        let name: String
        let role: String
        let away: Bool
    }

    private func members(of room: String) -> HTTPResponse {
        let answer = OneShot<[Member]?>()
        home(of: room).push(.members(room: room, answer))
        guard let found = answer.wait(milliseconds: AdminOperator.milliseconds) else {
            return failure(503, "the loop of the room does not answer")
        }
        guard let members = found else { return noRoom(room) }
        return HTTPResponse(
            status: 200,
            json: [
                "members": members.map {
                    Row(number: $0.id.number, name: $0.name, role: $0.role.rawValue, away: $0.isAway)
                }
            ])
    }

    private func clusterPage() -> HTTPResponse {
        guard let cluster else { return failure(404, "this server has no cluster; see riffle serve --cluster") }
        let reports = LoopReportRequest.send(
            to: loops, withRooms: true, withinMilliseconds: AdminOperator.milliseconds)
        guard let reports, let report = cluster.report(withinMilliseconds: AdminOperator.milliseconds) else {
            return failure(503, "a loop does not answer")
        }
        return HTTPResponse(status: 200, json: ClusterPage(report.status, reports))
    }

    private func home(of room: String) -> Mailbox<LoopCommand> {
        loops[RoomSpec.home(of: room, loops: loops.count)]
    }

    private func revoke(_ id: String) -> HTTPResponse {
        let addition = revoked.add(id, milliseconds: AdminOperator.milliseconds)
        guard addition != .invalid else {
            return failure(400, "expected the jti of a token; too many were revoked, or this one is too long")
        }
        for loop in loops { loop.push(.endRevoked) }
        log.revoked(tokens: revoked.count)
        guard addition == .done else {
            return failure(503, "the token is refused, but the store has not saved that yet; see riffle_store_failing")
        }
        return result("done")
    }

    /// Sends the signal to this process, so that there is one way to end.
    private func drain() -> HTTPResponse {
        kill(getpid(), SIGTERM)
        return result("done")
    }

    /// The result once all that led to it is saved.
    private func savedResult(_ word: String) -> HTTPResponse {
        // In a cluster the loop has waited for records, not for the removal of a room.
        let removals = cluster?.persistence?.store.waitForRemovals(milliseconds: AdminOperator.milliseconds)
        guard removals ?? store?.waitForCommit(milliseconds: AdminOperator.milliseconds) ?? true else {
            return failure(503, "\(word), but the store has not saved that yet; see riffle_store_failing")
        }
        return result(word)
    }

    private func noRoom(_ room: String) -> HTTPResponse {
        guard cluster != nil else { return failure(404, "there is no room \(room)") }
        return failure(404, "this node does not own a room \(room); riffle admin cluster names the owners of its rooms")
    }

    private func result(_ word: String) -> HTTPResponse { HTTPResponse(status: 200, json: ["result": word]) }

    private func failure(_ status: Int, _ sentence: String) -> HTTPResponse {
        HTTPResponse(status: status, json: ["error": sentence])
    }
}

extension HTTPResponse {
    /// One JSON object on a line.
    init(status: Int, json: some Encodable) {
        guard let line = try? json.jsonLine() else {
            self.init(status: 500, text: "the answer cannot be encoded")
            return
        }
        self.init(status: status, contentType: "application/json", body: Array((line + "\n").utf8))
    }
}
