import FoundationEssentials
import WebSocketLoop

/// The server that the admin listener reports on and acts upon.
struct AdminSubject: HTTPSite {
    /// The start of the process.
    let start: Date
    /// The limiter in front of the loops.
    let limiter: ConnectionLimiter
    let operations: AdminOperator

    /// Time for all loops to answer; a loop that takes longer is considered stuck.
    private static let reportMilliseconds: Int64 = 1_000

    func answer(_ path: String) -> HTTPResponse {
        guard AdminPages.paths.contains(path) else { return AdminPages.notFound }
        let reports = LoopReportRequest.send(
            to: operations.loops, withRooms: AdminPages.needsRooms(path),
            withinMilliseconds: Self.reportMilliseconds)
        let refusals = LoopReport(refusals: limiter.refusals)
        guard let cluster = operations.cluster else {
            return AdminPages.page(path, reports.map { $0 + [refusals] }, .now(startedAt: start))
        }
        // The cluster loop is a loop, too.
        let report = cluster.report(withinMilliseconds: Self.reportMilliseconds)
        return AdminPages.page(
            path, report == nil ? nil : reports.map { $0 + [refusals] }, .now(startedAt: start),
            cluster: report?.metrics)
    }

    func answer(_ post: HTTPPost) -> HTTPResponse? {
        post.path.hasPrefix("/admin/") ? operations.answer(post) : nil
    }
}
