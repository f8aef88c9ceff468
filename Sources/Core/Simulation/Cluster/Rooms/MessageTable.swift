import ClusterServer
import PagingWire
import Synchronization

/// Encodes messages of clients by value, as `FrameTable` does those of servers: the bytes are the number of a row.
final class MessageTable: Sendable {
    private let rows = Mutex<[ClientMessage]>([])

    var codec: RequestCodec {
        RequestCodec(encode: { self.encode($0) }, decode: { self.decode($0) })
    }

    private func encode(_ message: ClientMessage) -> [UInt8] {
        rows.withLock { rows in
            rows.append(message)
            return Array(String(rows.count - 1).utf8)
        }
    }

    private func decode(_ bytes: [UInt8]) -> ClientMessage? {
        rows.withLock { rows in
            guard let row = Int(String(decoding: bytes, as: UTF8.self)), rows.indices.contains(row) else { return nil }
            return rows[row]
        }
    }
}
