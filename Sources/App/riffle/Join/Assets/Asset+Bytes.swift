import FoundationEssentials
import PagingContent
import WebSocketLoop

extension Asset {
    /// The file; nil where the bytes are not those that the name promises.
    var bytes: [UInt8]? {
        guard let data = Data(base64Encoded: Data(base64)), AssetName(ofBytes: data) == name else { return nil }
        return [UInt8](data)
    }

    /// A file of these bytes; nil for no bytes, or more than `mostBytes`.
    init?(_ bytes: [UInt8], kind: Kind) {
        guard let name = AssetName(ofBytes: bytes) else { return nil }
        self.init(name: name, kind: kind, base64: [UInt8](Data(bytes).base64EncodedData()))
    }
}

extension AssetName {
    init?(ofBytes bytes: some Sequence<UInt8>) {
        let digits = Array("0123456789abcdef".utf8)
        let text = ContentHash.sha256(bytes).flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 0x0F)]] }
        self.init(String(decoding: text, as: UTF8.self))
    }
}
