import PagingContent
import PagingEngine
import PagingRoom

/// The output of `--json` for a page that has come to rest, or for a step of it.
struct PageReport: Encodable {
    /// The room.
    let name: String
    /// The number as people count; nil where there are no pages.
    let page: Int64?
    /// Number of pages; nil in an endless row.
    let pages: Int?
    let id: String?
    let title: String?
    /// The step, from 1; only of a page with steps.
    let step: Int?
    let steps: Int?
    let seq: Int64
    let digest: String
    let phase: String

    init(room: String, replica: Replica) {
        let result = ActorResult(name: room, replica: replica)
        let shown = replica.pageAtRest
        name = room
        page = shown == nil ? nil : result.page
        pages = replica.wrap == .unbounded ? nil : replica.count
        (id, title) = (shown?.id.text, shown?.title)
        let isStepped = (shown?.steps ?? 0) > 0
        step = shown.flatMap { isStepped ? replica.stepsShown(of: $0, at: replica.settled) + 1 : nil }
        steps = shown.flatMap { isStepped ? $0.steps + 1 : nil }
        (seq, digest, phase) = (result.sequence, result.digest, result.phase)
    }

    var json: String {
        (try? jsonLine()) ?? ""
    }
}

extension Replica {
    /// The page the pager rests on; nil while it moves, and where there is none.
    var pageAtRest: Page? {
        isAtRest ? window.first { $0.index == settled }?.page : nil
    }
}
