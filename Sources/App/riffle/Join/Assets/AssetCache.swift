import PagingClient
import PagingContent
import PagingEngine
import PagingRoom

/// The files of a room's pages as one client has them. It asks for those that are needed, one at a time and the nearest
/// first, and keeps them over reconnects.
final class AssetCache {
    /// Bytes of all files: a deck with some dozens of photographs.
    static let standardBytes = 32 << 20
    /// The same for one of many rooms.
    static let sharedBytes = 8 << 20
    /// The time before a file is asked for again that the server has not yet; it doubles up to the second one.
    private static let pauses: ClosedRange<Int64> = 2_000...60_000

    private struct CachedFile {
        let bytes: [UInt8]
        var usedAt: UInt64
    }

    /// A needed file that did not come.
    private struct MissingFile {
        var askAt: Instant?
        var pause: Int64
    }

    /// The meaning of an effect for the files.
    enum FileNews {
        case arrival
        /// A file does not come now; nobody else has to know.
        case refusal
        case other
    }

    private let byteLimit: Int
    private var files: [AssetName: CachedFile] = [:]
    private var uses: UInt64 = 0
    private(set) var byteCount = 0
    /// The files of the pages near, the nearest first.
    private var needed: [AssetName] = []
    private var missing: [AssetName: MissingFile] = [:]
    private var asked: (id: RequestID, name: AssetName)?
    /// Whether the server knows of no files.
    private var isUnsupported = false

    init(byteLimit: Int = AssetCache.standardBytes) {
        self.byteLimit = byteLimit
    }

    /// The bytes of a file; nil while it is not here. They are those that the name promises.
    func data(for name: AssetName) -> [UInt8]? {
        uses += 1
        files[name]?.usedAt = uses
        return files[name]?.bytes
    }

    func contains(_ name: AssetName) -> Bool { files[name] != nil }

    /// Takes note of the files of the pages near, the nearest first.
    func need(_ names: [AssetName]) {
        guard names != needed else { return }
        needed = names
        let near = Set(names)
        // A page that comes near again asks again.
        missing = missing.filter { near.contains($0.key) }
    }

    /// Asks for the next file, unless an answer is to come first.
    func ask(at now: Instant, _ send: (AssetName) -> RequestID?) {
        guard asked == nil, !isUnsupported, let name = needed.first(where: { isDue($0, at: now) }) else { return }
        asked = send(name).map { ($0, name) }
    }

    private func isDue(_ name: AssetName, at now: Instant) -> Bool {
        guard files[name] == nil else { return false }
        guard let missing = missing[name] else { return true }
        return missing.askAt.map { $0 <= now } ?? false
    }

    /// When `ask` has something to do.
    var nextDeadline: Instant? {
        asked == nil && !isUnsupported ? missing.values.compactMap(\.askAt).min() : nil
    }

    /// Takes an effect of the client.
    func take(_ effect: ClientEffect, at now: Instant) -> FileNews {
        switch effect {
        case .joined:
            (asked, isUnsupported) = (nil, false)
            missing = [:]
        // Another owner of the room may not know what was asked.
        case .replaced: asked = nil
        case .asset(let id, let asset):
            if asked?.id == id { asked = nil }
            guard let bytes = asset.bytes else {
                missing[asset.name] = MissingFile(askAt: nil, pause: 0)
                return .refusal
            }
            return keep(bytes, as: asset.name) ? .arrival : .other
        case .answered(let id, .refused(_, let refusal, _)):
            guard let asked, asked.id == id else { return .other }
            self.asked = nil
            if refusal.code == .unknownType { isUnsupported = true }
            let pause = missing[asked.name]?.pause ?? AssetCache.pauses.lowerBound
            missing[asked.name] = MissingFile(
                askAt: now.advanced(byMilliseconds: pause), pause: min(2 * pause, AssetCache.pauses.upperBound))
            return .refusal
        default: break
        }
        return .other
    }

    /// Keeps a file of the own deck, which nobody has to send.
    func keep(_ asset: Asset) {
        if !contains(asset.name), let bytes = asset.bytes { _ = keep(bytes, as: asset.name) }
    }

    /// Keeps a file instead of others that are needed less; false when all others are needed more.
    private func keep(_ bytes: [UInt8], as name: AssetName) -> Bool {
        missing[name] = nil
        guard files[name] == nil else { return false }
        let rank = needed.firstIndex(of: name) ?? needed.count
        while byteCount + bytes.count > byteLimit {
            guard let other = leastNeeded(), (needed.firstIndex(of: other) ?? needed.count) >= rank else {
                missing[name] = MissingFile(askAt: nil, pause: 0)
                return false
            }
            byteCount -= files.removeValue(forKey: other)?.bytes.count ?? 0
            // It is not fetched again before the pages near are others.
            if needed.contains(other) { missing[other] = MissingFile(askAt: nil, pause: 0) }
        }
        uses += 1
        files[name] = CachedFile(bytes: bytes, usedAt: uses)
        byteCount += bytes.count
        return true
    }

    /// The least recently used file of those that no page near has, or else that of the farthest page.
    private func leastNeeded() -> AssetName? {
        let near = Set(needed)
        let others = files.filter { !near.contains($0.key) }
        return others.min { $0.value.usedAt < $1.value.usedAt }?.key ?? needed.last { files[$0] != nil }
    }
}
