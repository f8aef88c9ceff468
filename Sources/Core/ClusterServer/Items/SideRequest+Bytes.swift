import ClusterTraffic
import PagingContent
import PagingEngine
import PagingRoom
import PagingServer
import PagingWire

/// Layout: the id, then the fields; the kind of a file is its number in `assetKinds`.
extension SideRequest {
    /// Values by their number on the fabric, which stays.
    fileprivate static let assetKinds: [Asset.Kind] = [.png, .jpeg]

    func append(to bytes: inout [UInt8], _ id: RequestID) {
        bytes.append(number: id.number)
        switch self {
        case .pages(let first, let count):
            bytes.append(number: first.value)
            bytes.append(UInt8(clamping: count))
        case .asset(let name): bytes.append(longText: name.text)
        case .keep(let asset):
            bytes.append(longText: asset.name.text)
            bytes.append(asset.kind, of: SideRequest.assetKinds)
            bytes.append(longBytes: asset.base64)
        }
    }
}

extension ByteReader {
    mutating func pageRange() -> (RequestID, SideRequest)? {
        guard let id = requestID(), let number = integer(UInt64.self), let count = integer(UInt8.self),
            (1...Limits.requestedPages).contains(Int(count))
        else { return nil }
        let first = PageIndex(Int64(bitPattern: number))
        return first.isWithinBound ? (id, .pages(from: first, count: Int(count))) : nil
    }

    mutating func assetWanted() -> (RequestID, SideRequest)? {
        guard let id = requestID(), let name = assetName() else { return nil }
        return (id, .asset(name))
    }

    mutating func assetToKeep() -> (RequestID, SideRequest)? {
        guard let id = requestID(), let name = assetName(), let kind = value(of: SideRequest.assetKinds),
            let base64 = longBytes(), let asset = Asset(name: name, kind: kind, base64: base64)
        else { return nil }
        return (id, .keep(asset))
    }

    private mutating func assetName() -> AssetName? { longText(atMost: 64).flatMap { AssetName($0) } }
}

extension UpItem {
    static func sideRequest(
        _ reader: inout ByteReader, _ read: (inout ByteReader) -> (RequestID, SideRequest)?
    ) -> UpItem? {
        guard let (member, address) = reader.memberAndAddress(), let (id, request) = read(&reader) else { return nil }
        return .sideRequest(member, address, id, request)
    }

    static func audienceRequest(
        _ reader: inout ByteReader, _ read: (inout ByteReader) -> (RequestID, SideRequest)?
    ) -> UpItem? {
        guard let address = reader.address(), let (id, request) = read(&reader) else { return nil }
        return .audienceRequest(address, id, request)
    }
}
