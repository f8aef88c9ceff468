import PagingEngine
import PagingRoom
import Testing

extension TestMember {
    /// Options of a server that does not limit the rate of `flood`.
    static let floodOptions = ["--max-input-rate", "1000000"]

    /// Makes at least `count` events with jumps back and forth, three events each, as fast as the server answers.
    ///
    /// - Returns: the last event's number.
    @discardableResult
    func flood(events count: Int) throws -> Sequence {
        var last = now.sequence
        let goal = last.number + Int64(count)
        var page: Int64 = 1
        while last.number < goal {
            let answer = try ask(.jump(PageIndex(page), animated: false))
            switch answer {
            case .accepted(_, let sequence, _):
                last = sequence
                page = 3 - page
            case .refused(_, let refusal, _):
                throw ExpectationError("a jump", instead: refusal.reason)
            }
        }
        return last
    }
}
