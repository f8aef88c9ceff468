import PagingContent
import PagingRoom

/// The files that the pages of a room refer to, as presenters gave them: no part of the room's state, its events or its
/// records. Clients ask for those that they need; one that is gone comes again from a presenter.
struct RoomAssets: Sendable {
    private struct KeptAsset {
        let asset: Asset
        var usedAt: UInt64
    }

    /// Bytes of a kept file besides its content, so that many small ones have a limit, too.
    private static let bytesBesideContent = 512

    private var kept: [AssetName: KeptAsset] = [:]
    private var uses: UInt64 = 0
    /// Bytes as held: in Base64, with what each file takes besides.
    private(set) var byteCount = 0
    private let byteLimit: Int

    init(byteLimit: Int) {
        self.byteLimit = byteLimit
    }

    var count: Int { kept.count }

    /// The file of that name, which then counts as used; nil where it is not kept.
    mutating func take(_ name: AssetName) -> Asset? {
        uses += 1
        kept[name]?.usedAt = uses
        return kept[name]?.asset
    }

    /// Keeps a file instead of the least recently used ones. Refuses one that is larger than all together may be.
    mutating func keep(_ asset: Asset) throws(Refusal) {
        let bytes = RoomAssets.bytes(of: asset)
        guard bytes <= byteLimit else {
            let most = max(0, byteLimit - RoomAssets.bytesBesideContent) / 4 * 3
            throw Refusal(
                .tooLarge, "data: expected a file of at most \(most) bytes for this server, got \(asset.byteCount)")
        }
        remove(asset.name)
        while byteCount + bytes > byteLimit { removeOldest() }
        uses += 1
        kept[asset.name] = KeptAsset(asset: asset, usedAt: uses)
        byteCount += bytes
    }

    /// Removes the least recently used file.
    mutating func removeOldest() {
        guard let oldest = kept.min(by: { $0.value.usedAt < $1.value.usedAt }) else { return }
        remove(oldest.key)
    }

    private mutating func remove(_ name: AssetName) {
        guard let old = kept.removeValue(forKey: name) else { return }
        byteCount -= RoomAssets.bytes(of: old.asset)
    }

    private static func bytes(of asset: Asset) -> Int { asset.base64.count + bytesBesideContent }
}
