import PagingContent
import PagingRoom

/// The files that the pages of a room refer to, as presenters gave them: no part of the room's state, its events or its
/// records. Clients ask for those that they need.
///
/// A file that a page names stays until the home ends. Others make place for new ones, the least recently used first.
struct RoomAssets: Sendable {
    private struct KeptAsset {
        let asset: Asset
        var usedAt: UInt64
    }

    private var kept: [AssetName: KeptAsset] = [:]
    private var uses: UInt64 = 0
    /// Bytes as held: in Base64, with what each file takes besides.
    private(set) var byteCount = 0
    /// Less than the room may have, while other rooms have the rest.
    var byteLimit: Int
    private let mostBytes: Int

    init(byteLimit: Int) {
        self.byteLimit = byteLimit
        mostBytes = byteLimit
    }

    var count: Int { kept.count }

    /// The file of that name, which then counts as used; nil where it is not kept.
    mutating func take(_ name: AssetName) -> Asset? {
        uses += 1
        kept[name]?.usedAt = uses
        return kept[name]?.asset
    }

    /// Keeps a file, instead of files that no page names where there is no place for it. Refuses it where these do not suffice.
    ///
    /// - Parameter named: the files that pages name; asked for only where files have to go.
    mutating func keep(_ asset: Asset, named: @autoclosure () -> Set<AssetName>) throws(Refusal) {
        let needed = byteCount - (kept[asset.name]?.asset.bytesHeld ?? 0) + asset.bytesHeld
        if needed > byteLimit { try makePlace(of: needed - byteLimit, for: asset, besides: named()) }
        remove(asset.name)
        uses += 1
        kept[asset.name] = KeptAsset(asset: asset, usedAt: uses)
        byteCount += asset.bytesHeld
    }

    private mutating func makePlace(of bytes: Int, for asset: Asset, besides named: Set<AssetName>) throws(Refusal) {
        let others = kept.values.filter { $0.asset.name != asset.name && !named.contains($0.asset.name) }
        let free = others.reduce(0) { $0 + $1.asset.bytesHeld }
        guard free >= bytes else {
            throw Refusal(
                .tooLarge,
                "data: expected at most \(byteLimit) bytes of all files of the room"
                    + (byteLimit < mostBytes ? " while other rooms have the rest" : "")
                    + " (--max-asset-bytes), got \(byteLimit + bytes - free)")
        }
        var left = bytes
        for other in others.sorted(by: { $0.usedAt < $1.usedAt }) where left > 0 {
            left -= other.asset.bytesHeld
            remove(other.asset.name)
        }
    }

    /// Removes all files but these. Returns the bytes that are free now.
    mutating func removeAll(but named: Set<AssetName>) -> Int {
        let before = byteCount
        for name in kept.keys where !named.contains(name) { remove(name) }
        return before - byteCount
    }

    private mutating func remove(_ name: AssetName) {
        guard let old = kept.removeValue(forKey: name) else { return }
        byteCount -= old.asset.bytesHeld
    }
}
