import ClusterTraffic
import JSONCodec
import PagingContent
import PagingServer
import PagingWire

@testable import ClusterServer

enum Fixture {
    /// A file of three bytes.
    static let asset: Asset = {
        guard let name = AssetName(String(repeating: "a", count: 64)),
            let asset = Asset(name: name, kind: .jpeg, base64: Array("AAAA".utf8))
        else { preconditionFailure("expected a name and Base64") }
        return asset
    }()

    static let largest: Int64 = (1 << 53) - 1
    static let unicode = "κόσμε 🏳️‍🌈"

    /// Requests as clients write them.
    static let codec = RequestCodec(
        encode: { message in
            var bytes: [UInt8] = []
            ClientMessageWriter.encode(message, into: &bytes)
            return bytes
        },
        decode: { try? ClientMessageReader.read($0[...], limits: Limits(messageBytes: .max, contentBytes: .max)) })

    static let cluster: ClusterName = {
        guard let name = ClusterName("hall") else { preconditionFailure("hall is a name.") }
        return name
    }()

    static func node(_ number: UInt64) -> NodeID {
        guard let node = NodeID(number) else { preconditionFailure("\(number) is an id.") }
        return node
    }

    static func address(_ loop: Int, _ peer: UInt64) -> Address { Address(loop: loop, peer: PeerID(peer)) }

    /// The parts of a message, one after another.
    static func joined(_ parts: [UInt8]...) -> [UInt8] { parts.flatMap { $0 } }

    /// A broken copy.
    static func changed(_ bytes: [UInt8], _ random: inout some RandomNumberGenerator) -> [UInt8] {
        var bytes = bytes
        for _ in 0..<Int.random(in: 1...3, using: &random) {
            let place = Int.random(in: 0..<bytes.count, using: &random)
            bytes[place] = [0, 1, 0x7F, 0x80, 0xFF, .random(in: 0...255)].randomElement(using: &random) ?? 0
        }
        if Int.random(in: 0..<5, using: &random) == 0 {
            bytes.removeLast(Int.random(in: 0..<bytes.count, using: &random))
        }
        return bytes
    }
}
