import PagingContent
import PagingEngine
package import PagingRoom

extension RoomRecord {
    /// The state of a room as lines of JSON for people and other programs, without the sessions of its members. The
    /// record is the sum of the room's records.
    package func exported(room: String) -> [UInt8] {
        var lines: [UInt8] = []
        func line(_ type: String, _ body: (inout JSONWriter) -> Void) {
            var writer = JSONWriter()
            writer.object {
                $0.field("type", type)
                body(&$0)
            }
            lines += writer.bytes
            lines.append(UInt8(ascii: "\n"))
        }
        line("room") { writer in
            writer.field("room", room)
            writer.field("seq", sequence)
            writer.field("page", rest.position.nearestPage)
            writer.field("pos", rest.position)
            writer.field("revision", rest.revision)
            writer.field("dragEnabled", rest.dragEnabled)
            if shown > 0 { writer.field("shown", shown) }
            pages?.writeSource(to: &writer)
        }
        if let configuration { line("settings") { configuration.write(to: &$0) } }
        if let control { line("control") { control.write(to: &$0) } }
        for page in pages?.listed ?? [] { line("page") { page.write(to: &$0) } }
        for stored in arrivals {
            line("member") { writer in
                writer.field("member", stored.member)
                writer.field("name", stored.name)
                writer.field("role", stored.role)
            }
        }
        return lines
    }
}
