import Foundation
import PagingContent
import PagingEngine
import PagingRoom

/// What `--json` says of a page that has come to rest, or of a step of it.
struct PageReport: Encodable {
    /// The room.
    let name: String
    /// As people count it; none where there are no pages.
    let page: Int64?
    /// Pages of the list; none in an endless row.
    let pages: Int?
    let id: String?
    let title: String?
    /// Which part of the page is shown, from 1; only of a page that is shown step by step.
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
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: (try? encoder.encode(self)) ?? Data(), as: UTF8.self)
    }
}

extension Replica {
    /// The page the pager rests on; nil while it moves, and where there is none.
    var pageAtRest: Page? {
        isAtRest ? window.first { $0.index == settled }?.page : nil
    }
}
