import Metrics
import PagingEngine
import PagingRoom
import PagingWire

extension Home {
    /// The answer to a request for pages; counts it.
    func pages(
        for member: MemberID, _ id: RequestID, from first: PageIndex, count: Int, into output: inout LoopOutput
    ) -> Frame {
        do {
            let pages = try room.pages(from: first, count: count, for: member)
            output.count(.pages, .accepted)
            return output.encode(.pages(id, pages))
        } catch {
            output.count(.pages, InputLabel.Outcome(error.code))
            return output.encode(.answer(.refused(id, error, room.sequence)))
        }
    }
}
